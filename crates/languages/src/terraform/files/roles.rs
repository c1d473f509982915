//! The roles of a directory's files, and the module directory of a file.

use std::sync::Arc;

use hclx_analysis::{Companions, Snapshot, file_name, file_path, query};
use hclx_diag::{Ordered, OrderedSet, SourceId};
use hclx_eval::Entry;

use super::{Folder, roles, text_links};

/// One of the two languages, Terraform and OpenTofu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Flavor {
    Terraform,
    OpenTofu,
}

/// The identity of the module in a directory, read as one of the two languages.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ModuleKey {
    pub(crate) folder: Folder,
    pub(crate) flavor: Flavor,
}

impl ModuleKey {
    pub(crate) fn new(folder: &str, flavor: Flavor) -> Self {
        Self { folder: folder.into(), flavor }
    }
}

impl Flavor {
    /// The name in settings.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Terraform => "terraform",
            Self::OpenTofu => "opentofu",
        }
    }

    /// The other of the two languages.
    pub(crate) fn counterpart(self) -> Self {
        match self {
            Self::Terraform => Self::OpenTofu,
            Self::OpenTofu => Self::Terraform,
        }
    }

    /// The name in prose.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Terraform => "Terraform",
            Self::OpenTofu => "OpenTofu",
        }
    }
}

/// The files of a module by role, each list sorted by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct ModuleFiles {
    pub(crate) primary: Vec<SourceId>,
    pub(crate) overrides: Vec<SourceId>,
}

/// Returns `true` if Terraform loads a values file with this name automatically.
pub(crate) fn is_automatic(name: &str) -> bool {
    let name = name.strip_suffix(".json").unwrap_or(name);
    name == "terraform.tfvars" || name.ends_with(".auto.tfvars")
}

/// Returns `true` for the name of a values file.
pub(crate) fn is_values_file(name: &str) -> bool {
    role(name) == Role::Values
}

/// The files that Terraform reads together with a file of this name.
pub(crate) fn joined(name: &str) -> Option<Companions> {
    match role(name) {
        Role::Module => is_module_file(name, Flavor::OpenTofu).then_some(Companions::Beside),
        Role::Values => is_automatic(name).then_some(Companions::Beside),
        Role::Queries => Some(Companions::Beside),
        Role::Tests | Role::Mocks => Some(Companions::Above),
        Role::Other => None,
    }
}

#[derive(Default)]
struct RenamedFiles {
    files: Vec<SourceId>,
    /// Set if module files in the directory are selected too.
    is_beside_module: bool,
}

query! {
    /// Files that are assigned to one of the two languages although their names belong to neither, by directory.
    /// They form the module of their directory, together with selected module files there.
    struct ReassignedFiles -> Ordered<String, RenamedFiles>;
    |_, snapshot| {
        let mut renamed: Ordered<String, RenamedFiles> = Ordered::new();
        let mut others = Vec::new();
        for &file in snapshot.selected().iter() {
            let path = snapshot.path(file);
            let name = file_name(&path);
            let language = snapshot
                .given_language(file)
                .or_else(|| snapshot.row(file).map(|(language, _)| language.row().name));
            let flavor = match language {
                Some("terraform") => Flavor::Terraform,
                _ => Flavor::OpenTofu,
            };
            // OpenTofu files only count as Terraform if the settings assign them
            let flavor = if snapshot.given_language(file).is_some() { flavor } else { Flavor::OpenTofu };
            let folder = file_path::parent(&path).to_owned();
            if is_module_file(name, flavor) {
                others.push(folder);
            } else if matches!(language, Some("terraform" | "opentofu"))
                && matches!(role(name), Role::Module | Role::Other)
            {
                renamed.or_default(folder).files.push(file);
            }
        }
        if !renamed.is_empty() {
            for folder in others {
                if let Some(files) = renamed.get_mut(&folder) {
                    files.is_beside_module = true;
                }
            }
        }
        renamed
    }
}

/// Returns `true` for names that Terraform ignores: hidden files and editor backups.
pub(crate) fn is_ignored(name: &str) -> bool {
    name.starts_with('.') || name.ends_with('~') || (name.starts_with('#') && name.ends_with('#'))
}

/// The name of a module file without its suffix; `true` for a file that only OpenTofu reads.
pub(crate) fn stem(name: &str, flavor: Flavor) -> Option<(&str, bool)> {
    let terraform = [(".tf", false), (".tf.json", false)];
    let tofu = [(".tofu", true), (".tofu.json", true)];
    let endings = terraform.iter().chain(tofu.iter().filter(|_| flavor == Flavor::OpenTofu));
    endings.filter_map(|(ending, tofu)| Some((name.strip_suffix(ending)?, *tofu))).next()
}

/// Returns `true` if a file with this name belongs to a module.
pub(crate) fn is_module_file(name: &str, flavor: Flavor) -> bool {
    !is_ignored(name) && stem(name, flavor).is_some()
}

/// Returns `true` if a file with this name belongs to a module of Terraform or OpenTofu.
pub fn is_module_name(name: &str) -> bool {
    is_module_file(name, Flavor::OpenTofu)
}

fn is_override(stem: &str) -> bool {
    stem == "override" || stem.ends_with("_override")
}

/// Returns `true` if a file with this name overrides others of its module; `None` if it is not a module file.
pub(crate) fn overrides(name: &str) -> Option<bool> {
    let (stem, _) = stem(name, Flavor::OpenTofu).filter(|_| !is_ignored(name))?;
    Some(is_override(stem))
}

/// The files of the module in a directory; empty if the directory does not exist.
pub(crate) fn of_folder(snapshot: &Snapshot, folder: &str, flavor: Flavor) -> Arc<ModuleFiles> {
    snapshot.get(&FilesOfModule(ModuleKey::new(folder, flavor)))
}

query! {
    /// The files of a module.
    struct FilesOfModule(ModuleKey) -> ModuleFiles, of Unit |FilesOfModule(key)| &key.folder;
    |FilesOfModule(key), snapshot| files(snapshot, &key.folder, key.flavor)
}

fn files(snapshot: &Snapshot, folder: &str, flavor: Flavor) -> ModuleFiles {
    let renamed = snapshot.get(&ReassignedFiles);
    let renamed = renamed.get(folder);
    let files = renamed.map(|renamed| renamed.files.clone()).unwrap_or_default();
    let mut found = ModuleFiles { primary: files, overrides: Vec::new() };
    if renamed.is_some_and(|renamed| !renamed.is_beside_module) {
        return found;
    }
    let Ok(listed) = snapshot.list(folder) else { return found };
    let names: Vec<&str> = listed
        .iter()
        .filter(|(name, entry)| *entry == Entry::File && is_module_file(name, flavor))
        .map(|(name, _)| name.as_str())
        .collect();
    for name in &names {
        let Some((stem, tofu)) = stem(name, flavor) else { continue };
        // a `.tofu` file replaces the `.tf` file with the same stem
        let ending = if name.ends_with(".json") { ".tofu.json" } else { ".tofu" };
        // Listings are sorted by name, so a binary search finds the other file.
        let is_replaced = || names.binary_search(&[stem, ending].concat().as_str()).is_ok();
        if !tofu && flavor == Flavor::OpenTofu && is_replaced() {
            continue;
        }
        let Ok(file) = snapshot.find(&file_path::join(folder, name)) else { continue };
        let file = text_links::target_in_text(snapshot, file).unwrap_or(file);
        if renamed.is_some_and(|renamed| renamed.files.contains(&file)) {
            continue;
        }
        if is_override(stem) { found.overrides.push(file) } else { found.primary.push(file) }
    }
    found
}

/// Returns `true` if a directory contains files that only OpenTofu reads.
pub(crate) fn has_tofu(snapshot: &Snapshot, folder: &str) -> bool {
    let is_tofu = |name: &str| stem(name, Flavor::OpenTofu).is_some_and(|(_, tofu)| tofu);
    snapshot.list(folder).is_ok_and(|listed| listed.iter().any(|(name, _)| is_tofu(name)))
}

/// Returns `true` if a directory contains a module.
pub(crate) fn has_module(snapshot: &Snapshot, folder: &str, flavor: Flavor) -> bool {
    *snapshot.get(&HasModule(ModuleKey::new(folder, flavor)))
}

query! {
    /// `true` if a directory contains a module.
    struct HasModule(ModuleKey) -> bool;
    |HasModule(key), snapshot| looks_like_module(snapshot, &key.folder, key.flavor)
}

fn looks_like_module(snapshot: &Snapshot, folder: &str, flavor: Flavor) -> bool {
    let is_given = || snapshot.get(&ReassignedFiles).get(folder).is_some();
    let has_files = snapshot.list(folder).is_ok_and(|listed| {
        listed.iter().any(|(name, entry)| *entry == Entry::File && is_module_file(name, flavor))
    });
    has_files || is_given()
}

/// The role of a file in its module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Module,
    Values,
    Tests,
    Mocks,
    Queries,
    Other,
}

/// The role of a file in a session.
pub(crate) fn of_file(snapshot: &Snapshot, file: SourceId) -> Role {
    role(file_name(&snapshot.path(file)))
}

/// The role of a file according to its name.
pub(crate) fn role(name: &str) -> Role {
    let name = name.strip_suffix(".json").unwrap_or(name);
    let ends = |ending: &str| name.ends_with(ending);
    if ends(".tftest.hcl") || ends(".tofutest.hcl") || ends(".tftest") || ends(".tofutest") {
        Role::Tests
    } else if ends(".tfmock.hcl") || ends(".tfmock") {
        Role::Mocks
    } else if ends(".tfquery.hcl") || ends(".tfquery") {
        Role::Queries
    } else if ends(".tfvars") {
        Role::Values
    } else if ends(".tf") || ends(".tofu") {
        Role::Module
    } else {
        Role::Other
    }
}

/// The directories of the selected files whose names satisfy a predicate.
pub(crate) fn folders_of(snapshot: &Snapshot, is_part: impl Fn(&str) -> bool) -> OrderedSet<String> {
    let selected = snapshot.selected();
    let paths = selected.iter().map(|file| snapshot.path(*file));
    let of_modules = paths.filter(|path| is_part(hclx_analysis::file_name(path)));
    let of_modules = of_modules.map(|path| file_path::parent(&path).to_owned());
    of_modules.chain(snapshot.get(&ReassignedFiles).keys().cloned()).collect()
}

/// The directories of the selected modules, of Terraform or OpenTofu.
pub(crate) fn selected_folders(snapshot: &Snapshot) -> OrderedSet<String> {
    folders_of(snapshot, |name| roles::role(name) == Role::Module)
}
