//! The range that describes a value that is known already.

use super::facts::known_length;
use super::{Bound, Facts, Nullness, Range};
use crate::Value;
use crate::value::Data;

/// The range of any value.
pub(crate) fn of_value(value: &Value) -> Range {
    match &value.data {
        Data::Null => Range::any().with_null(Nullness::Always),
        Data::Unknown(range) => range.clone(),
        Data::Bool(_) => Range::not_null(),
        Data::Number(number) => {
            let bound = Some(Bound { number: number.clone(), inclusive: true });
            Range::from_facts(Nullness::Never, Facts { min: bound.clone(), max: bound, ..Facts::default() })
        }
        Data::String(text) => {
            let prefix = (!text.is_empty()).then(|| text.clone());
            Range::from_facts(Nullness::Never, Facts { prefix, ..Facts::default() })
        }
        Data::Sequence(_) | Data::Map(_) => of_collection(value),
    }
}

fn of_collection(value: &Value) -> Range {
    match known_length(value) {
        // go-cty says nothing at all of a set whose length is open
        Some((low, high)) if low == high && value.ty_now().is_collection() => Range::from_facts(
            Nullness::Never,
            Facts { len_min: low, len_max: Some(high), ..Facts::default() },
        ),
        _ => Range::not_null(),
    }
}
