//! Common errors in place of an operand: quotes, line breaks and operators of other languages. Where the
//! intention is clear, parsing continues as if the source were correct.
//!
//! Out of scope: errors in items (`misfits`) and in lists (`collections`).

use hclx_diag::{Diagnostic, TextRange};
use memchr::memchr;

use super::Parser;
use super::expressions::starts_operand;
use crate::ast::*;
use crate::errors;
use crate::foreign_type::{begins_type, foreign_type};
use crate::lexer::{HeredocOpener, identifier_end};
use crate::place::Context;
use crate::token::{Kind, Token};

/// The maximum length of `{{ … }}` in bytes.
const LONGEST_DOUBLE_BRACES: usize = 256;

/// The maximum length of a type of another language in bytes.
const LONGEST_TYPE: usize = 1024;

/// Quotes that HCL does not support, each with its closing quotes.
const QUOTES: [(&str, &[&str]); 6] = [
    ("'", &["'"]),
    ("`", &["`"]),
    ("\u{201C}", &["\u{201D}", "\u{201C}", "\""]),
    ("\u{201D}", &["\u{201D}", "\u{201C}", "\""]),
    ("\u{2018}", &["\u{2019}", "\u{2018}", "'"]),
    ("\u{2019}", &["\u{2019}", "\u{2018}", "'"]),
];

impl Parser<'_, '_> {
    /// Handles `list<string>` or `string[]` from a word on: reports the type of another language, and
    /// continues after it.
    pub(super) fn at_foreign_brackets(&mut self, word: Token) -> bool {
        if self.tok.start != word.end || !begins_type(&self.src[word.range().range()]) {
            return false;
        }
        let brackets = self.src[word.end as usize..].starts_with(b"[]") || self.kind() == Kind::Less;
        brackets && self.at_foreign_type(word.start)
    }

    /// Like [`Self::at_foreign_brackets`], for a type that starts at `start` and contains an operator of
    /// other languages' types.
    #[cold]
    pub(super) fn at_foreign_type(&mut self, start: u32) -> bool {
        let end = self.src.len().min(start as usize + LONGEST_TYPE);
        let rest = &self.src[start as usize..end];
        let whole = match std::str::from_utf8(rest) {
            Ok(text) => text,
            Err(wrong) => std::str::from_utf8(&rest[..wrong.valid_up_to()]).unwrap_or_default(),
        };
        let Some(ty) = foreign_type(whole, false) else { return false };
        let end = start + ty.end as u32;
        // `a < b > c` is a comparison
        let after = whole[ty.end..].trim_start_matches([' ', '\t']).bytes().next();
        let ends = matches!(after, None | Some(b'\n' | b'\r' | b',' | b')' | b'}' | b']' | b'#' | b'/'));
        if end <= self.tok.start || !ends {
            return false;
        }
        let found = &whole[..ty.end];
        let at = self.span(TextRange::new(start, end));
        self.report(errors::foreign_type(at, found, ty.written.as_deref()));
        self.resume_at(end as usize);
        true
    }

    /// Handles a token that cannot start an operand.
    #[cold]
    pub(super) fn no_operand(&mut self) -> ExprId {
        match self.kind() {
            Kind::Newline if self.at_operand_below() => {
                self.line_break_inside();
                return self.term();
            }
            Kind::Bad | Kind::Percent if self.at_sequence() => return self.sequence_outside(),
            Kind::Bad => {
                if let Some(text) = self.foreign_quotes() {
                    return text;
                }
                return self.after_bad_characters();
            }
            Kind::NotUtf8 => return self.after_bad_characters(),
            Kind::Eof => self.met(|_| Context::Value),
            Kind::Less if self.src[self.tok.start as usize..].starts_with(b"<<") => {
                if let Some(text) = self.heredoc_slip() {
                    return text;
                }
            }
            Kind::Dot => {
                if let Some(number) = self.number_without_digit() {
                    return number;
                }
            }
            _ => {}
        }
        let error = self.operand_expected();
        self.report(error);
        if self.kind() == Kind::Newline && self.tok.kind == Kind::Ident && !self.in_object {
            self.expect_stray_brace(self.previous());
        }
        let range = self.here();
        self.panicking = !self.at_separator();
        self.missing(range)
    }

    fn operand_expected(&self) -> Diagnostic {
        let previous = self.previous();
        let before = self.words(previous);
        let here = self.span(self.here());
        let operator = self.tok.start == previous.end && is_operator(&before);
        if operator && !matches!(self.kind(), Kind::Newline | Kind::Eof) {
            let both = previous.cover(self.tok.range());
            if let Some(instead) = errors::instead_of(&self.words(both)) {
                return errors::no_such_operator(self.span(both), &self.words(both), instead);
            }
        }
        let close = matches!(self.kind(), Kind::CloseBrace | Kind::StripClose);
        if close && (before.starts_with("${") || before.starts_with("%{")) {
            return errors::empty_sequence(self.span(previous.cover(self.tok.range())));
        }
        errors::value_expected(here, &before, &self.found())
    }

    /// Returns `true` if the next line continues the unfinished expression of this line.
    pub(super) fn at_operand_below(&mut self) -> bool {
        let ends_call = starts_operand(self.tok.kind);
        if !ends_call {
            return false;
        }
        let next = self.tok;
        if next.kind == Kind::Ident {
            let second = self.second();
            // A word before one of these starts an item.
            let item = matches!(
                second.kind,
                Kind::Assign | Kind::OpenBrace | Kind::Quote | Kind::Ident | Kind::Colon
            );
            return second.starts_line() || !item;
        }
        let below = self.own_indent(next).unwrap_or(0);
        !self.in_object || below > self.indent_of(self.prev_start)
    }

    /// Reports a line break that ends an expression, and continues as if it did not, up to the end of the
    /// item.
    pub(super) fn line_break_inside(&mut self) {
        let at = self.span(TextRange::at(self.prev_end));
        let before = self.words(self.previous());
        let error = errors::line_break_in_expression(at, &before, self.span(self.tok.range()));
        self.report(error);
        self.count_newlines(false);
    }

    /// Returns `true` if `${` or `%{` is next.
    pub(super) fn at_sequence(&self) -> bool {
        let text = &self.src[self.tok.start as usize..];
        text.starts_with(b"${") || text.starts_with(b"%{")
    }

    /// Handles `${ }` or `%{ }` outside of a string. The contents of `${ }` are parsed as a plain expression.
    fn sequence_outside(&mut self) -> ExprId {
        let sign = self.bump();
        let range = TextRange::new(sign.start, self.tok.end);
        let error = errors::sequence_outside(self.span(range), &self.words(range), self.in_sequence);
        self.report(error);
        if sign.kind == Kind::Percent || self.too_deep() {
            self.skip_balanced();
            self.panicking = !self.at_separator();
            return self.missing(TextRange::new(sign.start, self.prev_end));
        }
        let open = self.bump();
        let around = self.count_newlines(false);
        self.open.braces += 1;
        let inner = self.deeper(Self::expression);
        self.open.braces -= 1;
        self.close_bracket(open, Kind::CloseBrace, around);
        inner
    }

    /// The finding for a `:` inside an unquoted string such as `https://example.com`, and the end of the
    /// string. If a key and a value may have been meant, as in `[a:1]`, the string must look like an address.
    #[cold]
    pub(super) fn text_without_quotes(&self, may_be_key: bool) -> Option<(Diagnostic, usize)> {
        let ends = |byte: &u8| byte.is_ascii_whitespace() || b"\"'`,;()[]{}".contains(byte);
        let colon = self.tok.start as usize;
        let (before, after) = (&self.src[..colon], &self.src[colon + 1..]);
        let start = before.iter().rposition(|byte| *byte == b'=' || ends(byte)).map_or(0, |at| at + 1);
        let length = after.iter().position(ends).unwrap_or(after.len());
        let is_address =
            after.starts_with(b"//") || before[start..].iter().any(|byte| matches!(byte, b'.' | b'/'));
        if self.tok.kind != Kind::Colon || start == colon || length == 0 || may_be_key && !is_address {
            return None;
        }
        let end = colon + 1 + length;
        let range = TextRange::new(start as u32, end as u32);
        Some((errors::text_without_quotes(self.span(range), &self.words(range)), end))
    }

    /// Handles `{{ … }}`, the template syntax of other tools: reports and skips it.
    pub(super) fn double_braces(&mut self) -> bool {
        let start = self.tok.start as usize;
        let text = &self.src[start..self.src.len().min(start + LONGEST_DOUBLE_BRACES)];
        let line = &text[..memchr(b'\n', text).unwrap_or(text.len())];
        if !line.starts_with(b"{{") || start > 0 && self.src[start - 1] == b'{' {
            return false;
        }
        let Some(len) = memchr::memmem::find(line, b"}}") else { return false };
        let after = line[len + 2..].iter().find(|byte| !matches!(byte, b' ' | b'\t'));
        let foreign = line[2..].iter().find(|byte| !matches!(byte, b' ' | b'-'));
        if matches!(after, Some(b'=' | b':')) && foreign != Some(&b'.') {
            return false;
        }
        let range = TextRange::new(start as u32, (start + len + 2) as u32);
        let error = errors::double_braces(self.span(range));
        self.report(error);
        self.resume_at(range.end as usize);
        true
    }

    fn after_bad_characters(&mut self) -> ExprId {
        let error = self.bad_character();
        self.report(error);
        while matches!(self.kind(), Kind::Bad | Kind::NotUtf8) {
            self.bump();
        }
        // The operand is parsed as if the characters were not there.
        if starts_operand(self.kind()) {
            return self.term();
        }
        self.panicking = !self.at_separator();
        self.missing(TextRange::at(self.prev_end))
    }

    /// Handles a string in quotes that HCL does not support, if it ends on its line.
    pub(super) fn foreign_quotes(&mut self) -> Option<ExprId> {
        let start = self.tok.start as usize;
        let line_len = memchr(b'\n', &self.src[start..]).unwrap_or(self.src.len() - start);
        // offsets in the string must be offsets in the source, so it ends before invalid UTF-8
        let line = self.src[start..start + line_len].utf8_chunks().next()?.valid();
        let (open, closes) = QUOTES.iter().find(|(open, _)| line.starts_with(open))?;
        let inside = &line[open.len()..];
        let (len, close) = closes
            .iter()
            .filter_map(|close| inside.find(close).map(|len| (len, close)))
            .min_by_key(|(len, _)| *len)
            .or_else(|| only_quote(inside).filter(|_| *open == "'").map(|len| (len, &"\"")))?;
        let text = inside[..len].to_owned();
        let end = start + open.len() + len + close.len();
        let range = TextRange::new(start as u32, end as u32);
        let error = errors::foreign_quotes(self.span(range), open, &text);
        self.report(error);
        self.resume_at(end);
        let text = self.text_of(&text);
        Some(self.build.expr(ExprKind::String(text), range))
    }

    /// Handles `<< EOT`, `<<"EOT"`, `<<~EOT`, `<<EOT text` and the like, if the heredoc is terminated.
    fn heredoc_slip(&mut self) -> Option<ExprId> {
        let start = self.tok.start as usize;
        let skip = |mut at: usize, set: &[u8]| {
            while self.src.get(at).is_some_and(|byte| set.contains(byte)) {
                at += 1;
            }
            at
        };
        let name = skip(start + 2, b"-~ \t\"'");
        let name_end = identifier_end(self.src, name)?;
        let rest = skip(name_end, b"\"' \t\r");
        let line_end = rest + memchr::memchr(b'\n', &self.src[rest..])?;
        let marker = TextRange::new(name as u32, name_end as u32);
        if !self.heredoc_is_ended(line_end + 1, marker) {
            return None;
        }
        let written = self.words(TextRange::new(start as u32, name_end as u32));
        let text = self.src[rest..line_end].trim_ascii_end().len();
        let error = match text {
            0 => {
                let range = TextRange::new(start as u32, line_end as u32);
                errors::heredoc_opener(self.span(range), &written, &self.words(marker))
            }
            _ => {
                let range = TextRange::new(rest as u32, (rest + text) as u32);
                errors::text_after_marker(self.span(range), &self.words(marker))
            }
        };
        self.report(error);
        let flush = self.src[start + 2..name].iter().any(|byte| matches!(byte, b'-' | b'~'));
        let opener = HeredocOpener { flush, marker, text_start: line_end + 1 };
        Some(self.heredoc_from(start as u32, opener))
    }

    /// Handles `.5`.
    fn number_without_digit(&mut self) -> Option<ExprId> {
        let second = self.second();
        if second.kind != Kind::Number || second.start != self.tok.end {
            return None;
        }
        let range = self.tok.range().cover(second.range());
        let error = errors::number_without_digit(self.span(range), &self.words(range));
        self.report(error);
        self.bump();
        self.bump();
        Some(self.missing(range))
    }
}

/// The position of the only `"`, if only closing tokens follow it.
fn only_quote(text: &str) -> Option<usize> {
    let at = text.find('"')?;
    let is_end = |c: char| c.is_ascii_whitespace() || ",)]{}".contains(c);
    text[at + 1..].chars().all(is_end).then_some(at)
}

fn is_operator(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| b"<>=!*/+-%&|?:".contains(&byte))
}
