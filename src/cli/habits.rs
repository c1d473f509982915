//! Names that users know from other programs: alternative names of commands and flags, and hints about those that
//! hclx has under another name or does not need.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::{Commands, Subcommand};

/// Other names of commands.
const ALIASES: &[(&str, &str)] =
    &[("validate", "check"), ("lint", "check"), ("format", "fmt"), ("completion", "completions")];

/// The hint about commands that create or change infrastructure.
const CHANGES_NOTHING: &str = "hclx changes nothing outside of files: run `hclx check`";

/// The hint about commands that prepare others.
const NEEDS_NOTHING: &str = "nothing has to be set up: run `hclx check`";

/// Commands of other programs, and their equivalents in hclx.
const COMMANDS: &[(&str, &str)] = &[
    ("init", NEEDS_NOTHING),
    ("get", NEEDS_NOTHING),
    ("login", NEEDS_NOTHING),
    ("workspace", NEEDS_NOTHING),
    ("install", NEEDS_NOTHING),
    ("plan", "hclx does not plan: `hclx check` finds errors, and `hclx eval` prints values"),
    ("apply", CHANGES_NOTHING),
    ("destroy", CHANGES_NOTHING),
    ("import", CHANGES_NOTHING),
    ("refresh", CHANGES_NOTHING),
    ("state", CHANGES_NOTHING),
    ("taint", CHANGES_NOTHING),
    ("build", CHANGES_NOTHING),
    ("run", CHANGES_NOTHING),
    ("job", "run `hclx check FILE`"),
    ("scan", "run `hclx check`"),
    ("linter", "run `hclx check`"),
    ("fix", "run `hclx check --fix`"),
    ("tflint", "run `hclx check`"),
    ("hclfmt", "run `hclx fmt`"),
    ("inspect", "run `hclx infer`"),
    ("modules", "run `hclx graph --kind modules`"),
    ("metadata", "run `hclx functions`"),
    ("diff", "run `hclx breaking --against REF`, or `hclx fmt --diff`"),
    ("terraform-docs", "run `hclx docs`"),
    ("markdown", "run `hclx docs`"),
    ("clean", "run `hclx cache clear`"),
    ("console", "run `hclx eval -e EXPRESSION DIR`"),
    ("providers", "run `hclx schema list`"),
    ("output", "run `hclx eval DIR`"),
    ("show", "run `hclx infer` for types, or `hclx eval` for values"),
    ("rule", "run `hclx explain CODE`"),
    ("version", "run `hclx --version`"),
    ("server", "run `hclx lsp`"),
    ("language-server", "run `hclx lsp`"),
];

/// Flags that only other commands have, and the equivalents in a command.
const OF_COMMANDS: &[(&str, &str, &str)] =
    &[("docs", "--out", "use `--inject FILE` to write into a file, or redirect the output: `> FILE`")];

/// Flags of other programs, and their equivalents in hclx.
const FLAGS: &[(&str, &str)] = &[
    ("--chdir", "name the directory as an argument"),
    ("--recursive", "directories are searched completely; there is no flag for it"),
    ("--no-color", "use `--color never`"),
    ("--output-format", "use `--format`"),
    ("--reporter", "use `--format`"),
    ("--enable-rule", "use `--warn CODE`"),
    ("--disable-rule", "use `--ignore CODE`"),
    ("--only-rule", "use `--only CODE`"),
    ("--extend-select", "use `--warn CODE`"),
    ("--force", "use `--exit-zero`"),
    ("--minimum-failure-severity", "use `--deny-warnings`, or levels in `hclx.toml`"),
    ("--changed", "use `--since REF`"),
    ("--staged", "use `--since HEAD`"),
    ("--write", "use `--fix`, or `hclx fmt`"),
    ("--backend", "no backend is reached; there is no flag for it"),
    ("--input", "nothing is asked; there is no flag for it"),
    ("--verbose-level", "use `-v`"),
    ("--ignore-path", "use `--exclude PATTERN`"),
    ("--concurrency", "use `--jobs N`"),
    ("--parallelism", "use `--jobs N`"),
    ("--stats", "use `--statistics`"),
    ("--max-diagnostics", "use `--max-findings N`"),
    ("--line-length", "use `--width N`"),
    ("--dry-run", "use `--diff`"),
    ("--add-noqa", "use `--baseline FILE --update-baseline`"),
    ("--per-file-ignores", "write `[[per-file]]` in `hclx.toml`"),
    ("--soft-fail", "use `--exit-zero`"),
    ("--strict", "use `--deny-warnings`"),
    ("--compact", "use `--format concise`"),
    ("--filter", "name the files as arguments"),
    ("--no-tests", "use `--exclude '**/*.tftest.hcl'`"),
    ("--sort-by", "use `--sort ORDER`"),
    ("--output-check", "use `--check`"),
    ("--output-mode", "use `--inject FILE`"),
    ("--header-from", "use `--header NAME`"),
    ("--footer-from", "use `--footer NAME`"),
    ("--show-source", "use `--format full`"),
    ("--skip-check", "use `--ignore CODE`"),
    ("--config-file", "use `--config FILE`"),
    ("--directory", "name the directory as an argument"),
    ("--file", "name the file as an argument"),
    ("--stdin", "name `-` as an argument"),
    ("--list", "names of files are printed without a flag"),
    ("--no-fix", "nothing is changed without `--fix`"),
    ("--preview", "all lints can be turned on: use `--warn CODE`"),
    ("--module", "called modules are always checked; no flag is needed"),
    ("--call-module-type", "called modules are always checked; no flag is needed"),
    ("--ignore-module", "use `--exclude PATTERN`"),
    ("--external-checks-dir", "use `--policy PATH`"),
    ("--loglevel", "use `-v`"),
    ("--langserver", "run `hclx lsp`"),
    ("--lockfile", "lock files are read without a flag, and nothing is installed"),
    ("--refresh", "no state is read; there is no flag for it"),
    ("--state", "no state is read; there is no flag for it"),
    ("--target", "the whole module is checked; `hclx graph --focus ADDR` shows a part"),
    ("--syntax-only", "use `hclx parse FILE`"),
    ("--init", NEEDS_NOTHING),
    ("--type", "use `--kind`"),
    ("--junit-xml", "use `--format junit`"),
    ("--output-file", "use `--inject FILE` of `hclx docs`, or `--out FILE` of `hclx generate`"),
    ("-v", "use `hclx --version`"),
    ("-w", "files are written without a flag; `--check` and `--diff` write nothing"),
    ("-l", "names of files are printed without a flag; `--check` writes nothing"),
    ("-r", "directories are searched completely; there is no flag for it"),
    ("-f", "use `--format FORMAT`, or name the file as an argument"),
    ("-o", "use `--output FORMAT=FILE`"),
    ("-c", "use `--config FILE`"),
    ("-d", "name the directory as an argument"),
];

/// Values that other programs accept, and their equivalents in hclx.
const VALUES: &[(&str, &str, &str)] = &[
    ("--format", "compact", "use `concise`"),
    ("--format", "default", "use `full`, or leave the flag out"),
    ("--format", "table", "use `full`, or leave the flag out"),
    ("--format", "text", "use `full`, or leave the flag out"),
    ("--format", "tap", "use `junit`"),
    ("--dialect", "tf", "use `terraform`"),
    ("--dialect", "tofu", "use `opentofu`"),
    ("--dialect", "hcl2", "use `hcl`"),
];

/// The command that has this name in another program.
pub(super) fn command(name: &str) -> &str {
    ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, command)| command)
}

/// Rewrites flags in the spelling of other programs: those of `terraform fmt` with one dash, and `--json`.
pub(super) fn flags(command: &Subcommand, arguments: &[OsString]) -> Vec<OsString> {
    let has = |name: &str| command.flags.iter().any(|flag| flag.long == name);
    let mut rewritten = Vec::with_capacity(arguments.len());
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        match word.to_str() {
            // everything after it is a path
            Some("--") => {
                rewritten.push(word.clone());
                rewritten.extend(words.by_ref().cloned());
            }
            Some("--json" | "-json" | "-json=true") if !has("json") && has("format") => {
                rewritten.extend(["--format", "json"].map(Into::into))
            }
            Some(
                "-recursive" | "-recursive=true" | "--recursive" | "-write" | "-write=true" | "-list=true"
                | "-list=false",
            ) if command.name == "fmt" => {}
            Some("-check" | "-check=true" | "-write=false") if command.name == "fmt" => {
                rewritten.push("--check".into())
            }
            Some("-diff" | "-diff=true") if command.name == "fmt" => rewritten.push("--diff".into()),
            _ => rewritten.push(word.clone()),
        }
    }
    rewritten
}

/// A hint about an unknown command or flag.
pub(super) fn hint(error: &clap::Error, of: Option<&Subcommand>, commands: Commands) -> Option<String> {
    let word = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word.as_str()),
        _ => None,
    };
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let name = word(ContextKind::InvalidSubcommand)?;
            COMMANDS.iter().find(|(known, _)| *known == name).map(|(_, hint)| (*hint).to_owned())
        }
        ErrorKind::UnknownArgument => {
            let flag = word(ContextKind::InvalidArg)?;
            let typed = whole_argument(flag).and_then(|typed| long_form(&typed, flag));
            let flag = typed.as_deref().unwrap_or(flag);
            let is_own =
                |of: &Subcommand| of.flags.iter().any(|own| flag.strip_prefix("--") == Some(own.long));
            let known = FLAGS.iter().find(|(known, _)| *known == flag && !of.is_some_and(is_own));
            let own = |(name, known, _): &&(&str, &str, &str)| {
                *known == flag && of.is_some_and(|of| of.name == *name)
            };
            let known = OF_COMMANDS.iter().find(own).map(|(.., hint)| hint).or(known.map(|(_, hint)| hint));
            known.map(|hint| (*hint).to_owned()).or_else(|| elsewhere(flag, of, commands))
        }
        ErrorKind::InvalidValue => {
            let (flag, given) = (word(ContextKind::InvalidArg)?, word(ContextKind::InvalidValue)?);
            let is_of = |name: &str| flag.split([' ', '=']).next() == Some(name);
            let known = VALUES.iter().find(|(name, value, _)| is_of(name) && *value == given);
            known.map(|(.., hint)| (*hint).to_owned())
        }
        _ => None,
    }
}

/// The typed argument for an unknown flag, which is its first letter: `-chdir=x`, as in Go programs, is read as
/// short flags.
pub(super) fn whole_argument(unknown: &str) -> Option<String> {
    let typed = std::env::args_os().filter_map(|typed| typed.into_string().ok());
    typed.into_iter().find(|typed| long_form(typed, unknown).is_some())
}

/// The long form of a flag that was typed with one dash, if its first letter is the unknown flag.
fn long_form(typed: &str, unknown: &str) -> Option<String> {
    let name = typed.strip_prefix('-').filter(|name| !name.starts_with('-'))?;
    let name = name.split('=').next().unwrap_or_default();
    let is_meant = name.len() > 1 && unknown.strip_prefix('-').is_some_and(|letter| name.contains(letter));
    is_meant.then(|| format!("--{name}"))
}

/// The commands that have a flag.
fn elsewhere(flag: &str, of: Option<&Subcommand>, commands: Commands) -> Option<String> {
    let name = flag.strip_prefix("--")?;
    let having = commands.iter().filter(|command| command.flags.iter().any(|flag| flag.long == name));
    let names: Vec<String> = having.map(|command| format!("hclx {}", command.name)).collect();
    if of.is_some_and(|own| names.contains(&format!("hclx {}", own.name))) {
        return Some(format!("write `{flag}` with two dashes"));
    }
    let names = hclx_diag::listed_names(names.iter().map(String::as_str), "and");
    (!names.is_empty()).then(|| format!("`{flag}` is a flag of {names}"))
}
