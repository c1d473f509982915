//! Changes of files on disk: the patterns that a client watches, and the interval of polls for clients that do not.

use std::time::Duration;

use hclx_analysis::Pattern;
use hclx_diag::OrderedSet;
use serde_json::{Value, json};

/// The interval between polls.
pub(crate) const PAUSE: Duration = Duration::from_secs(2);

/// Files that affect how others are checked.
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

/// The parameters that register patterns for all files that checking reads.
pub(crate) fn registration() -> Value {
    let pattern = |pattern: Pattern| match pattern {
        Pattern::Name(name) => name.to_owned(),
        Pattern::Suffix(end) => format!("*{end}"),
        Pattern::Around(start, end) => format!("{start}*{end}"),
    };
    let rows = crate::languages().flat_map(|language| language.row().files).map(|row| pattern(row.pattern));
    let patterns: OrderedSet<String> = rows.chain(OTHERS.iter().map(|&name| name.to_owned())).collect();
    let watchers: Vec<Value> =
        patterns.iter().map(|pattern| json!({"globPattern": format!("**/{pattern}")})).collect();
    json!({"registrations": [{
        "id": "hclx-files",
        "method": "workspace/didChangeWatchedFiles",
        "registerOptions": {"watchers": watchers},
    }]})
}
