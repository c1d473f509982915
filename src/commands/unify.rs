//! `hclx unify`: the common type of several types.

use hclx_core::{Rules, Type, Unification};

use crate::cli::{Operand, Subcommand, Unify};
use crate::exit::Exit;
use crate::flags;
use crate::inputs::Inputs;
use crate::{output, protocol};

/// The subcommand `unify`.
pub(super) static COMMAND: Subcommand = Subcommand {
    name: "unify",
    about: "Print the common type of several types",
    more: "Examples:\n  hclx unify int string                    prints string\n  \
           hclx unify 'list(int)' 'set(string)'\n  \
           hclx unify --union bool 'list(string)'   prints union(bool, list(string))\n\n\
           Exit codes: 0 the types unify, 1 they do not, 2 invalid type.",
    operands: &[Operand {
        name: "TYPE",
        required: true,
        many: true,
        help: "A type expression, such as list(string)",
    }],
    flags: &[
        &flags::UNSAFE,
        &flags::UNION,
        &flags::RULES,
        &flags::MAX_MEMORY,
        &flags::MAX_STEPS,
        &flags::FORMAT,
        &flags::COLOR,
        &flags::QUIET,
    ],
    run: |matches| run(&matches.unify()?),
};

fn run(asked: &Unify) -> anyhow::Result<Exit> {
    let look = &asked.look;
    let mut inputs = Inputs::within(look.most);
    let rules = asked.rules.unwrap_or(Rules::extended());
    let several = asked.types.len() > 1;
    let name = |index: usize| if several { format!("TYPE {}", index + 1) } else { "TYPE".to_owned() };
    let types: Vec<Type> = asked
        .types
        .iter()
        .enumerate()
        .filter_map(|(index, text)| inputs.read_type(&name(index), text, rules))
        .map(|read| read.ty)
        .collect();
    if let Some(exit) = inputs.complain(look)? {
        return Ok(exit);
    }
    let unified = hclx_core::unify(&types, &rules);
    let answer = accepted(asked, &unified);
    if look.json {
        protocol::answer_json(look, &protocol::unified(&types, &unified, &rules))?;
    } else if let Some(ty) = answer {
        output::line(&ty.to_string())?;
    } else if !look.quiet {
        refuse(asked, &types, &unified, &rules);
    }
    Ok(if answer.is_some() { Exit::Good } else { Exit::Bad })
}

/// The result that the flags allow.
fn accepted<'a>(asked: &Unify, unified: &'a Unification) -> Option<&'a Type> {
    let unsafe_ = unified.unsafe_.as_ref().filter(|_| asked.allow_unsafe);
    let union = Some(&unified.union).filter(|_| asked.allow_union);
    unified.safe.as_ref().or(unsafe_).or(union)
}

fn refuse(asked: &Unify, types: &[Type], unified: &Unification, rules: &Rules) {
    let safely = if asked.allow_unsafe { "" } else { " safely" };
    let part = hclx_core::first_difference(types, rules, asked.allow_unsafe);
    let part = part.map_or_else(String::new, |(places, difference)| {
        let [first, second] = places.map(|index| format!("TYPE {}", index + 1));
        format!(": {}", protocol::parting(&difference, &first, &second))
    });
    crate::output::say(&format!("the types have no common type that all convert to{safely}{part}"));
    if let Some(ty) = &unified.unsafe_ {
        crate::output::say(&format!(
            "help: `--unsafe` accepts {}, but some conversions to it can fail",
            ty.shown()
        ));
    }
    crate::output::say(&format!("help: `--union` accepts {}", unified.union.shown()));
}
