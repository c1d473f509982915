//! The user's cache directory, signed entries in it, and records of what a run read.
//!
//! Out of scope: the contents of schemas (`schema_cache`) and of findings (`findings::earlier`).

mod reads;
mod store;

use std::path::PathBuf;

pub(crate) use reads::{Answers, Reads, RecordingDisk, hash_of, hex};
pub(crate) use store::{Store, clear, make_private};

/// The environment variable that overrides the directory.
pub(crate) const VARIABLE: &str = "HCLX_CACHE";

/// The environment variable that disables the findings of earlier runs.
const OFF: &str = "HCLX_NO_CACHE";

/// The directory of the findings of earlier runs.
const RUNS: &str = "runs";

/// A directory in the cache: `HCLX_CACHE`, otherwise below the user's cache directory; `None` if there is none.
pub(crate) fn folder(name: &str) -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let own = |folder: PathBuf| folder.join("hclx");
    let home = || named("HOME");
    let user = || {
        if cfg!(windows) {
            return named("LOCALAPPDATA").map(own);
        }
        // According to the XDG specification, a relative path must be ignored.
        let xdg = named("XDG_CACHE_HOME").filter(|folder| folder.is_absolute()).map(own);
        let below = if cfg!(target_os = "macos") { "Library/Caches" } else { ".cache" };
        xdg.or_else(|| home().map(|home| own(home.join(below))))
    };
    Some(named(VARIABLE).or_else(user)?.join(name))
}

/// The directory of the findings of earlier runs, if there may be one.
pub(crate) fn runs_folder() -> Option<PathBuf> {
    folder(RUNS)
}

/// Returns `true` if the environment disables the findings of earlier runs.
pub(crate) fn is_off() -> bool {
    std::env::var_os(OFF).is_some_and(|value| !value.is_empty() && value != "0")
}
