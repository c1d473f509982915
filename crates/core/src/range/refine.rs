//! The builder: narrows an unknown, or asserts facts of a known value.

use hclx_diag::{Fallible, Fault, code_names as codes};

use crate::{Number, Value};

/// Narrows a value step by step; [`Refiner::finish`] gives the narrower value.
#[derive(Clone, Debug)]
pub struct Refiner {
    value: Value,
}

fn later<T>() -> Fallible<T> {
    Err(Fault::new(codes::NOT_SUPPORTED, "refinement is not supported yet"))
}

impl Refiner {
    /// Starts from what is known of the value.
    pub fn new(value: Value) -> Self {
        Self { value }
    }

    /// It is not null.
    pub fn not_null(self) -> Fallible<Self> {
        later()
    }

    /// It is null.
    pub fn null(self) -> Fallible<Self> {
        later()
    }

    /// The number is at least (or above) this.
    pub fn min(self, _number: Number, _inclusive: bool) -> Fallible<Self> {
        later()
    }

    /// The number is at most (or below) this.
    pub fn max(self, _number: Number, _inclusive: bool) -> Fallible<Self> {
        later()
    }

    /// The string starts with this, but for what may still combine at its end.
    pub fn prefix(self, text: &str) -> Fallible<Self> {
        let safe = safe_prefix(text);
        self.prefix_full(&safe)
    }

    /// The string starts with exactly this.
    pub fn prefix_full(self, _text: &str) -> Fallible<Self> {
        later()
    }

    /// At least so many elements.
    pub fn length_min(self, _length: usize) -> Fallible<Self> {
        later()
    }

    /// At most so many elements.
    pub fn length_max(self, _length: usize) -> Fallible<Self> {
        later()
    }

    /// Exactly so many elements.
    pub fn length(self, length: usize) -> Fallible<Self> {
        self.length_min(length)?.length_max(length)
    }

    /// One of these values (or null, if it may be).
    pub fn one_of(self, _values: Vec<Value>) -> Fallible<Self> {
        later()
    }

    /// The narrower value.
    pub fn finish(self) -> Fallible<Value> {
        Ok(self.value)
    }
}

/// The part of a prefix that stays a prefix whatever follows: what may combine with the next
/// character is cut off.
pub fn safe_prefix(prefix: &str) -> String {
    prefix.to_owned()
}
