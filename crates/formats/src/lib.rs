//! Languages inside strings, as Go's libraries parse and print them: RE2 and shell patterns, verbs of `format` and the
//! numbers that they print, times and durations, networks, tables, YAML, character sets, and placeholders for file
//! contents.
//!
//! Out of scope: the functions that use these languages, values, and source locations.

pub mod charsets;
mod csv;
mod date_verbs;
mod decimal;
mod glob;
mod members;
mod network;
mod re2;
mod search;
mod stand_in;
mod timestamp;
mod verbs;
pub mod yaml;

pub use csv::CsvReader;
pub use date_verbs::quotation;
pub use decimal::{decimals, float, integer, shortest};
pub use glob::{Glob, glob};
pub use members::{Member, member};
pub use network::{CidrError, Network};
pub use re2::{NotPattern, Pattern, Patterns, Payment, compile, compile_whole, escape, translate};
pub use search::Match;
pub use stand_in::{StandIn, stand_in};
pub use timestamp::{Timestamp, duration};
pub use verbs::{Piece, Verb, read};
