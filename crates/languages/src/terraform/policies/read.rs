//! Reads the policies of a run.

use std::sync::{Arc, LazyLock};

use hclx_analysis::{Snapshot, file_path};
use hclx_diag::{Diagnostic, SourceId, TextRange};
use hclx_eval::Entry;
use hclx_schema::{Block, match_body};
use hclx_syntax::Parsed;
use hclx_syntax::ast::{ExprId, Tree};
use hclx_syntax::body::{BlockView, BodyView};

use super::guesses::{MANDATORY, OPERATIONS_ON_SOURCE};
use crate::tables::{Table, shipped};

/// The blocks of files with policies.
pub(crate) static POLICY_FILE: LazyLock<Table> =
    LazyLock::new(|| shipped(include_str!("../../tables/shipped/policy.hcl")));

/// The greatest depth of directories that are searched for policies.
const MOST_DEPTH: usize = 16;

/// The policies of a run, by file.
#[derive(Default)]
pub(crate) struct Policies {
    pub(crate) files: Vec<PolicyFile>,
}

/// A file with policies, which stands alone.
pub(crate) struct PolicyFile {
    pub(crate) source: SourceId,
    pub(crate) parsed: Arc<Parsed>,
    pub(crate) locals: Vec<NamedExpr>,
    /// Inputs with their defaults.
    pub(crate) inputs: Vec<NamedExpr>,
    pub(crate) policies: Vec<ResourcePolicy>,
}

/// A name with its expression.
pub(crate) struct NamedExpr {
    pub(crate) name: String,
    pub(crate) expr: ExprId,
}

/// A `resource_policy`.
pub(crate) struct ResourcePolicy {
    /// The type of resources, with `*` for any part.
    pub(crate) pattern: String,
    pub(crate) name: String,
    pub(crate) is_mandatory: bool,
    pub(crate) filter: Option<ExprId>,
    pub(crate) locals: Vec<NamedExpr>,
    pub(crate) conditions: Vec<Condition>,
}

/// An `enforce` block.
pub(crate) struct Condition {
    pub(crate) expr: ExprId,
    pub(crate) range: TextRange,
    pub(crate) error_message: Option<ExprId>,
}

/// The policies that the settings name; read once for a snapshot.
pub(crate) fn policies(snapshot: &Snapshot) -> Arc<Policies> {
    snapshot.memo("policies of the run", || {
        let mut files = Vec::new();
        for path in &snapshot.settings().policies {
            search(snapshot, &file_path::clean(path), 0, &mut files);
        }
        Policies { files }
    })
}

fn search(snapshot: &Snapshot, path: &str, depth: usize, files: &mut Vec<PolicyFile>) {
    if path.ends_with(".policy.hcl") {
        files.extend(file(snapshot, path));
        return;
    }
    let Ok(entries) = snapshot.list(path) else { return };
    for (name, entry) in entries.iter().filter(|(name, _)| !name.starts_with('.')) {
        let inner = file_path::join(path, name);
        match entry {
            Entry::Directory if depth < MOST_DEPTH => search(snapshot, &inner, depth + 1, files),
            _ if name.ends_with(".policy.hcl") => files.extend(file(snapshot, &inner)),
            _ => {}
        }
    }
}

/// The policies of a file; `None` if it cannot be read or has syntax errors, which are reported where it is checked.
fn file(snapshot: &Snapshot, path: &str) -> Option<PolicyFile> {
    let source = snapshot.find(path).ok()?;
    snapshot.bytes(source).ok()?;
    let parsed = snapshot.parsed(source);
    if parsed.diagnostics.iter().any(Diagnostic::is_error) {
        return None;
    }
    let (view, _) = BodyView::root(&parsed.tree, source);
    let (mut locals, mut inputs, mut policies) = (Vec::new(), Vec::new(), Vec::new());
    for (block, body) in blocks(&view, &POLICY_FILE.root) {
        let label = |at: usize| block.labels.get(at).map_or("", |label| label.text).to_owned();
        match block.block_type {
            "locals" => locals.extend(named(&block.body)),
            "input" => {
                let default = argument(&block.body, "default");
                inputs.extend(default.map(|expr| NamedExpr { name: label(0), expr }));
            }
            "resource_policy" => policies.extend(policy(&parsed.tree, &block, &body, (label(0), label(1)))),
            _ => {}
        }
    }
    let parsed = Arc::clone(&parsed);
    Some(PolicyFile { source, parsed, locals, inputs, policies })
}

fn blocks<'t>(view: &BodyView<'t>, schema: &Block) -> Vec<(BlockView<'t>, Arc<Block>)> {
    let content = match_body(view, schema).content;
    let known = content.blocks.into_iter().filter_map(|block| {
        let body = schema.blocks().get(block.position)?.body.of(&block.labels);
        Some((block, body))
    });
    known.collect()
}

fn named(view: &BodyView<'_>) -> Vec<NamedExpr> {
    let attributes = view.just_attributes().0.into_iter();
    attributes.map(|found| NamedExpr { name: found.name.to_owned(), expr: found.value }).collect()
}

fn argument(view: &BodyView<'_>, name: &str) -> Option<ExprId> {
    view.just_attributes().0.into_iter().find(|found| found.name == name).map(|found| found.value)
}

/// A policy; `None` if it is not judged on source.
fn policy(
    tree: &Tree,
    block: &BlockView<'_>,
    schema: &Block,
    (pattern, name): (String, String),
) -> Option<ResourcePolicy> {
    let view = &block.body;
    if let Some(operations) = argument(view, "operations") {
        let listed = hclx_syntax::statics::as_list(tree, operations)?;
        let is_judged =
            |expr: &ExprId| tree.string(*expr).is_some_and(|word| OPERATIONS_ON_SOURCE.contains(&word));
        listed.iter().any(is_judged).then_some(())?;
    }
    let level = argument(view, "enforcement_level").and_then(|expr| tree.string(expr));
    let (mut locals, mut conditions) = (Vec::new(), Vec::new());
    for (inner, _) in blocks(view, schema) {
        match inner.block_type {
            "locals" => locals.extend(named(&inner.body)),
            "enforce" => conditions.extend(argument(&inner.body, "condition").map(|expr| Condition {
                expr,
                range: tree.expr(expr).range,
                error_message: argument(&inner.body, "error_message"),
            })),
            _ => {}
        }
    }
    Some(ResourcePolicy {
        pattern,
        name,
        is_mandatory: level.is_some_and(|level| MANDATORY.contains(&level)),
        filter: argument(view, "filter"),
        locals,
        conditions,
    })
}
