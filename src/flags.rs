//! The table of commands and flags: parsing, help, man page and completions all read it.

use std::ffi::OsString;
use std::io::Write;

use clap::{Arg, ArgAction, ArgMatches, Command};

use crate::commands;
use crate::exit::Exit;

/// A flag, as it is called everywhere it appears.
pub struct Flag {
    /// `--long`
    pub long: &'static str,
    /// `-s`
    pub short: Option<char>,
    /// The name of its value; `None` for a switch.
    pub value: Option<&'static str>,
    /// The values that it can have, if they are few; the first is the default if `has_default`.
    pub choices: &'static [&'static str],
    /// Whether it may be given again.
    pub repeats: bool,
    /// What it does, on one line.
    pub help: &'static str,
}

/// What stands on the command line beside flags.
pub struct Operand {
    /// Its name in help.
    pub name: &'static str,
    /// Whether there has to be one.
    pub required: bool,
    /// Whether there may be several.
    pub many: bool,
    /// What it is.
    pub help: &'static str,
}

/// A subcommand.
pub struct Subcommand {
    /// Its name.
    pub name: &'static str,
    /// What it does, on one line.
    pub about: &'static str,
    /// Examples and exit codes, below its help.
    pub more: &'static str,
    /// What stands beside flags.
    pub operands: &'static [Operand],
    /// Its flags.
    pub flags: &'static [&'static Flag],
    /// What it does.
    pub run: fn(&ArgMatches) -> anyhow::Result<Exit>,
}

/// Parses the command line and runs the command that it names.
///
/// Only the named subcommand is built: building all of them takes longer than most answers.
pub fn run(arguments: &[OsString]) -> anyhow::Result<Exit> {
    // a link of this name behaves as the program does that it stands for
    if arguments.first().is_some_and(|program| called(program, "hcldec")) {
        return dispatch(
            one(&commands::decode::COMMAND).bin_name("hcldec"),
            &commands::decode::COMMAND,
            arguments,
        );
    }
    let named = arguments.get(1).and_then(|name| name.to_str()).and_then(find);
    let Some(subcommand) = named else { return run_any(arguments) };
    dispatch(one(subcommand), subcommand, &arguments[1..])
}

fn dispatch(
    command: Command,
    subcommand: &'static Subcommand,
    arguments: &[OsString],
) -> anyhow::Result<Exit> {
    match command.try_get_matches_from(arguments) {
        Ok(matches) => (subcommand.run)(&matches),
        Err(error) => explain(&error),
    }
}

/// Whether the program was started under the name of the one that `decode` stands for.
pub fn is_hcldec() -> bool {
    std::env::args_os().next().is_some_and(|program| called(&program, "hcldec"))
}

/// Whether the program was started under a name.
fn called(program: &OsString, name: &str) -> bool {
    std::path::Path::new(program).file_stem().is_some_and(|stem| stem == name)
}

fn run_any(arguments: &[OsString]) -> anyhow::Result<Exit> {
    match all().try_get_matches_from(arguments) {
        Ok(matches) => match matches.subcommand() {
            Some((name, matches)) => find(name).map_or(Ok(Exit::Failed), |command| (command.run)(matches)),
            None => Ok(Exit::Failed),
        },
        Err(error) => explain(&error),
    }
}

/// Help and version are answers on stdout; everything else is a mistake on the command line.
fn explain(error: &clap::Error) -> anyhow::Result<Exit> {
    let text = error.render();
    if error.use_stderr() {
        let mut stderr = std::io::stderr().lock();
        let _ = if color_on_stderr() { write!(stderr, "{}", text.ansi()) } else { write!(stderr, "{text}") };
        return Ok(Exit::Failed);
    }
    let mut stdout = std::io::stdout().lock();
    if crate::output::color_by_default(&std::io::stdout()) {
        write!(stdout, "{}", text.ansi())?;
    } else {
        write!(stdout, "{text}")?;
    }
    Ok(Exit::Good)
}

fn color_on_stderr() -> bool {
    crate::output::color_by_default(&std::io::stderr())
}

/// The subcommand of a name.
pub fn find(name: &str) -> Option<&'static Subcommand> {
    commands::ALL.iter().copied().find(|command| command.name == name)
}

/// The whole command line, for help, completions and the man page.
pub fn all() -> Command {
    let root = Command::new("hclx")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Finds what is certainly wrong in HCL and JSON configuration, offline")
        .after_help(
            "Exit codes: 0 nothing wrong (or: yes), 1 something wrong (or: no), 2 the job could not be done.\n\
             `hclx COMMAND --help` tells about a command; `hclx explain CODE` about a finding.",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true);
    commands::ALL.iter().fold(root, |root, command| root.subcommand(build(command, command.name)))
}

/// One subcommand as a command line of its own.
fn one(subcommand: &'static Subcommand) -> Command {
    build(subcommand, subcommand.name).bin_name(format!("hclx {}", subcommand.name))
}

fn build(subcommand: &'static Subcommand, name: &'static str) -> Command {
    let command = Command::new(name).about(subcommand.about).after_help(subcommand.more);
    // of a flag that is given twice hcldec takes the last
    let command = command.args_override_self(subcommand.name == commands::decode::COMMAND.name);
    let command = subcommand.operands.iter().fold(command, |command, operand| command.arg(argument(operand)));
    subcommand.flags.iter().fold(command, |command, flag| command.arg(option(flag)))
}

fn argument(operand: &'static Operand) -> Arg {
    let action = if operand.many { ArgAction::Append } else { ArgAction::Set };
    let argument = Arg::new(operand.name).required(operand.required).help(operand.help).action(action);
    let argument = if operand.name == "PATH" || operand.name == "FILE" {
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
    let option = option.value_name(value).action(action).allow_hyphen_values(flag.choices.is_empty());
    match (value, flag.choices) {
        ("FILE", _) => {
            option.value_parser(clap::value_parser!(OsString)).value_hint(clap::ValueHint::FilePath)
        }
        (_, []) => option,
        (_, choices) => option.value_parser(clap::builder::PossibleValuesParser::new(choices)),
    }
}

/// Declares flags.
macro_rules! flags {
    ($($name:ident: $long:literal $(-$short:literal)? $(= $value:literal)? $([$($choice:literal),+])? $($repeats:ident)?, $help:literal;)*) => {
        $(
            #[doc = $help]
            pub static $name: Flag = Flag {
                long: $long,
                short: flags!(@short $($short)?),
                value: flags!(@value $($value)?),
                choices: &[$($($choice),+)?],
                repeats: flags!(@repeats $($repeats)?),
                help: $help,
            };
        )*
    };
    (@short) => { None };
    (@short $short:literal) => { Some($short) };
    (@value) => { None };
    (@value $value:literal) => { Some($value) };
    (@repeats) => { false };
    (@repeats repeats) => { true };
}

/// How findings are printed.
pub static FORMAT_CHECK: Flag = Flag {
    long: "format",
    short: None,
    value: Some("FORMAT"),
    choices: hclx_report::Format::NAMES,
    repeats: false,
    help: "How findings are printed; full shows the source; the default is HCLX_FORMAT or full",
};

flags! {
    OUTPUT_FILE: "output-file" = "FILE", "Write findings into a file instead of standard output";
    OUTPUT_AS: "output" = "FORMAT=FILE" repeats, "Write findings in a format into a file too";
    MAX_FINDINGS: "max-findings" = "N", "Print N findings at most and say how many are left out";
    EXIT_ZERO: "exit-zero", "Exit with 0 whatever is found, unless the job could not be done";
    STATISTICS: "statistics", "Count findings by code instead of printing them";
    SELECT: "select" = "RULE" repeats, "Report only these codes and groups of lints, and what is certainly wrong";
    IGNORE: "ignore" = "RULE" repeats, "Do not report a code or group, unless it is certainly wrong";
    WARN: "warn" = "RULE" repeats, "Report a code or group as a warning";
    DENY: "deny" = "RULE" repeats, "Report a code or group as an error";
    NO_IGNORES: "no-ignores", "Report what comments ignore too";
    BASELINE: "baseline" = "FILE", "Hide the findings that a file lists";
    UPDATE_BASELINE: "update-baseline", "Write what is found into the baseline and exit with 0";
    STRICT_BASELINE: "strict-baseline", "Exit with 1 if the baseline lists what is not found any more";
    SINCE: "since" = "REF", "Report only what is on lines changed since a revision, through git";
    FILES_FROM: "files-from" = "FILE", "Read names of files, one on each line or ended by NUL; - is standard input";
    FIX: "fix", "Apply edits that are certain";
    UNSAFE_FIXES: "unsafe-fixes", "Apply suggested edits too";
    DIFF: "diff", "Print what --fix would change, and change nothing";
    EXIT_NONZERO_ON_FIX: "exit-nonzero-on-fix", "Exit with 1 if something was fixed";
    FORMAT: "format" = "FORMAT" ["text", "json"], "How the answer is printed";
    COLOR: "color" = "WHEN" ["auto", "always", "never"], "When to use colours; auto obeys NO_COLOR and CLICOLOR_FORCE";
    QUIET: "quiet" -'q', "Print no summary and no notes";
    VERBOSE: "verbose" -'v' repeats, "Say what was taken as unknown and what was not judged";
    DIALECT: "dialect" = "DIALECT" ["auto", "hcl", "terraform", "pcl", "mull"], "Which functions and rules apply";
    RULES: "rules" = "RULES" ["hcl", "extended"], "The rules of types: as go-cty, or with int, union, promise, output, none";
    STDIN_FILENAME: "stdin-filename" = "NAME", "The name that standard input has in messages, and that tells its syntax";
    VAR: "var" = "NAME=EXPR" repeats, "Give a variable a value, or unknown(TYPE, REFINEMENT...); for Mull a YAML scalar";
    VAR_FILE: "var-file" = "FILE" repeats, "Read values of variables from an HCL or JSON file, for Mull from YAML or JSON";
    ROOT: "root" = "DIR", "Let functions such as `file` read what lies below DIR; without it they read nothing";
    CTX: "ctx" = "FILE", "For Mull: read `ctx.options` from a YAML or JSON file";
    SCHEMA: "schema" = "S", "For Mull: the metatype, mull:document, mull:data or PATH#Type; wins over $schema";
    IMPORT_ROOT: "import-root" = "DIR", "For Mull: imports may read what lies below DIR; the default is the file's directory";
    SORT_KEYS: "sort-keys", "For Mull: print keys in order instead of as written";
    AS: "as" = "NOTATION" ["hcl"], "For Mull: print types in HCL's notation";
    JOBS: "jobs" -'j' = "N", "How many files are judged at a time; the default is one for each core";
    EXPRESSION: "expr" -'e' = "EXPR", "Take an expression instead of a file";
    DENY_WARNINGS: "deny-warnings", "Exit with 1 on warnings too";
    LANG: "lang" = "LANG" ["native", "json", "mull"], "The syntax, whatever the file's name is";
    SAFE: "safe", "Exit with 1 unless the conversion is safe";
    UNSAFE: "unsafe", "Allow conversions that can fail";
    UNION: "union", "Where no type fits, answer with the union";
    VALUE: "value" = "EXPR", "Ask about a value instead of a type";
    OUT: "out" = "FORM" ["json", "yaml"], "Print plain data; parts that are not known are an error";
    NOT_NULL: "not-null" repeats, "It is not null";
    NULL: "null" repeats, "It is null";
    PREFIX: "prefix" = "S" repeats, "It starts with S, less what may still combine with what follows";
    PREFIX_FULL: "prefix-full" = "S" repeats, "It starts with exactly S";
    MIN: "min" = "N" repeats, "It is N or more";
    ABOVE: "above" = "N" repeats, "It is more than N";
    MAX: "max" = "N" repeats, "It is N or less";
    BELOW: "below" = "N" repeats, "It is less than N";
    LENGTH_MIN: "length-min" = "N" repeats, "It has N elements or more";
    LENGTH_MAX: "length-max" = "N" repeats, "It has N elements or fewer";
    LENGTH: "length" = "N" repeats, "It has exactly N elements";
    ONE_OF: "one-of" = "EXPR" repeats, "It is one of the elements of this list";
    SPEC: "spec" -'s' = "FILE", "Read an hcldec specification of what the files hold";
    VARS: "vars" -'V' = "JSON-OR-FILE" repeats, "Give variables: a JSON object, or a file of values";
    OUTPUT: "out" -'o' = "FILE", "Write the result into a file";
    DIAGS: "diags" = "FORMAT" ["json"], "Print what is wrong as JSON";
    WITH_TYPE: "with-type", "Print the type beside the value";
    VAR_REFS: "var-refs", "Print the variables that the input uses instead of its value";
    KEEP_NULLS: "keep-nulls", "Keep properties that are null";
    VERSION: "version" -'v', "Print the version";
    WITH_IT: "expr" -'e' = "EXPR", "Evaluate an expression in which `it` is the refined value";
}
