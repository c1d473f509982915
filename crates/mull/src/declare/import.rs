//! Other documents: `$import`, `$schema`, and the documents that `import(…)` loads.
//!
//! A document is parsed and bound once, even if it is imported repeatedly. Out of scope: reading files.

use std::sync::Arc;

use crate::files::Files;
use crate::syntax::ast::{Entry, NodeId, NodeKind};
use hclx_diag::{Code, Diagnostic, Help, Span, Suggestion, TextRange, mull_codes as codes, nearest};

use super::super::ty::CustomId;
use super::{Binder, BindingState, DocId, Metatype, Program, Section, Types, bind};

/// The maximum depth of imports.
pub const MAX_IMPORT_DEPTH: usize = 16;

/// Loads the document that `path` refers to in `from`, with the path at `at`; it is parsed and bound on first
/// use, and its findings are added. If it cannot be read, or if it imports `from`, that is reported at `at`.
pub fn load(
    program: &mut Program,
    types: &mut Types,
    from: DocId,
    path: &str,
    at: Span,
    files: Files<'_>,
    findings: &mut Vec<Diagnostic>,
) -> Option<DocId> {
    let mut refused = |code: Code, message: String| {
        findings.push(Diagnostic::error(code, at, message));
        None
    };
    let file = match files.load(&program.doc(from).path, path) {
        Ok(file) => file,
        Err(why) => return refused(codes::NOT_IMPORTED, format!("cannot import `{path}`: {why}")),
    };
    let known = program.by_path(&file.path);
    match known.map(|known| (known, program.doc(known).bound)) {
        Some((_, BindingState::InProgress)) => {
            let message = format!("cannot import `{path}`: it imports this document");
            return refused(codes::NOT_IMPORTED, message);
        }
        Some((known, BindingState::Yes)) => return Some(known),
        _ => {}
    }
    // The documents in progress are those on the path from the root to this one.
    if program.docs.iter().filter(|doc| doc.bound == BindingState::InProgress).count() > MAX_IMPORT_DEPTH {
        return refused(
            codes::STATIC_LIMIT,
            format!("imports nest deeper than the limit of {MAX_IMPORT_DEPTH}"),
        );
    }
    let doc = known.unwrap_or_else(|| {
        findings.extend(file.read.findings.iter().cloned());
        program.add(Arc::clone(&file.read.document), file.source, file.path)
    });
    findings.extend(bind(program, types, doc, files, None));
    Some(doc)
}

impl Binder<'_> {
    /// Determines which root keys belong to the header.
    pub(super) fn metatype(&mut self, entries: &[(usize, (Arc<str>, Section))], given: Option<&str>) {
        let start = TextRange::at(0);
        let own =
            entries.iter().find(|(_, (name, _))| &**name == "$schema").map(|(_, (_, section))| *section);
        let (text, at, node) = match (given, own) {
            (Some(given), _) => (Arc::from(given), start, None),
            (None, Some(section)) => match self.document.kind(section.value) {
                NodeKind::String(text) => {
                    (text.clone(), self.document.range(section.value), Some(section.value))
                }
                _ => {
                    if self.static_only(section.value) {
                        let message = "`$schema` must be the name of a metatype";
                        self.error(codes::BAD_DECLARATION, section.key, message);
                    }
                    return;
                }
            },
            (None, None) => return,
        };
        match (&*text, text.rsplit_once('#')) {
            ("mull:document", _) => {}
            ("mull:data", _) => self.header.metatype = Metatype::Data,
            (_, Some((path, name))) => {
                let name_at = node.map_or(at, |node| self.document.place(node, path.len() + 1, text.len()));
                if let Some(id) = self.schema_type(path, at, name, name_at) {
                    self.header.metatype = Metatype::Custom(id);
                    self.header.schema = Some(id);
                    let properties = self.types.custom(id).properties.as_deref().unwrap_or_default();
                    let roles = properties.iter().filter(|property| property.role.is_some());
                    self.header.roles = roles.map(|property| property.name.clone()).collect();
                }
            }
            _ => {
                let finding = Diagnostic::error(
                    codes::NOT_IMPORTED,
                    self.span(at),
                    format!("unknown metatype `{text}`"),
                );
                self.found(
                    finding.help(
                        "use `PATH#Type` for a type of a file, or write `mull:document` or `mull:data`",
                    ),
                );
            }
        }
    }

    fn schema_type(&mut self, path: &str, at: TextRange, name: &str, name_at: TextRange) -> Option<CustomId> {
        let doc = self.load(path, at)?;
        let visible = &self.program.doc(doc).header.types;
        if let Some(id) = visible.get(name) {
            return Some(self.types.unaliased(*id));
        }
        let near =
            nearest(name, visible.keys().map(|name| &**name)).map(|near| Help::from(Suggestion::word(near)));
        let mut finding = Diagnostic::error(
            codes::UNKNOWN_TYPE,
            self.span(name_at),
            format!("`{path}` declares no type `{name}`"),
        );
        finding.help.extend(near);
        self.found(finding);
        None
    }

    fn load(&mut self, path: &str, at: TextRange) -> Option<DocId> {
        let at = self.span(at);
        load(self.program, self.types, self.doc, path, at, self.files, &mut self.findings)
    }

    /// `$import: [path, …]`: all types of other documents.
    pub(super) fn import_types(&mut self, key: TextRange, value: NodeId) {
        let document = self.document.clone();
        let NodeKind::Sequence(elements) = document.kind(value) else {
            return self.error(codes::BAD_DECLARATION, key, "`$import` must be a list of paths");
        };
        for element in elements {
            let Entry::Element(node) = element else {
                self.static_entry(element);
                continue;
            };
            let NodeKind::String(path) = document.kind(*node) else {
                if self.static_only(*node) {
                    let at = document.range(*node);
                    self.error(codes::BAD_DECLARATION, at, "`$import` must be a list of paths");
                }
                continue;
            };
            if let Some(from) = self.load(path, document.range(*node)) {
                self.bring_in(from, document.range(*node));
            }
        }
    }

    fn bring_in(&mut self, from: DocId, at: TextRange) {
        for (name, id) in self.program.doc(from).header.types.clone() {
            let known = *self.header.types.or_insert(name.clone(), id);
            if known != id {
                let (first, second) = (self.place_of(known), self.place_of(id));
                let message = format!("type `{name}` is already declared");
                self.found(
                    Diagnostic::error(codes::ALREADY_DEFINED, self.span(at), message)
                        .also(first, format!("`{name}` is declared here"))
                        .also(second, "and here"),
                );
            }
        }
    }
}
