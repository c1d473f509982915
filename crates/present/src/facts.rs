//! Facts about the parts of a value.

use hclx_analysis::describe::{Fact, PathStep};

/// The facts about a part of a value, with paths relative to the part.
pub(crate) fn below(facts: &[Fact], step: &PathStep) -> Vec<Fact> {
    let is_below = |fact: &&Fact| fact.path.first() == Some(step);
    let rest = |fact: &Fact| Fact { path: fact.path[1..].to_vec(), ..fact.clone() };
    facts.iter().filter(is_below).map(rest).collect()
}

/// The facts about the value itself.
pub(crate) fn own(facts: &[Fact]) -> impl Iterator<Item = &Fact> {
    facts.iter().filter(|fact| fact.path.is_empty())
}
