//! Inputs from flags for Mull documents.

use std::ffi::OsString;
use std::path::Path;

use hclx_analysis::redact::Notation as Shown;
use hclx_analysis::{DataInput, DocumentInputs};
use hclx_diag::{Diagnostic, Source};
use hclx_mull::answers::input_value;
use hclx_mull::form_of;
use hclx_mull::syntax::Form;
use hclx_mull::value::Val;

use crate::cli::Context;
use crate::files;
use crate::inputs::Inputs;
use crate::redaction;

/// The inputs from flags for every Mull document: inputs, `ctx`, the metatype. Errors in them are kept in
/// `inputs`.
pub(crate) fn inputs(context: &Context, inputs: &mut Inputs) -> DocumentInputs {
    let (metatype, import_root) = (context.schema.clone(), context.import_root.clone());
    let mut given = DocumentInputs { metatype, import_root, ..DocumentInputs::default() };
    for path in &context.var_files {
        match data_file(path, context.most.longest_source(), inputs) {
            Some((input, Val::Object(_))) => given.values.push(input),
            Some(_) => inputs
                .refuse(format!("`{}`: expected a mapping of inputs", crate::names::text(Path::new(path)))),
            None => {}
        }
    }
    for argument in &context.vars {
        match argument.split_once('=') {
            Some((name, text)) => {
                let source = inputs.argument(&format!("--var {name}"), text);
                let (name, bytes) = (Some(name.trim().into()), text.as_bytes().into());
                let read = data(DataInput { name, source, bytes, is_json: false }, inputs);
                given.values.extend(read.map(|(input, _)| input));
            }
            None => inputs.refuse(format!("`--var {argument}`: missing `=`, expected NAME=VALUE")),
        }
    }
    if let Some(path) = &context.ctx {
        given.options = data_file(path, context.most.longest_source(), inputs).map(|(input, _)| input);
    }
    given
}

/// Reads the data of a YAML or JSON file.
fn data_file(path: &OsString, limit: Option<u64>, inputs: &mut Inputs) -> Option<(DataInput, Val)> {
    let text = match files::read_one(path, "<stdin>", limit) {
        Ok(text) => text,
        Err(error) => {
            inputs.refuse(format!("{error:#}"));
            return None;
        }
    };
    let is_json = form_of(&text.name) == Form::Json;
    let source = Source::new(text.name, text.bytes);
    let bytes = source.bytes().clone();
    let shown = Shown::of(source.name());
    let id = inputs.sources.add(source);
    redaction::hide(&mut inputs.sources, id, shown);
    data(DataInput { name: None, source: id, bytes, is_json }, inputs)
}

/// The given data and its value, if it can be read.
fn data(input: DataInput, inputs: &mut Inputs) -> Option<(DataInput, Val)> {
    match input_value(&input) {
        Ok(value) => Some((input, value)),
        Err(findings) => {
            inputs.refuse_given(findings);
            None
        }
    }
}

/// Wraps an expression from the command line in a document that evaluates to it.
pub(crate) fn quotation(expression: &str) -> String {
    format!("${{{expression}}}")
}

/// Returns `true` if findings prevent a result from being printed.
pub(crate) fn failed(findings: &[Diagnostic]) -> bool {
    findings.iter().any(Diagnostic::is_error)
}
