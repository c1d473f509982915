//! The table of declared types, and programs of several documents.
//!
//! Rows are added when a document's header is bound ([`bind`](super::bind)); afterwards the table is
//! read-only. Invariant: bases are acyclic, and the root of a row is not a declared type. Out of scope:
//! relations between types (`assign`, `join`), and access to their parts (`access`).

use std::sync::Arc;

use crate::syntax::ast::{Document, NodeId};
use crate::syntax::{Form, read};
use hclx_diag::{Arrange, Ordered, SourceId, Span, TextRange};

use super::super::constraint::Constraints;
use super::super::ty::{CustomId, Ty, TyKind};

/// A document of a [`Program`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocId(pub u32);

/// A document together with the documents that it imports.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// All documents; ids are indices.
    pub docs: Vec<Doc>,
}

/// The state of binding of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BindingState {
    /// The header has not been bound.
    #[default]
    No,
    /// The header is being bound, so its imports cannot import the document.
    InProgress,
    /// The header is bound.
    Yes,
}

/// A document with its header.
#[derive(Clone, Debug)]
pub struct Doc {
    /// The tree.
    pub document: Arc<Document>,
    /// The source.
    pub source: SourceId,
    /// The path, as the importer resolved it.
    pub path: Arc<str>,
    /// The state of the header.
    pub bound: BindingState,
    /// The result of binding; empty before that.
    pub header: Header,
}

impl Doc {
    /// A document that is not bound yet.
    pub fn new(document: Arc<Document>, source: SourceId, path: impl Into<Arc<str>>) -> Self {
        Self { document, source, path: path.into(), bound: BindingState::No, header: Header::default() }
    }

    /// A placeholder for a document that is being bound, which the importer of a library replaces.
    pub(crate) fn placeholder() -> Self {
        let source = SourceId(u32::MAX);
        let (document, _) = read(source, Arc::from(&[][..]), Form::Yaml);
        Self { bound: BindingState::InProgress, ..Self::new(Arc::new(document), source, "") }
    }
}

impl Program {
    /// Adds a document that is not bound yet.
    pub fn add(&mut self, document: Arc<Document>, source: SourceId, path: impl Into<Arc<str>>) -> DocId {
        self.push(Doc::new(document, source, path))
    }

    /// Adds a document.
    pub(crate) fn push(&mut self, doc: Doc) -> DocId {
        self.docs.push(doc);
        DocId((self.docs.len() - 1) as u32)
    }

    /// Sets the first document.
    pub(crate) fn replace_first(&mut self, doc: Doc) -> DocId {
        self.docs[0] = doc;
        DocId(0)
    }

    /// A document.
    pub fn doc(&self, id: DocId) -> &Doc {
        &self.docs[id.0 as usize]
    }

    /// The document with this path.
    pub fn by_path(&self, path: &str) -> Option<DocId> {
        self.docs.iter().position(|doc| *doc.path == *path).map(|index| DocId(index as u32))
    }

    /// The location of a node.
    pub fn span(&self, doc: DocId, node: NodeId) -> Span {
        let doc = self.doc(doc);
        doc.document.range(node).in_source(doc.source)
    }
}

/// The metatype, which determines the root keys of the header (Mull §3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Metatype {
    /// `mull:document`: `types`, `properties` and `$schema`.
    #[default]
    Document,
    /// `mull:data`: the whole document is body, except the `$schema` entry itself.
    Data,
    /// A type from another document: the keys are those with a role in it.
    Custom(CustomId),
}

/// The header of a document.
#[derive(Clone, Debug, Default)]
pub struct Header {
    /// The metatype.
    pub metatype: Metatype,
    /// The parameters in order of declaration; `None` without such a section.
    pub properties: Option<Vec<Property>>,
    /// The indices of the parameters, sorted by name.
    pub(super) by_name: Vec<u32>,
    /// The types that are visible in the document.
    pub types: Ordered<Arc<str>, CustomId>,
    /// The types that the document declares, in order.
    pub own_types: Vec<CustomId>,
    /// The indices of the root entries that belong to the header, ascending.
    pub entries: Vec<usize>,
    /// The root.
    pub root: Option<NodeId>,
    /// The type that the body must conform to, except for properties with a role in the header.
    pub schema: Option<CustomId>,
    /// The names of the schema's properties with a role in the header.
    pub roles: Vec<Arc<str>>,
    /// The key of the properties section.
    pub properties_key: Option<TextRange>,
}

impl Header {
    /// Returns `true` if the root entry with this index belongs to the body.
    pub fn is_body(&self, entry: usize) -> bool {
        self.entries.binary_search(&entry).is_err()
    }

    /// The parameter with this name.
    pub fn property(&self, name: &str) -> Option<&Property> {
        find(self.properties.as_ref()?, &self.by_name, name)
    }
}

/// The indices of properties, sorted by name.
pub(crate) fn by_name(properties: &[Property]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..properties.len() as u32).collect();
    order.arrange_by_key(|index| &properties[*index as usize].name);
    order
}

/// The property with this name, using the indices sorted by name.
fn find<'a>(properties: &'a [Property], order: &[u32], name: &str) -> Option<&'a Property> {
    let at = order.binary_search_by(|index| (*properties[*index as usize].name).cmp(name)).ok()?;
    properties.get(order[at] as usize)
}

/// The role of a property of a metatype in the header (Mull §3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// `$types`: declares types.
    Types,
    /// `$properties`: declares parameters.
    Properties,
    /// `$type`: contains a type expression.
    Type,
}

/// A declared property of an object type, or a parameter of a document.
#[derive(Clone, Debug)]
pub struct Property {
    /// The name.
    pub name: Arc<str>,
    /// The range of the name in the document `doc`.
    pub range: TextRange,
    /// The document that declares it.
    pub doc: DocId,
    /// The type; without the none of an absent property.
    pub ty: Ty,
    /// Set if the property must be supplied.
    pub required: bool,
    /// The default: its own, or otherwise that of its type.
    pub default: Option<(DocId, NodeId)>,
    /// Set if the default is declared at the property itself.
    pub own_default: bool,
    /// The description.
    pub description: Option<Arc<str>>,
    /// The role in the header, if the property belongs to a metatype.
    pub role: Option<Role>,
}

impl Property {
    /// Returns `true` if a constructed value may lack it because it is neither required nor has a default.
    pub fn may_be_absent(&self) -> bool {
        !self.required && self.default.is_none()
    }

    /// The type of a read access.
    pub fn read(&self) -> Ty {
        if self.may_be_absent() { Ty::optional(self.ty.clone()) } else { self.ty.clone() }
    }
}

/// A declared type.
#[derive(Clone, Debug)]
pub struct Custom {
    /// The name; empty for a type that is declared in place.
    pub name: Arc<str>,
    /// The document that declares it.
    pub doc: DocId,
    /// The range of its name, or of its declaration if it has no name.
    pub range: TextRange,
    /// The base.
    pub base: Option<Ty>,
    /// The description.
    pub description: Option<Arc<str>>,
    /// The default: its own, or the inherited one of a plain alias.
    pub default: Option<(DocId, NodeId)>,
    /// Set if the default is declared at the type itself.
    pub own_default: bool,
    /// All properties of an object type, inherited ones first, in order of declaration.
    pub properties: Option<Vec<Property>>,
    /// The indices of the properties, sorted by name.
    pub(crate) by_name: Vec<u32>,
    /// The constraints, including those of the base.
    pub constraints: Arc<Constraints>,
    /// Set if the type adds neither properties nor constraints to its base.
    pub alias: bool,
    /// The structure: never a declared type itself, although its parts may be.
    pub root: Ty,
}

impl Custom {
    /// A property, inherited or its own.
    pub fn property(&self, name: &str) -> Option<&Property> {
        find(self.properties.as_ref()?, &self.by_name, name)
    }

    /// A type whose declaration has not been processed yet.
    pub(super) fn unsettled(name: Arc<str>, doc: DocId, range: TextRange) -> Self {
        Self {
            name,
            doc,
            range,
            base: None,
            description: None,
            default: None,
            own_default: false,
            properties: None,
            by_name: Vec::new(),
            constraints: Arc::default(),
            alias: false,
            root: Ty::any(),
        }
    }
}

/// The declared types.
#[derive(Clone, Debug, Default)]
pub struct Types {
    pub(crate) customs: Vec<Custom>,
    /// The total size of all compiled patterns.
    pub(super) pattern_bytes: usize,
}

impl Types {
    /// Creates a table without rows.
    pub fn new() -> Self {
        Self::default()
    }

    /// A declared type.
    pub fn custom(&self, id: CustomId) -> &Custom {
        &self.customs[id.0 as usize]
    }

    /// All rows.
    pub fn customs(&self) -> &[Custom] {
        &self.customs
    }

    /// The row of a type, if it is a declared one.
    pub fn custom_of(&self, ty: &Ty) -> Option<&Custom> {
        match ty.kind() {
            TyKind::Custom(id) => Some(self.custom(*id)),
            _ => None,
        }
    }

    /// The structure of a type: the root of a declared type; other types are unchanged.
    pub fn resolve(&self, ty: &Ty) -> Ty {
        self.resolved(ty).clone()
    }

    /// Like [`Types::resolve`], without a copy.
    pub fn resolved<'a>(&'a self, ty: &'a Ty) -> &'a Ty {
        self.custom_of(ty).map_or(ty, |custom| &custom.root)
    }

    /// The bases of a declared type, starting with the nearest one.
    pub fn bases(&self, id: CustomId) -> impl Iterator<Item = &Ty> {
        let mut next = self.custom(id).base.as_ref();
        std::iter::from_fn(move || {
            let base = next?;
            next = self.custom_of(base).and_then(|custom| custom.base.as_ref());
            Some(base)
        })
    }

    /// Returns `true` if `ancestor` is among the bases of `id`, or is the same type.
    pub fn descends_from(&self, id: CustomId, ancestor: CustomId) -> bool {
        id == ancestor
            || self.bases(id).any(|base| matches!(base.kind(), TyKind::Custom(base) if *base == ancestor))
    }

    /// The declared type at the end of a chain of aliases.
    pub fn unaliased(&self, id: CustomId) -> CustomId {
        let mut at = id;
        loop {
            let custom = self.custom(at);
            match custom.base.as_ref().map(Ty::kind) {
                Some(TyKind::Custom(base)) if custom.alias => at = *base,
                _ => return at,
            }
        }
    }

    /// Returns `true` if null is a value of the type, after resolving names, or if the type is `any`.
    pub fn takes_none(&self, ty: &Ty) -> bool {
        match self.resolved(ty).kind() {
            TyKind::None | TyKind::Any => true,
            TyKind::Union(members) => {
                members.iter().any(|member| super::super::ty::grow(|| self.takes_none(member)))
            }
            _ => false,
        }
    }
}
