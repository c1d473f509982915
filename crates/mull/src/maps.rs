//! Tables of the standard library with a hash that costs little; no answer depends on their order.

use foldhash::fast::RandomState;

/// A table.
pub(crate) type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;
/// A set.
pub(crate) type HashSet<K> = std::collections::HashSet<K, RandomState>;
/// A table in the order of its entries.
pub(crate) type IndexMap<K, V> = indexmap::IndexMap<K, V, RandomState>;
