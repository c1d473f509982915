//! Constants of the language that may be left out, but cannot be null.

use hclx_diag::{Diagnostic, code_names as codes};
use hclx_schema::{FilledBody, Reading};

use super::declaration::Written;

/// Blocks whose constants are read as they are, so that null is not the same as nothing.
const STRICT: &[&str] = &["variable", "output", "resource", "data", "ephemeral", "removed"];

/// Null for a constant of the language.
pub(crate) fn not_null(written: &Written, body: &FilledBody<'_>, findings: &mut Vec<Diagnostic>) {
    if !STRICT.contains(&&*written.block_type) {
        return;
    }
    let nested = body.blocks("lifecycle").filter(|one| one.known).map(|one| &one.body);
    for body in std::iter::once(body).chain(nested) {
        for attribute in &body.attributes {
            let is_constant = attribute.wanted.is_some_and(|wanted| wanted.reading == Reading::Literal);
            if is_constant && attribute.good && attribute.value.is_null() {
                let place = written.expr_span(attribute.view.value);
                let message = format!("`{}` cannot be null", attribute.view.name);
                let finding = Diagnostic::error(codes::NOT_CONVERTIBLE, place, message);
                findings.push(finding.help("leave it out"));
            }
        }
    }
}
