//! The expectations of a schema at a cursor: the schema of the open body, and the type of the value.
//!
//! A language provides the schema of a file ([`Language::schema`](crate::Language::schema)) and the names for
//! labels and references; the rest follows from the cursor. Out of scope: the completion list of an editor
//! (crate `ide`).

use std::sync::Arc;

use hclx_core::{Type, TypeKind};
use hclx_diag::{Span, TextRange};
use hclx_eval::Dialect;
use hclx_schema::{Attribute, Block, Nested};
use hclx_syntax::ast::{BinaryOp, UnaryOp};
use hclx_syntax::body::LabelView;
use hclx_syntax::cursor::{Context, Cursor, CursorContext, OpenBody};

use crate::bodies;
use crate::symbols::{Symbol, SymbolKind, Symbols};
use crate::{CursorAt, HeaderAt, Snapshot, Unit};

/// The expectations at a cursor; absent parts are unknown.
#[derive(Clone, Debug, Default)]
pub struct Expectation {
    /// The schema of the innermost body.
    pub body: Option<Arc<Block>>,
    /// The attribute whose value contains the cursor.
    pub attribute: Option<Attribute>,
    /// The attribute of an object whose value contains the cursor.
    pub part: Option<Attribute>,
    /// The type of the value at the cursor.
    pub ty: Option<Type>,
    /// Set if parts of the value at the cursor are used: a loop iterates over it, or steps follow it.
    pub has_parts: bool,
    /// The schema of the object at the cursor, if it is more specific than the type.
    pub object: Option<Arc<Block>>,
    /// The possible labels at the cursor.
    pub labels: Vec<Arc<str>>,
}

/// A name that expressions can refer to.
#[derive(Clone, Debug)]
pub struct ScopeName {
    /// The reference, such as `var.region`.
    pub address: String,
    /// The kind in prose; empty for a name of the language itself.
    pub noun: &'static str,
    /// The type, if it is known without evaluation.
    pub ty: Option<Type>,
    /// The place of the collection that the value is an element of.
    pub element_of: Option<Span>,
    /// The place of its declaration.
    pub place: Option<Span>,
    /// Its description.
    pub docs: Option<Arc<str>>,
}

impl ScopeName {
    /// A name that the language itself defines.
    pub fn of_language(address: impl Into<String>, ty: Type) -> Self {
        Self { ty: Some(ty), ..Self::new(address, "") }
    }

    /// A name without a type, a place or a description.
    pub fn new(address: impl Into<String>, noun: &'static str) -> Self {
        Self { address: address.into(), noun, ty: None, element_of: None, place: None, docs: None }
    }
}

/// The declarations of a unit as names, except the one at the cursor, which cannot depend on itself.
pub(crate) fn of_symbols(symbols: &Symbols, at: &CursorAt<'_>) -> Vec<ScopeName> {
    let is_in_locals = at.cursor.bodies.last().is_some_and(|body| body.block_type == "locals");
    let is_own = |symbol: &Symbol| match (symbol.kind, at.cursor.around.first()) {
        // The validations of a variable refer to the variable itself.
        (SymbolKind::Variable, _) => false,
        (SymbolKind::Local, Some(CursorContext::Attribute(name))) if is_in_locals => {
            symbol.key.key.rsplit('.').next() == Some(name)
        }
        _ => symbol.whole.source == at.file && symbol.whole.range.contains(TextRange::at(at.offset)),
    };
    let is_named = |symbol: &&Symbol| symbol.kind != SymbolKind::Output && !is_own(symbol);
    let name = |symbol: &Symbol| ScopeName {
        place: Some(symbol.name),
        ..ScopeName::new(&*symbol.key.key, symbol.noun)
    };
    symbols.declared().filter(is_named).map(name).collect()
}

/// The schema of a file that sets the variables of a unit.
pub fn values_schema(unit: &Unit, snapshot: &Snapshot) -> Block {
    let symbols = snapshot.symbols(unit);
    let variables = symbols.declared().filter(|symbol| symbol.kind == SymbolKind::Variable);
    let attribute = |symbol: &Symbol| {
        let name = symbol.key.key.rsplit('.').next().unwrap_or_default();
        Attribute { place: Some(symbol.name), ..Attribute::new(name, Type::ANY) }
    };
    Block::new().attributes_of(variables.map(attribute))
}

/// The expectations at a cursor according to the schema of its file.
pub(crate) fn by_schema(
    unit: &Unit,
    snapshot: &Snapshot,
    at: &CursorAt<'_>,
    dialect: Option<&Dialect>,
) -> Expectation {
    let mut found = match &at.schema {
        Some(schema) => in_schema(schema, &at.cursor, dialect),
        None => in_schema(&Block::opaque(), &at.cursor, dialect),
    };
    if let Context::Header { block_type, labels, .. } = &at.cursor.context {
        let typed = at.text(at.cursor.word).trim_matches('"');
        found.labels = unit.language.labels(unit, snapshot, &HeaderAt { block_type, labels, typed });
        let body = found.body.as_deref();
        if block_type == "dynamic" && labels.is_empty() {
            let made = body.map(Block::blocks).unwrap_or_default().iter().filter(|nested| nested.dynamic);
            found.labels.extend(made.map(|nested| Arc::clone(&nested.block_type)));
        }
        let selecting = body.and_then(|body| body.find_block(block_type)?.body.by());
        if let Some((_, known)) = selecting.filter(|(index, _)| *index == labels.len()) {
            found.labels.extend(known.iter().cloned());
        }
    }
    found
}

fn in_schema(root: &Arc<Block>, cursor: &Cursor, dialect: Option<&Dialect>) -> Expectation {
    let mut found =
        Expectation { body: bodies::inside(root, bodies::headers(cursor)), ..Expectation::default() };
    let mut steps = cursor.around.iter();
    found.has_parts = matches!(cursor.around.last(), Some(CursorContext::Collection | CursorContext::Source));
    let Some(CursorContext::Attribute(name)) = cursor.around.first() else { return found };
    steps.next();
    found.attribute = found
        .body
        .as_deref()
        .and_then(|body| body.find_attribute(name).cloned().or_else(|| body.any_attribute.clone()));
    found.ty = found.attribute.as_ref().map(|attribute| attribute.ty.clone()).filter(|ty| !ty.is_any());
    found.object = found.attribute.as_ref().and_then(|attribute| attribute.object.clone());
    for step in steps {
        found.part = match step {
            CursorContext::ObjectValue(key) => {
                let known = |object: &Arc<Block>| object.find_attribute(key).cloned();
                found.object.as_ref().and_then(known)
            }
            CursorContext::Element(_) => found.part.take(),
            _ => None,
        };
        (found.ty, found.object) = inside(found.ty.as_ref(), found.object.take(), step, dialect);
    }
    found
}

/// The type and the schema of a part of a value.
fn inside(
    ty: Option<&Type>,
    object: Option<Arc<Block>>,
    step: &CursorContext,
    dialect: Option<&Dialect>,
) -> (Option<Type>, Option<Arc<Block>>) {
    let known = |ty: Type| Some(ty).filter(|ty| !ty.is_any());
    let element = || match ty?.kind() {
        TypeKind::List(element) | TypeKind::Set(element) | TypeKind::Map(element) => known(element.clone()),
        _ => None,
    };
    match step {
        CursorContext::ObjectValue(key) => match ty.map(Type::kind) {
            Some(TypeKind::Object(attributes)) => {
                let inner = object.and_then(|object| object.find_attribute(key)?.object.clone());
                (attributes.get(key).and_then(|object_attribute| known(object_attribute.ty.clone())), inner)
            }
            _ => (element(), object),
        },
        CursorContext::Element(index) => match ty.map(Type::kind) {
            Some(TypeKind::Tuple(elements)) => (elements.get(*index).cloned(), None),
            _ => (element(), object),
        },
        CursorContext::ForResult { is_object: true, is_first: true }
        | CursorContext::ObjectKey
        | CursorContext::Interpolation => (Some(Type::STRING), None),
        CursorContext::ForResult { .. } => (element(), object),
        CursorContext::Argument { function, index, .. } => {
            let function = dialect.and_then(|dialect| dialect.functions().get(function));
            let parameter = function.and_then(|function| function.signature.parameter(*index));
            (parameter.and_then(|parameter| known(parameter.ty.clone())), None)
        }
        CursorContext::Operand(BinaryOp::Or | BinaryOp::And)
        | CursorContext::Unary(UnaryOp::Not)
        | CursorContext::Condition => (Some(Type::BOOL), None),
        CursorContext::Operand(BinaryOp::Equal | BinaryOp::NotEqual) => (None, None),
        CursorContext::Operand(_) | CursorContext::Unary(UnaryOp::Negate) => (Some(Type::NUMBER), None),
        CursorContext::Attribute(_)
        | CursorContext::Index { .. }
        | CursorContext::Collection
        | CursorContext::Source => (None, None),
    }
}

/// Converts a cursor in JSON into one in native syntax: properties become labels and bodies according to the
/// schema.
pub(crate) fn with_bodies(root: &Arc<Block>, cursor: &Cursor) -> Cursor {
    let mut found = Cursor { bodies: vec![OpenBody::default()], around: Vec::new(), ..cursor.clone() };
    let mut block = Arc::clone(root);
    let mut header: Option<(Nested, Vec<String>)> = None;
    let mut steps = cursor.around.iter().peekable();
    while let Some(step) = steps.next() {
        // a list contains several bodies
        let CursorContext::ObjectValue(key) = step else { continue };
        if let Some((_, labels)) = &mut header {
            labels.push(key.clone());
        } else if let Some(nested) =
            block.find_block(key).filter(|_| block.find_attribute(key).is_none()).or(block.any_block.as_ref())
        {
            header = Some((nested.clone(), Vec::new()));
        } else {
            found.around.push(CursorContext::Attribute(key.clone()));
            found.around.extend(steps.cloned());
            return found;
        }
        if let Some((nested, labels)) = header.take_if(|(nested, labels)| labels.len() >= nested.labels.len())
        {
            let views: Vec<LabelView<'_>> =
                labels.iter().map(|text| LabelView { text, range: TextRange::at(0) }).collect();
            block = nested.body.of(&views);
            let block_type = nested.block_type.to_string();
            found.bodies.push(OpenBody { block_type, labels, ..OpenBody::default() });
        }
    }
    if let Context::ObjectKey { given, .. } = &cursor.context {
        found.context = match header {
            Some((nested, labels)) => Context::Header {
                block_type: nested.block_type.to_string(),
                labels,
                text: Some(cursor.word.start),
            },
            None => {
                let items = given.iter().map(|name| hclx_syntax::cursor::ExistingItem {
                    name: name.clone(),
                    is_block: false,
                    text: None,
                });
                if let Some(body) = found.bodies.last_mut() {
                    body.items = items.collect();
                }
                Context::Body
            }
        };
    }
    found
}
