//! Checks one file: parses it, evaluates every expression, and keeps all findings.
//!
//! `check` uses the findings, `infer` the types, and `eval` the values.

use std::collections::HashSet;
use std::sync::Arc;

use hclx_diag::{Arrange, Diagnostic, SourceId, TextRange};
use hclx_eval::{Approximation, Budget, Dialect, Scope, Unresolved, evaluate};
use hclx_syntax::Parsed;
use hclx_syntax::ast::{ExprId, Tree};

use crate::BodyItem;
use crate::Settings;
use crate::body::Walk;

/// The result of checking a file.
#[derive(Debug, Default)]
pub struct FileJudgement {
    /// Attributes and blocks in source order, with the values of the attributes.
    pub items: Vec<BodyItem>,
    /// The findings, by place.
    pub diagnostics: Vec<Diagnostic>,
    /// Undeclared names, one entry for each use.
    pub unresolved: Vec<Unresolved>,
    /// The places where precision was lost.
    pub approximations: Vec<Approximation>,
}

/// Checks one file by evaluating everything in its tree. `dialect` is the dialect of its language.
pub fn judge(
    source: SourceId,
    parsed: &Parsed,
    dialect: &Dialect,
    settings: &Settings,
    budget: &Budget,
) -> FileJudgement {
    judge_in(&settings.scope, source, parsed, dialect, settings, budget, Items::Kept)
}

/// The handling of items: a large file has many, and `check` needs none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Items {
    /// Items are collected.
    Kept,
    /// Items are not collected.
    Dropped,
}

/// Like [`judge`], with variables other than those in the settings.
pub fn judge_in(
    scope: &Scope<'_>,
    source: SourceId,
    parsed: &Parsed,
    dialect: &Dialect,
    settings: &Settings,
    budget: &Budget,
    items: Items,
) -> FileJudgement {
    let broken = SyntaxErrors::new(&parsed.diagnostics);
    let mut judged = FileJudgement { diagnostics: parsed.diagnostics.clone(), ..FileJudgement::default() };
    let environment = settings.environment(dialect);
    budget.allow_for_source(parsed.tree.source().len());
    let mut names = Names::default();
    let make = if items == Items::Kept { Walk::new } else { Walk::without_items };
    let mut walk = make(&parsed.tree, source, environment.application_unknown);
    walk.items(&mut |tree: &Tree, expr: ExprId| {
        let outcome = evaluate(tree, source, expr, scope, &environment, budget);
        // The parser has repaired an expression with a syntax error, so findings of its evaluation may be
        // wrong.
        if !broken.touches(tree.expr(expr).range) {
            judged.diagnostics.extend(outcome.diagnostics);
        }
        judged.unresolved.extend(outcome.unresolved.into_iter().map(|found| names.shared(found)));
        judged.approximations.extend(outcome.approximations);
        outcome.value
    });
    let (items, diagnostics) = walk.finish();
    judged.items = items;
    judged.diagnostics.extend(diagnostics);
    budget.settle(&mut judged.diagnostics, |finding| finding);
    sort(&mut judged.diagnostics);
    judged
}

/// Interned undeclared names: a large file uses few names many times.
#[derive(Default)]
struct Names(HashSet<Arc<str>>);

impl Names {
    /// Replaces a name by its stored copy, if there is one.
    fn shared(&mut self, mut found: Unresolved) -> Unresolved {
        match self.0.get(&found.name) {
            Some(kept) => found.name = Arc::clone(kept),
            None => drop(self.0.insert(Arc::clone(&found.name))),
        }
        found
    }
}

/// The syntax errors of a source, which suppress the findings that they cause.
#[derive(Clone, Debug, Default)]
pub struct SyntaxErrors {
    /// The starts of syntax errors, ascending.
    starts: Vec<u32>,
}

impl SyntaxErrors {
    /// Collects the places of a parser's findings.
    pub fn new(diagnostics: &[Diagnostic]) -> Self {
        let errors = diagnostics.iter().filter(|finding| finding.is_error());
        let mut starts: Vec<u32> = errors.filter_map(|finding| Some(finding.span?.range.start)).collect();
        starts.arrange();
        Self { starts }
    }

    /// Returns `true` if a range contains a syntax error.
    pub fn touches(&self, range: TextRange) -> bool {
        let first = self.starts.partition_point(|start| *start < range.start);
        // The first error after the start of the range decides, because all others are farther away.
        self.starts.get(first).is_some_and(|start| *start <= range.end)
    }
}

/// Sorts findings by place, then code, then message, and removes duplicates.
pub fn sort(diagnostics: &mut Vec<Diagnostic>) {
    Diagnostic::sort(diagnostics);
    diagnostics.dedup();
}
