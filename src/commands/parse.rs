//! `hclx parse`: the syntax tree of a file.

use hclx_analysis::ask;
use hclx_diag::Source;
use hclx_syntax::ast::Language;
use hclx_syntax::tree_text;

use crate::cli::{Lang, Operand, Parse, Subcommand};
use crate::exit::Exit;
use crate::flags;
use crate::inputs::{self, Inputs};
use crate::{files, output, protocol};

/// The subcommand `parse`.
pub(super) static COMMAND: Subcommand = Subcommand {
    name: "parse",
    about: "Print the syntax tree of a file",
    more: "Prints S-expressions, or JSON with the place of every node with --format json.\n\
           Exit codes: 0 the file is well-formed, 1 it has syntax errors, 2 it is unreadable.",
    operands: &[Operand { name: "FILE", required: true, many: false, help: "A file; - is standard input" }],
    flags: &[
        &flags::FORMAT,
        &flags::LANG,
        &flags::MAX_MEMORY,
        &flags::MAX_STEPS,
        &flags::STDIN_FILENAME,
        &flags::COLOR,
    ],
    run: |matches| run(&matches.parse()?),
};

fn run(asked: &Parse) -> anyhow::Result<Exit> {
    let look = &asked.look;
    let text = files::read_one(&asked.file, &asked.stdin_name, look.most.longest_source())?;
    if text.bytes.is_empty() && asked.file == "-" && !look.quiet {
        output::note("note: standard input is empty");
    }
    let row = crate::rows().of(&text.name);
    let is_mull = row.is_some_and(|(language, _)| language.row().name == crate::registered::MULL);
    if asked.lang == Some(Lang::Mull) || (is_mull && asked.lang.is_none()) {
        anyhow::bail!("cannot print the tree of `{}`: only HCL and HCL JSON are supported", text.name);
    }
    let by_name = || match row {
        Some((_, row)) => row.syntax,
        None => Language::Native,
    };
    let language = inputs::syntax(asked.lang).unwrap_or_else(by_name);
    let mut inputs = Inputs::within(look.most);
    let source = Source::new(text.name, text.bytes);
    let bytes = source.bytes().clone();
    let id = inputs.sources.add(source);
    let parsed = ask::parse(id, bytes, language);
    if look.json {
        protocol::answer_json(look, &protocol::parsed(&inputs.sources, &parsed))?;
    } else {
        output::answer(&tree_text(&parsed.tree))?;
        inputs.tell(look, &parsed.diagnostics)?;
    }
    Ok(Exit::of(&parsed.diagnostics))
}
