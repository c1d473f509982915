//! Individual facts: their strength, the values that satisfy them, and their notation.

use super::{Bound, Facts, Range, TextLength};
use crate::value::{Data, set};
use crate::{Arithmetic, Number, TypeKind, Value};

impl Bound {
    /// Returns `true` if a number satisfies the bound as a lower one.
    pub fn is_below(&self, number: &Number) -> bool {
        let order = number.compare(&self.number);
        order.is_gt() || self.inclusive && order.is_eq()
    }

    /// Returns `true` if a number satisfies the bound as an upper one.
    pub fn is_above(&self, number: &Number) -> bool {
        let order = number.compare(&self.number);
        order.is_lt() || self.inclusive && order.is_eq()
    }

    /// `min(5)` or `above(5)`
    pub(crate) fn lower_text(&self) -> String {
        lower_name(&self.number, self.inclusive)
    }

    /// `max(5)` or `below(5)`
    pub(crate) fn upper_text(&self) -> String {
        upper_name(&self.number, self.inclusive)
    }

    /// The lower bound for integers: inclusive and integral.
    pub(crate) fn whole_lower(&self) -> Bound {
        let whole = self.number.ceil();
        // At a fraction, rounding has already excluded the bound.
        let next = !self.inclusive && self.number.is_integer();
        Bound { number: if next { step(&whole, 1) } else { whole }, inclusive: true }
    }

    /// The upper bound for integers: inclusive and integral.
    pub(crate) fn whole_upper(&self) -> Bound {
        let whole = self.number.floor();
        let next = !self.inclusive && self.number.is_integer();
        Bound { number: if next { step(&whole, -1) } else { whole }, inclusive: true }
    }
}

fn step(number: &Number, by: i64) -> Number {
    // A number with too many bits to be exact has no neighbor.
    number.exact(Arithmetic::Add, &Number::from(by)).map_or_else(
        || number.add(&Number::from(by)).unwrap_or_else(|_| number.clone()),
        |next| next.unwrap_or_else(|_| number.clone()),
    )
}

/// The notation of a lower bound.
pub(crate) fn lower_name(number: &Number, inclusive: bool) -> String {
    format!("{}({})", if inclusive { "min" } else { "above" }, crate::notation::number_text(number))
}

/// The notation of an upper bound.
pub(crate) fn upper_name(number: &Number, inclusive: bool) -> String {
    format!("{}({})", if inclusive { "max" } else { "below" }, crate::notation::number_text(number))
}

/// Returns `true` if a lower bound is at least as strong as an older one and replaces it. An inclusive bound
/// never replaces an exclusive one at the same number.
pub(crate) fn stronger_lower(new: &Bound, old: &Bound) -> bool {
    let order = new.number.compare(&old.number);
    order.is_gt() || order.is_eq() && (!new.inclusive || old.inclusive)
}

/// Returns `true` if an upper bound is at least as strong as an older one.
pub(crate) fn stronger_upper(new: &Bound, old: &Bound) -> bool {
    let order = new.number.compare(&old.number);
    order.is_lt() || order.is_eq() && (!new.inclusive || old.inclusive)
}

/// The minimum and maximum length of a known collection: elements of a set may turn out to be equal as long
/// as one of them is unknown.
pub(crate) fn known_length(value: &Value) -> Option<(usize, usize)> {
    let length = value.length()?;
    let open = matches!(value.ty_now().kind(), TypeKind::Set(_)) && length > 1 && !value.is_wholly_known();
    Some((if open { 1 } else { length }, length))
}

/// Distinct values in a fixed order.
pub(crate) fn distinct(values: Vec<Value>) -> Vec<Value> {
    set::normalize(values)
}

impl Range {
    /// Returns `true` if a string has the prefix and may have the length.
    pub(crate) fn admits_text(&self, text: &str) -> bool {
        self.more.as_ref().is_none_or(|facts| facts.admit_text(text))
    }
}

impl Facts {
    /// Returns `true` if a known non-null value satisfies all facts except the list of values.
    pub(crate) fn admit(&self, value: &Value) -> bool {
        if let Some(shape) = &self.shape {
            return super::shape::fits(shape, self, value);
        }
        if let Some(several) = &self.several {
            return several.values().iter().any(|one| super::shape::is_one(one, value));
        }
        match &value.data {
            Data::Number(number) => {
                self.min.as_ref().is_none_or(|bound| bound.is_below(number))
                    && self.max.as_ref().is_none_or(|bound| bound.is_above(number))
            }
            Data::String(text) => self.admit_text(text),
            Data::Sequence(_) | Data::Map(_) if value.ty_now().is_collection() => {
                let fits = |(low, high)| high >= self.len_min && self.len_max.is_none_or(|max| low <= max);
                known_length(value).is_none_or(fits)
                    && self.members.as_ref().is_none_or(|members| members.are_in(value))
            }
            _ => true,
        }
    }

    /// Returns `true` if a string has the prefix and may have the length.
    pub(super) fn admit_text(&self, text: &str) -> bool {
        let length = || TextLength::of_text(text);
        self.prefix.as_ref().is_none_or(|prefix| text.starts_with(&**prefix))
            && (self.len_min == 0 || length().most.is_none_or(|most| most >= self.len_min))
            && self.len_max.is_none_or(|most| length().least <= most)
    }
}
