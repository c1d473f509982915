//! Rows of what a unit declares, put together.

use std::collections::BTreeMap;
use std::sync::Arc;

use hclx_analysis::Row;
use hclx_core::Value;

/// The value of a unit: an object of its rows, by their paths' first two parts.
pub(crate) fn value(rows: &[Row]) -> Value {
    let mut kinds: BTreeMap<Arc<str>, BTreeMap<Arc<str>, Value>> = BTreeMap::new();
    let mut all: BTreeMap<Arc<str>, Value> = BTreeMap::new();
    for row in rows {
        match row.path.split_once('.') {
            Some((kind, name)) => {
                kinds.entry(kind.into()).or_default().insert(name.into(), row.value.clone());
            }
            None => {
                all.insert(row.path.as_str().into(), row.value.clone());
            }
        }
    }
    all.extend(kinds.into_iter().map(|(kind, members)| (kind, Value::object(members))));
    Value::object(all)
}
