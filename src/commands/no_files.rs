//! The error for a search that found no files.

use std::ffi::OsString;
use std::path::Path;

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
    let (seen, step) = match (files::ignored(paths, &inputs.config), json_files(paths)) {
        (0, 0) => (String::new(), ""),
        (0, count) => {
            let files = match count {
                1 => "1 JSON file, of no application that its name tells".to_owned(),
                _ => format!("{count} JSON files, of no application that their names tell"),
            };
            (format!(" ({files})"), "name files or write `[dialect]` in `hclx.toml`, or ")
        }
        (count, _) => {
            let files = if count == 1 { "1 file is".to_owned() } else { format!("{count} files are") };
            (
                format!(" ({files} excluded by ignore files, such as `.gitignore`)"),
                "name files or set `respect-ignore-files = false` in `hclx.toml`, or ",
            )
        }
    };
    inputs.refuse(format!("no files to check in {where_}{seen}; {step}use `--allow-empty` to accept this"));
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
