//! The blocks of a program and their schemas, as tables.

use std::sync::{Arc, LazyLock};

use hclx_core::Type;
use hclx_schema::{Attribute, Block, Body, ExprMode, Nested, Unknown};

use super::package::{Object, Property, Shape, Slot, Union};

/// The attribute that sets the deployed name of a declaration.
pub(super) const LOGICAL_NAME: &str = "__logicalName";

/// The block types at the root of a file.
pub(super) static ROOT: LazyLock<Arc<Block>> = LazyLock::new(|| {
    let declared = |block_type: &'static str, labels: &[&'static str], optional| {
        let mut nested = Nested::new(block_type).labels(labels.iter().copied());
        nested.optional_labels = optional;
        nested
    };
    let mut root = Block::new()
        .nested(declared("config", &["name", "type"], 1))
        .nested(declared("resource", &["name", "token"], 0))
        .nested(declared("read", &["name", "token"], 0))
        .nested(declared("output", &["name", "type"], 1))
        .nested(declared("component", &["name", "source"], 1))
        .nested(declared("hook", &["kind", "name"], 0))
        .nested(declared("package", &["name"], 1))
        .nested(declared("pulumi", &[], 0));
    root.any_attribute = Some(Attribute::new("", Type::ANY));
    Arc::new(root)
});

/// The schema of a file with the bodies of its blocks; resources and components accept any inputs.
pub(super) static FILE: LazyLock<Arc<Block>> = LazyLock::new(|| {
    let bodies: [(&str, Body); 7] = [
        ("config", CONFIG.clone().into()),
        ("output", OUTPUT.clone().into()),
        ("pulumi", PULUMI.clone().into()),
        ("package", PACKAGE.clone().into()),
        ("resource", Arc::new(free()).into()),
        ("read", Arc::new(free()).into()),
        ("component", Arc::new(free()).into()),
    ];
    let hook = Body::by_label(0, |kind| match kind {
        "error" => Some(ERROR_HOOK.clone()),
        _ => Some(RESOURCE_HOOK.clone()),
    });
    let hook = ("hook", hook.knowing(["resource", "error"]));
    let with_body = |root: Block, (block_type, body): (&str, Body)| {
        root.changed_block(block_type, |nested| nested.body(body))
    };
    Arc::new(bodies.into_iter().chain([hook]).fold(Block::new().with(&ROOT), with_body))
});

fn literal(name: &'static str, ty: Type) -> Attribute {
    Attribute::new(name, ty).reading(ExprMode::Literal)
}

fn any(name: &'static str) -> Attribute {
    Attribute::new(name, Type::ANY)
}

/// Unknown attributes are ignored.
fn dropped() -> Unknown {
    Unknown::Warn("Pulumi ignores this".into())
}

pub(super) static CONFIG: LazyLock<Arc<Block>> = LazyLock::new(|| {
    Arc::new(
        Block::new()
            .attribute(any("default"))
            .attribute(literal("description", Type::STRING))
            .attribute(literal("nullable", Type::BOOL))
            .attribute(literal("secret", Type::BOOL))
            .attribute(literal(LOGICAL_NAME, Type::STRING))
            .unknown(dropped()),
    )
});

pub(super) static OUTPUT: LazyLock<Arc<Block>> = LazyLock::new(|| {
    Arc::new(
        Block::new()
            .attribute(any("value").required())
            .attribute(literal(LOGICAL_NAME, Type::STRING))
            .unknown(dropped()),
    )
});

pub(super) static PULUMI: LazyLock<Arc<Block>> =
    LazyLock::new(|| Arc::new(Block::new().attribute(any("requiredVersionRange")).unknown(dropped())));

pub(super) static PACKAGE: LazyLock<Arc<Block>> = LazyLock::new(|| {
    let parameterization = Block::new()
        .attribute(literal("name", Type::STRING).required())
        .attribute(literal("version", Type::STRING).required())
        .attribute(literal("value", Type::STRING).required())
        .unknown(dropped());
    Arc::new(
        Block::new()
            .attribute(literal("baseProviderName", Type::STRING))
            .attribute(literal("baseProviderVersion", Type::STRING))
            .attribute(literal("baseProviderDownloadUrl", Type::STRING))
            .nested(Nested::new("parameterization").single().holding(parameterization))
            .unknown(dropped()),
    )
});

/// The contents of a resource hook.
pub(super) static RESOURCE_HOOK: LazyLock<Arc<Block>> = LazyLock::new(|| {
    Arc::new(
        Block::new()
            .attribute(any("command").required())
            .attribute(any("onDryRun"))
            .attribute(any("ignoreErrors")),
    )
});

pub(super) static ERROR_HOOK: LazyLock<Arc<Block>> =
    LazyLock::new(|| Arc::new(Block::new().attribute(any("command").required())));

/// The options that list inputs of the resource, the only names in scope there.
pub(super) const INPUT_LISTS: [&str; 4] =
    ["ignoreChanges", "hideDiffs", "replaceOnChanges", "additionalSecretOutputs"];

/// The lists of hooks in the option `hooks`.
pub(super) const HOOK_LISTS: [&str; 7] =
    ["beforeCreate", "afterCreate", "beforeUpdate", "afterUpdate", "beforeDelete", "afterDelete", "onError"];

/// The options of a resource with their types, except for `range`, `hooks` and the lists of inputs,
/// which have their own checks.
pub(super) static OPTION_TYPES: LazyLock<Vec<(&'static str, Slot)>> = LazyLock::new(|| {
    let (list, map) =
        (|slot| Slot::new(Shape::List(Arc::new(slot))), |slot| Slot::new(Shape::Map(Arc::new(slot))));
    let any = || Slot::new(Shape::Any);
    let base = |ty| Slot::new(Shape::Base(ty));
    let alias = object(&[
        ("name", base(Type::STRING)),
        ("noParent", base(Type::BOOL)),
        ("parent", any()),
        ("type", base(Type::STRING)),
    ]);
    let timeouts = ["create", "delete", "read", "update"].map(|name| (name, base(Type::STRING)));
    vec![
        ("range", any()),
        ("parent", any()),
        ("provider", any()),
        ("providers", union(vec![map(any()), list(any())])),
        ("dependsOn", list(any())),
        ("deletedWith", any()),
        ("replaceWith", list(any())),
        ("replacementTrigger", any()),
        ("protect", base(Type::BOOL)),
        ("retainOnDelete", base(Type::BOOL)),
        ("deleteBeforeReplace", base(Type::BOOL)),
        ("aliases", list(union(vec![base(Type::STRING), alias]))),
        ("version", base(Type::STRING)),
        ("pluginDownloadURL", base(Type::STRING)),
        ("import", base(Type::STRING)),
        ("customTimeouts", object(&timeouts)),
        ("envVarMappings", map(base(Type::STRING))),
        ("hooks", any()),
    ]
});

fn union(members: Vec<Slot>) -> Slot {
    let union = Union { members, discriminator: None, mapping: Default::default() };
    Slot::new(Shape::Union(Arc::new(union)))
}

/// An object of optional properties, in the given order.
fn object(properties: &[(&str, Slot)]) -> Slot {
    let property = |(name, slot): &(&str, Slot)| Property {
        name: (*name).into(),
        slot: slot.clone(),
        required: false,
        constant: None,
        deprecated: None,
    };
    let object = Object { token: Arc::from(""), properties: properties.iter().map(property).collect() };
    Slot::new(Shape::Object(Arc::new(object)))
}

/// The options of `invoke`.
pub(super) static INVOKE_OPTIONS: LazyLock<Slot> = LazyLock::new(|| {
    let any = || Slot::new(Shape::Any);
    object(&[
        ("dependsOn", Slot::new(Shape::List(Arc::new(any())))),
        ("parent", any()),
        // In the options of resources, this is `pluginDownloadURL`.
        ("pluginDownloadUrl", Slot::new(Shape::Base(Type::STRING))),
        ("provider", any()),
        ("version", Slot::new(Shape::Base(Type::STRING))),
    ])
});

pub(super) static OPTIONS: LazyLock<Arc<Block>> = LazyLock::new(|| {
    let known = OPTION_TYPES.iter().map(|(name, _)| any(name));
    let lists = INPUT_LISTS.iter().map(|name| any(name).reading(ExprMode::Opaque));
    Arc::new(Block::new().attributes_of(known).attributes_of(lists))
});

/// A body with known options and a logical name, which accepts anything else.
pub(super) fn free() -> Block {
    let mut block = inputs();
    block.any_attribute = Some(Attribute::new("", Type::ANY));
    block
}

/// A body with options and a logical name, to which inputs are added.
pub(super) fn inputs() -> Block {
    Block::new()
        .attribute(literal(LOGICAL_NAME, Type::STRING))
        .nested(Nested::new("options").single().body(OPTIONS.clone()))
}

/// A body for the inputs in a schema.
pub(super) fn inputs_of(object: &Object) -> Block {
    let attribute = |property: &Property| {
        let attribute = Attribute::new(property.name.clone(), Type::ANY);
        let attribute = match &property.deprecated {
            Some(instead) => attribute.deprecated(instead.clone()),
            None => attribute,
        };
        // constants can be omitted
        if property.required && property.constant.is_none() { attribute.required() } else { attribute }
    };
    inputs().attributes_of(object.properties.iter().map(attribute))
}

/// The body of a file; `resource` finds the resource with a token.
pub(super) fn file(
    resource: impl Fn(&str) -> Option<Arc<super::package::Resource>> + Send + Sync + 'static,
) -> Block {
    let inputs = move |token: &str| {
        Some(Arc::new(resource(token).map_or_else(free, |resource| inputs_of(&resource.inputs))))
    };
    Block::new().with(&FILE).changed_block("resource", |nested| nested.body(Body::by_label(1, inputs)))
}
