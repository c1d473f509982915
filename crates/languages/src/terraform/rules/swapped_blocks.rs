//! Blocks of a provider that are written as attributes: `rule = { filter { … } }`. The blocks inside of the object are
//! syntax errors only because of the first `=`, which is reported based on the schema.

use std::sync::Arc;

use hclx_diag::{Diagnostic, TextRange, code_names as codes};
use hclx_schema::Block;
use hclx_syntax::body::{BodyView, Form, UnexpectedItem};

use crate::terraform::declare::declaration::Declaration;
use crate::terraform::declare::module::Module;
use crate::terraform::files::run::Run;
use crate::terraform::providers::provider_schemas;
use crate::terraform::schemas::kind::Kind;

/// Removes the syntax errors that follow from blocks written as attributes, which are already reported.
pub(crate) fn without_consequences(
    run: Run<'_>,
    module: &Module,
    findings: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let follows = |one: &Diagnostic| one.code == codes::MISSING_ASSIGN && is_consequence(run, module, one);
    findings.into_iter().filter(|one| !follows(one)).collect()
}

fn is_consequence(run: Run<'_>, module: &Module, finding: &Diagnostic) -> bool {
    let Some(place) = finding.span else { return false };
    let resources = [Kind::Resource, Kind::Data].into_iter().flat_map(|kind| module.of_kind(kind));
    let mut around = resources
        .filter(|one| one.written.source == place.source && one.written.view().range().contains(place.range));
    let Some(declaration) = around.next() else { return false };
    block_of(run, module, declaration)
        .is_some_and(|block| is_in_swapped(&declaration.written.view(), &block, place.range))
}

fn block_of(run: Run<'_>, module: &Module, declaration: &Declaration) -> Option<Arc<Block>> {
    let kind = provider_schemas::described(declaration.kind)?;
    let package = provider_schemas::package_of(run, module, declaration)?;
    provider_schemas::type_block(run.snapshot, &package, (kind, &declaration.of_type))
}

/// Returns `true` for a place in the value of an attribute that is named like a block.
fn is_in_swapped(view: &BodyView<'_>, block: &Block, place: TextRange) -> bool {
    let is_swapped = |name: &str| {
        block.find_attribute(name).is_none() && block.find_block(name).is_some_and(|one| !one.also_attribute)
    };
    let sorted = view.sorted(block.prepared());
    let mut swapped = sorted.strangers.iter().filter(|one| is_swapped(one.name()));
    let is_around = |one: &UnexpectedItem<'_>| match &one.form {
        Form::Attribute(attribute) => attribute.range.contains(place),
        Form::Property(_) | Form::Block(..) => false,
    };
    swapped.any(is_around)
        || sorted.content.blocks.iter().any(|written| {
            let inside = block.find_block(written.block_type).map(|nested| nested.body.of(&written.labels));
            let is_around = written.body.range().contains(place);
            is_around
                && inside
                    .is_some_and(|inside| hclx_diag::grow(|| is_in_swapped(&written.body, &inside, place)))
        })
}
