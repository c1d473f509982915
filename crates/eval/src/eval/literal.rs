//! Leaves of expressions: literals and names.

use hclx_core::{Type, Value, nfc};
use hclx_diag::Diagnostic;
use hclx_diag::code_names::UNKNOWN_NAME;
use hclx_diag::nearest;
use hclx_syntax::ast::{ExprId, ExprId32, Slice, Str, Traverse};

use super::Evaluator;
use crate::{NameSteps, Policy, Resolution, Scope, UnresolvedKind};

impl Evaluator<'_> {
    /// The value of `null`: under rules with integers or unions, null has a type of its own.
    pub(super) fn null(&self) -> Value {
        let rules = self.rules();
        Value::null(if rules.extended || rules.int_literals { Type::NONE } else { Type::ANY })
    }

    pub(super) fn number(&mut self, id: ExprId) -> Value {
        let range = self.range(id);
        match crate::values::literal(self.tree.number(range), self.rules()) {
            Ok(number) if self.rules().int_literals && number.is_integer() => Value::int(number),
            Ok(number) => Value::number(number),
            Err(fault) => {
                self.fault(fault, range);
                Value::unknown(Type::NUMBER)
            }
        }
    }

    pub(super) fn variable(&mut self, id: ExprId, name: Str, scope: &Scope<'_>) -> Value {
        let name = self.tree.text(name);
        match scope.get(name) {
            Some(value) => value.clone(),
            None => match self.resolved(name, None) {
                Some(resolved) => resolved.value,
                None => self.undeclared(id, name, scope),
            },
        }
    }

    /// The language's own resolution of a name and the steps after it.
    pub(super) fn resolved(&self, name: &str, steps: Option<Slice<Traverse>>) -> Option<Resolution> {
        self.env.names?.resolve(name, NameSteps::new(self.tree, steps))
    }

    fn undeclared(&mut self, id: ExprId, name: &str, scope: &Scope<'_>) -> Value {
        let range = self.range(id);
        if self.env.unknown_names == Policy::Unknown {
            self.unresolved(name, UnresolvedKind::Variable, range);
            return Value::dynamic();
        }
        let near = nearest(name, scope.names());
        let message = format!("unknown name `{name}`");
        let mut diagnostic = Diagnostic::error(UNKNOWN_NAME, self.span(range), message)
            .perhaps_meant_at(self.span(range), near);
        if name.contains('-') && near.is_none() {
            diagnostic = diagnostic.help(format!("quote it if it is a string: `\"{name}\"`"));
        }
        self.report(diagnostic)
    }

    /// A JSON string: a template where names can occur, a literal elsewhere.
    pub(super) fn json_string(
        &mut self,
        id: ExprId,
        text: Str,
        template: Option<ExprId32>,
        scope: &Scope<'_>,
    ) -> Value {
        if !self.env.json_templates {
            return self.verbatim(text);
        }
        let wrong = self.tree.template_diagnostics(id);
        if wrong.iter().any(Diagnostic::is_error) {
            self.put_back(wrong.to_vec());
            return Value::dynamic();
        }
        match template {
            Some(template) => self.eval(template.into(), scope),
            None => self.verbatim(text),
        }
    }

    /// The literal contents of a JSON string.
    fn verbatim(&self, text: Str) -> Value {
        let text = self.tree.text(text);
        Value::string(nfc(text))
    }
}
