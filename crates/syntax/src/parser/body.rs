//! Bodies: the top level of a file, and the contents of a block.
//!
//! Out of scope: single items (`item`).

use hclx_diag::TextRange;

use super::Parser;
use crate::ast::*;
use crate::duplicates;
use crate::errors;
use crate::place::Context;
use crate::token::Kind;

/// The end of a body.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// The closing brace, which is the next token.
    Brace,
    /// The end of the file.
    File,
    /// A token whose indentation shows that the closing brace is missing before it.
    Outdent,
}

/// The end of an item.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ItemEnd {
    /// The end of the line.
    Line,
    /// The closing brace of a single-line block.
    Brace,
}

impl Parser<'_, '_> {
    /// Parses a whole file.
    pub(crate) fn file(&mut self) -> BodyId {
        self.advance();
        let mark = self.scratch.items.len();
        let whole = TextRange::new(0, self.src.len() as u32);
        self.items(None);
        let body = self.finish_body(mark, whole);
        self.close_watch(body);
        body
    }

    /// Parses items up to the closing brace of `owner`, or to the end of the file if there is none.
    fn items(&mut self, owner: Option<TextRange>) -> End {
        let mut indented = false;
        loop {
            match self.kind() {
                Kind::Newline => self.skip_newline(),
                Kind::Eof => {
                    self.met(|_| Context::Body);
                    return End::File;
                }
                Kind::Ident | Kind::CloseBrace
                    if owner.is_some_and(|open| self.should_have_closed(open, &mut indented)) =>
                {
                    return End::Outdent;
                }
                Kind::Ident => self.item(ItemEnd::Line),
                // `is_surplus` reports and skips a brace that is indented too deep.
                Kind::CloseBrace if owner.is_some_and(|open| self.is_surplus(open)) => {}
                Kind::CloseBrace if owner.is_some() => return End::Brace,
                _ => self.no_item(),
            }
        }
    }

    fn finish_body(&mut self, mark: usize, range: TextRange) -> BodyId {
        for pair in duplicates::find(&self.build.tree, &self.scratch.items[mark..]) {
            // created one by one, because only the first thousand are kept
            let error = duplicates::error(&self.build.tree, self.source, pair);
            self.report(error);
        }
        let items = self.build.items(&mut self.scratch.items, mark);
        self.build.body(Body { items, range })
    }

    /// Parses the body of a block from its opening brace on; returns it with its braces.
    pub(crate) fn block_body(&mut self) -> (BodyId, TextRange, TextRange) {
        if self.too_deep() {
            return self.deep_body();
        }
        let open = self.bump().range();
        let mark = self.scratch.items.len();
        self.open.braces += 1;
        let end = self.deeper(|this| this.block_items(open));
        self.open.braces -= 1;
        self.brace_may_follow = false;
        let close = match end {
            End::Brace => self.bump().range(),
            End::File => self.unclosed_at_end(open),
            End::Outdent => TextRange::at(self.prev_end),
        };
        (self.finish_body(mark, open.cover(close)), open, close)
    }

    /// Skips a body beyond the nesting limit.
    fn deep_body(&mut self) -> (BodyId, TextRange, TextRange) {
        let open = self.tok.range();
        self.skip_balanced();
        let range = TextRange::new(open.start, self.prev_end);
        let items = self.build.list(&[]);
        (self.build.body(Body { items, range }), open, TextRange::at(self.prev_end))
    }

    /// Parses the items of a block. A line break after the opening brace starts a regular body; otherwise the
    /// block is on a single line and contains one attribute (HCL native syntax spec, Blocks).
    fn block_items(&mut self, open: TextRange) -> End {
        if !matches!(self.kind(), Kind::Newline | Kind::Eof | Kind::CloseBrace) {
            let before = self.diagnostics.len();
            self.one_line_items(open);
            self.brace_may_follow = self.diagnostics.len() > before;
        }
        self.items(Some(open))
    }

    /// Parses the items of a single-line block up to its brace, or to the end of the line if the brace is not
    /// on it. Only one attribute is allowed; the first token after it is reported.
    fn one_line_items(&mut self, open: TextRange) {
        let open = self.span(open);
        let mut told = false;
        let mut first = true;
        loop {
            let here = self.span(self.here());
            let error = match self.kind() {
                Kind::CloseBrace | Kind::Eof => return,
                Kind::Newline if told => return,
                Kind::Newline => Some(errors::one_line_block_goes_on(here, open)),
                Kind::Comma => Some(errors::comma_in_one_line_block(here, open)),
                Kind::Ident if !first => Some(errors::second_item_in_one_line_block(here, open)),
                Kind::Ident if self.at_block() => Some(errors::block_in_one_line_block(here, open)),
                _ => None,
            };
            if let Some(error) = error.filter(|_| !told) {
                self.report(error);
                told = true;
            }
            match self.kind() {
                Kind::Newline => return,
                Kind::Comma => {
                    self.bump();
                }
                Kind::Ident => told |= self.item_in_line(),
                _ => {
                    self.no_item();
                    return;
                }
            }
            first = false;
        }
    }

    /// Parses an item of a single-line block; returns `true` if it caused an error.
    fn item_in_line(&mut self) -> bool {
        // Errors beyond the limit are only counted.
        let before = self.diagnostics.len() + self.more_diagnostics;
        self.item(ItemEnd::Brace);
        self.diagnostics.len() + self.more_diagnostics > before
    }

    /// Returns `true` if the next name starts a block.
    fn at_block(&mut self) -> bool {
        let second = self.second();
        matches!(second.kind, Kind::Quote | Kind::OpenBrace | Kind::Ident) && !second.starts_line()
    }
}
