//! Construction of rows for the declarations of a unit.

use std::sync::Arc;

use hclx_analysis::TypeRow;
use hclx_core::Value;
use hclx_diag::Ordered;

/// The value of a unit: an object of its rows, nested by the first two parts of their paths.
pub(crate) fn value(rows: &[TypeRow]) -> Value {
    let mut kinds: Ordered<Arc<str>, Ordered<Arc<str>, Value>> = Ordered::new();
    let mut all: Ordered<Arc<str>, Value> = Ordered::new();
    for row in rows {
        match row.path.split_once('.') {
            Some((kind, name)) => {
                kinds.or_default(kind.into()).insert(name.into(), row.value.clone());
            }
            None => {
                all.insert(row.path.as_str().into(), row.value.clone());
            }
        }
    }
    all.extend(kinds.into_iter().map(|(kind, members)| (kind, Value::object(members))));
    Value::object(all)
}
