//! The command line for clap: subcommands, operands and flags from their tables, help, and error messages.

mod args;
mod complaints;
mod habits;
mod schemas;
mod values;

use std::ffi::OsString;
use std::io::Write;

use clap::builder::PossibleValuesParser;
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, ArgAction, Command};

use crate::exit::Exit;
use crate::flags::Flag;

pub(crate) use args::{
    BaselineUse, Batch, BreakingArgs, Check, Config, Context, Convert, DataForm, Decode, Docs, Eval, Exits,
    FixArgs, Fmt, Generate, Graph, Infer, Lang, Lookup, Matches, OpenPolicies, Parse, PolicyArgs, Refine,
    SymbolArgs, Terminator, Test, Types, Unify, rule_names,
};
pub(crate) use schemas::{Schema, SchemaSources};

use complaints::{Complaint, complaint};

/// The subcommands, in the order of the help text.
pub(crate) type Commands = &'static [&'static Subcommand];

/// The subcommand that behaves as `hcldec` does.
pub(crate) const DECODE: &str = "decode";

/// Parses the command line and runs its command.
///
/// Only the named subcommand is built, because building all of them takes longer than answering most
/// questions.
pub(crate) fn run(arguments: &[OsString], commands: Commands) -> anyhow::Result<Exit> {
    // a link with this name behaves like the program that it replaces
    if arguments.first().is_some_and(|program| called(program, "hcldec"))
        && let Some(decode) = find(commands, DECODE)
    {
        return dispatch(one(decode).bin_name("hcldec"), (decode, commands), arguments);
    }
    let name = arguments.get(1).and_then(|name| name.to_str()).map(habits::command);
    let named = name.and_then(|name| find(commands, name));
    let Some(subcommand) = named else { return run_any(arguments, commands) };
    let arguments = habits::flags(subcommand, &arguments[1..]);
    match one(subcommand).try_get_matches_from(&arguments) {
        Ok(matches) => perform(subcommand, matches),
        Err(error) => explain(&error, Some(subcommand), commands),
    }
}

fn dispatch(
    command: Command,
    (subcommand, commands): (&'static Subcommand, Commands),
    arguments: &[OsString],
) -> anyhow::Result<Exit> {
    match command.try_get_matches_from(arguments) {
        Ok(matches) => perform(subcommand, matches),
        Err(error) => explain(&error, Some(subcommand), commands),
    }
}

/// Runs a command after undoing what an interrupted one left behind.
fn perform(subcommand: &'static Subcommand, matches: clap::ArgMatches) -> anyhow::Result<Exit> {
    if let Some(complaint) = values::complaint(subcommand, &matches) {
        complaint.say();
        return Ok(Exit::Failed);
    }
    crate::writing::recover();
    (subcommand.run)(&Matches(matches))
}

/// Returns `true` if the program was started under the name of the program that `decode` replaces.
pub(crate) fn is_hcldec() -> bool {
    std::env::args_os().next().is_some_and(|program| called(&program, "hcldec"))
}

/// Returns `true` if the program was started under this name.
fn called(program: &OsString, name: &str) -> bool {
    // On Windows, the name has an extension.
    std::path::Path::new(program).file_stem().is_some_and(|stem| stem == name)
}

fn run_any(arguments: &[OsString], commands: Commands) -> anyhow::Result<Exit> {
    match all(commands).try_get_matches_from(arguments) {
        Ok(matches) => match matches.subcommand() {
            Some((name, matches)) => {
                find(commands, name).map_or(Ok(Exit::Failed), |command| perform(command, matches.clone()))
            }
            None => Ok(Exit::Failed),
        },
        Err(error) => explain(&error, None, commands),
    }
}

/// Removed flags, each with its replacement.
const REMOVED: &[(&str, &str)] = &[(
    "--prefix-full",
    "`--prefix S` now means that the string starts with exactly S; `--prefix-safe S` drops its last character",
)];

/// The replacement of a removed flag.
fn instead_of(error: &clap::Error) -> Option<&'static str> {
    let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg) else { return None };
    REMOVED.iter().find(|(removed, _)| removed == flag).map(|(_, instead)| *instead)
}

/// Prints help and version on stdout, and everything else as an error in the command line.
fn explain(error: &clap::Error, of: Option<&Subcommand>, commands: Commands) -> anyhow::Result<Exit> {
    if let Some(Complaint { message, help }) = complaint(error, of, commands) {
        let help = instead_of(error).map_or(help, str::to_owned);
        Complaint { message, help }.say();
        return Ok(Exit::Failed);
    }
    let text = error.render();
    if error.use_stderr() {
        let mut stderr = crate::output::messages();
        let _ = match crate::output::are_messages_colored() {
            true => write!(stderr, "{}", text.ansi()),
            false => write!(stderr, "{text}"),
        };
        return Ok(Exit::Failed);
    }
    let mut stdout = crate::output::styled();
    match crate::output::is_colored() {
        true => write!(stdout, "{}", text.ansi())?,
        false => write!(stdout, "{text}")?,
    }
    stdout.flush()?;
    Ok(Exit::Good)
}

/// The subcommand with a name.
fn find(commands: Commands, name: &str) -> Option<&'static Subcommand> {
    commands.iter().copied().find(|command| command.name == name)
}

/// The entire command line, for help, completions and the man page.
pub(crate) fn all(commands: Commands) -> Command {
    let root = Command::new("hclx")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Finds errors in HCL and JSON configuration, offline")
        .after_help(
            "Exit codes: 0 no errors (or: yes), 1 errors (or: no), 2 the job could not be done.\n\
             See `hclx COMMAND --help` for a command, and `hclx explain CODE` for a finding.",
        )
        .subcommand_required(true)
        .arg_required_else_help(true);
    commands.iter().fold(root, |root, command| root.subcommand(build(command, command.name)))
}

/// One subcommand as a separate command line.
fn one(subcommand: &'static Subcommand) -> Command {
    build(subcommand, subcommand.name).bin_name(format!("hclx {}", subcommand.name))
}

fn build(subcommand: &'static Subcommand, name: &'static str) -> Command {
    let command = Command::new(name).about(subcommand.about).after_help(subcommand.more);
    // hcldec uses the last occurrence of a repeated flag
    let command = command.args_override_self(subcommand.name == DECODE);
    let command = subcommand.operands.iter().fold(command, |command, operand| command.arg(argument(operand)));
    subcommand.flags.iter().fold(command, |command, flag| command.arg(option(flag)))
}

fn argument(operand: &'static Operand) -> Arg {
    let action = if operand.many { ArgAction::Append } else { ArgAction::Set };
    let argument = Arg::new(operand.name).required(operand.required).help(operand.help).action(action);
    // Paths are not necessarily Unicode.
    let argument = if matches!(operand.name, "PATH" | "FILE" | "DIR") {
        argument.value_parser(clap::value_parser!(OsString)).value_hint(clap::ValueHint::AnyPath)
    } else {
        argument
    };
    if operand.many { argument.num_args(if operand.required { 1.. } else { 0.. }) } else { argument }
}

fn option(flag: &'static Flag) -> Arg {
    let option = Arg::new(flag.long).long(flag.long).help(flag.help);
    let option = if let Some(short) = flag.short { option.short(short) } else { option };
    let Some(value) = flag.value else {
        let action = if flag.repeats { ArgAction::Count } else { ArgAction::SetTrue };
        return option.action(action);
    };
    let action = if flag.repeats { ArgAction::Append } else { ArgAction::Set };
    let choices = flag.choices.list();
    // a flag may take several values at once
    let names: Vec<&'static str> = value.split(' ').collect();
    let option = if names.len() > 1 { option.num_args(names.len()) } else { option };
    let option = match (flag.optional, choices.first()) {
        (true, Some(first)) => option.num_args(0..=1).require_equals(true).default_missing_value(*first),
        _ => option,
    };
    // Values such as `-1` begin like flags.
    let option = option.value_names(names).action(action).allow_hyphen_values(choices.is_empty());
    match (value, &choices[..]) {
        ("FILE", _) => {
            option.value_parser(clap::value_parser!(OsString)).value_hint(clap::ValueHint::FilePath)
        }
        ("PATH", _) => {
            option.value_parser(clap::value_parser!(OsString)).value_hint(clap::ValueHint::AnyPath)
        }
        (_, []) => option,
        (_, choices) => option.value_parser(PossibleValuesParser::new(choices.to_vec())),
    }
}

/// A positional argument.
pub(crate) struct Operand {
    /// The name in the help text.
    pub name: &'static str,
    /// Set for a required argument.
    pub required: bool,
    /// Set if the argument can be repeated.
    pub many: bool,
    /// The description in the help text.
    pub help: &'static str,
}

/// A subcommand.
pub(crate) struct Subcommand {
    /// The name.
    pub name: &'static str,
    /// A description on one line.
    pub about: &'static str,
    /// Examples and exit codes, printed below the help.
    pub more: &'static str,
    /// The positional arguments.
    pub operands: &'static [Operand],
    /// The flags.
    pub flags: &'static [&'static Flag],
    /// The implementation.
    pub run: fn(&Matches) -> anyhow::Result<Exit>,
}
