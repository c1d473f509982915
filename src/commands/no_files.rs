//! The error for a search that found no files.

use std::ffi::OsString;
use std::path::Path;

use crate::config::Config;
use crate::inputs::Inputs;
use crate::judging::Run;
use crate::{files, names};

/// Reports an error if a run found nothing to check.
pub(super) fn refuse(run: Option<&Run>, paths: &[OsString], inputs: &mut Inputs) {
    let found = run.is_none_or(|run| run.files > 0 || !run.snapshot.foreign().is_empty());
    if found || !inputs.refused.is_empty() {
        return;
    }
    let names: Vec<String> = paths.iter().map(|path| format!("`{}`", names::text(Path::new(path)))).collect();
    let where_ = if names.is_empty() { "this directory".to_owned() } else { names.join(", ") };
    let (seen, step) = seen(paths, &inputs.config).unwrap_or_default();
    inputs.refuse(format!("no files to check in {where_}{seen}; {step}use `--allow-empty` to accept this"));
}

/// What directories contain instead, and what to do about it.
fn seen(folders: &[OsString], config: &Config) -> Option<(String, &'static str)> {
    let excluded = |what: &str| format!(" ({what} excluded by ignore files, such as `.gitignore`)");
    let ignored = match files::ignored(folders, config) {
        0 => None,
        1 => Some(excluded("1 file is")),
        count => Some(excluded(&format!("{count} files are"))),
    };
    if let Some(seen) = ignored {
        return Some((seen, "name files or set `respect-ignore-files = false` in `hclx.toml`, or "));
    }
    let seen = match json_files(folders) {
        0 => return None,
        1 => " (1 JSON file, of no application that its name tells)".to_owned(),
        count => format!(" ({count} JSON files, of no application that their names tell)"),
    };
    Some((seen, "name files or write `[dialect]` in `hclx.toml`, or "))
}

/// The number of JSON files below directories.
fn json_files(folders: &[OsString]) -> usize {
    let entries = folders.iter().flat_map(|folder| ignore::WalkBuilder::new(folder).build().flatten());
    let is_json = |entry: &ignore::DirEntry| {
        entry.path().extension().is_some_and(|extension| extension == "json")
            && entry.file_type().is_some_and(|kind| kind.is_file())
    };
    entries.filter(is_json).count()
}
