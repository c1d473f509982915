//! Strings that a release is known to accept, for releases about which only names and types are known.
//!
//! A release that was derived from language bindings states no enumerations. Those of another release of the pack name
//! its values too, although it may accept more.

use std::sync::Arc;

use hclx_schema::{Block, Body, Nested};

use crate::terraform::packages::{Kind, Pack, Variant};

/// The body of a type in the newest release that the provider printed itself, if `release` was derived.
pub(super) fn source_of_values(
    pack: &Pack,
    release: usize,
    (kind, of_type): (Kind, &str),
) -> Option<Variant> {
    let releases = pack.releases();
    if !releases[release].is_derived {
        return None;
    }
    let position = releases.iter().rposition(|release| !release.is_derived)?;
    pack.variant(kind, of_type, position)
}

/// A body in which attributes without restrictions have the strings that another release accepts.
pub(super) fn with_values(block: Arc<Block>, stated: &Block) -> Arc<Block> {
    let has_values = |name: &str| {
        stated.find_attribute(name).is_some_and(|known| known.is_learned && !known.allowed.is_empty())
    };
    let mut changed = Block::clone(&block);
    for attribute in block.attributes().iter().filter(|attribute| has_values(&attribute.name)) {
        let known = stated.find_attribute(&attribute.name).filter(|_| attribute.allowed.is_empty());
        let Some(known) = known.filter(|known| known.ty == attribute.ty) else { continue };
        changed = changed.changed(&attribute.name, |mut attribute| {
            attribute.allowed = Arc::clone(&known.allowed);
            (attribute.is_learned, attribute.is_open) = (true, true);
            attribute
        });
    }
    for nested in block.blocks().iter().filter(|nested| nested.body.by().is_none()) {
        let Some(known) = stated.find_block(&nested.block_type) else { continue };
        let (own, known) = (nested.body.clone(), known.body.clone());
        let body = Body::lazy(move || with_values(own.fixed(), &known.fixed()));
        changed = changed.changed_block(&nested.block_type, |nested| Nested { body, ..nested });
    }
    Arc::new(changed)
}
