//! The origin of the values of resources: mocks of a test file, and providers.

use std::sync::Arc;

use hclx_analysis::{Cause, CauseKind};
use hclx_diag::Ordered;
use hclx_syntax::statics;

use super::open::CauseId;
use super::overrides::{Overrides, Replacement};
use crate::terraform::declare::declaration::Declaration;
use crate::terraform::providers::configurations;
use crate::terraform::schemas;

/// The mocks of a provider configuration.
#[derive(Debug, Default)]
pub(crate) struct Mock {
    /// The defaults of resources, by type.
    pub(crate) resources: Ordered<Arc<str>, Arc<Replacement>>,
    /// The defaults of data sources, by type.
    pub(crate) data: Ordered<Arc<str>, Arc<Replacement>>,
    /// The overrides among its blocks.
    pub(crate) overrides: Overrides,
    /// Set if the mock has parts that are not simulated.
    pub(crate) unclear: Option<CauseId>,
}

/// The origin of the values of a provider's resources.
#[derive(Clone, Debug)]
pub(crate) enum Answers {
    /// Terraform's built-in provider.
    BuiltIn,
    Mock(Arc<Mock>),
    /// The provider itself.
    Real,
    /// Unclear, for this cause.
    Unclear(Cause),
}

/// The provider configurations of a module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Providers {
    /// The configurations by name: `aws`, `aws.west`.
    pub(crate) known: Ordered<String, Answers>,
    /// Set if other configurations may be mocked as well.
    pub(crate) is_open: bool,
}

impl Providers {
    /// The origin of values under the configuration with a name.
    pub(crate) fn of(&self, name: &str) -> Answers {
        match self.known.get(name) {
            Some(answers) => answers.clone(),
            None if name == "terraform" => Answers::BuiltIn,
            None if self.is_open => Answers::Unclear(Cause::new(
                CauseKind::Provider,
                format!("the configuration `{name}` is not among the passed ones"),
            )),
            None => Answers::Real,
        }
    }

    /// The configurations of a called module.
    pub(crate) fn of_call(&self, call: &Declaration) -> Self {
        let block = schemas::module();
        let Some((written, attribute)) = call.attribute(&block, "providers") else {
            let defaults = self.known.iter().filter(|(name, _)| !name.contains('.'));
            let known = defaults.map(|(name, answers)| (name.clone(), answers.clone())).collect();
            return Self { known, is_open: self.is_open };
        };
        let mut passed = Self { known: Ordered::new(), is_open: true };
        for item in statics::as_map(&written.parsed.tree, attribute.value).unwrap_or_default() {
            let name = configurations::named(written, item.key);
            let given = configurations::named(written, item.value);
            if let (Some(name), Some(given)) = (name, given) {
                passed.known.insert(name, self.of(&given));
            }
        }
        passed
    }
}

/// Prefixes of resource types whose providers generate values by themselves, without an account or a service.
const OFFLINE: &[&str] = &["null_resource", "random_", "time_sleep", "tls_private_key"];

pub(super) fn is_offline(of_type: &str) -> bool {
    OFFLINE.iter().any(|start| of_type.starts_with(start))
}
