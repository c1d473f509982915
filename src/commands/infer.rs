//! `hclx infer`: the type of every attribute of a file, or of an expression.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::Write;
use std::sync::Arc;

use hclx_analysis::{Answer, Document, Question, Snapshot, TypeRow, TypeText, Unit};
use hclx_core::ty::AttributeName;
use hclx_core::{Bound, Data, ObjectAttribute, Type, TypeKind, Value};
use hclx_diag::{Arrange, ColumnUnit, Ordered, SourceId, Sources};
use hclx_eval::Unresolved;
use hclx_program::findings::TextFacts;
use hclx_program::{gaps, notes};

use super::no_files;
use crate::answering::AnswerCallbacks;
use crate::cli::{Infer, Operand, Subcommand, Terminator};
use crate::exit::Exit;
use crate::flags;
use crate::inputs::{self, Inputs};
use crate::judging::{self, Run};
use crate::specs::Specs;
use crate::{expression, files, names, output, programs, protocol};

/// The subcommand `infer`.
pub(super) static COMMAND: Subcommand = Subcommand {
    name: "infer",
    about: "Print the types of everything in files, or of an expression",
    more: "Examples:\n  hclx infer service.hcl\n  \
           hclx infer -e 'join(\", \", names)' --var 'names=unknown(list(string))'\n\n\
           Exit codes: 0 no errors, 1 at least one error, 2 unreadable file or invalid flag.",
    operands: &[Operand {
        name: "PATH",
        required: false,
        many: true,
        help: "Files and directories; - is standard input; default: this directory",
    }],
    flags: &[
        &flags::EXPRESSION,
        &flags::AT,
        &flags::RAW_TYPE,
        &flags::ALLOW_UNDECLARED,
        &flags::ALLOW_EMPTY,
        &flags::FORMAT,
        &flags::DIALECT,
        &flags::RULES,
        &flags::LANG,
        &flags::VAR,
        &flags::VAR_FILE,
        &flags::PROVIDER_SCHEMA,
        &flags::NO_SCHEMA_CACHE,
        &flags::NO_SCHEMAS,
        &flags::ROOT,
        &flags::CTX,
        &flags::SCHEMA,
        &flags::IMPORT_ROOT,
        &flags::MAX_MEMORY,
        &flags::MAX_STEPS,
        &flags::AS,
        &flags::CONFIG,
        &flags::NO_CONFIG,
        &flags::STDIN_FILENAME,
        &flags::JOBS,
        &flags::COLOR,
        &flags::QUIET,
        &flags::VERBOSE,
    ],
    run: |matches| run(&matches.infer()?),
};

fn run(asked: &Infer) -> anyhow::Result<Exit> {
    let mut inputs = Inputs::default();
    inputs.configure(&asked.context.settings);
    if let Some(exit) = inputs.complain(&asked.look)? {
        return Ok(exit);
    }
    match (&asked.expression, &asked.at, &asked.paths[..]) {
        (Some(text), None, []) => expression(asked, &mut inputs, text),
        (Some(text), None, [path]) => in_scope(asked, &mut inputs, path, text),
        (Some(_), None, _) => anyhow::bail!("expected one file or directory beside `-e EXPR`"),
        (Some(_), Some(_), _) => anyhow::bail!("expected `-e EXPR` or `--at FILE:LINE:COL`, not both"),
        (None, Some(place), []) => at(asked, &mut inputs, place),
        (None, Some(_), _) => anyhow::bail!("`--at FILE:LINE:COL` names the file; expected no other"),
        (None, None, _) if asked.ending == Terminator::Nothing => {
            anyhow::bail!("`--raw` prints one type: add `-e EXPR` or `--at FILE:LINE:COL`")
        }
        (None, None, paths) => {
            paths.iter().try_for_each(|path| expression::ensure_path("infer", path))?;
            files(asked, &mut inputs)
        }
    }
}

fn expression(asked: &Infer, inputs: &mut Inputs, text: &str) -> anyhow::Result<Exit> {
    let look = &asked.look;
    if inputs::language(&asked.context) == Some(crate::registered::MULL) {
        return mull_expression(asked, inputs, text);
    }
    let mut settings = inputs.settings(&asked.context);
    settings.strict_names = !asked.allow_undeclared;
    inputs.refuse_flags_of_mull(&asked.context);
    if let Some(exit) = inputs.complain(look)? {
        return Ok(exit);
    }
    let outcome = inputs.ask(text, &settings, asked.context.most.limits());
    if look.json {
        protocol::answer_json(
            look,
            &protocol::inferred(&inputs.sources, &outcome).beside(&outcome.diagnostics),
        )?;
    } else {
        if !outcome.has_errors() {
            print(asked, &outcome.value.described_type().to_string())?;
        }
        inputs.tell(look, &outcome.diagnostics)?;
    }
    Ok(Exit::of(&outcome.diagnostics))
}

/// Prints the type of an expression in the scope of a file or module.
fn in_scope(asked: &Infer, inputs: &mut Inputs, path: &OsString, text: &str) -> anyhow::Result<Exit> {
    match expression::evaluate_in(&asked.context, path, inputs, text)? {
        Some(run) => answer(asked, inputs, &run),
        None => Ok(inputs.complain(&asked.look)?.unwrap_or(Exit::Failed)),
    }
}

/// Prints the type of the expression at a place.
fn at(asked: &Infer, inputs: &mut Inputs, place: &str) -> anyhow::Result<Exit> {
    let (file, line, column) = judging::place(place)?;
    anyhow::ensure!(
        !names::path(file).is_dir(),
        "`--at {place}`: `{file}` is a directory\n  help: name a file, as in {}",
        names::text(&names::path(file).join("main.tf:7:12"))
    );
    let selection = judging::select(&asked.context, &[OsString::from(file)], None, inputs);
    let question = |snapshot: &Snapshot| {
        let selected = snapshot.selected().first().copied();
        let file = selected.ok_or_else(|| anyhow::anyhow!("file `{file}` does not exist"))?;
        let offset = judging::offset(snapshot, file, line, column)?;
        Ok(Question::TypeAt { file, offset })
    };
    match judging::judge_selection(&asked.context, inputs, Specs::default(), &question, selection)? {
        Some(run)
            // A value is missing because something could not be read.
            if run.units.iter().all(|(_, answer)| answer.value.is_none()) && inputs.refused.is_empty() =>
        {
            anyhow::bail!("no expression at {place}")
        }
        Some(run) => answer(asked, inputs, &run),
        None => Ok(inputs.complain(&asked.look)?.unwrap_or(Exit::Failed)),
    }
}

/// Prints the type of the requested value.
fn answer(asked: &Infer, inputs: &Inputs, run: &Run) -> anyhow::Result<Exit> {
    let look = &asked.look;
    if let Some(exit) = inputs.complain(look)? {
        return Ok(exit);
    }
    let Some((_, answer)) = run.units.iter().find(|(_, answer)| answer.value.is_some()) else {
        inputs.tell(look, &run.findings(&inputs.config))?;
        return Ok(Exit::Bad);
    };
    expression::note_undeclared(run, look);
    let findings = expression::about_expression(run, &inputs.config, asked.allow_undeclared);
    if look.json {
        protocol::answer_json(
            look,
            &protocol::inferred_value(&run.sources, answer, &findings).beside(&findings),
        )?;
    } else {
        let failed = findings.iter().any(hclx_diag::Diagnostic::is_error);
        if let Some(value) = answer.value.as_ref().filter(|_| !failed) {
            print(asked, &value.described_type().to_string())?;
        }
        inputs.tell(look, &findings)?;
    }
    Ok(Exit::of(&findings))
}

/// Prints one type.
fn print(asked: &Infer, ty: &str) -> std::io::Result<()> {
    match asked.ending {
        Terminator::LineBreak => output::line(ty),
        Terminator::Nothing => output::text(ty),
    }
}

/// Prints the type of a Mull expression.
fn mull_expression(asked: &Infer, inputs: &mut Inputs, text: &str) -> anyhow::Result<Exit> {
    let look = &asked.look;
    let selection = files::Selection::text("<expression>", crate::mull::quotation(text));
    let question = |_: &Snapshot| Ok(Question::Infer);
    let Some(run) = judging::judge_selection(&asked.context, inputs, Specs::default(), &question, selection)?
    else {
        return Ok(inputs.complain(look)?.unwrap_or(Exit::Failed));
    };
    let findings = run.findings(&inputs.config);
    if look.json {
        if let Some(answer) = protocol::inferred_units(&run.sources, &run.units).next() {
            protocol::answer_json(look, &answer)?;
        }
    } else {
        let body = run.units.iter().find_map(|(_, answer)| answer.document.as_ref()?.body.as_ref());
        if let Some(body) = body.filter(|_| !crate::mull::failed(&findings)) {
            print(asked, if asked.as_hcl { &body.hcl } else { &body.own })?;
        }
        inputs.tell(look, &findings)?;
    }
    Ok(Exit::of(&findings))
}

fn files(asked: &Infer, inputs: &mut Inputs) -> anyhow::Result<Exit> {
    let look = &asked.look;
    let here = [OsString::from(".")];
    let paths = if asked.paths.is_empty() { &here[..] } else { &asked.paths };
    let mut texts = Texts { limit: look.answer(), ..Texts::default() };
    // JSON is written for all units at the end; text is printed while units are checked.
    let run = if look.json {
        judging::judge_all(&asked.context, paths, inputs, Specs::default(), &|_| Ok(Question::Infer))?
    } else {
        let mut each = |snapshot: &Snapshot, unit: &Unit, answer: &Answer| {
            texts.take(notes::judged(snapshot, unit, answer), || shown(asked, snapshot, unit, answer));
        };
        let facts = |_: &Snapshot, _: SourceId| TextFacts::default();
        let handling =
            AnswerCallbacks { facts: &facts, print: None, each: Some(&mut each), tells_approximations: true };
        let question = Question::Infer;
        judging::judge_handled(&asked.context, paths, inputs, Specs::default(), question, handling)?
    };
    let Some(run) = run else {
        return Ok(inputs.complain(look)?.unwrap_or(Exit::Failed));
    };
    if !asked.allow_empty {
        no_files::refuse(Some(&run), paths, inputs);
    }
    let findings = run.findings(&inputs.config);
    if look.json {
        protocol::answer_files(look, protocol::inferred_units(&run.sources, &run.units))?;
    } else {
        texts.end()?;
        inputs.tell(look, &findings)?;
    }
    inputs.complain(look)?;
    if !look.quiet {
        talk(&run, look.verbose > 0);
    }
    if !inputs.refused.is_empty() {
        return Ok(Exit::Failed);
    }
    Ok(Exit::of(&findings))
}

/// The output for files, printed while more output is produced. If there are several files, each is preceded
/// by its name, so the output of the first one is held back until the second.
#[derive(Default)]
struct Texts {
    /// The maximum length of a file's output in bytes.
    limit: u64,
    /// The number of checked files.
    files: usize,
    waiting: Vec<(Arc<str>, String)>,
    /// The number of buffered bytes.
    bytes: usize,
    is_begun: bool,
    /// The error that ended printing.
    failed: Option<std::io::Error>,
}

impl Texts {
    /// The number of bytes after which the buffer is printed.
    const AT_ONCE: usize = 1 << 16;

    /// Adds the output of a unit with this number of files.
    fn take(&mut self, files: usize, texts: impl FnOnce() -> Vec<(Arc<str>, String)>) {
        if self.failed.is_some() {
            return;
        }
        self.files += files;
        for (name, text) in texts() {
            self.bytes += text.len();
            self.waiting.push((name, text));
        }
        if self.files > 1 && self.bytes >= Self::AT_ONCE {
            self.failed = self.print().err();
        }
    }

    fn print(&mut self) -> std::io::Result<()> {
        let are_named = self.files > 1;
        let mut out = output::people(self.limit);
        for (name, text) in self.waiting.drain(..) {
            out.begin();
            if are_named {
                let blank = if std::mem::replace(&mut self.is_begun, true) { "\n" } else { "" };
                writeln!(out, "{blank}{name}")?;
            }
            write!(out, "{text}")?;
        }
        self.bytes = 0;
        out.flush()
    }

    /// Prints the rest.
    fn end(mut self) -> std::io::Result<()> {
        self.failed.take().map_or(Ok(()), Err)?;
        self.print()
    }
}

/// The output of a unit's files by name, with aligned lines `path type`.
fn shown(asked: &Infer, snapshot: &Snapshot, unit: &Unit, answer: &Answer) -> Vec<(Arc<str>, String)> {
    let mut texts = Vec::new();
    for file in protocol::files_of(unit, answer) {
        // a unit has declarations only in some of its files; the others have no rows
        let declares = answer.rows.iter().any(|row| row.name_span.source == file);
        if !declares && !answer.rows.is_empty() {
            continue;
        }
        let text = match &answer.document {
            Some(document) => shown_document(asked.as_hcl, snapshot, file, document),
            None => {
                let rows: Vec<&TypeRow> =
                    answer.rows.iter().filter(|row| row.name_span.source == file).collect();
                shown_rows(asked, unit, &rows)
            }
        };
        texts.push((snapshot.path(file), text));
    }
    texts
}

/// Aligned lines `path  type`.
fn shown_rows(asked: &Infer, unit: &Unit, rows: &[&TypeRow]) -> String {
    /// Longer paths do not widen the column.
    const WIDEST: usize = 48;
    let widths: Vec<usize> = rows.iter().map(|row| row.path.chars().count()).collect();
    let width = widths.iter().copied().filter(|width| *width <= WIDEST).max().unwrap_or_default();
    let mut text = output::Answer::within(asked.look.answer());
    let mut line = |row: &TypeRow, wide: usize| {
        text.write_str(&row.path)?;
        text.text.extend(std::iter::repeat_n(' ', 2 + width.saturating_sub(wide)));
        // the types of Pulumi resources come from schemas and are long
        if asked.look.verbose == 0 && unit.language.row().name == "pcl" && row.value_span.is_none() {
            text.write_str(&cut(&row.ty))?;
        } else {
            write!(text, "{}", row.ty)?;
            if row.path.starts_with("variable.") {
                text.write_str(&known_of(&row.value))?;
            }
        }
        text.write_char('\n')
    };
    // output beyond the limit is not created: types share parts, but their printed forms do not
    let _ = rows.iter().zip(widths).try_for_each(|(row, wide)| line(row, wide));
    text.text
}

/// Describes the known facts about an unknown value: its alternatives, prefix and bounds.
fn known_of(value: &Value) -> String {
    let range = match value.data() {
        Data::Unknown(range) => range,
        _ => return String::new(),
    };
    let bound =
        |what: [&str; 2], bound: &Bound| format!(", {} {}", what[usize::from(bound.inclusive)], bound.number);
    if let Some(members) = range.one_of() {
        let members: Vec<String> = members.iter().map(ToString::to_string).collect();
        return format!(", one of {}", members.join(", "));
    }
    let mut text = range.prefix().map_or_else(String::new, |prefix| format!(", starts with {prefix:?}"));
    text.extend(range.min().map(|min| bound(["above", "at least"], min)));
    text.extend(range.max().map(|max| bound(["below", "at most"], max)));
    if !range.is_of_unknown_type() {
        text.extend((range.len_min() > 0).then(|| format!(", length at least {}", range.len_min())));
        text.extend(range.len_max().map(|most| format!(", length at most {most}")));
    }
    text
}

/// A type with at most three attributes of each object.
fn cut(ty: &Type) -> String {
    const SHOWN: usize = 3;
    match ty.kind() {
        TypeKind::Object(object) if object.len() > SHOWN => {
            let attribute = |one: &ObjectAttribute| format!("{} = {}", AttributeName(&one.name), one.ty);
            let shown: Vec<String> = object.attributes().iter().take(SHOWN).map(attribute).collect();
            format!("object({{{}, … {} more}})", shown.join(", "), object.len() - SHOWN)
        }
        TypeKind::List(inner) | TypeKind::Map(inner) | TypeKind::Promise(inner) | TypeKind::Output(inner) => {
            format!("{}({})", ty.kind().word(), cut(inner))
        }
        TypeKind::Union(members) => {
            let members: Vec<String> = members.iter().map(cut).collect();
            format!("union({})", members.join(", "))
        }
        _ => ty.to_string(),
    }
}

/// The declarations of a Mull document and the type of its body, one per line.
fn shown_document(as_hcl: bool, snapshot: &Snapshot, file: SourceId, answer: &Document) -> String {
    let shown = |ty: &TypeText| if as_hcl { ty.hcl.clone() } else { ty.own.clone() };
    let mut text = String::new();
    for (name, ty) in &answer.types {
        text.push_str(&format!("type {name}: {}\n", shown(ty)));
    }
    for (name, ty) in &answer.properties {
        text.push_str(&format!("property {name}: {}\n", shown(ty)));
    }
    let mut sources = Sources::new();
    let spans = answer.lets.iter().map(|(span, ..)| span.source);
    snapshot.fill(&mut sources, spans.chain([file]));
    for (span, name, ty) in &answer.lets {
        let (start, _) = sources.positions(*span, ColumnUnit::CodePoints);
        text.push_str(&format!("let {}:{} {name}: {}\n", start.line, start.column, shown(ty)));
    }
    if let Some(body) = &answer.body {
        text.push_str(&format!("body: {}\n", shown(body)));
    }
    text
}

fn talk(run: &Run, each_file: bool) {
    let unchecked = gaps::unchecked_providers(&run.units);
    let of_providers = match unchecked.is_empty() {
        true => Vec::new(),
        false => gaps::provider_notes(&unchecked, programs::can_fetch()),
    };
    for note in of_providers.into_iter().chain(run.notes()) {
        output::note(&format!("note: {note}"));
    }
    for note in undeclared(run, each_file) {
        output::note(&format!("note: {note}"));
    }
}

/// Undeclared names: a line per file, or one line for all files that use the same names.
fn undeclared(run: &Run, each_file: bool) -> Vec<String> {
    let mut by_file: Ordered<SourceId, Vec<&Unresolved>> = Ordered::new();
    for name in run.units.iter().flat_map(|(_, answer)| &answer.unresolved) {
        by_file.or_default(name.span.source).push(name);
    }
    let mut by_names: Ordered<(Option<SourceId>, Vec<String>), Vec<SourceId>> = Ordered::new();
    for (file, names) in by_file {
        let names = notes::unresolved(names).into_iter().map(|(name, _)| name).collect();
        by_names.or_default((each_file.then_some(file), names)).push(file);
    }
    // in the order of the files
    let mut notes: Vec<(Vec<SourceId>, Vec<String>)> =
        by_names.into_iter().map(|((_, names), files)| (files, names)).collect();
    notes.arrange();
    let line = |(files, names): (Vec<SourceId>, Vec<String>)| {
        let more = match files.len() {
            0 | 1 => String::new(),
            2 => " and 1 more file".to_owned(),
            count => format!(" and {} more files", count - 1),
        };
        let first = run.sources.get(files[0]).name();
        format!("{first}{more}: undeclared, assumed to be unknown: {}", names.join(", "))
    };
    notes.into_iter().map(line).collect()
}
