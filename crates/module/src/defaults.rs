//! Errors that only the default of a variable causes. A value from outside replaces the default, so they are
//! reported as warnings that name the variable.
//!
//! Out of scope: how values reach a unit, and inputs other than defaults.

use hclx_analysis::allowed_inputs::{AllowedInput, Allows, FailingInputs, MOST_OF_INPUT};
use hclx_analysis::graph::NodeId;
use hclx_analysis::{Answer, sort};
use hclx_core::{Type, Value};
use hclx_diag::{Certainty, Diagnostic, OrderedSet, Span};
use hclx_eval::Budget;

/// The variables whose values are their defaults; the values of all others are unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Defaults {
    /// All variables.
    #[default]
    All,
    /// No variable.
    None,
    /// One variable.
    Only(NodeId),
}

impl Defaults {
    /// Returns `true` if the value of a variable is its default.
    pub(crate) fn hold_for(self, variable: NodeId) -> bool {
        match self {
            Defaults::All => true,
            Defaults::None => false,
            Defaults::Only(one) => one == variable,
        }
    }
}

/// A variable whose value is its default.
pub(crate) struct DefaultedVariable {
    /// The declaration.
    pub node: NodeId,
    /// The name.
    pub name: String,
    /// The default in the language's notation; `None` for a secret.
    pub shown: Option<String>,
    /// The place of the declaration.
    pub declared: Span,
}

/// All values that may replace a default: those of the declared type or, without one, those of the default's
/// type.
pub(crate) fn replaced(default: &Value, declared: &Type) -> Value {
    let ty = if *declared == Type::ANY { default.ty() } else { declared };
    Value::unknown(ty.without_optional())
}

/// The number of additional evaluations that the budget allows after one that began with `before`. Half of the rest
/// is reserved.
fn affordable(budget: &Budget, before: (u64, u64)) -> usize {
    let (limits, used) = (budget.limits(), budget.used());
    let runs = |most: u64, used: u64, before: u64| most.saturating_sub(used) / 2 / (used - before).max(1);
    let runs = runs(limits.steps, used.0, before.0).min(runs(limits.bytes, used.1, before.1));
    usize::try_from(runs).unwrap_or(usize::MAX)
}

/// The answer of a unit, in which errors that only a default causes are warnings. `judge` checks the unit with some
/// of the defaults, at first with those of `defaults`, and returns the variables with a default that may cause the
/// errors.
pub(crate) fn with_defaults(
    budget: &Budget,
    defaults: Defaults,
    judge: &dyn Fn(Defaults) -> (Answer, Vec<DefaultedVariable>),
) -> Answer {
    let before = budget.used();
    let (mut answer, mut defaulted) = judge(defaults);
    // One evaluation without defaults, and one for each variable.
    let most = affordable(budget, before).min(MOST_OF_INPUT + 1);
    if defaulted.is_empty() || most == 0 {
        return answer;
    }
    let errors_with = |defaults| {
        let found = judge(defaults).0.findings.into_iter();
        found.filter(Diagnostic::is_error).collect::<Vec<Diagnostic>>()
    };
    let places = |found: &[Diagnostic]| -> OrderedSet<Span> {
        found.iter().filter_map(|finding| finding.span).collect()
    };
    let always = places(&errors_with(Defaults::None));
    let is_certain =
        |one: &Diagnostic| !one.is_error() || one.span.is_none_or(|place| always.contains(&place));
    let (certain, by_default): (Vec<_>, Vec<_>) = answer.findings.into_iter().partition(is_certain);
    let doubted = places(&by_default);
    let mut search = FailingInputs::beside(certain.iter(), budget);
    if by_default.is_empty() {
        defaulted.clear();
    }
    for variable in defaulted.iter().take(most - 1) {
        let input = AllowedInput {
            name: &variable.name,
            shown: variable.shown.clone(),
            allows: Allows::Default,
            declared: (variable.declared, "declared here"),
        };
        let is_doubted = |one: &Diagnostic| one.span.is_some_and(|place| doubted.contains(&place));
        let errors = || errors_with(Defaults::Only(variable.node)).into_iter();
        if !search.assume(&input, || errors().filter(is_doubted).collect()) {
            break;
        }
    }
    let told = search.finish();
    let labels = told.iter().flat_map(|one| &one.labels).map(|label| label.span);
    let told_at: OrderedSet<Span> = told.iter().filter_map(|one| one.span).chain(labels).collect();
    // errors that need several defaults have no single variable as their cause
    let left = by_default.into_iter().filter(|one| one.span.is_none_or(|place| !told_at.contains(&place)));
    let left = left.map(|one| {
        one.with_certainty(Certainty::May).help("with other values of the variables, it may not fail")
    });
    answer.findings = certain.into_iter().chain(left).chain(told).collect();
    sort(&mut answer.findings);
    answer
}
