//! The application and version that a repository runs its modules with, and its version of Terragrunt, according to the
//! settings or the files of version managers.
//!
//! Sources of the rules: tenv, tfenv, tofuenv, tgenv, tfswitch, asdf and mise, which all read the nearest file upward.

use std::sync::Arc;

use hclx_analysis::{Snapshot, file_path, query};
use hclx_eval::Entry;

use super::Folder;
use super::environment::{self, Application};
use super::roles::Flavor;
use crate::terraform::packages::LOCK_FILE;

/// A version of an application that a repository runs.
#[derive(Clone, Debug)]
pub(crate) struct PinnedVersion {
    /// A version or a constraint; a manager's keyword such as `latest` restricts nothing.
    pub(crate) version: String,
    pub(crate) origin: PinOrigin,
}

/// The place that pins a version.
#[derive(Clone, Debug)]
pub(crate) enum PinOrigin {
    /// The setting `terraform.versions`.
    Settings,
    /// A file of a version manager, by its path.
    File(String),
}

/// The versions with which the modules of a directory are run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Toolchain {
    terraform: Option<PinnedVersion>,
    opentofu: Option<PinnedVersion>,
    terragrunt: Option<PinnedVersion>,
}

query! {
    /// The versions with which the modules of a directory are run.
    struct ToolchainOf(Folder) -> Toolchain;
    |ToolchainOf(folder), snapshot| {
        Toolchain::of_settings(snapshot).or_else(|| Toolchain::of_files(snapshot, folder))
    }
}

impl Toolchain {
    /// The toolchain of a directory, from the settings, or else from the nearest version file up to the root of the
    /// repository.
    pub(crate) fn of(snapshot: &Snapshot, folder: &str) -> Arc<Self> {
        snapshot.get(&ToolchainOf(folder.into()))
    }

    /// The constraint on versions of Terragrunt.
    pub(crate) fn terragrunt(&self) -> Option<&str> {
        self.terragrunt.as_ref().map(|pinned| &*pinned.version)
    }

    /// The version of an application.
    pub(crate) fn get(&self, flavor: Flavor) -> Option<&PinnedVersion> {
        match flavor {
            Flavor::Terraform => self.terraform.as_ref(),
            Flavor::OpenTofu => self.opentofu.as_ref(),
        }
    }

    /// Returns `true` if only OpenTofu runs the modules.
    pub(crate) fn is_opentofu(&self) -> bool {
        self.opentofu.is_some() && self.terraform.is_none()
    }

    /// This toolchain, with missing versions taken from another one. Terraform and OpenTofu are pinned together.
    fn or_else(self, other: impl FnOnce() -> Self) -> Self {
        let has_module = self.terraform.is_some() || self.opentofu.is_some();
        if has_module && self.terragrunt.is_some() {
            return self;
        }
        let other = other();
        let terragrunt = self.terragrunt.clone().or_else(|| other.terragrunt.clone());
        Self { terragrunt, ..if has_module { self } else { other } }
    }

    fn set(&mut self, application: Application, version: &str, origin: PinOrigin) {
        let slot = match application {
            Application::Terraform => &mut self.terraform,
            Application::OpenTofu => &mut self.opentofu,
            Application::Terragrunt => &mut self.terragrunt,
        };
        let version = version.trim().to_owned();
        slot.get_or_insert(PinnedVersion { version, origin });
    }

    fn of_settings(snapshot: &Snapshot) -> Self {
        let mut found = Self::default();
        for (name, version) in &snapshot.settings().modules.versions {
            if let Some(application) = application(name) {
                found.set(application, version, PinOrigin::Settings);
            }
        }
        found
    }

    fn of_files(snapshot: &Snapshot, folder: &str) -> Self {
        let own = Self::of_folder(snapshot, folder);
        own.or_else(|| match above(snapshot, folder).filter(|_| !is_repository(snapshot, folder)) {
            Some(above) => Self::clone(&hclx_diag::grow(|| Self::of(snapshot, &above))),
            None => Self::of_pipelines(snapshot, folder),
        })
    }

    /// The version of Terragrunt that the pipelines of a repository install, and OpenTofu if none of them runs
    /// Terraform.
    fn of_pipelines(snapshot: &Snapshot, folder: &str) -> Self {
        let installed = environment::lowest_release(snapshot, folder, Application::Terragrunt);
        let pinned = installed
            .map(|release| PinnedVersion { version: release.version, origin: PinOrigin::File(release.path) });
        let opentofu = environment::runs_opentofu_alone(snapshot, folder)
            .map(|path| PinnedVersion { version: String::new(), origin: PinOrigin::File(path) });
        Self { terragrunt: pinned, opentofu, ..Self::default() }
    }

    /// The versions that the files of one directory pin.
    fn of_folder(snapshot: &Snapshot, folder: &str) -> Self {
        let mut found = Self::default();
        let Ok(listed) = snapshot.list(folder) else { return found };
        for file in FILES {
            let is_here = |(name, entry): &(String, Entry)| name == file.name && *entry == Entry::File;
            if !listed.iter().any(is_here) {
                continue;
            }
            let path = file_path::join(folder, file.name);
            let Ok(bytes) = snapshot.host().read(&path) else { continue };
            let text = String::from_utf8_lossy(&bytes);
            for (application, version) in (file.read)(&text) {
                found.set(application, &version, PinOrigin::File(path.clone()));
            }
        }
        found
    }
}

/// A kind of version file, with its parser.
struct VersionFile {
    name: &'static str,
    read: fn(&str) -> Vec<(Application, String)>,
}

/// Version files, most specific first.
const FILES: &[VersionFile] = &[
    VersionFile { name: ".terraform-version", read: |text| bare(Application::Terraform, text) },
    VersionFile { name: ".opentofu-version", read: |text| bare(Application::OpenTofu, text) },
    VersionFile { name: ".terragrunt-version", read: |text| bare(Application::Terragrunt, text) },
    VersionFile { name: ".tfswitchrc", read: |text| bare(Application::Terraform, text) },
    VersionFile { name: ".tgswitchrc", read: |text| bare(Application::Terragrunt, text) },
    VersionFile { name: ".tool-versions", read: tool_versions },
    VersionFile { name: "mise.toml", read: mise },
    VersionFile { name: ".mise.toml", read: mise },
    VersionFile { name: LOCK_FILE, read: registry },
];

/// The application with a name in a list of tools, which may start with a registry.
fn application(name: &str) -> Option<Application> {
    match name.rsplit([':', '/']).next()? {
        "terraform" => Some(Application::Terraform),
        "opentofu" | "tofu" => Some(Application::OpenTofu),
        "terragrunt" => Some(Application::Terragrunt),
        _ => None,
    }
}

/// Parses a file that contains only a version.
fn bare(application: Application, text: &str) -> Vec<(Application, String)> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    lines.filter(|line| !line.is_empty()).take(1).map(|line| (application, line.to_owned())).collect()
}

/// The constraint for a version in a list of tools, where an incomplete version selects the newest release that starts
/// with it: `1` and `latest:1` are `~> 1.0`, and `1.11` is `~> 1.11.0`.
fn newest_of(version: &str) -> String {
    let numbers: Vec<&str> = version.strip_prefix("latest:").unwrap_or(version).split('.').collect();
    let numbers = numbers.strip_suffix(&["x"]).unwrap_or(&numbers);
    let is_number = |number: &&str| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    match numbers {
        [_] | [_, _] if numbers.iter().all(is_number) => format!("~> {}.0", numbers.join(".")),
        _ => version.to_owned(),
    }
}

/// Parses a line for each tool: its name and versions, of which the first one counts.
fn tool_versions(text: &str) -> Vec<(Application, String)> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let tools = lines.filter_map(|line| {
        let mut words = line.split_whitespace();
        Some((application(words.next()?)?, newest_of(words.next()?)))
    });
    tools.collect()
}

/// Parses the table `tools`: a version, a list of versions, or a table with `version`.
fn mise(text: &str) -> Vec<(Application, String)> {
    let Ok(table) = text.parse::<toml::Table>() else { return Vec::new() };
    let tools = table.get("tools").and_then(toml::Value::as_table);
    let version = |value: &toml::Value| match value {
        toml::Value::String(version) => Some(version.clone()),
        toml::Value::Array(versions) => versions.first()?.as_str().map(str::to_owned),
        toml::Value::Table(table) => table.get("version")?.as_str().map(str::to_owned),
        _ => None,
    };
    let pinned =
        |(name, value): (&String, &toml::Value)| Some((application(name)?, newest_of(&version(value)?)));
    tools.into_iter().flatten().filter_map(pinned).collect()
}

/// Parses the lock file, whose providers come from the registry of the application that selected them. Terraform's
/// registry is inconclusive, because OpenTofu reads it too.
fn registry(text: &str) -> Vec<(Application, String)> {
    let is_of_opentofu = text.contains("provider \"registry.opentofu.org/");
    is_of_opentofu.then(|| (Application::OpenTofu, String::new())).into_iter().collect()
}

/// Returns `true` for the root of a repository. In worktrees and submodules, `.git` is a file.
fn is_repository(snapshot: &Snapshot, folder: &str) -> bool {
    snapshot.host().look(&file_path::join(folder, ".git")).is_ok()
}

/// The parent of a directory: as far as the path shows it, and beyond that only within a repository.
fn above(snapshot: &Snapshot, folder: &str) -> Option<String> {
    let is_last = matches!(folder, "" | "." | "..") || folder.ends_with("/..");
    if !is_last && !file_path::is_absolute(folder) {
        return Some(file_path::parent(folder).to_owned());
    }
    let real = snapshot.host().resolve(if folder.is_empty() { "." } else { folder }).ok()?;
    let above = file_path::parent(&real).to_owned();
    let is_inside = file_path::upward(&above).any(|folder| is_repository(snapshot, folder));
    (file_path::is_absolute(&real) && above != real && is_inside).then_some(above)
}

#[cfg(test)]
mod tests {
    use super::newest_of;

    #[test]
    fn parts_of_versions_select_the_newest_release() {
        let cases = ["1", "1.x", "latest:1", "1.11", "1.11.4", "latest", "v1.2", "latest:"];
        let expected = ["~> 1.0", "~> 1.0", "~> 1.0", "~> 1.11.0", "1.11.4", "latest", "v1.2", "latest:"];
        assert_eq!(cases.map(newest_of), expected);
    }
}
