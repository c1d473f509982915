//! A piece of a source line as a terminal shows it.
//!
//! Tabs become spaces, unsafe characters become visible, and long lines are truncated with `…`; a table maps
//! offsets in the source to offsets in the shown string.

use std::ops::Range;

use crate::text;

/// The distance between tab stops.
const TAB: usize = 4;

/// The mark of a truncation.
const CUT: char = '…';

/// The shown form of a part of a line.
pub(crate) struct LineText {
    /// A safe string without tabs and line breaks.
    pub(crate) text: String,
    /// Offsets in the source and in `text` at which characters start, and the end of the last one.
    starts: Vec<(usize, usize)>,
}

impl LineText {
    /// Shows as much of the line `line` of `bytes` as fits into `room` columns, starting at `from`.
    pub(crate) fn new(bytes: &[u8], line: Range<usize>, from: usize, room: usize) -> Self {
        // an edit may start far beyond the end of the remaining line
        let from = character_start(bytes, from.clamp(line.start, line.end), line.end);
        let (shown, whole) = Self::fill(bytes, line.clone(), from, room);
        if whole {
            return shown;
        }
        // The truncation mark takes one column.
        let (mut shown, _) = Self::fill(bytes, line, from, room.saturating_sub(1));
        shown.text.push(CUT);
        shown
    }

    /// Fills the shown form, and returns whether it reaches the end of the line.
    fn fill(bytes: &[u8], line: Range<usize>, from: usize, room: usize) -> (Self, bool) {
        let mut shown = Self { text: String::new(), starts: Vec::new() };
        let mut column = 0;
        if from > line.start {
            shown.text.push(CUT);
            column = 1;
        }
        // a character has at most four bytes; anything longer consists of marks without width
        let far = from + 4 * room + TAB;
        let stop = if far < line.end { character_start(bytes, far, line.end) } else { line.end };
        for (at, c) in characters(&bytes[from..stop]) {
            let at = from + at;
            let tab = TAB - column % TAB;
            let (c, width) = match c {
                Some('\t') => (' ', tab),
                // a byte order mark is not part of the text
                Some('\u{feff}') if at == 0 => (' ', 0),
                Some(c) => (text::visible(c), text::char_width(text::visible(c))),
                None => (char::REPLACEMENT_CHARACTER, 1),
            };
            if column + width > room {
                shown.starts.push((at, shown.text.len()));
                return (shown, false);
            }
            shown.starts.push((at, shown.text.len()));
            match c {
                ' ' => shown.text.extend(std::iter::repeat_n(' ', width)),
                c => shown.text.push(c),
            }
            column += width;
        }
        shown.starts.push((stop, shown.text.len()));
        (shown, stop == line.end)
    }

    /// The offset in `text` of the character at an offset of the source.
    pub(crate) fn start_of(&self, offset: usize) -> usize {
        let after = self.starts.partition_point(|(source, _)| *source <= offset);
        after.checked_sub(1).map_or(0, |index| self.starts[index].1)
    }

    /// The end in `text` of a range that ends at an offset of the source.
    pub(crate) fn end_of(&self, offset: usize) -> usize {
        let at = self.starts.partition_point(|(source, _)| *source < offset);
        self.starts.get(at).map_or(self.text.len(), |(_, text)| *text)
    }

    /// Returns `true` if the character at an offset, or the end of the line, is shown.
    pub(crate) fn shows(&self, offset: usize) -> bool {
        let cut = self.text.ends_with(CUT);
        self.starts.first().is_some_and(|(first, _)| *first <= offset)
            && self.starts.last().is_some_and(|(last, _)| offset < *last || (offset == *last && !cut))
    }
}

/// The characters of a source with their offsets; `None` for each byte that is not UTF-8.
fn characters(bytes: &[u8]) -> impl Iterator<Item = (usize, Option<char>)> {
    let mut at = 0;
    bytes.utf8_chunks().flat_map(move |chunk| {
        let start = at;
        let invalid = start + chunk.valid().len();
        at = invalid + chunk.invalid().len();
        let valid = chunk.valid().char_indices().map(move |(offset, c)| (start + offset, Some(c)));
        valid.chain((invalid..at).map(|offset| (offset, None)))
    })
}

/// The first offset from `from` on that is not inside a character; `from` itself in invalid UTF-8.
fn character_start(bytes: &[u8], from: usize, end: usize) -> usize {
    (from..end.min(from + 4)).find(|at| bytes[*at] & 0xc0 != 0x80).unwrap_or(from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabs_reach_stops_and_offsets_follow() {
        let shown = LineText::new(b"\ta\tb", 0..4, 0, 80);
        assert_eq!(shown.text, "    a   b");
        assert_eq!((shown.start_of(1), shown.end_of(2), shown.start_of(3), shown.end_of(4)), (4, 5, 8, 9));
    }

    #[test]
    fn a_long_line_is_cut_on_both_sides() {
        let bytes = "abcdefghijklmnopqrstuvwxyz".as_bytes();
        let shown = LineText::new(bytes, 0..26, 10, 8);
        assert_eq!(shown.text, "…klmnop…");
        assert_eq!(shown.start_of(0), 0);
        assert_eq!(&shown.text[shown.start_of(12)..shown.end_of(14)], "mn");
        assert_eq!(shown.end_of(26), shown.text.len());
        assert!(shown.shows(15) && !shown.shows(16) && !shown.shows(9));
    }

    #[test]
    fn bytes_that_are_not_text_are_shown_one_each() {
        let shown = LineText::new(b"a\xff\xfe\x1b[0mb", 0..8, 0, 80);
        assert_eq!(shown.text, "a\u{fffd}\u{fffd}␛[0mb");
        assert_eq!(shown.start_of(7), shown.text.len() - 1);
    }
}
