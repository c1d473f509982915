//! Targets of overrides that do not exist. Out of scope: their form, which `test_files` checks.

use std::sync::Arc;

use hclx_diag::{Diagnostic, code_names as codes};
use hclx_syntax::ast::ExprId;

use crate::terraform::declare::address::{self, Target};
use crate::terraform::declare::declaration::BlockSource;
use crate::terraform::declare::module::Module;
use crate::terraform::resolve::call_targets;
use crate::terraform::schemas::kind::Kind;
use crate::terraform::values::rule::Evaluator;

/// The warning about a target that does not exist: Terraform ignores the override.
pub(super) fn unknown_target(
    run: Evaluator<'_>,
    module: &Module,
    written: &BlockSource,
    target: ExprId,
) -> Option<Diagnostic> {
    let wanted = address::AddressRules { name: "target", dynamic: false, words: false };
    let address = address::read(&written.parsed.tree, written.source, target, wanted).ok()?;
    let mut inner: Option<Arc<Module>> = None;
    let warning = |message: String| {
        let finding = Diagnostic::warning(codes::ADDRESS, written.expr_span(target), message);
        finding.help("correct or remove it: this override has no effect")
    };
    for (name, ..) in &address.modules {
        let current = inner.as_deref().unwrap_or(module);
        if current.is_unknown() || current.may_declare(name) {
            return None;
        }
        if current.get(Kind::Module, "", name).is_none() {
            let near = hclx_diag::nearest(name, current.of_kind(Kind::Module).map(|one| &*one.name));
            return Some(warning(format!("unknown module `{}`", address.text)).perhaps_meant(near));
        }
        let children = call_targets::children(*run, current);
        inner = Some(children.modules.get(name).cloned().flatten()?);
    }
    let current = inner.as_deref().unwrap_or(module);
    let kind = match address.target {
        Target::Resource => Kind::Resource,
        Target::Data => Kind::Data,
        Target::Module | Target::Ephemeral => return None,
    };
    if current.is_unknown() || current.may_declare(&address.name) {
        return None;
    }
    let is_absent = current.get(kind, &address.of_type, &address.name).is_none();
    is_absent.then(|| warning(format!("unknown {} `{}`", kind.noun(), address.text)))
}
