//! Mull: types, static typing and evaluation of documents (the language of `docs/mull.md`).
//!
//! Three rooms: what types are ([`ty`], [`declare`], [`constraint`]), what types expressions have
//! ([`typing`]), and what values they have ([`run`]); [`functions`] are rows that both read. Unlike
//! HCL, whose types follow from values, Mull is typed before it is run, and names its types; what
//! primitive values are, their ranges and their arithmetic, is the algebra of the core.
//! Out of scope: reading files.

mod access;
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

pub use access::{Bound, Key, NoElement, View};
pub use print::is_name;
