//! Membership of a value in the range of another one.

use super::{Nullness, Range};
use crate::value::{Data, Tri};
use crate::{Rules, Type, TypeKind, Value};

/// Decides whether `candidate` is a possible value of `range_of`. Callers rely on `No`; `Yes` is returned
/// only for null and where only one value is possible.
///
/// Under rules without the extended model a candidate of unknown type is not in the range of any known type,
/// as in go-cty; under the extended model the answer is `Unknown`.
pub fn includes(range_of: &Value, candidate: &Value, rules: &Rules) -> Tri {
    let range = range_of.range();
    match (range.null(), candidate.is_null()) {
        (Nullness::Always, null) => return Tri::known(null),
        (Nullness::Never, true) => return Tri::No,
        (Nullness::Maybe, true) => return Tri::Yes,
        (_, false) => {}
    }
    if rules.extended && candidate.ty.is_any() {
        return Tri::Unknown;
    }
    if !conforms(&candidate.ty, &range_of.ty) {
        return Tri::No;
    }
    match &candidate.data {
        Data::Unknown(other) if !rules.extended => Tri::Unknown.no_if(apart(&range, other)),
        Data::Unknown(other) => {
            Tri::Unknown.no_if(!both_null(range_of, candidate, rules) && disjoint(&range, other))
        }
        _ => Tri::Unknown.no_if(
            !range.facts().admit(candidate)
                || excluded(&range, candidate)
                || !rules.extended && beyond_infinity(&range, candidate),
        ),
    }
}

impl Tri {
    /// `No` if `no` is set; otherwise the answer itself.
    fn no_if(self, no: bool) -> Tri {
        if no { Tri::No } else { self }
    }
}

/// For go-cty, a number with any known fact is below infinity unless a bound says otherwise.
fn beyond_infinity(range: &Range, candidate: &Value) -> bool {
    let Some(number) = candidate.as_number().filter(|number| number.is_infinite()) else { return false };
    let bound = if number.is_negative() { range.min() } else { range.max() };
    bound.is_none() && *range != Range::any()
}

/// Returns `true` if a list of all possible values does not contain the candidate.
fn excluded(range: &Range, candidate: &Value) -> bool {
    range.one_of().is_some_and(|values| {
        let inside = Value { ty: candidate.ty_now().clone(), ..candidate.clone() };
        let same = |value: &Value| match (value.as_number(), inside.as_number()) {
            // an unknown number may turn out to be an int
            (Some(a), Some(b)) => a.equals(b),
            _ => Value { ty: value.ty_now().clone(), ..value.clone() }.same(&inside),
        };
        inside.is_wholly_known() && !values.iter().any(same)
    })
}

/// Returns `true` if both may be null.
fn both_null(a: &Value, b: &Value, rules: &Rules) -> bool {
    [a, b].into_iter().all(|value| {
        !value.definitely_not_null() && (!rules.null_has_type || crate::value::admits_null(&value.ty))
    })
}

/// go-cty's test for disjoint ranges, in which bounds that touch are not disjoint.
fn apart(a: &Range, b: &Range) -> bool {
    let below = |low: &Range, high: &Range| match (low.max(), high.min()) {
        (Some(max), Some(min)) => max.number.compare(&min.number).is_lt(),
        _ => false,
    };
    below(a, b) || below(b, a) || shorter(a, b) || shorter(b, a)
}

/// Returns `true` if one is certainly shorter than the other.
fn shorter(a: &Range, b: &Range) -> bool {
    a.len_max().is_some_and(|max| max < b.len_min())
}

/// Returns `true` if two ranges of non-null values are certainly disjoint.
pub(crate) fn disjoint(a: &Range, b: &Range) -> bool {
    let apart = |low: &Range, high: &Range| match (low.max(), high.min()) {
        (Some(max), Some(min)) => {
            let order = max.number.compare(&min.number);
            order.is_lt() || order.is_eq() && !(max.inclusive && min.inclusive)
        }
        _ => false,
    };
    let prefixes = |a: &str, b: &str| !a.starts_with(b) && !b.starts_with(a);
    apart(a, b)
        || apart(b, a)
        || shorter(a, b)
        || shorter(b, a)
        || matches!((a.prefix(), b.prefix()), (Some(a), Some(b)) if prefixes(a, b))
        || only_excluded(a, b)
        || only_excluded(b, a)
}

/// Returns `true` if all values listed by one range are outside the other.
fn only_excluded(listed: &Range, other: &Range) -> bool {
    listed.one_of().is_some_and(|values| {
        let facts = other.facts();
        values.iter().all(|value| !facts.admit(value) || excluded(other, value))
    })
}

/// Returns `true` if a value of one type conforms to a type that may contain `any`.
pub(crate) fn conforms(given: &Type, wanted: &Type) -> bool {
    if wanted.is_any() || given == wanted {
        return true;
    }
    match (given.kind(), wanted.kind()) {
        (TypeKind::List(given), TypeKind::List(wanted))
        | (TypeKind::Set(given), TypeKind::Set(wanted))
        | (TypeKind::Promise(given), TypeKind::Promise(wanted))
        | (TypeKind::Output(given), TypeKind::Output(wanted)) => deep(given, wanted),
        (TypeKind::Map(given), TypeKind::Map(wanted)) => deep(given, wanted),
        (TypeKind::Tuple(given), TypeKind::Tuple(wanted)) => {
            given.len() == wanted.len() && given.iter().zip(wanted).all(|(given, wanted)| deep(given, wanted))
        }
        (TypeKind::Object(given), TypeKind::Object(wanted)) => {
            given.attributes().len() == wanted.attributes().len()
                && given
                    .attributes()
                    .iter()
                    .zip(wanted.attributes())
                    .all(|(given, wanted)| given.name == wanted.name && deep(&given.ty, &wanted.ty))
        }
        (TypeKind::Union(given), _) => given.iter().all(|given| deep(given, wanted)),
        (_, TypeKind::Union(wanted)) => wanted.iter().any(|wanted| deep(given, wanted)),
        (TypeKind::Int, TypeKind::Number) => true,
        _ => false,
    }
}

fn deep(given: &Type, wanted: &Type) -> bool {
    crate::stack::grow(|| conforms(given, wanted))
}

/// Returns `true` if an unknown of type `ty` may turn out to be a value of type `member`.
pub(crate) fn could_have(ty: &Type, member: &Type) -> bool {
    matches!(member.kind(), TypeKind::None) || conforms(member, ty)
}
