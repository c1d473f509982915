//! Comparison of the precision of two types of one value.

use hclx_core::{Type, TypeKind, unify};

/// Returns `true` if our type is at least as precise. `any` in theirs is where the binder gives up, so any
/// answer fits. Ours may be more precise: a tuple or object for a list or map, `int` for `number`, or the
/// actual member of a union.
pub(crate) fn says_as_much(ours: &Type, theirs: &Type) -> bool {
    use TypeKind as K;
    if ours == theirs || theirs.is_any() {
        return true;
    }
    match (ours.kind(), theirs.kind()) {
        (K::Union(members), _) => members.iter().all(|member| says_as_much(member, theirs)),
        (_, K::Union(members)) => members.iter().any(|member| says_as_much(ours, member)),
        (K::Int, K::Number) => true,
        (K::Output(ours), K::Output(theirs)) | (K::Promise(ours), K::Promise(theirs)) => {
            says_as_much(ours, theirs)
        }
        (K::List(ours), K::List(theirs))
        | (K::Set(ours), K::Set(theirs))
        | (K::Map(ours), K::Map(theirs)) => says_as_much(ours, theirs),
        (K::Tuple(ours), K::List(theirs)) => ours.iter().all(|ours| says_as_much(ours, theirs)),
        (K::Tuple(ours), K::Tuple(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs.iter()).all(|(a, b)| says_as_much(a, b))
        }
        (K::Object(ours), K::Map(theirs)) => {
            ours.attributes().iter().all(|one| says_as_much(&one.ty, theirs))
        }
        (K::Object(ours), K::Object(theirs)) => {
            ours.len() == theirs.len()
                && theirs
                    .attributes()
                    .iter()
                    .all(|one| ours.get(&one.name).is_some_and(|own| says_as_much(&own.ty, &one.ty)))
        }
        // elements with a common type
        (K::List(_), K::Tuple(types)) => {
            let unified = unify(types, &hclx_core::Rules::extended());
            unified.safe.is_some_and(|ty| says_as_much(ours, &Type::list(ty)))
        }
        _ => false,
    }
}
