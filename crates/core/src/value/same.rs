//! Identity of values: same type, same data, same marks, same ranges. It is not `==` of the
//! language, which `ops` has.

use super::{Data, Value};
use crate::stack;

impl Value {
    /// Whether both are the same in every respect, ranges and marks included. Numbers are compared
    /// as the language does, so 1 with few bits of precision is 1 with many; but 0 is not -0.
    pub fn same(&self, other: &Value) -> bool {
        self.ty == other.ty && self.marks == other.marks && same_data(&self.data, &other.data)
    }
}

fn same_data(a: &Data, b: &Data) -> bool {
    match (a, b) {
        (Data::Null, Data::Null) => true,
        (Data::Unknown(a), Data::Unknown(b)) => a == b,
        (Data::Bool(a), Data::Bool(b)) => a == b,
        (Data::Number(a), Data::Number(b)) => a.equals(b) && a.is_negative_zero() == b.is_negative_zero(),
        (Data::String(a), Data::String(b)) => a == b,
        (Data::Sequence(a), Data::Sequence(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| stack::grow(|| a.same(b)))
        }
        (Data::Map(a), Data::Map(b)) => {
            a.len() == b.len()
                && a.iter().zip(b.iter()).all(|(a, b)| a.0 == b.0 && stack::grow(|| a.1.same(&b.1)))
        }
        _ => false,
    }
}

impl PartialEq for Value {
    /// [`Value::same`].
    fn eq(&self, other: &Self) -> bool {
        self.same(other)
    }
}
