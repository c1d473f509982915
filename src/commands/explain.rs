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
        many: true,
        help: "Codes, such as HX1001; default: list all",
    }],
    flags: &[&flags::FORMAT],
    run: |matches| run(&matches.lookup("CODE")?),
};

fn run(asked: &Lookup) -> anyhow::Result<Exit> {
    let look = &asked.look;
    let codes: Vec<Code> = asked.names.iter().map(|id| lookup(id)).collect::<anyhow::Result<_>>()?;
    match codes[..] {
        [] => return list(look),
        [code] if look.json => protocol::answer_json(look, &protocol::code(code))?,
        _ if look.json => {
            protocol::answer_json(look, &codes.into_iter().map(protocol::code).collect::<Vec<_>>())?;
        }
        _ => print(look, &codes)?,
    }
    Ok(Exit::Good)
}

/// The code with a name.
///
/// # Errors If there is no such code.
fn lookup(id: &str) -> anyhow::Result<Code> {
    find_code(id).ok_or_else(|| {
        let is_number = id.len() > 3 && id.bytes().all(|byte| byte.is_ascii_digit());
        let of_number = || all_codes().map(Code::id).find(|code| is_number && code.ends_with(id));
        let similar = nearest(&id.to_uppercase(), all_codes().map(Code::id)).or_else(of_number);
        let hint = similar.map_or_else(String::new, |code| format!(" (did you mean {code}?)"));
        anyhow::anyhow!("unknown code `{id}`{hint}; `hclx explain` lists all")
    })
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

fn print(look: &Look, codes: &[Code]) -> anyhow::Result<()> {
    let mut out = output::people(look.answer());
    for (index, code) in codes.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        print_one(&mut out, *code)?;
    }
    Ok(out.flush()?)
}

fn print_one(out: &mut impl Write, code: Code) -> std::io::Result<()> {
    let info = code.info();
    writeln!(out, "{code}: {}\n\n{}", info.title, info.explanation)?;
    for (title, text) in [("Example", info.example), ("Fixed", info.fixed)] {
        if !text.is_empty() {
            writeln!(out, "\n{title}:\n")?;
            for line in text.lines() {
                writeln!(out, "    {line}")?;
            }
        }
    }
    Ok(())
}
