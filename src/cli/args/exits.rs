//! The flags of `hclx check` about the exit code.

use super::Matches;

/// The effect of open policy results on the exit code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum OpenPolicies {
    /// None.
    #[default]
    Pass,
    /// They fail the run.
    Fail,
}

/// The rules for the exit code.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Exits {
    /// Warnings fail the run.
    pub deny_warnings: bool,
    /// Set if a run without files is not a failure.
    pub allow_empty: bool,
    /// Findings do not fail the run.
    pub zero: bool,
    /// The effect of open policy results.
    pub open_policies: OpenPolicies,
}

impl Matches {
    /// The rules for the exit code.
    pub(super) fn exits(&self) -> Exits {
        Exits {
            deny_warnings: self.is_set("deny-warnings"),
            allow_empty: self.is_set("allow-empty"),
            zero: self.is_set("exit-zero"),
            open_policies: if self.is_set("deny-open") { OpenPolicies::Fail } else { OpenPolicies::Pass },
        }
    }
}
