//! Values of Mull during evaluation: data that may be partly unknown.
//!
//! A value is JSON data in source order, plus undefined (which is omitted in output) and unknown values.
//! Primitive unknowns have the ranges of the shared algebra. The static type is not stored in the value.

mod data;
mod equal;
mod json;
mod yaml;

use std::cmp::Ordering;
use std::sync::Arc;

use hclx_core::{Data, Number, Rules, Type, TypeKind, Value, charge_elements, charge_string, order};

use super::ty::{Ty, TyKind};

pub use equal::equal;

/// The rules of the algebra under which Mull is evaluated: null has a type of its own.
pub const RULES: Rules = Rules::extended();

/// A value.
#[derive(Clone, Debug)]
pub enum Val {
    /// No value: omitted from its collection.
    Undefined,
    /// Null.
    Null,
    /// A bool.
    Bool(bool),
    /// A number; its type determines whether it is an int.
    Number(Number),
    /// A string.
    String(Arc<str>),
    /// An array, tuple or set.
    Array(Arc<Vec<Val>>),
    /// An object or map.
    Object(Arc<Fields>),
    /// Unknown: an unknown of the algebra. If its type is bool, int, number or string, it has a range;
    /// otherwise it has type any, and the static type determines whether it may be null or undefined.
    Unknown(Value),
}

/// Entries in source order, with unique names.
#[derive(Clone, Debug, Default)]
pub struct Fields {
    pub(crate) entries: crate::maps::IndexMap<Arc<str>, Val>,
}

impl Fields {
    /// Creates an object without entries.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of an entry.
    pub fn get(&self, name: &str) -> Option<&Val> {
        self.entries.get(name)
    }

    /// Returns `true` if there is an entry with this name.
    pub fn has(&self, name: &str) -> bool {
        self.entries.contains_key(name)
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns `true` if there are no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entries in source order.
    pub fn iter(&self) -> impl Iterator<Item = (&Arc<str>, &Val)> {
        self.entries.iter()
    }

    /// Adds an entry at the end, or replaces the entry with this name and returns its old value.
    pub fn insert(&mut self, name: Arc<str>, value: Val) -> Option<Val> {
        self.entries.insert(name, value)
    }

    /// The entries in the order of enumeration: strings by code point, numbers by value, false before true
    /// (Mull §9.3). `key` is the type of the keys.
    pub fn sorted(&self, key: KeyKind) -> Vec<(&Arc<str>, &Val)> {
        let mut entries: Vec<_> = self.entries.iter().collect();
        match key {
            // `false` is less than `true` as a string too
            KeyKind::String | KeyKind::Bool => order::sort(&mut entries, |a, b| order::strings(a.0, b.0)),
            KeyKind::Number => order::sort(&mut entries, |a, b| by_value(a.0, b.0)),
        }
        entries
    }
}

impl FromIterator<(Arc<str>, Val)> for Fields {
    fn from_iter<I: IntoIterator<Item = (Arc<str>, Val)>>(entries: I) -> Self {
        Self { entries: entries.into_iter().collect() }
    }
}

/// Orders numbers by value, then other strings.
fn by_value(a: &str, b: &str) -> Ordering {
    match (Number::parse_exact_string(a), Number::parse_exact_string(b)) {
        // Different spellings of a number still have an order.
        (Some(x), Some(y)) => x.compare(&y).then_with(|| a.cmp(b)),
        (x, y) => y.is_some().cmp(&x.is_some()).then_with(|| a.cmp(b)),
    }
}

/// The kind of a map's keys, which are stored and printed as strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyKind {
    /// Strings.
    String,
    /// Ints and numbers.
    Number,
    /// Bools.
    Bool,
}

impl KeyKind {
    /// The kind of a key type that is not a declared type.
    pub fn of(key: &Ty) -> Self {
        match key.kind() {
            TyKind::Int | TyKind::Number => Self::Number,
            TyKind::Bool => Self::Bool,
            _ => Self::String,
        }
    }

    /// The key as a value; a string if it does not parse as such a key.
    pub fn value(self, text: &Arc<str>) -> Val {
        match self {
            Self::Bool if &**text == "true" || &**text == "false" => Val::Bool(&**text == "true"),
            Self::Number => {
                Number::parse_exact_string(text).map_or_else(|| Val::String(text.clone()), Val::Number)
            }
            _ => Val::String(text.clone()),
        }
    }
}

impl Val {
    /// The value with the keys of all objects sorted.
    #[must_use]
    pub fn with_sorted_keys(&self) -> Self {
        deep(|| match self {
            Val::Array(elements) => Val::array(elements.iter().map(Val::with_sorted_keys).collect()),
            Val::Object(fields) => {
                let entries = fields.sorted(KeyKind::String).into_iter();
                Val::object(entries.map(|(name, value)| (Arc::clone(name), value.with_sorted_keys())))
            }
            other => other.clone(),
        })
    }

    /// A value about which nothing is known.
    pub const fn unknown() -> Self {
        Val::Unknown(Value::dynamic())
    }

    /// A string.
    pub fn string(text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        charge_string(text.len());
        Val::String(text)
    }

    /// An integer.
    pub fn int(number: i64) -> Self {
        Val::Number(Number::from(number))
    }

    /// Creates an array. The memory of its elements is charged to the budget of the evaluation.
    pub fn array(elements: Vec<Val>) -> Self {
        charge_elements(elements.len(), size_of::<Val>());
        Val::Array(Arc::new(elements))
    }

    /// An object or map.
    pub fn object(entries: impl IntoIterator<Item = (Arc<str>, Val)>) -> Self {
        Val::fields(entries.into_iter().collect())
    }

    /// Creates an object or map from existing entries, whose memory is charged like that of arrays.
    pub fn fields(fields: Fields) -> Self {
        // an entry also has its hash and its position in the index
        charge_elements(fields.len() + 1, size_of::<(u64, usize, Arc<str>, Val)>());
        Val::Object(Arc::new(fields))
    }

    /// Returns `true` for null or undefined.
    pub const fn is_none(&self) -> bool {
        matches!(self, Val::Null | Val::Undefined)
    }

    /// The bool, if it is a known one.
    pub const fn as_bool(&self) -> Option<bool> {
        match self {
            Val::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The number, if it is a known one.
    pub const fn as_number(&self) -> Option<&Number> {
        match self {
            Val::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The contents of a known string.
    pub const fn as_str(&self) -> Option<&Arc<str>> {
        match self {
            Val::String(text) => Some(text),
            _ => None,
        }
    }

    /// The elements, if it is an array.
    pub fn as_array(&self) -> Option<&[Val]> {
        match self {
            Val::Array(elements) => Some(elements),
            _ => None,
        }
    }

    /// The entries, if it is an object or map.
    pub fn as_object(&self) -> Option<&Fields> {
        match self {
            Val::Object(fields) => Some(fields),
            _ => None,
        }
    }

    /// Returns `true` if the value itself is known; its parts may be unknown.
    pub const fn is_known(&self) -> bool {
        !matches!(self, Val::Unknown(_))
    }

    /// Returns `true` if the value and all its parts are known.
    pub fn is_wholly_known(&self) -> bool {
        let grow = |part: &Val| deep(|| part.is_wholly_known());
        match self {
            Val::Unknown(_) => false,
            Val::Array(elements) => elements.iter().all(grow),
            Val::Object(fields) => fields.entries.values().all(grow),
            _ => true,
        }
    }

    /// The number of nodes in the output, where long strings count as several; stops above `most`.
    pub fn count(&self, most: usize) -> usize {
        let add = |sum: usize, part: &Val| {
            if sum > most || matches!(part, Val::Undefined) {
                sum
            } else {
                sum + deep(|| part.count(most - sum))
            }
        };
        match self {
            Val::Array(elements) => elements.iter().fold(1, add),
            Val::Object(fields) => fields.entries.values().fold(1, add),
            Val::String(text) => 1 + text.len() / 256,
            _ => 1,
        }
    }

    /// The nesting depth; 0 for a value without parts. The value must not have too many parts
    /// ([`Val::count`]).
    pub fn depth(&self) -> usize {
        let deepest = |depth: usize, part: &Val| depth.max(1 + deep(|| part.depth()));
        match self {
            Val::Array(elements) => elements.iter().fold(0, deepest),
            Val::Object(fields) => fields.entries.values().fold(0, deepest),
            _ => 0,
        }
    }

    /// A primitive, null or unknown as a value of the algebra; integral numbers are ints.
    pub fn to_core(&self) -> Option<Value> {
        Some(match self {
            Val::Bool(value) => Value::bool(*value),
            Val::Number(number) if number.is_integer() => Value::int(number.clone()),
            Val::Number(number) => Value::number(number.clone()),
            Val::String(text) => Value::string(text.clone()),
            Val::Unknown(value) => value.clone(),
            Val::Null | Val::Undefined => Value::null(Type::NONE),
            Val::Array(_) | Val::Object(_) => return None,
        })
    }

    /// A primitive, null or unknown of the algebra.
    pub fn from_core(value: &Value) -> Self {
        match value.data() {
            Data::Bool(value) => Val::Bool(*value),
            Data::Number(number) => Val::Number(number.clone()),
            Data::String(text) => Val::String(text.clone()),
            Data::Null => Val::Null,
            Data::Unknown(_) => Val::Unknown(value.clone()),
            _ => Val::unknown(),
        }
    }

    /// A primitive as part of a string: the shortest decimal, without an exponent (Mull §10).
    pub fn primitive_text(&self) -> Option<Arc<str>> {
        match self {
            Val::Bool(value) => Some(if *value { "true" } else { "false" }.into()),
            Val::Number(number) => Some(number_text(number).into()),
            Val::String(text) => Some(text.clone()),
            _ => None,
        }
    }

    /// The kind of value, for messages: `a string`, `null`.
    pub fn kind_name(&self) -> &'static str {
        match self {
            Val::Undefined => "undefined",
            Val::Null => "null",
            Val::Bool(_) => "a bool",
            Val::Number(number) if number.is_integer() => "an int",
            Val::Number(_) => "a number",
            Val::String(_) => "a string",
            Val::Array(_) => "an array",
            Val::Object(_) => "an object",
            Val::Unknown(value) => match value.ty().kind() {
                TypeKind::Bool => "a bool",
                TypeKind::Int => "an int",
                TypeKind::Number => "a number",
                TypeKind::String => "a string",
                _ => "an unknown value",
            },
        }
    }

    /// A description for messages: a number or string itself, otherwise the kind.
    pub fn describe(&self) -> String {
        match self {
            Val::Bool(_) | Val::Number(_) | Val::String(_) => self.show(),
            _ => self.kind_name().to_owned(),
        }
    }

    /// The value, for messages; truncated if it is long.
    pub fn show(&self) -> String {
        const MAX_LENGTH: usize = 60;
        let text = match self {
            Val::Undefined => "undefined".to_owned(),
            Val::Number(number) => number_text(number),
            Val::Unknown(value) => value.to_string(),
            Val::String(text) => json::quoted(&text.chars().take(MAX_LENGTH + 1).collect::<String>()),
            // A large value would be printed only to be truncated.
            Val::Array(_) | Val::Object(_) if self.count(MAX_LENGTH) > MAX_LENGTH => {
                self.kind_name().to_owned()
            }
            _ => self.to_compact_json().unwrap_or_else(|| self.kind_name().to_owned()),
        };
        match text.char_indices().nth(MAX_LENGTH) {
            Some((at, _)) => format!("{}…", &text[..at]),
            None => text,
        }
    }

    /// Frees the value without recursion: values may be deeper than the stack.
    pub fn dismantle(self) {
        let mut heap = vec![self];
        while let Some(value) = heap.pop() {
            match value {
                // A part that is shared is freed with its last owner.
                Val::Array(elements) => heap.extend(Arc::into_inner(elements).into_iter().flatten()),
                Val::Object(fields) => {
                    heap.extend(
                        Arc::into_inner(fields).into_iter().flat_map(|fields| fields.entries.into_values()),
                    );
                }
                _ => {}
            }
        }
    }
}

/// A number in JSON: decimal, without an exponent.
pub fn number_text(number: &Number) -> String {
    if number.is_negative_zero() { "0".to_owned() } else { number.to_text() }
}

/// Runs one level of a recursion on a stack that grows.
pub(crate) fn deep<T>(work: impl FnOnce() -> T) -> T {
    hclx_diag::grow(work)
}

#[cfg(test)]
mod tests;
