//! What other files of Terragrunt say, as far as it is written as literals: paths, keys, names.

use std::sync::Arc;

use hclx_analysis::{Snapshot, file_path};
use hclx_diag::{Ordered, SourceId};
use hclx_eval::Entry;
use hclx_syntax::Parsed;
use hclx_syntax::ast::{ExprId, ExprKind, ObjectItem, Tree};
use hclx_syntax::body::{BlockSchema, BodyView, Schema};
use hclx_syntax::statics;

use crate::naming::literal_key;

/// What a file says from outside.
#[derive(Default)]
pub(super) struct Outline {
    /// Names of dependencies with their folders, where these are literal.
    pub dependencies: Ordered<String, Option<String>>,
    /// Names of features.
    pub features: Vec<String>,
    /// The paths that it includes; nothing where one is not literal.
    pub includes: Vec<Option<String>>,
    /// The folder of its module, if that is a literal path.
    pub module: Option<String>,
    /// It says where its module is, whether or not that is a path.
    pub has_source: bool,
}

/// A path that an expression names from a folder, as far as it is literal.
pub(super) fn path_of(
    tree: &Tree,
    source: SourceId,
    expr: ExprId,
    folder: &str,
    snapshot: &Snapshot,
) -> Option<String> {
    match tree.expr(expr).kind {
        ExprKind::String(text) | ExprKind::JsonString { text, template: None } => {
            Some(file_path::join(folder, tree.text(text)))
        }
        ExprKind::Call(_) => {
            let call = statics::as_call(tree, source, expr)?;
            let [name] = call.args[..] else { return None };
            let inner = call.tree.as_deref().unwrap_or(tree);
            let ExprKind::String(text) = inner.expr(name).kind else { return None };
            (call.name == "find_in_parent_folders")
                .then(|| in_parents(inner.text(text), folder, snapshot))
                .flatten()
        }
        _ => None,
    }
}

/// The name that `find_in_parent_folders("NAME")` finds nowhere, not even above what is judged.
pub(super) fn nowhere_above(
    written: &crate::naming::Written<'_>,
    folder: &str,
    snapshot: &Snapshot,
) -> Option<String> {
    const HIGHEST: usize = 16;
    let call = statics::as_call(written.tree, written.source, written.expr)?;
    let [name] = call.args[..] else { return None };
    let inner = call.tree.as_deref().unwrap_or(written.tree);
    let ExprKind::String(text) = inner.expr(name).kind else { return None };
    let name = inner.text(text);
    if call.name != "find_in_parent_folders" || in_parents(name, folder, snapshot).is_some() {
        return None;
    }
    let above = (1..=HIGHEST).map(|depth| format!("{}{name}", "../".repeat(depth)));
    let is_there = |path: String| snapshot.host().look(&path).is_ok();
    (!folder.starts_with('/') && !folder.starts_with("..") && !above.into_iter().any(is_there))
        .then(|| name.to_owned())
}

/// The nearest file or folder of a name above a folder.
fn in_parents(name: &str, folder: &str, snapshot: &Snapshot) -> Option<String> {
    const HIGHEST: usize = 64;
    let mut here = folder.to_owned();
    for _ in 0..HIGHEST {
        let above = match here.as_str() {
            "." | "/" => return None,
            here => file_path::parent(here).to_owned(),
        };
        let found = file_path::join(&above, name);
        if snapshot.host().look(&found).is_ok() || snapshot.find(&found).is_ok() {
            return Some(found);
        }
        here = above;
    }
    None
}

/// The items of an object, or of the objects that `merge` puts together, whose keys are literal.
pub(super) fn literal_items(tree: &Tree, expr: ExprId) -> Vec<(&str, &ObjectItem)> {
    let mut found = Vec::new();
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        if let Some(items) = statics::as_map(tree, expr) {
            found.extend(items.iter().filter_map(|item| Some((literal_key(tree, item)?, item))));
        } else if let ExprKind::Call(call) = tree.expr(expr).kind {
            let call = tree.node(call);
            if tree.text(call.name.text) == "merge" {
                open.extend(tree.slice(call.args).iter().rev());
            }
        }
    }
    found
}

/// Whether there is a file.
pub(super) fn is_file(path: &str, snapshot: &Snapshot) -> bool {
    snapshot.find(path).is_ok()
}

/// Whether there is a folder.
pub(super) fn is_folder(path: &str, snapshot: &Snapshot) -> bool {
    snapshot.list(path).is_ok() || matches!(snapshot.host().look(path), Ok(Entry::Directory))
}

/// The folder that a module's source names, if it is a path.
pub(super) fn module_folder(source: &str, folder: &str) -> Option<String> {
    let source = source.split('?').next().unwrap_or(source).replace("//", "/");
    let source = source.as_str();
    let is_path = source.starts_with("./") || source.starts_with("../") || matches!(source, "." | "..");
    is_path.then(|| file_path::join(folder, source))
}

/// What the file of a path says.
pub(super) fn outline(path: &str, snapshot: &Snapshot) -> Option<Arc<Outline>> {
    let file = snapshot.find(path).ok()?;
    Some(snapshot.memo(path, || read(&snapshot.parsed(file), file, file_path::parent(path), snapshot)))
}

fn read(parsed: &Parsed, source: SourceId, folder: &str, snapshot: &Snapshot) -> Outline {
    let tree = &parsed.tree;
    let (root, _) = BodyView::root(tree, source);
    let block = |block_type: &str, labels: usize| BlockSchema {
        block_type: block_type.to_owned(),
        labels: vec!["name".to_owned(); labels],
        optional_labels: usize::from(block_type == "include"),
    };
    let schema = Schema {
        attributes: Vec::new(),
        blocks: vec![block("dependency", 1), block("feature", 1), block("include", 1), block("terraform", 0)],
    };
    let (content, ..) = root.partial_content(&schema);
    let mut outline = Outline::default();
    for block in &content.blocks {
        let attributes = block.body.just_attributes().0;
        let value = |name: &str| attributes.iter().find(|one| one.name == name).map(|one| one.value);
        let path = |name: &str| value(name).and_then(|expr| path_of(tree, source, expr, folder, snapshot));
        let label = block.labels.first().map_or("", |label| label.text).to_owned();
        match block.block_type {
            "dependency" => drop(outline.dependencies.insert(label, path("config_path"))),
            "feature" => outline.features.push(label),
            "include" => outline.includes.push(path("path")),
            _ => {
                outline.has_source |= value("source").is_some();
                let text = value("source").and_then(|expr| match tree.expr(expr).kind {
                    ExprKind::String(text) => module_folder(tree.text(text), folder),
                    _ => None,
                });
                outline.module = text;
            }
        }
    }
    outline
}
