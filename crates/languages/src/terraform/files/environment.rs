//! The environment that a repository provides for its runs: variables that its pipelines, scripts and environment files
//! set, and releases that pipelines install.

use std::sync::Arc;

use hclx_analysis::{Snapshot, file_path, query};
use hclx_diag::{Ordered, OrderedSet};
use hclx_eval::Entry;

use super::Folder;
use super::roles::Flavor;
use super::versions::{Version, version};
use crate::repository::absence::Surroundings;
use crate::repository::scripts::{PIPELINES, WORKFLOWS};
use crate::repository::set_variables::{PREFIX, SetVariables};
use crate::repository::upward;

/// The files that shells load in a directory.
const ENVIRONMENT_FILES: &[&str] = &[".env", ".envrc"];

/// The maximum number of workflows to read.
const MOST_PIPELINES: usize = 64;

/// An application whose version is chosen by a repository.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Application {
    Terraform,
    OpenTofu,
    Terragrunt,
}

impl From<Flavor> for Application {
    fn from(flavor: Flavor) -> Self {
        match flavor {
            Flavor::Terraform => Self::Terraform,
            Flavor::OpenTofu => Self::OpenTofu,
        }
    }
}

/// The names for an application's version in inputs of actions and in the environment, and the names of its images.
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

/// The commands of Terraform and OpenTofu by which pipelines run modules.
const COMMANDS: &[&str] = &["apply", "destroy", "init", "plan", "test", "validate"];

/// A release that a pipeline installs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct InstalledRelease {
    pub(crate) version: String,
    /// The path of the pipeline.
    pub(crate) path: String,
}

/// The pipelines of a repository.
#[derive(Clone, Debug, Default)]
struct Pipelines {
    sets_variables: bool,
    /// Set if a pipeline mentions OpenTofu, in a command or otherwise.
    mentions_opentofu: bool,
    /// The applications that they run, each with the path of a pipeline.
    runs: Ordered<Application, String>,
    /// The lowest release of each application that they install.
    releases: Ordered<Application, InstalledRelease>,
    /// Applications whose releases are determined by an expression or a list.
    open: OrderedSet<Application>,
}

query! {
    /// The pipelines of the repository in a directory.
    struct PipelinesBelow(Folder) -> Pipelines;
    |PipelinesBelow(root), snapshot| Pipelines::find(snapshot, root)
}

impl Pipelines {
    /// The pipelines of the repository around a directory.
    fn of_repository(snapshot: &Snapshot, folder: &str) -> Arc<Self> {
        match upward(&**snapshot.host(), folder).pop() {
            Some(root) => snapshot.get(&PipelinesBelow(root.into())),
            None => Arc::default(),
        }
    }

    fn find(snapshot: &Snapshot, root: &str) -> Self {
        let host = snapshot.host();
        let workflows = file_path::join(root, WORKFLOWS);
        let listed = host.list(&workflows).unwrap_or_default();
        let in_folder = listed.iter().filter(|(_, entry)| *entry == Entry::File).take(MOST_PIPELINES);
        let mut paths: Vec<String> = in_folder.map(|(name, _)| file_path::join(&workflows, name)).collect();
        paths.extend(PIPELINES.iter().map(|name| file_path::join(root, name)));
        let mut found = Self::default();
        for path in paths {
            let Ok(text) = host.read(&path) else { continue };
            found.sets_variables |= memchr::memmem::find(&text, PREFIX).is_some();
            String::from_utf8_lossy(&text).lines().for_each(|line| found.line(line, &path));
        }
        found
    }

    /// Adds the release in a line that sets a key, such as `TG_VERSION: 0.55.0`, or tags an image.
    fn line(&mut self, line: &str, path: &str) {
        let line = line.to_ascii_lowercase().replace('-', "_");
        self.mentions_opentofu |= line.contains("tofu");
        for (application, name, action) in [
            (Application::Terraform, "terraform", "setup_terraform"),
            (Application::OpenTofu, "tofu", "setup_opentofu"),
        ] {
            if line.contains(action) || is_run(&line, name) {
                self.runs.or_insert(application, path.to_owned());
            }
        }
        for row in ROWS {
            let of_key = |key: &&str| {
                let rest = line.split_once(*key)?.1;
                rest.starts_with([':', '=', ' ']).then_some(rest)
            };
            let image = row.image.replace('-', "_");
            let value = row.keys.iter().find_map(of_key).or_else(|| Some(line.split_once(&*image)?.1));
            let Some(version) = value.and_then(release) else {
                let is_named = |value: &str| row.keys.iter().any(|key| value.contains(&format!("env.{key}")));
                let is_open = |value: &str| value.contains(['$', '[', '{']) && !is_named(value);
                if value.is_some_and(is_open) {
                    self.open.insert(row.application);
                }
                continue;
            };
            let lowest = self.releases.get(&row.application);
            if lowest.is_none_or(|lowest| numbers(&version) < numbers(&lowest.version)) {
                self.releases.insert(row.application, InstalledRelease { version, path: path.to_owned() });
            }
        }
    }
}

/// Returns `true` for a line with a command of a program, which may have options before it.
fn is_run(line: &str, program: &str) -> bool {
    let line = line.split('#').next().unwrap_or_default();
    let mut words = line.split_whitespace().skip_while(|word| *word != program).skip(1);
    words.find(|word| !word.starts_with('_')).is_some_and(|word| COMMANDS.contains(&word))
}

/// The release at the start of a value; `None` for expressions, ranges and words such as `latest`.
fn release(value: &str) -> Option<String> {
    let value = value.trim_start_matches([':', '=', ' ', '"', '\'', 'v']);
    let end = value.find(|sign: char| !sign.is_ascii_digit() && sign != '.').unwrap_or(value.len());
    let (version, rest) = value.split_at(end);
    let version = version.trim_end_matches('.');
    (version.contains('.') && !rest.starts_with('x')).then(|| version.to_owned())
}

fn numbers(version: &str) -> Vec<u32> {
    version.split('.').filter_map(|part| part.parse().ok()).collect()
}

/// The variables that the repository sets for runs in a directory.
pub(crate) fn set_variables(snapshot: &Snapshot, folder: &str) -> Arc<SetVariables> {
    snapshot.get(&VariablesSetAround(folder.into()))
}

query! {
    /// The variables that the repository sets for runs in a directory.
    struct VariablesSetAround(Folder) -> SetVariables;
    |VariablesSetAround(folder), snapshot| {
        let host = &**snapshot.host();
        let mut set = Surroundings::of(snapshot, folder).set_variables(host).cloned().unwrap_or_default();
        for above in upward(host, folder) {
            let files = ENVIRONMENT_FILES.iter().map(|name| host.read(&file_path::join(&above, name)));
            files.flatten().for_each(|contents| set.add(&contents));
        }
        set.is_open |= Pipelines::of_repository(snapshot, folder).sets_variables;
        set
    }
}

/// The path of a pipeline that runs OpenTofu, if no pipeline of the repository runs or installs Terraform.
pub(crate) fn runs_opentofu_alone(snapshot: &Snapshot, folder: &str) -> Option<String> {
    let Pipelines { runs, releases, .. } = &*Pipelines::of_repository(snapshot, folder);
    let terraform = Application::Terraform;
    let path = runs.get(&Application::OpenTofu)?;
    (!runs.contains_key(&terraform) && !releases.contains_key(&terraform)).then(|| path.clone())
}

/// The path of a pipeline that runs Terraform, if no pipeline of the repository mentions OpenTofu.
pub(crate) fn runs_terraform_alone(snapshot: &Snapshot, folder: &str) -> Option<String> {
    let pipelines = Pipelines::of_repository(snapshot, folder);
    pipelines.runs.get(&Application::Terraform).filter(|_| !pipelines.mentions_opentofu).cloned()
}

/// The lowest release of an application that the pipelines of the repository install.
pub(crate) fn lowest_release(
    snapshot: &Snapshot,
    folder: &str,
    application: Application,
) -> Option<InstalledRelease> {
    Pipelines::of_repository(snapshot, folder).releases.get(&application).cloned()
}

/// The lowest release of an application, if the pipelines of the repository install only this one and later releases.
pub(crate) fn first_release(snapshot: &Snapshot, folder: &str, application: Application) -> Option<Version> {
    let pipelines = Pipelines::of_repository(snapshot, folder);
    let release = pipelines.releases.get(&application).filter(|_| !pipelines.open.contains(&application))?;
    version(&release.version)
}

#[cfg(test)]
mod tests {
    use super::{Application, Pipelines, ROWS};

    #[test]
    fn pipelines_install_releases_by_keys_and_images() {
        let cases = [
            ("          terraform_version: 1.1.8", Application::Terraform, Some("1.1.8")),
            ("  TF_VERSION: \"1.2.0\" # the same", Application::Terraform, Some("1.2.0")),
            ("  - terraform-version: ${{ env.TF_VERSION }}", Application::Terraform, None),
            ("  terraform_version:", Application::Terraform, None),
            ("image: hashicorp/terraform:1.1.8", Application::Terraform, Some("1.1.8")),
            ("tofu_version: 1.x", Application::OpenTofu, None),
            ("  TG_VERSION: 0.55.0", Application::Terragrunt, Some("0.55.0")),
            ("ARG TERRAGRUNT_VERSION=v0.50.1", Application::Terragrunt, Some("0.50.1")),
            ("  terragrunt_version: \"0.67\"", Application::Terragrunt, Some("0.67")),
            ("tg_version: ${{ inputs.tg_version }}", Application::Terragrunt, None),
            ("terragrunt_version_constraint = \">= 0.66\"", Application::Terragrunt, None),
            ("  TG_VERSION: latest", Application::Terragrunt, None),
        ];
        for (line, application, version) in cases {
            let mut found = Pipelines::default();
            found.line(line, "p");
            for row in ROWS {
                let expected = version.filter(|_| row.application == application);
                let release = found.releases.get(&row.application).map(|one| &*one.version);
                assert_eq!(release, expected, "{line}");
            }
        }
    }

    #[test]
    fn pipelines_run_programs_by_commands_and_actions() {
        let cases = [
            ("      - run: tofu init -input=false", Some(Application::OpenTofu)),
            ("      - run: tofu -chdir=a plan", Some(Application::OpenTofu)),
            ("      - uses: opentofu/setup-opentofu@v1", Some(Application::OpenTofu)),
            ("      - uses: hashicorp/setup-terraform@v3", Some(Application::Terraform)),
            ("        terraform validate", Some(Application::Terraform)),
            ("        # terraform validate", None),
            ("  - name: install tofu and terraform", None),
        ];
        for (line, application) in cases {
            let mut found = Pipelines::default();
            found.line(line, "p");
            assert_eq!(found.runs.keys().next().copied(), application, "{line}");
        }
    }

    #[test]
    fn releases_are_open_by_expressions_and_lists() {
        let cases = [
            ("  terraform_version: ${{ matrix.terraform }}", true),
            ("  terraform_version: [\"1.5.7\", latest]", true),
            ("  terraform_version: ${{ env.TF_VERSION }}", false),
            ("  terraform_version: latest", false),
            ("  terraform_wrapper: ${{ inputs.wrapper }}", false),
        ];
        for (line, is_open) in cases {
            let mut found = Pipelines::default();
            found.line(line, "p");
            assert_eq!(found.open.contains(&Application::Terraform), is_open, "{line}");
        }
    }

    #[test]
    fn lowest_release_of_several_counts() {
        let mut found = Pipelines::default();
        ["1.9.0", "1.1.8", "1.10.0"]
            .iter()
            .for_each(|version| found.line(&format!("tf_version: {version}"), "p"));
        assert_eq!(found.releases.get(&Application::Terraform).map(|one| &*one.version), Some("1.1.8"));
    }
}
