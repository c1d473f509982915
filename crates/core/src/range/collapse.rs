//! Collapsing: a range with a single possible value becomes that value.

use super::{Nullness, Range};
use crate::value::Data;
use crate::{Type, TypeKind, Value};

/// The maximum length of a list that collapses, so that a bound alone cannot exhaust memory.
const MAX_COLLAPSED_LIST: usize = 1 << 16;

/// An unknown with this range in normal form: a known value if only one is possible.
pub(crate) fn collapse(ty: Type, range: Range) -> Value {
    if matches!(ty.kind(), TypeKind::None) || range.null == Nullness::Always {
        return Value::new(ty, Data::Null);
    }
    if ty.is_any() {
        return Value::new(ty, Data::Unknown(range.of_unknown_type()));
    }
    if range.null == Nullness::Never
        && !range.is_plain()
        && let Some(known) = only_value(&ty, &range)
    {
        return known;
    }
    Value::new(ty, Data::Unknown(range))
}

/// The only value in a range without null.
fn only_value(ty: &Type, range: &Range) -> Option<Value> {
    if let Some([only]) = range.one_of() {
        return Some(only.clone());
    }
    // the bounds of a union apply only to its numbers
    let is_number = matches!(ty.strip_eventual().0.kind(), TypeKind::Number | TypeKind::Int);
    if let (true, Some(min), Some(max)) = (is_number, range.min(), range.max()) {
        let meet = min.inclusive && max.inclusive && min.number.equals(&max.number);
        // an int has no -0
        let number = if matches!(ty.kind(), TypeKind::Int) {
            min.number.without_minus_zero()
        } else {
            min.number.clone()
        };
        return meet.then(|| Value::new(ty.clone(), Data::Number(number)));
    }
    match (range.len_min(), range.len_max()?) {
        (low, high) if low == high => match (range.members(), ty.kind()) {
            (Some(members), TypeKind::List(element)) if members.head().len() == low => {
                Some(Value::list(element.clone(), members.head().to_vec()))
            }
            _ => of_length(ty, low),
        },
        _ => None,
    }
}

/// The collection of this length with unknown elements, if the length determines its shape, or the empty
/// string.
fn of_length(ty: &Type, length: usize) -> Option<Value> {
    if matches!(ty.kind(), TypeKind::String) {
        return (length == 0).then(|| Value::string(""));
    }
    let element = ty.element()?.clone();
    match ty.kind() {
        TypeKind::Map(..) => (length == 0).then(|| Value::map(element, [])),
        // With more unknown elements, some may turn out to be equal, so the number of elements is open.
        TypeKind::Set(_) if length <= 1 => {
            Some(Value::set(element.clone(), vec![Value::unknown(element); length]))
        }
        TypeKind::List(_) if length <= MAX_COLLAPSED_LIST => {
            Some(Value::list(element.clone(), vec![Value::unknown(element); length]))
        }
        _ => None,
    }
}
