//! Providers: packages of schemas, and those that a module uses.

pub(crate) mod configurations;
pub(crate) mod provider_functions;
pub(crate) mod provider_schemas;

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use hclx_analysis::LaterReads;
use hclx_diag::Ordered;

use super::declare::module::Module;
use super::files::roles::Flavor;
use super::packages::FoundPackage;
use provider_functions::ProviderFunctions;
use provider_schemas::Required;

/// Facts about a module, computed once.
#[derive(Default)]
struct Kept {
    /// The providers that it requires, by their local names.
    required: OnceLock<Ordered<String, Required>>,
    /// The packages of providers, by languages and local names.
    packages: Mutex<[Ordered<Box<str>, Arc<FoundPackage>>; 2]>,
    /// The functions of providers that it calls.
    functions: OnceLock<ProviderFunctions>,
}

fn kept(module: &Module) -> &Kept {
    module.memory.providers.get()
}

impl Kept {
    /// The package of the provider of a local name, computed once.
    fn package(
        &self,
        later: &Arc<LaterReads>,
        flavor: Flavor,
        local: &str,
        look: impl FnOnce() -> FoundPackage,
    ) -> Arc<FoundPackage> {
        let locked = || self.packages.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = locked()[flavor as usize].get(local) {
            return Arc::clone(known);
        }
        // this looks at other modules, which may ask for theirs
        let found = Arc::new(later.during(look));
        Arc::clone(locked()[flavor as usize].or_insert(local.into(), found))
    }
}
