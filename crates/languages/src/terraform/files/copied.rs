//! Module files that scripts and tests of the repository copy into other directories before the modules there run.

use std::sync::Arc;

use hclx_analysis::{GeneratedFiles, Snapshot, file_name, file_path, query};
use hclx_eval::Entry;
use memchr::memmem;

use super::roles::is_module_name;
use crate::repository::absence::{Surroundings, SurroundingsIn};
use crate::repository::files_below;
use crate::repository::go_tests::GoTest;

/// The minimum number of copied files in a directory of fragments; with fewer, the module may be complete.
const FEWEST_FRAGMENTS: usize = 2;

/// A module file that a script or a test copies.
struct CopiedFile {
    path: String,
    contents: Arc<[u8]>,
    /// The path of the script or test.
    script: String,
}

/// The module files that scripts and tests of a repository copy or write.
#[derive(Default)]
struct CopiedFiles {
    files: Vec<CopiedFile>,
    /// Tests that write files whose names are somewhere in the test.
    tests: Vec<GoTest>,
}

/// The files that scripts add to a module, and the path of the first script.
pub(crate) struct Copies {
    pub(crate) files: GeneratedFiles,
    pub(crate) script: String,
}

impl Copies {
    /// Returns `true` if a copied file contains a word.
    pub(crate) fn mention(&self, word: &str) -> bool {
        let is_in_word =
            |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(byte));
        self.files.sources.iter().any(|source| {
            memmem::find_iter(source, word.as_bytes()).any(|at| {
                let (before, after) = (&source[..at], &source[at + word.len()..]);
                !is_in_word(before.last()) && !is_in_word(after.first())
            })
        })
    }
}

/// The files that scripts of the repository copy into other directories and that the module in a directory lacks: a
/// script may also copy them into this module before it runs.
pub(crate) fn into_module(snapshot: &Snapshot, folder: &str) -> Option<Copies> {
    let all = of_surroundings(snapshot, folder)?;
    let is_here = |file: &&CopiedFile| {
        let own = file_path::join(folder, file_name(&file.path));
        file.path == own || snapshot.host().look(&own).is_ok()
    };
    let absent: Vec<&CopiedFile> = all.files.iter().filter(|file| !is_here(file)).collect();
    let first = absent.first().map(|file| &file.script);
    let script = first.or_else(|| all.tests.first().map(|test| &test.path))?.clone();
    let copied = absent.iter().map(|file| Arc::clone(&file.contents));
    let sources = copied.chain(all.tests.iter().map(|test| Arc::clone(&test.contents))).collect();
    Some(Copies { files: GeneratedFiles { sources, ..GeneratedFiles::default() }, script })
}

/// The script or test that copies a file of the module in a directory into other modules, whose names the file may use.
/// If most files of a directory are copied, all of them are fragments.
pub(crate) fn script_of(snapshot: &Snapshot, folder: &str, path: &str) -> Option<String> {
    let all = of_surroundings(snapshot, folder)?;
    let is_beside = |file: &&CopiedFile| file_path::parent(&file.path) == folder;
    let (copied, whole) = counts(snapshot, folder);
    let are_fragments = copied >= FEWEST_FRAGMENTS && 2 * copied >= whole;
    let file = all.files.iter().find(|file| file.path == path || are_fragments && is_beside(file));
    file.map(|file| file.script.clone())
}

/// The number of module files in a directory that scripts or tests copy, and the total number.
fn counts(snapshot: &Snapshot, folder: &str) -> (usize, usize) {
    let is_beside =
        |file: &&CopiedFile| file_path::parent(&file.path) == folder && is_module_name(file_name(&file.path));
    let copied =
        of_surroundings(snapshot, folder).map_or(0, |all| all.files.iter().filter(is_beside).count());
    let is_module = |(name, _): &&(String, Entry)| is_module_name(name);
    let whole = || snapshot.list(folder).map_or(0, |listed| listed.iter().filter(is_module).count());
    (copied, if copied > 0 { whole() } else { 0 })
}

fn of_surroundings(snapshot: &Snapshot, folder: &str) -> Option<Arc<CopiedFiles>> {
    let around = Surroundings::of(snapshot, folder);
    Some(snapshot.get(&CopiedFilesIn(around.root()?.to_owned())))
}

query! {
    /// The module files that scripts and tests of the repository with a top directory copy or write.
    struct CopiedFilesIn(String) -> CopiedFiles;
    |CopiedFilesIn(root), snapshot| of_repository(snapshot, &snapshot.get(&SurroundingsIn(root.clone())))
}

fn of_repository(snapshot: &Snapshot, around: &Surroundings) -> CopiedFiles {
    let host = &**snapshot.host();
    let (Some(root), Some(scripts)) = (around.root(), around.scripts(host)) else {
        return CopiedFiles::default();
    };
    let tests = GoTest::of_repository(host, root);
    let is_wanted = |name: &str| name.contains('*') || is_copied_name(name);
    let ends = scripts.copies().into_iter().chain(tests.iter().flat_map(GoTest::copies));
    let ends: Vec<_> = ends.filter(|copied| is_wanted(file_name(&copied.end))).collect();
    if ends.is_empty() {
        return CopiedFiles { files: Vec::new(), tests };
    }
    let copied = |path: String| {
        let script = ends.iter().find(|copied| matches_end(&path, &copied.end))?.script.clone();
        let contents = host.read(&path).ok()?.into();
        Some(CopiedFile { path, contents, script })
    };
    let files = files_below(host, root, is_copied_name).into_iter().filter_map(copied).collect();
    CopiedFiles { files, tests }
}

/// Returns `true` for the name of a module file or a Packer template.
fn is_copied_name(name: &str) -> bool {
    is_module_name(name) || name.ends_with(".pkr.hcl")
}

/// Returns `true` if a path ends with the components of another one, whose file name may contain a `*`.
fn matches_end(path: &str, end: &str) -> bool {
    let (folder, pattern) = (file_path::parent(end), file_name(end));
    let own = file_path::parent(path);
    let is_folder = own.strip_suffix(folder).is_some_and(|above| above.is_empty() || above.ends_with('/'));
    let name = file_name(path);
    let is_name = match pattern.split_once('*') {
        Some((start, rest)) => {
            name.len() >= start.len() + rest.len() && name.starts_with(start) && name.ends_with(rest)
        }
        None => name == pattern,
    };
    is_folder && is_name
}

#[cfg(test)]
mod tests {
    use super::matches_end;

    #[test]
    fn ends_match_whole_steps() {
        assert!(matches_end("infra/common/locals.tf", "common/locals.tf"));
        assert!(
            matches_end("common/locals.tf", "common/*.tf") && matches_end("common/locals.tf", "common/*")
        );
        assert!(!matches_end("uncommon/locals.tf", "common/locals.tf"));
        assert!(!matches_end("common/a/locals.tf", "common/locals.tf"));
        assert!(!matches_end("common/locals.tofu", "common/*.tf"));
    }
}
