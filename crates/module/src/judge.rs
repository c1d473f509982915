//! The evaluation of the expressions of a body, the same for all languages.
//!
//! A language defines the names of a body, checks references, and processes the findings of an evaluation
//! ([`Expressions`]). Out of scope: the names of specific applications.

use std::sync::Arc;

use hclx_analysis::Answer;
use hclx_core::{Rules, Value};
use hclx_diag::{Batch, Diagnostic, SourceId, Span, TextRange};
use hclx_eval::type_syntax::{TypeOptions, parse_type};
use hclx_eval::{Approximation, Budget, Environment, Names, Outcome, Scope, Unresolved, evaluate};
use hclx_schema::{Attribute, Evaluate, Evaluated, ExprMode, Expression, Site};
use hclx_syntax::ast::{ExprId, Root, Tree};

/// An expression of a file.
#[derive(Clone, Copy)]
pub struct ExprRef<'t> {
    /// The tree.
    pub tree: &'t Tree,
    /// The source id.
    pub source: SourceId,
    /// The expression.
    pub expr: ExprId,
}

impl<'t> ExprRef<'t> {
    /// The expression of an attribute that is filled.
    fn of(expression: &Expression<'t>) -> Self {
        let Site { tree, source, expr, .. } = expression.site;
        Self { tree, source, expr }
    }

    /// The place of the expression.
    pub fn place(&self) -> Span {
        self.tree.expr(self.expr).range.in_source(self.source)
    }
}

/// The iterators of the enclosing `dynamic` blocks, outermost first.
pub type Iterators<'e> = &'e [(Arc<str>, Value)];

/// The rules of a language for the expressions of one body.
pub trait Expressions: Names + Sized {
    /// The result of checking the references of an expression.
    type ReferenceCheck<'t>;

    /// Restricts the names in scope to those at a place.
    fn enter(&mut self, _place: TextRange) {}

    /// Variables that shadow all other names, for example parameters.
    fn variables(&self) -> Option<&Scope<'static>> {
        None
    }

    /// Checks the references of an expression, before it is evaluated.
    fn check<'t>(&self, written: ExprRef<'t>, iterators: Iterators<'_>) -> Self::ReferenceCheck<'t>;

    /// Returns `true` if the operands of comparisons should be recorded.
    fn is_compared(&self, _written: ExprRef<'_>) -> bool {
        false
    }

    /// The value and the findings of an expression, based on the checked references and the outcome of the
    /// evaluation.
    fn conclude(
        &self,
        context: &ExpressionContext<'_>,
        checked: Self::ReferenceCheck<'_>,
        outcome: Outcome,
    ) -> Evaluated;

    /// Returns `true` if the expression of an attribute contains neither names nor functions.
    fn is_constant(&self, attribute: &Attribute) -> bool {
        attribute.reading == ExprMode::Literal
    }

    /// Returns `true` if the body is checked for a run with specific values.
    fn is_one_run(&self) -> bool {
        false
    }

    /// The value of an expression that is evaluated without the names of the body.
    fn apart(&self, _expression: &Expression<'_>, _rules: &Rules, _budget: &Budget) -> Option<Evaluated> {
        None
    }

    /// Returns `true` if a finding applies even to code that is never evaluated.
    fn holds_unevaluated(&self, _finding: &Diagnostic) -> bool {
        true
    }

    /// Reads an expression that is not evaluated.
    fn read(_: &mut Judge<'_, Self>, expression: &Expression<'_>, reading: ExprMode) -> Evaluated {
        if reading != ExprMode::TypeExpression {
            return hclx_schema::shape(expression, reading);
        }
        let Site { tree, source, expr, .. } = expression.site;
        let read = parse_type(tree, source, expr, &TypeOptions::with_defaults());
        Evaluated { value: Value::dynamic(), diagnostics: read.diagnostics }
    }
}

/// An expression with the context of its evaluation.
pub struct ExpressionContext<'e> {
    /// The expression.
    pub written: ExprRef<'e>,
    /// The iterators around it.
    pub iterators: Iterators<'e>,
    /// All variables around it.
    pub variables: &'e Scope<'e>,
    /// Names, rules and functions.
    pub env: Environment<'e>,
    /// The remaining budget.
    pub budget: &'e Budget,
}

/// Evaluates the expressions of a body, and collects the results other than findings.
pub struct Judge<'a, L> {
    /// The rules of the language.
    pub language: L,
    /// Rules and functions, without names.
    pub env: Environment<'a>,
    /// The remaining budget.
    pub budget: &'a Budget,
    /// Undeclared names and functions, if they are allowed.
    pub unresolved: Vec<Unresolved>,
    /// The places where precision was lost.
    pub approximations: Vec<Approximation>,
}

impl<'a, L: Expressions> Judge<'a, L> {
    /// Creates the evaluator of a body.
    pub fn new(language: L, env: Environment<'a>, budget: &'a Budget) -> Self {
        Self { language, env, budget, unresolved: Vec::new(), approximations: Vec::new() }
    }

    /// Evaluates an expression, and returns its value and findings.
    pub fn value(&mut self, written: ExprRef<'_>, iterators: Iterators<'_>) -> Evaluated {
        let ExprRef { tree, source, expr } = written;
        self.language.enter(tree.expr(expr).range);
        let checked = self.language.check(written, iterators);
        let comparisons = self.language.is_compared(written);
        let env = Environment { names: Some(&self.language), ..self.env };
        let root = Scope::root();
        let around = self.language.variables().unwrap_or(&root);
        let mut inner;
        let variables = match iterators {
            [] => around,
            _ => {
                inner = around.child();
                for (name, value) in iterators {
                    inner.define(Arc::clone(name), value.clone());
                }
                &inner
            }
        };
        // Only this evaluation records operands, not those that the language starts in `conclude`.
        let traced = Environment { comparisons, ..env };
        let mut outcome = evaluate(tree, source, expr, variables, &traced, self.budget);
        self.unresolved.append(&mut outcome.unresolved);
        self.approximations.append(&mut outcome.approximations);
        let context = ExpressionContext { written, iterators, variables, env, budget: self.budget };
        self.language.conclude(&context, checked, outcome)
    }

    /// Answers a question about an expression that is not in a file.
    pub fn asked(mut self, source: SourceId, text: &str) -> Answer {
        let parsed = hclx_syntax::parse_expression(source, text.as_bytes().into());
        let Root::Expr(expr) = parsed.tree.root() else { return Answer::default() };
        let outcome = self.value(ExprRef { tree: &parsed.tree, source, expr }, &[]);
        let mut findings = parsed.diagnostics;
        findings.extend(outcome.diagnostics);
        let (unresolved, approximations) = (self.unresolved, self.approximations);
        Answer { findings, unresolved, approximations, ..Answer::of_value(Some(outcome.value)) }
    }

    /// The value of the smallest expression at a place in a file.
    pub fn value_at(&self, tree: &Tree, source: SourceId, offset: u32) -> Option<Value> {
        let env = Environment { names: Some(&self.language), ..self.env };
        let root = Scope::root();
        let around = self.language.variables().unwrap_or(&root);
        let found = hclx_analysis::value_at(tree, source, offset, around, &env, self.budget);
        found.map(|(_, value)| value)
    }
}

/// Evaluates an expression that contains neither names nor functions.
pub fn constant(expression: &Expression<'_>, rules: &Rules, budget: &Budget) -> Evaluated {
    let Site { tree, source, expr, .. } = expression.site;
    let env = Environment { rules: *rules, ..Environment::without_names() };
    let outcome = evaluate(tree, source, expr, &Scope::root(), &env, budget);
    Evaluated { value: outcome.value, diagnostics: outcome.diagnostics }
}

impl<L: Expressions> Evaluate for Judge<'_, L> {
    fn rules(&self) -> &Rules {
        &self.env.rules
    }

    fn is_constant(&self, attribute: &Attribute) -> bool {
        self.language.is_constant(attribute)
    }

    fn is_one_run(&self) -> bool {
        self.language.is_one_run()
    }

    fn evaluate(&mut self, expression: &Expression<'_>) -> Evaluated {
        if let Some(evaluated) = self.language.apart(expression, &self.env.rules, self.budget) {
            return evaluated;
        }
        let evaluated = self.value(ExprRef::of(expression), expression.iterators);
        if expression.runs {
            return evaluated;
        }
        let Evaluated { value, diagnostics } = evaluated;
        let batch = Batch::from(diagnostics).without(|finding| !self.language.holds_unevaluated(finding));
        Evaluated { value, diagnostics: batch.into_vec() }
    }

    fn read(&mut self, expression: &Expression<'_>, reading: ExprMode) -> Evaluated {
        L::read(self, expression, reading)
    }
}
