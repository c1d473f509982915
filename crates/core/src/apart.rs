//! Alternatives of a value: unions, and sets of values with different types, expanded through tuples and
//! objects.
//!
//! A common type depends on all of its inputs, so if a union is among them, the result must be computed for
//! each of its members: `[1, u]` as a list is a list of strings if `u` is a string, and one of numbers if it
//! is a number. Out of scope: lifting plain operations (`lift`), and unions inside collections, whose
//! elements already have a common type.

use crate::lift::{MAX_UNION_RUNS, strip_eventual, wrap_eventual};
use crate::value::Data;
use crate::{Eventual, Nullness, Rules, Type, TypeKind, Value, stack};

/// The alternatives of a value, without unions: each member of a union including null, each of several values
/// with different types, and for tuples and objects all combinations of the alternatives of their parts. A
/// value without alternatives is returned alone; `None` if there are more than 32.
pub fn alternatives(value: &Value, rules: &Rules) -> Option<Vec<Value>> {
    if value.is_null() || !(value.ty().has_union() || value.has_several()) {
        return Some(vec![value.clone()]);
    }
    let (plain, marks) = value.clone().unmark();
    let found = stack::grow(|| unmarked(plain, rules))?;
    Some(found.into_iter().map(|value| value.with_marks(&marks)).collect())
}

fn unmarked(value: Value, rules: &Rules) -> Option<Vec<Value>> {
    let (inside, eventual) = strip_eventual(value);
    if eventual != Eventual::Now {
        let inside = alternatives(&inside, rules)?;
        return Some(inside.into_iter().map(|value| wrap_eventual(value, eventual)).collect());
    }
    if let Some(members) = members(&inside) {
        let each: Option<Vec<_>> = members.iter().map(|member| alternatives(member, rules)).collect();
        return Some(each?.into_iter().flatten().collect())
            .filter(|all: &Vec<Value>| all.len() <= MAX_UNION_RUNS);
    }
    let Some(parts) = spread(&inside, rules) else { return Some(vec![inside]) };
    let rows = combinations(&parts, rules)?;
    Some(rows.into_iter().map(|row| gathered(inside.ty(), row)).collect())
}

/// The combinations of the [`alternatives`] of several values; `None` if there are more than 32.
pub fn combinations(values: &[Value], rules: &Rules) -> Option<Vec<Vec<Value>>> {
    let mut rows = vec![Vec::with_capacity(values.len())];
    for value in values {
        let choices = alternatives(value, rules)?;
        if rows.len() * choices.len() > MAX_UNION_RUNS {
            return None;
        }
        let longer = |row: &Vec<Value>, choice: &Value| row.iter().chain([choice]).cloned().collect();
        if let [only] = choices.as_slice() {
            rows.iter_mut().for_each(|row| row.push(only.clone()));
        } else {
            rows = rows.iter().flat_map(|row| choices.iter().map(|choice| longer(row, choice))).collect();
        }
    }
    Some(rows)
}

/// The members of an unknown union value that are in its range, or the alternatives of a value.
fn members(value: &Value) -> Option<Vec<Value>> {
    if let Some(values) = value.several() {
        return Some(values);
    }
    let (TypeKind::Union(members), Data::Unknown(range)) = (value.ty().kind(), value.data()) else {
        return None;
    };
    // The range decides whether null is still possible; the type keeps `none` as a member either way.
    let nullable = range.null() == Nullness::Maybe;
    let of_member = |member: &Type| match member.kind() {
        TypeKind::None => nullable.then(|| Value::null(Type::NONE)),
        _ => range.for_member(member).map(|range| Value::unknown_in(member.clone(), range)),
    };
    Some(members.iter().filter_map(of_member).collect()).filter(|left: &Vec<Value>| !left.is_empty())
}

/// The known parts of a tuple or object that is not null.
pub fn spread(value: &Value, rules: &Rules) -> Option<Vec<Value>> {
    let structure = matches!(value.ty().kind(), TypeKind::Tuple(_) | TypeKind::Object(_));
    // Null has no parts, so a structure that may be null is a single value.
    if !structure || !value.definitely_not_null() {
        return None;
    }
    if value.is_known() {
        return Some(value.parts().cloned().collect());
    }
    let mut parts = Vec::new();
    value.ty().kind().each_part(&mut |ty| parts.push(Value::unknown_under(ty.clone(), rules)));
    Some(parts)
}

/// Builds a tuple of the parts or, if `ty` is an object type, an object with its attributes in order.
pub fn gathered(ty: &Type, parts: Vec<Value>) -> Value {
    match ty.kind() {
        TypeKind::Object(object) => {
            Value::object(object.attributes().iter().map(|attribute| attribute.name.clone()).zip(parts))
        }
        _ => Value::tuple(parts),
    }
}
