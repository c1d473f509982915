//! Files that several directories share through symbolic links: each file is checked in the modules that link to it.

use std::collections::HashMap;

use hclx_analysis::{Snapshot, file_name, file_path, query};
use hclx_diag::{OrderedSet, SourceId};

use super::roles::is_module_name;
use super::text_links::target_among_many;

fn is_linkable(name: &str) -> bool {
    is_module_name(name) || name.ends_with(".pkr.hcl")
}

query! {
    /// The real paths of module files and Packer templates that links in other directories point to.
    struct LinkTargets -> OrderedSet<String>;
    |_, snapshot| {
        let mut folders: HashMap<String, Option<String>> = HashMap::new();
        let mut targets = OrderedSet::new();
        let selected = snapshot.selected();
        let paths = selected.iter().map(|file| snapshot.path(*file));
        for path in paths.filter(|path| is_linkable(file_name(path))) {
            let folder = file_path::parent(&path);
            let real =
                folders.entry(folder.to_owned()).or_insert_with(|| snapshot.host().resolve(folder).ok());
            let expected = real.as_ref().map(|folder| file_path::join(folder, file_name(&path)));
            let found = snapshot.host().resolve(&path).ok();
            if found != expected {
                targets.extend(found);
            }
        }
        targets
    }
}

query! {
    /// The real paths that files point to by containing a path, as links do when checked out on systems without them.
    struct TextTargets -> OrderedSet<String>;
    |_, snapshot| {
        let selected = snapshot.selected();
        let files = selected.iter().filter(|file| is_linkable(file_name(&snapshot.path(**file))));
        let targets = files.filter_map(|file| target_among_many(snapshot, *file));
        let paths = targets.map(|target| snapshot.path(target));
        paths.filter_map(|path| snapshot.host().resolve(&path).ok()).collect()
    }
}

/// Returns `true` if a link in another directory points to a file.
pub(crate) fn is_linked(snapshot: &Snapshot, file: SourceId) -> bool {
    is_symlinked(snapshot, file) || is_among(snapshot, file, &snapshot.get(&TextTargets))
}

/// Like [`is_linked`], but only for symbolic links, so that no file is read.
pub(crate) fn is_symlinked(snapshot: &Snapshot, file: SourceId) -> bool {
    is_among(snapshot, file, &snapshot.get(&LinkTargets))
}

fn is_among(snapshot: &Snapshot, file: SourceId, targets: &OrderedSet<String>) -> bool {
    if targets.is_empty() {
        return false;
    }
    let real = snapshot.host().resolve(&snapshot.path(file)).ok();
    // the link itself is checked as part of its module
    !is_link(snapshot, file) && real.is_some_and(|real| targets.contains(&real))
}

/// Returns `true` if a file is itself a link.
pub(crate) fn is_link(snapshot: &Snapshot, file: SourceId) -> bool {
    let path = snapshot.path(file);
    let own = snapshot.host().resolve(file_path::parent(&path)).ok();
    let expected = own.map(|folder| file_path::join(&folder, file_name(&path)));
    snapshot.host().resolve(&path).is_ok_and(|real| Some(real) != expected)
}
