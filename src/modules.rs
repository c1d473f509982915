//! Modules that a command describes, in directories or below them, and the files that it writes next to them.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use hclx_analysis::describe::Description;
use hclx_analysis::{Extent, Question, Snapshot, file_path};
use hclx_diag::Diagnostic;

use crate::cli::Context;
use crate::files::Selection;
use crate::inputs::Inputs;
use crate::judging::{self, Run};
use crate::names;
use crate::specs::Specs;

/// The directories of modules that the user names.
pub(crate) struct Folders {
    /// The directories as they are named; this directory by default.
    pub(crate) named: Vec<OsString>,
    /// Directories with all modules below them, by clean paths, and the names of directories that are skipped there.
    below: Vec<(String, Vec<String>)>,
    /// Directories whose own modules are skipped.
    without: Vec<String>,
}

/// Refuses a path that does not exist.
///
/// # Errors
/// If it does not exist.
pub(crate) fn ensure_existing(path: &Path) -> anyhow::Result<()> {
    let shown = names::text(path);
    anyhow::ensure!(path.exists(), "`{shown}` does not exist\n  help: name an existing directory");
    Ok(())
}

/// Checks that a path is a directory.
///
/// # Errors
/// If it is not.
pub(crate) fn ensure_directory(path: &Path) -> anyhow::Result<()> {
    let shown = names::text(path);
    anyhow::ensure!(path.is_dir(), "`{shown}` is not a directory\n  help: name the directory of a module");
    Ok(())
}

impl Folders {
    /// The named directories, with everything below them on request.
    ///
    /// # Errors
    /// If a path is not a directory.
    pub(crate) fn new(paths: &[OsString], recursive: bool) -> anyhow::Result<Self> {
        let named = if paths.is_empty() { vec![OsString::from(".")] } else { paths.to_vec() };
        for folder in &named {
            let path = Path::new(folder);
            ensure_directory(path)?;
        }
        let all = |folder| (clean(folder), Vec::new());
        let below = if recursive { named.iter().map(all).collect() } else { Vec::new() };
        Ok(Self { named, below, without: Vec::new() })
    }

    /// Adds all modules below a directory, relative to a named one, except those below directories with some names.
    pub(crate) fn add_below(&mut self, folder: &OsString, inside: &str, exclude: Vec<String>) {
        self.below.push((file_path::join(&clean(folder), inside), exclude));
    }

    /// Skips the module in a directory, but not those below it.
    pub(crate) fn leave_out(&mut self, folder: &OsString) {
        self.without.push(clean(folder));
    }

    /// Describes the modules. Unreadable files and directories without a module are recorded in `inputs`. Nothing is
    /// described if the inputs from flags are invalid.
    ///
    /// # Errors
    /// If files cannot be selected.
    pub(crate) fn describe(
        &self,
        context: &Context,
        extent: Extent,
        inputs: &mut Inputs,
    ) -> anyhow::Result<Option<Run>> {
        let mut selection = judging::select(context, &self.named, None, inputs);
        self.restrict(&mut selection);
        let question = |_: &Snapshot| Ok(Question::Describe(extent));
        let run = judging::judge_selection(context, inputs, Specs::default(), &question, selection)?;
        // If something could not be read, a module may be missing for that reason.
        let refused = inputs.refused.is_empty();
        if let Some(run) = run.as_ref().filter(|_| refused) {
            let roots: HashSet<String> = described(run).map(|one| file_path::clean(&one.root)).collect();
            let has_some = |folder: &String| roots.iter().any(|root| file_path::is_inside(root, folder));
            for folder in self.named.iter().filter(|folder| !has_some(&clean(folder))) {
                let folder = names::text(Path::new(folder));
                inputs.refuse(format!("no module in `{folder}`; `--recursive` takes those below it"));
            }
        }
        Ok(run)
    }

    /// Restricts a selection to the files of the modules.
    fn restrict(&self, selection: &mut Selection) {
        let exact: HashSet<String> = self.named.iter().map(clean).collect();
        selection.paths.retain(|path| {
            let folder = file_path::clean(file_path::parent(path));
            let is_below = || self.below.iter().any(|(above, exclude)| is_below(&folder, above, exclude));
            !self.without.contains(&folder) && (exact.contains(&folder) || is_below())
        });
    }
}

/// Returns `true` for a directory below another one, if none between them has one of the names.
fn is_below(folder: &str, above: &str, exclude: &[String]) -> bool {
    let mut between = file_path::upward(folder).take_while(|inner| *inner != above);
    let is_excluded = |inner: &str| exclude.iter().any(|name| *name == hclx_analysis::file_name(inner));
    file_path::is_inside(folder, above) && !between.any(is_excluded)
}

/// The clean path of a directory.
pub(crate) fn clean(folder: &OsString) -> String {
    file_path::clean(&names::text(Path::new(folder)))
}

/// The descriptions in a run.
pub(crate) fn described(run: &Run) -> impl Iterator<Item = &Description> {
    run.units.iter().filter_map(|(_, answer)| answer.description.as_deref())
}

/// The descriptions in a run, one for each directory: the first one if a directory has files of Terraform and OpenTofu.
pub(crate) fn one_for_each(run: &Run) -> impl Iterator<Item = &Description> {
    let mut roots = HashSet::new();
    described(run).filter(move |one| roots.insert(&one.root))
}

/// The syntax errors of a run. Descriptions lack the declarations in files with syntax errors.
pub(crate) fn broken(run: &Run) -> Vec<Diagnostic> {
    let is_syntax =
        |finding: &Diagnostic| finding.is_error() && finding.code.stage() == hclx_diag::Stage::Syntax;
    run.all_findings().into_iter().filter(is_syntax).collect()
}

/// A root as the user wrote it.
pub(crate) fn shown(root: &str) -> &str {
    if root.is_empty() { "." } else { root }
}

/// The path of a file of a module, by its name there.
///
/// # Errors If the path is outside of the module.
pub(crate) fn file_of(root: &str, name: &Path) -> anyhow::Result<PathBuf> {
    ensure_inside(name)?;
    let path = names::path(shown(root)).join(name);
    Ok(names::path(&file_path::clean(&names::text(&path))).into_owned())
}

/// Rejects a name that refers to a file outside of the module to which it is relative.
///
/// # Errors
/// If it does.
pub(crate) fn ensure_inside(name: &Path) -> anyhow::Result<()> {
    let is_plain = name.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    anyhow::ensure!(
        is_plain,
        "`{}` is not a file of the module: expected a name relative to its directory",
        names::text(name)
    );
    Ok(())
}
