//! `hclx check`: what is wrong in files and directories.

use std::ffi::OsString;
use std::io::Write;

use clap::ArgMatches;
use hclx_analysis::Question;
use hclx_diag::{ColumnUnit, Diagnostic, Severity, SourceId};
use hclx_report::{Format, Summary, render, summary};

use crate::exit::Exit;
use crate::flags::{self, Operand, Subcommand};
use crate::inputs::Inputs;
use crate::judging::{self, Run};
use crate::output;
use crate::specs::Specs;

/// The row of `check`.
pub static COMMAND: Subcommand = Subcommand {
    name: "check",
    about: "Report what is wrong in files and directories",
    more: "Examples:\n  hclx check                      everything below this directory\n  \
           hclx check main.tf modules/     a file and a directory\n  \
           hclx check - < deploy.hcl       standard input\n  \
           hclx check --format concise .   one line for each finding\n  \
           hclx check --spec app.hcldec app.hcl   by an hcldec specification\n\n\
           Exit codes: 0 nothing wrong, 1 at least one error, 2 a file could not be read or a flag is wrong.",
    operands: &[Operand {
        name: "PATH",
        required: false,
        many: true,
        help: "Files and directories; - is standard input; the default is this directory",
    }],
    flags: &[
        &flags::FORMAT_CHECK,
        &flags::DENY_WARNINGS,
        &flags::SPEC,
        &flags::DIALECT,
        &flags::RULES,
        &flags::LANG,
        &flags::VAR,
        &flags::VAR_FILE,
        &flags::ROOT,
        &flags::CTX,
        &flags::SCHEMA,
        &flags::IMPORT_ROOT,
        &flags::STDIN_FILENAME,
        &flags::JOBS,
        &flags::COLOR,
        &flags::QUIET,
        &flags::VERBOSE,
    ],
    run,
};

fn run(matches: &ArgMatches) -> anyhow::Result<Exit> {
    let mut inputs = Inputs::default();
    let specs = Specs::new(matches.get_one::<OsString>("spec"));
    let run = judging::judge_all(matches, &mut inputs, specs, &Question::Check)?;
    let format =
        matches.get_one::<String>("format").and_then(|name| Format::from_name(name)).unwrap_or(Format::Full);
    let mut findings = run.as_ref().map(Run::findings).unwrap_or_default();
    let for_machines = matches!(format, Format::Json | Format::Ndjson);
    let totals = Summary { files: run.as_ref().map_or(0, |run| run.files), ..Summary::default() };
    let exit = verdict(matches, &inputs, &findings);
    if for_machines {
        findings.splice(0..0, inputs.refused.iter().cloned());
    }
    let mut out = output::stdout();
    let style = output::style(matches, &std::io::stdout());
    render(format, &inputs.sources, &findings, &totals, style, &mut out)?;
    out.flush()?;
    inputs.complain(matches)?;
    if !matches.get_flag("quiet") {
        talk(matches, &inputs, run.as_ref(), &summary(&findings, &totals), for_machines);
    }
    Ok(exit)
}

fn verdict(matches: &ArgMatches, inputs: &Inputs, findings: &[Diagnostic]) -> Exit {
    let fails = |finding: &Diagnostic| {
        finding.is_error() || (finding.severity == Severity::Warning && matches.get_flag("deny-warnings"))
    };
    match findings.iter().any(fails) {
        _ if !inputs.refused.is_empty() => Exit::Failed,
        true => Exit::Bad,
        false => Exit::Good,
    }
}

/// The talk on stderr: what was not judged, and the summary. What cannot be printed there is lost.
fn talk(matches: &ArgMatches, inputs: &Inputs, run: Option<&Run>, summary: &str, for_machines: bool) {
    let mut stderr = std::io::stderr().lock();
    if let Some(run) = run {
        for note in judging::notes(run) {
            let _ = writeln!(stderr, "note: {note}");
        }
        if matches.get_count("verbose") > 0 {
            not_judged(run, &mut stderr);
        }
    }
    if !for_machines && inputs.refused.is_empty() {
        let _ = writeln!(stderr, "{summary}");
    } else if !for_machines {
        let _ = writeln!(stderr, "{summary}; not everything could be read");
    }
}

/// What was taken as unknown, and where precision was given up.
fn not_judged(run: &Run, out: &mut impl Write) {
    let mut names: std::collections::BTreeMap<SourceId, Vec<_>> = std::collections::BTreeMap::new();
    for name in run.units.iter().flat_map(|(_, answer)| &answer.unresolved) {
        names.entry(name.span.source).or_default().push(name.clone());
    }
    for (file, unresolved) in names {
        let name = run.sources.get(file).name();
        for (unresolved, uses) in judging::unresolved(&unresolved) {
            let _ = writeln!(
                out,
                "{name}: `{unresolved}` is declared nowhere and was taken as unknown, {}",
                used(uses)
            );
        }
    }
    for approximation in run.units.iter().flat_map(|(_, answer)| &answer.approximations) {
        let (start, _) = run.sources.positions(approximation.span, ColumnUnit::Graphemes);
        let name = run.sources.get(approximation.span.source).name();
        let _ = writeln!(out, "{name}:{}:{}: not judged: {}", start.line, start.column, approximation.what);
    }
}

fn used(times: usize) -> String {
    if times == 1 { "used once".to_owned() } else { format!("used {times} times") }
}
