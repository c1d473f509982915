//! What a language supplies: the meaning of expressions.

use std::sync::Arc;

use hclx_core::{Rules, Value};
use hclx_diag::{Diagnostic, SourceId, code_names as codes};
use hclx_eval::{Approximation, Budget, Environment, Scope, Unresolved, evaluate};
use hclx_syntax::ast::{ExprId, Tree};

use crate::{Attribute, Reading};

/// An expression of a body, and what is asked of it.
#[derive(Clone, Copy)]
pub struct Expression<'e> {
    /// The tree.
    pub tree: &'e Tree,
    /// The number of its source.
    pub source: SourceId,
    /// The expression.
    pub expr: ExprId,
    /// The name under which messages speak of it.
    pub name: &'e str,
    /// The attribute that it is of; none for `for_each` and `labels` of a `dynamic` block.
    pub attribute: Option<&'e Attribute>,
    /// The iterators of the `dynamic` blocks around, outermost first.
    pub iterators: &'e [(Arc<str>, Value)],
    /// Whether it is evaluated when the code runs. The content of a `dynamic` block over nothing is not:
    /// there only what is wrong whatever the values are is said, such as names that nothing declares.
    pub runs: bool,
}

/// What comes of an expression.
#[derive(Clone, Debug)]
pub struct Evaluated {
    /// The value, not converted; of a reading that gives no value, `Value::dynamic()`.
    pub value: Value,
    /// What is wrong. With an error here nothing more is said of the value.
    pub diagnostics: Vec<Diagnostic>,
}

impl Evaluated {
    /// A value, with nothing wrong.
    pub fn good(value: Value) -> Self {
        Self { value, diagnostics: Vec::new() }
    }
}

/// How a language evaluates the expressions of a body.
pub trait Evaluate {
    /// The rules by which values are converted.
    fn rules(&self) -> &Rules;

    /// The value of an expression that is evaluated: of the readings value, text that refers, literal and
    /// duration.
    fn evaluate(&mut self, expression: &Expression<'_>) -> Evaluated;

    /// Whether the expression of an attribute has neither names nor functions in it.
    fn is_constant(&self, attribute: &Attribute) -> bool {
        attribute.reading == Reading::Literal
    }

    /// What comes of an expression that is read in another way. Without an own answer the shape of it is
    /// looked at: whether it is a name, a list of names, a word.
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
    /// What is left to spend.
    pub budget: &'a Budget,
    /// Names that nothing declares, where they are allowed.
    pub unresolved: Vec<Unresolved>,
    /// Where precision was given up.
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
        let mut diagnostics = outcome.diagnostics;
        diagnostics.retain(|one| expression.runs || is_about_names(one));
        Evaluated { value: outcome.value, diagnostics }
    }
}

/// Whether a finding holds whatever the values are.
fn is_about_names(finding: &Diagnostic) -> bool {
    finding.code == codes::UNKNOWN_NAME || finding.code == codes::UNKNOWN_FUNCTION
}
