//! Modules that `terraform init` has installed: which folder a call leads to that is not one of the same tree.
//!
//! Beside the lock file this is the only thing that is read below `.terraform`.

use std::sync::Arc;

use hclx_analysis::{Snapshot, file_path};
use hclx_diag::Ordered;
use serde_json::Value as Json;

/// Where the list of installed modules is, from the folder of a root.
const MANIFEST: &str = ".terraform/modules/modules.json";

/// How many folders are looked at for a list.
const MOST_FOLDERS: usize = 32;

/// The longest list, in bytes: some thousand calls have one of a megabyte.
const MOST_BYTES: usize = 16 << 20;

/// What is installed for a root.
struct Installed {
    /// Folders with their sources, by the calls that lead to them with dots between.
    by_key: Ordered<String, (String, String)>,
    /// The calls that lead to a folder.
    by_folder: Ordered<String, String>,
}

/// The folder of a call in a folder, if its source is installed there.
pub(crate) fn folder(snapshot: &Snapshot, caller: &str, call: &str, source: &str) -> Option<String> {
    let nearest = nearest(snapshot, caller);
    let installed = nearest.0.as_deref()?.as_ref()?;
    let around = installed.by_folder.get(&*file_path::clean(caller))?;
    let key = if around.is_empty() { call.to_owned() } else { format!("{around}.{call}") };
    let (from, folder) = installed.by_key.get(&key)?;
    is_same(from, source).then(|| folder.clone())
}

/// Whether a list of installed modules counts for the modules of a folder.
pub(crate) fn is_any(snapshot: &Snapshot, folder: &str) -> bool {
    nearest(snapshot, folder).0.is_some()
}

/// The list that counts for the modules of a folder.
struct Nearest(Option<Arc<Option<Installed>>>);

/// The list in a folder or in the nearest one above it that has one.
fn nearest(snapshot: &Snapshot, folder: &str) -> Arc<Nearest> {
    snapshot.memo(folder, || {
        let mut root = folder;
        for _ in 0..MOST_FOLDERS {
            let installed = installed(snapshot, root);
            if installed.is_some() {
                return Nearest(Some(installed));
            }
            let above = file_path::parent(root);
            if above == root || root.is_empty() || root == "." {
                break;
            }
            root = above;
        }
        Nearest(None)
    })
}

fn installed(snapshot: &Snapshot, root: &str) -> Arc<Option<Installed>> {
    snapshot.memo(root, || {
        let path = file_path::join(root, MANIFEST);
        let manifest = snapshot.of_file(&path, |bytes| {
            if bytes.len() > MOST_BYTES {
                return Err(format!("it is larger than the limit of {MOST_BYTES} bytes"));
            }
            serde_json::from_slice::<Json>(bytes).map_err(|error| format!("it is not JSON: {error}"))
        })?;
        let mut installed = Installed { by_key: Ordered::new(), by_folder: Ordered::new() };
        for entry in manifest["Modules"].as_array().into_iter().flatten() {
            let text = |name: &str| entry[name].as_str().unwrap_or_default().to_owned();
            let (key, source, folder) = (text("Key"), text("Source"), file_path::join(root, &text("Dir")));
            installed.by_folder.or_insert_with(folder.clone(), || key.clone());
            installed.by_key.insert(key, (source, folder));
        }
        Some(installed)
    })
}

/// Whether the list speaks of the source that is written: a list may be older than the module.
fn is_same(installed: &str, written: &str) -> bool {
    let bare = |text: &str| {
        let text = text.strip_prefix("registry.terraform.io/").unwrap_or(text);
        text.strip_prefix("registry.opentofu.org/").unwrap_or(text).to_owned()
    };
    bare(installed) == bare(written)
}
