//! Tables of the standard library with a fast hash; no answer depends on their order.

use foldhash::fast::RandomState;

/// A hash map.
pub(crate) type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;
/// A hash set.
pub(crate) type HashSet<K> = std::collections::HashSet<K, RandomState>;
/// A hash map in insertion order.
pub(crate) type IndexMap<K, V> = indexmap::IndexMap<K, V, RandomState>;
