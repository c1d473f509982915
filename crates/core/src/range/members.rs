//! Members: elements that a collection of unknown length is certain to have.
//!
//! Members arise where known elements are added to an unknown collection, as in `merge(var.tags, { a = 1 })`.
//! Like a shape, they can always be dropped, and cty does not have them. Out of scope: a notation.

use std::sync::Arc;

use crate::range::{Facts, Range, collapse};
use crate::value::{Data, Elements, Entries, Entry};
use crate::{Marks, Type, TypeKind, Value, stack};

/// The maximum number of members; the others are dropped.
pub const MAX_MEMBERS: usize = 256;

/// Elements that are certain to exist: those of a map or object with their keys, the first ones of a list or tuple in
/// order, and others of a list, set or tuple at unknown positions.
#[derive(Clone, Debug, Default)]
pub struct Members {
    entries: Entries,
    elements: Elements,
    /// The number of elements at the start, whose positions are known.
    leading: usize,
}

impl Members {
    /// Entries sorted by key.
    pub fn of_entries(mut entries: Vec<Entry>) -> Self {
        entries.truncate(MAX_MEMBERS);
        Self { entries: entries.into(), ..Self::default() }
    }

    /// Elements in any order.
    pub fn of_elements(elements: Vec<Value>) -> Self {
        Self::of_sequence(elements, 0)
    }

    /// Creates the members of a sequence that starts with the first `leading` elements.
    pub fn of_sequence(mut elements: Vec<Value>, leading: usize) -> Self {
        elements.truncate(MAX_MEMBERS);
        Self { leading: leading.min(elements.len()), elements: elements.into(), ..Self::default() }
    }

    /// The members without identical elements. Those with unknown values may still be equal to others.
    #[must_use]
    pub fn distinct(&self) -> Self {
        let mut kept: Vec<Value> = Vec::new();
        for element in self.elements.iter() {
            let is_new = |old: &Value| !stack::grow(|| old.same(element));
            if kept.iter().all(is_new) {
                kept.push(element.clone());
            }
        }
        Self { elements: kept.into(), leading: self.leading.min(1), ..self.clone() }
    }

    /// The elements that a non-null value is certain to have: all of them if it is known.
    pub fn of(value: &Value) -> Self {
        match value.data() {
            Data::Unknown(range) => range.members().cloned().unwrap_or_default(),
            Data::Sequence(elements) if value.ty_now().as_object().is_none() => {
                let is_set = matches!(value.ty_now().kind(), TypeKind::Set(_));
                let leading = if is_set { 0 } else { elements.len() };
                Self::of_sequence(elements.iter().take(MAX_MEMBERS).cloned().collect(), leading)
            }
            Data::Sequence(_) | Data::Map(_) => {
                let entries = value.iter_entries().take(MAX_MEMBERS);
                Self::of_entries(entries.map(|(key, value)| (key.clone(), value.clone())).collect())
            }
            _ => Self::default(),
        }
    }

    /// The members without their positions.
    #[must_use]
    pub fn without_order(&self) -> Self {
        Self { leading: 0, ..self.clone() }
    }

    /// The members of a set as members of a sequence. Elements that may be equal to another one are not
    /// counted.
    #[must_use]
    pub fn in_sequence(&self, set: &Type) -> Self {
        let certain: Vec<Value> = self.elements.iter().filter(|it| it.is_wholly_known()).cloned().collect();
        match self.elements.first() {
            Some(first) if certain.is_empty() || set.has_any() => Self::of_elements(vec![first.clone()]),
            _ => Self::of_elements(certain),
        }
    }

    /// Returns `true` if there are no members.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.elements.is_empty()
    }

    /// The entries, sorted by key.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The elements.
    pub fn elements(&self) -> &[Value] {
        &self.elements
    }

    /// The elements at the start, whose positions are known.
    pub fn head(&self) -> &[Value] {
        &self.elements[..self.leading]
    }

    /// The values of the entries, or the elements.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.entries.iter().map(|(_, value)| value).chain(self.elements.iter())
    }

    /// The members with their values mapped by `change`.
    ///
    /// # Errors
    /// The first error of `change`.
    pub fn try_map<E>(&self, mut change: impl FnMut(&Value) -> Result<Value, E>) -> Result<Self, E> {
        let entries: Result<Vec<Entry>, E> =
            self.entries.iter().map(|(key, value)| Ok((key.clone(), change(value)?))).collect();
        let elements: Result<Vec<Value>, E> = self.elements.iter().map(&mut change).collect();
        Ok(Self { entries: entries?.into(), elements: elements?.into(), leading: self.leading })
    }

    pub(super) fn size(&self) -> u64 {
        self.values().fold(0, |size, value| size.saturating_add(value.size()))
    }

    pub(super) fn depth(&self) -> u32 {
        self.values().map(Value::depth).max().unwrap_or(0)
    }

    pub(super) fn is_marked(&self) -> bool {
        self.values().any(Value::contains_marks)
    }

    /// The members without marks, and the marks of all of them.
    pub(super) fn without_marks(&self) -> (Self, Marks) {
        let mut marks = Marks::NONE;
        let plain = self.try_map(|value| {
            let (value, own) = value.clone().unmark_deep();
            marks = marks.union(&own);
            Ok::<_, std::convert::Infallible>(value)
        });
        (plain.unwrap_or_else(|never| match never {}), marks)
    }

    /// The members that both collections have.
    pub(crate) fn common(&self, other: &Self) -> Self {
        let same = |value: &Value, other: &Value| stack::grow(|| value.same(other));
        let has_entry = |(key, value): &&Entry| other.entries.get(key).is_some_and(|it| same(it, value));
        let leading = self.head().iter().zip(other.head()).take_while(|(a, b)| same(a, b)).count();
        let mut others: Vec<&Value> = other.elements[leading..].iter().collect();
        let mut elements = self.elements[..leading].to_vec();
        for value in &self.elements[leading..] {
            if let Some(at) = others.iter().position(|it| same(it, value)) {
                others.swap_remove(at);
                elements.push(value.clone());
            }
        }
        let entries = self.entries.iter().filter(has_entry).cloned().collect::<Vec<_>>().into();
        Self { entries, ..Self::of_sequence(elements, leading) }
    }

    /// Returns `true` if a known value may have these members.
    pub(super) fn are_in(&self, value: &Value) -> bool {
        let fits = |one: &Value, part: &Value| stack::grow(|| super::shape::is_one(one, part));
        let has_entry = |(key, one): &Entry| value.get_attr_value(key).is_some_and(|part| fits(one, part));
        let has_element = |one: &Value| value.parts().any(|part| fits(one, part));
        let is_at = |(at, one): (usize, &Value)| value.element_at(at).is_some_and(|part| fits(one, part));
        self.entries.iter().all(has_entry)
            && self.elements.iter().all(has_element)
            && self.head().iter().enumerate().all(is_at)
    }
}

impl PartialEq for Members {
    fn eq(&self, other: &Self) -> bool {
        let same = |a: &Value, b: &Value| stack::grow(|| a.same(b));
        self.entries.len() == other.entries.len()
            && self.elements.len() == other.elements.len()
            && self.leading == other.leading
            && self.entries.iter().zip(other.entries.iter()).all(|(a, b)| a.0 == b.0 && same(&a.1, &b.1))
            && self.elements.iter().zip(other.elements.iter()).all(|(a, b)| same(a, b))
    }
}

impl Range {
    /// The elements that the collection is certain to have.
    pub fn members(&self) -> Option<&Members> {
        self.more.as_ref()?.members.as_deref()
    }
}

impl Value {
    /// The elements that an unknown collection is certain to have.
    pub fn members(&self) -> Option<&Members> {
        match &self.data {
            Data::Unknown(range) => range.members(),
            _ => None,
        }
    }

    /// The element with this key, if an unknown collection is certain to have it.
    pub fn member(&self, key: &str) -> Option<&Value> {
        self.members()?.entries.get(key)
    }

    /// The part at a known key or position, if an unknown collection is certain to have it.
    pub fn member_at(&self, key: &Value) -> Option<&Value> {
        match &key.data {
            Data::String(name) => self.member(name),
            Data::Number(position) => self.members()?.head().get(position.to_usize()?),
            _ => None,
        }
    }

    /// An unknown collection with elements that it has unless it is null. Marks of a set's elements become
    /// marks of the set, and equal elements are merged.
    #[must_use]
    pub fn with_members(self, members: Members) -> Self {
        let Data::Unknown(range) = &self.data else { return self };
        if members.is_empty() {
            return self;
        }
        let is_set = matches!(self.ty_now().kind(), TypeKind::Set(_));
        let (members, marks) = match is_set {
            true => {
                let (members, marks) = members.without_marks();
                (members.distinct().without_order(), marks)
            }
            false => (members, Marks::NONE),
        };
        let certain = match is_set {
            true => members.in_sequence(self.ty_now()).elements.len(),
            false => members.entries.len().max(members.elements.len()),
        };
        let least = range.len_min().max(certain);
        let members = Some(Arc::new(members));
        let facts = Facts { members, len_min: least, ..range.facts() };
        let value = collapse(self.ty.clone(), Range::from_facts(range.null(), facts));
        value.with_marks(&self.marks).with_marks(&marks)
    }
}
