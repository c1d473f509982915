//! Specifications of `hcldec`: requirements on the blocks and attributes of a configuration, and the value to
//! build from them.
//!
//! Source of the rules: the "hcldec spec format" of HCL and the behavior of the reference. Bodies are matched
//! by the body layer of the parser, and values by the evaluator and the algebra. Out of scope: reading files
//! and flags (the binary).

mod blocks;
mod content;
mod decode;
mod finding;
mod language;
mod places;
mod places_json;
mod print;
mod read;
mod references;
mod run;
mod spec;
mod vars;
mod wording;

pub use decode::{DecodeResult, Input, check, decode};
pub use finding::{ReferenceFinding, Subject};
pub use language::Hcldec;
pub use print::{diagnostics_json, references_json, value_json};
pub use read::{SpecFile, read_spec};
pub use references::{ResolvedReference, references};
pub use run::{Answer, Reply, Request, run};
pub use spec::{Attr, BlockAttrs, BlockMap, Blocks, Kind, Level, Single, Spec};
pub use vars::read_vars;
