//! The language server over its streams: scripts of messages, and the law that findings after any sequence of edits
//! are those of `hclx check` on the same texts.

mod answers;
mod client;
mod completion;
mod features;
pub(crate) mod law;
mod scripts;
