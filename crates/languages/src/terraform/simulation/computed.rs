//! Computed attributes: their values in mocked and overridden objects, and after an update.
//!
//! Source of the rules: `internal/moduletest/mocking` and `internal/plans/objchange` of Terraform.

use std::sync::Arc;

use hclx_core::{Refiner, Type, TypeKind, Value, convert};
use hclx_schema::{Attribute, Block, Nested, Nesting};

use super::open::causes_of;
use crate::terraform::functions::DIALECT;
use crate::terraform::values::resource_values::no_blocks;

/// The mark for unknown values that come from the configuration, while a body is being filled.
pub(super) const CONFIGURED: &str = "configured";

/// The number of characters of a generated string.
const CHARACTERS: usize = 8;

/// A computed attribute that the configuration does not set.
pub(super) struct ComputedAttribute<'a> {
    /// The attributes and blocks on the path to it, without the keys of elements.
    pub(super) path: &'a [Arc<str>],
    pub(super) ty: Type,
    /// Set if its schema has nested attributes.
    pub(super) has_parts: bool,
    /// Set if the configuration may set it.
    pub(super) is_settable: bool,
}

/// Gives values to computed attributes.
pub(super) trait Compute {
    /// The value of an attribute.
    fn compute(&mut self, attribute: &ComputedAttribute<'_>) -> Value;
}

/// Replaces the computed attributes of a body that its configuration does not set.
pub(super) fn computed(block: &Block, value: &Value, with: &mut dyn Compute) -> Value {
    ComputedFiller { with, path: Vec::new() }.body(block, value)
}

struct ComputedFiller<'c> {
    with: &'c mut dyn Compute,
    path: Vec<Arc<str>>,
}

impl ComputedFiller<'_> {
    fn body(&mut self, block: &Block, value: &Value) -> Value {
        if value.ty().as_object().is_none() || !value.is_known() || value.is_null() {
            return value.clone();
        }
        let parts = value.iter_entries().map(|(name, part)| {
            self.path.push(Arc::clone(name));
            let part = match (block.find_attribute(name), block.find_block(name)) {
                (Some(attribute), _) => self.attribute(attribute, part),
                (None, Some(nested)) => self.blocks(nested, part),
                (None, None) => part.clone(),
            };
            self.path.pop();
            (Arc::clone(name), part)
        });
        let parts: Vec<_> = parts.collect();
        Value::object(parts).with_marks(value.marks())
    }

    fn attribute(&mut self, attribute: &Attribute, value: &Value) -> Value {
        if attribute.computed && is_absent(value) {
            let (ty, has_parts) = (attribute.ty.without_optional(), attribute.object.is_some());
            let is_settable = attribute.is_settable();
            let computed = ComputedAttribute { path: &self.path, ty, has_parts, is_settable };
            return self.with.compute(&computed).with_marks(value.marks());
        }
        match &attribute.object {
            _ if value.marks().contains(CONFIGURED) => value.clone(),
            Some(object) if value.is_known() && !value.is_null() => self.elements(object, value),
            _ => value.clone(),
        }
    }

    fn blocks(&mut self, nested: &Nested, value: &Value) -> Value {
        if nested.computed && is_absent(value) && !nested.also_attribute {
            return no_blocks(nested, value.ty());
        }
        if nested.computed && is_absent(value) {
            let ty = value.ty().clone();
            let computed = ComputedAttribute { path: &self.path, ty, has_parts: false, is_settable: true };
            return self.with.compute(&computed).with_marks(value.marks());
        }
        // blocks that are also an attribute have no computed parts of their own
        if nested.also_attribute || !value.is_known() || value.is_null() {
            return value.clone();
        }
        match nested.nesting {
            Nesting::Single | Nesting::Group => self.body(&nested.body.fixed(), value),
            _ => self.elements(&nested.body.fixed(), value),
        }
    }

    /// The objects in a value: the value itself, or its elements.
    fn elements(&mut self, block: &Block, value: &Value) -> Value {
        if matches!(value.ty().kind(), TypeKind::Object(_)) {
            return self.body(block, value);
        }
        match value.map_parts(|element| hclx_diag::grow(|| self.elements(block, element))) {
            Some(elements) => elements.with_marks(value.marks()),
            None => value.clone(),
        }
    }
}

/// Returns `true` if the configuration does not set a value.
pub(super) fn is_absent(value: &Value) -> bool {
    (value.is_null() || !value.is_known())
        && !value.marks().contains(CONFIGURED)
        && causes_of(value).is_empty()
}

/// A value without the marks of [`CONFIGURED`].
pub(super) fn without_marks(value: &Value) -> Value {
    if !value.contains_marks() || !value.marks_within().contains(CONFIGURED) {
        return value.clone();
    }
    let parts = value.map_parts(|part| hclx_diag::grow(|| without_marks(part)));
    parts.unwrap_or_else(|| value.clone().unmark().0).with_marks(&value.marks().without(CONFIGURED))
}

/// The value at a path in the data of a mock; an error if the path passes through a value that is not an object.
pub(super) fn found<'v>(data: &'v Value, path: &[Arc<str>]) -> Result<Option<&'v Value>, ()> {
    let mut current = data;
    for name in path {
        if current.ty().as_object().is_none() || current.is_null() {
            return Err(());
        }
        match current.get_attr_value(name) {
            Some(part) => current = part,
            None => return Ok(None),
        }
    }
    Ok(Some(current))
}

/// The data of a mock converted to a type and completed with generated values; an error if the conversion fails.
pub(super) fn fitted(data: &Value, ty: &Type, string: &dyn Fn(Type) -> Value) -> Result<Value, ()> {
    let TypeKind::Object(object) = ty.kind() else {
        return convert(data, ty, &DIALECT.rules).or_else(|_| fitted_elements(data, ty, string));
    };
    let is_object = matches!(data.ty().kind(), TypeKind::Object(_) | TypeKind::Map(_));
    if !is_object || data.is_null() {
        return Err(());
    }
    let parts = object.attributes().iter().map(|attribute| {
        let ty = attribute.ty.without_optional();
        let given = data.iter_entries().find(|(name, _)| **name == attribute.name);
        let value = match given {
            Some((_, value)) => fitted(value, &ty, string)?,
            None => generated(&ty, string),
        };
        Ok((Arc::clone(&attribute.name), value))
    });
    Ok(Value::object(parts.collect::<Result<Vec<_>, ()>>()?))
}

/// Like [`fitted`], for a collection whose elements may be objects with missing attributes.
fn fitted_elements(data: &Value, ty: &Type, string: &dyn Fn(Type) -> Value) -> Result<Value, ()> {
    let elements = |element: &Type| {
        let parts = data.elements().filter(|_| data.is_known() && !data.is_null()).ok_or(())?;
        parts.iter().map(|part| fitted(part, element, string)).collect::<Result<Vec<_>, ()>>()
    };
    match ty.kind() {
        TypeKind::List(element) => Ok(Value::list(element.clone(), elements(element)?)),
        TypeKind::Set(element) => Ok(Value::set(element.clone(), elements(element)?)),
        TypeKind::Map(element) if data.ty().as_object().is_some() && data.is_known() && !data.is_null() => {
            let parts = data
                .iter_entries()
                .map(|(name, part)| Ok((Arc::clone(name), fitted(part, element, string)?)));
            Ok(Value::map(element.clone(), parts.collect::<Result<Vec<_>, ()>>()?))
        }
        _ => Err(()),
    }
}

/// A generated value: a string of 8 characters, the number 0, `false`, an empty collection, an object of such values,
/// or null for a value of any type.
pub(super) fn generated(ty: &Type, string: &dyn Fn(Type) -> Value) -> Value {
    match ty.kind() {
        TypeKind::Number => Value::number(hclx_core::Number::from(0i64)),
        TypeKind::Bool => Value::bool(false),
        TypeKind::List(element) => Value::list(element.clone(), Vec::new()),
        TypeKind::Set(element) => Value::set(element.clone(), Vec::new()),
        TypeKind::Map(element) => Value::map(element.clone(), []),
        TypeKind::Any => Value::null(Type::ANY),
        TypeKind::String => with_characters(string(ty.clone()), CHARACTERS, Some(CHARACTERS)),
        TypeKind::Object(object) => Value::object(
            object
                .attributes()
                .iter()
                .map(|one| (Arc::clone(&one.name), generated(&one.ty.without_optional(), string)))
                .collect::<Vec<_>>(),
        ),
        _ => string(ty.clone()),
    }
}

/// A string refined to be non-null, with a minimum and a maximum number of characters.
pub(super) fn with_characters(value: Value, least: usize, most: Option<usize>) -> Value {
    let refined = Refiner::new(value.clone()).not_null();
    let refined = refined.and_then(|refiner| refiner.characters(least, most));
    refined.and_then(Refiner::finish).unwrap_or(value)
}

/// The value of an updated object, in which computed attributes that the configuration does not set keep their values.
/// `None` if this is not clear.
pub(super) fn updated(block: &Block, prior: &Value, value: &Value) -> Option<Value> {
    if value.ty().as_object().is_none() || !value.is_known() || prior.ty().as_object().is_none() {
        return None;
    }
    let mut parts = Vec::new();
    for (name, part) in value.iter_entries() {
        let before = prior.get_attr_value(name);
        let now = match (block.find_attribute(name), block.find_block(name), before) {
            (Some(attribute), _, Some(before)) => updated_attribute(attribute, before, part)?,
            (None, Some(nested), Some(before)) => updated_blocks(nested, before, part)?,
            _ => part.clone(),
        };
        parts.push((Arc::clone(name), now));
    }
    Some(Value::object(parts).with_marks(value.marks()))
}

fn updated_attribute(attribute: &Attribute, before: &Value, value: &Value) -> Option<Value> {
    if attribute.computed && is_absent(value) {
        // an attribute with nested ones may have been set before
        return attribute.object.is_none().then(|| before.clone());
    }
    match &attribute.object {
        Some(object) if object.attributes().iter().any(|one| one.computed) => None,
        _ => Some(value.clone()),
    }
}

fn updated_blocks(nested: &Nested, before: &Value, value: &Value) -> Option<Value> {
    if nested.computed && is_absent(value) {
        return Some(if nested.also_attribute { before.clone() } else { no_blocks(nested, value.ty()) });
    }
    if nested.also_attribute || value.is_null() || !has_computed(&nested.body.fixed()) {
        return Some(value.clone());
    }
    if !value.is_known() {
        return None;
    }
    let block = nested.body.fixed();
    let one = |before: Option<&Value>, now: &Value| match before.filter(|before| !before.is_null()) {
        Some(before) => updated(&block, before, now),
        // parts added to an existing object have no computed values
        None => Some(computed(&block, now, &mut NullValues)),
    };
    let (now, before_all) = (value.elements().unwrap_or_default(), before.elements().unwrap_or_default());
    let made = match value.ty().kind() {
        TypeKind::Object(_) => one(Some(before), value)?,
        TypeKind::List(element) => {
            let parts = now.iter().enumerate().map(|(at, now)| one(before_all.get(at), now));
            Value::list(element.clone(), parts.collect::<Option<Vec<_>>>()?)
        }
        // an open part may belong to any element
        TypeKind::Set(_) if !causes_of(value).is_empty() => return None,
        TypeKind::Set(element) => {
            let mut left: Vec<&Value> = before_all.iter().collect();
            let parts = now.iter().map(|now| {
                let found = left.iter().position(|before| fits(&block, before, now));
                one(found.map(|at| left.remove(at)), now)
            });
            Value::set(element.clone(), parts.collect::<Option<Vec<_>>>()?)
        }
        _ => return None,
    };
    Some(made.with_marks(value.marks()))
}

/// Returns `true` if an object in a set may come from a configuration, because they differ only in computed attributes.
fn fits(block: &Block, before: &Value, now: &Value) -> bool {
    now.iter_entries().all(|(name, now)| {
        let is_computed = block.find_attribute(name).is_some_and(|one| one.computed);
        let before = before.get_attr_value(name);
        is_computed && is_absent(now) || before.is_some_and(|before| before.same(now))
    })
}

/// Sets computed attributes to null.
struct NullValues;

impl Compute for NullValues {
    fn compute(&mut self, attribute: &ComputedAttribute<'_>) -> Value {
        Value::null(attribute.ty.clone())
    }
}

fn has_computed(block: &Block) -> bool {
    block.attributes().iter().any(|one| one.computed)
        || block.blocks().iter().any(|one| one.computed || has_computed(&one.body.fixed()))
}
