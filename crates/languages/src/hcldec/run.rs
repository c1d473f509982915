//! A complete run like that of `hcldec`: specification, variables, configurations, output.
//!
//! Out of scope: the file system. The caller passes a function that reads files.

use std::sync::Arc;

use hclx_core::Value;
use hclx_diag::{Diagnostic, Source, SourceId, Sources, code_names as codes};
use hclx_eval::Budget;
use hclx_syntax::ast::Language;

use super::decode::{Input, decode};
use super::finding::{ReferenceFinding, any_error};
use super::places::placed;
use super::print::{references_json, value_json};
use super::read::{SpecFile, read_spec};
use super::references::references;
use super::vars::read_vars;

/// A request.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The name of the specification.
    pub spec: &'a str,
    /// Variables: JSON objects, or names of files.
    pub vars: &'a [String],
    /// The names of configurations; empty for standard input.
    pub files: &'a [String],
    /// Print the type along with the value.
    pub with_type: bool,
    /// Print properties that are null.
    pub keep_nulls: bool,
    /// Print the names that configurations use, in place of the value.
    pub var_refs: bool,
}

/// The result of a run.
#[derive(Debug)]
pub struct Answer {
    /// The sources that the findings point into.
    pub sources: Sources,
    /// The output.
    pub reply: Reply,
}

/// The output with its exit code.
#[derive(Debug)]
pub enum Reply {
    /// The result; exit code 0.
    Text(String),
    /// Findings; exit code 2.
    Refused(Vec<ReferenceFinding>),
    /// The reason why the result cannot be printed; exit code 1.
    Failed(String),
}

/// Reads the file with a name, or standard input for `None`. The error is the reason why it cannot be read.
pub(super) type Reader<'r> = &'r mut dyn FnMut(Option<&str>) -> Result<Vec<u8>, String>;

/// Answers a request. Findings about all configurations and variables are reported together, but findings about the
/// specification are reported on their own.
pub fn run(request: &Request<'_>, read: Reader<'_>, budget: &Budget) -> Answer {
    let mut run = Run { sources: Sources::new(), findings: Vec::new(), read, budget };
    let reply = run.reply(request);
    Answer { sources: run.sources, reply }
}

struct Run<'r> {
    sources: Sources,
    findings: Vec<ReferenceFinding>,
    read: Reader<'r>,
    budget: &'r Budget,
}

impl Run<'_> {
    fn reply(&mut self, request: &Request<'_>) -> Reply {
        let Some(spec) = self.spec(request.spec) else {
            return Reply::Refused(std::mem::take(&mut self.findings));
        };
        let given = self.given(request.vars);
        let inputs = self.inputs(request.files);
        if any_error(&self.findings) {
            return Reply::Refused(std::mem::take(&mut self.findings));
        }
        if request.var_refs {
            return Reply::Text(references_json(&references(&spec, &inputs, &given), &self.sources));
        }
        let decoded = decode(&spec, &inputs, &given, self.budget);
        if any_error(&decoded.findings) {
            return Reply::Refused(decoded.findings);
        }
        match value_json(&decoded.value, request.with_type, request.keep_nulls) {
            Ok(text) => Reply::Text(text),
            Err(fault) => Reply::Failed(format!("`{}` cannot be printed: {}", fault.path(), fault.message())),
        }
    }

    fn spec(&mut self, name: &str) -> Option<SpecFile> {
        let (source, bytes) = self.open(Some(name))?;
        let (spec, findings) = read_spec(source, bytes, self.budget);
        self.findings.extend(findings);
        spec
    }

    fn given(&mut self, arguments: &[String]) -> Vec<(Arc<str>, Value)> {
        let mut values = Vec::new();
        for (index, argument) in arguments.iter().enumerate() {
            // As in `hcldec`, an argument that begins with a brace is an object rather than the name of a
            // file.
            let (opened, language) = if argument.trim_start().starts_with('{') {
                (Some(self.add(&format!("<vars argument {index}>"), argument.as_bytes())), Language::Json)
            } else {
                (self.open(Some(argument)), language_of(argument))
            };
            let Some((source, bytes)) = opened else { continue };
            let (read, findings) = read_vars(source, bytes, language, self.budget);
            self.findings.extend(findings);
            values.extend(read);
        }
        values
    }

    fn inputs(&mut self, files: &[String]) -> Vec<Input> {
        let names: Vec<Option<&str>> = if files.is_empty() {
            vec![None]
        } else {
            files.iter().map(|name| Some(name.as_str())).collect()
        };
        let mut inputs = Vec::new();
        for name in names {
            let Some((source, bytes)) = self.open(name) else { continue };
            let language = name.map_or(Language::Native, language_of);
            let (input, wrong) = Input::read(source, bytes.clone(), language);
            self.findings.extend(placed(wrong, &bytes, language));
            inputs.push(input);
        }
        inputs
    }

    fn open(&mut self, name: Option<&str>) -> Option<(SourceId, Arc<[u8]>)> {
        let shown = name.unwrap_or("<stdin>");
        match (self.read)(name) {
            Ok(bytes) => Some(self.add(shown, &bytes)),
            Err(reason) => {
                let message = format!("cannot read `{shown}`: {reason}");
                self.findings.push(Diagnostic::placeless(codes::UNREADABLE, message).about(shown).into());
                None
            }
        }
    }

    fn add(&mut self, name: &str, bytes: &[u8]) -> (SourceId, Arc<[u8]>) {
        let source = Source::new(name, bytes);
        let bytes = source.bytes().clone();
        self.budget.allow_for_source(bytes.len());
        (self.sources.add(source), bytes)
    }
}

/// The syntax of a file: JSON for the suffix `.json`, and native otherwise.
fn language_of(name: &str) -> Language {
    if name.ends_with(".json") { Language::Json } else { Language::Native }
}
