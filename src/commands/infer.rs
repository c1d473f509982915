//! `hclx infer`: the type of every attribute of a file, or of an expression.

use std::io::Write;

use clap::ArgMatches;
use hclx_analysis::Form;
use hclx_analysis::{BodyItem, ask, paths};
use hclx_diag::ColumnUnit;
use hclx_mull::answers::{Answer, Question, TypeText};
use serde_json::json;

use crate::exit::Exit;
use crate::flags::{self, Operand, Subcommand};
use crate::inputs::{self, Inputs};
use crate::judging::{self, JudgedFile};
use crate::specs::Specs;
use crate::{mull, output, protocol};

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
    if mull::is_dialect(matches) {
        return mull_expression(matches, inputs, text);
    }
    let settings = inputs.settings(matches);
    if let Some(exit) = inputs.complain(matches)? {
        return Ok(exit);
    }
    let source = inputs.argument("<expression>", text);
    let outcome = ask::expression(source, text, &settings);
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
    let given = mull::given(matches, inputs);
    if let Some(exit) = inputs.complain(matches)? {
        return Ok(exit);
    }
    let source = inputs.argument("<expression>", &mull::quotation(text));
    let syntax = (Form::Yaml, None);
    let answer = mull::answer(Question::Infer, matches, &mut inputs.sources, source, syntax, &given);
    if inputs::wants_json(matches) {
        output::answer_json(&protocol::inferred_mull(&inputs.sources, source, &answer.diagnostics, &answer))?;
    } else {
        if let Some(body) = answer.body.as_ref().filter(|_| !mull::failed(&answer.diagnostics)) {
            output::answer(if matches.get_one::<String>("as").is_some() { &body.hcl } else { &body.mull })?;
        }
        inputs.tell(matches, &answer.diagnostics)?;
    }
    Ok(Exit::of(&answer.diagnostics))
}

fn files(matches: &ArgMatches, inputs: &mut Inputs) -> anyhow::Result<Exit> {
    let files = judging::judge_all(matches, inputs, Specs::default(), Question::Infer)?;
    if inputs::wants_json(matches) {
        let answers: Vec<_> = files
            .iter()
            .map(|file| match &file.mull {
                Some(answer) => {
                    protocol::inferred_mull(&inputs.sources, file.source, &file.judged.diagnostics, answer)
                }
                None => protocol::inferred_file(&inputs.sources, file.source, &file.judged),
            })
            .collect();
        output::answer_json(&json!({"files": answers}))?;
    } else {
        print(matches, inputs, &files)?;
        for file in &files {
            inputs.tell(matches, &file.judged.diagnostics)?;
        }
    }
    inputs.complain(matches)?;
    if !matches.get_flag("quiet") {
        talk(inputs, &files);
    }
    if !inputs.refused.is_empty() {
        return Ok(Exit::Failed);
    }
    Ok(Exit::of(files.iter().flat_map(|file| &file.judged.diagnostics)))
}

/// Aligned lines `path  type`; with several files each has its name above.
fn print(matches: &ArgMatches, inputs: &Inputs, files: &[JudgedFile]) -> anyhow::Result<()> {
    /// Longer paths do not push all types to the right.
    const WIDEST: usize = 48;
    let mut out = output::stdout();
    for (index, file) in files.iter().enumerate() {
        if files.len() > 1 {
            let blank = if index > 0 { "\n" } else { "" };
            writeln!(out, "{blank}{}", inputs.sources.get(file.source).name())?;
        }
        if let Some(answer) = &file.mull {
            print_mull(matches, inputs, answer, &mut out)?;
            continue;
        }
        let rows = paths(&file.judged.items);
        let width = rows.iter().map(|(path, _)| path.chars().count()).filter(|width| *width <= WIDEST).max();
        for (path, item) in &rows {
            if let BodyItem::Attribute { value, .. } = item {
                writeln!(
                    out,
                    "{path:width$}  {}",
                    value.described_type(),
                    width = width.unwrap_or_default()
                )?;
            }
        }
    }
    Ok(out.flush()?)
}

/// What a document of Mull declares, and the type of its body, one on each line.
fn print_mull(
    matches: &ArgMatches,
    inputs: &Inputs,
    answer: &Answer,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let as_hcl = matches.get_one::<String>("as").is_some();
    let shown = |ty: &TypeText| if as_hcl { ty.hcl.clone() } else { ty.mull.clone() };
    for (name, ty) in &answer.types {
        writeln!(out, "type {name}: {}", shown(ty))?;
    }
    for (name, ty) in &answer.properties {
        writeln!(out, "property {name}: {}", shown(ty))?;
    }
    for (span, name, ty) in &answer.lets {
        let (start, _) = inputs.sources.positions(*span, ColumnUnit::CodePoints);
        writeln!(out, "let {}:{} {name}: {}", start.line, start.column, shown(ty))?;
    }
    if let Some(body) = &answer.body {
        writeln!(out, "body: {}", shown(body))?;
    }
    Ok(())
}

fn talk(inputs: &Inputs, files: &[JudgedFile]) {
    let mut stderr = std::io::stderr().lock();
    for line in judging::judged_as_plain(files) {
        let _ = writeln!(stderr, "{line}");
    }
    for file in files {
        let names: Vec<String> =
            judging::unresolved(&file.judged).into_iter().map(|(name, _)| name).collect();
        if !names.is_empty() {
            let name = inputs.sources.get(file.source).name();
            let _ =
                writeln!(stderr, "note: {name}: declared nowhere, taken as unknown: {}", names.join(", "));
        }
    }
}
