//! `hclx lsp`: the language server for editors.

use crate::cli::{Check, Subcommand};
use crate::exit::Exit;
use crate::{flags, lsp};

/// The subcommand `lsp`.
pub(super) static COMMAND: Subcommand = Subcommand {
    name: "lsp",
    about: "Serve editors over the Language Server Protocol",
    more: "The server shows the findings of `hclx check` in an editor as you type. It speaks version 3.17\n\
           of the protocol on standard input and output; editors start it.\n\n\
           Exit codes: 0 if the client shut it down, 1 if the connection broke.",
    operands: &[],
    flags: &[
        &flags::STDIO,
        &flags::SELECT,
        &flags::IGNORE,
        &flags::WARN,
        &flags::DENY,
        &flags::NO_IGNORES,
        &flags::BASELINE,
        &flags::SPEC,
        &flags::DIALECT,
        &flags::RULES,
        &flags::VAR,
        &flags::VAR_FILE,
        &flags::PROVIDER_SCHEMA,
        &flags::NO_SCHEMA_CACHE,
        &flags::NO_SCHEMAS,
        &flags::ROOT,
        &flags::CTX,
        &flags::SCHEMA,
        &flags::IMPORT_ROOT,
        &flags::MAX_MEMORY,
        &flags::MAX_STEPS,
        &flags::CONFIG,
        &flags::NO_CONFIG,
    ],
    run: |matches| run(&matches.check()?),
};

fn run(asked: &Check) -> anyhow::Result<Exit> {
    Ok(lsp::serve(asked))
}
