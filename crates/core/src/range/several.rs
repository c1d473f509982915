//! Alternatives of a value whose type is unknown: a list of values with different types.
//!
//! Alternatives occur where an expression results in one of several values without a common type, such as
//! `try(a, b)` while it is unknown whether `a` fails. An operation runs on each of them. Like a shape, the
//! list is a fact about an unknown of type any, so it can always be dropped. Out of scope: a notation, and
//! the extended model, in which a union expresses the same.

use crate::range::{Facts, Nullness, Range, collapse};
use crate::value::{Data, Elements};
use crate::{Marks, Type, TypeKind, Value, stack};

/// Values of different types; nulls also have a type.
#[derive(Clone, Debug)]
pub(crate) struct Several(Elements);

impl Several {
    /// The values.
    pub(super) fn values(&self) -> &[Value] {
        &self.0
    }

    /// The size in bytes with all parts written out.
    pub(super) fn size(&self) -> u64 {
        self.0.size()
    }

    /// The nesting depth.
    pub(super) fn depth(&self) -> u32 {
        self.0.depth()
    }

    pub(super) fn is_marked(&self) -> bool {
        self.0.is_marked()
    }

    /// The values without marks, and the marks of whichever value it is.
    pub(super) fn without_marks(&self) -> (Self, Marks) {
        let each = self.values().iter().map(|value| value.clone().unmark_deep());
        let (values, marks): (Vec<Value>, Vec<Marks>) = each.unzip();
        let marks = marks.into_iter().reduce(|one, other| one.either(&other));
        (Self(values.into()), marks.unwrap_or_default())
    }
}

impl PartialEq for Several {
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (self.values(), other.values());
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| stack::grow(|| a.same(b)))
    }
}

impl Range {
    /// The alternatives of a value of unknown type.
    pub(crate) fn several(&self) -> Option<&[Value]> {
        self.more.as_ref()?.several.as_ref().map(Several::values)
    }

    /// Returns `true` if the facts describe a value of unknown type, which has no notation.
    pub fn is_of_unknown_type(&self) -> bool {
        self.shape().is_some() || self.several().is_some()
    }
}

impl Value {
    /// Returns `true` for an unknown with a list of alternatives.
    pub fn is_one_of_several(&self) -> bool {
        matches!(&self.data, Data::Unknown(range) if range.several().is_some())
    }

    /// The alternatives of an unknown of unknown type; nulls are included only if the value may be null.
    pub fn several(&self) -> Option<Vec<Value>> {
        let Data::Unknown(range) = &self.data else { return None };
        let never_null = range.is_not_null();
        let values = range.several()?.iter().filter(|value| !(never_null && value.is_null()));
        Some(values.cloned().collect())
    }
}

/// An unknown that is one of these values of different types.
pub(crate) fn several(values: Vec<Value>) -> Value {
    let is_null = |value: &Value| !value.definitely_not_null();
    let null = if values.iter().any(is_null) { Nullness::Maybe } else { Nullness::Never };
    let facts = Facts { several: Some(Several(values.into())), ..Facts::default() };
    collapse(Type::ANY, Range::from_facts(null, facts))
}

/// The type among those of several values that includes all others, ignoring nulls; `any` if there is none.
/// The elements of an empty collection fit every type.
pub(super) fn together(values: &[Value]) -> Type {
    let types: Vec<(Type, bool)> = values
        .iter()
        .filter(|value| !value.is_null())
        .map(|value| (value.described_type(), value.length() == Some(0)))
        .collect();
    let takes = |wide: &Type, (ty, is_empty): &(Type, bool)| match is_empty {
        true => wide == ty || holds_empty(wide, ty),
        false => holds(wide, ty),
    };
    let widest = types.iter().find(|(wide, _)| types.iter().all(|one| takes(wide, one)));
    widest.map_or(Type::ANY, |(wide, _)| wide.clone())
}

/// Returns `true` if the empty collection of one type can be used as another type.
fn holds_empty(wide: &Type, ty: &Type) -> bool {
    use TypeKind as K;
    match wide.kind() {
        K::List(_) => matches!(ty.kind(), K::List(_) | K::Tuple(_)),
        K::Set(_) => matches!(ty.kind(), K::Set(_) | K::List(_) | K::Tuple(_)),
        K::Map(_) => matches!(ty.kind(), K::Map(_) | K::Object(_)),
        _ => false,
    }
}

/// Returns `true` if every value of `ty` is a value of `wide`, where a tuple counts as a list and an object
/// as a map.
fn holds(wide: &Type, ty: &Type) -> bool {
    if wide == ty {
        return true;
    }
    let inner = |wide: &Type, ty: &Type| stack::grow(|| holds(wide, ty));
    match (wide.kind(), ty.kind()) {
        (TypeKind::List(wide), TypeKind::List(ty))
        | (TypeKind::Set(wide), TypeKind::Set(ty))
        | (TypeKind::Map(wide), TypeKind::Map(ty)) => inner(wide, ty),
        (TypeKind::List(wide), TypeKind::Tuple(types)) => types.iter().all(|ty| inner(wide, ty)),
        (TypeKind::Map(wide), TypeKind::Object(object)) => {
            object.attributes().iter().all(|attribute| inner(wide, &attribute.ty))
        }
        _ => false,
    }
}
