//! Accessors of values, and removal of marks.

use std::sync::Arc;

use super::facts::Facts;
use super::{Data, Marks, Value};
use crate::{Number, Range, Text, Type, TypeKind};
use crate::{order, stack};

impl Value {
    /// The type.
    pub const fn ty(&self) -> &Type {
        &self.ty
    }

    /// The data.
    pub const fn data(&self) -> &Data {
        &self.data
    }

    /// The marks of the value itself, without those of its parts.
    pub const fn marks(&self) -> &Marks {
        &self.marks
    }

    /// Returns `true` if the value is certainly null.
    pub const fn is_null(&self) -> bool {
        matches!(self.data, Data::Null)
    }

    /// Returns `true` if the value itself is known; its parts may be unknown.
    pub const fn is_known(&self) -> bool {
        !matches!(self.data, Data::Unknown(_))
    }

    /// Returns `true` for an unmarked unknown of which only the type and nullness are known.
    pub const fn is_plain_unknown(&self) -> bool {
        matches!(&self.data, Data::Unknown(range) if range.is_plain()) && self.marks.is_empty()
    }

    /// Returns `true` if the value and all its parts are known.
    #[inline]
    pub fn is_wholly_known(&self) -> bool {
        match &self.data {
            Data::Unknown(_) => false,
            Data::Sequence(elements) => !elements.facts().is_unknown(),
            Data::Map(entries) => !entries.facts().is_unknown(),
            _ => true,
        }
    }

    /// The nesting depth; an unknown value is as deep as its type.
    pub fn depth(&self) -> u32 {
        Facts::of(self).depth
    }

    /// The size in bytes with all parts written out, each as often as it occurs.
    pub fn size(&self) -> u64 {
        Facts::of(self).size
    }

    /// The size and the depth together; cheap for a value without parts.
    #[inline]
    pub(crate) fn size_and_depth(&self) -> (u64, u32) {
        match &self.data {
            Data::Sequence(elements) => {
                let facts = elements.facts();
                (facts.size.saturating_add(size_of::<Self>() as u64), facts.depth.max(self.ty.depth()))
            }
            Data::Null | Data::Bool(_) => (0, self.ty.depth()),
            Data::String(text) => (text.len() as u64, 0),
            Data::Number(number) => (number.heap_size(), 0),
            Data::Unknown(range) if range.is_plain() => (0, self.ty.depth()),
            _ => {
                let facts = Facts::of(self);
                (facts.size, facts.depth)
            }
        }
    }

    /// Returns `true` if the value is certainly not null.
    #[inline]
    pub fn definitely_not_null(&self) -> bool {
        match &self.data {
            Data::Null => false,
            Data::Unknown(range) => range.is_not_null(),
            _ => true,
        }
    }

    /// The range of an unknown, or the narrowest range that describes a known value.
    pub fn range(&self) -> Range {
        crate::range::of_value(self)
    }

    /// A known string, whose contents are charged according to their use. Functions use this rather than
    /// [`Value::as_str`].
    pub fn text(&self) -> Option<Text<'_>> {
        self.as_str().map(Text::new)
    }

    /// The contents of a known string, without charging for them.
    pub fn as_str(&self) -> Option<&str> {
        match &self.data {
            Data::String(text) => Some(text),
            _ => None,
        }
    }

    /// The bool, if it is a known one.
    pub const fn as_bool(&self) -> Option<bool> {
        match self.data {
            Data::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The number, if it is a known number or int.
    pub const fn as_number(&self) -> Option<&Number> {
        match &self.data {
            Data::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The elements of a known list, set or tuple (in order), or the values of the attributes of a known
    /// object (in the order of its type). Charged as if all of them were visited: use [`Value::element_at`]
    /// for a single one and [`Value::length`] for their number.
    pub fn elements(&self) -> Option<&[Value]> {
        match &self.data {
            Data::Sequence(elements) => Some(elements),
            _ => None,
        }
    }

    /// The entries of a known map, or the names and values of a known object, sorted by key; empty for other
    /// values.
    pub fn iter_entries(&self) -> impl Iterator<Item = (&Arc<str>, &Value)> {
        let attributes = match self.ty_now().kind() {
            TypeKind::Object(object) => object.attributes(),
            _ => &[],
        };
        let (elements, entries): (&[Value], &[(Arc<str>, Value)]) = match &self.data {
            Data::Sequence(elements) => (elements, &[]),
            Data::Map(entries) => (&[], entries),
            _ => (&[], &[]),
        };
        let of_object = attributes.iter().map(|attribute| &attribute.name).zip(elements);
        of_object.chain(entries.iter().map(|(key, value)| (key, value)))
    }

    /// The value of an attribute of a known object, or of the element of a known map.
    #[inline]
    pub fn get_attr_value(&self, name: &str) -> Option<&Value> {
        match &self.data {
            Data::Sequence(elements) => {
                order::searched(name, elements.len());
                elements.get(self.ty_now().as_object()?.position(name)?)
            }
            Data::Map(entries) => entries.get(name),
            _ => None,
        }
    }

    /// The element of a known list, set or tuple at a position, or the value of the attribute of a known
    /// object at a position in its type.
    #[inline]
    pub fn element_at(&self, position: usize) -> Option<&Value> {
        match &self.data {
            Data::Sequence(elements) => elements.get(position),
            _ => None,
        }
    }

    /// The number of elements of a known collection or tuple, or of attributes of an object.
    pub fn length(&self) -> Option<usize> {
        match &self.data {
            Data::Sequence(elements) => Some(elements.len()),
            Data::Map(entries) => Some(entries.len()),
            _ => None,
        }
    }

    /// The type without outer eventuals, which is the type of the data.
    #[inline]
    pub(crate) fn ty_now(&self) -> &Type {
        let mut ty = &self.ty;
        // A promise may contain an output, so one step is not enough.
        while let TypeKind::Promise(inner) | TypeKind::Output(inner) = ty.kind() {
            ty = inner;
        }
        ty
    }

    /// The elements or attribute values, if there are any.
    pub fn parts(&self) -> impl Iterator<Item = &Value> {
        let (elements, entries): (&[Value], &[(Arc<str>, Value)]) = match &self.data {
            Data::Sequence(elements) => (elements, &[]),
            Data::Map(entries) => (&[], entries),
            _ => (&[], &[]),
        };
        elements.iter().chain(entries.iter().map(|(_, value)| value))
    }

    /// The address of shared elements or attributes. Equal addresses mean the same parts as long as one of
    /// the owners is alive.
    pub(crate) fn shared_place(&self) -> Option<usize> {
        match &self.data {
            Data::Sequence(elements) => elements.shared_place(),
            Data::Map(entries) => entries.shared_place(),
            _ => None,
        }
    }

    /// Returns `true` if the value or a part of it has a type that is not known yet.
    pub(crate) fn has_open_type(&self) -> bool {
        if !self.ty.has_any() {
            return false;
        }
        Facts::of(self).is_open()
    }

    /// Returns `true` if the value or a part of it has alternatives of different types.
    pub fn has_several(&self) -> bool {
        self.ty.has_any() && Facts::of(self).is_several()
    }

    /// The value without its own marks, and those marks.
    #[inline]
    pub fn unmark(mut self) -> (Value, Marks) {
        let marks = std::mem::take(&mut self.marks);
        (self, marks)
    }

    /// Returns `true` if the value or a part of it is marked.
    #[inline]
    pub fn contains_marks(&self) -> bool {
        !self.marks.is_empty()
            || match &self.data {
                Data::Sequence(elements) => elements.facts().is_marked(),
                Data::Map(entries) => entries.facts().is_marked(),
                Data::Unknown(range) => range.is_marked(),
                _ => false,
            }
    }

    /// The value without any marks, and all marks of it and its parts.
    pub fn unmark_deep(self) -> (Value, Marks) {
        if !self.contains_marks() {
            return (self, Marks::NONE);
        }
        let mut all = self.marks.clone();
        let value = self.without_marks(&mut all);
        (value, all.gathered())
    }

    /// The marks of an unknown that replaces the value: its own marks, and those of its parts as marks within
    /// it.
    pub fn marks_within(&self) -> Marks {
        if !self.contains_marks() {
            return Marks::NONE;
        }
        let mut all = Marks::NONE;
        // Only the marks are needed, so the value is discarded.
        self.without_marks(&mut all);
        self.marks.union(&all.within())
    }

    fn without_marks(&self, all: &mut Marks) -> Value {
        let mut strip = |part: &Value| {
            *all = all.union(&part.marks);
            stack::grow(|| part.without_marks(all))
        };
        let data = match &self.data {
            Data::Sequence(elements) => Data::Sequence(elements.iter().map(strip).collect::<Vec<_>>().into()),
            Data::Map(entries) => Data::Map(
                entries.iter().map(|(key, value)| (key.clone(), strip(value))).collect::<Vec<_>>().into(),
            ),
            Data::Unknown(range) if range.is_marked() => {
                let (range, marks) = range.without_marks();
                *all = all.union(&marks);
                Data::Unknown(range)
            }
            data => data.clone(),
        };
        Value::new(self.ty.clone(), data)
    }
}
