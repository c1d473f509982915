//! Reads policy files.

use std::sync::{Arc, LazyLock};

use hclx_analysis::graph::each_reference;
use hclx_analysis::{Snapshot, file_name};
use hclx_diag::{Diagnostic, SourceId, TextRange};
use hclx_schema::{Block, match_body};
use hclx_syntax::Parsed;
use hclx_syntax::ast::{ExprId, Tree};
use hclx_syntax::body::{BlockView, BodyView};
use hclx_syntax::statics::as_list;

use super::guesses::OPERATIONS_ON_SOURCE;
use crate::tables::{Table, shipped, shipped_file};

/// The schema of policy files.
pub(crate) static POLICY_FILE: LazyLock<Table> = LazyLock::new(|| shipped(shipped_file!("policy.hcl")));

/// The suffix of policy files.
pub(super) const SUFFIX: &str = ".policy.hcl";

/// A policy file, which is independent of others.
pub(crate) struct PolicyFile {
    pub(crate) source: SourceId,
    /// The name of the file without its suffix.
    pub(crate) name: Arc<str>,
    pub(crate) parsed: Arc<Parsed>,
    pub(crate) locals: Vec<NamedExpr>,
    pub(crate) inputs: Vec<Input>,
    pub(crate) rules: Vec<PolicyRule>,
}

/// A name with its expression.
pub(crate) struct NamedExpr {
    pub(crate) name: String,
    pub(crate) expr: ExprId,
}

/// An `input` block.
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) default: Option<ExprId>,
}

/// The kind of a policy, by its subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// `resource_policy`.
    Resource,
    /// `module_policy`.
    Module,
    /// `provider_policy`.
    Provider,
}

pub(crate) struct PolicyRule {
    pub(crate) target: Target,
    /// The type of resources, the source of modules or the name of providers, with `*` for any part.
    pub(crate) pattern: String,
    pub(crate) name: Arc<str>,
    pub(crate) level: Option<ExprId>,
    /// The operations that it lists.
    pub(crate) operations: Option<Vec<String>>,
    /// Set if it applies to created or unchanged objects, based on their own values.
    pub(crate) is_on_source: bool,
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

impl Target {
    /// The kind of a block type.
    pub(crate) fn from_block_type(block_type: &str) -> Option<Self> {
        match block_type {
            "resource_policy" => Some(Self::Resource),
            "module_policy" => Some(Self::Module),
            "provider_policy" => Some(Self::Provider),
            _ => None,
        }
    }
}

impl PolicyRule {
    /// Returns `true` if it applies to a resource type, source or provider; `*` in its label matches any part.
    pub(crate) fn selects(&self, name: &str) -> bool {
        let mut parts = self.pattern.split('*');
        let first = parts.next().unwrap_or_default();
        let Some(mut rest) = name.strip_prefix(first) else { return false };
        if !self.pattern.contains('*') {
            return rest.is_empty();
        }
        let parts: Vec<&str> = parts.collect();
        let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
        for part in middle {
            let Some(at) = rest.find(part) else { return false };
            rest = &rest[at + part.len()..];
        }
        rest.ends_with(last)
    }

    /// The expressions that determine its verdict.
    fn expressions(&self) -> impl Iterator<Item = ExprId> {
        let locals = self.locals.iter().map(|local| local.expr);
        self.conditions.iter().map(|condition| condition.expr).chain(self.filter).chain(locals)
    }
}

/// The policies of a file; `None` if the file is unreadable or has syntax errors, which are reported in its own check.
pub(crate) fn file(snapshot: &Snapshot, path: &str) -> Option<PolicyFile> {
    let source = snapshot.find(path).ok()?;
    snapshot.bytes(source).ok()?;
    let parsed = snapshot.parsed(source);
    let name = file_name(path);
    let name = name.strip_suffix(SUFFIX).unwrap_or(name);
    (!parsed.diagnostics.iter().any(Diagnostic::is_error)).then(|| policy_file(&parsed, source, name))
}

/// The policies of a parsed file.
pub(super) fn policy_file(parsed: &Arc<Parsed>, source: SourceId, name: &str) -> PolicyFile {
    let (view, _) = BodyView::root(&parsed.tree, source);
    let (mut locals, mut inputs, mut rules) = (Vec::new(), Vec::new(), Vec::new());
    for (block, body) in blocks(&view, &POLICY_FILE.root) {
        match block.block_type {
            "locals" => locals.extend(named(&block.body)),
            "input" => {
                inputs.push(Input { name: label(&block, 0), default: argument(&block.body, "default") });
            }
            _ => rules.extend(rule(&parsed.tree, &block, &body)),
        }
    }
    PolicyFile { source, name: name.into(), parsed: Arc::clone(parsed), locals, inputs, rules }
}

fn label(block: &BlockView<'_>, at: usize) -> String {
    block.labels.get(at).map_or("", |label| label.text).to_owned()
}

pub(crate) fn blocks<'t>(view: &BodyView<'t>, schema: &Block) -> Vec<(BlockView<'t>, Arc<Block>)> {
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

pub(crate) fn argument(view: &BodyView<'_>, name: &str) -> Option<ExprId> {
    view.just_attributes().0.into_iter().find(|found| found.name == name).map(|found| found.value)
}

/// A policy; `None` for any other block.
fn rule(tree: &Tree, block: &BlockView<'_>, schema: &Block) -> Option<PolicyRule> {
    let view = &block.body;
    let (mut locals, mut conditions) = (Vec::new(), Vec::new());
    let target = Target::from_block_type(block.block_type)?;
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
    let mut rule = PolicyRule {
        target,
        pattern: label(block, 0),
        name: label(block, 1).into(),
        level: argument(view, "enforcement_level"),
        operations: argument(view, "operations").map(|list| words(tree, list)),
        is_on_source: true,
        filter: argument(view, "filter"),
        locals,
        conditions,
    };
    let mut reads_before = false;
    rule.expressions().for_each(|expr| {
        each_reference(tree, expr, &mut |mention| reads_before |= mention.root == "prior_attrs");
    });
    let is_on_source = |word: &String| OPERATIONS_ON_SOURCE.contains(&word.as_str());
    let creates = rule.operations.as_ref().is_none_or(|words| words.iter().any(is_on_source));
    rule.is_on_source = creates && !reads_before;
    Some(rule)
}

/// The strings of a literal list.
fn words(tree: &Tree, list: ExprId) -> Vec<String> {
    let listed = as_list(tree, list).unwrap_or_default();
    listed.iter().filter_map(|expr| tree.string(*expr).map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_match_any_part() {
        for (pattern, of_type, matches) in [
            ("aws_s3_bucket", "aws_s3_bucket", true),
            ("aws_s3_bucket", "aws_s3_bucket_policy", false),
            ("aws_s3_*", "aws_s3_bucket", true),
            ("*", "aws_s3_bucket", true),
            ("*_bucket", "aws_s3_bucket", true),
            ("aws_*_bucket", "aws_s3_bucket", true),
            ("aws_*_a_*", "aws_s3_bucket", false),
        ] {
            let rule = PolicyRule {
                target: Target::Resource,
                pattern: pattern.to_owned(),
                name: "p".into(),
                level: None,
                operations: None,
                is_on_source: true,
                filter: None,
                locals: Vec::new(),
                conditions: Vec::new(),
            };
            assert_eq!(rule.selects(of_type), matches, "{pattern} {of_type}");
        }
    }
}
