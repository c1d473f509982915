//! Values that no command accepts, detected before the command runs by the form that a flag declares for its
//! value.

use std::ffi::OsStr;
use std::path::Path;

use clap::ArgMatches;

use super::complaints::{Complaint, usage, usage_of};
use super::{Operand, Subcommand};
use crate::flags::{self, Flag};
use crate::names;

/// The first value on the command line that no command accepts.
pub(super) fn complaint(command: &Subcommand, matches: &ArgMatches) -> Option<Complaint> {
    let operands = command.operands.iter().find_map(|operand| {
        values(matches, operand.name).any(is_blank).then(|| Complaint {
            message: format!("empty argument `{}`", operand.name),
            help: usage(operand.name, operand.help),
        })
    });
    let flag = |flag: &&'static Flag| {
        let message =
            values(matches, flag.long).find_map(|value| fault(flag, value, (command.name, matches)))?;
        Some(Complaint { message, help: usage_of(flag) })
    };
    operands.or_else(|| command.flags.iter().find_map(flag)).or_else(|| unread_name(command, matches))
}

/// The fault of a value of a flag of a command.
fn fault(flag: &Flag, value: &OsStr, (command, matches): (&str, &ArgMatches)) -> Option<String> {
    let form = flag.value?;
    // a string may be empty
    if form == flags::STRING {
        return None;
    }
    if is_blank(value) {
        return Some(format!("empty value of `--{}`", flag.long));
    }
    let shown = names::text(Path::new(value));
    if form.starts_with(|first: char| first.is_ascii_uppercase()) && form.contains('=') {
        let name = shown.split(['=', ':']).next().unwrap_or_default();
        return is_blank(name.as_ref())
            .then(|| format!("missing name in the value `{shown}` of `--{}`", flag.long));
    }
    // `decode` reports files in the format that a flag selects
    let is_reported = command == super::DECODE;
    let is_written = matches.try_get_one::<bool>("update-baseline").ok().flatten() == Some(&true);
    match form {
        "DIR" if !Path::new(value).is_dir() => Some(format!("`{shown}` is not a directory")),
        "FILE" if !is_reported && flag.reads(is_written) && value != "-" => {
            let step = if flag.long == flags::BASELINE.long { "; `--update-baseline` writes it" } else { "" };
            unreadable(value).map(|why| format!("cannot read `{shown}`: {why}{step}"))
        }
        _ => None,
    }
}

/// The reason why a path cannot be a file that is read.
fn unreadable(path: &OsStr) -> Option<&'static str> {
    match std::fs::metadata(path) {
        Ok(found) if found.is_dir() => Some("it is a directory"),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Some("no such file or directory"),
        // the command reports why it cannot be read
        _ => None,
    }
}

/// The error about a name for standard input that no argument reads.
fn unread_name(command: &Subcommand, matches: &ArgMatches) -> Option<Complaint> {
    let name = flags::STDIN_FILENAME.long;
    let is_read = |operand: &Operand| values(matches, operand.name).any(|value| value == "-");
    let is_unread = values(matches, name).next().is_some() && !command.operands.iter().any(is_read);
    is_unread.then(|| Complaint {
        message: format!("`--{name}` names standard input, which is not read"),
        help: "add the argument `-`, which stands for standard input".to_owned(),
    })
}

/// The values of a flag or an operand that the command may have.
fn values<'m>(matches: &'m ArgMatches, id: &str) -> impl Iterator<Item = &'m OsStr> {
    let raw = matches.try_get_raw(id).ok().flatten();
    raw.into_iter().flatten()
}

fn is_blank(value: &OsStr) -> bool {
    value.to_str().is_some_and(|text| text.trim().is_empty())
}
