//! Errors in the command line as clap detects them, in the wording and form of all other errors, each with the next
//! step.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use hclx_diag::nearest;

use super::{Commands, Operand, Subcommand, habits};
use crate::flags::Flag;

/// An error in the command line.
pub(super) struct Complaint {
    pub(super) message: String,
    /// The next step.
    pub(super) help: String,
}

impl Complaint {
    /// Prints it on stderr.
    pub(super) fn say(&self) {
        crate::output::say(&format!("hclx: {}", self.message));
        crate::output::say(&format!("  help: {}", self.help));
    }
}

/// The message about invalid arguments of a command or, without one, about an invalid command. `None` for `--help`,
/// `--version` and the help that is printed without arguments.
pub(super) fn complaint(
    error: &clap::Error,
    of: Option<&Subcommand>,
    commands: Commands,
) -> Option<Complaint> {
    let context = ClapError { error, of };
    let (message, help) = match error.kind() {
        ErrorKind::UnknownArgument => context.unknown(),
        ErrorKind::InvalidSubcommand => context.no_command(commands),
        ErrorKind::InvalidValue => context.no_value(),
        ErrorKind::MissingRequiredArgument => (
            format!("missing argument {}", backticks(&context.strings(ContextKind::InvalidArg))),
            context.usage_of_missing(),
        ),
        ErrorKind::NoEquals => {
            let flag = context.argument();
            (format!("missing `=` after `{flag}`"), format!("a value of `{flag}` follows `=`"))
        }
        ErrorKind::ArgumentConflict => context.conflict(),
        ErrorKind::TooManyValues | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            (format!("wrong number of values for `{}`", context.argument()), context.form())
        }
        ErrorKind::InvalidUtf8 => ("an argument is not UTF-8".to_owned(), context.usage()),
        _ if error.use_stderr() && error.kind() != ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let text = error.render().to_string();
            let first = text.lines().next().unwrap_or_default();
            (first.strip_prefix("error: ").unwrap_or(first).to_owned(), context.usage())
        }
        _ => return None,
    };
    let hint = habits::hint(error, of, commands);
    Some(Complaint { message, help: hint.unwrap_or(help) })
}

/// The form of a flag and its effect, as a clause.
pub(super) fn usage_of(flag: &Flag) -> String {
    let form = flag.value.map_or_else(String::new, |form| format!(" {form}"));
    usage(&format!("--{}{form}", flag.long), flag.help)
}

/// The form of an argument and its effect, as a clause.
pub(super) fn usage(form: &str, about: &str) -> String {
    let mut letters = about.chars();
    let first = letters.next().map(|first| first.to_ascii_lowercase());
    format!("`{form}`: {}{}", first.into_iter().collect::<String>(), letters.as_str())
}

/// Returns `true` for the form of an operand in a command line: its name in brackets.
fn is_form_of(form: &str, name: &str) -> bool {
    form.trim_end_matches('.').trim_matches(['<', '>', '[', ']']) == name
}

/// Names in backticks.
fn backticks(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// An error of clap, with the command that it concerns.
struct ClapError<'e> {
    error: &'e clap::Error,
    of: Option<&'e Subcommand>,
}

impl ClapError<'_> {
    fn strings(&self, kind: ContextKind) -> Vec<String> {
        match self.error.get(kind) {
            Some(ContextValue::String(text)) => vec![text.clone()],
            Some(ContextValue::Strings(all)) => all.clone(),
            _ => Vec::new(),
        }
    }

    /// The invalid argument, without the name of its value.
    fn argument(&self) -> String {
        let argument = self.strings(ContextKind::InvalidArg).pop().unwrap_or_default();
        argument.split([' ', '=', '[']).next().unwrap_or_default().to_owned()
    }

    /// The command as it is typed.
    fn command(&self) -> String {
        self.of.map_or_else(|| "hclx".to_owned(), |command| format!("hclx {}", command.name))
    }

    /// The form of the command.
    fn usage(&self) -> String {
        let usage = match self.error.get(ContextKind::Usage) {
            Some(ContextValue::StyledStr(usage)) => usage.to_string(),
            _ => String::new(),
        };
        let usage = usage.trim().trim_start_matches("Usage:").trim();
        if usage.is_empty() { self.lists_flags() } else { format!("usage: `{usage}`") }
    }

    /// The form of the command, and the description of the first missing argument.
    fn usage_of_missing(&self) -> String {
        let missing = self.strings(ContextKind::InvalidArg);
        let operands = self.of.map(|command| command.operands).unwrap_or_default();
        let named = |operand: &&Operand| missing.first().is_some_and(|name| is_form_of(name, operand.name));
        let about = operands.iter().find(named).map(|operand| usage(operand.name, operand.help));
        [Some(self.usage()), about].into_iter().flatten().collect::<Vec<_>>().join("; ")
    }

    /// The form of the invalid flag and its effect; for an operand, the form of the command.
    fn form(&self) -> String {
        let argument = self.argument();
        let flags = self.of.map(|command| command.flags).unwrap_or_default();
        let flag = flags.iter().find(|flag| argument.strip_prefix("--") == Some(flag.long));
        flag.map_or_else(|| self.usage(), |flag| usage_of(flag))
    }

    fn lists_flags(&self) -> String {
        format!("`{} --help` lists what there is", self.command())
    }

    /// An unknown flag or argument.
    fn unknown(&self) -> (String, String) {
        let argument = self.argument();
        if !argument.starts_with('-') {
            return (format!("unexpected argument `{argument}`"), self.usage());
        }
        let flags = self.of.map(|command| command.flags).unwrap_or_default();
        let near =
            argument.strip_prefix("--").and_then(|name| nearest(name, flags.iter().map(|flag| flag.long)));
        let help = near.map_or_else(|| self.lists_flags(), |near| format!("did you mean `--{near}`?"));
        let typed = habits::whole_argument(&argument).unwrap_or(argument);
        (format!("unknown flag `{typed}` of `{}`", self.command()), help)
    }

    /// A command that does not exist.
    fn no_command(&self, commands: Commands) -> (String, String) {
        let name = self.strings(ContextKind::InvalidSubcommand).pop().unwrap_or_default();
        let near = nearest(&name, commands.iter().map(|command| command.name));
        let help = near.map_or_else(
            || "`hclx --help` lists the commands".to_owned(),
            |near| format!("did you mean `hclx {near}`?"),
        );
        (format!("unknown command `{name}`"), help)
    }

    /// A value that a flag or an argument does not accept.
    fn no_value(&self) -> (String, String) {
        let (flag, known) = (self.argument(), self.strings(ContextKind::ValidValue));
        let given = self.strings(ContextKind::InvalidValue).pop().filter(|given| !given.is_empty());
        let expected = match known.is_empty() {
            true => self.form(),
            false if known.len() == 1 => format!("expected {}", backticks(&known)),
            false => format!("expected one of {}", backticks(&known)),
        };
        let Some(given) = given else { return (format!("missing value of `{flag}`"), expected) };
        let near = nearest(&given, known.iter().map(String::as_str));
        let help = near.map_or(expected, |near| format!("did you mean `{near}`?"));
        (format!("invalid value `{given}` of `{flag}`"), help)
    }

    /// An argument that another one excludes.
    fn conflict(&self) -> (String, String) {
        let flag = self.argument();
        let others = self.strings(ContextKind::PriorArg);
        let is_same = others.iter().any(|other| other.split([' ', '=', '[']).next() == Some(&flag));
        match is_same || others.is_empty() {
            true => (format!("duplicate flag `{flag}`"), "remove one of them".to_owned()),
            false => (
                format!("`{flag}` cannot be used with {}", backticks(&others)),
                "remove one of them".to_owned(),
            ),
        }
    }
}
