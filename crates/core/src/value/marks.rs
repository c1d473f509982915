//! Marks: names attached to a value, such as `sensitive`.

use std::fmt;
use std::sync::Arc;

use hclx_diag::Ordered;

/// Names attached to a value. An empty set needs no allocation; the map behind the pointer is never empty.
///
/// For an unknown it is open which of its parts are marked, so it has their marks itself, flagged as marks of
/// parts that may not exist. A known value has such a flagged mark if it is open whether the mark applies,
/// for example because versions of a language differ.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Marks(Option<Arc<Names>>);

type Names = Ordered<Arc<str>, Whose>;

/// The owner of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Whose {
    /// Parts that the value may have.
    Parts,
    /// The value itself.
    Itself,
}

impl Marks {
    /// The empty set of marks.
    pub const NONE: Marks = Marks(None);

    /// A single mark.
    pub fn one(name: impl Into<Arc<str>>) -> Self {
        Self::from_iter([name.into()])
    }

    /// Returns `true` if there are no marks.
    pub const fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Returns `true` if this mark is present, even if only on parts.
    pub fn contains(&self, name: &str) -> bool {
        self.0.as_ref().is_some_and(|names| names.contains_key(name))
    }

    /// Returns `true` if the value itself has this mark.
    pub fn contains_own(&self, name: &str) -> bool {
        self.0.as_ref().is_some_and(|names| names.get(name) == Some(&Whose::Itself))
    }

    /// The names in order.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<str>> {
        self.0.iter().flat_map(|names| names.keys())
    }

    /// The union of both; a mark of the value itself takes precedence over one of its parts.
    #[must_use]
    #[inline]
    pub fn union(&self, other: &Marks) -> Marks {
        match (&self.0, &other.0) {
            (None, None) => Marks::NONE,
            (_, None) => self.clone(),
            (None, _) => other.clone(),
            (Some(a), Some(b)) if Arc::ptr_eq(a, b) => self.clone(),
            (Some(a), Some(b)) => Marks(Some(united(a, b))),
        }
    }

    /// The marks without the given one.
    #[must_use]
    pub fn without(&self, name: &str) -> Marks {
        if !self.contains(name) {
            return self.clone();
        }
        let kept = self.0.iter().flat_map(|names| names.iter()).filter(|(own, _)| &***own != name);
        Self::of(kept.map(|(own, whose)| (Arc::clone(own), *whose)).collect())
    }

    /// The names as marks of parts.
    #[must_use]
    pub fn of_parts(&self) -> Marks {
        Self::of(self.iter().map(|name| (Arc::clone(name), Whose::Parts)).collect())
    }

    fn of(names: Names) -> Marks {
        Marks((!names.is_empty()).then(|| Arc::new(names)))
    }
}

/// The union of the names; a mark of the value itself takes precedence over one of its parts.
#[inline(never)]
fn united(a: &Arc<Names>, b: &Names) -> Arc<Names> {
    let covered = |(name, whose): (&Arc<str>, &Whose)| a.get(name).is_some_and(|own| own >= whose);
    // If the marks are there already, the set is shared.
    if b.iter().all(covered) {
        return Arc::clone(a);
    }
    let mut all = Names::clone(a);
    for (name, whose) in b {
        let own = all.or_insert(Arc::clone(name), *whose);
        *own = (*own).max(*whose);
    }
    Arc::new(all)
}

impl FromIterator<Arc<str>> for Marks {
    fn from_iter<I: IntoIterator<Item = Arc<str>>>(names: I) -> Self {
        Self::of(names.into_iter().map(|name| (name, Whose::Itself)).collect())
    }
}

impl fmt::Debug for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
