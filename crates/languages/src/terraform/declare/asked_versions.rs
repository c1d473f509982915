//! The versions of Terraform and OpenTofu that a module allows.

use hclx_diag::Span;
use hclx_syntax::ast::ExprKind;

use super::module::Module;
use crate::terraform::files::configured;
use crate::terraform::files::roles::Flavor;
use crate::terraform::files::run::Run;
use crate::terraform::files::versions::{Bounds, Version, bounds};
use crate::terraform::schemas;

/// The Terraform versions in which callers lose the sensitivity of outputs: the first, and the one that fixed
/// it.
pub(crate) const FORGETFUL: (Version, Version) = ((1, 8), (1, 13));

/// Returns `true` if the module and the settings allow a version in which callers lose the sensitivity of
/// outputs.
pub(crate) fn may_forget_sensitive(run: Run<'_>, module: &Module) -> bool {
    let (since, until) = FORGETFUL;
    let meets = |bounds: &Bounds| bounds.meet(since, until);
    let running = || configured::language(run.snapshot, run.flavor).and_then(|(_, text)| bounds(text));
    *module.may_forget_sensitive.get_or_init(|| {
        run.flavor == Flavor::Terraform
            && asked(module).is_none_or(|asked| meets(&asked.bounds))
            && running().is_none_or(|bounds| meets(&bounds))
    })
}

/// The versions that a module allows.
pub(crate) struct Asked {
    pub(crate) place: Span,
    pub(crate) text: String,
    pub(crate) bounds: Bounds,
}

/// The versions that a module allows, and the place of the constraint.
pub(crate) fn asked(module: &Module) -> Option<Asked> {
    let of_terraform = module.others.iter().filter(|one| &*one.block_type == "terraform");
    let mut found = of_terraform.filter_map(|written| {
        let attribute = written.attribute(&schemas::terraform(), "required_version")?;
        let tree = &written.parsed.tree;
        let (ExprKind::String(text) | ExprKind::JsonString { text, .. }) = tree.expr(attribute.value).kind
        else {
            return None;
        };
        let text = tree.text(text);
        Some(Asked {
            place: written.expr_span(attribute.value),
            text: text.to_owned(),
            // A malformed constraint is reported, and restricts nothing.
            bounds: bounds(text)?,
        })
    });
    found.next_back()
}
