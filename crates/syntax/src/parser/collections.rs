//! Lists, objects and arguments.
//!
//! Out of scope: `for` (`loops`).

use hclx_diag::TextRange;

use super::Parser;
use super::expressions::starts_operand;
use crate::ast::*;
use crate::errors::{self, ListKind};
use crate::place::{Context, CursorContext};
use crate::token::{Kind, Token};

/// The position after an element of a list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ElementEnd {
    /// Another element may follow.
    More,
    /// The closing bracket is next, or a token that ends a construct without one.
    End,
}

impl Parser<'_, '_> {
    pub(super) fn tuple_or_for(&mut self) -> ExprId {
        let open = self.bump();
        let around = self.count_newlines(false);
        self.open.brackets += 1;
        let result = match self.for_keyword(open) {
            Some(keyword) => self.for_expression(open, keyword),
            None => self.tuple(open),
        };
        self.open.brackets -= 1;
        self.close_bracket(open, Kind::CloseBracket, around);
        self.widen(result, open)
    }

    /// Extends a bracketed expression to its closing bracket.
    fn widen(&mut self, id: ExprId, open: Token) -> ExprId {
        // The node was built before its closing bracket is read.
        self.build.tree.exprs[id.0 as usize].range = TextRange::new(open.start, self.prev_end);
        id
    }

    fn tuple(&mut self, open: Token) -> ExprId {
        let mark = self.scratch.exprs.len();
        loop {
            let index = self.scratch.exprs.len() - mark;
            let next = |this: &mut Self| {
                this.more_elements(open, Kind::CloseBracket, ListKind::Element).then(|| this.expression())
            };
            let Some(element) = self.inside(next, |_| CursorContext::Element(index)) else { break };
            self.scratch.exprs.push(element);
            if self.after_element(open, Kind::CloseBracket, ListKind::Element) == ElementEnd::End {
                break;
            }
        }
        let elements = self.build.list(&self.scratch.exprs[mark..]);
        self.scratch.exprs.truncate(mark);
        self.build.expr(ExprKind::Tuple(elements), open.range())
    }

    /// Returns `true` if another element follows: the next token is neither the closing bracket nor the end
    /// of an unclosed list.
    #[inline]
    fn more_elements(&mut self, open: Token, close: Kind, listed: ListKind) -> bool {
        match self.kind() {
            kind if kind == close => false,
            // an element may begin with a comparison, wherever it is
            Kind::Ident if self.tok.starts_line() => {
                !self.at_item_outdented(open.range()) || self.second().kind == Kind::Equal
            }
            kind if starts_operand(kind) => true,
            _ => self.no_element(open, close, listed),
        }
    }

    /// Skips tokens that cannot start an element; returns `true` if an element follows.
    #[cold]
    fn no_element(&mut self, open: Token, close: Kind, listed: ListKind) -> bool {
        loop {
            match self.kind() {
                Kind::Comma => {
                    let error = errors::comma_without_element(self.span(self.tok.range()), listed);
                    self.report(error);
                    self.bump();
                }
                Kind::Eof => {
                    self.met(|_| Context::Value);
                    return false;
                }
                kind if kind == close || self.closes_outer(kind) => return false,
                _ if self.wrong_close(open, close) => return false,
                Kind::CloseBrace | Kind::CloseBracket | Kind::CloseParen => self.stray_close(),
                _ => return true,
            }
        }
    }

    /// The continuation after an element; consumes a comma.
    fn after_element(&mut self, open: Token, close: Kind, listed: ListKind) -> ElementEnd {
        if self.panicking {
            return self.recover_in_list(open, close);
        }
        match self.kind() {
            Kind::Comma => {
                self.bump();
                ElementEnd::More
            }
            kind if kind == close => ElementEnd::End,
            _ => self.no_comma(open, close, listed),
        }
    }

    /// Handles a missing comma or closing bracket after an element.
    #[cold]
    fn no_comma(&mut self, open: Token, close: Kind, listed: ListKind) -> ElementEnd {
        let kind = self.kind();
        let at = self.span(self.here());
        if kind == Kind::CloseBrace && self.is_surplus(open.range()) {
            return self.after_element(open, close, listed);
        }
        if kind == Kind::Eof {
            self.met(|_| Context::Nothing);
        }
        // An enclosing construct explains the token better than the guesses below.
        if kind == Kind::Eof || self.closes_outer(kind) || self.at_item_outdented(open.range()) {
            return ElementEnd::End;
        }
        if self.wrong_close(open, close) || self.interpolation_ends_here() {
            return ElementEnd::End;
        }
        if let Some((error, end)) = self.text_without_quotes(listed == ListKind::Element) {
            self.report(error);
            self.resume_at(end);
            return match listed {
                ListKind::Item => self.after_item(open),
                _ => self.after_element(open, close, listed),
            };
        }
        let error = match kind {
            Kind::Bad if self.src[self.tok.start as usize] == b';' => {
                self.report(errors::semicolon_in_list(at, listed));
                self.bump();
                return ElementEnd::More;
            }
            Kind::Bad | Kind::NotUtf8 => self.bad_character(),
            _ if self.quote_inside_text() => errors::quote_inside_text(self.span(self.previous()), at),
            _ if self.at_word("for") => errors::for_behind_value(at),
            Kind::Assign | Kind::Colon | Kind::FatArrow if listed == ListKind::Element => {
                errors::key_in_list(at, self.span(open.range()), &self.found())
            }
            // In an object, a word that cannot be a key belongs to the preceding value.
            _ if listed == ListKind::Item && !self.at_key() => {
                let word = self.words(self.tok.range());
                match kind {
                    Kind::Ident => errors::word_after_value(at, &word, &self.words(self.previous()), at),
                    _ => errors::comma_or_close(at, &self.found(), listed, self.span(open.range())),
                }
            }
            // Another element clearly starts here, so only the comma is missing.
            _ if starts_operand(kind) => {
                let gap = self.span(TextRange::at(self.prev_end));
                let after = self.previous();
                let error = errors::missing_comma(listed, &self.words(after), gap);
                self.report(error);
                return ElementEnd::More;
            }
            _ => errors::comma_or_close(at, &self.found(), listed, self.span(open.range())),
        };
        self.fail(error);
        self.recover_in_list(open, close)
    }

    /// Parses the arguments of a call from `(` on.
    pub(super) fn arguments(&mut self, name: Name) -> ExprId {
        let open = self.bump();
        let around = self.count_newlines(false);
        self.open.parens += 1;
        let mark = self.scratch.exprs.len();
        let mut expand = false;
        loop {
            let index = self.scratch.exprs.len() - mark;
            let around = |this: &mut Self| {
                let function = this.build.tree.text(name.text).to_owned();
                CursorContext::Argument { function, index, open: open.start }
            };
            if self.inside(|this| this.argument(open, &mut expand), around) == ElementEnd::End {
                break;
            }
        }
        let args = self.build.list(&self.scratch.exprs[mark..]);
        self.scratch.exprs.truncate(mark);
        self.open.parens -= 1;
        let close = self.close_bracket(open, Kind::CloseParen, around);
        let call = Call { name, args, expand, open: open.range(), close };
        let call = self.build.node(call);
        self.build.expr(ExprKind::Call(call), name.range.cover(TextRange::at(self.prev_end)))
    }

    /// Parses an argument, if there is one; returns what follows it.
    fn argument(&mut self, open: Token, expand: &mut bool) -> ElementEnd {
        if !self.more_elements(open, Kind::CloseParen, ListKind::Argument) {
            return ElementEnd::End;
        }
        let argument = self.expression();
        self.scratch.exprs.push(argument);
        if self.kind() == Kind::Ellipsis && !self.panicking {
            *expand = true;
            self.expansion();
        }
        self.after_element(open, Kind::CloseParen, ListKind::Argument)
    }

    /// Parses `...`, which is only allowed after the last argument and cannot be followed by a comma.
    fn expansion(&mut self) {
        let dots = self.bump();
        if !matches!(self.kind(), Kind::CloseParen | Kind::Eof) {
            let error = errors::expansion_not_last(self.span(dots.range()));
            self.report(error);
            // In `f(x....)`, the fourth dot belongs to the same error.
            if self.kind() == Kind::Dot {
                self.bump();
            }
        }
    }

    pub(super) fn object_or_for(&mut self) -> ExprId {
        let start = self.tok.start;
        if self.src.get(start as usize + 1) == Some(&b'{') && self.double_braces() {
            self.panicking = !self.at_separator();
            return self.missing(TextRange::new(start, self.prev_end));
        }
        let open = self.bump();
        // `for` may follow the brace on a later line, so line breaks are not significant yet.
        let around = self.count_newlines(false);
        self.open.braces += 1;
        let result = if let Some(keyword) = self.for_keyword(open) {
            self.for_expression(open, keyword)
        } else {
            self.count_newlines(true);
            let outer = std::mem::replace(&mut self.in_object, true);
            let object = self.object(open);
            self.in_object = outer;
            object
        };
        self.open.braces -= 1;
        self.close_bracket(open, Kind::CloseBrace, around);
        self.widen(result, open)
    }

    fn object(&mut self, open: Token) -> ExprId {
        let mark = self.scratch.objects.len();
        let mut comma = false;
        let mut indented = false;
        loop {
            // An error inside an item may have left line breaks insignificant.
            self.count_newlines(true);
            match self.kind() {
                Kind::Newline => {
                    self.skip_newline();
                    comma = false;
                    continue;
                }
                // A surplus brace is reported and skipped there.
                Kind::CloseBrace if self.is_surplus(open.range()) => {}
                Kind::CloseBrace => break,
                Kind::Eof => {
                    self.met(|this| this.object_key(open.start, mark));
                    break;
                }
                Kind::Comma => self.comma_without_item(comma),
                kind @ (Kind::CloseBracket | Kind::CloseParen) => {
                    if self.closes_outer(kind) || self.wrong_close(open, Kind::CloseBrace) {
                        break;
                    }
                    self.stray_close();
                }
                _ if self.should_have_closed(open.range(), &mut indented) => {
                    self.guide.outdented = true;
                    break;
                }
                Kind::OpenBrace if self.mistyped_close(open) => break,
                _ => {
                    self.object_item();
                    comma = self.kind() == Kind::Comma;
                    if self.after_item(open) == ElementEnd::End {
                        break;
                    }
                }
            }
        }
        let items = self.build.list(&self.scratch.objects[mark..]);
        self.scratch.objects.truncate(mark);
        self.build.expr(ExprKind::Object(items), open.range())
    }

    /// Treats `{` on a line of its own, probably a typo for `}`, as the closing brace.
    fn mistyped_close(&mut self, open: Token) -> bool {
        if !self.is_outdented(open.range()) || !self.second().starts_line() {
            return false;
        }
        let error = errors::open_for_close(self.span(self.tok.range()), self.span(open.range()));
        self.report(error);
        self.read_as(Kind::CloseBrace);
        true
    }

    #[cold]
    fn comma_without_item(&mut self, after_comma: bool) {
        let at = self.span(self.tok.range());
        let error = if after_comma || !self.tok_is_first_on_line() {
            errors::comma_without_element(at, ListKind::Item)
        } else {
            errors::comma_on_next_line(at)
        };
        self.report(error);
        self.bump();
    }

    fn tok_is_first_on_line(&self) -> bool {
        self.own_indent(self.tok).is_some()
    }

    /// `key = value`.
    fn object_item(&mut self) {
        let parenthesised = self.kind() == Kind::OpenParen;
        let mut key = self.inside(Self::expression, |_| CursorContext::ObjectKey);
        if self.panicking {
            return;
        }
        let mut swallowed = None;
        if !self.key_separator(key) {
            // `a == 1` was parsed as one expression with an operator.
            let ExprKind::Binary { op: BinaryOp::Equal, left, right } = self.build.tree.expr(key).kind else {
                return;
            };
            key = left;
            swallowed = Some(right);
        }
        // Parentheses turn a word into an expression: the key of `(a) = 1` is the value of `a`.
        let bare = !parenthesised && self.make_bare(key);
        let value = swallowed.unwrap_or_else(|| self.inside(Self::expression, |this| this.object_value(key)));
        self.scratch.objects.push(ObjectItem { key, bare, value });
    }

    /// Turns a key that is a single word (a variable, `true`, `false` or `null`) into a string of that word.
    fn make_bare(&mut self, key: ExprId) -> bool {
        let expr = self.build.tree.exprs[key.0 as usize];
        let wide = match expr.kind {
            ExprKind::Variable(_) => !self.src[expr.range.range()].is_ascii(),
            ExprKind::Bool(_) | ExprKind::Null => false,
            _ => return false,
        };
        // Unlike a name, the word is normalized now, because it is a string.
        let text = self.text_at(expr.range, wide);
        self.build.tree.exprs[key.0 as usize].kind = ExprKind::String(text);
        true
    }

    /// Consumes the separator between key and value; `false` if no value follows.
    fn key_separator(&mut self, key: ExprId) -> bool {
        if matches!(self.kind(), Kind::Assign | Kind::Colon) {
            self.bump();
            return true;
        }
        self.no_key_separator(key)
    }

    /// Handles a missing `=` or `:` after a key; returns `false` if no value follows.
    #[cold]
    fn no_key_separator(&mut self, key: ExprId) -> bool {
        let Expr { kind, range } = *self.build.tree.expr(key);
        if self.kind() == Kind::Eof {
            self.met(|_| Context::Nothing);
        }
        match kind {
            // The parser has already reported a missing key.
            ExprKind::Missing => {
                self.panicking = true;
                return false;
            }
            ExprKind::Binary { op: BinaryOp::Equal, .. } => {
                let operator = self.build.tree.operator_range(key);
                let error = errors::wrong_assign(self.span(operator), "==", &self.words(range));
                self.report(error);
                return false;
            }
            _ => {}
        }
        if self.wrong_key_separator(range) {
            return true;
        }
        self.key_alone(range);
        if !self.panicking {
            let value = self.missing(TextRange::at(self.prev_end));
            let bare = self.make_bare(key);
            self.scratch.objects.push(ObjectItem { key, bare, value });
        }
        false
    }

    /// Consumes a wrong separator after the key at `key`, or reports a missing one before a value.
    fn wrong_key_separator(&mut self, key: TextRange) -> bool {
        let at = self.span(self.here());
        let name = self.words(key);
        match self.kind() {
            // `key_alone` reports this.
            _ if self.quote_inside_text() => return false,
            Kind::FatArrow => {
                self.report(errors::wrong_assign(at, "=>", &name));
                self.bump();
            }
            Kind::Newline if matches!(self.tok.kind, Kind::Assign | Kind::Colon) => {
                self.report(errors::assign_on_next_line(at, self.span(self.tok.range())));
                self.skip_newline();
                self.bump();
            }
            kind if starts_operand(kind) => {
                self.report(errors::missing_assign(self.span(key), &name, at));
            }
            _ => return false,
        }
        true
    }

    /// A key without a value.
    fn key_alone(&mut self, key: TextRange) {
        let at = self.span(self.here());
        let (name, found) = (self.words(key), self.found());
        match self.kind() {
            _ if self.quote_inside_text() => {
                self.fail(errors::quote_inside_text(self.span(self.previous()), at));
            }
            Kind::Newline | Kind::Comma | Kind::CloseBrace | Kind::Eof => {
                self.report(errors::key_without_value(at, &name, &found));
            }
            Kind::Bad | Kind::NotUtf8 => {
                let error = self.bad_character();
                self.fail(error);
            }
            _ => self.fail(errors::assign_expected(at, &found, &name)),
        }
    }

    /// Returns `true` if the next token starts a key of an object.
    fn at_key(&mut self) -> bool {
        match self.kind() {
            Kind::Ident => self.at_item(),
            Kind::Quote => {
                let (end, sequence) = crate::template::pass_quoted(self.src, self.tok.end as usize);
                let after = self.src[end..].iter().find(|byte| !matches!(byte, b' ' | b'\t'));
                // A sequence may contain anything, so the end of such a key is not looked for.
                sequence || matches!(after, Some(b'=' | b':'))
            }
            kind => kind == Kind::OpenParen,
        }
    }

    /// The continuation after an item of an object; consumes a comma or a line break.
    fn after_item(&mut self, open: Token) -> ElementEnd {
        // As in `object`, an error may have left line breaks insignificant.
        self.count_newlines(true);
        if self.panicking {
            return self.recover_in_list(open, Kind::CloseBrace);
        }
        match self.kind() {
            Kind::Comma => {
                self.bump();
                ElementEnd::More
            }
            Kind::Newline => {
                self.skip_newline();
                ElementEnd::More
            }
            Kind::CloseBrace => ElementEnd::End,
            _ => self.no_comma(open, Kind::CloseBrace, ListKind::Item),
        }
    }
}
