//! Function calls that change a resource in every plan, and calls of `lookup` that an index can replace.

use hclx_diag::{Applicability, Diagnostic, Edit, Fix, OrderedSet, SourceId, TextRange, code_names as codes};
use hclx_syntax::ast::{Body, BodyId, ExprId, ExprKind, Item, Tree};
use hclx_syntax::statics;

use crate::terraform::declare::declaration::{BlockSource, Declaration};
use crate::terraform::declare::module::Module;
use crate::terraform::schemas::kind::Kind;

/// Functions whose results differ in every plan.
const IMPURE: &[&str] = &["timestamp", "plantimestamp", "uuid", "bcrypt"];

/// Blocks of a resource that are not among its arguments.
const META_BLOCKS: &[&str] = &["lifecycle", "provisioner", "connection"];

/// Reports such calls in a module.
pub(crate) fn judge(module: &Module) -> Vec<Diagnostic> {
    let mut findings: Vec<Diagnostic> = module.of_kind(Kind::Resource).flat_map(changing_arguments).collect();
    let mut seen: OrderedSet<SourceId> = OrderedSet::new();
    let blocks = module.declarations.iter().map(|declaration| &declaration.written).chain(&module.others);
    for block in blocks.filter(|block| seen.insert(block.source)) {
        findings.extend(lookups(block));
    }
    findings
}

/// Reports resource arguments that differ in every plan, unless the lifecycle ignores their changes.
fn changing_arguments(resource: &Declaration) -> Vec<Diagnostic> {
    let written = &resource.written;
    let Some(body) = written.view().native_id() else { return Vec::new() };
    let tree = &written.parsed.tree;
    let ignored = ignored_arguments(written, tree.body(body));
    let mut findings = Vec::new();
    for item in tree.slice(tree.body(body).items) {
        let (name, places) = match item {
            Item::Attribute(attribute) => {
                (tree.text(attribute.name.text), impure_calls(tree, attribute.value))
            }
            Item::Block(block) => {
                let block = tree.node(*block);
                (tree.text(block.block_type.text), impure_calls_in(tree, block.body))
            }
        };
        // triggers are meant to change
        if META_BLOCKS.contains(&name) || name.starts_with("trigger") || ignored.is_ignored(name) {
            continue;
        }
        findings.extend(places.into_iter().map(|(expr, function)| {
            let message = format!("`{function}()` changes `{name}` in every plan");
            let finding = Diagnostic::warning(codes::CHANGING_ARGUMENT, written.expr_span(expr), message);
            finding.help(format!("use a value that stays the same, or `ignore_changes = [{name}]`"))
        }));
    }
    findings
}

/// The arguments whose changes a lifecycle ignores.
enum IgnoredArguments {
    All,
    Named(Vec<String>),
}

impl IgnoredArguments {
    fn is_ignored(&self, name: &str) -> bool {
        match self {
            Self::All => true,
            Self::Named(names) => names.iter().any(|ignored| ignored == name),
        }
    }
}

fn ignored_arguments(written: &BlockSource, body: &Body) -> IgnoredArguments {
    let tree = &written.parsed.tree;
    let blocks = tree.slice(body.items).iter().filter_map(|item| match item {
        Item::Block(block) => Some(tree.node(*block)),
        Item::Attribute(_) => None,
    });
    let lifecycle = blocks.filter(|block| tree.text(block.block_type.text) == "lifecycle");
    let items = lifecycle.flat_map(|block| tree.slice(tree.body(block.body).items));
    let mut names = Vec::new();
    for item in items {
        let Item::Attribute(attribute) = item else { continue };
        if tree.text(attribute.name.text) != "ignore_changes" {
            continue;
        }
        let Some(list) = statics::as_list(tree, attribute.value) else { return IgnoredArguments::All };
        let references = list.iter().filter_map(|entry| statics::as_reference(tree, written.source, *entry));
        names.extend(references.map(|reference| reference.root.to_string()));
    }
    IgnoredArguments::Named(names)
}

/// The calls of impure functions in an expression, each with the name of the function.
fn impure_calls(tree: &Tree, expr: ExprId) -> Vec<(ExprId, &str)> {
    let calls = tree.inside(expr).filter_map(|part| match tree.expr(part).kind {
        ExprKind::Call(call) => Some((part, tree.text(tree.node(call).name.text))),
        _ => None,
    });
    calls.filter(|(_, name)| IMPURE.contains(name)).collect()
}

fn impure_calls_in(tree: &Tree, body: BodyId) -> Vec<(ExprId, &str)> {
    let items = tree.slice(tree.body(body).items).iter();
    let calls = items.flat_map(|item| match item {
        Item::Attribute(attribute) => impure_calls(tree, attribute.value),
        Item::Block(block) => hclx_diag::grow(|| impure_calls_in(tree, tree.node(*block).body)),
    });
    calls.collect()
}

/// Reports calls of `lookup` without a default in the file of a block.
fn lookups(block: &BlockSource) -> Vec<Diagnostic> {
    let tree = &block.parsed.tree;
    if block.view().native_id().is_none() {
        return Vec::new();
    }
    let finding = |expr: ExprId| {
        let ExprKind::Call(call) = tree.expr(expr).kind else { return None };
        let call = tree.node(call);
        let [map, key] = tree.slice(call.args) else { return None };
        if tree.text(call.name.text) != "lookup" || call.expand {
            return None;
        }
        let place = block.expr_span(expr);
        let message = "`lookup` without a default does what an index does";
        let finding = Diagnostic::warning(codes::LEGACY_LOOKUP, place, message);
        Some(match index(block, expr, (*map, *key)) {
            Some(fix) => finding.fix(fix),
            None => finding.help("write `MAP[KEY]`"),
        })
    };
    tree.expr_ids().filter_map(finding).collect()
}

/// The edit that replaces the call by an index; `None` if that requires parentheses or loses a comment.
fn index(block: &BlockSource, call: ExprId, (map, key): (ExprId, ExprId)) -> Option<Fix> {
    let tree = &block.parsed.tree;
    let is_primary = matches!(
        tree.expr(map).kind,
        ExprKind::Variable(_) | ExprKind::Traversal { .. } | ExprKind::Call(_) | ExprKind::Paren(_)
    );
    let [call, map, key] = [call, map, key].map(|expr| tree.expr(expr).range);
    let has_comment =
        tree.comments().iter().any(|comment| call.start <= comment.start && comment.end <= call.end);
    let edit = |start: u32, end: u32, text: &str| Edit {
        span: TextRange::new(start, end).in_source(block.source),
        text: text.to_owned(),
    };
    (is_primary && !has_comment).then(|| Fix {
        title: "write an index".to_owned(),
        edits: vec![
            edit(call.start, map.start, ""),
            edit(map.end, key.start, "["),
            edit(key.end, call.end, "]"),
        ],
        applicability: Applicability::Certain,
    })
}
