//! The schemas of the suites.

use std::sync::Arc;

use hclx_core::Type;
use hclx_schema::{Attribute, Block, Body, ExprMode, Nested, Nesting, Unknown};

/// The schema with this name.
pub(crate) fn block(name: &str) -> Arc<Block> {
    Arc::new(match name {
        "main" => main(),
        "ignoring" => Block::new()
            .attribute(Attribute::new("dockerfile", Type::STRING))
            .nested(Nested::new("target").labels(["name"]))
            .unknown(Unknown::Warn("docker buildx bake ignores this".into())),
        "provider" => provider(),
        "free" => Block::new().attribute(Attribute::new("a", Type::NUMBER)).unknown(Unknown::Free),
        other => panic!("no schema {other}"),
    })
}

fn main() -> Block {
    let ports = Type::list(Type::object([("from", Type::NUMBER), ("to", Type::NUMBER)]));
    Block::new()
        .attribute(Attribute::new("name", Type::STRING).required())
        .attribute(Attribute::new("count", Type::NUMBER).between(0, 10))
        .attribute(Attribute::new("ports", ports))
        .attribute(Attribute::new("kind", Type::STRING).one_of(["service", "batch", "system"]))
        .attribute(Attribute::new("arn", Type::STRING).read_only())
        .attribute(Attribute::new("zone", Type::STRING).computed())
        .attribute(Attribute::new("old", Type::STRING).deprecated("use `name`"))
        .attribute(Attribute { removed: Some("use `name`".into()), ..Attribute::new("gone", Type::STRING) })
        .attribute(Attribute { write_only: true, ..Attribute::new("token", Type::STRING) })
        .attribute(Attribute { sensitive: true, ..Attribute::new("password", Type::STRING) })
        .attribute(Attribute::new("wait", Type::STRING).reading(ExprMode::Duration))
        .attribute(Attribute::new("after", Type::ANY).reading(ExprMode::ReferenceList))
        .attribute(Attribute::new("like", Type::ANY).reading(ExprMode::StaticReference))
        .attribute(
            Attribute::new("when", Type::STRING).reading(ExprMode::Keyword).one_of(["create", "destroy"]),
        )
        .attribute(Attribute::new("type", Type::ANY).reading(ExprMode::TypeExpression))
        .attribute(Attribute::new("version", Type::STRING).reading(ExprMode::Literal))
        .attribute(Attribute::new("env", Type::map(Type::STRING)))
        .nested(Nested {
            also_attribute: true,
            ..Nested::new("env").holding(Block::map_of(Type::STRING)).single()
        })
        .nested(Nested::new("filter").holding(filter()).nesting(Nesting::Set).dynamic())
        .nested(Nested::new("rule").labels(["id"]).holding(rule()).nesting(Nesting::Map).dynamic())
        .nested(Nested::new("root").holding(filter()).single())
        .nested(Nested::new("disk").holding(filter()).at_most(2).dynamic())
        .nested(Nested::new("part").labels(["kind"]).body(Body::by_label(0, part)))
}

fn filter() -> Block {
    Block::new()
        .attribute(Attribute::new("key", Type::STRING).required())
        .attribute(Attribute::new("values", Type::list(Type::STRING)))
}

fn rule() -> Block {
    Block::new()
        .attribute(Attribute::new("port", Type::NUMBER).required())
        .nested(Nested::new("action").at_least(1).holding(Block::new()).dynamic())
}

fn part(kind: &str) -> Option<Arc<Block>> {
    let wheel = || Block::new().attribute(Attribute::new("size", Type::NUMBER).required());
    (kind == "wheel").then(|| Arc::new(wheel()))
}

/// A schema as providers declare it: null counts as missing, and objects have bodies.
fn provider() -> Block {
    let rule = Block::new()
        .attribute(Attribute::new("port", Type::NUMBER).required())
        .attribute(Attribute::new("proto", Type::STRING))
        .attribute(Attribute::new("id", Type::STRING).read_only())
        .attribute(Attribute::new("old", Type::NUMBER).deprecated("use `port`"));
    let field = |name: &str, ty, optional| hclx_core::ObjectAttribute { name: name.into(), ty, optional };
    let ty = Type::list(Type::object_with([
        field("port", Type::NUMBER, false),
        field("proto", Type::STRING, true),
        field("id", Type::STRING, true),
        field("old", Type::NUMBER, true),
    ]));
    let mut block = Block::new()
        .attribute(Attribute::new("name", Type::STRING).required())
        .attribute(Attribute { object: Some(Arc::new(rule)), ..Attribute::new("rules", ty) });
    block.null_is_missing = true;
    block
}
