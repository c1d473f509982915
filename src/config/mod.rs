//! `hclx.toml`: settings of a repository.
//!
//! The nearest file applies, from the current directory up to the root of the repository; outside of a
//! repository, only the file in the current directory. It can select and configure, but it cannot run
//! commands or refer to files outside of the repository. Flags override the environment, and the environment
//! overrides the file.

mod check;
mod keys;
mod nearest;
mod patterns;
mod policy;
mod required;

use std::path::{Component, Path, PathBuf};

use hclx_analysis::findings::levels::{Level, Rule};
use hclx_analysis::{ConfiguredRoot, LanguageOverride, ModuleSettings};
use hclx_diag::{Diagnostic, Ordered, Severity, Source, SourceId, Sources, Span, code_names as codes};

use hclx_languages::terraform::{UnmatchedName, check_name_pattern, is_constraint, is_module_name};

use self::check::{SettingsCheck, Strings};
pub(crate) use self::nearest::NearestFiles;
pub(crate) use self::patterns::Patterns;
use self::policy::PolicyConfig;
pub(crate) use self::required::RequiredSchemas;
use crate::dir_cache::DirCache;
use crate::open_texts::OpenTexts;
use crate::{names, open_file};

pub(crate) use keys::{KEYS, Key, Shape, schema};

/// The name of the file.
pub(crate) const NAME: &str = "hclx.toml";

/// The entry that marks the root of a repository.
pub(crate) const GIT: &str = ".git";

/// The maximum size of a settings file in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// The source of the settings.
#[derive(Clone, Debug, Default)]
pub(crate) enum Choice {
    /// The nearest file.
    #[default]
    Nearest,
    /// This file.
    File(PathBuf),
    /// No settings file.
    None,
}

/// An accepted change of a module.
#[derive(Clone, Debug)]
pub(crate) struct AcceptedChange {
    /// The code.
    pub(crate) code: String,
    /// The address of the changed declaration.
    pub(crate) name: String,
    /// The reason.
    pub(crate) reason: String,
    /// The directory of the module; `None` for all.
    pub(crate) module: Option<String>,
}

/// The settings of a run.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    /// The file; `None` without one.
    pub(crate) path: Option<PathBuf>,
    /// Its directory, to which patterns and paths are relative.
    pub(crate) folder: PathBuf,
    /// The files that are checked in directories; with `None`, every file with a known name.
    pub(crate) include: Option<Patterns>,
    /// The excluded files.
    pub(crate) exclude: Patterns,
    /// Further excluded files.
    pub(crate) extend_exclude: Patterns,
    /// The files that flags exclude, relative to the current directory.
    pub(crate) excluded_here: Patterns,
    /// Honor ignore files.
    pub(crate) respect_ignore_files: bool,
    /// Languages of files.
    pub(crate) dialects: Vec<(Patterns, String)>,
    /// Specifications of files, by absolute path.
    pub(crate) specs: Vec<(Patterns, PathBuf)>,
    /// Levels of rules.
    pub(crate) rules: Vec<(Rule, Level)>,
    /// Levels of rules in some files.
    pub(crate) per_file: Vec<(Patterns, Vec<(Rule, Level)>)>,
    /// Schemas of providers, by absolute path.
    pub(crate) schemas: Vec<PathBuf>,
    /// The settings about policies.
    pub(crate) policy: PolicyConfig,
    /// Versions of Terraform, OpenTofu and providers.
    pub(crate) versions: Vec<(String, String)>,
    /// Regular expressions for names, by kind of declaration.
    pub(crate) naming: Vec<(String, String)>,
    /// Root modules with their values files, by absolute path.
    pub(crate) roots: Vec<(PathBuf, Vec<PathBuf>)>,
    /// Values of variables.
    pub(crate) vars: Vec<(String, toml::Value)>,
    /// Variables of the files of some patterns.
    pub(crate) file_vars: Vec<(Patterns, Vec<(String, toml::Value)>)>,
    /// The output format.
    pub(crate) format: Option<String>,
    /// The file of known findings.
    pub(crate) baseline: Option<PathBuf>,
    /// The number of files checked at a time.
    pub(crate) jobs: Option<usize>,
    /// The directory that functions may read.
    pub(crate) root: Option<PathBuf>,
    /// Set if the findings of runs are cached for later ones.
    pub(crate) cache: bool,
    /// The schemas that `check` requires.
    pub(crate) required_schemas: Option<RequiredSchemas>,
    /// Modules without callers outside of the repository.
    pub(crate) internal: Patterns,
    /// Changes that are accepted.
    pub(crate) accepted: Vec<AcceptedChange>,
    /// The settings as written, for `hclx config`.
    pub(crate) table: toml::Table,
    /// The places of settings by dotted name.
    pub(crate) places: Ordered<String, Span>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            path: None,
            folder: PathBuf::new(),
            include: None,
            exclude: Patterns::default(),
            extend_exclude: Patterns::default(),
            excluded_here: Patterns::default(),
            respect_ignore_files: true,
            dialects: Vec::new(),
            specs: Vec::new(),
            rules: Vec::new(),
            per_file: Vec::new(),
            schemas: Vec::new(),
            policy: PolicyConfig::default(),
            versions: Vec::new(),
            naming: Vec::new(),
            roots: Vec::new(),
            vars: Vec::new(),
            file_vars: Vec::new(),
            format: None,
            baseline: None,
            jobs: None,
            root: None,
            cache: true,
            required_schemas: None,
            internal: Patterns::default(),
            accepted: Vec::new(),
            table: toml::Table::new(),
            places: Ordered::new(),
        }
    }
}

impl Config {
    /// Reads the settings that apply to the current directory; a buffer that is open in an editor replaces the file.
    /// An error in the settings is a finding in a source that is added to `sources`.
    ///
    /// # Errors
    /// The findings, if the file cannot be read or used.
    pub(crate) fn load(
        choice: &Choice,
        open: &OpenTexts,
        sources: &mut Sources,
    ) -> Result<Self, Vec<Diagnostic>> {
        let nearest = |here: PathBuf| match open.text(NAME) {
            Some(_) => Some(here.join(NAME)),
            None => NearestFiles::default().of(&here, None, &DirCache::default()),
        };
        let path = match choice {
            Choice::None => None,
            Choice::File(path) => Some(path.clone()),
            Choice::Nearest => std::env::current_dir().ok().and_then(nearest),
        };
        match path {
            None => Ok(Self::default()),
            Some(path) => {
                // A file that the user names may lie anywhere.
                let confined = matches!(choice, Choice::Nearest).then(|| top_of(&path));
                Self::read(&path, confined.as_deref(), open, sources)
            }
        }
    }

    /// Reads one file, which must be below a directory if one is given.
    ///
    /// # Errors
    /// The findings, if it cannot be read or used.
    pub(crate) fn read(
        path: &Path,
        below: Option<&Path>,
        open: &OpenTexts,
        sources: &mut Sources,
    ) -> Result<Self, Vec<Diagnostic>> {
        let shown = shown(path);
        let unread = |why: String| {
            let message = format!("cannot read `{shown}`: {why}");
            vec![Diagnostic::placeless(codes::UNREADABLE, message).about(shown.as_str())]
        };
        let bytes = match (open.text(&names::text(path)), below) {
            (Some(text), _) => Ok(text.to_vec()),
            (None, Some(folder)) => open_file::read_below(path, folder, MAX_BYTES),
            (None, None) => open_file::read(path, &|_| Ok(()), MAX_BYTES),
        };
        let bytes = bytes.map_err(|error| unread(error.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|_| unread("it is not UTF-8".to_owned()))?;
        Self::of_text(path, &text, sources)
    }

    /// Reads settings from the text of a file, which is added to `sources`.
    ///
    /// # Errors
    /// The findings, if it cannot be used.
    pub(crate) fn of_text(path: &Path, text: &str, sources: &mut Sources) -> Result<Self, Vec<Diagnostic>> {
        let shown = shown(path);
        let id = sources.add(Source::new(shown.as_str(), text.as_bytes()));
        // Settings can set variables, whose values must not appear in messages.
        crate::redaction::hide(sources, id, hclx_analysis::redact::Notation::Settings);
        let mut absolute = plain(&std::path::absolute(path).unwrap_or_else(|_| path.to_owned()));
        absolute.pop();
        let mut config = Self::parse(absolute, text, id)?;
        config.path = Some(path.to_owned());
        Ok(config)
    }

    pub(crate) fn parse(folder: PathBuf, text: &str, source: SourceId) -> Result<Self, Vec<Diagnostic>> {
        let checked = check::check(source, text);
        if !checked.findings.is_empty() {
            return Err(checked.findings);
        }
        // `check` parses the text to find places, which this table does not have.
        let table: toml::Table = text.parse().unwrap_or_default();
        let SettingsCheck { places, strings, .. } = &checked;
        let mut reader = Reader { folder: &folder, places, strings, findings: Vec::new() };
        let mut config = reader.config(&table);
        if !reader.findings.is_empty() {
            return Err(reader.findings);
        }
        config.folder = folder;
        config.table = table;
        config.places = checked.places;
        Ok(config)
    }

    /// A path relative to the directory of the settings, in the form that patterns match.
    pub(crate) fn inside<'p>(&self, path: &'p Path, absolute: &'p mut PathBuf) -> Option<&'p Path> {
        *absolute = plain(&std::path::absolute(path).ok()?);
        absolute.strip_prefix(&self.folder).ok()
    }

    /// Returns `true` if a setting determines the language of a file, regardless of its name.
    pub(crate) fn claims(&self, path: &Path) -> bool {
        if self.path.is_none() {
            return false;
        }
        let mut absolute = PathBuf::new();
        let Some(inside) = self.inside(path, &mut absolute) else {
            return false;
        };
        let named = self.include.iter().chain(self.dialects.iter().map(|(patterns, _)| patterns));
        named.into_iter().any(|patterns| patterns.fit(inside))
            || self.specs.iter().any(|(patterns, _)| patterns.fit(inside))
    }

    /// The languages of files, for a session.
    pub(crate) fn languages(&self) -> Vec<LanguageOverride> {
        let binding = |(patterns, name): &(Patterns, String)| {
            let language =
                crate::languages().map(|language| language.row().name).find(|known| known == name)?;
            Some(LanguageOverride { applies: self.fits(patterns), language, argument: None })
        };
        self.dialects.iter().filter_map(binding).collect()
    }

    /// The settings about Terraform modules, for a session.
    pub(crate) fn modules(&self) -> ModuleSettings {
        let root = |(path, files): &(PathBuf, Vec<PathBuf>)| ConfiguredRoot {
            path: shown(path),
            var_files: files.iter().map(|file| shown(file)).collect(),
        };
        let roots = self.roots.iter().map(root).collect();
        ModuleSettings { versions: self.versions.clone(), roots, naming: self.naming.clone() }
    }

    /// A predicate for patterns that are relative to the directory.
    pub(crate) fn fits(&self, patterns: &Patterns) -> Box<dyn Fn(&str) -> bool + Send + Sync> {
        let (patterns, folder) = (patterns.clone(), self.folder.clone());
        Box::new(move |path: &str| {
            let absolute = plain(&std::path::absolute(path).unwrap_or_default());
            absolute.strip_prefix(&folder).is_ok_and(|inside| patterns.fit(inside))
        })
    }

    /// The levels for a file, before those of flags.
    pub(crate) fn levels(&self, path: &str) -> Vec<(Rule, Level)> {
        let mut levels = self.rules.clone();
        if self.per_file.is_empty() {
            return levels;
        }
        let mut absolute = PathBuf::new();
        if let Some(inside) = self.inside(Path::new(path), &mut absolute) {
            // The last level of a rule counts, so the levels for a file override the general ones.
            let fit = self.per_file.iter().filter(|(patterns, _)| patterns.fit(inside));
            levels.extend(fit.flat_map(|(_, rules)| rules.iter().copied()));
        }
        levels
    }

    /// Findings about patterns that match none of these files, which must be all files below the directory.
    pub(crate) fn unmatched<'p>(&self, paths: impl Iterator<Item = &'p str>) -> Vec<Diagnostic> {
        let settings = || {
            let include = self.include.iter().map(|patterns| ("include", patterns));
            let dialects = self.dialects.iter().map(|(patterns, _)| ("dialect", patterns));
            let specs = self.specs.iter().map(|(patterns, _)| ("spec", patterns));
            let per_file = self.per_file.iter().map(|(patterns, _)| ("per-file", patterns));
            let vars = self.file_vars.iter().map(|(patterns, _)| ("vars", patterns));
            include.chain(dialects).chain(specs).chain(per_file).chain(vars)
        };
        for path in paths {
            let mut absolute = PathBuf::new();
            if let Some(inside) = self.inside(Path::new(path), &mut absolute) {
                for (_, patterns) in settings() {
                    patterns.fit(inside);
                }
            }
        }
        // the walk has tested excluded files; a pattern may also name files that are never searched
        let exists = |written: &str| self.folder.join(written).exists();
        let excluded = [("exclude", &self.exclude), ("extend-exclude", &self.extend_exclude)];
        let unmatched = settings().chain(excluded).flat_map(|(setting, patterns)| {
            patterns.iter().filter(|pattern| !pattern.has_matched()).map(move |pattern| (setting, pattern))
        });
        unmatched
            .filter(|(setting, pattern)| !setting.ends_with("exclude") || !exists(&pattern.written))
            .filter_map(|(setting, pattern)| {
                let message = format!("the pattern `{}` of `{setting}` matches no file", pattern.written);
                let finding = Diagnostic::error(codes::CONFIGURATION, pattern.place?, message);
                Some(Diagnostic { severity: Severity::Warning, ..finding })
            })
            .collect()
    }

    /// Findings about names that matched nothing in a run; `is_whole` is set if the run included everything
    /// below the directory.
    pub(crate) fn unmatched_names(&self, names: &[UnmatchedName], is_whole: bool) -> Vec<Diagnostic> {
        let finding = |unmatched: &UnmatchedName| {
            let place = *self.places.get(&unmatched.setting)?;
            let finding = Diagnostic::error(codes::CONFIGURATION, place, unmatched.message.clone());
            Some(Diagnostic { severity: Severity::Warning, ..finding })
        };
        let is_certain = |name: &&UnmatchedName| name.is_certain || is_whole;
        names.iter().filter(is_certain).filter_map(finding).collect()
    }

    /// Returns `true` if a file that was found in a directory is checked.
    pub(crate) fn selects(&self, path: &Path) -> bool {
        if self.excluded_here.fit(&plain(path)) {
            return false;
        }
        if self.path.is_none() {
            return true;
        }
        let mut absolute = PathBuf::new();
        // Patterns do not apply to files outside of their directory.
        let Some(inside) = self.inside(path, &mut absolute) else { return true };
        // all patterns are tested, because each records whether it matched
        let is_excluded = self.exclude.fit(inside) | self.extend_exclude.fit(inside);
        self.include.as_ref().is_none_or(|include| include.fit(inside)) && !is_excluded
    }
}

/// Reads settings from a validated table.
struct Reader<'a> {
    folder: &'a Path,
    places: &'a Ordered<String, Span>,
    strings: &'a Strings,
    findings: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn config(&mut self, table: &toml::Table) -> Config {
        let text = |key: &str| table.get(key).and_then(toml::Value::as_str).map(str::to_owned);
        let terraform = table.get("terraform").and_then(toml::Value::as_table);
        let terraform = |key: &str| terraform.and_then(|table| table.get(key));
        let breaking = table.get("breaking").and_then(toml::Value::as_table);
        let breaking = |key: &str| breaking.and_then(|table| table.get(key));
        Config {
            include: table.get("include").map(|patterns| self.patterns(&strings(Some(patterns)), "include")),
            exclude: self.patterns(&strings(table.get("exclude")), "exclude"),
            extend_exclude: self.patterns(&strings(table.get("extend-exclude")), "extend-exclude"),
            respect_ignore_files: table
                .get("respect-ignore-files")
                .and_then(toml::Value::as_bool)
                .unwrap_or(true),
            dialects: pairs(table.get("dialect"))
                .map(|(pattern, name)| {
                    let patterns =
                        self.patterns(std::slice::from_ref(pattern), &format!("dialect.{pattern}"));
                    (patterns, name.as_str().unwrap_or_default().to_owned())
                })
                .collect(),
            specs: tables(table.get("spec"))
                .filter_map(|spec| {
                    let path = spec.get("spec").and_then(toml::Value::as_str).unwrap_or_default();
                    let file = self.path(path, "spec.spec")?;
                    self.ensure_file(&file, ("spec.spec", "the specification"));
                    Some((self.patterns(&strings(spec.get("files")), "spec.files"), self.folder.join(path)))
                })
                .collect(),
            rules: level_of_names(terraform("naming")).into_iter().chain(rules(table.get("rules"))).collect(),
            per_file: tables(table.get("per-file"))
                .map(|one| {
                    (self.patterns(&strings(one.get("files")), "per-file.files"), rules(one.get("rules")))
                })
                .collect(),
            schemas: self.schemas(terraform("schemas")),
            policy: self.policy(table.get("policy")),
            versions: self.versions(terraform("versions")),
            naming: self.name_patterns(terraform("naming")),
            roots: tables(terraform("root"))
                .filter_map(|root| {
                    let path = root.get("path").and_then(toml::Value::as_str).unwrap_or_default();
                    let files = self.paths(root.get("var-files"), "terraform.root.var-files");
                    let key = ("terraform.root.var-files", "the values file");
                    files.iter().for_each(|file| self.ensure_file(file, key));
                    let module = self.path(path, "terraform.root.path")?;
                    // settings can assign files of any name to Terraform
                    if table.get("dialect").is_none() {
                        self.ensure_module(&module, path);
                    }
                    Some((module, files))
                })
                .collect(),
            internal: self.patterns(&strings(breaking("internal")), "breaking.internal"),
            accepted: tables(breaking("accept")).map(accepted).collect(),
            vars: pairs(table.get("vars"))
                .filter(|(name, value)| !is_pattern(name, value))
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect(),
            file_vars: pairs(table.get("vars"))
                .filter(|(name, value)| is_pattern(name, value))
                .map(|(name, value)| {
                    let patterns = self.patterns(std::slice::from_ref(name), &format!("vars.{name}"));
                    let variables = pairs(Some(value)).map(|(name, value)| (name.clone(), value.clone()));
                    (patterns, variables.collect())
                })
                .collect(),
            format: text("format"),
            baseline: text("baseline").and_then(|path| self.baseline(&path)),
            jobs: table
                .get("jobs")
                .and_then(toml::Value::as_integer)
                .and_then(|jobs| usize::try_from(jobs).ok()),
            root: self.root(table),
            cache: table.get("cache").and_then(toml::Value::as_bool).unwrap_or(true),
            required_schemas: required_schemas(table.get("check")),
            ..Config::default()
        }
    }

    /// The directory that functions may read.
    fn root(&mut self, table: &toml::Table) -> Option<PathBuf> {
        let root = self.path(table.get("root")?.as_str()?, "root")?;
        self.ensure_exists(&root, ("root", "the directory"));
        Some(root)
    }

    fn schemas(&mut self, list: Option<&toml::Value>) -> Vec<PathBuf> {
        let key = "terraform.schemas";
        let files = self.paths(list, key);
        files.iter().for_each(|file| self.ensure_file(file, (key, "the schema")));
        files
    }

    /// The baseline, which a run may be about to write for the first time.
    fn baseline(&mut self, path: &str) -> Option<PathBuf> {
        let baseline = self.path(path, "baseline")?;
        self.ensure_no_directory(&baseline, ("baseline", "the baseline"));
        Some(baseline)
    }

    /// The place of a string in a setting, otherwise the place of the setting.
    fn place(&self, key: &str, text: &str) -> Option<Span> {
        self.strings.place(key, text).or_else(|| self.places.get(key).copied())
    }

    fn refuse(&mut self, (key, text): (&str, &str), message: String) {
        let finding = match self.place(key, text) {
            Some(span) => Diagnostic::error(codes::CONFIGURATION, span, message),
            None => Diagnostic::placeless(codes::CONFIGURATION, message).about(key),
        };
        self.findings.push(finding);
    }

    fn patterns(&mut self, patterns: &[String], key: &str) -> Patterns {
        let parsed = Patterns::parse(patterns, |pattern| self.place(key, pattern));
        parsed.unwrap_or_else(|(pattern, why)| {
            self.refuse((key, &pattern), why);
            Patterns::default()
        })
    }

    /// Rejects a root without a module, because a misspelled path would have no effect.
    fn ensure_module(&mut self, folder: &Path, written: &str) {
        let key = ("terraform.root.path", written);
        match std::fs::read_dir(folder) {
            Ok(entries) => {
                let names = entries.flatten().map(|entry| entry.file_name());
                if !names.into_iter().any(|name| is_module_name(&name.to_string_lossy())) {
                    self.refuse(key, format!("the directory `{written}` contains no module"));
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                self.refuse(key, format!("the directory `{written}` does not exist"));
            }
            Err(error) => self.refuse(key, format!("cannot read the directory `{written}`: {error}")),
        }
    }

    /// Rejects a path in a setting that does not exist, or that is a directory where a file is expected.
    fn ensure_file(&mut self, path: &Path, (key, what): (&str, &str)) {
        self.ensure_exists(path, (key, what));
        self.ensure_no_directory(path, (key, what));
    }

    /// Refuses a directory as the path of a setting.
    fn ensure_no_directory(&mut self, path: &Path, (key, what): (&str, &str)) {
        if path.is_dir() {
            let written = self.relative(path);
            self.refuse((key, &written), format!("{what} `{written}` is a directory"));
        }
    }

    /// Rejects a path in a setting that does not exist; the message begins with `what`, the expected kind.
    fn ensure_exists(&mut self, path: &Path, (key, what): (&str, &str)) {
        if matches!(path.try_exists(), Ok(false)) {
            let written = self.relative(path);
            self.refuse((key, &written), format!("{what} `{written}` does not exist"));
        }
    }

    /// A path relative to the directory of the settings.
    fn relative(&self, path: &Path) -> String {
        names::text(path.strip_prefix(self.folder).unwrap_or(path))
    }

    fn versions(&mut self, table: Option<&toml::Value>) -> Vec<(String, String)> {
        let mut versions = Vec::new();
        for (name, version) in pairs(table) {
            let version = version.as_str().unwrap_or_default();
            if !is_constraint(version) {
                let message =
                    format!("invalid version `{version}`: expected for example `1.9.8` or `~> 5.40`");
                self.refuse((&format!("terraform.versions.{name}"), version), message);
            }
            versions.push((name.clone(), version.to_owned()));
        }
        versions
    }

    fn name_patterns(&mut self, table: Option<&toml::Value>) -> Vec<(String, String)> {
        let mut naming = Vec::new();
        for (kind, pattern) in pairs(table) {
            let pattern = pattern.as_str().unwrap_or_default();
            if let Err(why) = check_name_pattern(pattern) {
                self.refuse((&format!("terraform.naming.{kind}"), pattern), format!("the pattern {why}"));
            }
            naming.push((kind.clone(), pattern.to_owned()));
        }
        naming
    }

    fn policy(&mut self, table: Option<&toml::Value>) -> PolicyConfig {
        let Some(table) = table.and_then(toml::Value::as_table) else { return PolicyConfig::default() };
        let paths = self.paths(table.get("dirs"), "policy.dirs");
        paths.iter().for_each(|path| self.ensure_exists(path, ("policy.dirs", "the directory")));
        PolicyConfig {
            paths,
            starter: strings(table.get("starter")),
            inputs: pairs(table.get("inputs")).map(|(name, value)| (name.clone(), value.clone())).collect(),
            settings: policy::settings(table),
        }
    }

    fn paths(&mut self, list: Option<&toml::Value>, key: &str) -> Vec<PathBuf> {
        strings(list).iter().filter_map(|path| self.path(path, key)).collect()
    }

    /// Resolves a path in the repository. A path out of the repository is rejected, because the user may not
    /// trust the repository's authors.
    fn path(&mut self, path: &str, key: &str) -> Option<PathBuf> {
        let joined = plain(&self.folder.join(path));
        let root = repository(self.folder).unwrap_or_else(|| self.folder.to_owned());
        let leaves = || {
            let real = std::fs::canonicalize(&joined).ok();
            let real_root = std::fs::canonicalize(&root).ok();
            real.zip(real_root).is_some_and(|(real, root)| !real.starts_with(root))
        };
        // the system is not asked for paths elsewhere, which may be on another computer
        if !joined.starts_with(&root) || leaves() {
            let message =
                format!("`{path}` is outside of the repository; settings can only refer to paths inside");
            self.refuse((key, path), message);
            return None;
        }
        Some(joined)
    }
}

fn required_schemas(check: Option<&toml::Value>) -> Option<RequiredSchemas> {
    match check?.get("require-schemas")? {
        toml::Value::Boolean(true) => Some(RequiredSchemas::Admitted),
        toml::Value::String(how) => RequiredSchemas::from_name(how),
        _ => None,
    }
}

fn strings(list: Option<&toml::Value>) -> Vec<String> {
    let list = list.and_then(toml::Value::as_array).into_iter().flatten();
    list.filter_map(|text| text.as_str().map(str::to_owned)).collect()
}

fn tables(list: Option<&toml::Value>) -> impl Iterator<Item = &toml::Table> {
    list.and_then(toml::Value::as_array).into_iter().flatten().filter_map(toml::Value::as_table)
}

fn pairs(table: Option<&toml::Value>) -> impl Iterator<Item = (&String, &toml::Value)> {
    table.and_then(toml::Value::as_table).into_iter().flatten()
}

/// The level of the lint about names, which patterns for names enable.
fn level_of_names(naming: Option<&toml::Value>) -> Option<(Rule, Level)> {
    Some((naming.map(|_| Rule::Code(codes::NAME_CASE))?, Level::Warning))
}

fn rules(table: Option<&toml::Value>) -> Vec<(Rule, Level)> {
    let rule = |(name, level): (&String, &toml::Value)| {
        Some((Rule::from_name(name).ok()?, Level::from_name(level.as_str()?)?))
    };
    pairs(table).filter_map(rule).collect()
}

/// The directory that paths in a settings file must not leave: the root of its repository, or its
/// own directory.
pub(crate) fn top_of(path: &Path) -> PathBuf {
    let path = plain(&std::path::absolute(path).unwrap_or_else(|_| path.to_owned()));
    let folder = path.parent().unwrap_or(Path::new(""));
    repository(folder).unwrap_or_else(|| folder.to_owned())
}

/// Returns `true` if a path is an absolute one, or a directory that contains it.
pub(crate) fn contains(path: impl AsRef<Path>, folder: &Path) -> bool {
    std::path::absolute(path).is_ok_and(|path| plain(folder).starts_with(plain(&path)))
}

/// The root of the repository that contains a directory.
pub(crate) fn repository(folder: &Path) -> Option<PathBuf> {
    // In worktrees and submodules, `.git` is a file.
    folder.ancestors().find(|folder| folder.join(GIT).exists()).map(Path::to_owned)
}

/// The root of the outermost repository that contains a path.
pub(crate) fn outermost_repository(path: &Path) -> Option<PathBuf> {
    path.ancestors().skip(1).filter(|folder| folder.join(GIT).exists()).last().map(Path::to_owned)
}

/// An absolute path without `.` and `..`.
pub(crate) fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            component => plain.push(component),
        }
    }
    plain
}

fn accepted(table: &toml::Table) -> AcceptedChange {
    let text = |key: &str| table.get(key).and_then(toml::Value::as_str).map(str::to_owned);
    AcceptedChange {
        code: text("code").unwrap_or_default(),
        name: text("name").unwrap_or_default(),
        reason: text("reason").unwrap_or_default(),
        module: text("module"),
    }
}

/// Returns `true` if a key of `vars` is a file pattern whose value is a table of variables.
fn is_pattern(name: &str, value: &toml::Value) -> bool {
    // A variable cannot have one of these characters in its name.
    value.is_table() && name.contains(['*', '/', '.', '?', '['])
}

/// A value as an expression of HCL.
pub(crate) fn as_hcl(value: &toml::Value) -> String {
    written(value, &|text| quoted(text))
}

/// A value as written in the file, on one line.
pub(crate) fn as_toml(value: &toml::Value) -> String {
    // The escapes of JSON are also valid in TOML.
    written(value, &|text| serde_json::Value::from(text).to_string())
}

/// Writes a value in either notation; they differ only in their strings.
fn written(value: &toml::Value, quoted: &dyn Fn(&str) -> String) -> String {
    match value {
        // HCL has no type for times.
        toml::Value::Datetime(time) => quoted(&time.to_string()),
        toml::Value::Float(number) => number.to_string(),
        toml::Value::Integer(number) => number.to_string(),
        toml::Value::Boolean(flag) => flag.to_string(),
        toml::Value::String(text) => quoted(text),
        toml::Value::Array(list) => {
            format!("[{}]", list.iter().map(|value| written(value, quoted)).collect::<Vec<_>>().join(", "))
        }
        toml::Value::Table(table) => {
            let item = |(name, value): (&String, &toml::Value)| {
                format!("{} = {}", quoted(name), written(value, quoted))
            };
            format!("{{ {} }}", table.iter().map(item).collect::<Vec<_>>().join(", "))
        }
    }
}

/// A quoted string in which template sequences are escaped.
fn quoted(text: &str) -> String {
    let json = serde_json::Value::from(text).to_string();
    json.replace("${", "$${").replace("%{", "%%{")
}

/// A path as the user would write it: relative to the current directory, if it is below that directory.
pub(crate) fn shown(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    names::text(path.strip_prefix(&here).unwrap_or(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An absolute directory.
    const REPO: &str = if cfg!(windows) { "C:/repo" } else { "/repo" };

    fn parse(text: &str) -> Result<Config, Vec<String>> {
        let parsed = Config::parse(PathBuf::from(REPO), text, SourceId(0));
        parsed.map_err(|findings| findings.into_iter().map(|finding| finding.message).collect())
    }

    #[test]
    fn patterns_choose_files_and_folders() {
        let config =
            parse("include = [\"live/**\"]\nexclude = [\"**/vendor\"]\nextend-exclude = [\"./live/old/\"]");
        let mut config = config.expect("settings");
        config.path = Some(PathBuf::from(REPO).join("hclx.toml"));
        let selects = |path: &str| config.selects(&Path::new(REPO).join(path));
        assert!(selects("live/a.tf") && selects("../elsewhere/a.tf"));
        assert!(!selects("a.tf") && !selects("live/x/vendor/a.tf") && !selects("live/old/a.tf"));
    }

    #[test]
    fn settings_never_lead_out_of_the_repository() {
        let why = |text: &str| parse(text).expect_err("refused").join("; ");
        let outside =
            "`../../etc/passwd` is outside of the repository; settings can only refer to paths inside";
        assert_eq!(why("baseline = \"../../etc/passwd\""), outside);
        assert_eq!(why("[terraform]\nschemas = [\"../../etc/passwd\"]"), outside);
        assert!(why("root = \"/etc\"").contains("outside"));
        assert!(why("exclude = [\"{\"]").contains("invalid pattern"));
        assert!(
            parse("baseline = \"a/../b.json\"")
                .is_ok_and(|config| config.baseline == Some(Path::new(REPO).join("b.json")))
        );
    }

    #[test]
    fn levels_and_values_are_read() {
        let config = parse(
            "[rules]\nstyle = \"warning\"\n[[per-file]]\nfiles = [\"*.tf\"]\nrules = { HX9001 = \"off\" }\n[vars]\na = 1\n",
        );
        let config = config.expect("settings");
        assert_eq!(config.rules.len(), 1);
        assert_eq!(config.per_file[0].1[0].1, Level::Off);
        assert_eq!(config.vars[0].0, "a");
        assert!(config.respect_ignore_files);
    }
}
