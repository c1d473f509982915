//! Operations of the language on values: one operand may be unknown, null, marked, a union or an
//! eventual; `lift` sees to that.

use hclx_diag::{Fallible, Fault, code_names as codes};

use crate::{Rules, Value};

macro_rules! later {
    ($($(#[$doc:meta])* $name:ident;)*) => { $(
        $(#[$doc])*
        pub fn $name(a: &Value, b: &Value, rules: &Rules) -> Fallible<Value> {
            let _ = (a, b, rules);
            Err(Fault::new(codes::NOT_SUPPORTED, concat!(stringify!($name), " is not supported yet")))
        }
    )* };
}

later! {
    /// `a + b`
    add;
    /// `a - b`
    subtract;
    /// `a * b`
    multiply;
    /// `a / b`
    divide;
    /// `a % b`
    modulo;
    /// `a && b`
    and;
    /// `a || b`
    or;
    /// `a == b`
    equal;
    /// `a != b`
    not_equal;
    /// `a < b`
    less;
    /// `a <= b`
    less_equal;
    /// `a > b`
    greater;
    /// `a >= b`
    greater_equal;
    /// `collection[key]`
    index;
    /// Whether `collection[key]` is there.
    has_index;
    /// Whether a set holds an element.
    has_element;
}

fn later<T>() -> Fallible<T> {
    Err(Fault::new(codes::NOT_SUPPORTED, "this operation is not supported yet"))
}

/// `-a`
pub fn negate(_value: &Value, _rules: &Rules) -> Fallible<Value> {
    later()
}

/// `!a`
pub fn not(_value: &Value, _rules: &Rules) -> Fallible<Value> {
    later()
}

/// The absolute value.
pub fn absolute(_value: &Value, _rules: &Rules) -> Fallible<Value> {
    later()
}

/// `value.name`
pub fn attribute(_value: &Value, _name: &str, _rules: &Rules) -> Fallible<Value> {
    later()
}

/// The number of elements.
pub fn length(_value: &Value, _rules: &Rules) -> Fallible<Value> {
    later()
}
