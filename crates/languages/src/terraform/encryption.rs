//! `encryption` in the `terraform` block of OpenTofu: key providers, methods, and what uses them.
//!
//! Source of the rules: OpenTofu's "State and Plan Encryption", since 1.7.

use std::sync::Arc;

use hclx_core::Type;
use hclx_diag::{Diagnostic, Span, code_names as codes, nearest};
use hclx_schema::{Block, Body, Nested};
use hclx_syntax::body::BodyView;

use super::instance::Zones;
use super::module::Module;
use super::schemas::{self, block, free, value};
use super::scope::Zone;

/// The blocks that others refer to; their types are the roots of references to them.
pub(crate) const ROOTS: &[&str] = &["key_provider", "method"];

fn target(block: Block) -> Block {
    let fallback = Nested::new("fallback").body(Body::lazy(fallback)).single();
    block.attribute(value("method", Type::ANY)).nested(fallback)
}

block!(
    /// What state or a plan is encrypted with.
    enforceable,
    target(Block::new()).attribute(value("enforced", Type::BOOL))
);

block!(
    /// What is read if the method does not fit.
    fallback,
    target(Block::new())
);

block!(
    /// `encryption`.
    encryption,
    Block::new()
        .nested(Nested::new("key_provider").labels(["type", "name"]).body(free()))
        .nested(Nested::new("method").labels(["type", "name"]).body(free()))
        .nested(Nested::new("state").body(enforceable()).single())
        .nested(Nested::new("plan").body(enforceable()).single())
        .nested(Nested::new("remote_state_data_sources").body(remote()).single())
);

block!(
    /// States of others that are read.
    remote,
    Block::new()
        .nested(Nested::new("default").body(fallback()).single())
        .nested(Nested::new("remote_state_data_source").labels(["name"]).body(fallback()))
);

/// Where key providers and methods are in scope: in the blocks `encryption` of a `terraform` block.
pub(crate) fn zones(view: &BodyView<'_>, zones: &mut Zones) {
    for block in view.sorted(schemas::terraform().prepared()).content.blocks {
        if block.block_type == "encryption" {
            zones.push((block.body.range(), Zone::Encryption));
        }
    }
}

/// A reference `key_provider.TYPE.NAME` or `method.TYPE.NAME` to what no block declares.
pub(crate) fn unknown(
    module: &Module,
    root: &str,
    of_type: &str,
    name: &str,
    at: Span,
) -> Option<Diagnostic> {
    let declared = declared(module, root);
    let wanted = format!("{of_type}.{name}");
    if declared.contains(&wanted) || module.may_be_torn(name) {
        return None;
    }
    let what = if root == "method" { "method" } else { "key provider" };
    let finding = Diagnostic::error(codes::UNKNOWN_NAME, at, format!("there is no {what} `{root}.{wanted}`"));
    Some(match nearest(&wanted, declared.iter().map(String::as_str)) {
        Some(near) => finding.help(format!("did you mean `{root}.{near}`?")),
        None => finding.help(format!("declare it: `{root} \"{of_type}\" \"{name}\" {{ … }}`")),
    })
}

/// The blocks of a type, as `TYPE.NAME`.
fn declared(module: &Module, block_type: &str) -> Vec<String> {
    let mut found = Vec::new();
    for written in module.others.iter().filter(|one| &*one.block_type == "terraform") {
        for outer in written.view().sorted(schemas::terraform().prepared()).content.blocks {
            if outer.block_type != "encryption" {
                continue;
            }
            let inner = outer.body.sorted(encryption().prepared()).content.blocks;
            let of_type = inner.iter().filter(|one| one.block_type == block_type);
            found.extend(of_type.filter_map(|one| match one.labels.as_slice() {
                [of_type, name] => Some(format!("{}.{}", of_type.text, name.text)),
                _ => None,
            }));
        }
    }
    found
}

/// The block `encryption` of the `terraform` block.
pub(crate) fn nested() -> Nested {
    let made: Arc<Block> = encryption();
    Nested::new("encryption").body(made)
}
