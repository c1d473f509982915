//! What other files of Terragrunt say, as far as it is written as literals: paths, keys, names.

use std::collections::BTreeMap;
use std::sync::Arc;

use hclx_analysis::{Snapshot, file_path};
use hclx_diag::SourceId;
use hclx_eval::Entry;
use hclx_syntax::Parsed;
use hclx_syntax::ast::{ExprId, ExprKind, Tree};
use hclx_syntax::body::{BlockSchema, BodyView, Schema};
use hclx_syntax::statics;

use crate::naming::literal_key;

/// What a file says from outside.
#[derive(Default)]
pub(super) struct Outline {
    /// Names of dependencies with their folders, where these are literal.
    pub dependencies: BTreeMap<String, Option<String>>,
    /// Names of features.
    pub features: Vec<String>,
    /// The paths that it includes; nothing where one is not literal.
    pub includes: Vec<Option<String>>,
    /// The folder of its module, if that is a literal path.
    pub module: Option<String>,
    /// The keys of `inputs`; nothing if they are not all literal.
    pub inputs: Option<Vec<String>>,
    /// The names of its locals.
    pub locals: Vec<String>,
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
    let source = source.split('?').next().unwrap_or(source);
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
        blocks: vec![
            block("dependency", 1),
            block("feature", 1),
            block("include", 1),
            block("terraform", 0),
            block("locals", 0),
        ],
    };
    let (content, rest, _) = root.partial_content(&schema);
    let mut outline = Outline { inputs: Some(Vec::new()), ..Outline::default() };
    for block in &content.blocks {
        let attributes = block.body.just_attributes().0;
        let value = |name: &str| attributes.iter().find(|one| one.name == name).map(|one| one.value);
        let path = |name: &str| value(name).and_then(|expr| path_of(tree, source, expr, folder, snapshot));
        let label = block.labels.first().map_or("", |label| label.text).to_owned();
        match block.block_type {
            "dependency" => drop(outline.dependencies.insert(label, path("config_path"))),
            "feature" => outline.features.push(label),
            "include" => outline.includes.push(path("path")),
            "terraform" => {
                let text = value("source").and_then(|expr| match tree.expr(expr).kind {
                    ExprKind::String(text) => module_folder(tree.text(text), folder),
                    _ => None,
                });
                outline.module = text;
            }
            _ => outline.locals.extend(attributes.iter().map(|one| one.name.to_owned())),
        }
    }
    let attributes = rest.just_attributes().0;
    if let Some(inputs) = attributes.iter().find(|one| one.name == "inputs") {
        outline.inputs = statics::as_map(tree, inputs.value)
            .and_then(|items| items.iter().map(|item| literal_key(tree, item).map(str::to_owned)).collect());
    }
    outline
}
