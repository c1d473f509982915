//! The blocks of the language itself, as rows: their contents, and how their expressions are evaluated.
//!
//! Source of the rules: Terraform's language reference. Out of scope: arguments of providers, backends and modules.

use std::sync::{Arc, OnceLock};

use hclx_core::Type;
use hclx_schema::{Attribute, Block, Body, ExprMode, Nested, Unknown};

use super::attributes::{
    address, any_block, block, conditions, free, joined, keyword, literal, open_for, reference, references,
    value,
};
use super::kind::Kind;
use crate::terraform::packages;

block!(
    /// The schema of a module file.
    module_file,
    Block::new()
        .nested(Nested::new("terraform"))
        .nested(Nested::new("language"))
        // Not allowed at the root of a file. It is in the schema for a better message, as in Terraform.
        .nested(Nested::new("required_providers"))
        .nested(Nested::new("variable").labels(["name"]))
        .nested(Nested::new("output").labels(["name"]))
        .nested(Nested::new("locals"))
        .nested(Nested::new("module").labels(["name"]))
        .nested(Nested::new("provider").labels(["name"]))
        .nested(Nested::new("resource").labels(["type", "name"]))
        .nested(Nested::new("data").labels(["type", "name"]))
        .nested(Nested::new("ephemeral").labels(["type", "name"]))
        .nested(Nested::new("action").labels(["type", "name"]))
        .nested(Nested::new("moved"))
        .nested(Nested::new("import"))
        .nested(Nested::new("removed"))
        .nested(Nested::new("check").labels(["name"]))
);

/// A function that returns a body.
type Make = fn() -> Arc<Block>;

/// The block types of a module file with their bodies. Those of resources, data sources, actions and modules contain
/// only the language's own arguments.
pub(crate) fn module_blocks() -> Arc<Block> {
    static MADE: OnceLock<Arc<Block>> = OnceLock::new();
    let bodies: [(&str, Make); 14] = [
        ("terraform", terraform),
        ("language", language),
        ("required_providers", || Arc::new(any_opaque())),
        ("variable", variable),
        ("output", output),
        ("locals", free_attributes),
        ("module", module),
        ("provider", provider),
        ("ephemeral", data),
        ("action", action),
        ("moved", moved),
        ("import", import),
        ("removed", removed),
        ("check", check),
    ];
    let make = || {
        let with_body = |file: Block, (block_type, body): (&str, Make)| {
            file.changed_block(block_type, |nested| nested.body(body()))
        };
        let file = bodies.into_iter().fold(Block::new().with(&module_file()), with_body);
        let of_type = |own: fn(&str) -> Option<Arc<Block>>, known: &'static str, meta: Make| {
            Body::by_label(0, move |kind| Some(own(kind).unwrap_or_else(meta))).knowing([known])
        };
        let managed = of_type(|kind| built_in(Kind::Resource, kind), "terraform_data", resource);
        let read = of_type(|kind| built_in(Kind::Data, kind), "terraform_remote_state", data);
        let file = file.changed_block("resource", |nested| nested.body(managed));
        Arc::new(file.changed_block("data", |nested| nested.body(read)))
    };
    Arc::clone(MADE.get_or_init(make))
}

block!(
    /// The schema of `locals`.
    free_attributes,
    open_for(Some(Attribute::new("", Type::ANY)), None)
);

/// The schema of a type of Terraform's built-in provider.
pub(crate) fn built_in(kind: Kind, of_type: &str) -> Option<Arc<Block>> {
    match (kind, of_type) {
        (Kind::Resource, "terraform_data") => Some(joined_data()),
        (Kind::Data, "terraform_remote_state") => Some(joined_state()),
        _ => None,
    }
}

/// The types that are built into the language.
pub(crate) const fn built_in_types(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Resource => &["terraform_data"],
        Kind::Data => &["terraform_remote_state"],
        _ => &[],
    }
}

block!(
    /// `terraform_data` with the language's own arguments.
    joined_data,
    joined(&resource(), &terraform_data())
);

block!(
    /// `terraform_remote_state` with the language's own arguments.
    joined_state,
    joined(&data(), &terraform_remote_state())
);

block!(
    /// The schema of a query file.
    query_file,
    Block::new()
        .nested(Nested::new("list").labels(["type", "name"]))
        .nested(Nested::new("provider").labels(["name"]))
        .nested(Nested::new("variable").labels(["name"]))
        .nested(Nested::new("locals"))
);

block!(
    /// The schema of `list` in a query file.
    list,
    Block::new()
        .attribute(reference("provider").required())
        .attribute(value("count", Type::ANY))
        .attribute(value("for_each", Type::ANY))
        .attribute(value("include_resource", Type::BOOL))
        .attribute(value("limit", Type::NUMBER).between(0, i64::MAX))
        .nested(Nested::new("config").body(free()).single())
);

block!(
    /// The schema of `terraform`.
    terraform,
    Block::new()
        .attribute(literal("required_version", Type::STRING))
        // Unquoted names, which `rules::settings` reads.
        .attribute(Attribute::new("experiments", Type::ANY).reading(ExprMode::Opaque))
        // Terraform reserves `language` for editions; this is the only one so far.
        .attribute(keyword("language", &["TF2021"]))
        .nested(
            Nested::new("backend")
                .labels(["type"])
                .body(super::backends::body())
                .single(),
        )
        .nested(Nested::new("cloud").body(super::backends::cloud()).single())
        .nested(Nested::new("required_providers").holding(any_opaque()).single())
        .nested(Nested::new("provider_meta").labels(["name"]).holding(constants()))
        .nested(Nested::new("state_store").labels(["type"]).body(free()).single())
        .nested(crate::terraform::schemas::encryption::nested())
);

block!(
    /// The schema of OpenTofu's `language`, which declares the compatibility of a module. Other programs add
    /// their own arguments.
    language,
    Block::new()
        .attribute(Attribute::new("edition", Type::ANY).reading(ExprMode::Opaque))
        .attribute(Attribute::new("experiments", Type::ANY).reading(ExprMode::Opaque))
        .nested(Nested::new("compatible_with").holding(any_opaque()))
);

block!(
    /// The schema of `variable`.
    variable,
    Block::new()
        .attribute(literal("description", Type::STRING))
        // Evaluated with the type when the module is read (`declare::variable`), not with the body.
        .attribute(Attribute::new("default", Type::ANY).reading(ExprMode::Opaque))
        .attribute(Attribute::new("type", Type::ANY).reading(ExprMode::TypeExpression))
        .attribute(literal("sensitive", Type::BOOL))
        .attribute(literal("nullable", Type::BOOL))
        .attribute(literal("ephemeral", Type::BOOL))
        .attribute(literal("const", Type::BOOL))
        .attribute(literal("deprecated", Type::STRING))
        .nested(conditions("validation"))
);

block!(
    /// The schema of `output`.
    output,
    Block::new()
        .attribute(literal("description", Type::STRING))
        .attribute(value("value", Type::ANY).required())
        .attribute(Attribute::new("type", Type::ANY).reading(ExprMode::TypeExpression))
        .attribute(literal("sensitive", Type::BOOL))
        .attribute(literal("ephemeral", Type::BOOL))
        .attribute(literal("deprecated", Type::STRING))
        .attribute(references("depends_on"))
        .nested(conditions("precondition"))
);

/// The arguments of all blocks that have instances.
fn instances() -> Block {
    Block::new()
        .attribute(value("count", Type::ANY))
        .attribute(value("for_each", Type::ANY))
        .attribute(references("depends_on"))
}

block!(
    /// The schema of `module`, without the arguments that the called module declares.
    module,
    instances()
        // Not literals, because OpenTofu 1.8 and Terraform 1.15 evaluate sources and versions early.
        .attribute(value("source", Type::STRING).required())
        .attribute(value("version", Type::STRING))
        // References to configurations, which `rules::provider_passing` reads.
        .attribute(Attribute::new("providers", Type::ANY).reading(ExprMode::Opaque))
        .attribute(literal("ignore_nested_deprecations", Type::BOOL))
        .nested(Nested::new("lifecycle").holding(with_enabled()))
        .nested(escape())
);

/// The lifecycle of a call in OpenTofu; other contents are handled in `reserved`.
fn with_enabled() -> Block {
    let block = open_for(Some(Attribute::new("", Type::ANY).reading(ExprMode::Opaque)), Some(any_block()));
    block.attribute(value("enabled", Type::BOOL))
}

block!(
    /// The schema of `provider`.
    provider,
    open_for(Some(Attribute::new("", Type::ANY)), Some(any_block()))
    .unknown(Unknown::Free)
    .attribute(literal("alias", Type::STRING))
    .attribute(literal("version", Type::STRING).deprecated("move it to `required_providers`"))
    .attribute(value("for_each", Type::ANY))
);

block!(
    /// The schema of `provider "terraform"`, which has no arguments of its own. Reserved names are
    /// reported for every provider.
    built_in_provider,
    PROVIDER_BLOCKS
        .iter()
        .map(|name| Nested::new(*name).body(free()))
        .fold(Block::new(), Block::nested)
        .attributes_of(provider().attributes().iter().cloned())
        .attributes_of(PROVIDER_ARGUMENTS.iter().map(|name| address(name)))
        .nested(escape())
);

block!(
    /// The schema of `connection`.
    connection,
    connection_arguments()
);

fn connection_arguments() -> Block {
    let texts = [
        "type",
        "user",
        "password",
        "script_path",
        "private_key",
        "certificate",
        "proxy_scheme",
        "proxy_host",
        "proxy_user_name",
        "proxy_user_password",
        "bastion_host",
        "bastion_host_key",
        "bastion_user",
        "bastion_password",
        "bastion_private_key",
        "bastion_certificate",
        "host_key",
        "target_platform",
        "cacert",
        "timeout",
    ];
    Block::new()
        .attributes_of(texts.map(|name| value(name, Type::STRING)))
        .attribute(value("host", Type::STRING).required())
        .attributes_of(["port", "proxy_port", "bastion_port"].map(|name| value(name, Type::NUMBER)))
        .attributes_of(["https", "insecure", "use_ntlm", "agent"].map(|name| value(name, Type::BOOL)))
        .attribute(value("agent_identity", Type::STRING))
}

/// The schema of a provisioner; `None` for an unknown one.
pub(crate) fn provisioner(kind: &str) -> Option<Arc<Block>> {
    let own = match kind {
        "local-exec" => Block::new()
            .attribute(value("command", Type::STRING).required())
            .attribute(value("interpreter", Type::list(Type::STRING)))
            .attribute(value("working_dir", Type::STRING))
            .attribute(value("environment", Type::map(Type::STRING)))
            .attribute(value("quiet", Type::BOOL)),
        "remote-exec" => Block::new()
            .attribute(value("inline", Type::list(Type::STRING)))
            .attribute(value("script", Type::STRING))
            .attribute(value("scripts", Type::list(Type::STRING))),
        "file" => Block::new()
            .attribute(value("source", Type::STRING))
            .attribute(value("content", Type::STRING))
            .attribute(value("destination", Type::STRING).required()),
        _ => return None,
    };
    let escape = Nested::new(ESCAPE).body(relaxed(&own)).single();
    let block = own
        .attribute(keyword("when", &["create", "destroy"]))
        .attribute(keyword("on_failure", &["continue", "fail"]))
        .nested(Nested::new("connection").body(connection()).single())
        .nested(escape);
    Some(Arc::new(block))
}

/// The provisioners of Terraform and OpenTofu.
const PROVISIONERS: [&str; 3] = ["local-exec", "remote-exec", "file"];

/// Provisioners that only earlier versions had.
pub(crate) const REMOVED_PROVISIONERS: &[&str] = &["chef", "habitat", "puppet", "salt-masterless"];

fn provisioners() -> Nested {
    Nested::new("provisioner")
        .labels(["type"])
        .body(Body::by_label(0, |kind| Some(provisioner(kind).unwrap_or_else(free))).knowing(PROVISIONERS))
}

fn managed_lifecycle() -> Block {
    Block::new()
        .attribute(literal("create_before_destroy", Type::BOOL))
        .attribute(literal("prevent_destroy", Type::BOOL))
        .attribute(literal("destroy", Type::BOOL))
        // References and keywords rather than values, which `rules::lifecycle` reads.
        .attribute(Attribute::new("ignore_changes", Type::ANY).reading(ExprMode::Opaque))
        .attribute(Attribute::new("replace_triggered_by", Type::ANY).reading(ExprMode::Opaque))
        .attribute(value("enabled", Type::BOOL))
        .nested(conditions("precondition"))
        .nested(conditions("postcondition"))
        .nested(Nested::new("action_trigger").holding(action_trigger()))
}

fn action_trigger() -> Block {
    Block::new()
        .attribute(
            Attribute::new("events", Type::ANY)
                .reading(ExprMode::Opaque)
                .required()
                .one_of(EVENTS.iter().copied()),
        )
        .attribute(Attribute::new("actions", Type::ANY).reading(ExprMode::Opaque).required())
        .attribute(value("condition", Type::BOOL))
        .attribute(keyword("on_failure", &["halt", "taint", "continue"]))
}

block!(
    /// The schema of `resource`, without the arguments of its type.
    resource,
    instances()
        .attribute(reference("provider"))
        .nested(Nested::new("lifecycle").holding(managed_lifecycle()).single())
        .nested(Nested::new("connection").body(connection()).single())
        .nested(provisioners())
        .nested(escape())
);

/// The meta-arguments of a kind of block.
pub(crate) fn meta(kind: Kind) -> Option<Arc<Block>> {
    Some(match kind {
        Kind::Module => module(),
        Kind::Resource => resource(),
        Kind::Data | Kind::Ephemeral => data(),
        Kind::Action => action(),
        Kind::List => list(),
        _ => return None,
    })
}

/// The arguments and blocks of the language in the bodies of a provider's types.
pub(crate) fn meta_of_type(kind: packages::Kind) -> Arc<Block> {
    match kind {
        packages::Kind::Resource => resource(),
        packages::Kind::Data | packages::Kind::Ephemeral => data(),
        packages::Kind::List => list(),
        packages::Kind::Action => action(),
    }
}

/// Returns `true` if an argument or block belongs to the language, and is therefore not part of the value of a
/// resource.
pub(crate) fn is_meta(meta: &Block, name: &str) -> bool {
    meta.find_attribute(name).is_some() || meta.find_block(name).is_some()
}

/// The events that can trigger actions.
pub(crate) const EVENTS: &[&str] =
    &["before_create", "after_create", "before_update", "after_update", "before_destroy", "after_destroy"];

/// The block for arguments of a provider or module whose names are reserved by the language.
pub(crate) const ESCAPE: &str = "_";

fn escape() -> Nested {
    Nested::new(ESCAPE).body(free())
}

/// Lifecycle arguments that are only allowed in managed resources.
pub(crate) const MANAGED_ONLY: &[&str] =
    &["create_before_destroy", "prevent_destroy", "ignore_changes", "replace_triggered_by"];

block!(
    /// The schema of `data` and `ephemeral`, without the arguments of their type.
    data,
    instances()
        .attribute(reference("provider"))
        .nested(
            Nested::new("lifecycle")
                .holding(
                    Block::new()
                        // As in Terraform, the schema covers all lifecycles, and these are rejected later with a
                        // specific message (`rules::lifecycle`).
                        .attributes_of(MANAGED_ONLY.iter().map(|name| address(name)))
                        .attribute(value("enabled", Type::BOOL))
                        .nested(conditions("precondition"))
                        .nested(conditions("postcondition")),
                )
                .single(),
        )
        .nested(escape())
);

block!(
    /// The schema of `moved`.
    moved,
    Block::new().attribute(address("from").required()).attribute(address("to").required())
);

block!(
    /// The schema of `import`.
    import,
    Block::new()
        .attribute(Attribute::new("to", Type::ANY).reading(ExprMode::Opaque).required())
        .attribute(value("id", Type::STRING))
        .attribute(value("identity", Type::ANY))
        .attribute(value("for_each", Type::ANY))
        .attribute(reference("provider"))
);

block!(
    /// The schema of `removed`.
    removed,
    Block::new()
        .attribute(address("from").required())
        .nested(
            // Several are allowed, and the last one wins: `rules::statements` warns about the others.
            Nested::new("lifecycle")
                .holding(Block::new().attribute(literal("destroy", Type::BOOL))),
        )
        .nested(Nested::new("connection").body(connection()).single())
        .nested(provisioners())
);

block!(
    /// The schema of `check`, without its data source.
    check,
    Block::new()
        .nested(Nested::new("data").labels(["type", "name"]).single())
        .nested(conditions("assert").at_least(1))
);

block!(
    /// The schema of `action`.
    action,
    instances()
        .attribute(reference("provider"))
        .nested(Nested::new("config").body(free()).single())
);

block!(
    /// The schema of the resource `terraform_data`.
    terraform_data,
    Block::new()
        .attribute(value("input", Type::ANY))
        .attribute(value("triggers_replace", Type::ANY))
        .attribute(value("output", Type::ANY).read_only())
        .attribute(value("id", Type::STRING).read_only())
        .nested(Nested::new("store").holding(store()).single())
);

/// The block of `terraform_data` that stores ephemeral and sensitive values, since Terraform 1.16.
fn store() -> Block {
    let sensitive = Attribute { sensitive: true, ..value("sensitive_output", Type::ANY).read_only() };
    Block::new()
        .attribute(Attribute { write_only: true, ..value("input", Type::ANY) })
        .attribute(value("output", Type::ANY).read_only())
        .attribute(sensitive)
        .attribute(value("version", Type::ANY))
        .attribute(value("sensitive", Type::BOOL))
        .attribute(value("replace", Type::BOOL))
}

block!(
    /// The schema of the data source `terraform_remote_state`.
    terraform_remote_state,
    Block::new()
        .attribute(value("backend", Type::STRING).required())
        .attribute(value("config", Type::ANY))
        .attribute(value("defaults", Type::ANY))
        .attribute(value("workspace", Type::STRING))
        .attribute(value("outputs", Type::ANY).read_only())
);

/// A body of constants.
fn constants() -> Block {
    open_for(Some(literal("", Type::ANY)), None)
}

/// A body of attributes that are not evaluated.
fn any_opaque() -> Block {
    open_for(Some(Attribute::new("", Type::ANY).reading(ExprMode::Opaque)), None)
}

/// A body without requirements.
pub(crate) fn relaxed(block: &Block) -> Arc<Block> {
    Arc::new(optional(block))
}

/// The body of an override: it contains only changes, and Terraform drops unknown names.
pub(crate) fn overriding(block: &Block) -> Arc<Block> {
    Arc::new(optional(block).merged("in an override it is ignored"))
}

fn optional(block: &Block) -> Block {
    let mut relaxed = open_for(block.any_attribute.clone(), block.any_block.clone());
    relaxed.unknown = block.unknown.clone();
    for attribute in block.attributes() {
        // Otherwise, a required attribute that is also computed would become read-only.
        let optional = attribute.optional || attribute.required;
        relaxed.push_attribute(Attribute { required: false, optional, ..attribute.clone() });
    }
    for nested in block.blocks() {
        relaxed.push_nested(Nested { min: 0, ..nested.clone() });
    }
    relaxed
}

/// A body extended by a block of escaped arguments, which may set any argument of the provider, so that none is
/// required outside of it.
pub(crate) fn escaped(block: &Block, meta: &Block) -> Arc<Block> {
    let mut own = open_for(block.any_attribute.clone(), block.any_block.clone());
    own.unknown = block.unknown.clone();
    let attributes = block.attributes().iter().filter(|one| meta.find_attribute(&one.name).is_none());
    let blocks = block.blocks().iter().filter(|one| meta.find_block(&one.block_type).is_none());
    let own = blocks.cloned().fold(own.attributes_of(attributes.cloned()), Block::nested);
    Arc::new(optional(block).changed_block(ESCAPE, |nested| nested.body(relaxed(&own))))
}

/// The body of a resource of an unknown type.
pub(crate) fn open(meta: &Arc<Block>, kind: crate::terraform::schemas::kind::Kind) -> Arc<Block> {
    static RESOURCE: OnceLock<Arc<Block>> = OnceLock::new();
    static DATA: OnceLock<Arc<Block>> = OnceLock::new();
    // `meta` follows from the kind, and is the same for data sources and ephemeral resources
    let made = if kind == crate::terraform::schemas::kind::Kind::Resource { &RESOURCE } else { &DATA };
    Arc::clone(made.get_or_init(|| Arc::new(joined(meta, &free()))))
}

/// Blocks that a provider configuration cannot have.
pub(crate) const PROVIDER_BLOCKS: &[&str] = &["lifecycle", "locals"];

/// Arguments that a provider configuration cannot have.
// Terraform reserves `for_each` as well, but OpenTofu supports it since 1.9.
pub(crate) const PROVIDER_ARGUMENTS: &[&str] = &["count", "depends_on", "source", "locals", "lifecycle"];
