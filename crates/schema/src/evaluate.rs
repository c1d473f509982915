//! The interface to a language: the meaning of expressions.

use std::sync::Arc;

use hclx_core::{Rules, Value};
use hclx_diag::{Diagnostic, SourceId, code_names as codes};
use hclx_eval::{Approximation, Budget, Environment, Scope, Unresolved, evaluate};
use hclx_syntax::ast::{ExprId, Tree};

use crate::{Attribute, Reading};

/// An expression of a body, with its context.
#[derive(Clone, Copy)]
pub struct Expression<'e> {
    /// The tree.
    pub tree: &'e Tree,
    /// The number of its source.
    pub source: SourceId,
    /// The expression.
    pub expr: ExprId,
    /// The name in messages.
    pub name: &'e str,
    /// The attribute that it is of; none for `for_each` and `labels` of a `dynamic` block.
    pub attribute: Option<&'e Attribute>,
    /// The iterators of the `dynamic` blocks around, outermost first.
    pub iterators: &'e [(Arc<str>, Value)],
    /// Set if the expression is evaluated when the code runs. The contents of a `dynamic` block without
    /// iterations are not: there only mistakes that do not depend on values are reported, for example
    /// undeclared names.
    pub runs: bool,
}

/// The result for an expression.
#[derive(Clone, Debug)]
pub struct Evaluated {
    /// The value, not converted; of a reading that gives no value, `Value::dynamic()`.
    pub value: Value,
    /// The findings. After an error, nothing more is reported about the value.
    pub diagnostics: Vec<Diagnostic>,
}

impl Evaluated {
    /// A value, with nothing wrong.
    pub fn good(value: Value) -> Self {
        Self { value, diagnostics: Vec::new() }
    }
}

/// A language's evaluation of the expressions of a body.
pub trait Evaluate {
    /// The rules by which values are converted.
    fn rules(&self) -> &Rules;

    /// Evaluates an expression, for the readings value, reference string, literal and duration.
    fn evaluate(&mut self, expression: &Expression<'_>) -> Evaluated;

    /// Returns `true` if the expression of an attribute contains neither names nor functions.
    fn is_constant(&self, attribute: &Attribute) -> bool {
        attribute.reading == Reading::Literal
    }

    /// Returns `true` if the body is judged for a run with certain values: what this run may skip is wrong only
    /// if its names are.
    fn is_one_run(&self) -> bool {
        false
    }

    /// Reads an expression that is not evaluated. By default only its form is checked: a name, a list of
    /// names, a word.
    fn read(&mut self, expression: &Expression<'_>, reading: Reading) -> Evaluated {
        crate::reading::shape(expression, reading)
    }
}

/// The plainest language: one scope and one environment.
pub struct Scoped<'a> {
    /// The names.
    pub scope: &'a Scope<'a>,
    /// Rules and functions.
    pub env: &'a Environment<'a>,
    /// The remaining budget.
    pub budget: &'a Budget,
    /// Undeclared names, where they are allowed.
    pub unresolved: Vec<Unresolved>,
    /// The places where precision was lost.
    pub approximations: Vec<Approximation>,
}

impl<'a> Scoped<'a> {
    /// A language of a scope.
    pub fn new(scope: &'a Scope<'a>, env: &'a Environment<'a>, budget: &'a Budget) -> Self {
        Self { scope, env, budget, unresolved: Vec::new(), approximations: Vec::new() }
    }
}

impl Evaluate for Scoped<'_> {
    fn rules(&self) -> &Rules {
        &self.env.rules
    }

    fn evaluate(&mut self, expression: &Expression<'_>) -> Evaluated {
        let Expression { tree, source, expr, iterators, .. } = *expression;
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
        let diagnostics = found.filter(|one| expression.runs || is_about_names(one)).collect();
        Evaluated { value: outcome.value, diagnostics }
    }
}

/// Returns `true` if a finding holds for all values.
fn is_about_names(finding: &Diagnostic) -> bool {
    finding.code == codes::UNKNOWN_NAME || finding.code == codes::UNKNOWN_FUNCTION
}
