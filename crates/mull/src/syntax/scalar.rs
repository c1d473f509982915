//! Scalars: the values of plain scalars in YAML's core schema, and the quotations in scalars.
//!
//! Out of scope: keys of statements (see `statements`).

use std::ops::Range;

use hclx_diag::TextRange;

use super::align::align;
use super::ast::{NodeKind, Places};
use super::brace::end_of_quotation;
use super::markup::{HoleKind, Origin, RawKind, RawNode, Style};

/// The maximum number of digits of an integer: those that always fit in 4,096 bits.
pub(super) const MAX_DIGITS: usize = 1233;

/// A part of a scalar.
#[derive(Debug)]
pub(super) enum Piece {
    /// Literal contents, with `$${` replaced by `${`, and their range in the file.
    Text(String, TextRange),
    Quotation(Quotation),
}

/// A quotation in a scalar.
#[derive(Debug)]
pub(super) struct Quotation {
    /// The decoded source between `${` and `}`.
    pub inside: String,
    /// A map from the decoded source to the file.
    pub places: Vec<(u32, u32)>,
    /// The range from `${` to `}` in the file.
    pub range: TextRange,
    pub hole: Option<HoleKind>,
}

/// A scalar split into pieces.
#[derive(Debug)]
pub(super) enum Pieces {
    /// There is no `${`.
    None,
    Some(Vec<Piece>),
    /// The quotation at this range is not closed.
    Unterminated(TextRange),
}

impl Pieces {
    /// The quotation, if the scalar contains nothing else.
    pub(super) fn sole(&self) -> Option<&Quotation> {
        match self {
            Pieces::Some(pieces) => match &pieces[..] {
                [Piece::Quotation(quoted)] => Some(quoted),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The sources of scalars.
#[derive(Clone, Copy)]
pub(super) struct Sources<'a> {
    /// The parsed source.
    pub parsed: &'a str,
    /// The file.
    pub file: &'a str,
    pub origin: &'a Origin,
    /// Set if `${` is literal.
    pub literal: bool,
}

impl Sources<'_> {
    /// A map from the decoded scalar to the file; empty if both are the same.
    pub(super) fn places(&self, text: &str, style: Style, span: &Range<u32>) -> Vec<(u32, u32)> {
        let (start, raw) = self.content(style, span);
        let in_step = |from: u32| vec![(0, self.origin.start(from))];
        match style {
            Style::Empty => return Vec::new(),
            Style::Plain if raw == text => {
                let known = self.origin.holes_in(span).is_empty();
                return if known { Vec::new() } else { self.mapped(&[(0, 0)], text, start, span) };
            }
            // Without escapes, the quote shifts the contents but does not change them.
            Style::Single | Style::Double
                if raw.len() == text.len() + 2 && &raw[1..raw.len() - 1] == text =>
            {
                return in_step(start + 1);
            }
            _ => {}
        }
        self.mapped(&align(text, raw, style), text, start, span)
    }

    /// Maps steps within a scalar to steps in the file, with an additional one after each hole.
    fn mapped(&self, steps: &[(u32, u32)], text: &str, start: u32, span: &Range<u32>) -> Vec<(u32, u32)> {
        let mut holes = self.origin.holes_in(span).iter().peekable();
        let mut mapped = Vec::with_capacity(steps.len());
        for (index, &(at, from)) in steps.iter().enumerate() {
            mapped.push((at, self.origin.start(start + from)));
            let end = steps.get(index + 1).map_or(text.len() as u32, |next| next.0);
            while let Some(hole) = holes.next_if(|hole| hole.at < start + from + (end - at)) {
                let after = at + (hole.at + 1).saturating_sub(start + from);
                if after > mapped.last().map_or(0, |last| last.0) && after < end {
                    mapped.push((after, hole.quotation.end));
                }
            }
        }
        mapped
    }

    /// The source of the scalar without the header of a block scalar, and its start.
    fn content(&self, style: Style, span: &Range<u32>) -> (u32, &str) {
        let raw = self.parsed.get(span.start as usize..span.end as usize).unwrap_or_default();
        let header = match style {
            Style::Block => raw
                .find(['\n', '\r'])
                .map_or(raw.len(), |found| found + if raw[found..].starts_with("\r\n") { 2 } else { 1 }),
            _ => 0,
        };
        (span.start + header as u32, &raw[header..])
    }

    /// Returns `true` if a range of the parsed source contains a replaced quotation.
    pub(super) fn has_hole(&self, span: &Range<u32>) -> bool {
        !self.origin.holes.is_empty() && !self.origin.holes_in(span).is_empty()
    }

    /// Splits a scalar into pieces.
    pub(super) fn pieces(&self, node: &RawNode<'_>) -> Pieces {
        let RawKind::Scalar(text, style) = &node.kind else { return Pieces::None };
        if self.literal {
            return Pieces::None;
        }
        let holes = if self.origin.holes.is_empty() { &[][..] } else { self.origin.holes_in(&node.span) };
        if holes.is_empty() && !has_quotation(text) {
            return Pieces::None;
        }
        let (start, raw) = self.content(*style, &node.span);
        // Only plain scalars have holes; elsewhere, quotations are found in the decoded text.
        let steps = if *style == Style::Plain { align(text, raw, *style) } else { Vec::new() };
        let decoded = |at: u32| {
            let from = at - start;
            let (known, written) = steps[steps.partition_point(|step| step.1 <= from).saturating_sub(1)];
            (known + from.saturating_sub(written)) as usize
        };
        let opaque = holes.iter().filter(|_| *style == Style::Plain);
        let places = match self.places(text, *style, &node.span) {
            places if places.is_empty() => vec![(0, self.origin.start(node.span.start))],
            places => places,
        };
        let mut cut = Cutter { text, places, pieces: Vec::new(), literal: String::new(), since: 0, at: 0 };
        for hole in opaque {
            let Some(end) = cut.literal(decoded(hole.at)) else { return cut.unterminated() };
            let inside = TextRange::new(hole.quotation.start + 2, hole.quotation.end - 1);
            cut.flush(end);
            cut.pieces.push(Piece::Quotation(Quotation {
                inside: self.file[inside.range()].to_owned(),
                places: vec![(0, inside.start)],
                range: hole.quotation,
                hole: Some(hole.kind),
            }));
            cut.skip(1);
        }
        match cut.literal(text.len()) {
            None => cut.unterminated(),
            Some(end) => {
                cut.flush(end);
                Pieces::Some(cut.pieces)
            }
        }
    }
}

/// Returns `true` if a string contains `${`.
pub(super) fn has_quotation(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b'$', bytes).any(|at| bytes.get(at + 1) == Some(&b'{'))
}

/// Splits a decoded scalar into literals and quotations.
struct Cutter<'a> {
    text: &'a str,
    places: Vec<(u32, u32)>,
    pieces: Vec<Piece>,
    /// The literal since the last quotation.
    literal: String,
    /// The start of that literal.
    since: usize,
    at: usize,
}

impl Cutter<'_> {
    /// Consumes everything before `to`: literals, and quotations in them. `None` if one of them is unclosed,
    /// in which case the position remains there.
    fn literal(&mut self, to: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        while let Some(found) = memchr::memchr(b'$', bytes.get(self.at..to)?) {
            let at = self.at + found;
            self.literal.push_str(&self.text[self.at..at]);
            self.at = at;
            if bytes[at..to].starts_with(b"$${") {
                self.literal.push_str("${");
                self.at += 3;
            } else if bytes[at..to].starts_with(b"${") {
                let end = end_of_quotation(&bytes[..to], at)?;
                self.flush(at);
                self.quotation(at..end);
            } else {
                self.literal.push('$');
                self.at += 1;
            }
        }
        self.literal.push_str(&self.text[self.at..to]);
        self.at = to;
        Some(to)
    }

    fn quotation(&mut self, range: Range<usize>) {
        let inside = range.start + 2..range.end - 1;
        let first = super::ast::offset(&self.places, 0, inside.start as u32);
        let within = |(at, from): &(u32, u32)| {
            let at = *at as usize;
            (at > inside.start && at <= inside.end).then(|| ((at - inside.start) as u32, *from))
        };
        let skipped = self.places.partition_point(|(at, _)| (*at as usize) <= inside.start);
        let rest = self.places[skipped..].iter().map_while(within);
        let places = std::iter::once((0, first)).chain(rest).collect();
        let piece = Quotation {
            inside: self.text[inside].to_owned(),
            places,
            range: self.place(range.clone()),
            hole: None,
        };
        self.pieces.push(Piece::Quotation(piece));
        self.skip(range.len());
    }

    fn skip(&mut self, len: usize) {
        self.at += len;
        self.since = self.at;
    }

    /// Ends the literal before a quotation.
    fn flush(&mut self, end: usize) {
        if !self.literal.is_empty() {
            let range = self.place(self.since..end);
            self.pieces.push(Piece::Text(std::mem::take(&mut self.literal), range));
        }
        self.since = end;
    }

    fn place(&self, range: Range<usize>) -> TextRange {
        super::ast::stretch(&self.places, 0, range.start as u32..range.end as u32)
    }

    fn unterminated(&self) -> Pieces {
        Pieces::Unterminated(self.place(self.at..self.at + 2))
    }
}

/// A plain scalar that Mull does not support.
pub(super) struct UnsupportedScalar;

/// The kind of a plain scalar (YAML 1.2, core schema; Mull §2.1).
pub(super) fn resolve(text: &str) -> Result<NodeKind, UnsupportedScalar> {
    Ok(match text.as_bytes() {
        b"" | b"~" | b"null" | b"Null" | b"NULL" => NodeKind::Null,
        b"true" | b"True" | b"TRUE" => NodeKind::Bool(true),
        b"false" | b"False" | b"FALSE" => NodeKind::Bool(false),
        [b'+' | b'-' | b'.' | b'0'..=b'9', ..] => return number(text),
        _ => NodeKind::String(text.into()),
    })
}

fn number(text: &str) -> Result<NodeKind, UnsupportedScalar> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    // JSON cannot represent these numbers. Unlike an infinity, NaN has no sign.
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return Err(UnsupportedScalar);
    }
    Ok(match is_integer(text).or_else(|| is_float(unsigned).then_some(false)) {
        Some(integral) => NodeKind::Number { text: text.into(), integral },
        None => NodeKind::String(text.into()),
    })
}

/// `Some(true)` for an integer.
fn is_integer(text: &str) -> Option<bool> {
    let all = |digits: &str, is: fn(&u8) -> bool| !digits.is_empty() && digits.bytes().all(|byte| is(&byte));
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let octal =
        |text: &str| text.strip_prefix("0o").is_some_and(|rest| all(rest, |b| matches!(b, b'0'..=b'7')));
    let hex = |text: &str| text.strip_prefix("0x").is_some_and(|rest| all(rest, u8::is_ascii_hexdigit));
    // Only decimal integers have a sign.
    (all(unsigned, u8::is_ascii_digit) || octal(text) || hex(text)).then_some(true)
}

/// `(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`.
fn is_float(text: &str) -> bool {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(text);
    let rest = &text[whole..];
    let (fraction, rest) = match rest.strip_prefix('.') {
        Some(rest) => (digits(rest), &rest[digits(rest)..]),
        None => (0, rest),
    };
    if whole + fraction == 0 {
        return false;
    }
    let Some(exponent) = rest.strip_prefix(['e', 'E']) else { return rest.is_empty() };
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    !exponent.is_empty() && digits(exponent) == exponent.len()
}

/// The offset map of a string's contents in stored form.
pub(super) fn kept(places: Vec<(u32, u32)>) -> Option<Places> {
    (!places.is_empty()).then(|| places.into_boxed_slice())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_scalars_follow_the_core_schema() {
        let number = |text: &'static str| match resolve(text) {
            Ok(NodeKind::Number { integral, .. }) => Some(integral),
            _ => None,
        };
        for text in ["0", "-1", "+12", "0o17", "0xfF", "007"] {
            assert_eq!(number(text), Some(true), "{text}");
        }
        for text in ["1.0", ".5", "1.", "-1e3", "+.5E-3", "1.e2"] {
            assert_eq!(number(text), Some(false), "{text}");
        }
        for text in [".", "-", "+", "e5", "1e", "012:30", "0o8", "0x", "-0x1", "1_000", ".e1", "1.2.3"] {
            assert_eq!(number(text), None, "{text}");
        }
        assert!(resolve("-.INF").is_err() && resolve(".nan").is_err());
        assert!(matches!(resolve("yes"), Ok(NodeKind::String(_))));
    }
}
