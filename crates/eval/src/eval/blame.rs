//! Conversion of an expression's value to an expected type, with errors reported at the element at fault.

use hclx_core::{Type, Value};
use hclx_diag::{Fault, Path, Step};
use hclx_syntax::ast::{ExprId, ExprKind, Tree};

use super::Evaluator;
use crate::values::open;

/// The smallest expression inside `expr` that a fault with a path is about. Constructors are followed along
/// the path, and the followed steps are removed from the fault.
pub fn blamed(tree: &Tree, expr: ExprId, fault: &mut Fault) -> ExprId {
    let mut at = expr;
    loop {
        match tree.expr(at).kind {
            ExprKind::Paren(inner) | ExprKind::TemplateWrap(inner) => at = inner,
            ExprKind::Tuple(_) | ExprKind::Object(_) => {
                let path = fault.path();
                let Some(part) = path.0.first().and_then(|step| part(tree, at, step)) else { return at };
                fault.pop_step();
                at = part;
            }
            _ => return at,
        }
    }
}

/// Like [`blamed`], for a path instead of a fault.
pub(super) fn blamed_at(tree: &Tree, expr: ExprId, path: &Path) -> ExprId {
    let fault = Fault::new(hclx_diag::code_names::ARMS_DIFFER, "");
    blamed(tree, expr, &mut path.0.iter().rev().cloned().fold(fault, Fault::within))
}

/// The expression of an element or attribute of a constructor.
fn part(tree: &Tree, constructor: ExprId, step: &Step) -> Option<ExprId> {
    match (tree.expr(constructor).kind, step) {
        (ExprKind::Tuple(elements), Step::Index(index)) => tree.slice(elements).get(*index).copied(),
        (ExprKind::Object(items), Step::Attr(name) | Step::Key(name)) => {
            let named = |key: ExprId| tree.string(key) == Some(name);
            // Of several equal keys, the last one counts.
            tree.slice(items).iter().rev().find(|item| named(item.key)).map(|item| item.value)
        }
        _ => None,
    }
}

impl Evaluator<'_> {
    /// The value converted to the expected type. If that fails, the part of `expr` at fault is reported, and
    /// the result is an unknown of the type.
    pub(crate) fn convert_to(&mut self, expr: ExprId, value: Value, wanted: &Type) -> Value {
        if value.ty() == wanted {
            return value;
        }
        match open::converted(&value, wanted, self.rules()) {
            Ok(converted) => converted,
            Err(fault) => self.misfit(expr, fault, wanted),
        }
    }

    /// Reports the part of `expr` that does not fit a type; the result is an unknown of the type.
    pub(super) fn misfit(&mut self, expr: ExprId, mut fault: Fault, wanted: &Type) -> Value {
        let path = fault.path();
        let blamed = blamed(self.tree, expr, &mut fault);
        let range = self.range(blamed);
        self.fault_as(fault, range, |message| message.about("", path));
        Value::unknown(wanted.without_optional())
    }
}
