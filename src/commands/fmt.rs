//! `hclx fmt`: formats HCL files like `terraform fmt`.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use hclx_analysis::Snapshot;
use hclx_diag::{
    Applicability, Diagnostic, Edit, Fix, Severity, SourceId, Sources, code_names as codes, counted,
};
use hclx_format::{Form, Formatter};
use hclx_report::{Summary, render};

use crate::cli::{Fmt, Operand, Subcommand};
use crate::exit::Exit;
use crate::files::Selection;
use crate::findings::changed::ChangedLines;
use crate::findings::fixing::{self, Change};
use crate::formatting;
use crate::inputs::Inputs;
use crate::writing::Scope;
use crate::{files, flags, judging, names, output, parallel};

/// The subcommand `fmt`.
pub(super) static COMMAND: Subcommand = Subcommand {
    name: "fmt",
    about: "Format HCL files as `terraform fmt` does",
    more: "Examples:\n  hclx fmt                        format everything below this directory\n  \
           hclx fmt --check --diff         show what would change, and exit with 1 if something would\n  \
           hclx fmt - < main.tf            format standard input to standard output\n  \
           hclx fmt --range main.tf:3-9    format the items that these lines touch\n  \
           hclx fmt --width 120            also break long lists, objects and calls\n\n\
           Prints the names of the files that changed. Files with syntax errors are named and left as they are.\n\n\
           Exit codes: 0 formatted, 1 with --check: a file would change, 2 a file has errors or cannot be read or written.",
    operands: &[Operand {
        name: "PATH",
        required: false,
        many: true,
        help: "Files and directories; - is standard input; the default is this directory",
    }],
    flags: &[
        &flags::CHECK,
        &flags::DIFF_FORMAT,
        &flags::RANGE,
        &flags::WIDTH,
        &flags::FORMAT_CHECK,
        &flags::SINCE_CHANGED,
        &flags::FILES_FROM,
        &flags::ALLOW_EMPTY,
        &flags::DIALECT,
        &flags::MAX_MEMORY,
        &flags::MAX_STEPS,
        &flags::CONFIG,
        &flags::NO_CONFIG,
        &flags::STDIN_FILENAME,
        &flags::JOBS,
        &flags::COLOR,
        &flags::QUIET,
    ],
    run: |matches| run(&matches.fmt()?),
};

/// The outcome of formatting a file.
enum Outcome {
    /// Files of this kind are not formatted.
    Foreign,
    /// The file is already formatted.
    Same,
    /// Not formatted; the formatted contents were not requested.
    Other,
    /// The edits that format it; at least one.
    Edits(Vec<Edit>),
    /// Its contents, and the formatted ones.
    Contents(Arc<[u8]>, Vec<u8>),
    /// It has syntax errors.
    Broken(Vec<Diagnostic>),
    /// The reason why it cannot be read.
    Unread(String),
}

/// The files that are not formatted.
#[derive(Default)]
struct UnformattedFiles {
    /// All of them.
    paths: Vec<Arc<str>>,
    /// The changes whose formatted contents are printed or written.
    changes: Vec<Change>,
    /// Those that a report shows.
    findings: Vec<Diagnostic>,
}

/// Ranges of lines by clean path.
type Ranges = HashMap<String, RangeInclusive<u32>>;

fn run(asked: &Fmt) -> anyhow::Result<Exit> {
    let mut inputs = Inputs::within(asked.look.most);
    inputs.configure(&asked.context.settings);
    if let Some(exit) = inputs.complain(&asked.look)? {
        return Ok(exit);
    }
    let ranges = ranges(&asked.ranges)?;
    let selection = select(asked, &ranges, &inputs)?;
    let is_piped = selection.stdin.is_some();
    inputs.refuse_unreadable(&selection.unreadable);
    // An empty list in `--files-from` is not an error, unlike a directory without files.
    let is_named = asked.paths.as_ref().is_none_or(|paths| !paths.is_empty());
    let is_empty = selection.paths.is_empty() && !is_piped && inputs.refused.is_empty();
    if is_empty && is_named && !asked.allow_empty && asked.since.is_none() {
        inputs.refuse("no file with a known name; `--allow-empty` accepts that".to_owned());
    }
    if !is_named && !asked.look.quiet {
        selection.remarks().for_each(|remark| output::note(&format!("note: {remark}")));
    }
    let disk = selection.disk.clone();
    let session = judging::unjudged(&asked.context, selection, &inputs);
    let snapshot = session.snapshot();
    let formatted = formatted(&snapshot, asked, &ranges);
    let is_shown = |outcome: &Outcome| !matches!(outcome, Outcome::Foreign | Outcome::Same | Outcome::Other);
    let shown = formatted.iter().filter(|(_, outcome)| is_shown(outcome)).map(|(file, _)| *file);
    inputs.sources = Sources::new();
    snapshot.fill(&mut inputs.sources, shown);
    let mut found = UnformattedFiles::default();
    let mut foreign = Vec::new();
    for (file, outcome) in formatted {
        match outcome {
            // A filter prints its input even if nothing changes.
            Outcome::Same if is_piped && writes(asked) => output::write(&bytes(&snapshot, file))?,
            Outcome::Foreign if is_piped && writes(asked) => {
                output::write(&bytes(&snapshot, file))?;
                if !asked.look.quiet {
                    output::say(&format!(
                        "note: `{}` is printed as it is: files of this kind are not formatted",
                        snapshot.path(file)
                    ));
                }
            }
            Outcome::Foreign if is_given(asked, &snapshot.path(file)) => foreign.push(snapshot.path(file)),
            Outcome::Same | Outcome::Foreign => {}
            Outcome::Other => found.paths.push(snapshot.path(file)),
            Outcome::Edits(edits) => {
                found.paths.push(snapshot.path(file));
                found.findings.push(finding(edits));
            }
            Outcome::Contents(before, after) => {
                found.changes.push(Change::new(file, snapshot.path(file), before, after));
            }
            Outcome::Broken(errors) => {
                // an editor may use the output of a filter regardless of its exit code
                if is_piped && writes(asked) {
                    output::write(&bytes(&snapshot, file))?;
                }
                inputs.refused.extend(errors);
            }
            Outcome::Unread(why) => inputs.refuse(format!("cannot read `{}`: {why}", snapshot.path(file))),
        }
    }
    if writes(asked) && is_piped {
        found.changes.iter().try_for_each(|change| output::write(change.after()))?;
    } else if writes(asked) {
        // a file that cannot be written does not prevent the others from being written
        let failures = fixing::write(&found.changes, &disk, Scope::Each);
        failures.iter().for_each(|failure| inputs.refuse(failure.message()));
        let is_failed = |change: &Change| failures.iter().any(|failure| *failure.shown == *change.path());
        found.changes.retain(|change| !is_failed(change));
    }
    found.paths.extend(found.changes.iter().map(|change| Arc::from(change.path())));
    report(asked, &inputs, is_piped, &found)?;
    note_foreign(asked, &foreign);
    let failed = inputs.complain(&asked.look)?;
    let would_change = asked.check && !found.paths.is_empty();
    Ok(failed.unwrap_or(if would_change { Exit::Bad } else { Exit::Good }))
}

/// Returns `true` if a file is named on the command line instead of found in a directory.
fn is_given(asked: &Fmt, path: &str) -> bool {
    let is_same = |given: &OsString| hclx_analysis::file_path::clean(&names::text(Path::new(given))) == path;
    asked.paths.iter().flatten().any(is_same)
}

/// Adds notes about named files of kinds that are not formatted.
fn note_foreign(asked: &Fmt, files: &[Arc<str>]) {
    if files.is_empty() || asked.look.quiet {
        return;
    }
    let names = hclx_diag::listed_names(files.iter().map(|path| &**path), "and");
    output::note(&match files.len() {
        1 => format!("note: {names} is left as it is: files of this kind are not formatted"),
        _ => format!("note: {names} are left as they are: files of these kinds are not formatted"),
    });
}

/// Returns `true` if the result is written back to the files, or from standard input to standard output.
fn writes(asked: &Fmt) -> bool {
    !asked.check && !asked.diff && asked.format.is_none()
}

fn bytes(snapshot: &Snapshot, file: SourceId) -> Arc<[u8]> {
    snapshot.bytes(file).unwrap_or_else(|_| Arc::from(&[][..]))
}

/// The lines that `--range` names.
///
/// # Errors
/// If one is malformed.
fn ranges(texts: &[String]) -> anyhow::Result<Ranges> {
    let range = |text: &String| {
        let parts = || {
            let (file, lines) = text.rsplit_once(':')?;
            let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
            let (first, last): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
            let name = names::text(Path::new(file));
            (first > 0 && first <= last).then(|| (hclx_analysis::file_path::clean(&name), first..=last))
        };
        parts()
            .ok_or_else(|| anyhow::anyhow!("`--range {text}`: expected FILE:L1-L2, for example main.tf:3-9"))
    };
    texts.iter().map(range).collect()
}

/// The files to format.
///
/// # Errors
/// If git cannot determine what changed.
fn select(asked: &Fmt, ranges: &Ranges, inputs: &Inputs) -> anyhow::Result<Selection> {
    let ranged: Vec<OsString> = ranges.keys().map(|name| names::path(name).as_os_str().to_owned()).collect();
    let here = [OsString::from(".")];
    let paths = match &asked.paths {
        Some(paths) => paths,
        None if !ranged.is_empty() => &ranged,
        None => here.as_slice(),
    };
    let mut selection = judging::select(&asked.context, paths, None, inputs);
    if let Some(revision) = &asked.since {
        let changed = ChangedLines::since(revision, selection.paths.iter().map(String::as_str))?;
        selection.paths.retain(|path| changed.has(path));
    }
    Ok(selection)
}

/// Formats each selected file; outcomes by path.
fn formatted(snapshot: &Snapshot, asked: &Fmt, ranges: &Ranges) -> Vec<(SourceId, Outcome)> {
    let files: Vec<SourceId> = snapshot.selected().to_vec();
    let mut all = Vec::new();
    let formatter = Formatter::default();
    let one = |index: usize| {
        let file = files[index];
        let lines = || ranges.get(&*snapshot.path(file)).cloned();
        let form = |style| Form { style, width: asked.width, lines: lines() };
        let outcome = |style| outcome(snapshot, file, asked, (&formatter, &form(style)));
        (file, formatting::style(snapshot, file).map_or(Outcome::Foreign, outcome))
    };
    let threads = parallel::threads(asked.context.jobs);
    parallel::in_order(threads, files.len(), one, |_, outcome| all.push(outcome));
    all
}

/// Formats a file. Its tree is dropped, and so is its content unless it is shown: they would dominate the memory of a
/// run.
fn outcome(
    snapshot: &Snapshot,
    file: SourceId,
    asked: &Fmt,
    (formatter, form): (&Formatter, &Form),
) -> Outcome {
    let bytes = match snapshot.bytes(file) {
        Ok(bytes) => bytes,
        Err(refusal) => return Outcome::Unread(files::reason(&refusal)),
    };
    let outcome = match asked.format {
        Some(_) => formatter
            .edits(file, bytes, form)
            .map(|edits| if edits.is_empty() { Outcome::Same } else { Outcome::Edits(edits) }),
        None => formatter.formatted(file, &bytes, form).map(|after| match after {
            None => Outcome::Same,
            Some(after) if asked.diff || writes(asked) => Outcome::Contents(bytes, after),
            Some(_) => Outcome::Other,
        }),
    };
    if matches!(outcome, Ok(Outcome::Same | Outcome::Other)) {
        snapshot.forget(file);
    }
    outcome.unwrap_or_else(|findings| {
        let is_error = |finding: &Diagnostic| finding.severity == Severity::Error;
        Outcome::Broken(findings.into_iter().filter(is_error).collect())
    })
}

/// The finding for a file that is not formatted, at the first edit.
fn finding(edits: Vec<Edit>) -> Diagnostic {
    let mut finding = Diagnostic::error(codes::NOT_FORMATTED, edits[0].span, "file is not formatted");
    finding.fixes.push(Fix {
        title: "format the file with `hclx fmt`".to_owned(),
        edits,
        applicability: Applicability::Certain,
    });
    finding
}

/// Prints findings, a diff or the names of files that change.
fn report(asked: &Fmt, inputs: &Inputs, is_piped: bool, found: &UnformattedFiles) -> anyhow::Result<()> {
    let paths = &found.paths;
    if let Some(format) = asked.format {
        let mut out = output::styled();
        let style = output::style(&asked.look);
        let summary = Summary { files: paths.len(), ..Summary::default() };
        render(format, &inputs.sources, &found.findings, &summary, style, &mut out)?;
        return Ok(out.flush()?);
    }
    if asked.diff {
        fixing::print(&found.changes, &inputs.sources)?;
    } else if asked.check || !is_piped {
        output::names(paths)?;
    }
    if !asked.look.quiet && asked.check && !paths.is_empty() {
        output::say(&format!("{} would change", counted(paths.len(), "file")));
    }
    Ok(())
}
