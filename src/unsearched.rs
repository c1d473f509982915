//! Directories with configuration that a search skips: hidden ones, those of dependencies, and links to directories
//! elsewhere. A note names them, so that nobody assumes that they were checked.

use std::ffi::OsStr;
use std::path::Path;

use hclx_program::searched::is_searched;

use crate::names;

/// Directories of tools, which contain copies and state.
const OF_TOOLS: [&str; 8] =
    [".git", ".hg", ".jj", ".svn", ".terraform", ".terragrunt-cache", ".terragrunt-stack", "packer_cache"];

/// The maximum number of entries examined in a directory.
const MOST_ENTRIES: usize = 1_000;
/// The maximum number of levels that are examined.
const MOST_LEVELS: usize = 3;
/// The same in a directory of dependencies.
const MOST_SOURCE_LEVELS: usize = 6;

/// The reason for not searching a directory with a skipped name, if it contains configuration.
pub(crate) fn reason_for(folder: &Path, name: &OsStr) -> Option<&'static str> {
    let name = name.to_str()?;
    let (why, levels) = match name.starts_with('.') {
        true => ("hidden directories are not searched; name it to check its files", MOST_LEVELS),
        false => (
            "dependencies of other languages are not searched; name it to check its files",
            MOST_SOURCE_LEVELS,
        ),
    };
    let mut left = MOST_ENTRIES;
    let has_some = !OF_TOOLS.contains(&name) && has_configuration(&folder.join(name), &mut left, levels);
    has_some.then_some(why)
}

/// Returns `true` for a path through a hidden directory, but not through those of tools.
pub(crate) fn is_hidden(path: &str) -> bool {
    let is_hidden = |name: &str| name.starts_with('.') && !matches!(name, "." | "..");
    let is_of_tools = |name: &str| OF_TOOLS.contains(&name);
    path.split('/').any(is_hidden) && !path.split('/').any(is_of_tools) && !path.starts_with("../")
}

/// The reason for not searching a link, if its target is a directory with configuration outside of the searched one,
/// which is given with its real path.
pub(crate) fn linked(path: &Path, searched: &Path) -> Option<&'static str> {
    let real = path.canonicalize().ok().filter(|real| real.is_dir() && !real.starts_with(searched))?;
    let mut left = MOST_ENTRIES;
    let has_some = has_configuration(&real, &mut left, 1);
    has_some.then_some("it is a link to a directory outside of the searched one; name it to check its files")
}

/// Returns `true` if a directory, or one in it, contains a file that a search would select. Links are not followed.
fn has_configuration(folder: &Path, left: &mut usize, levels: usize) -> bool {
    let Ok(entries) = std::fs::read_dir(folder) else { return false };
    let mut inner = Vec::new();
    for entry in entries.flatten() {
        let (Some(less), Ok(kind)) = (left.checked_sub(1), entry.file_type()) else { return false };
        *left = less;
        if kind.is_file() && is_searched(&names::text(Path::new(&entry.file_name()))) {
            return true;
        }
        if kind.is_dir()
            && levels > 1
            && entry.file_name().to_str().is_none_or(|name| !OF_TOOLS.contains(&name))
        {
            inner.push(entry.path());
        }
    }
    inner.iter().any(|folder| has_configuration(folder, left, levels - 1))
}
