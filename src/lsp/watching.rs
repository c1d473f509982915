//! Changes of files on disk: the patterns that a client watches, and polling for clients that do not.

use std::path::Path;
use std::time::{Duration, SystemTime};

use hclx_analysis::{Language, Pattern};
use hclx_diag::{Ordered, OrderedSet};
use serde_json::{Value, json};

/// The interval between polls.
pub(crate) const PAUSE: Duration = Duration::from_secs(2);

/// Files that affect how others are judged.
const OTHERS: &[&str] = &[
    "hclx.toml",
    ".gitignore",
    ".ignore",
    ".hclxignore",
    "modules.json",
    ".terraform.lock.hcl",
    // Functions such as `templatefile` and `file` read files with such names.
    "*.tftpl",
    "*.tpl",
    "*.json",
    "*.yaml",
    "*.yml",
];

/// The parameters that register patterns for all files that judging reads.
pub(crate) fn registration() -> Value {
    let pattern = |pattern: Pattern| match pattern {
        Pattern::Name(name) => name.to_owned(),
        Pattern::Suffix(end) => format!("*{end}"),
        Pattern::Around(start, end) => format!("{start}*{end}"),
    };
    let rows = crate::languages().flat_map(Language::files).map(|row| pattern(row.pattern));
    let patterns: OrderedSet<String> = rows.chain(OTHERS.iter().map(|&name| name.to_owned())).collect();
    let watchers: Vec<Value> =
        patterns.iter().map(|pattern| json!({"globPattern": format!("**/{pattern}")})).collect();
    json!({"registrations": [{
        "id": "hclx-files",
        "method": "workspace/didChangeWatchedFiles",
        "registerOptions": {"watchers": watchers},
    }]})
}

/// Modification times and lengths of files and directories.
pub(crate) type Stamps = Ordered<String, Option<(SystemTime, u64)>>;

/// The stamps of files, and of the directories that contain them.
pub(crate) fn stamps(names: impl IntoIterator<Item = String>) -> Stamps {
    let mut stamps = Stamps::new();
    for name in names {
        let path = crate::names::path(&name).into_owned();
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
            _ => Path::new(".").to_owned(),
        };
        // A new or removed file changes the time of its directory.
        stamps.insert(crate::names::text(&folder), stamp(&folder));
        stamps.insert(name, stamp(&path));
    }
    stamps
}

fn stamp(path: &Path) -> Option<(SystemTime, u64)> {
    let metadata = std::fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}
