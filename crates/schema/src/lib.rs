//! Schemas of bodies, and filling of bodies.
//!
//! A [`Block`] lists the attributes and blocks of a body. [`fill`] matches a body in either syntax against it,
//! evaluates the expressions with the language, and returns the value of the body, every attribute and block with
//! its location, and all findings. [`match_body`] does the part that needs no values. Out of scope: the rules of
//! applications, names in scope, files.

mod advice;
mod block;
mod body;
mod body_match;
mod conform;
mod dynamic;
mod evaluate;
mod exclusive;
mod fill;
mod limits;
mod nested;
pub mod plain_hcl;
mod plainer;
mod reading;
mod site;
mod values;
pub mod wording;

pub use block::{Attribute, Block, ExclusiveArguments, ExprMode, Unknown, ValueFormat};
pub use body::Body;
pub use body_match::{BodyMatch, match_body};
pub use conform::{as_expression, conform, dropped, dropped_at};
pub use dynamic::Dynamic;
pub use evaluate::{Evaluate, Evaluated, Expression, ScopeEvaluator};
pub use fill::{AttributeFacts, Filled, FilledAttribute, FilledBlock, FilledBody, fill, fill_parts};
pub use nested::{DeclaredNames, Nested, Nesting, Repeats};
pub use reading::{keyword, shape};
pub use site::Site;
pub use wording::Header;
