//! Whether a value lies in the range of another.

use super::{Nullness, Range};
use crate::value::{Data, Tri};
use crate::{Rules, Type, TypeKind, Value};

/// Whether `candidate` is among the values that `range_of` may have. Mostly it is good at No: Yes
/// is certain only for null and for values that are known to be all there is.
///
/// Under rules without the extended model a candidate of unknown type is not in the range of any
/// known type, as in go-cty; under the extended model that is open.
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
    /// No, if a reason for it is found.
    fn no_if(self, no: bool) -> Tri {
        if no { Tri::No } else { self }
    }
}

/// To go-cty, numbers of which anything is known end before infinity where no bound is known.
fn beyond_infinity(range: &Range, candidate: &Value) -> bool {
    let Some(number) = candidate.as_number().filter(|number| number.is_infinite()) else { return false };
    let bound = if number.is_negative() { range.min() } else { range.max() };
    bound.is_none() && *range != Range::any()
}

/// Whether a list of all possible values does not have this one.
fn excluded(range: &Range, candidate: &Value) -> bool {
    range.one_of().is_some_and(|values| {
        let inside = Value { ty: candidate.ty_now().clone(), ..candidate.clone() };
        let same = |value: &Value| match (value.as_number(), inside.as_number()) {
            // an int may be what an unknown number turns out to be
            (Some(a), Some(b)) => a.equals(b),
            _ => Value { ty: value.ty_now().clone(), ..value.clone() }.same(&inside),
        };
        inside.is_wholly_known() && !values.iter().any(same)
    })
}

/// Whether both may be null, so that they may have null in common.
fn both_null(a: &Value, b: &Value, rules: &Rules) -> bool {
    [a, b].into_iter().all(|value| {
        !value.definitely_not_null() && (!rules.null_has_type || crate::value::admits_null(&value.ty))
    })
}

/// What go-cty sees of two ranges that have no value in common: bounds that do not touch.
fn apart(a: &Range, b: &Range) -> bool {
    let below = |low: &Range, high: &Range| match (low.max(), high.min()) {
        (Some(max), Some(min)) => max.number.compare(&min.number).is_lt(),
        _ => false,
    };
    below(a, b) || below(b, a) || shorter(a, b) || shorter(b, a)
}

/// Whether one is surely shorter than the other.
fn shorter(a: &Range, b: &Range) -> bool {
    a.len_max().is_some_and(|max| max < b.len_min())
}

/// Whether two ranges of non-null values surely have no value in common.
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

/// Whether all the values that one range lists are outside another.
fn only_excluded(listed: &Range, other: &Range) -> bool {
    listed.one_of().is_some_and(|values| {
        let facts = other.facts();
        values.iter().all(|value| !facts.admit(value) || excluded(other, value))
    })
}

/// Whether a value of one type is a value of another that may hold `any`.
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

/// Whether a value of type `member` may be what an unknown of type `ty` turns out to be.
pub(crate) fn could_have(ty: &Type, member: &Type) -> bool {
    matches!(member.kind(), TypeKind::None) || conforms(member, ty)
}
