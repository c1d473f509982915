//! Data sources whose providers only read files of the configuration, and succeed if these exist.
//!
//! Source of the rules: the documentation of hashicorp/archive and hashicorp/local.

use hclx_core::Value;
use hclx_eval::{Entry, Host};

/// A data source, and the arguments that determine what it reads.
struct LocalSource {
    of_type: &'static str,
    files: &'static [&'static str],
    folders: &'static [&'static str],
    /// Arguments with contents, which can replace a path.
    contents: &'static [&'static str],
}

const LOCAL_SOURCES: &[LocalSource] = &[
    LocalSource {
        of_type: "archive_file",
        files: &["source_file"],
        folders: &["source_dir"],
        contents: &["source", "source_content"],
    },
    LocalSource { of_type: "local_file", files: &["filename"], folders: &[], contents: &[] },
    LocalSource { of_type: "local_sensitive_file", files: &["filename"], folders: &[], contents: &[] },
];

/// Returns `true` if a data source with these arguments only reads files that exist in the configuration.
pub(super) fn is_local(host: &dyn Host, of_type: &str, arguments: &Value) -> bool {
    let Some(source) = LOCAL_SOURCES.iter().find(|source| source.of_type == of_type) else { return false };
    let argument = |name: &&str| arguments.get_attr_value(name).map(|value| value.clone().unmark_deep().0);
    let is_set = |value: &Value| !value.is_null() && value.length() != Some(0);
    let files = source.files.iter().map(|name| (name, Entry::File));
    let paths = files.chain(source.folders.iter().map(|name| (name, Entry::Directory)));
    let mut is_given = source.contents.iter().filter_map(argument).any(|value| is_set(&value));
    for (name, entry) in paths {
        let Some(value) = argument(name).filter(|value| !value.is_null()) else { continue };
        let Some(path) = value.as_str() else { return false };
        if host.look(path) != Ok(entry) {
            return false;
        }
        is_given = true;
    }
    is_given
}
