//! Allowed inputs for which a program fails: the default of a `config`, both values of a bool. Each is
//! assumed by itself, and only the declarations that it reaches are judged again.
//!
//! Out of scope: combinations of inputs, secrets, and failures for all inputs, which are errors.

use std::collections::HashSet;
use std::sync::Arc;

use hclx_core::{Type, Value};
use hclx_diag::{Certainty, Diagnostic, OrderedSet, Report, Span};

use super::judge::{Allowed, Judge, Judged};
use super::program::{Kind, Program};

/// The maximum number of values that are tried for a program.
const MOST: usize = 10_000;

/// The values of an input that are tried, and `true` for the default.
fn alternatives(allowed: &Allowed) -> Vec<(Value, bool)> {
    let mut all: Vec<(Value, bool)> = allowed.default.iter().map(|value| (value.clone(), true)).collect();
    if allowed.ty == Type::BOOL {
        for value in [Value::TRUE, Value::FALSE] {
            if all.iter().all(|(one, _)| *one != value) {
                all.push((value, false));
            }
        }
    }
    all
}

/// The failures of a program for allowed inputs, one per place. `judged` is the judgement without known inputs, and
/// `again` starts a new one.
pub(super) fn failures<'a, 't: 'a>(
    program: &'a Program<'t>,
    judged: &Judged,
    again: &dyn Fn() -> Judge<'a, 't>,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if judged.allowed.is_empty() || judged.findings.iter().any(Diagnostic::is_error) {
        return found;
    }
    let references: Vec<HashSet<String>> = program
        .declarations
        .iter()
        .map(|declaration| declaration.references().into_iter().map(|(name, _)| name).collect())
        .collect();
    let search = Search { program, judged, references, again };
    let (mut places, mut left) = (OrderedSet::new(), MOST);
    for allowed in &judged.allowed {
        for (value, is_default) in alternatives(allowed) {
            left -= 1;
            let Some(errors) = search.errors(allowed, &value).filter(|_| left > 0) else { return found };
            let first = errors.into_iter().find_map(|finding| Some((finding.span?, finding)));
            let Some((place, finding)) = first else { continue };
            if places.insert(place) {
                found.push(told(allowed, (&value, is_default), &finding, place));
            }
        }
    }
    found
}

struct Search<'s, 'a, 't> {
    program: &'a Program<'t>,
    judged: &'s Judged,
    /// The names that each declaration refers to.
    references: Vec<HashSet<String>>,
    again: &'s dyn Fn() -> Judge<'a, 't>,
}

impl Search<'_, '_, '_> {
    /// The errors in the declarations that depend on a value; `None` if the budget ran out.
    fn errors(&self, allowed: &Allowed, value: &Value) -> Option<Vec<Diagnostic>> {
        let mut judge = (self.again)();
        judge.judged.scope = self.judged.scope.clone();
        judge.judged.known = self.judged.known.clone();
        judge.judged.scope.define(Arc::clone(&allowed.name), value.clone());
        let mut changed = HashSet::from([allowed.name.to_string()]);
        for index in &self.program.order {
            let declaration = &self.program.declarations[*index];
            let is_input = matches!(declaration.kind, Kind::Config | Kind::Package | Kind::Pulumi);
            if is_input || self.program.circular[*index] || self.references[*index].is_disjoint(&changed) {
                continue;
            }
            let value = judge.declaration(declaration);
            if judge.budget.is_spent() {
                return None;
            }
            if self.program.names.get(declaration.name) == Some(index) {
                judge.judged.scope.define(declaration.name, value);
                changed.insert(declaration.name.to_owned());
            }
        }
        let errors = std::mem::take(judge.findings()).into_iter();
        Some(errors.filter(|one| one.is_error() && one.certainty == Certainty::Must).collect())
    }
}

/// The warning about a failure.
fn told(
    allowed: &Allowed,
    (value, is_default): (&Value, bool),
    finding: &Diagnostic,
    place: Span,
) -> Diagnostic {
    let name = &allowed.name;
    let input = if is_default {
        format!("fails with the default of `{name}`, which is {value}")
    } else {
        format!("fails if `{name}` is {value}")
    };
    Diagnostic::failing_input(&input, finding, place, (allowed.place, "declared here"))
}
