//! `hclx functions`: the functions of a dialect, and what one of them does.

use std::io::Write;

use clap::ArgMatches;
use hclx_diag::similar;
use hclx_eval::dialect::{self, Dialect};

use crate::exit::Exit;
use crate::flags::{self, Operand, Subcommand};
use crate::{inputs, output, protocol};

/// The row of `functions`.
pub static COMMAND: Subcommand = Subcommand {
    name: "functions",
    about: "List functions, or show one with its examples",
    more: "Example: hclx functions element",
    operands: &[Operand {
        name: "NAME",
        required: false,
        many: false,
        help: "The function; without it, all are listed",
    }],
    flags: &[&flags::DIALECT, &flags::FORMAT],
    run,
};

fn run(matches: &ArgMatches) -> anyhow::Result<Exit> {
    let name = matches.get_one::<String>("dialect").map_or("auto", String::as_str);
    let dialect = dialect::find(name).unwrap_or(&dialect::DIALECTS[0]);
    match matches.get_one::<String>("NAME") {
        Some(name) => show(matches, dialect, name),
        None => list(matches, dialect),
    }
}

/// The column of the summaries.
const SUMMARIES: usize = 50;

fn list(matches: &ArgMatches, dialect: &Dialect) -> anyhow::Result<Exit> {
    let functions = dialect.functions().functions();
    if inputs::wants_json(matches) {
        output::answer_json(&functions.iter().map(protocol::function).collect::<Vec<_>>())?;
        return Ok(Exit::Good);
    }
    let mut out = output::stdout();
    for row in functions.iter().map(|function| &function.row) {
        let call = format!("{}{}", row.name, row.signature);
        // Long signatures take a line of their own, so that the summaries stand below each other.
        let gap = if call.len() < SUMMARIES { "" } else { "\n" };
        let width = if gap.is_empty() { SUMMARIES - call.len() } else { SUMMARIES };
        writeln!(out, "{call}{gap}{:width$}{}", "", row.summary)?;
    }
    out.flush()?;
    Ok(Exit::Good)
}

fn show(matches: &ArgMatches, dialect: &Dialect, name: &str) -> anyhow::Result<Exit> {
    let Some(function) = dialect.functions().get(name) else {
        let near = similar(name, dialect.functions().names());
        let hint =
            if near.is_empty() { String::new() } else { format!("; did you mean {}?", near.join(" or ")) };
        anyhow::bail!("the dialect `{}` has no function `{name}`{hint}", dialect.name);
    };
    if inputs::wants_json(matches) {
        output::answer_json(&protocol::function(function))?;
        return Ok(Exit::Good);
    }
    let row = &function.row;
    let mut out = output::stdout();
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
