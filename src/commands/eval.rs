//! `hclx eval`: values, as far as they are known.

use std::ffi::OsString;
use std::io::Write;

use clap::ArgMatches;
use hclx_analysis::{BodyItem, Question, ask};
use hclx_core::Value;
use hclx_diag::Diagnostic;
use hclx_eval::Budget;
use hclx_mull::answers as mull;

use crate::exit::Exit;
use crate::flags::{self, Operand, Subcommand};
use crate::inputs::{self, Inputs};
use crate::judging::{self, Run};
use crate::specs::Specs;
use crate::{files, output, protocol};

/// The row of `eval`.
pub static COMMAND: Subcommand = Subcommand {
    name: "eval",
    about: "Print values, as far as they are known",
    more: "Examples:\n  hclx eval -e '2 + 3 * 4'                       prints 14\n  \
           hclx eval service.hcl --var 'replicas=unknown(number, min(1))'\n  \
           hclx eval service.hcl --out json               plain JSON; unknown parts are an error\n\n\
           Exit codes: 0 evaluated, 1 at least one error, 2 the file could not be read or a flag is wrong.",
    operands: &[Operand { name: "FILE", required: false, many: false, help: "A file; - is standard input" }],
    flags: &[
        &flags::EXPRESSION,
        &flags::OUT,
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
        &flags::SORT_KEYS,
        &flags::STDIN_FILENAME,
        &flags::COLOR,
        &flags::QUIET,
    ],
    run,
};

fn run(matches: &ArgMatches) -> anyhow::Result<Exit> {
    let mut inputs = Inputs::default();
    match (matches.get_one::<String>("expr"), matches.get_one::<OsString>("FILE")) {
        (Some(text), None) => expression(matches, &mut inputs, text),
        (None, Some(path)) => file(matches, &mut inputs, path),
        (Some(_), Some(_)) => anyhow::bail!("expected a file or `-e EXPR`, not both"),
        (None, None) => anyhow::bail!("expected a file (- is standard input) or `-e EXPR`"),
    }
}

fn expression(matches: &ArgMatches, inputs: &mut Inputs, text: &str) -> anyhow::Result<Exit> {
    if inputs::language(matches) == Some(judging::MULL) {
        return unit(matches, inputs, files::Selection::text("<expression>", crate::mull::quotation(text)));
    }
    let settings = inputs.settings(matches);
    if let Some(exit) = inputs.complain(matches)? {
        return Ok(exit);
    }
    let source = inputs.argument("<expression>", text);
    let outcome = ask::expression(source, text, &settings, &Budget::default());
    if wants_plain(matches) {
        return plain(matches, inputs, &outcome.value, &outcome.diagnostics);
    }
    if inputs::wants_json(matches) {
        output::answer_json(&protocol::evaluated(&inputs.sources, &outcome))?;
    } else {
        if !outcome.has_errors() {
            output::answer(&outcome.value.pretty())?;
        }
        inputs.tell(matches, &outcome.diagnostics)?;
    }
    Ok(Exit::of(&outcome.diagnostics))
}

fn file(matches: &ArgMatches, inputs: &mut Inputs, path: &OsString) -> anyhow::Result<Exit> {
    let selection = files::select(std::slice::from_ref(path), judging::stdin_name(matches));
    unit(matches, inputs, selection)
}

/// Evaluates the unit of a file.
fn unit(matches: &ArgMatches, inputs: &mut Inputs, selection: files::Selection) -> anyhow::Result<Exit> {
    let run = judging::judge_selection(matches, inputs, Specs::default(), &Question::Eval, selection)?;
    if let Some(exit) = inputs.complain(matches)? {
        return Ok(exit);
    }
    let Some(run) = run else { return Ok(Exit::Failed) };
    let (unit, answer) = match &run.units[..] {
        [(unit, answer)] => (unit, answer),
        [] => anyhow::bail!("there is nothing to evaluate"),
        [(first, _), (second, _), ..] => anyhow::bail!(
            "expected one file or module, found {}: name one of them, such as `{}` or `{}`",
            run.units.len(),
            first.root,
            second.root
        ),
    };
    if let Some(document) = answer.document.as_ref().and_then(|document| document.downcast_ref()) {
        return print_mull(matches, inputs, &run, document);
    }
    if matches.get_one::<String>("out").is_some_and(|form| form == "yaml") {
        anyhow::bail!("only documents of Mull are printed as YAML");
    }
    let findings = run.findings();
    if wants_plain(matches) {
        let value = answer.value.clone().unwrap_or_else(Value::dynamic);
        return plain(matches, inputs, &value, &findings);
    }
    if inputs::wants_json(matches) {
        output::answer_json(&protocol::evaluated_file(&run.sources, unit.files[0], answer))?;
    } else {
        print(&answer.items)?;
        inputs.tell(matches, &findings)?;
    }
    Ok(Exit::of(&findings))
}

/// The plain data of a document of Mull.
fn print_mull(
    matches: &ArgMatches,
    inputs: &Inputs,
    run: &Run,
    document: &mull::Answer,
) -> anyhow::Result<Exit> {
    let findings = run.findings();
    if inputs::wants_json(matches) {
        output::answer_json(&protocol::evaluated_mull(&run.sources, &findings, document))?;
        return Ok(Exit::of(&findings));
    }
    inputs.tell(matches, &findings)?;
    if let (false, Some(value)) = (crate::mull::failed(&findings), &document.value) {
        let sorted = matches.get_flag("sort-keys");
        let value = if sorted { value.clone().with_sorted_keys() } else { value.clone() };
        let text = match matches.get_one::<String>("out").map(String::as_str) {
            Some("yaml") => value.to_yaml(),
            _ => value.to_json(),
        };
        match text {
            Some(text) => output::answer(text.trim_end_matches('\n'))?,
            None => {
                eprintln!("hclx: no plain data: a part of the document is not known");
                return Ok(Exit::Bad);
            }
        }
    }
    Ok(Exit::of(&findings))
}

fn wants_plain(matches: &ArgMatches) -> bool {
    matches.get_one::<String>("out").is_some()
}

/// Plain JSON on stdout if everything is known, and nothing there if not.
fn plain(
    matches: &ArgMatches,
    inputs: &Inputs,
    value: &Value,
    diagnostics: &[Diagnostic],
) -> anyhow::Result<Exit> {
    inputs.tell(matches, diagnostics)?;
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Ok(Exit::Bad);
    }
    match hclx_core::to_json(value) {
        Ok(json) => output::answer(&json)?,
        Err(fault) => {
            eprintln!("hclx: no plain JSON: at `{}`: {}", fault.path(), fault.message());
            return Ok(Exit::Bad);
        }
    }
    Ok(Exit::Good)
}

/// The file as HCL that `hclx parse` reads back.
fn print(items: &[BodyItem]) -> anyhow::Result<()> {
    let mut out = output::stdout();
    let mut depth = 0;
    for item in items {
        match item {
            BodyItem::Attribute { name, value, .. } => {
                // line breaks inside strings are escaped, so every line may be indented
                let value = value.pretty().replace('\n', &format!("\n{:width$}", "", width = 2 * depth));
                writeln!(out, "{:width$}{name} = {value}", "", width = 2 * depth)?;
            }
            BodyItem::Open { block_type, labels, .. } => {
                let labels: String =
                    labels.iter().map(|label| format!(" {}", Value::string(label.clone()))).collect();
                writeln!(out, "{:width$}{block_type}{labels} {{", "", width = 2 * depth)?;
                depth += 1;
            }
            BodyItem::Close => {
                depth -= 1;
                writeln!(out, "{:width$}}}", "", width = 2 * depth)?;
            }
        }
    }
    Ok(out.flush()?)
}
