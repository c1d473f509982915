//! Names in the settings that match nothing in a run: names of providers, policies and inputs of policies.

use hclx_analysis::Snapshot;
use hclx_diag::{OrderedSet, nearest};

use super::declare::declaration::Declaration;
use super::files::configured::is_meant;
use super::files::roles::Flavor;
use super::packages::ProviderAddress;
use super::policies::{STARTER, policies};
use super::providers::providers_of;
use super::resolve::{call_targets, callers, modules};
use super::schemas::kind::Kind;
use super::{OPENTOFU, TERRAFORM};

/// A name in the settings that matches nothing in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnmatchedName {
    /// The dotted name of the setting, which ends with the unmatched name.
    pub setting: String,
    /// The message of the warning.
    pub message: String,
    /// Set if it would match nothing in any run, whatever its files.
    pub is_certain: bool,
}

/// The names in the settings that match nothing in a run.
pub fn names_without_match(snapshot: &Snapshot) -> Vec<UnmatchedName> {
    let mut unmatched = of_versions(snapshot);
    unmatched.extend(of_policies(snapshot));
    unmatched
}

/// The unmatched names in `terraform.versions`: a name is an application if it is one of the languages, and otherwise a
/// provider.
fn of_versions(snapshot: &Snapshot) -> Vec<UnmatchedName> {
    let versions = &snapshot.settings().modules.versions;
    let is_language = |name: &str| name == TERRAFORM.row.name || name == OPENTOFU.row.name;
    let names: Vec<&String> =
        versions.iter().map(|(name, _)| name).filter(|name| !is_language(name)).collect();
    if names.is_empty() {
        return Vec::new();
    }
    let required = RequiredProviders::new(snapshot);
    let is_unmatched =
        |name: &&&String| !required.all.iter().any(|(local, address)| is_meant(name, local, address));
    let unmatched = names.iter().filter(is_unmatched).filter_map(|name| {
        let near = nearest(name, required.all.iter().map(|(local, _)| local.as_str()));
        // a module that is not installed may require the provider
        (near.is_some() || !required.is_open).then(|| UnmatchedName {
            setting: format!("terraform.versions.{name}"),
            message: format!("no module of this run requires a provider `{name}`{}", suggestion(near)),
            is_certain: false,
        })
    });
    unmatched.collect()
}

/// The providers that the modules of a run require.
#[derive(Default)]
struct RequiredProviders {
    /// The local names with their addresses.
    all: OrderedSet<(String, ProviderAddress)>,
    /// Set if a called module could not be read.
    is_open: bool,
}

impl RequiredProviders {
    fn new(snapshot: &Snapshot) -> Self {
        let mut found = Self::default();
        for language in [&TERRAFORM, &OPENTOFU] {
            let units = snapshot.units().iter().filter(|unit| unit.language.row().name == language.row.name);
            let mut left: Vec<String> = units.map(|unit| unit.root.to_string()).collect();
            let mut seen: OrderedSet<String> = left.iter().cloned().collect();
            while let Some(folder) = left.pop() {
                found.add(snapshot, language.flavor, &folder);
                let called = callers::called_from(snapshot, &folder);
                left.extend(
                    called.iter().map(|next| next.to_string()).filter(|next| seen.insert(next.clone())),
                );
            }
        }
        found
    }

    /// Adds the providers of the module in a directory.
    fn add(&mut self, snapshot: &Snapshot, flavor: Flavor, folder: &str) {
        let module = modules::load(snapshot, folder, flavor);
        self.all.extend(providers_of(&module));
        let is_absent = |call: &Declaration| call_targets::folder(snapshot, &module, call).is_none();
        self.is_open |= module.of_kind(Kind::Module).any(is_absent);
    }
}

fn of_policies(snapshot: &Snapshot) -> Vec<UnmatchedName> {
    let settings = &snapshot.settings().policies;
    if settings.levels.is_empty() && settings.inputs.is_empty() {
        return Vec::new();
    }
    let policies = policies(snapshot);
    if !policies.refusals.is_empty() {
        // parts that were not read may declare any name
        return Vec::new();
    }
    let files = policies.files.iter();
    let names: OrderedSet<&str> = files
        .clone()
        .flat_map(|file| file.rules.iter().map(|rule| &*rule.name).chain([&*file.name]))
        .collect();
    let inputs: OrderedSet<&str> =
        files.flat_map(|file| file.inputs.iter().map(|input| input.name.as_str())).collect();
    let levels = settings.levels.iter().map(|(name, _)| &**name).filter(|name| !names.contains(name));
    let levels = levels.map(|name| (format!("policy.levels.{name}"), unknown_policy(name, &names)));
    let given = settings.inputs.iter().map(|(name, _)| &**name).filter(|name| !inputs.contains(name));
    let given = given.map(|name| {
        let near = nearest(name, inputs.iter().copied());
        (format!("policy.inputs.{name}"), format!("no policy has an input `{name}`{}", suggestion(near)))
    });
    let unmatched = |(setting, message)| UnmatchedName { setting, message, is_certain: true };
    levels.chain(given).map(unmatched).collect()
}

fn unknown_policy(name: &str, names: &OrderedSet<&str>) -> String {
    match STARTER.iter().find(|policy| policy.name == name) {
        Some(policy) => {
            format!("the policy `{name}` is not on: add `{}` to `policy.starter`", policy.group())
        }
        None => {
            format!(
                "no policy of this run is named `{name}`{}",
                suggestion(nearest(name, names.iter().copied()))
            )
        }
    }
}

/// The end of a message that suggests a name.
fn suggestion(near: Option<&str>) -> String {
    near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}
