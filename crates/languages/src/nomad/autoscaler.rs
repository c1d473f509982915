//! The policy of a `scaling` block, which Nomad stores for the Autoscaler.

use std::sync::Arc;

use hclx_core::Type;
use hclx_schema::{Attribute, Block, Nested, Unknown};

use crate::tables::NOMAD_AUTOSCALER;

/// The schema of `scaling`, whose `policy` accepts the names in the Autoscaler's table.
pub(super) fn with_policy(scaling: Block) -> Block {
    scaling.changed_block("policy", |policy| {
        let table = &NOMAD_AUTOSCALER.table().root;
        let known = table.find_block("scaling").map(|scaling| scaling.body.fixed());
        match known.as_ref().and_then(|scaling| scaling.find_block("policy")) {
            Some(known) => policy.holding(with_any(&known.body.fixed())),
            None => policy,
        }
    })
}

/// A copy of a body that accepts any name, because Nomad stores what another program reads.
fn with_any(known: &Block) -> Block {
    let mut open = Block::new().unknown(Unknown::Free);
    open.any_attribute = Some(Attribute::new("", Type::ANY));
    open.any_block = Some(Nested { dynamic: true, ..Nested::new("") });
    for attribute in known.attributes() {
        open.push_attribute(Attribute::new(Arc::clone(&attribute.name), Type::ANY));
    }
    for nested in known.blocks() {
        let inner = Nested::new(Arc::clone(&nested.block_type)).labels(nested.labels.iter().cloned());
        let inner = Nested { optional_labels: nested.labels.len(), dynamic: true, ..inner };
        open.push_nested(inner.holding(with_any(&nested.body.fixed())));
    }
    open
}
