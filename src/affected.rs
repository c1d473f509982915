//! Finds the roots affected by changes since a revision of the repository.
//!
//! Both versions are read completely, regardless of the requested directory, because a module is often
//! outside the directory of its caller.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;

use hclx_analysis::{Snapshot, file_path};
use hclx_diag::{Arrange, ColumnUnit, MAX_SOURCE_BYTES, Sources};
use hclx_ide::{Cause, Graph, affected, changed_nodes};
use hclx_program::searched::is_skipped_folder;
use serde_json::{Value, json};

use crate::cli::Context;
use crate::files;
use crate::git::{Revision, RevisionFiles, is_object};
use crate::inputs::Inputs;
use crate::walk::{WalkEntry, walk};
use crate::{judging, names, open_file, protocol};

/// The maximum size of a compared file without configuration; a larger one counts as changed.
const MOST_BYTES: u64 = MAX_SOURCE_BYTES as u64;

/// The roots affected by the changes.
pub(crate) struct AffectedRoots {
    snapshot: Snapshot,
    sources: Sources,
    /// The root of the repository, as a prefix of file names.
    base: String,
    found: Vec<hclx_ide::AffectedUnit>,
}

impl AffectedRoots {
    /// Compares the files of the repository of the current directory with a revision, and finds the roots below a directory.
    ///
    /// # Errors
    /// If the revision cannot be read, or the directory is in another repository.
    pub(crate) fn since(
        revision: &str,
        folder: &Path,
        context: &Context,
        inputs: &mut Inputs,
    ) -> anyhow::Result<Self> {
        let revision = Revision::open(revision)?;
        // Paths of both versions are compared as strings, so they have the same prefix: the current directory
        // if it is the root of the repository, otherwise the absolute path of the root.
        let is_here = std::env::current_dir()?.canonicalize()? == revision.root;
        let base = if is_here { ".".to_owned() } else { file_path::clean(&names::text(&revision.root)) };
        let real = folder.canonicalize()?;
        let inside = real.strip_prefix(&revision.root);
        let inside = inside.map_err(|_| anyhow::anyhow!("the directory is in another repository"))?;
        let wanted = file_path::join(&base, &names::text(inside));
        let selection = judging::select(context, &[names::path(&base).into_owned().into()], None, inputs);
        inputs.refuse_unreadable(&selection.unreadable);
        let here = paths_below(&base, &selection);
        let session = judging::unjudged(context, selection, inputs);
        let snapshot = session.snapshot();
        // Contents that equal the file on disk are not requested from `git`.
        let root = revision.root.clone();
        let mut past = revision.below(".", &base, &|path, object| same(&root, path, object))?;
        for (path, reason) in &past.refused {
            inputs.refuse(format!("`{path}` was not compared: {reason}"));
        }
        // ignored files count only if an application that reads whole directories reads them here too
        past.paths.retain(|path| here.get(path) != Some(&true));
        let before = past.session().snapshot();
        let mut found = affected(&before, &snapshot, &changed(&root, &past, &here));
        found.retain(|one| file_path::is_inside(&one.root, &wanted));
        let sources = snapshot.sources(|_| true);
        Ok(Self { snapshot, sources, base, found })
    }

    /// A path relative to the root of the repository.
    fn shown<'p>(&self, path: &'p str) -> &'p str {
        match path.strip_prefix(&*self.base).map(|rest| rest.trim_start_matches('/')) {
            Some("") => ".",
            Some(inside) if self.base != "." => inside,
            _ => path,
        }
    }

    /// The paths of the roots.
    pub(crate) fn roots(&self) -> impl Iterator<Item = &str> {
        self.found.iter().map(|one| self.shown(&one.root))
    }

    /// A row for each root and each of its causes.
    pub(crate) fn rows(&self) -> Vec<[String; 3]> {
        let row = |root: &str, cause: &Cause| {
            let what = match &cause.key {
                Some(key) if *cause.unit == *root => key.to_string(),
                Some(key) => format!("{key} of {}", self.shown(&cause.unit)),
                None => String::new(),
            };
            [self.shown(root).to_owned(), self.place(cause), what]
        };
        self.found.iter().flat_map(|one| one.causes.iter().map(|cause| row(&one.root, cause))).collect()
    }

    fn place(&self, cause: &Cause) -> String {
        let path = self.shown(&cause.path);
        match cause.place {
            Some(span) => {
                let at = self.sources.get(span.source).position(span.range.start, ColumnUnit::Graphemes);
                format!("{path}:{}", at.line)
            }
            None => path.to_owned(),
        }
    }

    /// The affected roots with their causes, and the affected declarations of each.
    pub(crate) fn json(&self) -> Value {
        let cause = |cause: &Cause| {
            let range = cause.place.map(|span| protocol::place(&self.sources, span.source, span.range));
            json!({
                "path": self.shown(&cause.path),
                "module": self.shown(&cause.unit),
                "declaration": cause.key.as_deref(),
                "range": range,
            })
        };
        let root = |one: &hclx_ide::AffectedUnit| {
            let graph = Graph::of(&self.snapshot, &one.root);
            let reached = graph.impact_of(&changed_nodes(&graph, &one.causes));
            let declarations: Vec<&str> = reached.iter().map(|node| &*graph.nodes[*node].address).collect();
            json!({
                "path": self.shown(&one.root),
                "causes": one.causes.iter().map(cause).collect::<Vec<_>>(),
                "declarations": declarations,
            })
        };
        json!({ "format_version": "1.0", "roots": self.found.iter().map(root).collect::<Vec<_>>() })
    }
}

/// Returns the contents of a file if they match a Git object; for a link out of the repository, the contents
/// are its target.
fn same(root: &Path, path: &str, object: &str) -> Option<Vec<u8>> {
    let path = names::path(path);
    let real = std::fs::canonicalize(&path).ok().filter(|real| real.starts_with(root));
    let bytes = match real {
        Some(real) => open_file::read(&real, &|_| Ok(()), MOST_BYTES).ok()?,
        // The blob of a link contains the target path.
        None => std::fs::read_link(&path).ok()?.into_os_string().into_encoded_bytes(),
    };
    is_object(object, &bytes).then_some(bytes)
}

/// The paths of all files below a directory, with `true` for those that ignore files exclude.
fn paths_below(base: &str, selection: &files::Selection) -> BTreeMap<String, bool> {
    let mut found = BTreeMap::new();
    let mut meet = |met: WalkEntry<'_>| {
        let is_ignored = matches!(met, WalkEntry::Ignored(..));
        if let WalkEntry::File(folder, name, kind) | WalkEntry::Ignored(folder, name, kind) = met
            && (kind.is_file() || kind.is_symlink())
        {
            found.insert(file_path::clean(&names::text(&folder.join(name))), is_ignored);
        }
    };
    let is_skipped = |name: &OsStr, _: &dyn Fn(&str) -> bool| name.to_str().is_some_and(is_skipped_folder);
    walk(&names::path(base), &selection.disk, true, &is_skipped, &mut meet);
    found
}

/// The files that differ from the revision.
fn changed(root: &Path, past: &RevisionFiles, here: &BTreeMap<String, bool>) -> Vec<String> {
    // a file that is ignored and was never committed is not a change
    let differs = |(path, is_ignored): &(&String, &bool)| match past.objects.get(*path) {
        Some(object) => same(root, path, object).is_none(),
        None => !**is_ignored,
    };
    // The walk skips hidden directories, so files missing from `here` were not necessarily deleted.
    let is_hidden = |path: &str| path.split('/').any(|part| part.len() > 2 && part.starts_with('.'));
    let gone = past.objects.keys().filter(|path| !here.contains_key(*path));
    let gone = gone.filter(|path| !is_hidden(file_path::parent(path)));
    let mut changed: Vec<String> =
        here.iter().filter(differs).map(|(path, _)| path).chain(gone).cloned().collect();
    changed.arrange();
    changed
}
