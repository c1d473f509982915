//! Values as MessagePack, as go-cty and the plugins of Terraform exchange them.
//!
//! The type is not part of the encoding, so both directions take it as an argument; for `any` and unions, a
//! pair of type (in cty's JSON form) and value is encoded. An unknown is an extension: of length 0 or 1
//! without refinements, of type 12 with them. Facts that go-cty's refinements cannot express (lists of
//! possible values) are widened to bounds.
//!
//! Source of the rules: go-cty's `msgpack` package and the library under it, whose leniences are
//! kept: trailing bytes are ignored, null is false where a bool must be, and so on.

mod decode;
mod encode;
mod implied;
mod reader;

pub use decode::decode;
pub use encode::encode;
pub use implied::implied_type;

/// The extension type of an unknown with refinements.
const UNKNOWN: u8 = 0x0c;
/// The refinements in the extension are a map with these keys.
const NULLNESS: i64 = 1;
const PREFIX: i64 = 2;
const NUMBER_MIN: i64 = 3;
const NUMBER_MAX: i64 = 4;
const LENGTH_MIN: i64 = 5;
const LENGTH_MAX: i64 = 6;
