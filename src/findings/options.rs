//! What the command line, the environment and `hclx.toml` say about findings, in one struct.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::ArgMatches;
use hclx_analysis::findings::fixes::Safety;
use hclx_analysis::findings::levels::{Level, Levels, Rule};
use hclx_report::Format;

use crate::findings::outputs::Output;

/// The environment variable that sets the default format.
const FORMAT_VARIABLE: &str = "HCLX_FORMAT";

/// What is said about findings.
pub struct Options {
    /// Which rules are reported.
    pub levels: Levels,
    /// Whether comments may ignore findings.
    pub ignores: bool,
    /// Where findings are written; the first one that has no file is standard output.
    pub outputs: Vec<Output>,
    /// How many findings are printed.
    pub max_findings: usize,
    /// Whether findings are counted instead.
    pub statistics: bool,
    /// Whether findings change the exit code.
    pub exit_zero: bool,
    /// Whether warnings do.
    pub deny_warnings: bool,
    /// The file of known findings.
    pub baseline: Option<PathBuf>,
    /// Whether it is written.
    pub update_baseline: bool,
    /// Whether its stale entries are errors.
    pub strict_baseline: bool,
    /// The revision whose changes count.
    pub since: Option<String>,
    /// Which edits are applied.
    pub fix: Option<Safety>,
    /// Whether edits are printed instead of written.
    pub diff: bool,
    /// Whether something that was fixed changes the exit code.
    pub exit_nonzero_on_fix: bool,
}

impl Options {
    /// Reads the flags of `check`.
    ///
    /// # Errors
    /// A flag whose value cannot be understood.
    pub fn new(matches: &ArgMatches) -> anyhow::Result<Self> {
        let file = |name| matches.get_one::<OsString>(name).map(PathBuf::from);
        let on = |name| matches.get_flag(name);
        let fix = match (on("unsafe-fixes"), on("fix") || on("diff")) {
            (true, _) => Some(Safety::Suggested),
            (false, true) => Some(Safety::Certain),
            (false, false) => None,
        };
        let options = Self {
            levels: levels(matches)?,
            ignores: !on("no-ignores"),
            outputs: outputs(matches)?,
            max_findings: number(matches, "max-findings")?.unwrap_or(usize::MAX),
            statistics: on("statistics"),
            exit_zero: on("exit-zero"),
            deny_warnings: on("deny-warnings"),
            baseline: file("baseline"),
            update_baseline: on("update-baseline"),
            strict_baseline: on("strict-baseline"),
            since: matches.get_one::<String>("since").cloned(),
            fix,
            diff: on("diff"),
            exit_nonzero_on_fix: on("exit-nonzero-on-fix"),
        };
        for (flag, given) in
            [("update-baseline", options.update_baseline), ("strict-baseline", options.strict_baseline)]
        {
            anyhow::ensure!(!given || options.baseline.is_some(), "`--{flag}` needs `--baseline FILE`");
        }
        Ok(options)
    }

    /// The levels that apply to a file.
    pub fn levels_of(&self, _path: &str) -> Levels {
        self.levels.clone()
    }
}

fn number(matches: &ArgMatches, name: &str) -> anyhow::Result<Option<usize>> {
    let Some(text) = matches.get_one::<String>(name) else { return Ok(None) };
    let number = text.parse().map_err(|_| anyhow::anyhow!("`--{name} {text}`: expected a number"))?;
    Ok(Some(number))
}

/// The rules that a flag names; several may be parted by commas.
fn rules(matches: &ArgMatches, flag: &str) -> anyhow::Result<Vec<Rule>> {
    let given = matches.get_many::<String>(flag).into_iter().flatten();
    let words = given.flat_map(|text| text.split(',')).map(str::trim).filter(|word| !word.is_empty());
    words.map(|word| Rule::from_name(word).map_err(|why| anyhow::anyhow!("`--{flag}`: {why}"))).collect()
}

/// `--select` turns everything off but what it names; the other flags win over it.
fn levels(matches: &ArgMatches) -> anyhow::Result<Levels> {
    let mut levels = Levels::default();
    let selected = rules(matches, "select")?;
    if !selected.is_empty() {
        levels.set(Rule::All, Level::Off);
        selected.into_iter().for_each(|rule| levels.set(rule, Level::On));
    }
    for (flag, level) in [("ignore", Level::Off), ("warn", Level::Warning), ("deny", Level::Error)] {
        rules(matches, flag)?.into_iter().for_each(|rule| levels.set(rule, level));
    }
    Ok(levels)
}

/// `--format`, or the environment's, on standard output or in `--output-file`; then each `--output`.
fn outputs(matches: &ArgMatches) -> anyhow::Result<Vec<Output>> {
    let format = match matches.get_one::<String>("format") {
        Some(name) => Format::from_name(name),
        None => match std::env::var(FORMAT_VARIABLE) {
            Ok(name) if !name.is_empty() => {
                let format = Format::from_name(&name);
                anyhow::ensure!(
                    format.is_some(),
                    "`{FORMAT_VARIABLE}` is `{name}`: {}",
                    Format::NAMES.join(", ")
                );
                format
            }
            _ => None,
        },
    };
    let first = Output {
        format: format.unwrap_or(Format::Full),
        file: matches.get_one::<OsString>("output-file").map(PathBuf::from),
    };
    let others = matches.get_many::<String>("output").into_iter().flatten();
    let others: anyhow::Result<Vec<Output>> = others.map(|text| Output::parse(text)).collect();
    Ok(std::iter::once(first).chain(others?).collect())
}
