//! Modules installed by `terraform init`: the directories of calls with sources outside of the tree.
//!
//! Apart from the lock file, their list is the only file that is read below `.terraform`.

use std::sync::Arc;

use hclx_analysis::{Snapshot, file_path, query};
use hclx_diag::Ordered;
use serde_json::Value as Json;

use super::Folder;

/// The path of the list of installed modules, relative to a root.
const MANIFEST: &str = ".terraform/modules/modules.json";

/// The maximum number of directories to search for a list.
const MOST_FOLDERS: usize = 32;

/// The maximum size of a list in bytes; a few thousand calls take a megabyte.
const MOST_BYTES: usize = 16 << 20;

/// The installed modules of a root.
struct InstalledModules {
    /// The directory and the source of each call, by key: the names of the calls joined by dots.
    by_key: Ordered<String, (String, String)>,
    /// The key of the call that each directory belongs to.
    by_folder: Ordered<String, String>,
}

/// The directory of a call, if its source is installed.
pub(crate) fn folder(snapshot: &Snapshot, caller: &str, call: &str, source: &str) -> Option<String> {
    let nearest = snapshot.get(&NearestManifest(caller.into()));
    let installed = (*nearest).as_deref()?.as_ref()?;
    // A caller that is not listed was not installed below this root.
    let around = installed.by_folder.get(&*file_path::clean(caller))?;
    let key = if around.is_empty() { call.to_owned() } else { format!("{around}.{call}") };
    let (from, folder) = installed.by_key.get(&key)?;
    is_same(from, source).then(|| folder.clone())
}

/// Returns `true` if a list of installed modules applies to a directory.
pub(crate) fn is_any(snapshot: &Snapshot, folder: &str) -> bool {
    snapshot.get(&NearestManifest(folder.into())).is_some()
}

query! {
    /// The list of installed modules in a directory, or else the nearest one above it.
    struct NearestManifest(Folder) -> Option<Arc<Option<InstalledModules>>>;
    |NearestManifest(folder), snapshot| {
        let lists = file_path::upward(folder).map(|root| snapshot.get(&Manifest(root.into())));
        lists.take(MOST_FOLDERS).find(|list| list.is_some())
    }
}

query! {
    /// The list of installed modules in a directory.
    struct Manifest(Folder) -> Option<InstalledModules>;
    |Manifest(root), snapshot| InstalledModules::find(snapshot, root)
}

impl InstalledModules {
    fn find(snapshot: &Snapshot, root: &str) -> Option<Self> {
        let path = file_path::join(root, MANIFEST);
        let manifest = snapshot.of_file(&path, |bytes| {
            if bytes.len() > MOST_BYTES {
                return Err(format!("it is larger than the limit of {MOST_BYTES} bytes"));
            }
            serde_json::from_slice::<Json>(bytes).map_err(|error| format!("it is not JSON: {error}"))
        })?;
        let mut installed = Self { by_key: Ordered::new(), by_folder: Ordered::new() };
        for entry in manifest["Modules"].as_array().into_iter().flatten() {
            let text = |name: &str| entry[name].as_str().unwrap_or_default().to_owned();
            let (key, source) = (text("Key"), text("Source"));
            let folder = snapshot.reach(root, &text("Dir")).real;
            // A local module that is called several times has one directory but several keys; any of them leads to its
            // calls.
            installed.by_folder.or_insert_with(folder.clone(), || key.clone());
            installed.by_key.insert(key, (source, folder));
        }
        Some(installed)
    }
}

/// Returns `true` if the list was written for the current source, because it may be older than the module.
fn is_same(installed: &str, written: &str) -> bool {
    let bare = |text: &str| {
        let text = text.strip_prefix("registry.terraform.io/").unwrap_or(text);
        text.strip_prefix("registry.opentofu.org/").unwrap_or(text).to_owned()
    };
    bare(installed) == bare(written)
}
