//! Shapes of values whose type is unknown: they have elements, and a single element represents all of them.
//!
//! Shapes occur where the number of elements or the names of attributes are unknown, as in loops over unknown
//! collections: such a tuple or object has no type of its own yet. A shape is a fact about an unknown of type
//! any, so it can always be dropped. Out of scope: a notation; shapes are not printed.

use std::collections::HashMap;
use std::sync::Arc;

use crate::range::{Facts, Nullness, collapse};
use crate::value::{Data, Elements};
use crate::{Eventual, Marks, Range, Rules, Type, TypeKind, Value, stack};

/// The maximum depth of shapes inside shapes.
const DEEPEST: u8 = 100;

/// A collection described by a single element that represents all of them.
#[derive(Clone, Debug)]
pub struct Shape {
    keyed: bool,
    depth: u8,
    element: Elements,
}

impl Shape {
    /// Returns `true` for an object or map, as opposed to a tuple or list.
    pub const fn is_keyed(&self) -> bool {
        self.keyed
    }

    /// The size of the element in bytes, with all parts written out.
    pub(super) fn size(&self) -> u64 {
        self.element.size()
    }

    /// The nesting depth.
    pub(super) fn depth(&self) -> u32 {
        self.element.depth()
    }

    /// The join of all elements.
    pub fn element(&self) -> &Value {
        &self.element[0]
    }

    pub(super) fn is_marked(&self) -> bool {
        self.element.is_marked()
    }

    /// The shape without marks, and the marks of an element.
    pub(super) fn without_marks(&self) -> (Self, Marks) {
        let (element, marks) = self.element().clone().unmark_deep();
        (Self { element: vec![element].into(), ..*self }, marks)
    }
}

impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        self.keyed == other.keyed && stack::grow(|| self.element().same(other.element()))
    }
}

impl Range {
    /// The shape of a value of unknown type, if it is known to have elements.
    pub fn shape(&self) -> Option<&Shape> {
        self.more.as_ref()?.shape.as_deref()
    }

    /// The facts that apply to a value of unknown type: its shape and length, its alternatives, or none.
    pub(super) fn of_unknown_type(self) -> Range {
        if !self.is_of_unknown_type() {
            return Range::any();
        }
        if self.more.as_ref().is_some_and(|facts| facts.are_of_unknown_type()) {
            return self;
        }
        let Facts { shape, several, members, len_min, len_max, .. } = self.facts();
        let kept = Facts { shape, several, members, len_min, len_max, ..Facts::default() };
        Range::from_facts(self.null, kept)
    }
}

impl Shape {
    /// The shape with its element mapped by `change`.
    pub(super) fn map(&self, change: impl FnMut(&Value) -> Value) -> Self {
        Self {
            keyed: self.keyed,
            depth: self.depth,
            element: self.element.iter().map(change).collect::<Vec<_>>().into(),
        }
    }
}

impl Facts {
    /// Returns `true` if all facts apply to a value of unknown type.
    fn are_of_unknown_type(&self) -> bool {
        self.prefix.is_none() && self.min.is_none() && self.max.is_none() && self.one_of.is_none()
    }
}

impl Value {
    /// An unknown of unknown type that is a tuple or list, or an object or map if `keyed`, with a minimum and
    /// a maximum number of elements, each in the range of `element`.
    pub fn holding(keyed: bool, element: Value, least: usize, most: Option<usize>) -> Self {
        let inner = match &element.data {
            Data::Unknown(range) => range.shape().map_or(0, |shape| shape.depth),
            _ => 0,
        };
        // Beyond the limit, the element may be anything, and the depth starts again.
        let element =
            if inner < DEEPEST { element } else { Value::dynamic().with_marks(&element.marks_within()) };
        let depth = if inner < DEEPEST { inner + 1 } else { 1 };
        let shape = Shape { keyed, depth, element: vec![element].into() };
        let facts = Facts { shape: Some(Arc::new(shape)), len_min: least, len_max: most, ..Facts::default() };
        collapse(Type::ANY, Range::from_facts(Nullness::Never, facts))
    }

    /// The unknown, which may now also be null.
    #[must_use]
    pub fn or_null(self) -> Value {
        match self.data {
            Data::Unknown(range) => {
                let data = Data::Unknown(range.with_null(Nullness::Maybe));
                Value { data, ..self }
            }
            _ => self,
        }
    }

    /// The shape of an unknown of unknown type.
    pub fn shape(&self) -> Option<&Shape> {
        match &self.data {
            Data::Unknown(range) => range.shape(),
            _ => None,
        }
    }

    /// The common type of two values, one of which is of type `any`: `any`, or `None` if only one of them has elements
    /// or only one has keys, because then no elements give them a common type.
    pub fn common_untyped(&self, other: &Value, rules: &Rules) -> Option<Type> {
        let is_apart = |value: &Value, other: &Value| {
            let shape = value.shape().filter(|_| value.definitely_not_null());
            shape.is_some_and(|shape| other.is_never(shape.keyed))
        };
        let never = !rules.extended && (is_apart(self, other) || is_apart(other, self));
        (!never).then_some(Type::ANY)
    }

    /// Returns `true` if the value is certain not to have elements with keys, or without keys.
    fn is_never(&self, keyed: bool) -> bool {
        match (self.shape(), self.ty().kind()) {
            (Some(shape), _) => shape.keyed != keyed && self.definitely_not_null(),
            (None, TypeKind::Bool | TypeKind::String | TypeKind::Number | TypeKind::Int) => true,
            (None, TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_)) => keyed,
            (None, TypeKind::Map(_) | TypeKind::Object(_)) => !keyed,
            _ => false,
        }
    }

    /// The narrowest type that describes the value: its own, or, if that is `any` because the number of
    /// elements or the names of attributes are open, `list(…)` or `map(…)` of the elements. A tuple is
    /// assignable to such a list and an object to such a map.
    pub fn described_type(&self) -> Type {
        ShapeCache::default().ty(self)
    }
}

/// A cache of the types of shared parts: a value may contain the same part many times.
#[derive(Default)]
struct ShapeCache(HashMap<(usize, Type), Type>);

impl ShapeCache {
    fn ty(&mut self, value: &Value) -> Type {
        if !value.ty.has_any() {
            return value.ty.clone();
        }
        let Some(place) = value.shared_place() else { return stack::grow(|| self.made(value)) };
        if let Some(known) = self.0.get(&(place, value.ty.clone())) {
            return known.clone();
        }
        let ty = stack::grow(|| self.made(value));
        self.0.insert((place, value.ty.clone()), ty.clone());
        ty
    }

    fn made(&mut self, value: &Value) -> Type {
        let (inside, eventual) = value.ty.strip_eventual();
        if let Some(shape) = value.shape() {
            let element = self.ty(shape.element());
            return eventual.wrap(if shape.keyed { Type::map(element) } else { Type::list(element) });
        }
        if let Some(values) = value.several() {
            return eventual.wrap(super::several::together(&values));
        }
        let mut parts = || -> Vec<Type> { value.parts().map(|part| self.ty(part)).collect() };
        match inside.kind() {
            TypeKind::Tuple(_) if value.is_known() => eventual.wrap(Type::tuple(parts())),
            TypeKind::Object(object) if value.is_known() => {
                let names = object.attributes().iter().map(|attribute| attribute.name.clone());
                eventual.wrap(Type::object(names.zip(parts())))
            }
            _ if eventual == Eventual::Now => value.ty.clone(),
            _ => eventual.wrap(inside),
        }
    }
}

/// Returns `true` if a known value fits a shape and lengths.
pub(super) fn fits(shape: &Shape, facts: &Facts, value: &Value) -> bool {
    let keyed = match value.ty_now().kind() {
        TypeKind::List(_) | TypeKind::Tuple(_) => false,
        TypeKind::Map(..) | TypeKind::Object(_) => true,
        _ => return false,
    };
    let count = value.length().unwrap_or(0);
    let in_length = count >= facts.len_min && facts.len_max.is_none_or(|most| count <= most);
    keyed == shape.keyed
        && in_length
        && facts.members.as_ref().is_none_or(|members| members.are_in(value))
        && value.parts().all(|part| stack::grow(|| is_one(shape.element(), part)))
}

/// Returns `true` if a part may be a value in the range of `general`, as far as types and ranges show.
pub(super) fn is_one(general: &Value, part: &Value) -> bool {
    super::includes(general, part, &crate::Rules::extended()) != crate::Tri::No
}
