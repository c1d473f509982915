//! Facts about parts of an input, derived from the conditions of its validation.

use std::sync::Arc;

use hclx_core::{Bound, Value};
use hclx_diag::Span;

/// A step from a value to a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PathStep {
    /// An attribute of an object, or the map element with this key.
    Attribute(Arc<str>),
    /// Each element of a collection.
    Element,
    /// Each key of a map.
    Key,
}

/// The notation of a path: `.mode`, `[*].name`, `{*}`; empty for the value itself.
pub fn path_text(path: &[PathStep]) -> String {
    let step = |step: &PathStep| match step {
        PathStep::Attribute(name) => format!(".{name}"),
        PathStep::Element => "[*]".to_owned(),
        PathStep::Key => "{*}".to_owned(),
    };
    path.iter().map(step).collect()
}

/// A fact that holds for every value at a path if a condition is satisfied.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// The path from the input; if a value on it is null or absent, the fact is satisfied.
    pub path: Vec<PathStep>,
    /// The rule.
    pub rule: Rule,
    /// Set if null also satisfies it.
    pub admits_null: bool,
    /// Set if the condition tests a fallback where the part is absent, as `try(var.a.k, 1)` does.
    pub has_fallback: bool,
    /// The place of the condition.
    pub place: Span,
    /// The error message of the condition.
    pub message: Option<Arc<str>>,
}

/// A rule about a single value.
#[derive(Clone, Debug, PartialEq)]
pub enum Rule {
    /// The value must not be null.
    NotNull,
    /// The number is at least this.
    Min(Bound),
    /// The number is at most this.
    Max(Bound),
    /// The number has no fraction.
    Whole,
    /// The string has at least this many grapheme clusters, or the collection this many elements.
    LengthMin(usize),
    /// The string has at most this many grapheme clusters, or the collection this many elements.
    LengthMax(usize),
    /// The string starts with this.
    Prefix(Arc<str>),
    /// The string contains a match of this RE2 pattern.
    Pattern(Arc<str>),
    /// It equals one of these values, which keep the types of their literals.
    OneOf(Arc<[Value]>),
    /// It equals none of these.
    NoneOf(Arc<[Value]>),
    /// No element occurs twice.
    Distinct,
    /// It satisfies a condition that the other rules cannot express completely.
    Text {
        /// The condition as written, without comments.
        condition: Arc<str>,
        /// Its terms, except those that other rules express. All of them hold if the condition does.
        terms: Arc<[ConditionTerm]>,
    },
}

/// A part of a condition that holds if the condition does.
#[derive(Clone, Debug, PartialEq)]
pub struct ConditionTerm {
    /// The normal form.
    pub text: Arc<str>,
    /// Normal forms that together imply the term; empty if only its own is known.
    pub stronger: Vec<Arc<str>>,
    /// Parts of the input whose absence implies the term.
    pub holds_without: Vec<AbsentPart>,
    /// The normal forms of the alternatives of a disjunction; empty for other terms.
    pub alternatives: Vec<Arc<str>>,
}

impl ConditionTerm {
    /// Returns `true` if the term follows from other terms, given by their normal forms.
    pub(crate) fn follows_from(&self, is_given: &dyn Fn(&Arc<str>) -> bool) -> bool {
        is_given(&self.text) || !self.stronger.is_empty() && self.stronger.iter().all(is_given)
    }

    /// Returns `true` if the term is a disjunction that contains the alternatives of another term, and therefore
    /// follows from that term.
    pub(crate) fn has_alternatives_of(&self, other: &Self) -> bool {
        let has = |text: &Arc<str>| self.alternatives.contains(text);
        has(&other.text) || !other.alternatives.is_empty() && other.alternatives.iter().all(has)
    }
}

/// A part of an input that is absent.
#[derive(Clone, Debug, PartialEq)]
pub struct AbsentPart {
    /// Another input, which is null as a whole; `None` for a part of the input that the condition concerns.
    pub of_other: Option<Arc<str>>,
    /// The path from the input.
    pub path: Vec<PathStep>,
    /// Set if the part is an empty collection; otherwise it is null.
    pub is_empty: bool,
}
