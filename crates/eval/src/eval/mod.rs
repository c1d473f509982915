//! The evaluator: a match that calls a function for each kind of expression.
//!
//! Evaluation never fails: every visit returns a value, and findings are collected separately. After an
//! error, the value is an unknown of the type that the expression would have had, and enclosing expressions
//! do not report the error again ([`Evaluator::failed_since`]), so each cause has one finding. Findings in
//! code that may not run are demoted to `may` or dropped afterwards ([`Evaluator::excuse`]).

mod advice;
mod apart;
mod arms;
mod blame;
mod call;
mod conditional;
mod construct;
mod custom;
mod for_;
pub(crate) mod literal;
mod notation;
mod operator;
mod prepared;
mod splat;
pub(crate) mod template;
mod traverse;
#[cfg(feature = "twice")]
mod twice;
mod unknown_syntax;
mod written;

use std::borrow::Cow;
use std::mem::take;

use hclx_core::{Rules, Type, Value};
use hclx_diag::code_names::{EVALUATION_LIMIT, NUMBER_LIMIT};
use hclx_diag::{Certainty, Code, Diagnostic, Fault, Message, Ordered, SourceId, Span, TextRange};
use hclx_syntax::ast::{Expr, ExprId, ExprKind, Str, Tree};

use crate::{Approximation, Budget, Environment, Outcome, Scope, Unresolved, UnresolvedKind};
use prepared::{PreparedTree, Record};

pub use blame::blamed;
pub use prepared::prepare;
pub use unknown_syntax::Refinement;
pub use written::written;

/// Evaluates an expression: returns its value and all findings.
///
/// Findings refer to the tree by `source`. The cost is linear in the number of visited expressions, within
/// `budget`.
pub fn evaluate(
    tree: &Tree,
    source: SourceId,
    expr: ExprId,
    scope: &Scope<'_>,
    env: &Environment<'_>,
    budget: &Budget,
) -> Outcome {
    #[cfg(feature = "twice")]
    twice::check(tree, source, expr, scope, env, budget);
    once(tree, source, (expr, None), scope, env, budget)
}

#[inline(always)]
fn once(
    tree: &Tree,
    source: SourceId,
    (expr, wanted): (ExprId, Option<&Type>),
    scope: &Scope<'_>,
    env: &Environment<'_>,
    budget: &Budget,
) -> Outcome {
    let prepared = tree.kept::<PreparedTree>();
    // most of a configuration consists of plain strings, which need no evaluation
    if let (ExprKind::String(text), false, None, None) = (tree.expr(expr).kind, env.trace, prepared, wanted) {
        return Outcome::of(Value::string(tree.text(text)));
    }
    let prepared = prepared.filter(|prepared| prepared.is_for(env));
    if let (Some(value), None) = (prepared.and_then(|prepared| prepared.value(expr)), wanted)
        && budget.take_step()
    {
        return Outcome::of(value.clone());
    }
    let mut evaluator = Evaluator::new(tree, source, env, budget, prepared);
    let mut value = evaluator.eval(expr, scope);
    if let Some(wanted) = wanted {
        value = evaluator.convert_to(expr, value, wanted);
    }
    evaluator.finish(value)
}

/// Evaluates an expression and converts its value to the expected type; if a part of a literal cannot be
/// converted, that part is reported.
pub fn evaluate_as(
    tree: &Tree,
    source: SourceId,
    expr: ExprId,
    wanted: &Type,
    scope: &Scope<'_>,
    env: &Environment<'_>,
    budget: &Budget,
) -> Outcome {
    once(tree, source, (expr, Some(wanted)), scope, env, budget)
}

/// An evaluation in progress.
pub(crate) struct Evaluator<'a> {
    pub(crate) tree: &'a Tree,
    pub(crate) source: SourceId,
    pub(crate) env: &'a Environment<'a>,
    /// The rules of the environment, or the extended rules during an operation on values that only the
    /// extended model has.
    rules: &'a Rules,
    pub(crate) budget: &'a Budget,
    diagnostics: Vec<Diagnostic>,
    unresolved: Vec<Unresolved>,
    approximations: Vec<Approximation>,
    /// The values of expressions, if requested.
    trace: Option<Ordered<ExprId, Value>>,
    /// The prepared data of the tree.
    prepared: Option<&'a PreparedTree>,
    /// The current element of the innermost enclosing splat.
    item: Option<Value>,
    depth: u32,
    /// The finding about the first exceeded limit, after which no further expressions are visited.
    limit: Option<Box<Diagnostic>>,
    /// Set if an unknown value was visited. Readers clear it first, and restore it afterwards.
    met_unknown: bool,
    /// Set if an element of an unknown collection was selected, which may turn out not to exist. Readers
    /// clear it first, and restore it afterwards.
    may_lack_element: bool,
    /// The number of enclosing loops over existing elements.
    rounds: u32,
    words: Words,
}

/// The formatting of messages.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Words {
    /// Messages are formatted immediately.
    Now,
    /// Messages are not formatted: the expression is only tried, so its messages are probably never read.
    Later,
    /// Messages are always formatted, even for a tried expression, because they will be read.
    Always,
}

impl<'a> Evaluator<'a> {
    #[inline(always)]
    fn new(
        tree: &'a Tree,
        source: SourceId,
        env: &'a Environment<'a>,
        budget: &'a Budget,
        prepared: Option<&'a PreparedTree>,
    ) -> Self {
        Self {
            tree,
            source,
            env,
            rules: &env.rules,
            budget,
            diagnostics: Vec::new(),
            unresolved: Vec::new(),
            approximations: Vec::new(),
            trace: None,
            prepared,
            item: None,
            depth: 0,
            limit: None,
            met_unknown: false,
            may_lack_element: false,
            rounds: 0,
            words: Words::Now,
        }
    }

    /// Finishes the evaluation. A result that a limit left incomplete is discarded, and the limit is reported
    /// even where other failures would be excused.
    #[inline(always)]
    fn finish(mut self, value: Value) -> Outcome {
        let limited = self.limit.is_some();
        if let Some(limit) = self.limit {
            self.diagnostics.retain(|finding| !finding.code.is_limit());
            self.diagnostics.push(*limit);
        }
        Outcome {
            value: if limited { Value::dynamic() } else { value },
            diagnostics: self.diagnostics,
            unresolved: self.unresolved,
            approximations: self.approximations,
            trace: self.trace.map_or_else(Vec::new, |trace| trace.into_iter().collect()),
        }
    }

    pub(crate) fn rules(&self) -> &'a Rules {
        self.rules
    }

    /// Evaluates an expression.
    pub(crate) fn eval(&mut self, id: ExprId, scope: &Scope<'_>) -> Value {
        let there = match self.tree.expr(id).kind {
            ExprKind::Variable(name) if !self.env.trace => self.lookup(id, name, scope),
            ExprKind::Number | ExprKind::String(_) => self.prepared.and_then(|it| it.value(id)),
            _ => None,
        };
        if let Some(value) = there
            && self.limit.is_none()
            && self.take_at_hand(value).is_some()
        {
            return value.clone();
        }
        self.computed(id, scope)
    }

    /// Evaluates an expression for which [`Self::at_hand`] has no value.
    #[inline(never)]
    fn computed(&mut self, id: ExprId, scope: &Scope<'_>) -> Value {
        if self.limit.is_some() {
            return Value::dynamic();
        }
        let expr = self.tree.expr(id);
        if !self.budget.take_step() {
            return self.fault(self.budget.nothing_left(), expr.range);
        }
        let found = self.checkpoint();
        let leaf = expr.kind.is_leaf();
        let value = if leaf { self.leaf(id, expr.kind, scope) } else { self.inner(id, expr, scope) };
        // A value that is unknown because of an error is not reported again.
        self.met_unknown |= !value.is_known() && found == self.checkpoint();
        if self.env.trace {
            self.remember(id, &value);
        }
        value
    }

    #[inline(never)]
    fn leaf(&mut self, id: ExprId, kind: ExprKind, scope: &Scope<'_>) -> Value {
        match kind {
            ExprKind::Null => self.null(),
            ExprKind::Bool(truth) => Value::bool(truth),
            ExprKind::Number => self.literal(id, |evaluator| evaluator.number(id)),
            ExprKind::String(text) => self.literal(id, |evaluator| Value::string(evaluator.tree.text(text))),
            ExprKind::Variable(name) => self.variable(id, name, scope),
            ExprKind::SplatItem => self.item.clone().unwrap_or_else(Value::dynamic),
            ExprKind::Missing => Value::dynamic(),
            _ => unreachable!("only leaves are read here"),
        }
    }

    /// Evaluates an expression that has parts.
    #[inline(always)]
    fn inner(&mut self, id: ExprId, expr: &Expr, scope: &Scope<'_>) -> Value {
        let constant = self.prepared.filter(|prepared| prepared.is_constant(id));
        if let Some(value) = constant.and_then(|prepared| prepared.value(id)) {
            return value.clone();
        }
        let value = match (constant, expr.kind) {
            (Some(prepared), _) => self.constant(prepared, id, scope),
            (None, ExprKind::Traversal { base, steps }) => {
                match self.walk(base, self.tree.slice(steps), scope) {
                    Some((value, taken)) if taken == steps.len() => value,
                    walked => self.nested(id, |it| it.traversal(base, steps, walked, scope)),
                }
            }
            (None, _) => self.nested(id, |it| it.dispatch(id, scope)),
        };
        match self.budget.admit(&value) {
            Ok(()) => value,
            Err(fault) => self.fault(fault, expr.range),
        }
    }

    /// The prepared data of an expression, apart from its value.
    fn prepared_apart(&self, id: ExprId) -> Option<&'a PreparedTree> {
        self.prepared.filter(|prepared| !prepared.is_constant(id))
    }

    /// The value of a literal, created once.
    fn literal(&mut self, id: ExprId, make: impl FnOnce(&mut Self) -> Value) -> Value {
        let value = make(self);
        if let Some(prepared) = self.prepared {
            prepared.keep_value(id, &value);
        }
        value
    }

    /// The value of a constant expression, cached if there are no findings.
    #[inline(never)]
    fn constant(&mut self, prepared: &PreparedTree, id: ExprId, scope: &Scope<'_>) -> Value {
        let said =
            |it: &Self| (it.checkpoint(), it.unresolved.len(), it.approximations.len(), it.limit.is_some());
        let (before, around) = (said(self), take(&mut self.met_unknown));
        let value = self.nested(id, |it| it.dispatch(id, scope));
        if before == said(self) && !self.met_unknown {
            prepared.keep_value(id, &value);
        }
        self.met_unknown |= around;
        value
    }

    /// The value of an expression that needs no evaluation: a name, a part of one, or a prepared constant.
    /// `None` if something must be computed, reported or traced.
    pub(crate) fn at_hand<'s>(&self, id: ExprId, scope: &'s Scope<'_>) -> Option<&'s Value>
    where
        'a: 's,
    {
        if self.env.trace || self.limit.is_some() {
            return None;
        }
        match self.tree.expr(id).kind {
            ExprKind::Variable(name) => self.lookup(id, name, scope),
            ExprKind::Traversal { base, steps } => {
                let ExprKind::Variable(name) = self.tree.expr(base).kind else { return None };
                let root = self.lookup(base, name, scope)?;
                self.tree.slice(steps).iter().try_fold(root, |value, step| self.part(value, step.kind))
            }
            _ => self.prepared?.value(id),
        }
    }

    /// The value of a name; the position where it was first found is checked first.
    fn lookup<'s>(&self, id: ExprId, name: Str, scope: &'s Scope<'_>) -> Option<&'s Value> {
        if let Some(Record::Name(name, near)) = self.prepared.and_then(|prepared| prepared.get(id)) {
            return Some(scope.find(name, *near)?.1);
        }
        let name = self.tree.text(name);
        let (position, value) = scope.find(name, 0)?;
        if let Some(prepared) = self.prepared {
            prepared.keep(id, Record::Name(name.into(), position));
        }
        Some(value)
    }

    /// Charges a visit for a value that needs no evaluation; `None` if the budget is spent.
    #[inline]
    pub(crate) fn take_at_hand(&mut self, value: &Value) -> Option<()> {
        let taken = self.budget.take_step();
        self.meet(value);
        taken.then_some(())
    }

    /// Records whether a value that was not evaluated here is unknown.
    #[inline]
    pub(crate) fn meet(&mut self, value: &Value) {
        self.met_unknown |= !value.is_known();
    }

    /// Evaluates with placeholder values, ignoring that they are unknown.
    pub(crate) fn hypothetically<R>(&mut self, evaluate: impl FnOnce(&mut Self) -> R) -> R {
        let met = self.met_unknown;
        let result = evaluate(self);
        self.met_unknown = met;
        result
    }

    /// Enters one level of nested expressions; the stack grows with the depth of the tree.
    #[inline(always)]
    fn nested(&mut self, id: ExprId, level: impl FnOnce(&mut Self) -> Value) -> Value {
        if let Err(fault) = self.budget.check_nesting(self.depth) {
            return self.fault(fault, self.range(id));
        }
        self.depth += 1;
        let value = hclx_diag::grow(|| level(self));
        self.depth -= 1;
        value
    }

    fn dispatch(&mut self, id: ExprId, scope: &Scope<'_>) -> Value {
        match self.tree.expr(id).kind {
            ExprKind::Template(parts) => self.template(parts, scope),
            ExprKind::TemplateWrap(inner) | ExprKind::Paren(inner) => self.eval(inner, scope),
            ExprKind::TemplateIf(directive) => self.template_if(id, directive, scope),
            ExprKind::TemplateFor(directive) => self.template_for(directive, scope),
            ExprKind::JsonString { text, template } => self.json_string(id, text, template, scope),
            ExprKind::Traversal { base, steps } => {
                let walked = self.walk(base, self.tree.slice(steps), scope);
                self.traversal(base, steps, walked, scope)
            }
            ExprKind::Splat { source, each, .. } => self.splat(id, source, each, scope),
            ExprKind::Call(call) => self.call(id, call, scope),
            ExprKind::Conditional { .. } => self.conditional(id, scope),
            ExprKind::Binary { .. } => self.binary(id, scope),
            ExprKind::Unary { op, operand } => self.unary(id, op, operand, scope),
            ExprKind::Tuple(elements) => self.tuple(id, elements, scope),
            ExprKind::Object(items) => self.object(id, items, scope),
            ExprKind::For(clause) => self.for_expression(id, clause, scope),
            ExprKind::Missing
            | ExprKind::Null
            | ExprKind::Bool(_)
            | ExprKind::Number
            | ExprKind::String(_)
            | ExprKind::Variable(_)
            | ExprKind::SplatItem => unreachable!("leaves are read before"),
        }
    }

    fn remember(&mut self, id: ExprId, value: &Value) {
        let trace = self.trace.get_or_insert_default();
        match trace.get_mut(&id) {
            Some(before) => *before = joined(before, value, &self.env.rules),
            None => drop(trace.insert(id, value.clone())),
        }
    }

    // Findings.

    pub(crate) fn range(&self, id: ExprId) -> TextRange {
        self.tree.expr(id).range
    }

    /// Creates an error at an expression.
    pub(crate) fn error_at(&self, code: Code, expr: ExprId, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code, self.span(self.range(expr)), message)
    }

    pub(crate) fn span(&self, range: TextRange) -> Span {
        range.in_source(self.source)
    }

    /// Reports a finding; returns an unknown value.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) -> Value {
        hclx_core::charge_work(TICKS_OF_FINDING);
        if diagnostic.code.is_limit() && self.limit.is_none() {
            self.budget.note(&diagnostic);
            self.limit = Some(Box::new(diagnostic.clone()));
        }
        self.diagnostics.push(diagnostic);
        Value::dynamic()
    }

    /// Reports a failure at a range; returns an unknown value.
    pub(crate) fn fault(&mut self, fault: Fault, at: TextRange) -> Value {
        let span = self.span(at);
        let limit = [EVALUATION_LIMIT, NUMBER_LIMIT].contains(&fault.code());
        let later = self.words == Words::Later && !limit;
        self.report(if later { fault.wordless_at(span) } else { fault.at(span) })
    }

    /// Like [`Evaluator::fault`], with a message derived from the failure's own.
    pub(crate) fn fault_as(
        &mut self,
        fault: Fault,
        at: TextRange,
        words: impl FnOnce(&Message) -> String,
    ) -> Value {
        let is_read = self.words != Words::Later;
        let fault = if is_read {
            let message = words(fault.wording());
            fault.reworded(|_| message)
        } else {
            fault
        };
        self.fault(fault, at)
    }

    /// The current number of findings, for [`Evaluator::failed_since`] and [`Evaluator::excuse`].
    pub(crate) fn checkpoint(&self) -> usize {
        self.diagnostics.len()
    }

    /// Returns `true` if an error was reported since a checkpoint.
    pub(crate) fn failed_since(&self, checkpoint: usize) -> bool {
        self.failed_in(checkpoint..self.diagnostics.len())
    }

    /// Returns `true` if there is an error among these findings.
    pub(crate) fn failed_in(&self, range: std::ops::Range<usize>) -> bool {
        self.diagnostics[range].iter().any(Diagnostic::is_error)
    }

    /// Excuses findings of a part that may not run: they become `may`, or are dropped if the evaluation is
    /// not total.
    pub(crate) fn excuse(&mut self, range: std::ops::Range<usize>) {
        if range.is_empty() {
            return;
        }
        if !self.env.total {
            self.diagnostics.drain(range);
            return;
        }
        for diagnostic in &mut self.diagnostics[range] {
            let found = std::mem::replace(diagnostic, Diagnostic::placeless(diagnostic.code, ""));
            *diagnostic = found.with_certainty(Certainty::May);
        }
    }

    /// Removes and returns the findings since a checkpoint.
    pub(crate) fn take_since(&mut self, checkpoint: usize) -> Vec<Diagnostic> {
        match checkpoint {
            _ if checkpoint == self.diagnostics.len() => Vec::new(),
            0 => take(&mut self.diagnostics),
            _ => self.diagnostics.split_off(checkpoint),
        }
    }

    /// Restores findings that were removed.
    pub(crate) fn put_back(&mut self, mut findings: Vec<Diagnostic>) {
        self.diagnostics.append(&mut findings);
    }

    pub(crate) fn unresolved(&mut self, name: &str, kind: UnresolvedKind, at: TextRange) {
        let span = self.span(at);
        self.unresolved.push(Unresolved { name: name.into(), kind, span });
    }

    pub(crate) fn approximate(&mut self, at: TextRange, what: impl Into<Cow<'static, str>>) {
        let approximation = Approximation { span: self.span(at), what: what.into() };
        // the body of a loop reports the same for each element
        let is_repeated = self.approximations.last() == Some(&approximation);
        if !is_repeated && self.approximations.len() < MOST_APPROXIMATIONS {
            self.approximations.push(approximation);
        }
    }
}

/// The cost in ticks of a failure with its message, whether it is shown or caught.
const TICKS_OF_FINDING: u64 = 2304;

/// The maximum number of approximations of one evaluation; the rest are dropped.
const MOST_APPROXIMATIONS: usize = 1_000;

/// The join of two values, which may have different types.
fn joined(a: &Value, b: &Value, rules: &Rules) -> Value {
    if a.ty() == b.ty() {
        return hclx_core::join(&[a.clone(), b.clone()], rules);
    }
    match crate::values::mismatch::common_type(&[a.ty().clone(), b.ty().clone()], rules) {
        Some(ty) => Value::unknown(ty),
        None => Value::dynamic(),
    }
}
