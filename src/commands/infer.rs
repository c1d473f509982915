//! `hclx infer`: the type of every attribute of a file, or of an expression.

use std::io::Write;

use clap::ArgMatches;
use hclx_analysis::{Question, RowType, ask};
use hclx_diag::{ColumnUnit, SourceId};
use hclx_eval::Budget;
use hclx_mull::answers::{self as mull, TypeText};
use serde_json::json;

use crate::exit::Exit;
use crate::flags::{self, Operand, Subcommand};
use crate::inputs::{self, Inputs};
use crate::judging::{self, Run};
use crate::specs::Specs;
use crate::{files, output, protocol};

/// The row of `infer`.
pub static COMMAND: Subcommand = Subcommand {
    name: "infer",
    about: "Print the type of everything in files, or of an expression",
    more: "Examples:\n  hclx infer service.hcl\n  \
           hclx infer -e 'join(\", \", names)' --var 'names=unknown(list(string))'\n\n\
           Exit codes: 0 nothing wrong, 1 at least one error, 2 a file could not be read or a flag is wrong.",
    operands: &[Operand {
        name: "PATH",
        required: false,
        many: true,
        help: "Files and directories; - is standard input; the default is this directory",
    }],
    flags: &[
        &flags::EXPRESSION,
        &flags::FORMAT,
        &flags::DIALECT,
        &flags::RULES,
        &flags::LANG,
        &flags::VAR,
        &flags::VAR_FILE,
        &flags::ROOT,
        &flags::CTX,
        &flags::SCHEMA,
        &flags::IMPORT_ROOT,
        &flags::AS,
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
    match matches.get_one::<String>("expr") {
        Some(text) => expression(matches, &mut inputs, text),
        None => files(matches, &mut inputs),
    }
}

fn expression(matches: &ArgMatches, inputs: &mut Inputs, text: &str) -> anyhow::Result<Exit> {
    if inputs::language(matches) == Some(judging::MULL) {
        return mull_expression(matches, inputs, text);
    }
    let settings = inputs.settings(matches);
    if let Some(exit) = inputs.complain(matches)? {
        return Ok(exit);
    }
    let source = inputs.argument("<expression>", text);
    let outcome = ask::expression(source, text, &settings, &Budget::default());
    if inputs::wants_json(matches) {
        output::answer_json(&protocol::inferred(&inputs.sources, &outcome))?;
    } else {
        output::answer(&outcome.value.described_type().to_string())?;
        inputs.tell(matches, &outcome.diagnostics)?;
    }
    Ok(Exit::of(&outcome.diagnostics))
}

/// The type of a quotation of Mull.
fn mull_expression(matches: &ArgMatches, inputs: &mut Inputs, text: &str) -> anyhow::Result<Exit> {
    let selection = files::Selection::text("<expression>", crate::mull::quotation(text));
    let Some(run) = judging::judge_selection(matches, inputs, Specs::default(), &Question::Infer, selection)?
    else {
        return Ok(inputs.complain(matches)?.unwrap_or(Exit::Failed));
    };
    let findings = run.findings();
    if inputs::wants_json(matches) {
        if let [answer] = &protocol::inferred_run(&run)[..] {
            output::answer_json(answer)?;
        }
    } else {
        let body = run.units.iter().find_map(|(_, answer)| document(answer)?.body.as_ref());
        if let Some(body) = body.filter(|_| !crate::mull::failed(&findings)) {
            output::answer(if matches.get_one::<String>("as").is_some() { &body.hcl } else { &body.mull })?;
        }
        inputs.tell(matches, &findings)?;
    }
    Ok(Exit::of(&findings))
}

/// What Mull knows of its document.
fn document(answer: &hclx_analysis::Answer) -> Option<&mull::Answer> {
    answer.document.as_ref()?.downcast_ref()
}

fn files(matches: &ArgMatches, inputs: &mut Inputs) -> anyhow::Result<Exit> {
    let Some(run) = judging::judge_all(matches, inputs, Specs::default(), &Question::Infer)? else {
        return Ok(inputs.complain(matches)?.unwrap_or(Exit::Failed));
    };
    let findings = run.findings();
    if inputs::wants_json(matches) {
        output::answer_json(&json!({"files": protocol::inferred_run(&run)}))?;
    } else {
        print(matches, &run)?;
        inputs.tell(matches, &findings)?;
    }
    inputs.complain(matches)?;
    if !matches.get_flag("quiet") {
        talk(&run);
    }
    if !inputs.refused.is_empty() {
        return Ok(Exit::Failed);
    }
    Ok(Exit::of(&findings))
}

/// Aligned lines `path  type`; with several files each has its name above.
fn print(matches: &ArgMatches, run: &Run) -> anyhow::Result<()> {
    /// Longer paths do not push all types to the right.
    const WIDEST: usize = 48;
    let as_hcl = matches.get_one::<String>("as").is_some();
    let mut out = output::stdout();
    let mut first = true;
    for (unit, answer) in &run.units {
        for file in protocol::files_of(unit, answer) {
            if run.files > 1 {
                let blank = if first { "" } else { "\n" };
                writeln!(out, "{blank}{}", run.sources.get(file).name())?;
            }
            first = false;
            if let Some(document) = document(answer) {
                print_mull(as_hcl, run, document, &mut out)?;
                continue;
            }
            let rows: Vec<_> = answer.rows.iter().filter(|row| row.name_span.source == file).collect();
            let widths = rows.iter().map(|row| row.path.chars().count());
            let width = widths.filter(|width| *width <= WIDEST).max().unwrap_or_default();
            for row in rows {
                match &row.ty {
                    RowType::Hcl(ty) => writeln!(out, "{:width$}  {ty}", row.path)?,
                    RowType::Text { own, hcl } => {
                        writeln!(out, "{:width$}  {}", row.path, if as_hcl { hcl } else { own })?;
                    }
                }
            }
        }
    }
    Ok(out.flush()?)
}

/// What a document of Mull declares, and the type of its body, one on each line.
fn print_mull(as_hcl: bool, run: &Run, answer: &mull::Answer, out: &mut impl Write) -> anyhow::Result<()> {
    let shown = |ty: &TypeText| if as_hcl { ty.hcl.clone() } else { ty.mull.clone() };
    for (name, ty) in &answer.types {
        writeln!(out, "type {name}: {}", shown(ty))?;
    }
    for (name, ty) in &answer.properties {
        writeln!(out, "property {name}: {}", shown(ty))?;
    }
    for (span, name, ty) in &answer.lets {
        let (start, _) = run.sources.positions(*span, ColumnUnit::CodePoints);
        writeln!(out, "let {}:{} {name}: {}", start.line, start.column, shown(ty))?;
    }
    if let Some(body) = &answer.body {
        writeln!(out, "body: {}", shown(body))?;
    }
    Ok(())
}

fn talk(run: &Run) {
    let mut stderr = std::io::stderr().lock();
    for note in judging::notes(run) {
        let _ = writeln!(stderr, "note: {note}");
    }
    let mut by_file: std::collections::BTreeMap<SourceId, Vec<_>> = std::collections::BTreeMap::new();
    for name in run.units.iter().flat_map(|(_, answer)| &answer.unresolved) {
        by_file.entry(name.span.source).or_default().push(name.clone());
    }
    for (file, names) in by_file {
        let names: Vec<String> = judging::unresolved(&names).into_iter().map(|(name, _)| name).collect();
        let name = run.sources.get(file).name();
        let _ = writeln!(stderr, "note: {name}: declared nowhere, taken as unknown: {}", names.join(", "));
    }
}
