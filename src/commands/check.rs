//! `hclx check`: the findings of files and directories.

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::time::Instant;

use hclx_analysis::{Question, Snapshot};
use hclx_diag::{ColumnUnit, Diagnostic, Ordered, Severity, SourceId, Sources, counted};
use hclx_report::{Summary, Suppression, summary};

use crate::answering::{Handling, Print};
use crate::cli::{Check, Operand, Subcommand};
use crate::exit::Exit;
use crate::findings::changed::{self, Changed};
use crate::findings::options::Options;
use crate::findings::outputs::Stream;
use crate::findings::{self, Treated, baseline, fixing, outputs, statistics};
use crate::flags;
use crate::inputs::Inputs;
use crate::judging::{self, Run};
use crate::names;
use crate::output::{self, Look};
use crate::specs::Specs;
use crate::watching::watch;

/// The row of `check`.
pub(super) static COMMAND: Subcommand = Subcommand {
    name: "check",
    about: "Report errors in files and directories",
    more: "Examples:\n  hclx check                      everything below this directory\n  \
           hclx check main.tf modules/     a file and a directory\n  \
           hclx check - < deploy.hcl       standard input\n  \
           hclx check --format concise .   one line per finding\n  \
           hclx check --output sarif=hclx.sarif   for people, and as SARIF in a file\n  \
           hclx check --fix                apply safe edits\n  \
           hclx check --spec app.hcldec app.hcl   with an hcldec specification\n\n\
           Exit codes: 0 no errors, 1 at least one error, 2 unreadable file or invalid flag.",
    operands: &[Operand {
        name: "PATH",
        required: false,
        many: true,
        help: "Files and directories; - is standard input; default: this directory",
    }],
    flags: &[
        &flags::FORMAT_CHECK,
        &flags::OUTPUT_AS,
        &flags::OUTPUT_FILE,
        &flags::DENY_WARNINGS,
        &flags::ALLOW_EMPTY,
        &flags::EXIT_ZERO,
        &flags::MAX_FINDINGS,
        &flags::STATISTICS,
        &flags::SELECT,
        &flags::IGNORE,
        &flags::WARN,
        &flags::DENY,
        &flags::NO_IGNORES,
        &flags::FIX,
        &flags::UNSAFE_FIXES,
        &flags::DIFF,
        &flags::EXIT_NONZERO_ON_FIX,
        &flags::BASELINE,
        &flags::UPDATE_BASELINE,
        &flags::STRICT_BASELINE,
        &flags::SINCE,
        &flags::FILES_FROM,
        &flags::WATCH,
        &flags::SPEC,
        &flags::DIALECT,
        &flags::RULES,
        &flags::LANG,
        &flags::VAR,
        &flags::VAR_FILE,
        &flags::PROVIDER_SCHEMA,
        &flags::NO_SCHEMA_CACHE,
        &flags::ROOT,
        &flags::CTX,
        &flags::SCHEMA,
        &flags::IMPORT_ROOT,
        &flags::MAX_MEMORY,
        &flags::MAX_STEPS,
        &flags::CONFIG,
        &flags::NO_CONFIG,
        &flags::STDIN_FILENAME,
        &flags::JOBS,
        &flags::COLOR,
        &flags::QUIET,
        &flags::VERBOSE,
    ],
    run: |matches| run(&matches.check()?),
};

fn run(asked: &Check) -> anyhow::Result<Exit> {
    if !asked.watch {
        return Ok(once(asked)?.0);
    }
    let here = [OsString::from(".")];
    let paths = asked.paths.as_deref().unwrap_or(&here);
    anyhow::ensure!(paths.iter().all(|path| path != "-"), "`--watch` needs files, and `-` is standard input");
    let names = || {
        // settings may change too, so they are read each time; the run reports errors in them
        let mut inputs = Inputs::default();
        inputs.configure(&asked.context.settings);
        let mut names = judging::select(&asked.context, paths, None, &inputs).paths;
        names.extend(inputs.sources.iter().map(|(_, source)| source.name().to_owned()));
        names
    };
    watch(&mut || once(asked), &names)
}

/// Runs once, and returns the names of the files it read.
fn once(asked: &Check) -> anyhow::Result<(Exit, Vec<String>)> {
    let started = Instant::now();
    let mut inputs = Inputs::default();
    inputs.configure(&asked.context.settings);
    let options = Options::new(asked, Arc::clone(&inputs.config))?;
    if !inputs.refused.is_empty() {
        let totals = Totals { started: Some(started), ..Totals::default() };
        let exit = finish(&asked.look, &options, &inputs, None, totals)?;
        return Ok((exit, Vec::new()));
    }
    options.ensure_baseline()?;
    let here = [OsString::from(".")];
    let paths = asked.paths.as_deref().unwrap_or(&here);
    let mut printed = Printed::new(asked, &options);
    let mut run = judge(asked, paths, &mut inputs, &options, &mut printed)?;
    if !asked.exits.allow_empty && !paths.is_empty() {
        judging::refuse_empty(run.as_ref(), paths, &mut inputs);
    }
    if let Some(run) = &run {
        outputs::ensure_apart(&options.outputs, &|| checked(run), &run.disk)?;
    }
    let read = inputs.sources.iter().map(|(_, source)| source.name().to_owned()).collect();
    let mut treated = Treated::default();
    let mut fixed = 0;
    if let Some(run) = &mut run {
        treated = findings::of_run(run, &options);
        if let Some(safety) = options.fixing.safety {
            let limits = asked.context.most.limits();
            let changes = fixing::changes(&mut run.session, &treated.findings, &options, safety, limits);
            fixed = changes.iter().map(|change| change.applied).sum();
            if options.fixing.diff {
                fixing::print(&changes, &run.sources)?;
                inputs.complain(&asked.look)?;
                return Ok((verdict(&options, &inputs, false, fixed), read));
            }
            fixing::write(&changes, &run.disk)?;
            fixing::under_all_names(&changes, &run.same, &mut run.session);
            run.answer_again(&Question::Check, limits);
            inputs.sources = run.sources.clone();
            treated = findings::of_run(run, &options);
        }
        if let (Some(file), true) = (&options.baseline, options.baseline_use.update) {
            let count = baseline::update(file, run, &treated.findings)?;
            if !asked.look.quiet {
                crate::output::say(&format!(
                    "{} written to `{}`",
                    counted(count, "finding"),
                    names::text(&file.path)
                ));
            }
            inputs.complain(&asked.look)?;
            return Ok((if inputs.refused.is_empty() { Exit::Good } else { Exit::Failed }, read));
        }
        if let Some(file) = &options.baseline {
            baseline::apply(file, run, options.baseline_use.strict, &mut treated)?;
        }
    }
    let mut elsewhere = 0;
    if let (Some(revision), Some(run)) = (&options.since, &run) {
        let changed = Changed::since(revision, changed::names_of(&run.sources, &treated.findings))?;
        let before = treated.findings.len();
        treated.findings.retain(|finding| changed.touches(&run.sources, finding));
        elsewhere = before - treated.findings.len();
    }
    let totals = Totals { treated, fixed, elsewhere, started: Some(started), printed };
    let exit = finish(&asked.look, &options, &inputs, run.as_ref(), totals)?;
    if !asked.watch {
        // the process ends: the system frees all of it at once
        std::mem::forget(run);
    }
    Ok((exit, read))
}

/// Judges the selected files, and prints complete results as they come.
fn judge(
    asked: &Check,
    paths: &[OsString],
    inputs: &mut Inputs,
    options: &Options,
    printed: &mut Printed,
) -> anyhow::Result<Option<Run>> {
    let specs = Specs::new(asked.spec.as_ref(), &asked.context.settings);
    if options.fixing.safety.is_some() {
        // edits are made of the texts that were judged
        return judging::judge_all(&asked.context, paths, inputs, specs, &|_| Ok(Question::Check));
    }
    let facts = |snapshot: &Snapshot, file: SourceId| findings::facts_of(snapshot, file, options);
    let is_streamed = printed.stream.is_some();
    let mut print = |snapshot: &Snapshot, sources: &Sources, file, found, facts| {
        let mut treated = findings::treat_file(snapshot, file, found, options, facts);
        findings::conceal(&mut treated, sources);
        printed.write(sources, &treated.findings, options);
    };
    let print: Option<Print<'_>> = if is_streamed { Some(&mut print) } else { None };
    let tells_approximations = asked.look.verbose > 0 || outputs::for_machines(&options.outputs);
    let handling = Handling { facts: &facts, print, each: None, tells_approximations };
    judging::judge_handled(&asked.context, paths, inputs, specs, Question::Check, handling)
}

/// Returns `true` if no requested feature needs all findings at once.
fn streams(options: &Options) -> bool {
    options.baseline.is_none()
        && options.since.is_none()
        && !options.statistics
        && options.max_findings == usize::MAX
}

/// The output printed while files were judged.
#[derive(Default)]
struct Printed {
    /// The stream; `None` if everything is written at the end.
    stream: Option<Stream>,
    /// Set if a printed finding fails the run.
    fails: bool,
}

impl Printed {
    fn new(asked: &Check, options: &Options) -> Self {
        let style = output::style(&asked.look, &std::io::stdout());
        let stream = Stream::new(&options.outputs, style)
            .filter(|_| streams(options) && options.fixing.safety.is_none());
        Self { stream, fails: false }
    }

    fn write(&mut self, sources: &Sources, findings: &[Diagnostic], options: &Options) {
        self.fails |= fail(options, findings);
        if let Some(stream) = &mut self.stream {
            stream.write(sources, findings);
        }
    }
}

/// The totals for the summary.
#[derive(Default)]
struct Totals {
    /// The findings that are left to print, and the suppressed ones.
    treated: Treated,
    /// The number of fixed findings.
    fixed: usize,
    /// The number of findings on unchanged lines.
    elsewhere: usize,
    /// The start of the run.
    started: Option<Instant>,
    /// The output so far.
    printed: Printed,
}

fn finish(
    look: &Look,
    options: &Options,
    inputs: &Inputs,
    run: Option<&Run>,
    mut totals: Totals,
) -> anyhow::Result<Exit> {
    let Treated { mut findings, suppressed, .. } = totals.treated;
    let printed = &mut totals.printed;
    let fails = printed.fails || fail(options, &findings);
    let exit = verdict(options, inputs, fails, totals.fixed);
    let for_people = outputs::for_people(&options.outputs);
    let told = run.filter(|_| outputs::for_machines(&options.outputs));
    let mut summary_of_run = Summary {
        files: run.map_or(0, |run| run.files),
        checked: told.map(checked).unwrap_or_default(),
        suppressed,
        approximations: told.map(not_judged).unwrap_or_default(),
        elsewhere: totals.elsewhere,
        ..Summary::default()
    };
    let mut found = printed.stream.as_ref().map(|stream| stream.counts.clone()).unwrap_or_default();
    found.add(&findings);
    let mut counts = summary(&found, &summary_of_run);
    if let (Some(started), true) = (totals.started, std::io::stderr().is_terminal()) {
        // not where output is compared
        counts.push_str(&format!(" in {:.2} s", started.elapsed().as_secs_f64()));
    }
    let is_empty = summary_of_run.files == 0 && findings.is_empty();
    if !for_people {
        findings.splice(0..0, inputs.refused.iter().cloned());
    }
    summary_of_run.left_out = findings.len().saturating_sub(options.max_findings);
    findings.truncate(options.max_findings);
    if options.statistics && for_people {
        let mut out = output::text(look.answer());
        statistics::write(&inputs.sources, &findings, &mut out)?;
        out.flush()?;
    } else {
        let style = output::style(look, &std::io::stdout());
        let written = match &mut printed.stream {
            Some(stream) => {
                stream.write(&inputs.sources, &findings);
                stream.end()
            }
            None => outputs::write(&options.outputs, &inputs.sources, &findings, &summary_of_run, style),
        };
        match written {
            // the reader has closed the pipe; the exit code still reflects all findings
            Err(error) if crate::exit::is_closed_pipe(&error) => return Ok(exit),
            written => written?,
        }
        if options.statistics {
            statistics::write(&inputs.sources, &findings, &mut std::io::stderr().lock())?;
        }
    }
    inputs.complain(look)?;
    if !look.quiet {
        let known = summary_of_run.suppressed.iter().filter(|hidden| hidden.by == Suppression::Baseline);
        let hidden = [
            (known.count(), "listed in the baseline"),
            (summary_of_run.left_out, "left out by `--max-findings`"),
            (totals.elsewhere, "on lines that did not change"),
        ];
        for (count, why) in hidden.into_iter().filter(|(count, _)| *count > 0) {
            output::note(&format!("note: {} {why}", counted(count, "finding")));
        }
        if totals.fixed > 0 {
            output::note(&format!("{} fixed", counted(totals.fixed, "finding")));
        }
        let counts = (inputs.refused.is_empty() || !is_empty).then_some(&*counts);
        talk(look, inputs, run, counts, !for_people);
    }
    Ok(exit)
}

/// The names of the files that were judged.
fn checked(run: &Run) -> Vec<String> {
    run.snapshot.selected().into_iter().map(|file| run.snapshot.path(file).to_string()).collect()
}

/// Returns `true` if findings fail a run.
fn fail(options: &Options, findings: &[Diagnostic]) -> bool {
    let fails = |finding: &Diagnostic| {
        finding.is_error() || (finding.severity == Severity::Warning && options.exits.deny_warnings)
    };
    findings.iter().any(fails)
}

fn verdict(options: &Options, inputs: &Inputs, fails: bool, fixed: usize) -> Exit {
    match fails || (fixed > 0 && (options.fixing.exit_nonzero || options.fixing.diff)) {
        _ if !inputs.refused.is_empty() => Exit::Failed,
        true if !options.exits.zero => Exit::Bad,
        _ => Exit::Good,
    }
}

/// Prints notes about unjudged parts on stderr, and the summary, if anything was checked.
fn talk(look: &Look, inputs: &Inputs, run: Option<&Run>, summary: Option<&str>, for_machines: bool) {
    if let Some(run) = run {
        judging::notes(run).iter().for_each(|note| output::note(&format!("note: {note}")));
        if look.verbose > 0 {
            taken_as_unknown(run).iter().for_each(|line| output::note(line));
        }
    }
    if for_machines {
        return;
    }
    match (summary, inputs.refused.is_empty()) {
        (Some(summary), true) => output::note(summary),
        (Some(summary), false) => output::note(&format!("{summary}; not everything could be read")),
        (None, _) => output::note("nothing was checked"),
    }
}

/// The sentences about everything that was not judged.
fn not_judged(run: &Run) -> Vec<String> {
    let mut sentences = judging::notes(run);
    sentences.extend(taken_as_unknown(run));
    sentences
}

/// The sentences about assumptions and approximations.
fn taken_as_unknown(run: &Run) -> Vec<String> {
    let mut lines = Vec::new();
    let mut names: Ordered<SourceId, Vec<_>> = Ordered::new();
    for name in run.units.iter().flat_map(|(_, answer)| &answer.unresolved) {
        names.or_default(name.span.source).push(name);
    }
    for (file, unresolved) in names {
        let name = run.sources.get(file).name();
        for (unresolved, uses) in judging::unresolved(unresolved) {
            lines
                .push(format!("{name}: undeclared `{unresolved}` was assumed to be unknown, {}", used(uses)));
        }
    }
    for approximation in run.units.iter().flat_map(|(_, answer)| &answer.approximations) {
        let (start, _) = run.sources.positions(approximation.span, ColumnUnit::Graphemes);
        let name = run.sources.get(approximation.span.source).name();
        lines.push(format!("{name}:{}:{}: not checked: {}", start.line, start.column, approximation.what));
    }
    lines
}

fn used(times: usize) -> String {
    if times == 1 { "used once".to_owned() } else { format!("used {times} times") }
}
