//! The table of all rules that are checked while a module is evaluated. A rule is one file in `rules` or
//! `lints` and one row here.

use super::lints::comparisons::Comparisons;
use super::rules::conditions::Conditions;
use super::rules::connections::Connections;
use super::rules::constants::Constants;
use super::rules::cycles::Cycles;
use super::rules::enabled::Enabled;
use super::rules::ephemeral_arguments::EphemeralArguments;
use super::rules::lifecycle::Lifecycle;
use super::rules::provider_passing::ProviderPassing;
use super::rules::remote_state::RemoteState;
use super::rules::reserved::Reserved;
use super::rules::statements::Statements;
use super::rules::typos::Typos;
use super::values::rule::Rules;

/// The rules of Terraform and OpenTofu, in the order of their findings.
pub(crate) static RULES: Rules = Rules {
    rules: &[
        &Cycles,
        &Typos,
        &Connections,
        &Reserved,
        &ProviderPassing,
        &Enabled,
        &Constants,
        &Conditions,
        &Lifecycle,
        &RemoteState,
        &EphemeralArguments,
        &Statements,
    ],
    of_expressions: &[&Comparisons],
};
