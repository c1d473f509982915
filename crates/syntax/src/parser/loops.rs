//! `for` expressions, and the head that they share with `%{ for }`.
//!
//! Out of scope: the directive's body (`template`).

use hclx_diag::TextRange;

use super::Parser;
use crate::ast::*;
use crate::errors;
use crate::place::{Context, CursorContext};
use crate::token::{Kind, Token};

/// `k, v in collection`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ForHead {
    pub key: Option<Name>,
    pub value: Name,
    pub collection: ExprId,
}

impl Parser<'_, '_> {
    /// Consumes the `for` after the bracket `open`. A misspelled or missing one is reported, and the token in
    /// its place is returned.
    #[inline]
    pub(super) fn for_keyword(&mut self, open: Token) -> Option<Token> {
        if self.kind() != Kind::Ident {
            return None;
        }
        if self.at_word("for") {
            return Some(self.bump());
        }
        // Only a comma or a word after the first name can belong to a `for`, so most lists need no
        // lookahead.
        let behind = self.src[self.lexer.pos..].iter().find(|byte| **byte != b' ');
        let head = behind.is_some_and(|byte| *byte == b',' || byte.is_ascii_alphabetic() || *byte == b'_');
        if head { self.for_without_keyword(open) } else { None }
    }

    /// Handles `[v in list : …]` and `[k, v in map : …]`, or a different word in place of `for`.
    #[cold]
    fn for_without_keyword(&mut self, open: Token) -> Option<Token> {
        let pos = self.lexer.pos;
        let mut tokens = [self.tok; 6];
        for token in &mut tokens[1..] {
            self.lexer.next(token);
        }
        self.lexer.pos = pos;
        let is_in = |token: &Token| &self.src[token.range().range()] == b"in";
        let names_end = |from: usize| match tokens[from..] {
            // `in` may also be a key of an object: `{ a in = 1 }` has no loop.
            [Token { kind: Kind::Ident, .. }, ref second, ref third, ..]
                if is_in(second) && !matches!(third.kind, Kind::Assign | Kind::Colon) =>
            {
                Some(from + 1)
            }
            [first, comma, second, ref last, ..]
                if [first.kind, comma.kind, second.kind] == [Kind::Ident, Kind::Comma, Kind::Ident]
                    && is_in(last) =>
            {
                Some(from + 3)
            }
            _ => None,
        };
        let first = tokens[0];
        if let Some(end) = names_end(0) {
            let head = first.range().cover(tokens[end].range());
            let error = errors::for_left_out(self.span(head), &self.words(head));
            self.report(error);
            // There is no keyword, so messages refer to the bracket.
            return Some(open);
        }
        names_end(1)?;
        let error = errors::for_misspelled(self.span(first.range()), &self.words(first.range()));
        self.report(error);
        Some(self.bump())
    }

    /// Parses the rest of a `for` expression after the keyword, up to but not including the closing bracket;
    /// line breaks are insignificant.
    pub(super) fn for_expression(&mut self, open: Token, keyword: Token) -> ExprId {
        let object = open.kind == Kind::OpenBrace;
        let Some(head) = self.for_head(keyword.range()) else { return self.missing(open.range()) };
        if self.panicking || !self.for_colon(keyword) {
            return self.missing(open.range());
        }
        let mut value = self.for_result(head, object, true);
        let mut key = None;
        if !self.panicking && self.eat(Kind::FatArrow) {
            key = Some(value);
            value = self.for_result(head, object, false);
        } else if !self.panicking && object && self.kind() == Kind::Colon {
            let error = errors::colon_for_arrow(self.span(self.tok.range()), self.span(open.range()));
            self.report(error);
            self.bump();
            key = Some(value);
            value = self.for_result(head, object, false);
        }
        let dots = self.tok.range();
        let group = !self.panicking && self.eat(Kind::Ellipsis);
        let condition = if !self.panicking && self.at_word("if") {
            self.bump();
            let condition = self.within(Self::expression, |this, watch| {
                watch.add(CursorContext::Condition);
                this.add_loop(watch, head.key, head.value, head.collection);
            });
            Some(condition.into())
        } else {
            None
        };
        self.check_for(open, key, value, group.then_some(dots));
        let ForHead { key: key_name, value: value_name, collection } = head;
        // A key in a list was reported; the list is kept without it.
        let key = key.filter(|_| object).map(Into::into);
        let node = For { key_name, value_name, collection, key, value, condition, group: group && object };
        let node = self.build.node(node);
        self.build.expr(ExprKind::For(node), open.range())
    }

    /// Parses a result expression, with the names of the loop in scope.
    fn for_result(&mut self, head: ForHead, is_object: bool, is_first: bool) -> ExprId {
        self.within(Self::expression, |this, watch| {
            watch.add(CursorContext::ForResult { is_object, is_first });
            this.add_loop(watch, head.key, head.value, head.collection);
        })
    }

    /// Checks that an object has keys, and that a list has neither keys nor grouping.
    fn check_for(&mut self, open: Token, key: Option<ExprId>, value: ExprId, group: Option<TextRange>) {
        let object = open.kind == Kind::OpenBrace;
        let open = self.span(open.range());
        let place = |this: &Self, id: ExprId| this.span(this.build.tree.expr(id).range);
        let error = match (object, key, group) {
            (true, None, _) => errors::for_object_without_key(place(self, value), open),
            (false, Some(key), _) => errors::key_in_for_list(place(self, key), open),
            (false, None, Some(dots)) => errors::group_in_for_list(self.span(dots), open),
            _ => return,
        };
        self.report(error);
    }

    /// Parses the names, `in` and the collection.
    pub(crate) fn for_head(&mut self, keyword: TextRange) -> Option<ForHead> {
        let mut key = None;
        let mut value = self.for_name(keyword)?;
        if self.eat(Kind::Comma) {
            key = Some(value);
            value = self.for_name(keyword)?;
        }
        if !self.at_word("in") {
            if self.kind() == Kind::Eof {
                self.met(|_| Context::Nothing);
            }
            let found = self.found();
            let error = errors::in_expected(self.span(self.here()), &found, self.span(keyword));
            self.fail(error);
            return None;
        }
        self.bump();
        let collection = self.inside(Self::expression, |_| CursorContext::Collection);
        Some(ForHead { key, value, collection })
    }

    fn for_name(&mut self, keyword: TextRange) -> Option<Name> {
        if self.kind() == Kind::Ident {
            let token = self.bump();
            return Some(Name { text: self.raw_text(token.range()), range: token.range() });
        }
        if self.kind() == Kind::Eof {
            self.met(|_| Context::NewName);
        }
        let found = self.found();
        let error = errors::for_name_expected(self.span(self.here()), &found, self.span(keyword));
        self.fail(error);
        None
    }

    fn for_colon(&mut self, keyword: Token) -> bool {
        if self.eat(Kind::Colon) {
            return true;
        }
        let found = self.found();
        let error = errors::for_colon_expected(self.span(self.here()), &found, self.span(keyword.range()));
        self.fail(error);
        false
    }
}
