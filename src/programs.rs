//! The programs that print schemas of providers: Terraform and OpenTofu, in the directories of `PATH`.
//!
//! Out of scope: running them (`commands::schema::fetch`).

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The names of the programs.
pub(crate) const NAMES: [&str; 2] = ["terraform", "tofu"];

/// Returns `true` if there is a program that prints schemas of providers.
pub(crate) fn can_fetch() -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    NAMES.iter().any(|name| find(name, &path, &[]).is_some())
}

/// The root of the repository around a directory, otherwise the directory itself.
pub(crate) fn repository(folder: &str) -> Option<PathBuf> {
    let real = std::fs::canonicalize(folder).ok()?;
    let top = real.ancestors().find(|above| above.join(".git").symlink_metadata().is_ok());
    Some(top.map_or_else(|| real.clone(), Path::to_owned))
}

/// The path of a program in an absolute directory of `PATH` that is not below any of the given directories: a
/// repository must not supply the program that is run on it.
pub(crate) fn find(name: &str, path: &OsStr, outside: &[PathBuf]) -> Option<PathBuf> {
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let is_outside = |candidate: &Path| {
        let real = std::fs::canonicalize(candidate).unwrap_or_else(|_| candidate.to_owned());
        !outside.iter().any(|folder| real.starts_with(folder) || candidate.starts_with(folder))
    };
    let folders = std::env::split_paths(path).filter(|folder| folder.is_absolute() && is_outside(folder));
    folders.map(|folder| folder.join(&file)).find(|file| is_program(file) && is_outside(file))
}

/// Returns `true` for a file that can be run.
pub(crate) fn is_program(file: &Path) -> bool {
    let Ok(metadata) = file.metadata() else { return false };
    #[cfg(unix)]
    let may_run = std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    let may_run = true;
    metadata.is_file() && may_run
}
