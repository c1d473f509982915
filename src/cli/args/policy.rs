//! The arguments of `hclx policy`.

use super::Matches;
use crate::output::Look;

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
    /// The arguments of `policy`.
    ///
    /// # Errors
    /// If a number is malformed.
    pub(crate) fn policy(&self) -> anyhow::Result<PolicyArgs> {
        let action = self.text("ACTION").unwrap_or_default();
        Ok(PolicyArgs { look: self.look()?, action, name: self.text("NAME") })
    }
}
