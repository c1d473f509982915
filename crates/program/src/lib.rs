//! The program without files, flags and printing: what the command line, the language server and the playground share.
//!
//! Out of scope: the meaning of anything (`hclx_analysis` asks the languages), reading, threads, and the notation of
//! positions that a client has.

pub mod concealed;
pub mod editor;
pub mod findings;
pub mod hover;
pub mod modules;
pub mod notes;
pub mod protocol;
pub mod registered;
pub mod searched;

pub use registered::{dialect, dialects, languages, rows};
