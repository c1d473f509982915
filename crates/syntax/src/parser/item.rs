//! Items of a body: attributes and blocks.
//!
//! Out of scope: the values (`expressions`), and common errors in place of items (`misfits`).

use hclx_diag::TextRange;

use super::Parser;
use super::body::ItemEnd;
use crate::ast::*;
use crate::errors;
use crate::place::{Context, CursorContext};
use crate::token::Kind;

impl Parser<'_, '_> {
    /// Parses an attribute or a block; the next token is its name.
    pub(super) fn item(&mut self, ending: ItemEnd) {
        if self.build.is_full() {
            self.cut();
            return;
        }
        let token = self.bump();
        let name = self.name(token);
        match self.kind() {
            Kind::Assign => {
                self.bump();
                self.attribute(name, ending);
            }
            Kind::OpenBrace if self.at_for_in_braces() => self.object_without_assign(name, ending),
            Kind::Quote | Kind::OpenBrace | Kind::Ident => self.block(name, ending),
            _ => self.neither(name, ending),
        }
        self.panicking = false;
    }

    /// Parses an attribute from its value on.
    pub(super) fn attribute(&mut self, name: Name, ending: ItemEnd) {
        let around = std::mem::replace(&mut self.in_object, false);
        let value = self.inside(Self::expression, |this| CursorContext::Attribute(this.words(name.range)));
        self.in_object = around;
        self.count_newlines(true);
        let range = name.range.cover(TextRange::at(self.prev_end));
        self.scratch.items.push(Item::Attribute(Attribute { name, value, range }));
        self.end_of_item(range, ending);
    }

    /// Parses a block from its labels on.
    pub(super) fn block(&mut self, block_type: Name, ending: ItemEnd) {
        self.block_with(block_type, &[], ending);
    }

    /// Parses a block whose first labels have been consumed.
    pub(super) fn block_with(&mut self, block_type: Name, labels: &[Name], ending: ItemEnd) {
        let mark = self.scratch.names.len();
        self.scratch.names.extend_from_slice(labels);
        loop {
            match self.kind() {
                Kind::Quote => {
                    let quote = self.tok.start;
                    let label =
                        self.within(Self::label, |this, watch| this.in_label(watch, block_type, mark, quote));
                    self.scratch.names.push(label);
                }
                Kind::Ident => {
                    let token = self.bump();
                    let label = self.name(token);
                    self.scratch.names.push(label);
                }
                Kind::OpenBrace => break,
                // The label was consumed and added by the condition.
                Kind::Bad if self.foreign_label() => {}
                _ if self.open_brace_below(block_type) => break,
                kind => {
                    if kind == Kind::Eof {
                        self.met(|this| this.header(block_type, mark, None));
                    }
                    self.no_block_body(block_type, mark, ending);
                    self.scratch.names.truncate(mark);
                    return;
                }
            }
        }
        let labels = self.build.list(&self.scratch.names[mark..]);
        self.scratch.names.truncate(mark);
        let (body, open, close) = self.watched_body(block_type, labels);
        let range = block_type.range.cover(close);
        let block = self.build.node(Block { block_type, labels, body, range, open, close });
        self.scratch.items.push(Item::Block(block));
        self.end_of_item(range, ending);
    }

    /// Handles `{` on the line after the header.
    #[cold]
    fn open_brace_below(&mut self, block_type: Name) -> bool {
        if self.kind() != Kind::Newline || self.tok.kind != Kind::OpenBrace {
            return false;
        }
        let gap = TextRange::new(self.prev_end, self.tok.start);
        // The fix must not delete a comment.
        let plain = self.src[gap.range()].iter().all(u8::is_ascii_whitespace);
        let header = TextRange::new(block_type.range.start, self.prev_end);
        let error =
            errors::brace_on_next_line(self.span(header), self.span(self.tok.range()), self.span(gap), plain);
        self.report(error);
        self.skip_newline();
        true
    }

    /// Checks that the line ends after an item, or that the closing brace of a single-line block follows.
    pub(super) fn end_of_item(&mut self, item: TextRange, ending: ItemEnd) {
        if self.panicking {
            return self.skip_line(item.start);
        }
        if ending == ItemEnd::Line {
            match self.kind() {
                Kind::Newline => self.skip_newline(),
                Kind::Eof => self.met(|_| Context::Nothing),
                _ => self.more_on_line(item),
            }
        } else {
            match self.kind() {
                // The caller reports these: a single-line block has one attribute.
                Kind::CloseBrace | Kind::Newline | Kind::Comma => {}
                Kind::Ident if self.at_item() => {}
                Kind::Eof => self.met(|_| Context::Nothing),
                _ => self.more_on_line(item),
            }
        }
    }

    /// Returns `true` if the next brace starts with `for k, v in` or `for v in`, which no block does.
    #[inline]
    fn at_for_in_braces(&mut self) -> bool {
        let inside = self.src[self.tok.end as usize..].trim_ascii_start();
        inside.starts_with(b"for ") && self.is_head_of_for()
    }

    #[cold]
    fn is_head_of_for(&mut self) -> bool {
        let pos = self.lexer.pos;
        let mut tokens = [self.tok; 3];
        for token in &mut tokens {
            self.lexer.next(token);
        }
        self.lexer.pos = pos;
        let [_, name, next] = tokens;
        let is_in = self.src[next.range().range()] == *b"in";
        name.kind == Kind::Ident && (next.kind == Kind::Comma || is_in)
    }

    /// Handles `name { for … }`, which lacks `=`.
    #[cold]
    fn object_without_assign(&mut self, name: Name, ending: ItemEnd) {
        let at = self.span(self.tok.range());
        let error = errors::missing_assign(self.span(name.range), &self.words(name.range), at);
        self.report(error);
        self.attribute(name, ending);
    }

    /// Returns `true` if the next name starts an item.
    pub(crate) fn at_item(&mut self) -> bool {
        let second = self.second();
        !second.starts_line()
            // `==` and `:` are common mistakes for `=`.
            && matches!(second.kind, Kind::Assign | Kind::OpenBrace | Kind::Quote | Kind::Equal | Kind::Colon)
    }
}
