//! Finds the policies of a run in the files and directories given by settings and flags.

use std::sync::Arc;

use hclx_analysis::{Snapshot, file_path, query};
use hclx_diag::SourceId;
use hclx_eval::{Entry, Refusal};

use super::read::{self, PolicyFile, SUFFIX, policy_file};

/// The maximum depth of directories that are searched for policies.
const MOST_DEPTH: usize = 16;

/// The maximum number of policy files in a run.
const MOST_FILES: usize = 10_000;

/// The policies of a run, by file.
#[derive(Default)]
pub(crate) struct Policies {
    pub(crate) files: Vec<PolicyFile>,
    /// The reasons why requested policies are missing, as sentences.
    pub(crate) refusals: Vec<String>,
}

/// The policies given by settings and flags, read once for a snapshot.
pub(crate) fn policies(snapshot: &Snapshot) -> Arc<Policies> {
    snapshot.get(&PoliciesQuery)
}

query! {
    /// The policies given by settings and flags.
    struct PoliciesQuery -> Policies;
    |_, snapshot| {
        let settings = &snapshot.settings().policies;
        let text = |(name, id): &(Arc<str>, SourceId)| policy_file(&snapshot.parsed(*id), *id, name);
        let mut found = Policies { files: settings.texts.iter().map(text).collect(), refusals: Vec::new() };
        for path in &settings.paths {
            found.add(snapshot, &file_path::clean(path));
        }
        found
    }
}

/// The reasons why policies that the settings or flags request cannot be checked, as sentences.
pub fn policy_refusals(snapshot: &Snapshot) -> Vec<String> {
    match snapshot.settings().has_policies() {
        true => policies(snapshot).refusals.clone(),
        false => Vec::new(),
    }
}

impl Policies {
    /// Adds the policies at a path that was given explicitly, which is an error if there are none.
    fn add(&mut self, snapshot: &Snapshot, path: &str) {
        if path.ends_with(SUFFIX) {
            return self.file(snapshot, path);
        }
        let before = self.files.len() + self.refusals.len();
        if let Err(refusal) = self.search(snapshot, path, 0) {
            self.refusals.push(match snapshot.host().look(path) {
                Ok(Entry::File) => {
                    format!("`{path}` is no file with policies: its name does not end in `{SUFFIX}`")
                }
                _ => format!("cannot read the policies in `{path}`: {}", refusal.reason()),
            });
        }
        if before == self.files.len() + self.refusals.len() {
            self.refusals.push(format!("`{path}` has no files with policies, whose names end in `{SUFFIX}`"));
        }
    }

    /// Adds the policies below a directory.
    fn search(&mut self, snapshot: &Snapshot, folder: &str, depth: usize) -> Result<(), Refusal> {
        let entries = snapshot.list(folder)?;
        for (name, entry) in entries.iter().filter(|(name, _)| !name.starts_with('.')) {
            let inner = file_path::join(folder, name);
            let is_file = name.ends_with(SUFFIX);
            match entry {
                Entry::Directory if depth == MOST_DEPTH => self.refusals.push(format!(
                    "the policies in `{inner}` are deeper than the limit of {MOST_DEPTH} directories"
                )),
                // errors in inner directories are reported with the unreadable files
                Entry::Directory => drop(self.search(snapshot, &inner, depth + 1)),
                _ if is_file && self.files.len() >= MOST_FILES => {
                    let message =
                        format!("the limit of {MOST_FILES} files with policies is reached at `{inner}`");
                    self.refusals.push(message);
                    return Ok(());
                }
                _ if is_file => self.file(snapshot, &inner),
                _ => {}
            }
        }
        Ok(())
    }

    /// Adds the policies of a file.
    fn file(&mut self, snapshot: &Snapshot, path: &str) {
        if let Some(file) = read::file(snapshot, path) {
            self.files.push(file);
            return;
        }
        match snapshot.find(path).and_then(|file| snapshot.bytes(file).map(|_| file)) {
            // its own check reports the errors
            Ok(file) if snapshot.selected().contains(&file) => {}
            Ok(_) => self.refusals.push(format!(
                "`{path}` has syntax errors, and none of its policies was checked: see `hclx check {path}`"
            )),
            Err(refusal) => self.refusals.push(format!("cannot read `{path}`: {}", refusal.reason())),
        }
    }
}
