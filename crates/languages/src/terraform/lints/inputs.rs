//! Inputs that a variable accepts although its module fails for them.

use std::collections::HashSet;
use std::sync::Arc;

use hclx_analysis::graph::NodeId;
use hclx_core::{Type, Value};
use hclx_diag::{Certainty, Code, Diagnostic, OrderedSet, Span, code_names as codes};
use hclx_syntax::ast::{ExprId, ExprKind};

use crate::terraform::declare::declaration::{Declaration, Variable};
use crate::terraform::declare::module::Module;
use crate::terraform::resolve::failing::Failing;
use crate::terraform::schemas::kind::Kind;
use crate::terraform::values::assumptions::Assumptions;
use crate::terraform::values::calls;
use crate::terraform::values::evaluation::{Evaluated, Inputs};
use crate::terraform::values::rule::Evaluator;

/// The maximum number of values that are tried for a variable.
const MOST_OF_VARIABLE: usize = 16;

/// The maximum number of values that are tried for a module.
const MOST_OF_MODULE: usize = 10_000;

/// The maximum number of further places that are shown for one value.
const MOST_PLACES: usize = 3;

/// The maximum length of a value that is shown in full.
const MOST_SHOWN: usize = 60;

/// The failures of a module for declared inputs, one for each place. `evaluated` is its evaluation with
/// `inputs`.
pub(crate) fn judge(
    run: Evaluator<'_>,
    module: &Arc<Module>,
    (evaluated, inputs): (&Evaluated, &Inputs),
) -> Vec<Diagnostic> {
    let is_torn = !module.broken.is_empty() || module.is_unknown() || !module.order.cycles.is_empty();
    if is_torn || !module.duplicates.is_empty() || module.variables().next().is_none() {
        return Vec::new();
    }
    let failing = Failing::of(module);
    if failing.is_empty() {
        return Vec::new();
    }
    let known = module.findings.iter().chain(&evaluated.findings);
    let places = known.filter_map(|one| one.span).map(key).collect();
    // given values only cover a part of what the variables accept
    let none = calls::no_inputs();
    let alone;
    let (evaluated, inputs) = match inputs.values.is_empty() {
        true => (evaluated, inputs),
        false => {
            alone = calls::alone(run, module);
            (&*alone, &none)
        }
    };
    let mut search = Search {
        assumptions: Assumptions::new(run, module, evaluated, inputs),
        failing,
        suspects: HashSet::new(),
        found: Vec::new(),
        places,
        left: MOST_OF_MODULE,
    };
    search.suspect();
    for node in &module.order.sorted {
        let declaration = module.declaration(*node);
        let Some(variable) = &declaration.variable else { continue };
        if declaration.kind == Kind::Variable && !variable.is_doubtful {
            search.variable(*node, declaration, variable);
        }
    }
    search.found
}

/// A place as a sort key.
fn key(span: Span) -> (hclx_diag::SourceId, u32, u32) {
    (span.source, span.range.start, span.range.end)
}

/// A value that a variable accepts.
struct Alternative {
    value: Value,
    why: Why,
}

/// The reason why a value is accepted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Why {
    Default,
    Bool,
    Rule,
}

/// The values that a variable's declaration suggests.
fn alternatives(variable: &Variable, range: &Value) -> Vec<Alternative> {
    let mut all: Vec<Alternative> = Vec::new();
    let mut add = |value: Value, why: Why| {
        let is_new = all.iter().all(|one| one.value != value);
        if is_new && value.is_wholly_known() && (variable.nullable || !value.is_null()) {
            all.push(Alternative { value, why });
        }
    };
    variable.default.iter().for_each(|default| add(default.clone(), Why::Default));
    if variable.ty == Type::BOOL {
        add(Value::TRUE, Why::Bool);
        add(Value::FALSE, Why::Bool);
    }
    let range = range.clone().unmark_deep().0;
    if !range.is_known() {
        for value in range.range().one_of().unwrap_or_default() {
            add(value.clone(), Why::Rule);
        }
    }
    all.truncate(MOST_OF_VARIABLE);
    all
}

struct Search<'r> {
    assumptions: Assumptions<'r>,
    failing: Failing,
    /// The declarations that fail if all variables have their defaults.
    suspects: HashSet<NodeId>,
    found: Vec<Diagnostic>,
    /// The places of known findings.
    places: OrderedSet<(hclx_diag::SourceId, u32, u32)>,
    /// The number of values that can still be tried.
    left: usize,
}

impl Search<'_> {
    /// Finds the declarations that fail if all variables have their defaults. Only these can fail because of
    /// a default, regardless of the other variables.
    fn suspect(&mut self) {
        let module = self.assumptions.module;
        let (mut risky, mut others) = (Vec::new(), Vec::new());
        for node in module.graph.nodes() {
            let variable = module.declaration(node).variable.as_ref().filter(|one| !one.is_doubtful);
            let Some((variable, default)) = variable.and_then(|one| Some((one, one.default.as_ref()?)))
            else {
                continue;
            };
            let kind = if is_risky(variable, default) { &mut risky } else { &mut others };
            kind.push(node);
        }
        let reach = self.failing.reached_by_all(&risky, &others);
        if reach.is_empty() {
            return;
        }
        let errors = self.assumptions.errors_of_defaults(&reach).unwrap_or_default();
        self.suspects = errors.into_iter().map(|(node, _)| node).collect();
    }

    fn variable(&mut self, node: NodeId, declaration: &Declaration, variable: &Variable) {
        for one in alternatives(variable, &self.assumptions.evaluated.values[node.index()]) {
            if self.left == 0 || one.why == Why::Default && self.suspects.is_empty() {
                continue;
            }
            let reach = self.failing.reached(&[node], is_risky(variable, &one.value));
            let is_hopeless =
                one.why == Why::Default && !reach.iter().any(|node| self.suspects.contains(node));
            if reach.is_empty() || is_hopeless {
                continue;
            }
            self.left -= 1;
            let mut first: Option<Diagnostic> = None;
            for (at, finding) in self.assumptions.errors(node, &one.value, &reach).unwrap_or_default() {
                let is_failure = is_failure(&self.assumptions, at, &finding);
                let Some(place) = finding.span.filter(|_| is_failure) else {
                    continue;
                };
                if !self.places.insert(key(place)) {
                    continue;
                }
                // one value of one variable counts as one cause
                first = Some(match first.take() {
                    None => told(declaration, variable, &one, finding, place),
                    Some(told) if told.labels.len() <= MOST_PLACES => told.also(place, "fails here too"),
                    Some(told) => told,
                });
            }
            self.found.extend(first);
        }
    }
}

/// Returns `true` for null and for values of an open type, which may be of a type that fails.
fn is_risky(variable: &Variable, value: &Value) -> bool {
    value.is_null() || variable.ty.has_any()
}

/// Returns `true` if an error is a failure that the author did not intend.
fn is_failure(assumptions: &Assumptions<'_>, at: NodeId, finding: &Diagnostic) -> bool {
    let is_wanted = |code: Code| code == codes::VALIDATION_FAILED;
    let Some(span) = finding.span else { return false };
    let module = assumptions.module;
    finding.certainty == Certainty::Must
        && finding.origin.is_none()
        && !is_wanted(finding.code)
        && module.files.contains(&span.source)
        && !is_assertion(module.declaration(at), span)
}

/// Returns `true` if a place is in a call with constant arguments: it fails intentionally wherever
/// it is evaluated.
fn is_assertion(declaration: &Declaration, span: Span) -> bool {
    let mut bodies = std::iter::once(&declaration.written).chain(&declaration.overrides);
    let Some(written) = bodies.find(|written| written.source == span.source) else { return false };
    let tree = &written.parsed.tree;
    let calls = (0..tree.expr_count() as u32).map(ExprId).filter(|expr| {
        let part = tree.expr(*expr);
        matches!(part.kind, ExprKind::Call(_))
            && part.range.start <= span.range.start
            && span.range.end <= part.range.end
    });
    let smallest = calls.min_by_key(|expr| tree.expr(*expr).range.len());
    smallest.is_some_and(|call| hclx_analysis::graph::references(tree, call).is_empty())
}

/// The warning about a failure.
fn told(
    declaration: &Declaration,
    variable: &Variable,
    one: &Alternative,
    finding: Diagnostic,
    place: Span,
) -> Diagnostic {
    let name = &declaration.name;
    let shown = one.value.to_string();
    let is_shown = !variable.marks.sensitive && shown.len() <= MOST_SHOWN;
    let input = match (one.why, is_shown) {
        (Why::Default, true) => format!("fails with the default of `{name}`, which is {shown}"),
        (Why::Default, false) => format!("fails with the default of `{name}`"),
        (Why::Bool, true) => format!("fails if `{name}` is {shown}"),
        (Why::Rule, true) => format!("fails if `{name}` is {shown}, which its validation accepts"),
        (_, false) => format!("fails for a value of `{name}` that its validation accepts"),
    };
    let accepted = match one.why {
        Why::Default => variable.default_span.map(|span| (span, "the default")),
        Why::Bool | Why::Rule => None,
    };
    let declared = accepted.unwrap_or((declaration.name_span, "declared here"));
    Diagnostic::failing_input(&input, &finding, place, declared)
}
