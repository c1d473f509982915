//! The blocks of test files, as rows.

use std::sync::Arc;

use hclx_core::Type;
use hclx_schema::{Attribute, Block, ExprMode, Nested};

use super::attributes::{block, condition, free, keyword, literal, value};

fn targeted(name: &str, values: &str) -> Nested {
    Nested::new(name).holding(
        Block::new()
            .attribute(Attribute::new("target", Type::ANY).reading(ExprMode::Opaque).required())
            .attribute(value(values, Type::ANY))
            .attribute(keyword("override_during", &["plan", "apply"])),
    )
}

fn overrides(block: Block) -> Block {
    of_resources(block).nested(targeted("override_module", "outputs"))
}

fn of_resources(block: Block) -> Block {
    block.nested(targeted("override_resource", "values")).nested(targeted("override_data", "values"))
}

/// The mocks of a provider, in its block or in a mock file.
fn mocks() -> Block {
    of_resources(Block::new()).nested(mocked("mock_resource")).nested(mocked("mock_data"))
}

fn mocked(name: &str) -> Nested {
    Nested::new(name).labels(["type"]).holding(
        Block::new()
            .attribute(value("defaults", Type::ANY))
            .attribute(keyword("override_during", &["plan", "apply"])),
    )
}

fn variables() -> Nested {
    Nested::new("variables").holding(Block::map_of(Type::ANY)).single()
}

fn tests_at_all() -> Block {
    Block::new().attribute(literal("parallel", Type::BOOL)).attribute(literal("skip_cleanup", Type::BOOL))
}

block!(
    /// The schema of a test file.
    file,
    overrides(Block::new())
        .nested(Nested::new("run").labels(["name"]).body(run()))
        .nested(variables())
        .nested(Nested::new("variable").labels(["name"]).body(super::blocks::variable()))
        .nested(Nested::new("provider").labels(["name"]).body(super::blocks::provider()))
        .nested(Nested::new("mock_provider").labels(["name"]).body(mock_provider()))
        .nested(Nested::new("test").holding(tests_at_all()).single())
);

block!(
    /// The schema of `mock_provider`.
    mock_provider,
    mocks()
        .attribute(literal("alias", Type::STRING))
        .attribute(literal("source", Type::STRING))
        .attribute(value("for_each", Type::ANY))
        .attribute(keyword("override_during", &["plan", "apply"]))
);

block!(
    /// The schema of a mock file.
    mock_file,
    mocks()
);

block!(
    /// The schema of `run`.
    run,
    overrides(Block::new())
        .attribute(keyword("command", &["plan", "apply"]))
        .attribute(literal("parallel", Type::BOOL))
        .attribute(literal("state_key", Type::STRING))
        .attribute(literal("skip_cleanup", Type::BOOL))
        .attribute(Attribute::new("expect_failures", Type::ANY).reading(ExprMode::Opaque))
        .attribute(Attribute::new("providers", Type::ANY).reading(ExprMode::Opaque))
        .nested(
            Nested::new("plan_options")
                .holding(
                    Block::new()
                        .attribute(keyword("mode", &["normal", "refresh-only"]))
                        .attribute(literal("refresh", Type::BOOL))
                        .attribute(Attribute::new("replace", Type::ANY).reading(ExprMode::ReferenceList))
                        .attribute(Attribute::new("target", Type::ANY).reading(ExprMode::ReferenceList)),
                )
                .single(),
        )
        .nested(variables())
        .nested(
            Nested::new("module")
                .holding(
                    Block::new()
                        .attribute(literal("source", Type::STRING).required())
                        .attribute(literal("version", Type::STRING)),
                )
                .single(),
        )
        .nested(Nested::new("assert").body(condition()))
        .nested(Nested::new("backend").labels(["type"]).body(free()).single())
);
