//! Provider schemas: the JSON of `terraform providers schema -json`, and a compact form of it that is decoded on
//! demand.
//!
//! [`read_json`] turns the JSON into [`Package`]s, one per provider; a package is a byte string that can be stored in a
//! file and opened again. [`ProviderSchemas`] holds the packages of a run. Out of scope: the location of files, and the
//! version that a module requires.

mod address;
mod admission;
mod archive;
mod compressed;
mod constraint;
mod drafts;
mod inputs;
mod json;
mod kind;
mod lock;
mod pack;
mod package;
mod restrictions;
mod store;

pub use address::ProviderAddress;
pub use admission::{Admission, Fit, Reach, Requirement};
pub use archive::{archived, is_archive};
pub use compressed::unpacked;
pub use constraint::{admits, are_contradictory};
pub use inputs::GivenSchemas;
pub(crate) use inputs::{shipped, unread};
pub use json::read_json;
pub use kind::{FunctionSchema, Kind, Parameter};
pub use lock::{LOCK_FILE, lock_entry, locked_versions};
pub use pack::{History, Pack, PackBytes, Release, Variant};
pub(crate) use package::Change;
pub use package::{AdmittedBody, Package};
pub use restrictions::{BodyRestrictions, ValueRestrictions};
pub use store::{SchemaStore, compare_versions, is_version};

use std::sync::Arc;

/// The package of a provider, if there is one, or the reason why it is unusable.
pub(crate) type Usable = Result<Option<Arc<Package>>, String>;

/// A provider and its package; `None` if the provider cannot be determined.
pub(crate) type FoundPackage = Option<(ProviderAddress, Usable)>;

/// The packages of one run.
#[derive(Clone, Debug, Default)]
pub struct ProviderSchemas {
    packages: Vec<Arc<Package>>,
}

impl ProviderSchemas {
    /// An empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a package; the last one for a provider and version wins.
    pub fn add(&mut self, package: Arc<Package>) {
        let same = |known: &Arc<Package>| {
            known.address() == package.address() && known.version() == package.version()
        };
        self.packages.retain(|known| !same(known));
        self.packages.push(package);
    }

    /// All packages, in the order in which they were added.
    pub fn packages(&self) -> &[Arc<Package>] {
        &self.packages
    }

    /// The packages of a provider, in the order in which they were added.
    pub fn of(&self, address: &ProviderAddress) -> impl Iterator<Item = &Arc<Package>> {
        self.packages.iter().filter(move |package| package.address() == address)
    }

    /// The most recently added package of a provider.
    pub fn find(&self, address: &ProviderAddress) -> Option<&Arc<Package>> {
        self.of(address).last()
    }

    /// Returns `true` if there is no package.
    pub fn is_empty(&self) -> bool {
        self.packages.is_empty()
    }
}
