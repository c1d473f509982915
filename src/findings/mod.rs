//! Processing of the findings of a run: suppressions, levels, baseline, changed lines, outputs.
//!
//! Out of scope: the meaning of suppressions and levels (`hclx_analysis::findings`), and the output of
//! findings (`hclx_report`).

pub(crate) mod baseline;
pub(crate) mod changed;
mod diff;
pub(crate) mod earlier;
pub(crate) mod fixing;
pub(crate) mod options;
mod outcome;
pub(crate) mod outputs;
pub(crate) mod statistics;

use std::collections::HashSet;

use hclx_analysis::findings::levels::{Level, Levels};
use hclx_analysis::findings::{Comments, is_marked, suppress};
use hclx_analysis::given::without_parts;
use hclx_analysis::{Snapshot, lints};
use hclx_diag::{Certainty, Diagnostic, Severity, SourceId, Sources, code_names as codes};
use hclx_report::{Suppressed, Suppression};
use hclx_syntax::ast::Language;

pub(crate) use outcome::Outcome;

use crate::answering::{self, FactsByFile, TextFacts};
use crate::findings::options::Options;
use crate::judging::Run;
use crate::parallel;
use crate::registered::MULL;

/// Findings after suppressions and levels.
#[derive(Default)]
pub(crate) struct Treated {
    /// The reported findings, by file, then by place.
    pub(crate) findings: Vec<Diagnostic>,
    /// The hidden findings, for formats that show them.
    pub(crate) suppressed: Vec<Suppressed>,
}

/// The findings of a run that were not printed, as they are reported.
pub(crate) fn of_run(run: &mut Run, options: &Options) -> Treated {
    let mut facts = std::mem::take(&mut run.facts);
    let is_printed = |file| run.is_printed(file);
    let mut treated = treat(&run.snapshot, run.findings(), options, &mut facts, &is_printed);
    conceal(&mut treated, &run.sources);
    run.same.tell_once(&run.snapshot, &mut treated.findings);
    treated
}

/// Hides given values in what lints found, which are made after the answers.
pub(crate) fn conceal(treated: &mut Treated, sources: &Sources) {
    let suppressed = treated.suppressed.iter_mut().map(|hidden| &mut hidden.finding);
    for finding in treated.findings.iter_mut().chain(suppressed) {
        *finding = without_parts(finding.clone(), sources);
    }
}

/// Applies suppressions, then levels, to the findings of all files; `facts` are those that are known.
/// Files are passed over whose findings were printed.
pub(crate) fn treat(
    snapshot: &Snapshot,
    findings: Vec<Diagnostic>,
    options: &Options,
    facts: &mut FactsByFile,
    is_printed: &dyn Fn(SourceId) -> bool,
) -> Treated {
    let mut by_file: Vec<(Option<SourceId>, Vec<Diagnostic>)> = Vec::new();
    let mut silent = snapshot.selected().to_vec();
    for finding in findings {
        let file = finding.span.map(|span| span.source);
        match by_file.last_mut() {
            Some((last, list)) if *last == file => list.push(finding),
            _ => by_file.push((file, vec![finding])),
        }
    }
    let found: HashSet<SourceId> = by_file.iter().filter_map(|(file, _)| *file).collect();
    // a file without findings may have suppressions that hide nothing
    silent.retain(|file| !found.contains(file) && !is_printed(*file));
    by_file.extend(silent.into_iter().map(|file| (Some(file), Vec::new())));
    let mut with_look =
        |(file, findings): (Option<SourceId>, _)| (file, findings, file.and_then(|file| facts.remove(&file)));
    let by_file: Vec<_> = by_file.into_iter().map(&mut with_look).collect();
    let one = |(file, findings, known): (Option<SourceId>, Vec<Diagnostic>, Option<TextFacts>)| match file {
        Some(file) => treat_file(
            snapshot,
            file,
            findings,
            options,
            known.unwrap_or_else(|| facts_of(snapshot, file, options)),
        ),
        None => Treated { findings: leveled(findings, &options.levels_of("")), suppressed: Vec::new() },
    };
    let parts: Vec<Treated> = parallel::map(by_file, one);
    let mut treated = Treated::default();
    for part in parts {
        treated.findings.extend(part.findings);
        treated.suppressed.extend(part.suppressed);
    }
    answering::arrange(snapshot, &mut treated.findings);
    treated
}

/// The facts about a file's tree and source that the processing of its findings needs.
pub(crate) fn facts_of(snapshot: &Snapshot, file: SourceId, options: &Options) -> TextFacts {
    let make = || {
        let levels = options.levels_of(&snapshot.path(file));
        let is_marked = options.ignores
            && comments(snapshot, file).is_some()
            && snapshot.bytes(file).is_ok_and(|bytes| is_marked(&bytes));
        TextFacts { lints: lints(snapshot, file, &levels), is_marked }
    };
    match snapshot.number() {
        0 => make(),
        // the options are those of the session
        _ => (*snapshot.derive(file, |_, _| make())).clone(),
    }
}

/// The findings of one file.
pub(crate) fn treat_file(
    snapshot: &Snapshot,
    file: SourceId,
    mut findings: Vec<Diagnostic>,
    options: &Options,
    facts: TextFacts,
) -> Treated {
    let mut suppressed = Vec::new();
    let levels = options.levels_of(&snapshot.path(file));
    findings.extend(facts.lints);
    if findings.iter().any(|finding| finding.code == codes::FOREIGN_TEMPLATE)
        && snapshot.bytes(file).is_ok_and(|bytes| hclx_languages::is_go_template(&bytes))
    {
        findings = not_judged(findings);
    }
    if facts.is_marked {
        findings = of_file(snapshot, file, findings, &levels, &mut suppressed);
    }
    Treated { findings: leveled(findings, &levels), suppressed }
}

/// Replaces the findings of an HCL file that is a Go template by a note that it was not judged: the rendered
/// file may be valid.
fn not_judged(findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let first = findings.into_iter().find(|finding| finding.code == codes::FOREIGN_TEMPLATE);
    let told = |finding: Diagnostic| Diagnostic {
        severity: Severity::Warning,
        certainty: Certainty::May,
        message: "this file is a Go template and was not checked".to_owned(),
        help: vec!["check the rendered file instead".into()],
        ..finding
    };
    first.map(told).into_iter().collect()
}

/// Findings as levels have them, by place.
fn leveled(findings: Vec<Diagnostic>, levels: &Levels) -> Vec<Diagnostic> {
    let mut findings: Vec<Diagnostic> =
        findings.into_iter().filter_map(|finding| levels.apply(finding)).collect();
    Diagnostic::sort(&mut findings);
    findings
}

/// The findings of style lints in an HCL file, if they are enabled.
fn lints(snapshot: &Snapshot, file: SourceId, levels: &Levels) -> Vec<Diagnostic> {
    match comments(snapshot, file) {
        Some(Comments::Native) => lints::of_file(snapshot, file, &|code| levels.of(code) != Level::Off),
        _ => Vec::new(),
    }
}

fn of_file(
    snapshot: &Snapshot,
    file: SourceId,
    findings: Vec<Diagnostic>,
    levels: &Levels,
    hidden: &mut Vec<Suppressed>,
) -> Vec<Diagnostic> {
    let (Some(comments), Ok(bytes)) = (comments(snapshot, file), snapshot.bytes(file)) else {
        return findings;
    };
    let done = suppress(file, &bytes, comments, findings, &|code| levels.of(code) == Level::Off);
    hidden.extend(done.hidden.into_iter().map(|hidden| Suppressed {
        finding: hidden.finding,
        by: Suppression::Comment,
        reason: hidden.reason,
    }));
    done.kept
}

/// The comment syntax of a file; `None` for a source that is not a file.
fn comments(snapshot: &Snapshot, file: SourceId) -> Option<Comments> {
    if !snapshot.is_selected(file) {
        return None;
    }
    let forced = snapshot.settings().language;
    let language = forced.or_else(|| snapshot.row(file).map(|(language, _)| language.name()));
    let json = snapshot.path(file).ends_with(".json");
    Some(match (language, snapshot.syntax(file)) {
        (Some(MULL), _) if json => Comments::Json,
        (Some(MULL), _) => Comments::Yaml,
        (_, Language::Json) => Comments::Json,
        (_, Language::Native) => Comments::Native,
    })
}
