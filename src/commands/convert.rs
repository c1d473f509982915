//! `hclx convert`: checks whether a type converts to another, or converts a value.

use hclx_analysis::ask;
use hclx_core::{Conversion, Rules};

use crate::cli::{Convert, Operand, Subcommand};
use crate::exit::Exit;
use crate::flags;
use crate::inputs::Inputs;
use crate::{output, protocol};

/// The subcommand `convert`.
pub(super) static COMMAND: Subcommand = Subcommand {
    name: "convert",
    about: "Check whether one type converts to another, or convert a value",
    more: "Examples:\n  hclx convert string int                    prints unsafe\n  \
           hclx convert --safe string int && echo yes\n  \
           hclx convert --value '\"8080\"' int          prints 8080\n\n\
           Prints same, safe, unsafe or none, and the reason on stderr.\n\
           Exit codes: 0 the conversion exists, 1 it does not, 2 invalid type or value.",
    operands: &[
        Operand {
            name: "FROM",
            required: false,
            many: false,
            help: "The type to convert from (omit with --value)",
        },
        Operand { name: "TO", required: false, many: false, help: "The type to convert to" },
    ],
    flags: &[
        &flags::VALUE,
        &flags::SAFE,
        &flags::RULES,
        &flags::MAX_MEMORY,
        &flags::MAX_STEPS,
        &flags::FORMAT,
        &flags::COLOR,
        &flags::QUIET,
    ],
    run: |matches| run(&matches.convert()?),
};

fn run(asked: &Convert) -> anyhow::Result<Exit> {
    match (&asked.value, &asked.types[..]) {
        (Some(value), [to]) => of_value(asked, value, to),
        (None, [from, to]) => of_types(asked, from, to),
        (Some(_), _) => anyhow::bail!("expected one type beside `--value`: hclx convert --value EXPR TO"),
        (None, _) => anyhow::bail!("expected two types: hclx convert FROM TO"),
    }
}

fn of_types(asked: &Convert, from: &str, to: &str) -> anyhow::Result<Exit> {
    let look = &asked.look;
    let mut inputs = Inputs::within(look.most);
    let rules = asked.rules.unwrap_or(Rules::extended());
    let (Some(from), Some(to)) = (inputs.read_type("FROM", from, rules), inputs.read_type("TO", to, rules))
    else {
        return Ok(inputs.complain(look)?.unwrap_or(Exit::Failed));
    };
    let (conversion, reason) = ask::convert(&from.ty, &to.ty, &rules);
    if look.json {
        protocol::answer_json(look, &protocol::conversion(conversion, reason.as_ref()))?;
    } else {
        output::answer(&conversion.to_string())?;
        if let Some(reason) = reason.filter(|_| !look.quiet) {
            let place = if reason.path.is_root() { String::new() } else { format!("at `{}`: ", reason.path) };
            crate::output::say(&format!(
                "{place}{} (expected {}, found {})",
                reason.message,
                reason.expected.shown(),
                reason.found.shown()
            ));
        }
    }
    let good = match conversion {
        Conversion::None => false,
        Conversion::Unsafe => !asked.safe,
        Conversion::Same | Conversion::Safe => true,
    };
    Ok(if good { Exit::Good } else { Exit::Bad })
}

fn of_value(asked: &Convert, text: &str, to: &str) -> anyhow::Result<Exit> {
    let look = &asked.look;
    let mut inputs = Inputs::within(look.most);
    let rules = asked.rules.unwrap_or(Rules::hcl());
    let to = inputs.read_type("TO", to, rules);
    let value = inputs.read_value("--value", text);
    let (Some(value), Some(to)) = (value, to) else {
        return Ok(inputs.complain(look)?.unwrap_or(Exit::Failed));
    };
    let answer = ask::convert_value(&value, &to, &rules, &inputs.budget(text.len()));
    if look.json {
        protocol::answer_json(look, &protocol::value_or_fault(&answer))?;
    }
    match answer {
        Ok(value) => {
            if !look.json {
                output::value(look, &value, false)?;
            }
            Ok(Exit::Good)
        }
        Err(fault) => {
            let place =
                if fault.path().is_root() { String::new() } else { format!("at `{}`: ", fault.path()) };
            crate::output::say(&format!("{place}{}", fault.message()));
            Ok(Exit::Bad)
        }
    }
}
