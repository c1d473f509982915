//! Building blocks for schema rows: kinds of attributes, and opaque bodies.

use std::sync::Arc;

use hclx_core::Type;
use hclx_schema::{Attribute, Block, Body, ExprMode, Nested, Unknown};

/// A block that is built once.
macro_rules! block {
    ($(#[$doc:meta])* $name:ident, $make:expr) => {
        $(#[$doc])*
        pub(crate) fn $name() -> Arc<Block> {
            static MADE: std::sync::LazyLock<Arc<Block>> = std::sync::LazyLock::new(|| Arc::new($make));
            Arc::clone(&MADE)
        }
    };
}

pub(crate) use block;

/// An attribute with a value of a type.
pub(crate) fn value(name: &str, ty: Type) -> Attribute {
    Attribute::new(name, ty)
}

/// A body that has additional names in later versions.
pub(crate) fn newer() -> Block {
    Block::new().unknown(Unknown::Newer)
}

/// An attribute whose value contains no references or function calls.
pub(crate) fn literal(name: &str, ty: Type) -> Attribute {
    Attribute::new(name, ty).reading(ExprMode::Literal)
}

pub(crate) fn reference(name: &str) -> Attribute {
    Attribute::new(name, Type::ANY).reading(ExprMode::StaticReference)
}

/// An attribute with an address, which is parsed on demand.
pub(crate) fn address(name: &str) -> Attribute {
    Attribute::new(name, Type::ANY).reading(ExprMode::Opaque)
}

pub(crate) fn references(name: &str) -> Attribute {
    Attribute::new(name, Type::ANY).reading(ExprMode::ReferenceList)
}

pub(crate) fn keyword(name: &str, words: &[&'static str]) -> Attribute {
    Attribute::new(name, Type::STRING).reading(ExprMode::Keyword).one_of(words.iter().copied())
}

/// A body that accepts attributes and blocks with other names.
pub(crate) fn open_for(any_attribute: Option<Attribute>, any_block: Option<Nested>) -> Block {
    let mut block = Block::new();
    (block.any_attribute, block.any_block) = (any_attribute, any_block);
    block
}

pub(crate) fn any_block() -> Nested {
    Nested::new("").body(Body::lazy(free)).dynamic()
}

block!(
    /// A body about which nothing is known: all names are allowed, and `dynamic` generates blocks.
    free,
    open_for(Some(Attribute::new("", Type::ANY)), Some(any_block())).unknown(Unknown::Free)
);

block!(
    /// The condition and message of `validation`, `assert` and the conditions of `lifecycle`.
    condition,
    Block::new()
        .attribute(value("condition", Type::BOOL).required())
        .attribute(value("error_message", Type::STRING).required())
);

pub(crate) fn conditions(name: &str) -> Nested {
    Nested::new(name).body(condition())
}

/// Returns `true` for the attribute `id` in the form that the provider SDK adds to the schema of a managed resource.
pub(crate) fn is_implied_id(attribute: &Attribute) -> bool {
    let Attribute { name, ty, optional, computed, .. } = attribute;
    &**name == "id" && *optional && *computed && *ty == Type::STRING
}

/// The union of two bodies.
pub(crate) fn joined(own: &Block, other: &Block) -> Block {
    let mut block = open_for(other.any_attribute.clone(), other.any_block.clone());
    block.unknown = other.unknown.clone();
    block.deprecated.clone_from(&other.deprecated);
    block.null_is_missing = other.null_is_missing;
    block.exclusive.clone_from(&other.exclusive);
    block.with(own).with(other)
}
