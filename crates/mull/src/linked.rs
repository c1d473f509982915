//! Linking: a document and its imports, each parsed, bound and typed after the documents it imports.
//!
//! Out of scope: evaluating them, and answers about them.

use crate::maps::HashMap;
use std::sync::Arc;

use hclx_analysis::query;
use hclx_diag::mull_codes::{NOT_IMPORTED, STATIC_LIMIT};
use hclx_diag::{Diagnostic, SourceId, Stage};

use crate::answers::DocumentQuestion;
use crate::declare::{Doc, DocId, MAX_IMPORT_DEPTH, Program, Types, bind};
use crate::files::{Files, ImportedFile, ReadFile, form_of};
use crate::syntax::ast::{Entry, NodeId, NodeKind};
use crate::syntax::{Document, ReadOptions, read_in};
use crate::ty::Ty;
use crate::typing::{Bodies, ImportType, Typing, imports, inputs_of, type_document};

/// Returns `true` if a finding means that the tree is incomplete; a malformed quotation leaves the rest
/// intact (Mull §13).
fn is_unreadable(finding: &Diagnostic) -> bool {
    finding.is_error() && finding.code.stage() == Stage::Document
}

/// The value of an entry of a mapping.
fn entry(document: &Document, node: NodeId, name: &str) -> Option<NodeId> {
    let NodeKind::Mapping(entries) = document.kind(node) else { return None };
    entries.iter().find_map(|entry| match entry {
        Entry::Pair { key, value } if document.static_key(*key).is_some_and(|key| &**key == name) => {
            Some(*value)
        }
        _ => None,
    })
}

/// Returns `true` if a document declares types that others may import.
pub(crate) fn declares_types(document: &Document) -> bool {
    document.root().is_some_and(|root| entry(document, root, "types").is_some())
}

/// The path of the first import, if it is a static string.
fn first_import(document: &Document) -> Option<Arc<str>> {
    let root = document.root()?;
    // Imports are loaded in this order: the schema, imported types, imports in quotations.
    if let Some(schema) = entry(document, root, "$schema") {
        let NodeKind::String(text) = document.kind(schema) else { return None };
        return text.rsplit_once('#').map(|(path, _)| path.into());
    }
    match entry(document, root, "types").and_then(|types| entry(document, types, "$import")) {
        None => imports(document).into_iter().next().map(|(_, path)| path),
        Some(list) => match document.kind(list) {
            NodeKind::Sequence(entries) => match entries.first()? {
                Entry::Element(node) => document.static_key(*node).cloned(),
                _ => None,
            },
            _ => None,
        },
    }
}

/// Linked documents; the first is the document in question.
#[derive(Clone, Default)]
pub(crate) struct LinkedDocuments {
    pub program: Program,
    pub types: Types,
    pub typings: HashMap<DocId, Arc<Typing>>,
    /// The imported documents by importing document and path.
    pub imported: HashMap<(DocId, Arc<str>), DocId>,
}

impl LinkedDocuments {
    /// Links a document with its imports, and returns the findings in all of them. There is no document if it
    /// is unreadable.
    pub(crate) fn of(asked: &DocumentQuestion<'_>) -> (Self, Option<DocId>, Vec<Diagnostic>) {
        let files = Files::new(asked.snapshot, asked.inputs.import_root.as_deref());
        let mut linker = Linker { linked: LinkedDocuments::default(), files, open: Vec::new() };
        let (doc, diagnostics) = linker.main(asked);
        (linker.linked, doc, diagnostics)
    }
}

/// A file with all its imports, linked once for all documents that import it first.
struct Library {
    /// Its documents, in the order after the importer; `None` if they have findings, because these depend on
    /// the importer.
    linked: Option<LinkedDocuments>,
}

query! {
    /// A file with its imports, which cannot leave the root.
    struct LibraryQuery(Arc<str>, SourceId, Option<Box<str>>) -> Library;
    |LibraryQuery(path, source, root), snapshot| {
        let files = Files::new(snapshot, root.as_deref());
        let file = ImportedFile { path: Arc::clone(path), source: *source, read: files.read(*source) };
        Library::of(file, &Doc::placeholder(), files)
    }
}

impl Library {
    fn of(file: ImportedFile, importer: &Doc, files: Files<'_>) -> Self {
        let mut linked = LinkedDocuments::default();
        linked.program.docs.push(importer.clone());
        let mut linker = Linker { linked, files, open: vec![Arc::clone(&importer.path)] };
        let (_, findings) = linker.load(file, None);
        Self { linked: findings.is_empty().then_some(linker.linked) }
    }
}

/// The state of linking.
struct Linker<'a> {
    linked: LinkedDocuments,
    files: Files<'a>,
    /// The documents that are being loaded, outermost first.
    open: Vec<Arc<str>>,
}

impl Linker<'_> {
    /// Loads the document in question.
    fn main(&mut self, asked: &DocumentQuestion<'_>) -> (Option<DocId>, Vec<Diagnostic>) {
        let path = asked.snapshot.path(asked.file);
        let read = match asked.schema {
            None => self.files.read(asked.file),
            // the metatype determines which parts of the root are declarations
            Some(schema) => {
                let bytes = asked.snapshot.bytes(asked.file).unwrap_or_default();
                let options =
                    ReadOptions { header: Some(schema == "mull:document"), ..ReadOptions::default() };
                let (document, findings) = read_in(asked.file, bytes, form_of(&path), options);
                Arc::new(ReadFile { document: Arc::new(document), findings })
            }
        };
        let literal = asked.schema.is_some_and(|schema| schema != "mull:document");
        if let Some(library) = first_import(&read.document).filter(|_| !literal).and_then(|first| {
            // A document that imports itself is reported by `load`.
            let file = self.files.load(&path, &first).ok().filter(|file| file.path != path)?;
            let root = asked.inputs.import_root.as_deref().map(Into::into);
            Some(asked.snapshot.get(&LibraryQuery(file.path, file.source, root)))
        }) {
            self.linked = library.linked.clone().unwrap_or_default();
        }
        self.load(ImportedFile { path, source: asked.file, read }, asked.schema)
    }

    /// Binds and types a document after its imports. There is no document if it is unreadable.
    fn load(&mut self, file: ImportedFile, schema: Option<&str>) -> (Option<DocId>, Vec<Diagnostic>) {
        let ImportedFile { path, source, read } = file;
        let mut diagnostics = read.findings.clone();
        if diagnostics.iter().any(is_unreadable) {
            return (None, diagnostics);
        }
        // the importer of a library takes the place that is reserved for it
        let placeholder = self.open.is_empty() && !self.linked.program.docs.is_empty();
        let before = if placeholder { 0 } else { self.linked.program.docs.len() };
        let doc = Doc::new(Arc::clone(&read.document), source, Arc::clone(&path));
        let doc =
            if placeholder { self.linked.program.replace_first(doc) } else { self.linked.program.push(doc) };
        diagnostics.extend(bind(&mut self.linked.program, &mut self.linked.types, doc, self.files, schema));
        self.open.push(path);
        // documents that provide types
        for other in before..self.linked.program.docs.len() {
            let other = DocId(other as u32);
            if other != doc {
                diagnostics.extend(self.finish(other));
            }
        }
        diagnostics.extend(self.finish(doc));
        self.open.pop();
        (Some(doc), diagnostics)
    }

    /// Types a bound document, after the documents that its quotations import.
    fn finish(&mut self, doc: DocId) -> Vec<Diagnostic> {
        if self.linked.typings.contains_key(&doc) {
            return Vec::new();
        }
        let mut refused = HashMap::default();
        let mut bodies = HashMap::default();
        let mut diagnostics = Vec::new();
        for (node, path) in imports(&self.linked.program.doc(doc).document) {
            if bodies.contains_key(&path) {
                continue;
            }
            match self.import(doc, node, &path) {
                Ok(imported) => {
                    self.linked.imported.insert((doc, Arc::clone(&path)), imported);
                    let header = &self.linked.program.doc(imported).header;
                    let body =
                        self.linked.typings.get(&imported).map_or_else(Ty::any, |typing| typing.body.clone());
                    bodies.insert(path, ImportType { body, inputs: inputs_of(header) });
                }
                Err(finding) => {
                    refused.insert(path, finding.message.clone());
                    diagnostics.push(*finding);
                }
            }
        }
        let known = ImportTable { bodies, refused };
        let mut typing = type_document(&self.linked.program, &self.linked.types, doc, &known);
        // a failed import is already reported with both places
        typing.diagnostics.retain(|finding| {
            finding.code != NOT_IMPORTED || !diagnostics.iter().any(|said| said.span == finding.span)
        });
        diagnostics.append(&mut typing.diagnostics);
        self.linked.typings.insert(doc, Arc::new(typing));
        diagnostics
    }

    fn import(&mut self, doc: DocId, node: NodeId, path: &str) -> Result<DocId, Box<Diagnostic>> {
        let from = Arc::clone(&self.linked.program.doc(doc).path);
        let place = self.linked.program.span(doc, node);
        let wrong = |why: String| Box::new(Diagnostic::error(NOT_IMPORTED, place, why));
        let file =
            self.files.load(&from, path).map_err(|why| wrong(format!("cannot import `{path}`: {why}")))?;
        if self.open.contains(&file.path) {
            return Err(wrong(format!("cannot import `{path}`: it imports this document")));
        }
        if self.open.len() > MAX_IMPORT_DEPTH {
            let why = format!("imports nest deeper than the limit of {MAX_IMPORT_DEPTH}");
            return Err(Box::new(Diagnostic::error(STATIC_LIMIT, place, why)));
        }
        if let Some(known) =
            self.linked.program.by_path(&file.path).filter(|known| self.linked.typings.contains_key(known))
        {
            return Ok(known);
        }
        let (imported, findings) = self.load(file, None);
        match (imported, findings.into_iter().find(Diagnostic::is_error)) {
            (Some(imported), None) => Ok(imported),
            (_, first) => {
                let finding = wrong(format!("cannot import `{path}`: it has errors"));
                Err(match first.and_then(|first| Some((first.span?, first.message))) {
                    Some((span, message)) => Box::new(finding.also(span, message)),
                    None => finding,
                })
            }
        }
    }
}

/// The documents that a document imports.
struct ImportTable {
    bodies: HashMap<Arc<str>, ImportType>,
    refused: HashMap<Arc<str>, String>,
}

impl Bodies for ImportTable {
    fn body(&self, _: DocId, path: &str) -> Result<ImportType, String> {
        match self.bodies.get(path) {
            Some(imported) => Ok(imported.clone()),
            None => Err(self
                .refused
                .get(path)
                .cloned()
                .unwrap_or_else(|| format!("file `{path}` does not exist"))),
        }
    }
}
