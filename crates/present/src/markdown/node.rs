//! The parts of a page that is printed as data.

use hclx_core::Value;

/// A part of a page.
pub(super) enum Node {
    Value(Value),
    /// A string; an empty one is null in JSON and YAML.
    Optional(String),
    Members(Vec<(&'static str, Node)>),
    Items(Vec<Node>),
}
