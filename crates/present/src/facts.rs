//! Facts about the parts of a value.

use hclx_analysis::describe::{Fact, Input, PathStep, Rule};
use hclx_core::ObjectAttribute;

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

/// Returns `true` if an attribute of an object at a path of an input must be given, considering the facts about it: an
/// optional attribute without a default is null if omitted, which its rules may reject.
pub(crate) fn is_required(
    input: &Input,
    path: &[PathStep],
    attribute: &ObjectAttribute,
    facts: &[Fact],
) -> bool {
    let refuses_null = |fact: &Fact| match fact.rule {
        Rule::NoneOf(_) | Rule::Text { .. } => false,
        _ => !fact.admits_null,
    };
    let is_here = |of: &[PathStep]| match of.split_last() {
        Some((PathStep::Attribute(name), above)) => *name == attribute.name && above == path,
        _ => false,
    };
    let has_default = || input.defaults.iter().any(|(of, _)| is_here(of));
    !attribute.optional || own(facts).any(refuses_null) && !has_default()
}
