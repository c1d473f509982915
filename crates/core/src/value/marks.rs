//! Marks: names attached to a value, such as `sensitive`.

use std::fmt;
use std::sync::Arc;

use hclx_diag::Ordered;

use crate::meter;

/// Names attached to a value. An empty set needs no allocation; the map behind the pointer is never empty.
///
/// For an unknown it is open which of its parts are marked, so their marks are on the unknown itself, flagged
/// as marks within it or as marks of parts that may not exist. A known value has a mark of the latter kind if
/// it is open whether the mark applies, for example because versions of a language differ.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Marks(Option<Arc<Names>>);

type Names = Ordered<Arc<str>, MarkOwner>;

/// The owner of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum MarkOwner {
    /// Parts that the value may have.
    Parts,
    /// The value itself, or at least one of its parts; it is open which.
    Within,
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
        self.0.as_ref().is_some_and(|names| names.get(name) == Some(&MarkOwner::Itself))
    }

    /// The marks that the value itself has.
    #[must_use]
    pub fn own(&self) -> Marks {
        self.map(|whose| (whose == MarkOwner::Itself).then_some(whose))
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

    /// The names as marks of parts that may not exist.
    #[must_use]
    pub fn of_parts(&self) -> Marks {
        self.map(|_| Some(MarkOwner::Parts))
    }

    /// The marks of a value, for a larger value that contains it at an unknown place.
    #[must_use]
    pub fn within(&self) -> Marks {
        self.map(|whose| Some(whose.min(MarkOwner::Within)))
    }

    /// The marks of a value and all its parts, for a value that depends on all of them.
    #[must_use]
    pub fn gathered(&self) -> Marks {
        self.map(|whose| Some(if whose == MarkOwner::Within { MarkOwner::Itself } else { whose }))
    }

    /// The marks of a value, for one that depends on it but not on all its parts.
    #[must_use]
    pub fn outer(&self) -> Marks {
        self.map(|whose| Some(if whose == MarkOwner::Within { MarkOwner::Parts } else { whose }))
    }

    /// The marks of a value that is one of two: a mark that only one of them has may not apply.
    #[must_use]
    pub fn either(&self, other: &Marks) -> Marks {
        if self == other {
            return self.clone();
        }
        let of = |name: &Arc<str>| {
            let whose = |marks: &Marks| marks.0.as_ref().and_then(|names| names.get(&**name).copied());
            whose(self).zip(whose(other)).map_or(MarkOwner::Parts, |(one, other)| one.min(other))
        };
        Self::of(self.iter().chain(other.iter()).map(|name| (Arc::clone(name), of(name))).collect())
    }

    /// The marks with their owners mapped by `owner`, which drops a mark by returning `None`.
    fn map(&self, owner: impl Fn(MarkOwner) -> Option<MarkOwner>) -> Marks {
        let Some(names) = &self.0 else { return Marks::NONE };
        if names.iter().all(|(_, whose)| owner(*whose) == Some(*whose)) {
            return self.clone();
        }
        let kept = names.iter().filter_map(|(name, whose)| Some((Arc::clone(name), owner(*whose)?)));
        Self::of(kept.collect())
    }

    fn of(names: Names) -> Marks {
        meter::made_marks();
        Marks((!names.is_empty()).then(|| Arc::new(names)))
    }
}

/// The union of the names; a mark of the value itself takes precedence over one of its parts.
#[inline(never)]
fn united(a: &Arc<Names>, b: &Names) -> Arc<Names> {
    let covered = |(name, whose): (&Arc<str>, &MarkOwner)| a.get(name).is_some_and(|own| own >= whose);
    // If all marks are already present, the set is shared.
    if b.iter().all(covered) {
        return Arc::clone(a);
    }
    meter::made_marks();
    let mut all = Names::clone(a);
    for (name, whose) in b {
        let own = all.or_insert(Arc::clone(name), *whose);
        *own = (*own).max(*whose);
    }
    Arc::new(all)
}

impl FromIterator<Arc<str>> for Marks {
    fn from_iter<I: IntoIterator<Item = Arc<str>>>(names: I) -> Self {
        Self::of(names.into_iter().map(|name| (name, MarkOwner::Itself)).collect())
    }
}

impl fmt::Debug for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
