//! Conversions of unknowns: which facts survive.

use hclx_diag::{Fallible, Fault, Message, code_names as codes};

use super::{Converter, convert, replace_any};
use crate::range::{Members, Nullness, Refiner};
use crate::{Range, Type, TypeKind, Value};

impl Converter<'_> {
    /// Converts an unknown to a type other than a union or an eventual.
    pub(super) fn unknown(&self, value: &Value, range: &Range, to: &Type) -> Fallible<Value> {
        fits_shape(value, range, to)?;
        if let Some(values) = value.several() {
            return self.one_of(&values, range.null(), to);
        }
        if !self.rules.exact_ranges && range.null() == Nullness::Never {
            begins_as(range, to)?;
        }
        let wanted = to;
        let to = to.without_optional();
        let to = if self.rules.extended { to } else { replace_any(value.ty(), &to, self.rules) };
        if !self.rules.exact_ranges
            && let Some(values) = range.one_of()
        {
            return self.each_of(values, range.null(), (wanted, &to));
        }
        let unknown = Value::unknown_in(to.clone(), Range::any().with_null(range.null()));
        let members = self.members(value, wanted, &to)?;
        let refined = match (lengths(value.ty(), range, &to), value.ty().is_numeric() && to.is_numeric()) {
            (Some((low, high)), _) => {
                let refiner = Refiner::new(unknown.clone()).length_min(low)?;
                match high {
                    Some(high) => refiner.length_max(high)?.finish()?,
                    None => refiner.finish()?,
                }
            }
            (None, true) if !self.rules.exact_ranges => same_bounds(unknown.clone(), range)?,
            _ => unknown,
        };
        Ok(match members {
            Some(members) => refined.with_members(members),
            None => refined,
        })
    }

    /// The members of a collection, converted to the element type of `wanted`, which may have optional attributes, and
    /// then to that of `to`, the type of the result.
    fn members(&self, value: &Value, wanted: &Type, to: &Type) -> Fallible<Option<Members>> {
        let (Some(members), Some(element)) = (value.members(), to.element()) else { return Ok(None) };
        let from = value.ty();
        let wanted = wanted.element().unwrap_or(element);
        let is_list_of_set = matches!((from.kind(), to.kind()), (TypeKind::Set(_), TypeKind::List(_)));
        let members = if is_list_of_set { &members.in_sequence(from) } else { members };
        let is_map = matches!(to.kind(), TypeKind::Map(_));
        if self.rules.exact_ranges || is_map == members.entries().is_empty() {
            return Ok(None);
        }
        let converted = |value: &Value| {
            convert(value, wanted, self.rules).and_then(|value| convert(&value, element, self.rules))
        };
        match members.try_map(converted) {
            Ok(members) => Ok(Some(members)),
            // null needs no conversion of its elements
            Err(_) if !value.definitely_not_null() => Ok(None),
            Err(fault) => Err(fault),
        }
    }

    /// Converts an unknown that is one of several values of different types. Values without a conversion are
    /// dropped: they would have failed.
    fn one_of(&self, values: &[Value], null: Nullness, to: &Type) -> Fallible<Value> {
        let mut failure = None;
        for value in values {
            match convert(value, to, self.rules) {
                Ok(_) => {
                    return Ok(Value::unknown_in(to.without_optional(), Range::any().with_null(null)));
                }
                Err(fault) => failure = failure.or(Some(fault)),
            }
        }
        Err(failure.unwrap_or_else(|| super::mismatch(&Type::ANY, to)))
    }

    /// Converts each value separately to `wanted`, which may have optional attributes, and then to `to`, the type of the
    /// result. Values without a conversion are dropped: they would have failed.
    fn each_of(&self, values: &[Value], null: Nullness, (wanted, to): (&Type, &Type)) -> Fallible<Value> {
        let mut converted = Vec::with_capacity(values.len());
        let mut failure = None;
        for value in values {
            match self.run(value, wanted).and_then(|value| self.run(&value, to)) {
                Ok(value) => converted.push(value),
                Err(fault) => failure = Some(fault),
            }
        }
        // if the value may be null, the conversion may still succeed
        if let (Some(fault), true, Nullness::Never) = (failure, converted.is_empty(), null) {
            return Err(fault);
        }
        let unknown = Value::unknown_in(to.clone(), Range::any().with_null(null));
        Refiner::new(unknown).one_of(converted)?.finish()
    }

    /// Converts a set whose elements may coincide to a list: neither order nor length is known yet. go-cty
    /// knows only the element type.
    pub(super) fn list_of_open_length(&self, value: &Value, element: &Type) -> Value {
        if !self.rules.extended {
            return Value::unknown(Type::list(value.ty().element().cloned().unwrap_or(Type::ANY)));
        }
        let unknown = Value::unknown_in(Type::list(element.without_optional()), Range::not_null());
        let length = value.length().and_then(|length| i64::try_from(length).ok()).unwrap_or(i64::MAX);
        let refined = Refiner::new(unknown.clone()).length_min(1).and_then(|it| it.length_max(length));
        refined.and_then(Refiner::finish).unwrap_or(unknown)
    }
}

/// Checks a shape: an unknown with elements or attributes does not convert to a primitive, nor to a collection of
/// the other kind.
fn fits_shape(value: &Value, range: &Range, to: &Type) -> Fallible<()> {
    let Some(shape) = range.shape() else { return Ok(()) };
    let is_other = match to.kind() {
        TypeKind::Object(_) | TypeKind::Map(_) => !shape.is_keyed(),
        TypeKind::Tuple(_) | TypeKind::List(_) | TypeKind::Set(_) => shape.is_keyed(),
        _ => false,
    };
    match to.is_primitive() || is_other && range.null() == Nullness::Never {
        true => Err(super::mismatch(&value.described_type(), to)),
        false => Ok(()),
    }
}

/// Checks a known prefix: no string that starts with it may be a number or a bool.
fn begins_as(range: &Range, to: &Type) -> Fallible<()> {
    let Some(prefix) = range.prefix().filter(|prefix| !prefix.is_empty()) else { return Ok(()) };
    let (fits, expected) = match to.kind() {
        // a digit, a sign, a decimal point, or the start of `inf`
        TypeKind::Number | TypeKind::Int => {
            (prefix.starts_with(|c: char| c.is_ascii_digit() || "+-.iInN".contains(c)), "a number")
        }
        TypeKind::Bool => (["true", "false", "1", "0"].iter().any(|text| text.starts_with(prefix)), "a bool"),
        _ => return Ok(()),
    };
    if fits {
        return Ok(());
    }
    let found = format!("a string that starts with {prefix:?}");
    let message = Message::Expected(format!("{expected}, found {found}").into());
    Err(Fault::new(codes::NOT_CONVERTIBLE, message).because(to.shown().to_string(), found))
}

/// The minimum and maximum length after the conversion, if both types have a length.
fn lengths(from: &Type, range: &Range, to: &Type) -> Option<(i64, Option<i64>)> {
    let number = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
    match (from.kind(), to.kind()) {
        (TypeKind::Object(object), TypeKind::Map(..)) => {
            let length = number(object.attributes().len());
            Some((length, Some(length)))
        }
        (TypeKind::Tuple(types), TypeKind::List(_)) => {
            let length = number(types.len());
            Some((length, Some(length)))
        }
        (TypeKind::Tuple(types), TypeKind::Set(_)) => {
            let length = number(types.len());
            Some((length.min(1), Some(length)))
        }
        _ if from.is_collection() && to.is_collection() => {
            let low = number(range.len_min());
            // elements may become equal in a set, but at least one remains
            let low = if matches!(to.kind(), TypeKind::Set(_)) { low.min(1) } else { low };
            Some((low, range.len_max().map(number)))
        }
        _ => None,
    }
}

/// Bounds are preserved between number and int.
fn same_bounds(unknown: Value, range: &Range) -> Fallible<Value> {
    let mut refiner = Refiner::new(unknown);
    if let Some(bound) = range.min() {
        refiner = refiner.min(bound.number.clone(), bound.inclusive)?;
    }
    if let Some(bound) = range.max() {
        refiner = refiner.max(bound.number.clone(), bound.inclusive)?;
    }
    refiner.finish()
}
