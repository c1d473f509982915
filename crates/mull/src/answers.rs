//! Answers about Mull documents: findings, the types of everything, and plain data.
//!
//! A document is linked with the documents that it imports (`linked`) and, if there are no errors so far,
//! evaluated. Out of scope: the meaning of these steps, and reading files.

use std::sync::Arc;

use crate::declare::DocId;
use crate::linked::LinkedDocuments;
use crate::run::{self, Job, run};
use crate::syntax::{Form, ReadOptions, read_in};
use crate::ty::Ty;
use crate::value::Val;
use hclx_analysis::{DataInput, DocumentInputs, Pace, Purpose, Snapshot, TypeText};
use hclx_diag::mull_codes::{MULL_LIMIT, UNSUPPORTED_YAML};
use hclx_diag::{Diagnostic, Ordered, SourceId, Span};
use hclx_eval::Budget;

/// The maximum total size in bytes of the printed types of a document; later types are truncated.
const MAX_TEXT: usize = 16 << 20;

/// The maximum size in bytes of a type in HCL's notation; larger types are omitted.
const MAX_HCL: usize = 64 << 10;

/// The metatype of plain data: the whole document is body.
pub const DATA: &str = "mull:data";

/// Replaces a type that is too long to print.
const CUT: &str = "…";

/// The inputs of a run, for every document.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// The values of its properties.
    pub properties: Ordered<Arc<str>, Val>,
    /// The value of `ctx.options`.
    pub options: Option<Val>,
    /// The metatype, which takes precedence over `$schema`.
    pub schema: Option<String>,
    /// The root directory of imports; by default the directory of the importing file.
    pub import_root: Option<String>,
}

impl Inputs {
    /// The inputs in given data. Data that cannot be read, or has another shape, is omitted: the caller that
    /// provides it reports its errors.
    pub fn read(given: &DocumentInputs) -> Self {
        let value = |input: &DataInput| input_value(input).ok();
        let mut properties = Ordered::default();
        for input in &given.values {
            match (&input.name, value(input)) {
                (Some(name), Some(value)) => {
                    properties.insert(Arc::clone(name), value);
                }
                (None, Some(Val::Object(fields))) => fields.iter().for_each(|(name, value)| {
                    properties.insert(Arc::clone(name), value.clone());
                }),
                _ => {}
            }
        }
        Self {
            properties,
            options: given.options.as_ref().and_then(value),
            schema: given.metatype.clone(),
            import_root: given.import_root.clone(),
        }
    }
}

/// A document in question, with all inputs of the answer.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "a snapshot has nothing to show")]
pub struct DocumentQuestion<'a> {
    /// The files.
    pub snapshot: &'a Snapshot,
    /// The file.
    pub file: SourceId,
    /// The metatype, regardless of the document's own `$schema`.
    pub schema: Option<&'a str>,
    /// The inputs.
    pub inputs: &'a Inputs,
    /// The budget of the answer.
    pub budget: &'a Budget,
}

/// The answer about a document.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The findings, in source order.
    pub diagnostics: Vec<Diagnostic>,
    /// The types that the document declares, in order.
    pub types: Vec<(Arc<str>, TypeText)>,
    /// The properties, in order.
    pub properties: Vec<(Arc<str>, TypeText)>,
    /// The variables: range of the name, name, type.
    pub lets: Vec<(Span, Arc<str>, TypeText)>,
    /// The type of the body, if it could be typed.
    pub body: Option<TypeText>,
    /// The body, where parts may be unknown; `None` if errors prevent its evaluation.
    pub value: Option<Val>,
}

/// The value of given data.
///
/// # Errors
/// Those of [`data`].
pub fn input_value(input: &DataInput) -> Result<Val, Vec<Diagnostic>> {
    let form = if input.is_json { Form::Json } else { Form::Yaml };
    data(input.source, Arc::clone(&input.bytes), form)
}

/// The data of a document without expressions, in which `${` is literal.
///
/// # Errors
/// The syntax errors, or the assertions of types in it.
pub fn data(source: SourceId, bytes: Arc<[u8]>, form: Form) -> Result<Val, Vec<Diagnostic>> {
    let literal = ReadOptions { literal: true, ..ReadOptions::default() };
    let (document, findings) = read_in(source, bytes, form, literal);
    if findings.iter().any(Diagnostic::is_error) {
        return Err(findings);
    }
    Val::from_document(&document).map_err(|node| {
        let place = document.range(node).in_source(source);
        vec![Diagnostic::error(UNSUPPORTED_YAML, place, "inputs cannot contain type assertions")]
    })
}

/// Judges a document.
pub fn answer(purpose: Purpose, asked: &DocumentQuestion<'_>) -> Answer {
    let (linked, doc, mut diagnostics) = LinkedDocuments::of(asked);
    let mut answer = Answer::default();
    if let Some(doc) = doc {
        linked.describe(doc, &mut answer);
        if !diagnostics.iter().any(Diagnostic::is_error) {
            let outcome = linked.run(doc, purpose, asked);
            diagnostics.extend(outcome.diagnostics);
            // Each allowed input requires a separate run, so an editor requests these failures last.
            if asked.snapshot.settings().pace == Pace::Once && purpose.is_check() {
                diagnostics.extend(linked.failures_beside(&diagnostics, doc, asked));
            }
            let limit = asked.budget.limits().answer;
            if purpose == Purpose::Eval && outcome.value.is_longer_than(limit) {
                let place = hclx_diag::TextRange::at(0).in_source(asked.file);
                let message = format!("the answer is longer than the limit of {limit} bytes");
                diagnostics.push(Diagnostic::error(MULL_LIMIT, place, message));
            } else {
                answer.value = Some(outcome.value);
            }
        }
    }
    Diagnostic::sort(&mut diagnostics);
    diagnostics.dedup_by(|a, b| a.sort_key() == b.sort_key());
    answer.diagnostics = diagnostics;
    answer
}

/// The failures of a document for inputs that it allows.
pub fn failing_inputs(asked: &DocumentQuestion<'_>) -> Vec<Diagnostic> {
    let (linked, doc, mut diagnostics) = LinkedDocuments::of(asked);
    let Some(doc) = doc.filter(|_| !diagnostics.iter().any(Diagnostic::is_error)) else { return Vec::new() };
    diagnostics.extend(linked.run(doc, Purpose::Check, asked).diagnostics);
    linked.failures_beside(&diagnostics, doc, asked)
}

impl LinkedDocuments {
    /// The failures for allowed inputs of a document with these findings; none if there are errors or given inputs.
    fn failures_beside(
        &self,
        known: &[Diagnostic],
        doc: DocId,
        asked: &DocumentQuestion<'_>,
    ) -> Vec<Diagnostic> {
        let is_open = asked.inputs.properties.is_empty() && !known.iter().any(Diagnostic::is_error);
        if is_open { self.failures_of_inputs(doc, asked) } else { Vec::new() }
    }

    /// Prints a type after `spent` bytes of other types: types with shared parts may be far larger than the
    /// document, so long ones are truncated.
    fn text(&self, ty: &Ty, spent: &mut usize) -> TypeText {
        let whole = *spent < MAX_TEXT;
        let own = if whole { self.types.show(ty) } else { self.types.show_short(ty) };
        *spent += own.len();
        let hcl = if whole { self.types.show_hcl(ty, MAX_HCL) } else { None };
        let hcl = hcl.unwrap_or_else(|| CUT.to_owned());
        TypeText { own, hcl }
    }

    /// Adds the declarations of a document, and the types of its variables and body.
    fn describe(&self, doc: DocId, answer: &mut Answer) {
        let header = &self.program.doc(doc).header;
        let spent = &mut 0;
        for id in &header.own_types {
            let custom = self.types.custom(*id);
            answer.types.push((Arc::clone(&custom.name), self.text(&custom.root, spent)));
        }
        for property in header.properties.iter().flatten() {
            answer.properties.push((Arc::clone(&property.name), self.text(&property.read(), spent)));
        }
        let Some(typing) = self.typings.get(&doc) else { return };
        let source = self.program.doc(doc).source;
        for (name, ty) in &typing.lets {
            answer.lets.push((name.range.in_source(source), Arc::clone(&name.text), self.text(ty, spent)));
        }
        answer.body = Some(self.text(&typing.body, spent));
    }

    fn run(&self, doc: DocId, purpose: Purpose, asked: &DocumentQuestion<'_>) -> run::Outcome {
        let properties =
            asked.inputs.properties.iter().map(|(name, value)| (Arc::clone(name), value.clone())).collect();
        let properties = match purpose {
            Purpose::Eval => run::Parameters::Known(properties),
            Purpose::Check | Purpose::Trial | Purpose::Infer => run::Parameters::Unknown(properties),
        };
        self.run_with(doc, properties, asked)
    }

    /// Runs a document with these parameters.
    pub(crate) fn run_with(
        &self,
        doc: DocId,
        properties: run::Parameters,
        asked: &DocumentQuestion<'_>,
    ) -> run::Outcome {
        let nodes: Vec<&[Option<Ty>]> = (0..self.program.docs.len())
            .map(|doc| self.typings.get(&DocId(doc as u32)).map_or(&[][..], |typing| &typing.nodes))
            .collect();
        let imported = |from: DocId, path: &str| self.imported.get(&(from, path.into())).copied();
        let job = Job {
            program: &self.program,
            types: &self.types,
            nodes: &nodes,
            imported: &imported,
            budget: asked.budget,
        };
        run(&job, doc, &run::Inputs { properties, ctx: asked.inputs.options.clone() })
    }
}
