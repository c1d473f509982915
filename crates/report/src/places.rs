//! Lines and columns of many places in time linear in the sources.
//!
//! A column is found by counting from the start of its line; in a file that is one long line that
//! would cost the whole file for each finding. Long lines are therefore counted once, and the
//! columns at every few hundred bytes kept.

use std::collections::HashMap;

use hclx_diag::{ColumnUnit, Position, Source, SourceId, Sources, Span};
use unicode_segmentation::UnicodeSegmentation;

/// Bytes between two counted places of a long line.
const STRIDE: usize = 512;

/// Answers where places lie; keeps what it counted.
pub(crate) struct Places<'a> {
    sources: &'a Sources,
    unit: ColumnUnit,
    /// For long lines, by source and line: offsets in the source and the columns (from 0) there.
    counted: HashMap<(SourceId, u32), Vec<(usize, u32)>>,
}

impl<'a> Places<'a> {
    pub(crate) fn new(sources: &'a Sources, unit: ColumnUnit) -> Self {
        Self { sources, unit, counted: HashMap::new() }
    }

    pub(crate) fn source(&self, id: SourceId) -> &'a Source {
        self.sources.get(id)
    }

    /// Line and column of an offset, as [`Source::position`] gives them.
    pub(crate) fn position(&mut self, id: SourceId, offset: u32) -> Position {
        let source = self.sources.get(id);
        let byte = offset.min(source.bytes().len() as u32);
        let line = source.lines().line_of(byte);
        let range = source.lines().range(source.bytes(), line);
        if byte as usize <= range.start + STRIDE {
            return source.position(byte, self.unit);
        }
        let unit = self.unit;
        let marks = self
            .counted
            .entry((id, line))
            .or_insert_with(|| count_line(&source.bytes()[range.clone()], range.start, unit));
        let after = marks.partition_point(|(offset, _)| *offset <= byte as usize);
        let (from, column) = marks[after - 1];
        let column = column + unit.count(&source.bytes()[from..byte as usize]);
        Position { line: line + 1, column: column + 1, byte }
    }

    /// Start and end of a span.
    pub(crate) fn positions(&mut self, span: Span) -> (Position, Position) {
        (self.position(span.source, span.range.start), self.position(span.source, span.range.end))
    }

    /// `path:line:column` of the start of a span.
    pub(crate) fn name(&mut self, span: Span) -> String {
        let at = self.position(span.source, span.range.start);
        let name = crate::text::one_line(self.source(span.source).name());
        format!("{name}:{}:{}", at.line, at.column)
    }
}

/// Columns at about every [`STRIDE`] bytes of a line that starts at `start`, the first being 0.
///
/// Counting may begin anew only between grapheme clusters, since what belongs to a cluster depends on
/// what is before it.
fn count_line(line: &[u8], start: usize, unit: ColumnUnit) -> Vec<(usize, u32)> {
    let mut marks = vec![(start, 0)];
    let (mut last, mut column) = (0, 0);
    let mut mark = |at: usize| {
        if at >= last + STRIDE {
            column += unit.count(&line[last..at]);
            marks.push((start + at, column));
            last = at;
        }
    };
    let mut at = 0;
    for chunk in line.utf8_chunks() {
        for (offset, _) in chunk.valid().grapheme_indices(true) {
            mark(at + offset);
        }
        at += chunk.valid().len();
        mark(at);
        at += chunk.invalid().len();
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_count_as_short_ones_do() {
        let mut bytes = b"first\n".to_vec();
        for i in 0..3000 {
            bytes.extend_from_slice("añe\u{301}👍🏽x".as_bytes());
            if i % 7 == 0 {
                bytes.push(0xff);
            }
        }
        bytes.extend_from_slice(b"\r\nlast");
        let mut sources = Sources::new();
        let id = sources.add(Source::new("a", bytes.as_slice()));
        for unit in [ColumnUnit::Bytes, ColumnUnit::Utf16, ColumnUnit::CodePoints, ColumnUnit::Graphemes] {
            let mut places = Places::new(&sources, unit);
            for offset in (0..bytes.len() as u32 + 2).rev().step_by(997).chain([0, 6, 7]) {
                assert_eq!(places.position(id, offset), sources.get(id).position(offset, unit), "{offset}");
            }
        }
    }
}
