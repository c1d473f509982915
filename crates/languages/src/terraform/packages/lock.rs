//! Versions of providers selected by `.terraform.lock.hcl`.

use std::sync::Arc;

use hclx_diag::SourceId;
use hclx_syntax::ast::{ExprKind, Item, Root};

use super::{ProviderAddress, is_version};

/// The name of the file.
pub const LOCK_FILE: &str = ".terraform.lock.hcl";

/// The versions that a lock file selects; malformed entries are ignored.
pub fn locked_versions(bytes: &[u8]) -> Vec<(ProviderAddress, String)> {
    let tree = hclx_syntax::parse_body(SourceId(0), Arc::from(bytes)).tree;
    let Root::Body(root) = tree.root() else { return Vec::new() };
    let mut versions = Vec::new();
    for item in tree.slice(tree.body(root).items) {
        let Item::Block(block) = item else { continue };
        let block = tree.node(*block);
        let [label] = tree.slice(block.labels) else { continue };
        if tree.text(block.block_type.text) != "provider" {
            continue;
        }
        let Some(address) = ProviderAddress::parse(tree.text(label.text)) else { continue };
        let version = tree.slice(tree.body(block.body).items).iter().find_map(|item| match item {
            Item::Attribute(one) if tree.text(one.name.text) == "version" => {
                match tree.expr(one.value).kind {
                    ExprKind::String(text) => Some(tree.text(text).to_owned()),
                    _ => None,
                }
            }
            _ => None,
        });
        let version = version.filter(|version| is_version(version));
        versions.extend(version.map(|version| (address, version)));
    }
    versions
}

/// The entry of a provider in a lock file, as written.
pub fn lock_entry<'l>(bytes: &'l [u8], address: &ProviderAddress) -> Option<&'l [u8]> {
    let tree = hclx_syntax::parse_body(SourceId(0), Arc::from(bytes)).tree;
    let Root::Body(root) = tree.root() else { return None };
    let blocks = tree.slice(tree.body(root).items).iter().filter_map(|item| match item {
        Item::Block(block) => Some(tree.node(*block)),
        _ => None,
    });
    let is_meant = |block: &&hclx_syntax::ast::Block| match tree.slice(block.labels) {
        [label] if tree.text(block.block_type.text) == "provider" => {
            ProviderAddress::parse(tree.text(label.text)).as_ref() == Some(address)
        }
        _ => false,
    };
    let range = blocks.into_iter().find(is_meant)?.range;
    bytes.get(range.range())
}
