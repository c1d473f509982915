//! The environment that a repository gives to its runs: variables that its workflows set, and versions that they install.

use std::sync::Arc;

use hclx_analysis::{Snapshot, file_path};
use hclx_diag::{Ordered, OrderedSet};
use hclx_eval::Entry;

use super::toolchain::Application;
use crate::repository::upward;

/// The prefix of environment variables that set variables of a root module.
const PREFIX: &[u8] = b"TF_VAR_";

/// Files with the steps of a pipeline, and the directory with those of GitHub.
const PIPELINES: &[&str] =
    &[".gitlab-ci.yml", "azure-pipelines.yml", "bitbucket-pipelines.yml", "Jenkinsfile"];
const WORKFLOWS: &str = ".github/workflows";

/// The names of an application's version in the inputs of actions and in the environment, and its image.
struct Row {
    application: Application,
    keys: &'static [&'static str],
    image: &'static str,
}

const ROWS: &[Row] = &[
    Row {
        application: Application::Terraform,
        keys: &["terraform_version", "tf_version"],
        image: "hashicorp/terraform:",
    },
    Row {
        application: Application::OpenTofu,
        keys: &["tofu_version", "opentofu_version"],
        image: "opentofu/opentofu:",
    },
    Row {
        application: Application::Terragrunt,
        keys: &["terragrunt_version", "tg_version"],
        image: "alpine/terragrunt:",
    },
];

/// The workflows of a repository.
#[derive(Clone, Debug, Default)]
struct Pipelines {
    sets_variables: bool,
    /// The releases of each application that they install; `None` for a range or a word.
    versions: Ordered<Application, OrderedSet<Option<String>>>,
}

impl Pipelines {
    /// The workflows of the repository around a directory.
    fn of_repository(snapshot: &Snapshot, folder: &str) -> Arc<Self> {
        let host = snapshot.host();
        let Some(root) = upward(&**host, folder).pop() else { return Arc::default() };
        snapshot.memo(&format!("workflows of {root}"), || {
            let workflows = file_path::join(&root, WORKFLOWS);
            let listed = host.list(&workflows).unwrap_or_default();
            let in_folder = listed.iter().filter(|(_, entry)| *entry == Entry::File);
            let mut paths: Vec<String> =
                in_folder.map(|(name, _)| file_path::join(&workflows, name)).collect();
            paths.extend(PIPELINES.iter().map(|name| file_path::join(&root, name)));
            let mut found = Self::default();
            for text in paths.iter().filter_map(|path| host.read(path).ok()) {
                found.sets_variables |= memchr::memmem::find(&text, PREFIX).is_some();
                String::from_utf8_lossy(&text).lines().for_each(|line| found.line(line));
            }
            found
        })
    }

    /// Reads the version that a line gives to a key, or the tag of an image.
    fn line(&mut self, line: &str) {
        let line = line.trim_start().trim_start_matches("- ").split(" #").next().unwrap_or_default();
        let Some((key, value)) = line.split_once(':') else { return };
        let key = key.trim().to_ascii_lowercase().replace('-', "_");
        let value = value.trim().trim_matches(['"', '\'']);
        for row in ROWS {
            let of_key = row.keys.contains(&&*key).then_some(value);
            let of_image = || value.split_once(row.image).map(|(_, tag)| tag);
            // an expression leads to a key that is read by itself, and an input of an action is a block
            let Some(version) =
                of_key.or_else(of_image).filter(|version| !version.is_empty() && !version.starts_with('$'))
            else {
                continue;
            };
            self.versions.or_default(row.application).insert(release(version));
        }
    }
}

/// A version of three numbers; ranges and words such as `latest` select none.
fn release(text: &str) -> Option<String> {
    let text = text.strip_prefix('v').unwrap_or(text);
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_release = text.split('.').count() == 3 && text.split('.').all(is_number);
    is_release.then(|| text.to_owned())
}

/// Returns `true` if a workflow of the repository around a directory sets variables by the environment.
pub(crate) fn sets_variables(snapshot: &Snapshot, folder: &str) -> bool {
    Pipelines::of_repository(snapshot, folder).sets_variables
}

/// The release of an application that all workflows of the repository around a directory install, if they agree.
pub(crate) fn workflow_release(
    snapshot: &Snapshot,
    folder: &str,
    application: Application,
) -> Option<String> {
    let pipelines = Pipelines::of_repository(snapshot, folder);
    let mut versions = pipelines.versions.get(&application)?.iter();
    match (versions.next(), versions.next()) {
        (Some(version), None) => version.clone(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Application, Pipelines};

    #[test]
    fn workflows_name_versions_by_keys_and_images() {
        let mut found = Pipelines::default();
        let lines = [
            "          terraform_version: 1.1.8",
            "  TF_VERSION: \"1.1.8\" # the same",
            "  - terraform-version: ${{ env.TF_VERSION }}",
            "  terraform_version:",
            "image: hashicorp/terraform:1.1.8",
            "  TG_VERSION: latest",
            "tofu_version: 1.x",
        ];
        lines.iter().for_each(|line| found.line(line));
        let versions = |application| -> Vec<Option<&str>> {
            found.versions.get(&application).into_iter().flatten().map(Option::as_deref).collect()
        };
        assert_eq!(versions(Application::Terraform), [Some("1.1.8")]);
        assert_eq!(versions(Application::Terragrunt), [None]);
        assert_eq!(versions(Application::OpenTofu), [None]);
    }
}
