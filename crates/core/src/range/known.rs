//! The range that describes a known value.

use super::facts::known_length;
use super::{Bound, Facts, Nullness, Range};
use crate::Value;
use crate::value::Data;

/// The range of any value.
pub(crate) fn of_value(value: &Value) -> Range {
    match &value.data {
        Data::Null => Range::any().with_null(Nullness::Always),
        Data::Unknown(range) => range.clone(),
        _ => Range::from_facts(Nullness::Never, facts_of_known(value)),
    }
}

/// The facts of any value; a list of values is replaced by the facts it implies.
pub(crate) fn facts_of(value: &Value) -> Facts {
    match &value.data {
        Data::Unknown(range) => range.hull().facts(),
        _ => facts_of_known(value),
    }
}

fn facts_of_known(value: &Value) -> Facts {
    match &value.data {
        Data::Null | Data::Unknown(_) | Data::Bool(_) => Facts::default(),
        Data::Number(number) => {
            let bound = Some(Bound { number: number.clone(), inclusive: true });
            Facts { min: bound.clone(), max: bound, ..Facts::default() }
        }
        Data::String(text) => Facts { prefix: (!text.is_empty()).then(|| text.clone()), ..Facts::default() },
        Data::Sequence(_) | Data::Map(_) => facts_of_collection(value),
    }
}

fn facts_of_collection(value: &Value) -> Facts {
    match known_length(value) {
        // go-cty has no facts about a set whose length is open
        Some((low, high)) if low == high && value.ty_now().is_collection() => {
            Facts { len_min: low, len_max: Some(high), ..Facts::default() }
        }
        _ => Facts::default(),
    }
}
