//! Binding of a document's header: which root entries belong to it, and which types and parameters they
//! declare (Mull §3, §5).
//!
//! The steps are: `$schema`, `$import`, the names, the drafts of declarations (`draft`), their resolution,
//! bases first (`settle`), and checks of all declarations (`check`). After an error the type is `any`, so
//! that its users report nothing. Out of scope: the values of defaults, which are typed and evaluated as
//! expressions.

mod check;
mod draft;
mod import;
mod limit;
mod position;
mod settle;
mod table;
mod written;

use std::sync::Arc;

use crate::syntax::Document;
use crate::syntax::ast::{Entry, NodeId, NodeKind};
use hclx_diag::{Arrange, Code, Diagnostic, SourceId, Span, TextRange, mull_codes as codes};

use super::files::Files;
use super::ty::{CustomId, Ty};
use draft::{Draft, RawProperty};

pub use import::{MAX_IMPORT_DEPTH, load};
pub(crate) use table::by_name;
pub use table::{BindingState, Custom, Doc, DocId, Header, Metatype, Program, Property, Role, Types};

/// Binds the header of a document, and of those that it imports. `schema` is the metatype that takes
/// precedence over the document's own `$schema`.
///
/// The findings are MU1104, MU2003–2005, MU2009, MU3xxx and MU9002, in source order; those of imported
/// documents are included.
pub fn bind(
    program: &mut Program,
    types: &mut Types,
    doc: DocId,
    files: Files<'_>,
    schema: Option<&str>,
) -> Vec<Diagnostic> {
    if program.doc(doc).bound != BindingState::No {
        return Vec::new();
    }
    program.docs[doc.0 as usize].bound = BindingState::InProgress;
    let document = program.doc(doc).document.clone();
    let source = program.doc(doc).source;
    let first = types.customs.len();
    let mut binder = Binder {
        program,
        types,
        files,
        doc,
        document,
        source,
        header: Header::default(),
        first,
        drafts: Vec::new(),
        keys: Vec::new(),
        overrides: Vec::new(),
        findings: Vec::new(),
    };
    binder.run(schema);
    let Binder { mut header, mut findings, .. } = binder;
    header.entries.arrange();
    let bound = &mut program.docs[doc.0 as usize];
    bound.header = header;
    bound.bound = BindingState::Yes;
    Diagnostic::sort(&mut findings);
    findings
}

/// A header that is being bound.
struct Binder<'a> {
    program: &'a mut Program,
    types: &'a mut Types,
    files: Files<'a>,
    doc: DocId,
    document: Arc<Document>,
    source: SourceId,
    header: Header,
    /// The row of the first draft; rows of imports precede it.
    first: usize,
    /// The declarations of this document, named types first.
    drafts: Vec<Draft>,
    /// Key types of maps, which are checked once names are resolved.
    keys: Vec<(Ty, TextRange)>,
    /// Inherited properties with the properties that override them.
    overrides: Vec<(Property, Property)>,
    findings: Vec<Diagnostic>,
}

/// The key and value of an entry in the header.
#[derive(Clone, Copy)]
struct Section {
    key: TextRange,
    value: NodeId,
}

impl Binder<'_> {
    fn run(&mut self, schema: Option<&str>) {
        self.header.root = self.document.root();
        let entries = self.root_entries();
        // The metatype decides which keys belong to the header, so it comes first.
        self.metatype(&entries, schema);
        let mut sections = Vec::new();
        for (index, (name, section)) in entries {
            if let Some(role) = self.role(&name, section.value) {
                self.header.entries.push(index);
                sections.extend(role.map(|role| (role, section)));
            }
        }
        let of = |wanted: Role| sections.iter().filter(move |(role, _)| *role == wanted).map(|(_, at)| *at);
        let declared: Vec<_> = of(Role::Types).flat_map(|section| self.imports(section)).collect();
        // Imports have added rows, so the rows of this document start here.
        self.first = self.types.customs.len();
        let declared = self.names(declared);
        for (index, value) in declared.into_iter().enumerate() {
            self.draft_type(index, value);
        }
        let mut parameters = None;
        for section in of(Role::Properties) {
            self.header.properties_key.get_or_insert(section.key);
            parameters.get_or_insert_with(Vec::new).extend(self.raw_properties(section.value));
        }
        for section in of(Role::Type) {
            // The type itself is not used, but reading it reports its errors.
            self.position(section.value);
        }
        self.settle();
        self.header.properties = parameters.map(|raw: Vec<RawProperty>| self.parameters(raw));
        self.header.by_name = by_name(self.header.properties.as_deref().unwrap_or_default());
        self.check();
    }

    /// The entries of a root mapping with static keys.
    fn root_entries(&self) -> Vec<(usize, (Arc<str>, Section))> {
        let Some(NodeKind::Mapping(entries)) = self.document.root().map(|root| self.document.kind(root))
        else {
            return Vec::new();
        };
        let written = entries.iter().enumerate().filter_map(|(index, entry)| {
            let Entry::Pair { key, value } = entry else { return None };
            let name = self.document.static_key(*key)?.clone();
            Some((index, (name, Section { key: self.document.range(*key), value: *value })))
        });
        written.collect()
    }

    /// The role of a root entry in the header; `None` if it belongs to the body.
    fn role(&self, name: &str, value: NodeId) -> Option<Option<Role>> {
        match (name, self.header.metatype) {
            // plain data may have a `$schema` property of its own
            ("$schema", Metatype::Data) => {
                matches!(self.document.kind(value), NodeKind::String(text) if &**text == "mull:data")
                    .then_some(None)
            }
            ("$schema", _) => Some(None),
            ("types", Metatype::Document) => Some(Some(Role::Types)),
            ("properties", Metatype::Document) => Some(Some(Role::Properties)),
            (_, Metatype::Custom(id)) => {
                let role = self.types.custom(id).property(name)?.role?;
                Some(Some(role))
            }
            _ => None,
        }
    }

    /// Imports the types that a section of types refers to; returns its own declarations by key and value.
    fn imports(&mut self, section: Section) -> Vec<(NodeId, NodeId)> {
        let (imports, declared): (Vec<_>, Vec<_>) = self
            .static_entries(section.value)
            .into_iter()
            .partition(|(key, _)| self.document.static_key(*key).is_some_and(|name| &**name == "$import"));
        for (key, value) in imports {
            self.import_types(self.document.range(key), value);
        }
        declared
    }

    /// Adds rows for types, so that they can refer to each other in any order; returns the values of the
    /// types with a row.
    fn names(&mut self, declared: Vec<(NodeId, NodeId)>) -> Vec<NodeId> {
        let mut values = Vec::with_capacity(declared.len());
        for (key, value) in declared {
            let Some(name) = self.document.static_key(key).cloned() else { continue };
            if self.may_declare(&name, key) {
                let id = self.new_draft(name.clone(), self.document.range(key));
                self.header.types.insert(name, id);
                self.header.own_types.push(id);
                values.push(value);
            }
        }
        values
    }

    /// Returns `true` if a type can have this name; reports it otherwise.
    fn may_declare(&mut self, name: &Arc<str>, key: NodeId) -> bool {
        let at = self.document.range(key);
        if RESERVED.contains(&&**name) {
            self.error(codes::RESERVED_NAME, at, format!("`{name}` is a reserved word of type expressions"));
            return false;
        }
        if !super::is_name(name) {
            let message = format!("`{name}` is not a valid name of a type: use letters, digits and `_`");
            self.error(codes::BAD_DECLARATION, at, message);
            return false;
        }
        let Some(known) = self.header.types.get(name).copied() else { return true };
        let other = self.place_of(known);
        self.found(
            Diagnostic::error(
                codes::ALREADY_DEFINED,
                self.span(at),
                format!("type `{name}` is already declared"),
            )
            .also(other, format!("`{name}` is declared here")),
        );
        false
    }

    /// The location of a type's declaration.
    fn place_of(&self, id: CustomId) -> Span {
        let custom = self.types.custom(id);
        // In the program, this document may still be a placeholder.
        let source = if custom.doc == self.doc { self.source } else { self.program.doc(custom.doc).source };
        custom.range.in_source(source)
    }

    fn new_draft(&mut self, name: Arc<str>, range: TextRange) -> CustomId {
        let id = CustomId(u32::try_from(self.types.customs.len()).expect("a file of 8 MiB has fewer types"));
        self.types.customs.push(Custom::unsettled(name, self.doc, range));
        self.drafts.push(Draft::default());
        id
    }

    fn span(&self, range: TextRange) -> Span {
        range.in_source(self.source)
    }

    fn found(&mut self, finding: Diagnostic) {
        self.findings.push(finding);
    }

    fn error(&mut self, code: Code, at: TextRange, message: impl Into<String>) {
        self.found(Diagnostic::error(code, self.span(at), message));
    }
}

/// The keywords of type expressions, which cannot be names of types.
const RESERVED: &[&str] = &[
    "any", "bool", "int", "number", "string", "none", "null", "map", "set", "promise", "output", "true",
    "false",
];
