//! Suggested actions for values whose type does not match their attribute.

use hclx_core::{Type, TypeKind, Value};
use hclx_diag::{Applicability, Diagnostic, Edit, Fix};
use hclx_syntax::ast::{ExprId, ExprKind};

use crate::site::Site;

/// Adds the suggested action to the finding about a value that does not convert to a type.
pub(crate) fn with_action(
    finding: Diagnostic,
    (value, wanted): (&Value, &Type),
    site: &Site<'_>,
) -> Diagnostic {
    if finding.advises() || value.is_null() {
        return finding;
    }
    let (value, _) = value.clone().unmark();
    let found = value.ty();
    match wanted.kind() {
        TypeKind::List(element) | TypeKind::Set(element)
            if found.is_primitive() && (found == element || found.is_numeric() && element.is_numeric()) =>
        {
            in_brackets(finding, site)
        }
        TypeKind::Number | TypeKind::Int if matches!(found.kind(), TypeKind::String) => {
            match number_of(site) {
                Some(number) => finding.help(format!("use a number without a unit: `{number}`")),
                None => finding,
            }
        }
        TypeKind::String => match site.tree.expr(site.expr).kind {
            ExprKind::Object(_) => finding.help("if this is JSON, use `jsonencode({ … })`"),
            ExprKind::Traversal { .. } => with_attribute(finding, &value, site),
            _ => finding,
        },
        _ => finding,
    }
}

/// Adds the action that encloses a value in brackets.
fn in_brackets(finding: Diagnostic, site: &Site<'_>) -> Diagnostic {
    const TITLE: &str = "use brackets: `[…]`";
    let range = site.tree.expr(site.expr).range;
    // a heredoc needs a line break before the bracket
    if !site.tree.is_on_one_line(range) {
        return finding.help(TITLE);
    }
    let place = site.place(site.expr);
    let text = format!("[{}]", site.tree.written(range));
    finding.fix(Fix::suggested(TITLE, place, text))
}

/// Adds the action that removes the brackets around the only element of a list when that element is itself
/// the list.
pub(crate) fn without_brackets(finding: Diagnostic, whole: &Site<'_>, element: ExprId) -> Diagnostic {
    if finding.advises() {
        return finding;
    }
    let text = whole.tree.written(whole.tree.expr(element).range).to_string();
    let edits = vec![Edit { span: whole.place(whole.expr), text }];
    let title = "remove the brackets: the value is a list".to_owned();
    finding.fix(Fix { title, edits, applicability: Applicability::Suggested })
}

/// The number at the start of a literal string that is followed only by a unit.
fn number_of(site: &Site<'_>) -> Option<String> {
    let text = site.tree.string(site.expr)?;
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%' || c == ' ');
    let is_number = !number.is_empty() && number.len() < text.len() && number.parse::<f64>().is_ok();
    is_number.then(|| number.to_owned())
}

/// Suggests an identifying attribute in place of a whole object, where a string is expected.
fn with_attribute(finding: Diagnostic, value: &Value, site: &Site<'_>) -> Diagnostic {
    /// The attributes that identify an object.
    const IDENTIFYING: [&str; 3] = ["id", "arn", "name"];
    let Some(object) = value.ty().as_object() else { return finding };
    let is_string =
        |name: &&str| object.get(name).is_some_and(|own| matches!(own.ty.kind(), TypeKind::String));
    let mut known: Vec<&str> = IDENTIFYING.into_iter().filter(is_string).collect();
    // `role_arn` is the attribute `arn` of a role
    let argument = site.name.split(['[', '.']).next().unwrap_or_default();
    if let Some(meant) = known.iter().copied().find(|known| argument.rsplit('_').next() == Some(known)) {
        known = vec![meant];
    }
    if known.is_empty() {
        return finding;
    }
    let written = site.tree.written(site.tree.expr(site.expr).range);
    let whole: Vec<String> = known.iter().map(|name| format!("{written}.{name}")).collect();
    let names = hclx_diag::listed_names(whole.iter().map(String::as_str), "or");
    finding.help(format!("use an attribute of the object, such as {names}"))
}
