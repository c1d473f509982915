//! The contents of `${ }` and `%{ }`.
//!
//! Out of scope: the structure of directives (`directives`).

use hclx_diag::{TextRange, code_names as codes};

use super::Part;
use crate::ast::ExprKind;
use crate::errors;
use crate::parser::{OpenBrackets, Parser};
use crate::place::{Context, CursorContext};
use crate::token::Kind;

/// The end of a sequence.
#[derive(Clone, Copy, Debug)]
pub(super) struct SequenceEnd {
    /// The offset at which the literal continues.
    pub pos: usize,
    /// Set if it ended with `~}`.
    pub trim: bool,
    /// Set if it did not end on the line of a quoted string, whose end it is then.
    pub broken: bool,
}

impl Parser<'_, '_> {
    /// Parses a sequence from its `opener` on, and adds its part to the template.
    pub(super) fn sequence(&mut self, opener: TextRange, quoted: bool) -> SequenceEnd {
        // The third byte is the strip marker.
        if opener.len() == 3 && self.literal_just_before(opener) {
            self.strip_last(quoted);
        }
        let newlines = self.count_newlines(false);
        // Inside the sequence, brackets around the string do not match anything.
        let open = std::mem::replace(&mut self.open, OpenBrackets { braces: 1, ..OpenBrackets::default() });
        let in_quotes = std::mem::replace(&mut self.in_quotes, quoted.then_some(opener));
        let in_sequence = std::mem::replace(&mut self.in_sequence, true);
        self.resume_at(opener.end as usize);
        // In messages, the opener is the token before the expression.
        self.prev_start = opener.start;
        let directive = self.src[opener.start as usize] == b'%';
        let read = |this: &mut Self| match directive {
            true => this.directive(opener),
            false => this.interpolation(opener),
        };
        let ended = self.within(|this| this.deeper(read), |this, watch| this.open_loops(watch));
        self.count_newlines(newlines);
        self.open = open;
        self.in_quotes = in_quotes;
        self.in_sequence = in_sequence;
        ended
    }

    /// Returns `true` if the last part is a literal that ends directly before `opener`.
    fn literal_just_before(&self, opener: TextRange) -> bool {
        matches!(self.scratch.parts[self.template_start..].last(), Some(Part::Literal { range, .. }) if range.end == opener.start)
    }

    /// Returns `true` if the next token is the last quote of its line, directly after the opener.
    fn at_last_quote(&self) -> bool {
        let rest = &self.src[self.tok.end as usize..];
        self.kind() == Kind::Quote && rest.iter().take_while(|byte| **byte != b'\n').all(|byte| *byte != b'"')
    }

    fn interpolation(&mut self, opener: TextRange) -> SequenceEnd {
        if self.at_last_quote() && self.interpolation_ends_here() {
            return self.no_directive(opener);
        }
        let mut expr = self.inside(Self::expression, |_| CursorContext::Interpolation);
        while self.kind() == Kind::Assign && !self.panicking && self.in_quotes.is_some() {
            let error = errors::assignment_in_sequence(self.span(self.here()));
            self.report(error);
            self.bump();
            expr = self.inside(Self::expression, |_| CursorContext::Interpolation);
        }
        if matches!(self.build.tree.expr(expr).kind, ExprKind::String(_)) {
            // Inner expressions are built before outer ones, so the ids stay sorted.
            self.build.tree.interpolated.push(expr);
        }
        let ended = self.close_sequence(opener);
        self.scratch.parts.push(Part::Interpolation(expr));
        ended
    }

    fn directive(&mut self, opener: TextRange) -> SequenceEnd {
        if self.kind() != Kind::Ident {
            if self.kind() == Kind::Eof {
                self.met(|_| Context::Directive);
            }
            let error = errors::directive_expected(self.span(self.here()), &self.found());
            self.fail(error);
            return self.no_directive(opener);
        }
        let keyword = self.bump().range();
        match &self.src[keyword.range()] {
            b"if" => {
                let condition = self.inside(Self::expression, |_| CursorContext::Condition);
                self.close_directive(opener, |marker| Part::If { condition, marker })
            }
            b"for" => match self.for_head(keyword) {
                Some(head) => self.close_directive(opener, |marker| Part::For { head, marker }),
                None => self.no_directive(opener),
            },
            b"else" if self.at_word("if") => self.else_if(keyword.cover(self.tok.range()), opener),
            b"elseif" | b"elsif" | b"elif" => self.else_if(keyword, opener),
            b"else" => self.close_directive(opener, Part::Else),
            b"endif" => self.close_directive(opener, Part::EndIf),
            b"endfor" => self.close_directive(opener, Part::EndFor),
            _ => {
                let error = errors::unknown_directive(self.span(keyword), &self.words(keyword));
                self.fail(error);
                self.no_directive(opener)
            }
        }
    }

    /// Handles a second condition, which templates do not support; its contents belong to the previous
    /// branch.
    fn else_if(&mut self, words: TextRange, opener: TextRange) -> SequenceEnd {
        let error = errors::else_if(self.span(words), &self.words(words));
        self.fail(error);
        self.close_sequence(opener)
    }

    /// Handles a directive that could not be parsed: its end is not reported again.
    fn no_directive(&mut self, opener: TextRange) -> SequenceEnd {
        let ended = self.close_sequence(opener);
        self.scratch.parts.push(Part::Unknown);
        ended
    }

    fn close_directive(&mut self, opener: TextRange, part: impl FnOnce(TextRange) -> Part) -> SequenceEnd {
        let ended = self.close_sequence(opener);
        let end = (ended.pos as u32).max(opener.end);
        self.scratch.parts.push(part(TextRange::new(opener.start, end)));
        ended
    }

    /// Parses `}` or `~}`, which should be the next token.
    fn close_sequence(&mut self, opener: TextRange) -> SequenceEnd {
        let failed = self.panicking || self.diagnostics.last().is_some_and(|last| begins_after(last, opener));
        let in_quotes = failed && self.in_quotes.is_some();
        if let Some(pos) = in_quotes.then(|| self.escaped_quotes(opener)).flatten() {
            return SequenceEnd { pos, trim: false, broken: false };
        }
        if in_quotes && (self.string_swallows_end(opener) || self.has_stray_quote(opener)) {
            self.panicking = false;
            let rest = &self.src[opener.end as usize..];
            let line = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            return SequenceEnd { pos: opener.end as usize + line, trim: false, broken: true };
        }
        if !self.panicking && !matches!(self.kind(), Kind::CloseBrace | Kind::StripClose) {
            self.sequence_goes_on(opener);
        }
        if self.panicking {
            self.skip_to_sequence_end(opener.start);
            self.panicking = false;
        }
        let token = self.tok;
        match token.kind {
            Kind::CloseBrace | Kind::StripClose => {
                SequenceEnd { pos: token.end as usize, trim: token.kind == Kind::StripClose, broken: false }
            }
            // This quote ends the string around the sequence.
            Kind::Quote if !token.starts_line() => {
                SequenceEnd { pos: token.start as usize, trim: false, broken: false }
            }
            _ if token.starts_line() => {
                SequenceEnd { pos: token.newline as usize, trim: false, broken: true }
            }
            _ => SequenceEnd { pos: self.src.len().min(self.prev_end as usize), trim: false, broken: true },
        }
    }

    /// Returns `true` if the last string on the line of a sequence contains the end of the sequence, as in
    /// `${lower("prod)}"`. In this case, reports that instead of its consequences.
    fn string_swallows_end(&mut self, opener: TextRange) -> bool {
        let ends = self.kind() == Kind::Eof || self.tok.starts_line();
        let rest = &self.src[opener.end as usize..];
        let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
        let Some(inside) = line.trim_ascii_end().strip_suffix(b"\"").filter(|_| ends) else { return false };
        let Some(start) = memchr::memrchr(b'"', inside).filter(|at| !inside[..*at].ends_with(b"\\")) else {
            return false;
        };
        let text = &inside[start + 1..];
        let kept =
            text.iter().rposition(|byte| !matches!(byte, b'}' | b')' | b']' | b'~')).map_or(0, |at| at + 1);
        if !text[kept..].contains(&b'}') || text.contains(&b'{') {
            return false;
        }
        let from = opener.end + start as u32;
        let string = TextRange::new(from, from + text.len() as u32 + 2);
        while self.diagnostics.last().is_some_and(|last| begins_after(last, opener)) {
            self.diagnostics.pop();
        }
        self.panicking = false;
        let error = errors::string_swallows_end(
            self.span(string),
            self.span(opener),
            &self.words(opener),
            &String::from_utf8_lossy(&text[..kept]),
        );
        self.fail(error);
        true
    }

    /// Returns `true` if a quote in a sequence, where no string is allowed, neither ends the enclosing string nor
    /// starts another one: its line has only one more quote, after the end of the sequence, as in `"${var."name}"`. In
    /// this case, reports that instead of its consequences.
    fn has_stray_quote(&mut self, opener: TextRange) -> bool {
        let quote = self.tok.range();
        let rest = &self.src[quote.end as usize..];
        let line = rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())].trim_ascii_end();
        let text = line.strip_suffix(b"\"").filter(|_| self.kind() == Kind::Quote && !self.tok.starts_line());
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
        let Some(text) = text.filter(|text| !text.contains(&b'"') && !text.contains(&b'{')) else {
            return false;
        };
        let name = text.iter().take_while(|byte| is_name(byte)).count();
        if name == 0 || !matches!(text.get(name), Some(b'}' | b'[' | b')' | b',')) || !text.contains(&b'}') {
            return false;
        }
        self.diagnostics.pop_if(|last| begins_after(last, opener));
        self.panicking = false;
        let error = errors::stray_quote(self.span(quote), self.span(opener), &self.words(opener));
        self.fail(error);
        true
    }

    /// The end of a sequence in which all quotes are escaped, as in `"${join(\",\", a)}"`, which Terraform before 0.12
    /// allowed. In this case, reports that instead of its consequences.
    fn escaped_quotes(&mut self, opener: TextRange) -> Option<usize> {
        let rest = &self.src[opener.end as usize..];
        let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
        let (mut depth, mut is_string, mut slashes) = (1usize, false, Vec::new());
        let mut at = 0;
        while depth > 0 {
            match line.get(at)? {
                b'\\' if line.get(at + 1) == Some(&b'"') => {
                    slashes.push(TextRange::new(opener.end + at as u32, opener.end + at as u32 + 1));
                    (is_string, at) = (!is_string, at + 1);
                }
                b'"' => return None,
                b'{' if !is_string => depth += 1,
                b'}' if !is_string => depth -= 1,
                _ => {}
            }
            at += 1;
        }
        let first = *slashes.first()?;
        while self.diagnostics.last().is_some_and(|last| begins_after(last, opener)) {
            self.diagnostics.pop();
        }
        self.panicking = false;
        let slashes = slashes.into_iter().map(|slash| self.span(slash)).collect();
        let error = errors::escaped_quotes(self.span(first), slashes, &self.words(opener));
        self.report(error);
        Some(opener.end as usize + at)
    }

    /// Handles an unexpected token in place of the end of a sequence.
    #[cold]
    fn sequence_goes_on(&mut self, opener: TextRange) {
        if self.interpolation_ends_here() || self.string_swallows_end(opener) {
            return;
        }
        let at = self.span(self.here());
        let word = self.words(opener);
        let opener = self.span(opener);
        let error = match self.kind() {
            Kind::Eof if std::mem::replace(&mut self.swallowed, true) => {
                self.panicking = true;
                return;
            }
            Kind::Eof => {
                // the missing value is already reported
                self.diagnostics.pop_if(|last| last.code == codes::VALUE_MISSING && last.span == Some(at));
                errors::unclosed_sequence(opener, &word, at)
            }
            _ if self.tok.starts_line() => {
                let at = self.span(TextRange::at(self.prev_end));
                errors::unclosed_sequence(opener, &word, at)
            }
            Kind::Bad | Kind::NotUtf8 => self.bad_character(),
            kind => errors::sequence_end_expected(at, &self.found(), opener, &word, kind == Kind::Colon),
        };
        self.fail(error);
    }
}

/// Returns `true` if a finding is located after an opener.
fn begins_after(found: &hclx_diag::Diagnostic, opener: TextRange) -> bool {
    found.span.is_some_and(|span| span.range.start >= opener.start)
}
