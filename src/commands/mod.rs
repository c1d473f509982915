//! The subcommands, one file each.

mod batch;
mod breaking;
mod cache;
mod check;
mod completions;
mod config;
mod convert;
mod decode;
mod docs;
mod eval;
mod explain;
mod fmt;
mod functions;
mod generate;
mod graph;
mod infer;
mod lsp;
mod no_files;
mod parse;
mod policy;
mod refine;
mod schema;
mod scripts;
mod symbols;
mod test;
mod types;
mod unify;
mod words;

use crate::cli::Commands;

/// All subcommands, in the order of the help text.
pub(crate) static ALL: Commands = &[
    &check::COMMAND,
    &test::COMMAND,
    &infer::COMMAND,
    &eval::COMMAND,
    &convert::COMMAND,
    &unify::COMMAND,
    &types::TYPE,
    &types::ASSIGNABLE,
    &refine::COMMAND,
    &fmt::COMMAND,
    &symbols::REFS,
    &symbols::RENAME,
    &docs::COMMAND,
    &generate::COMMAND,
    &breaking::COMMAND,
    &graph::COMMAND,
    &decode::COMMAND,
    &parse::COMMAND,
    &batch::COMMAND,
    &lsp::COMMAND,
    &schema::COMMAND,
    &policy::COMMAND,
    &cache::COMMAND,
    &functions::COMMAND,
    &explain::COMMAND,
    &config::COMMAND,
    &completions::COMMAND,
    &completions::MAN,
];
