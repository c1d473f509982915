//! Versions of providers selected by `.terraform.lock.hcl`.

use std::sync::Arc;

use hclx_diag::SourceId;
use hclx_syntax::ast::{ExprKind, Item, Root};

use super::ProviderAddress;

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
        versions.extend(version.map(|version| (address, version)));
    }
    versions
}
