//! The values of words on the command line, for completion. Code that reads a word decides what is accepted.

use clap::Command;
use clap::builder::PossibleValuesParser;
use hclx_diag::Group;
use hclx_eval::dialect;
use hclx_languages::terraform::STARTER;
use hclx_present::markdown::{Column, Section};
use hclx_report::Format;

use super::{cache, generate, policy, schema};
use crate::cli;

/// The command line, with the values of all words that have a list.
pub(super) fn command_line() -> Command {
    super::ALL.iter().fold(cli::all(super::ALL), |root, command| {
        let operands = command.operands.iter().map(|operand| (operand.name, operand.name));
        let flags = command.flags.iter().filter_map(|flag| Some((flag.long, flag.value?)));
        let words: Vec<_> = operands.chain(flags).collect();
        root.mut_subcommand(command.name, |built| {
            built.mut_args(|one| {
                let word = words.iter().find(|(id, _)| *id == one.get_id().as_str());
                match word.map(|(_, word)| values(command.name, word)).unwrap_or_default() {
                    values if values.is_empty() => one,
                    values => one.value_parser(PossibleValuesParser::new(values)),
                }
            })
        })
    })
}

/// The shells for which there are scripts.
const SHELLS: [&str; 6] = ["bash", "zsh", "fish", "elvish", "powershell", "nushell"];

/// Represents the addresses of the module in the current directory and of the modules that it calls.
pub(super) const ADDRESSES: &str = "HCLX_ADDRESSES";

/// Represents the addresses of the module in the current directory only.
pub(super) const OWN_ADDRESSES: &str = "HCLX_OWN_ADDRESSES";

/// Represents the branches and tags of the repository.
pub(super) const REVISIONS: &str = "HCLX_REVISIONS";

/// The values of a word of a command; none for words without a list.
pub(super) fn values(command: &str, word: &str) -> Vec<&'static str> {
    let codes = || hclx_diag::all_codes().map(hclx_diag::Code::id);
    match (command, word) {
        ("schema", "ACTION") => schema::ACTIONS.to_vec(),
        ("cache", "ACTION") => cache::ACTIONS.to_vec(),
        ("policy", "ACTION") => policy::ACTIONS.to_vec(),
        ("policy", "NAME") => STARTER.iter().map(|policy| policy.name).collect(),
        ("schema", "PROGRAM") => vec!["terraform", "tofu"],
        ("docs", "LIST") => Section::ALL.iter().map(|(name, _)| *name).collect(),
        ("docs", "COLUMNS") => Column::ALL.iter().map(|(name, _)| *name).collect(),
        (_, "REF" | "REF[:DIR]|DIR") => vec![REVISIONS],
        ("generate", "WHAT") => generate::KINDS.to_vec(),
        ("completions", "SHELL") => SHELLS.to_vec(),
        ("man", "COMMAND") => super::ALL.iter().map(|command| command.name).collect(),
        ("functions", "NAME") => {
            dialect::HCL.functions().functions().iter().map(|function| function.row.name).collect()
        }
        ("refs" | "rename", "ADDRESS") => vec![OWN_ADDRESSES],
        ("graph", "ADDR" | "A B") => vec![ADDRESSES],
        (_, "CODE") => codes().collect(),
        (_, "RULE") => codes().chain(Group::ALL.iter().map(|group| group.name())).collect(),
        (_, "FORMAT=FILE") => Format::ALL.iter().map(|format| before_file(*format)).collect(),
        _ => Vec::new(),
    }
}

/// A format in the form that precedes the name of a file. The parser requires names that live as long as the program,
/// which ends after printing them.
fn before_file(format: Format) -> &'static str {
    Box::leak(format!("{}=", format.name()).into_boxed_str())
}
