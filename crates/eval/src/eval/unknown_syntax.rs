//! The notation of values: an unknown is a call, `unknown(TYPE, REFINEMENT…)`, which is parsed statically,
//! and a marked value is `sensitive(…)`, `ephemeral(…)` or `mark(VALUE, "name")`. Printed values parse to the
//! same values.
//!
//! Out of scope: printing, which values implement themselves.

use hclx_core::{Number, Refiner, Value, nfc};
use hclx_diag::code_names::UNKNOWN_NOTATION;
use hclx_diag::{Fallible, Fault, alternatives, nearest};

/// A fact about an unknown value, with the names used by flags, `unknown(…)` and the batch protocol.
#[derive(Clone, Debug)]
pub enum Refinement {
    /// `not_null`
    NotNull,
    /// `null`
    Null,
    /// `prefix(S)`, without trailing characters that may combine with the next one.
    Prefix(String),
    /// `prefix_full(S)`
    PrefixFull(String),
    /// `min(N)`
    Min(Number),
    /// `above(N)`
    Above(Number),
    /// `max(N)`
    Max(Number),
    /// `below(N)`
    Below(Number),
    /// `length_min(N)`
    LengthMin(i64),
    /// `length_max(N)`
    LengthMax(i64),
    /// `length(N)`
    Length(i64),
    /// `one_of(V…)`
    OneOf(Vec<Value>),
}

/// The names of refinements, in the order in which the documentation lists them.
const REFINEMENTS: &[&str] = &[
    "not_null",
    "null",
    "prefix",
    "prefix_full",
    "min",
    "above",
    "max",
    "below",
    "length_min",
    "length_max",
    "length",
    "one_of",
];

impl Refinement {
    /// The refinement with a name and its arguments.
    ///
    /// # Errors
    /// If the refinement is unknown, or does not accept these arguments.
    pub fn read(name: &str, arguments: &[Value]) -> Fallible<Self> {
        let text = || {
            one(name, arguments, "a string", |value| Some(nfc(value.text()?.unicode().ok()?).into_owned()))
        };
        let number = || one(name, arguments, "a number", |value| value.as_number().cloned());
        let length = || one(name, arguments, "a whole number", |value| value.as_number()?.to_i64());
        let nothing = |refinement: Refinement| match arguments {
            [] => Ok(refinement),
            _ => Err(Fault::new(UNKNOWN_NOTATION, format!("`{name}` takes no argument"))),
        };
        Ok(match name {
            "not_null" => nothing(Refinement::NotNull)?,
            "null" => nothing(Refinement::Null)?,
            "prefix" => Refinement::Prefix(text()?),
            "prefix_full" => Refinement::PrefixFull(text()?),
            "min" => Refinement::Min(number()?),
            "above" => Refinement::Above(number()?),
            "max" => Refinement::Max(number()?),
            "below" => Refinement::Below(number()?),
            "length_min" => Refinement::LengthMin(length()?),
            "length_max" => Refinement::LengthMax(length()?),
            "length" => Refinement::Length(length()?),
            "one_of" => Refinement::OneOf(arguments.to_vec()),
            _ => return Err(no_refinement(name)),
        })
    }

    /// Narrows a value by this fact.
    ///
    /// # Errors
    /// If it contradicts known facts, or if the type does not have such facts.
    pub fn apply(self, to: Refiner) -> Fallible<Refiner> {
        match self {
            Refinement::NotNull => to.not_null(),
            Refinement::Null => to.null(),
            Refinement::Prefix(text) => to.prefix(&text),
            Refinement::PrefixFull(text) => to.prefix_full(&text),
            Refinement::Min(number) => to.min(number, true),
            Refinement::Above(number) => to.min(number, false),
            Refinement::Max(number) => to.max(number, true),
            Refinement::Below(number) => to.max(number, false),
            Refinement::LengthMin(length) => to.length_min(length),
            Refinement::LengthMax(length) => to.length_max(length),
            Refinement::Length(length) => to.length(length),
            Refinement::OneOf(values) => to.one_of(values),
        }
    }
}

fn no_refinement(name: &str) -> Fault {
    let hint = hclx_diag::did_you_mean(nearest(name, REFINEMENTS.iter().copied()));
    Fault::new(UNKNOWN_NOTATION, format!("unknown refinement `{name}`{hint}"))
        .help(format!("available refinements: {}", alternatives(name, REFINEMENTS.iter().copied(), "and")))
}

fn one<T>(name: &str, arguments: &[Value], what: &str, read: impl Fn(&Value) -> Option<T>) -> Fallible<T> {
    match arguments {
        [value] => read(value).ok_or_else(|| {
            let found = crate::values::describe::value(value);
            Fault::new(UNKNOWN_NOTATION, format!("`{name}` takes {what}, found {found}"))
        }),
        _ => Err(Fault::new(
            UNKNOWN_NOTATION,
            format!("`{name}` takes {what}, found {} arguments", arguments.len()),
        )),
    }
}
