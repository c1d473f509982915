//! Expressions that are not evaluated: only their form is checked.

use hclx_core::{Type, Value};
use hclx_diag::{Fix, SourceId};
use hclx_eval::type_syntax::{TypeOptions, parse_type};
use hclx_syntax::ast::{ExprId, ExprKind, Language, Tree};
use hclx_syntax::statics;

use crate::{Evaluated, ExprMode, Expression, Site, wording};

/// Checks the form of an expression. The value of a keyword is the word itself.
pub fn shape(expression: &Expression<'_>, reading: ExprMode) -> Evaluated {
    let Site { tree, source, expr, name } = expression.site;
    let place = |at: ExprId| tree.expr(at).range.in_source(source);
    let unread = || Evaluated::good(Value::dynamic());
    let misread = |at: ExprId, expected: &str, help: &str| {
        let finding = wording::misread(place(at), name, expected, help);
        let finding = match quoted_reference(tree, at) {
            Some(text) => finding.fix(Fix::certain("remove the quotes", place(at), text)),
            None => finding,
        };
        Evaluated { value: Value::dynamic(), diagnostics: vec![finding] }
    };
    match reading {
        ExprMode::TypeExpression => {
            let read = parse_type(tree, source, expr, &TypeOptions::constraint());
            Evaluated { value: Value::dynamic(), diagnostics: read.diagnostics }
        }
        ExprMode::StaticReference if statics::as_reference(tree, source, expr).is_none() => {
            misread(expr, "a reference", "use a name with attributes and constant indexes, without quotes")
        }
        ExprMode::ReferenceList => match statics::as_list(tree, expr) {
            None => misread(expr, "a list of references", "write `[a.b, c.d]`"),
            Some(elements) => {
                let wrong = elements.iter().find(|one| statics::as_reference(tree, source, **one).is_none());
                wrong.map_or_else(unread, |one| {
                    let help = match tree.language() {
                        Language::Json => "write the reference alone in the string, without `${ }`",
                        _ => "use a name with attributes and constant indexes",
                    };
                    misread(*one, "a list of references", help)
                })
            }
        },
        ExprMode::Keyword => match keyword(tree, source, expr) {
            Some(word) => Evaluated::good(Value::string(word)),
            None => misread(expr, "one word", "remove the quotes"),
        },
        _ => unread(),
    }
}

/// The reference inside a quoted string in native syntax.
fn quoted_reference(tree: &Tree, expr: ExprId) -> Option<&str> {
    let ExprKind::String(text) = tree.expr(expr).kind else { return None };
    let text = tree.text(text);
    let is_name = |part: &str| {
        let mut letters = part.bytes();
        letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
            && letters.all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
    };
    let quoted = tree.is_quoted(tree.expr(expr).range);
    (quoted && text.contains('.') && text.split('.').all(is_name)).then_some(text)
}

/// A keyword, or a string that contains it.
pub fn keyword(tree: &Tree, source: SourceId, expr: ExprId) -> Option<String> {
    tree.string(expr).map(str::to_owned).or_else(|| statics::as_keyword(tree, source, expr))
}

/// Returns `true` if an expression with this reading is evaluated.
pub(crate) fn is_evaluated(reading: ExprMode) -> bool {
    matches!(reading, ExprMode::Value | ExprMode::Literal | ExprMode::ReferenceText) || is_duration(reading)
}

fn is_duration(reading: ExprMode) -> bool {
    matches!(reading, ExprMode::Duration | ExprMode::LateDuration)
}

/// The type that the value is converted to under this reading.
pub(crate) fn target(reading: ExprMode, ty: &Type) -> Type {
    // a number is also a duration
    if is_duration(reading) { Type::ANY } else { ty.clone() }
}
