//! Errors that only occur with the values of automatically loaded files.
//!
//! Such an error belongs to the run that the files describe, in which the other variables have their defaults: a block
//! without instances in that run does not fail in it.

use std::sync::Arc;

use hclx_core::Value;
use hclx_diag::{Code, Diagnostic, Findings, Ordered, OrderedSet, Span};

use super::evaluate::evaluate;
use super::evaluation::Inputs;
use super::rule::Evaluator;
use crate::terraform::declare::declaration::{Declaration, Variable};
use crate::terraform::declare::module::Module;

/// Drops errors that occur neither for all inputs, nor in the run with `inputs` and the defaults of all other
/// variables.
///
/// `findings` are those of the evaluation with `inputs`.
pub(crate) fn judge(
    run: Evaluator<'_>,
    module: &Module,
    inputs: &Inputs,
    findings: &Findings,
) -> Vec<Diagnostic> {
    let all = || findings.iter().cloned().collect();
    let defaults = open_defaults(module, inputs);
    if inputs.values.is_empty() || defaults.is_empty() || !findings.iter().any(Diagnostic::is_error) {
        return all();
    }
    let errors = |values: Ordered<Arc<str>, Value>| -> OrderedSet<(Code, Option<Span>)> {
        let inputs = Arc::new(Inputs { values, ..inputs.clone() });
        let evaluated = evaluate(run, module, &inputs);
        evaluated.findings.iter().filter(|finding| finding.is_error()).map(place_of).collect()
    };
    let of_any = errors(Ordered::default());
    if findings.iter().filter(|finding| finding.is_error()).all(|finding| of_any.contains(&place_of(finding)))
    {
        return all();
    }
    let mut values = inputs.values.clone();
    values.extend(defaults);
    let of_run = errors(values);
    let holds = |finding: &&Diagnostic| {
        !finding.is_error() || of_any.contains(&place_of(finding)) || of_run.contains(&place_of(finding))
    };
    findings.iter().filter(holds).cloned().collect()
}

/// The defaults of the variables without a value.
fn open_defaults(module: &Module, inputs: &Inputs) -> Vec<(Arc<str>, Value)> {
    let is_open = |name: &Arc<str>| !inputs.values.contains_key(name);
    let default = |(declaration, variable): (&Declaration, &Arc<Variable>)| {
        Some((Arc::clone(&declaration.name), variable.default.clone()?))
    };
    module.variables().filter(|(declaration, _)| is_open(&declaration.name)).filter_map(default).collect()
}

fn place_of(finding: &Diagnostic) -> (Code, Option<Span>) {
    (finding.code, finding.span)
}
