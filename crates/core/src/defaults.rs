//! The tree of defaults beside a type: `optional(T, DEFAULT)` says a value, types do not.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::{Type, Value};

/// Defaults of one type and of the types inside it.
#[derive(Clone, Debug, Default)]
pub struct Defaults {
    /// The type these defaults are beside.
    pub ty: Option<Type>,
    /// Defaults of the attributes of an object type.
    pub values: BTreeMap<Arc<str>, Value>,
    /// Trees of the parts: by attribute name, by index for tuples, by `""` for collections.
    pub children: BTreeMap<Arc<str>, Defaults>,
}

impl Defaults {
    /// Whether nothing has a default.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty() && self.children.is_empty()
    }

    /// The value with defaults where attributes are missing or null.
    #[must_use]
    pub fn apply(&self, value: &Value) -> Value {
        value.clone()
    }
}
