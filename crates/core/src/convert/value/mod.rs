//! Conversion of values.
//!
//! Source of the rules: under `hcl` go-cty's `convert`, including its treatment of unknowns and of `any`;
//! under `extended` the information model and its extensions. `convertible` classifies conversions of types;
//! this module converts values, which may fail if the conversion is unsafe.

mod dynamic;
mod primitive;
mod structure;
mod union;
mod unknown;

use dynamic::replace_any;
use hclx_diag::{Fallible, Fault, Message, code_names as codes};

use super::{conversion_reason, convertible};
use crate::stack;
use crate::value::Data;
use crate::{Rules, Type, TypeKind, Value};

/// The value converted to a type, by an unsafe conversion if necessary. The type may have optional
/// attributes, which become null where they are missing, and `any`, which the value's own type replaces under
/// `hcl`. Marks are preserved, and so are facts about unknowns as far as they hold after the conversion.
///
/// The fault has the path to the part that does not convert, and the expected and found types. If no value of
/// the type converts, the path leads to the first place that decides; under `rules.exact_ranges` the whole
/// value is blamed, as in go-cty.
///
/// ```
/// use hclx_core::{Rules, Type, Value, convert};
/// let ports = Value::tuple(vec!["80".into(), "http".into()]);
/// let fault = convert(&ports, &Type::list(Type::NUMBER), &Rules::hcl()).unwrap_err();
/// assert_eq!(fault.path().to_string(), "[1]");
/// assert_eq!(fault.message(), "expected a number, found a non-numeric string");
/// ```
///
/// # Errors
/// A value that does not convert.
pub fn convert(value: &Value, to: &Type, rules: &Rules) -> Fallible<Value> {
    if value.ty() == to {
        return Ok(value.clone());
    }
    let plain =
        value.marks().is_empty() && matches!(value.data(), Data::Bool(_) | Data::Number(_) | Data::String(_));
    // every plain primitive has a string form
    if plain && *to == Type::STRING && value.ty().is_primitive() {
        return primitive::convert(value, to);
    }
    // Nothing is missing, so optional attributes have nothing to fill in: they concern only conversions.
    if value.ty() == to.required() {
        return Ok(value.clone());
    }
    if !convertible(value.ty(), to, rules).exists() && !may_fit_later(value, to, rules) {
        return Err(never(value.ty(), to, rules));
    }
    if plain && to.is_primitive() && value.ty().is_primitive() {
        return primitive::convert(value, to);
    }
    Converter { rules }.run(value, to)
}

/// Returns `true` if elements lack a common type only because the type of one is still unknown. go-cty
/// rejects them nevertheless.
fn may_fit_later(value: &Value, to: &Type, rules: &Rules) -> bool {
    let structures = matches!(
        (value.ty().kind(), to.kind()),
        (TypeKind::Tuple(_), TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_))
            | (TypeKind::Object(_), TypeKind::Map(..) | TypeKind::Object(_))
    );
    structures && !rules.exact_ranges && !rules.extended && to.has_any() && value.has_open_type()
}

/// The fault for two types without a conversion between them.
fn never(from: &Type, to: &Type, rules: &Rules) -> Fault {
    let Some(reason) = conversion_reason(from, to, rules) else {
        return mismatch(from, to);
    };
    let fault = Fault::new(codes::NOT_CONVERTIBLE, reason.message)
        .because(reason.expected.shown().to_string(), reason.found.shown().to_string());
    if rules.exact_ranges {
        return fault;
    }
    reason.path.0.into_iter().rev().fold(fault, Fault::within)
}

fn mismatch(from: &Type, to: &Type) -> Fault {
    let (from, to) = (from.shown().to_string(), to.shown().to_string());
    let message = Message::Expected(format!("{to}, found {from}").into());
    Fault::new(codes::NOT_CONVERTIBLE, message).because(to, from)
}

struct Converter<'a> {
    rules: &'a Rules,
}

impl Converter<'_> {
    /// Converts a value or part of one; the types are known to have a conversion.
    fn run(&self, value: &Value, to: &Type) -> Fallible<Value> {
        if value.ty() == to {
            return Ok(value.clone());
        }
        stack::grow(|| self.any_value(value, to))
    }

    fn any_value(&self, value: &Value, to: &Type) -> Fallible<Value> {
        if to.is_any() {
            return Ok(value.clone());
        }
        if !value.marks().is_empty() {
            let (plain, marks) = value.clone().unmark();
            // an object type may leave out parts
            let marks = if to.as_object().is_some() { marks.outer() } else { marks };
            return Ok(self.run(&plain, to)?.with_marks(&marks));
        }
        match to.kind() {
            TypeKind::Union(members) => self.union(value, to, members),
            TypeKind::Promise(inner) => {
                // an output never converts to a promise, but a promise may convert to an output
                let is_output = matches!(value.ty().kind(), TypeKind::Output(_));
                let converted = if is_output {
                    self.run(value, inner)?
                } else {
                    self.run(&without_eventual(value), inner)?
                };
                Ok(retyped(converted, Type::promise))
            }
            TypeKind::Output(inner) => {
                let converted = self.run(&without_eventual(value), inner)?;
                Ok(retyped(converted, Type::output))
            }
            _ => match value.data() {
                Data::Unknown(range) if range.is_marked() => {
                    Ok(self.unknown(value, range, to)?.with_marks(&value.marks_within()))
                }
                Data::Unknown(range) => self.unknown(value, range, to),
                Data::Null => Ok(self.null(value.ty(), to)),
                _ => self.known(value, to),
            },
        }
    }

    fn null(&self, from: &Type, to: &Type) -> Value {
        let to = to.without_optional();
        Value::null(if self.rules.extended { to } else { replace_any(from, &to, self.rules) })
    }

    fn known(&self, value: &Value, to: &Type) -> Fallible<Value> {
        use TypeKind as K;
        match (value.ty().kind(), to.kind()) {
            (_, K::Bool | K::Number | K::Int | K::String) => primitive::convert(value, to),
            (K::List(_) | K::Set(_), K::List(element)) => self.collection_to_list(value, element),
            (K::List(_) | K::Set(_), K::Set(element)) => self.collection_to_set(value, element),
            (K::Map(..), K::Map(element)) => self.map_to_map(value, element),
            (K::Tuple(_), K::List(element)) => self.tuple_to_list(value, element),
            (K::Tuple(_), K::Set(element)) => self.tuple_to_set(value, element),
            (K::Tuple(_) | K::List(_) | K::Set(_), K::Tuple(types)) => self.to_tuple(value, types),
            (K::Object(_), K::Map(element)) => self.object_to_map(value, element),
            (K::Map(..), K::Object(object)) => self.map_to_object(value, object),
            (K::Object(_), K::Object(object)) => self.object_to_object(value, object),
            _ => Err(mismatch(value.ty(), to)),
        }
    }
}

/// The value without the eventual around its type.
fn without_eventual(value: &Value) -> Value {
    Value { ty: value.ty_now().clone(), ..value.clone() }
}

/// The value with a wrapper around its type.
fn retyped(value: Value, wrap: impl Fn(Type) -> Type) -> Value {
    Value { ty: wrap(value.ty.clone()), ..value }
}
