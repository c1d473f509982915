//! `hclx explain`: the explanation of a code, with an example and its fixed form.

use std::io::Write;

use hclx_diag::{Code, all_codes, find_code, nearest};

use crate::cli::{Lookup, Operand, Subcommand};
use crate::exit::Exit;
use crate::flags;
use crate::output::{self, Look};
use crate::protocol;

/// The subcommand `explain`.
pub(super) static COMMAND: Subcommand = Subcommand {
    name: "explain",
    about: "Explain a code, or list all codes",
    more: "Example: hclx explain HX1001",
    operands: &[Operand {
        name: "CODE",
        required: false,
        many: false,
        help: "A code, such as HX1001; default: list all",
    }],
    flags: &[&flags::FORMAT],
    run: |matches| run(&matches.lookup("CODE")?),
};

fn run(asked: &Lookup) -> anyhow::Result<Exit> {
    let look = &asked.look;
    let Some(id) = &asked.name else { return list(look) };
    let Some(code) = find_code(id) else {
        let similar = nearest(&id.to_uppercase(), all_codes().map(Code::id));
        let hint = similar.map_or_else(String::new, |code| format!(" (did you mean {code}?)"));
        anyhow::bail!("unknown code `{id}`{hint}; `hclx explain` lists all");
    };
    if look.json {
        protocol::answer_json(look, &protocol::code(code))?;
    } else {
        print(look, code)?;
    }
    Ok(Exit::Good)
}

fn list(look: &Look) -> anyhow::Result<Exit> {
    if look.json {
        protocol::answer_json(look, &all_codes().map(protocol::code).collect::<Vec<_>>())?;
        return Ok(Exit::Good);
    }
    let mut out = output::people(look.answer());
    for code in all_codes() {
        writeln!(out, "{code}  {}", code.info().title)?;
    }
    out.flush()?;
    Ok(Exit::Good)
}

fn print(look: &Look, code: Code) -> anyhow::Result<()> {
    let info = code.info();
    let mut out = output::people(look.answer());
    writeln!(out, "{code}: {}\n\n{}", info.title, info.explanation)?;
    for (title, text) in [("Example", info.example), ("Fixed", info.fixed)] {
        if !text.is_empty() {
            writeln!(out, "\n{title}:\n")?;
            for line in text.lines() {
                writeln!(out, "    {line}")?;
            }
        }
    }
    Ok(out.flush()?)
}
