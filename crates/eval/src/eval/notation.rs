//! Calls in the notation of values: `unknown(TYPE, REFINEMENT…)` and marks.

use hclx_core::{Refiner, Type, Value, convert};
use hclx_diag::code_names::UNKNOWN_NOTATION;
use hclx_diag::{Diagnostic, Fallible, Fault, TextRange};
use hclx_syntax::ast::{Call, ExprId, ExprKind};

use super::Evaluator;
use super::unknown_syntax::Refinement;
use crate::Scope;
use crate::type_syntax::{TypeOptions, parse_type};

impl Evaluator<'_> {
    /// The value of a call in the notation of values; `None` for any other call.
    pub(super) fn notation(&mut self, name: &str, call: Call, scope: &Scope<'_>) -> Option<Value> {
        Some(match name {
            "unknown" => self.unknown_call(call, scope),
            "sensitive" | "ephemeral" => self.marked(call, 1, scope, |_| Some(name.to_owned())),
            "mark" => self.marked(call, 2, scope, |mark| mark?.text().map(|mark| mark.paid().to_owned())),
            _ => return None,
        })
    }

    fn marked(
        &mut self,
        call: Call,
        count: usize,
        scope: &Scope<'_>,
        mark: impl FnOnce(Option<&Value>) -> Option<String>,
    ) -> Value {
        let arguments = self.tree.slice(call.args);
        let values: Vec<Value> = arguments.iter().map(|argument| self.eval(*argument, scope)).collect();
        let mark = if values.len() == count { mark(values.get(1)) } else { None };
        match (values.into_iter().next(), mark) {
            (Some(value), Some(mark)) => value.with_mark(&mark),
            _ => {
                let name = self.tree.text(call.name.text);
                let takes = if count == 1 { "a value" } else { "a value and the name of a mark" };
                let message = format!("`{name}` takes {takes}");
                self.wrong_notation(call.name.range, message)
            }
        }
    }

    fn wrong_notation(&mut self, at: TextRange, message: String) -> Value {
        let span = self.span(at);
        self.report(Diagnostic::error(UNKNOWN_NOTATION, span, message))
    }

    fn unknown_call(&mut self, call: Call, scope: &Scope<'_>) -> Value {
        let Some((ty_expr, refinements)) = self.tree.slice(call.args).split_first() else {
            let message = "`unknown` takes a type, followed by refinements".to_owned();
            return self.wrong_notation(call.open.cover(call.close), message);
        };
        let read = parse_type(self.tree, self.source, *ty_expr, &TypeOptions::given());
        let failed = read.has_errors();
        self.put_back(read.diagnostics);
        if failed {
            return Value::dynamic();
        }
        let ty = read.ty.without_optional();
        let mut refiner = Refiner::strict(Value::unknown(ty.clone())).with_text_lengths();
        let mut last = self.range(*ty_expr);
        for expr in refinements {
            last = self.range(*expr);
            match self.refinement(*expr, &ty, scope).map(|refinement| refinement.apply(refiner)) {
                Some(Ok(narrower)) => refiner = narrower,
                Some(Err(fault)) => return self.fault(fault, last),
                None => return Value::dynamic(),
            }
        }
        refiner.finish().unwrap_or_else(|fault| self.fault(fault, last))
    }

    /// Parses a refinement: a word, or a call with values as arguments.
    fn refinement(&mut self, expr: ExprId, ty: &Type, scope: &Scope<'_>) -> Option<Refinement> {
        let (name, arguments) = match self.tree.expr(expr).kind {
            ExprKind::Variable(name) => (self.tree.text(name), &[][..]),
            ExprKind::Null => ("null", &[][..]),
            ExprKind::Call(call) => {
                let call = self.tree.node(call);
                (self.tree.text(call.name.text), self.tree.slice(call.args))
            }
            _ => {
                let message =
                    "expected a refinement: a word such as `not_null` or a call such as `min(1)`".to_owned();
                self.wrong_notation(self.range(expr), message);
                return None;
            }
        };
        let checkpoint = self.checkpoint();
        let values: Vec<Value> = arguments.iter().map(|argument| self.eval(*argument, scope)).collect();
        if self.failed_since(checkpoint) {
            return None;
        }
        match self.read_refinement(name, values, ty) {
            Ok(refinement) => Some(refinement),
            Err(fault) => {
                self.fault(fault, self.range(expr));
                None
            }
        }
    }

    /// Interprets a refinement inside `unknown(…)`: a prefix is exact, and the values of `one_of` are
    /// converted to the type.
    fn read_refinement(&self, name: &str, values: Vec<Value>, ty: &Type) -> Fallible<Refinement> {
        match Refinement::read(name, &values)? {
            Refinement::Prefix(text) => Ok(Refinement::PrefixFull(text)),
            Refinement::OneOf(values) => {
                let converted: Result<Vec<Value>, Fault> =
                    values.iter().map(|value| convert(value, ty, self.rules())).collect();
                Ok(Refinement::OneOf(converted?))
            }
            refinement => Ok(refinement),
        }
    }
}
