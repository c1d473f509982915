//! `hclx type` and `hclx assignable`: parses type expressions, and checks assignability between
//! types.

use hclx_core::{Rules, not_assignable};
use serde_json::json;

use crate::cli::{Operand, Subcommand, Types};
use crate::exit::Exit;
use crate::flags;
use crate::inputs::Inputs;
use crate::output;
use crate::protocol;

/// The subcommand `type`.
pub(super) static TYPE: Subcommand = Subcommand {
    name: "type",
    about: "Print a type expression in canonical form",
    more: "Examples:\n  hclx type 'object({b = list( int ), a = optional(string, \"x\")})'\n  \
           hclx type --format json 'union(string, none)'   with cty's JSON form and defaults\n\n\
           Exit codes: 0 valid type, 2 invalid type.",
    operands: &[Operand {
        name: "EXPR",
        required: true,
        many: false,
        help: "A type expression, such as list(string)",
    }],
    flags: &[&flags::MAX_MEMORY, &flags::MAX_STEPS, &flags::FORMAT, &flags::COLOR, &flags::QUIET],
    run: |matches| canonical(&matches.types(&["EXPR"])?),
};

/// The subcommand `assignable`.
pub(super) static ASSIGNABLE: Subcommand = Subcommand {
    name: "assignable",
    about: "Check whether one type is assignable to another without conversion",
    more: "Examples:\n  hclx assignable 'tuple([int, int])' 'list(int)'   prints yes\n  \
           hclx assignable int number                        prints no: that is a conversion\n\n\
           Exit codes: 0 yes, 1 no, 2 invalid type.",
    operands: &[
        Operand { name: "FROM", required: true, many: false, help: "The type of the values" },
        Operand { name: "TO", required: true, many: false, help: "The expected type" },
    ],
    flags: &[&flags::MAX_MEMORY, &flags::MAX_STEPS, &flags::FORMAT, &flags::COLOR, &flags::QUIET],
    run: |matches| assignable(&matches.types(&["FROM", "TO"])?),
};

fn canonical(asked: &Types) -> anyhow::Result<Exit> {
    let mut inputs = Inputs::within(asked.look.most);
    let read = asked.types.first().and_then(|text| inputs.read_type("EXPR", text, Rules::extended()));
    if let Some(exit) = inputs.complain(&asked.look)? {
        return Ok(exit);
    }
    let Some(read) = read else { return Ok(Exit::Failed) };
    if !asked.look.json {
        output::line(&read.ty.to_string())?;
        return Ok(Exit::Good);
    }
    let answer = protocol::typed(&inputs.sources, &read, asked.look.most.limits())
        .map_err(|fault| anyhow::anyhow!(fault.message()))?;
    protocol::answer_json(&asked.look, &answer)?;
    Ok(Exit::Good)
}

fn assignable(asked: &Types) -> anyhow::Result<Exit> {
    let mut inputs = Inputs::within(asked.look.most);
    let names = ["FROM", "TO"];
    let read = asked
        .types
        .iter()
        .zip(names)
        .map(|(text, name)| Some(inputs.read_type(name, text, Rules::extended())?.ty));
    let read: Vec<_> = read.collect();
    if let Some(exit) = inputs.complain(&asked.look)? {
        return Ok(exit);
    }
    let [Some(from), Some(to)] = read.as_slice() else { return Ok(Exit::Failed) };
    let reason = not_assignable(to, from);
    if asked.look.json {
        protocol::answer_json(&asked.look, &json!({"ok": true, "assignable": reason.is_none()}))?;
    } else {
        output::line(if reason.is_none() { "yes" } else { "no" })?;
    }
    match reason {
        None => Ok(Exit::Good),
        Some(reason) => {
            if !asked.look.json && !asked.look.quiet {
                let path = reason.path.to_string();
                let path = path.trim_start_matches('.');
                let at = if path.is_empty() { String::new() } else { format!("`{path}`: ") };
                output::say(&format!("{at}{}", reason.message));
            }
            Ok(Exit::Bad)
        }
    }
}
