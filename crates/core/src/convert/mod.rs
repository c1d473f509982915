//! Conversion: classification of conversions between types, reasons for failures, and conversion of values.

mod reason;
mod types;
mod value;

pub(crate) use reason::describe;
pub use reason::{Reason, conversion_reason};
pub(crate) use types::has_member;
pub use types::{Conversion, convertible};
pub use value::convert;
