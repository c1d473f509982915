//! `hclx refine`: narrows an unknown by facts and prints what is then known.

use clap::ArgMatches;
use hclx_analysis::{Settings, ask};
use hclx_core::{Rules, Value};
use hclx_diag::{Diagnostic, Fault, TextRange, code_names as codes};
use hclx_eval::Budget;

use crate::exit::Exit;
use crate::flags::{self, Flag, Operand, Subcommand};
use crate::inputs::{self, Inputs};
use crate::{output, protocol};

/// The row of `refine`.
pub static COMMAND: Subcommand = Subcommand {
    name: "refine",
    about: "Narrow an unknown value by facts and print what is then known",
    more: "Examples:\n  hclx refine 'list(string)' --not-null --length 2   prints two unknown strings\n  \
           hclx refine string --prefix https:// -e 'it == \"ftp://x\"'   prints false\n  \
           hclx refine string --prefix a- --prefix b-         exits 1: no string does both\n\n\
           Facts apply in the order in which they are given.\n\
           Exit codes: 0 the value is possible, 1 the facts contradict each other, 2 a fact does not fit the type.",
    operands: &[Operand {
        name: "TYPE",
        required: false,
        many: false,
        help: "The type of the unknown (none with --value)",
    }],
    flags: &[
        &flags::VALUE,
        &flags::NOT_NULL,
        &flags::NULL,
        &flags::PREFIX,
        &flags::PREFIX_FULL,
        &flags::MIN,
        &flags::ABOVE,
        &flags::MAX,
        &flags::BELOW,
        &flags::LENGTH_MIN,
        &flags::LENGTH_MAX,
        &flags::LENGTH,
        &flags::ONE_OF,
        &flags::WITH_IT,
        &flags::RULES,
        &flags::FORMAT,
        &flags::COLOR,
        &flags::QUIET,
    ],
    run,
};

/// The flags that are facts.
static FACTS: &[&Flag] = &[
    &flags::NOT_NULL,
    &flags::NULL,
    &flags::PREFIX,
    &flags::PREFIX_FULL,
    &flags::MIN,
    &flags::ABOVE,
    &flags::MAX,
    &flags::BELOW,
    &flags::LENGTH_MIN,
    &flags::LENGTH_MAX,
    &flags::LENGTH,
    &flags::ONE_OF,
];

fn run(matches: &ArgMatches) -> anyhow::Result<Exit> {
    let mut inputs = Inputs::default();
    let start = match (matches.get_one::<String>("value"), matches.get_one::<String>("TYPE")) {
        (Some(value), None) => inputs.read_value("--value", value),
        (None, Some(ty)) => inputs.read_type("TYPE", ty).map(|read| Value::unknown(read.ty)),
        _ => anyhow::bail!("expected a type or `--value EXPR`: hclx refine TYPE"),
    };
    let facts = facts(matches, &mut inputs);
    let (Some(start), Some(facts)) = (start, facts) else {
        return Ok(inputs.complain(matches)?.unwrap_or(Exit::Failed));
    };
    let rules = inputs::rules(matches).unwrap_or(Rules::hcl());
    match ask::refine(start, facts) {
        Ok(value) => answer(matches, &mut inputs, value, rules),
        Err((fault, index)) => refuse(matches, &fault, index),
    }
}

/// The facts in the order of the command line; `None` if one cannot be read.
fn facts(matches: &ArgMatches, inputs: &mut Inputs) -> Option<Vec<ask::Refinement>> {
    let mut found: Vec<(usize, &Flag, Option<&String>)> = Vec::new();
    for flag in FACTS {
        let Some(indices) = matches.indices_of(flag.long).filter(|_| is_given(matches, flag)) else {
            continue;
        };
        match flag.value {
            None => found.extend(indices.map(|index| (index, *flag, None))),
            Some(_) => {
                let values = matches.get_many::<String>(flag.long).into_iter().flatten();
                found.extend(indices.zip(values).map(|(index, value)| (index, *flag, Some(value))));
            }
        }
    }
    found.sort_by_key(|(index, ..)| *index);
    let mut facts = Vec::new();
    for (_, flag, argument) in found {
        match fact(inputs, flag, argument.map(String::as_str)) {
            Ok(fact) => facts.push(fact),
            Err(diagnostics) => inputs.refused.extend(diagnostics),
        }
    }
    inputs.refused.is_empty().then_some(facts)
}

fn fact(
    inputs: &mut Inputs,
    flag: &Flag,
    argument: Option<&str>,
) -> Result<ask::Refinement, Vec<Diagnostic>> {
    let text = argument.unwrap_or_default();
    let source = inputs.argument(&format!("--{}", flag.long), text);
    let fact = match flag.long {
        "one-of" => ask::one_of(&ask::given_value(source, text, &Settings::default(), &Budget::default())?),
        name => ask::fact(name, argument),
    };
    let place = TextRange::new(0, text.len() as u32).in_source(source);
    fact.map_err(|fault| vec![fault.at(place)])
}

fn is_given(matches: &ArgMatches, flag: &Flag) -> bool {
    matches.value_source(flag.long) == Some(clap::parser::ValueSource::CommandLine)
}

fn answer(matches: &ArgMatches, inputs: &mut Inputs, value: Value, rules: Rules) -> anyhow::Result<Exit> {
    let Some(text) = matches.get_one::<String>("expr") else {
        if inputs::wants_json(matches) {
            output::answer_json(&protocol::refined(&value))?;
        } else {
            output::answer(&value.to_string())?;
        }
        return Ok(Exit::Good);
    };
    let source = inputs.argument("<expression>", text);
    let mut settings = Settings { rules: Some(rules), ..Settings::default() };
    settings.scope.define("it", value);
    let outcome = ask::expression(source, text, &settings, &Budget::default());
    if inputs::wants_json(matches) {
        output::answer_json(&protocol::evaluated(&inputs.sources, &outcome))?;
    } else {
        output::answer(&outcome.value.to_string())?;
        inputs.tell(matches, &outcome.diagnostics)?;
    }
    Ok(Exit::of(&outcome.diagnostics))
}

fn refuse(matches: &ArgMatches, fault: &Fault, index: usize) -> anyhow::Result<Exit> {
    if inputs::wants_json(matches) {
        output::answer_json(&protocol::refused(fault, index))?;
    }
    eprintln!("{}", fault.message());
    Ok(if fault.code() == codes::CONTRADICTION { Exit::Bad } else { Exit::Failed })
}
