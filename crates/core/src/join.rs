//! The join: the narrowest value that covers two possible values of one type.

use crate::{Rules, Value};

/// What is known of a value that is one of these; all have one type. Of none of them: unknown `any`.
pub fn join(values: &[Value], rules: &Rules) -> Value {
    let _ = rules;
    match values {
        [] => Value::dynamic(),
        [first, rest @ ..] if rest.iter().all(|value| value.same(first)) => first.clone(),
        [first, ..] => Value::unknown(first.ty().clone()),
    }
}
