//! Combinations of collections with an unknown length or unknown keys. The result has the sum of their
//! possible lengths, and one element that represents the elements of all. Out of scope: results for known
//! collections.

use std::sync::Arc;

use hclx_diag::Ordered;

use crate::{Contents, MAX_MEMBERS, Marks, Members, Rules, Shape, TypeKind, Value, join, stack};

/// The known facts about the result of merging maps and objects: null is ignored, and one value per key
/// remains.
pub fn merged(values: &[Value], rules: &Rules) -> Option<Value> {
    let (mut least, mut most, mut all_may_be_null) = (0, Some(0), true);
    let mut elements = Vec::new();
    for value in values.iter().filter(|value| !value.is_null()) {
        let held = Contents::of(value, rules).filter(|held| held.keyed)?;
        if value.definitely_not_null() {
            all_may_be_null = false;
            least = least.max(held.least);
        }
        most = add(most, held.most);
        elements.extend(held.element);
    }
    let whole = Value::holding(true, join(&elements, rules), least, most);
    let whole = whole.with_members(merged_members(values, rules));
    Some(if all_may_be_null { whole.or_null() } else { whole })
}

/// The entries that the result of `merge` certainly has: a later argument replaces those of earlier ones.
fn merged_members(values: &[Value], rules: &Rules) -> Members {
    let mut kept: Ordered<Arc<str>, Value> = Ordered::new();
    for value in values.iter().filter(|value| !value.is_null()) {
        let is_certain = value.definitely_not_null();
        let known: Vec<(Arc<str>, Value)> = match value.is_known() {
            true => value.iter_entries().map(|(key, value)| (key.clone(), value.clone())).collect(),
            false => Members::of(value).entries().to_vec(),
        };
        let element = Contents::of(value, rules).and_then(|held| held.element).filter(|_| !value.is_known());
        if let Some(element) = element {
            // it may replace any other entry
            let replaced = |(key, old): (Arc<str>, Value)| {
                let value = join(&[old, element.clone()], rules);
                (key, value)
            };
            kept = kept.into_iter().map(replaced).collect();
        }
        for (key, member) in known {
            let has_room = kept.len() < MAX_MEMBERS;
            match kept.get_mut(&key) {
                Some(old) if is_certain => *old = member,
                Some(old) => *old = join(&[old.clone(), member], rules),
                None if is_certain && has_room => drop(kept.insert(key, member)),
                None => {}
            }
        }
    }
    Members::of_entries(kept.into_iter().collect())
}

/// The known facts about the concatenation of sequences.
pub fn concatenated(values: &[Value], rules: &Rules) -> Option<Value> {
    let (mut least, mut most) = (0, Some(0));
    let mut elements = Vec::new();
    for value in values {
        let held = Contents::of(value, rules).filter(|held| !held.keyed)?;
        least += held.least;
        most = add(most, held.most);
        elements.extend(held.element);
    }
    let (mut members, mut leading, mut is_whole) = (Vec::new(), 0, true);
    for value in values {
        if !value.definitely_not_null() {
            is_whole = false;
            continue;
        }
        let held = Members::of(value);
        leading += if is_whole { held.head().len() } else { 0 };
        is_whole &= value.length() == Some(held.elements().len());
        members.extend_from_slice(held.elements());
    }
    let whole = Value::holding(false, join(&elements, rules), least, most);
    Some(whole.with_members(Members::of_sequence(members, leading)))
}

/// The known facts about a combination of the elements of an unknown collection, each of which is like `element`.
pub fn of_many(
    (collection, element): (&Value, &Value),
    combined: fn(&[Value], &Rules) -> Option<Value>,
    rules: &Rules,
) -> Option<Value> {
    let (element, marks) = element.clone().unmark();
    let held = Contents::of(&element, rules)?;
    let any_number = Value::holding(held.keyed, held.element.unwrap_or_else(Value::dynamic), 0, None);
    let any_number = if element.definitely_not_null() { any_number } else { any_number.or_null() };
    let members = Members::of(collection);
    let certain = (members.is_empty() && collection.range().len_min() > 0).then_some(element);
    // there may be no element
    let is_certain = certain.is_some() || !members.is_empty();
    let mut marks = if is_certain { marks } else { marks.of_parts() };
    let (leading, others) = members.elements().split_at(members.head().len());
    let others = others.iter().flat_map(|member| [member.clone(), any_number.clone()]);
    let start = leading.iter().cloned().chain(certain).chain([any_number.clone()]);
    let mut all = Vec::new();
    for value in start.chain(others) {
        let (value, own) = value.unmark();
        marks = marks.union(&own);
        all.push(value);
    }
    combined(&all, rules).map(|result| result.with_marks(&marks))
}

/// The known facts about a flattened sequence: its elements that are not sequences.
pub fn flat_elements(values: &[Value], rules: &Rules) -> Option<Value> {
    let sequence = values.first()?;
    let marks = flat_marks(sequence, rules);
    let mut found = Vec::new();
    if innermost(sequence, rules, &mut found).is_none() {
        return (!marks.is_empty()).then(|| Value::dynamic().with_marks(&marks));
    }
    if found.is_empty() {
        return Some(Value::tuple(Vec::new()).with_marks(&marks));
    }
    let mut certain = Certain { elements: Vec::new(), leading: 0 };
    certainly_flat(sequence, &mut certain, true);
    let whole = Value::holding(false, join(&found, rules), 0, None);
    Some(whole.with_members(Members::of_sequence(certain.elements, certain.leading)).with_marks(&marks))
}

/// The marks of nested sequences that certainly exist, which flattening moves to the result.
fn flat_marks(sequence: &Value, rules: &Rules) -> Marks {
    let members = Members::of(sequence);
    let is_like_others = members.is_empty() && sequence.range().len_min() > 0;
    let element = is_like_others.then(|| Contents::of(sequence, rules)?.element).flatten();
    let is_sequence = |element: &&Value| {
        let is_open = element.shape().is_some_and(|shape| !shape.is_keyed());
        let is_sequence =
            matches!(element.ty().kind(), TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_));
        (is_open || is_sequence) && element.definitely_not_null()
    };
    let nested = members.elements().iter().chain(&element).filter(is_sequence);
    nested.fold(Marks::NONE, |marks, inner| {
        marks.union(inner.marks()).union(&stack::grow(|| flat_marks(inner, rules)))
    })
}

/// The elements that a sequence certainly has.
struct Certain {
    elements: Vec<Value>,
    /// The number of elements whose positions at the start are known.
    leading: usize,
}

/// Collects the elements that are certain to exist after nested sequences are flattened. `is_whole` states whether
/// all elements before these were collected; the return value states the same including these.
fn certainly_flat(sequence: &Value, found: &mut Certain, mut is_whole: bool) -> bool {
    let members = match sequence.ty().kind() {
        TypeKind::Set(_) => Members::of(sequence).in_sequence(sequence.ty()),
        _ => Members::of(sequence),
    };
    for (at, element) in members.elements().iter().enumerate() {
        is_whole &= at < members.head().len();
        match element.ty().kind() {
            TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_) if element.definitely_not_null() => {
                is_whole = stack::grow(|| certainly_flat(element, found, is_whole));
            }
            TypeKind::Any | TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_)
                if !element.is_null() =>
            {
                is_whole = false;
            }
            _ => {
                found.elements.push(element.clone());
                found.leading += usize::from(is_whole);
            }
        }
    }
    is_whole && sequence.length() == Some(members.elements().len())
}

/// Collects the elements of a sequence after nested sequences are flattened; `None` if they are not known.
fn innermost(sequence: &Value, rules: &Rules, found: &mut Vec<Value>) -> Option<()> {
    let element = match sequence.ty().kind() {
        TypeKind::Set(element) => Some(Value::unknown_under(element.clone(), rules)),
        _ => Contents::of(sequence, rules).filter(|held| !held.keyed)?.element,
    };
    element.map_or(Some(()), |element| flat(element, rules, found))
}

/// Collects an element; an element that is a sequence is flattened. A null is kept.
fn flat(element: Value, rules: &Rules, found: &mut Vec<Value>) -> Option<()> {
    if let Some(values) = element.several() {
        return values.into_iter().try_for_each(|value| flat(value, rules, found));
    }
    let ty = element.ty().clone();
    let keyed = matches!(ty.kind(), TypeKind::Object(_) | TypeKind::Map(..));
    let keyed = keyed || element.shape().is_some_and(Shape::is_keyed);
    if ty.is_primitive() || keyed || element.is_null() {
        found.push(element);
        return Some(());
    }
    if !element.definitely_not_null() {
        if rules.extended {
            return None;
        }
        found.push(Value::null(ty));
    }
    stack::grow(|| innermost(&element, rules, found))
}

fn add(a: Option<usize>, b: Option<usize>) -> Option<usize> {
    a.zip(b).map(|(a, b)| a.saturating_add(b))
}
