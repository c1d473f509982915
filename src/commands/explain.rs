//! `hclx explain`: what a finding means, with an example and its mended form.

use std::io::Write;

use clap::ArgMatches;
use hclx_diag::{Code, all_codes, find_code, nearest};

use crate::exit::Exit;
use crate::flags::{self, Operand, Subcommand};
use crate::{inputs, output, protocol};

/// The row of `explain`.
pub static COMMAND: Subcommand = Subcommand {
    name: "explain",
    about: "Explain a finding, or list all kinds of findings",
    more: "Example: hclx explain HX1001",
    operands: &[Operand {
        name: "CODE",
        required: false,
        many: false,
        help: "The code, such as HX1001; without it, all are listed",
    }],
    flags: &[&flags::FORMAT],
    run,
};

fn run(matches: &ArgMatches) -> anyhow::Result<Exit> {
    let Some(id) = matches.get_one::<String>("CODE") else { return list(matches) };
    let Some(code) = find_code(id) else {
        let similar = nearest(&id.to_uppercase(), all_codes().map(Code::id));
        let hint = similar.map_or_else(String::new, |code| format!(" (did you mean {code}?)"));
        anyhow::bail!("no code `{id}`{hint}; `hclx explain` lists all");
    };
    if inputs::wants_json(matches) {
        output::answer_json(&protocol::code(code))?;
    } else {
        print(code)?;
    }
    Ok(Exit::Good)
}

fn list(matches: &ArgMatches) -> anyhow::Result<Exit> {
    if inputs::wants_json(matches) {
        output::answer_json(&all_codes().map(protocol::code).collect::<Vec<_>>())?;
        return Ok(Exit::Good);
    }
    let mut out = output::stdout();
    for code in all_codes() {
        writeln!(out, "{code}  {}", code.info().title)?;
    }
    out.flush()?;
    Ok(Exit::Good)
}

fn print(code: Code) -> anyhow::Result<()> {
    let info = code.info();
    let mut out = output::stdout();
    writeln!(out, "{code}: {}\n\n{}", info.title, info.explanation)?;
    for (title, text) in [("Example", info.example), ("Mended", info.mended)] {
        if !text.is_empty() {
            writeln!(out, "\n{title}:\n")?;
            for line in text.lines() {
                writeln!(out, "    {line}")?;
            }
        }
    }
    Ok(out.flush()?)
}
