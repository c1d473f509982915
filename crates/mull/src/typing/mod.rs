//! Static typing of documents: the type of each node, and findings about nodes without one (Mull §7–§9, §11).
//!
//! Typing is bidirectional: an expected type is pushed into collections and branches ([`checking`]), so that
//! errors are reported at the innermost node; elsewhere types are inferred ([`infer`]). Automatic properties
//! are typed on demand, once ([`automatic`]). After an error an expression has type any, which prevents
//! consequential errors. Out of scope: values, and therefore all of MU5xxx; the meaning of declarations
//! ([`declare`](super::declare)).

mod access;
mod assertions;
mod automatic;
mod calls;
mod checking;
mod collections;
mod defaults;
mod infer;
mod loops;
mod mappings;
mod narrowing;
mod objects;
mod operators;
mod report;
mod scope;
mod sequences;
mod shape;
mod statements;
mod texts;

use crate::maps::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::syntax::ast::{Document, NodeId, Word};
use hclx_diag::{Diagnostic, SourceId};

pub use self::calls::imports;

use self::automatic::{Declaration, RootEntry};
use self::narrowing::{PathId, Paths};
use self::objects::ObjectSlots;
use self::scope::{Let, Names, Scope};
use super::declare::{DocId, Header, Program, Types};
use super::ty::{Literal, Ty};

/// The static types of a document.
#[derive(Clone, Debug)]
pub struct Typing {
    /// The type of each node that was typed, by [`NodeId`].
    pub nodes: Vec<Option<Ty>>,
    /// The type of the body.
    pub body: Ty,
    /// The variables of `let`s, in order.
    pub lets: Vec<(Word, Ty)>,
    /// The findings, in source order.
    pub diagnostics: Vec<Diagnostic>,
}

impl Typing {
    /// The static type of a node; any if it was not typed.
    pub fn of(&self, node: NodeId) -> Ty {
        self.nodes.get(node.0 as usize).cloned().flatten().unwrap_or_else(Ty::any)
    }
}

/// The result of an import.
#[derive(Clone, Debug)]
pub struct ImportType {
    /// The type of the body.
    pub body: Ty,
    /// The type of the inputs; `None` if the file declares none.
    pub inputs: Option<Ty>,
}

/// The types of documents imported with `import(path)`, which are typed first.
pub trait Bodies {
    /// The document that `path` refers to in the document `from`.
    ///
    /// # Errors
    /// The reason why it cannot be imported.
    fn body(&self, from: DocId, path: &str) -> Result<ImportType, String>;
}

/// An importer without files.
#[derive(Clone, Copy, Debug)]
pub struct NoBodies;

impl Bodies for NoBodies {
    fn body(&self, _: DocId, path: &str) -> Result<ImportType, String> {
        Err(format!("file `{path}` does not exist"))
    }
}

/// Types a bound document: its body, and the defaults that it declares.
pub fn type_document(program: &Program, types: &Types, doc: DocId, bodies: &dyn Bodies) -> Typing {
    let mut typer = Typer::new(program, types, doc, bodies);
    typer.defaults();
    let body = typer.body();
    let lets = typer.lets.iter().map(|row| (row.name.clone(), row.ty())).collect();
    let Typer { nodes, mut diagnostics, .. } = typer;
    Diagnostic::sort(&mut diagnostics);
    diagnostics.dedup_by(|a, b| a.sort_key() == b.sort_key());
    Typing { nodes, body, lets, diagnostics }
}

/// The type of the inputs of a document; `None` if it declares none.
pub fn inputs_of(header: &Header) -> Option<Ty> {
    header.properties.as_deref().map(|properties| automatic::object_of(properties, false))
}

/// The type of an expression, with further facts.
#[derive(Clone, Debug)]
struct TypedExpr {
    ty: Ty,
    /// The value of a literal, possibly through the name of a `let`.
    constant: Option<Literal>,
    /// The variable, or the path from a variable, that the expression refers to.
    path: Option<PathId>,
}

impl TypedExpr {
    fn any() -> Self {
        Ty::any().into()
    }

    /// The literal type of the value if it is known, otherwise the type.
    fn exact(&self) -> Ty {
        self.constant.clone().map_or_else(|| self.ty.clone(), Ty::literal)
    }
}

impl From<Ty> for TypedExpr {
    fn from(ty: Ty) -> Self {
        Self { ty, constant: None, path: None }
    }
}

/// The context in which a type is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// The value is used where the type is expected.
    Assign,
    /// The value is asserted to have the type.
    Assert,
}

struct Typer<'a> {
    program: &'a Program,
    types: &'a Types,
    doc: DocId,
    document: &'a Document,
    source: SourceId,
    header: &'a Header,
    bodies: &'a dyn Bodies,
    nodes: Vec<Option<Ty>>,
    /// The names visible at the current node.
    scope: Scope,
    lets: Vec<Let>,
    /// The `let`s of the root, once its entries are known.
    root_names: Option<Names>,
    /// The static entries of the root.
    root_entries: Vec<RootEntry>,
    cell_names: HashMap<Arc<str>, usize>,
    /// The number of static entries that are being typed.
    running: usize,
    /// The type of all static entries together, once it was needed.
    whole: Option<Ty>,
    /// The properties that object types require and accept, by type and mode.
    wanted: HashMap<(Ty, bool), Rc<ObjectSlots>>,
    declaration: Declaration,
    paths: Paths,
    diagnostics: Vec<Diagnostic>,
    /// Set for the next node if it is a part of the constructor of an assertion, where keys of objects are names.
    inside_assertion: bool,
    /// The number of comparisons between unknown and known names that are left.
    guesses: usize,
}

impl<'a> Typer<'a> {
    fn new(program: &'a Program, types: &'a Types, doc: DocId, bodies: &'a dyn Bodies) -> Self {
        let row = program.doc(doc);
        let document: &'a Document = &row.document;
        Self {
            program,
            types,
            doc,
            document,
            source: row.source,
            header: &row.header,
            bodies,
            nodes: vec![None; document.node_count()],
            scope: Scope::default(),
            lets: Vec::new(),
            root_names: None,
            root_entries: Vec::new(),
            cell_names: HashMap::default(),
            running: 0,
            whole: None,
            wanted: HashMap::default(),
            declaration: Declaration::default(),
            paths: Paths::default(),
            diagnostics: Vec::new(),
            inside_assertion: false,
            guesses: report::GUESSES,
        }
    }
}
