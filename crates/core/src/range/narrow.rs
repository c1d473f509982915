//! Narrowing of unknown results by facts that cannot contradict them.

use hclx_diag::Fallible;

use crate::{Refiner, TextLength, Value, nfc, safe_prefix, stable_prefix};

/// A value narrowed by `step`, or unchanged if the step does not apply.
pub fn narrowed(value: Value, step: impl FnOnce(Refiner) -> Fallible<Refiner>) -> Value {
    step(Refiner::new(value.clone())).and_then(Refiner::finish).unwrap_or(value)
}

/// A string narrowed to a known prefix, which any characters may follow. go-cty drops the prefix from the
/// first line break on.
pub fn beginning(value: Value, text: &str, exact: bool) -> Value {
    let text = nfc(text);
    let stable = if exact { safe_prefix(&text) } else { stable_prefix(&text) };
    narrowed(value, |refiner| refiner.prefix_full(stable))
}

/// A collection narrowed to a range of lengths.
pub fn with_lengths(value: Value, least: usize, most: Option<usize>) -> Value {
    if least == 0 && most.is_none() {
        return value;
    }
    let signed = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
    narrowed(value, |refiner| {
        let refiner = refiner.length_min(signed(least))?;
        match most {
            Some(most) => refiner.length_max(signed(most)),
            None => Ok(refiner),
        }
    })
}

impl TextLength {
    /// An unknown string narrowed to these bounds.
    pub fn narrow(self, value: Value) -> Value {
        match (self.least, self.most) {
            (0, None) => value,
            (least, most) => narrowed(value, |refiner| refiner.characters(least, most)),
        }
    }
}
