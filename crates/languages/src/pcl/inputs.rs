//! The package schemas of a run, from files given by flags and settings.

use std::sync::Arc;

use hclx_analysis::{Snapshot, query};
use hclx_diag::{Diagnostic, SourceId};

use crate::schema_files::{self, DAMAGED};

use super::package::{Package, PackageSchemas, PackageStore, is_package_schema, is_stored};

/// The schemas of a run.
#[derive(Default)]
pub(super) struct GivenPackages {
    pub(super) packages: PackageSchemas,
    /// Errors about files that are unreadable or are not schemas.
    pub(super) refused: Vec<Diagnostic>,
}

/// The result of reading a file: a package, nothing, or an error.
type ReadFile = Result<Option<Arc<Package>>, String>;

query! {
    /// Reads one file as a package.
    struct ReadFileQuery(SourceId) -> ReadFile, of File |ReadFileQuery(file)| *file;
    |ReadFileQuery(file), snapshot| read_file(&snapshot.contents(*file))
}

query! {
    /// The packages in the files given by settings.
    struct GivenPackagesQuery -> GivenPackages;
    |_, snapshot| GivenPackages::read(snapshot)
}

impl GivenPackages {
    /// The packages in the files given by the settings of a run, read once per run. Files with schemas of Terraform
    /// providers are left to that language.
    pub(super) fn of(snapshot: &Snapshot) -> Arc<Self> {
        snapshot.get(&GivenPackagesQuery)
    }

    fn read(snapshot: &Snapshot) -> Self {
        let mut given = Self::default();
        given.refused = schema_files::each(snapshot, |_, file| {
            match &*snapshot.get(&ReadFileQuery(file)) {
                Ok(package) => package.iter().for_each(|package| given.packages.add(package.clone())),
                Err(wrong) => return Err(wrong.clone()),
            }
            Ok(())
        });
        // an unusable file may describe any package, so no cached one takes its place
        if given.refused.is_empty() {
            given.add_kept(snapshot);
        }
        given
    }

    /// Adds the cached packages for which no file was given.
    fn add_kept(&mut self, snapshot: &Snapshot) {
        let cache = snapshot.settings().schema_cache.as_deref();
        let Some(store) = cache.map(PackageStore::new) else { return };
        for name in store.names(&**snapshot.host()) {
            if self.packages.knows(&name) {
                continue;
            }
            let (store, host, named) = (store.clone(), snapshot.host().clone(), name.clone());
            self.packages.add_lazily(&name, move || {
                let path = store.newest(&*host, &named)?;
                Some(Arc::new(Package::open(Arc::from(host.read(&path).ok()?))?))
            });
        }
    }
}

fn read_file(bytes: &[u8]) -> ReadFile {
    if is_stored(bytes) {
        let package = Package::open(Arc::from(bytes)).map(|package| Some(Arc::new(package)));
        return package.ok_or_else(|| DAMAGED.to_owned());
    }
    let is_json = bytes.trim_ascii_start().starts_with(b"{");
    if !is_json || !is_package_schema(bytes) {
        // a file that is not JSON may be a compressed provider schema
        let broken = is_json && serde_json::from_slice::<serde::de::IgnoredAny>(bytes).is_err();
        return match broken {
            true => Err(format!("it is {}", hclx_syntax::not_json(bytes))),
            false => Ok(None),
        };
    }
    Package::read(bytes).map(|package| Some(Arc::new(package)))
}
