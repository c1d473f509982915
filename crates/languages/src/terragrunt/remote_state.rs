//! The settings of `remote_state`: those of a Terraform backend, and Terragrunt's own.

use hclx_diag::{Diagnostic, code_names as codes, nearest};
use hclx_schema::FilledBody;
use hclx_syntax::statics;

use crate::terraform::backend;

/// The keys of `config` that only Terragrunt reads, to create the storage for the state.
const OWN: &[&str] = &[
    "accesslogging_bucket_name",
    "accesslogging_bucket_tags",
    "accesslogging_target_object_partition_date_source",
    "accesslogging_target_prefix",
    "bucket_sse_algorithm",
    "bucket_sse_kms_key_id",
    "disable_aws_client_checksums",
    "disable_bucket_update",
    "dynamodb_table_tags",
    "enable_bucket_policy_only",
    "enable_lock_table_ssencryption",
    "gcs_bucket_labels",
    "location",
    "lock_table",
    "project",
    "s3_bucket_tags",
    "skip_accesslogging_bucket_acl",
    "skip_accesslogging_bucket_enforced_tls",
    "skip_accesslogging_bucket_public_access_blocking",
    "skip_accesslogging_bucket_ssencryption",
    "skip_bucket_accesslogging",
    "skip_bucket_creation",
    "skip_bucket_enforced_tls",
    "skip_bucket_public_access_blocking",
    "skip_bucket_root_access",
    "skip_bucket_ssencryption",
    "skip_bucket_versioning",
];

/// Reports misspelled keys of `config`.
pub(super) fn check(body: &FilledBody<'_>, found: &mut Vec<Diagnostic>) {
    for block in body.blocks("remote_state") {
        let text = |name: &str| block.body.attribute(name).and_then(|attribute| attribute.value.as_str());
        let (Some(name), Some(config)) = (text("backend"), block.body.attribute("config")) else { continue };
        let schema = backend(name);
        let blocks = schema.blocks().iter().map(|nested| &*nested.block_type);
        let known: Vec<&str> = schema.attributes().iter().map(|known| &*known.name).chain(blocks).collect();
        let (tree, source) = (block.body.view.tree(), block.body.view.source());
        for item in statics::as_map(tree, config.view.value).unwrap_or_default() {
            let Some(key) = hclx_module::literal_key(tree, item).filter(|key| !OWN.contains(key)) else {
                continue;
            };
            // other keys may belong to another release
            let near = nearest(key, known.iter().copied().chain(OWN.iter().copied()));
            if let Some(near) = near.filter(|_| !known.contains(&key)) {
                let place = tree.expr(item.key).range.in_source(source);
                let message = format!("unexpected argument `{key}` for backend `{name}`");
                let finding = Diagnostic::warning(codes::UNSUPPORTED_ATTRIBUTE, place, message);
                found.push(finding.perhaps_meant_at(place, Some(near)));
            }
        }
    }
}
