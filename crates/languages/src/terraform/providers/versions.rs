//! The versions of a provider that a module may run with.
//!
//! Terraform selects one version of a provider for a whole tree of modules: a root, which no module of the run calls,
//! and all modules that it calls, directly or indirectly. The selection is based on the first of these that exists: the
//! lock file next to the root or in the nearest directory above it; the settings; the constraints of all modules of the
//! tree together; for a tree without any constraint, those of the nearest module above its root, because the root may
//! be an example or a test of that module. A module in several trees may run with a version that any of them allows.
//!
//! Source of the rules: Terraform's "Provider Requirements" and "Dependency Lock File".

use std::sync::Arc;

use hclx_analysis::{Snapshot, file_path, query};
use hclx_diag::{
    Diagnostic, LineIndex, Ordered, OrderedSet, SharedCause, SharedWords, SourceId, Span, code_names as codes,
};

use super::requirements::{ProviderRequirement, RequiredInFile, each_requirement, in_text, top_blocks};
use crate::terraform::files::roles::{self, Flavor, ModuleKey};
use crate::terraform::files::{Folder, configured};
use crate::terraform::packages::{
    LOCK_FILE, ProviderAddress, Requirement, admits, are_contradictory, locked_versions,
};
use crate::terraform::resolve::callers::{self, CandidateCalls};

/// A version constraint on a provider, and the directory of the module that declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Constraint {
    pub(crate) text: String,
    pub(crate) folder: Folder,
}

/// The rule that selects the version of a provider in a tree of modules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Selection {
    /// The version in a lock file.
    Locked {
        /// The selected version.
        version: String,
        /// The path of the lock file.
        file: String,
    },
    /// A constraint in the settings.
    Configured(String),
    /// Constraints of modules, all of which apply.
    Constrained(Vec<Constraint>),
}

impl Selection {
    /// The selection as a requirement.
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
    /// One selection for each tree of the module; never empty.
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
        for root in snapshot.get(&TreeRoots(folder.into())).iter() {
            let selection = in_tree((snapshot, flavor), root, (local, address));
            if !selections.contains(&selection) {
                selections.push(selection);
            }
        }
        Self { selections }
    }

    /// The requirements of all trees.
    pub(crate) fn requirements(&self) -> Vec<Requirement> {
        self.selections.iter().map(Selection::requirement).collect()
    }

    /// The reason why a version is excluded, with its place, as the subject of a sentence.
    pub(crate) fn excluding(&self, (snapshot, flavor): (&Snapshot, Flavor), version: &str) -> Option<String> {
        Some(match self.selections.iter().find(|one| !one.admits(version))? {
            Selection::Locked { version, file } => format!("{version} in `{file}`"),
            Selection::Configured(text) => format!("`{text}` in the settings"),
            Selection::Constrained(all) => {
                let constraint = all.iter().find(|one| !admits(&one.text, version))?;
                let module = ModuleKey { folder: Arc::clone(&constraint.folder), flavor };
                let place = snapshot.get(&ConstraintPlace(module, constraint.text.as_str().into()));
                format!("`{}`{}", constraint.text, place.as_deref().unwrap_or_default())
            }
        })
    }
}

/// The selection of a provider's version in the tree below a root.
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
    let of_tree = snapshot.get(&TreeConstraints(ModuleKey::new(root, flavor)));
    if let Some(all) = of_tree.get(address) {
        return Selection::Constrained(all.clone());
    }
    let above = above(snapshot, root).map(|folder| ModuleKey { folder, flavor });
    let above = above.map(|above| snapshot.get(&ModuleConstraints(above)));
    let of_above = above.as_ref().and_then(|above| above.get(address)).cloned();
    Selection::Constrained(of_above.unwrap_or_default())
}

/// The maximum number of directories searched for a lock file.
const MOST_FOLDERS: usize = 32;

query! {
    /// The versions in the lock file at a path, if there is one.
    struct LockedVersions(Arc<str>) -> Option<Vec<(ProviderAddress, String)>>;
    |LockedVersions(path), snapshot| snapshot.of_file(path, |bytes| Ok::<_, String>(locked_versions(bytes)))
}

/// The maximum number of constraints on a provider in a tree that are compared with each other.
const MOST_COMPARED: usize = 32;

/// Reports each provider for which two modules in the tree below a root have contradictory constraints.
pub(crate) fn contradictions(snapshot: &Snapshot, flavor: Flavor, root: &str) -> Vec<Diagnostic> {
    let of_tree = snapshot.get(&TreeConstraints(ModuleKey::new(root, flavor)));
    let mut found = Vec::new();
    for (address, all) in of_tree.iter() {
        let Some((first, second)) = contradictory_pair(all) else { continue };
        let (at, other) = (place(snapshot, flavor, first), place(snapshot, flavor, second));
        let Some((at, other)) = at.zip(other) else { continue };
        let message = format!(
            "no version of `{}` satisfies both `{}` and `{}`",
            address.short(),
            first.text,
            second.text
        );
        // many roots may call the module that requires a later version
        let words = SharedWords::Others(
            "another tree has the same conflict".into(),
            "other trees have the same conflict".into(),
        );
        let cause = SharedCause::of_run(format!("{message}{}", shown(snapshot, other)), words);
        let finding = Diagnostic::error(codes::VERSION_CONSTRAINT, at, message).caused_by(cause);
        let finding = finding.also(other, "a module of the same tree requires this");
        found.push(
            finding.help("require versions that have some in common: all modules of a tree share a provider"),
        );
    }
    found
}

/// Two constraints that no version satisfies together, although each can be satisfied alone.
fn contradictory_pair(all: &[Constraint]) -> Option<(&Constraint, &Constraint)> {
    // most modules of a tree have the same constraint
    let mut texts = OrderedSet::new();
    let distinct = all.iter().filter(|constraint| texts.insert(&*constraint.text));
    let distinct: Vec<&Constraint> = distinct.take(MOST_COMPARED).collect();
    let alone = |constraint: &Constraint| !are_contradictory(&[&constraint.text]);
    distinct.iter().enumerate().find_map(|(at, first)| {
        let second = distinct[at + 1..].iter().find(|second| {
            are_contradictory(&[&first.text, &second.text]) && alone(first) && alone(second)
        })?;
        Some((*first, *second))
    })
}

/// The version of a provider in the lock file of a root, with the path of the file.
fn locked(snapshot: &Snapshot, root: &str, address: &ProviderAddress) -> Option<(String, String)> {
    let mut lists = file_path::upward(root).take(MOST_FOLDERS).map(|folder| {
        let path = file_path::join(folder, LOCK_FILE);
        (snapshot.get(&LockedVersions(path.as_str().into())), path)
    });
    let (list, path) = lists.find(|(list, _)| list.is_some())?;
    let list = (*list).as_ref()?;
    list.iter().find(|(known, _)| known == address).map(|(_, version)| (version.clone(), path))
}

query! {
    /// The roots of the trees that the module in a directory belongs to, or the module itself if nothing calls it.
    struct TreeRoots(Folder) -> Vec<Folder>, when Revision(PartialEq::eq);
    |TreeRoots(folder), snapshot| {
        let neighbours = CandidateCalls::of(snapshot);
        // modules outside of the run, such as installed ones, belong to the tree of the module above them
        let start = match snapshot.get(&UnitFolders).contains(folder) {
            true => Arc::clone(folder),
            false => above(snapshot, folder).unwrap_or_else(|| Arc::clone(folder)),
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
        if roots.is_empty() { vec![start] } else { roots }
    }
}

query! {
    /// The directories of the units of a run.
    struct UnitFolders -> OrderedSet<Folder>, when Revision(PartialEq::eq);
    |_, snapshot| snapshot.units().iter().map(|unit| Arc::clone(&unit.root)).collect()
}

/// The directory of the nearest unit of the run above a directory.
pub(crate) fn above(snapshot: &Snapshot, folder: &str) -> Option<Folder> {
    let units = snapshot.get(&UnitFolders);
    file_path::upward(folder).skip(1).find(|above| units.contains(*above)).map(Folder::from)
}

/// Constraints on providers, by address.
type Constraints = Ordered<ProviderAddress, Vec<Constraint>>;

query! {
    /// The constraints on providers in the tree below a root.
    struct TreeConstraints(ModuleKey) -> Constraints, when Revision(PartialEq::eq);
    |TreeConstraints(root), snapshot| {
        let mut seen = OrderedSet::from([Arc::clone(&root.folder)]);
        let mut left = vec![Arc::clone(&root.folder)];
        let mut all = Constraints::new();
        while let Some(folder) = left.pop() {
            let module = ModuleKey { folder: Arc::clone(&folder), flavor: root.flavor };
            for (address, constraints) in &*snapshot.get(&ModuleConstraints(module)) {
                all.or_default(address.clone()).extend(constraints.iter().cloned());
            }
            let called = callers::called_from(snapshot, &folder);
            left.extend(called.iter().filter(|next| seen.insert(Arc::clone(next))).cloned());
        }
        all
    }
}

/// The maximum number of generated files that are read for a module; more belong to units elsewhere.
const MOST_TEXTS: usize = 8;

query! {
    /// The constraints on providers in a module.
    struct ModuleConstraints(ModuleKey) -> Constraints, when Revision(PartialEq::eq);
    |ModuleConstraints(ModuleKey { folder, flavor }), snapshot| {
        let mut found: Ordered<String, ProviderRequirement> = Ordered::new();
        let files = roles::of_folder(snapshot, folder, *flavor);
        for file in &files.primary {
            for (local, required) in &*snapshot.get(&RequiredInFile(*file)) {
                found.or_default(local.clone()).add(required.clone());
            }
        }
        for file in &files.overrides {
            for (local, required) in &*snapshot.get(&RequiredInFile(*file)) {
                found.or_default(local.clone()).replace(required.clone());
            }
        }
        // generated files only count if the module has no requirements of its own
        let generated = snapshot.generated(folder).sources;
        for text in generated.iter().filter(|_| generated.len() <= MOST_TEXTS) {
            for (local, required) in in_text(text) {
                if found.get(&local).is_none_or(|own| own.versions.is_empty()) {
                    found.or_default(local).add(required);
                }
            }
        }
        let mut all = Constraints::new();
        for (local, required) in &found {
            let Some(address) = required.address(local) else { continue };
            let constraint = |text: &String| Constraint { text: text.clone(), folder: Arc::clone(folder) };
            if !required.versions.is_empty() {
                all.or_default(address).extend(required.versions.iter().map(constraint));
            }
        }
        all
    }
}

query! {
    /// The place of a constraint in a module for messages, cached because all modules of a tree ask for the same few.
    struct ConstraintPlace(ModuleKey, Arc<str>) -> Option<String>, when Revision(PartialEq::eq);
    |ConstraintPlace(ModuleKey { folder, flavor }, text), snapshot| {
        let constraint = Constraint { text: text.to_string(), folder: Arc::clone(folder) };
        place(snapshot, *flavor, &constraint).map(|span| shown(snapshot, span))
    }
}

/// The place of a constraint on a provider.
fn place(snapshot: &Snapshot, flavor: Flavor, constraint: &Constraint) -> Option<Span> {
    let files = roles::of_folder(snapshot, &constraint.folder, flavor);
    let has_it = |file: &&SourceId| {
        let required = snapshot.get(&RequiredInFile(**file));
        required.iter().any(|(_, required)| required.versions.contains(&constraint.text))
    };
    let mut found = None;
    for file in files.overrides.iter().chain(&files.primary).filter(has_it) {
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

/// Formats a place as ` (FILE:LINE)`.
fn shown(snapshot: &Snapshot, span: Span) -> String {
    let bytes = snapshot.bytes(span.source).unwrap_or_default();
    let line = LineIndex::new(&bytes).line_of(span.range.start) + 1;
    format!(" ({}:{line})", snapshot.path(span.source))
}
