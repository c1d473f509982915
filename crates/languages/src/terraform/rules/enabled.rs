//! `enabled` in the lifecycle of a block, which determines whether it has an instance.
//!
//! Source of the rules: OpenTofu's "The `enabled` Meta-Argument", since 1.11.

use hclx_diag::{Diagnostic, Findings, Span, code_names as codes};
use hclx_schema::{Block, FilledBody};

use crate::terraform::declare::declaration::{BlockSource, Declaration};
use crate::terraform::resolve::zones;
use crate::terraform::schemas::kind::Kind;
use crate::terraform::values::instance::Instance;
use crate::terraform::values::rule::Rule;

/// Checks `enabled` in the lifecycle of a block.
pub(crate) struct EnabledRule;

impl Rule for EnabledRule {
    fn declaration(&self, instance: &mut Instance<'_>, declaration: &Declaration, meta: &Block) {
        if declaration.kind != Kind::Provider && !instance.inputs.is_call {
            excludes(instance, declaration, meta);
        }
    }

    fn body(&self, instance: &mut Instance<'_>, written: &BlockSource, body: &FilledBody<'_>) {
        if !written.is_override && Kind::of(&written.block_type).is_some() {
            value(written, body, &mut instance.findings);
        }
    }
}

/// Reports a block with `enabled` that also has `count` or `for_each`.
pub(crate) fn excludes(instance: &mut Instance<'_>, declaration: &Declaration, meta: &Block) {
    let Some(enabled) = place(&declaration.written, meta) else { return };
    for name in ["count", "for_each"] {
        if let Some((written, attribute)) = declaration.attribute(meta, name) {
            let message = format!("`enabled` and `{name}` cannot be used together");
            let finding = Diagnostic::error(codes::EXCLUSIVE, enabled, message)
                .also(written.span(attribute.name_range), format!("`{name}` is set here"))
                .help("remove one of them");
            instance.findings.push(finding);
        }
    }
}

/// The place of `enabled` in a block.
pub(crate) fn place(written: &BlockSource, meta: &Block) -> Option<Span> {
    let mut arguments = zones::arguments(written, meta).into_iter();
    arguments.find(|one| one.name == "enabled").map(|one| written.span(one.name_range))
}

/// Checks the value of `enabled`: the existence of an instance cannot be sensitive, and null has no meaning.
pub(crate) fn value(written: &BlockSource, body: &FilledBody<'_>, findings: &mut Findings) {
    for lifecycle in body.blocks("lifecycle").filter(|one| one.known) {
        let Some(enabled) = lifecycle.body.attribute("enabled").filter(|one| one.good) else { continue };
        let place = written.expr_span(enabled.view.value);
        let (value, marks) = enabled.value.clone().unmark_deep();
        if value.is_null() {
            let finding = Diagnostic::error(codes::NOT_CONVERTIBLE, place, "`enabled` cannot be null");
            findings.push(finding.help("remove it, or use `true` or `false`"));
        }
        for (mark, code) in [("sensitive", codes::SENSITIVE_VALUE), ("ephemeral", codes::EPHEMERAL_VALUE)] {
            if marks.contains_own(mark) {
                let message = format!("`enabled` cannot be {mark}: the number of instances is always shown");
                findings.push(Diagnostic::error(code, place, message));
            }
        }
    }
}
