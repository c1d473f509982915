//! Answers about Mull documents: what is wrong, the type of everything, and the plain data.
//!
//! A document is read, bound with the documents that it imports, typed, and, if nothing is wrong so far,
//! run. Deliberately absent: the meaning of each of these steps (crate `eval`), and reading files.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::declare::{DocId, MAX_IMPORT_DEPTH, Program, Types, bind};
use crate::files::{Files, ImportedFile, ReadFile, form_of};
use crate::run::{self, Job, run};
use crate::syntax::ast::NodeId;
use crate::syntax::{Form, Manner, read_in};
use crate::ty::Ty;
use crate::typing::{Bodies, Imported, Typing, imports, inputs_of, type_document};
use crate::value::Val;
use hclx_analysis::Snapshot;
use hclx_diag::mull_codes::{NOT_IMPORTED, STATIC_LIMIT, UNSUPPORTED_YAML};
use hclx_diag::{Diagnostic, SourceId, Span};
use hclx_eval::Budget;

/// All types of a document together are written out up to this many bytes; those behind are cut short.
const MOST_TEXT: usize = 16 << 20;

/// A type that is longer than this in HCL's notation is not written in it.
const LONGEST_HCL: usize = 64 << 10;

/// The metatype of plain data: everything is body.
pub const DATA: &str = "mull:data";

/// What stands for a type that is too long.
const CUT: &str = "…";

/// What is asked of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// What is wrong, whatever the inputs are.
    Check,
    /// The type of everything.
    Infer,
    /// Its data for the given inputs.
    Eval,
}

/// What a run gives to every document.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// Values of its properties.
    pub properties: BTreeMap<Arc<str>, Val>,
    /// What `ctx.options` is.
    pub options: Option<Val>,
    /// The metatype, which wins over `$schema`.
    pub schema: Option<String>,
    /// The directory that imports may not leave; by default that of the importing file.
    pub import_root: Option<String>,
}

/// A document that is asked about, with all that its answer depends on.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "a snapshot has nothing to show")]
pub struct Asked<'a> {
    /// The files.
    pub snapshot: &'a Snapshot,
    /// Its file.
    pub file: SourceId,
    /// The metatype that it has, whatever it says itself.
    pub schema: Option<&'a str>,
    /// What is given to it.
    pub inputs: &'a Inputs,
    /// What the answer may cost.
    pub budget: &'a Budget,
}

/// A type in both notations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeText {
    /// As Mull writes it.
    pub mull: String,
    /// As a type expression of HCL.
    pub hcl: String,
}

/// What there is to say about a document.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// What is wrong, by place.
    pub diagnostics: Vec<Diagnostic>,
    /// The types that it declares, in order.
    pub types: Vec<(Arc<str>, TypeText)>,
    /// Its properties, in order.
    pub properties: Vec<(Arc<str>, TypeText)>,
    /// Its variables: place of the name, name, type.
    pub lets: Vec<(Span, Arc<str>, TypeText)>,
    /// The type of its body, if it could be typed.
    pub body: Option<TypeText>,
    /// Its body, as far as it is known; nothing if something is wrong before it is run.
    pub value: Option<Val>,
    /// The files that it imports, and those that they import.
    pub reads: Vec<SourceId>,
}

/// The data of a document in which nothing is computed: `${` is text there.
///
/// # Errors
/// What is wrong with the text, or where it asserts a type.
pub fn data(source: SourceId, bytes: Arc<[u8]>, form: Form) -> Result<Val, Vec<Diagnostic>> {
    let literal = Manner { literal: true, ..Manner::default() };
    let (document, findings) = read_in(source, bytes, form, literal);
    if findings.iter().any(Diagnostic::is_error) {
        return Err(findings);
    }
    Val::from_document(&document).map_err(|node| {
        let place = document.range(node).in_source(source);
        vec![Diagnostic::error(UNSUPPORTED_YAML, place, "inputs are plain data, without types")]
    })
}

/// Answers a question about a document.
pub fn answer(question: Question, asked: &Asked<'_>) -> Answer {
    let mut loader = Loader {
        program: Program::default(),
        types: Types::new(),
        typings: HashMap::new(),
        imported: HashMap::new(),
        files: Files::new(asked.snapshot, asked.inputs.import_root.as_deref()),
        open: Vec::new(),
    };
    let (doc, mut diagnostics) = loader.main(asked);
    let mut answer = Answer::default();
    if let Some(doc) = doc {
        loader.describe(doc, &mut answer);
        if !diagnostics.iter().any(Diagnostic::is_error) {
            let outcome = loader.run(doc, question, asked);
            diagnostics.extend(outcome.diagnostics);
            answer.value = Some(outcome.value);
        }
    }
    let others = loader.program.docs.iter().map(|doc| doc.source).filter(|source| *source != asked.file);
    answer.reads.extend(others);
    diagnostics.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
    diagnostics.dedup_by(|a, b| a.sort_key() == b.sort_key());
    answer.diagnostics = diagnostics;
    answer
}

/// Whether a finding says that there is no whole tree to judge; a quotation that cannot be parsed leaves the
/// rest as it is (Mull §13).
fn is_unreadable(finding: &Diagnostic) -> bool {
    let id = finding.code.id();
    finding.is_error() && (id.starts_with("MU10") || id.starts_with("MU11"))
}

/// Documents that belong together, in the making.
struct Loader<'a> {
    program: Program,
    types: Types,
    typings: HashMap<DocId, Typing>,
    /// What a path means in a document that imports it.
    imported: HashMap<(DocId, Arc<str>), DocId>,
    files: Files<'a>,
    /// The documents that are being loaded, outermost first.
    open: Vec<Arc<str>>,
}

impl Loader<'_> {
    /// The document that is asked about.
    fn main(&mut self, asked: &Asked<'_>) -> (Option<DocId>, Vec<Diagnostic>) {
        let path = asked.snapshot.path(asked.file);
        let read = match asked.schema {
            None => self.files.read(asked.file),
            // the metatype decides what of the root is read as declarations
            Some(schema) => {
                let bytes = asked.snapshot.bytes(asked.file).unwrap_or_default();
                let manner = Manner { header: Some(schema == "mull:document"), ..Manner::default() };
                let (document, findings) = read_in(asked.file, bytes, form_of(&path), manner);
                Arc::new(ReadFile { document: Arc::new(document), findings })
            }
        };
        self.load(ImportedFile { path, source: asked.file, read }, asked.schema)
    }

    /// Binds and types a document, after what it imports. No document if it could not be read.
    fn load(&mut self, file: ImportedFile, schema: Option<&str>) -> (Option<DocId>, Vec<Diagnostic>) {
        let ImportedFile { path, source, read } = file;
        let mut diagnostics = read.findings.clone();
        if diagnostics.iter().any(is_unreadable) {
            return (None, diagnostics);
        }
        let before = self.program.docs.len();
        let doc = self.program.add(Arc::clone(&read.document), source, Arc::clone(&path));
        diagnostics.extend(bind(&mut self.program, &mut self.types, doc, self.files, schema));
        self.open.push(path);
        // documents that bring types
        for other in before..self.program.docs.len() {
            let other = DocId(other as u32);
            if other != doc {
                diagnostics.extend(self.finish(other));
            }
        }
        diagnostics.extend(self.finish(doc));
        self.open.pop();
        (Some(doc), diagnostics)
    }

    /// Types a document that is bound, after what its quotations import.
    fn finish(&mut self, doc: DocId) -> Vec<Diagnostic> {
        if self.typings.contains_key(&doc) {
            return Vec::new();
        }
        let mut refused = HashMap::new();
        let mut bodies = HashMap::new();
        let mut diagnostics = Vec::new();
        for (node, path) in imports(&self.program.doc(doc).document) {
            if bodies.contains_key(&path) {
                continue;
            }
            match self.import(doc, node, &path) {
                Ok(imported) => {
                    self.imported.insert((doc, Arc::clone(&path)), imported);
                    let header = &self.program.doc(imported).header;
                    let body = self.typings.get(&imported).map_or_else(Ty::any, |typing| typing.body.clone());
                    bodies.insert(path, Imported { body, inputs: inputs_of(header) });
                }
                Err(finding) => {
                    refused.insert(path, finding.message.clone());
                    diagnostics.push(*finding);
                }
            }
        }
        let known = Known { bodies, refused };
        let mut typing = type_document(&self.program, &self.types, doc, &known);
        // what could not be imported has been said with both places
        typing.diagnostics.retain(|finding| {
            finding.code != NOT_IMPORTED || !diagnostics.iter().any(|said| said.span == finding.span)
        });
        diagnostics.append(&mut typing.diagnostics);
        self.typings.insert(doc, typing);
        diagnostics
    }

    fn import(&mut self, doc: DocId, node: NodeId, path: &str) -> Result<DocId, Box<Diagnostic>> {
        let from = Arc::clone(&self.program.doc(doc).path);
        let place = self.program.span(doc, node);
        let wrong = |why: String| Box::new(Diagnostic::error(NOT_IMPORTED, place, why));
        let file =
            self.files.load(&from, path).map_err(|why| wrong(format!("cannot import `{path}`: {why}")))?;
        if self.open.contains(&file.path) {
            return Err(wrong(format!("`{path}` is imported by what it imports")));
        }
        if self.open.len() > MAX_IMPORT_DEPTH {
            let why = format!("imports nest more than {MAX_IMPORT_DEPTH} deep");
            return Err(Box::new(Diagnostic::error(STATIC_LIMIT, place, why)));
        }
        if let Some(known) = self.program.by_path(&file.path).filter(|known| self.typings.contains_key(known))
        {
            return Ok(known);
        }
        let (imported, findings) = self.load(file, None);
        match (imported, findings.into_iter().find(Diagnostic::is_error)) {
            (Some(imported), None) => Ok(imported),
            (_, first) => {
                let finding = wrong(format!("cannot import `{path}`: something is wrong in it"));
                Err(match first.and_then(|first| Some((first.span?, first.message))) {
                    Some((span, message)) => Box::new(finding.also(span, message)),
                    None => finding,
                })
            }
        }
    }

    /// A type as text, `spent` bytes after others: types that share parts may be far larger than the
    /// document, so long ones are cut.
    fn text(&self, ty: &Ty, spent: &mut usize) -> TypeText {
        let ty = ty.widened();
        let whole = *spent < MOST_TEXT;
        let mull = if whole { self.types.show(&ty) } else { self.types.show_short(&ty) };
        *spent += mull.len();
        let hcl = if whole { self.types.show_hcl(&ty, LONGEST_HCL) } else { None };
        let hcl = hcl.unwrap_or_else(|| CUT.to_owned());
        TypeText { mull, hcl }
    }

    /// What a document declares, and the types of its variables and body.
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

    fn run(&self, doc: DocId, question: Question, asked: &Asked<'_>) -> run::Outcome {
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
        let properties =
            asked.inputs.properties.iter().map(|(name, value)| (Arc::clone(name), value.clone())).collect();
        let properties = match question {
            Question::Eval => run::Given::Known(properties),
            Question::Check | Question::Infer => run::Given::Unknown(properties),
        };
        run(&job, doc, &run::Inputs { properties, ctx: asked.inputs.options.clone() })
    }
}

/// The documents that one imports.
struct Known {
    bodies: HashMap<Arc<str>, Imported>,
    refused: HashMap<Arc<str>, String>,
}

impl Bodies for Known {
    fn body(&self, _: DocId, path: &str) -> Result<Imported, String> {
        match self.bodies.get(path) {
            Some(imported) => Ok(imported.clone()),
            None => {
                Err(self.refused.get(path).cloned().unwrap_or_else(|| format!("there is no file `{path}`")))
            }
        }
    }
}
