//! `hclx unify`: the type that several types convert to.

use clap::ArgMatches;
use hclx_core::{Rules, Type, Unified};

use crate::exit::Exit;
use crate::flags::{self, Operand, Subcommand};
use crate::inputs::{self, Inputs};
use crate::{output, protocol};

/// The row of `unify`.
pub static COMMAND: Subcommand = Subcommand {
    name: "unify",
    about: "Print the type that all of several types convert to",
    more: "Examples:\n  hclx unify int string                    prints string\n  \
           hclx unify 'list(int)' 'set(string)'\n  \
           hclx unify --union bool 'list(string)'   prints union(bool, list(string))\n\n\
           Exit codes: 0 the types unify, 1 they do not, 2 a type could not be read.",
    operands: &[Operand {
        name: "TYPE",
        required: true,
        many: true,
        help: "A type expression, such as list(string)",
    }],
    flags: &[&flags::UNSAFE, &flags::UNION, &flags::RULES, &flags::FORMAT, &flags::COLOR, &flags::QUIET],
    run,
};

fn run(matches: &ArgMatches) -> anyhow::Result<Exit> {
    let mut inputs = Inputs::default();
    let texts = matches.get_many::<String>("TYPE").into_iter().flatten();
    let types: Vec<Type> =
        texts.filter_map(|text| inputs.read_type("TYPE", text)).map(|read| read.ty).collect();
    if let Some(exit) = inputs.complain(matches)? {
        return Ok(exit);
    }
    let rules = inputs::rules(matches).unwrap_or(Rules::extended());
    let unified = hclx_core::unify(&types, &rules);
    let answer = accepted(matches, &unified);
    if inputs::wants_json(matches) {
        output::answer_json(&protocol::unified(&unified))?;
    } else if let Some(ty) = answer {
        output::answer(&ty.to_string())?;
    } else if !matches.get_flag("quiet") {
        refuse(&unified);
    }
    Ok(if answer.is_some() { Exit::Good } else { Exit::Bad })
}

/// The answer that the flags allow.
fn accepted<'a>(matches: &ArgMatches, unified: &'a Unified) -> Option<&'a Type> {
    let unsafe_ = unified.unsafe_.as_ref().filter(|_| matches.get_flag("unsafe"));
    let union = Some(&unified.union).filter(|_| matches.get_flag("union"));
    unified.safe.as_ref().or(unsafe_).or(union)
}

fn refuse(unified: &Unified) {
    eprintln!("the types have no common type that all convert to safely");
    if let Some(ty) = &unified.unsafe_ {
        eprintln!("help: `--unsafe` accepts {ty}, to which some conversions can fail");
    }
    eprintln!("help: `--union` accepts {}", unified.union);
}
