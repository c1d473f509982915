//! Literals that are converted to the expected type, and the notation of the converted values.

use hclx_core::{Type, TypeKind, Value};
use hclx_diag::{Diagnostic, Findings, Fix, code_names as codes};
use hclx_syntax::ast::{ExprId, ExprKind, Language};

use crate::{Site, plain_hcl};

/// Reports the literals of an expression whose value was converted to another type: a string, number or bool,
/// by itself or as an element of a list.
pub(crate) fn literals(value: &Value, site: &Site<'_>, expr: ExprId, findings: &mut Findings) {
    let tree = site.tree;
    // JSON has no other notation for the contents of a template
    if tree.language() == Language::Json || !value.is_known() || value.is_null() {
        return;
    }
    let written = match tree.expr(expr).kind {
        ExprKind::String(_) => Type::STRING,
        ExprKind::Number => Type::NUMBER,
        ExprKind::Bool(_) => Type::BOOL,
        // The elements of a set are sorted, so they do not correspond to the expressions.
        ExprKind::Tuple(elements) if matches!(value.ty().kind(), TypeKind::List(_)) => {
            let elements = tree.slice(elements);
            let values = value.elements().filter(|values| values.len() == elements.len());
            for (value, expr) in values.unwrap_or_default().iter().zip(elements) {
                hclx_diag::grow(|| literals(value, site, *expr, findings));
            }
            return;
        }
        _ => return,
    };
    let is_same = match value.ty().kind() {
        // HCL has the same notation for both kinds of numbers.
        TypeKind::Int => written == Type::NUMBER,
        _ => *value.ty() == written || !value.ty().is_primitive(),
    };
    if is_same {
        return;
    }
    let Ok(plain) = plain_hcl::of_value(value) else { return };
    let message = format!("implicit conversion from {written} to {}", value.ty());
    let fix = Fix::certain(format!("write the {}", value.ty()), site.place(expr), plain);
    findings.push(Diagnostic::warning(codes::CONVERTED_LITERAL, site.place(expr), message).fix(fix));
}
