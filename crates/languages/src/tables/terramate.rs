//! The files that Terramate generates in stacks.

use std::sync::Arc;

use hclx_analysis::{GeneratedFiles, Snapshot, file_path, query};
use hclx_eval::Entry;
use hclx_syntax::body::{BodyNames, BodyView};

/// The module files that one Terramate file generates.
#[derive(Default, PartialEq)]
struct StackFiles {
    /// Set if the file declares its directory a stack.
    is_stack: bool,
    /// The names of the generated files.
    names: Vec<Arc<str>>,
}

/// The files that `terramate generate` adds to a stack, from `generate_hcl "NAME.tf"` in the stack or in a directory
/// above it. An absent file is generated before each run and may declare any name.
pub(super) fn files_of_stack(folder: &str, snapshot: &Snapshot) -> GeneratedFiles {
    let none = GeneratedFiles::default();
    let own = of_folder(folder, snapshot);
    if !own.is_stack {
        return none;
    }
    let above = file_path::upward(folder).skip(1).map(|folder| of_folder(folder, snapshot));
    let mut names = own.names.clone();
    above.for_each(|above| names.extend(above.names.iter().cloned()));
    let Ok(listed) = snapshot.list(folder) else { return none };
    let is_here = |name: &Arc<str>| listed.iter().any(|(here, _)| **here == **name);
    match names.iter().all(is_here) {
        true => none,
        false => GeneratedFiles { is_open: true, writer: Some("Terramate"), ..none },
    }
}

fn of_folder(folder: &str, snapshot: &Snapshot) -> Arc<StackFiles> {
    snapshot.get(&StackFilesQuery(folder.into()))
}

query! {
    /// The names of files that the Terramate files in a directory generate.
    struct StackFilesQuery(Box<str>) -> StackFiles;
    |StackFilesQuery(folder), snapshot| {
        let mut all = StackFiles::default();
        let Ok(listed) = snapshot.list(folder) else { return all };
        let is_ours = |name: &str| name.ends_with(".tm.hcl") || name.ends_with(".tm");
        for (name, _) in listed.iter().filter(|(name, entry)| *entry == Entry::File && is_ours(name)) {
            all.add_file(&file_path::join(folder, name), snapshot);
        }
        all
    }
}

impl StackFiles {
    fn add_file(&mut self, path: &str, snapshot: &Snapshot) {
        let Ok(file) = snapshot.find(path) else { return };
        let parsed = snapshot.parsed(file);
        let (root, _) = BodyView::root(&parsed.tree, file);
        let names = BodyNames::new().block("stack", &[]).block("generate_hcl", &["path"]);
        let (content, ..) = root.partial_content(&names);
        for block in &content.blocks {
            match block.labels.first() {
                None => self.is_stack = true,
                Some(name) if name.text.ends_with(".tf") => self.names.push(name.text.into()),
                Some(_) => {}
            }
        }
    }
}
