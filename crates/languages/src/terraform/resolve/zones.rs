//! Parts of a block with other names in scope, and the settings of its `lifecycle`.

use hclx_diag::TextRange;
use hclx_schema::{Block, keyword};
use hclx_syntax::ast::ExprId;
use hclx_syntax::body::{AttributeView, BodyView};

use super::scope::Zone;
use crate::terraform::declare::declaration::BlockSource;
use crate::terraform::schemas;

/// The zones of a body: provisioners, connections and postconditions.
pub(crate) fn zones(view: &BodyView<'_>) -> Zones {
    let mut zones = Zones::new();
    // the data source in a check
    if view.mentions("data") {
        let blocks = view.sorted(schemas::check().prepared()).content.blocks.into_iter();
        zones.extend(blocks.filter(|one| one.block_type == "data").flat_map(|one| self::zones(&one.body)));
    }
    if !view.mentions_one_of(&["encryption", "provisioner", "connection", "lifecycle", "validation"]) {
        return zones;
    }
    if view.mentions("encryption") {
        encryptions(view, &mut zones);
    }
    for block in view.sorted(schemas::resource().prepared()).content.blocks {
        match block.block_type {
            "connection" => zones.push((block.body.range(), Zone::Provisioner)),
            "provisioner" => zones.push((block.body.range(), provisioner(&block.body))),
            "lifecycle" => postconditions(&block.body, &mut zones),
            _ => {}
        }
    }
    // The only block type in this schema is `validation`.
    for block in view.sorted(schemas::variable().prepared()).content.blocks {
        zones.push((block.body.range(), Zone::Validation));
    }
    zones
}

/// The arguments in a block's `lifecycle` that `meta` declares.
pub(crate) fn arguments<'w>(written: &'w BlockSource, meta: &Block) -> Vec<AttributeView<'w>> {
    let view = written.view();
    if !view.mentions("lifecycle") {
        return Vec::new();
    }
    let blocks = view.sorted(meta.prepared()).content.blocks.into_iter();
    blocks
        .filter(|block| block.block_type == "lifecycle")
        .flat_map(|block| block.body.just_attributes().0)
        .collect()
}

/// The value of an argument in a block's `lifecycle`.
pub(crate) fn argument(written: &BlockSource, meta: &Block, name: &str) -> Option<ExprId> {
    let view = written.view();
    if !view.mentions("lifecycle") {
        return None;
    }
    let blocks = view.sorted(meta.prepared()).content.blocks.into_iter();
    let lifecycles = blocks.filter(|block| block.block_type == "lifecycle");
    lifecycles
        .flat_map(|block| block.body.just_attributes().0)
        .find(|one| one.name == name)
        .map(|one| one.value)
}

fn postconditions(view: &BodyView<'_>, zones: &mut Vec<(TextRange, Zone)>) {
    let Some(nested) = schemas::resource().find_block("lifecycle").map(|nested| nested.body.fixed()) else {
        return;
    };
    for block in view.sorted(nested.prepared()).content.blocks {
        if block.block_type == "postcondition" {
            zones.push((block.body.range(), Zone::Postcondition));
        }
    }
}

/// The bodies of the postconditions of a resource.
pub(crate) fn postconditions_of(view: &BodyView<'_>) -> Vec<TextRange> {
    if !view.mentions("lifecycle") {
        return Vec::new();
    }
    zones(view).into_iter().filter(|(_, zone)| *zone == Zone::Postcondition).map(|(range, _)| range).collect()
}

fn provisioner(view: &BodyView<'_>) -> Zone {
    // All provisioners have `when`, so the schema of any provisioner finds it.
    let Some(block) = schemas::provisioner("local-exec") else { return Zone::Provisioner };
    let sorted = view.sorted(block.prepared());
    let when = sorted.content.attribute("when");
    let word = when.and_then(|when| keyword(view.tree(), view.source(), when.value));
    if word.as_deref() == Some("destroy") { Zone::Destroy } else { Zone::Provisioner }
}

/// A range and its zone.
pub(crate) type Zones = Vec<(TextRange, Zone)>;

/// Adds the zones of key providers and methods, which are in the `encryption` blocks of a `terraform` block.
fn encryptions(view: &BodyView<'_>, zones: &mut Zones) {
    for block in view.sorted(schemas::terraform().prepared()).content.blocks {
        if block.block_type == "encryption" {
            zones.push((block.body.range(), Zone::Encryption));
        }
    }
}
