//! Inputs from flags for Mull documents.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use hclx_analysis::given::Form as Shown;
use hclx_diag::{Diagnostic, Source, SourceId};
use hclx_mull::answers::{self, Inputs as GivenValues};
use hclx_mull::form_of;
use hclx_mull::syntax::Form;
use hclx_mull::value::Val;

use crate::cli::Context;
use crate::concealed;
use crate::files;
use crate::inputs::Inputs;

/// The inputs from flags for every Mull document: inputs, `ctx`, the metatype. Errors in them are kept in
/// `inputs`.
pub(crate) fn inputs(context: &Context, inputs: &mut Inputs) -> GivenValues {
    let (schema, import_root) = (context.schema.clone(), context.import_root.clone());
    let mut given = GivenValues { schema, import_root, ..GivenValues::default() };
    for path in &context.var_files {
        match data_file(path, context.most.longest_source(), inputs) {
            Some(Val::Object(fields)) => {
                for (name, value) in fields.iter() {
                    given.properties.insert(Arc::clone(name), value.clone());
                }
            }
            Some(_) => inputs
                .refuse(format!("`{}`: expected a mapping of inputs", crate::names::text(Path::new(path)))),
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
            None => inputs.refuse(format!("`--var {argument}`: missing `=`, expected NAME=VALUE")),
        }
    }
    if let Some(path) = &context.ctx {
        given.options = data_file(path, context.most.longest_source(), inputs);
    }
    given
}

/// Reads the data of a YAML or JSON file.
fn data_file(path: &OsString, limit: Option<u64>, inputs: &mut Inputs) -> Option<Val> {
    let text = match files::read_one(path, "<stdin>", limit) {
        Ok(text) => text,
        Err(error) => {
            inputs.refuse(format!("{error:#}"));
            return None;
        }
    };
    let form = form_of(&text.name);
    let source = Source::new(text.name, text.bytes);
    let bytes = source.bytes().clone();
    let shown = Shown::of(source.name());
    let id = inputs.sources.add(source);
    concealed::hide(&mut inputs.sources, id, shown);
    data(id, bytes, form, inputs)
}

fn data(source: SourceId, bytes: Arc<[u8]>, form: Form, inputs: &mut Inputs) -> Option<Val> {
    match answers::data(source, bytes, form) {
        Ok(value) => Some(value),
        Err(findings) => {
            inputs.refuse_given(findings);
            None
        }
    }
}

/// Wraps an expression from the command line in a document whose value it is.
pub(crate) fn quotation(expression: &str) -> String {
    format!("${{{expression}}}")
}

/// Returns `true` if findings prevent a result from being printed.
pub(crate) fn failed(findings: &[Diagnostic]) -> bool {
    findings.iter().any(Diagnostic::is_error)
}
