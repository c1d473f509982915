//! Evaluates the expressions of a body with the names of its unit.

use hclx_analysis::Answer;
use hclx_analysis::graph::{Graph, references};
use hclx_core::{Rules, Value};
use hclx_diag::{Diagnostic, SourceId, Span, TextRange, code_names as codes};
use hclx_eval::type_syntax::{TypeOptions, parse_type};
use hclx_eval::{
    Approximation, Budget, Environment, NameSteps, Names, Resolved, Scope, Unresolved, evaluate,
};
use hclx_schema::{Evaluate, Evaluated, Expression, Reading};
use hclx_syntax::ast::{ExprId, Root, Tree};
use hclx_syntax::statics::{Reference, ReferenceKey};

use super::{Meaning, Naming, SourceFile, SourceFiles, Traversal};

/// Evaluates the expressions of bodies. Names are resolved in the unit, and undeclared ones are reported
/// once.
pub struct Judge<'a, N: Naming> {
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
    /// Rules and functions.
    pub env: Environment<'a>,
    /// The remaining budget.
    pub budget: &'a Budget,
    /// Undeclared names and functions, if they are allowed.
    pub unresolved: Vec<Unresolved>,
    /// The places where precision was lost.
    pub approximations: Vec<Approximation>,
}

/// The names of a unit in a scope.
struct InScope<'j, N: Naming> {
    naming: &'j N,
    graph: &'j Graph,
    values: &'j [Value],
    scope: N::Scope,
}

impl<N: Naming> Names for InScope<'_, N> {
    fn resolve(&self, root: &str, steps: NameSteps<'_>) -> Option<Resolved> {
        let names = (0..steps.len()).map(|at| steps.attribute(at).or_else(|| steps.key(at))).collect();
        let all = steps.len();
        let (value, steps) =
            match self.naming.meaning(self.graph, self.scope, &Traversal { root, steps: names }) {
                Meaning::Declaration(node, steps) => {
                    (self.values.get(node.index()).cloned().unwrap_or_else(Value::dynamic), steps)
                }
                Meaning::Value(value, steps) => (value, steps),
                Meaning::Open | Meaning::Undeclared(_) => (Value::dynamic(), all),
            };
        Some(Resolved { value, steps })
    }
}

impl<N: Naming> Judge<'_, N> {
    /// Answers a question about an expression that is not in a file.
    pub fn asked(mut self, source: SourceId, text: &str) -> Answer {
        let parsed = hclx_syntax::parse_expression(source, text.as_bytes().into());
        let Root::Expr(root) = parsed.tree.root() else { return Answer::default() };
        let outcome = self.value(&parsed.tree, source, root, &Scope::root());
        let mut findings = parsed.diagnostics;
        findings.extend(outcome.diagnostics);
        Answer {
            findings,
            value: Some(outcome.value),
            unresolved: self.unresolved,
            approximations: self.approximations,
            ..Answer::default()
        }
    }

    /// The value of the smallest expression at a place in a file, or of the declaration whose name is there.
    pub fn at(self, source: SourceId, offset: u32) -> Answer {
        let Some(file) = self.sources.get(source) else { return Answer::default() };
        let names =
            InScope { naming: self.naming, graph: self.graph, values: self.values, scope: self.scope };
        let env = Environment { names: Some(&names), ..self.env };
        let root = Scope::root();
        let around = self.naming.variables(self.scope).unwrap_or(&root);
        let found = hclx_analysis::value_at(&file.parsed.tree, source, offset, around, &env, self.budget);
        let declared = || {
            let node = self.graph.at(TextRange::at(offset).in_source(source))?;
            self.values.get(node.index()).cloned()
        };
        Answer { value: found.map(|(_, value)| value).or_else(declared), ..Answer::default() }
    }

    /// Evaluates an expression, and returns its value and findings. `variables` are the names in the
    /// enclosing scopes.
    pub fn value(&mut self, tree: &Tree, source: SourceId, expr: ExprId, variables: &Scope<'_>) -> Evaluated {
        let mut diagnostics = self.undeclared(tree, source, expr, variables);
        let names =
            InScope { naming: self.naming, graph: self.graph, values: self.values, scope: self.scope };
        let env = Environment { names: Some(&names), ..self.env };
        let outcome = evaluate(tree, source, expr, variables, &env, self.budget);
        diagnostics.extend(outcome.diagnostics);
        let value_of = |expr| evaluate(tree, source, expr, variables, &env, self.budget).value;
        diagnostics.extend(self.never_equal(tree, source, expr, &value_of));
        self.unresolved.extend(outcome.unresolved);
        self.approximations.extend(outcome.approximations);
        Evaluated { value: outcome.value, diagnostics }
    }

    /// Reports comparisons of values that always differ because of their types.
    fn never_equal(
        &self,
        tree: &Tree,
        source: SourceId,
        expr: ExprId,
        value_of: &dyn Fn(ExprId) -> Value,
    ) -> Vec<Diagnostic> {
        let Some(file) = self.sources.get(source) else { return Vec::new() };
        let ty = |expr| {
            let value = value_of(expr);
            (!value.is_null() && value.ty().is_primitive()).then(|| value.ty().clone())
        };
        let mut findings = Vec::new();
        for one in file.comparisons(tree.expr(expr).range) {
            let (Some(left), Some(right)) = (ty(one.operand), ty(one.literal)) else { continue };
            if left != right {
                let always = if one.is_unequal { "true" } else { "false" };
                let message = format!("this is always {always}: a {left} never equals a {right}");
                let literal = tree.expr(one.literal).range.in_source(source);
                let finding = Diagnostic::warning(codes::NEVER_EQUAL, one.range.in_source(source), message);
                findings.push(finding.also(literal, format!("use a {left}")));
            }
        }
        findings
    }

    /// Reports the undeclared names in an expression.
    fn undeclared(
        &self,
        tree: &Tree,
        source: SourceId,
        expr: ExprId,
        variables: &Scope<'_>,
    ) -> Vec<Diagnostic> {
        let file = self.sources.get(source);
        if self.sources.are_broken() {
            return Vec::new();
        }
        let told = |reference: &Reference| {
            if variables.get(&reference.root).is_some() {
                return None;
            }
            let Meaning::Undeclared(undeclared) =
                self.naming.meaning(self.graph, self.scope, &traversal(reference))
            else {
                return None;
            };
            let range = part(reference, undeclared.part);
            if file.is_some_and(|file: &SourceFile| file.is_shielded(range)) {
                return None;
            }
            let whole = reference.root_range.cover(range);
            Some(undeclared.at(place(range, source), place(whole, source)))
        };
        references(tree, expr).iter().filter_map(told).collect()
    }
}

fn place(range: TextRange, source: SourceId) -> Span {
    range.in_source(source)
}

/// Converts a reference to a traversal, for lookup.
pub(crate) fn traversal<'r>(reference: &'r Reference<'_>) -> Traversal<'r> {
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

impl<N: Naming> Evaluate for Judge<'_, N> {
    fn rules(&self) -> &Rules {
        &self.env.rules
    }

    fn evaluate(&mut self, expression: &Expression<'_>) -> Evaluated {
        let Expression { tree, source, expr, iterators, .. } = *expression;
        let root = Scope::root();
        let around = self.naming.variables(self.scope).unwrap_or(&root);
        if iterators.is_empty() {
            return self.value(tree, source, expr, around);
        }
        let mut scope = around.child();
        for (name, value) in iterators {
            scope.define(name.clone(), value.clone());
        }
        self.value(tree, source, expr, &scope)
    }

    fn read(&mut self, expression: &Expression<'_>, reading: Reading) -> Evaluated {
        if reading != Reading::TypeExpression {
            return hclx_schema::shape(expression, reading);
        }
        let Expression { tree, source, expr, .. } = *expression;
        let read = parse_type(tree, source, expr, &TypeOptions::with_defaults());
        Evaluated { value: Value::dynamic(), diagnostics: read.diagnostics }
    }
}
