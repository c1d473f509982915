//! Reserved blocks and arguments.

use hclx_diag::{Batch, Diagnostic, Ordered, OrderedSet, TextRange, code_names as codes};
use hclx_schema::Block;
use hclx_syntax::ast::{Item, Tree};
use hclx_syntax::body::BodyView;

use crate::terraform::declare::declaration::{BlockSource, Declaration};
use crate::terraform::schemas::kind::Kind;
use crate::terraform::schemas::{self, PROVIDER_ARGUMENTS, PROVIDER_BLOCKS};
use crate::terraform::values::instance::Instance;
use crate::terraform::values::rule::{EvaluatedBlock, Rule};

/// Reports reserved blocks and arguments.
pub(crate) struct ReservedRule;

impl Rule for ReservedRule {
    fn declaration(&self, instance: &mut Instance<'_>, declaration: &Declaration, _: &Block) {
        let kind = declaration.kind;
        if kind == Kind::Provider || kind == Kind::Module && !instance.inputs.is_call {
            instance.findings.extend(blocks(&declaration.written, kind));
        }
    }

    fn amended(&self, instance: &mut Instance<'_>, judged: &EvaluatedBlock<'_>, batch: Batch) -> Batch {
        let declaration = judged.declaration;
        if instance.inputs.is_call || declaration.kind == Kind::Module {
            return batch;
        }
        // With a known schema, one of the two forms is already reported as unexpected.
        let batch = if judged.is_known { batch } else { batch.and(both_forms(&declaration.written)) };
        let is_said = |one: &Diagnostic| batch.iter().any(|said| said.span == one.span);
        let fresh: Vec<Diagnostic> =
            blocks(&declaration.written, declaration.kind).into_iter().filter(|one| !is_said(one)).collect();
        batch.and(fresh)
    }
}

/// Checks the blocks of a body whose contents are defined by a provider or a module.
pub(crate) fn blocks(written: &BlockSource, kind: Kind) -> Vec<Diagnostic> {
    let names: &[&str] = match kind {
        Kind::Resource => &["locals"],
        Kind::Data | Kind::Ephemeral => &["locals", "provisioner", "connection"],
        Kind::Provider => PROVIDER_BLOCKS,
        _ => &[],
    };
    let arguments: &[&str] = match kind {
        Kind::Provider => PROVIDER_ARGUMENTS,
        _ => &[],
    };
    let mut findings = Vec::new();
    let mut escapes = Vec::new();
    let mut outside: OrderedSet<&str> = OrderedSet::new();
    for (name, range, is_block) in items(&written.view()) {
        let kept = if is_block { names } else { arguments };
        if kept.contains(&name) {
            let what = if is_block { "blocks" } else { "arguments" };
            let message = format!("{what} `{name}` are reserved for a future version");
            findings.push(Diagnostic::error(codes::RESERVED_NAME, written.span(range), message));
        }
        if is_block && name == schemas::ESCAPE {
            escapes.push(range);
        } else if !is_block {
            outside.insert(name);
        }
    }
    if !escapes.is_empty() {
        findings.extend(given_twice(written, kind, &outside));
    }
    if kind == Kind::Module {
        findings.extend(lifecycle_of_call(written));
    }
    if let [first, second, ..] = escapes.as_slice() {
        let message = "expected at most 1 `_` block";
        let finding = Diagnostic::error(codes::BLOCK_COUNT, written.span(*second), message)
            .also(written.span(*first), "first set here");
        findings.push(finding);
    }
    findings
}

/// Reports arguments that are set both in a `_` block and outside of it. Language arguments have a different meaning
/// there.
fn given_twice(written: &BlockSource, kind: Kind, outside: &OrderedSet<&str>) -> Vec<Diagnostic> {
    let meta = match kind {
        Kind::Resource => schemas::resource(),
        Kind::Data | Kind::Ephemeral => schemas::data(),
        Kind::Module => schemas::module(),
        _ => return Vec::new(),
    };
    let view = written.view();
    let blocks = view.sorted(meta.prepared()).content.blocks;
    let Some(escape) = blocks.iter().find(|one| one.block_type == schemas::ESCAPE) else { return Vec::new() };
    let inside = items(&escape.body).filter(|(name, _, is_block)| {
        !is_block && outside.contains(name) && meta.find_attribute(name).is_none()
    });
    let told = |(name, range, _): (&str, TextRange, bool)| {
        let message = format!("`{name}` is also set outside this block");
        Diagnostic::error(codes::DUPLICATE_ATTRIBUTE, written.span(range), message).help("remove one of them")
    };
    inside.map(told).collect()
}

/// Checks the lifecycle of a call: OpenTofu allows one argument in it, and Terraform does not support the block.
fn lifecycle_of_call(written: &BlockSource) -> Option<Diagnostic> {
    let view = written.view();
    if !view.mentions("lifecycle") {
        return None;
    }
    let block = schemas::module();
    let blocks = view.sorted(block.prepared()).content.blocks;
    let found = blocks.iter().find(|one| one.block_type == "lifecycle")?;
    let is_enabled = |(name, _, is_block): (&str, _, bool)| name == "enabled" && !is_block;
    if items(&found.body).any(is_enabled) || found.body.native_id().is_none() {
        return None;
    }
    let place = written.span(found.def_range);
    let finding =
        Diagnostic::error(codes::RESERVED_NAME, place, "`lifecycle` is not allowed in a module call");
    Some(finding.help("move it to the resources of the module"))
}

/// Reports a name that is both an attribute and a block of one body, which no schema allows.
pub(crate) fn both_forms(written: &BlockSource) -> Option<Diagnostic> {
    let view = written.view();
    let mut blocks = items(&view).filter(|(.., is_block)| *is_block).peekable();
    blocks.peek()?;
    let mut attributes: Ordered<&str, TextRange> = Ordered::new();
    for (name, range, _) in items(&view).filter(|(.., is_block)| !is_block) {
        attributes.or_insert(name, range);
    }
    let (name, block, attribute) =
        blocks.find_map(|(name, range, _)| Some((name, range, *attributes.get(name)?)))?;
    let message = format!("`{name}` is used both as an attribute and as a block");
    let (earlier, later) = (attribute.min(block), attribute.max(block));
    let finding = Diagnostic::error(codes::EXCLUSIVE, written.span(later), message);
    Some(finding.also(written.span(earlier), "the other is here"))
}

/// The names of the items in a native body, with their places, and `true` for blocks.
fn items<'t>(view: &BodyView<'t>) -> impl Iterator<Item = (&'t str, TextRange, bool)> {
    let tree: &Tree = view.tree();
    let items = view.native_id().map(|body| tree.slice(tree.body(body).items));
    items.unwrap_or_default().iter().map(|item| match item {
        Item::Attribute(attribute) => (tree.text(attribute.name.text), attribute.name.range, false),
        Item::Block(block) => {
            let name = tree.node(*block).block_type;
            (tree.text(name.text), name.range, true)
        }
    })
}
