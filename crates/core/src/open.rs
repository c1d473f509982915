//! Unification of values whose type is not completely known with other values.
//!
//! In unification, `any` yields to other types. But an unknown of type `any` may turn out to have a type to
//! which the others convert, so nothing is known about the parts where one occurs; go-cty does not take this
//! into account. A null of type `any` does yield, because null is a value of every type.

use std::sync::Arc;

use crate::range::narrow::with_lengths;
use crate::{
    Contents, Members, Range, Rules, Type, TypeKind, Value, alternatives, convert, join, join_apart, spread,
    unify,
};
use hclx_diag::Fallible;

/// Returns `true` if the type of a part is unknown. In the extended model an element type `any` is a type of
/// its own, which yields to others.
pub fn is_open(value: &Value, rules: &Rules) -> bool {
    if value.is_null() || !value.ty().has_any() {
        return false;
    }
    if !value.is_known() {
        return !rules.extended || value.ty().strip_eventual().0.is_any();
    }
    value.parts().any(|part| hclx_diag::grow(|| is_open(part, rules)))
}

/// The common type of values: `any` if it is not certain, `None` if there is no common type whatever the
/// unknowns are.
pub fn common_of(values: &[&Value], rules: &Rules) -> Option<Type> {
    let types: Vec<Type> = values.iter().map(|value| value.ty().clone()).collect();
    let Some(common) = common_type(&types, rules) else {
        return may_have_common(values, rules).then_some(Type::ANY);
    };
    if rules.exact_ranges || !values.iter().any(|value| is_open(value, rules)) {
        return Some(common);
    }
    hclx_diag::grow(|| part_by_part(values, rules)).or(Some(Type::ANY))
}

/// Returns `true` if collections and structures without a common type may still have one, because the element type of
/// an unknown part is not known. This requires that all are sequences or all have keys, and that the elements of known
/// type have a common type.
fn may_have_common(values: &[&Value], rules: &Rules) -> bool {
    if rules.exact_ranges || rules.extended {
        return false;
    }
    let has_keys = |value: &&Value| match value.ty().kind() {
        TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_) => Some(false),
        TypeKind::Map(_) | TypeKind::Object(_) => Some(true),
        _ => None,
    };
    let kinds: Vec<Option<bool>> = values.iter().map(has_keys).collect();
    let are_alike =
        kinds.first().is_some_and(|first| first.is_some() && kinds.iter().all(|kind| kind == first));
    let is_open_collection = |value: &&Value| value.ty().is_collection() && is_open(value, rules);
    if !are_alike || !values.iter().any(is_open_collection) {
        return false;
    }
    let mut elements: Vec<Type> = values.iter().flat_map(|value| element_types(value.ty())).collect();
    elements.retain(|element| !element.has_any());
    elements.is_empty() || common_type(&elements, rules).is_some()
}

/// The types of the elements of a type.
fn element_types(ty: &Type) -> Vec<Type> {
    match ty.kind() {
        TypeKind::List(element) | TypeKind::Set(element) | TypeKind::Map(element) => vec![element.clone()],
        TypeKind::Tuple(elements) => elements.to_vec(),
        TypeKind::Object(object) => {
            object.attributes().iter().map(|attribute| attribute.ty.clone()).collect()
        }
        _ => Vec::new(),
    }
}

/// The join of two values in one type, one of which has an unknown number of elements or unknown attribute
/// names. Elements that already have that type are unchanged. In the extended model, missing attributes are
/// added to objects, so nothing is known about them.
pub fn met(left: &Value, right: &Value, rules: &Rules) -> Option<Value> {
    let (a, b) = (Contents::of(left, rules)?, Contents::of(right, rules)?);
    if a.keyed != b.keyed || a.keyed && rules.extended {
        return None;
    }
    let element = match (&a.element, &b.element) {
        (Some(a), Some(b)) if a.ty() == b.ty() && !a.ty().has_any() => join(&[a.clone(), b.clone()], rules),
        (Some(a), Some(b)) => hclx_diag::grow(|| met(a, b, rules))?,
        (Some(one), None) | (None, Some(one)) if one.described_type().has_any() => return None,
        (Some(one), None) | (None, Some(one)) => one.clone(),
        (None, None) => return None,
    };
    let most = a.most.zip(b.most).map(|(a, b)| a.max(b));
    let met = Value::holding(a.keyed, element, a.least.min(b.least), most);
    let met = met.with_members(Members::of(left).common(&Members::of(right)));
    let is_there = left.definitely_not_null() && right.definitely_not_null();
    Some(if is_there { met } else { met.or_null() })
}

/// A value prepared for iteration: the elements of a set with unknowns may coincide, so neither their number
/// nor their order is known.
#[inline]
pub fn as_iterable(value: Value, rules: &Rules) -> Value {
    let most = match value.ty().kind() {
        TypeKind::Set(_) if !rules.exact_ranges && value.is_known() => value.length().unwrap_or_default(),
        _ => 0,
    };
    if most < 2 || value.is_wholly_known() {
        return value;
    }
    let ty = value.ty().clone();
    let unknown = with_lengths(Value::unknown_in(ty, Range::not_null()), 1, Some(most));
    unknown.with_marks(&value.marks_within())
}

/// All pairs of two lists of values.
pub fn pairs(left: &[Value], right: &[Value]) -> Vec<(Value, Value)> {
    left.iter().flat_map(|l| right.iter().map(move |r| (l.clone(), r.clone()))).collect()
}

/// The pairs of parts of two tuples of equal length or two objects with the same attributes, if all possible
/// values at each position have a common type, so that each position can be handled separately.
pub fn meeting_parts(l: &Value, r: &Value, rules: &Rules) -> Option<Vec<(Value, Value)>> {
    let same = match (l.ty().as_object(), r.ty().as_object()) {
        (Some(l), Some(r)) => {
            l.attributes().iter().map(|it| &it.name).eq(r.attributes().iter().map(|it| &it.name))
        }
        _ => l.ty().as_tuple()?.len() == r.ty().as_tuple()?.len(),
    };
    let parts: Vec<_> = spread(l, rules)?.into_iter().zip(spread(r, rules)?).collect();
    let meet = |(l, r): &(Value, Value)| {
        let each = alternatives(l, rules).zip(alternatives(r, rules));
        let unify =
            |(l, r): (Value, Value)| unify(&[l.ty().clone(), r.ty().clone()], rules).unsafe_.is_some();
        match each {
            Some((left, right)) => pairs(&left, &right).into_iter().all(unify),
            None => hclx_diag::grow(|| meeting_parts(l, r, rules).is_some()),
        }
    };
    (same && parts.iter().all(meet)).then_some(parts)
}

/// The common type of structures of one shape, part by part.
fn part_by_part(values: &[&Value], rules: &Rules) -> Option<Type> {
    let first = values.first()?.ty();
    match first.kind() {
        TypeKind::Object(object) => {
            let names = |ty: &Type| -> Option<Vec<Arc<str>>> {
                Some(ty.as_object()?.attributes().iter().map(|attribute| attribute.name.clone()).collect())
            };
            let own = names(first);
            if !values.iter().all(|value| names(value.ty()) == own) {
                return None;
            }
            let types: Option<Vec<Type>> =
                (0..object.attributes().len()).map(|at| common_part(values, at, rules)).collect();
            Some(Type::object(own?.into_iter().zip(types?)))
        }
        TypeKind::Tuple(elements) => {
            if !values
                .iter()
                .all(|value| value.ty().as_tuple().is_some_and(|own| own.len() == elements.len()))
            {
                return None;
            }
            let types: Option<Vec<Type>> =
                (0..elements.len()).map(|at| common_part(values, at, rules)).collect();
            Some(Type::tuple(types?))
        }
        _ => None,
    }
}

fn common_part(values: &[&Value], position: usize, rules: &Rules) -> Option<Type> {
    let parts: Vec<Value> = values.iter().map(|value| part(value, position)).collect();
    common_of(&parts.iter().collect::<Vec<_>>(), rules)
}

/// The known facts about a part of a structure.
fn part(value: &Value, position: usize) -> Value {
    if let Some(part) = value.element_at(position) {
        return part.clone();
    }
    let ty = match value.ty().kind() {
        TypeKind::Object(object) => object.attributes()[position].ty.clone(),
        TypeKind::Tuple(elements) => elements[position].clone(),
        _ => Type::ANY,
    };
    if value.is_null() { Value::null(ty) } else { Value::unknown(ty) }
}

/// A value that has been converted to a common type, with an unknown wherever that type is `any` because one
/// of the values is open.
pub fn widened(value: Value, ty: &Type, among: &[&Value], rules: &Rules) -> Value {
    if rules.exact_ranges || !among.iter().any(|value| is_open(value, rules)) {
        return value;
    }
    with_unknowns(value, ty)
}

fn with_unknowns(value: Value, ty: &Type) -> Value {
    if !ty.has_any() || value.is_null() || value.ty() == ty {
        return value;
    }
    let (value, marks) = value.unmark();
    let inner = |part: &Value, ty: &Type| hclx_diag::grow(|| with_unknowns(part.clone(), ty));
    let wide = match (ty.kind(), value.elements()) {
        (TypeKind::Object(object), Some(parts)) => Value::object(
            object
                .attributes()
                .iter()
                .zip(parts)
                .map(|(attribute, part)| (attribute.name.clone(), inner(part, &attribute.ty))),
        ),
        (TypeKind::Tuple(types), Some(parts)) => {
            Value::tuple(types.iter().zip(parts).map(|(ty, part)| inner(part, ty)).collect())
        }
        _ => Value::unknown(ty.clone()).with_marks(&value.marks_within()),
    };
    wide.with_marks(&marks)
}

/// A value converted to a type. For a collection of `any`, the element type is the common type of the
/// elements, which is unknown while one of them is open.
///
/// # Errors
/// Same as [`convert`].
pub fn converted(value: &Value, wanted: &Type, rules: &Rules) -> Fallible<Value> {
    let settled = rules.exact_ranges || value.ty() == wanted;
    if settled || !wanted.element().is_some_and(Type::has_any) || !is_open(value, rules) {
        return convert(value, wanted, rules);
    }
    if let Some(collection) = of_shape(value, wanted, rules) {
        return Ok(collection);
    }
    if value.has_several()
        && let Some(values) = alternatives(value, rules)
    {
        let each = values.iter().map(|value| hclx_diag::grow(|| converted(value, wanted, rules)));
        let (fit, mut faults): (Vec<_>, Vec<_>) = each.partition(Result::is_ok);
        let fit: Vec<Value> = fit.into_iter().flatten().collect();
        return if fit.is_empty() { faults.swap_remove(0) } else { Ok(join(&fit, rules)) };
    }
    let converted = match (convert(value, wanted, rules), without_open(value, rules)) {
        (Ok(converted), _) => converted,
        (Err(_), Some(rest)) if convert(&rest, wanted, rules).is_ok() => {
            Value::unknown(wanted.without_optional()).with_marks(&value.marks_within())
        }
        (Err(fault), _) => return Err(fault),
    };
    let range = converted.range();
    let nullness = Range::any().with_null(range.null());
    let unknown = Value::unknown_in(wanted.without_optional(), nullness);
    let marks = converted.marks_within();
    let members = converted.members().cloned().unwrap_or_default();
    Ok(with_lengths(unknown, range.len_min(), range.len_max()).with_members(members).with_marks(&marks))
}

/// Converts a collection with an unknown number of elements or names, leaving the element type open: an empty
/// collection has no element type.
fn of_shape(value: &Value, wanted: &Type, rules: &Rules) -> Option<Value> {
    let shape = value.shape().filter(|shape| !rules.extended && !shape.element().ty().has_any())?;
    let of = |element: &Type| match wanted.kind() {
        TypeKind::List(_) if !shape.is_keyed() => Some(Type::list(element.clone())),
        TypeKind::Set(_) if !shape.is_keyed() => Some(Type::set(element.clone())),
        TypeKind::Map(_) if shape.is_keyed() => Some(Type::map(element.clone())),
        _ => None,
    };
    let ty = of(shape.element().ty()).filter(|_| wanted.element().is_some_and(Type::is_any))?;
    let range = value.range();
    let least = if matches!(ty.kind(), TypeKind::Set(_)) { range.len_min().min(1) } else { range.len_min() };
    let unknown = Value::unknown_in(ty, Range::not_null());
    let members = value
        .members()
        .and_then(|members| members.try_map(|member| convert(member, shape.element().ty(), rules)).ok());
    let some = with_lengths(unknown, least, range.len_max());
    let mut all = vec![members.map_or_else(|| some.clone(), |members| some.clone().with_members(members))];
    if least == 0 {
        all.push(match wanted.kind() {
            TypeKind::List(_) => Value::list(Type::ANY, Vec::new()),
            TypeKind::Set(_) => Value::set(Type::ANY, Vec::new()),
            _ => Value::map(Type::ANY, []),
        });
    }
    if !value.definitely_not_null() {
        all.push(Value::null(wanted.clone()));
    }
    Some(join_apart(&all, rules).with_marks(&value.marks_within()))
}

/// A known tuple or object without the parts whose type is not known.
fn without_open(value: &Value, rules: &Rules) -> Option<Value> {
    let closed = |part: &Value| !is_open(part, rules);
    match value.ty().kind() {
        TypeKind::Tuple(_) => {
            Some(Value::tuple(value.elements()?.iter().filter(|part| closed(part)).cloned().collect()))
        }
        TypeKind::Object(_) if value.is_known() => {
            let rest = value.iter_entries().filter(|(_, part)| closed(part));
            Some(Value::object(rest.map(|(name, part)| (name.clone(), part.clone()))))
        }
        _ => None,
    }
}

/// The common type of values of these types, for example of the results of a conditional.
pub fn common_type(types: &[Type], rules: &Rules) -> Option<Type> {
    let unified = unify(types, rules);
    match (unified.unsafe_, unified.safe) {
        (None, None) if rules.extended => Some(unified.union),
        (found, safe) => found.or(safe),
    }
}
