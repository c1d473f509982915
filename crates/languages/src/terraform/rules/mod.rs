//! Rules of the language for blocks, with one file per subject and a table of their rows.

pub(crate) mod attribute_reads;
mod backend_versions;
pub(crate) mod before_first;
pub(crate) mod call_parts;
pub(crate) mod conditions;
pub(crate) mod connections;
pub(crate) mod constants;
pub(crate) mod constructs;
pub(crate) mod cycles;
pub(crate) mod deprecations;
pub(crate) mod enabled;
pub(crate) mod encryption;
pub(crate) mod ephemeral_arguments;
pub(crate) mod implied_id;
pub(crate) mod later_versions;
pub(crate) mod lifecycle;
pub(crate) mod misspelled_types;
pub(crate) mod moved;
pub(crate) mod only_values;
pub(crate) mod other_releases;
pub(crate) mod provider_passing;
pub(crate) mod remote_state;
pub(crate) mod reserved;
pub(crate) mod settings;
pub(crate) mod shared_causes;
mod since;
pub(crate) mod statements;
pub(crate) mod swapped_blocks;
pub(crate) mod typos;
pub(crate) mod undeclared;

use super::values::rule::Rule;

/// The rules that run while a module is evaluated, in the order of their findings.
pub(crate) const RULES: &[&dyn Rule] = &[
    &cycles::Cycles,
    &typos::Typos,
    &deprecations::Deprecations,
    &connections::Connections,
    &reserved::ReservedRule,
    &provider_passing::ProviderPassing,
    &enabled::EnabledRule,
    &constants::Constants,
    &conditions::Conditions,
    &lifecycle::Lifecycle,
    &remote_state::RemoteState,
    &implied_id::ImpliedId,
    &ephemeral_arguments::EphemeralArguments,
    &statements::Statements,
    &attribute_reads::AttributeReads,
];
