//! Conversion of byte offsets to lines and columns, in the unit that a format uses.

use std::sync::OnceLock;

use unicode_segmentation::UnicodeSegmentation;

/// The unit of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnUnit {
    /// Bytes of the source.
    Bytes,
    /// UTF-16 code units (editors).
    Utf16,
    /// Code points (SARIF).
    CodePoints,
    /// Grapheme clusters (HCL).
    Graphemes,
}

impl ColumnUnit {
    /// The number of columns of a part of a line; each invalid UTF-8 byte counts as one.
    pub fn count(self, piece: &[u8]) -> u32 {
        columns(piece, self)
    }
}

/// A location as line and column, both from 1, and as a byte offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1, in the requested unit.
    pub column: u32,
    /// Byte offset, from 0.
    pub byte: u32,
}

/// The offsets at which lines start. A line ends after `\n` (so `\r\n` ends one line).
///
/// A column is computed by counting from the start of its line. In a file with one long line, that would mean
/// counting the whole file for each location, so the columns at every few hundred bytes of long lines are
/// cached per unit, and a lookup takes roughly constant time.
#[derive(Debug, Clone)]
pub struct LineIndex {
    starts: Vec<u32>,
    /// Offsets in long lines and their columns (from 0), by unit.
    counted: [OnceLock<Vec<(u32, u32)>>; 4],
}

/// The number of bytes between two cached offsets of a long line.
const STRIDE: usize = 512;

impl LineIndex {
    /// Computes the line starts of a source.
    pub fn new(bytes: &[u8]) -> Self {
        let mut starts = vec![0];
        let mut rest = bytes;
        while let Some(at) = memchr::memchr(b'\n', rest) {
            rest = &rest[at + 1..];
            starts.push((bytes.len() - rest.len()) as u32);
        }
        Self { starts, counted: Default::default() }
    }

    /// The number of lines; a source that ends with a line break has an empty last line.
    pub fn count(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The line (from 0) in which an offset lies.
    pub fn line_of(&self, offset: u32) -> u32 {
        self.starts.partition_point(|start| *start <= offset) as u32 - 1
    }

    /// The bytes of a line (from 0), without its line break.
    pub fn range(&self, bytes: &[u8], line: u32) -> std::ops::Range<usize> {
        let start = self.starts[line as usize] as usize;
        let end = self.starts.get(line as usize + 1).map_or(bytes.len(), |next| *next as usize);
        let text = &bytes[start..end];
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        start..start + text.len()
    }

    /// Line and column of an offset; an offset past the end counts as the end.
    pub fn position(&self, bytes: &[u8], offset: u32, unit: ColumnUnit) -> Position {
        let byte = offset.min(bytes.len() as u32);
        let line = self.line_of(byte);
        let start = self.starts[line as usize];
        // Short distances are counted directly, so most files need no cache.
        let (from, column) = if (byte - start) as usize <= STRIDE {
            (start, 0)
        } else {
            // The last cached offset may be on an earlier line.
            self.counted_before(bytes, byte, unit).filter(|(from, _)| *from >= start).unwrap_or((start, 0))
        };
        let column = 1 + column + columns(&bytes[from as usize..byte as usize], unit);
        Position { line: line + 1, column, byte }
    }

    /// The last cached offset at or before the given one.
    fn counted_before(&self, bytes: &[u8], offset: u32, unit: ColumnUnit) -> Option<(u32, u32)> {
        let counted = self.counted[unit as usize].get_or_init(|| self.count_all(bytes, unit));
        let after = counted.partition_point(|(at, _)| *at <= offset);
        counted.get(after.checked_sub(1)?).copied()
    }

    /// Computes the columns at regular offsets in all long lines.
    fn count_all(&self, bytes: &[u8], unit: ColumnUnit) -> Vec<(u32, u32)> {
        let mut counted = Vec::new();
        for line in 0..self.starts.len() as u32 {
            let range = self.range(bytes, line);
            if range.len() > STRIDE {
                count_line(&bytes[range.clone()], range.start, unit, &mut counted);
            }
        }
        counted
    }
}

/// Computes columns at about every [`STRIDE`] bytes of a line that starts at `start`.
///
/// Counting may only restart between grapheme clusters, because the extent of a cluster depends on the
/// preceding characters.
fn count_line(line: &[u8], start: usize, unit: ColumnUnit, counted: &mut Vec<(u32, u32)>) {
    let (mut last, mut column) = (0, 0);
    let mut mark = |at: usize| {
        if at >= last + STRIDE {
            column += unit.count(&line[last..at]);
            counted.push(((start + at) as u32, column));
            last = at;
        }
    };
    let mut at = 0;
    for chunk in line.utf8_chunks() {
        if chunk.valid().is_ascii() {
            // every byte is a cluster
            (at..at + chunk.valid().len()).step_by(STRIDE).for_each(&mut mark);
        } else {
            chunk.valid().grapheme_indices(true).for_each(|(offset, _)| mark(at + offset));
        }
        at += chunk.valid().len();
        // An invalid byte follows, which is a column of its own.
        mark(at);
        at += chunk.invalid().len();
    }
}

fn columns(bytes: &[u8], unit: ColumnUnit) -> u32 {
    if unit == ColumnUnit::Bytes || bytes.is_ascii() {
        return ascii_columns(bytes, unit);
    }
    bytes.utf8_chunks().map(|chunk| text_columns(chunk.valid(), unit) + chunk.invalid().len() as u32).sum()
}

/// The column in an ASCII line: every byte is one column, but `\r\n` is one grapheme cluster.
fn ascii_columns(bytes: &[u8], unit: ColumnUnit) -> u32 {
    let may_join = unit == ColumnUnit::Graphemes && memchr::memchr(b'\r', bytes).is_some();
    let joined = if may_join { bytes.windows(2).filter(|w| w == b"\r\n").count() } else { 0 };
    (bytes.len() - joined) as u32
}

fn text_columns(text: &str, unit: ColumnUnit) -> u32 {
    (match unit {
        ColumnUnit::Bytes => text.len(),
        ColumnUnit::Utf16 => text.encode_utf16().count(),
        ColumnUnit::CodePoints => text.chars().count(),
        ColumnUnit::Graphemes => text.graphemes(true).count(),
    }) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(text: &str, offset: usize, unit: ColumnUnit) -> (u32, u32) {
        let position = LineIndex::new(text.as_bytes()).position(text.as_bytes(), offset as u32, unit);
        (position.line, position.column)
    }

    #[test]
    fn columns_count_what_the_unit_says() {
        let text = "a\ne\u{301}👍🏽x";
        let x = text.len() - 1;
        assert_eq!(column(text, x, ColumnUnit::Graphemes), (2, 3));
        assert_eq!(column(text, x, ColumnUnit::CodePoints), (2, 5));
        assert_eq!(column(text, x, ColumnUnit::Utf16), (2, 7));
        assert_eq!(column(text, x, ColumnUnit::Bytes), (2, 12));
    }

    #[test]
    fn crlf_ends_one_line_and_the_end_has_a_place() {
        let text = "ab\r\ncd\n";
        assert_eq!(column(text, 4, ColumnUnit::Graphemes), (2, 1));
        assert_eq!(column(text, 7, ColumnUnit::Graphemes), (3, 1));
        assert_eq!(column(text, 70, ColumnUnit::Graphemes), (3, 1));
        let lines = LineIndex::new(text.as_bytes());
        assert_eq!(&text[lines.range(text.as_bytes(), 0)], "ab");
        assert_eq!(&text[lines.range(text.as_bytes(), 2)], "");
    }

    #[test]
    fn long_lines_count_as_short_ones_do() {
        let mut bytes = b"first\n".to_vec();
        for i in 0..3000 {
            bytes.extend_from_slice("an\u{303}e\u{301}👍🏽x".as_bytes());
            if i % 7 == 0 {
                bytes.push(0xff);
            }
        }
        bytes.extend_from_slice(&[b'x'; 3000]);
        bytes.extend_from_slice(b"\r\nlast");
        let lines = LineIndex::new(&bytes);
        for unit in [ColumnUnit::Bytes, ColumnUnit::Utf16, ColumnUnit::CodePoints, ColumnUnit::Graphemes] {
            for offset in (0..bytes.len() as u32 + 2).rev().step_by(997).chain([0, 6, 7]) {
                let byte = offset.min(bytes.len() as u32);
                let start = lines.starts[lines.line_of(byte) as usize] as usize;
                let counted = 1 + unit.count(&bytes[start..byte as usize]);
                assert_eq!(lines.position(&bytes, offset, unit).column, counted, "{offset}");
            }
        }
        let kept: usize = lines.counted.iter().filter_map(|counted| Some(counted.get()?.len())).sum();
        assert!(kept <= 4 * bytes.len() / STRIDE, "{kept}");
    }

    #[test]
    fn bytes_that_are_not_utf8_count_one_each() {
        let bytes = b"\xff\xc3\xa9x";
        let position = LineIndex::new(bytes).position(bytes, 3, ColumnUnit::Graphemes);
        assert_eq!(position.column, 3);
    }
}
