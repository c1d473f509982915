//! Parsed arguments as plain structs: the only file that looks up arguments by flag name.

mod answers;
mod breaking;
mod docs;
mod exits;
mod generate;
mod graph;
mod policy;
mod schemas;
mod scope;
mod test;

use std::ffi::OsString;

use clap::ArgMatches;
use clap::parser::ValueSource;
use hclx_analysis::UnsetVariables;
use hclx_analysis::findings::fixes::Safety;
use hclx_core::Rules;
use hclx_diag::Arrange;
use hclx_report::Format;

use super::SchemaSources;
use crate::accesses::Accesses;
use crate::config::{Choice, RequiredSchemas};
use crate::files;
use crate::flags::Flag;
use crate::limits::LimitFlags;
use crate::open_texts::OpenTexts;
use crate::output::Look;

pub(crate) use breaking::BreakingArgs;
pub(crate) use docs::Docs;
pub(crate) use exits::{Exits, OpenPolicies};
pub(crate) use generate::Generate;
pub(crate) use graph::Graph;
pub(crate) use policy::PolicyArgs;
pub(crate) use scope::{Scope, rule_names};
pub(crate) use test::Test;

/// The parsed command line of a subcommand.
pub(crate) struct Matches(pub(super) ArgMatches);

/// The syntax that `--lang` assigns to files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lang {
    /// HCL native syntax.
    Native,
    /// HCL's JSON profile.
    Json,
    /// Mull.
    Mull,
}

/// The flags shared by all subcommands that read a configuration.
#[derive(Clone, Debug, Default)]
pub(crate) struct Context {
    /// `--dialect`, unless it is `auto`.
    pub dialect: Option<String>,
    /// `--rules`.
    pub rules: Option<Rules>,
    /// `--lang`.
    pub lang: Option<Lang>,
    /// `--var`, in order.
    pub vars: Vec<String>,
    /// `--var-file`, in order.
    pub var_files: Vec<OsString>,
    /// `--root`.
    pub root: Option<String>,
    /// `--ctx`.
    pub ctx: Option<OsString>,
    /// `--schema`.
    pub schema: Option<String>,
    /// `--import-root`.
    pub import_root: Option<String>,
    /// `--provider-schema`, in order.
    pub provider_schemas: Vec<OsString>,
    /// `--policy`, in order.
    pub policies: Vec<OsString>,
    /// `--no-policy`.
    pub no_policy: bool,
    /// The values of variables that are not set.
    pub unset: UnsetVariables,
    /// `--policy-input`, in order.
    pub policy_inputs: Vec<String>,
    /// `--no-schema-cache` and `--no-schemas`.
    pub schema_sources: SchemaSources,
    /// `--no-cache`.
    pub no_cache: bool,
    /// The name of standard input in messages.
    pub stdin_name: String,
    /// `--jobs`; 0 is one for each core.
    pub jobs: usize,
    /// `--max-memory` and `--max-steps`.
    pub most: LimitFlags,
    /// `--config` or `--no-config`.
    pub settings: Choice,
    /// Suppresses progress.
    pub quiet: bool,
    /// The codes and groups that flags turn on.
    pub wanted_rules: Vec<String>,
    /// The buffers that are open in an editor, used in place of the files.
    pub open: OpenTexts,
    /// The record of disk accesses, for polling.
    pub accesses: Accesses,
}

/// The use of the baseline.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BaselineUse {
    /// Write the file.
    pub update: bool,
    /// Stale entries are errors.
    pub strict: bool,
}

/// The edits to apply.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FixArgs {
    /// The safety of applied edits; `None` if no edits are applied.
    pub safety: Option<Safety>,
    /// Print edits instead of writing them.
    pub diff: bool,
    /// Fixed findings fail the run.
    pub exit_nonzero: bool,
}

/// The arguments of `check`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Check {
    /// The style of output.
    pub look: Look,
    /// The form of findings.
    pub format: Option<Format>,
    /// Files and directories; the current directory by default.
    pub paths: Option<Vec<OsString>>,
    /// The rules for the exit code.
    pub exits: Exits,
    /// `--require-schemas`.
    pub required_schemas: Option<RequiredSchemas>,
    /// The specification of all files.
    pub spec: Option<OsString>,
    /// The files that are checked, and the findings that are printed.
    pub scope: Scope,
    /// The only codes and groups that are reported, in addition to errors.
    pub select: Vec<String>,
    /// Codes and groups that are not reported.
    pub ignore: Vec<String>,
    /// Codes and groups that are warnings.
    pub warn: Vec<String>,
    /// Codes and groups that are errors.
    pub deny: Vec<String>,
    /// Also report findings that comments suppress.
    pub no_ignores: bool,
    /// The file for the first format.
    pub output_file: Option<OsString>,
    /// Further outputs, `FORMAT=FILE`.
    pub outputs: Vec<String>,
    /// The maximum number of printed findings.
    pub max_findings: Option<usize>,
    /// Count findings by code.
    pub statistics: bool,
    /// The file of known findings.
    pub baseline: Option<OsString>,
    /// The use of that file.
    pub baseline_use: BaselineUse,
    /// Reports only changes since this revision.
    pub since: Option<String>,
    /// The edits to apply.
    pub fixing: FixArgs,
    /// Check again whenever a file changes.
    pub watch: bool,
    /// The inputs for units.
    pub context: Context,
}

/// The arguments of `config`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Config {
    /// The style of output.
    pub look: Look,
    /// Print a JSON Schema instead.
    pub json_schema: bool,
    /// The source of the settings.
    pub settings: Choice,
}

/// The arguments of `infer`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Infer {
    /// The style of output.
    pub look: Look,
    /// Files and directories; the current directory by default.
    pub paths: Vec<OsString>,
    /// The expression to infer, alone or in the scope of the only path.
    pub expression: Option<String>,
    /// The place to infer: `FILE:LINE:COL`.
    pub at: Option<String>,
    /// Allows undeclared names in an expression.
    pub allow_undeclared: bool,
    /// Set if a run without files is not a failure.
    pub allow_empty: bool,
    /// Print Mull types in HCL's notation.
    pub as_hcl: bool,
    /// The line ending after a single printed type.
    pub ending: Terminator,
    /// The inputs for units.
    pub context: Context,
}

/// The end of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Terminator {
    /// A line break.
    #[default]
    LineBreak,
    /// Nothing: the answer is printed alone.
    Nothing,
}

/// The output format of plain data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DataForm {
    /// JSON.
    Json,
    /// YAML.
    Yaml,
    /// HCL's native syntax.
    Hcl,
}

/// The arguments of `eval`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Eval {
    /// The style of output.
    pub look: Look,
    /// The file, or the directory of the module.
    pub path: Option<OsString>,
    /// The expression to evaluate, alone or in the scope of the path.
    pub expression: Option<String>,
    /// Allows undeclared names in an expression.
    pub allow_undeclared: bool,
    /// The format of plain data; `None` prints values.
    pub out: Option<DataForm>,
    /// Set if a value is printed as the contents of a string.
    pub raw: bool,
    /// Sort keys instead of keeping them as written.
    pub sort_keys: bool,
    /// The inputs for units.
    pub context: Context,
}

/// The arguments of `convert`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Convert {
    /// The style of output.
    pub look: Look,
    /// The operands.
    pub types: Vec<String>,
    /// The value to convert, in place of the first type.
    pub value: Option<String>,
    /// Accepts safe conversions only.
    pub safe: bool,
    /// The conversion rules.
    pub rules: Option<Rules>,
}

/// The arguments of `unify`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unify {
    /// The style of output.
    pub look: Look,
    /// The types.
    pub types: Vec<String>,
    /// Accept conversions that can fail.
    pub allow_unsafe: bool,
    /// Accept a union as the result.
    pub allow_union: bool,
    /// The rules.
    pub rules: Option<Rules>,
}

/// The arguments of `type` and `assignable`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Types {
    /// The style of output.
    pub look: Look,
    /// The types, in the order of the operands.
    pub types: Vec<String>,
}

/// The arguments of `refine`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Refine {
    /// The style of output.
    pub look: Look,
    /// The type of the unknown.
    pub ty: Option<String>,
    /// The value to refine, in place of the unknown.
    pub value: Option<String>,
    /// Facts in the order of the command line: the flag, and its argument.
    pub facts: Vec<(&'static Flag, Option<String>)>,
    /// An expression over `it`.
    pub expression: Option<String>,
    /// The conversion rules.
    pub rules: Option<Rules>,
    /// The dialect of the expression, unless it is `auto`.
    pub dialect: Option<String>,
}

/// The form of the result of `decode`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DecodedForm {
    /// Print the type next to the value.
    pub with_type: bool,
    /// Print the references of the configuration instead of the value.
    pub var_refs: bool,
    /// Keep attributes that are null.
    pub keep_nulls: bool,
}

/// The arguments of `decode`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Decode {
    /// The style of output.
    pub look: Look,
    /// The specification.
    pub spec: Option<OsString>,
    /// Variables: JSON objects, or names of files.
    pub vars: Vec<String>,
    /// The configurations.
    pub files: Vec<OsString>,
    /// The file for the result.
    pub out: Option<OsString>,
    /// Prints findings as JSON.
    pub json_diagnostics: bool,
    /// The form of the result.
    pub form: DecodedForm,
    /// Print the version.
    pub version: bool,
}

/// The arguments of `batch`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Batch {
    /// The limits of each question.
    pub most: LimitFlags,
}

/// The arguments of `parse`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parse {
    /// The style of output.
    pub look: Look,
    /// The file.
    pub file: OsString,
    /// The syntax, regardless of the name.
    pub lang: Option<Lang>,
    /// The name of standard input.
    pub stdin_name: String,
}

/// The arguments of `fmt`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fmt {
    /// The style of output.
    pub look: Look,
    /// The format for findings; `None` prints names.
    pub format: Option<Format>,
    /// Files and folders; without any, the current folder.
    pub paths: Option<Vec<OsString>>,
    /// Write nothing, and exit with 1 if a file would change.
    pub check: bool,
    /// Print what would change, and write nothing.
    pub diff: bool,
    /// The ranges of lines to format: `FILE:L1-L2`.
    pub ranges: Vec<String>,
    /// The maximum column for a list, object or call on a single line.
    pub width: Option<u32>,
    /// Only files that changed since this revision.
    pub since: Option<String>,
    /// Set if a run without files is not a failure.
    pub allow_empty: bool,
    /// The shared flags.
    pub context: Context,
}

/// The arguments of `refs` and `rename`.
#[derive(Clone, Debug, Default)]
pub(crate) struct SymbolArgs {
    /// The style of output.
    pub look: Look,
    /// An address, or a place `FILE:LINE:COL`.
    pub address: String,
    /// The new name.
    pub to: Option<String>,
    /// The directory of the module that declares it.
    pub folder: Option<OsString>,
    /// Print the changes, and write nothing.
    pub diff: bool,
    /// The shared flags.
    pub context: Context,
}

/// The arguments of `functions`, `explain` and `completions`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lookup {
    /// The style of output.
    pub look: Look,
    /// The function, code or shell.
    pub name: Option<String>,
    /// All of them, if there may be several.
    pub names: Vec<String>,
    /// The dialect, unless it is `auto`.
    pub dialect: Option<String>,
}

impl Matches {
    fn text(&self, name: &str) -> Option<String> {
        // A command may lack the flag, in which case `get_one` would panic.
        self.0.try_get_one::<String>(name).ok().flatten().cloned()
    }

    fn texts(&self, name: &str) -> Vec<String> {
        self.0.try_get_many::<String>(name).ok().flatten().into_iter().flatten().cloned().collect()
    }

    fn path(&self, name: &str) -> Option<OsString> {
        self.0.try_get_one::<OsString>(name).ok().flatten().cloned()
    }

    fn paths(&self, name: &str) -> Vec<OsString> {
        self.0.try_get_many::<OsString>(name).ok().flatten().into_iter().flatten().cloned().collect()
    }

    fn is_set(&self, name: &str) -> bool {
        self.0.try_get_one::<bool>(name).ok().flatten().copied().unwrap_or_default()
    }

    fn count(&self, name: &str) -> u8 {
        self.0.try_get_one::<u8>(name).ok().flatten().copied().unwrap_or_default()
    }

    /// The operands, followed by the names that `--files-from` lists.
    fn selected(&self) -> anyhow::Result<Option<Vec<OsString>>> {
        let paths = self.paths("PATH");
        match self.path("files-from") {
            Some(list) => Ok(Some([paths, files::names_from(&list)?].concat())),
            None if paths.is_empty() => Ok(None),
            None => Ok(Some(paths)),
        }
    }

    fn most(&self) -> anyhow::Result<LimitFlags> {
        LimitFlags::read(self.text("max-memory").as_deref(), self.number("max-steps", "a number of steps")?)
    }

    fn look(&self) -> anyhow::Result<Look> {
        Ok(Look {
            color: match self.text("color").as_deref() {
                Some("always") => Some(true),
                Some("never") => Some(false),
                _ => None,
            },
            quiet: self.is_set("quiet"),
            verbose: self.count("verbose"),
            json: self.text("format").as_deref() == Some("json"),
            most: self.most()?,
        })
    }

    fn rules(&self) -> Option<Rules> {
        match self.text("rules")?.as_str() {
            "hcl" => Some(Rules::hcl()),
            _ => Some(Rules::extended()),
        }
    }

    fn lang(&self) -> Option<Lang> {
        Some(match self.text("lang")?.as_str() {
            "mull" => Lang::Mull,
            "json" => Lang::Json,
            _ => Lang::Native,
        })
    }

    fn dialect(&self) -> Option<String> {
        self.text("dialect").filter(|name| name != "auto")
    }

    fn stdin_name(&self) -> String {
        self.text("stdin-filename").unwrap_or_else(|| "<stdin>".to_owned())
    }

    fn number(&self, name: &str, what: &str) -> anyhow::Result<Option<u64>> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let number = text.parse();
        Ok(Some(number.map_err(|_| anyhow::anyhow!("`--{name} {text}`: expected {what}"))?))
    }

    /// The value of `--width`.
    ///
    /// # Errors
    /// If it is not a positive number.
    fn width(&self) -> anyhow::Result<Option<u32>> {
        let Some(text) = self.text("width") else { return Ok(None) };
        let width = text.parse().ok().filter(|width| *width > 0);
        Ok(Some(width.ok_or_else(|| anyhow::anyhow!("`--width {text}`: expected a positive whole number"))?))
    }

    /// The source of the settings.
    fn settings(&self) -> Choice {
        match self.path("config") {
            _ if self.is_set("no-config") => Choice::None,
            Some(file) => Choice::File(file.into()),
            None => Choice::Nearest,
        }
    }

    fn context(&self) -> anyhow::Result<Context> {
        Ok(Context {
            dialect: self.dialect(),
            rules: self.rules(),
            lang: self.lang(),
            vars: self.texts("var"),
            var_files: self.paths("var-file"),
            root: self.text("root"),
            ctx: self.path("ctx"),
            schema: self.text("schema"),
            import_root: self.text("import-root"),
            provider_schemas: self.paths("provider-schema"),
            policies: self.paths("policy"),
            no_policy: self.is_set("no-policy"),
            unset: UnsetVariables::Unknown,
            policy_inputs: self.texts("policy-input"),
            schema_sources: match (self.is_set("no-schemas"), self.is_set("no-schema-cache")) {
                (true, _) => SchemaSources::Given,
                (false, true) => SchemaSources::Shipped,
                (false, false) => SchemaSources::Stored,
            },
            no_cache: self.is_set("no-cache"),
            stdin_name: self.stdin_name(),
            jobs: self.number("jobs", "a number of threads")?.unwrap_or_default() as usize,
            most: self.most()?,
            settings: self.settings(),
            quiet: self.is_set("quiet"),
            wanted_rules: ["select", "only", "warn", "deny"]
                .iter()
                .flat_map(|flag| self.texts(flag))
                .collect(),
            open: OpenTexts::default(),
            accesses: Accesses::default(),
        })
    }

    /// The arguments of `check`.
    ///
    /// # Errors
    /// If a number is malformed.
    pub(crate) fn check(&self) -> anyhow::Result<Check> {
        Ok(Check {
            look: self.look()?,
            format: self.text("format").and_then(|name| Format::from_name(&name)),
            paths: self.selected()?,
            exits: self.exits(),
            required_schemas: self.text("require-schemas").and_then(|how| RequiredSchemas::from_name(&how)),
            spec: self.path("spec"),
            scope: self.scope(),
            select: self.texts("select"),
            ignore: self.texts("ignore"),
            warn: self.texts("warn"),
            deny: self.texts("deny"),
            no_ignores: self.is_set("no-ignores"),
            output_file: self.path("output-file"),
            outputs: self.texts("output"),
            max_findings: self.number("max-findings", "a number")?.map(|most| most as usize),
            statistics: self.is_set("statistics"),
            baseline: self.path("baseline"),
            baseline_use: BaselineUse {
                update: self.is_set("update-baseline"),
                strict: self.is_set("strict-baseline"),
            },
            since: self.text("since"),
            fixing: self.fixing(),
            watch: self.is_set("watch"),
            context: self.context()?,
        })
    }

    fn fixing(&self) -> FixArgs {
        let diff = self.is_set("diff");
        let safety = match (self.is_set("unsafe-fixes"), self.is_set("fix") || diff) {
            (true, _) => Some(Safety::Suggested),
            (false, true) => Some(Safety::Certain),
            (false, false) => None,
        };
        FixArgs { safety, diff, exit_nonzero: self.is_set("exit-nonzero-on-fix") }
    }

    /// The arguments of `fmt`.
    ///
    /// # Errors
    /// If a number is malformed or a list of names cannot be read.
    pub(crate) fn fmt(&self) -> anyhow::Result<Fmt> {
        Ok(Fmt {
            look: self.look()?,
            format: self.text("format").and_then(|name| Format::from_name(&name)),
            paths: self.selected()?,
            check: self.is_set("check"),
            diff: self.is_set("diff"),
            ranges: self.texts("range"),
            width: self.width()?,
            since: self.text("since"),
            allow_empty: self.is_set("allow-empty"),
            context: self.context()?,
        })
    }

    /// The arguments of `refs` and `rename`.
    ///
    /// # Errors
    /// If a number is malformed.
    pub(crate) fn named(&self) -> anyhow::Result<SymbolArgs> {
        Ok(SymbolArgs {
            look: self.look()?,
            address: self.text("ADDRESS").unwrap_or_default(),
            to: self.text("NEW"),
            folder: self.path("DIR"),
            diff: self.is_set("diff"),
            context: self.context()?,
        })
    }

    /// The arguments of `config`.
    ///
    /// # Errors
    /// If a number is malformed.
    pub(crate) fn config(&self) -> anyhow::Result<Config> {
        Ok(Config { look: self.look()?, json_schema: self.is_set("json-schema"), settings: self.settings() })
    }

    /// The arguments of `convert`.
    ///
    /// # Errors
    /// If a number is malformed.
    pub(crate) fn convert(&self) -> anyhow::Result<Convert> {
        Ok(Convert {
            look: self.look()?,
            types: ["FROM", "TO"].iter().filter_map(|name| self.text(name)).collect(),
            value: self.text("value"),
            safe: self.is_set("safe"),
            rules: self.rules(),
        })
    }

    /// The arguments of `unify`.
    ///
    /// # Errors
    /// If a number is malformed.
    pub(crate) fn unify(&self) -> anyhow::Result<Unify> {
        Ok(Unify {
            look: self.look()?,
            types: self.texts("TYPE"),
            allow_unsafe: self.is_set("unsafe"),
            allow_union: self.is_set("union"),
            rules: self.rules(),
        })
    }

    /// The arguments of `type` and `assignable`.
    ///
    /// # Errors
    /// If a number is malformed.
    pub(crate) fn types(&self, operands: &[&str]) -> anyhow::Result<Types> {
        Ok(Types { look: self.look()?, types: operands.iter().filter_map(|name| self.text(name)).collect() })
    }

    /// The arguments of `refine`; `facts` are the flags that state facts.
    ///
    /// # Errors
    /// If a number is malformed.
    pub(crate) fn refine(&self, facts: &[&'static Flag]) -> anyhow::Result<Refine> {
        Ok(Refine {
            look: self.look()?,
            ty: self.text("TYPE"),
            value: self.text("value"),
            facts: self.in_order(facts),
            expression: self.text("expr"),
            rules: self.rules(),
            dialect: self.dialect(),
        })
    }

    /// Flags with their arguments, in the order in which they were given.
    fn in_order(&self, flags: &[&'static Flag]) -> Vec<(&'static Flag, Option<String>)> {
        let mut found: Vec<(usize, &'static Flag, Option<String>)> = Vec::new();
        for flag in flags {
            // Defaults also have indices, and switches have one.
            let given = self.0.value_source(flag.long) == Some(ValueSource::CommandLine);
            let Some(indices) = self.0.indices_of(flag.long).filter(|_| given) else { continue };
            match flag.value {
                None => found.extend(indices.map(|index| (index, *flag, None))),
                Some(_) => {
                    let values = self.texts(flag.long).into_iter().map(Some);
                    found.extend(indices.zip(values).map(|(index, value)| (index, *flag, value)));
                }
            }
        }
        found.arrange_by_key(|(index, ..)| *index);
        found.into_iter().map(|(_, flag, value)| (flag, value)).collect()
    }

    /// The arguments of `batch`.
    ///
    /// # Errors
    /// If a number is malformed.
    pub(crate) fn batch(&self) -> anyhow::Result<Batch> {
        Ok(Batch { most: self.most()? })
    }

    /// The arguments of `decode`.
    ///
    /// # Errors
    /// If a number is malformed.
    pub(crate) fn decode(&self) -> anyhow::Result<Decode> {
        Ok(Decode {
            look: self.look()?,
            spec: self.path("spec"),
            vars: self.texts("vars"),
            files: self.paths("FILE"),
            out: self.path("out"),
            json_diagnostics: self.text("diags").is_some(),
            form: DecodedForm {
                with_type: self.is_set("with-type"),
                var_refs: self.is_set("var-refs"),
                keep_nulls: self.is_set("keep-nulls"),
            },
            version: self.is_set("version"),
        })
    }

    /// The arguments of `parse`.
    ///
    /// # Errors
    /// If a number is malformed.
    pub(crate) fn parse(&self) -> anyhow::Result<Parse> {
        Ok(Parse {
            look: self.look()?,
            file: self.path("FILE").unwrap_or_default(),
            lang: self.lang(),
            stdin_name: self.stdin_name(),
        })
    }

    /// The arguments of commands that look up one name, given as the operand `operand`.
    ///
    /// # Errors
    /// If a number is malformed.
    pub(crate) fn lookup(&self, operand: &str) -> anyhow::Result<Lookup> {
        let names = self.texts(operand);
        Ok(Lookup { look: self.look()?, name: names.first().cloned(), names, dialect: self.dialect() })
    }
}
