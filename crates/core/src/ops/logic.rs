//! Logic: `&& || !`.

use hclx_diag::{Fallible, Fault, code_names as codes};

use super::{operand, truth};
use crate::lift::{Nulls, lift_with};
use crate::value::{Data, Tri};
use crate::{Rules, Type, Value};

/// `a && b`; false if either operand is false, even if the other one is unknown.
///
/// # Errors
/// An operand that is null or not a bool.
pub fn and(a: &Value, b: &Value, rules: &Rules) -> Fallible<Value> {
    binary(a, b, rules, |a, b| match (a, b) {
        (Tri::No, _) | (_, Tri::No) => Tri::No,
        (Tri::Yes, Tri::Yes) => Tri::Yes,
        _ => Tri::Unknown,
    })
}

/// `a || b`; true if either operand is true, even if the other one is unknown.
///
/// # Errors
/// An operand that is null or not a bool.
pub fn or(a: &Value, b: &Value, rules: &Rules) -> Fallible<Value> {
    binary(a, b, rules, either)
}

/// The disjunction of two three-valued answers.
pub(super) fn either(a: Tri, b: Tri) -> Tri {
    match (a, b) {
        (Tri::Yes, _) | (_, Tri::Yes) => Tri::Yes,
        (Tri::No, Tri::No) => Tri::No,
        _ => Tri::Unknown,
    }
}

/// `!a`
///
/// # Errors
/// An operand that is null or not a bool.
pub fn not(value: &Value, rules: &Rules) -> Fallible<Value> {
    if let Some(answer) = plain(value) {
        return Ok(truth(opposite(answer)));
    }
    let result = crate::lift(&[value], rules, |operands| Ok(truth(opposite(answer(operands, 0, rules)?))))?;
    Ok(if rules.forgetful_operators && !value.is_known() { result.unmark().0 } else { result })
}

/// The negation of a three-valued answer.
pub(super) const fn opposite(answer: Tri) -> Tri {
    match answer {
        Tri::Yes => Tri::No,
        Tri::No => Tri::Yes,
        Tri::Unknown => Tri::Unknown,
    }
}

fn binary(a: &Value, b: &Value, rules: &Rules, decide: fn(Tri, Tri) -> Tri) -> Fallible<Value> {
    // an operator that evaluates both sides is a function call, which never receives an unknown argument
    let is_call = rules.exact_ranges && rules.eager_logic;
    let decide = |x: Tri, y: Tri| match [x, y].contains(&Tri::Unknown) && is_call {
        true => Tri::Unknown,
        false => decide(x, y),
    };
    if let (Some(x), Some(y)) = (plain(a), plain(b)) {
        return Ok(truth(decide(x, y)));
    }
    let nulls = if rules.eager_logic { Nulls::Refused } else { Nulls::Passed };
    lift_with(nulls, &[a, b], rules, &|operands| {
        let (a, b) = (side(operands, 0, rules)?, side(operands, 1, rules)?);
        let decided = decide(a.unwrap_or(Tri::Unknown), b.unwrap_or(Tri::Unknown));
        // if one side decides, or may turn out to decide, the other side may be null
        let open = decided != Tri::Unknown || !rules.exact_ranges && [a, b].contains(&Some(Tri::Unknown));
        match [a, b].iter().position(Option::is_none) {
            Some(index) if !open => {
                Err(Fault::new(codes::NULL_OPERAND, "expected a bool, found null").argument(index))
            }
            _ => Ok(truth(decided)),
        }
    })
}

/// The truth of an unmarked bool that is known or unconstrained: the common case.
fn plain(value: &Value) -> Option<Tri> {
    if *value.ty() != Type::BOOL || !value.marks().is_empty() {
        return None;
    }
    match value.data() {
        Data::Bool(known) => Some(Tri::known(*known)),
        Data::Unknown(range) if range.is_plain() => Some(Tri::Unknown),
        _ => None,
    }
}

/// The truth of an operand; `None` if it is null.
fn side(operands: &[Value], index: usize, rules: &Rules) -> Fallible<Option<Tri>> {
    let value = operand(operands, index, &Type::BOOL, rules)?;
    Ok((!value.is_null()).then(|| value.as_bool().map_or(Tri::Unknown, Tri::known)))
}

fn answer(operands: &[Value], index: usize, rules: &Rules) -> Fallible<Tri> {
    Ok(side(operands, index, rules)?.unwrap_or(Tri::Unknown))
}
