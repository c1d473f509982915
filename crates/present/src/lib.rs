//! Pages about units: what descriptions say, for readers and for other programs.
//!
//! Out of scope: findings (crate `report`), and reading files or settings (the binary).

mod default_json;
pub mod graph;
mod hover;
pub mod markdown;

pub use default_json::pretty_json;
pub use hover::declaration as hover;
