//! The options for findings from the command line, the environment and `hclx.toml`, in one struct.

use std::path::PathBuf;
use std::sync::Arc;

use hclx_analysis::findings::baseline::Baseline;
use hclx_analysis::findings::levels::{Level, Levels, Rule};
use hclx_diag::{Diagnostic, Sources, all_codes};
use hclx_program::findings::Treatment;
use hclx_report::Format;

use crate::cli::{BaselineUse, Check, Exits, FixArgs, rule_names};
use crate::config::{Config, RequiredSchemas};
use crate::findings::baseline;
use crate::findings::outputs::Output;
use crate::inputs::Inputs;

/// The environment variable that sets the default format.
const FORMAT_VARIABLE: &str = "HCLX_FORMAT";

/// The options for findings.
pub(crate) struct Options {
    /// The settings of `hclx.toml`.
    config: Arc<Config>,
    /// The rules whose findings are printed; empty for all.
    only: Vec<Rule>,
    /// The levels of rules.
    levels: Levels,
    /// Honor suppressions.
    ignores: bool,
    /// The outputs; the first one without a file is standard output.
    pub(crate) outputs: Vec<Output>,
    /// The maximum number of printed findings.
    pub(crate) max_findings: usize,
    /// Print counts instead of findings.
    pub(crate) statistics: bool,
    /// The rules for the exit code.
    pub(crate) exits: Exits,
    /// The baseline, if there is one.
    pub(crate) baseline: Option<baseline::File>,
    /// The use of the baseline.
    pub(crate) baseline_use: BaselineUse,
    /// The revision against which changes are determined.
    pub(crate) since: Option<String>,
    /// The edits to apply.
    pub(crate) fixing: FixArgs,
    /// The schemas that the run requires.
    pub(crate) schemas: Option<RequiredSchemas>,
}

impl Options {
    /// Reads the flags of `check`.
    ///
    /// # Errors
    /// If the value of a flag is malformed.
    pub(crate) fn new(asked: &Check, config: Arc<Config>) -> anyhow::Result<Self> {
        Ok(Self {
            only: rules("only", &asked.scope.only)?,
            levels: levels(asked)?,
            ignores: !asked.no_ignores,
            outputs: outputs(asked, config.format.as_deref())?,
            max_findings: asked.max_findings.unwrap_or(usize::MAX),
            statistics: asked.statistics,
            exits: asked.exits,
            baseline: baseline_of(asked, &config),
            baseline_use: asked.baseline_use,
            since: asked.since.clone(),
            fixing: asked.fixing,
            schemas: asked.required_schemas.or(config.required_schemas),
            config,
        })
    }

    /// Returns `true` if a finding is printed.
    pub(crate) fn shows(&self, finding: &Diagnostic) -> bool {
        self.only.is_empty() || self.only.iter().any(|rule| rule.names(finding.code))
    }

    /// Returns `true` if a level disables the code of a finding or makes it a warning, which has no effect on certain
    /// errors.
    pub(crate) fn overrules(&self, sources: &Sources, finding: &Diagnostic) -> bool {
        let path = finding.span.map(|span| sources.get(span.source).name()).unwrap_or_default();
        let lowers = |levels: &Levels| levels.lowers(finding.code);
        finding.is_error() && (lowers(&self.levels) || lowers(&self.levels_of(path)))
    }

    /// Reads the baseline, unless this run writes it for the first time; errors in it are rejected.
    pub(crate) fn read_baseline(&self, inputs: &mut Inputs) -> Option<Baseline> {
        let file = self.baseline.as_ref()?;
        if self.baseline_use.update && !file.path.exists() {
            return None;
        }
        baseline::read(file).map_err(|fault| inputs.refused.push(*fault)).ok()
    }

    /// Checks that flags about a baseline are accompanied by one; settings may also name it.
    ///
    /// # Errors If there is no baseline.
    pub(crate) fn ensure_baseline(&self) -> anyhow::Result<()> {
        for (flag, given) in
            [("update-baseline", self.baseline_use.update), ("strict-baseline", self.baseline_use.strict)]
        {
            anyhow::ensure!(!given || self.baseline.is_some(), "`--{flag}` requires `--baseline FILE`");
        }
        Ok(())
    }
}

impl Treatment for Options {
    /// The levels for a file: those of the settings, overridden by those of flags. `--only` enables the named
    /// rules.
    fn levels_of(&self, path: &str) -> Levels {
        let mut levels = Levels::default();
        self.config.levels(path).into_iter().for_each(|(rule, level)| levels.set(rule, level));
        for rule in &self.only {
            let mut named = all_codes().filter(|code| rule.names(*code));
            if named.all(|code| levels.of(code) == Level::Off) {
                levels.set(*rule, Level::On);
            }
        }
        levels.extend(&self.levels);
        levels
    }

    fn ignores(&self) -> bool {
        self.ignores
    }
}

/// The baseline that a flag or the settings name.
fn baseline_of(asked: &Check, config: &Config) -> Option<baseline::File> {
    let named = |path| baseline::File { path: PathBuf::from(path), below: None, setting: None };
    let of_settings = |path: &PathBuf| {
        let below = Some(crate::config::top_of(&config.folder.join(crate::config::NAME)));
        baseline::File { path: path.clone(), below, setting: config.places.get("baseline").copied() }
    };
    asked.baseline.as_ref().map(named).or_else(|| config.baseline.as_ref().map(of_settings))
}

/// The rules named by a flag.
fn rules(flag: &str, given: &[String]) -> anyhow::Result<Vec<Rule>> {
    rule_names(given)
        .map(|word| match Rule::from_name(word) {
            Err(_) if word.starts_with("terraform_") => anyhow::bail!(
                "`--{flag}`: `{word}` is a rule of tflint\n  help: docs/coming-from-tflint.md has the code for each"
            ),
            rule => rule.map_err(|why| anyhow::anyhow!("`--{flag}`: {why}")),
        })
        .collect()
}

/// The levels of rules. `--select` disables all other rules; other flags take precedence over it.
fn levels(asked: &Check) -> anyhow::Result<Levels> {
    let mut levels = Levels::default();
    let selected = rules("select", &asked.select)?;
    if !selected.is_empty() {
        levels.set(Rule::All, Level::Off);
        selected.into_iter().for_each(|rule| levels.set(rule, Level::On));
    }
    for (flag, given, level) in [
        ("ignore", &asked.ignore, Level::Off),
        ("warn", &asked.warn, Level::Warning),
        ("deny", &asked.deny, Level::Error),
    ] {
        rules(flag, given)?.into_iter().for_each(|rule| levels.set(rule, level));
    }
    Ok(levels)
}

/// The outputs: the format of `--format`, of the environment or of the settings, on standard output or in
/// `--output-file`; then each `--output`.
fn outputs(asked: &Check, setting: Option<&str>) -> anyhow::Result<Vec<Output>> {
    let format = match asked.format {
        Some(format) => Some(format),
        None => match std::env::var(FORMAT_VARIABLE) {
            Ok(name) if !name.is_empty() => {
                let format = Format::from_name(&name);
                anyhow::ensure!(
                    format.is_some(),
                    "`{FORMAT_VARIABLE}` is `{name}`: expected {}",
                    hclx_diag::alternatives(&name, Format::NAMES.iter().copied(), "or")
                );
                format
            }
            _ => setting.and_then(Format::from_name),
        },
    };
    let first = Output {
        format: format.unwrap_or(Format::Full),
        file: asked.output_file.as_ref().map(PathBuf::from),
    };
    let others: anyhow::Result<Vec<Output>> = asked.outputs.iter().map(|text| Output::parse(text)).collect();
    Ok(std::iter::once(first).chain(others?).collect())
}
