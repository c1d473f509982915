//! `hclx functions`: the functions of a dialect, and the documentation of one.

use std::io::Write;

use hclx_diag::similar;
use hclx_eval::dialect::{self, Dialect};
use hclx_eval::functions::FunctionDoc;
use hclx_mull as mull;

use crate::cli::{Lookup, Operand, Subcommand};
use crate::exit::Exit;
use crate::flags;
use crate::next_step::dialects_with;
use crate::output::{self, Look};
use crate::protocol;

/// The subcommand `functions`.
pub(super) static COMMAND: Subcommand = Subcommand {
    name: "functions",
    about: "List functions, or show one with its examples",
    more: "Example: hclx functions element",
    operands: &[Operand {
        name: "NAME",
        required: false,
        many: false,
        help: "A function; default: list all",
    }],
    flags: &[&flags::DIALECT, &flags::FORMAT],
    run: |matches| run(&matches.lookup("NAME")?),
};

fn run(asked: &Lookup) -> anyhow::Result<Exit> {
    let dialect = asked.dialect.as_deref().and_then(crate::dialect).unwrap_or(&dialect::HCL);
    let all = described(dialect);
    match &asked.name {
        Some(name) => show(asked, dialect, &all, name),
        None => list(&asked.look, &all),
    }
}

/// The functions of a dialect, by name.
fn described(dialect: &Dialect) -> Vec<FunctionDoc> {
    if dialect.name == "mull" {
        return mull::functions::all().into_iter().map(|row| row.described).collect();
    }
    dialect.functions().functions().iter().map(|function| function.row.described).collect()
}

/// The column of the summaries.
const SUMMARIES: usize = 50;

fn list(look: &Look, functions: &[FunctionDoc]) -> anyhow::Result<Exit> {
    if look.json {
        protocol::answer_json(look, &functions.iter().map(protocol::function).collect::<Vec<_>>())?;
        return Ok(Exit::Good);
    }
    let mut out = output::people(look.answer());
    for row in functions {
        let call = format!("{}{}", row.name, row.signature);
        // a long signature is on a separate line, so that the summaries are aligned
        let gap = if call.len() < SUMMARIES { "" } else { "\n" };
        let width = if gap.is_empty() { SUMMARIES - call.len() } else { SUMMARIES };
        writeln!(out, "{call}{gap}{:width$}{}", "", row.summary)?;
    }
    out.flush()?;
    Ok(Exit::Good)
}

fn show(asked: &Lookup, dialect: &Dialect, all: &[FunctionDoc], name: &str) -> anyhow::Result<Exit> {
    let look = &asked.look;
    let plain = dialect.functions().get(name).map_or(name, |function| function.row.name);
    let Some(row) = all.iter().find(|row| row.name == plain) else {
        let near = similar(name, all.iter().map(|row| row.name));
        let of_others = || {
            crate::dialects().find_map(|other| {
                let near = hclx_diag::nearest(name, other.functions().names())?;
                Some(format!("; did you mean `{near}` (`--dialect {}`)?", other.name))
            })
        };
        let hint = match dialects_with(name) {
            Some(others) => format!("; use `--dialect` with {others}"),
            None if near.is_empty() => {
                of_others().unwrap_or_else(|| "; `hclx functions` lists all".to_owned())
            }
            None => format!("; did you mean {}?", hclx_diag::listed_names(near, "or")),
        };
        let dialect = asked.dialect.as_deref().unwrap_or(dialect.name);
        anyhow::bail!("unknown function `{name}` in dialect `{dialect}`{hint}");
    };
    if look.json {
        protocol::answer_json(look, &protocol::function(row))?;
        return Ok(Exit::Good);
    }
    let mut out = output::people(look.answer());
    writeln!(out, "{}{}\n\n{}", row.name, row.signature, row.summary)?;
    if !row.examples.is_empty() {
        writeln!(out, "\nExamples:\n")?;
    }
    for (expression, result) in row.examples {
        writeln!(out, "    {expression} = {result}")?;
    }
    out.flush()?;
    Ok(Exit::Good)
}
