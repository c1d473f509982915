//! Arguments of a specification block: constants, converted to their types ("hcldec spec format").

use std::sync::Arc;

use hclx_core::{Rules, Type, Value, convert};
use hclx_diag::{Diagnostic, TextRange};
use hclx_eval::type_syntax::{TypeOptions, parse_type};
use hclx_eval::{Budget, Environment, Scope, evaluate};
use hclx_syntax::ast::{ExprId, ExprKind, Tree};
use hclx_syntax::body::{BodyNames, BodyView, Content};

use super::{ReferenceFinding, Site, wording};
use crate::hcldec::finding::Subject;

/// The arguments of one block.
pub(super) struct Arguments<'t> {
    budget: &'t Budget,
    content: Content<'t>,
    /// The rest of the body.
    pub(super) rest: BodyView<'t>,
    /// The findings about the arguments so far.
    pub(super) findings: Vec<ReferenceFinding>,
}

impl<'t> Arguments<'t> {
    /// The arguments of a block without nested blocks.
    pub(super) fn all(budget: &'t Budget, site: &Site<'t>, names: &[&str], required: &[&str]) -> Self {
        let (content, wrong) = site.body.content(&schema(names));
        let mut arguments = Self::new(budget, content, site.body.clone(), wrong);
        for name in required.iter().filter(|name| !arguments.has(name)).collect::<Vec<_>>() {
            arguments.refuse(wording::missing_argument(site.missing_item(), name));
        }
        arguments
    }

    /// The arguments of a block with nested blocks.
    pub(super) fn some(budget: &'t Budget, site: &Site<'t>, names: &[&str]) -> Self {
        let (content, rest, wrong) = site.body.partial_content(&schema(names));
        Self::new(budget, content, rest, wrong)
    }

    fn new(budget: &'t Budget, content: Content<'t>, rest: BodyView<'t>, wrong: Vec<Diagnostic>) -> Self {
        Self { budget, content, rest, findings: wrong.into_iter().map(ReferenceFinding::from).collect() }
    }

    pub(super) fn refuse(&mut self, diagnostic: Diagnostic) {
        self.findings.push(diagnostic.into());
    }

    /// Returns `true` if the argument is set.
    pub(super) fn has(&self, name: &str) -> bool {
        self.content.attribute(name).is_some()
    }

    /// The expression of an argument.
    pub(super) fn expression(&self, name: &str) -> Option<ExprId> {
        self.content.attribute(name).map(|attribute| attribute.value)
    }

    /// The value of an argument, if it has no error.
    pub(super) fn value(&mut self, name: &str, env: &Environment<'_>) -> Option<Value> {
        let expr = self.expression(name)?;
        let (tree, source) = (self.rest.tree(), self.rest.source());
        let outcome = evaluate(tree, source, expr, &Scope::root(), env, self.budget);
        let failed = outcome.has_errors();
        self.findings.extend(outcome.diagnostics.into_iter().map(ReferenceFinding::from));
        (!failed).then_some(outcome.value)
    }

    /// An argument converted to a type; null counts as missing.
    fn constant(&mut self, name: &str, ty: &Type, expected: &str) -> Option<Value> {
        let value = self.value(name, &Environment::without_names())?;
        match convert(&value, ty, &Rules::exact()) {
            Ok(converted) if converted.is_null() => None,
            Ok(converted) if converted.is_wholly_known() => Some(converted),
            _ => self.unfit(name, expected, &value),
        }
    }

    fn unfit<R>(&mut self, name: &str, expected: &str, found: &Value) -> Option<R> {
        let expr = self.expression(name)?;
        let (tree, source) = (self.rest.tree(), self.rest.source());
        let place = tree.expr(expr).range.in_source(source);
        let finding = wording::bad_argument(place, name, expected, &shown(found));
        let subject = Subject::At(start_of(tree, expr).in_source(source));
        self.findings.push(ReferenceFinding::placed(finding, subject));
        None
    }

    pub(super) fn text(&mut self, name: &str) -> Option<Arc<str>> {
        self.constant(name, &Type::STRING, "a string")?.as_str().map(Arc::from)
    }

    pub(super) fn truth(&mut self, name: &str) -> Option<bool> {
        self.constant(name, &Type::BOOL, "true or false")?.as_bool()
    }

    pub(super) fn integer(&mut self, name: &str) -> Option<i64> {
        let value = self.constant(name, &Type::NUMBER, "a whole number")?;
        match value.as_number().filter(|number| number.is_integer()).and_then(|number| number.to_i64()) {
            Some(number) => Some(number),
            None => self.unfit(name, "a whole number", &value),
        }
    }

    pub(super) fn texts(&mut self, name: &str) -> Option<Vec<String>> {
        let value = self.constant(name, &Type::list(Type::STRING), "a list of strings")?;
        let texts = value.elements()?.iter().map(|element| element.as_str().map(str::to_owned));
        match texts.collect() {
            Some(texts) => Some(texts),
            None => self.unfit(name, "a list of strings", &value),
        }
    }

    /// An argument that is a type; `any` if it is missing.
    pub(super) fn ty(&mut self, name: &str, options: &TypeOptions) -> Type {
        let Some(expr) = self.expression(name) else { return Type::ANY };
        let (tree, source) = (self.rest.tree(), self.rest.source());
        if matches!(tree.expr(expr).kind, ExprKind::Null) {
            return Type::ANY;
        }
        let read = parse_type(tree, source, expr, options);
        self.findings.extend(read.diagnostics.into_iter().map(ReferenceFinding::from));
        read.ty
    }
}

fn schema(names: &[&str]) -> BodyNames {
    names.iter().fold(BodyNames::new(), |names, name| names.attribute(name))
}

/// Formats a value for a message.
fn shown(value: &Value) -> String {
    const MOST: usize = 40;
    let text = value.to_string();
    if text.chars().count() <= MOST { format!("`{text}`") } else { value.ty().shown().to_string() }
}

/// The start of an expression: the part at which the reference reports a value of the wrong type.
fn start_of(tree: &Tree, expr: ExprId) -> TextRange {
    let mut at = expr;
    loop {
        let range = tree.expr(at).range;
        let first = |len| TextRange::new(range.start, range.end.min(range.start + len));
        match tree.expr(at).kind {
            ExprKind::Tuple(_) | ExprKind::Object(_) | ExprKind::For(_) => return first(1),
            ExprKind::Call(call) => return tree.node(call).name.range,
            ExprKind::String(_) if range.len() >= 2 && tree.is_quoted(range) => {
                // In the reference, a template starts at its first part, after the opening quote.
                return TextRange::new(range.start + 1, range.end - 1);
            }
            ExprKind::Binary { left, .. } => at = left,
            ExprKind::Conditional { condition, .. } => at = condition,
            ExprKind::Traversal { base, .. } => at = base,
            _ => return range,
        }
    }
}
