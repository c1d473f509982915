//! The schema of tables.

use std::sync::{Arc, LazyLock};

use hclx_core::Type;
use hclx_schema::{Attribute, Block, Body, ExprMode, Nested};

/// The schema of a table file.
pub(super) static FILE: LazyLock<Arc<Block>> = LazyLock::new(|| {
    let strings = || Type::list(Type::STRING);
    let language = items(Block::new())
        .attribute(text("title"))
        .attribute(text("syntax").one_of(["hcl1", "hcl2"]))
        .attribute(Attribute::new("functions", strings()))
        .attribute(Attribute::new("names", strings()))
        .attribute(Attribute::new("read_with", strings()))
        .attribute(Attribute::new("project", strings()));
    Arc::new(
        Block::new()
            .nested(Nested::new("language").labels(["name"]).at_least(1).at_most(1).holding(language))
            .nested(named("body", Body::lazy(|| Arc::new(items(Block::new()))))),
    )
});

fn text(name: &str) -> Attribute {
    Attribute::new(name, Type::STRING)
}

fn named(block_type: &str, body: impl Into<Body>) -> Nested {
    Nested::new(block_type).labels(["name"]).nesting(hclx_schema::Nesting::Map).body(body)
}

/// Adds the blocks that describe the items of a body.
fn items(block: Block) -> Block {
    let mut kinds = Block::new();
    kinds.any_attribute = Some(kind(""));
    let sets = |name: &str| Attribute::new(name, Type::list(Type::list(Type::STRING)));
    block
        .attribute(sets("at_most_one"))
        .attribute(sets("at_least_one"))
        .attribute(sets("exactly_one"))
        .attribute(text("docs"))
        .attribute(text("unknown").one_of(["error", "ignored", "warning", "any", "attributes"]))
        .attribute(text("case").one_of(["exact", "any"]))
        .attribute(Attribute::new("include", Type::list(Type::STRING)))
        .nested(Nested::new("attributes").holding(kinds))
        .nested(named("attribute", Arc::new(attribute())))
        .nested(named("block", Body::lazy(|| Arc::new(nested()))))
}

fn kind(name: &str) -> Attribute {
    Attribute::new(name, Type::ANY).reading(ExprMode::Opaque)
}

/// The block that describes an attribute.
fn attribute() -> Block {
    let flag = |name: &str| Attribute::new(name, Type::BOOL);
    Block::new()
        .attribute(kind("type").required())
        .attribute(text("docs"))
        .attribute(flag("required"))
        .attribute(flag("sensitive"))
        .attribute(text("deprecated"))
        .attribute(text("removed"))
}

/// The block that describes a block type.
fn nested() -> Block {
    let flag = |name: &str| Attribute::new(name, Type::BOOL);
    let count = |name: &str| Attribute::new(name, Type::NUMBER).between(0, i64::from(u32::MAX));
    let variant = Body::lazy(|| Arc::new(items(Block::new())));
    items(Block::new())
        .attribute(Attribute::new("labels", Type::list(Type::STRING)))
        .attribute(count("optional_labels"))
        .attribute(text("label_attribute"))
        .attribute(count("min"))
        .attribute(count("max"))
        .attribute(flag("unique"))
        .attribute(flag("or_attribute"))
        .attribute(flag("dynamic"))
        .attribute(text("deprecated"))
        .attribute(text("removed"))
        .attribute(text("body"))
        .attribute(text("declares"))
        .attribute(text("noun"))
        .attribute(flag("lazy"))
        .attribute(text("files"))
        .nested(named("variant", variant))
}
