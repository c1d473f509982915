//! Plain data in: the tree of a document that holds nothing but data.

use hclx_core::Number;
use hclx_syntax::mull::ast::{Document, Entry, NodeId, NodeKind};

use super::{Fields, Val, deep};

impl Val {
    /// The data of a document; `Err` is the first node that is no data (a quotation, a statement). An
    /// empty document is null.
    pub fn from_document(document: &Document) -> Result<Val, NodeId> {
        document.root().map_or(Ok(Val::Null), |root| from_node(document, root))
    }
}

fn from_node(document: &Document, id: NodeId) -> Result<Val, NodeId> {
    Ok(match document.kind(id) {
        NodeKind::Null => Val::Null,
        NodeKind::Bool(value) => Val::Bool(*value),
        NodeKind::Number { text, .. } => Val::Number(number(text).ok_or(id)?),
        NodeKind::String(text) => Val::String(text.clone()),
        NodeKind::Mapping(entries) => {
            let mut fields = Fields::new();
            for entry in entries {
                let Entry::Pair { key, value } = entry else { return Err(id) };
                let name = document.static_key(*key).ok_or(*key)?;
                fields.insert(name.clone(), deep(|| from_node(document, *value))?);
            }
            Val::Object(std::sync::Arc::new(fields))
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

/// The number that a literal of YAML, JSON or a quotation stands for: decimal with sign, point and
/// exponent, `0x…` or `0o…` (Mull §2.1). Nothing for other texts and for numbers beyond the limits.
pub fn number(text: &str) -> Option<Number> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let radix =
        |digits: &str, radix| num_bigint::BigInt::parse_bytes(digits.as_bytes(), radix).map(Number::from);
    let number = if let Some(digits) = digits.strip_prefix("0x") {
        radix(digits, 16)?
    } else if let Some(digits) = digits.strip_prefix("0o") {
        radix(digits, 8)?
    } else {
        let decimal = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.');
        let plain =
            digits.bytes().all(|c| c.is_ascii_digit() || matches!(c, b'.' | b'e' | b'E' | b'+' | b'-'));
        if !decimal || !plain {
            return None;
        }
        Number::parse_string(digits)?
    };
    Some(if negative { number.neg() } else { number })
}
