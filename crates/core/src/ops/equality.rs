//! Equality: `==` and `!=`.
//!
//! Values are never converted: 1 is not "1" and a tuple is not a list; but int and number compare by value,
//! and null equals null of any type.

use hclx_diag::Fallible;

use super::logic::opposite;
use super::truth;
use crate::lift::{Nulls, lift_with};
use crate::range::{Nullness, disjoint, includes};
use crate::stack;
use crate::unify::in_cty;
use crate::value::{Data, Tri, admits_null, comparable, set};
use crate::{Rules, TypeKind, Value, meter, order};

/// `a == b`. The result has all marks inside the operands. Under the extended rules, and for the methods of cty,
/// marks of parts do not count if exactly one operand is null.
///
/// # Errors
/// Never; the function is fallible only to have the signature of all operations.
pub fn equal(a: &Value, b: &Value, rules: &Rules) -> Fallible<Value> {
    decide(a, b, rules, |answer| answer)
}

/// `a != b`
///
/// # Errors
/// Same as [`equal`].
pub fn not_equal(a: &Value, b: &Value, rules: &Rules) -> Fallible<Value> {
    decide(a, b, rules, opposite)
}

fn decide(a: &Value, b: &Value, rules: &Rules, turn: fn(Tri) -> Tri) -> Fallible<Value> {
    meter::work(PRIMITIVES);
    if let Some(answer) = plain_primitives(a, b) {
        return Ok(truth(turn(Tri::known(answer))));
    }
    if a.ty == b.ty && a.ty.is_primitive() && (is_open(a, b) || is_open(b, a)) {
        return Ok(truth(Tri::Unknown));
    }
    if is_untyped(a) && is_plain_known(b) || is_untyped(b) && is_plain_known(a) {
        return Ok(truth(Tri::Unknown));
    }
    meter::work(COMPOUND);
    // HCL's operators are functions, which unmark all parts of their arguments
    let of_language = rules.forgetful_operators || !rules.exact_ranges && !rules.extended;
    let deep = of_language || a.is_null() == b.is_null();
    let (plain_a, marks_a) = if deep { a.clone().unmark_deep() } else { a.clone().unmark() };
    let (plain_b, marks_b) = if deep { b.clone().unmark_deep() } else { b.clone().unmark() };
    let answer = lift_with(Nulls::Passed, &[&plain_a, &plain_b], rules, &|operands| {
        let [a, b] = operands else { return Ok(truth(Tri::Unknown)) };
        Ok(truth(turn(if rules.exact_ranges { equals_exactly(a, b, rules) } else { equals(a, b, rules) })))
    })?;
    Ok(answer.with_marks(&marks_a.union(&marks_b).outer()))
}

/// The cost in ticks of comparing two primitive values, in addition to their bytes.
const PRIMITIVES: u64 = 16;
/// The cost in ticks of comparing one pair of parts.
const PART: u64 = 32;
/// The cost in ticks of comparing two values that are not primitive.
const COMPOUND: u64 = 256;

/// The result for two known, unmarked primitives: the common case.
fn plain_primitives(a: &Value, b: &Value) -> Option<bool> {
    if !a.marks.is_empty() || !b.marks.is_empty() || !a.ty.is_primitive() || !b.ty.is_primitive() {
        return None;
    }
    match (&a.data, &b.data) {
        (Data::Number(a), Data::Number(b)) => Some(a.equals(b)),
        (Data::String(a), Data::String(b)) => Some(order::equal_strings(a, b)),
        (Data::Bool(a), Data::Bool(b)) => Some(a == b),
        _ => None,
    }
}

/// Returns `true` if one operand is unconstrained, and the other is neither null nor marked.
fn is_open(unknown: &Value, other: &Value) -> bool {
    unknown.is_plain_unknown() && (is_plain_known(other) || other.is_plain_unknown())
}

/// Returns `true` if nothing at all is known about a value.
fn is_untyped(value: &Value) -> bool {
    value.ty.is_any() && value.is_plain_unknown()
}

/// Returns `true` for a known, unmarked primitive.
fn is_plain_known(value: &Value) -> bool {
    let known = matches!(value.data, Data::Bool(_) | Data::Number(_) | Data::String(_));
    known && value.ty.is_primitive() && value.marks.is_empty()
}

/// The equality of two unmarked values, as far as it is certain.
fn equals(a: &Value, b: &Value, rules: &Rules) -> Tri {
    match (&a.data, &b.data) {
        (Data::Null, Data::Null) => return Tri::Yes,
        (Data::Null, _) => return if never_null(b, rules) { Tri::No } else { Tri::Unknown },
        (_, Data::Null) => return if never_null(a, rules) { Tri::No } else { Tri::Unknown },
        (Data::Unknown(x), Data::Unknown(y)) => {
            if x.origin().zip(y.origin()).is_some_and(|(one, other)| one.is_same_reference(other)) {
                return Tri::Yes;
            }
            let apart = !comparable(&a.ty, &b.ty) || disjoint(x, y);
            // nulls of any two types are equal
            let both_null = !never_null(a, rules) && !never_null(b, rules);
            return if apart && !both_null { Tri::No } else { Tri::Unknown };
        }
        (Data::Unknown(_), _) => return outside(a, b),
        (_, Data::Unknown(_)) => return outside(b, a),
        _ => {}
    }
    if !comparable(&a.ty, &b.ty) || differ_in_cty(a, b, rules) {
        return Tri::No;
    }
    meter::work(PART);
    stack::grow(|| known_equals(a, b, &|a, b| equals(a, b, rules), Order::FalseFirst))
}

/// Returns `true` if known values have different types for go-cty, which then stops comparing: `[null]` is
/// not `[tostring(null)]`. Where null has a type of its own, that type does not distinguish values.
fn differ_in_cty(a: &Value, b: &Value, rules: &Rules) -> bool {
    let settled = |value: &Value| !value.ty.has_union() && !value.ty.has_eventual() && !value.has_open_type();
    !rules.null_has_type && a.ty != b.ty && settled(a) && settled(b) && in_cty(&a.ty) != in_cty(&b.ty)
}

/// No if a known value is outside the range of the unknown one; otherwise undecided.
fn outside(unknown: &Value, known: &Value) -> Tri {
    let Data::Unknown(range) = &unknown.data else { return Tri::Unknown };
    let apart = !comparable(&unknown.ty, &known.ty) || disjoint(range, &known.range());
    let listed = range.one_of().is_none_or(|values| {
        !known.is_wholly_known() || values.iter().any(|value| known_matches(value, known))
    });
    let fits = known.as_str().is_none_or(|text| range.admits_text(text));
    if apart || !listed || !fits { Tri::No } else { Tri::Unknown }
}

fn known_matches(a: &Value, b: &Value) -> bool {
    equals(a, b, &Rules::hcl()) == Tri::Yes
}

fn never_null(value: &Value, rules: &Rules) -> bool {
    match &value.data {
        Data::Null => false,
        Data::Unknown(range) => {
            range.null() == Nullness::Never || rules.null_has_type && !admits_null(&value.ty)
        }
        _ => true,
    }
}

/// The precedence if one part is unknown and a later part differs.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    /// The first part that is not equal decides, as in go-cty.
    InOrder,
    /// A difference in any part decides.
    FalseFirst,
}

/// The equality of two known values that are not null.
fn known_equals(a: &Value, b: &Value, part: &dyn Fn(&Value, &Value) -> Tri, order: Order) -> Tri {
    match (&a.data, &b.data) {
        (Data::Bool(a), Data::Bool(b)) => Tri::known(a == b),
        (Data::Number(a), Data::Number(b)) => Tri::known(a.equals(b)),
        (Data::String(a), Data::String(b)) => Tri::known(order::equal_strings(a, b)),
        (Data::Sequence(x), Data::Sequence(y)) if is_set(a) || is_set(b) => sets(x, y, order),
        (Data::Sequence(a), Data::Sequence(b)) => {
            if a.len() != b.len() {
                return Tri::No;
            }
            all(a.iter().zip(b.iter()).map(|(a, b)| part(a, b)), order)
        }
        (Data::Map(a), Data::Map(b)) => {
            if a.len() != b.len() || a.iter().zip(b.iter()).any(|(a, b)| a.0 != b.0) {
                return Tri::No;
            }
            all(a.iter().zip(b.iter()).map(|(a, b)| part(&a.1, &b.1)), order)
        }
        _ => Tri::No,
    }
}

fn is_set(value: &Value) -> bool {
    matches!(value.ty_now().kind(), TypeKind::Set(_))
}

fn all(parts: impl Iterator<Item = Tri>, order: Order) -> Tri {
    let mut answer = Tri::Yes;
    for part in parts {
        match part {
            Tri::Yes => {}
            Tri::No => return Tri::No,
            Tri::Unknown if order == Order::InOrder => return Tri::Unknown,
            Tri::Unknown => answer = Tri::Unknown,
        }
    }
    answer
}

fn sets(a: &[Value], b: &[Value], order: Order) -> Tri {
    let unknown = |value: &Value| match order {
        Order::InOrder => !value.is_known(),
        Order::FalseFirst => !value.is_wholly_known(),
    };
    if a.iter().chain(b).any(unknown) {
        return Tri::Unknown;
    }
    let inside = |a: &[Value], b: &[Value]| a.iter().all(|value| set::contains(b, value));
    Tri::known(inside(a, b) && inside(b, a))
}

/// Equality as computed by go-cty's `Equals`.
pub(super) fn equals_exactly(a: &Value, b: &Value, rules: &Rules) -> Tri {
    let not_null = |value: &Value| value.definitely_not_null();
    if a.is_null() && not_null(b) || b.is_null() && not_null(a) {
        return Tri::No;
    }
    match (a.is_known(), b.is_known()) {
        (false, false) => return Tri::Unknown,
        (true, false) => return known_and_unknown(a, b, rules),
        (false, true) => return known_and_unknown(b, a, rules),
        (true, true) => {}
    }
    if a.is_null() || b.is_null() {
        return Tri::known(a.is_null() && b.is_null());
    }
    if a.has_open_type() || b.has_open_type() {
        let fits = crate::range::conforms(&a.ty, &b.ty) || crate::range::conforms(&b.ty, &a.ty);
        return if fits { Tri::Unknown } else { Tri::No };
    }
    if a.ty != b.ty {
        return Tri::No;
    }
    stack::grow(|| known_equals(a, b, &|a, b| equals_exactly(a, b, rules), Order::InOrder))
}

fn known_and_unknown(known: &Value, unknown: &Value, rules: &Rules) -> Tri {
    if includes(unknown, known, rules) == Tri::No {
        return Tri::No;
    }
    let open = known.is_null() || unknown.ty.has_any() || known.ty == unknown.ty;
    if open { Tri::Unknown } else { Tri::No }
}
