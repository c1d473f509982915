//! Facts about an unknown value, as given by the flags of `refine` and the operations of `batch`.

use hclx_core::{Number, Refiner, Value};
use hclx_diag::{Fallible, Fault, code_names as codes};
use hclx_eval::Refinement;

/// Parses a refinement. The name is spelled as in flags (`length-min`) or operations (`length_min`).
///
/// # Errors
/// If the name is unknown, or the argument is malformed.
pub fn fact(name: &str, argument: Option<&str>) -> Fallible<Refinement> {
    let name = name.replace('-', "_");
    let argument = match (name.as_str(), argument) {
        (_, None) => return Refinement::read(&name, &[]),
        ("prefix" | "prefix_full", Some(text)) => Value::string(text),
        (_, Some(text)) => Value::number(number(text)?),
    };
    Refinement::read(&name, &[argument])
}

fn number(text: &str) -> Fallible<Number> {
    Number::parse_string(text)
        .ok_or_else(|| Fault::new(codes::BAD_REQUEST, format!("expected a number, found `{text}`")))
}

/// Narrows a value by facts, in order.
///
/// # Errors
/// The fault and the index of the fact that caused it (the number of facts if it only appeared at
/// the end): a contradiction, or a fact that does not apply to the type.
pub fn refine(value: Value, facts: Vec<Refinement>) -> Result<Value, (Fault, usize)> {
    narrow(Refiner::new(value), facts)
}

/// Like [`refine`], but facts that exclude every value are always a contradiction; go-cty accepts some of
/// them.
///
/// # Errors
/// The errors of [`refine`].
pub fn refine_strictly(value: Value, facts: Vec<Refinement>) -> Result<Value, (Fault, usize)> {
    narrow(Refiner::strict(value), facts)
}

fn narrow(mut refiner: Refiner, facts: Vec<Refinement>) -> Result<Value, (Fault, usize)> {
    let count = facts.len();
    for (index, fact) in facts.into_iter().enumerate() {
        refiner = fact.apply(refiner).map_err(|fault| (fault, index))?;
    }
    refiner.finish().map_err(|fault| (fault, count))
}
