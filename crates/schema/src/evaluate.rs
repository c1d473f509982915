//! The interface to a language, which evaluates expressions.

use std::sync::Arc;

use hclx_core::{Rules, Value};
use hclx_diag::Diagnostic;
use hclx_eval::{Approximation, Budget, Environment, Scope, Unresolved, evaluate};

use crate::{Attribute, ExprMode, Site};

/// An expression of a body, with its context.
#[derive(Clone, Copy)]
pub struct Expression<'e> {
    /// The expression itself.
    pub site: Site<'e>,
    /// The attribute of the expression; `None` for `for_each` and `labels` of a `dynamic` block.
    pub attribute: Option<&'e Attribute>,
    /// The iterators of the enclosing `dynamic` blocks, outermost first.
    pub iterators: &'e [(Arc<str>, Value)],
    /// Set if the expression is evaluated when the code runs. This is not the case in the contents of a
    /// `dynamic` block without iterations, where only errors that do not depend on values are reported, for
    /// example undeclared names.
    pub runs: bool,
}

/// The result for an expression.
#[derive(Clone, Debug)]
pub struct Evaluated {
    /// The unconverted value; `Value::dynamic()` if the reading has no value.
    pub value: Value,
    /// The findings. After an error, no further findings about the value are reported.
    pub diagnostics: Vec<Diagnostic>,
}

impl Evaluated {
    /// A value without findings.
    pub fn good(value: Value) -> Self {
        Self { value, diagnostics: Vec::new() }
    }
}

/// A language's evaluation of the expressions of a body.
pub trait Evaluate {
    /// The rules for converting values.
    fn rules(&self) -> &Rules;

    /// Evaluates an expression, for the readings value, reference string, literal and duration.
    fn evaluate(&mut self, expression: &Expression<'_>) -> Evaluated;

    /// Returns `true` if the expression of an attribute contains neither names nor functions.
    fn is_constant(&self, attribute: &Attribute) -> bool {
        attribute.reading == ExprMode::Literal
    }

    /// Returns `true` if the body is checked for a run with specific values. In a part that this run may
    /// skip, only findings about names count.
    fn is_one_run(&self) -> bool {
        false
    }

    /// Handles an expression that is not evaluated. By default only its form is checked: a reference, a list
    /// of references, a keyword.
    fn read(&mut self, expression: &Expression<'_>, reading: ExprMode) -> Evaluated {
        crate::reading::shape(expression, reading)
    }
}

/// The simplest language: one scope and one environment.
pub struct ScopeEvaluator<'a> {
    /// The names.
    pub scope: &'a Scope<'a>,
    /// Rules and functions.
    pub env: &'a Environment<'a>,
    /// The remaining budget.
    pub budget: &'a Budget,
    /// The undeclared names, if they are allowed.
    pub unresolved: Vec<Unresolved>,
    /// The locations at which precision was lost.
    pub approximations: Vec<Approximation>,
}

impl<'a> ScopeEvaluator<'a> {
    /// Creates a language with one scope.
    pub fn new(scope: &'a Scope<'a>, env: &'a Environment<'a>, budget: &'a Budget) -> Self {
        Self { scope, env, budget, unresolved: Vec::new(), approximations: Vec::new() }
    }
}

impl Evaluate for ScopeEvaluator<'_> {
    fn rules(&self) -> &Rules {
        &self.env.rules
    }

    fn evaluate(&mut self, expression: &Expression<'_>) -> Evaluated {
        let Expression { site: Site { tree, source, expr, .. }, iterators, .. } = *expression;
        let literal = expression.attribute.is_some_and(|attribute| self.is_constant(attribute));
        let outcome = if literal {
            let env = Environment { rules: self.env.rules, ..Environment::without_names() };
            evaluate(tree, source, expr, &Scope::root(), &env, self.budget)
        } else if iterators.is_empty() {
            evaluate(tree, source, expr, self.scope, self.env, self.budget)
        } else {
            let mut scope = self.scope.child();
            for (name, value) in iterators {
                scope.define(name.clone(), value.clone());
            }
            evaluate(tree, source, expr, &scope, self.env, self.budget)
        };
        self.unresolved.extend(outcome.unresolved);
        self.approximations.extend(outcome.approximations);
        let found = outcome.diagnostics.into_iter();
        let diagnostics = found.filter(|finding| expression.runs || is_about_names(finding)).collect();
        Evaluated { value: outcome.value, diagnostics }
    }
}

/// Returns `true` if a finding holds for all values.
fn is_about_names(finding: &Diagnostic) -> bool {
    finding.code.is_undeclared()
}
