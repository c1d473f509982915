//! The file names that a directory search selects. Explicitly given paths are read regardless of their names.

use hclx_analysis::Pattern;

use crate::rows;

/// Directories of copies and state, which never contain handwritten configuration.
const SKIPPED_FOLDERS: &[&str] = &["packer_cache"];

/// Returns `true` for directories that are not searched: copies, state, and names that start with a dot.
pub fn is_skipped_folder(name: &str) -> bool {
    // A search may begin at `.` or `..`.
    (name.starts_with('.') && name != "." && name != "..") || SKIPPED_FOLDERS.contains(&name)
}

/// Files next to which a directory `vendor` contains the sources of dependencies.
const VENDORING: &[&str] = &["go.mod", "Gopkg.toml", "glide.yaml", "composer.json"];

/// Returns `true` for directories with the sources of dependencies, which are maintained elsewhere. `has` returns
/// whether a file exists next to the directory.
pub fn is_of_dependencies(name: &str, has: &dyn Fn(&str) -> bool) -> bool {
    name == "node_modules" || name == "vendor" && VENDORING.iter().any(|beside| has(beside))
}

/// Returns `true` for copies, locks and backups of editors: `#x#`, `.#x` and `x~`. Names that start with a
/// dot are selected only if a language lists the full name.
fn is_left_over(name: &str, is_named_in_full: bool) -> bool {
    name.ends_with('~') || name.starts_with('#') || name.starts_with('.') && !is_named_in_full
}

/// Returns `true` for file names that belong to a language and are not left over from an editor.
pub fn is_searched(name: &str) -> bool {
    let row = rows().of(name).map(|(_, row)| row);
    let is_named_in_full = row.is_some_and(|row| matches!(row.pattern, Pattern::Name(_)));
    row.is_some_and(|row| row.walked) && !is_left_over(name, is_named_in_full)
}
