//! Types and values of bodies.

use std::ptr;
use std::sync::Arc;

use hclx_core::{ObjectAttribute, Type, TypeKind, Value};
use hclx_diag::Ordered;

use crate::{Block, Nested, Nesting, Unknown};

/// The maximum number of nested bodies whose types are computed; the rest are `any`.
const MOST_BODIES: u32 = 20_000;

/// Marks the parts of a value that the schema declares as sensitive.
pub(crate) fn secret_parts(value: Value, object: &Block) -> Value {
    if !has_secrets(object) || !value.is_known() || value.is_null() {
        return value;
    }
    let (value, marks) = value.unmark();
    let ty = value.ty().clone();
    let part = |value: &Value| hclx_diag::grow(|| secret_parts(value.clone(), object));
    let elements = || value.elements().unwrap_or_default().iter().map(part).collect::<Vec<_>>();
    let marked = match ty.kind() {
        TypeKind::List(_) => Value::list_like(&ty, elements()),
        TypeKind::Set(element) => Value::set(element.clone(), elements()),
        TypeKind::Map(element) => {
            let entries = value.iter_entries().map(|(key, value)| (key.clone(), part(value)));
            Value::map(element.clone(), entries.collect::<Vec<_>>())
        }
        TypeKind::Object(_) => {
            let attribute = |(name, value): (&Arc<str>, &Value)| {
                let declared = object.find_attribute(name);
                let inside = declared.and_then(|declared| declared.object.as_deref());
                let value = match inside {
                    Some(inside) => hclx_diag::grow(|| secret_parts(value.clone(), inside)),
                    None => value.clone(),
                };
                match declared.is_some_and(|declared| declared.sensitive) {
                    true => value.with_mark("sensitive"),
                    false => value,
                }
            };
            Value::object_like(&ty, value.iter_entries().map(attribute).collect())
        }
        _ => value,
    };
    marked.with_marks(&marks)
}

fn has_secrets(object: &Block) -> bool {
    let inside = |attribute: &crate::Attribute| {
        attribute.object.as_ref().is_some_and(|object| hclx_diag::grow(|| has_secrets(object)))
    };
    object.attributes().iter().any(|one| one.sensitive || inside(one))
}

/// The type of a body's value.
pub(crate) fn type_of(block: &Block) -> Type {
    TypeBuilder { around: Vec::new(), left: MOST_BODIES }.block(block)
}

struct TypeBuilder {
    /// The blocks whose types are being computed. Where a block contains itself, it is `any`.
    around: Vec<*const Block>,
    left: u32,
}

impl TypeBuilder {
    fn block(&mut self, block: &Block) -> Type {
        let is_open =
            block.any_attribute.is_some() || block.any_block.is_some() || block.unknown == Unknown::Free;
        if is_open || self.left == 0 || self.around.iter().any(|known| ptr::eq(*known, block)) {
            return Type::ANY;
        }
        self.left -= 1;
        self.around.push(block);
        let present = block.attributes().iter().filter(|one| one.removed.is_none());
        let attributes = present.map(|one| (one.name.clone(), one.ty.without_optional()));
        let mut all: Ordered<Arc<str>, Type> = attributes.collect();
        for nested in block.blocks().iter().filter(|nested| nested.removed.is_none()) {
            let element = hclx_diag::grow(|| self.block(&nested.body.fixed()));
            // A name that may be an attribute or a block has the type of the attribute.
            all.or_insert_with(nested.block_type.clone(), || together(nested, element));
        }
        self.around.pop();
        Type::object_with(all.into_iter().map(|(name, ty)| ObjectAttribute { name, ty, optional: false }))
    }
}

/// The combined type of all blocks of a type.
pub(crate) fn together(nested: &Nested, element: Type) -> Type {
    match nested.nesting {
        Nesting::Single | Nesting::Group => element,
        // Bodies with open types may have different types, so they form no collection.
        _ if element.has_any() => Type::ANY,
        Nesting::List => Type::list(element),
        Nesting::Set => Type::set(element),
        Nesting::Map => (0..nested.labels.len().max(1)).fold(element, |ty, _| Type::map(ty)),
    }
}

/// The values of blocks, with their labels.
pub(crate) type LabelledValues = Vec<(Vec<Arc<str>>, Value)>;

/// The values of the blocks of one type.
#[derive(Default)]
pub(crate) struct BlockValues {
    /// The labels and values.
    pub(crate) values: LabelledValues,
    /// Set if the number of blocks is unknown.
    pub(crate) open: bool,
}

impl BlockValues {
    /// The combined value; `empty` is the value of an empty body.
    pub(crate) fn value(self, nested: &Nested, element: &Type, empty: impl FnOnce() -> Value) -> Value {
        let ty = together(nested, element.clone());
        if self.open {
            return Value::unknown(ty);
        }
        let mut values = self.values;
        match nested.nesting {
            // Surplus blocks were reported; the last one is used.
            Nesting::Single => values.pop().map_or_else(|| Value::null(ty), |(_, value)| value),
            Nesting::Group => values.pop().map_or_else(empty, |(_, value)| value),
            Nesting::List if ty.is_any() => {
                Value::tuple(values.into_iter().map(|(_, value)| value).collect())
            }
            Nesting::List => {
                Value::list(element.clone(), values.into_iter().map(|(_, value)| value).collect())
            }
            // without a common type nothing is known about the elements
            Nesting::Set if ty.is_any() => Value::dynamic(),
            Nesting::Set => Value::set(element.clone(), values.into_iter().map(|(_, value)| value).collect()),
            Nesting::Map => by_labels(values, element, nested.labels.len().max(1)),
        }
    }
}

/// Builds one level of maps per label; of objects if the elements have no common type.
fn by_labels(values: LabelledValues, element: &Type, levels: usize) -> Value {
    let inner = (1..levels).fold(element.clone(), |ty, _| Type::map(ty));
    let entries: Vec<(Arc<str>, Value)> = if levels <= 1 {
        values.into_iter().filter_map(|(mut labels, value)| Some((labels.pop()?, value))).collect()
    } else {
        let mut groups: Ordered<Arc<str>, LabelledValues> = Ordered::new();
        for (mut labels, value) in values.into_iter().filter(|(labels, _)| !labels.is_empty()) {
            let first = labels.remove(0);
            groups.or_default(first).push((labels, value));
        }
        // there are few levels, one per label
        let nest = |group| hclx_diag::grow(|| by_labels(group, element, levels - 1));
        groups.into_iter().map(|(label, group)| (label, nest(group))).collect()
    };
    if inner.has_any() { Value::object(entries) } else { Value::map(inner, entries) }
}
