//! `encryption` in the `terraform` block of OpenTofu: key providers, methods, and what uses them.
//!
//! Source of the rules: OpenTofu's "State and Plan Encryption", since 1.7.

use std::sync::Arc;

use hclx_core::Type;
use hclx_diag::{Diagnostic, Ordered, Span, code_names as codes, nearest};
use hclx_schema::{Attribute, Block, Body, FilledBlock, FilledBody, Nested};
use hclx_syntax::body::BodyView;
use hclx_syntax::statics::{self, ReferenceKey};

use crate::terraform::declare::declaration::Written;
use crate::terraform::declare::module::Module;
use crate::terraform::resolve::scope::Zone;
use crate::terraform::schemas::{self, block, free, value};
use crate::terraform::values::instance::Zones;

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

fn texts(names: &[&'static str]) -> Vec<Attribute> {
    names.iter().map(|name| value(name, Type::STRING)).collect()
}

fn numbers(names: &[&'static str]) -> Vec<Attribute> {
    names.iter().map(|name| value(name, Type::NUMBER)).collect()
}

/// What a key provider may hold; anything where there are many arguments of a cloud.
fn key_provider(kind: &str) -> Option<Arc<Block>> {
    let block = match kind {
        "pbkdf2" => Block::new()
            .attributes_of(texts(&["passphrase", "hash_function"]))
            .attributes_of(numbers(&["key_length", "iterations", "salt_length"]))
            .attribute(value("chain", Type::ANY)),
        "aws_kms" => {
            let own = Block::new()
                .attributes_of(texts(&["kms_key_id", "key_spec"]).into_iter().map(Attribute::required))
                .attributes_of(texts(&["region", "profile", "access_key", "secret_key"]));
            schemas::joined(&own, &free())
        }
        "gcp_kms" => Block::new()
            .attribute(value("kms_encryption_key", Type::STRING).required())
            .attribute(value("key_length", Type::NUMBER).required())
            .attributes_of(texts(&["credentials", "access_token", "impersonate_service_account"]))
            .attribute(value("impersonate_service_account_delegates", Type::list(Type::STRING)))
            .attribute(value("additional_authenticated_data", Type::STRING)),
        "openbao" => Block::new()
            .attribute(value("key_name", Type::STRING).required())
            .attributes_of(texts(&["address", "token", "transit_engine_path", "associated_data"]))
            .attributes_of(numbers(&["key_length"])),
        "external" => Block::new().attribute(value("command", Type::list(Type::STRING)).required()),
        _ => return Some(free()),
    };
    Some(Arc::new(block.attributes_of(texts(&["encrypted_metadata_alias"]))))
}

/// What a method may hold.
fn method(kind: &str) -> Option<Arc<Block>> {
    let commands = ["encrypt_command", "decrypt_command"].map(|name| value(name, Type::list(Type::STRING)));
    let block = match kind {
        "aes_gcm" => {
            Block::new().attribute(value("keys", Type::ANY).required()).attribute(value("aad", Type::ANY))
        }
        "external" => {
            Block::new().attribute(value("keys", Type::ANY)).attributes_of(commands.map(Attribute::required))
        }
        "unencrypted" => Block::new(),
        _ => return Some(free()),
    };
    Some(Arc::new(block))
}

block!(
    /// `encryption`.
    encryption,
    Block::new()
        .nested(Nested::new("key_provider").labels(["type", "name"]).body(Body::by_label(0, key_provider)))
        .nested(Nested::new("method").labels(["type", "name"]).body(Body::by_label(0, method)))
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

/// What is wrong with key providers and methods by themselves. What the environment says of them (`TF_ENCRYPTION`) may
/// replace what is written, so only two of one name are certainly wrong.
pub(crate) fn judge(written: &Written, encryption: &FilledBody<'_>, findings: &mut Vec<Diagnostic>) {
    let mut seen: Ordered<(&str, &str, &str), Span> = Ordered::new();
    for block in &encryption.blocks {
        let [of_type, name] = block.view.labels.as_slice() else { continue };
        let place = written.span(block.view.def_range);
        let key = (block.view.block_type, of_type.text, name.text);
        if let Some(first) = seen.get(&key) {
            let message = format!("`{}.{}.{}` is declared twice", key.0, key.1, key.2);
            let finding = Diagnostic::error(codes::DECLARED_TWICE, place, message);
            findings.push(finding.also(*first, "it is declared here first"));
            continue;
        }
        seen.insert(key, place);
        let (what, known) = match block.view.block_type {
            "method" => ("method", METHODS),
            "key_provider" => ("key provider", KEY_PROVIDERS),
            _ => continue,
        };
        if !known.contains(&of_type.text) {
            let message = format!("no version of OpenTofu up to 1.13 has the {what} `{}`", of_type.text);
            let finding = Diagnostic::warning(codes::VALUE_NOT_ALLOWED, written.span(of_type.range), message);
            findings.push(match nearest(of_type.text, known.iter().copied()) {
                Some(near) => finding.help(format!("did you mean `{near}`?")),
                None => finding,
            });
        }
        if block.view.block_type == "key_provider" && of_type.text == "pbkdf2" {
            passphrase(written, block, findings);
        }
    }
    for target in encryption.blocks.iter().filter(|one| ["state", "plan"].contains(&one.view.block_type)) {
        forbidden(written, target, findings);
    }
}

/// A passphrase that is given twice, or is too short.
fn passphrase(written: &Written, block: &FilledBlock<'_>, findings: &mut Vec<Diagnostic>) {
    let Some(passphrase) = block.body.attribute("passphrase").filter(|one| one.good) else { return };
    let place = written.expr_span(passphrase.view.value);
    if let Some(chain) = block.body.attribute("chain") {
        let message = "`passphrase` and `chain` exclude each other";
        let finding = Diagnostic::warning(codes::EXCLUSIVE, written.span(chain.view.name_range), message)
            .also(written.span(passphrase.view.name_range), "`passphrase` is set here");
        findings.push(finding.help("keep one of them"));
    }
    let value = passphrase.value.clone().unmark_deep().0;
    if value.as_str().is_some_and(|text| text.len() < LEAST_PASSPHRASE) {
        let message = format!("a passphrase must have at least {LEAST_PASSPHRASE} bytes");
        findings.push(Diagnostic::warning(codes::VALUE_NOT_ALLOWED, place, message));
    }
}

/// An enforced target whose method does not encrypt.
fn forbidden(written: &Written, target: &FilledBlock<'_>, findings: &mut Vec<Diagnostic>) {
    let Some(enforced) = target.body.attribute("enforced") else { return };
    if !enforced.good || enforced.value.as_bool() != Some(true) {
        return;
    }
    let mut left = vec![&target.body];
    while let Some(body) = left.pop() {
        left.extend(body.blocks("fallback").map(|one| &one.body));
        let Some(method) = body.attribute("method") else { continue };
        let place = written.expr_span(method.view.value);
        let reference = statics::as_reference(&written.parsed.tree, written.source, method.view.value);
        let is_unencrypted = reference.is_some_and(|one| {
            let of_type = one.steps.first().map(|step| &step.kind);
            one.root == "method"
                && matches!(of_type, Some(ReferenceKey::Attr(name)) if *name == "unencrypted")
        });
        if is_unencrypted {
            let message = "this method does not encrypt, but encryption is enforced";
            let finding = Diagnostic::warning(codes::EXCLUSIVE, place, message);
            let enforced = written.span(enforced.view.name_range);
            findings.push(finding.also(enforced, "it is enforced here").help("remove one of the two"));
        }
    }
}

/// The types of methods that OpenTofu has.
const METHODS: &[&str] = &["aes_gcm", "external", "unencrypted"];

/// The types of key providers that it has.
const KEY_PROVIDERS: &[&str] = &["pbkdf2", "aws_kms", "gcp_kms", "azure_vault", "openbao", "external"];

/// Minimum number of bytes of a passphrase.
const LEAST_PASSPHRASE: usize = 16;

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
