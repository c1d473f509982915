//! Strings with quotations, and computed keys (Mull §2.3).

use std::sync::Arc;

use crate::syntax::ast::{NodeId, NodeKind};
use hclx_diag::mull_codes::NOT_TEXT;

use super::super::value::Val;
use super::operator::with_prefix;
use super::{Answer, Machine, ReportedFailure};

/// A computed key.
#[derive(Debug)]
pub(super) enum Key {
    Known(Arc<str>),
    /// Undefined: the entry is omitted.
    Omitted,
    Unknown,
}

impl Machine<'_> {
    /// Concatenates parts to a string. If an end is unknown, the result is an unknown with the known prefix.
    pub(super) fn text(&mut self, node: NodeId, parts: &[NodeId]) -> Answer {
        let mut text = String::new();
        let mut known = true;
        for part in parts {
            let piece = match self.kind(*part) {
                NodeKind::String(piece) => Some(piece.clone()),
                _ => self.piece(*part)?,
            };
            known &= piece.is_some();
            // Later parts are also evaluated, but only the known start is kept.
            if let Some(piece) = piece.filter(|_| known) {
                text.push_str(&piece);
            }
        }
        if known { self.bounded_text(node, text) } else { Ok(with_prefix(&text)) }
    }

    /// Evaluates a part of a string; `None` if it is unknown.
    fn piece(&mut self, node: NodeId) -> Result<Option<Arc<str>>, ReportedFailure> {
        let value = self.eval(node)?;
        match value.primitive_text() {
            Some(text) => Ok(Some(text)),
            None => match &value {
                Val::Unknown(_) => Ok(None),
                _ => Err(self.not_text(node, &value)),
            },
        }
    }

    fn not_text(&mut self, node: NodeId, value: &Val) -> ReportedFailure {
        let message = format!("{} cannot be part of a string or a key", value.describe());
        self.fail_at(NOT_TEXT, node, message)
    }

    /// Evaluates a computed key.
    pub(super) fn key(&mut self, node: NodeId) -> Result<Key, ReportedFailure> {
        let value = self.eval(node)?;
        match (&value, value.primitive_text()) {
            (_, Some(text)) => Ok(Key::Known(text)),
            (Val::Undefined, _) => Ok(Key::Omitted),
            (Val::Unknown(_), _) => Ok(Key::Unknown),
            _ => Err(self.not_text(node, &value)),
        }
    }
}
