//! Constructors: every type is created in normal form.

use std::sync::Arc;

use hclx_diag::Arrange;

use super::intern::{intern, object_of};
use super::order::text_order;
use super::{OUTPUT, ObjectAttribute, ObjectType, PROMISE, Type, TypeKind};

impl Type {
    /// `list(element)`
    pub fn list(element: Type) -> Type {
        intern(TypeKind::List(element))
    }

    /// `set(element)`
    pub fn set(element: Type) -> Type {
        intern(TypeKind::Set(element))
    }

    /// `map(element)`
    pub fn map(element: Type) -> Type {
        intern(TypeKind::Map(element))
    }

    /// `tuple([elements…])`
    pub fn tuple(elements: impl IntoIterator<Item = Type>) -> Type {
        intern(TypeKind::Tuple(elements.into_iter().collect()))
    }

    /// An object type without optional attributes; the first of several attributes with the same name counts.
    pub fn object<N: Into<Arc<str>>>(attributes: impl IntoIterator<Item = (N, Type)>) -> Type {
        Type::object_with(attributes.into_iter().map(|(name, ty)| ObjectAttribute {
            name: name.into(),
            ty,
            optional: false,
        }))
    }

    /// An object type; the first of several attributes with the same name counts.
    pub fn object_with(attributes: impl IntoIterator<Item = ObjectAttribute>) -> Type {
        Self::object_of_attributes(attributes.into_iter().collect())
    }

    /// Like [`Type::object`], from names and types that are already allocated.
    pub fn object_of(mut attributes: Vec<(&Arc<str>, &Type)>) -> Type {
        if !attributes.is_sorted_by(|a, b| a.0 < b.0) {
            attributes.arrange_by(|a, b| a.0.cmp(b.0));
            attributes.dedup_by(|later, first| later.0 == first.0);
        }
        object_of(attributes.iter().copied())
    }

    // separate from the generic collection, so that it is compiled only once instead of for each kind of
    // iterator
    fn object_of_attributes(mut attributes: Vec<ObjectAttribute>) -> Type {
        if !attributes.is_sorted_by(|a, b| a.name < b.name) {
            attributes.arrange_by(|a, b| a.name.cmp(&b.name));
            attributes.dedup_by(|later, first| later.name == first.name);
        }
        intern(TypeKind::Object(ObjectType { attributes: attributes.into() }))
    }

    /// The union of types: flattened, sorted by printed form, without duplicates; the union of one member is
    /// that member. The union of no types has no values.
    pub fn union(members: impl IntoIterator<Item = Type>) -> Type {
        let mut flat: Vec<Type> = Vec::new();
        for member in members {
            match member.kind() {
                TypeKind::Union(inner) => flat.extend_from_slice(inner),
                _ => flat.push(member),
            }
        }
        flat.arrange_by(text_order);
        flat.dedup();
        match flat.len() {
            1 => flat.remove(0),
            _ => intern(TypeKind::Union(flat.into())),
        }
    }

    /// The union of distinct types that are already sorted by printed form.
    pub(crate) fn union_in_order(members: &[Type]) -> Type {
        match members {
            [only] => only.clone(),
            _ if members.iter().any(Type::is_union) => Type::union(members.iter().cloned()),
            _ => intern(TypeKind::Union(members.into())),
        }
    }

    /// `promise(inner)`; promises inside `inner` are absorbed.
    pub fn promise(inner: Type) -> Type {
        intern(TypeKind::Promise(inner.dissolve(PROMISE)))
    }

    /// `output(inner)`; promises and outputs inside `inner` are absorbed.
    pub fn output(inner: Type) -> Type {
        intern(TypeKind::Output(inner.dissolve(PROMISE | OUTPUT)))
    }
}
