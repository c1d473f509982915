//! The releases of providers that a module may be run with, for programs that print their schemas.

use std::sync::Arc;

use hclx_analysis::Snapshot;
use hclx_diag::OrderedSet;

use super::provider_schemas::parts;
use super::requirements::required;
use super::versions::{AllowedVersions, Selection};
use crate::terraform::declare::module::Module;
use crate::terraform::files::roles::Flavor;
use crate::terraform::packages::{Fit, GivenSchemas, ProviderAddress, Requirement};
use crate::terraform::resolve::modules;

/// A provider that modules use, and the requirement that selects its release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderNeed {
    /// The address of the provider.
    pub address: ProviderAddress,
    /// The lock file or the constraints that select the release.
    pub requirement: Requirement,
    /// The path of the lock file that selects the release.
    pub lock: Option<String>,
    /// Set for modules of OpenTofu.
    pub is_opentofu: bool,
    /// The extent to which its schema is known.
    pub known: KnownSchema,
}

/// The providers that modules use.
#[derive(Debug, Default)]
pub struct ProviderNeeds {
    /// The providers and the requirements on their releases.
    pub needs: Vec<ProviderNeed>,
    /// Malformed sources of providers, sorted.
    pub malformed: OrderedSet<String>,
}

/// The extent to which the schema of a release is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownSchema {
    /// A schema that the provider printed, for a release that may be selected.
    Printed,
    /// Schemas of other releases, or schemas derived from language bindings.
    Other,
    /// No schema.
    Nothing,
}

/// Adds the providers that the module in a directory uses, ordered by address.
pub(crate) fn add(found: &mut ProviderNeeds, snapshot: &Snapshot, flavor: Flavor, folder: &str) {
    let module: Arc<Module> = modules::load(snapshot, folder, flavor);
    for (local, _) in parts(&module) {
        let required = required(&module).get(&local.to_lowercase()).cloned().unwrap_or_default();
        let Some(address) = required.address(&local) else {
            found.malformed.extend(required.source);
            continue;
        };
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
            if !found.needs.contains(&need) {
                found.needs.push(need);
            }
        }
    }
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
