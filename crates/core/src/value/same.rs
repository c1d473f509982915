//! Identity of values: same type, same data, same marks, same ranges. The language's `==` is in `ops`.

use std::sync::Arc;

use super::data::Entry;
use super::{Data, Value};
use crate::{Type, TypeKind, order, stack};

impl Value {
    /// Returns `true` if both values are identical, including ranges and marks. Numbers are compared as in
    /// the language, regardless of precision, except that 0 is not -0.
    pub fn same(&self, other: &Value) -> bool {
        self.ty == other.ty && self.marks == other.marks && compare(&self.data, &other.data, &Value::same)
    }

    /// Returns `true` if both have the same data, regardless of types and marks: an int has the data of a
    /// number.
    pub(crate) fn same_data(&self, other: &Value) -> bool {
        compare(&self.data, &other.data, &Value::same_data)
    }
}

fn compare(a: &Data, b: &Data, part: &dyn Fn(&Value, &Value) -> bool) -> bool {
    match (a, b) {
        (Data::Null, Data::Null) => true,
        (Data::Unknown(a), Data::Unknown(b)) => a == b,
        (Data::Bool(a), Data::Bool(b)) => a == b,
        (Data::Number(a), Data::Number(b)) => a.equals(b) && a.is_negative_zero() == b.is_negative_zero(),
        (Data::String(a), Data::String(b)) => Arc::ptr_eq(a, b) || order::equal_strings(a, b),
        (Data::Sequence(a), Data::Sequence(b)) => {
            let same = std::ptr::eq(a.as_ptr(), b.as_ptr());
            a.len() == b.len() && (same || a.iter().zip(b.iter()).all(|(a, b)| stack::grow(|| part(a, b))))
        }
        (Data::Map(a), Data::Map(b)) => {
            let same = std::ptr::eq(a.as_ptr(), b.as_ptr());
            let is_same = |(a, b): (&Entry, &Entry)| {
                order::equal_strings(&a.0, &b.0) && stack::grow(|| part(&a.1, &b.1))
            };
            a.len() == b.len() && (same || a.iter().zip(b.iter()).all(is_same))
        }
        _ => false,
    }
}

/// Returns `true` if values of the two types may be equal: types that are the same except for int and number,
/// and except for parts that `any`, `none` and unions leave open.
pub(crate) fn comparable(a: &Type, b: &Type) -> bool {
    use TypeKind as K;
    if a == b {
        return true;
    }
    stack::grow(|| match (a.kind(), b.kind()) {
        (K::Any | K::None | K::Union(_), _) | (_, K::Any | K::None | K::Union(_)) => true,
        (K::Promise(a) | K::Output(a), _) => comparable(a, b),
        (_, K::Promise(b) | K::Output(b)) => comparable(a, b),
        (K::Int | K::Number, K::Int | K::Number) => true,
        (K::List(a), K::List(b)) | (K::Set(a), K::Set(b)) => comparable(a, b),
        (K::Map(a), K::Map(b)) => comparable(a, b),
        (K::Tuple(a), K::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| comparable(a, b))
        }
        (K::Object(a), K::Object(b)) => {
            let (a, b) = (a.attributes(), b.attributes());
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.name == b.name && comparable(&a.ty, &b.ty))
        }
        _ => false,
    })
}

impl PartialEq for Value {
    /// The same as [`Value::same`].
    fn eq(&self, other: &Self) -> bool {
        self.same(other)
    }
}
