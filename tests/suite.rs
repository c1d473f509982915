//! The markdown suites below `tests/suite`: errors with their messages, and values with their types. A file
//! in `hcldec` is the specification of the other files of its case.
//!
//! A block `tf` is checked with Terraform's rules and functions. A block `vars` next to a case contains its variables:
//! values, and unknowns in the notation `unknown(TYPE, REFINEMENT…)`. With `ask=check`, a case also has the findings
//! of lints, which `hclx infer` does not print. A block with `as=disk/PATH` is a file that is not selected.

use std::sync::Arc;

use hclx_analysis::{BodyItem, FileJudgement, Memory, Question, Session, Settings, ask, judge};
use hclx_diag::{ColumnUnit, Diagnostic, Position, Source, Sources, Span};
use hclx_eval::{Budget, Scope};
use hclx_languages::dialect;
use hclx_languages::hcldec::{Answer, Reply, Request, run};
use hclx_syntax::ast::Language;
use hclx_testkit::{Case, Finding, Note, Outcome, run_suites};

#[test]
fn suites() {
    run_suites("tests/suite", outcome);
}

fn outcome(case: &Case) -> Outcome {
    if case.files.first().is_some_and(|file| file.lang == "hcldec") {
        return decoded(case);
    }
    if case.files.first().is_some_and(|file| file.arg("file").is_some()) {
        return judged_together(case);
    }
    let mut outcome = Outcome::default();
    let settings = Settings { scope: variables(case), ..Settings::default() };
    for (number, file) in case.files.iter().enumerate() {
        let language = if file.lang == "json" { Language::Json } else { Language::Native };
        let mut sources = Sources::new();
        let id = sources.add(Source::new("case", file.source.as_bytes()));
        let dialect = dialect(if file.lang == "tf" { "terraform" } else { "hcl" }).expect("a dialect");
        let parsed = ask::parse(id, sources.get(id).bytes().clone(), language);
        let judged = judge(id, &parsed, dialect, &settings, &Budget::default());
        outcome.findings.extend(
            judged.diagnostics.iter().flat_map(|finding| told(&sources, number, |_| number, finding)),
        );
        notes(&sources, number, id, &judged, &mut outcome);
    }
    outcome
}

/// Files with names are the files of one session: units of the languages that their names imply. The type and value of
/// a declaration of a unit are at the line where its value ends. A file `schema.json` contains schemas of providers.
fn judged_together(case: &Case) -> Outcome {
    let mut memory = Memory::default();
    for file in &case.files {
        memory.insert(&file.name, file.source.as_bytes());
    }
    // files that are on disk, but not selected
    for (name, text) in case.extras() {
        if let Some(path) = name.strip_prefix("disk/") {
            memory.insert(path, text.as_bytes());
        }
    }
    let mut settings = Settings::default();
    if case.files.iter().any(|file| file.lang == "pp") {
        // the package that Pulumi programs may use
        let file = hclx_testkit::workspace_root().join("tests/vectors/pcl/schemas/acme-1.2.3.json");
        memory.insert("schema of acme", std::fs::read(file).expect("the schema of a package"));
        settings.provider_schemas.push("schema of acme".into());
    }
    let is_policy = |name: &str| name.ends_with(".policy.hcl");
    settings.policies.paths = case
        .files
        .iter()
        .filter(|file| is_policy(&file.name))
        .map(|file| file.name.as_str().into())
        .collect();
    let is_schema = |name: &str| name == "schema.json";
    settings
        .provider_schemas
        .extend(case.files.iter().filter(|file| is_schema(&file.name)).map(|file| file.name.as_str().into()));
    let mut session = Session::new(hclx_languages::ALL, Arc::new(memory), settings);
    for file in case.files.iter().filter(|file| !is_schema(&file.name)) {
        session.add(&file.name);
    }
    let snapshot = session.snapshot();
    let mut outcome = Outcome::default();
    let mut findings = Vec::new();
    let mut rows = Vec::new();
    // some lints are found only by a check
    let question = if case.files.iter().any(|file| file.arg("ask").is_some()) {
        Question::Check
    } else {
        Question::Infer
    };
    for unit in snapshot.units() {
        let answer = snapshot.answer(unit, &question, &Budget::default());
        findings.extend(answer.findings);
        rows.extend(answer.rows);
    }
    hclx_analysis::sort(&mut findings);
    let findings = hclx_diag::Diagnostic::one_for_each_cause(findings);
    let sources = snapshot.sources(|_| true);
    let file_of = |span: Span| {
        let name = sources.get(span.source).name();
        case.files.iter().position(|file| file.name == name).unwrap_or_default()
    };
    for finding in &findings {
        let file = finding.span.map(file_of).unwrap_or_default();
        outcome.findings.extend(told(&sources, file, file_of, finding));
    }
    for row in rows {
        let span = row.value_span.unwrap_or(row.name_span);
        let line = sources.get(span.source).position(span.range.end, ColumnUnit::Graphemes).line;
        let file = file_of(span);
        outcome.types.push(Note { file, line, text: row.value.ty().to_string() });
        outcome.values.push(Note { file, line, text: row.value.to_string() });
    }
    outcome
}

/// A configuration decoded with a specification. The result is below its last line.
fn decoded(case: &Case) -> Outcome {
    let names: Vec<String> = case.files.iter().map(|file| file.name.clone()).collect();
    let request = Request {
        spec: &names[0],
        vars: &[],
        files: &names[1..],
        with_type: false,
        keep_nulls: false,
        var_refs: false,
    };
    let Answer { sources, reply } = run(
        &request,
        &mut |name| {
            let file = case.files.iter().find(|file| Some(&*file.name) == name).ok_or("no such file")?;
            Ok(file.source.as_bytes().to_vec())
        },
        &Budget::default(),
    );
    let mut outcome = Outcome::default();
    let file_of = |span: Span| {
        let name = sources.get(span.source).name();
        names.iter().position(|known| known == name).unwrap_or_default()
    };
    match reply {
        Reply::Text(text) => {
            let last = case.files.len() - 1;
            let line = case.files[last].source.lines().count() as u32;
            outcome.values.push(Note { file: last, line, text });
        }
        Reply::Failed(reason) => outcome.findings.push(Finding::new("error", None, &reason)),
        Reply::Refused(findings) => {
            for finding in hclx_languages::hcldec::ReferenceFinding::for_people(findings) {
                let file = finding.span.map(file_of).unwrap_or_default();
                outcome.findings.extend(told(&sources, file, file_of, &finding));
            }
        }
    }
    outcome
}

/// The variables in the `vars` block of a case.
fn variables(case: &Case) -> Scope<'static> {
    let mut scope = Scope::root();
    let text = case.extra("vars").unwrap_or_default();
    let mut sources = Sources::new();
    let id = sources.add(Source::new("vars", text.as_bytes()));
    let bytes = sources.get(id).bytes().clone();
    let dialect = dialect(if case.files[0].lang == "tf" { "terraform" } else { "hcl" });
    let values = ask::given_values(
        id,
        bytes,
        Language::Native,
        &Settings { dialect, ..Settings::default() },
        &Budget::default(),
    );
    let wrong = |found: Vec<Diagnostic>| panic!("the variables: {}", found[0].message);
    values.unwrap_or_else(wrong).into_iter().for_each(|given| scope.define(given.name, given.value));
    scope
}

/// A finding, with its secondary places.
fn told(
    sources: &Sources,
    file: usize,
    file_of: impl Fn(Span) -> usize,
    diagnostic: &Diagnostic,
) -> Vec<Finding> {
    let mut finding =
        Finding::new(diagnostic.severity.name(), Some(diagnostic.code.id()), &diagnostic.message);
    if let Some(span) = diagnostic.span {
        let (start, end) = place(sources, span);
        finding = finding.at(file, start, end);
    }
    // an edit that asks a question, or that depends on the intended word, is shown as the help that it
    // replaces
    let asks = |title: &&str| title.starts_with("did you mean") || title.starts_with("if ");
    let questions = diagnostic.fixes.iter().map(|fix| &*fix.title).filter(asks);
    let helps = diagnostic.help.iter().map(|help| &**help);
    let finding = helps.chain(questions).fold(finding, Finding::help);
    let labels = diagnostic.labels.iter().map(|label| {
        let (start, end) = place(sources, label.span);
        Finding::new("label", None, &label.message).at(file_of(label.span), start, end)
    });
    std::iter::once(finding).chain(labels).collect()
}

fn place(sources: &Sources, span: Span) -> ((u32, u32), (u32, u32)) {
    let pair = |position: Position| (position.line, position.column);
    let (start, end) = sources.positions(span, ColumnUnit::Graphemes);
    (pair(start), pair(end))
}

/// The type and value of every attribute, for those lines of a suite that request them.
fn notes(
    sources: &Sources,
    file: usize,
    id: hclx_diag::SourceId,
    judged: &FileJudgement,
    outcome: &mut Outcome,
) {
    for item in &judged.items {
        if let BodyItem::Attribute { value_range, value, .. } = item {
            let line = sources.get(id).position(value_range.end, ColumnUnit::Graphemes).line;
            outcome.types.push(Note { file, line, text: value.ty().to_string() });
            outcome.values.push(Note { file, line, text: value.to_string() });
        }
    }
}
