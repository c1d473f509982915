//! Inputs that a variable accepts although its module fails for them.

use std::collections::HashSet;
use std::sync::Arc;

use hclx_analysis::allowed_inputs::{AllowedInput, Allows, FailingInputs, MOST_OF_INPUT};
use hclx_analysis::graph::NodeId;
use hclx_core::{Type, Value};
use hclx_diag::{Certainty, Code, Diagnostic, OrderedSet, Span, code_names as codes};
use hclx_syntax::ast::ExprKind;

use crate::terraform::declare::declaration::{Declaration, Variable};
use crate::terraform::declare::expressions::is_inside;
use crate::terraform::declare::module::Module;
use crate::terraform::resolve::failing::{FailureIndex, Risk};
use crate::terraform::schemas::kind::Kind;
use crate::terraform::values::assumptions::Assumptions;
use crate::terraform::values::calls;
use crate::terraform::values::defaults_in_use;
use crate::terraform::values::evaluation::{Inputs, ModuleValues};
use crate::terraform::values::rule::Evaluator;

/// The failures of a module for declared inputs, one for each place. `evaluated` is its evaluation with
/// `inputs`.
pub(crate) fn judge(
    run: Evaluator<'_>,
    module: &Arc<Module>,
    (evaluated, inputs): (&ModuleValues, &Inputs),
) -> Vec<Diagnostic> {
    // In a module with such errors, a failure may just be a consequence of them.
    let is_torn = !module.broken.is_empty() || module.is_unknown() || !module.links().order.cycles.is_empty();
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
    // given values only cover a part of what the variables accept
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
    let mut search = Search {
        assumptions: Assumptions::new(run, module, evaluated, inputs),
        failing,
        suspects: HashSet::new(),
        found,
    };
    search.suspect();
    let always_set = match search.suspects.is_empty() {
        true => OrderedSet::new(),
        false => defaults_in_use::always_set(run, &module.folder),
    };
    for node in &module.links().order.sorted {
        let declaration = module.declaration(*node);
        let Some(variable) = &declaration.variable else { continue };
        if declaration.kind == Kind::Variable && !variable.is_doubtful {
            // where a file gives a value, the default is never used
            let uses_default =
                !given.contains_key(&declaration.name) && !always_set.contains(&*declaration.name);
            search.variable(*node, (declaration, variable), uses_default);
        }
    }
    search.found.finish()
}

/// A value that a variable accepts.
struct Alternative {
    value: Value,
    allows: Allows,
}

/// The values that a variable's declaration suggests.
fn alternatives(variable: &Variable, range: &Value) -> Vec<Alternative> {
    let mut all: Vec<Alternative> = Vec::new();
    let mut add = |value: Value, allows: Allows| {
        let is_new = all.iter().all(|one| one.value != value);
        if is_new && value.is_wholly_known() && (variable.nullable || !value.is_null()) {
            all.push(Alternative { value, allows });
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
    /// The declarations that fail if all variables have their defaults.
    suspects: HashSet<NodeId>,
    found: FailingInputs<'r>,
}

impl Search<'_> {
    /// Finds the declarations that fail if all variables have their defaults. Only these can fail because of
    /// a default, regardless of the other variables.
    fn suspect(&mut self) {
        let module = self.assumptions.module;
        let (mut risky, mut others) = (Vec::new(), Vec::new());
        for node in module.names.nodes() {
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

    fn variable(
        &mut self,
        node: NodeId,
        (declaration, variable): (&Declaration, &Variable),
        uses_default: bool,
    ) {
        for one in alternatives(variable, &self.assumptions.evaluated.values[node.index()]) {
            if one.allows == Allows::Default && (self.suspects.is_empty() || !uses_default) {
                continue;
            }
            let reach = self.failing.reached(&[node], is_risky(variable, &one.value));
            let is_hopeless =
                one.allows == Allows::Default && !reach.iter().any(|node| self.suspects.contains(node));
            if reach.is_empty() || is_hopeless {
                continue;
            }
            let default = variable.default_span.filter(|_| one.allows == Allows::Default);
            let input = AllowedInput {
                name: &declaration.name,
                shown: (!variable.marks.sensitive).then(|| one.value.to_string()),
                allows: one.allows,
                declared: default
                    .map_or((declaration.name_span, "declared here"), |span| (span, "the default")),
            };
            let assumptions = &self.assumptions;
            let is_going_on = self.found.assume(&input, || {
                let errors = assumptions.errors(node, &one.value, &reach).unwrap_or_default().into_iter();
                let failures = errors.filter(|(at, finding)| is_failure(assumptions, *at, finding));
                failures.map(|(_, finding)| finding).collect()
            });
            if !is_going_on {
                return;
            }
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
        && !is_consequence(assumptions, module.declaration(at))
        && !is_assertion(module.declaration(at), span)
}

/// Returns `true` if a declaration has an error of its own, which may cause other failures.
fn is_consequence(assumptions: &Assumptions<'_>, declaration: &Declaration) -> bool {
    let written = &declaration.written;
    let whole = match declaration.expr {
        Some(expr) => written.expr_span(expr),
        None => written.span(written.view().range()),
    };
    let mut known = assumptions.module.findings.iter().chain(&assumptions.evaluated.findings);
    known.any(|one| one.is_error() && one.span.is_some_and(|span| is_inside(span, whole)))
}

/// Returns `true` if a place is in a call with constant arguments: it fails intentionally wherever
/// it is evaluated.
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
