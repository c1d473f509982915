//! Mull: types, static typing and evaluation of documents (the language of `docs/mull.md`).
//!
//! There are three layers: types ([`ty`], [`declare`], [`constraint`]), the types of expressions
//! ([`typing`]), and their values ([`run`]); [`functions`] are rows that both of the latter use. Unlike HCL,
//! where types follow from values, Mull is typed before it is evaluated, and has named types. Primitive
//! values, their ranges and their arithmetic are those of the core algebra. Out of scope: reading files.

mod access;
mod allowed;
pub mod answers;
mod assign;
pub mod constraint;
pub mod declare;
mod files;
pub mod functions;
mod hcl;
mod join;
mod language;
#[cfg(test)]
mod laws;
mod linked;
mod maps;
mod members;
mod pattern;
mod print;
pub mod run;
pub mod syntax;
pub mod ty;
pub mod typing;
pub mod value;

pub use files::{Files, ImportedFile, ReadFile, form_of};
pub use language::{DIALECT, Mull};

pub use access::{Key, LoopVariables, NoElement, View};
pub use print::is_name;
