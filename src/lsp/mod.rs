//! `hclx lsp`: the language server. It reports in an editor, while the user types, what `hclx check` reports
//! in a shell.
//!
//! The main thread owns the documents and applies messages in order; it never checks files. One worker owns the
//! folders and checks them with the code of `check` (`crate::judging`): first the units of the edited file, then
//! everything else, until the next change cancels it. Out of scope: the names of the protocol's fields (`wire`).

mod actions;
mod client;
mod clock;
mod colors;
mod commands;
mod completion;
mod dispatch;
mod documents;
mod events;
mod folders;
mod formatting;
mod hierarchy;
mod hints;
mod hover;
mod joint;
mod kept_run;
mod layout;
mod main_loop;
mod moves;
mod places;
#[cfg(test)]
mod polling;
mod query;
mod refactorings;
mod renames;
mod requests;
mod runs;
mod settings;
mod status;
mod status_updates;
mod structure;
mod watching;
mod wire;
mod workers;

pub(crate) use main_loop::serve;
