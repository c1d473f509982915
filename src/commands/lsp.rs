//! `hclx lsp`: the language server for editors.

use std::sync::Arc;

use crate::cli::{Check, Subcommand};
use crate::exit::Exit;
use crate::findings::options::Options;
use crate::inputs::Inputs;
use crate::{flags, judging, lsp};

/// The subcommand `lsp`.
pub(super) static COMMAND: Subcommand = Subcommand {
    name: "lsp",
    about: "Serve editors over the Language Server Protocol",
    more: "The server shows the findings of `hclx check` in an editor as you type. It speaks version 3.17\n\
           of the protocol on standard input and output; editors start it.\n\n\
           Exit codes: 0 if the client shut it down, 1 if the connection broke, 2 invalid flag.",
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
    // An editor shows why a server does not start; findings have no place for errors in its flags.
    let mut inputs = Inputs::live();
    Options::new(asked, Arc::clone(&inputs.config))?.read_baseline(&mut inputs);
    judging::refuse_values(&asked.context, &mut inputs);
    if let Some(exit) = inputs.complain(&asked.look)? {
        return Ok(exit);
    }
    Ok(lsp::serve(asked))
}
