//! Origins: the exact value that an unknown stands for.
//!
//! An origin belongs to the value itself: it is kept when the value is passed on, and lost when another value is
//! computed from it. Two unknowns with the same reference are equal.

use std::sync::Arc;

use super::Range;
use crate::value::Data;
use crate::{Type, TypeKind, Value, stack};

/// The origin of an unknown value.
#[derive(Clone, Debug, PartialEq)]
pub enum UnknownOrigin {
    /// The attribute of an object outside of the program, such as the `id` of a resource.
    Reference(AttributeReference),
    /// The JSON encoding of a value that is not completely known, without marks.
    Json(Arc<Value>),
}

/// A reference to an attribute of one object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeReference {
    /// The nesting depth of the module that declares the object; equal paths of different depths differ.
    pub depth: usize,
    /// The address of the object.
    pub object: Arc<str>,
    /// The attribute.
    pub attribute: Arc<str>,
}

impl UnknownOrigin {
    /// The size in bytes, with all values written out.
    pub(super) fn size(&self) -> u64 {
        match self {
            Self::Reference(reference) => (reference.object.len() + reference.attribute.len()) as u64,
            Self::Json(value) => value.size(),
        }
    }

    /// The nesting depth of the described value.
    pub(super) fn depth(&self) -> u32 {
        match self {
            Self::Reference(_) => 0,
            Self::Json(value) => value.depth(),
        }
    }

    /// Returns `true` if both origins are the same reference.
    pub(crate) fn is_same_reference(&self, other: &Self) -> bool {
        matches!((self, other), (Self::Reference(one), Self::Reference(other)) if one == other)
    }
}

impl Range {
    /// The origin of the value, if it is known.
    pub fn origin(&self) -> Option<&UnknownOrigin> {
        self.more.as_ref()?.origin.as_ref()
    }
}

impl Value {
    /// The origin of an unknown.
    pub fn origin(&self) -> Option<&UnknownOrigin> {
        match &self.data {
            Data::Unknown(range) => range.origin(),
            _ => None,
        }
    }

    /// An unknown with a different origin, or without one; any other value is returned unchanged.
    #[must_use]
    pub fn with_origin(self, origin: Option<UnknownOrigin>) -> Self {
        let Data::Unknown(range) = &self.data else { return self };
        let mut facts = range.facts();
        facts.origin = origin;
        Self { data: Data::Unknown(Range::from_facts(range.null(), facts)), ..self }
    }
}

impl Value {
    /// The value with its references mapped by `change`, which drops one by returning `None`. A list of several
    /// possible values is dropped, which widens the range.
    #[must_use]
    pub fn map_references(&self, change: &dyn Fn(&AttributeReference) -> Option<AttributeReference>) -> Self {
        if self.is_wholly_known() {
            return self.clone();
        }
        let inner = |part: &Self| stack::grow(|| part.map_references(change));
        if let Some(parts) = self.map_parts(inner) {
            return parts.with_marks(self.marks());
        }
        let Data::Unknown(range) = &self.data else { return self.clone() };
        let mut facts = range.facts();
        facts.origin = match &facts.origin {
            Some(UnknownOrigin::Reference(reference)) => change(reference).map(UnknownOrigin::Reference),
            Some(UnknownOrigin::Json(value)) => Some(UnknownOrigin::Json(Arc::new(inner(value)))),
            None => None,
        };
        facts.members = facts.members.and_then(|members| {
            let parts = members.try_map(|part| Ok::<_, std::convert::Infallible>(inner(part)));
            parts.ok().map(Arc::new)
        });
        facts.shape = facts.shape.map(|shape| Arc::new(shape.map(inner)));
        facts.several = None;
        Self { data: Data::Unknown(Range::from_facts(range.null(), facts)), ..self.clone() }
    }
}

impl Value {
    /// Marks an unknown string as the JSON encoding of a value, if parts of that value are known.
    #[must_use]
    pub fn with_encoded(self, value: &Self) -> Self {
        match value.is_known() {
            true => self.with_origin(Some(UnknownOrigin::Json(Arc::new(value.clone().unmark_deep().0)))),
            false => self,
        }
    }

    /// The decoded value of an unknown string that is a JSON encoding.
    pub fn decoded_json(&self) -> Option<Self> {
        match self.origin()? {
            UnknownOrigin::Json(value) => Some(reread(value)),
            UnknownOrigin::Reference(_) => None,
        }
    }
}

/// The result of encoding and decoding a value: sequences become tuples, maps become objects.
fn reread(value: &Value) -> Value {
    let inner = |part: &Value| stack::grow(|| reread(part));
    match value.ty().kind() {
        _ if value.is_null() => Value::null(Type::ANY),
        TypeKind::String | TypeKind::Number | TypeKind::Bool => value.clone(),
        // elements of a set that are not known may be equal
        TypeKind::Set(_) if !value.is_wholly_known() => Value::dynamic(),
        TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_) if value.is_known() => {
            Value::tuple(value.elements().unwrap_or_default().iter().map(inner).collect())
        }
        TypeKind::Map(_) | TypeKind::Object(_) if value.is_known() => {
            Value::object(value.iter_entries().map(|(key, part)| (Arc::clone(key), inner(part))))
        }
        _ => Value::dynamic(),
    }
}
