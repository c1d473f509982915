//! The arguments of `hclx policy`.

use super::Matches;
use crate::output::Look;

/// The effect of open verdicts of policies on the exit code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum OpenPolicies {
    /// None.
    #[default]
    Pass,
    /// They fail the run.
    Fail,
}

/// The arguments of `policy`.
#[derive(Clone, Debug, Default)]
pub(crate) struct PolicyArgs {
    /// The style of output.
    pub look: Look,
    /// The action.
    pub action: String,
    /// The name of a policy.
    pub name: Option<String>,
}

impl Matches {
    /// The effect of open verdicts of policies.
    pub(super) fn open_policies(&self) -> OpenPolicies {
        if self.is_set("deny-open") { OpenPolicies::Fail } else { OpenPolicies::Pass }
    }

    /// The arguments of `policy`.
    ///
    /// # Errors
    /// If a number is malformed.
    pub(crate) fn policy(&self) -> anyhow::Result<PolicyArgs> {
        let action = self.text("ACTION").unwrap_or_default();
        Ok(PolicyArgs { look: self.look()?, action, name: self.text("NAME") })
    }
}
