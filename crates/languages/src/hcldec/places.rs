//! Places at which the reference reports native syntax errors: mostly the token at which it stops, including line
//! breaks. Output for users shows where hclx finds the error, which is often the cause rather than a consequence.
//!
//! Source of the rules: HCL's `hclsyntax` parser, which reads token by token and reports the unexpected one. Out of
//! scope: its follow-up errors.

use std::sync::Arc;

use hclx_diag::{Arrange, Code, Diagnostic, Span, TextRange, code_names as codes};

use hclx_syntax::ast::Language;

use super::finding::{ReferenceFinding, Subject};
use super::places_json::{self, Place};

/// Adds the reference's places to findings about syntax errors. For JSON, only the first error gets a place; the
/// reference's other errors are consequences of it.
pub(super) fn placed(
    mut found: Vec<Diagnostic>,
    text: &Arc<[u8]>,
    language: Language,
) -> Vec<ReferenceFinding> {
    if language == Language::Native {
        // The sort is stable, so errors of the parser stay in order.
        found.arrange_by_key(|one| !is_of_scanner(one, text));
    }
    let mut first_of_json = match language {
        Language::Native => None,
        Language::Json => places_json::first_error(text),
    };
    let is_json = first_of_json.is_some();
    let place = |found: Diagnostic| {
        let Some(span) = found.span else { return ReferenceFinding::from(found) };
        let range = match first_of_json.take() {
            Some(Place::Inside(token, bytes)) => {
                return ReferenceFinding::placed(found, Subject::Inside(token.in_source(span.source), bytes));
            }
            Some(Place::Token(token)) => token,
            None if is_json => span.range,
            None => Text(text).reference(&found, span.range),
        };
        let end = text.len() as u32;
        let range = TextRange::new(range.start.min(end), range.end.min(end));
        if range == span.range {
            return ReferenceFinding::from(found);
        }
        ReferenceFinding::placed(found, Subject::At(Span { range, ..span }))
    };
    found.into_iter().map(place).collect()
}

/// Returns `true` for errors of the reference's scanner. It reads the whole source before the parser does, so these
/// come first wherever they are.
fn is_of_scanner(found: &Diagnostic, text: &[u8]) -> bool {
    let bytes = || found.span.and_then(|span| text.get(span.range.range())).unwrap_or_default();
    match found.code {
        code if code == codes::INVALID_CHARACTER || code == codes::NOT_UTF8 => true,
        code if code == codes::WRONG_QUOTES => true,
        code if code == codes::WRONG_OPERATOR => matches!(bytes(), b"&" | b"|" | b"^" | b"~" | b"**"),
        _ => bytes() == b";",
    }
}

/// Adds the reference's place to an error in a JSON string template, which the reference parses as a separate
/// source.
pub(super) fn placed_in_json(found: Diagnostic, text: &[u8]) -> ReferenceFinding {
    let content = found.span.and_then(|span| places_json::content_at(text, span.range.start));
    let (Some(span), Some(content)) = (found.span, content) else { return ReferenceFinding::from(found) };
    let range = match found.code == codes::UNCLOSED_SEQUENCE {
        true => TextRange::at(content.end),
        false => Text(&Arc::from(&text[..content.end as usize])).reference(&found, span.range),
    };
    ReferenceFinding::placed(found, Subject::At(Span { range, ..span }))
}

struct Text<'a>(&'a Arc<[u8]>);

/// The range of one byte, which many unexpected tokens have.
const fn byte(at: u32) -> TextRange {
    TextRange { start: at, end: at + 1 }
}

/// Computes the place in the reference from the source, our own place, and the first label.
type Rule = fn(&Text<'_>, TextRange, Option<TextRange>) -> TextRange;

/// The rules by code; the default is [`Text::next_if_empty`].
const RULES: &[(Code, Rule)] = &[
    (codes::UNCLOSED_STRING, |text, own, _| match text.of(own) {
        b"\"" => text.line_break(own.end),
        _ => text.token_of_any_line(own.end),
    }),
    (codes::UNCLOSED_BRACKET, |text, own, other| text.unclosed(own, other.unwrap_or(own).start)),
    (codes::UNCLOSED_HEREDOC, |text, _, _| TextRange::new(text.len(), text.len())),
    (codes::UNCLOSED_SEQUENCE, |text, own, other| text.unclosed_sequence(own, other.unwrap_or(own).start)),
    // the comma belongs after the item, and the next item may be on a later line
    (codes::MISSING_SEPARATOR, |text, own, _| match own.is_empty() {
        true => text.token_of_any_line(own.end),
        false => own,
    }),
    (codes::UNCLOSED_COMMENT, |_, own, _| byte(own.start)),
    (codes::WRONG_QUOTES, |_, own, _| byte(own.start)),
    (codes::HEREDOC_MARKER, |_, own, _| byte(own.start)),
    (codes::FOREIGN_TEMPLATE, |_, own, _| byte(own.start)),
    (codes::VALUE_MISSING, |text, own, _| text.last_if_several(own)),
    (codes::BAD_STEP, |text, own, _| text.last_if_several(own)),
    (codes::WRONG_OPERATOR, |text, own, _| match text.of(own) {
        b"<>" => byte(own.start + 1),
        // in an object, the entire comparison was parsed as a key
        b"==" => text.end_of_item(own.end),
        _ => text.next_if_empty(own),
    }),
    (codes::BAD_NUMBER, |text, own, _| text.after_number(own)),
    (codes::NOT_AN_ITEM, |text, own, other| match other {
        Some(other) if other.start == own.end => other,
        _ if text.of(own).starts_with(b"\"") => byte(own.start),
        _ => text.next_if_empty(own),
    }),
    (codes::ONE_LINE_BLOCK, |text, own, _| match text.word_end(own.start) {
        end if end == own.end && !own.is_empty() => TextRange::new(own.start, text.token(own.end).end),
        _ => text.next_if_empty(own),
    }),
    (codes::BAD_DIRECTIVE, |text, own, other| match other {
        _ if text.of(own) == b"else if" => TextRange::new(own.end - 2, own.end),
        Some(end) if text.of(own).starts_with(b"%{") && end.is_empty() && end.start > own.end => {
            text.token_before(end.start)
        }
        _ => own,
    }),
];

impl Text<'_> {
    fn reference(&self, found: &Diagnostic, own: TextRange) -> TextRange {
        let other = found.labels.first().map(|label| label.span.range);
        match RULES.iter().find(|(code, _)| *code == found.code) {
            Some((_, rule)) => rule(self, own, other),
            None => self.next_if_empty(own),
        }
    }

    /// Moves the place of a missing item to the next token.
    fn next_if_empty(&self, own: TextRange) -> TextRange {
        if own.is_empty() { self.token(own.start) } else { own }
    }

    /// Narrows a place to the surplus closing token, which the reference reports instead of the missing
    /// opening one.
    fn last_if_several(&self, own: TextRange) -> TextRange {
        match self.of(own) {
            b".." | [_, .., b'}' | b']'] => byte(own.end - 1),
            _ => self.next_if_empty(own),
        }
    }

    fn len(&self) -> u32 {
        self.0.len() as u32
    }

    fn of(&self, range: TextRange) -> &[u8] {
        self.0.get(range.start as usize..range.end as usize).unwrap_or_default()
    }

    fn at(&self, at: u32) -> Option<u8> {
        self.0.get(at as usize).copied()
    }

    /// The token at or after an offset. A line break is a token, and includes a comment that ends the line.
    fn token(&self, from: u32) -> TextRange {
        let start = self.skip(from, |byte| matches!(byte, b' ' | b'\t'));
        let rest = self.of(TextRange::new(start, self.len()));
        match rest {
            [] => TextRange::new(start, start),
            [b'/', b'*', ..] => {
                let closed = rest.windows(2).skip(2).position(|pair| pair == b"*/");
                closed.map_or(byte(start), |at| self.token(start + at as u32 + 4))
            }
            [b'#', ..] | [b'/', b'/', ..] => {
                let end = self.skip(start, |byte| byte != b'\n');
                TextRange::new(start, (end + 1).min(self.len()))
            }
            [b'\r', b'\n', ..] => TextRange::new(start, start + 2),
            [b'=', b'=' | b'>', ..]
            | [b'!' | b'<' | b'>', b'=', ..]
            | [b'&', b'&', ..]
            | [b'|', b'|', ..] => TextRange::new(start, start + 2),
            [b'$' | b'%', b'{', ..] => TextRange::new(start, start + 2),
            [b'.', b'.', b'.', ..] => TextRange::new(start, start + 3),
            [digit, ..] if digit.is_ascii_digit() => TextRange::new(start, self.number_end(start)),
            _ => TextRange::new(start, self.word_end(start).max(start + 1)),
        }
    }

    /// Like [`Self::token`], but skips line breaks and comments, as inside brackets.
    fn token_of_any_line(&self, from: u32) -> TextRange {
        let mut found = self.token(from);
        while matches!(self.of(found), [b'\n' | b'\r' | b'#', ..] | [b'/', b'/', ..]) {
            found = self.token(found.end);
        }
        found
    }

    /// The line break at the end of the line that contains an offset.
    fn line_break(&self, from: u32) -> TextRange {
        let at = self.skip(from, |byte| byte != b'\n');
        let start = if at > from && self.at(at - 1) == Some(b'\r') { at - 1 } else { at };
        TextRange::new(start, (at + 1).min(self.len()))
    }

    fn skip(&self, from: u32, skipped: impl Fn(u8) -> bool) -> u32 {
        let rest = self.of(TextRange::new(from.min(self.len()), self.len()));
        from + rest.iter().take_while(|byte| skipped(**byte)).count() as u32
    }

    fn word_end(&self, start: u32) -> u32 {
        self.skip(start, |byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-') || !byte.is_ascii()
        })
    }

    fn number_end(&self, start: u32) -> u32 {
        let whole = self.skip(start, |byte| byte.is_ascii_digit());
        let fraction = self.skip(whole + 1, |byte| byte.is_ascii_digit());
        if self.at(whole) == Some(b'.') && fraction > whole + 1 { fraction } else { whole }
    }

    /// A number directly followed by a word: the reference reports the word.
    fn after_number(&self, own: TextRange) -> TextRange {
        if !self.at(own.start).is_some_and(|byte| byte.is_ascii_digit()) {
            return byte(own.start);
        }
        TextRange::new(self.number_end(own.start).min(own.end.saturating_sub(1)), own.end)
    }

    /// The end of an object item.
    fn end_of_item(&self, from: u32) -> TextRange {
        self.token(self.skip(from, |byte| !matches!(byte, b',' | b'}' | b'\n')))
    }

    /// The token that ends at an offset: a quote, or the end marker of a heredoc.
    fn token_before(&self, end: u32) -> TextRange {
        let word = self.of(TextRange::new(0, end)).iter().rev();
        let length = word.take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count() as u32;
        TextRange::new(end - length.max(1), end)
    }

    /// The place of a bracket that is unclosed at `at`. Blocks and calls without any end are reported at
    /// their start, others at the unexpected token.
    fn unclosed(&self, open: TextRange, at: u32) -> TextRange {
        if !matches!(self.of(open), b"{" | b"[" | b"(") || at < open.end {
            return open;
        }
        let before = self.of(TextRange::new(0, open.start)).trim_ascii_end().last().copied();
        let after_word =
            before.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'"'));
        let next = self.token_of_any_line(at);
        let at_end = next.is_empty();
        let last = self.of(TextRange::new(open.start, next.start)).trim_ascii_end().last().copied();
        let part_expected = matches!(last, Some(b',' | b'{' | b'[' | b'('));
        match self.of(open) {
            b"{" if after_word => {
                // the reference counts braces, and reports the one that is left over at the end
                hclx_syntax::unclosed_openers(self.0).first().map_or(open, |open| byte(*open))
            }
            b"{" | b"[" | b"(" if at_end && part_expected => next,
            b"{" if at_end && self.of(TextRange::new(at, next.start)).contains(&b'\n') => next,
            b"{" | b"[" if at_end => open,
            b"(" if at_end && after_word => {
                let name = self.of(TextRange::new(0, open.start)).iter().rev();
                let length =
                    name.take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
                TextRange::new(open.start - length.count() as u32, open.end)
            }
            _ => next,
        }
    }

    /// The place of a `${` that is unclosed at `at`.
    fn unclosed_sequence(&self, open: TextRange, at: u32) -> TextRange {
        if self.at(at) == Some(b'"') {
            // the quote starts a string that is not closed on its line
            return self.line_break(at + 1);
        }
        let next = self.token_of_any_line(at);
        if !next.is_empty() {
            return next;
        }
        let line = self.of(TextRange::new(0, open.start));
        match line.iter().rposition(|byte| matches!(byte, b'"' | b'\n')) {
            Some(quote) if line[quote] == b'"' && quote as u32 + 1 < open.start => {
                TextRange::new(quote as u32 + 1, open.start)
            }
            _ => open,
        }
    }
}
