//! Allowed inputs that make a program fail: the default of a `config`, or a value of a bool. Each is assumed by itself,
//! and only the declarations that depend on it are checked again.
//!
//! Out of scope: combinations of inputs, secrets, and failures for all inputs, which are errors.

use hclx_analysis::allowed_inputs::{AllowedInput, Allows, FailingInputs};
use hclx_core::{Type, Value};
use hclx_diag::{Certainty, Diagnostic, Report};
use hclx_eval::Budget;

use super::judge::{Judge, OpenInput, ProgramJudgement};
use super::program::{Kind, Program};

/// The values to try for an input.
fn alternatives(allowed: &OpenInput) -> Vec<(Value, Allows)> {
    let mut all: Vec<(Value, Allows)> =
        allowed.default.iter().map(|value| (value.clone(), Allows::Default)).collect();
    if allowed.ty == Type::BOOL {
        for value in [Value::TRUE, Value::FALSE] {
            if all.iter().all(|(one, _)| *one != value) {
                all.push((value, Allows::Bool));
            }
        }
    }
    all
}

/// The failures of a program for allowed inputs, one per value. `judged` is the result without known inputs, and
/// `again` starts another check.
pub(super) fn failures<'a, 't: 'a>(
    program: &'a Program<'t>,
    judged: &ProgramJudgement,
    again: &dyn Fn() -> Judge<'a, 't>,
    budget: &Budget,
) -> Vec<Diagnostic> {
    if judged.allowed.is_empty() || judged.findings.iter().any(Diagnostic::is_error) {
        return Vec::new();
    }
    let search = Search { program, judged, again };
    let mut found = FailingInputs::beside(std::iter::empty(), budget);
    for allowed in &judged.allowed {
        for (value, allows) in alternatives(allowed) {
            let input = AllowedInput {
                name: &allowed.name,
                shown: Some(value.to_string()),
                allows,
                declared: (allowed.place, "declared here"),
            };
            if !found.assume(&input, || search.errors(allowed, &value)) {
                return found.finish();
            }
        }
    }
    found.finish()
}

struct Search<'s, 'a, 't> {
    program: &'a Program<'t>,
    judged: &'s ProgramJudgement,
    again: &'s dyn Fn() -> Judge<'a, 't>,
}

impl Search<'_, '_, '_> {
    /// The errors in the declarations that depend on the input, with the given value.
    fn errors(&self, allowed: &OpenInput, value: &Value) -> Vec<Diagnostic> {
        let mut judge = (self.again)();
        judge.judged.values = self.judged.values.clone();
        judge.judged.known = self.judged.known.clone();
        let graph = &self.program.declared.graph;
        let mut is_changed = vec![false; graph.len()];
        if let Some(input) = graph.find(&allowed.name) {
            judge.judged.values[input.index()] = value.clone();
            is_changed[input.index()] = true;
        }
        for node in &self.program.order {
            let index = node.index();
            let declaration = &self.program.declarations[index];
            let is_input = matches!(declaration.kind, Kind::Config | Kind::Package | Kind::Pulumi);
            let is_reached = graph.uses(*node).iter().any(|(to, _)| is_changed[to.index()]);
            if is_input || self.program.circular[index] || !is_reached {
                continue;
            }
            let value = judge.declaration(declaration);
            // nothing refers to outputs
            if declaration.kind != Kind::Output {
                judge.judged.values[index] = value;
                is_changed[index] = true;
            }
        }
        let errors = std::mem::take(judge.findings()).into_iter();
        errors.filter(|one| one.is_error() && one.certainty == Certainty::Must).collect()
    }
}
