//! The markers that a merge leaves in a file where two sides changed the same lines. They are the same in native syntax and in
//! JSON, and a reader skips them like comments.

use hclx_diag::TextRange;
use memchr::{memchr, memmem};

/// The markers of an unresolved merge conflict.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conflict {
    pub start: TextRange,
    pub middle: Option<TextRange>,
    pub end: Option<TextRange>,
}

/// The conflicts found so far in a source.
#[derive(Debug, Default)]
pub(crate) struct Conflicts {
    /// The conflicts, in order.
    pub found: Vec<Conflict>,
    /// Set once a search for the end of a conflict has reached the end of the source.
    no_ends: bool,
}

impl Conflicts {
    /// Skips the line at `start` if it is a conflict marker, and returns the offset at which lexing
    /// continues. Only the first side of a conflict is read.
    #[cold]
    pub(crate) fn skip_marker(&mut self, src: &[u8], start: usize) -> usize {
        let Some(mark) = marker(&src[start..]) else { return start };
        let line = line_from(src, start);
        let end = line.end as usize;
        // A parser may look ahead and rewind, so this line may have been read before.
        if let Some(known) = self.found.iter().rev().find(|known| known.start.start <= line.start) {
            if known.middle == Some(line) {
                return known.end.map_or(end, |end| end.end as usize);
            }
            if known.start == line || known.end == Some(line) {
                return end;
            }
        }
        match self.found.last_mut().filter(|last| last.end.is_none() && mark != b'<') {
            Some(open) if mark == b'>' => open.end = Some(line),
            Some(open) if open.middle.is_none() => {
                open.middle = Some(line);
                return self.skip_other_sides(src, line);
            }
            _ => self.found.push(Conflict { start: line, middle: None, end: None }),
        }
        end
    }

    /// Skips all sides of a conflict but the first, if the conflict is complete.
    fn skip_other_sides(&mut self, src: &[u8], middle: TextRange) -> usize {
        let from = middle.end as usize;
        let found = if self.no_ends { None } else { memmem::find(&src[from..], b"\n>>>>>>>") };
        let Some(found) = found else {
            self.no_ends = true;
            return from;
        };
        let end = line_from(src, from + found + 1);
        if let Some(conflict) = self.found.last_mut() {
            conflict.end = Some(end);
        }
        end.end as usize
    }
}

/// Returns `true` for bytes that begin a marker.
#[inline]
pub(crate) const fn begins_marker(byte: u8) -> bool {
    matches!(byte, b'<' | b'=' | b'>' | b'|')
}

/// The rest of the line from `start` on.
fn line_from(src: &[u8], start: usize) -> TextRange {
    let len = memchr(b'\n', &src[start..]).unwrap_or(src.len() - start);
    TextRange::new(start as u32, (start + len) as u32)
}

/// The character that is repeated seven times at the start of a conflict marker.
fn marker(line: &[u8]) -> Option<u8> {
    let mark = *line.first().filter(|byte| begins_marker(**byte))?;
    let seven = line.len() >= 7 && line[..7].iter().all(|byte| *byte == mark);
    let alone = line.get(7).is_none_or(|byte| matches!(byte, b' ' | b'\n' | b'\r'));
    (seven && alone).then_some(mark)
}
