//! Evaluation of expressions with Terraform's own algebra, recording the open values that they use.

use std::sync::{Arc, Mutex};

use hclx_analysis::{Cause, CauseKind, RunCommand, graph};
use hclx_core::{Marks, Rules, Type, Value};
use hclx_diag::{
    Certainty, Diagnostic, Ordered, OrderedSet, SharedList, SourceId, TextRange, code_names as codes, locked,
};
use hclx_eval::{Environment, NameSteps, Names, Outcome, Resolution, Scope, evaluate};
use hclx_schema::{Evaluate, Evaluated, Expression, Site};
use hclx_syntax::ast::{BinaryOp, ExprId, ExprKind, Tree};
use hclx_syntax::statics::Reference;

use super::open::{CauseId, Causes, FORGOTTEN, causes_of, mark, may_be_deferred};
use super::setting::{Logic, SimulationContext};
use super::static_references::{StaticCheck, static_check};
use super::totality::{LoopNames, Part, Parts, Totality, is_plain};
use crate::terraform::declare::module::Module;
use crate::terraform::functions::DIALECT;
use crate::terraform::resolve::dependencies;
use crate::terraform::resolve::scope::{Context, Paths, TestScope};

/// Functions whose results are unknown to Terraform during planning.
const DEFERRED: &[&str] = &["timestamp", "uuid", "bcrypt"];

/// Functions whose results depend on the sensitivity of a value.
const SENSITIVITY: &[&str] = &["issensitive", "nonsensitive"];

/// Functions whose results depend on the machine.
const OF_MACHINE: &[&str] = &["abspath", "pathexpand"];

/// Functions whose results differ in every run.
const OPEN: &[&str] = &["plantimestamp"];

/// The names in scope at a place of a module or a test.
pub(crate) struct ScopeNames<'a> {
    pub(crate) setting: &'a SimulationContext<'a>,
    lookup: Lookup<'a>,
}

/// The lookup of names, recording the values that it finds.
struct Lookup<'a> {
    causes: &'a Causes,
    /// The module; `None` if only variables and earlier runs are in scope.
    module: Option<(&'a Module, &'a SharedList<Value>)>,
    context: &'a Context,
    paths: &'a Paths,
    /// Variables in addition to those that the module declares.
    variables: &'a Ordered<Arc<str>, Value>,
    seen: Mutex<UsedValues>,
}

/// The values that an expression uses.
#[derive(Default)]
struct UsedValues {
    open: OrderedSet<CauseId>,
    knowledge: Knowledge,
    /// Set if the sensitivity of a value differs between versions.
    is_forgotten: bool,
    /// Set if a step reads a part of an open value, which may lack this part.
    is_entered: bool,
}

/// The state of the least known value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Knowledge {
    #[default]
    Known,
    /// Only known to Terraform.
    Generated,
    /// Possibly unknown to Terraform as well.
    Unknown,
}

impl Knowledge {
    fn of(value: &Value) -> Self {
        match (value.is_wholly_known(), may_be_deferred(value)) {
            (true, _) => Self::Known,
            (false, false) => Self::Generated,
            (false, true) => Self::Unknown,
        }
    }
}

impl UsedValues {
    fn add(&mut self, value: &Value) {
        self.open.extend(causes_of(value));
        self.knowledge = self.knowledge.max(Knowledge::of(value));
        self.is_forgotten |= value.contains_marks() && value.marks_within().contains(FORGOTTEN);
    }
}

/// The result of an expression.
pub(crate) struct Evaluation {
    pub(crate) value: Value,
    /// The causes of the open values that the result depends on.
    pub(crate) open: OrderedSet<CauseId>,
    /// The errors, if the expression depends on no open value.
    pub(crate) errors: Vec<Diagnostic>,
    /// Set if evaluation may fail because of an open value.
    pub(crate) may_fail: bool,
}

impl Evaluation {
    fn of_errors(errors: Vec<Diagnostic>) -> Self {
        Self { value: Value::dynamic(), open: OrderedSet::new(), errors, may_fail: false }
    }
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
        let part = (tree, source, expr);
        let (wrong, unclear) = self.wrong_names(part);
        if !wrong.is_empty() {
            return Evaluation::of_errors(wrong);
        }
        let (exact, mut seen) = self.outcome(part, iterators, Environment::exactly(&DIALECT));
        seen.is_entered |= !unclear.is_empty();
        seen.open.extend(unclear);
        let calls = self.calls(part, iterators, &seen);
        let outcome = self.stronger(part, iterators, (&exact, &seen, &calls)).unwrap_or(exact);
        let (setting, place) = (self.setting, tree.expr(expr).range.in_source(source));
        let mut doubt = |kind: CauseKind, what: String| {
            seen.open.insert(setting.causes.id(Cause::new(kind, what).at(place)));
        };
        let is_known = outcome.value.is_wholly_known();
        for name in &calls.open {
            doubt(CauseKind::Function, format!("`{name}` is not computed here"));
        }
        if seen.knowledge == Knowledge::Unknown && self.compares_objects(part, iterators) {
            doubt(CauseKind::Function, "Terraform compares objects in no order".to_owned());
        }
        let limits = [codes::EVALUATION_LIMIT, codes::NUMBER_LIMIT];
        let is_limited = outcome.diagnostics.iter().any(|finding| limits.contains(&finding.code));
        if is_limited || !outcome.unresolved.is_empty() || !outcome.approximations.is_empty() {
            doubt(CauseKind::Limit, "a limit of the evaluation is exceeded".to_owned());
        }
        let is_explained = seen.knowledge > Knowledge::Known || !seen.open.is_empty() || calls.is_deferred;
        let errors: Vec<Diagnostic> = outcome.diagnostics.into_iter().filter(Diagnostic::is_error).collect();
        if !is_explained && errors.is_empty() && !is_known {
            let cause = Cause::new(CauseKind::Function, "a value is not computed here").at(place);
            seen.open.insert(setting.causes.id(cause));
        }
        let is_total = seen.open.is_empty() || is_plain(tree, expr) || self.is_total(part, iterators);
        concluded(outcome.value, errors, seen, is_total)
    }

    /// The errors about names that do not exist, and the causes for which others may not exist. Terraform resolves all
    /// names of an expression before it evaluates any part of it.
    fn wrong_names(
        &self,
        (tree, source, expr): (&Tree, SourceId, ExprId),
    ) -> (Vec<Diagnostic>, Vec<CauseId>) {
        let (mut errors, mut unclear) = (Vec::new(), Vec::new());
        let Lookup { context, module: Some((module, _)), .. } = &self.lookup else {
            return (errors, unclear);
        };
        for reference in graph::references(tree, expr) {
            let place = reference.range().in_source(source);
            if context.test.is_some() && &*reference.root == "ephemeral" {
                let message = "ephemeral resources are closed when a run ends, and cannot be asserted";
                errors.push(Diagnostic::error(codes::TEST_FILE, place, message));
                continue;
            }
            let is_declared = context.test.as_ref().is_none_or(|test| is_declared(module, test, &reference));
            if !is_declared {
                let message = format!("unknown name `{}`", tree.written(reference.range()));
                errors.push(Diagnostic::error(codes::UNKNOWN_NAME, place, message));
                continue;
            }
            match static_check(self.setting, module, &reference, source) {
                StaticCheck::Right => {}
                StaticCheck::Wrong(finding) => errors.push(*finding),
                StaticCheck::Unclear(cause) => unclear.push(cause),
            }
        }
        (errors, unclear)
    }

    /// The result of hclx's own algebra, if Terraform knows all values: whatever is true of all possible values is true
    /// in Terraform.
    fn stronger(
        &self,
        part: (&Tree, SourceId, ExprId),
        iterators: &[(Arc<str>, Value)],
        (exact, seen, calls): (&Outcome, &UsedValues, &ImpureCalls<'_>),
    ) -> Option<Outcome> {
        let is_clear = !exact.diagnostics.iter().any(Diagnostic::is_error) && calls.open.is_empty();
        if !is_clear || exact.value.is_known() || seen.knowledge != Knowledge::Generated {
            return None;
        }
        let (stronger, _) = self.outcome(part, iterators, Environment::of(&DIALECT));
        let has_errors = stronger.diagnostics.iter().any(Diagnostic::is_error);
        (!has_errors && stronger.value.as_bool().is_some()).then_some(stronger)
    }

    /// Evaluates an expression in an environment, recording the values that it uses.
    fn outcome(
        &self,
        (tree, source, expr): (&Tree, SourceId, ExprId),
        iterators: &[(Arc<str>, Value)],
        env: Environment<'_>,
    ) -> (Outcome, UsedValues) {
        let setting = self.setting;
        *locked(&self.lookup.seen) = UsedValues::default();
        let patterns = Some(&setting.evaluator.snapshot.settings().patterns);
        let rules = Rules { eager_logic: setting.logic == Logic::Eager, ..env.rules };
        let host = &*setting.host;
        let env = Environment { names: Some(&self.lookup), host, patterns, rules, total: false, ..env };
        let mut scope = Scope::root();
        for (name, value) in iterators {
            scope.define(Arc::clone(name), value.clone());
        }
        let outcome = evaluate(tree, source, expr, &scope, &env, setting.evaluator.budget);
        self.lookup.see(tree, expr, iterators);
        let seen = std::mem::take(&mut *locked(&self.lookup.seen));
        (outcome, seen)
    }

    /// Returns `true` if an expression cannot fail because of the open values in it.
    fn is_total(
        &self,
        (tree, source, expr): (&Tree, SourceId, ExprId),
        iterators: &[(Arc<str>, Value)],
    ) -> bool {
        Totality::new(tree, &PartsOf { names: self, tree, source }, iterators.to_vec()).is_total(expr)
    }

    /// Returns `true` if an expression compares an object that Terraform knows only in part. The result depends on the
    /// order in which attributes are compared.
    fn compares_objects(
        &self,
        (tree, source, expr): (&Tree, SourceId, ExprId),
        iterators: &[(Arc<str>, Value)],
    ) -> bool {
        let is_partly_known = |operand: ExprId| {
            let part = (tree, source, operand);
            let value = self.outcome(part, iterators, Environment::exactly(&DIALECT)).0.value;
            value.is_known() && !value.is_wholly_known() && value.ty().as_object().is_some()
        };
        tree.inside(expr).any(|id| match tree.expr(id).kind {
            ExprKind::Binary { op: BinaryOp::Equal | BinaryOp::NotEqual, left, right } => {
                is_partly_known(left) || is_partly_known(right)
            }
            _ => false,
        })
    }

    /// The functions in an expression whose results differ in every run.
    fn calls<'t>(
        &self,
        (tree, source, expr): (&'t Tree, SourceId, ExprId),
        iterators: &[(Arc<str>, Value)],
        seen: &UsedValues,
    ) -> ImpureCalls<'t> {
        let mut calls = ImpureCalls { open: Vec::new(), is_deferred: false };
        for id in tree.inside(expr) {
            let ExprKind::Call(call) = tree.expr(id).kind else { continue };
            let name = tree.text(tree.node(call).name.text);
            let bare = name.strip_prefix("core::").unwrap_or(name);
            let is_deferred = DEFERRED.contains(&bare);
            calls.is_deferred |= is_deferred;
            let of_provider = name.starts_with("provider::") && !name.starts_with("provider::terraform::");
            let is_applied = is_deferred && self.setting.stage == RunCommand::Apply;
            let is_forgotten = seen.is_forgotten && SENSITIVITY.contains(&bare);
            let is_of_machine = || {
                let part = (tree, source, id);
                !self.outcome(part, iterators, Environment::exactly(&DIALECT)).0.value.is_known()
            };
            let is_of_machine = OF_MACHINE.contains(&bare) && is_of_machine();
            if is_applied || of_provider || is_forgotten || is_of_machine || OPEN.contains(&bare) {
                calls.open.push(name);
            }
        }
        calls
    }
}

/// Returns `true` unless a name in an assertion is definitely undeclared.
fn is_declared(module: &Module, test: &TestScope, reference: &Reference<'_>) -> bool {
    let name = reference.attribute(0);
    match (&*reference.root, name) {
        ("var" | "run" | "path" | "terraform" | "tofu", _) => true,
        ("self" | "each" | "count", _) => false,
        ("output", Some(name)) => {
            test.outputs.as_ref().is_none_or(|outputs| outputs.get_attr_value(name).is_some())
        }
        (root, _) => {
            let mut names = [name, reference.attribute(1)].into_iter().flatten();
            module.is_unknown()
                || names.any(|name| module.may_declare(name))
                || dependencies::named(module, root, |position| reference.attribute(position)).is_some()
        }
    }
}

/// The calls in an expression whose results differ in every run.
struct ImpureCalls<'t> {
    open: Vec<&'t str>,
    is_deferred: bool,
}

fn concluded(value: Value, errors: Vec<Diagnostic>, seen: UsedValues, is_total: bool) -> Evaluation {
    let UsedValues { open, is_entered, .. } = seen;
    let is_certain = errors.iter().all(|one| one.certainty == Certainty::Must);
    let may_fail = !errors.is_empty() || !is_total || is_entered;
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

impl Lookup<'_> {
    fn open(&self, kind: CauseKind, what: String) -> Value {
        self.causes.open(Type::ANY, Cause::new(kind, what))
    }

    /// The value of a name, and the number of steps that form it.
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

    /// Records the values of iterators that an expression uses.
    fn see(&self, tree: &Tree, expr: ExprId, iterators: &[(Arc<str>, Value)]) {
        if iterators.is_empty() {
            return;
        }
        let named = |expr: ExprId| match tree.expr(expr).kind {
            ExprKind::Variable(name) => iterators.iter().rev().find(|(one, _)| **one == *tree.text(name)),
            _ => None,
        };
        let mut bases = OrderedSet::new();
        for id in tree.inside(expr) {
            if let ExprKind::Traversal { base, steps } = tree.expr(id).kind
                && let Some((_, value)) = named(base)
            {
                bases.insert(base);
                self.walk(value.clone(), 0, NameSteps::new(tree, Some(steps)));
            }
        }
        let whole = tree.inside(expr).filter(|id| !bases.contains(id)).filter_map(named);
        whole.for_each(|(_, value)| locked(&self.seen).add(value));
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
        seen.add(&value);
        Resolution { value, steps: taken }
    }
}

impl Names for Lookup<'_> {
    fn resolve(&self, root: &str, steps: NameSteps<'_>) -> Option<Resolution> {
        let (value, taken) = self.named(root, steps)?;
        Some(self.walk(value, taken, steps))
    }
}

/// The parts of an expression, with the names at its place.
struct PartsOf<'p, 'a> {
    names: &'p ScopeNames<'a>,
    tree: &'p Tree,
    source: SourceId,
}

impl Parts for PartsOf<'_, '_> {
    fn part(&self, expr: ExprId, names: &LoopNames) -> Part {
        let part = (self.tree, self.source, expr);
        let (outcome, seen) = self.names.outcome(part, names, Environment::exactly(&DIALECT));
        let is_clear = outcome.diagnostics.is_empty()
            && outcome.unresolved.is_empty()
            && outcome.approximations.is_empty();
        let is_closed =
            is_clear && seen.open.is_empty() && self.names.calls(part, names, &seen).open.is_empty();
        Part { value: outcome.value, is_closed }
    }

    fn of_name(&self, traversal: ExprId) -> Option<(Value, usize)> {
        let ExprKind::Traversal { base, steps } = self.tree.expr(traversal).kind else { return None };
        let ExprKind::Variable(root) = self.tree.expr(base).kind else { return None };
        self.names.lookup.named(self.tree.text(root), NameSteps::new(self.tree, Some(steps)))
    }
}

/// Evaluates the expressions of a body, for `fill`.
pub(crate) struct BodyExpressions<'a> {
    pub(crate) names: &'a ScopeNames<'a>,
    /// Parts that are evaluated separately.
    pub(crate) apart: Vec<TextRange>,
    /// The mark for values that are not wholly known.
    pub(crate) mark: Option<&'static str>,
    pub(crate) errors: Vec<Diagnostic>,
    pub(crate) doubts: OrderedSet<CauseId>,
    /// A cause for which Terraform does not evaluate an expression, and therefore not the body either.
    pub(crate) skipped: Option<CauseId>,
    pub(crate) counts: BlockCounts,
}

/// The numbers of blocks that `dynamic` blocks generate, as far as they are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum BlockCounts {
    #[default]
    Known,
    /// One is unknown, for these causes; without any cause, it is unknown to Terraform, too.
    Unknown(Marks),
    /// One is known, but its origin is marked.
    Marked,
}

impl BlockCounts {
    fn add(&mut self, for_each: &Value) {
        let marks = match self {
            Self::Unknown(marks) => marks.clone(),
            _ => Marks::NONE,
        };
        match (for_each.is_known(), &self) {
            (false, Self::Known | Self::Unknown(_)) => *self = Self::Unknown(marks.union(for_each.marks())),
            (true, _) if for_each.contains_marks() => *self = Self::Marked,
            _ => {}
        }
    }
}

impl<'a> BodyExpressions<'a> {
    pub(crate) fn new(names: &'a ScopeNames<'a>, apart: Vec<TextRange>) -> Self {
        let (errors, doubts) = (Vec::new(), OrderedSet::new());
        let (skipped, counts) = (None, BlockCounts::Known);
        Self { names, apart, mark: None, errors, doubts, skipped, counts }
    }
}

impl Evaluate for BodyExpressions<'_> {
    fn rules(&self) -> &Rules {
        &DIALECT.rules
    }

    fn evaluate(&mut self, expression: &Expression<'_>) -> Evaluated {
        let Expression { site: Site { tree, source, expr, .. }, attribute, iterators, runs } = *expression;
        let place = tree.expr(expr).range;
        if self.apart.iter().any(|part| part.contains(place)) {
            return Evaluated::good(Value::dynamic());
        }
        let evaluation = self.names.evaluate((tree, source, expr), iterators);
        if let Some(id) = self.names.setting.causes.first_skip(&evaluation.open) {
            self.skipped = self.skipped.or(Some(id));
            return Evaluated::good(Value::dynamic().with_marks(&mark(id)));
        }
        if runs {
            self.errors.extend(evaluation.errors.iter().cloned());
            if evaluation.may_fail {
                self.doubts.extend(evaluation.open);
            }
        }
        let value = evaluation.value;
        // `for_each` and `labels` of `dynamic` blocks
        if runs && attribute.is_none() {
            self.counts.add(&value);
        }
        let value = match self.mark.filter(|_| attribute.is_some() && !value.is_wholly_known()) {
            Some(mark) => value.with_mark(mark),
            None => value,
        };
        Evaluated { value, diagnostics: evaluation.errors }
    }
}
