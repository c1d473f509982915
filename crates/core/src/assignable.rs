//! Assignability: whether a value of one type can be used as another type without conversion.
//!
//! Source of the rules: the algebra's page on assignability, from the extended information model.

use hclx_diag::{Path, Step};

use crate::convert::{Reason, describe, has_member};
use crate::memo;
use crate::stack::deep;
use crate::ty::OUTPUT;
use crate::{ObjectAttribute, ObjectType, Type, TypeKind};

/// The first difference that decides whether one type is assignable to another.
enum Verdict<'a> {
    Yes,
    /// The two types themselves do not match.
    No,
    /// A part is not assignable: the step to it, its expected type and its actual type.
    Part(Option<Step>, &'a Type, &'a Type),
    /// An attribute or element is missing.
    Missing(Step, &'a Type),
}

/// Returns `true` if a value of type `from` can be used as `to` without conversion: every type accepts itself
/// and `any` accepts everything; a union accepts what a member accepts; collections are covariant; lists
/// accept tuples, maps accept objects, and objects accept objects that have their attributes.
///
/// ```
/// use hclx_core::{Type, assignable};
/// assert!(assignable(&Type::list(Type::INT), &Type::tuple([Type::INT, Type::INT])));
/// assert!(!assignable(&Type::NUMBER, &Type::INT), "that is a conversion");
/// ```
pub fn assignable(to: &Type, from: &Type) -> bool {
    if to == from || to.is_any() {
        return true;
    }
    if !to.has_parts() && !from.has_parts() {
        return false;
    }
    memo::pair(memo::ASSIGNABLE, to, from, || {
        deep(from, || u8::from(matches!(decide(to, from), Verdict::Yes)))
    }) == 1
}

/// The reason why `to` does not accept `from`, at the first place that decides; `None` if it does.
pub fn not_assignable(to: &Type, from: &Type) -> Option<Reason> {
    if assignable(to, from) {
        return None;
    }
    let mut path = Path::root();
    let mut here = (to, from);
    loop {
        match decide(here.0, here.1) {
            Verdict::Part(step, to, from) => {
                path.0.extend(step);
                here = (to, from);
            }
            Verdict::Missing(step, to) => {
                path.0.push(step);
                let message = format!("{} is missing", describe(to));
                return Some(Reason {
                    path,
                    expected: to.clone(),
                    found: Type::NONE,
                    message: message.into(),
                });
            }
            Verdict::Yes | Verdict::No => {
                let (to, from) = (here.0.clone(), here.1.clone());
                let message = format!("{} is not {}", describe(&from), describe(&to));
                return Some(Reason { path, expected: to, found: from, message: message.into() });
            }
        }
    }
}

/// Decides assignability for two types that are not equal.
fn decide<'a>(to: &'a Type, from: &'a Type) -> Verdict<'a> {
    use TypeKind as K;
    match (to.kind(), from.kind()) {
        (K::Any, _) => Verdict::Yes,
        // A union on the right comes first: each of its members may be accepted by a different member of
        // `to`.
        (_, K::Union(members)) => first_refused(members.iter().map(|from| (None, to, from))),
        (K::Union(members), _)
            // Members are sorted, so an equal one is found without a comparison with each.
            if has_member(members, from) || members.iter().any(|to| assignable(to, from)) =>
        {
            Verdict::Yes
        }
        (K::Promise(to), K::Promise(from)) | (K::Output(to), K::Output(from)) => one(None, to, from),
        (K::Output(to), K::Promise(from)) => match from.kind() {
            K::Output(from) => one(None, to, from),
            _ if from.flags() & OUTPUT == 0 => one(None, to, from),
            // The promise is treated as an output, which absorbs the outputs inside it.
            _ if assignable(to, &from.resolve_outputs()) => Verdict::Yes,
            _ => Verdict::No,
        },
        // The mismatch is the output itself, not its inner type.
        (K::Promise(inside), K::Output(_)) if !assignable(inside, from) => Verdict::No,
        (K::Promise(to) | K::Output(to), _) => one(None, to, from),
        (K::List(to), K::List(from)) | (K::Set(to), K::Set(from)) => one(Some(Step::Each), to, from),
        (K::Map(to), K::Map(from)) => one(Some(Step::Each), to, from),
        (K::List(to), K::Tuple(from)) => {
            first_refused(from.iter().enumerate().map(|(index, from)| (Some(Step::Index(index)), to, from)))
        }
        (K::Map(to), K::Object(from)) => first_refused(
            from.attributes()
                .iter()
                .map(|attribute| (Some(Step::Attr(attribute.name.clone())), to, &attribute.ty)),
        ),
        (K::Tuple(to), K::Tuple(from)) => tuple(to, from),
        (K::Object(to), K::Object(from)) => object(to, from),
        _ => Verdict::No,
    }
}

fn one<'a>(step: Option<Step>, to: &'a Type, from: &'a Type) -> Verdict<'a> {
    if assignable(to, from) { Verdict::Yes } else { Verdict::Part(step, to, from) }
}

fn first_refused<'a>(mut parts: impl Iterator<Item = (Option<Step>, &'a Type, &'a Type)>) -> Verdict<'a> {
    match parts.find(|(_, to, from)| !assignable(to, from)) {
        Some((step, to, from)) => Verdict::Part(step, to, from),
        None => Verdict::Yes,
    }
}

/// A missing element counts as `none`; extra elements are ignored.
fn tuple<'a>(to: &'a [Type], from: &'a [Type]) -> Verdict<'a> {
    let common = first_refused(
        to.iter().zip(from).enumerate().map(|(index, (to, from))| (Some(Step::Index(index)), to, from)),
    );
    let Verdict::Yes = common else { return common };
    let missing = to.iter().enumerate().skip(from.len()).find(|(_, to)| !to.takes_none());
    missing.map_or(Verdict::Yes, |(index, to)| Verdict::Missing(Step::Index(index), to))
}

/// A missing attribute counts as `none`; extra attributes are ignored.
fn object<'a>(to: &'a ObjectType, from: &'a ObjectType) -> Verdict<'a> {
    let mut cursor = from.cursor();
    let step = |attribute: &ObjectAttribute| Step::Attr(attribute.name.clone());
    for wanted in to.attributes() {
        match cursor.find(&wanted.name) {
            Some(found) if !assignable(&wanted.ty, &found.ty) => {
                return Verdict::Part(Some(step(wanted)), &wanted.ty, &found.ty);
            }
            None if wanted.is_required() => {
                return Verdict::Missing(step(wanted), &wanted.ty);
            }
            _ => {}
        }
    }
    Verdict::Yes
}
