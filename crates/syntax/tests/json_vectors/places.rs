//! Ranges inside strings. The reference counts from the opening quote over the decoded contents; here ranges
//! refer to the source bytes. This module translates between the two with its own decoder, so that the
//! recorded ranges test ours.

use hclx_diag::TextRange;

/// The strings of a JSON source, with the source range of each byte of their decoded contents.
pub(crate) struct Strings(Vec<Text>);

struct Text {
    /// The opening quote.
    start: usize,
    /// The closing quote.
    end: usize,
    /// The source range of each byte of the decoded contents.
    bytes: Vec<(usize, usize)>,
}

impl Strings {
    /// All strings of a valid JSON source.
    pub(crate) fn of(source: &[u8]) -> Self {
        let mut texts = Vec::new();
        let mut at = 0;
        while let Some(quote) = source.get(at..).and_then(|rest| rest.iter().position(|b| *b == b'"')) {
            let text = decode(source, at + quote);
            at = text.end + 1;
            texts.push(text);
        }
        Self(texts)
    }

    /// The source range of a recorded range inside a string; `lead` is the distance from the quote to where
    /// the reference starts to count.
    pub(crate) fn source_range(&self, recorded: TextRange, lead: usize) -> TextRange {
        let (start, end) = (recorded.start as usize, recorded.end as usize);
        let text = self.0.iter().find(|text| (text.start..=text.end).contains(&start));
        let text = text.expect("the place lies in a string");
        let first = start - text.start - lead;
        let from = text.bytes.get(first).map_or(text.end, |byte| byte.0);
        let to = if end == start { from } else { text.bytes[end - text.start - lead - 1].1 };
        TextRange::new(from as u32, to as u32)
    }
}

/// Decodes escapes as far as they occur in the vectors.
fn decode(source: &[u8], start: usize) -> Text {
    let mut bytes = Vec::new();
    let mut at = start + 1;
    while source.get(at).is_some_and(|byte| *byte != b'"') {
        let (len, decoded) = match &source[at..] {
            [b'\\', b'u', ..] if is_high(source, at) && source.get(at + 6) == Some(&b'\\') => (12, 4),
            [b'\\', b'u', ..] => (6, char::from_u32(unit(source, at)).map_or(3, char::len_utf8)),
            [b'\\', ..] => (2, 1),
            _ => (1, 1),
        };
        bytes.extend(std::iter::repeat_n((at, at + len), decoded));
        at += len;
    }
    Text { start, end: at, bytes }
}

fn unit(source: &[u8], at: usize) -> u32 {
    let digits = source.get(at + 2..at + 6).and_then(|digits| std::str::from_utf8(digits).ok());
    digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(0)
}

fn is_high(source: &[u8], at: usize) -> bool {
    (0xD800..0xDC00).contains(&unit(source, at))
}
