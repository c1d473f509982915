//! Inputs that a variable accepts although the module fails for them.

use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use hclx_analysis::allowed_inputs::{AllowedInput, Allows, FailingInputs, MOST_OF_INPUT};
use hclx_analysis::graph::NodeId;
use hclx_core::{Type, Value};
use hclx_diag::{Certainty, Code, Diagnostic, Span, code_names as codes};
use hclx_syntax::ast::ExprKind;

use crate::terraform::declare::declaration::{Declaration, Variable};
use crate::terraform::declare::deployment::is_inner;
use crate::terraform::declare::module::Module;
use crate::terraform::resolve::callers::CandidateCalls;
use crate::terraform::resolve::failing::{FailureIndex, Risk};
use crate::terraform::schemas::kind::Kind;
use crate::terraform::values::assumptions::Assumptions;
use crate::terraform::values::calls;
use crate::terraform::values::defaults_in_use::{CountedCalls, always_set};
use crate::terraform::values::evaluation::{Inputs, ModuleValues};
use crate::terraform::values::rule::Evaluator;
use crate::terraform::values::validation;

/// The failures of a module for declared inputs, one for each place. `evaluated` is the module evaluated with `inputs`.
pub(crate) fn judge(
    run: Evaluator<'_>,
    module: &Arc<Module>,
    (evaluated, inputs): (&ModuleValues, &Inputs),
) -> Vec<Diagnostic> {
    // In a module with such errors, a failure may be a consequence of them.
    let is_cycle = |finding: &Diagnostic| finding.code == codes::CYCLE;
    let is_torn = !module.broken.is_empty() || module.is_unknown() || evaluated.findings.iter().any(is_cycle);
    if is_torn || !module.duplicates.is_empty() || module.variables().next().is_none() {
        return Vec::new();
    }
    let has_marks = evaluated.values.iter().any(Value::contains_marks);
    let failing = FailureIndex::of(module, if has_marks { Risk::Any } else { Risk::Never });
    if failing.is_empty() {
        return Vec::new();
    }
    let known = module.findings.iter().chain(&evaluated.findings);
    let found = FailingInputs::beside(known, run.budget);
    // the given values cover only a part of those that the variables accept
    let none = calls::no_inputs();
    let alone;
    let given = &inputs.values;
    let (evaluated, inputs) = match inputs.values.is_empty() {
        true => (evaluated, inputs),
        false => {
            alone = calls::alone(run, module);
            (&*alone, &none)
        }
    };
    let mut search = Search { assumptions: Assumptions::new(run, module, evaluated, inputs), failing, found };
    let candidates = search.candidates();
    let trials: Vec<Trial<'_>> = candidates.iter().flat_map(|candidate| search.trials(candidate)).collect();
    let mut suspects = BTreeSet::new();
    let mut round = |round: usize| {
        let of_round = (0..trials.len()).filter(|trial| trials[*trial].alternative.round == round);
        search.narrow(&trials, &of_round.collect::<Vec<_>>(), &mut suspects)
    };
    let defaults_fail = round(DEFAULTS);
    (DEFAULTS + 1..=MOST_OF_INPUT).for_each(|later| {
        round(later);
    });
    let set_by = |counted| move || always_set(run, &module.folder, counted);
    let (set_by_users, set_by_all) =
        (LazyCell::new(set_by(CountedCalls::OfUsers)), LazyCell::new(set_by(CountedCalls::All)));
    let is_unused = |trial: &Trial<'_>| {
        // if a file sets a value, the default is never used
        let name = &trial.candidate.declaration.name;
        let is_always_set = || {
            set_by_users.contains(&**name)
                || trial.alternative.value.is_null() && set_by_all.contains(&**name)
        };
        let is_unclaimed =
            || validation::is_left_open(&trial.alternative.value) && is_for_callers(run, module);
        trial.alternative.allows == Allows::Default
            && (given.contains_key(name) || is_always_set() || is_unclaimed())
    };
    let mut suspects = suspects.into_iter().map(|trial| &trials[trial]).filter(|trial| !is_unused(trial));
    if suspects.all(|trial| search.is_going_on(trial)) && defaults_fail {
        let defaults = trials.iter().filter(|trial| trial.alternative.round == DEFAULTS && !is_unused(trial));
        search.try_defaults(&defaults.collect::<Vec<_>>());
    }
    search.found.finish()
}

/// Returns `true` for an inner module whose callers are elsewhere.
fn is_for_callers(run: Evaluator<'_>, module: &Module) -> bool {
    is_inner(&module.folder) && CandidateCalls::of(run.snapshot).callers(&module.folder).is_empty()
}

/// A variable and the values to try for it.
struct Candidate<'m> {
    node: NodeId,
    declaration: &'m Declaration,
    variable: &'m Variable,
    alternatives: Vec<Alternative>,
}

/// A value to try for a variable.
struct Trial<'c> {
    candidate: &'c Candidate<'c>,
    alternative: &'c Alternative,
    /// Set for null and for a value of an open type.
    is_risky: bool,
    /// The declarations that the value may cause to fail, and those in between.
    reach: Vec<NodeId>,
}

/// Values that variables have together.
struct Together {
    values: Vec<(NodeId, Value)>,
    /// The declarations that may fail because of them, and those that pass them on.
    reach: Vec<NodeId>,
}

/// The maximum number of failures for all defaults together whose causes are determined.
const MOST_TOGETHER: usize = 8;

/// The round in which the defaults are tried.
const DEFAULTS: usize = 0;

/// A value that a variable accepts.
struct Alternative {
    value: Value,
    allows: Allows,
    /// The round in which the value is tried; a round has at most one value of each variable.
    round: usize,
}

/// The values that a variable's declaration suggests.
fn alternatives(variable: &Variable, range: &Value) -> Vec<Alternative> {
    let mut all: Vec<Alternative> = Vec::new();
    let mut next = DEFAULTS;
    let mut add = |value: Value, allows: Allows| {
        next += usize::from(allows != Allows::Default);
        let is_new = all.iter().all(|one| one.value != value);
        if is_new && value.is_wholly_known() && (variable.nullable || !value.is_null()) {
            all.push(Alternative { value, allows, round: next });
        }
    };
    variable.default.iter().for_each(|default| add(default.clone(), Allows::Default));
    if variable.ty == Type::BOOL {
        add(Value::TRUE, Allows::Bool);
        add(Value::FALSE, Allows::Bool);
    }
    let range = range.clone().unmark_deep().0;
    if !range.is_known() {
        for value in range.range().one_of().unwrap_or_default() {
            add(value.clone(), Allows::Listed("validation"));
        }
    }
    all.truncate(MOST_OF_INPUT);
    all
}

struct Search<'r> {
    assumptions: Assumptions<'r>,
    failing: FailureIndex,
    found: FailingInputs<'r>,
}

impl<'r> Search<'r> {
    /// The variables of the module, in evaluation order.
    fn candidates(&self) -> Vec<Candidate<'r>> {
        let module = self.assumptions.module;
        let of = |node: &NodeId| {
            let declaration = module.declaration(*node);
            let is_variable = declaration.kind == Kind::Variable;
            let variable = declaration.variable.as_ref().filter(|one| is_variable && !one.is_doubtful)?;
            let alternatives = alternatives(variable, &self.assumptions.evaluated.values[node.index()]);
            Some(Candidate { node: *node, declaration, variable, alternatives })
        };
        module.links().order.sorted.iter().filter_map(of).collect()
    }

    /// The values of a variable for which something may fail.
    fn trials<'c>(&self, candidate: &'c Candidate<'c>) -> Vec<Trial<'c>> {
        let of = |alternative: &'c Alternative| {
            let is_risky = is_risky(candidate.variable, &alternative.value);
            let reach = self.failing.reached(&[candidate.node], is_risky);
            Trial { candidate, alternative, is_risky, reach }
        };
        candidate.alternatives.iter().map(of).filter(|trial| !trial.reach.is_empty()).collect()
    }

    /// Collects the trials of a group that may fail. Returns `true` if they fail together.
    ///
    /// A value that fails regardless of the others also fails along with any others. Therefore, all values of a group
    /// are assumed at once; if nothing that depends on a value fails, it need not be tried alone. The remaining values
    /// are split in half.
    fn narrow(&self, trials: &[Trial<'_>], group: &[usize], suspects: &mut BTreeSet<usize>) -> bool {
        if group.len() < 2 {
            suspects.extend(group);
            return false;
        }
        let Together { values, reach } = self.assume(group.iter().map(|trial| &trials[*trial]));
        let failed = self.assumptions.failed(&values, &reach).unwrap_or_default();
        let is_left = |trial: &usize| trials[*trial].reach.iter().any(|node| failed.contains(node));
        let left: Vec<usize> = group.iter().copied().filter(is_left).collect();
        match left.as_slice() {
            [] => {}
            [_, _] if group.len() == 2 => suspects.extend(&left),
            left => {
                let (first, second) = left.split_at(left.len() / 2);
                self.narrow(trials, first, suspects);
                self.narrow(trials, second, suspects);
            }
        }
        !left.is_empty()
    }

    /// All values of some trials.
    fn assume<'c>(&self, trials: impl Iterator<Item = &'c Trial<'c>>) -> Together {
        let (mut values, mut risky, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for Trial { candidate, alternative, is_risky, .. } in trials {
            values.push((candidate.node, alternative.value.clone()));
            let kind = if *is_risky { &mut risky } else { &mut others };
            kind.push(candidate.node);
        }
        Together { values, reach: self.failing.reached_by_all(&risky, &others) }
    }

    /// Tries all defaults together, and reports failures that none of them causes alone. A failure whose causes include
    /// those of a reported one is left out.
    fn try_defaults(&mut self, defaults: &[&Trial<'_>]) {
        // a default that its own rules reject is never used
        let is_accepted = |trial: &&&Trial<'_>| {
            let assumed = [(trial.candidate.node, trial.alternative.value.clone())];
            self.assumptions.errors(&assumed, &[]).is_some()
        };
        let defaults: Vec<&Trial<'_>> = defaults.iter().filter(is_accepted).copied().collect();
        let mut failures = self.failures(&self.assume(defaults.iter().copied()));
        // which of many are followed does not depend on the order of declarations
        failures.sort_by_cached_key(|(node, _)| self.assumptions.module.declaration(*node).address());
        failures.truncate(MOST_TOGETHER);
        let with_causes = failures.into_iter().filter_map(|(node, failure)| {
            let place = failure.span.filter(|place| !self.found.is_known(*place))?;
            Some((self.causes_of(&defaults, node, place)?, failure))
        });
        let mut together: Vec<_> = with_causes.collect();
        together.sort_by_key(|(causes, _)| causes.len());
        let mut reported: Vec<Vec<(&str, Span)>> = Vec::new();
        for (causes, failure) in together {
            let is_same = |others: &Vec<_>| others.iter().all(|other| causes.contains(other));
            if !reported.iter().any(is_same) {
                self.found.assume_defaults(&causes, vec![failure]);
                reported.push(causes);
            }
        }
    }

    /// The defaults that cause a failure together; `None` if it is one alone, or if there are many.
    fn causes_of<'c>(
        &self,
        defaults: &[&'c Trial<'_>],
        node: NodeId,
        place: Span,
    ) -> Option<Vec<(&'c str, Span)>> {
        let mut causes: Vec<&'c Trial<'_>> =
            defaults.iter().copied().filter(|trial| trial.reach.contains(&node)).collect();
        if causes.len() < 2 || causes.len() > MOST_OF_INPUT {
            return None;
        }
        let needed = self.assumptions.module.dependencies([node]);
        for at in (0..causes.len()).rev() {
            let without = causes.iter().enumerate().filter(|(other, _)| *other != at);
            let without: Vec<&'c Trial<'_>> = without.map(|(_, trial)| *trial).collect();
            let mut together = self.assume(without.iter().copied());
            together.reach.retain(|node| needed[node.index()]);
            if self.failures(&together).iter().any(|(_, other)| other.span == Some(place)) {
                causes = without;
            }
        }
        let defaults = causes.iter().map(|trial| {
            let Candidate { declaration, variable, .. } = trial.candidate;
            (&*declaration.name, variable.default_span.unwrap_or(declaration.name_span))
        });
        let causes: Vec<(&str, Span)> = defaults.collect();
        (causes.len() > 1).then_some(causes)
    }

    /// The unintended failures if variables have these values together.
    fn failures(&self, together: &Together) -> Vec<(NodeId, Diagnostic)> {
        let errors = self.assumptions.errors(&together.values, &together.reach).unwrap_or_default();
        errors.into_iter().filter(|(at, finding)| is_failure(&self.assumptions, *at, finding)).collect()
    }

    /// Tries a value. Returns `false` if a limit was exceeded.
    fn is_going_on(&mut self, trial: &Trial<'_>) -> bool {
        let Candidate { node, declaration, variable, .. } = trial.candidate;
        let Alternative { value, allows, .. } = trial.alternative;
        let default = variable.default_span.filter(|_| *allows == Allows::Default);
        let input = AllowedInput {
            name: &declaration.name,
            shown: (!variable.marks.sensitive).then(|| value.to_string()),
            allows: *allows,
            declared: default.map_or((declaration.name_span, "declared here"), |span| (span, "the default")),
        };
        let assumptions = &self.assumptions;
        self.found.assume(&input, || {
            let assumed = [(*node, value.clone())];
            let errors = assumptions.errors(&assumed, &trial.reach).unwrap_or_default().into_iter();
            let failures = errors.filter(|(at, finding)| is_failure(assumptions, *at, finding));
            failures.map(|(_, finding)| finding).collect()
        })
    }
}

/// Returns `true` for null, and for values of an open type, which may be of a failing type.
fn is_risky(variable: &Variable, value: &Value) -> bool {
    value.is_null() || variable.ty.has_any()
}

/// Returns `true` if an error is an unintended failure.
fn is_failure(assumptions: &Assumptions<'_>, at: NodeId, finding: &Diagnostic) -> bool {
    let is_wanted = |code: Code| code == codes::VALIDATION_FAILED;
    let Some(span) = finding.span else { return false };
    let module = assumptions.module;
    finding.certainty == Certainty::Must
        && finding.origin.is_none()
        && !is_wanted(finding.code)
        && module.files.contains(&span.source)
        && !is_consequence(assumptions, module.declaration(at))
        && !is_assertion(module.declaration(at), span)
}

/// Returns `true` if a declaration has an error that may cause other failures.
fn is_consequence(assumptions: &Assumptions<'_>, declaration: &Declaration) -> bool {
    let written = &declaration.written;
    let whole = match declaration.expr {
        Some(expr) => written.expr_span(expr),
        None => written.span(written.view().range()),
    };
    let mut known = assumptions.module.findings.iter().chain(&assumptions.evaluated.findings);
    known.any(|one| one.is_error() && one.span.is_some_and(|span| whole.contains(span)))
}

/// Returns `true` if a place is in a call with constant arguments, which fails on purpose wherever it is evaluated.
fn is_assertion(declaration: &Declaration, span: Span) -> bool {
    let mut bodies = std::iter::once(&declaration.written).chain(&declaration.overrides);
    let Some(written) = bodies.find(|written| written.source == span.source) else { return false };
    let tree = &written.parsed.tree;
    let calls = tree.expr_ids().filter(|expr| {
        let part = tree.expr(*expr);
        matches!(part.kind, ExprKind::Call(_)) && part.range.contains(span.range)
    });
    let smallest = calls.min_by_key(|expr| tree.expr(*expr).range.len());
    smallest.is_some_and(|call| hclx_analysis::graph::references(tree, call).is_empty())
}
