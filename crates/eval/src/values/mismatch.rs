//! The shortest path on which two types without a common type differ.

use std::collections::VecDeque;

use hclx_core::{Rules, Type, TypeKind, unify};
use hclx_diag::{Path, Step};

/// Where two types part, and what each is there; `None` is what is missing.
pub(crate) struct Difference {
    pub(crate) path: Path,
    pub(crate) left: Option<Type>,
    pub(crate) right: Option<Type>,
}

/// Maximum number of pairs of parts that are compared, as the answer is for a message.
const LOOKED_AT: usize = 10_000;

/// Goes through both types level by level and stops at the first pair that cannot be one type.
pub(crate) fn difference(left: &Type, right: &Type, rules: &Rules) -> Difference {
    let mut queue = VecDeque::from([(Path::root(), left.clone(), right.clone())]);
    let mut looked = 0;
    while let Some((path, l, r)) = queue.pop_front() {
        looked += 1;
        if let Some(missing) = missing_attribute(&path, &l, &r) {
            return missing;
        }
        let parts = differing_parts(&path, &l, &r, rules);
        if parts.is_empty() || looked > LOOKED_AT {
            return Difference { path, left: Some(l), right: Some(r) };
        }
        queue.extend(parts);
    }
    Difference { path: Path::root(), left: Some(left.clone()), right: Some(right.clone()) }
}

fn extended(path: &Path, step: Step) -> Path {
    Path(path.0.iter().cloned().chain([step]).collect())
}

/// The first attribute that only one of two object types has.
fn missing_attribute(path: &Path, left: &Type, right: &Type) -> Option<Difference> {
    let (l, r) = (left.as_object()?, right.as_object()?);
    let only_left = l.attributes().iter().find(|attribute| r.get(&attribute.name).is_none());
    let only_right = r.attributes().iter().find(|attribute| l.get(&attribute.name).is_none());
    let (attribute, in_left) = match (only_left, only_right) {
        (Some(a), Some(b)) if b.name < a.name => (b, false),
        (Some(a), _) => (a, true),
        (None, Some(b)) => (b, false),
        (None, None) => return None,
    };
    let path = extended(path, Step::Attr(attribute.name.clone()));
    let there = Some(attribute.ty.clone());
    Some(if in_left {
        Difference { path, left: there, right: None }
    } else {
        Difference { path, left: None, right: there }
    })
}

/// The pairs of parts in the same place that cannot be one type.
fn differing_parts(path: &Path, left: &Type, right: &Type, rules: &Rules) -> Vec<(Path, Type, Type)> {
    let mut parts = Vec::new();
    let mut part = |step: Step, l: &Type, r: &Type| {
        if l != r && common_type(&[l.clone(), r.clone()], rules).is_none() {
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
        (TypeKind::List(l), TypeKind::List(r))
        | (TypeKind::Set(l), TypeKind::Set(r))
        | (TypeKind::Map(l), TypeKind::Map(r)) => part(Step::Each, l, r),
        _ => {}
    }
    parts
}

/// The type that values of all these types take where they meet, such as the arms of a conditional.
pub(crate) fn common_type(types: &[Type], rules: &Rules) -> Option<Type> {
    let unified = unify(types, rules);
    match (unified.unsafe_, unified.safe) {
        (None, None) if rules.extended => Some(unified.union),
        (found, safe) => found.or(safe),
    }
}
