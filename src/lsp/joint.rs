//! Several workspace folders as one, for requests about names in one folder to which others refer.
//!
//! Each folder is checked as if `hclx check` ran in it, so no folder has all uses of a name.

use std::path::{Path, PathBuf};

use hclx_diag::Arrange;

use super::documents::Text;
use super::folders::Folder;
use super::wire::positions::Encoding;
use crate::cli::Check;
use crate::names;

/// Several folders as one.
pub(crate) struct Joint {
    /// The folders.
    roots: Vec<PathBuf>,
    /// The directory above them.
    above: PathBuf,
    folder: Folder,
}

impl Joint {
    /// The folders with these roots, and the documents that are open in them; `None` if no directory contains them.
    pub(crate) fn new(
        roots: Vec<PathBuf>,
        folders: &[(PathBuf, Folder)],
        (asked, encoding): (&Check, Encoding),
    ) -> Option<Self> {
        let above = common(&roots)?;
        let mut folder = Folder::new(above.clone(), true, asked, encoding);
        for root in &roots {
            folder.select(&names::text(root.strip_prefix(&above).unwrap_or(root)));
        }
        for (file, uri, text) in folders.iter().flat_map(|(_, folder)| folder.documents()) {
            folder.set_elsewhere(&file, &uri, Some(text));
        }
        Some(Self { roots, above, folder })
    }

    /// Returns `true` if it consists of the folders with these roots.
    pub(crate) fn is_of(&self, roots: &[PathBuf]) -> bool {
        self.roots == roots
    }

    /// Sets the text of a document.
    pub(crate) fn set(&mut self, file: &Path, uri: &str, text: Option<Text>) {
        self.folder.set_elsewhere(file, uri, text);
    }

    /// The folder that answers requests about a file, and the file's path there.
    pub(crate) fn answering(&mut self, file: &Path) -> Option<(&mut Folder, String)> {
        let inside = names::text(file.strip_prefix(&self.above).ok()?);
        Some((&mut self.folder, inside))
    }
}

/// The roots of the folders that refer to each other, directly or indirectly, starting from one of them; sorted.
pub(crate) fn related(root: &Path, folders: &[(PathBuf, Folder)]) -> Vec<PathBuf> {
    let refers = |from: &Path, to: &Path| {
        let folder = folders.iter().find(|(known, _)| known == from);
        folder.is_some_and(|(_, folder)| folder.reads_in(to))
    };
    let mut roots = vec![root.to_owned()];
    let mut next = 0;
    while let Some(own) = roots.get(next).cloned() {
        next += 1;
        for (other, _) in folders.iter().filter(|(_, folder)| !folder.is_single()) {
            if !roots.contains(other) && (refers(&own, other) || refers(other, &own)) {
                roots.push(other.clone());
            }
        }
    }
    roots.arrange();
    roots
}

/// The innermost directory that contains all given directories, which must be sorted.
fn common(roots: &[PathBuf]) -> Option<PathBuf> {
    let (first, last) = (roots.first()?, roots.last()?);
    let all = first.components().zip(last.components()).take_while(|(one, other)| one == other);
    let above: PathBuf = all.map(|(one, _)| one).collect();
    // no directory contains two drives
    above.has_root().then_some(above)
}
