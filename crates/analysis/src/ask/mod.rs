//! One function per question, called by the subcommands and `batch`.

mod facts;
mod inputs;

use std::sync::Arc;

use hclx_core::{Conversion, Reason, Rules, Type, Value};
use hclx_diag::{Fallible, SourceId};
use hclx_eval::{Budget, Environment, Outcome, Scope, evaluate, evaluate_as};
use hclx_syntax::Parsed;
use hclx_syntax::ast::{Language, Root};

use crate::Settings;

pub use facts::{fact, refine, refine_strictly};
pub use hclx_eval::Refinement;
pub use inputs::with_unknowns;
pub use inputs::{given_elements, given_value, given_values};

/// The syntax of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// An expression: `a + 1`.
    Expression,
    /// A template without quotes: `Hello, ${name}!`.
    Template,
}

/// Evaluates an expression, and collects its findings.
pub fn expression(source: SourceId, text: &str, settings: &Settings, budget: &Budget) -> Outcome {
    evaluated(source, text, Mode::Expression, settings, budget)
}

/// Evaluates an expression or template.
pub fn evaluated(source: SourceId, text: &str, mode: Mode, settings: &Settings, budget: &Budget) -> Outcome {
    let bytes: Arc<[u8]> = text.as_bytes().into();
    let parsed = match mode {
        Mode::Expression => hclx_syntax::parse_expression(source, bytes),
        Mode::Template => hclx_syntax::parse_template(source, bytes),
    };
    evaluate_parsed(source, parsed, None, (&settings.scope, &settings.for_expression()), budget)
}

fn evaluate_parsed(
    source: SourceId,
    parsed: Parsed,
    wanted: Option<&Type>,
    (scope, environment): (&Scope<'_>, &Environment<'_>),
    budget: &Budget,
) -> Outcome {
    let Root::Expr(root) = parsed.tree.root() else {
        unreachable!("an expression is parsed into an expression")
    };
    budget.allow_for_source(parsed.tree.source().len());
    let mut outcome = match wanted {
        Some(wanted) => evaluate_as(&parsed.tree, source, root, wanted, scope, environment, budget),
        None => evaluate(&parsed.tree, source, root, scope, environment, budget),
    };
    let broken = crate::judge::SyntaxErrors::new(&parsed.diagnostics);
    outcome.diagnostics.retain(|found| !found.span.is_some_and(|span| broken.touches(span.range)));
    outcome.diagnostics.splice(0..0, parsed.diagnostics);
    // an expression that is evaluated for several elements may repeat a finding for each of them
    crate::judge::sort(&mut outcome.diagnostics);
    outcome
}

/// The conversion between two types, and the reason if it is not safe.
pub fn convert(from: &Type, to: &Type, rules: &Rules) -> (Conversion, Option<Reason>) {
    let conversion = hclx_core::convertible(from, to, rules);
    let reason = match conversion {
        Conversion::Same | Conversion::Safe => None,
        Conversion::Unsafe | Conversion::None => hclx_core::conversion_reason(from, to, rules),
    };
    (conversion, reason)
}

/// Converts a value to a type given on the command line; defaults of optional attributes apply.
///
/// # Errors
/// If the value does not convert; the fault contains the path to the part that does not. If it exceeds the
/// budget.
pub fn convert_value(
    value: &Value,
    to: &hclx_eval::type_syntax::TypeExpr,
    rules: &Rules,
    budget: &Budget,
) -> Fallible<Value> {
    let converted = match &to.defaults {
        Some(defaults) => hclx_core::convert(&defaults.apply(value, rules), &to.ty, rules),
        None => hclx_core::convert(value, &to.ty, rules),
    };
    // an exceeded budget overrides the result of the conversion
    budget.collect()?;
    let converted = converted?;
    budget.admit(&converted)?;
    Ok(converted)
}

/// Parses a source into a tree.
pub fn parse(source: SourceId, bytes: Arc<[u8]>, language: Language) -> Parsed {
    match language {
        Language::Native => hclx_syntax::parse_body(source, bytes),
        Language::Json => hclx_syntax::parse_json(source, bytes),
    }
}
