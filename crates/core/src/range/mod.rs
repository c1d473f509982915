//! Ranges: the facts known about an unknown value.
//!
//! A range may always be widened soundly. Nullness needs no allocation. Out of scope: the builder that
//! detects contradictions (`refine`), the join of ranges (`join`).

mod collapse;
mod facts;
mod hull;
mod includes;
mod known;
mod members;
pub mod narrow;
mod origin;
mod prefix;
mod refine;
mod several;
mod shape;
mod text;

use std::sync::Arc;

pub(crate) use collapse::collapse;
pub(crate) use facts::{distinct, known_length};
pub use includes::includes;
pub(crate) use includes::{conforms, could_have, disjoint};
pub(crate) use known::{facts_of, of_value};
pub use members::{MAX_MEMBERS, Members};
pub use origin::{AttributeReference, UnknownOrigin};
pub use prefix::{safe_prefix, stable_prefix};
pub use refine::{Refiner, assume_not_null};
use several::Several;
pub(crate) use several::several;
pub use shape::Shape;
pub use text::{TextLength, characters};

use crate::{Marks, Number, Value};

/// The nullness of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Nullness {
    /// May be null.
    #[default]
    Maybe,
    /// Is not null.
    Never,
    /// Is null.
    Always,
}

/// A bound of a range of numbers.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The number.
    pub number: Number,
    /// Set if the number itself satisfies the bound.
    pub inclusive: bool,
}

impl PartialEq for Bound {
    fn eq(&self, other: &Self) -> bool {
        self.inclusive == other.inclusive && self.number.equals(&other.number)
    }
}

/// The maximum number of values in `one_of`; beyond it the range is widened.
pub const MAX_ONE_OF: usize = 16;

/// The range of an unknown value. All facts except nullness apply to the non-null case only.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Range {
    null: Nullness,
    /// Never points to the default, so that equal ranges compare equal.
    more: Option<Arc<Facts>>,
}

/// All facts of a range except nullness.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Facts {
    pub prefix: Option<Arc<str>>,
    pub min: Option<Bound>,
    pub max: Option<Bound>,
    pub len_min: usize,
    pub len_max: Option<usize>,
    pub one_of: Option<Arc<[Value]>>,
    /// Only for values of type `any`.
    pub shape: Option<Arc<Shape>>,
    /// Only for values of type `any` without a shape.
    pub several: Option<Several>,
    /// Only for collections, and values of type `any` with a shape.
    pub members: Option<Arc<Members>>,
    pub origin: Option<UnknownOrigin>,
}

impl Facts {
    fn is_marked(&self) -> bool {
        self.shape.as_ref().is_some_and(|shape| shape.is_marked())
            || self.several.as_ref().is_some_and(Several::is_marked)
            || self.members.as_ref().is_some_and(|members| members.is_marked())
    }

    /// Returns `true` if nothing is known.
    fn is_empty(&self) -> bool {
        let Facts { prefix, min, max, len_min, len_max, one_of, shape, several, members, origin } = self;
        let (of_text, of_numbers) = (prefix.is_some(), min.is_some() || max.is_some());
        let of_lengths = *len_min > 0 || len_max.is_some();
        let of_parts = shape.is_some() || several.is_some() || members.is_some() || origin.is_some();
        !(of_text || of_numbers || of_lengths || one_of.is_some() || of_parts)
    }
}

impl Range {
    /// The range without any facts.
    pub const fn any() -> Self {
        Self { null: Nullness::Maybe, more: None }
    }

    /// The range of a value that is not null.
    pub const fn not_null() -> Self {
        Self { null: Nullness::Never, more: None }
    }

    /// The range of a non-null string with this prefix.
    #[must_use]
    pub fn starting_with(text: &str) -> Self {
        let prefix = (!text.is_empty()).then(|| Facts { prefix: Some(text.into()), ..Facts::default() });
        Self { null: Nullness::Never, more: prefix.map(Arc::new) }
    }

    pub(crate) fn from_facts(null: Nullness, facts: Facts) -> Self {
        Self { null, more: (!facts.is_empty()).then(|| Arc::new(facts)) }
    }

    pub(crate) fn facts(&self) -> Facts {
        self.more.as_deref().cloned().unwrap_or_default()
    }

    /// The nullness.
    pub const fn null(&self) -> Nullness {
        self.null
    }

    /// The range with a different nullness.
    #[must_use]
    pub fn with_null(mut self, null: Nullness) -> Self {
        self.null = null;
        self
    }

    /// Returns `true` if a described part is marked.
    #[inline]
    pub(crate) fn is_marked(&self) -> bool {
        self.more.as_ref().is_some_and(|facts| facts.is_marked())
    }

    /// The range without the marks of described parts, and those marks.
    pub(crate) fn without_marks(&self) -> (Range, Marks) {
        let mut facts = self.facts();
        let mut marks = Marks::NONE;
        if let Some(shape) = &facts.shape {
            let (shape, own) = shape.without_marks();
            // there may be no element
            marks = marks.union(&if facts.len_min > 0 { own } else { own.of_parts() });
            facts.shape = Some(Arc::new(shape));
        }
        if let Some(several) = &facts.several {
            let (several, own) = several.without_marks();
            marks = marks.union(&own);
            facts.several = Some(several);
        }
        if let Some(members) = &facts.members {
            let (members, own) = members.without_marks();
            marks = marks.union(&own);
            facts.members = Some(Arc::new(members));
        }
        (Range::from_facts(self.null, facts), marks)
    }

    /// Returns `true` if the value is certainly not null.
    pub fn is_not_null(&self) -> bool {
        self.null == Nullness::Never
    }

    /// The size of the facts in bytes, with all values written out.
    pub(crate) fn size(&self) -> u64 {
        let Some(facts) = &self.more else { return 0 };
        let prefix = facts.prefix.as_ref().map_or(0, |prefix| prefix.len() as u64);
        let shape = facts.shape.as_ref().map_or(0, |shape| shape.size());
        let values = facts.one_of.iter().flat_map(|values| values.iter());
        let several = facts.several.as_ref().map_or(0, |several| several.size());
        let members = facts.members.as_ref().map_or(0, |members| members.size());
        let origin = facts.origin.as_ref().map_or(0, UnknownOrigin::size);
        values.fold(prefix + shape + several + members + origin, |size, value| {
            size.saturating_add(value.size())
        })
    }

    /// The nesting depth of the described values.
    pub(crate) fn depth(&self) -> u32 {
        let Some(facts) = &self.more else { return 0 };
        let several = facts.several.as_ref().map_or(0, |several| several.depth());
        let members = facts.members.as_ref().map_or(0, |members| members.depth());
        let origin = facts.origin.as_ref().map_or(0, UnknownOrigin::depth);
        several.max(members).max(origin).max(self.shape().map_or(0, Shape::depth))
    }

    /// Returns `true` if only nullness is known.
    pub const fn is_plain(&self) -> bool {
        self.more.is_none()
    }

    /// The known prefix of the string; exact, never empty.
    pub fn prefix(&self) -> Option<&str> {
        self.more.as_ref()?.prefix.as_deref()
    }

    /// The lower bound of the number.
    pub fn min(&self) -> Option<&Bound> {
        self.more.as_ref()?.min.as_ref()
    }

    /// The upper bound of the number.
    pub fn max(&self) -> Option<&Bound> {
        self.more.as_ref()?.max.as_ref()
    }

    /// The minimum number of elements, or of characters of a string.
    pub fn len_min(&self) -> usize {
        self.more.as_ref().map_or(0, |facts| facts.len_min)
    }

    /// The maximum number of elements, or of characters of a string.
    pub fn len_max(&self) -> Option<usize> {
        self.more.as_ref()?.len_max
    }

    /// The possible non-null values; wholly known, without marks, distinct, sorted.
    pub fn one_of(&self) -> Option<&[Value]> {
        self.more.as_ref()?.one_of.as_deref()
    }
}
