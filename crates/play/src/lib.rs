//! The program in a browser: answers a question about a list of files, or a question of `hclx batch`; both
//! question and answer are JSON.
//!
//! Built for `wasm32-unknown-unknown`, it is a module without imports. On other targets it is a library, so
//! that tests can compare its answers with those of the program. Out of scope: the contents of answers
//! (`hclx_program`), the page (`packaging/playground`), and time limits, which the page enforces.

pub mod exports;
mod files;
mod questions;

pub use questions::answer;
