//! Facts about an unknown value, as the flags of `refine` and the operations of `batch` give them.

use hclx_core::{Number, Refiner, Rules, Value};
use hclx_diag::{Diagnostic, Fallible, Fault, SourceId, TextRange, code_names as codes};

use super::given_value;
use crate::Settings;

/// A fact about a value; the names are those of the flags.
#[derive(Clone, Debug)]
pub enum Fact {
    /// `--not-null`
    NotNull,
    /// `--null`
    Null,
    /// `--prefix`: trimmed of what may still combine with what follows.
    Prefix(String),
    /// `--prefix-full`
    PrefixFull(String),
    /// `--min`, and `--above` if not inclusive.
    Min(Number, bool),
    /// `--max`, and `--below` if not inclusive.
    Max(Number, bool),
    /// `--length-min`
    LengthMin(usize),
    /// `--length-max`
    LengthMax(usize),
    /// `--length`
    Length(usize),
    /// `--one-of`
    OneOf(Vec<Value>),
}

impl Fact {
    /// The fact of a name (`length-min`, `length_min`) and its argument as text.
    ///
    /// # Errors
    /// An unknown name, or an argument of the wrong form.
    pub fn parse(name: &str, argument: Option<&str>) -> Fallible<Fact> {
        let text = argument.unwrap_or_default();
        Ok(match name {
            "not-null" | "not_null" => Fact::NotNull,
            "null" => Fact::Null,
            "prefix" => Fact::Prefix(text.to_owned()),
            "prefix-full" | "prefix_full" => Fact::PrefixFull(text.to_owned()),
            "min" => Fact::Min(number(text)?, true),
            "above" => Fact::Min(number(text)?, false),
            "max" => Fact::Max(number(text)?, true),
            "below" => Fact::Max(number(text)?, false),
            "length-min" | "length_min" => Fact::LengthMin(length(text)?),
            "length-max" | "length_max" => Fact::LengthMax(length(text)?),
            "length" => Fact::Length(length(text)?),
            _ => return Err(Fault::new(codes::BAD_REQUEST, format!("`{name}` is no refinement"))),
        })
    }

    /// The fact that a flag gives; `source` holds its argument.
    ///
    /// # Errors
    /// What is wrong with the argument, placed.
    pub fn read(source: SourceId, name: &str, argument: Option<&str>) -> Result<Fact, Vec<Diagnostic>> {
        let text = argument.unwrap_or_default();
        if matches!(name, "one-of" | "one_of") {
            let list = given_value(source, text, &Settings::default())?;
            let place = TextRange::new(0, text.len() as u32).in_source(source);
            return Fact::one_of(&list).map_err(|fault| vec![fault.at(place)]);
        }
        let place = TextRange::new(0, text.len() as u32).in_source(source);
        Fact::parse(name, argument).map_err(|fault| vec![fault.at(place)])
    }

    /// One of the elements of a list, set or tuple.
    ///
    /// # Errors
    /// If `list` is none of these, or is not known.
    pub fn one_of(list: &Value) -> Fallible<Fact> {
        match list.elements().filter(|_| !list.ty().is_primitive() && list.ty().as_object().is_none()) {
            Some(elements) => Ok(Fact::OneOf(elements.to_vec())),
            None => Err(Fault::new(codes::BAD_REQUEST, "expected a list of values, such as [\"a\", \"b\"]")),
        }
    }

    fn apply(&self, refiner: Refiner) -> Fallible<Refiner> {
        match self {
            Fact::NotNull => refiner.not_null(),
            Fact::Null => refiner.null(),
            Fact::Prefix(text) => refiner.prefix(text),
            Fact::PrefixFull(text) => refiner.prefix_full(text),
            Fact::Min(number, inclusive) => refiner.min(number.clone(), *inclusive),
            Fact::Max(number, inclusive) => refiner.max(number.clone(), *inclusive),
            Fact::LengthMin(length) => refiner.length_min(*length),
            Fact::LengthMax(length) => refiner.length_max(*length),
            Fact::Length(length) => refiner.length(*length),
            Fact::OneOf(values) => refiner.one_of(values.clone()),
        }
    }
}

fn number(text: &str) -> Fallible<Number> {
    let wrong = || Fault::new(codes::BAD_REQUEST, format!("expected a number, found `{text}`"));
    match text {
        "inf" => Ok(Number::infinity(false)),
        "-inf" => Ok(Number::infinity(true)),
        _ if !text.starts_with(|c: char| c.is_ascii_digit() || c == '-') => Err(wrong()),
        _ => match text.strip_prefix('-') {
            Some(positive) => Number::parse_literal(positive).map(|number| number.neg()).map_err(|_| wrong()),
            None => Number::parse_literal(text).map_err(|_| wrong()),
        },
    }
}

fn length(text: &str) -> Fallible<usize> {
    text.parse().map_err(|_| Fault::new(codes::BAD_REQUEST, format!("expected a length, found `{text}`")))
}

/// Narrows a value by facts, in order.
///
/// # Errors
/// The fault and the number of the fact that gave it (the number of facts if it came at the end):
/// a contradiction, or a fact that the type does not have.
pub fn refine(value: Value, facts: &[Fact], _rules: &Rules) -> Result<Value, (Fault, usize)> {
    let mut refiner = Refiner::new(value);
    for (index, fact) in facts.iter().enumerate() {
        refiner = fact.apply(refiner).map_err(|fault| (fault, index))?;
    }
    refiner.finish().map_err(|fault| (fault, facts.len()))
}
