//! The parts of a type and the cached facts about them.

use super::facts::{ANY, EXTENSION, Facts, OPTIONAL, OUTPUT, PROMISE, TAKES_NONE, UNION, own_flags};
use super::{ObjectAttribute, Repr, Type, TypeKind};

impl TypeKind {
    /// Calls `visit` with every part in order.
    pub(crate) fn each_part<'a>(&'a self, visit: &mut impl FnMut(&'a Type)) {
        match self {
            TypeKind::List(part)
            | TypeKind::Set(part)
            | TypeKind::Map(part)
            | TypeKind::Promise(part)
            | TypeKind::Output(part) => visit(part),
            TypeKind::Tuple(parts) | TypeKind::Union(parts) => parts.iter().for_each(visit),
            TypeKind::Object(object) => object.attributes.iter().for_each(|attribute| visit(&attribute.ty)),
            _ => {}
        }
    }

    /// Returns `true` for a union, promise or output: each of its values is a value of one of its parts.
    pub(super) fn is_choice(&self) -> bool {
        matches!(self, TypeKind::Union(_) | TypeKind::Promise(_) | TypeKind::Output(_))
    }

    /// Consumes the type and passes every part to `take`.
    pub(super) fn into_parts(self, take: &mut impl FnMut(Type)) {
        match self {
            TypeKind::List(part)
            | TypeKind::Set(part)
            | TypeKind::Map(part)
            | TypeKind::Promise(part)
            | TypeKind::Output(part) => take(part),
            TypeKind::Tuple(parts) | TypeKind::Union(parts) => parts.into_iter().for_each(take),
            TypeKind::Object(object) => {
                object.attributes.into_iter().for_each(|attribute| take(attribute.ty))
            }
            _ => {}
        }
    }
}

impl ObjectAttribute {
    /// Returns `true` if the attribute is required: it is not optional and does not accept none.
    pub(crate) fn is_required(&self) -> bool {
        !self.optional && !self.ty.takes_none()
    }
}

impl Type {
    pub(crate) fn facts(&self) -> Facts {
        match &self.0 {
            Repr::Leaf(kind) => Facts::of(kind),
            Repr::Node(node) => *node.facts(),
        }
    }

    #[inline]
    pub(crate) fn flags(&self) -> u8 {
        match &self.0 {
            Repr::Leaf(kind) => own_flags(kind),
            Repr::Node(node) => node.facts().flags,
        }
    }

    /// An id that no other type of this process has or ever had: answers cached under it are never returned
    /// for another type, even after the type is dropped.
    pub(crate) fn id(&self) -> u64 {
        match &self.0 {
            Repr::Leaf(kind) => leaf_id(kind),
            Repr::Node(node) => node.id(),
        }
    }

    /// Returns `true` if the type has parts.
    pub(crate) fn has_parts(&self) -> bool {
        matches!(self.0, Repr::Node(_))
    }

    /// Returns `true` for `any`, or a type that contains it.
    pub fn has_any(&self) -> bool {
        self.flags() & ANY != 0
    }

    /// Returns `true` if an object type at any depth has an optional attribute.
    pub fn has_optional(&self) -> bool {
        self.flags() & OPTIONAL != 0
    }

    /// Returns `true` if the type accepts none: `any`, `none`, or a union or eventual of one of these.
    pub fn takes_none(&self) -> bool {
        self.flags() & TAKES_NONE != 0
    }

    /// Returns `true` for a promise or output, or a type that contains one.
    pub fn has_eventual(&self) -> bool {
        self.flags() & (PROMISE | OUTPUT) != 0
    }

    /// Returns `true` if the type is or contains one that plain HCL does not have: int, none, union, promise,
    /// output, or a type of Mull.
    pub fn has_extension(&self) -> bool {
        self.flags() & EXTENSION != 0
    }

    /// Returns `true` for a union, or a type that contains one.
    pub fn has_union(&self) -> bool {
        self.flags() & UNION != 0
    }

    /// The number of levels of parts below the type; 0 for a type without parts.
    #[inline]
    pub fn depth(&self) -> u32 {
        match &self.0 {
            Repr::Leaf(_) => 0,
            Repr::Node(node) => node.facts().depth,
        }
    }

    /// The number of types it consists of, including itself, counted as often as they are printed. It grows
    /// with the length of the printed form; a type with shared parts can be far larger than its memory.
    /// Saturates at [`u64::MAX`].
    pub fn size(&self) -> u64 {
        self.facts().size
    }
}

const fn leaf_id(kind: &TypeKind) -> u64 {
    match kind {
        TypeKind::Bool => 0,
        TypeKind::String => 1,
        TypeKind::Number => 2,
        TypeKind::Int => 3,
        TypeKind::Any => 4,
        TypeKind::Asset => 5,
        TypeKind::Archive => 6,
        _ => 7,
    }
}
