//! Marks: names that travel with a value, such as `sensitive`.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// Names attached to a value; no marks cost nothing. Never an empty set behind the pointer.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Marks(Option<Arc<BTreeSet<Arc<str>>>>);

impl Marks {
    /// No marks.
    pub const NONE: Marks = Marks(None);

    /// One mark.
    pub fn one(name: impl Into<Arc<str>>) -> Self {
        Self::from_iter([name.into()])
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Whether this mark is among them.
    pub fn contains(&self, name: &str) -> bool {
        self.0.as_ref().is_some_and(|names| names.contains(name))
    }

    /// The names in order.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<str>> {
        self.0.iter().flat_map(|names| names.iter())
    }

    /// The marks of both.
    #[must_use]
    pub fn union(&self, other: &Marks) -> Marks {
        match (&self.0, &other.0) {
            (_, None) => self.clone(),
            (None, _) => other.clone(),
            (Some(a), Some(b)) if Arc::ptr_eq(a, b) || b.is_subset(a) => self.clone(),
            (Some(a), Some(b)) => Marks(Some(Arc::new(a.union(b).cloned().collect()))),
        }
    }
}

impl FromIterator<Arc<str>> for Marks {
    fn from_iter<I: IntoIterator<Item = Arc<str>>>(names: I) -> Self {
        let names: BTreeSet<Arc<str>> = names.into_iter().collect();
        Marks((!names.is_empty()).then(|| Arc::new(names)))
    }
}

impl fmt::Debug for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
