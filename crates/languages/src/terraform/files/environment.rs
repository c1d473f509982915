//! The environment that a repository gives to its runs: variables that its workflows set.

use std::sync::Arc;

use hclx_analysis::{Snapshot, file_path};
use hclx_eval::Entry;

use crate::repository::upward;

/// The prefix of environment variables that set variables of a root module.
const PREFIX: &[u8] = b"TF_VAR_";

/// Files with the steps of a pipeline, and the directory with those of GitHub.
const PIPELINES: &[&str] =
    &[".gitlab-ci.yml", "azure-pipelines.yml", "bitbucket-pipelines.yml", "Jenkinsfile"];
const WORKFLOWS: &str = ".github/workflows";

/// Returns `true` if a workflow of the repository around a directory sets variables by the environment.
pub(crate) fn sets_variables(snapshot: &Snapshot, folder: &str) -> bool {
    let host = snapshot.host();
    let Some(root) = upward(&**host, folder).pop() else { return false };
    let answer: Arc<bool> = snapshot.memo(&format!("workflows of {root}"), || {
        let workflows = file_path::join(&root, WORKFLOWS);
        let listed = host.list(&workflows).unwrap_or_default();
        let in_folder = listed.iter().filter(|(_, entry)| *entry == Entry::File);
        let mut paths: Vec<String> = in_folder.map(|(name, _)| file_path::join(&workflows, name)).collect();
        paths.extend(PIPELINES.iter().map(|name| file_path::join(&root, name)));
        paths
            .iter()
            .any(|path| host.read(path).is_ok_and(|text| memchr::memmem::find(&text, PREFIX).is_some()))
    });
    *answer
}
