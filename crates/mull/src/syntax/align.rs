//! Maps the bytes of a decoded scalar to its source.
//!
//! Folding, indentation and escaped line breaks only change whitespace; every other byte is unchanged or part
//! of an escape. Both strings are therefore traversed in parallel from one non-blank byte to the next.

use super::markup::Style;

/// Pairs of (offset in `text`, offset in `raw`), ascending; between two pairs both advance together. `raw` is
/// the source of the scalar with its quotes; for a block scalar, the lines of its contents.
pub(super) fn align(text: &str, raw: &str, style: Style) -> Vec<(u32, u32)> {
    let quote = usize::from(matches!(style, Style::Single | Style::Double));
    let mut walk = Walk { text: text.as_bytes(), raw: raw.as_bytes(), at: 0, from: quote, steps: Vec::new() };
    walk.steps.push((0, quote as u32));
    walk.run(text, style);
    walk.steps
}

struct Walk<'a> {
    text: &'a [u8],
    raw: &'a [u8],
    /// The offset of the next decoded byte.
    at: usize,
    /// The offset of the corresponding byte of `raw`.
    from: usize,
    steps: Vec<(u32, u32)>,
}

impl Walk<'_> {
    fn run(&mut self, text: &str, style: Style) {
        loop {
            self.skip_blanks(style);
            let (Some(meant), Some(written)) = (self.text.get(self.at), self.raw.get(self.from)) else {
                return;
            };
            match (style, written) {
                (Style::Double, b'\\') => {
                    self.step();
                    let (len, _) = escape(self.raw, self.from);
                    self.from += len;
                    self.at += text[self.at..].chars().next().map_or(1, char::len_utf8);
                    self.step();
                }
                (Style::Single, b'\'') => {
                    self.step();
                    self.from += 2;
                    self.at += 1;
                    self.step();
                }
                _ if meant == written => {
                    self.step();
                    self.copy(style);
                }
                // The two have diverged, so the rest keeps the offset of what precedes it.
                _ => return,
            }
        }
    }

    /// Skips unchanged bytes.
    fn copy(&mut self, style: Style) {
        let plain = |byte: u8| {
            !is_blank(byte)
                && (style != Style::Double || byte != b'\\')
                && (style != Style::Single || byte != b'\'')
        };
        while let (Some(meant), Some(written)) = (self.text.get(self.at), self.raw.get(self.from)) {
            if meant != written || !plain(*written) {
                return;
            }
            self.at += 1;
            self.from += 1;
        }
    }

    fn skip_blanks(&mut self, style: Style) {
        while self.text.get(self.at).is_some_and(|byte| is_blank(*byte)) {
            self.at += 1;
        }
        loop {
            match self.raw.get(self.from) {
                Some(byte) if is_blank(*byte) => self.from += 1,
                Some(b'\\') if style == Style::Double => match escape(self.raw, self.from) {
                    (len, true) => self.from += len,
                    _ => return,
                },
                _ => return,
            }
        }
    }

    fn step(&mut self) {
        let (at, from) = (self.at as u32, self.from as u32);
        let (last_at, last_from) = *self.steps.last().expect("there is a first");
        // Only the last position before a byte counts.
        if last_at == at {
            self.steps.pop();
            self.steps.push((at, from));
        } else if at - last_at != from - last_from {
            self.steps.push((at, from));
        }
    }
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// The length of the escape at `at`, and whether its value is whitespace or empty.
fn escape(raw: &[u8], at: usize) -> (usize, bool) {
    let digits = |len: usize| {
        let digits = raw.get(at + 2..at + 2 + len).and_then(|digits| std::str::from_utf8(digits).ok());
        digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(0)
    };
    let blank = |code: u32| matches!(code, 0x20 | 0x09 | 0x0a | 0x0d);
    match raw.get(at + 1) {
        Some(b'x') => (4, blank(digits(2))),
        // A pair of surrogates is one character.
        Some(b'u') if (0xd800..0xdc00).contains(&digits(4)) => (12, false),
        Some(b'u') => (6, blank(digits(4))),
        Some(b'U') => (10, blank(digits(8))),
        Some(b'n' | b't' | b'r' | b' ' | b'\t' | b'\n') => (2, true),
        Some(b'\r') => (if raw.get(at + 2) == Some(&b'\n') { 3 } else { 2 }, true),
        _ => (2, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &str, raw: &str, style: Style, part: &str) -> usize {
        let at = text.find(part).expect("it is there") as u32;
        let steps = align(text, raw, style);
        let (decoded, source) = steps[steps.partition_point(|(decoded, _)| *decoded <= at) - 1];
        (source + (at - decoded)) as usize
    }

    #[test]
    fn escapes_quotes_and_folds_lead_back() {
        let raw = r#""é \u00e9\ud83d\ude00\n x""#;
        assert_eq!(place("é é😀\n x", raw, Style::Double, "x"), raw.len() - 2);
        assert_eq!(place("it's x", "'it''s x'", Style::Single, "x"), 7);
        assert_eq!(place("a b\nc", "a\n   b\n\n  c", Style::Plain, "c"), 10);
        assert_eq!(place("keep\n  x\n", "    keep\n      x\n", Style::Block, "x"), 15);
        assert_eq!(place("a x", "\"a \\\n  x\"", Style::Double, "x"), 7);
    }
}
