//! Presentation of units: descriptions for people and for other programs.
//!
//! Out of scope: findings (crate `report`), and reading files or settings (the binary).

mod constraints;
mod default_json;
mod examples;
mod facts;
pub mod graph;
mod hover;
mod json_schema;
pub mod markdown;
mod tfvars;

pub use constraints::text as constraints;
pub use default_json::pretty_json;
pub use examples::example_values;
pub use hover::{Hover, explanation};
pub use json_schema::{Draft, Form as SchemaForm, json_schema};
pub use tfvars::tfvars;
