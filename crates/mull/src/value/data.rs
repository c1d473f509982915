//! Conversion of plain data: the tree of a document that contains nothing but data.

use crate::syntax::ast::{Document, Entry, NodeId, NodeKind};

use super::super::ty::read_numeral;
use super::{Fields, Val, deep};

impl Val {
    /// The data of a document; `Err` is the first node that is not data (a quotation, a statement). An
    /// empty document is null.
    pub fn from_document(document: &Document) -> Result<Val, NodeId> {
        document.root().map_or(Ok(Val::Null), |root| from_node(document, root))
    }
}

fn from_node(document: &Document, id: NodeId) -> Result<Val, NodeId> {
    Ok(match document.kind(id) {
        NodeKind::Null => Val::Null,
        NodeKind::Bool(value) => Val::Bool(*value),
        NodeKind::Number { text, .. } => Val::Number(read_numeral(text).ok_or(id)?),
        NodeKind::String(text) => Val::String(text.clone()),
        NodeKind::Mapping(entries) => {
            let mut fields = Fields::new();
            for entry in entries {
                let Entry::Pair { key, value } = entry else { return Err(id) };
                let name = document.static_key(*key).ok_or(*key)?;
                fields.insert(name.clone(), deep(|| from_node(document, *value))?);
            }
            Val::fields(fields)
        }
        NodeKind::Sequence(entries) => {
            let element = |entry: &Entry| match entry {
                Entry::Element(element) => deep(|| from_node(document, *element)),
                _ => Err(id),
            };
            Val::array(entries.iter().map(element).collect::<Result<_, _>>()?)
        }
        _ => return Err(id),
    })
}
