//! Schemas of bodies, and filling of bodies.
//!
//! A [`Block`] lists the attributes and blocks of a body. [`fill`] matches a body in either syntax against
//! it, evaluates the expressions with the language, and returns the value of the body, every attribute and
//! block with its location, and all findings. [`lay`] is the part without values. Out of scope: the rules of
//! applications, names in scope, files.

mod block;
mod body;
mod conform;
mod dynamic;
mod evaluate;
mod fill;
mod lay;
mod limits;
mod nested;
pub mod plain_hcl;
mod plainer;
mod reading;
mod values;
pub mod wording;

pub use block::{Attribute, Block, Reading, Unknown};
pub use body::Body;
pub use conform::{Site, conform, dropped, dropped_at};
pub use dynamic::Dynamic;
pub use evaluate::{Evaluate, Evaluated, Expression, Scoped};
pub use fill::{Filled, FilledAttribute, FilledBlock, FilledBody, Wanted, fill, fill_parts};
pub use lay::{Laid, lay};
pub use nested::{Nested, Nesting};
pub use reading::{keyword, shape};
pub use wording::Header;
