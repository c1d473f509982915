//! Static parts of a header: entries with their keys, and findings about quotations and statements, which are
//! not allowed in them.

use std::sync::Arc;

use crate::syntax::ast::{Entry, NodeId, NodeKind};
use hclx_diag::{TextRange, mull_codes as codes};

use super::Binder;

impl Binder<'_> {
    /// The keys and values of a static mapping. Other nodes and entries that are not static are reported; an
    /// empty node is an empty mapping.
    pub(super) fn static_entries(&mut self, node: NodeId) -> Vec<(NodeId, NodeId)> {
        let document = self.document.clone();
        match document.kind(node) {
            NodeKind::Mapping(entries) if self.quotation(document.range(node)).is_none() => {
                entries.iter().filter_map(|entry| self.static_entry(entry)).collect()
            }
            NodeKind::Null | NodeKind::Missing => Vec::new(),
            _ => {
                if self.static_only(node) {
                    let at = document.range(node);
                    self.error(codes::BAD_DECLARATION, at, "expected a mapping of names to declarations");
                }
                Vec::new()
            }
        }
    }

    /// The key and value of an entry; `None` if it is a statement or has a computed key, which is reported.
    pub(super) fn static_entry(&mut self, entry: &Entry) -> Option<(NodeId, NodeId)> {
        let at = match entry {
            Entry::Pair { key, value } => {
                return self.static_only(*key).then_some((*key, *value));
            }
            Entry::If(arms) => arms.first()?.marker,
            Entry::For { marker, .. } => *marker,
            Entry::Let { name, .. } => self.quotation_before(name.range),
            Entry::Insert(value) | Entry::Element(value) => {
                self.quotation_before(self.document.range(*value))
            }
        };
        self.error(
            codes::QUOTATION_NOT_ALLOWED,
            at,
            "declarations are static: a statement is not allowed here",
        );
        None
    }

    /// Returns `true` if a node itself contains no quotation; reports one otherwise.
    pub(super) fn static_only(&mut self, node: NodeId) -> bool {
        let document = self.document.clone();
        let own = self.quotation(document.range(node));
        let at = own.or_else(|| match document.kind(node) {
            NodeKind::Text(parts) => parts.iter().find_map(|part| self.quotation(document.range(*part))),
            NodeKind::Statement(entries) => {
                entries.iter().for_each(|entry| {
                    self.static_entry(entry);
                });
                // The entries were reported one by one; this represents a reported finding.
                Some(TextRange::at(u32::MAX))
            }
            _ => None,
        });
        match at {
            None => true,
            Some(told) if told == TextRange::at(u32::MAX) => false,
            Some(at) => {
                let message = "declarations are static: a quotation is not allowed here";
                self.error(codes::QUOTATION_NOT_ALLOWED, at, message);
                false
            }
        }
    }

    /// The contents of a static string.
    pub(super) fn static_text(&self, node: NodeId) -> Option<Arc<str>> {
        match self.document.kind(node) {
            NodeKind::String(text) if self.quotation(self.document.range(node)).is_none() => {
                Some(text.clone())
            }
            _ => None,
        }
    }

    /// The range of the quotation whose only contents are an expression, including its braces; `None` for
    /// markup.
    fn quotation(&self, expression: TextRange) -> Option<TextRange> {
        let source = self.document.source();
        let blank = |byte: &u8| byte.is_ascii_whitespace();
        let before = source.get(..expression.start as usize)?;
        // Blanks and parentheses around the expression belong to the quotation.
        let open = before.iter().rposition(|byte| !blank(byte) && *byte != b'(')?;
        if open == 0 || before[open] != b'{' || before[open - 1] != b'$' {
            return None;
        }
        let after = source.get(expression.end as usize..)?;
        let close = after.iter().position(|byte| !blank(byte) && *byte != b')').unwrap_or(after.len());
        let end = expression.end as usize + (close + 1).min(after.len());
        Some(TextRange::new(open as u32 - 1, end as u32))
    }

    /// The quotation that contains a range, or only that range.
    fn quotation_before(&self, part: TextRange) -> TextRange {
        if let Some(whole) = self.quotation(part) {
            return whole;
        }
        let source = &self.document.source()[..part.start as usize];
        let open = source.windows(2).rposition(|pair| pair == b"${");
        open.map_or(part, |open| TextRange::new(open as u32, part.end))
    }
}
