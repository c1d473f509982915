//! Schemas of bodies, and the one way to fill a body.
//!
//! A [`Block`] says which attributes and blocks a body has; [`fill`] lays a body of either syntax beside
//! it, asks the language for the values of expressions and gives the value of the body, every attribute
//! and block with its place, and everything that is wrong. [`lay`] is the part without values.
//! Deliberately absent: any application's rules, names in scope, files.

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
pub use conform::{Site, conform};
pub use dynamic::Dynamic;
pub use evaluate::{Evaluate, Evaluated, Expression, Scoped};
pub use fill::{Filled, FilledAttribute, FilledBlock, FilledBody, Header, Wanted, fill, fill_parts};
pub use lay::{Laid, lay};
pub use limits::nanoseconds;
pub use nested::{Nested, Nesting};
pub use reading::{keyword, shape};
