//! References to attributes that no schema has. Terraform checks them before it evaluates an expression, so they fail
//! even inside of `try` and `can`, and for resources without instances.

use std::sync::Arc;

use hclx_analysis::{Cause, CauseKind};
use hclx_diag::{Diagnostic, SourceId, code_names as codes};
use hclx_schema::Block;
use hclx_syntax::statics::{Reference, ReferenceKey};

use super::open::CauseId;
use super::setting::SimulationContext;
use crate::terraform::declare::declaration::{Declaration, Repetition};
use crate::terraform::declare::module::Module;
use crate::terraform::providers::provider_schemas;
use crate::terraform::resolve::{dependencies, schema_steps};
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;
use crate::terraform::values::admitted::AdmittedBlocks;

/// The result of checking a reference.
pub(super) enum StaticCheck {
    Right,
    Wrong(Box<Diagnostic>),
    /// Wrong with some of the schemas that may be used.
    Unclear(CauseId),
}

/// Checks a reference to a resource or data source against the schema of its type.
pub(super) fn static_check(
    setting: &SimulationContext<'_>,
    module: &Module,
    reference: &Reference<'_>,
    source: SourceId,
) -> StaticCheck {
    let found = dependencies::named(module, &reference.root, |position| reference.attribute(position));
    let Some((node, taken)) = found else { return StaticCheck::Right };
    let declaration = module.declaration(node);
    if !matches!(declaration.kind, Kind::Resource | Kind::Data) {
        return StaticCheck::Right;
    }
    let steps = &reference.steps[taken..];
    let is_key = |key: &ReferenceKey<'_>| !matches!(key, ReferenceKey::Attr(_));
    let has_key = steps.first().is_some_and(|step| is_key(&step.kind));
    let is_repeated = match declaration.repetition() {
        Repetition::One => false,
        Repetition::Count | Repetition::ForEach => true,
        Repetition::Unclear => return StaticCheck::Right,
    };
    if let (true, false, Some(step)) = (is_repeated, has_key, steps.first()) {
        let message = format!("`{}` has several instances; a key selects one", declaration.address());
        let place = step.range.in_source(source);
        let finding = Diagnostic::error(codes::UNSUPPORTED_ATTRIBUTE, place, message);
        return StaticCheck::Wrong(Box::new(finding));
    }
    let Some((first, rest)) = steps.get(usize::from(has_key)..).and_then(<[_]>::split_first) else {
        return StaticCheck::Right;
    };
    let ReferenceKey::Attr(name) = &first.kind else { return StaticCheck::Right };
    let inner = Reference { root: name.clone(), root_range: first.range, steps: rest.to_vec() };
    attribute_check(setting, (module, declaration), &inner, source)
}

fn attribute_check(
    setting: &SimulationContext<'_>,
    (module, declaration): (&Module, &Declaration),
    inner: &Reference<'_>,
    source: SourceId,
) -> StaticCheck {
    let run = *setting.evaluator;
    if let Some(block) = schemas::built_in(declaration.kind, &declaration.of_type) {
        return wrong(&block, inner, source)
            .map_or(StaticCheck::Right, |finding| StaticCheck::Wrong(Box::new(finding)));
    }
    let newest = provider_schemas::newest_block((run.snapshot, run.flavor), module, declaration);
    let Some(finding) = newest.and_then(|block| wrong(&block, inner, source)) else {
        return StaticCheck::Right;
    };
    let admitted = AdmittedBlocks::of_declaration(run, module, declaration);
    let lacks = |block: Arc<Block>| wrong(&block, inner, source).is_some();
    let is_certain =
        admitted.is_some_and(|blocks| blocks.are_stated() && blocks.older(run.snapshot).all(lacks));
    if is_certain {
        return StaticCheck::Wrong(Box::new(finding));
    }
    let what = format!("releases of its provider differ in `{}.{}`", declaration.address(), inner.root);
    let cause = Cause::new(CauseKind::Version, what).remedy("pin the provider to one release");
    StaticCheck::Unclear(setting.causes.id(cause.at(inner.root_range.in_source(source))))
}

/// The finding about the first step that is missing from the body of a type.
fn wrong(block: &Block, inner: &Reference<'_>, source: SourceId) -> Option<Diagnostic> {
    let name = &*inner.root;
    let is_known = block.find_attribute(name).is_some()
        || block.find_block(name).is_some()
        || block.any_attribute.is_some()
        || block.any_block.is_some();
    if !is_known {
        let message = format!("no attribute `{name}` in this schema");
        let place = inner.root_range.in_source(source);
        return Some(Diagnostic::error(codes::NO_ATTRIBUTE, place, message));
    }
    schema_steps::wrong(block, inner, source)
}
