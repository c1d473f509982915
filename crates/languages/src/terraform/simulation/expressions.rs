//! Evaluation of expressions with Terraform's own algebra, and with a record of the open values that they use.

use std::sync::{Arc, Mutex};

use hclx_analysis::{Cause, CauseKind, RunCommand};
use hclx_core::{Rules, Type, Value};
use hclx_diag::{
    Certainty, Diagnostic, Ordered, OrderedSet, SharedList, SourceId, TextRange, code_names as codes, locked,
};
use hclx_eval::{Environment, NameSteps, Names, Resolution, Scope, evaluate};
use hclx_schema::{Evaluate, Evaluated, Expression};
use hclx_syntax::ast::{ExprId, ExprKind, TraverseKind, Tree};

use super::open::{CauseId, Causes, causes_of, mark};
use super::setting::{Logic, SimulationContext};
use crate::terraform::declare::module::Module;
use crate::terraform::functions::DIALECT;
use crate::terraform::resolve::dependencies;
use crate::terraform::resolve::scope::{Context, Paths};

/// Functions whose result Terraform does not know while it plans.
const DEFERRED: &[&str] = &["timestamp", "uuid", "bcrypt"];

/// Functions that Terraform computes for some arguments that are not known, unlike hclx.
const PARTIAL: &[&str] = &["startswith", "lookup", "templatestring", "templatefile", "type"];

/// Functions that Terraform does not compute if anything in their arguments is unknown.
const WHOLE: &[&str] = &["can", "try"];

/// Functions whose result differs from run to run.
const OPEN: &[&str] = &["plantimestamp"];

/// The names at a place of a module or a test.
pub(crate) struct ScopeNames<'a> {
    pub(crate) setting: &'a SimulationContext<'a>,
    lookup: Lookup<'a>,
}

/// The lookup of names, with a record of the values that are found.
struct Lookup<'a> {
    causes: &'a Causes,
    /// The module; `None` where only variables and earlier runs are in scope.
    module: Option<(&'a Module, &'a SharedList<Value>)>,
    context: &'a Context,
    paths: &'a Paths,
    /// Variables besides those that the module declares.
    variables: &'a Ordered<Arc<str>, Value>,
    seen: Mutex<UsedValues>,
}

/// The values that an expression uses.
#[derive(Default)]
struct UsedValues {
    open: OrderedSet<CauseId>,
    /// Set if a part of one is unknown.
    is_unknown: bool,
    /// Set if a step leads into an open value, which may not have such a part.
    is_entered: bool,
}

/// The result of an expression.
pub(crate) struct Evaluation {
    pub(crate) value: Value,
    /// The causes of the open values that it depends on.
    pub(crate) open: OrderedSet<CauseId>,
    /// Its certain errors, if it depends on no open value.
    pub(crate) errors: Vec<Diagnostic>,
    /// Set if it may fail because of an open value.
    pub(crate) may_fail: bool,
}

impl<'a> ScopeNames<'a> {
    /// The names of a module's block.
    pub(crate) fn new(
        setting: &'a SimulationContext<'a>,
        module: Option<(&'a Module, &'a SharedList<Value>)>,
        context: &'a Context,
        (paths, variables): (&'a Paths, &'a Ordered<Arc<str>, Value>),
    ) -> Self {
        let causes = &*setting.causes;
        let lookup = Lookup { causes, module, context, paths, variables, seen: Mutex::default() };
        Self { setting, lookup }
    }

    /// Evaluates an expression.
    pub(crate) fn evaluate(
        &self,
        (tree, source, expr): (&Tree, SourceId, ExprId),
        iterators: &[(Arc<str>, Value)],
    ) -> Evaluation {
        let setting = self.setting;
        *locked(&self.lookup.seen) = UsedValues::default();
        let patterns = Some(&setting.evaluator.snapshot.settings().patterns);
        let exact = Environment::exactly(&DIALECT);
        let rules = Rules { eager_logic: setting.logic == Logic::Eager, ..exact.rules };
        let env = Environment { names: Some(&self.lookup), host: &*setting.host, patterns, rules, ..exact };
        let mut scope = Scope::root();
        for (name, value) in iterators {
            scope.define(Arc::clone(name), value.clone());
        }
        let outcome = evaluate(tree, source, expr, &scope, &env, setting.evaluator.budget);
        let mut seen = std::mem::take(&mut *locked(&self.lookup.seen));
        for (_, value) in iterators {
            seen.open.extend(causes_of(value));
            seen.is_unknown |= !value.is_wholly_known();
        }
        let seen_unknown = seen.is_unknown;
        let mut doubt = |kind: CauseKind, what: String| {
            seen.open.insert(
                setting.causes.id(Cause::new(kind, what).at(tree.expr(expr).range.in_source(source))),
            );
        };
        let calls = self.calls(tree, expr);
        let is_known = outcome.value.is_wholly_known();
        let differing =
            calls.whole.filter(|_| seen_unknown && is_known).or(calls.partial.filter(|_| !is_known));
        for name in calls.open.into_iter().chain(differing) {
            doubt(CauseKind::Function, format!("`{name}` is not computed here"));
        }
        let limits = [codes::EVALUATION_LIMIT, codes::NUMBER_LIMIT];
        let is_limited = outcome.diagnostics.iter().any(|one| limits.contains(&one.code));
        if is_limited || !outcome.unresolved.is_empty() || !outcome.approximations.is_empty() {
            doubt(CauseKind::Limit, "a limit of the evaluation is exceeded".to_owned());
        }
        let is_explained = seen.is_unknown || !seen.open.is_empty() || calls.is_deferred;
        let errors: Vec<Diagnostic> = outcome.diagnostics.into_iter().filter(Diagnostic::is_error).collect();
        if !is_explained && errors.is_empty() && !outcome.value.is_wholly_known() {
            seen.open
                .insert(setting.causes.id(Cause::new(CauseKind::Function, "a value is not computed here")));
        }
        concluded(outcome.value, errors, seen, is_plain(tree, expr))
    }

    /// The functions in an expression whose results differ from run to run.
    fn calls<'t>(&self, tree: &'t Tree, expr: ExprId) -> ImpureCalls<'t> {
        let mut calls = ImpureCalls { open: Vec::new(), is_deferred: false, partial: None, whole: None };
        for id in tree.inside(expr) {
            let ExprKind::Call(call) = tree.expr(id).kind else { continue };
            let name = tree.text(tree.node(call).name.text);
            let bare = name.strip_prefix("core::").unwrap_or(name);
            calls.partial = calls.partial.or(PARTIAL.contains(&bare).then_some(name));
            calls.whole = calls.whole.or(WHOLE.contains(&bare).then_some(name));
            let is_deferred = DEFERRED.contains(&bare);
            calls.is_deferred |= is_deferred;
            let of_provider = name.starts_with("provider::") && !name.starts_with("provider::terraform::");
            let is_applied = is_deferred && self.setting.stage == RunCommand::Apply;
            if is_applied || of_provider || OPEN.contains(&bare) {
                calls.open.push(name);
            }
        }
        calls
    }
}

/// The calls in an expression whose results differ from run to run, or from Terraform's.
struct ImpureCalls<'t> {
    open: Vec<&'t str>,
    is_deferred: bool,
    /// A function that Terraform computes for some arguments that are not known.
    partial: Option<&'t str>,
    /// A function that Terraform does not compute if anything is unknown.
    whole: Option<&'t str>,
}

fn concluded(value: Value, errors: Vec<Diagnostic>, seen: UsedValues, is_plain: bool) -> Evaluation {
    let UsedValues { open, is_entered, .. } = seen;
    let is_certain = errors.iter().all(|one| one.certainty == Certainty::Must);
    let may_fail = !errors.is_empty() || !is_plain || is_entered;
    match open.iter().next().copied() {
        None if is_certain => Evaluation { value, open, errors, may_fail: false },
        first => {
            // operators may lose the mark of an operand
            let is_lost = !value.is_wholly_known() && causes_of(&value).is_empty() || !errors.is_empty();
            let marks = first.filter(|_| is_lost).map(mark);
            let value = match &marks {
                Some(marks) => value.with_marks(marks),
                None => value,
            };
            Evaluation { value, open, errors: Vec::new(), may_fail }
        }
    }
}

/// Returns `true` for references, literals, and tuples and objects of them, which do not fail because of the values
/// of their parts.
fn is_plain(tree: &Tree, expr: ExprId) -> bool {
    tree.inside(expr).all(|id| match tree.expr(id).kind {
        ExprKind::Null | ExprKind::Bool(_) | ExprKind::Number | ExprKind::String(_) => true,
        ExprKind::Variable(_) | ExprKind::Paren(_) | ExprKind::TemplateWrap(_) => true,
        ExprKind::Tuple(_) | ExprKind::Object(_) => true,
        ExprKind::Traversal { steps, .. } => tree.slice(steps).iter().all(|step| match step.kind {
            TraverseKind::Attr(_) | TraverseKind::LegacyIndex(_) => true,
            TraverseKind::Index(key) => matches!(tree.expr(key).kind, ExprKind::Number | ExprKind::String(_)),
        }),
        _ => false,
    })
}

impl Lookup<'_> {
    fn open(&self, kind: CauseKind, what: String) -> Value {
        self.causes.open(Type::ANY, Cause::new(kind, what))
    }

    /// The value of a name, and the number of steps that belong to it.
    fn named(&self, root: &str, steps: NameSteps<'_>) -> Option<(Value, usize)> {
        let attribute = steps.attribute(0);
        let unknown =
            |name: &str| self.open(CauseKind::Errors, format!("`{root}.{name}` is not available here"));
        let one = |value: Option<&Value>| Some((value.cloned().unwrap_or_else(|| unknown("…")), 1));
        let test = self.context.test.as_ref();
        match (root, attribute) {
            ("each", Some("key")) => one(self.context.each.as_ref().map(|(key, _)| key)),
            ("each", Some("value")) => one(self.context.each.as_ref().map(|(_, value)| value)),
            ("count", Some("index")) => one(self.context.count.as_ref()),
            ("path", Some("module")) => one(Some(&self.paths.module).filter(|path| path.is_known())),
            ("path", Some("root")) => one(Some(&self.paths.root).filter(|path| path.is_known())),
            ("terraform" | "tofu", Some("workspace")) => Some((Value::string("default"), 1)),
            ("path" | "terraform" | "tofu", Some(name)) => {
                Some((self.open(CauseKind::Variable, format!("`{root}.{name}` depends on the machine")), 1))
            }
            ("run", Some(name)) => one(test.and_then(|test| test.runs.get(name))),
            ("output", Some(name)) => {
                let outputs = test.and_then(|test| test.outputs.as_ref());
                one(outputs.and_then(|outputs| outputs.get_attr_value(name)))
            }
            ("self", _) => Some((self.context.this.clone().unwrap_or_else(|| unknown("…")), 0)),
            _ => self.declared(root, steps),
        }
    }

    fn declared(&self, root: &str, steps: NameSteps<'_>) -> Option<(Value, usize)> {
        let found = self.module.and_then(|(module, values)| {
            let (node, taken) = dependencies::named(module, root, |position| steps.attribute(position))?;
            Some((values[node.index()].clone(), taken))
        });
        let name = steps.attribute(0)?;
        if let (None, "var", Some(value)) = (&found, root, self.variables.get(name)) {
            return Some((value.clone(), 1));
        }
        let missing = || {
            let what = format!("`{root}.{name}` is not declared, or comes from the command line");
            (self.open(CauseKind::Variable, what), steps.len())
        };
        Some(found.unwrap_or_else(missing))
    }

    /// Follows constant steps into a known value.
    fn walk(&self, mut value: Value, mut taken: usize, steps: NameSteps<'_>) -> Resolution {
        while taken < steps.len() && value.is_known() && !value.is_null() {
            let part = match (steps.attribute(taken).or(steps.key(taken)), steps.index(taken)) {
                (Some(name), _) if value.ty().as_object().is_some() => value.get_attr_value(name),
                (None, Some(index)) if value.ty().as_object().is_none() => value.element_at(index),
                _ => None,
            };
            let Some(part) = part.cloned() else { break };
            value = part.with_marks(value.marks());
            taken += 1;
        }
        let mut seen = locked(&self.seen);
        let open = causes_of(&value);
        seen.is_entered |= taken < steps.len() && !value.is_known() && !open.is_empty();
        seen.is_unknown |= !value.is_wholly_known();
        seen.open.extend(open);
        Resolution { value, steps: taken }
    }
}

impl Names for Lookup<'_> {
    fn resolve(&self, root: &str, steps: NameSteps<'_>) -> Option<Resolution> {
        let (value, taken) = self.named(root, steps)?;
        Some(self.walk(value, taken, steps))
    }
}

/// Evaluates the expressions of a body, for `fill`.
pub(crate) struct BodyExpressions<'a> {
    pub(crate) names: &'a ScopeNames<'a>,
    /// Parts that are evaluated apart.
    pub(crate) apart: Vec<TextRange>,
    pub(crate) errors: Vec<Diagnostic>,
    pub(crate) doubts: OrderedSet<CauseId>,
}

impl<'a> BodyExpressions<'a> {
    pub(crate) fn new(names: &'a ScopeNames<'a>, apart: Vec<TextRange>) -> Self {
        Self { names, apart, errors: Vec::new(), doubts: OrderedSet::new() }
    }
}

impl Evaluate for BodyExpressions<'_> {
    fn rules(&self) -> &Rules {
        &DIALECT.rules
    }

    fn evaluate(&mut self, expression: &Expression<'_>) -> Evaluated {
        let Expression { tree, source, expr, iterators, runs, .. } = *expression;
        let place = tree.expr(expr).range;
        if self.apart.iter().any(|part| part.contains(place)) {
            return Evaluated::good(Value::dynamic());
        }
        let evaluation = self.names.evaluate((tree, source, expr), iterators);
        if runs {
            self.errors.extend(evaluation.errors.iter().cloned());
            if evaluation.may_fail {
                self.doubts.extend(evaluation.open);
            }
        }
        Evaluated { value: evaluation.value, diagnostics: evaluation.errors }
    }
}
