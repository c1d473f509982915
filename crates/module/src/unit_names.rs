//! The names of a unit in its expressions. Undeclared ones are reported once, and are unknown everywhere else.

use hclx_analysis::Answer;
use hclx_analysis::graph::{Graph, references};
use hclx_core::{Rules, Value};
use hclx_diag::{Certainty, Diagnostic, Severity, SourceId, TextRange, code_names as codes};
use hclx_eval::{
    Budget, Environment, NameSteps, Names, Outcome, Policy, Resolution, Scope, evaluate, is_of_names,
};
use hclx_schema::{Evaluated, Expression};
use hclx_syntax::ast::{ExprId, ExprKind, Tree};
use hclx_syntax::statics::{Reference, ReferenceKey};

use super::comparisons::{Comparison, never_equal};
use super::guards::GuardedCode;
use super::judge::{ExpressionContext, Expressions, Iterators, Judge, constant};
use super::source_files::Shield;
use super::{ExprRef, NameResolver, NameTarget, SourceFiles, Traversal};

/// The names of a unit in a scope.
pub struct UnitNames<'a, N: NameResolver> {
    /// The meaning of names.
    pub naming: &'a N,
    /// The declarations.
    pub graph: &'a Graph,
    /// Their values, by index.
    pub values: &'a [Value],
    /// The files.
    pub sources: &'a SourceFiles,
    /// The context of the expressions.
    pub scope: N::Scope,
}

impl<N: NameResolver> Names for UnitNames<'_, N> {
    fn resolve(&self, root: &str, steps: NameSteps<'_>) -> Option<Resolution> {
        let all = steps.len();
        let (value, steps) = match self.meaning(&taken_traversal(root, steps)) {
            NameTarget::Declaration(node, steps) => {
                (self.values.get(node.index()).cloned().unwrap_or_else(Value::dynamic), steps)
            }
            NameTarget::Value(value, steps) => (value, steps),
            // All steps are consumed, so that none of them is reported in addition to the name.
            NameTarget::Open | NameTarget::Undeclared(_) => (Value::dynamic(), all),
        };
        Some(Resolution { value, steps })
    }
}

impl<N: NameResolver> UnitNames<'_, N> {
    fn meaning(&self, name: &Traversal<'_>) -> NameTarget {
        self.naming.meaning(self.graph, self.scope, name)
    }

    /// Findings about undeclared names, given with the places of their references. Those in code that constants skip
    /// are warnings; code that unknown values skip runs for other values.
    fn demote_skipped(
        &self,
        context: &ExpressionContext<'_>,
        undeclared: Vec<(TextRange, Diagnostic)>,
    ) -> Vec<Diagnostic> {
        let ExprRef { tree, source, expr } = context.written;
        let Some(file) = self.sources.get(source).filter(|_| !N::LOOKS_UP_FIRST && !undeclared.is_empty())
        else {
            return undeclared.into_iter().map(|(_, finding)| finding).collect();
        };
        let outcome = |expr: ExprId, names: &dyn Names| {
            let env = Environment { names: Some(names), unknown_names: Policy::Error, ..context.env };
            evaluate(tree, source, expr, context.variables, &env, context.budget)
        };
        let reached = outcome(expr, &DeclaredNames(self)).diagnostics;
        let is_skipped = |place: TextRange| {
            let is_it = |finding: &&Diagnostic| finding.span.is_some_and(|span| place.contains(span.range));
            let truth = |arm: &GuardedCode| outcome(arm.condition, self).value.as_bool();
            let truths: Vec<_> =
                file.guards().conditions(place).map(|arm| (arm.runs_if, truth(&arm))).collect();
            let skips = |(runs_if, truth): &(Option<bool>, Option<bool>)| {
                runs_if.zip(*truth).is_some_and(|(runs_if, truth)| runs_if != truth)
            };
            let mut here = reached.iter().filter(is_it).peekable();
            here.peek().is_some()
                && here.all(|finding| finding.certainty == Certainty::May)
                && (truths.iter().any(skips) || truths.iter().all(|(_, truth)| truth.is_some()))
        };
        let excuse = |(place, finding): (TextRange, Diagnostic)| match is_skipped(place) {
            true => finding.with_certainty(Certainty::May),
            false => finding,
        };
        undeclared.into_iter().map(excuse).collect()
    }

    /// Reports comparisons with a literal that are never true because the types differ.
    fn never_equal(&self, context: &ExpressionContext<'_>) -> Vec<Diagnostic> {
        let ExprRef { tree, source, expr } = context.written;
        let Some(file) = self.sources.get(source).filter(|_| N::COMPARES) else { return Vec::new() };
        let value_of = |expr: ExprId| {
            evaluate(tree, source, expr, context.variables, &context.env, context.budget).value
        };
        let finding = |comparison: &Comparison| {
            let operand = value_of(comparison.operand);
            let why = never_equal(&operand, &value_of(comparison.literal))?;
            let always = if comparison.is_unequal { "true" } else { "false" };
            let message = format!("this is always {always}: {why}");
            let literal = tree.expr(comparison.literal).range.in_source(source);
            let finding =
                Diagnostic::warning(codes::NEVER_EQUAL, comparison.range.in_source(source), message);
            Some(finding.also(literal, format!("use a {}", operand.ty())))
        };
        file.comparisons(tree.expr(expr).range).filter_map(finding).collect()
    }
}

/// The names of a unit, where undeclared names fail when they are evaluated.
struct DeclaredNames<'a, N: NameResolver>(&'a UnitNames<'a, N>);

impl<N: NameResolver> Names for DeclaredNames<'_, N> {
    fn resolve(&self, root: &str, steps: NameSteps<'_>) -> Option<Resolution> {
        match self.0.meaning(&taken_traversal(root, steps)) {
            NameTarget::Undeclared(_) if steps.is_empty() => None,
            // the first step fails
            NameTarget::Undeclared(_) => Some(Resolution { value: Value::object([]), steps: 0 }),
            _ => self.0.resolve(root, steps),
        }
    }
}

impl<N: NameResolver> Expressions for UnitNames<'_, N> {
    /// The findings about undeclared names, with the places of their references.
    type ReferenceCheck<'t> = Vec<(TextRange, Diagnostic)>;

    fn variables(&self) -> Option<&Scope<'static>> {
        self.naming.variables(self.scope)
    }

    fn check<'t>(&self, written: ExprRef<'t>, iterators: Iterators<'_>) -> Vec<(TextRange, Diagnostic)> {
        // A name that seems undeclared may be declared in a part that could not be read.
        if self.sources.are_broken() {
            return Vec::new();
        }
        let file = self.sources.get(written.source);
        let is_variable = |name: &str| {
            let around = self.variables().is_some_and(|scope| scope.get(name).is_some());
            around || iterators.iter().any(|(iterator, _)| **iterator == *name)
        };
        let told = |reference: &Reference<'_>| {
            if is_variable(&reference.root) {
                return None;
            }
            let name = traversal(reference);
            let NameTarget::Undeclared(mut undeclared) = self.meaning(&name) else { return None };
            let mut names = name.steps.iter().take(2).flatten().copied().chain([name.root]);
            if names.any(|name| self.sources.may_declare(name)) {
                return None;
            }
            let range = part(reference, undeclared.part);
            let shield = file.and_then(|file| file.shield(range, N::LOOKS_UP_FIRST));
            if shield == Some(Shield::Type) {
                return None;
            }
            let whole = reference.root_range.cover(range);
            undeclared.word.take_if(|_| !is_value(written.tree, written.expr, whole));
            let finding = undeclared.at(range.in_source(written.source), whole.in_source(written.source));
            let finding = match shield {
                Some(_) => finding.with_severity(Severity::Warning).label("`try` and `can` hide this error"),
                None => finding,
            };
            Some((reference.range(), finding))
        };
        references(written.tree, written.expr).iter().filter_map(told).collect()
    }

    fn apart(&self, expression: &Expression<'_>, rules: &Rules, budget: &Budget) -> Option<Evaluated> {
        let is_literal =
            N::HAS_LITERALS && expression.attribute.is_some_and(|attribute| self.is_constant(attribute));
        is_literal.then(|| constant(expression, rules, budget))
    }

    fn conclude(
        &self,
        context: &ExpressionContext<'_>,
        undeclared: Vec<(TextRange, Diagnostic)>,
        outcome: Outcome,
    ) -> Evaluated {
        let file = self.sources.get(context.written.source);
        // a value that a condition tests fails only where the condition prevents its evaluation
        let is_asked = |finding: &Diagnostic| {
            let place =
                finding.span.filter(|_| finding.certainty == Certainty::May && !is_of_names(finding.code));
            file.zip(place)
                .is_some_and(|(file, place)| file.guards().is_asked(&file.parsed.tree, place.range))
        };
        let mut diagnostics = self.demote_skipped(context, undeclared);
        diagnostics.extend(outcome.diagnostics.into_iter().filter(|finding| !is_asked(finding)));
        diagnostics.extend(self.never_equal(context));
        Evaluated { value: outcome.value, diagnostics }
    }
}

impl<N: NameResolver> Judge<'_, UnitNames<'_, N>> {
    /// The value of the smallest expression at a place in a file, or of the declaration whose name is there.
    pub fn at(self, source: SourceId, offset: u32) -> Answer {
        let UnitNames { graph, values, sources, .. } = self.language;
        let Some(file) = sources.get(source) else { return Answer::default() };
        let declared = || {
            let node = graph.at(TextRange::at(offset).in_source(source))?;
            values.get(node.index()).cloned()
        };
        let value = self.value_at(&file.parsed.tree, source, offset).or_else(declared);
        Answer::of_value(value)
    }
}

/// A name with the steps that an evaluation takes after it.
fn taken_traversal<'p>(root: &'p str, steps: NameSteps<'p>) -> Traversal<'p> {
    let steps = (0..steps.len()).map(|at| steps.attribute(at).or_else(|| steps.key(at))).collect();
    Traversal { root, steps }
}

/// Converts a reference to a traversal, for lookup.
pub fn traversal<'r>(reference: &'r Reference<'_>) -> Traversal<'r> {
    let steps = reference.steps.iter().map(|step| match &step.kind {
        ReferenceKey::Attr(name) | ReferenceKey::Text(name) => Some(&**name),
        ReferenceKey::Number(_) | ReferenceKey::Bool(_) | ReferenceKey::Null => None,
    });
    Traversal { root: &reference.root, steps: steps.collect() }
}

/// The range of a part of a reference; a step excludes its dot.
fn part(reference: &Reference<'_>, part: usize) -> TextRange {
    match part.checked_sub(1).and_then(|step| reference.steps.get(step)) {
        Some(step) => match &step.kind {
            ReferenceKey::Attr(_) => TextRange::new(step.range.start + 1, step.range.end),
            _ => step.range,
        },
        None => reference.root_range,
    }
}

/// Returns `true` if a name is a complete value: the expression itself, or an element of a list or object.
fn is_value(tree: &Tree, expr: ExprId, name: TextRange) -> bool {
    let inner = |expr: ExprId| hclx_diag::grow(|| is_value(tree, expr, name));
    match tree.expr(expr).kind {
        ExprKind::Variable(_) => tree.expr(expr).range == name,
        ExprKind::Tuple(elements) => tree.slice(elements).iter().any(|element| inner(*element)),
        ExprKind::Object(items) => tree.slice(items).iter().any(|item| inner(item.value)),
        _ => false,
    }
}
