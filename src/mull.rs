//! Mull on disk: inputs from flags, imports, and the answer to one document.

use std::ffi::OsString;
use std::sync::Arc;

use hclx_analysis::{self as analysis, FileRow, Language, Pattern, Rooted, Snapshot, Unit, file_path};
use hclx_diag::{Diagnostic, Source, SourceId};
use hclx_eval::{Budget, Entry, Host, Refusal};
use hclx_mull::answers::{self as mull, Given, Question};
use hclx_mull::declare::Imports;
use hclx_mull::syntax::Form;
use hclx_mull::value::Val;

use crate::cli::Context;
use crate::files;
use crate::inputs::Inputs;

/// The role of documents.
const DOCUMENT: &str = "document";
/// The role of YAML that is plain data unless it says otherwise.
const DATA: &str = "data";

/// What the flags give to every Mull document: inputs, `ctx`, the metatype. What is wrong with them is kept
/// in `inputs`.
fn given(context: &Context, inputs: &mut Inputs) -> Given {
    let mut given = Given { schema: context.schema.clone(), ..Given::default() };
    for path in &context.var_files {
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
    for argument in &context.vars {
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
    if let Some(path) = &context.ctx {
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

/// An expression of the command line as a document that is its value.
pub fn quotation(expression: &str) -> String {
    format!("${{{expression}}}")
}

/// Mull's documents as a language of the session.
pub struct Mull;

impl Language for Mull {
    fn name(&self) -> &'static str {
        crate::judging::MULL
    }

    fn title(&self) -> &'static str {
        "Mull"
    }

    fn files(&self) -> &'static [FileRow] {
        use Pattern::{Name, Suffix};
        const {
            &[
                FileRow::native(Name("Mu.yaml"), DOCUMENT),
                FileRow::native(Name("Mu.yml"), DOCUMENT),
                FileRow::json(Name("Mu.json"), DOCUMENT),
                FileRow::native(Suffix(".mull"), DOCUMENT),
                FileRow::native(Suffix(".mull.yaml"), DOCUMENT),
                FileRow::native(Suffix(".mull.yml"), DOCUMENT),
                FileRow::json(Suffix(".mull.json"), DOCUMENT),
                FileRow::native(Suffix(".yaml"), DATA).only_named(),
                FileRow::native(Suffix(".yml"), DATA).only_named(),
            ]
        }
    }

    fn answer(
        &self,
        unit: &Unit,
        snapshot: &Snapshot,
        question: &hclx_analysis::Question,
        _: &Budget,
    ) -> analysis::Answer {
        let Some(file) = unit.files.first() else { return analysis::Answer::default() };
        let path = snapshot.path(*file);
        let Ok(bytes) = snapshot.bytes(*file) else { return analysis::Answer::default() };
        let forced = snapshot.settings().language.is_some();
        let data = !forced && snapshot.row(*file).is_some_and(|(_, row)| row.role == DATA);
        let question = match question {
            hclx_analysis::Question::Check => Question::Check,
            hclx_analysis::Question::Eval => Question::Eval,
            _ => Question::Infer,
        };
        let form = form_of(&path);
        let schema = data.then_some(mull::DATA);
        let text = mull::Text { source: *file, path, bytes, form, schema };
        let none = MullInputs::default();
        let inputs = snapshot.settings().input::<MullInputs>().unwrap_or(&none);
        let mut imports = Files { snapshot, root: inputs.import_root.as_deref() };
        let mut answer = mull::answer(question, text, &inputs.given, &mut imports);
        let findings = std::mem::take(&mut answer.diagnostics);
        analysis::Answer { findings, document: Some(Arc::new(answer)), ..analysis::Answer::default() }
    }
}

/// What the flags give to every document.
#[derive(Default)]
pub struct MullInputs {
    given: Given,
    /// The directory that imports may not leave; by default that of the importing file.
    import_root: Option<String>,
}

/// What the flags give to every document; what is wrong with them is kept.
pub fn inputs(context: &Context, inputs: &mut Inputs) -> MullInputs {
    MullInputs { given: given(context, inputs), import_root: context.import_root.clone() }
}

/// Imported files are files of the session, so that findings can point into them.
struct Files<'a> {
    snapshot: &'a Snapshot,
    root: Option<&'a str>,
}

impl Imports for Files<'_> {
    fn load(&mut self, from: &str, path: &str) -> Result<(Arc<str>, SourceId, Arc<[u8]>, Form), String> {
        let directory = file_path::parent(from);
        let root = self.root.unwrap_or(directory);
        let shown = |refusal| match refusal {
            Refusal::Missing => format!("there is no file `{path}`"),
            Refusal::Other(what) => format!("`{path}` is {what}"),
            Refusal::NotRead(why) => why,
        };
        let rooted = Rooted::new(Arc::clone(self.snapshot.host()), directory, root);
        let rooted = rooted.map_err(|refusal| format!("{root}: {}", files::reason(&refusal)))?;
        if rooted.look(path).map_err(shown)? == Entry::Directory {
            return Err(format!("`{path}` is a directory"));
        }
        let file = self.snapshot.find(&file_path::join(directory, path)).map_err(shown)?;
        let name = self.snapshot.path(file);
        let bytes = self.snapshot.bytes(file).map_err(shown)?;
        let form = form_of(&name);
        Ok((name, file, bytes, form))
    }
}

/// Whether findings leave nothing to print.
pub fn failed(findings: &[Diagnostic]) -> bool {
    findings.iter().any(Diagnostic::is_error)
}
