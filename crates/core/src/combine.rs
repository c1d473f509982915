//! Collections of unknown length or with unknown keys that are combined: the result is as long as they may be
//! together, and has an element that stands for those of all. Out of scope: results for known collections.

use std::sync::Arc;

use hclx_diag::Ordered;

use crate::{Contents, MAX_MEMBERS, Members, Rules, Value, join};

/// The result of merging maps and objects, as far as it is known: null is ignored, and one value per key
/// counts.
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

/// The concatenation of sequences, as far as it is known.
pub fn concatenated(values: &[Value], rules: &Rules) -> Option<Value> {
    let (mut least, mut most) = (0, Some(0));
    let mut elements = Vec::new();
    for value in values {
        let held = Contents::of(value, rules).filter(|held| !held.keyed)?;
        least += held.least;
        most = add(most, held.most);
        elements.extend(held.element);
    }
    let members = values.iter().filter(|value| value.definitely_not_null());
    let members = members.flat_map(|value| Members::of(value).elements().to_vec()).collect();
    let whole = Value::holding(false, join(&elements, rules), least, most);
    Some(whole.with_members(Members::of_elements(members)))
}

fn add(a: Option<usize>, b: Option<usize>) -> Option<usize> {
    a.zip(b).map(|(a, b)| a.saturating_add(b))
}
