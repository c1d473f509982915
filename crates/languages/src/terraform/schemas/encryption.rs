//! The block `encryption` in OpenTofu's `terraform` block, as rows.
//!
//! Source of the rows: OpenTofu's "State and Plan Encryption", since 1.7.

use std::sync::Arc;

use hclx_core::Type;
use hclx_schema::{Attribute, Block, Body, Nested};

use super::attributes::{block, free, joined, newer, value};

/// The blocks that other blocks refer to; their types are the roots of the references.
pub(crate) const ROOTS: &[&str] = &["key_provider", "method"];

fn target(block: Block) -> Block {
    let fallback = Nested::new("fallback").body(Body::lazy(fallback)).single();
    block.attribute(value("method", Type::ANY)).nested(fallback)
}

block!(
    /// The encryption of state or a plan.
    enforceable,
    target(newer()).attribute(value("enforced", Type::BOOL))
);

block!(
    /// The fallback if the method does not work.
    fallback,
    target(newer())
);

fn texts(names: &[&'static str]) -> Vec<Attribute> {
    names.iter().map(|name| value(name, Type::STRING)).collect()
}

fn numbers(names: &[&'static str]) -> Vec<Attribute> {
    names.iter().map(|name| value(name, Type::NUMBER)).collect()
}

/// The types of key providers and methods with rows.
const KEY_PROVIDERS: [&str; 5] = ["pbkdf2", "aws_kms", "gcp_kms", "openbao", "external"];
const METHODS: [&str; 3] = ["aes_gcm", "external", "unencrypted"];

/// The schema of a key provider; cloud providers with many arguments accept anything.
fn key_provider(kind: &str) -> Option<Arc<Block>> {
    let block = match kind {
        "pbkdf2" => newer()
            .attributes_of(texts(&["passphrase", "hash_function"]))
            .attributes_of(numbers(&["key_length", "iterations", "salt_length"]))
            .attribute(value("chain", Type::ANY)),
        "aws_kms" => {
            let own = newer()
                .attributes_of(texts(&["kms_key_id", "key_spec"]).into_iter().map(Attribute::required))
                .attributes_of(texts(&["region", "profile", "access_key", "secret_key"]));
            joined(&own, &free())
        }
        "gcp_kms" => newer()
            .attribute(value("kms_encryption_key", Type::STRING).required())
            .attribute(value("key_length", Type::NUMBER).required())
            .attributes_of(texts(&["credentials", "access_token", "impersonate_service_account"]))
            .attribute(value("impersonate_service_account_delegates", Type::list(Type::STRING)))
            .attribute(value("additional_authenticated_data", Type::STRING)),
        "openbao" => newer()
            .attribute(value("key_name", Type::STRING).required())
            .attributes_of(texts(&["address", "token", "transit_engine_path", "associated_data"]))
            .attributes_of(numbers(&["key_length"])),
        "external" => newer().attribute(value("command", Type::list(Type::STRING)).required()),
        // `azure_vault`, and types of later versions.
        _ => return Some(free()),
    };
    Some(Arc::new(block.attributes_of(texts(&["encrypted_metadata_alias"]))))
}

/// The schema of a method.
fn method(kind: &str) -> Option<Arc<Block>> {
    let commands = ["encrypt_command", "decrypt_command"].map(|name| value(name, Type::list(Type::STRING)));
    let block = match kind {
        "aes_gcm" => {
            newer().attribute(value("keys", Type::ANY).required()).attribute(value("aad", Type::ANY))
        }
        "external" => {
            newer().attribute(value("keys", Type::ANY)).attributes_of(commands.map(Attribute::required))
        }
        "unencrypted" => newer(),
        _ => return Some(free()),
    };
    Some(Arc::new(block))
}

block!(
    /// The schema of `encryption`.
    encryption,
    newer()
        .nested(Nested::new("key_provider").labels(["type", "name"]).body(Body::by_label(0, key_provider).knowing(KEY_PROVIDERS)))
        .nested(Nested::new("method").labels(["type", "name"]).body(Body::by_label(0, method).knowing(METHODS)))
        .nested(Nested::new("state").body(enforceable()).single())
        .nested(Nested::new("plan").body(enforceable()).single())
        .nested(Nested::new("remote_state_data_sources").body(remote()).single())
);

block!(
    /// The schema for state that is read from other configurations.
    remote,
    newer()
        .nested(Nested::new("default").body(fallback()).single())
        .nested(Nested::new("remote_state_data_source").labels(["name"]).body(fallback()))
);

/// The block `encryption` of the `terraform` block.
pub(crate) fn nested() -> Nested {
    let made: Arc<Block> = encryption();
    Nested::new("encryption").body(made)
}
