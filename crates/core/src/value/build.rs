//! Constructors: every value is created in normal form.

use std::sync::Arc;

use hclx_diag::Fallible;

use super::{Data, Elements, Entries, Marks, Value, set};
use crate::ty::{object_of, tuple_of};
use crate::{Nullness, Number, Range, Rules, Type, TypeKind, meter, nfc, order};

/// The cost in ticks of an element of a set, in addition to sorting.
const TICKS_OF_SET_ELEMENT: u64 = 64;

impl Value {
    pub(crate) const fn new(ty: Type, data: Data) -> Self {
        Self { ty, data, marks: Marks::NONE }
    }

    /// `true`
    pub const TRUE: Value = Value::new(Type::BOOL, Data::Bool(true));
    /// `false`
    pub const FALSE: Value = Value::new(Type::BOOL, Data::Bool(false));

    /// A bool.
    pub const fn bool(value: bool) -> Self {
        Self::new(Type::BOOL, Data::Bool(value))
    }

    /// A string; the caller normalizes it to NFC if the language requires that.
    pub fn string(text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        meter::made_string(text.len());
        Self::new(Type::STRING, Data::String(text))
    }

    /// A number of type `number`.
    pub const fn number(number: Number) -> Self {
        Self::new(Type::NUMBER, Data::Number(number))
    }

    /// A number of type `int`; it must be an integer.
    pub fn int(number: Number) -> Self {
        debug_assert!(number.is_integer(), "an int is an integer");
        Self::new(Type::INT, Data::Number(number))
    }

    /// The null value of a type.
    pub fn null(ty: Type) -> Self {
        Self::new(ty.into_required(), Data::Null)
    }

    /// An unknown value of a known type, without refinements. An unknown of type `none` is null.
    pub fn unknown(ty: Type) -> Self {
        Self::unknown_in(ty, Range::any())
    }

    /// An unknown of unknown type, about which nothing is known.
    pub const fn dynamic() -> Self {
        Self::new(Type::ANY, Data::Unknown(Range::any()))
    }

    /// An unknown under the given rules: if null has a type of its own, an unknown of a type without `none`
    /// is not null.
    pub fn unknown_under(ty: Type, rules: &Rules) -> Self {
        let not_null = rules.null_has_type && !admits_null(&ty);
        Self::unknown_in(ty, if not_null { Range::not_null() } else { Range::any() })
    }

    /// An unknown in a range, or a known value if only one is possible.
    #[inline]
    pub fn unknown_in(ty: Type, range: Range) -> Self {
        let typed = ty.is_primitive() || !ty.is_any() && !ty.is_none() && !ty.has_optional();
        if typed && range.is_plain() && range.null() != Nullness::Always {
            return Self::new(ty, Data::Unknown(range));
        }
        crate::range::collapse(ty.into_required(), range)
    }

    /// A list; every element has the element type (or that of one of its union members), or is unknown.
    pub fn list(element: Type, elements: Vec<Value>) -> Self {
        Self::new(Type::list(element), Data::Sequence(elements.into()))
    }

    /// A set: elements are sorted, equal ones are merged, and marks of elements move to the set, because a
    /// set cannot tell them apart.
    pub fn set(element: Type, elements: Vec<Value>) -> Self {
        meter::work(TICKS_OF_SET_ELEMENT * elements.len() as u64);
        let mut marks = Marks::NONE;
        let mut plain = Vec::with_capacity(elements.len());
        for value in elements {
            let (value, own) = value.unmark_deep();
            marks = marks.union(&own);
            plain.push(value);
        }
        let elements: Elements = set::normalize(plain).into();
        Self { marks, ..Self::new(Type::set(element), Data::Sequence(elements)) }
    }

    /// A map; the last of several entries with the same key counts.
    pub fn map(element: Type, entries: impl IntoIterator<Item = (Arc<str>, Value)>) -> Self {
        let mut entries: Vec<(Arc<str>, Value)> = entries.into_iter().collect();
        sort_entries(&mut entries);
        Self::new(Type::map(element), Data::Map(Entries::from(entries)))
    }

    /// A tuple.
    pub fn tuple(elements: Vec<Value>) -> Self {
        let ty = tuple_of(elements.iter().map(|element| &element.ty));
        Self::new(ty, Data::Sequence(elements.into()))
    }

    /// An object; the last of several attributes with the same name counts.
    pub fn object(attributes: impl IntoIterator<Item = (Arc<str>, Value)>) -> Self {
        Self::object_of_attributes(attributes.into_iter().collect())
    }

    // separate from the generic collection, so that it is compiled only once instead of for each kind of
    // iterator
    fn object_of_attributes(mut attributes: Vec<(Arc<str>, Value)>) -> Self {
        sort_entries(&mut attributes);
        let ty = object_of(attributes.iter().map(|(name, value)| (name, &value.ty)));
        Self::new(ty, Data::Sequence(attributes.into_iter().map(|(_, value)| value).collect()))
    }

    /// An object from distinct names, sorted, and as many values.
    pub fn object_of_sorted(names: &[Arc<str>], values: Elements) -> Self {
        let ty = object_of(names.iter().zip(values.uncharged().iter().map(|value| &value.ty)));
        Self::new(ty, Data::Sequence(values))
    }

    /// An object with the attributes of an object type, in that type's order. If the values have the types of
    /// the attributes, the result reuses `ty`.
    ///
    /// # Panics
    /// If `ty` is not an object type, or if the number of attributes differs.
    pub fn object_like(ty: &Type, values: Elements) -> Self {
        let attributes = ty.as_object().expect("an object type").attributes();
        let parts = values.uncharged();
        assert_eq!(attributes.len(), parts.len(), "a value for each attribute");
        let mut pairs = attributes.iter().zip(parts);
        if !ty.has_optional() && pairs.all(|(attribute, value)| attribute.ty == value.ty) {
            return Self::new(ty.clone(), Data::Sequence(values));
        }
        let names = attributes.iter().map(|attribute| &attribute.name);
        let ty = object_of(names.zip(parts.iter().map(|value| &value.ty)));
        Self::new(ty, Data::Sequence(values))
    }

    /// A tuple that reuses the given type if it fits, which saves a lookup in the type table.
    pub fn tuple_like(ty: Option<&Type>, elements: Elements) -> Self {
        let types = elements.uncharged().iter().map(|element| &element.ty);
        let same = |ty: &&Type| ty.as_tuple().is_some_and(|known| known.iter().eq(types.clone()));
        let ty = ty.filter(same).cloned().unwrap_or_else(|| tuple_of(types.clone()));
        Self::new(ty, Data::Sequence(elements))
    }

    /// A list of an existing type that every element fits.
    ///
    /// # Panics
    /// If `ty` is not a list type, or has optional attributes.
    pub fn list_like(ty: &Type, elements: Vec<Value>) -> Self {
        assert!(matches!(ty.kind(), TypeKind::List(_)) && !ty.has_optional(), "a type of lists");
        Self::new(ty.clone(), Data::Sequence(elements.into()))
    }

    /// A map of an existing type that every element fits; the last of several entries with the same key
    /// counts.
    ///
    /// # Panics
    /// If `ty` is not a map type, or has optional attributes.
    pub fn map_like(ty: &Type, mut entries: Vec<(Arc<str>, Value)>) -> Self {
        assert!(matches!(ty.kind(), TypeKind::Map(..)) && !ty.has_optional(), "a type of maps");
        sort_entries(&mut entries);
        Self::new(ty.clone(), Data::Map(Entries::from(entries)))
    }

    /// A known collection, tuple or object with changed parts, without its own marks; `None` for any other value.
    pub fn map_parts(&self, mut change: impl FnMut(&Self) -> Self) -> Option<Self> {
        if !self.is_known() || self.is_null() {
            return None;
        }
        let ty = self.ty();
        if matches!(ty.kind(), TypeKind::Object(_) | TypeKind::Map(_)) {
            let entries = self.iter_entries().map(|(name, part)| (Arc::clone(name), change(part)));
            let entries: Vec<_> = entries.collect();
            return Some(match ty.kind() {
                TypeKind::Map(element) => Self::map(element.clone(), entries),
                _ => Self::object(entries),
            });
        }
        let elements = |mut change: &mut dyn FnMut(&Self) -> Self| {
            self.elements().unwrap_or_default().iter().map(&mut change).collect()
        };
        match ty.kind() {
            TypeKind::List(element) => Some(Self::list(element.clone(), elements(&mut change))),
            TypeKind::Set(element) => Some(Self::set(element.clone(), elements(&mut change))),
            TypeKind::Tuple(_) => Some(Self::tuple(elements(&mut change))),
            _ => None,
        }
    }

    /// The value with additional marks.
    #[must_use]
    #[inline]
    pub fn with_marks(mut self, marks: &Marks) -> Self {
        if !marks.is_empty() {
            self.marks = self.marks.union(marks);
        }
        self
    }

    /// The value with an additional mark.
    #[must_use]
    pub fn with_mark(self, name: &str) -> Self {
        self.with_marks(&Marks::one(name))
    }
}

/// Returns `true` if the type accepts null under rules where null has a type of its own.
pub(crate) fn admits_null(ty: &Type) -> bool {
    match ty.kind() {
        TypeKind::None | TypeKind::Any => true,
        TypeKind::Union(members) => members.iter().any(admits_null),
        TypeKind::Promise(inner) | TypeKind::Output(inner) => admits_null(inner),
        _ => false,
    }
}

/// Sorts entries by key and keeps the last of several equal keys.
fn sort_entries(entries: &mut Vec<(Arc<str>, Value)>) {
    /// The cost in ticks of a key that is looked up and placed.
    const KEY: u64 = 64;
    meter::work(KEY * entries.len() as u64);
    if entries.windows(2).all(|pair| order::strings(&pair[0].0, &pair[1].0).is_lt()) {
        return;
    }
    order::sort(entries, |a, b| order::strings(&a.0, &b.0));
    if !meter::is_enough() {
        // The sort may have ended early, but all lookups rely on the order of the keys.
        entries.sort_by(|a, b| a.0.cmp(&b.0));
    }
    entries.dedup_by(|later, kept| {
        // Deduplication keeps the first of equal keys, but the last one counts.
        let same = order::equal_strings(&later.0, &kept.0);
        if same {
            std::mem::swap(later, kept);
        }
        same
    });
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Value::bool(value)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::string(text)
    }
}

/// Returns a newly created string as a value, in normalization form C.
///
/// # Errors If the rest of the budget does not cover the cost.
pub fn normalized(text: &str) -> Fallible<Value> {
    meter::afford(meter::of_unicode(text))?;
    meter::pay_bytes(text.len() as u64)?;
    Ok(Value::string(nfc(text)))
}
