//! The strings in a file that refer to other files: directories of modules, and files that functions read.

use hclx_analysis::{Snapshot, file_path};
use hclx_diag::{SourceId, TextRange};
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
    let parsed = snapshot.parsed(file);
    let all =
        Links { snapshot, tree: &parsed.tree, folder: file_path::parent(&snapshot.path(file)).to_owned() };
    let mut found = Vec::new();
    if let Root::Body(root) = parsed.tree.root() {
        all.folders(root, &mut found);
    }
    if let Some(dialect) = dialect {
        all.files(dialect, &mut found);
    }
    found.sort_by_key(|link| link.place.start);
    found
}

struct Links<'a> {
    snapshot: &'a Snapshot,
    tree: &'a Tree,
    folder: String,
}

impl Links<'_> {
    /// Adds attribute values that refer to directories.
    fn folders(&self, root: BodyId, found: &mut Vec<Link>) {
        let mut left = vec![root];
        while let Some(body) = left.pop() {
            for item in self.tree.slice(self.tree.body(body).items) {
                match item {
                    Item::Block(block) => left.push(self.tree.node(*block).body),
                    Item::Attribute(one) if FOLDERS.contains(&self.tree.text(one.name.text)) => {
                        found.extend(self.link(one.value));
                    }
                    Item::Attribute(_) => {}
                }
            }
        }
    }

    /// Adds the arguments of functions that read files.
    fn files(&self, dialect: &Dialect, found: &mut Vec<Link>) {
        for id in 0..self.tree.expr_count() as u32 {
            let ExprKind::Call(call) = self.tree.expr(ExprId(id)).kind else { continue };
            let call = self.tree.node(call);
            let Some(function) = dialect.functions().get(self.tree.text(call.name.text)) else { continue };
            for (at, argument) in self.tree.slice(call.args).iter().enumerate() {
                if function.signature.parameter(at).is_some_and(is_path) {
                    found.extend(self.link(*argument));
                }
            }
        }
    }

    /// The link of a string that is a path relative to the file's directory, if the target exists.
    fn link(&self, expr: ExprId) -> Option<Link> {
        let place = self.tree.expr(expr).range;
        let written = match self.tree.expr(expr).kind {
            ExprKind::String(text) => self.tree.text(text).to_owned(),
            ExprKind::Template(parts) => {
                let [base, rest] = self.tree.slice(parts) else { return None };
                let ExprKind::String(rest) = self.tree.expr(*rest).kind else { return None };
                let is_here = self.tree.written(self.tree.expr(*base).range) == "path.module";
                is_here.then(|| format!(".{}", self.tree.text(rest)))?
            }
            _ => return None,
        };
        let path = file_path::join(&self.folder, &written);
        let target = match self.snapshot.list(&path) {
            Ok(entries) => {
                let languages = || self.snapshot.languages().iter().copied();
                let is_read = |name: &str| hclx_analysis::row_of(languages(), name).is_some();
                let mut files = entries.iter().filter(|(name, entry)| *entry == Entry::File && is_read(name));
                let main = files.clone().find(|(name, _)| name.starts_with("main."));
                file_path::join(&path, &main.or_else(|| files.next())?.0)
            }
            Err(_) => {
                let name = path.rsplit('/').next()?.to_owned();
                let beside = self.snapshot.list(file_path::parent(&path)).ok()?;
                beside.iter().any(|(known, entry)| *known == name && *entry == Entry::File).then_some(path)?
            }
        };
        Some(Link { place, target })
    }
}
