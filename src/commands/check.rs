//! `hclx check`: the findings of files and directories.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

use hclx_analysis::findings::baseline::Baseline;
use hclx_analysis::{Question, Snapshot};
use hclx_diag::{Code, Diagnostic, OrderedSet, Severity, SourceId, Sources, counted};
use hclx_languages::terraform::UnmatchedName;
use hclx_program::templates::UnlistedTemplates;
use hclx_report::{Counts, Format, RunFacts, Summary, Suppression, summary};

use super::no_files;
use crate::answering::{AnswerCallbacks, CompleteFile, Print};
use crate::cache;
use crate::cli::{Check, OpenPolicies, Operand, Subcommand};
use crate::config;
use crate::disk::Disk;
use crate::exit::Exit;
use crate::files::Selection;
use crate::findings::baseline::RunExtent;
use crate::findings::changed::{self, ChangedLines};
use crate::findings::options::Options;
use crate::findings::outputs::Stream;
use crate::findings::run_cache::{FindingCollector, Key, Runs};
use crate::findings::{self, Outcome, ProcessedFindings, baseline, fixing, outputs, run_facts, statistics};
use crate::flags;
use crate::inputs::Inputs;
use crate::judging::{self, Run};
use crate::live::Live;
use crate::names;
use crate::output::{self, Look};
use crate::specs::Specs;
use crate::watching::watch;
use crate::writing::Scope;

/// The subcommand `check`.
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
        &flags::ONLY,
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
        &flags::EXCLUDE,
        &flags::SHOW_FILES,
        &flags::FILES_FROM,
        &flags::WATCH,
        &flags::SPEC,
        &flags::DIALECT,
        &flags::RULES,
        &flags::LANG,
        &flags::VAR,
        &flags::VAR_FILE,
        &flags::PROVIDER_SCHEMA,
        &flags::POLICY,
        &flags::NO_POLICY,
        &flags::POLICY_INPUT,
        &flags::DENY_OPEN_POLICIES,
        &flags::NO_SCHEMA_CACHE,
        &flags::NO_SCHEMAS,
        &flags::REQUIRE_SCHEMAS,
        &flags::NO_CACHE,
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
        return Ok(once(asked, None)?.0);
    }
    let here = [OsString::from(".")];
    let paths = asked.paths.as_deref().unwrap_or(&here);
    anyhow::ensure!(paths.iter().all(|path| path != "-"), "`--watch` needs files, and `-` is standard input");
    let names = || {
        // settings may change too, so they are read each time; the run itself reports errors in
        // them
        let mut inputs = Inputs::default();
        inputs.configure(&asked.context.settings);
        // a malformed pattern ends the run itself
        let _ = inputs.exclude(&asked.scope.exclude);
        let mut names = judging::select(&asked.context, paths, None, &inputs).paths;
        names.extend(inputs.sources.iter().map(|(_, source)| source.name().to_owned()));
        names
    };
    // `--fix` writes its edits to files, which the next round reads
    let mut live = asked.fixing.safety.is_none().then(Live::default);
    let mut round = || {
        let (exit, mut read) = once(asked, live.as_mut())?;
        read.extend(live.iter().flat_map(Live::files));
        Ok((exit, read))
    };
    watch(&mut round, &names)
}

/// Runs once, and returns the names of the files that were read.
fn once(asked: &Check, mut live: Option<&mut Live>) -> anyhow::Result<(Exit, Vec<String>)> {
    let started = Instant::now();
    let mut inputs = Inputs::default();
    inputs.configure(&asked.context.settings);
    let options = Options::new(asked, Arc::clone(&inputs.config))?;
    let mut totals = Totals { started: Some(started), ..Totals::default() };
    let known = options.read_baseline(&mut inputs);
    if !inputs.refused.is_empty() {
        return Ok((finish(&asked.look, &options, &inputs, None, totals)?, Vec::new()));
    }
    options.ensure_baseline()?;
    let here = [OsString::from(".")];
    let paths = asked.paths.as_deref().unwrap_or(&here);
    // A cached run answers all units before anything is printed.
    if live.is_none() {
        totals.printed = PrintedOutput::new(asked, &options);
    }
    inputs.exclude(&asked.scope.exclude)?;
    let specs = Specs::new(asked.spec.as_ref(), &asked.context.settings);
    let selection = judging::select(&asked.context, paths, specs.named(), &inputs);
    if !asked.look.quiet {
        let unmatched = inputs.config.excluded_here.without_match();
        unmatched.for_each(|pattern| output::note(&format!("note: `--exclude {pattern}` matches no file")));
    }
    if asked.scope.lists_files {
        output::names(&selection.paths)?;
        inputs.refuse_unreadable(&selection.unreadable);
        inputs.complain(&asked.look)?;
        return Ok((verdict(&options, &inputs, false, 0), Vec::new()));
    }
    let settings = &inputs.config;
    let is_whole =
        settings.path.is_some() && paths.iter().any(|path| config::contains(path, &settings.folder));
    let unmatched = match is_whole {
        true => inputs.config.unmatched(selection.paths.iter().map(String::as_str)),
        false => Vec::new(),
    };
    let printing = (&mut totals.printed, live.as_deref_mut());
    let mut judged = judge(asked, (specs, selection), &mut inputs, &options, printing)?;
    if !asked.exits.allow_empty && !paths.is_empty() {
        no_files::refuse(judged.as_ref().and_then(|judged| judged.run.as_ref()), paths, &mut inputs);
    }
    let read = inputs.sources.iter().map(|(_, source)| source.name().to_owned()).collect();
    if let Some(judged) = &mut judged {
        outputs::ensure_apart(&options.outputs, &judged.outcome.checked, &judged.disk)?;
        if let Some(fixed) = fix(asked, &options, judged, &mut inputs)? {
            totals.fixed = fixed;
            if options.fixing.diff {
                inputs.complain(&asked.look)?;
                // With `--diff`, the exit code shows whether there are edits, not whether there are errors.
                return Ok((verdict(&options, &inputs, false, fixed), read));
            }
        }
        if let (Some(file), true) = (&options.baseline, options.baseline_use.update) {
            let is_whole = file.is_below(paths);
            let outcome = &judged.outcome;
            return Ok((update_baseline(&asked.look, (file, known, is_whole), outcome, &inputs)?, read));
        }
        // Without the findings on unchanged lines, their baseline entries would seem to be stale.
        leave_known((&options, known), paths, &mut judged.outcome, &inputs);
        judged.outcome.treated.findings.extend(unmatched);
        tell_unmatched_names(&mut judged.outcome, is_whole, &mut inputs);
        totals.elsewhere = leave_unchanged(&options, &mut judged.outcome, &inputs)?;
        note_hidden(&options, &asked.look)?;
        judged.outcome.require_schemas(options.schemas, &mut inputs);
    }
    if judged.as_ref().is_some_and(|judged| judged.run.is_none()) && asked.look.verbose > 0 {
        output::note("note: nothing changed since an earlier run: these are its findings; see --no-cache");
    }
    let outcome = judged.as_mut().map(|judged| std::mem::take(&mut judged.outcome));
    let exit = finish(&asked.look, &options, &inputs, outcome, totals)?;
    if let (Some(live), Some(run)) = (live, judged.as_mut().and_then(|judged| judged.run.take())) {
        live.keep(run);
    }
    if !asked.watch {
        // the process is about to end, and the system frees everything at once
        std::mem::forget(judged);
    }
    Ok((exit, read))
}

/// Adds the findings about names that matched nothing, and rejects those in flags.
fn tell_unmatched_names(outcome: &mut Outcome, is_whole: bool, inputs: &mut Inputs) {
    let names = std::mem::take(&mut outcome.unmatched);
    outcome.treated.findings.extend(inputs.config.unmatched_names(&names, is_whole));
    let is_of_flag = |name: &&UnmatchedName| !inputs.config.places.contains_key(&name.setting);
    let of_flags: Vec<String> = names.iter().filter(is_of_flag).map(|name| name.message.clone()).collect();
    of_flags.into_iter().for_each(|message| inputs.refuse(format!("`--policy-input`: {message}")));
}

/// Applies or prints edits, if requested, and returns their number.
fn fix(
    asked: &Check,
    options: &Options,
    judged: &mut CheckedFiles,
    inputs: &mut Inputs,
) -> anyhow::Result<Option<usize>> {
    let (Some(safety), Some(run)) = (options.fixing.safety, &mut judged.run) else { return Ok(None) };
    let limits = asked.context.most.limits();
    let findings = &judged.outcome.treated.findings;
    let mut changes = fixing::changes(&mut run.session, findings, options, safety, limits);
    let fixed = changes.iter().map(|change| change.applied).sum();
    if options.fixing.diff {
        fixing::print(&changes, &run.sources)?;
        return Ok(Some(fixed));
    }
    let failures = fixing::write(&changes, &run.disk, Scope::Each);
    failures.iter().for_each(|failure| inputs.refuse(failure.message()));
    changes.retain(|change| !failures.iter().any(|failure| *failure.shown == *change.path()));
    fixing::under_all_names(&changes, &run.same, &mut run.session);
    run.answer_again(&Question::Check, limits);
    inputs.sources = run.sources.clone();
    judged.outcome = Outcome::of(run, options, UnlistedTemplates::default());
    judged.outcome.describe(run, options, limits);
    Ok(Some(fixed))
}

fn update_baseline(
    look: &Look,
    (file, old, is_whole): (&baseline::File, Option<Baseline>, bool),
    outcome: &Outcome,
    inputs: &Inputs,
) -> anyhow::Result<Exit> {
    let judged = RunExtent { sources: &inputs.sources, checked: &outcome.checked, is_whole };
    let count = baseline::update((file, old), judged, &outcome.treated.findings)?;
    if !look.quiet {
        crate::output::say(&format!("{} written to `{}`", counted(count, "finding"), file.display_path()));
    }
    inputs.complain(look)?;
    Ok(if inputs.refused.is_empty() { Exit::Good } else { Exit::Failed })
}

/// Removes findings that a baseline lists.
fn leave_known(
    (options, known): (&Options, Option<Baseline>),
    paths: &[OsString],
    outcome: &mut Outcome,
    inputs: &Inputs,
) {
    if let Some(file) = options.baseline.as_ref().zip(known) {
        let is_whole = file.0.is_below(paths);
        let judged = RunExtent { sources: &inputs.sources, checked: &outcome.checked, is_whole };
        baseline::apply(file, judged, options.baseline_use.strict, &mut outcome.treated);
    }
}

/// Removes findings on unchanged lines, and returns their number.
fn leave_unchanged(options: &Options, outcome: &mut Outcome, inputs: &Inputs) -> anyhow::Result<usize> {
    let findings = &mut outcome.treated.findings;
    let before = findings.len();
    if let Some(revision) = &options.since {
        let changed = ChangedLines::since(revision, changed::names_of(&inputs.sources, findings))?;
        findings.retain(|finding| changed.touches(&inputs.sources, finding));
    }
    Ok(before - findings.len())
}

/// Notes changed files that git does not show.
fn note_hidden(options: &Options, look: &Look) -> anyhow::Result<()> {
    let Some(revision) = options.since.as_ref().filter(|_| !look.quiet) else { return Ok(()) };
    ChangedLines::notes(revision)?.iter().for_each(|note| output::note(&format!("note: {note}")));
    Ok(())
}

/// Files with their findings, from this run or from an earlier one that read the same data.
struct CheckedFiles {
    outcome: Outcome,
    disk: Disk,
    /// The run that checked them; `None` if an earlier run did.
    run: Option<Run>,
}

/// Checks the selected files, and prints results as they become complete.
fn judge(
    asked: &Check,
    (specs, mut selection): (Specs, Selection),
    inputs: &mut Inputs,
    options: &Options,
    (printed, live): (&mut PrintedOutput, Option<&mut Live>),
) -> anyhow::Result<Option<CheckedFiles>> {
    let is_streamed = printed.stream.is_some();
    let tells_approximations = asked.look.verbose > 0 || outputs::for_machines(&options.outputs);
    let mut runs =
        keeps_runs(asked, options, inputs, &selection).then(|| Runs::open(&mut selection)).flatten();
    let key = runs.is_some().then(|| Key::new(asked, &selection, &(is_streamed, tells_approximations)));
    let is_live = live.is_some();
    let resumed = live.and_then(|live| live.resume(&mut selection, inputs));
    let run = resumed.or_else(|| judging::settle(&asked.context, inputs, specs, selection));
    let Some(mut run) = run else { return Ok(None) };
    let disk = run.disk.clone();
    if is_live {
        judging::judge_kept(&asked.context, inputs, &mut run);
        let mut outcome = Outcome::of(&mut run, options, UnlistedTemplates::default());
        outcome.describe(&run, options, asked.context.most.limits());
        return Ok(Some(CheckedFiles { outcome, disk, run: Some(run) }));
    }
    if let (Some(runs), Some(key)) = (&mut runs, key)
        && let Some(mut found) = runs.find(key, inputs, &disk)
    {
        inputs.sources = found.sources;
        found.outcome.describe(&run, options, asked.context.most.limits());
        return Ok(Some(CheckedFiles { outcome: found.outcome, disk, run: None }));
    }
    let facts = |snapshot: &Snapshot, file: SourceId| findings::facts_of(snapshot, file, options);
    let mut collected = runs.as_ref().map(|_| FindingCollector::default());
    let mut templates = UnlistedTemplates::default();
    let mut print = |snapshot: &Snapshot, sources: &Sources, files: Vec<CompleteFile>| {
        let mut found = Vec::new();
        for CompleteFile { file, findings, facts } in files {
            let mut treated = findings::treat_file(snapshot, file, findings, options, facts);
            findings::conceal(&mut treated, sources);
            found.append(&mut treated.findings);
        }
        let found = templates.first_of_each(snapshot, found);
        collected.iter_mut().for_each(|all| all.take(sources, &found));
        printed.write(sources, &Diagnostic::one_for_each_cause(found), options);
    };
    let print: Option<Print<'_>> = if is_streamed { Some(&mut print) } else { None };
    let handling = AnswerCallbacks { facts: &facts, print, each: None, tells_approximations };
    // edits are based on the contents that were checked
    let handling = options.fixing.safety.is_none().then_some(handling);
    let mut run = judging::judge_settled(&asked.context, inputs, run, &|_| Ok(Question::Check), handling)?;
    let mut outcome = Outcome::of(&mut run, options, templates);
    if let (Some(runs), Some(collected)) = (runs, collected)
        && inputs.refused.is_empty()
        && outcome.files > 0
    {
        runs.keep(collected, &outcome, &inputs.sources);
    }
    outcome.describe(&run, options, asked.context.most.limits());
    Ok(Some(CheckedFiles { outcome, disk, run: Some(run) }))
}

/// Returns `true` if the findings of an earlier run may be used, and those of this run may be stored: it
/// reads only files, and produces only findings.
fn keeps_runs(asked: &Check, options: &Options, inputs: &Inputs, selection: &Selection) -> bool {
    let wanted = !asked.context.no_cache && !cache::is_off() && inputs.config.cache;
    let finds_only = options.fixing.safety.is_none() && !options.baseline_use.update && !asked.watch;
    let is_on_disk = selection.stdin.is_none() && selection.unreadable.is_empty();
    // functions read files below such a directory without the recording disk
    let is_plain = asked.context.root.is_none() && inputs.config.root.is_none();
    wanted && finds_only && is_on_disk && is_plain
}

/// Returns `true` if no requested feature requires all findings at once.
fn streams(options: &Options) -> bool {
    options.baseline.is_none()
        && options.since.is_none()
        && !options.statistics
        && options.max_findings == usize::MAX
}

/// The output printed while files are checked.
#[derive(Default)]
struct PrintedOutput {
    /// The stream; `None` if everything is written at the end.
    stream: Option<Stream>,
    /// Set if a printed finding fails the run.
    fails: bool,
    /// The codes of certain errors that a level disables, or makes warnings, without effect.
    overruled: OrderedSet<Code>,
    /// The number of findings that `--only` omits.
    others: usize,
}

impl PrintedOutput {
    fn new(asked: &Check, options: &Options) -> Self {
        let style = output::style(&asked.look);
        let stream = Stream::new(&options.outputs, style)
            .filter(|_| streams(options) && options.fixing.safety.is_none());
        Self { stream, ..Self::default() }
    }

    /// Counts findings, and returns those to print.
    fn count<'f>(
        &mut self,
        sources: &Sources,
        findings: &'f [Diagnostic],
        options: &Options,
    ) -> Cow<'f, [Diagnostic]> {
        self.fails |= fail(options, findings);
        let overruled = findings.iter().filter(|finding| options.overrules(sources, finding));
        self.overruled.extend(overruled.map(|finding| finding.code));
        if findings.iter().all(|finding| options.shows(finding)) {
            return findings.into();
        }
        let shown: Vec<_> = findings.iter().filter(|finding| options.shows(finding)).cloned().collect();
        self.others += findings.len() - shown.len();
        shown.into()
    }

    fn write(&mut self, sources: &Sources, findings: &[Diagnostic], options: &Options) {
        let findings = self.count(sources, findings, options);
        if let Some(stream) = &mut self.stream {
            stream.write(sources, &findings);
        }
    }
}

/// The totals for the summary.
#[derive(Default)]
struct Totals {
    /// The number of fixed findings.
    fixed: usize,
    /// The number of findings on unchanged lines.
    elsewhere: usize,
    /// The start of the run.
    started: Option<Instant>,
    /// The output so far.
    printed: PrintedOutput,
}

/// The seconds since 1970.
fn now() -> Option<u64> {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).ok().map(|now| now.as_secs())
}

/// Reports where pages were written, so that users can open them.
fn say_pages(look: &Look, options: &Options) {
    let pages = options.outputs.iter().filter(|one| one.format == Format::Html && !look.quiet);
    pages.filter_map(|one| one.file.as_deref()).for_each(|file| {
        output::say(&format!("note: the report is in `{}`", names::text(file)));
    });
}

fn finish(
    look: &Look,
    options: &Options,
    inputs: &Inputs,
    outcome: Option<Outcome>,
    mut totals: Totals,
) -> anyhow::Result<Exit> {
    let mut outcome = outcome.unwrap_or_default();
    let ProcessedFindings { findings, suppressed, .. } = std::mem::take(&mut outcome.treated);
    let findings = Diagnostic::one_for_each_cause(findings);
    let printed = &mut totals.printed;
    let shown = printed.count(&inputs.sources, &findings, options);
    let mut findings: Vec<Diagnostic> = inputs.in_tables.iter().chain(&*shown).cloned().collect();
    let has_open = outcome.policies.as_ref().is_some_and(|totals| totals.open > 0);
    printed.fails |= has_open && options.exits.open_policies == OpenPolicies::Fail;
    let exit = verdict(options, inputs, printed.fails, totals.fixed);
    let for_people = outputs::for_people(&options.outputs);
    let told = outputs::for_machines(&options.outputs);
    let mut summary_of_run = Summary {
        files: outcome.files,
        approximations: if told { outcome.not_judged() } else { Vec::new() },
        unchecked: outcome.unchecked.clone(),
        checked: if told { std::mem::take(&mut outcome.checked) } else { Vec::new() },
        modules: std::mem::take(&mut outcome.modules),
        run: if outputs::describe_modules(&options.outputs) {
            run_facts::found(now())
        } else {
            RunFacts::default()
        },
        suppressed,
        policies: outcome.policies.clone(),
        elsewhere: totals.elsewhere,
        ..Summary::default()
    };
    let mut found = printed.stream.as_ref().map(|stream| stream.counts.clone()).unwrap_or_default();
    found.add(&findings);
    let mut counts = match printed.others > 0 && found == Counts::default() {
        // something is wrong, but not printed
        true => format!("{} checked", counted(summary_of_run.files, "file")),
        false => summary(&found, &summary_of_run),
    };
    if let (Some(started), true) = (totals.started, output::are_messages_watched()) {
        // no timing where output is compared
        counts.push_str(&format!(" in {:.2} s", started.elapsed().as_secs_f64()));
    }
    let is_empty = summary_of_run.files == 0 && findings.len() == inputs.in_tables.len();
    // Users see these on stderr, but programs only read the output.
    if !for_people {
        let others = inputs.refused.iter().filter(|finding| !inputs.in_tables.contains(finding));
        findings = others.chain(&findings).cloned().collect();
    }
    summary_of_run.left_out = findings.len().saturating_sub(options.max_findings);
    findings.truncate(options.max_findings);
    match write(look, options, inputs, (&findings, &summary_of_run), printed) {
        // the reader has closed the pipe; the exit code still reflects all findings
        Err(error) if crate::exit::is_closed_pipe(&error) => return Ok(exit),
        written => written?,
    }
    inputs.complain_beside_findings(look)?;
    if !look.quiet {
        tell_left_out(&summary_of_run, &totals);
        let counts = (inputs.refused.is_empty() || !is_empty).then_some(&*counts);
        talk(look, inputs, &outcome, counts, !for_people);
    }
    Ok(exit)
}

/// Writes findings or their statistics; for machine formats, statistics go to stderr.
fn write(
    look: &Look,
    options: &Options,
    inputs: &Inputs,
    (findings, summary): (&[Diagnostic], &Summary),
    printed: &mut PrintedOutput,
) -> anyhow::Result<()> {
    if options.statistics && outputs::for_people(&options.outputs) {
        let mut out = output::people(look.answer());
        statistics::write(&inputs.sources, findings, &mut out)?;
        return Ok(out.flush()?);
    }
    let style = output::style(look);
    match &mut printed.stream {
        Some(stream) => {
            stream.write(&inputs.sources, findings);
            stream.end()?;
        }
        None => {
            let told = (findings, &*inputs.in_files(findings));
            outputs::write(&options.outputs, &inputs.sources, told, summary, style)?;
            say_pages(look, options);
        }
    }
    if options.statistics {
        statistics::write(&inputs.sources, findings, &mut output::messages())?;
    }
    Ok(())
}

/// Prints notes about findings that are not printed, and about levels without effect.
fn tell_left_out(summary: &Summary, totals: &Totals) {
    let known = summary.suppressed.iter().filter(|hidden| hidden.by == Suppression::Baseline);
    let hidden = [
        (known.count(), "listed in the baseline"),
        (summary.left_out, "not shown: over the limit of `--max-findings`"),
        (totals.elsewhere, "not shown: on unchanged lines"),
        (totals.printed.others, "not shown: excluded by `--only`"),
    ];
    for (count, why) in hidden.into_iter().filter(|(count, _)| *count > 0) {
        output::note(&format!("note: {} {why}", counted(count, "finding")));
    }
    for code in totals.printed.overruled.iter() {
        output::note(&format!("note: {}", no_effect(code.id())));
    }
    if totals.fixed > 0 {
        output::note(&format!("{} fixed", counted(totals.fixed, "finding")));
    }
}

/// The note about a certain error that a level disables or makes a warning.
fn no_effect(code: &str) -> String {
    format!(
        "the level of {code} has no effect on certain errors: suppress one with `# hclx: ignore[{code}] reason`, \
         list it in a baseline, or `exclude` the file"
    )
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
        // Even `--exit-zero` does not hide that the command failed.
        _ if !inputs.refused.is_empty() => Exit::Failed,
        true if !options.exits.zero => Exit::Bad,
        _ => Exit::Good,
    }
}

/// Prints notes about unchecked parts on stderr, and the summary if anything was checked.
fn talk(look: &Look, inputs: &Inputs, outcome: &Outcome, summary: Option<&str>, for_machines: bool) {
    outcome.all_notes().iter().for_each(|note| output::note(&format!("note: {note}")));
    if look.verbose > 0 {
        outcome.assumed.iter().for_each(|line| output::note(line));
    }
    if for_machines {
        return;
    }
    match (summary, inputs.refused.is_empty()) {
        (Some(summary), true) => output::note(summary),
        (Some(summary), false) => output::note(&format!("{summary}; not everything could be checked")),
        (None, _) => output::note("nothing was checked"),
    }
    if let Some(policies) = &outcome.policies {
        output::note(&policies.sentence());
    }
}
