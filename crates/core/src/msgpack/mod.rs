//! Values as MessagePack, as exchanged by go-cty and Terraform's plugins.
//!
//! The type is not part of the encoding, so both directions take it as an argument; for `any` and unions, a
//! pair of type (in cty's JSON form) and value is encoded. An unknown is an extension: of length 0 or 1
//! without refinements, of type 12 with them. Facts that go-cty's refinements cannot express (lists of
//! possible values) are widened to bounds.
//!
//! Source of the rules: go-cty's `msgpack` package and the library below it. Its leniencies are kept:
//! trailing bytes are ignored, null is false where a bool is expected, and so on.

mod decode;
mod encode;
mod implied;
mod reader;

pub use decode::decode;
pub use encode::encode;
pub use implied::implied_type;

/// The extension type of an unknown with refinements.
const UNKNOWN: u8 = 0x0c;
/// The keys of the map of refinements in the extension.
const NULLNESS: i64 = 1;
const PREFIX: i64 = 2;
const NUMBER_MIN: i64 = 3;
const NUMBER_MAX: i64 = 4;
const LENGTH_MIN: i64 = 5;
const LENGTH_MAX: i64 = 6;
