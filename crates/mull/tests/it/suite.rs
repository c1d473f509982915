//! The markdown suites of `tests/suite`: documents with all findings about them.
//!
//! The first block is the document, its form by the name of the language (`mull`, `json`); its options are
//! `check`, `infer` or `eval`, and for JSON, which has no comments, `value` and `types` to show these in the
//! block of findings. The blocks `inputs` and `ctx` are its inputs; named blocks are files that it can
//! import.

use std::sync::Arc;

use hclx_analysis::{Memory, Purpose, Session, Settings};
use hclx_diag::{ColumnUnit, Diagnostic, SourceId, Sources, Span};
use hclx_eval::Budget;
use hclx_mull::Mull;
use hclx_mull::answers::{Answer, DocumentQuestion, Inputs, answer, data};
use hclx_mull::syntax::Form;
use hclx_mull::value::Val;
use hclx_testkit::{Case, Finding, Note, Outcome, run_suites};

#[test]
fn suites() {
    run_suites("crates/mull/tests/suite", outcome);
}

fn outcome(case: &Case) -> Outcome {
    let main = &case.files[0];
    let json = main.lang == "json";
    let path = main.arg("file").unwrap_or(if json { "Mu.json" } else { "Mu.yaml" });
    let mut host = Memory::default();
    for file in &case.files[1..] {
        host.insert(&file.name, file.source.as_bytes());
    }
    let mut session = Session::new(&[&Mull], Arc::new(host), Settings::default());
    let file = session.set(path, main.source.as_bytes());
    let snapshot = session.snapshot();
    let mut inputs = Inputs { import_root: Some(".".to_owned()), ..Inputs::default() };
    if let Some(Val::Object(given)) = case.extra("inputs").map(plain) {
        inputs.properties.extend(given.iter().map(|(name, value)| (Arc::clone(name), value.clone())));
    }
    inputs.options = case.extra("ctx").map(plain);
    let purpose = match (main.arg("eval"), main.arg("infer")) {
        (Some(_), _) => Purpose::Eval,
        (_, Some(_)) => Purpose::Infer,
        _ => Purpose::Check,
    };
    let asked = DocumentQuestion {
        snapshot: &snapshot,
        file,
        schema: None,
        inputs: &inputs,
        budget: &Budget::default(),
    };
    let answer = answer(purpose, &asked);
    let sources = snapshot.sources(|_| true);
    let named = |source: SourceId| {
        let name = sources.get(source).name();
        if source == file { 0 } else { case.files.iter().position(|file| file.name == name).unwrap_or(0) }
    };
    let mut outcome = Outcome::default();
    for finding in &answer.diagnostics {
        outcome.findings.extend(told(&sources, named, finding));
    }
    let line = main.source.lines().count() as u32;
    let types = types(&sources, &answer, line);
    let value = answer.value.as_ref().filter(|_| !answer.diagnostics.iter().any(Diagnostic::is_error));
    let value = value.and_then(Val::to_compact_json);
    if json {
        let shown = |name: &str| main.arg(name).is_some();
        let types = types.into_iter().filter(|_| shown("types")).map(|note| ("type", note.text));
        let value = value.into_iter().filter(|_| shown("value")).map(|value| ("value", value));
        outcome.findings.extend(types.chain(value).map(|(kind, text)| Finding::new(kind, None, text)));
    } else {
        outcome.types = types;
        outcome.values.extend(value.map(|text| Note { file: 0, line, text }));
    }
    outcome
}

/// The data of a JSON block.
fn plain(text: &str) -> Val {
    data(SourceId(0), text.as_bytes().into(), Form::Json).expect("a block of JSON")
}

/// The types of variables at their lines, and those of parameters and of the body at the last line.
fn types(sources: &Sources, answer: &Answer, last: u32) -> Vec<Note> {
    let lets = answer.lets.iter().map(|(span, name, ty)| {
        let line = sources.get(span.source).position(span.range.start, ColumnUnit::Graphemes).line;
        Note { file: 0, line, text: format!("{name}: {}", ty.own) }
    });
    let properties = answer.properties.iter().map(|(name, ty)| Note {
        file: 0,
        line: last,
        text: format!("{name}: {}", ty.own),
    });
    let body = answer.body.iter().map(|ty| Note { file: 0, line: last, text: ty.own.clone() });
    lets.chain(properties).chain(body).collect()
}

/// A finding with its suggestions, and its secondary labels.
fn told(sources: &Sources, file: impl Fn(SourceId) -> usize, diagnostic: &Diagnostic) -> Vec<Finding> {
    let at = |finding: Finding, span: Span| {
        let (start, end) = sources.positions(span, ColumnUnit::Graphemes);
        finding.at(file(span.source), (start.line, start.column), (end.line, end.column))
    };
    let finding = Finding::new(diagnostic.severity.name(), Some(diagnostic.code.id()), &diagnostic.message);
    let finding = diagnostic.span.into_iter().fold(finding, at);
    let fixes = diagnostic.fixes.iter().map(|fix| &*fix.title);
    let finding = diagnostic.help.iter().map(|help| &**help).chain(fixes).fold(finding, Finding::help);
    let label = |label: &hclx_diag::Label| at(Finding::new("label", None, &label.message), label.span);
    std::iter::once(finding).chain(diagnostic.labels.iter().map(label)).collect()
}
