//! Providers: packages of schemas, and the packages that a module uses.

pub(crate) mod configurations;
pub(crate) mod needs;
pub(crate) mod part_releases;
pub(crate) mod provider_functions;
pub(crate) mod provider_schemas;
pub(crate) mod requirements;
pub(crate) mod versions;

use std::sync::{Arc, Mutex, OnceLock};

use hclx_analysis::LazyDependencies;
use hclx_diag::{Ordered, locked};

use super::declare::module::Module;
use super::files::roles::Flavor;
use super::packages::FoundPackage;
use provider_functions::ProviderFunctions;
use requirements::ProviderRequirement;

/// Facts about a module, computed once.
#[derive(Default)]
struct ProviderFacts {
    /// The providers that it requires, by local name.
    required: OnceLock<Ordered<String, ProviderRequirement>>,
    /// The packages of providers, by language and local name.
    packages: Mutex<[Ordered<Box<str>, Arc<FoundPackage>>; 2]>,
    /// The provider functions that it calls.
    functions: OnceLock<ProviderFunctions>,
}

fn kept(module: &Module) -> &ProviderFacts {
    module.memory.providers.get()
}

impl ProviderFacts {
    /// The package of the provider with a local name, computed once.
    fn package(
        &self,
        later: &Arc<LazyDependencies>,
        flavor: Flavor,
        local: &str,
        look: impl FnOnce() -> FoundPackage,
    ) -> Arc<FoundPackage> {
        let packages = || locked(&self.packages);
        if let Some(known) = packages()[flavor as usize].get(local) {
            return Arc::clone(known);
        }
        // the search looks at other modules, which may need their own packages
        let found = Arc::new(later.during(look));
        Arc::clone(packages()[flavor as usize].or_insert(local.into(), found))
    }
}
