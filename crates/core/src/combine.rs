//! Collections of unknown length or with unknown keys that are combined: the result is as long as they may be
//! together, and has an element that stands for those of all. Out of scope: results for known collections.

use crate::{Contents, Rules, Value, join};

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
    Some(if all_may_be_null { whole.or_null() } else { whole })
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
    Some(Value::holding(false, join(&elements, rules), least, most))
}

fn add(a: Option<usize>, b: Option<usize>) -> Option<usize> {
    a.zip(b).map(|(a, b)| a.saturating_add(b))
}
