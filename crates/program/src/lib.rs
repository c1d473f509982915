//! The program without files, flags and printing: the part shared by the command line, the language server
//! and the playground.
//!
//! Out of scope: the meaning of configuration (`hclx_analysis` asks the languages), reading, threads, and the
//! position encoding of a client.

pub mod editor;
pub mod findings;
pub mod gaps;
pub mod hover;
pub mod modules;
pub mod notes;
pub mod protocol;
pub mod redaction;
pub mod registered;
pub mod searched;
mod syntax_causes;
pub mod templates;

pub use registered::{dialect, dialects, languages, rows};
