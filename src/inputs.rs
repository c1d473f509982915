//! What flags give to every file: dialect, rules, variables, and how to say that they are wrong.

use std::ffi::OsString;

use clap::ArgMatches;
use hclx_analysis::Form;
use hclx_analysis::{FileKind, Settings, Syntax, ask};
use hclx_core::{Rules, Value};
use hclx_diag::{Diagnostic, Source, SourceId, Sources};
use hclx_eval::type_syntax::TypeExpr;
use hclx_report::{Format, Summary, render};
use hclx_syntax::ast::Language;

use crate::exit::Exit;
use crate::files;
use crate::output;

/// The texts of a run, and what is wrong with those that were given on the command line.
#[derive(Default)]
pub struct Inputs {
    /// Files, and texts of arguments.
    pub sources: Sources,
    /// What could not be read or parsed of the command line itself.
    pub refused: Vec<Diagnostic>,
}

impl Inputs {
    /// Makes a text of the command line a source, so that messages can point into it.
    pub fn argument(&mut self, name: &str, text: &str) -> SourceId {
        self.sources.add(Source::new(name, text.as_bytes()))
    }

    /// Dialect, rules and variables of the flags; what is wrong with them is kept.
    pub fn settings(&mut self, matches: &ArgMatches) -> Settings {
        let name = matches.get_one::<String>("dialect").map_or("auto", String::as_str);
        let mut settings = Settings {
            dialect: hclx_eval::dialect::find(name),
            rules: rules(matches),
            // no dialect has a schema for files yet
            application_unknown: true,
            ..Settings::default()
        };
        if let Ok(Some(root)) = matches.try_get_one::<String>("root") {
            self.root(root, &mut settings);
        }
        for file in matches.get_many::<OsString>("var-file").into_iter().flatten() {
            self.var_file(file, &mut settings);
        }
        for argument in matches.get_many::<String>("var").into_iter().flatten() {
            self.var(argument, &mut settings);
        }
        settings
    }

    /// The directory that functions may read. It is there as long as the process is.
    fn root(&mut self, directory: &str, settings: &mut Settings) {
        match files::Below::new(directory) {
            Ok(below) => settings.host = Some(Box::leak(Box::new(below))),
            Err(error) => self.refuse(format!("cannot read `{directory}`: {error}")),
        }
    }

    fn var(&mut self, argument: &str, settings: &mut Settings) {
        let Some((name, text)) = argument.split_once('=') else {
            self.refuse(format!("`--var {argument}` has no `=`: expected NAME=EXPR"));
            return;
        };
        let source = self.argument(&format!("--var {name}"), text);
        match ask::given_value(source, text, settings) {
            Ok(value) => settings.scope.define(name.trim(), value),
            Err(diagnostics) => self.refused.extend(diagnostics),
        }
    }

    fn var_file(&mut self, path: &OsString, settings: &mut Settings) {
        let text = match files::read_one(path, "<stdin>") {
            Ok(text) => text,
            Err(error) => return self.refuse(format!("{error:#}")),
        };
        let Syntax::Hcl(language) = FileKind::of(&text.name).syntax else {
            return self.refuse(format!("`{}`: YAML gives inputs to Mull only", text.name));
        };
        let source = Source::new(text.name, text.bytes);
        let bytes = source.bytes().clone();
        let id = self.sources.add(source);
        match ask::given_values(id, bytes, language, settings) {
            Ok(values) => values.into_iter().for_each(|(name, value)| settings.scope.define(name, value)),
            Err(diagnostics) => self.refused.extend(diagnostics),
        }
    }

    /// Reads a type of the command line; what is wrong with it is kept.
    pub fn read_type(&mut self, name: &str, text: &str) -> Option<TypeExpr> {
        let source = self.argument(name, text);
        let read = hclx_analysis::types::read_type(source, text);
        let wrong = read.diagnostics.iter().any(Diagnostic::is_error);
        self.refused.extend(read.diagnostics.iter().filter(|finding| finding.is_error()).cloned());
        (!wrong).then_some(read)
    }

    /// Reads a value of the command line; what is wrong with it is kept.
    pub fn read_value(&mut self, name: &str, text: &str) -> Option<Value> {
        let source = self.argument(name, text);
        match ask::given_value(source, text, &Settings::default()) {
            Ok(value) => Some(value),
            Err(diagnostics) => {
                self.refused.extend(diagnostics);
                None
            }
        }
    }

    /// Keeps what is wrong and has no place.
    pub fn refuse(&mut self, message: String) {
        self.refused.push(Diagnostic::placeless(hclx_diag::code_names::UNREADABLE, message));
    }

    /// Says on stderr what is wrong with the command line, if anything is.
    ///
    /// # Errors
    /// If stderr cannot be written.
    pub fn complain(&self, matches: &ArgMatches) -> anyhow::Result<Option<Exit>> {
        if self.refused.is_empty() {
            return Ok(None);
        }
        self.tell(matches, &self.refused)?;
        Ok(Some(Exit::Failed))
    }

    /// Prints findings on stderr, for people.
    ///
    /// # Errors
    /// If stderr cannot be written.
    pub fn tell(&self, matches: &ArgMatches, diagnostics: &[Diagnostic]) -> anyhow::Result<()> {
        let mut stderr = std::io::stderr().lock();
        let style = output::style(matches, &stderr);
        Ok(render(Format::Full, &self.sources, diagnostics, &Summary::default(), style, &mut stderr)?)
    }
}

/// The rules that `--rules` names, if it is given.
pub fn rules(matches: &ArgMatches) -> Option<Rules> {
    match matches.try_get_one::<String>("rules").ok().flatten().map(String::as_str) {
        Some("hcl") => Some(Rules::hcl()),
        Some("extended") => Some(Rules::extended()),
        _ => None,
    }
}

/// The syntax of a file: what `--lang` (or the dialect of Mull) says, or what its name tells.
pub fn syntax(matches: &ArgMatches, kind: &FileKind, name: &str) -> Syntax {
    let flag = |flag| matches.try_get_one::<String>(flag).ok().flatten().map(String::as_str);
    match (flag("lang"), flag("dialect")) {
        (Some("native"), _) => Syntax::Hcl(Language::Native),
        (Some("json"), _) => Syntax::Hcl(Language::Json),
        (Some("mull"), _) | (None, Some("mull")) => {
            let form = if name.ends_with(".json") { Form::Json } else { Form::Yaml };
            Syntax::Mull { form, schema: None }
        }
        _ => kind.syntax,
    }
}

/// Whether `--format json` is given.
pub fn wants_json(matches: &ArgMatches) -> bool {
    matches.get_one::<String>("format").is_some_and(|format| format == "json")
}
