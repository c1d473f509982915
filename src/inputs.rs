//! Inputs from flags for every file: dialect, rules, variables, and the errors in them.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hclx_analysis::findings::levels::{Level, Rule};
use hclx_analysis::redact::{Notation, Redactor, without_parts};
use hclx_analysis::{
    Assignment, FileScope, LintScope, Pace, PolicySettings, RootedHost, Settings, Snapshot, ask,
};
use hclx_core::{Rules, Value};
use hclx_diag::{Diagnostic, Ordered, Source, SourceId, Sources, Span, TextRange};
use hclx_eval::type_syntax::{TypeExpr, TypeOptions};
use hclx_eval::{Budget, Limits, Outcome};
use hclx_languages::terraform::{CONVENTIONS, STARTER, StarterPolicy};
use hclx_report::{Format, Summary, render};
use hclx_syntax::ast::Language;

use crate::cli::{Context, Lang, SchemaSources, rule_names};
use crate::config::{self, Choice, Config, Patterns};
use crate::disk::Disk;
use crate::exit::Exit;
use crate::files;
use crate::limits::LimitFlags;
use crate::next_step::with_next_step;
use crate::open_texts::OpenTexts;
use crate::output::Look;
use crate::redaction;
use crate::trust::Trust;
use crate::{flags, names, output, schema_cache};

/// The sources of a run, and the findings about command-line arguments.
#[derive(Default)]
pub(crate) struct Inputs {
    /// Files and command-line arguments.
    pub(crate) sources: Sources,
    /// Errors in the command line itself.
    pub(crate) refused: Vec<Diagnostic>,
    /// The findings among them that are errors in files, such as tables, and are printed with the findings.
    pub(crate) in_tables: Vec<Diagnostic>,
    /// The settings of `hclx.toml`.
    pub(crate) config: Arc<Config>,
    /// The places in files where the sources of given values come from; `None` outside of files.
    origins: Ordered<SourceId, Option<Span>>,
    /// Set if values of flags may be strings without quotes.
    may_be_texts: bool,
    /// The time budget of a check.
    pace: Pace,
    /// The limits of each given value.
    limits: Limits,
}

impl Inputs {
    /// Empty inputs, limited by the flags.
    pub(crate) fn within(most: LimitFlags) -> Self {
        Self { limits: most.limits(), ..Self::default() }
    }

    /// Empty inputs for files that are checked at every keystroke.
    pub(crate) fn live() -> Self {
        Self { pace: Pace::Live, ..Self::default() }
    }

    /// Reads the settings that apply; errors in them are kept.
    pub(crate) fn configure(&mut self, choice: &Choice) {
        self.configure_under(choice, &OpenTexts::default());
    }

    /// Like [`Self::configure`], with the buffers that are open in an editor in place of files.
    pub(crate) fn configure_under(&mut self, choice: &Choice, open: &OpenTexts) {
        match Config::load(choice, open, &mut self.sources) {
            Ok(config) => self.config = Arc::new(config),
            Err(findings) => self.refused.extend(findings),
        }
    }

    /// Uses the settings in the text of a file, unless they are invalid.
    pub(crate) fn configure_as(&mut self, path: &Path, text: &str) {
        if let Ok(config) = Config::of_text(path, text, &mut self.sources) {
            self.config = Arc::new(config);
        }
    }

    /// Excludes files that match patterns of a flag.
    ///
    /// # Errors
    /// If a pattern is malformed.
    pub(crate) fn exclude(&mut self, patterns: &[String]) -> anyhow::Result<()> {
        if !patterns.is_empty() {
            Arc::make_mut(&mut self.config).excluded_here = Patterns::read(patterns)?;
        }
        Ok(())
    }

    /// Adds a command-line argument as a source, so that messages can refer to it.
    pub(crate) fn argument(&mut self, name: &str, text: &str) -> SourceId {
        let id = self.sources.add(Source::new(name, text.as_bytes()));
        if let Some(form) = redaction::form_of_text(name) {
            redaction::hide(&mut self.sources, id, form);
        }
        id
    }

    /// Dialect, rules and variables from the flags; errors in them are kept.
    pub(crate) fn settings(&mut self, context: &Context) -> Settings {
        self.limits = context.most.limits();
        let config = Arc::clone(&self.config);
        let shown = |path: &PathBuf| names::text(path);
        let mut schemas: Vec<String> =
            context.provider_schemas.iter().map(|path| names::text(Path::new(path))).collect();
        if schemas.is_empty() {
            schemas = config.schemas.iter().map(shown).collect();
        }
        let policies = self.policies(context, &config);
        let mut settings = Settings {
            policies,
            unset: context.unset,
            dialect: context.dialect.as_deref().and_then(crate::dialect),
            rules: context.rules,
            provider_schemas: schemas.iter().map(|path| path.as_str().into()).collect(),
            // no dialect has a schema for files yet
            application_unknown: true,
            pace: self.pace,
            ..Settings::default()
        };
        if let Some(folder) =
            schema_cache::folder().filter(|_| context.schema_sources == SchemaSources::Stored)
        {
            settings.schema_cache = Some(folder.into());
        }
        if context.schema_sources == SchemaSources::Stored {
            settings.schema_folders = schema_cache::folders().into_iter().map(Into::into).collect();
        }
        if context.schema_sources != SchemaSources::Given {
            settings.shipped_schemas = schema_cache::SHIPPED;
        }
        settings.modules = config.modules();
        if wants_conventions(context, &config) {
            settings.lints = LintScope::Conventions;
        }
        if let Some(root) = &context.root {
            self.root(root, Trust::new([Path::new(root)]), context, &mut settings);
        } else if let Some(root) = &config.root {
            let mut trust = Trust::new([]);
            trust.keep(&config::top_of(&config.folder.join(config::NAME)));
            self.root(&shown(root), trust, context, &mut settings);
        }
        // flags override settings
        let flag = |name: &str| {
            context.vars.iter().any(|var| var.split(['=', ':']).next().map(str::trim) == Some(name))
        };
        for (name, value) in config.vars.iter().filter(|(name, _)| !flag(name)) {
            let first = self.sources.len();
            let origin = format!("{}: vars.{name}", crate::config::NAME);
            match is_type(value) {
                Some(ty) => self.declare(name, &origin, ty, &mut settings),
                None => self.define(name, &origin, &config::as_hcl(value), &mut settings),
            }
            self.comes_from(first, config.places.get(&format!("vars.{name}")).copied());
        }
        for (patterns, variables) in &config.file_vars {
            let mut given = Settings { rules: settings.rules, ..Settings::default() };
            for (name, value) in variables.iter().filter(|(name, _)| !flag(name)) {
                let origin = format!("{}: vars.….{name}", crate::config::NAME);
                match is_type(value) {
                    Some(ty) => self.declare(name, &origin, ty, &mut given),
                    None => self.define(name, &origin, &config::as_hcl(value), &mut given),
                }
            }
            let variables = given.assignments.into_iter().map(|one| (one.name, one.value)).collect();
            settings.file_scopes.push(FileScope { applies: config.fits(patterns), variables });
        }
        for file in &context.var_files {
            self.var_file(file, context.most.longest_source(), &mut settings);
        }
        let of_files = settings.assignments.len();
        let first = self.sources.len();
        for argument in &context.vars {
            self.var(argument, &mut settings);
        }
        self.comes_from(first, None);
        settings.assignments[of_files..].iter_mut().for_each(|one| one.is_flag = true);
        settings
    }

    /// The policies of the settings and of flags, with the values of their inputs; errors in these are kept.
    fn policies(&mut self, context: &Context, config: &Config) -> PolicySettings {
        if context.no_policy {
            return PolicySettings::default();
        }
        let of_settings = config.policy.paths.iter().map(|path| config::shown(path));
        let of_flags = context.policies.iter().map(|path| names::text(Path::new(path)));
        let mut inputs: Vec<(Arc<str>, Value)> = Vec::new();
        for (name, value) in &config.policy.inputs {
            let origin = format!("{}: policy.inputs.{name}", config::NAME);
            let first = self.sources.len();
            let value = self.read_value(&origin, &config::as_hcl(value));
            self.comes_from(first, config.places.get(&format!("policy.inputs.{name}")).copied());
            inputs.extend(value.map(|value| (name.as_str().into(), value)));
        }
        for argument in &context.policy_inputs {
            let Some((name, text)) = argument.split_once('=') else {
                self.refuse(format!("`--policy-input {argument}`: missing `=`, expected NAME=EXPR"));
                continue;
            };
            let (name, first) = (name.trim(), self.sources.len());
            let value = self.read_value(&format!("--policy-input {name}"), text);
            self.comes_from(first, None);
            inputs.extend(value.map(|value| (name.into(), value)));
        }
        let paths = of_settings.chain(of_flags).map(Into::into).collect();
        let is_on =
            |policy: &&StarterPolicy| config.policy.starter.iter().any(|group| group == policy.group());
        let starter = STARTER.iter().filter(is_on);
        let texts = starter.map(|policy| {
            let source = Source::new(format!("hclx:{}.policy.hcl", policy.name), policy.text.as_bytes());
            (policy.name.into(), self.sources.add(source))
        });
        let texts = texts.collect();
        PolicySettings { paths, texts, inputs, ..config.policy.settings.clone() }
    }

    /// Records the place in a file from which the sources from this number on come; flags and the environment
    /// have none.
    fn comes_from(&mut self, first: usize, place: Option<Span>) {
        for number in first..self.sources.len() {
            self.origins.insert(SourceId(number as u32), place);
        }
    }

    /// Findings with places in files only: a value from `hclx.toml` has the place of its setting, one from a
    /// flag or the environment has none.
    pub(crate) fn in_files<'f>(&self, findings: &'f [Diagnostic]) -> Cow<'f, [Diagnostic]> {
        let is_given = |span: &Span| self.origins.contains_key(&span.source);
        let spans = |finding: &Diagnostic| {
            finding.span.iter().chain(finding.labels.iter().map(|label| &label.span)).any(is_given)
        };
        if !findings.iter().any(spans) {
            return findings.into();
        }
        let place = |span: Span| self.origins.get(&span.source).copied().unwrap_or(Some(span));
        let moved = |finding: &Diagnostic| {
            let mut finding = finding.clone();
            finding.span = finding.span.and_then(place);
            finding.labels.retain_mut(|label| match place(label.span) {
                Some(span) => {
                    label.span = span;
                    true
                }
                None => false,
            });
            finding
        };
        findings.iter().map(moved).collect()
    }

    /// Sets the directory that functions may read.
    fn root(&mut self, directory: &str, trust: Trust, context: &Context, settings: &mut Settings) {
        let disk = Disk::new(trust).under(context.open.clone()).recorded_in(context.accesses.clone());
        match RootedHost::new(Arc::new(disk), directory, directory) {
            Ok(rooted) => settings.host = Some(Arc::new(rooted)),
            Err(refusal) => self.refuse(format!("cannot read `{directory}`: {}", files::reason(&refusal))),
        }
    }

    fn var(&mut self, argument: &str, settings: &mut Settings) {
        let (equals, colon) = (argument.find('='), argument.find(':'));
        // A value may also contain `:`, as in `NAME={ a : 1 }`, so the first sign decides.
        if let Some(at) = colon.filter(|at| equals.is_none_or(|equals| *at < equals)) {
            let name = argument[..at].trim();
            return self.declare(name, &format!("--var {name}"), argument[at + 1..].trim(), settings);
        }
        let Some((name, text)) = argument.split_once('=') else {
            self.refuse(format!("`--var {argument}`: missing `=`, expected NAME=EXPR or 'NAME: TYPE'"));
            return;
        };
        self.define_by_flag(name.trim(), text, settings);
    }

    /// The evaluation budget for a given value of this length in bytes.
    pub(crate) fn budget(&self, length: usize) -> Budget {
        let budget = Budget::new(self.limits);
        budget.allow_for_source(length);
        budget
    }

    /// Declares a variable with a type.
    fn declare(&mut self, name: &str, origin: &str, ty: &str, settings: &mut Settings) {
        // a type is never secret
        let source = self.sources.add(Source::new(origin, ty.as_bytes()));
        let read = hclx_analysis::types::read_type(source, ty);
        if read.diagnostics.iter().any(Diagnostic::is_error) {
            return self.refused.extend(read.diagnostics);
        }
        let place = TextRange::new(0, ty.len() as u32).in_source(source);
        let value = Value::unknown_under(read.ty.without_optional(), &hclx_core::Rules::extended());
        settings.assign(Assignment {
            name: name.into(),
            name_span: place,
            value,
            value_span: place,
            is_flag: false,
            text: None,
        });
    }

    /// Defines a variable by the argument of a flag. An argument that is not an expression may be an unquoted string,
    /// which Terraform accepts.
    fn define_by_flag(&mut self, name: &str, text: &str, settings: &mut Settings) {
        let source = self.argument(&format!("--var {name}"), text);
        let read = ask::given_value(source, text, settings, &self.budget(text.len()));
        let is_text = !text.trim_start().starts_with(['"', '<', '[', '{']) && !text.contains('(');
        let text_value = is_text.then(|| Value::string(text));
        let value = match (read, &text_value) {
            (Ok(value), _) => value,
            (Err(_), Some(value)) if self.may_be_texts => value.clone(),
            (Err(faults), None) => return self.refuse_given(faults),
            (Err(faults), Some(_)) => {
                let help = format!("quote strings: `--var '{name}=\"…\"'`");
                let faults = faults.into_iter().map(|fault| fault.without_advice().help(help.clone()));
                return self.refuse_given(faults.collect());
            }
        };
        let place = TextRange::new(0, text.len() as u32).in_source(source);
        settings.assign(Assignment {
            name: name.into(),
            name_span: place,
            value,
            value_span: place,
            is_flag: true,
            text: text_value,
        });
    }

    /// Records whether files may declare variables of type string, which flags set without quotes.
    pub(crate) fn expect_texts<'p>(&mut self, mut paths: impl Iterator<Item = &'p str>) {
        let reads_text = |path: &str| {
            let row = crate::rows().of(path);
            row.is_some_and(|(language, _)| ["terraform", "opentofu"].contains(&language.row().name))
        };
        self.may_be_texts = paths.any(reads_text);
    }

    fn define(&mut self, name: &str, origin: &str, text: &str, settings: &mut Settings) {
        let source = self.argument(origin, text);
        match ask::given_value(source, text, settings, &self.budget(text.len())) {
            Ok(value) => {
                let place = TextRange::new(0, text.len() as u32).in_source(source);
                let name = name.into();
                settings.assign(Assignment {
                    name,
                    name_span: place,
                    value,
                    value_span: place,
                    is_flag: false,
                    text: None,
                });
            }
            Err(diagnostics) => self.refuse_given(diagnostics),
        }
    }

    fn var_file(&mut self, path: &OsString, limit: Option<u64>, settings: &mut Settings) {
        let text = match files::read_one(path, "<stdin>", limit) {
            Ok(text) => text,
            Err(error) => return self.refuse(format!("{error:#}")),
        };
        let language = match text.name.rsplit('.').next() {
            Some("yaml" | "yml") => {
                return self.refuse(format!("`{}`: YAML inputs are only supported for Mull", text.name));
            }
            Some("json") => Language::Json,
            _ => Language::Native,
        };
        let name = text.name.clone();
        let source = Source::new(text.name, text.bytes);
        let bytes = source.bytes().clone();
        let id = self.sources.add(source);
        redaction::hide(&mut self.sources, id, Notation::of(&name));
        settings.values_files.push(id);
        let budget = self.budget(bytes.len());
        match ask::given_values(id, bytes, language, settings, &budget) {
            Ok(values) => values.into_iter().for_each(|value| settings.assign(value)),
            // a language that reads such files reports errors in them itself
            Err(_) if crate::languages().any(|language| language.reads_values(&name)) => {}
            Err(diagnostics) => self.refuse_given(diagnostics),
        }
    }

    /// Parses a type from the command line; errors in it are kept. `rules` are used to evaluate its
    /// defaults.
    pub(crate) fn read_type(&mut self, name: &str, text: &str, rules: Rules) -> Option<TypeExpr> {
        let source = self.argument(name, text);
        let budget = self.budget(text.len());
        let options = TypeOptions { rules, ..TypeOptions::given() };
        let mut read = hclx_analysis::types::read_type_with(source, text, &options);
        if let Err(fault) = budget.collect() {
            read.diagnostics.push(fault.at(TextRange::new(0, text.len() as u32).in_source(source)));
        }
        let wrong = read.diagnostics.iter().any(Diagnostic::is_error);
        self.refused.extend(read.diagnostics.iter().filter(|finding| finding.is_error()).cloned());
        (!wrong).then_some(read)
    }

    /// Parses a value from the command line; errors in it are kept.
    pub(crate) fn read_value(&mut self, name: &str, text: &str) -> Option<Value> {
        let source = self.argument(name, text);
        match ask::given_value(source, text, &Settings::default(), &self.budget(text.len())) {
            Ok(value) => Some(value),
            Err(diagnostics) => {
                let findings = diagnostics.into_iter();
                self.refused.extend(findings.map(|finding| with_next_step(finding, text)));
                None
            }
        }
    }

    /// Evaluates an expression from the command line.
    pub(crate) fn ask(&mut self, text: &str, settings: &Settings, limits: Limits) -> Outcome {
        let source = self.argument("<expression>", text);
        let mut outcome = ask::expression(source, text, settings, &Budget::new(limits));
        let mut given = Redactor::default();
        settings.assignments.iter().for_each(|one| given.take(&one.value, one.value_span, true));
        let findings = outcome.diagnostics.into_iter();
        let shown = findings.map(|finding| with_next_step(with_scope(given.redact(finding)), text));
        outcome.diagnostics = shown.collect();
        outcome
    }

    /// Keeps findings about given values without quoting the values.
    pub(crate) fn refuse_given(&mut self, findings: Vec<Diagnostic>) {
        let findings = findings.into_iter().map(|finding| without_parts(finding, &self.sources));
        self.refused.extend(findings);
    }

    /// Adds an error without a place.
    pub(crate) fn refuse(&mut self, message: String) {
        let refused = Diagnostic::placeless(hclx_diag::code_names::UNREADABLE, message);
        // the walk, the run and a unit may fail to read the same file
        if !self.refused.contains(&refused) {
            self.refused.push(refused);
        }
    }

    /// Adds an error for each flag that only Mull documents use, because there are none. In an editor, there may be
    /// some later.
    pub(crate) fn refuse_flags_of_mull(&mut self, context: &Context) {
        if self.pace == Pace::Live {
            return;
        }
        let given = [
            (&flags::CTX, context.ctx.is_some()),
            (&flags::SCHEMA, context.schema.is_some()),
            (&flags::IMPORT_ROOT, context.import_root.is_some()),
        ];
        for (flag, _) in given.iter().filter(|(_, is_given)| *is_given) {
            let message = format!("`--{}` only applies to Mull documents, but none was given", flag.long);
            let finding = Diagnostic::placeless(hclx_diag::code_names::UNREADABLE, message);
            self.refused.push(finding.help("remove the flag, or name a document"));
        }
    }

    /// Adds an error for each file that cannot be read, given by its name and the reason.
    pub(crate) fn refuse_unreadable(&mut self, files: &[(String, String)]) {
        for (name, reason) in files {
            self.refuse(format!("cannot read `{name}`: {reason}"));
        }
    }

    /// Rejects the files that cannot be read, because an answer without them is partial.
    pub(crate) fn refuse_unread(&mut self, snapshot: &Snapshot, files: impl IntoIterator<Item = SourceId>) {
        for file in files {
            if let Err(refusal) = snapshot.bytes(file) {
                self.refuse(format!("cannot read `{}`: {}", snapshot.path(file), files::reason(&refusal)));
            }
        }
    }

    /// Reports errors in the command line on stderr.
    ///
    /// # Errors
    /// If stderr cannot be written.
    pub(crate) fn complain(&self, look: &Look) -> anyhow::Result<Option<Exit>> {
        if self.refused.is_empty() {
            return Ok(None);
        }
        self.tell(look, &self.refused)?;
        Ok(Some(Exit::Failed))
    }

    /// Like [`complain`](Self::complain), without findings that are printed with the others.
    ///
    /// # Errors
    /// If stderr cannot be written.
    pub(crate) fn complain_beside_findings(&self, look: &Look) -> anyhow::Result<()> {
        let others = self.refused.iter().filter(|finding| !self.in_tables.contains(finding));
        let others: Vec<Diagnostic> = others.cloned().collect();
        if others.is_empty() { Ok(()) } else { self.tell(look, &others) }
    }

    /// An answer; before an error, the errors in the command line are reported, because they may be its
    /// cause.
    ///
    /// # Errors
    /// The error.
    pub(crate) fn complain_first<T>(&self, look: &Look, answer: anyhow::Result<T>) -> anyhow::Result<T> {
        if answer.is_err() {
            self.complain(look)?;
        }
        answer
    }

    /// Prints findings on stderr, for people.
    ///
    /// # Errors
    /// If stderr cannot be written.
    pub(crate) fn tell(&self, look: &Look, diagnostics: &[Diagnostic]) -> anyhow::Result<()> {
        let mut text = Vec::new();
        let style = output::style_of_messages(look);
        render(Format::Full, &self.sources, diagnostics, &Summary::default(), style, &mut text)?;
        Ok(output::messages().write_all(&text)?)
    }
}

/// Adds the origin of names to the finding about an undeclared name in an expression without a module.
fn with_scope(finding: Diagnostic) -> Diagnostic {
    if finding.code != hclx_diag::code_names::UNKNOWN_NAME {
        return finding;
    }
    finding.help("declare it with `--var`, or add the directory of a module, such as `.`")
}

/// The type in a setting of the form `"NAME: TYPE"`; `None` for any other string, which is a value.
fn is_type(value: &toml::Value) -> Option<&str> {
    let text = value.as_str()?;
    let read = hclx_analysis::types::read_type(SourceId(0), text);
    (!text.is_empty() && read.diagnostics.is_empty()).then_some(text)
}

/// The syntax that `--lang` selects for all files.
pub(crate) fn syntax(lang: Option<Lang>) -> Option<Language> {
    match lang? {
        Lang::Native => Some(Language::Native),
        Lang::Json => Some(Language::Json),
        Lang::Mull => None,
    }
}

/// The language that `--lang` or `--dialect` selects for all files.
pub(crate) fn language(context: &Context) -> Option<&'static str> {
    let name = match (context.lang, &context.dialect) {
        (Some(Lang::Mull), _) => crate::registered::MULL,
        (_, dialect) => dialect.as_deref()?,
    };
    crate::languages().map(|language| language.row().name).find(|known| *known == name)
}

/// Returns `true` if a level enables a lint about conventions.
fn wants_conventions(context: &Context, config: &Config) -> bool {
    let of_flags = rule_names(&context.wanted_rules).filter_map(|name| Rule::from_name(name).ok());
    let per_file = config.per_file.iter().flat_map(|(_, rules)| rules);
    let of_settings = config.rules.iter().chain(per_file);
    let of_settings = of_settings.filter(|(_, level)| *level != Level::Off).map(|(rule, _)| *rule);
    of_flags.chain(of_settings).any(|rule| CONVENTIONS.iter().any(|code| rule.names(*code)))
}
