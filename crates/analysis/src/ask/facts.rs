//! Facts about an unknown value, as the flags of `refine` and the operations of `batch` give them.

use hclx_core::{Number, Refiner, Value};
use hclx_diag::{Fallible, Fault, code_names as codes};
use hclx_eval::unknown_syntax::Refinement;

/// The refinement with this name, as flags write it (`length-min`) or as operations do (`length_min`), and
/// its argument.
///
/// # Errors
/// An unknown name, or an argument of the wrong form.
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
/// The fault and the number of the fact that gave it (the number of facts if it came at the end):
/// a contradiction, or a fact that the type does not have.
pub fn refine(value: Value, facts: Vec<Refinement>) -> Result<Value, (Fault, usize)> {
    narrow(Refiner::new(value), facts)
}

/// Like [`refine`], but facts that leave no value are always a contradiction; go-cty accepts some of them.
///
/// # Errors
/// As [`refine`].
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
