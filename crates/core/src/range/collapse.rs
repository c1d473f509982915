//! A range that leaves one value is that value.

use super::{Nullness, Range};
use crate::value::Data;
use crate::{Type, TypeKind, Value};

/// Lists longer than this stay unknown, so that a bound alone cannot exhaust memory.
const MAX_COLLAPSED_LIST: usize = 1 << 16;

/// An unknown of this range in normal form.
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

/// The only value in a range that has no null.
fn only_value(ty: &Type, range: &Range) -> Option<Value> {
    if let Some([only]) = range.one_of() {
        return Some(only.clone());
    }
    // the bounds of a union apply to its numbers only
    let is_number = matches!(ty.strip_eventual().0.kind(), TypeKind::Number | TypeKind::Int);
    if let (true, Some(min), Some(max)) = (is_number, range.min(), range.max()) {
        let meet = min.inclusive && max.inclusive && min.number.equals(&max.number);
        // integers have no -0
        let number = if matches!(ty.kind(), TypeKind::Int) {
            min.number.without_minus_zero()
        } else {
            min.number.clone()
        };
        return meet.then(|| Value::new(ty.clone(), Data::Number(number)));
    }
    match (range.len_min(), range.len_max()?) {
        (low, high) if low == high => of_length(ty, low),
        _ => None,
    }
}

/// The collection of this length, its elements unknown, if there is only one shape for it.
fn of_length(ty: &Type, length: usize) -> Option<Value> {
    let element = ty.element()?.clone();
    match ty.kind() {
        TypeKind::Map(..) => (length == 0).then(|| Value::map(element, [])),
        TypeKind::Set(_) if length <= 1 => {
            Some(Value::set(element.clone(), vec![Value::unknown(element); length]))
        }
        TypeKind::List(_) if length <= MAX_COLLAPSED_LIST => {
            Some(Value::list(element.clone(), vec![Value::unknown(element); length]))
        }
        _ => None,
    }
}
