//! The modules of a version of a repository, from a directory or from a revision.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use hclx_analysis::compare::CalledUnits;
use hclx_analysis::describe::{Description, Repetition};
use hclx_analysis::{Extent, Question, Unit, file_path, is_demonstration};
use hclx_diag::{Arrange, Source, SourceId, Sources};
use hclx_eval::Budget;

use crate::cli::BreakingArgs;
use crate::disk::Disk;
use crate::git::{Revision, RevisionFiles, below};
use crate::inputs::Inputs;
use crate::trust::Trust;
use crate::{files, judging, names, output, parallel};

/// The role of values files.
const VALUES: &str = "values";
/// The directory of modules that may only be parts of the module at the top.
const PARTS: &str = "modules";
/// The maximum number of modules in a version.
const MAX_MODULES: usize = 5_000;

/// The maximum depth of calls that are followed to find managed objects.
const MAX_DEPTH: usize = 16;

/// A version of the modules, and their sources.
pub(crate) struct Version {
    /// The modules, by directory.
    pub(crate) modules: Vec<Module>,
    pub(crate) sources: Sources,
    /// The submodules of a revision. They are separate repositories and are not read.
    pub(crate) submodules: Vec<String>,
    /// The directories of modules with files that were not read.
    pub(crate) partial: HashSet<String>,
    /// The commit of a revision, if it differs from the named one.
    pub(crate) base: Option<String>,
}

/// A module of a version.
pub(crate) struct Module {
    /// The directory, relative to the compared one.
    pub(crate) root: String,
    pub(crate) role: Role,
    pub(crate) description: Description,
}

/// The callers that a module can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Anybody.
    Public,
    /// Only called by modules of the repository, so its interface is not compared.
    Internal,
    /// An example or a test, which has no callers and is not compared.
    Example,
}

/// Decides whether a directory is internal by a setting.
pub(crate) type IsInternal<'a> = &'a (dyn Fn(&str) -> bool + Sync);

/// Reads the version in a directory; `None` if inputs are invalid.
///
/// # Errors
/// If there are too many modules.
pub(crate) fn of_folder(
    asked: &BreakingArgs,
    folder: &OsString,
    is_internal: IsInternal<'_>,
    inputs: &mut Inputs,
) -> anyhow::Result<Option<Version>> {
    let selection = judging::select(&asked.context, std::slice::from_ref(folder), None, inputs);
    let top = file_path::clean(&names::text(Path::new(folder)));
    let wanted = |unit: &Unit| relative(&unit.root, &top).is_some();
    let run = judging::judge_wanted(
        &asked.context,
        inputs,
        &Question::Describe(Extent::Interface),
        selection,
        &wanted,
    );
    let Some(run) = run else { return Ok(None) };
    let described = run.units.iter().filter_map(|(_, answer)| answer.description.as_deref());
    let is_compared =
        |one: &&Description| relative(&one.root, &top).is_some_and(|root| !is_demonstration(root));
    let unread = run.refuse_unread_in(&described.filter(is_compared).collect::<Vec<_>>(), inputs);
    let found = run.units.into_iter().filter_map(|(_, answer)| answer.description);
    let version = Version::new(found.map(|one| *one), &top, run.sources, is_internal)?;
    Ok(Some(Version { partial: folders(&unread, &top), ..version }))
}

/// Reads the files of a directory in a revision. No code of the repository runs, and no file is written.
///
/// # Errors
/// If the revision cannot be read.
pub(crate) fn past(against: &str, folder: &OsString) -> anyhow::Result<RevisionFiles> {
    let why = |error: anyhow::Error| anyhow::anyhow!("`--against {against}`: {error:#}");
    let (name, of_old) = named(against);
    let revision = Revision::of_callers(name).map_err(why)?;
    let real = Path::new(folder).canonicalize()?;
    let inside = real.strip_prefix(&revision.root);
    let inside = inside.map_err(|_| why(anyhow::anyhow!("the directory is in another repository")))?;
    let above = of_old.map_or_else(|| file_path::clean(&names::text(inside)), file_path::clean);
    revision.below(&above, ".", &|_, _| None).map_err(why)
}

/// The version declared by the files of a revision. It is searched like `folder`, with the same settings and ignore
/// files.
///
/// # Errors
/// If there are too many modules.
pub(crate) fn of_revision(
    asked: &BreakingArgs,
    mut past: RevisionFiles,
    folder: &OsString,
    is_internal: IsInternal<'_>,
    inputs: &mut Inputs,
) -> anyhow::Result<Version> {
    let folder = Path::new(folder);
    let disk = Disk::new(Trust::new([folder]));
    let select = |paths: &[String]| files::select_among(paths, folder, &inputs.config, &disk);
    past.paths = select(&past.paths);
    past.links = select(&past.links);
    let refused: Vec<String> = past.refused.iter().map(|(path, _)| path.clone()).collect();
    let refused = select(&refused);
    past.refused.retain(|(path, _)| refused.contains(path));
    for (path, reason) in &past.refused {
        inputs.refuse(format!("`{path}` of `{}` is not compared: {reason}", asked.against));
    }
    let session = past.session();
    let snapshot = session.snapshot();
    let limits = asked.context.most.limits();
    let describe = |unit| {
        snapshot.answer(unit, &Question::Describe(Extent::Interface), &Budget::new(limits)).description
    };
    let wanted = |unit: &&Unit| relative(&unit.root, ".").is_some();
    let found = parallel::map(snapshot.units().iter().filter(wanted).collect(), describe);
    let found = found.into_iter().flatten().map(|one| *one);
    let version = Version::new(found, ".", snapshot.sources(|_| true), is_internal)?;
    // As in the new version, links in examples do not matter, and a values file declares nothing.
    let declares = |path: &str| crate::rows().of(path).is_none_or(|(_, row)| row.role != VALUES);
    past.links.retain(|path| !is_demonstration(file_path::parent(path)) && declares(path));
    for path in &past.links {
        inputs.refuse(format!(
            "`{path}` of `{}` was not read: it is a symbolic link that is not followed",
            asked.against
        ));
    }
    let partial = folders(&past.links, ".");
    Ok(Version { submodules: past.submodules, base: past.base, partial, ..version })
}

/// The path of a module relative to a directory.
fn relative<'r>(root: &'r str, top: &str) -> Option<&'r str> {
    match root {
        root if file_path::clean(root) == top => Some("."),
        root => below(root, top),
    }
}

/// The directories of files, relative to a directory.
fn folders(paths: &[String], top: &str) -> HashSet<String> {
    let folder = |path: &String| {
        let folder = file_path::clean(file_path::parent(path));
        Some(if folder == top { ".".to_owned() } else { below(&folder, top)?.to_owned() })
    };
    paths.iter().filter_map(folder).collect()
}

/// Splits `REF:DIR`. A revision contains a colon only in git notations that do not name a commit.
pub(crate) fn named(against: &str) -> (&str, Option<&str>) {
    match against.split_once(':') {
        Some((name, folder)) if !name.is_empty() => (name, Some(folder)),
        _ => (against, None),
    }
}

impl Version {
    /// The modules below a directory.
    ///
    /// # Errors If there are too many files.
    fn new(
        found: impl IntoIterator<Item = Description>,
        top: &str,
        sources: Sources,
        is_internal: IsInternal<'_>,
    ) -> anyhow::Result<Self> {
        let module = |description: Description| {
            let root = relative(&description.root, top)?.to_owned();
            let role = match () {
                () if is_demonstration(&root) => Role::Example,
                () if is_internal(&root) => Role::Internal,
                () => Role::Public,
            };
            Some(Module { root, role, description })
        };
        let mut modules: Vec<Module> = found.into_iter().filter_map(module).collect();
        anyhow::ensure!(
            modules.len() <= MAX_MODULES,
            "{} modules are more than the limit of {MAX_MODULES}",
            modules.len()
        );
        modules.arrange_by(|one, other| one.root.cmp(&other.root));
        Ok(Self { modules, sources, submodules: Vec::new(), partial: HashSet::new(), base: None })
    }

    /// Treats modules below `modules` as internal if only the module at the top calls them, directly or through other
    /// ones of them.
    pub(crate) fn hide_parts(&mut self) {
        let by_root: HashMap<&str, usize> =
            self.modules.iter().enumerate().map(|(index, one)| (&*one.description.root, index)).collect();
        let mut callers: Vec<Vec<usize>> = vec![Vec::new(); self.modules.len()];
        for (index, module) in self.modules.iter().enumerate() {
            let called = callees(&module.description).filter_map(|folder| by_root.get(folder));
            called.for_each(|callee| callers[*callee].push(index));
        }
        let is_part = |(module, callers): (&Module, &Vec<usize>)| {
            module.role == Role::Public
                && module.root.split('/').any(|part| part == PARTS)
                && !callers.is_empty()
        };
        let mut parts: Vec<bool> = self.modules.iter().zip(&callers).map(is_part).collect();
        while let Some(public) = (0..parts.len()).find(|index| {
            let is_outer = |caller: &usize| self.modules[*caller].root != "." && !parts[*caller];
            parts[*index] && callers[*index].iter().any(is_outer)
        }) {
            parts[public] = false;
        }
        for (module, is_part) in self.modules.iter_mut().zip(parts) {
            if is_part {
                module.role = Role::Internal;
            }
        }
    }

    /// Removes the modules in submodules, and reports them.
    pub(crate) fn leave_out(&mut self, submodules: &[String], asked: &BreakingArgs) {
        for submodule in submodules {
            let is_in = |root: &str| file_path::is_inside(root, submodule);
            let count = self.modules.len();
            self.modules.retain(|one| !is_in(&one.root));
            if self.modules.len() < count && !asked.look.quiet {
                output::say(&format!(
                    "note: `{submodule}` is a submodule of git: its modules are not compared"
                ));
            }
        }
    }

    /// The modules that a module calls, directly and indirectly.
    pub(crate) fn called_by<'v>(&'v self, module: &'v Description) -> Vec<&'v Module> {
        let mut met: HashSet<&str> = HashSet::from([&*module.root]);
        let mut found: Vec<&Module> = Vec::new();
        let mut left = vec![module];
        while let Some(module) = left.pop() {
            for folder in callees(module) {
                let inner = self.modules.iter().find(|one| *one.description.root == *folder);
                if let Some(inner) = inner.filter(|inner| met.insert(&inner.description.root)) {
                    found.push(inner);
                    left.push(&inner.description);
                }
            }
        }
        found
    }

    /// Facts about a module's callees.
    pub(crate) fn callee_units(&self, module: &Description) -> CalledUnits {
        let mut called = CalledUnits::default();
        for inner in self.called_by(module) {
            called.requirements.or_default("".into()).extend(inner.description.versions.iter().cloned());
            for one in &inner.description.requirements {
                called.requirements.or_default(Arc::clone(&one.name)).extend(one.constraints.iter().cloned());
            }
        }
        for declared in &module.declarations {
            let folder = declared.call().and_then(|call| call.folder.as_deref());
            if let Some(manages) = folder.and_then(|folder| self.manages(folder, MAX_DEPTH)) {
                called.managed.insert(declared.address.as_str().into(), manages);
            }
        }
        called
    }

    /// Decides whether the module in a directory manages objects: `true` if one exists regardless of the inputs,
    /// `false` if there are none, `None` if that depends on inputs or is unknown.
    fn manages(&self, folder: &str, depth: usize) -> Option<bool> {
        let module = self.modules.iter().find(|module| *module.description.root == *folder)?;
        let mut manages = Some(false);
        for declared in &module.description.declarations {
            let (repetition, own) = match (declared.resource(), declared.call()) {
                (Some(resource), _) if resource.mode == "resource" => (resource.repetition, Some(true)),
                (_, Some(call)) if depth > 0 => {
                    (call.repetition, call.folder.as_deref().and_then(|inner| self.manages(inner, depth - 1)))
                }
                (_, Some(call)) => (call.repetition, None),
                _ => continue,
            };
            match own {
                Some(true) if repetition == Repetition::One => return Some(true),
                Some(false) => {}
                _ => manages = None,
            }
        }
        manages.filter(|_| self.is_whole(module))
    }

    /// The directories of internal modules that public ones call, directly or indirectly.
    pub(crate) fn reached(&self) -> HashSet<&str> {
        let public = self.modules.iter().filter(|one| one.role == Role::Public);
        let called = public.flat_map(|one| self.called_by(&one.description));
        called.filter(|one| one.role == Role::Internal).map(|one| &*one.root).collect()
    }

    /// Returns `true` if all declarations of a module are known.
    pub(crate) fn is_whole(&self, module: &Module) -> bool {
        module.description.broken.is_empty() && !self.partial.contains(&module.root)
    }

    /// Prefixes the names of sources with the name of a revision.
    pub(crate) fn label(&mut self, name: &str) {
        let all: Vec<(SourceId, Source)> = self.sources.iter().map(|(id, one)| (id, one.clone())).collect();
        for (id, source) in all {
            let labeled = format!("{name}:{}", source.name());
            self.sources.set(id, Source::new(labeled, Arc::clone(source.bytes())));
        }
    }
}

/// The directories of the modules that a module calls.
fn callees(module: &Description) -> impl Iterator<Item = &str> {
    module.declarations.iter().filter_map(|one| one.call()?.folder.as_deref())
}
