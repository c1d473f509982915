//! The messages about bodies and their schemas: markdown suites, each case against the same example schema.

mod example;

use std::sync::Arc;

use hclx_core::Value;
use hclx_diag::{ColumnUnit, Diagnostic, Position, Source, Sources, Span};
use hclx_eval::{Budget, Environment, Policy, Scope};
use hclx_schema::{Block, Filled, Header, ScopeEvaluator, fill};
use hclx_syntax::body::BodyView;
use hclx_testkit::{Case, Finding, Note, Outcome, run_suites};

#[test]
fn suites() {
    run_suites("crates/schema/tests/suite", outcome);
}

/// Fills a body. In the language of the cases, `known` is 2, `names` is a list of two strings, and other
/// names are unknown.
fn filled<'t>(view: &BodyView<'t>, block: &Arc<Block>) -> Filled<'t> {
    let mut scope = Scope::root();
    scope.define("known", Value::number(hclx_core::Number::from(2i64)));
    let names = ["a", "b"].map(Value::string).to_vec();
    scope.define("names", Value::list(hclx_core::Type::STRING, names));
    let env = Environment { unknown_names: Policy::Unknown, total: true, ..Environment::exact() };
    let env = Environment { rules: hclx_core::Rules::hcl(), ..env };
    let budget = Budget::default();
    fill(view, block, &Header::root(view), &mut ScopeEvaluator::new(&scope, &env, &budget))
}

fn outcome(case: &Case) -> Outcome {
    let mut outcome = Outcome::default();
    for (number, file) in case.files.iter().enumerate() {
        let mut sources = Sources::new();
        let id = sources.add(Source::new("case", file.source.as_bytes()));
        let bytes = sources.get(id).bytes().clone();
        let parsed = match &*file.lang {
            "json" => hclx_syntax::parse_json(id, bytes),
            _ => hclx_syntax::parse_body(id, bytes),
        };
        let (view, wrong) = BodyView::root(&parsed.tree, id);
        let filled = filled(&view, &example::block(file.arg("schema").unwrap_or("main")));
        let findings = parsed.diagnostics.iter().chain(&wrong).chain(&filled.findings);
        outcome.findings.extend(findings.flat_map(|finding| told(&sources, number, finding)));
        let line = file.source.lines().count() as u32;
        outcome.values.push(Note { file: number, line, text: filled.value.to_string() });
        outcome.types.push(Note { file: number, line, text: filled.value.ty().to_string() });
    }
    outcome
}

/// A finding with its primary and secondary labels.
fn told(sources: &Sources, file: usize, diagnostic: &Diagnostic) -> Vec<Finding> {
    let at = |finding: Finding, span: Span| {
        let pair = |position: Position| (position.line, position.column);
        let (start, end) = sources.positions(span, ColumnUnit::Graphemes);
        finding.at(file, pair(start), pair(end))
    };
    let severity = diagnostic.severity.name();
    let mut finding = Finding::new(severity, Some(diagnostic.code.id()), &diagnostic.message);
    if let Some(span) = diagnostic.span {
        finding = at(finding, span);
    }
    // an edit that asks a question makes the help with the same question redundant
    let questions =
        diagnostic.fixes.iter().map(|fix| &*fix.title).filter(|it| it.starts_with("did you mean"));
    let finding = diagnostic.help.iter().map(|help| &**help).chain(questions).fold(finding, Finding::help);
    let own = diagnostic.label.iter().filter_map(|label| Some((diagnostic.span?, label)));
    let others = diagnostic.labels.iter().map(|label| (label.span, &label.message));
    let labels = own.chain(others).map(|(span, text)| at(Finding::new("label", None, text), span));
    std::iter::once(finding).chain(labels).collect()
}
