//! Items of a body: attributes and blocks, and what people write instead.
//!
//! Deliberately absent: the values (`expressions`).

use hclx_diag::{Diagnostic, TextRange};

use super::Parser;
use super::body::Ending;
use crate::ast::*;
use crate::errors;
use crate::token::{Kind, Token};

impl Parser<'_, '_> {
    /// An attribute or a block; the next token is its name.
    pub(super) fn item(&mut self, ending: Ending) {
        let token = self.bump();
        let name = self.name(token);
        match self.kind() {
            Kind::Assign => {
                self.bump();
                self.attribute(name, ending);
            }
            Kind::Quote | Kind::OpenBrace | Kind::Ident => self.block(name, ending),
            _ => self.neither(name, ending),
        }
        self.panicking = false;
    }

    /// An attribute from its value on.
    fn attribute(&mut self, name: Name, ending: Ending) {
        let around = std::mem::replace(&mut self.in_object, false);
        let value = self.expression();
        self.in_object = around;
        self.count_newlines(true);
        let range = name.range.cover(TextRange::at(self.prev_end));
        self.scratch.items.push(Item::Attribute(Attribute { name, value, range }));
        self.end_of_item(range, ending);
    }

    /// A block from its labels on.
    fn block(&mut self, block_type: Name, ending: Ending) {
        let mark = self.scratch.names.len();
        loop {
            match self.kind() {
                Kind::Quote => {
                    let label = self.label();
                    self.scratch.names.push(label);
                }
                Kind::Ident => {
                    let token = self.bump();
                    let label = self.name(token);
                    self.scratch.names.push(label);
                }
                Kind::OpenBrace => break,
                _ if self.open_brace_below(block_type) => break,
                _ => {
                    self.no_block_body(block_type, mark, ending);
                    self.scratch.names.truncate(mark);
                    return;
                }
            }
        }
        let labels = self.build.list(&self.scratch.names[mark..]);
        self.scratch.names.truncate(mark);
        let (body, open, close) = self.block_body();
        let range = block_type.range.cover(close);
        self.scratch.items.push(Item::Block(Block { block_type, labels, body, range, open, close }));
        self.end_of_item(range, ending);
    }

    /// `{` on the line after the header.
    #[cold]
    fn open_brace_below(&mut self, block_type: Name) -> bool {
        if self.kind() != Kind::Newline || self.tok.kind != Kind::OpenBrace {
            return false;
        }
        let gap = TextRange::new(self.prev_end, self.tok.start);
        let plain = self.src[gap.range()].iter().all(u8::is_ascii_whitespace);
        let header = TextRange::new(block_type.range.start, self.prev_end);
        let error =
            errors::brace_on_next_line(self.span(header), self.span(self.tok.range()), self.span(gap), plain);
        self.report(error);
        self.skip_newline();
        true
    }

    /// A header that no body follows.
    #[cold]
    fn no_block_body(&mut self, block_type: Name, mark: usize, ending: Ending) {
        let header = TextRange::new(block_type.range.start, self.prev_end);
        let labels = &self.scratch.names[mark..];
        let quoted = labels.len() == 1 && self.src[labels[0].range.start as usize] == b'"';
        let label = labels.first().copied();
        let name = self.words(block_type.range);
        match self.kind() {
            Kind::Newline | Kind::Eof | Kind::CloseBrace => {
                let here = self.span(TextRange::at(self.prev_end));
                let error = match label {
                    Some(_) if quoted => errors::missing_assign_or_brace(here, &name, self.span(header)),
                    _ => errors::block_without_body(here, self.span(header)),
                };
                self.report(error);
                self.expect_stray_brace(header);
                if let Some(value) = label.filter(|_| quoted) {
                    let value = self.build.expr(ExprKind::String(value.text), value.range);
                    let attribute = Attribute { name: block_type, value, range: header };
                    self.scratch.items.push(Item::Attribute(attribute));
                }
            }
            Kind::Assign => {
                let last =
                    labels.last().filter(|label| label.range.end == self.prev_end).map(|label| label.range);
                let bare = last.filter(|last| self.src[last.start as usize] != b'"');
                let error = match bare {
                    Some(name) => errors::brace_before_attribute(self.span(name), &self.words(name)),
                    None => errors::labels_before_assign(self.span(self.tok.range()), self.span(header)),
                };
                self.report(error);
                self.owed_braces += u32::from(bare.is_some());
                self.bump();
                if self.kind() == Kind::Newline {
                    self.expect_stray_brace(header);
                } else {
                    self.expression();
                    self.count_newlines(true);
                }
            }
            _ => {
                let found = self.found();
                let error = errors::label_or_brace_expected(self.span(self.tok.range()), &found, &name);
                self.fail(error);
            }
        }
        self.end_of_item(header, ending);
    }

    /// A name after which neither `=` nor a label nor `{` comes.
    #[cold]
    fn neither(&mut self, name: Name, ending: Ending) {
        let at = self.span(self.tok.range());
        let word = self.words(name.range);
        match self.kind() {
            Kind::Newline if self.tok.kind == Kind::OpenBrace => return self.block(name, ending),
            Kind::Equal
            | Kind::Colon
            | Kind::FatArrow
            | Kind::Plus
            | Kind::Minus
            | Kind::Star
            | Kind::Bad
                if self.wrong_assign(name) =>
            {
                return self.attribute(name, ending);
            }
            Kind::Number if self.second().kind == Kind::OpenBrace => {
                self.report(errors::label_not_quoted(self.span(name.range), at));
                let label = self.bump();
                let label = self.name(label);
                let mark = self.scratch.names.len();
                self.scratch.names.push(label);
                self.block(name, ending);
                self.scratch.names.truncate(mark);
                return;
            }
            Kind::Dot | Kind::OpenBracket if self.tok.start == name.range.end => {
                self.fail(errors::dotted_item_name(self.span(name.range), at, &word));
            }
            Kind::Number | Kind::OpenBracket | Kind::Minus | Kind::Bang | Kind::Heredoc
                if self.tok.start > name.range.end =>
            {
                self.report(errors::missing_assign(self.span(name.range), &word, at));
                return self.attribute(name, ending);
            }
            Kind::OpenParen => self.fail(errors::call_as_item(self.span(name.range), &word)),
            Kind::Newline | Kind::Eof | Kind::CloseBrace => {
                self.report(errors::lone_name(self.span(name.range), &word));
                self.expect_stray_brace(name.range);
            }
            _ => {
                let found = self.found();
                self.fail(errors::item_expected(self.span(name.range), &word, at, &found));
            }
        }
        self.end_of_item(name.range, ending);
    }

    /// After a header whose `{` is missing: if what follows is indented as its body would be, the `}` of
    /// that body is no news.
    pub(super) fn expect_stray_brace(&mut self, header: TextRange) {
        let body = self.own_indent(self.tok).is_some_and(|own| own > self.indent_of(header.start));
        if body && self.kind() == Kind::Newline {
            self.owed_braces += 1;
        }
    }

    /// What other languages write for `=`: `==`, `:`, `:=`, `=>`, `+=`. Takes it, if it is one.
    fn wrong_assign(&mut self, name: Name) -> bool {
        let first = self.tok;
        let second = self.second();
        let joined = second.start == first.end && second.kind == Kind::Assign;
        let simple = matches!(first.kind, Kind::Equal | Kind::Colon | Kind::FatArrow);
        if !simple && !joined {
            return false;
        }
        self.bump();
        let mut range = first.range();
        if joined {
            range = range.cover(self.bump().range());
        }
        let error = errors::wrong_assign(self.span(range), &self.words(range), &self.words(name.range));
        self.report(error);
        true
    }

    /// Something that begins no item.
    #[cold]
    pub(super) fn no_item(&mut self) {
        let token = self.tok;
        let found = self.found();
        let at = self.span(token.range());
        match token.kind {
            Kind::Quote => return self.quoted_name(),
            Kind::Bad | Kind::Percent if self.at_sequence() => {
                let range = TextRange::new(token.start, token.end + 1);
                self.fail(errors::sequence_outside(self.span(range), &self.words(range), false));
            }
            Kind::OpenBrace if self.double_braces() => self.panicking = true,
            Kind::OpenBrace => {
                self.report(errors::brace_without_header(at));
                if token.start == self.prev_end && self.src[self.prev_start as usize] == b'{' {
                    self.bump();
                    return;
                }
                let (_, open, close) = self.block_body();
                return self.end_of_item(open.cover(close), Ending::Line);
            }
            Kind::CloseBrace if self.owed_braces > 0 => {
                self.owed_braces -= 1;
                self.bump();
                return;
            }
            Kind::CloseBrace | Kind::CloseBracket | Kind::CloseParen => {
                self.stray_close();
                return;
            }
            Kind::Comma => {
                let removal = self.removal(token);
                self.report(errors::comma_between_items(at, removal));
                self.bump();
                return;
            }
            Kind::Bad if self.src[token.start as usize] == b';' => {
                let fix = self.semicolon_fix(token);
                self.report(errors::semicolon(at, fix));
                self.bump();
                return;
            }
            kind if continues_expression(kind) => self.fail(errors::line_continues(at, &found)),
            Kind::Bad | Kind::NotUtf8 => {
                let error = self.bad_character();
                self.fail(error);
            }
            _ => self.fail(errors::no_item(at, &found)),
        }
        self.skip_line(token.start);
        self.panicking = false;
    }

    /// `"name" = value` or `"name": value`.
    fn quoted_name(&mut self) {
        let start = self.tok.start;
        let name = self.label();
        let plain = crate::lexer::identifier_end(name_bytes(self.src, name.range), 0)
            == Some(name.range.len().saturating_sub(2) as usize);
        let colon = (self.kind() == Kind::Colon).then(|| self.span(self.tok.range()));
        let error = errors::quoted_item_name(self.span(name.range), &self.words(name.range), plain, colon);
        self.report(error);
        match self.kind() {
            Kind::Assign | Kind::Colon => {
                self.bump();
                self.attribute(name, Ending::Line);
            }
            _ => {
                self.panicking = true;
                self.skip_line(start);
            }
        }
        self.panicking = false;
    }

    /// After an item the line must end, or the brace of a block on one line must come.
    fn end_of_item(&mut self, item: TextRange, ending: Ending) {
        if self.panicking {
            return self.skip_line(item.start);
        }
        if ending == Ending::Line {
            match self.kind() {
                Kind::Newline => self.skip_newline(),
                Kind::Eof => {}
                _ => self.more_on_line(item),
            }
        } else if !matches!(
            self.kind(),
            Kind::CloseBrace | Kind::Newline | Kind::Eof | Kind::Comma | Kind::Ident
        ) {
            self.more_on_line(item);
        }
    }

    /// Something stands after an item on its line.
    #[cold]
    fn more_on_line(&mut self, item: TextRange) {
        let mut told = false;
        loop {
            let token = self.tok;
            let at = self.span(token.range());
            let error = match self.kind() {
                Kind::Newline | Kind::Eof => return,
                Kind::CloseBrace if self.open.braces > 0 => {
                    if !told {
                        self.report(errors::brace_after_item(at));
                    }
                    return;
                }
                Kind::CloseBrace | Kind::CloseBracket | Kind::CloseParen => {
                    self.stray_close();
                    told = true;
                    continue;
                }
                Kind::Comma => errors::comma_between_items(at, self.removal(token)),
                Kind::Bad if self.src[token.start as usize] == b';' => {
                    errors::semicolon(at, self.semicolon_fix(token))
                }
                Kind::Ident if told || self.at_item() && !self.quote_inside_text() && !self.after_if() => {
                    if !told {
                        let gap = TextRange::new(self.prev_end, token.start);
                        self.report(errors::two_items_on_line(at, self.span(item), self.span(gap)));
                    }
                    return;
                }
                _ => {
                    if !told {
                        let error = self.junk_after(item);
                        self.fail(error);
                    }
                    self.panicking = true;
                    return self.skip_line(item.start);
                }
            };
            if !told {
                self.report(error);
            }
            told = true;
            self.bump();
        }
    }

    /// Whether the name that is next begins an item.
    pub(crate) fn at_item(&mut self) -> bool {
        let second = self.second();
        !second.starts_line()
            && matches!(second.kind, Kind::Assign | Kind::OpenBrace | Kind::Quote | Kind::Equal | Kind::Colon)
    }

    /// What is wrong with the next token, which stands behind a whole item.
    fn junk_after(&mut self, item: TextRange) -> Diagnostic {
        let at = self.span(self.tok.range());
        match self.tok.kind {
            Kind::Bad | Kind::NotUtf8 => self.bad_character(),
            _ if self.quote_inside_text() => errors::quote_inside_text(self.span(self.previous()), at),
            _ if self.after_if() => errors::if_expression(self.span(self.previous())),
            Kind::Ident => {
                let word = self.words(self.tok.range());
                errors::word_after_value(at, &word, &self.words(self.previous()), self.span(item))
            }
            _ => errors::junk_after_item(at, &self.found(), self.span(item)),
        }
    }

    /// Whether the value before the next token is the word `if`, as in other languages.
    fn after_if(&self) -> bool {
        &self.src[self.previous().range()] == b"if"
    }

    /// Whether a token can be removed as it is: nothing but a comment follows on its line.
    fn removal(&mut self, token: Token) -> Option<hclx_diag::Span> {
        let second = self.second();
        (second.starts_line() || second.kind == Kind::Eof).then(|| self.span(token.range()))
    }

    /// What to write for a `;`, and where: nothing at the end of a line, else a line break.
    fn semicolon_fix(&mut self, token: Token) -> (hclx_diag::Span, &'static str) {
        let second = self.second();
        if second.starts_line() || second.kind == Kind::Eof {
            (self.span(token.range()), "")
        } else {
            (self.span(TextRange::new(self.prev_end, second.start)), "\n")
        }
    }
}

/// What can only go on with an expression.
fn continues_expression(kind: Kind) -> bool {
    (Kind::Or as u8..=Kind::Percent as u8).contains(&(kind as u8))
        || matches!(kind, Kind::Question | Kind::Colon | Kind::Dot | Kind::OpenBracket | Kind::OpenParen)
}

/// What stands between the quotes of a name.
fn name_bytes(src: &[u8], range: TextRange) -> &[u8] {
    let inside = src[range.range()].strip_prefix(b"\"").unwrap_or_default();
    inside.strip_suffix(b"\"").unwrap_or(inside)
}
