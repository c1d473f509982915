//! Positions of the protocol: lines and characters from 0, in three encodings.
//!
//! A line ends at `\n`, `\r\n` or a lone `\r`, unlike the lines of findings in a shell.

use std::ops::Range;

/// The unit of characters in positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units.
    #[default]
    Utf16,
    /// Code points.
    Utf32,
}

impl Encoding {
    /// The encoding for a client that offers these: UTF-8 if possible, otherwise the default.
    pub(crate) fn offered<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        let names: Vec<&str> = names.into_iter().collect();
        match () {
            () if names.contains(&"utf-8") => Self::Utf8,
            () if names.contains(&"utf-16") || !names.contains(&"utf-32") => Self::Utf16,
            () => Self::Utf32,
        }
    }

    /// The name in the protocol.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Utf16 => "utf-16",
            Self::Utf32 => "utf-32",
        }
    }

    /// The width of a character in units.
    const fn width(self, character: char) -> usize {
        match self {
            Self::Utf8 => character.len_utf8(),
            Self::Utf16 => character.len_utf16(),
            Self::Utf32 => 1,
        }
    }

    /// The number of units in a part of a line; a byte that is not UTF-8 counts as one.
    fn count(self, piece: &[u8]) -> usize {
        if self == Self::Utf8 || piece.is_ascii() {
            return piece.len();
        }
        let valid = |text: &str| text.chars().map(|character| self.width(character)).sum::<usize>();
        piece.utf8_chunks().map(|chunk| valid(chunk.valid()) + chunk.invalid().len()).sum()
    }
}

/// The start offsets of the lines of a text.
#[derive(Clone, Debug)]
pub(crate) struct Lines(Vec<usize>);

impl Lines {
    /// Finds the lines.
    pub(crate) fn new(text: &[u8]) -> Self {
        let mut starts = vec![0];
        for at in memchr2(text) {
            let is_pair = text[at] == b'\r' && text.get(at + 1) == Some(&b'\n');
            if !is_pair {
                starts.push(at + 1);
            }
        }
        Self(starts)
    }

    /// The bytes of a line without its line break.
    fn range(&self, text: &[u8], line: usize) -> Range<usize> {
        let start = self.0[line];
        let end = self.0.get(line + 1).copied().unwrap_or(text.len());
        let mut piece = &text[start..end];
        if line + 1 < self.0.len() {
            piece = piece.strip_suffix(b"\n").unwrap_or(piece);
            piece = piece.strip_suffix(b"\r").unwrap_or(piece);
        }
        start..start + piece.len()
    }

    /// The line and character of an offset; an offset past the end counts as the end. For offsets in order, `line` is
    /// the line of the previous offset, and is updated to that of this one.
    pub(crate) fn position(
        &self,
        text: &[u8],
        offset: usize,
        encoding: Encoding,
        line: &mut usize,
    ) -> (usize, usize) {
        let offset = offset.min(text.len());
        let is_in = |line: usize| {
            let is_before_next = self.0.get(line + 1).is_none_or(|next| offset < *next);
            self.0.get(line).is_some_and(|start| *start <= offset) && is_before_next
        };
        if !is_in(*line) {
            let next = *line + 1;
            *line = if is_in(next) { next } else { self.0.partition_point(|start| *start <= offset) - 1 };
        }
        let range = self.range(text, *line);
        (*line, encoding.count(&text[range.start..offset.min(range.end)]))
    }

    /// The offset of a line and a character. A character past the end of its line is clamped to that end, one
    /// inside a character to its start, and a line past the end of the text to the end of the text.
    pub(crate) fn offset(&self, text: &str, line: usize, character: usize, encoding: Encoding) -> usize {
        if line >= self.0.len() {
            return text.len();
        }
        let range = self.range(text.as_bytes(), line);
        let piece = &text[range.clone()];
        if piece.is_ascii() {
            return range.start + character.min(piece.len());
        }
        let mut units = 0;
        for (at, one) in piece.char_indices() {
            units += encoding.width(one);
            if units > character {
                return range.start + at;
            }
        }
        range.end
    }
}

/// The offsets of `\n` and `\r`.
fn memchr2(text: &[u8]) -> impl Iterator<Item = usize> + '_ {
    text.iter().enumerate().filter(|(_, byte)| matches!(byte, b'\n' | b'\r')).map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENCODINGS: [Encoding; 3] = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];

    /// The line and character of each boundary between characters, computed by reading the text
    /// from the start.
    fn read_through(text: &str, encoding: Encoding) -> Vec<(usize, usize, usize)> {
        let (mut line, mut column) = (0, 0);
        let mut places = Vec::new();
        let mut rest = text.char_indices().peekable();
        while let Some((at, one)) = rest.next() {
            places.push((at, line, column));
            let next = rest.peek().map(|(_, next)| *next);
            match one {
                '\n' => (line, column) = (line + 1, 0),
                '\r' if next != Some('\n') => (line, column) = (line + 1, 0),
                // the end of the line has the position of its terminator
                '\r' => {}
                _ => {
                    column += match encoding {
                        Encoding::Utf8 => one.to_string().len(),
                        Encoding::Utf16 => one.to_string().encode_utf16().count(),
                        Encoding::Utf32 => 1,
                    }
                }
            }
        }
        places.push((text.len(), line, column));
        places
    }

    #[test]
    fn positions_are_those_of_a_naive_reader() {
        let pieces = ["a", "é", "𝄞", "\n", "\r", "\r\n", "\u{2028}", "\t", "e\u{301}"];
        let mut seed = 1_u64;
        for _ in 0..300 {
            let mut text = String::new();
            for _ in 0..12 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                text.push_str(pieces[(seed >> 33) as usize % pieces.len()]);
            }
            let lines = Lines::new(text.as_bytes());
            for encoding in ENCODINGS {
                let mut last = 0;
                for (at, line, column) in read_through(&text, encoding) {
                    // after the previous place, and after any other
                    for near in [&mut last, &mut (at * 7 % lines.0.len())] {
                        let found = lines.position(text.as_bytes(), at, encoding, near);
                        assert_eq!(found, (line, column), "{text:?} {at}");
                    }
                    let back = lines.offset(&text, line, column, encoding);
                    let is_end = text.as_bytes().get(at) == Some(&b'\n') && at > 0 && back == at - 1;
                    assert!(back == at || is_end, "{text:?} {at} {back}");
                }
            }
        }
    }

    #[test]
    fn places_that_do_not_exist_are_the_nearest() {
        let text = "a𝄞b\nc";
        let lines = Lines::new(text.as_bytes());
        assert_eq!(lines.offset(text, 0, 2, Encoding::Utf16), 1, "inside of a character");
        assert_eq!(lines.offset(text, 0, 99, Encoding::Utf16), 6, "past the line");
        assert_eq!(lines.offset(text, 9, 0, Encoding::Utf16), text.len(), "past the text");
        assert_eq!(lines.position(text.as_bytes(), 99, Encoding::Utf16, &mut 0), (1, 1));
        assert_eq!(Lines::new(b"\xffx").position(b"\xffx", 2, Encoding::Utf16, &mut 0), (0, 2));
    }

    #[test]
    fn bytes_are_preferred_where_they_are_offered() {
        assert_eq!(Encoding::offered(["utf-16", "utf-8"]), Encoding::Utf8);
        assert_eq!(Encoding::offered(["utf-32"]), Encoding::Utf32);
        assert_eq!(Encoding::offered(["utf-32", "utf-16"]), Encoding::Utf16);
        assert_eq!(Encoding::offered([]), Encoding::Utf16);
    }
}
