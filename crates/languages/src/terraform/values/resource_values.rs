//! The values of resources as seen by references.
//!
//! A schema contains types, not values: a provider may fill in an argument that is absent or null, even if the schema
//! does not mark it as computed, and may change a set value. For errors, therefore, a set argument is an unknown
//! non-null value of its type, and any other argument is unknown. Readers of the configuration *as written* get the
//! values of the set arguments, with a mark.
//!
//! Source of the rules: Terraform's "Resource Instance Change Lifecycle" (planned values), and plans of providers.

use std::sync::Arc;

use hclx_core::{Range, Type, TypeKind, Value};
use hclx_schema::{Block, Filled, Nested, Nesting};

use crate::terraform::schemas;

/// The mark for values that are read as written, which the provider may change.
pub(crate) const AS_WRITTEN: &str = "as written";

/// The interpretation of the arguments of resources.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ResourceValues {
    /// Facts that apply to every provider: types, and that set arguments are not null.
    #[default]
    Certain,
    /// Set arguments have the values in the configuration, with the mark [`AS_WRITTEN`].
    AsWritten,
}

/// The value of a resource whose provider has a schema; `meta` contains the language's own arguments.
pub(crate) fn planned(filled: &Filled<'_>, block: &Block, meta: &Block, mode: ResourceValues) -> Value {
    let part = |(name, value): (&Arc<str>, &Value)| {
        let is_stored = block.find_attribute(name).is_none_or(|attribute| !attribute.write_only);
        let value = match mode {
            // nothing is stored, so references to it are null
            _ if !is_stored => value.clone(),
            ResourceValues::Certain => certain(value),
            ResourceValues::AsWritten => as_written(value),
        };
        (Arc::clone(name), value)
    };
    let parts = filled.value.iter_entries().filter(|(name, _)| !schemas::is_meta(meta, name));
    Value::object(parts.map(part).collect::<Vec<_>>())
}

/// A resource that is only known to be an object with attributes.
pub(crate) fn of_any_type() -> Value {
    Value::holding(true, Value::dynamic(), 1, None)
}

/// The arguments that a resource without a schema sets, as written; there may be others.
pub(crate) fn arguments(filled: &Filled<'_>, meta: &Block) -> Value {
    let set = filled.body.attributes.iter().filter(|one| one.good && !schemas::is_meta(meta, one.view.name));
    Value::object(set.map(|one| (Arc::from(one.view.name), as_written(&one.value))).collect::<Vec<_>>())
}

/// The part of the value of an argument that every provider keeps.
fn certain(value: &Value) -> Value {
    // The marks belong to parts, which an unknown value does not have.
    let is_set = matches!(value.ty().kind(), TypeKind::Set(_));
    if !is_set && value.is_known() && !value.is_null() && value.contains_marks() && has_parts(value.ty()) {
        let parts = hclx_diag::grow(|| value.map_parts(certain));
        return parts.unwrap_or_else(|| value.clone()).with_marks(value.marks());
    }
    let range = if value.definitely_not_null() { Range::not_null() } else { Range::any() };
    Value::unknown_in(value.ty().clone(), range).with_marks(&value.marks_within())
}

/// A value as written, in which absent parts are unknown.
fn as_written(value: &Value) -> Value {
    let inside = |value: &Value| match value.is_null() {
        true => Value::unknown(value.ty().clone()).with_marks(value.marks()),
        false => value.clone(),
    };
    match value.is_null() || !value.is_known() {
        true => inside(value),
        false => absent_are_unknown(value, &inside).with_mark(AS_WRITTEN),
    }
}

/// Replaces nulls inside of objects and of the elements of collections.
fn absent_are_unknown(value: &Value, leaf: &dyn Fn(&Value) -> Value) -> Value {
    match hclx_diag::grow(|| value.map_parts(|part| absent_are_unknown(part, leaf))) {
        Some(parts) => parts.with_marks(value.marks()),
        None => leaf(value),
    }
}

/// The value of blocks that are not written, so that only a provider may create them.
pub(crate) fn no_blocks(nested: &Nested, ty: &Type) -> Value {
    match empty(ty) {
        Some(value) => value,
        None if nested.nesting == Nesting::Single => Value::null(ty.clone()),
        None => Value::unknown(ty.clone()),
    }
}

/// The empty value of a collection type.
pub(crate) fn empty(ty: &Type) -> Option<Value> {
    match ty.kind() {
        TypeKind::List(element) => Some(Value::list(element.clone(), Vec::new())),
        TypeKind::Set(element) => Some(Value::set(element.clone(), Vec::new())),
        TypeKind::Map(element) => Some(Value::map(element.clone(), [])),
        _ => None,
    }
}

fn has_parts(ty: &Type) -> bool {
    let kind = ty.kind();
    matches!(
        kind,
        TypeKind::Object(_) | TypeKind::Map(_) | TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_)
    )
}
