//! Providers: packages of schemas, and the packages that a module uses.

pub(crate) mod configurations;
pub(crate) mod needs;
pub(crate) mod part_releases;
pub(crate) mod provider_functions;
pub(crate) mod provider_schemas;
mod recorded_values;
pub(crate) mod requirements;
pub(crate) mod versions;

use std::sync::{Arc, Mutex, OnceLock};

use hclx_analysis::LazyDependencies;
use hclx_diag::{Ordered, locked};

use super::declare::module::Module;
use super::files::roles::Flavor;
use super::packages::{FoundPackage, ProviderAddress};
use provider_functions::ProviderFunctions;
use requirements::ProviderRequirement;

/// Facts about a module, computed once.
#[derive(Default)]
struct ProviderFacts {
    /// The providers that the module requires, by local name.
    required: OnceLock<Ordered<String, ProviderRequirement>>,
    /// The packages of providers, by language and local name.
    packages: Mutex<[Ordered<Box<str>, Arc<FoundPackage>>; 2]>,
    /// The provider functions that the module calls.
    functions: OnceLock<ProviderFunctions>,
}

fn kept(module: &Module) -> &ProviderFacts {
    module.memory.providers.get()
}

/// The providers that a module requires or uses, by local name, with their addresses.
pub(crate) fn providers_of(module: &Module) -> Vec<(String, ProviderAddress)> {
    let required = requirements::required(module);
    let used = provider_schemas::parts(module);
    let locals = required.keys().chain(used.keys());
    let provider = |local: &String| {
        let requirement = required.get(&local.to_lowercase()).cloned().unwrap_or_default();
        Some((local.clone(), requirement.address(local)?))
    };
    locals.filter_map(provider).collect()
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
        // the search reads other modules, which may need their own packages
        let found = Arc::new(later.during(look));
        Arc::clone(packages()[flavor as usize].or_insert(local.into(), found))
    }
}
