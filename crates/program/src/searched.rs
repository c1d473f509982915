//! The names that a search of a directory selects. Paths that are given by name are read whatever they are called.

use hclx_analysis::Pattern;

use crate::rows;

/// Folders that hold copies and state, never configuration written by hand.
const SKIPPED_FOLDERS: &[&str] = &["packer_cache"];

/// Returns `true` for directories that are not searched: state and copies, and names that start with a dot.
pub fn is_skipped_folder(name: &str) -> bool {
    (name.starts_with('.') && name != "." && name != "..") || SKIPPED_FOLDERS.contains(&name)
}

/// Returns `true` for copies, locks and backups of editors: `#x#`, `.#x` and `x~`. Names that start with a
/// dot count only if a language lists them in full.
fn is_left_over(name: &str, is_named_in_full: bool) -> bool {
    name.ends_with('~') || name.starts_with('#') || name.starts_with('.') && !is_named_in_full
}

/// Returns `true` for names of files that a language has and that are not left over.
pub fn is_searched(name: &str) -> bool {
    let row = rows().of(name).map(|(_, row)| row);
    let is_named_in_full = row.is_some_and(|row| matches!(row.pattern, Pattern::Name(_)));
    row.is_some_and(|row| row.walked) && !is_left_over(name, is_named_in_full)
}
