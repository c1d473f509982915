//! The indentation of flush heredocs (`<<-`).
//!
//! The minimum indentation of all lines is removed from each (HCL native syntax spec, Template expressions),
//! in literals only, after strip markers and before interpolation. Blank lines are neither considered nor
//! changed; every Unicode space is one column. Out of scope: everything else about heredocs.

use unicode_segmentation::UnicodeSegmentation;

use super::{LiteralText, Mark, Part};
use crate::parser::Parser;

impl Parser<'_, '_> {
    /// Removes the common indentation of the parts since `mark`.
    pub(super) fn flush(&mut self, mark: Mark) {
        let Some(columns) = self.common_indent(mark).filter(|columns| *columns > 0) else { return };
        let mut line_start = true;
        for index in mark.parts..self.scratch.parts.len() {
            let Part::Literal { text, mut range } = self.scratch.parts[index] else {
                line_start = false;
                continue;
            };
            let str = self.text_str(text);
            let (cut, first) = without_indent(str, columns, line_start);
            line_start = str.ends_with('\n');
            let from = self.scratch.text.len() as u32;
            self.scratch.text.push_str(&cut);
            range.start += first as u32;
            let decoded = hclx_diag::TextRange::new(from, from + cut.len() as u32);
            self.scratch.parts[index] = Part::Literal { text: LiteralText::Decoded(decoded), range };
        }
    }

    /// The minimum indentation in columns; `None` if no line counts.
    fn common_indent(&self, mark: Mark) -> Option<usize> {
        let mut line_start = true;
        let mut least = None::<usize>;
        let mut see = |columns: usize| least = Some(least.map_or(columns, |least| least.min(columns)));
        for part in &self.scratch.parts[mark.parts..] {
            let Part::Literal { text, .. } = part else {
                // Before a sequence at the start of a line there is no indentation.
                if line_start {
                    see(0);
                }
                line_start = false;
                continue;
            };
            let text = self.text_str(*text);
            // A strip marker has removed everything up to the sequence.
            if line_start && text.is_empty() {
                see(0);
            }
            for (index, line) in text.split_inclusive('\n').enumerate() {
                if (index > 0 || line_start) && !is_blank(line) {
                    see(indent(line));
                }
            }
            line_start = text.ends_with('\n');
        }
        least
    }
}

/// Returns `true` if a line contains only spaces and its line break.
fn is_blank(line: &str) -> bool {
    line.ends_with('\n') && line.trim_start().is_empty()
}

/// The indentation of a line in bytes.
fn indent(line: &str) -> usize {
    let blanks = &line[..line.len() - line.trim_start().len()];
    if blanks.is_ascii() { blanks.len() } else { blanks.chars().count() }
}

/// Removes `columns` columns from each line of a string; also returns the number of bytes removed from the
/// first line.
fn without_indent(text: &str, columns: usize, line_start: bool) -> (String, usize) {
    let mut cut = String::with_capacity(text.len());
    let mut first = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let lost = if (index > 0 || line_start) && !is_blank(line) { bytes_of(line, columns) } else { 0 };
        if index == 0 {
            first = lost;
        }
        cut.push_str(&line[lost..]);
    }
    (cut, first)
}

/// The number of bytes in the first `columns` grapheme clusters; a combining mark after the last space
/// belongs to it.
fn bytes_of(line: &str, columns: usize) -> usize {
    let ascii = line.as_bytes().iter().take(columns + 1).all(u8::is_ascii);
    if ascii { columns.min(line.len()) } else { line.graphemes(true).take(columns).map(str::len).sum() }
}
