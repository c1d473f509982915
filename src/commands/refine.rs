//! `hclx refine`: refines an unknown value and prints it.

use hclx_analysis::{Settings, ask};
use hclx_core::{Rules, Type, Value};
use hclx_diag::{Diagnostic, Fault, TextRange, code_names as codes};

use crate::cli::{Operand, Refine, Subcommand};
use crate::exit::Exit;
use crate::flags::{self, Flag};
use crate::inputs::Inputs;
use crate::next_step::with_next_step;
use crate::output::{self, Look};
use crate::protocol;

/// The subcommand `refine`.
pub(super) static COMMAND: Subcommand = Subcommand {
    name: "refine",
    about: "Refine an unknown value and print the result",
    more: "Examples:\n  hclx refine 'list(string)' --not-null --length 2   prints two unknown strings\n  \
           hclx refine string --prefix https:// -e 'it == \"ftp://x\"'   prints false\n  \
           hclx refine string --prefix a- --prefix b-         exits with 1: no string has both\n\n\
           Refinements are applied in the given order.\n\
           Exit codes: 0 a value is left, 1 the refinements contradict each other, 2 one does not apply to the type.",
    operands: &[Operand {
        name: "TYPE",
        required: false,
        many: false,
        help: "The type of the unknown value (omit with --value)",
    }],
    flags: &[
        &flags::VALUE,
        &flags::NOT_NULL,
        &flags::NULL,
        &flags::PREFIX,
        &flags::PREFIX_SAFE,
        &flags::MIN,
        &flags::ABOVE,
        &flags::MAX,
        &flags::BELOW,
        &flags::LENGTH_MIN,
        &flags::LENGTH_MAX,
        &flags::LENGTH,
        &flags::ONE_OF,
        &flags::WITH_IT,
        &flags::DIALECT,
        &flags::RULES,
        &flags::MAX_MEMORY,
        &flags::MAX_STEPS,
        &flags::FORMAT,
        &flags::COLOR,
        &flags::QUIET,
    ],
    run: |matches| run(&matches.refine(FACTS)?),
};

/// The flags that state facts.
static FACTS: &[&Flag] = &[
    &flags::NOT_NULL,
    &flags::NULL,
    &flags::PREFIX,
    &flags::PREFIX_SAFE,
    &flags::MIN,
    &flags::ABOVE,
    &flags::MAX,
    &flags::BELOW,
    &flags::LENGTH_MIN,
    &flags::LENGTH_MAX,
    &flags::LENGTH,
    &flags::ONE_OF,
];

fn run(asked: &Refine) -> anyhow::Result<Exit> {
    let look = &asked.look;
    let mut inputs = Inputs::within(look.most);
    let rules = asked.rules.unwrap_or(Rules::hcl());
    let start = match (&asked.value, &asked.ty) {
        (Some(value), None) => inputs.read_value("--value", value),
        (None, Some(ty)) => inputs.read_type("TYPE", ty, rules).map(|read| Value::unknown(read.ty)),
        _ => anyhow::bail!("expected a type or `--value EXPR`: hclx refine TYPE"),
    };
    // without a type, the facts are parsed only to find errors in them
    let ty = start.as_ref().map_or(Type::ANY, |start| start.ty().clone());
    let facts = facts(asked, &ty, &mut inputs);
    let (Some(start), Some(facts)) = (start, facts) else {
        return Ok(inputs.complain(look)?.unwrap_or(Exit::Failed));
    };
    if start.ty().is_any() && !start.is_known() && !facts.is_empty() && !look.quiet {
        output::note("note: an unknown of type any cannot be refined; give its type");
    }
    match ask::refine_strictly(start, facts) {
        Ok(value) => answer(asked, &mut inputs, value, rules),
        Err((fault, index)) => refuse(look, &fault, index),
    }
}

/// The facts about a value of a type, in the order of the command line; `None` if one is malformed.
fn facts(asked: &Refine, ty: &Type, inputs: &mut Inputs) -> Option<Vec<ask::Refinement>> {
    let mut facts = Vec::new();
    for (flag, argument) in &asked.facts {
        match fact(inputs, ty, flag, argument.as_deref()) {
            Ok(fact) => facts.push(fact),
            Err(diagnostics) => inputs.refused.extend(diagnostics),
        }
    }
    inputs.refused.is_empty().then_some(facts)
}

fn fact(
    inputs: &mut Inputs,
    ty: &Type,
    flag: &Flag,
    argument: Option<&str>,
) -> Result<ask::Refinement, Vec<Diagnostic>> {
    let text = argument.unwrap_or_default();
    let source = inputs.argument(&format!("--{}", flag.long), text);
    let fact = match flag.long {
        "one-of" => {
            let budget = inputs.budget(text.len());
            Ok(ask::Refinement::OneOf(ask::given_elements(source, text, ty, &Settings::default(), &budget)?))
        }
        // users state the complete prefix
        "prefix" => ask::fact("prefix_full", argument),
        "prefix-safe" => ask::fact("prefix", argument),
        name => ask::fact(name, argument),
    };
    let place = TextRange::new(0, text.len() as u32).in_source(source);
    fact.map_err(|fault| vec![fault.at(place)])
}

fn answer(asked: &Refine, inputs: &mut Inputs, value: Value, rules: Rules) -> anyhow::Result<Exit> {
    let look = &asked.look;
    let Some(text) = &asked.expression else {
        if look.json {
            protocol::answer_json(look, &protocol::refined(&value))?;
        } else {
            output::value(look, &value, false)?;
        }
        return Ok(Exit::Good);
    };
    let source = inputs.argument("<expression>", text);
    let dialect = asked.dialect.as_deref().and_then(crate::dialect);
    // only `it` is defined, so any other name is an error
    let mut settings = Settings { dialect, rules: Some(rules), strict_names: true, ..Settings::default() };
    settings.scope.define("it", value);
    let mut outcome = ask::expression(source, text, &settings, &inputs.budget(text.len()));
    let advised = |finding: Diagnostic| match finding.code == codes::UNKNOWN_NAME && !finding.advises() {
        true => finding.help("the value is called `it`"),
        false => with_next_step(finding, text),
    };
    outcome.diagnostics = outcome.diagnostics.into_iter().map(advised).collect();
    if look.json {
        protocol::answer_json(look, &protocol::evaluated(&inputs.sources, &outcome))?;
    } else {
        if !outcome.has_errors() {
            output::value(look, &outcome.value, false)?;
        }
        inputs.tell(look, &outcome.diagnostics)?;
    }
    Ok(Exit::of(&outcome.diagnostics))
}

fn refuse(look: &Look, fault: &Fault, index: usize) -> anyhow::Result<Exit> {
    if look.json {
        protocol::answer_json(look, &protocol::refused(fault, index))?;
    }
    crate::output::say(&fault.message());
    Ok(if fault.code() == codes::CONTRADICTION { Exit::Bad } else { Exit::Failed })
}
