//! Elements of sets: which are the same, and their order.
//!
//! Order as go-cty's: known before null before unknown; numbers ascending, strings by bytes, false
//! before true; other values by a key of bytes.

use std::cmp::Ordering;

use super::{Data, Value};

/// The elements in order, equal ones once. Unknown elements are never equal to anything.
pub(crate) fn normalise(mut elements: Vec<Value>) -> Vec<Value> {
    elements.sort_by(order);
    elements.dedup_by(|later, kept| later.is_wholly_known() && later.same(kept));
    elements
}

fn rank(value: &Value) -> u8 {
    match value.data {
        Data::Null => 1,
        Data::Unknown(_) => 2,
        _ => 0,
    }
}

fn order(a: &Value, b: &Value) -> Ordering {
    rank(a).cmp(&rank(b)).then_with(|| match (&a.data, &b.data) {
        (Data::Number(a), Data::Number(b)) => a.compare(b),
        (Data::String(a), Data::String(b)) => a.cmp(b),
        (Data::Bool(a), Data::Bool(b)) => a.cmp(b),
        _ => Ordering::Equal,
    })
}
