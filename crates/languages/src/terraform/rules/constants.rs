//! Optional constants of the language that cannot be null.

use hclx_diag::{Diagnostic, Findings, code_names as codes};
use hclx_schema::{ExprMode, FilledBody};

use crate::terraform::declare::declaration::BlockSource;
use crate::terraform::values::instance::Instance;
use crate::terraform::values::rule::Rule;

/// Reports constants that cannot be null, and messages that are never shown.
pub(crate) struct Constants;

impl Rule for Constants {
    fn body(&self, instance: &mut Instance<'_>, written: &BlockSource, body: &FilledBody<'_>) {
        not_null(written, body, &mut instance.findings);
        if !instance.inputs.is_call {
            hidden_messages(written, body, &mut instance.findings);
        }
    }
}

/// Blocks whose constants are read directly, so that null is not equivalent to a missing argument.
const STRICT: &[&str] = &["variable", "output", "provider", "resource", "data", "ephemeral", "removed"];

/// Reports messages of conditions that are empty, or contain values that are not shown.
pub(crate) fn hidden_messages(written: &BlockSource, body: &FilledBody<'_>, findings: &mut Findings) {
    const CONDITIONS: &[&str] = &["validation", "precondition", "postcondition", "assert"];
    let nested = body.blocks("lifecycle").filter(|one| one.known).map(|one| &one.body);
    for block in std::iter::once(body).chain(nested).flat_map(|body| &body.blocks) {
        let is_condition = block.known && CONDITIONS.contains(&block.view.block_type);
        let message = block.body.attribute("error_message").filter(|one| is_condition && one.good);
        let Some(message) = message else { continue };
        let marks = message.value.clone().unmark_deep().1;
        let place = written.expr_span(message.view.value);
        if message.value.clone().unmark_deep().0.as_str().is_some_and(|text| text.trim().is_empty()) {
            let text = "this message is empty";
            let finding = Diagnostic::warning(codes::VALUE_NOT_ALLOWED, place, text);
            findings.push(finding.help("state what is expected: a user sees only this message"));
        }
        for (mark, code) in [("sensitive", codes::SENSITIVE_VALUE), ("ephemeral", codes::EPHEMERAL_VALUE)] {
            if marks.contains_own(mark) {
                let article = if mark == "ephemeral" { "an" } else { "a" };
                let text = format!("this message contains {article} {mark} value, so it is not shown");
                findings
                    .push(Diagnostic::warning(code, place, text).help("remove the value from the message"));
            }
        }
    }
}

/// Reports null for a constant of the language.
pub(crate) fn not_null(written: &BlockSource, body: &FilledBody<'_>, findings: &mut Findings) {
    if !STRICT.contains(&&*written.block_type) {
        return;
    }
    let nested = body.blocks("lifecycle").filter(|one| one.known).map(|one| &one.body);
    for body in std::iter::once(body).chain(nested) {
        for attribute in &body.attributes {
            let is_constant = attribute.wanted.is_some_and(|wanted| wanted.reading == ExprMode::Literal);
            if is_constant && attribute.good && attribute.value.is_null() {
                let place = written.expr_span(attribute.view.value);
                let message = format!("`{}` cannot be null", attribute.view.name);
                let finding = Diagnostic::error(codes::NOT_CONVERTIBLE, place, message);
                findings.push(finding.help("remove it"));
            }
        }
    }
}
