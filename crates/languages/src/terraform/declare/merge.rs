//! Override files, whose blocks change declarations of other files.
//!
//! Source of the rules: Terraform's "Override Files".

use std::sync::Arc;

use hclx_diag::{Diagnostic, Span, Zone, code_names as codes, nearest};
use hclx_schema::Block;
use hclx_syntax::ast::Item;

use super::declaration::{BlockSource, Declaration};
use super::module::{Module, header};
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;

/// Merges a block of an override file into the declaration that it overrides.
pub(crate) fn merge(module: &mut Module, declaration: &Declaration) {
    if declaration.kind == Kind::Check {
        let message = "a check cannot be overridden";
        module.findings.push(Diagnostic::error(codes::OVERRIDES_NOTHING, header(declaration), message));
        return;
    }
    module.findings.extend(refused(declaration));
    let Some(node) = declaration.find_in(&module.names) else {
        // a default provider configuration without arguments need not be declared
        if declaration.kind == Kind::Provider && !declaration.name.contains('.') {
            return;
        }
        let finding = missing(module, declaration);
        module.findings.push(finding);
        return;
    };
    let base = module.declarations[node.index()].change();
    let written = Arc::clone(&declaration.written);
    if declaration.kind == Kind::Local {
        // a local value has no arguments to merge: the override replaces the expression
        base.written = written;
        base.expr = declaration.expr;
        base.mentions = declaration.mentions.clone();
    } else {
        base.overrides.push(written);
        // replaced parts are not evaluated
        base.mentions = None;
    }
}

fn missing(module: &Module, declaration: &Declaration) -> Diagnostic {
    let address = declaration.address();
    let message = format!("unknown {} `{address}` in an override", declaration.kind.noun());
    let finding = Diagnostic::error(codes::OVERRIDES_NOTHING, header(declaration), message)
        .label("no regular file of the module declares it");
    let names = module.of_kind(declaration.kind).map(|one| &*one.name);
    finding.meant_or(nearest(&declaration.name, names), "declare it in a regular file")
}

/// The error about a block that cannot be an override.
fn refused(declaration: &Declaration) -> Option<Diagnostic> {
    let block = match declaration.kind {
        Kind::Variable => schemas::variable(),
        Kind::Output => schemas::output(),
        Kind::Module => schemas::module(),
        Kind::Resource => schemas::resource(),
        Kind::Data | Kind::Ephemeral => schemas::data(),
        _ => return None,
    };
    // Terraform rejects conditions in overrides, because it is unclear whether they add to others or replace them
    if let Some(condition) = condition(declaration, &block) {
        let message = "conditions are not allowed in an override";
        let finding = Diagnostic::error(codes::OVERRIDES_NOTHING, condition, message);
        return Some(finding.help("move the condition to the block itself"));
    }
    block.find_attribute("depends_on")?;
    let attribute = declaration.written.attribute(&block, "depends_on")?;
    let message = "an override cannot change `depends_on`";
    let place = declaration.written.span(attribute.name_range);
    Some(Diagnostic::error(codes::OVERRIDES_NOTHING, place, message).help("move it to the block itself"))
}

/// The place of a condition in an override of a variable, output or resource.
fn condition(declaration: &Declaration, block: &Block) -> Option<Span> {
    let is_condition = |name: &str| matches!(name, "precondition" | "postcondition" | "validation");
    let written = &declaration.written;
    for found in written.view().sorted(block.prepared()).content.blocks {
        if is_condition(found.block_type) {
            return Some(written.span(found.def_range));
        }
        if found.block_type == "lifecycle"
            && let Some(nested) = block.find_block("lifecycle")
        {
            let inner = found.body.sorted(nested.body.fixed().prepared()).content.blocks;
            if let Some(condition) = inner.into_iter().find(|one| is_condition(one.block_type)) {
                return Some(written.span(condition.def_range));
            }
        }
    }
    None
}

/// Returns `true` for findings about unexpected attributes or blocks.
fn is_of_no_name(finding: &Diagnostic) -> bool {
    finding.code.is_unexpected_item()
}

/// The attributes and blocks that Terraform evaluates before it merges blocks.
const READ_AT_ONCE: &[&str] =
    &["alias", "depends_on", "dynamic", "lifecycle", "provider", "providers", "source", "version"];

/// The argument of `lifecycle` that Terraform checks after merging.
const IGNORED: &str = "ignore_changes";

/// Attributes and blocks that an override replaces, each with the place of the replacement.
pub(crate) fn replaced(declaration: &Declaration) -> Vec<(Span, Span)> {
    let replaces = |name: &str| match declaration.kind {
        Kind::Output => name == "value",
        Kind::Module | Kind::Provider | Kind::Resource | Kind::Data | Kind::Ephemeral => {
            !READ_AT_ONCE.contains(&name)
        }
        _ => false,
    };
    let (mut kept, mut replaced) = (Vec::new(), Vec::new());
    if declaration.overrides.is_empty() {
        return replaced;
    }
    for written in std::iter::once(&declaration.written).chain(&declaration.overrides) {
        // An override also replaces parts that an earlier override sets.
        let parts = parts(written);
        kept.retain(|(name, place)| match parts.iter().find(|(other, _)| other == name) {
            Some((_, by)) => {
                replaced.push((*place, *by));
                false
            }
            None => true,
        });
        kept.extend(parts.into_iter().filter(|(name, _)| replaces(name)));
    }
    replaced
}

/// Names and places of attributes and blocks; for a `dynamic` block, the name of the blocks that it generates.
fn parts(written: &BlockSource) -> Vec<(&str, Span)> {
    let view = written.view();
    let Some(body) = view.native_id() else {
        // In JSON, a property is replaced as a whole, whether it is an attribute or blocks.
        let properties = view.properties().0;
        return properties.into_iter().map(|one| (one.name, written.span(one.range))).collect();
    };
    let tree = &*written.parsed.tree;
    let mut parts = Vec::new();
    for item in tree.slice(tree.body(body).items) {
        let block = match item {
            Item::Block(block) => tree.node(*block),
            Item::Attribute(one) => {
                parts.push((tree.text(one.name.text), written.span(one.range)));
                continue;
            }
        };
        let name = match (tree.text(block.block_type.text), tree.slice(block.labels)) {
            // Terraform replaces all blocks of a type together, including those generated by `dynamic`
            ("dynamic", [label, ..]) => tree.text(label.text),
            (name, _) => name,
        };
        parts.push((name, written.span(block.range)));
        // each argument of `lifecycle` is overridden separately
        let inner = tree.slice(tree.body(block.body).items).iter().filter(|_| name == "lifecycle");
        parts.extend(inner.filter_map(|item| match item {
            Item::Attribute(one) if tree.is_text(one.name.text, IGNORED) => {
                Some((IGNORED, written.span(one.range)))
            }
            _ => None,
        }));
    }
    parts
}

/// The schema for the block of a declaration. If it is overridden, unknown names are ignored, because Terraform drops
/// them when it merges blocks.
pub(crate) fn body_of(declaration: &Declaration, block: &Arc<Block>) -> Arc<Block> {
    match declaration.overrides.is_empty() {
        true => Arc::clone(block),
        false => Arc::new(Block::clone(block).merged("it is ignored because an override changes the block")),
    }
}

/// The parts of a declaration that an override replaces.
pub(crate) fn zones(declaration: &Declaration) -> Vec<Zone> {
    let zone = |(place, by): (Span, Span)| {
        let zone = Zone::lenient(place).only(|finding| is_of_merged(finding) && !is_required(finding));
        // an edit or advice would fix code that never runs; the place of the replacement is more useful
        zone.by(by, "this replaces it").only_help("remove it: it is never evaluated")
    };
    replaced(declaration).into_iter().map(zone).collect()
}

/// Returns `true` for a finding about an unexpected name that is meant to be a missing item. Its label names this item,
/// which the overridden block must then contain.
fn is_required(finding: &Diagnostic) -> bool {
    finding.label.is_some() && is_of_no_name(finding)
}

/// Returns `true` if a finding is an error about a part that Terraform only checks after merging.
fn is_of_merged(finding: &Diagnostic) -> bool {
    let at_once = [codes::STATIC_EXPRESSION, codes::VALUE_NOT_ALLOWED];
    finding.is_error() && !at_once.contains(&finding.code)
}
