//! Types: hash-consed, in normal form.
//!
//! A [`Type`] is cheap to clone, compare and hash: equality is identity. Constructors normalize: unions are
//! flat, without duplicates, sorted by printed form, and never have a single member; `output(…)` absorbs
//! every promise and output inside it, `promise(…)` every promise inside it.

mod build;
mod display;
mod facts;
mod intern;
mod order;
mod parts;
mod rewrite;

use std::sync::Arc;

pub use display::AttributeName;
pub(crate) use display::quote;
pub(crate) use facts::EXTENSION;
pub(crate) use facts::{OUTPUT, PROMISE};
pub(crate) use intern::{Node, forget_recent, object_of, tuple_of};
pub use order::text_order;
pub(crate) use rewrite::{Rewrite, dissolving};

/// A type in normal form; equal types are one object.
///
/// ```
/// use hclx_core::Type;
/// let optional = Type::union([Type::NONE, Type::list(Type::INT)]);
/// assert_eq!(optional.to_string(), "union(list(int), none)");
/// assert_eq!(optional, Type::union([Type::list(Type::INT), Type::NONE, Type::NONE]));
/// ```
#[derive(Clone)]
pub struct Type(pub(crate) Repr);

#[derive(Clone)]
pub(crate) enum Repr {
    /// A type without parts, which needs no reference counting.
    Leaf(&'static TypeKind),
    /// A type with parts, interned.
    Node(Arc<Node>),
}

/// The structure of a type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypeKind {
    /// `bool`
    Bool,
    /// `string`
    String,
    /// `number`
    Number,
    /// `int`: integers of any size.
    Int,
    /// `any`: a type that is not known yet (go-cty's dynamic pseudo-type).
    Any,
    /// `none`: the type of null under rules where null has a type of its own.
    None,
    /// `asset`: a file in Pulumi, opaque.
    Asset,
    /// `archive`: an archive of assets in Pulumi, opaque.
    Archive,
    /// `list(T)`
    List(Type),
    /// `set(T)`
    Set(Type),
    /// `map(T)`
    Map(Type),
    /// `tuple([T, …])`
    Tuple(Box<[Type]>),
    /// `object({…})`
    Object(ObjectType),
    /// `union(T, …)`: at least two members, no member a union, sorted by printed form. The union of no types
    /// is the empty type, for example the type of the attributes of `object({})`.
    Union(Box<[Type]>),
    /// `promise(T)`
    Promise(Type),
    /// `output(T)`
    Output(Type),
}

/// The attributes of an object type, sorted by name (by bytes), names unique.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ObjectType {
    pub(crate) attributes: Box<[ObjectAttribute]>,
}

/// An attribute of an object type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ObjectAttribute {
    /// The name.
    pub name: Arc<str>,
    /// The type.
    pub ty: Type,
    /// Set for an optional attribute.
    pub optional: bool,
}

impl ObjectType {
    /// The attributes, sorted by name.
    pub fn attributes(&self) -> &[ObjectAttribute] {
        &self.attributes
    }

    /// The number of attributes.
    pub fn len(&self) -> usize {
        self.attributes.len()
    }

    /// Returns `true` if there are no attributes.
    pub fn is_empty(&self) -> bool {
        self.attributes.is_empty()
    }

    /// The position of the attribute with this name.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.attributes.binary_search_by(|attribute| (*attribute.name).cmp(name)).ok()
    }

    /// The attribute with this name.
    pub fn get(&self, name: &str) -> Option<&ObjectAttribute> {
        self.position(name).map(|index| &self.attributes[index])
    }

    /// A cursor that finds attributes in ascending order of names, in linear time overall.
    pub(crate) fn cursor(&self) -> Cursor<'_> {
        Cursor { rest: &self.attributes }
    }

    /// Returns `true` if an attribute is optional; nested attributes do not count.
    pub fn has_optional(&self) -> bool {
        self.attributes.iter().any(|attribute| attribute.optional)
    }
}

/// A lookup of attributes in ascending order of their names.
pub(crate) struct Cursor<'a> {
    rest: &'a [ObjectAttribute],
}

impl<'a> Cursor<'a> {
    /// The attribute with this name; each call must ask for a greater name than the last.
    pub(crate) fn find(&mut self, name: &str) -> Option<&'a ObjectAttribute> {
        // The steps double, so that finding a few names in a large object does not scan all of it.
        let mut step = 1;
        while self.rest.get(step).is_some_and(|attribute| *attribute.name <= *name) {
            self.rest = &self.rest[step..];
            step *= 2;
        }
        let near = &self.rest[..self.rest.len().min(step)];
        self.rest = &self.rest[near.partition_point(|attribute| *attribute.name < *name)..];
        self.rest.first().filter(|attribute| *attribute.name == *name)
    }
}

impl Type {
    /// `bool`
    pub const BOOL: Type = Type(Repr::Leaf(&TypeKind::Bool));
    /// `string`
    pub const STRING: Type = Type(Repr::Leaf(&TypeKind::String));
    /// `number`
    pub const NUMBER: Type = Type(Repr::Leaf(&TypeKind::Number));
    /// `asset`
    pub const ASSET: Type = Type(Repr::Leaf(&TypeKind::Asset));
    /// `archive`
    pub const ARCHIVE: Type = Type(Repr::Leaf(&TypeKind::Archive));
    /// `int`
    pub const INT: Type = Type(Repr::Leaf(&TypeKind::Int));
    /// `any`
    pub const ANY: Type = Type(Repr::Leaf(&TypeKind::Any));
    /// `none`
    pub const NONE: Type = Type(Repr::Leaf(&TypeKind::None));

    /// The structure of the type.
    pub fn kind(&self) -> &TypeKind {
        match &self.0 {
            Repr::Leaf(kind) => kind,
            Repr::Node(node) => node.kind(),
        }
    }

    /// Returns `true` for `any`.
    pub fn is_any(&self) -> bool {
        matches!(self.kind(), TypeKind::Any)
    }

    /// Returns `true` for `none`.
    pub fn is_none(&self) -> bool {
        matches!(self.kind(), TypeKind::None)
    }

    /// Returns `true` for bool, string, number and int.
    pub fn is_primitive(&self) -> bool {
        matches!(self.kind(), TypeKind::Bool | TypeKind::String | TypeKind::Number | TypeKind::Int)
    }

    /// Returns `true` for number and int.
    pub fn is_numeric(&self) -> bool {
        matches!(self.kind(), TypeKind::Number | TypeKind::Int)
    }

    /// Returns `true` for a list, set or map.
    pub fn is_collection(&self) -> bool {
        matches!(self.kind(), TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Map(..))
    }

    /// Returns `true` if the type itself is a promise or an output; its parts do not count.
    pub fn is_eventual(&self) -> bool {
        matches!(self.kind(), TypeKind::Promise(_) | TypeKind::Output(_))
    }

    /// Returns `true` for a union.
    pub fn is_union(&self) -> bool {
        matches!(self.kind(), TypeKind::Union(_))
    }

    /// The element type of a list, set or map.
    pub fn element(&self) -> Option<&Type> {
        match self.kind() {
            TypeKind::List(element) | TypeKind::Set(element) | TypeKind::Map(element) => Some(element),
            _ => None,
        }
    }

    /// The attributes, if it is an object type.
    pub fn as_object(&self) -> Option<&ObjectType> {
        match self.kind() {
            TypeKind::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The element types, if it is a tuple type.
    pub fn as_tuple(&self) -> Option<&[Type]> {
        match self.kind() {
            TypeKind::Tuple(elements) => Some(elements),
            _ => None,
        }
    }

    /// The members of a union; any other type is its own only member.
    pub fn members(&self) -> &[Type] {
        match self.kind() {
            TypeKind::Union(members) => members,
            _ => std::slice::from_ref(self),
        }
    }

    /// The approximate number of live types with parts in this process: recently dropped types are removed
    /// from the table in batches.
    pub fn table_len() -> usize {
        intern::table_len()
    }
}
