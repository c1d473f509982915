//! The join: the narrowest value that covers several possible values.
//!
//! Joins are the results of conditionals and loops with unknown conditions. Tuples, objects, and lists of
//! equal length are joined part by part, so their shape stays known; for other values the possible values are
//! kept as long as they are few, then bounds, prefixes and lengths.

use std::sync::Arc;

use smallvec::{SmallVec, smallvec};

use crate::lift::{strip_eventual, wrap_eventual};
use crate::range::{Facts, MAX_ONE_OF, Nullness, collapse, conforms, distinct, facts_of, several};
use crate::stack;
use crate::value::Data;
use crate::{Eventual, Marks, Range, Rules, Shape, TextLength, Type, TypeKind, Value, convert};

/// The maximum number of alternatives with different types.
const MOST_SEVERAL: usize = 16;
/// The maximum depth of values that are kept as alternatives.
const DEEPEST_SEVERAL: u32 = 100;

/// The join of several values: all facts that hold for each of them. Marks that only some of the values have
/// may not apply to the result. If the types differ, the type of the result is their union in the extended
/// model and unknown otherwise, so callers that need a common type convert the values first. The join of no
/// values is unknown.
///
/// ```
/// use hclx_core::{Rules, Value, join};
/// let either = join(&["eu-1".into(), "eu-2".into()], &Rules::hcl());
/// assert_eq!(either.to_string(), r#"unknown(string, not_null, one_of("eu-1", "eu-2"))"#);
/// ```
pub fn join(values: &[Value], rules: &Rules) -> Value {
    if values.iter().all(|value| value.marks().is_empty()) {
        return join_plain(values, Marks::NONE, rules);
    }
    let (plain, marks) = unmarked(values, rules);
    join_plain(&plain, marks, rules)
}

/// The values without their own marks, and the marks of a value that may be any of them.
fn unmarked(values: &[Value], rules: &Rules) -> (Vec<Value>, Marks) {
    let (plain, marks): (Vec<Value>, Vec<Marks>) = values.iter().cloned().map(Value::unmark).unzip();
    (plain, one_of_marks(marks, rules))
}

/// The marks of a value that has any one of these marks.
fn one_of_marks(marks: impl IntoIterator<Item = Marks>, rules: &Rules) -> Marks {
    let together = |one: Marks, other: Marks| match rules.exact_ranges {
        // go-cty has no marks that may not apply
        true => one.union(&other),
        false => one.either(&other),
    };
    marks.into_iter().reduce(together).unwrap_or_default()
}

/// The join of unmarked values, with their marks given separately.
fn join_plain(plain: &[Value], marks: Marks, rules: &Rules) -> Value {
    let joined = match plain {
        [] => Value::dynamic(),
        [first, rest @ ..] if rest.iter().all(|value| value.same(first)) => first.clone(),
        [first, rest @ ..] if rest.iter().all(|value| value.ty() == first.ty()) => {
            join_same(plain, first.ty(), rules)
        }
        _ => join_different(plain, rules),
    };
    joined.with_marks(&marks)
}

/// Like [`join`], but keeps values of different types as alternatives, even if a join would be more precise
/// about their contents: a caller that visits each alternative obtains more precise results.
pub fn join_apart(values: &[Value], rules: &Rules) -> Value {
    let same = values.windows(2).all(|pair| pair[0].ty() == pair[1].ty());
    if same || rules.extended || rules.exact_ranges {
        return join(values, rules);
    }
    let (plain, marks) = unmarked(values, rules);
    let apart = one_of_several(&plain, rules);
    apart.map_or_else(|| join(values, rules), |apart| apart.with_marks(&marks))
}

fn join_different(values: &[Value], rules: &Rules) -> Value {
    if values.iter().all(|value| value.ty().is_numeric()) {
        let numbers: Vec<Value> =
            values.iter().filter_map(|value| convert(value, &Type::NUMBER, rules).ok()).collect();
        return join_facts(&numbers, &Type::NUMBER, rules);
    }
    if let Some(joined) = join_structures(values, rules) {
        return joined;
    }
    if let Some(joined) = join_eventuals(values, rules) {
        return joined;
    }
    if rules.extended && !values.iter().any(|value| value.ty().is_any()) {
        let ty = Type::union(values.iter().map(|value| value.ty().clone()));
        return join_facts(values, &ty, rules);
    }
    if !rules.exact_ranges
        && let Some(joined) = join_open(values, rules)
    {
        return joined;
    }
    // a common type would be the type of converted values, but no conversion takes place here
    let lost = one_of_marks(values.iter().map(Value::marks_within), rules);
    Value::dynamic().with_marks(&lost)
}

/// The key and the element that represent any element of an unmarked collection: the loop variables over a
/// collection that is not known.
pub fn any_element(collection: &Value, rules: &Rules) -> (Value, Value) {
    let unknown = |ty: &Type| Value::unknown_under(ty.clone(), rules);
    let number =
        || Value::unknown_in(if rules.int_literals { Type::INT } else { Type::NUMBER }, Range::not_null());
    let string = || Value::unknown_in(Type::STRING, Range::not_null());
    if let Some(shape) = collection.shape() {
        return (if shape.is_keyed() { string() } else { number() }, shape.element().clone());
    }
    match collection.ty().kind() {
        TypeKind::List(element) => (number(), unknown(element)),
        // In a loop over a set, the key is the element itself.
        TypeKind::Set(element) => (unknown(element), unknown(element)),
        TypeKind::Map(element) => (string(), unknown(element)),
        TypeKind::Tuple(_) => (number(), Value::dynamic()),
        TypeKind::Object(_) => (string(), Value::dynamic()),
        _ => (Value::dynamic(), Value::dynamic()),
    }
}

/// The contents of a value: the kind of its elements, the join of the elements, and their number.
#[derive(Clone, Debug)]
pub struct Contents {
    /// Set for an object or map, as opposed to a tuple or list.
    pub keyed: bool,
    /// The join of the elements; `None` if there are none.
    pub element: Option<Value>,
    /// The minimum number of elements.
    pub least: usize,
    /// The maximum number of elements, if there is one.
    pub most: Option<usize>,
}

impl Contents {
    /// The contents of an unmarked, non-null tuple, list, object or map.
    pub fn of(value: &Value, rules: &Rules) -> Option<Contents> {
        if let Some(values) = value.several() {
            return Self::of_any(values.iter().filter(|value| !value.is_null()), rules);
        }
        if let Some(shape) = value.shape() {
            let range = value.range();
            let (least, most) = (range.len_min(), range.len_max());
            return Some(Contents {
                keyed: shape.is_keyed(),
                element: Some(shape.element().clone()),
                least,
                most,
            });
        }
        let (keyed, parts, count): (bool, Vec<Value>, Option<usize>) = match value.ty().kind() {
            TypeKind::List(element) => {
                (false, parts_or(value, std::slice::from_ref(element), rules), value.length())
            }
            TypeKind::Map(element) => {
                (true, parts_or(value, std::slice::from_ref(element), rules), value.length())
            }
            TypeKind::Tuple(types) => (false, parts_or(value, types, rules), Some(types.len())),
            TypeKind::Object(object) => {
                let types: Vec<Type> =
                    object.attributes().iter().map(|attribute| attribute.ty.clone()).collect();
                (true, parts_or(value, &types, rules), Some(types.len()))
            }
            _ => return None,
        };
        let range = value.range();
        let element = (!parts.is_empty()).then(|| join(&parts, rules));
        let least = count.unwrap_or_else(|| range.len_min());
        Some(Contents { keyed, element, least, most: count.or_else(|| range.len_max()) })
    }

    /// The contents of a value that may be any of these, if either all of them have keys or none does.
    fn of_any<'a>(values: impl Iterator<Item = &'a Value>, rules: &Rules) -> Option<Contents> {
        values
            .map(|value| stack::grow(|| Self::of(value, rules)))
            .reduce(|a, b| {
                let (a, b) = (a?, b?);
                let element = match (a.element, b.element) {
                    (Some(a), Some(b)) => Some(stack::grow(|| join(&[a, b], rules))),
                    (a, b) => a.or(b),
                };
                let most = a.most.zip(b.most).map(|(a, b)| a.max(b));
                let least = a.least.min(b.least);
                (a.keyed == b.keyed).then_some(Contents { keyed: a.keyed, element, least, most })
            })
            .flatten()
    }

    /// A value with these contents.
    fn value(self) -> Value {
        Value::holding(self.keyed, self.element.unwrap_or_else(Value::dynamic), self.least, self.most)
    }
}

/// The parts of a known value, or unknowns of the given types.
fn parts_or(value: &Value, types: &[Type], rules: &Rules) -> Vec<Value> {
    if value.is_known() {
        return value.parts().cloned().collect();
    }
    types.iter().map(|ty| Value::unknown_under(ty.clone(), rules)).collect()
}

/// The join, part by part, of objects with the same attributes or of tuples of equal length.
fn join_structures(values: &[Value], rules: &Rules) -> Option<Value> {
    let [first, ..] = values else { return None };
    if !matches!(first.ty().kind(), TypeKind::Tuple(_) | TypeKind::Object(_)) {
        return None;
    }
    let types = |value: &Value| -> Option<Vec<Type>> {
        match value.ty().kind() {
            TypeKind::Tuple(types) => Some(types.to_vec()),
            TypeKind::Object(object) => {
                Some(object.attributes().iter().map(|attribute| attribute.ty.clone()).collect())
            }
            _ => None,
        }
    };
    let names = |value: &Value| -> Option<Vec<Arc<str>>> {
        let object = value.ty().as_object()?;
        Some(object.attributes().iter().map(|attribute| attribute.name.clone()).collect())
    };
    let own = names(first);
    let mut rows = Vec::with_capacity(values.len());
    for value in values {
        let row = parts_or(value, &types(value)?, rules);
        if rules.exact_ranges || !value.definitely_not_null() || names(value) != own {
            return None;
        }
        rows.push(row);
    }
    let length = rows.first()?.len();
    if rows.iter().any(|row| row.len() != length) {
        return None;
    }
    let part = |at: usize| {
        let parts: SmallVec<[Value; 2]> = rows.iter().map(|row| row[at].clone()).collect();
        stack::grow(|| join(&parts, rules))
    };
    let parts = (0..length).map(part);
    Some(match own {
        Some(names) => Value::object(names.into_iter().zip(parts)),
        None => Value::tuple(parts.collect()),
    })
}

/// The join of values that are all promises or all outputs: the join of the resolved values.
fn join_eventuals(values: &[Value], rules: &Rules) -> Option<Value> {
    let (first, eventual) = values.first()?.ty().strip_eventual();
    if eventual == Eventual::Now || first.is_eventual() {
        return None;
    }
    let inside: Option<Vec<Value>> = values
        .iter()
        .map(|value| {
            let (inside, own) = strip_eventual(value.clone());
            (own == eventual).then_some(inside)
        })
        .collect();
    let joined = join(&inside?, rules);
    let plain = !joined.ty().is_union() && !joined.ty().is_any();
    plain.then(|| wrap_eventual(joined, eventual))
}

/// The join of values with different types: a collection of the join of their elements if all have elements
/// of known types; otherwise a list of alternatives, as long as there are few types.
fn join_open(values: &[Value], rules: &Rules) -> Option<Value> {
    let apart = || one_of_several(values, rules);
    // searching for alternatives costs the same at each level of parts, and would be wasted here
    if !rules.extended && values.iter().any(holds_apart) {
        return apart().or_else(|| join_shapes(values, rules));
    }
    let shaped = join_shapes(values, rules);
    let is_typed = |joined: &Value| {
        joined.shape().is_none_or(|shape| !shape.element().ty().is_any() || shape.element().shape().is_some())
    };
    if rules.extended || shaped.as_ref().is_some_and(is_typed) {
        return shaped;
    }
    apart().or(shaped)
}

/// Returns `true` if the alternatives of a non-null value cannot be merged: one has no elements, and another
/// has a different type, so they have no common type or shape.
fn holds_apart(value: &Value) -> bool {
    if let Some(values) = unknown_range(value).and_then(Range::several) {
        return values.iter().any(|value| stack::grow(|| holds_apart(value)));
    }
    if value.is_null() || value.shape().is_some() {
        return false;
    }
    let is_nothing =
        |part: &Value| is_open(part) && unknown_range(part).is_none_or(|range| range.several().is_none());
    match value.ty().kind() {
        TypeKind::Tuple(_) | TypeKind::Object(_) if value.is_known() => {
            let present = value.parts().filter(|part| !part.is_null());
            value.parts().any(is_nothing) || differ_plainly(present.map(Value::ty))
        }
        TypeKind::Tuple(types) => types.iter().any(Type::is_any) || differ_plainly(types.iter()),
        TypeKind::Object(object) => {
            let types = || object.attributes().iter().map(|attribute| &attribute.ty);
            types().any(Type::is_any) || differ_plainly(types())
        }
        TypeKind::List(_) | TypeKind::Map(_) => false,
        _ => true,
    }
}

fn unknown_range(value: &Value) -> Option<&Range> {
    match value.data() {
        Data::Unknown(range) => Some(range),
        _ => None,
    }
}

/// Returns `true` if one of the types is a primitive and another one is different.
fn differ_plainly<'t>(mut types: impl Iterator<Item = &'t Type>) -> bool {
    let is_plain = |ty: &Type| matches!(ty.kind(), TypeKind::String | TypeKind::Number | TypeKind::Bool);
    let Some(first) = types.next() else { return false };
    let (mut plain, mut differ) = (is_plain(first), false);
    for ty in types {
        plain |= is_plain(ty);
        differ |= ty != first && !(ty.is_numeric() && first.is_numeric());
        if plain && differ {
            return true;
        }
    }
    false
}

/// The join of values of different types that all have elements: a collection with the join of the elements.
fn join_shapes(values: &[Value], rules: &Rules) -> Option<Value> {
    let null = values.iter().any(|value| !value.definitely_not_null());
    let joined = Contents::of_any(values.iter().filter(|value| !value.is_null()), rules)?;
    let value = joined.value();
    Some(if null { value.or_null() } else { value })
}

/// An unknown with these values of different types as alternatives. `None` if one of them is unconstrained,
/// or if there are too many types.
fn one_of_several(values: &[Value], rules: &Rules) -> Option<Value> {
    let mut by_type: SmallVec<[(Type, SmallVec<[Value; 1]>); 2]> = SmallVec::new();
    for member in values.iter().flat_map(each_of_several) {
        if is_open(member) || member.depth() > DEEPEST_SEVERAL {
            return None;
        }
        // values of unknown type may be null or contain elements
        let keyed = |value: &Value| value.shape().map(Shape::is_keyed);
        let same = |all: &[Value]| keyed(&all[0]) == keyed(member);
        match by_type.iter().position(|(ty, all)| *ty == member.ty && same(all)) {
            Some(at) => by_type[at].1.push(member.clone()),
            None if by_type.len() == MOST_SEVERAL => return None,
            None => by_type.push((member.ty.clone(), smallvec![member.clone()])),
        }
    }
    if by_type.iter().all(|(_, all)| all.iter().all(Value::is_null)) {
        return None;
    }
    let mut kept = Vec::with_capacity(by_type.len());
    for (_, all) in by_type {
        kept.push(match all[0].shape() {
            Some(_) => join_shapes(&all, rules)?,
            None => join(&all, rules),
        });
    }
    Some(match kept.as_slice() {
        [only] => only.clone(),
        _ => several(kept),
    })
}

/// The alternatives of a value, or the value itself.
fn each_of_several(value: &Value) -> impl Iterator<Item = &Value> {
    let several = unknown_range(value).and_then(Range::several);
    let never_null = value.definitely_not_null();
    let members = several.into_iter().flatten().filter(move |member| !(never_null && member.is_null()));
    members.chain(several.is_none().then_some(value))
}

/// Returns `true` if nothing is known about a value except possibly that it is not null.
fn is_open(value: &Value) -> bool {
    value.ty.is_any() && !value.is_null() && value.shape().is_none()
}

/// The join of values of one type, without marks of their own.
fn join_same(values: &[Value], ty: &Type, rules: &Rules) -> Value {
    if ty.is_any()
        && values.iter().any(|value| value.shape().is_some() || value.is_one_of_several())
        && let Some(joined) = join_open(values, rules)
    {
        return joined;
    }
    join_parts(values, ty, rules).unwrap_or_else(|| join_facts(values, ty, rules))
}

/// The join part by part, if all values are known and have the same shape.
fn join_parts(values: &[Value], ty: &Type, rules: &Rules) -> Option<Value> {
    let [first, ..] = values else { return None };
    let length = first.length()?;
    let same_length = values.iter().all(|value| value.length() == Some(length));
    let part = |parts: &[Value]| stack::grow(|| join(parts, rules));
    match first.data() {
        // Elements of a set are sorted by content, so those at the same index have nothing to do with each
        // other.
        Data::Sequence(_) if same_length && !matches!(first.ty_now().kind(), TypeKind::Set(_)) => {
            let at = |index: usize| -> SmallVec<[Value; 2]> {
                values.iter().filter_map(|value| value.element_at(index).cloned()).collect()
            };
            let parts: Vec<Value> = (0..length).map(|index| part(&at(index))).collect();
            // The parts' types are in the type of a tuple, and joined parts may have wider ones.
            let fits = |(part, old): (&Value, &Value)| match ty.element() {
                Some(element) => conforms(part.ty(), element),
                None => part.ty() == old.ty(),
            };
            parts
                .iter()
                .zip(first.parts())
                .all(fits)
                .then(|| Value::new(ty.clone(), Data::Sequence(parts.into())))
        }
        Data::Map(entries) if same_length => {
            let mut joined = Vec::with_capacity(length);
            let element = ty.element()?;
            for (key, _) in entries.iter() {
                let parts: Option<SmallVec<[Value; 2]>> =
                    values.iter().map(|value| value.get_attr_value(key).cloned()).collect();
                let new = part(&parts?);
                if !conforms(new.ty(), element) {
                    return None;
                }
                joined.push((key.clone(), new));
            }
            Some(Value::new(ty.clone(), Data::Map(joined.into())))
        }
        _ => None,
    }
}

/// The join of the facts of all values.
fn join_facts(values: &[Value], ty: &Type, rules: &Rules) -> Value {
    let lost = match values.iter().any(Value::contains_marks) {
        true => one_of_marks(values.iter().map(Value::marks_within), rules),
        false => Marks::NONE,
    };
    let mut null = None;
    let mut present: SmallVec<[Value; 2]> = SmallVec::with_capacity(values.len());
    for value in values {
        let mut value = value.clone();
        if value.contains_marks() {
            value = value.unmark_deep().0;
        }
        let own = nullness(&value, rules);
        null = Some(if null.is_none_or(|seen| seen == own) { own } else { Nullness::Maybe });
        if own != Nullness::Always {
            present.push(value);
        }
    }
    // bounds that follow from the list of values are omitted
    let facts = match few_values(&present, ty) {
        Some(values) => Facts { one_of: Some(values.into()), ..Facts::default() },
        None => {
            // One value without facts leaves the result without facts.
            let is_open = |value: &Value| unknown_range(value).is_some_and(Range::is_plain);
            let all = if present.iter().any(is_open) { &[] } else { present.as_slice() };
            let facts = all.iter().map(facts_of).reduce(|a, b| a.either(&b)).unwrap_or_default();
            if *ty == Type::STRING { with_text_length(facts, all) } else { facts }
        }
    };
    collapse(ty.clone(), Range::from_facts(null.unwrap_or_default(), facts)).with_marks(&lost)
}

/// The facts of several strings, with the bounds of their lengths; known strings have bounds if an unknown
/// one does.
fn with_text_length(facts: Facts, all: &[Value]) -> Facts {
    let has_length = |range: &Range| range.len_min() > 0 || range.len_max().is_some();
    if !all.iter().any(|value| unknown_range(value).is_some_and(has_length)) {
        return facts;
    }
    let length = all.iter().map(TextLength::of).reduce(TextLength::either).unwrap_or_default();
    Facts { len_min: length.least, len_max: length.most, ..facts }
}

/// The possible values of all inputs, if they are few enough to list.
fn few_values(values: &[Value], ty: &Type) -> Option<Vec<Value>> {
    let mut all = Vec::with_capacity(values.len());
    // a list of values cannot distinguish eventual values from available ones
    if values.iter().any(|value| value.ty().is_eventual() && value.ty() != ty) {
        return None;
    }
    for value in values {
        match value.data() {
            Data::Unknown(range) => all.extend_from_slice(range.one_of()?),
            _ if value.is_wholly_known() => all.push(value.clone()),
            _ => return None,
        }
        if all.len() > MAX_ONE_OF {
            all = distinct(all);
        }
        if all.len() > MAX_ONE_OF {
            return None;
        }
    }
    if all.len() > 1 {
        all = distinct(all);
    }
    // there are only two bools
    let most = if *ty == Type::BOOL { 1 } else { MAX_ONE_OF };
    (1..=most).contains(&all.len()).then_some(all)
}

fn nullness(value: &Value, rules: &Rules) -> Nullness {
    match value.data() {
        Data::Null => Nullness::Always,
        Data::Unknown(range) if range.null() == Nullness::Maybe => {
            let never = rules.null_has_type && !crate::value::admits_null(value.ty());
            if never { Nullness::Never } else { Nullness::Maybe }
        }
        Data::Unknown(range) => range.null(),
        _ => Nullness::Never,
    }
}
