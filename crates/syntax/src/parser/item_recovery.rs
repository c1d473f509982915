//! Common errors in place of an attribute or block, and after one on the same line.
//!
//! If the intended code is clear, parsing continues as if it had been written. Out of scope: errors inside
//! values (`slips`).

use hclx_diag::code_names::{BLOCK_HEADER, UNCLOSED_STRING};
use hclx_diag::{Diagnostic, Span, TextRange};
use memchr::memchr;

use super::Parser;
use super::body::ItemEnd;
use crate::ast::*;
use crate::errors;
use crate::token::{Kind, Token};

/// The lookahead for the `{` of a block after a token that cannot be a label, in bytes.
const LONGEST_HEADER: usize = 1024;

impl Parser<'_, '_> {
    /// Handles a header without a body; its labels are those since `mark`.
    #[cold]
    pub(super) fn no_block_body(&mut self, block_type: Name, mark: usize, ending: ItemEnd) {
        if let Some(start) = self.value_as_label(mark) {
            let at = self.span(TextRange::new(start, self.prev_end));
            let error =
                errors::missing_assign(self.span(block_type.range), &self.words(block_type.range), at);
            self.report(error);
            self.resume_at(start as usize);
            return self.attribute(block_type, ending);
        }
        let header = TextRange::new(block_type.range.start, self.prev_end);
        match self.kind() {
            Kind::Newline | Kind::Eof | Kind::CloseBrace => self.header_alone(block_type, mark, header),
            Kind::Assign => self.assign_after_labels(mark, header),
            _ => {
                let (found, name) = (self.found(), self.words(block_type.range));
                let error = errors::label_or_brace_expected(self.span(self.tok.range()), &found, &name);
                self.fail(error);
            }
        }
        self.end_of_item(header, ending);
    }

    /// The start of the only label since `mark`, if it starts a value: `port var.port`, `name upper("x")`,
    /// `flag true`.
    fn value_as_label(&mut self, mark: usize) -> Option<u32> {
        let [label] = self.scratch.names[mark..] else { return None };
        let is_bare = self.src[label.range.start as usize] != b'"';
        let begins = match self.kind() {
            Kind::Dot | Kind::OpenParen | Kind::OpenBracket => {
                self.tok.start == label.range.end && !self.body_follows()
            }
            Kind::Newline | Kind::Eof | Kind::CloseBrace => {
                matches!(&self.src[label.range.range()], b"true" | b"false" | b"null")
            }
            _ => false,
        };
        (is_bare && begins).then_some(label.range.start)
    }

    /// Handles `port "80"`, or a header whose `{` is missing.
    fn header_alone(&mut self, name: Name, mark: usize, header: TextRange) {
        // an incomplete label is a single mistake, which is already reported
        let is_open = |one: &Diagnostic| {
            one.code == UNCLOSED_STRING && one.span.is_some_and(|span| header.start <= span.range.start)
        };
        if self.scratch.names.len() > mark && self.diagnostics.last().is_some_and(is_open) {
            return self.expect_stray_brace(header);
        }
        let here = self.span(TextRange::at(self.prev_end));
        let quoted = match self.scratch.names[mark..] {
            [label] if self.src[label.range.start as usize] == b'"' => Some(label),
            _ => None,
        };
        let error = match quoted {
            Some(_) => errors::missing_assign_or_brace(here, &self.words(name.range), self.span(header)),
            None => errors::block_without_body(here, self.span(header)),
        };
        self.report(error);
        self.expect_stray_brace(header);
        if let Some(value) = quoted {
            // it is not a label, so it may contain a template
            let is_inside = |at: TextRange| value.range.start <= at.start && at.end <= value.range.end;
            self.diagnostics.retain(|one| {
                one.code != BLOCK_HEADER || !one.span.is_some_and(|span| is_inside(span.range))
            });
            let value = self.build.expr(ExprKind::String(value.text), value.range);
            self.scratch.items.push(Item::Attribute(Attribute { name, value, range: header }));
        }
    }

    /// Handles `a "b" = 1`, or `type "label" name = 1` whose `{` is missing.
    fn assign_after_labels(&mut self, mark: usize, header: TextRange) {
        let last = self.scratch.names[mark..].last().map(|label| label.range);
        let bare = last.filter(|last| self.src[last.start as usize] != b'"');
        let error = match bare {
            Some(name) => errors::brace_before_attribute(self.span(name), &self.words(name)),
            None => errors::labels_before_assign(self.span(self.tok.range()), self.span(header)),
        };
        self.report(error);
        // The closing brace of that body is not a separate error.
        self.owed_braces += u32::from(bare.is_some());
        self.bump();
        if self.kind() == Kind::Newline {
            self.expect_stray_brace(header);
        } else {
            self.expression();
            self.count_newlines(true);
        }
    }

    /// Handles a name that is followed by neither `=` nor a label nor `{`.
    #[cold]
    pub(super) fn neither(&mut self, name: Name, ending: ItemEnd) {
        let kind = self.kind();
        // `block` reports that the brace is on the next line.
        if kind == Kind::Newline && self.tok.kind == Kind::OpenBrace {
            return self.block(name, ending);
        }
        if kind == Kind::Eof {
            self.met(|this| this.header(name, this.scratch.names.len(), None));
        }
        // A YAML list also starts with a colon, so it comes before the wrong assignments.
        if self.list_of_yaml(name) {
            return;
        }
        if self.wrong_assign(name) {
            return self.attribute(name, ending);
        }
        if kind == Kind::Number && self.second().kind == Kind::OpenBrace {
            return self.number_as_label(name, ending);
        }
        let mark = self.scratch.names.len();
        if kind == Kind::Bad && self.foreign_label() {
            let labels = self.scratch.names.split_off(mark);
            return self.block_with(name, &labels, ending);
        }
        // A body on this line makes it a block, so this comes before a missing `=`.
        if matches!(kind, Kind::OpenBracket | Kind::Number | Kind::Minus | Kind::Bang)
            && self.tok.start > name.range.end
            && self.body_follows()
        {
            let error =
                errors::value_as_label(self.span(self.tok.range()), &self.found(), self.span(name.range));
            self.fail(error);
            return self.end_of_item(name.range, ending);
        }
        if self.missing_assign(name) {
            return self.attribute(name, ending);
        }
        let at = self.span(self.tok.range());
        let (place, word) = (self.span(name.range), self.words(name.range));
        match kind {
            Kind::Dot | Kind::OpenBracket if self.tok.start == name.range.end => {
                self.fail(errors::dotted_item_name(place, at, &word));
            }
            Kind::OpenParen if word == "if" => self.fail(errors::if_statement(place)),
            Kind::OpenParen => self.fail(errors::call_as_item(place, &word)),
            Kind::Newline | Kind::Eof | Kind::CloseBrace => {
                self.report(errors::lone_name(place, &word));
                self.expect_stray_brace(name.range);
            }
            _ => {
                let found = self.found();
                self.fail(errors::item_expected(place, &word, at, &found));
            }
        }
        self.end_of_item(name.range, ending);
    }

    /// Returns `true` if a `{` follows on this line, outside of brackets: everything before it is a block
    /// header.
    fn body_follows(&self) -> bool {
        let mut depth = 0_u32;
        let mut at = self.tok.start as usize;
        let last = at + LONGEST_HEADER;
        while let Some(byte) = self.src.get(at).filter(|_| at < last) {
            at += 1;
            match byte {
                b'\n' | b'#' => return false,
                b'"' => match crate::template::pass_quoted(self.src, at) {
                    (_, true) => return false,
                    (end, false) => at = end,
                },
                b'[' | b'(' => depth += 1,
                b']' | b')' => depth = depth.saturating_sub(1),
                b'{' if depth == 0 => return true,
                b'{' => depth += 1,
                b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        false
    }

    /// Handles a label in quotes that HCL does not support, before a body on the same line.
    #[cold]
    pub(super) fn foreign_label(&mut self) -> bool {
        let rest = &self.src[self.tok.start as usize..];
        let rest = &rest[..rest.len().min(LONGEST_HEADER)];
        let line = &rest[..memchr(b'\n', rest).unwrap_or(rest.len())];
        let has_body = line.trim_ascii_end().last().is_some_and(|last| matches!(last, b'{' | b'}'));
        if !has_body || !line.contains(&b'{') {
            return false;
        }
        let Some(label) = self.foreign_quotes() else { return false };
        let Expr { kind, range } = *self.build.tree.expr(label);
        if let ExprKind::String(text) = kind {
            self.scratch.names.push(Name { text, range });
        }
        true
    }

    /// Handles `b 1 { }`.
    fn number_as_label(&mut self, name: Name, ending: ItemEnd) {
        let error = errors::label_not_quoted(self.span(name.range), self.span(self.tok.range()));
        self.report(error);
        let label = self.bump();
        let label = self.name(label);
        self.block_with(name, &[label], ending);
    }

    /// Handles a header whose `{` is missing. If the following lines are indented like its body, the `}` of
    /// that body is not reported again.
    pub(super) fn expect_stray_brace(&mut self, header: TextRange) {
        let body = self.own_indent(self.tok).is_some_and(|own| own > self.indent_of(header.start));
        if body && self.kind() == Kind::Newline {
            self.owed_braces += 1;
        }
    }

    /// Handles `name:` followed by lines that start with `- `, which are skipped.
    fn list_of_yaml(&mut self, name: Name) -> bool {
        let colon = self.tok;
        if colon.kind != Kind::Colon || colon.starts_line() {
            return false;
        }
        let second = self.second();
        if second.kind != Kind::Minus || !second.starts_line() {
            return false;
        }
        let least = self.indent_of(name.range.start) as usize;
        let rest = &self.src[colon.end as usize..];
        let mut lines = rest.split_inclusive(|byte| *byte == b'\n');
        let mut end = colon.end as usize + lines.next().map_or(0, <[u8]>::len);
        let mut items = Vec::new();
        for line in lines {
            let text = line.trim_ascii();
            let indent = line.len() - line.trim_ascii_start().len();
            match text.strip_prefix(b"-") {
                // YAML allows items at the indentation of their key.
                Some(item) if indent >= least => {
                    items.push(String::from_utf8_lossy(item.trim_ascii()).into_owned())
                }
                _ if text.is_empty() || indent > least => {}
                _ => break,
            }
            end += line.len();
        }
        let range = TextRange::new(name.range.start, colon.end);
        let error = errors::list_of_yaml(self.span(range), &self.words(name.range), &items);
        self.report(error);
        self.resume_at(end);
        // The attribute is kept, so that it is not also reported as missing.
        let value = self.missing(TextRange::at(colon.end));
        self.scratch.items.push(Item::Attribute(Attribute { name, value, range }));
        true
    }

    /// Consumes an assignment operator of another language: `==`, `:`, `:=`, `=>`, `+=`.
    fn wrong_assign(&mut self, name: Name) -> bool {
        let first = self.tok;
        if first.starts_line() {
            return false;
        }
        let second = self.second();
        // The lexer has no token for `+=` and `:=`.
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

    /// Handles `port 80`: a value directly after a name.
    fn missing_assign(&mut self, name: Name) -> bool {
        let value = matches!(
            self.kind(),
            Kind::Number | Kind::OpenBracket | Kind::Minus | Kind::Bang | Kind::Heredoc
        );
        // Directly after the name, the token is a step or an operator.
        if !value || self.tok.start == name.range.end {
            return false;
        }
        let at = self.span(self.tok.range());
        let error = errors::missing_assign(self.span(name.range), &self.words(name.range), at);
        self.report(error);
        true
    }

    /// Handles a token that cannot start an item.
    #[cold]
    pub(super) fn no_item(&mut self) {
        let token = self.tok;
        if self.passed_over(token) {
            return;
        }
        let at = self.span(token.range());
        let error = match token.kind {
            Kind::Quote => return self.quoted_name(),
            Kind::OpenBrace => return self.braces_alone(),
            Kind::Bad | Kind::Percent if self.at_sequence() => {
                // The lexer reads `$` and `{` separately.
                let range = TextRange::new(token.start, token.end + 1);
                errors::sequence_outside(self.span(range), &self.words(range), false)
            }
            Kind::Star if self.own_indent(token).is_some() => return self.lines_of_comment(token),
            kind if continues_expression(kind) => errors::line_continues(at, &self.found()),
            Kind::Bad | Kind::NotUtf8 => self.bad_character(),
            _ => errors::no_item(at, &self.found()),
        };
        self.fail(error);
        self.skip_line(token.start);
        // further lines of the same expression are not separate errors; lines with `-` may be a list
        let continues = |kind: Kind| continues_expression(kind) && kind != Kind::Minus;
        while continues(token.kind) && continues(self.kind()) {
            self.skip_line(self.tok.start);
        }
    }

    /// Handles lines that start with `*`, like those of a block comment: the first is reported, and all are
    /// skipped.
    fn lines_of_comment(&mut self, token: Token) {
        let rest = &self.src[token.start as usize..];
        let lines = rest.split_inclusive(|byte| *byte == b'\n');
        let lines = lines.take_while(|line| line.trim_ascii_start().starts_with(b"*"));
        let (mut count, mut len, mut is_ended) = (0, 0, false);
        for line in lines {
            (count, len) = (count + 1, len + line.len());
            is_ended = line.trim_ascii_end().ends_with(b"*/");
            if is_ended {
                break;
            }
        }
        let at = self.span(token.range());
        let error = match count > 1 || is_ended {
            true => errors::comment_without_start(at),
            false => errors::line_continues(at, &self.found()),
        };
        self.report(error);
        let end = rest[..len].trim_ascii_end().len();
        self.resume_at(token.start as usize + end);
    }

    /// Skips a single token that is not an item: a closing bracket, a comma, a `;`.
    fn passed_over(&mut self, token: Token) -> bool {
        match token.kind {
            Kind::CloseBrace if self.owed_braces > 0 => {
                self.owed_braces -= 1;
                self.bump();
            }
            Kind::CloseBrace | Kind::CloseBracket | Kind::CloseParen => self.stray_close(),
            _ => {
                let Some(error) = self.wrong_separator(token) else { return false };
                self.report(error);
                self.bump();
            }
        }
        true
    }

    /// Handles a body in braces without a header, `{{ … }}`, or a duplicated `{`.
    fn braces_alone(&mut self) {
        let token = self.tok;
        if self.double_braces() {
            self.panicking = true;
            return self.skip_line(token.start);
        }
        let error = errors::brace_without_header(self.span(token.range()));
        self.report(error);
        if token.start == self.prev_end && self.src[self.prev_start as usize] == b'{' {
            self.bump();
            return;
        }
        // The body is parsed for its findings, but it belongs to no block.
        let (_, open, close) = self.block_body();
        self.end_of_item(open.cover(close), ItemEnd::Line);
    }

    /// Handles `"name" = value` or `"name": value`.
    fn quoted_name(&mut self) {
        let start = self.tok.start;
        let (name, _) = self.any_label();
        let plain = crate::lexer::identifier_end(name_bytes(self.src, name.range), 0)
            == Some(name.range.len().saturating_sub(2) as usize);
        let colon = (self.kind() == Kind::Colon).then(|| self.span(self.tok.range()));
        let error = errors::quoted_item_name(self.span(name.range), &self.words(name.range), plain, colon);
        self.report(error);
        if matches!(self.kind(), Kind::Assign | Kind::Colon) {
            self.bump();
            self.attribute(name, ItemEnd::Line);
        } else {
            self.panicking = true;
            self.skip_line(start);
        }
    }

    /// Handles further tokens after an item on the same line.
    #[cold]
    pub(super) fn more_on_line(&mut self, item: TextRange) {
        let mut told = false;
        while !matches!(self.kind(), Kind::Newline | Kind::Eof) {
            let token = self.tok;
            let error = match token.kind {
                Kind::CloseBrace if self.open.braces > 0 => {
                    let error = errors::brace_after_item(self.span(token.range()));
                    // a consequence of a malformed single-line block
                    told |= std::mem::take(&mut self.brace_may_follow);
                    return self.report_unless(told, error);
                }
                Kind::CloseBrace | Kind::CloseBracket | Kind::CloseParen => {
                    self.stray_close();
                    told = true;
                    continue;
                }
                Kind::Ident if told && !self.at_item() && self.second().kind == Kind::CloseParen => {
                    // the rest of arguments with a missing parenthesis
                    self.panicking = true;
                    return self.skip_line(item.start);
                }
                Kind::Ident if told || self.at_item() && !self.quote_inside_text() && !self.after_if() => {
                    let gap = self.span(TextRange::new(self.prev_end, token.start));
                    let error = errors::two_items_on_line(self.span(token.range()), self.span(item), gap);
                    return self.report_unless(told, error);
                }
                _ => self.wrong_separator(token),
            };
            let Some(error) = error else {
                if let Some((error, end)) = self.text_without_quotes(false) {
                    self.report_unless(told, error);
                    told = true;
                    self.resume_at(end);
                    continue;
                }
                let error = self.junk_after(item);
                self.report_unless(told, error);
                self.panicking = true;
                return self.skip_line(item.start);
            };
            self.report_unless(told, error);
            told = true;
            self.bump();
        }
    }

    fn report_unless(&mut self, told: bool, error: Diagnostic) {
        if !told {
            self.report(error);
        }
    }

    /// The finding for a comma or `;` between items.
    fn wrong_separator(&mut self, token: Token) -> Option<Diagnostic> {
        let at = self.span(token.range());
        match token.kind {
            Kind::Comma => Some(errors::comma_between_items(at, self.removal(token))),
            Kind::Bad if self.src[token.start as usize] == b';' => {
                Some(errors::semicolon(at, self.semicolon_fix(token)))
            }
            _ => None,
        }
    }

    /// The finding for the next token, which follows a complete item.
    fn junk_after(&self, item: TextRange) -> Diagnostic {
        let at = self.span(self.tok.range());
        match self.tok.kind {
            Kind::Bad | Kind::NotUtf8 => self.bad_character(),
            _ if self.quote_inside_text() => errors::quote_inside_text(self.span(self.previous()), at),
            _ if self.after_if() => errors::if_expression(self.span(self.previous())),
            Kind::Quote | Kind::Number if self.after_lone_name(item) => {
                let name = self.previous();
                let (place, word) = (self.span(name), self.words(name));
                if name.end == self.tok.start {
                    let is_closed = !crate::template::pass_quoted(self.src, self.tok.end as usize).1;
                    return errors::quote_after_name(place, at, &word, is_closed);
                }
                errors::call_without_parentheses(place, at, &word)
            }
            Kind::Ident => {
                let word = self.words(self.tok.range());
                errors::word_after_value(at, &word, &self.words(self.previous()), self.span(item))
            }
            Kind::OpenParen if self.after_step() => {
                errors::method_call(at, &self.words(self.previous()), self.span(item))
            }
            _ => errors::junk_after_item(at, &self.found(), self.span(item)),
        }
    }

    /// Returns `true` if the next token directly follows a step of a traversal.
    fn after_step(&self) -> bool {
        let name = self.previous();
        name.end == self.tok.start && self.src[..name.start as usize].ends_with(b".")
    }

    /// Returns `true` if the value before the next token is a single name, which could start a call.
    fn after_lone_name(&self, item: TextRange) -> bool {
        let name = self.previous();
        let is_name = crate::lexer::identifier_end(&self.src[..name.end as usize], name.start as usize)
            == Some(name.end as usize);
        let before = self.src[item.start as usize..name.start as usize].trim_ascii_end();
        is_name && before.ends_with(b"=")
    }

    /// Returns `true` if the value before the next token is the word `if`, as in other languages.
    fn after_if(&self) -> bool {
        &self.src[self.previous().range()] == b"if"
    }

    /// The span to delete for a token, if only a comment follows on its line.
    fn removal(&mut self, token: Token) -> Option<Span> {
        let second = self.second();
        (second.starts_line() || second.kind == Kind::Eof).then(|| self.span(token.range()))
    }

    /// The replacement of a `;` and its span: nothing at the end of a line, otherwise a line break.
    fn semicolon_fix(&mut self, token: Token) -> (Span, &'static str) {
        let second = self.second();
        if second.starts_line() || second.kind == Kind::Eof {
            (self.span(token.range()), "")
        } else {
            (self.span(TextRange::new(self.prev_end, second.start)), "\n")
        }
    }
}

/// Returns `true` for tokens that can only continue an expression.
fn continues_expression(kind: Kind) -> bool {
    // `Kind` lists the operators consecutively.
    (Kind::Or as u8..=Kind::Percent as u8).contains(&(kind as u8))
        || matches!(kind, Kind::Question | Kind::Colon | Kind::Dot | Kind::OpenBracket | Kind::OpenParen)
}

/// The name without its quotes.
fn name_bytes(src: &[u8], range: TextRange) -> &[u8] {
    let inside = src[range.range()].strip_prefix(b"\"").unwrap_or_default();
    inside.strip_suffix(b"\"").unwrap_or(inside)
}
