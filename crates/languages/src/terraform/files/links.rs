//! Files that several directories share through symbolic links: each is judged in the modules that link it.

use std::collections::HashMap;
use std::sync::Arc;

use hclx_analysis::{Snapshot, file_name, file_path};
use hclx_diag::{OrderedSet, SourceId};

use super::roles::is_module_name;
use super::text_links::target_in_text;

/// The real paths of files of modules and of Packer templates to which links in other directories lead.
struct LinkTargets(OrderedSet<String>);

fn targets(snapshot: &Snapshot) -> Arc<LinkTargets> {
    snapshot.memo("targets of links", || {
        let mut folders: HashMap<String, Option<String>> = HashMap::new();
        let mut targets = OrderedSet::new();
        for file in snapshot.selected().iter() {
            let path = snapshot.path(*file);
            let name = file_name(&path);
            if !is_module_name(name) && !name.ends_with(".pkr.hcl") {
                continue;
            }
            let folder = file_path::parent(&path);
            let real =
                folders.entry(folder.to_owned()).or_insert_with(|| snapshot.host().resolve(folder).ok());
            let expected = real.as_ref().map(|folder| file_path::join(folder, file_name(&path)));
            let found = snapshot.host().resolve(&path).ok();
            if found != expected {
                targets.extend(found);
            }
            let in_text = target_in_text(snapshot, *file).map(|target| snapshot.path(target));
            targets.extend(in_text.and_then(|path| snapshot.host().resolve(&path).ok()));
        }
        LinkTargets(targets)
    })
}

/// Returns `true` if a link in another directory leads to a file.
pub(crate) fn is_linked(snapshot: &Snapshot, file: SourceId) -> bool {
    let targets = targets(snapshot);
    if targets.0.is_empty() {
        return false;
    }
    let path = snapshot.path(file);
    let real = snapshot.host().resolve(&path).ok();
    let own = snapshot.host().resolve(file_path::parent(&path)).ok();
    // the link itself is judged as part of its module
    let is_link = real != own.map(|folder| file_path::join(&folder, file_name(&path)));
    !is_link && real.is_some_and(|real| targets.0.contains(&real))
}
