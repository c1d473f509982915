//! Access to attributes and elements: `value.name` and `value[key]`.

use std::sync::Arc;

use hclx_diag::{Fallible, Fault, Help, Suggestion, code_names as codes, nearest};

use crate::convert::describe;
use crate::lift::{Nulls, lift_with};
use crate::ops::interval::Interval;
use crate::value::Data;
use crate::{Number, ObjectType, Rules, Type, TypeKey, TypeKind, Value, convert, join, nfc, type_index};

/// The maximum number of elements that are joined for an unknown key.
const MAX_JOINED: usize = 256;

/// `value.name`: an attribute of an object, or an element of a map. For an unknown object the result is an
/// unknown of the attribute's type; a null member of a union yields null.
///
/// # Errors
/// [`codes::NO_ATTRIBUTE`] if there is none of this name; null.
pub fn attribute(value: &Value, name: &str, rules: &Rules) -> Fallible<Value> {
    // fast path for most accesses: known, without marks and eventuals
    if value.marks().is_empty()
        && !value.ty().is_eventual()
        && let Some(found) = value.get_attr_value(name)
    {
        return Ok(found.clone());
    }
    // names of attributes of values are normalized like strings
    let name = &*nfc(name);
    if value.is_plain_unknown() {
        match value.ty().kind() {
            TypeKind::Any => return Ok(Value::dynamic()),
            TypeKind::Object(_) => return of_unknown_object(value.ty(), name, rules),
            TypeKind::Map(element) => return Ok(Value::unknown_under(element.clone(), rules)),
            _ => {}
        }
    }
    lift_with(Nulls::Through, &[value], rules, &|operands| {
        let value = &operands[0];
        match value.ty().kind() {
            TypeKind::Any => match value.shape() {
                Some(shape) if !shape.is_keyed() => Err(no_attributes(&value.described_type(), name)),
                Some(_) if value.member(name).is_some() => {
                    Ok(value.member(name).cloned().unwrap_or_else(Value::dynamic))
                }
                shape => Ok(shape.map_or_else(Value::dynamic, |shape| shape.element().clone())),
            },
            TypeKind::Object(_) => match value.get_attr_value(name) {
                Some(found) => Ok(found.clone()),
                None => of_unknown_object(value.ty(), name, rules),
            },
            TypeKind::Map(element) => of_map(value, element, name, rules),
            _ => Err(no_attributes(value.ty(), name)),
        }
    })
}

fn of_unknown_object(ty: &Type, name: &str, rules: &Rules) -> Fallible<Value> {
    match ty.as_object().and_then(|object| object.get(name)) {
        Some(attribute) => Ok(Value::unknown_under(attribute.ty.clone(), rules)),
        None => Err(no_attribute(ty, name)),
    }
}

/// The fault for a missing attribute of an object; its message is formatted on demand.
fn no_attribute(object: &Type, name: &str) -> Fault {
    let missing: Arc<str> = name.into();
    let (told, object) = (Arc::clone(&missing), object.clone());
    Fault::late(codes::NO_ATTRIBUTE, move || format!("no attribute `{told}` on this object"))
        .advice(move || instead_of(&object, &missing))
}

/// The help for a missing attribute: similar or available names.
fn instead_of(object: &Type, name: &str) -> Help {
    let Some(object) = object.as_object() else { return String::new().into() };
    let names = object.attributes().iter().map(|attribute| &*attribute.name);
    match nearest(name, names.clone()) {
        Some(near) => Suggestion::word(near).into(),
        None if every_has(object, name) => {
            let first = names.clone().next().unwrap_or_default();
            format!(
                "select an element first, for example `[\"{first}\"].{name}`, or use `values(…)[*].{name}`"
            )
            .into()
        }
        None if object.attributes().is_empty() => "the object is empty".into(),
        None if let Some(holder) = only_holder(object, name) => {
            Suggestion::word(format!("{holder}.{name}")).into()
        }
        None => format!("available attributes: {}", hclx_diag::listed_names(names, "")).into(),
    }
}

/// Returns `true` if all attributes of an object are objects with an attribute of this name.
fn every_has(object: &ObjectType, name: &str) -> bool {
    let has = |ty: &Type| ty.as_object().is_some_and(|inner| inner.get(name).is_some());
    !object.attributes().is_empty() && object.attributes().iter().all(|attribute| has(&attribute.ty))
}

/// The only attribute of an object that is an object with an attribute of this name, such as the value of an iterator.
fn only_holder<'o>(object: &'o ObjectType, name: &str) -> Option<&'o str> {
    let has = |ty: &Type| ty.as_object().is_some_and(|inner| inner.get(name).is_some());
    let mut holders = object.attributes().iter().filter(|attribute| has(&attribute.ty));
    let first = holders.next()?;
    holders.next().is_none().then_some(&*first.name)
}

fn of_map(map: &Value, element: &Type, key: &str, rules: &Rules) -> Fallible<Value> {
    match map.data() {
        Data::Map(entries) => match map.get_attr_value(key) {
            Some(found) => Ok(found.clone()),
            None => {
                let fault = Fault::new(codes::NO_INDEX, format!("no element `{key}` in this map"));
                Err(fault.perhaps_meant(nearest(key, entries.iter().map(|(key, _)| &**key))))
            }
        },
        Data::Unknown(range) if !rules.exact_ranges && range.hull().len_max() == Some(0) => {
            Err(Fault::new(codes::NO_INDEX, format!("no element `{key}` in this map: it is empty")))
        }
        _ => match map.member(key) {
            Some(member) => Ok(member.clone()),
            None => Ok(Value::unknown_under(element.clone(), rules)),
        },
    }
}

fn no_attributes(ty: &Type, name: &str) -> Fault {
    let fault = {
        let (ty, wanted) = (ty.clone(), name.to_owned());
        Fault::late(codes::NO_ATTRIBUTE, move || {
            format!("cannot access attribute `{wanted}` of {}", describe(&ty))
        })
    };
    let has = |ty: &Type| ty.as_object().is_some_and(|object| object.get(name).is_some());
    match ty.kind() {
        TypeKind::Set(element) if has(element) => {
            fault.help(format!("use `[*].{name}` for every element, `one(…).{name}` for a single element"))
        }
        TypeKind::List(element) if has(element) => fault.help(of_every(name)),
        TypeKind::Tuple(types) if !types.is_empty() && types.iter().all(has) => fault.help(of_every(name)),
        _ => fault,
    }
}

/// Adds a hint to a fault: indexing a list with a name is usually meant as a splat over its elements.
fn with_splat(fault: Fault, collection: &Value, key: &Value) -> Fault {
    let Some(name) = key.as_str().filter(|_| key.marks().is_empty()) else { return fault };
    let has = |ty: &Type| ty.as_object().is_some_and(|object| object.get(name).is_some());
    let all = match collection.ty().kind() {
        TypeKind::Tuple(types) => !types.is_empty() && types.iter().all(has),
        _ => collection.ty().element().is_some_and(has),
    };
    if all { fault.help(of_every(name)) } else { fault }
}

fn of_every(name: &str) -> String {
    format!("use `[*].{name}` for every element, `[0].{name}` for the first")
}

/// `collection[key]`: an element of a list, tuple or map, or an attribute of an object. The key is converted
/// to a number or string. The result for an unknown key is the join of all elements it may select.
///
/// # Errors
/// [`codes::NO_INDEX`] or [`codes::NO_ATTRIBUTE`] if the key selects nothing for any value of the unknowns;
/// null.
pub fn index(collection: &Value, key: &Value, rules: &Rules) -> Fallible<Value> {
    if let Some(found) = plain_element(collection, key) {
        return Ok(found.clone());
    }
    if let Some(found) = plain_unknown_element(collection, key, rules) {
        return Ok(found);
    }
    if key.is_null() {
        return Err(Fault::new(codes::NO_INDEX, "an index cannot be null").argument(1));
    }
    let select = |key: &Value| {
        lift_with(Nulls::Through, &[collection, key], rules, &|operands| {
            step(&operands[0], &operands[1], rules)
        })
    };
    // go-cty drops the marks of a key as long as the collection or the key is unknown
    let forgotten = rules.forgetful_operators && !(collection.is_known() && key.is_known());
    let found = match forgotten && !key.marks().is_empty() {
        true => select(&key.clone().unmark().0),
        false => select(key),
    };
    match found {
        // marked keys must not be shown
        Err(fault) if key.contains_marks() => {
            let message = "index out of range; it is sensitive and not shown";
            Err(Fault::new(fault.code(), message).argument(1))
        }
        found => found,
    }
}

/// The element that a key selects from a collection that is neither null nor a union.
fn step(collection: &Value, key: &Value, rules: &Rules) -> Fallible<Value> {
    if let Some(shape) = collection.shape() {
        let wanted = if shape.is_keyed() { Type::STRING } else { Type::NUMBER };
        let key = key_as(key, &wanted, rules)?;
        if let Some(position) = key.as_number().filter(|position| position.to_usize().is_none()) {
            return Err(bad_position(position));
        }
        return Ok(collection.member_at(&key).unwrap_or_else(|| shape.element()).clone());
    }
    if collection.ty().is_any() || key.ty().is_any() && rules.forgetful_operators {
        return Ok(Value::dynamic());
    }
    match collection.ty().kind() {
        TypeKind::List(_) | TypeKind::Tuple(_) => {
            let key =
                key_as(key, &Type::NUMBER, rules).map_err(|fault| with_splat(fault, collection, key))?;
            match key.as_number() {
                Some(number) => at_position(collection, number, rules),
                None => at_unknown(collection, &key, rules),
            }
        }
        TypeKind::Map(element) => {
            let key = key_as(key, &Type::STRING, rules)?;
            match key.as_str() {
                Some(name) => of_map(collection, element, name, rules),
                None => at_unknown(collection, &key, rules),
            }
        }
        TypeKind::Object(_) => {
            let key = key_as(key, &Type::STRING, rules)?;
            match (key.as_str(), key.as_str().and_then(|name| collection.get_attr_value(name))) {
                (_, Some(found)) => Ok(found.clone()),
                (Some(name), None) => of_unknown_object(collection.ty(), name, rules),
                (None, None) => at_unknown(collection, &key, rules),
            }
        }
        TypeKind::Set(_) => {
            Err(Fault::new(codes::NO_INDEX, "a set cannot be indexed: its elements are unordered")
                .help("use `one(…)` for a single element, `tolist(…)[0]` for the first in sort order"))
        }
        _ => {
            let ty = collection.ty().clone();
            let is_text = ty == Type::STRING;
            let fault = Fault::late(codes::NO_INDEX, move || format!("{} cannot be indexed", describe(&ty)));
            Err(if is_text { fault.help("use `substr(…, 0, 1)` for one character") } else { fault })
        }
    }
}

/// The element of a known list or tuple at a known index: the common case.
fn plain_element<'a>(collection: &'a Value, key: &Value) -> Option<&'a Value> {
    let plain = collection.marks().is_empty()
        && key.marks().is_empty()
        && !key.ty().is_eventual()
        && matches!(collection.ty().kind(), TypeKind::List(_) | TypeKind::Tuple(_));
    plain.then(|| collection.element_at(key.as_number()?.to_usize()?)).flatten()
}

/// The element that a known key of the right type selects from a collection of which only the type is known:
/// the fast path for most unknown accesses.
fn plain_unknown_element(collection: &Value, key: &Value, rules: &Rules) -> Option<Value> {
    if !collection.is_plain_unknown() || !key.marks().is_empty() {
        return None;
    }
    let element = match (collection.ty().kind(), key.data()) {
        (TypeKind::List(element), Data::Number(number)) if key.ty().is_numeric() => {
            number.to_usize().map(|_| element)
        }
        (TypeKind::Map(element), Data::String(_)) if *key.ty() == Type::STRING => Some(element),
        _ => None,
    };
    element.map(|element| Value::unknown_under(element.clone(), rules))
}

fn key_as(key: &Value, ty: &Type, rules: &Rules) -> Fallible<Value> {
    convert(key, ty, rules).map_err(|_| {
        let wanted = if *ty == Type::NUMBER { "a number" } else { "a string" };
        let found = match key.as_str().filter(|_| key.marks().is_empty()) {
            Some(text) => format!("the string {text:?}"),
            None => describe(key.ty()),
        };
        Fault::new(codes::NO_INDEX, format!("the index must be {wanted}, found {found}"))
            .because(ty.shown().to_string(), key.ty().shown().to_string())
            .argument(1)
    })
}

/// An element of a list or tuple.
fn at_position(collection: &Value, key: &Number, rules: &Rules) -> Fallible<Value> {
    let types = collection.ty().as_tuple();
    let known = types.map(<[Type]>::len).or_else(|| collection.length());
    // go-cty does not check indices into unknown lists
    if known.is_none() && rules.exact_ranges {
        return Ok(element_of(collection, rules));
    }
    let range = collection.range().hull();
    let limit = known.or_else(|| range.len_max());
    let Some(position) = key.to_usize() else {
        let fault = bad_position(key);
        let last = key.is_integer() && key.is_negative();
        return Err(if last && limit == Some(0) {
            fault.help("the list is empty: use a conditional, or `try(…)` with another value")
        } else if last {
            fault.help("use `list[length(list) - 1]` for the last element")
        } else {
            fault
        });
    };
    if let Some(length) = limit.filter(|&length| position >= length) {
        return Err(beyond(key, length, known.is_some()));
    }
    if let Some(found) = collection.element_at(position) {
        return Ok(found.clone());
    }
    let leading = collection.members().and_then(|members| members.head().get(position));
    match (leading, types.and_then(|types| types.get(position))) {
        (Some(element), _) => Ok(element.clone()),
        (None, Some(ty)) => Ok(Value::unknown_under(ty.clone(), rules)),
        (None, None) => Ok(element_of(collection, rules)),
    }
}

fn element_of(collection: &Value, rules: &Rules) -> Value {
    Value::unknown_under(collection.ty().element().cloned().unwrap_or(Type::ANY), rules)
}

fn bad_position(key: &Number) -> Fault {
    let key = key.clone();
    Fault::late(codes::NO_INDEX, move || match (key.is_integer(), key.is_negative()) {
        (true, true) => format!("the index must not be negative, found {key}"),
        (true, false) => format!("index {key} is out of range for any list"),
        _ => format!("the index must be a whole number, found {key}"),
    })
    .argument(1)
}

fn beyond(key: &Number, length: usize, exact: bool) -> Fault {
    let key = key.clone();
    Fault::late(codes::NO_INDEX, move || match (length, exact) {
        (0, _) => "index out of range: the collection is empty".to_owned(),
        (1, true) => format!("index {key} is out of range: there is 1 element"),
        (_, true) => format!("index {key} is out of range: there are {length} elements"),
        (_, false) => format!("index {key} is out of range: there are at most {length} elements"),
    })
    .argument(1)
}

/// The join of the elements that an unknown key may select.
fn at_unknown(collection: &Value, key: &Value, rules: &Rules) -> Fallible<Value> {
    let element = collection.ty().element();
    if rules.exact_ranges {
        return Ok(element.map_or_else(Value::dynamic, |element| Value::unknown(element.clone())));
    }
    let parts = match collection.ty().kind() {
        TypeKind::Tuple(types) => Some(types.len()),
        TypeKind::Object(object) => Some(object.attributes().len()),
        _ => collection.length(),
    };
    let length = parts.or_else(|| collection.range().hull().len_max());
    if length == Some(0) {
        return Err(Fault::new(codes::NO_INDEX, "index out of range: the collection is empty").argument(1));
    }
    if collection.length().is_some_and(|length| length <= MAX_JOINED) {
        let reached: Vec<Value> = reachable(collection, key).cloned().collect();
        if reached.is_empty() {
            let message = match key.marks().is_empty() {
                true => format!("no element at index `{key}`"),
                false => "no element is within the range of the index".to_owned(),
            };
            return Err(Fault::new(codes::NO_INDEX, message).argument(1));
        }
        return Ok(join(&reached, rules));
    }
    match element {
        Some(element) => Ok(Value::unknown_under(element.clone(), rules)),
        None if rules.extended => {
            let ty = type_index(collection.ty(), &TypeKey::Type(key.ty().clone()), rules)?;
            Ok(Value::unknown_under(ty, rules))
        }
        None => Ok(uniform_type(collection.ty()).map_or_else(Value::dynamic, Value::unknown)),
    }
}

/// The common type of all elements of a tuple or all attributes of an object, if they have the same type.
fn uniform_type(ty: &Type) -> Option<Type> {
    let types: Vec<&Type> = match ty.kind() {
        TypeKind::Tuple(types) => types.iter().collect(),
        TypeKind::Object(object) => object.attributes().iter().map(|attribute| &attribute.ty).collect(),
        _ => Vec::new(),
    };
    let (first, rest) = types.split_first()?;
    rest.iter().all(|ty| ty == first).then(|| (*first).clone())
}

/// The elements whose index or key is within the range of the key.
fn reachable<'a>(collection: &'a Value, key: &'a Value) -> Box<dyn Iterator<Item = &'a Value> + 'a> {
    let range = key.range().hull();
    if key.ty().is_numeric() {
        let interval = Interval::of(key);
        let inside = move |index: usize| {
            let number = Number::from_len(index);
            interval.min.as_ref().is_none_or(|bound| bound.is_below(&number))
                && interval.max.as_ref().is_none_or(|bound| bound.is_above(&number))
        };
        return Box::new(
            collection.parts().enumerate().filter(move |(index, _)| inside(*index)).map(|(_, part)| part),
        );
    }
    let fits = move |name: &str| range.prefix().is_none_or(|prefix| name.starts_with(prefix));
    Box::new(collection.iter_entries().filter(move |(name, _)| fits(name)).map(|(_, part)| part))
}
