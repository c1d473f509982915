//! The shortest path at which two types without a common type differ.

use std::collections::VecDeque;
use std::sync::Arc;

use hclx_diag::code_names::ARMS_DIFFER;
use hclx_diag::{Fallible, Fault, Path, Step};

use crate::{ObjectType, Rules, Type, TypeKind, unify};

/// The first difference between two types: its path, and the type on each side (`None` for a missing part).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The path to the difference.
    pub path: Path,
    /// The part of the first type.
    pub left: Option<Type>,
    /// The part of the second type.
    pub right: Option<Type>,
    /// The names of the attributes that the first and the second type lack, if the part is an attribute.
    pub lacking: [Vec<Arc<str>>; 2],
}

impl Difference {
    fn of(path: Path, left: &Type, right: &Type) -> Self {
        Self { path, left: Some(left.clone()), right: Some(right.clone()), lacking: Default::default() }
    }
}

/// The maximum number of compared pairs of parts, because the result is only used in a message.
const LOOKED_AT: usize = 10_000;

/// The maximum number of types that are compared pairwise.
const FEW: usize = 16;

/// A predicate that decides whether two types can be unified.
type Unites<'a> = &'a dyn Fn(&Type, &Type) -> bool;

/// Compares two types level by level and stops at the first pair that `unites` rejects. An attribute that may
/// be missing under the rules does not count as a difference.
///
/// ```
/// use hclx_core::{Rules, Type, difference};
/// let [one, other] = [Type::BOOL, Type::NUMBER].map(|ty| Type::list(Type::object([("a", ty)])));
/// let found = difference(&one, &other, &Rules::hcl(), &|a, b| a == b);
/// assert_eq!(found.path.to_string(), "[*].a");
/// assert_eq!(found.left, Some(Type::BOOL));
/// ```
pub fn difference(left: &Type, right: &Type, rules: &Rules, unites: Unites<'_>) -> Difference {
    let mut queue = VecDeque::from([(Path::root(), left.clone(), right.clone())]);
    let mut looked = 0;
    while let Some((path, l, r)) = queue.pop_front() {
        looked += 1;
        if !rules.extended
            && let Some(missing) = missing_attribute(&path, &l, &r)
        {
            return missing;
        }
        let parts = differing_parts(&path, &l, &r, unites);
        if parts.is_empty() || looked > LOOKED_AT {
            return Difference::of(path, &l, &r);
        }
        queue.extend(parts);
    }
    Difference::of(Path::root(), left, right)
}

/// The first pair among several types that has no common type, as indices, and the difference between the
/// two; `None` if every pair has a common type. If `unsafely`, conversions that may fail count.
pub fn first_difference(types: &[Type], rules: &Rules, unsafely: bool) -> Option<([usize; 2], Difference)> {
    let unites = |one: &Type, other: &Type| {
        let unified = unify(&[one.clone(), other.clone()], rules);
        unified.safe.is_some() || unsafely && unified.unsafe_.is_some()
    };
    let clash = |first: usize, second: usize| !unites(&types[first], &types[second]);
    // neighbors first, which visits each type twice; a type in between may have a common type with both sides
    let [first, second] = match (1..types.len()).find(|second| clash(second - 1, *second)) {
        Some(second) => {
            [(0..second.min(FEW)).find(|first| clash(*first, second)).unwrap_or(second - 1), second]
        }
        None => {
            let few = 0..types.len().min(FEW);
            let mut pairs = few.flat_map(|second| (0..second).map(move |first| [first, second]));
            pairs.find(|[first, second]| clash(*first, *second))?
        }
    };
    Some(([first, second], difference(&types[first], &types[second], rules, &unites)))
}

fn extended(path: &Path, step: Step) -> Path {
    Path(path.0.iter().cloned().chain([step]).collect())
}

/// The first attribute that only one of two object types has.
fn missing_attribute(path: &Path, left: &Type, right: &Type) -> Option<Difference> {
    let (l, r) = (left.as_object()?, right.as_object()?);
    let only = |one: &ObjectType, other: &ObjectType| -> Vec<Arc<str>> {
        let absent = one.attributes().iter().filter(|attribute| other.get(&attribute.name).is_none());
        absent.map(|attribute| Arc::clone(&attribute.name)).collect()
    };
    let lacking = [only(r, l), only(l, r)];
    let name = lacking.iter().flatten().min()?;
    let ty = |object: &ObjectType| object.get(name).map(|attribute| attribute.ty.clone());
    let path = extended(path, Step::Attr(Arc::clone(name)));
    Some(Difference { path, left: ty(l), right: ty(r), lacking })
}

/// The pairs of parts in the same place that cannot be one type.
fn differing_parts(path: &Path, left: &Type, right: &Type, unites: Unites<'_>) -> Vec<(Path, Type, Type)> {
    let mut parts = Vec::new();
    let mut part = |step: Step, l: &Type, r: &Type| {
        if l != r && !unites(l, r) {
            parts.push((extended(path, step), l.clone(), r.clone()));
        }
    };
    match (left.kind(), right.kind()) {
        (TypeKind::Object(l), TypeKind::Object(r)) => {
            for attribute in l.attributes() {
                if let Some(other) = r.get(&attribute.name) {
                    part(Step::Attr(attribute.name.clone()), &attribute.ty, &other.ty);
                }
            }
        }
        (TypeKind::Tuple(l), TypeKind::Tuple(r)) => {
            for (index, (l, r)) in l.iter().zip(r).enumerate() {
                part(Step::Index(index), l, r);
            }
        }
        (TypeKind::List(l) | TypeKind::Set(l), TypeKind::Tuple(r)) => {
            for (index, r) in r.iter().enumerate() {
                part(Step::Index(index), l, r);
            }
        }
        (TypeKind::Tuple(l), TypeKind::List(r) | TypeKind::Set(r)) => {
            for (index, l) in l.iter().enumerate() {
                part(Step::Index(index), l, r);
            }
        }
        (TypeKind::Map(l), TypeKind::Object(r)) => {
            for attribute in r.attributes() {
                part(Step::Attr(attribute.name.clone()), l, &attribute.ty);
            }
        }
        (TypeKind::Object(l), TypeKind::Map(r)) => {
            for attribute in l.attributes() {
                part(Step::Attr(attribute.name.clone()), &attribute.ty, r);
            }
        }
        _ if left.is_eventual() || right.is_eventual() => {
            return differing_parts(path, &left.strip_eventual().0, &right.strip_eventual().0, unites);
        }
        (TypeKind::List(l), TypeKind::List(r))
        | (TypeKind::Set(l), TypeKind::Set(r))
        | (TypeKind::Map(l), TypeKind::Map(r)) => part(Step::Each, l, r),
        _ => {}
    }
    parts
}

/// Checks an object that becomes a map in a conditional, or a tuple that becomes a list, because of the other
/// arm's type. If that type leaves its element type open, as `tomap({})` does, go-cty converts the parts one
/// by one and requires equal types. Primitive types are still converted to their common type.
///
/// # Errors [`ARMS_DIFFER`] at the first part with a different type.
pub fn evenly(ty: &Type, beside: &Type, rules: &Rules) -> Fallible<()> {
    let parts: Vec<(Step, &Type)> = match (ty.kind(), beside.kind()) {
        (TypeKind::Tuple(types), TypeKind::List(element)) if element.is_any() => {
            types.iter().enumerate().map(|(at, ty)| (Step::Index(at), ty)).collect()
        }
        (TypeKind::Object(object), TypeKind::Map(element)) if element.is_any() => {
            object.attributes().iter().map(|one| (Step::Attr(one.name.clone()), &one.ty)).collect()
        }
        _ => return Ok(()),
    };
    let Some((_, first)) = parts.first() else { return Ok(()) };
    let Some((step, other)) = parts.iter().find(|(_, ty)| ty != first) else { return Ok(()) };
    let types: Vec<Type> = parts.iter().map(|(_, ty)| (*ty).clone()).collect();
    let common = unify(&types, rules).unsafe_;
    // Types that are not known yet may turn out to be equal, and conversions of primitives are go-cty's
    // exception.
    if types.iter().any(Type::has_any) || common.is_none_or(|ty| ty.is_primitive()) {
        return Ok(());
    }
    let message = format!("expected one type for all parts beside `{beside}`, found `{first}` and `{other}`");
    let fault =
        Fault::new(ARMS_DIFFER, message).help("convert the parts to one type, for example with `tolist`");
    Err(fault.within(step.clone()))
}
