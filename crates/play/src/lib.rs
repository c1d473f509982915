//! The program in a browser: a question about a list of files, or one of `hclx batch`, and its answer, both JSON.
//!
//! Built for `wasm32-unknown-unknown` it is a module without imports. On other targets it is a library, so that its
//! answers are compared with those of the program. Out of scope: what an answer is (`hclx_program`), the page
//! (`packaging/playground`), time limits, which the page keeps.

pub mod exports;
mod files;
mod questions;

pub use questions::answer;
