//! The strings in a file that refer to other files: directories of modules, and files that functions read.

use hclx_analysis::symbols::unquoted;
use hclx_analysis::{Snapshot, file_path};
use hclx_diag::{Arrange, SourceId, TextRange};
use hclx_eval::{Dialect, Entry};
use hclx_syntax::ast::{BodyId, ExprId, ExprKind, Item, Root, Tree};

use crate::complete::{FOLDERS, is_path};

/// A string that refers to an existing file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The place of the string.
    pub place: TextRange,
    /// The path of the file.
    pub target: String,
}

/// The links in a file, sorted by place. The target of a link always exists.
pub fn links(snapshot: &Snapshot, file: SourceId, dialect: Option<&Dialect>) -> Vec<Link> {
    let link = |path: WrittenPath| Some(Link { place: path.place, target: target(snapshot, &path.target)? });
    written_paths(snapshot, file, dialect).into_iter().filter_map(link).collect()
}

/// A string that is a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WrittenPath {
    /// The place of the string.
    pub(crate) place: TextRange,
    /// The place of the path in it, after `${path.module}/`.
    pub(crate) inner: TextRange,
    /// The path as it is written.
    pub(crate) path: String,
    /// The directory that it is relative to.
    pub(crate) folder: String,
    /// The path of a file or a directory that exists.
    pub(crate) target: String,
}

/// The strings in a file that are paths of existing files or directories, sorted by place.
pub(crate) fn written_paths(
    snapshot: &Snapshot,
    file: SourceId,
    dialect: Option<&Dialect>,
) -> Vec<WrittenPath> {
    let parsed = snapshot.parsed(file);
    let own = file_path::parent(&snapshot.path(file)).to_owned();
    let mut folders = vec![own];
    // paths in tests are relative to the directory of the module
    let units = snapshot.units().iter().filter(|unit| unit.files.contains(&file));
    for root in units.map(|unit| &*unit.root).filter(|root| snapshot.list(root).is_ok()) {
        if !folders.iter().any(|folder| folder == root) {
            folders.insert(0, root.to_owned());
        }
    }
    let all = Paths { snapshot, tree: &parsed.tree, folders };
    let mut found = Vec::new();
    match parsed.tree.root() {
        Root::Body(root) => all.folders(root, &mut found),
        Root::Expr(_) => all.properties(&mut found),
    }
    if let Some(dialect) = dialect {
        all.files(dialect, &mut found);
    }
    found.arrange_by_key(|path| path.place.start);
    found
}

/// The file at a path, or the main file of a directory.
fn target(snapshot: &Snapshot, path: &str) -> Option<String> {
    let Ok(entries) = snapshot.list(path) else { return Some(path.to_owned()) };
    let languages = || snapshot.languages().iter().copied();
    let is_read = |name: &str| hclx_analysis::row_of(languages(), name).is_some();
    let mut files = entries.iter().filter(|(name, entry)| *entry == Entry::File && is_read(name));
    let main = files.clone().find(|(name, _)| name.starts_with("main."));
    Some(file_path::join(path, &main.or_else(|| files.next())?.0))
}

/// Returns `true` if a directory or a file exists.
fn exists(snapshot: &Snapshot, path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let beside = || snapshot.list(file_path::parent(path)).unwrap_or_default();
    snapshot.list(path).is_ok()
        || beside().iter().any(|(known, entry)| *known == name && *entry == Entry::File)
}

struct Paths<'a> {
    snapshot: &'a Snapshot,
    tree: &'a Tree,
    /// The directories that paths may be relative to.
    folders: Vec<String>,
}

impl Paths<'_> {
    /// Adds attribute values that refer to directories.
    fn folders(&self, root: BodyId, found: &mut Vec<WrittenPath>) {
        let mut left = vec![root];
        while let Some(body) = left.pop() {
            for item in self.tree.slice(self.tree.body(body).items) {
                match item {
                    Item::Block(block) => left.push(self.tree.node(*block).body),
                    Item::Attribute(one) if FOLDERS.contains(&self.tree.text(one.name.text)) => {
                        found.extend(self.path(one.value));
                    }
                    Item::Attribute(_) => {}
                }
            }
        }
    }

    /// Adds properties of JSON that refer to directories.
    fn properties(&self, found: &mut Vec<WrittenPath>) {
        for id in self.tree.expr_ids() {
            let ExprKind::Object(items) = self.tree.expr(id).kind else { continue };
            for item in self.tree.slice(items) {
                if self.tree.string(item.key).is_some_and(|key| FOLDERS.contains(&key)) {
                    found.extend(self.path(item.value));
                }
            }
        }
    }

    /// Adds the arguments of functions that read files.
    fn files(&self, dialect: &Dialect, found: &mut Vec<WrittenPath>) {
        for id in self.tree.expr_ids() {
            let ExprKind::Call(call) = self.tree.expr(id).kind else { continue };
            let call = self.tree.node(call);
            let Some(function) = dialect.functions().get(self.tree.text(call.name.text)) else { continue };
            for (at, argument) in self.tree.slice(call.args).iter().enumerate() {
                if function.signature.parameter(at).is_some_and(is_path) {
                    found.extend(self.path(*argument));
                }
            }
        }
    }

    /// The path in a string, if its target exists.
    fn path(&self, expr: ExprId) -> Option<WrittenPath> {
        let place = self.tree.expr(expr).range;
        let (written, inner) = match self.tree.expr(expr).kind {
            ExprKind::String(text) | ExprKind::JsonString { text, template: None } => {
                (self.tree.text(text), unquoted(self.tree, place))
            }
            ExprKind::Template(parts) => {
                let [base, rest] = self.tree.slice(parts) else { return None };
                let ExprKind::String(text) = self.tree.expr(*rest).kind else { return None };
                // `path.root` and `path.cwd` are only known in a run.
                let is_here = self.tree.written(self.tree.expr(*base).range) == "path.module";
                let path = self.tree.text(text).strip_prefix('/').filter(|_| is_here)?;
                let end = unquoted(self.tree, place).end;
                (path, TextRange::new(end.checked_sub(path.len() as u32)?, end))
            }
            _ => return None,
        };
        let target = |folder: &String| {
            let target = self.snapshot.reach(folder, written).real;
            exists(self.snapshot, &target).then(|| (folder.clone(), target))
        };
        let (folder, target) = self.folders.iter().find_map(target)?;
        Some(WrittenPath { place, inner, path: written.to_owned(), folder, target })
    }
}
