//! Operands: literals, names, calls, parentheses.
//!
//! Out of scope: lists and objects (`collections`), `for` (`loops`), strings (`template`).

use hclx_diag::TextRange;

use super::Parser;
use crate::ast::*;
use crate::errors;
use crate::place::Context;
use crate::token::{Kind, Token};

impl<'a> Parser<'a, '_> {
    /// Parses an operand without its steps.
    #[inline]
    pub(super) fn term(&mut self) -> ExprId {
        if self.build.is_full() {
            return self.cut();
        }
        match self.kind() {
            Kind::Ident => self.word(),
            Kind::Number => self.number(),
            Kind::Quote => self.quoted(),
            Kind::Heredoc => self.heredoc(),
            Kind::OpenBracket => self.nested(Self::tuple_or_for),
            Kind::OpenBrace => self.nested(Self::object_or_for),
            Kind::OpenParen => self.nested(Self::parenthesis),
            _ => self.no_operand(),
        }
    }

    /// Parses a construct in brackets, or skips it if brackets are nested too deep.
    fn nested(&mut self, construct: fn(&mut Self) -> ExprId) -> ExprId {
        if self.too_deep() {
            let start = self.tok.start;
            self.skip_balanced();
            return self.missing(TextRange::new(start, self.prev_end));
        }
        self.deeper(construct)
    }

    fn number(&mut self) -> ExprId {
        let token = self.bump();
        let text = &self.src[token.range().range()];
        if !is_number(text) {
            let error = errors::bad_number(self.span(token.range()), &self.words(token.range()));
            self.report(error);
            return self.missing(token.range());
        }
        if text.len() > LONGEST_SAFE_NUMBER && exponent_overflows(text) {
            let error = errors::exponent_too_large(self.span(token.range()));
            self.report(error);
            return self.missing(token.range());
        }
        let after = self.tok;
        if after.start == token.end && after.kind == Kind::Ident {
            let both = token.range().cover(after.range());
            let error = errors::number_then_letters(self.span(both), &self.words(both));
            self.report(error);
            self.bump();
            return self.missing(both);
        }
        self.build.expr(ExprKind::Number, token.range())
    }

    /// Parses a name: a call, a literal or a variable.
    fn word(&mut self) -> ExprId {
        let token = self.bump();
        let kind = match self.kind() {
            Kind::OpenParen | Kind::DoubleColon => return self.call(token),
            Kind::Less | Kind::OpenBracket if self.at_foreign_brackets(token) => {
                return self.missing(token.range());
            }
            _ => match &self.src[token.range().range()] {
                b"true" => ExprKind::Bool(true),
                b"false" => ExprKind::Bool(false),
                b"null" => ExprKind::Null,
                _ => ExprKind::Variable(self.raw_text(token.range())),
            },
        };
        self.build.expr(kind, token.range())
    }

    fn parenthesis(&mut self) -> ExprId {
        let open = self.bump();
        let around = self.count_newlines(false);
        self.open.parens += 1;
        let inner = self.expression();
        self.open.parens -= 1;
        self.close_bracket(open, Kind::CloseParen, around);
        self.build.expr(ExprKind::Paren(inner), TextRange::new(open.start, self.prev_end))
    }

    /// Parses a call from `(` or `::` on.
    fn call(&mut self, first: Token) -> ExprId {
        let Some(name) = self.function_name(first) else {
            return self.missing(TextRange::new(first.start, self.prev_end));
        };
        if self.too_deep() {
            self.skip_balanced();
            return self.missing(TextRange::new(first.start, self.prev_end));
        }
        self.deeper(|this| this.arguments(name))
    }

    /// Parses a function name with its namespaces; afterwards the next token is `(`.
    fn function_name(&mut self, first: Token) -> Option<Name> {
        let mut joined = String::new();
        let mut end = first.end;
        while self.kind() == Kind::DoubleColon {
            if joined.is_empty() {
                joined.push_str(&self.words(first.range()));
            }
            self.bump();
            if self.kind() != Kind::Ident {
                if self.kind() == Kind::Eof {
                    let namespace = joined.clone();
                    self.met(|_| Context::FunctionName { namespace });
                }
                let found = self.found();
                let error = errors::function_name_expected(self.span(self.here()), &found);
                self.fail(error);
                return None;
            }
            let next = self.bump();
            joined.push_str("::");
            joined.push_str(&self.words(next.range()));
            end = next.end;
        }
        let range = TextRange::new(first.start, end);
        if self.kind() != Kind::OpenParen {
            let found = self.found();
            let error = errors::call_expected(self.span(self.here()), &found, self.span(range));
            self.report(error);
            self.panicking = !self.at_separator();
            return None;
        }
        // spaces around `::` are not part of the name, so it is not always a slice of the source
        let spaced = !joined.is_empty() && joined.len() != range.len() as usize;
        let text = if spaced { self.build.text(&joined) } else { self.raw_text(range) };
        Some(Name { text, range })
    }
}

/// The maximum length in bytes of numbers whose exponents certainly fit.
const LONGEST_SAFE_NUMBER: usize = 9;

/// Returns `true` if a number's power of ten exceeds 32 bits, which Go cannot represent either.
fn exponent_overflows(text: &[u8]) -> bool {
    let Some(mark) = text.iter().position(|byte| matches!(byte, b'e' | b'E')) else { return false };
    let fraction = text[..mark].iter().rposition(|byte| *byte == b'.').map_or(0, |dot| mark - dot - 1);
    let exponent = std::str::from_utf8(&text[mark + 1..]).ok().and_then(|digits| digits.parse::<i64>().ok());
    exponent.is_none_or(|exponent| i32::try_from(exponent - fraction as i64).is_err())
}

/// Returns `true` if a token of digits, dots and exponents is a valid number (HCL native syntax spec, Numeric
/// literals): at most one dot, then at most one exponent.
fn is_number(text: &[u8]) -> bool {
    let digits = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    let after_dot = match text.get(digits) {
        Some(b'.') => digits + 1 + text[digits + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count(),
        _ => digits,
    };
    match text.get(after_dot) {
        None => true,
        Some(b'e' | b'E') => {
            let sign = usize::from(matches!(text.get(after_dot + 1), Some(b'+' | b'-')));
            text[after_dot + 1 + sign..].iter().all(u8::is_ascii_digit)
        }
        Some(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{exponent_overflows, is_number};

    #[test]
    fn exponents_fit_32_bits() {
        assert!(!exponent_overflows(b"1e2147483647") && !exponent_overflows(b"1.5e-1000000"));
        assert!(exponent_overflows(b"1e2147483648") && exponent_overflows(b"1e99999999999999999999"));
        assert!(exponent_overflows(b"1.5e-2147483648"));
    }

    #[test]
    fn one_dot_and_one_exponent() {
        for text in ["0", "007", "1.5", "1.e3", "1e+3", "1E-400", "0.1"] {
            assert!(is_number(text.as_bytes()), "{text}");
        }
        for text in ["1.2.3", "1e5e5", "1e5.2", "1..2"] {
            assert!(!is_number(text.as_bytes()), "{text}");
        }
    }
}
