//! The releases of providers that a module may be run with, for programs that print their schemas.

use std::sync::Arc;

use hclx_analysis::Snapshot;

use super::provider_schemas::parts;
use super::requirements::required;
use super::versions::{AllowedVersions, Selection};
use crate::terraform::declare::module::Module;
use crate::terraform::files::roles::Flavor;
use crate::terraform::packages::{Fit, GivenSchemas, ProviderAddress, Requirement};
use crate::terraform::resolve::modules;

/// A provider that modules use, and what selects its release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderNeed {
    /// The provider.
    pub address: ProviderAddress,
    /// The lock file or the constraints that select the release.
    pub requirement: Requirement,
    /// The path of the lock file that selects it.
    pub lock: Option<String>,
    /// Set for modules of OpenTofu.
    pub is_opentofu: bool,
    /// The extent to which its schema is known.
    pub known: KnownSchema,
}

/// The extent to which the schema of a release is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownSchema {
    /// A schema that the provider printed, of a release that may be selected.
    Printed,
    /// Schemas of other releases, or derived from language bindings.
    Other,
    /// None.
    Nothing,
}

/// The providers that the module in a directory uses, in the order of their addresses.
pub(crate) fn needs(snapshot: &Snapshot, flavor: Flavor, folder: &str) -> Vec<ProviderNeed> {
    let module: Arc<Module> = modules::load(snapshot, folder, flavor);
    let mut needs: Vec<ProviderNeed> = Vec::new();
    for (local, _) in parts(&module) {
        let required = required(&module).get(&local.to_lowercase()).cloned().unwrap_or_default();
        let Some(address) = required.address(&local) else { continue };
        if address == ProviderAddress::built_in() {
            continue;
        }
        let allowed = AllowedVersions::of((snapshot, flavor), folder, (&local, &address));
        for selection in &allowed.selections {
            let need = ProviderNeed {
                known: known(snapshot, &address, &selection.requirement()),
                address: address.clone(),
                requirement: selection.requirement(),
                lock: match selection {
                    Selection::Locked { file, .. } => Some(file.clone()),
                    _ => None,
                },
                is_opentofu: flavor == Flavor::OpenTofu,
            };
            if !needs.contains(&need) {
                needs.push(need);
            }
        }
    }
    needs
}

fn known(snapshot: &Snapshot, address: &ProviderAddress, requirement: &Requirement) -> KnownSchema {
    let given = GivenSchemas::of(snapshot);
    match given.find(snapshot, address, std::slice::from_ref(requirement)) {
        Ok(Some(package)) => match package.admission().fit {
            Fit::Exact | Fit::Admitted if !package.is_derived() => KnownSchema::Printed,
            _ => KnownSchema::Other,
        },
        // an unusable schema is fetched again
        Ok(None) | Err(_) => KnownSchema::Nothing,
    }
}
