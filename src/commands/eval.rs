//! `hclx eval`: known values.

use std::ffi::OsString;
use std::io::Write;
use std::sync::Arc;

use hclx_analysis::{Answer, BodyItem, Document, Question, Snapshot, Unit};
use hclx_core::{Data, Value};
use hclx_diag::Diagnostic;
use hclx_report::{Format, Summary, render};
use hclx_schema::plain_hcl;

use crate::cli::{DataForm, Eval, Operand, Subcommand};
use crate::exit::Exit;
use crate::flags;
use crate::inputs::{self, Inputs};
use crate::judging::{self, Run};
use crate::output::Look;
use crate::specs::Specs;
use crate::{expression, files, output, protocol};

/// The subcommand `eval`.
pub(super) static COMMAND: Subcommand = Subcommand {
    name: "eval",
    about: "Print values, as far as they are known",
    more: "Examples:\n  hclx eval -e '2 + 3 * 4'                       prints 14\n  \
           hclx eval service.hcl --var 'replicas=unknown(number, min(1))'\n  \
           hclx eval service.hcl --out json               plain JSON (or hcl); unknown parts are an error\n\n\
           Exit codes: 0 evaluated, 1 at least one error, 2 unreadable file or invalid flag.",
    operands: &[Operand {
        name: "FILE",
        required: false,
        many: false,
        help: "A file, or the directory of a module; - is standard input",
    }],
    flags: &[
        &flags::EXPRESSION,
        &flags::ALLOW_UNDECLARED,
        &flags::OUT,
        &flags::RAW,
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
        &flags::SORT_KEYS,
        &flags::CONFIG,
        &flags::NO_CONFIG,
        &flags::STDIN_FILENAME,
        &flags::COLOR,
        &flags::QUIET,
    ],
    run: |matches| run(&matches.eval()?),
};

fn run(asked: &Eval) -> anyhow::Result<Exit> {
    if asked.raw {
        anyhow::ensure!(asked.expression.is_some(), "`--raw` prints one value: add `-e EXPR`");
        anyhow::ensure!(asked.out.is_none(), "`--raw` cannot be used with `--out`; remove one of them");
        anyhow::ensure!(!asked.look.json, "`--raw` cannot be used with `--format json`; remove one of them");
    }
    let mut inputs = Inputs::default();
    inputs.configure(&asked.context.settings);
    if let Some(exit) = inputs.complain(&asked.look)? {
        return Ok(exit);
    }
    match (&asked.expression, &asked.path) {
        (Some(text), None) => expression(asked, &mut inputs, text),
        (Some(text), Some(path)) => in_scope(asked, &mut inputs, path, text),
        (None, Some(path)) => {
            expression::ensure_path("eval", path)?;
            file(asked, &mut inputs, path)
        }
        (None, None) => anyhow::bail!("expected a file, a directory (- is standard input) or `-e EXPR`"),
    }
}

fn expression(asked: &Eval, inputs: &mut Inputs, text: &str) -> anyhow::Result<Exit> {
    let look = &asked.look;
    if inputs::language(&asked.context) == Some(crate::registered::MULL) {
        return unit(asked, inputs, files::Selection::text("<expression>", crate::mull::quotation(text)));
    }
    let mut settings = inputs.settings(&asked.context);
    settings.strict_names = !asked.allow_undeclared;
    inputs.refuse_flags_of_mull(&asked.context);
    if let Some(exit) = inputs.complain(look)? {
        return Ok(exit);
    }
    let outcome = inputs.ask(text, &settings, asked.context.most.limits());
    if asked.out.is_some() {
        return plain(asked, inputs, &outcome.value, None, &outcome.diagnostics);
    }
    if asked.raw {
        return raw(asked, inputs, &outcome.value, &outcome.diagnostics);
    }
    if look.json {
        protocol::answer_json(
            look,
            &protocol::evaluated(&inputs.sources, &outcome).beside(&outcome.diagnostics),
        )?;
    } else {
        if !outcome.has_errors() {
            output::value(look, &outcome.value, true)?;
        }
        inputs.tell(look, &outcome.diagnostics)?;
    }
    Ok(Exit::of(&outcome.diagnostics))
}

/// Evaluates an expression in the scope of a file or module.
fn in_scope(asked: &Eval, inputs: &mut Inputs, path: &OsString, text: &str) -> anyhow::Result<Exit> {
    let look = &asked.look;
    let run = expression::evaluate_in(&asked.context, path, inputs, text)?;
    if let Some(exit) = inputs.complain(look)? {
        return Ok(exit);
    }
    let Some(run) = run else { return Ok(Exit::Failed) };
    let findings = expression::about_expression(&run, &inputs.config, asked.allow_undeclared);
    let Some((_, answer)) = run.units.iter().find(|(_, answer)| answer.value.is_some()) else {
        inputs.tell(look, &findings)?;
        return Ok(Exit::Bad);
    };
    expression::note_undeclared(&run, look);
    let value = answer.value.clone().unwrap_or_else(Value::dynamic);
    if asked.out.is_some() {
        return plain(asked, inputs, &value, None, &findings);
    }
    if asked.raw {
        return raw(asked, inputs, &value, &findings);
    }
    if look.json {
        protocol::answer_json(
            look,
            &protocol::evaluated_value(&run.sources, answer, &findings).beside(&findings),
        )?;
    } else {
        if !findings.iter().any(Diagnostic::is_error) {
            output::value(look, &value, true)?;
        }
        inputs.tell(look, &findings)?;
    }
    Ok(Exit::of(&findings))
}

fn file(asked: &Eval, inputs: &mut Inputs, path: &OsString) -> anyhow::Result<Exit> {
    let selection = judging::select(&asked.context, std::slice::from_ref(path), None, inputs);
    unit(asked, inputs, selection)
}

/// Evaluates the unit of a file.
fn unit(asked: &Eval, inputs: &mut Inputs, selection: files::Selection) -> anyhow::Result<Exit> {
    let look = &asked.look;
    if !look.quiet {
        selection.remarks().for_each(|remark| output::note(&format!("note: {remark}")));
    }
    let question = |_: &Snapshot| Ok(Question::Eval);
    let run = judging::judge_selection(&asked.context, inputs, Specs::default(), &question, selection)?;
    if let Some(exit) = inputs.complain(look)? {
        return Ok(exit);
    }
    let Some(mut run) = run else { return Ok(Exit::Failed) };
    run.keep_meant(asked.path.as_ref());
    let (unit, answer) = the_unit(&run)?;
    if let Some(document) = &answer.document {
        return print_document(asked, inputs, &run, document);
    }
    if asked.out == Some(DataForm::Yaml) {
        anyhow::bail!("only Mull documents can be printed as YAML; use `--out json` or `--out hcl`");
    }
    let findings = run.findings(&inputs.config);
    if asked.out.is_some() {
        let value = answer.value.clone().unwrap_or_else(Value::dynamic);
        return plain(asked, inputs, &value, Some(&answer.items), &findings);
    }
    if look.json {
        protocol::answer_json(look, &protocol::evaluated_file(&run.sources, unit.files[0], answer))?;
    } else {
        match &answer.value {
            // modules and files of applications have values but no body
            Some(value) if answer.items.is_empty() => print_members(look, value)?,
            _ => print(look, &answer.items)?,
        }
        inputs.tell(look, &findings)?;
    }
    Ok(Exit::of(&findings))
}

/// The only unit of a run.
///
/// # Errors If there is no unit, or more than one.
fn the_unit(run: &Run) -> anyhow::Result<&(Unit, Answer)> {
    match &run.units[..] {
        [only] => Ok(only),
        [] => anyhow::bail!("nothing to evaluate"),
        [(first, _), (second, _), ..] => anyhow::bail!(
            "expected one file or module, found {}: choose one of them, such as `{}` or `{}`",
            run.units.len(),
            first.root,
            second.root
        ),
    }
}

/// Prints the plain data of a Mull document.
fn print_document(asked: &Eval, inputs: &Inputs, run: &Run, document: &Document) -> anyhow::Result<Exit> {
    let look = &asked.look;
    anyhow::ensure!(
        asked.out != Some(DataForm::Hcl),
        "a Mull document can be printed as JSON or YAML, not as HCL"
    );
    let findings = run.findings(&inputs.config);
    // plain data stays plain: with `--out`, `--json` only affects the findings
    if look.json && asked.out.is_none() {
        protocol::answer_json(
            look,
            &protocol::evaluated_document(&run.sources, &findings, document).beside(&findings),
        )?;
        return Ok(Exit::of(&findings));
    }
    tell(asked, inputs, &findings)?;
    if let (false, Some(data)) = (crate::mull::failed(&findings), &document.data) {
        let text = match asked.out {
            Some(DataForm::Yaml) => data.to_yaml(asked.sort_keys),
            _ => data.to_json(asked.sort_keys),
        };
        match text {
            Some(text) => output::answer(text.trim_end_matches('\n'))?,
            None => {
                output::say("hclx: not plain data: part of the document is unknown");
                return Ok(Exit::Bad);
            }
        }
    }
    Ok(Exit::of(&findings))
}

/// Prints plain JSON or HCL to stdout if everything is known, and nothing otherwise. `items` are those of a
/// file.
fn plain(
    asked: &Eval,
    inputs: &Inputs,
    value: &Value,
    items: Option<&[BodyItem]>,
    diagnostics: &[Diagnostic],
) -> anyhow::Result<Exit> {
    tell(asked, inputs, diagnostics)?;
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Ok(Exit::Bad);
    }
    let (name, text) = match (asked.out, items) {
        (Some(DataForm::Hcl), None) => ("HCL", plain_hcl::of_value(value)),
        (Some(DataForm::Hcl), Some([])) => ("HCL", plain_hcl::of_members(value)),
        (Some(DataForm::Hcl), Some(items)) => ("HCL", plain_hcl::of_items(items)),
        _ => ("JSON", hclx_core::to_json(value)),
    };
    match text {
        Ok(text) if asked.out == Some(DataForm::Hcl) => output::line(&text)?,
        Ok(text) => output::answer(&text)?,
        Err(fault) => {
            let at = fault.path();
            let place = if at.0.is_empty() { String::new() } else { format!("at `{at}`: ") };
            crate::output::say(&format!("hclx: not plain {name}: {place}{}", fault.message()));
            if !value.is_wholly_known() {
                output::say(UNKNOWN_PARTS);
            }
            return Ok(Exit::Bad);
        }
    }
    Ok(Exit::Good)
}

/// The help for a value that is not completely known.
const UNKNOWN_PARTS: &str =
    "  help: set variables by `--var` or `--var-file`; `--format json` prints unknown values too";

/// Prints a string, a number or a bool without a line break.
fn raw(asked: &Eval, inputs: &Inputs, value: &Value, diagnostics: &[Diagnostic]) -> anyhow::Result<Exit> {
    tell(asked, inputs, diagnostics)?;
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Ok(Exit::Bad);
    }
    let text = match value.data() {
        Data::String(text) => text.to_string(),
        Data::Bool(_) | Data::Number(_) => value.to_string(),
        Data::Null => return Ok(refuse_raw("null")),
        Data::Unknown(_) => {
            output::say("hclx: `--raw` prints a string, a number or a bool, found an unknown value");
            output::say(UNKNOWN_PARTS);
            return Ok(Exit::Bad);
        }
        _ => {
            let ty = value.described_type();
            let word = ty.kind().word();
            let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            return Ok(refuse_raw(&format!("{article} {word}")));
        }
    };
    output::text(&text)?;
    Ok(Exit::Good)
}

/// Says why a value cannot be printed as it is.
fn refuse_raw(found: &str) -> Exit {
    output::say(&format!(
        "hclx: `--raw` prints a string, a number or a bool, found {found}; use `--out json`"
    ));
    Exit::Bad
}

/// Prints findings on stderr, in the format of `--format`.
fn tell(asked: &Eval, inputs: &Inputs, findings: &[Diagnostic]) -> anyhow::Result<()> {
    if !asked.look.json {
        return inputs.tell(&asked.look, findings);
    }
    let mut stderr = output::messages();
    let style = output::style_of_messages(&asked.look);
    Ok(render(Format::Json, &inputs.sources, findings, &Summary::default(), style, &mut stderr)?)
}

/// The maximum depth of indented blocks; deeper indentation would grow quadratically.
const DEEPEST_INDENT: usize = 64;

/// Formats an attribute, with each of its lines indented.
fn attribute(look: &Look, name: &Arc<str>, value: &Value, width: usize) -> String {
    // line breaks inside strings are escaped, so every line may be indented
    let mut text = output::Answer::within(look.answer());
    // an answer that is too long is refused when it is written
    let _ = value.write_pretty(&mut text);
    let value = text.text.replace('\n', &format!("\n{:width$}", ""));
    // names from JSON need not be identifiers
    let bare = hclx_diag::Step::Attr(name.clone()).to_string().starts_with('.');
    let name = if bare { name.to_string() } else { Value::string(name.clone()).to_string() };
    format!("{:width$}{name} = {value}", "")
}

/// Prints the members of a value as attributes.
fn print_members(look: &Look, value: &Value) -> anyhow::Result<()> {
    let mut out = output::people(look.answer());
    for (name, member) in value.iter_entries() {
        writeln!(out, "{}", attribute(look, name, member, 0))?;
    }
    Ok(out.flush()?)
}

/// Prints the file as HCL that `hclx parse` can read back.
fn print(look: &Look, items: &[BodyItem]) -> anyhow::Result<()> {
    let mut out = output::people(look.answer());
    let mut depth = 0;
    for item in items {
        match item {
            BodyItem::Attribute { name, value, .. } => {
                let line = attribute(look, name, value, 2 * depth.min(DEEPEST_INDENT));
                writeln!(out, "{line}")?;
            }
            BodyItem::Open { block_type, labels, .. } => {
                let labels: String =
                    labels.iter().map(|label| format!(" {}", Value::string(label.clone()))).collect();
                writeln!(out, "{:width$}{block_type}{labels} {{", "", width = 2 * depth.min(DEEPEST_INDENT))?;
                depth += 1;
            }
            BodyItem::Close => {
                depth -= 1;
                writeln!(out, "{:width$}}}", "", width = 2 * depth.min(DEEPEST_INDENT))?;
            }
        }
    }
    Ok(out.flush()?)
}
