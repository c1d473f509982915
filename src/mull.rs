//! Mull on disk: inputs from flags, imports, and the answer to one document.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ArgMatches;
use hclx_analysis::Form;
use hclx_analysis::{FileKind, Syntax};
use hclx_diag::{Diagnostic, Source, SourceId, Sources};
use hclx_eval::Host;
use hclx_mull::answers::{self as mull, Answer, Given, Question};
use hclx_mull::declare::Imports;
use hclx_mull::value::Val;

use crate::files::{self, Below};
use crate::inputs::Inputs;

/// What the flags give to every Mull document: inputs, `ctx`, the metatype. What is wrong with them is kept
/// in `inputs`.
pub fn given(matches: &ArgMatches, inputs: &mut Inputs) -> Given {
    let schema = matches.try_get_one::<String>("schema").ok().flatten().cloned();
    let mut given = Given { schema, ..Given::default() };
    for path in matches.get_many::<OsString>("var-file").into_iter().flatten() {
        match data_file(path, inputs) {
            Some(Val::Object(fields)) => {
                for (name, value) in fields.iter() {
                    given.properties.insert(Arc::clone(name), value.clone());
                }
            }
            Some(_) => inputs.refuse(format!("`{}`: expected a mapping of inputs", path.display())),
            None => {}
        }
    }
    for argument in matches.get_many::<String>("var").into_iter().flatten() {
        match argument.split_once('=') {
            Some((name, text)) => {
                let source = inputs.argument(&format!("--var {name}"), text);
                if let Some(value) = data(source, text.as_bytes().into(), Form::Yaml, inputs) {
                    given.properties.insert(name.trim().into(), value);
                }
            }
            None => inputs.refuse(format!("`--var {argument}` has no `=`: expected NAME=VALUE")),
        }
    }
    if let Ok(Some(path)) = matches.try_get_one::<OsString>("ctx") {
        given.options = data_file(path, inputs);
    }
    given
}

/// The data of a YAML or JSON file.
fn data_file(path: &OsString, inputs: &mut Inputs) -> Option<Val> {
    let text = match files::read_one(path, "<stdin>") {
        Ok(text) => text,
        Err(error) => {
            inputs.refuse(format!("{error:#}"));
            return None;
        }
    };
    let form = form_of(&text.name);
    let source = Source::new(text.name, text.bytes);
    let bytes = source.bytes().clone();
    let id = inputs.sources.add(source);
    data(id, bytes, form, inputs)
}

fn data(source: SourceId, bytes: Arc<[u8]>, form: Form, inputs: &mut Inputs) -> Option<Val> {
    match mull::data(source, bytes, form) {
        Ok(value) => Some(value),
        Err(findings) => {
            inputs.refused.extend(findings);
            None
        }
    }
}

fn form_of(name: &str) -> Form {
    if name.ends_with(".json") { Form::Json } else { Form::Yaml }
}

/// Whether the flags ask for Mull.
pub fn is_dialect(matches: &ArgMatches) -> bool {
    matches.get_one::<String>("dialect").is_some_and(|dialect| dialect == "mull")
}

/// An expression of the command line as a document that is its value.
pub fn quotation(expression: &str) -> String {
    format!("${{{expression}}}")
}

/// Answers a question about one document.
pub fn answer(
    question: Question,
    matches: &ArgMatches,
    sources: &mut Sources,
    source: SourceId,
    syntax: (Form, Option<&'static str>),
    given: &Given,
) -> Answer {
    let name: Arc<str> = sources.get(source).name().into();
    let bytes = sources.get(source).bytes().clone();
    let root = matches.try_get_one::<String>("import-root").ok().flatten();
    let mut imports = Files { sources, root: root.map(String::as_str) };
    let document = mull::Text { source, path: name, bytes, form: syntax.0, schema: syntax.1 };
    mull::answer(question, document, given, &mut imports)
}

/// Imported files become sources of the run, so that findings can point into them.
struct Files<'a> {
    sources: &'a mut Sources,
    /// The directory that imports may not leave; by default that of the importing file.
    root: Option<&'a str>,
}

impl Imports for Files<'_> {
    fn load(&mut self, from: &str, path: &str) -> Result<(Arc<str>, SourceId, Arc<[u8]>, Form), String> {
        let directory = Path::new(from).parent().filter(|parent| !parent.as_os_str().is_empty());
        let directory = directory.unwrap_or(Path::new("."));
        let root = self.root.map_or_else(|| directory.to_owned(), PathBuf::from);
        let below =
            Below::new(&root.to_string_lossy()).map_err(|error| format!("{}: {error}", root.display()))?;
        let wanted = std::fs::canonicalize(directory).map_err(|error| error.to_string())?.join(path);
        let bytes = below.read(&wanted.to_string_lossy()).map_err(|refusal| match refusal {
            hclx_eval::Refusal::Missing => format!("there is no file `{path}`"),
            hclx_eval::Refusal::Other(what) => format!("`{path}` is {what}"),
            hclx_eval::Refusal::NotRead(why) => why.replace(&*wanted.to_string_lossy(), path),
        })?;
        let name = files::clean(directory.join(path)).display().to_string();
        let form = match FileKind::of(&name).syntax {
            Syntax::Mull { form, .. } => form,
            Syntax::Hcl(_) => form_of(&name),
        };
        let source = Source::new(name.clone(), bytes);
        let bytes = source.bytes().clone();
        Ok((name.into(), self.sources.add(source), bytes, form))
    }
}

/// Whether findings leave nothing to print.
pub fn failed(findings: &[Diagnostic]) -> bool {
    findings.iter().any(Diagnostic::is_error)
}
