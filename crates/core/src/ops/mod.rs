//! Operations of the language on values.
//!
//! Operands may be unknown, null, marked, unions or promises; `lift` handles these. Operands are converted to
//! the type that the operation requires. Unknown operands lead to an unknown result with the narrowest sound
//! range or, under `rules.exact_ranges`, with go-cty's range. Faults carry the index of the operand at fault
//! (`Fault::argument_index`).
//!
//! ```
//! use hclx_core::{Number, Refiner, Rules, Type, Value, ops};
//! let rules = Rules::hcl();
//! let port = Refiner::new(Value::unknown(Type::NUMBER)).min(Number::from(1024i64), true)?.finish()?;
//! let next = ops::add(&port, &Value::number(Number::from(1i64)), &rules)?;
//! assert_eq!(next.to_string(), "unknown(number, not_null, min(1025))");
//! assert_eq!(ops::less(&next, &Value::number(Number::from(80i64)), &rules)?, Value::FALSE);
//! # Ok::<(), hclx_diag::Fault>(())
//! ```

mod access;
mod arithmetic;
mod compare;
mod equality;
mod interval;
mod logic;
mod measure;

pub use access::{attribute, index};
pub use arithmetic::{absolute, add, divide, modulo, multiply, negate, subtract};
pub use compare::{greater, greater_equal, less, less_equal};
pub use equality::{equal, not_equal};
pub use logic::{and, not, or};
pub use measure::{has_element, has_index, length, text_length};

use hclx_diag::Fallible;

use crate::value::Tri;
use crate::{Range, Rules, Type, Value, convert};

/// Converts an operand to a type; a fault carries its index.
fn operand(operands: &[Value], index: usize, to: &Type, rules: &Rules) -> Fallible<Value> {
    convert(&operands[index], to, rules).map_err(|fault| fault.argument(index))
}

/// A bool; if the answer is open, a non-null unknown bool.
fn truth(answer: Tri) -> Value {
    match answer {
        Tri::Yes => Value::TRUE,
        Tri::No => Value::FALSE,
        Tri::Unknown => Value::unknown_in(Type::BOOL, Range::not_null()),
    }
}
