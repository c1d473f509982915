//! The versions of a provider that a module may run with.
//!
//! Terraform selects one version of a provider for a whole tree of modules: a root, which no module of the run
//! calls, and all modules that it calls, directly or not. What counts is, in this order: the lock file beside the root or in
//! the nearest directory above it; the settings; the constraints of all modules of the tree together; for a tree
//! without any constraint, those of the nearest module above its root, which it may be an example or a test of. A module of
//! several trees may run with what any of them allows.
//!
//! Source of the rules: Terraform's "Provider Requirements" and "Dependency Lock File".

use std::sync::Arc;

use hclx_analysis::{Snapshot, file_path};
use hclx_diag::{ColumnUnit, Ordered, OrderedSet, Span};

use super::requirements::{ProviderRequirement, each_requirement, in_file, in_text, top_blocks};
use crate::terraform::files::roles::{self, Flavor};
use crate::terraform::files::{Folder, configured};
use crate::terraform::packages::{LOCK_FILE, ProviderAddress, Requirement, admits, locked_versions};
use crate::terraform::resolve::callers::{self, CandidateCalls};

/// A version constraint on a provider, and the directory of the module that has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Constraint {
    pub(crate) text: String,
    pub(crate) folder: Folder,
}

/// The selection of the version of a provider in a tree of modules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Selection {
    /// The version in a lock file.
    Locked {
        /// The version.
        version: String,
        /// The path of the file.
        file: String,
    },
    /// A constraint in the settings.
    Configured(String),
    /// All of these constraints.
    Constrained(Vec<Constraint>),
}

impl Selection {
    /// The requirement on the version.
    pub(super) fn requirement(&self) -> Requirement {
        match self {
            Self::Locked { version, .. } => Requirement::Version(version.clone()),
            Self::Configured(text) => Requirement::Constraints(vec![text.clone()]),
            Self::Constrained(all) => {
                Requirement::Constraints(all.iter().map(|one| one.text.clone()).collect())
            }
        }
    }

    /// Returns `true` if a version may be selected.
    fn admits(&self, version: &str) -> bool {
        match self {
            Self::Locked { version: locked, .. } => locked == version,
            Self::Configured(text) => admits(text, version),
            Self::Constrained(all) => all.iter().all(|one| admits(&one.text, version)),
        }
    }
}

/// The versions of a provider that a module may run with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AllowedVersions {
    /// One for each tree of the module; never empty.
    pub(crate) selections: Vec<Selection>,
}

impl AllowedVersions {
    /// The versions of a provider for the module in a directory; `local` is the provider's name there.
    pub(crate) fn of(
        (snapshot, flavor): (&Snapshot, Flavor),
        folder: &str,
        (local, address): (&str, &ProviderAddress),
    ) -> Self {
        let mut selections = Vec::new();
        for root in roots(snapshot, folder).0.iter() {
            let selection = in_tree((snapshot, flavor), root, (local, address));
            if !selections.contains(&selection) {
                selections.push(selection);
            }
        }
        Self { selections }
    }

    /// The requirement of each tree.
    pub(crate) fn requirements(&self) -> Vec<Requirement> {
        self.selections.iter().map(Selection::requirement).collect()
    }

    /// The reason that excludes a version, with its place, as the subject of a sentence.
    pub(crate) fn excluding(&self, (snapshot, flavor): (&Snapshot, Flavor), version: &str) -> Option<String> {
        Some(match self.selections.iter().find(|one| !one.admits(version))? {
            Selection::Locked { version, file } => format!("{version} in `{file}`"),
            Selection::Configured(text) => format!("`{text}` in the settings"),
            Selection::Constrained(all) => {
                let constraint = all.iter().find(|one| !admits(&one.text, version))?;
                let place = place(snapshot, flavor, constraint).map(|span| shown(snapshot, span));
                format!("`{}`{}", constraint.text, place.unwrap_or_default())
            }
        })
    }
}

/// The selection of the version of a provider in the tree below a root.
fn in_tree(
    (snapshot, flavor): (&Snapshot, Flavor),
    root: &str,
    (local, address): (&str, &ProviderAddress),
) -> Selection {
    if let Some((version, file)) = locked(snapshot, root, address) {
        return Selection::Locked { version, file };
    }
    if let Some(text) = configured::provider(snapshot, local, address) {
        return Selection::Configured(text.to_owned());
    }
    let of_tree = constraints_of_tree(snapshot, flavor, root);
    if let Some(all) = of_tree.0.get(address) {
        return Selection::Constrained(all.clone());
    }
    let above = above(snapshot, root).map(|above| constraints_of(snapshot, flavor, &above));
    let of_above = above.as_ref().and_then(|above| above.0.get(address)).cloned();
    Selection::Constrained(of_above.unwrap_or_default())
}

/// The maximum number of directories searched for a lock file.
const MOST_FOLDERS: usize = 32;

/// The version of a provider in the lock file of a root, with the path of the file.
fn locked(snapshot: &Snapshot, root: &str, address: &ProviderAddress) -> Option<(String, String)> {
    let mut lists = file_path::upward(root).take(MOST_FOLDERS).map(|folder| {
        let path = file_path::join(folder, LOCK_FILE).to_string();
        let read = || snapshot.of_file(&path, |bytes| Ok::<_, String>(locked_versions(bytes)));
        (snapshot.memo(&path, read), path)
    });
    let (list, path) = lists.find(|(list, _)| list.is_some())?;
    let list = (*list).as_ref()?;
    list.iter().find(|(known, _)| known == address).map(|(_, version)| (version.clone(), path))
}

/// The directories of modules.
#[derive(Debug, PartialEq)]
struct Folders(Vec<Folder>);

/// The roots of the trees that the module in a directory belongs to; the module itself if nothing calls it.
fn roots(snapshot: &Snapshot, folder: &str) -> Arc<Folders> {
    snapshot.query(folder, (), |snapshot, folder, ()| {
        let neighbours = CandidateCalls::of(snapshot);
        // modules outside of the run, such as installed ones, belong to the tree of the module above them
        let start = match units(snapshot).0.contains(folder) {
            true => Folder::from(folder),
            false => above(snapshot, folder).unwrap_or_else(|| folder.into()),
        };
        let mut seen = OrderedSet::from([Arc::clone(&start)]);
        let mut left = vec![Arc::clone(&start)];
        let mut roots = Vec::new();
        while let Some(folder) = left.pop() {
            let callers = neighbours.callers(&folder);
            if callers.is_empty() {
                roots.push(folder);
                continue;
            }
            left.extend(callers.iter().filter(|caller| seen.insert(Arc::clone(caller))).cloned());
        }
        // modules that call each other have no root
        Folders(if roots.is_empty() { vec![start] } else { roots })
    })
}

/// The directories of the units of a run.
#[derive(PartialEq)]
struct UnitFolders(OrderedSet<Folder>);

fn units(snapshot: &Snapshot) -> Arc<UnitFolders> {
    snapshot.query("", (), |snapshot, _, ()| {
        UnitFolders(snapshot.units().iter().map(|unit| Arc::clone(&unit.root)).collect())
    })
}

/// The nearest directory above one that belongs to a unit of the run.
pub(crate) fn above(snapshot: &Snapshot, folder: &str) -> Option<Folder> {
    let units = units(snapshot);
    file_path::upward(folder).skip(1).find(|above| units.0.contains(*above)).map(Folder::from)
}

/// The constraints on providers in a tree of modules, by address.
#[derive(PartialEq)]
struct OfTree(Ordered<ProviderAddress, Vec<Constraint>>);

/// The constraints on providers in a module, by address.
#[derive(PartialEq)]
struct OfModule(Ordered<ProviderAddress, Vec<Constraint>>);

fn constraints_of_tree(snapshot: &Snapshot, flavor: Flavor, root: &str) -> Arc<OfTree> {
    snapshot.query(&format!("{flavor:?} {root}"), flavor, |snapshot, key, flavor| {
        let (_, root) = key.split_once(' ').unwrap_or_default();
        let mut seen = OrderedSet::from([Folder::from(root)]);
        let mut left = vec![Folder::from(root)];
        let mut all: Ordered<ProviderAddress, Vec<Constraint>> = Ordered::new();
        while let Some(folder) = left.pop() {
            for (address, constraints) in &constraints_of(snapshot, flavor, &folder).0 {
                all.or_default(address.clone()).extend(constraints.iter().cloned());
            }
            let called = callers::called_from(snapshot, &folder);
            left.extend(called.iter().filter(|next| seen.insert(Arc::clone(next))).cloned());
        }
        OfTree(all)
    })
}

/// More generated files than one module has are those of units elsewhere, which are not read for each module.
const MOST_TEXTS: usize = 8;

fn constraints_of(snapshot: &Snapshot, flavor: Flavor, folder: &str) -> Arc<OfModule> {
    snapshot.query(&format!("{flavor:?} {folder}"), flavor, |snapshot, key, flavor| {
        let (_, folder) = key.split_once(' ').unwrap_or_default();
        let mut found: Ordered<String, ProviderRequirement> = Ordered::new();
        let files = roles::of_folder(snapshot, folder, flavor);
        for file in &files.primary {
            for (local, required) in &snapshot.fact(*file, in_file).0 {
                found.or_default(local.clone()).add(required.clone());
            }
        }
        for file in &files.overrides {
            for (local, required) in &snapshot.fact(*file, in_file).0 {
                found.or_default(local.clone()).replace(required.clone());
            }
        }
        // what another program adds counts where the module says nothing
        let generated = snapshot.generated(folder).sources;
        for text in generated.iter().filter(|_| generated.len() <= MOST_TEXTS) {
            for (local, required) in in_text(text).0 {
                if found.get(&local).is_none_or(|own| own.versions.is_empty()) {
                    found.or_default(local).add(required);
                }
            }
        }
        let mut all: Ordered<ProviderAddress, Vec<Constraint>> = Ordered::new();
        for (local, required) in &found {
            let Some(address) = required.address(local) else { continue };
            let constraint = |text: &String| Constraint { text: text.clone(), folder: folder.into() };
            if !required.versions.is_empty() {
                all.or_default(address).extend(required.versions.iter().map(constraint));
            }
        }
        OfModule(all)
    })
}

/// The place of a constraint on a provider.
fn place(snapshot: &Snapshot, flavor: Flavor, constraint: &Constraint) -> Option<Span> {
    let files = roles::of_folder(snapshot, &constraint.folder, flavor);
    let mut found = None;
    for file in files.overrides.iter().chain(&files.primary) {
        for written in top_blocks(&snapshot.parsed(*file), *file) {
            each_requirement(&written, &mut |_, required, version| {
                if found.is_none() && required.versions.contains(&constraint.text) {
                    found = version.map(|version| written.expr_span(version));
                }
            });
        }
    }
    found
}

/// A place as ` (FILE:LINE)`.
fn shown(snapshot: &Snapshot, span: Span) -> String {
    let sources = snapshot.sources(|file| file == span.source);
    let line = sources.get(span.source).position(span.range.start, ColumnUnit::Graphemes).line;
    format!(" ({}:{line})", snapshot.path(span.source))
}
