//! The repository around a directory: its directories, which may be above the working directory, and what its other
//! files say about files that do not exist.

pub(crate) mod absence;
mod brought;
pub(crate) mod go_tests;
mod makers;
pub(crate) mod replaced_words;
pub(crate) mod scripts;
pub(crate) mod set_variables;
mod unit_folders;

pub(crate) use unit_folders::units_below;

use hclx_analysis::file_path;
use hclx_diag::Arrange;
use hclx_eval::{Entry, Host};

/// The maximum number of directories to search in a repository.
const MOST_FOLDERS: usize = 4096;

/// Directories with the sources of dependencies.
const FOREIGN: &[&str] = &["node_modules", "vendor"];

/// The hidden directories that contain pipelines.
const OF_PIPELINES: &[&str] = &[".circleci", ".github"];

/// A directory and those above it, up to the root of its repository. Directories above the working directory (`..`) are
/// only included within a repository.
pub(crate) fn upward(host: &dyn Host, folder: &str) -> Vec<String> {
    const HIGHEST: usize = 64;
    let mut found = vec![file_path::clean(folder)];
    let is_repository = |folder: &str| host.look(&file_path::join(folder, ".git")).is_ok();
    while let Some(here) = found.last().filter(|here| found.len() < HIGHEST && !is_repository(here)) {
        match &**here {
            "/" => break,
            "." => found.push("..".to_owned()),
            here if leads_up(here) => {
                if host.resolve(here).is_ok_and(|real| file_path::parent(&real) == real) {
                    break;
                }
                found.push(file_path::join(here, ".."));
            }
            here => found.push(file_path::parent(here).to_owned()),
        }
    }
    if !found.last().is_some_and(|last| is_repository(last)) {
        found.retain(|folder| !leads_up(folder));
    }
    found
}

/// The root of the repository that contains a directory, or else the working directory.
pub(crate) fn top_folder(host: &dyn Host, folder: &str) -> Option<String> {
    let top = upward(host, folder).pop()?;
    let is_repository = host.look(&file_path::join(&top, ".git")).is_ok();
    (is_repository || top == ".").then_some(top)
}

/// Returns `true` for a path to a directory above the working directory.
pub(crate) fn leads_up(folder: &str) -> bool {
    folder == ".." || folder.starts_with("../")
}

/// Returns `true` if a path leaves the repository that contains a directory.
pub(crate) fn is_outside(host: &dyn Host, folder: &str, path: &str) -> bool {
    let is_repository = |folder: &&str| host.look(&file_path::join(folder, ".git")).is_ok();
    let path = file_path::clean(path);
    file_path::upward(folder).find(is_repository).is_some_and(|around| !file_path::is_inside(&path, around))
}

/// A path relative to a directory above it, which may be above the working directory.
pub(crate) fn path_inside(host: &dyn Host, folder: &str, path: &str) -> Option<String> {
    match folder {
        "." => Some(path.to_owned()),
        folder if leads_up(folder) => {
            let real = |path: &str| host.resolve(path).ok();
            let whole = file_path::join(&real(".")?, path);
            Some(whole.strip_prefix(&*real(folder)?)?.trim_start_matches('/').to_owned())
        }
        folder => Some(path.strip_prefix(folder)?.trim_start_matches('/').to_owned()),
    }
}

/// The paths of files in and below a directory whose names satisfy a predicate, without hidden directories and
/// dependencies.
pub(crate) fn files_below(host: &dyn Host, root: &str, is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let mut folders = vec![root.to_owned()];
    let mut files = Vec::new();
    let mut next = 0;
    while let Some(folder) = folders.get(next).filter(|_| next < MOST_FOLDERS).cloned() {
        next += 1;
        let mut listed = host.list(&folder).unwrap_or_default();
        listed.arrange_by_key(|(name, _)| name.clone());
        for (name, entry) in listed {
            let is_own =
                (!name.starts_with('.') || OF_PIPELINES.contains(&&*name)) && !FOREIGN.contains(&&*name);
            match entry {
                Entry::File if is_wanted(&name) => files.push(file_path::join(&folder, &name)),
                Entry::Directory if is_own => folders.push(file_path::join(&folder, &name)),
                _ => {}
            }
        }
    }
    files
}
