//! The language server over its streams: scripts of messages, and the law that findings after any sequence of edits
//! equal those of `hclx check` on the same texts.

mod action_law;
mod actions;
mod answers;
mod client;
mod completion;
mod documents;
mod features;
mod folders;
mod hovers;
pub(crate) mod law;
mod pages;
mod scripts;
mod strings;
mod value_law;
mod verdict_law;
mod workspace_law;
