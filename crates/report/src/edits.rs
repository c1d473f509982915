//! An edit as a small diff: the lines that it changes, before and after.

use hclx_diag::{Arrange, Edit, Fix, Source, SourceId};

use crate::line::LineText;
use crate::paint::Paint;
use crate::places::Places;
use crate::text;

/// The maximum number of lines shown for one fix.
const MOST_LINES: usize = 8;

/// The columns before the contents of a line, for its number.
const LEAD: usize = 7;

/// The width of a line in columns, regardless of the terminal's width.
const LINE: std::ops::RangeInclusive<usize> = 24..=240;

/// The number of bytes considered before and after the edits of a line, which is more than a row shows.
const MOST_BESIDE: usize = 4096;

/// A row of the diff.
pub(crate) enum Row {
    /// The file, if it is not the file of the finding.
    File(String),
    Removed(String),
    Added(String),
    /// The number of lines that are not shown.
    More(usize),
}

impl Row {
    pub(crate) fn painted(&self, paint: Paint) -> String {
        match self {
            Row::File(name) => format!("    in {}", paint.accent(name)),
            Row::Removed(line) => paint.removed(line),
            Row::Added(line) => paint.added(line),
            Row::More(count) => format!("    {count} more line{}", if *count == 1 { "" } else { "s" }),
        }
    }
}

/// The rows of a fix; empty if it changes nothing or cannot be applied.
pub(crate) fn rows(places: &Places<'_>, fix: &Fix, width: usize) -> Vec<Row> {
    let mut edits: Vec<&Edit> = fix.edits.iter().collect();
    edits.arrange_by_key(|edit| (edit.span.source, edit.span.range.start, edit.span.range.end));
    let mut rows = Vec::new();
    let several = edits.windows(2).any(|pair| pair[0].span.source != pair[1].span.source);
    for hunk in hunks(places, &edits) {
        let source = places.source(hunk.source);
        if several {
            rows.push(Row::File(text::one_line(source.name())));
        }
        let (old, new) = hunk.lines(source);
        let number_width = (hunk.first_line as usize + old.len().max(new.len())).to_string().len();
        let room = width.saturating_sub(number_width + LEAD).clamp(*LINE.start(), *LINE.end());
        let row = |at: usize, sign: char, line: &[u8], from: usize| {
            let shown = LineText::new(line, 0..line.len(), from, room).text;
            format!("    {:>number_width$} {sign} {shown}", hunk.first_line as usize + 1 + at)
                .trim_end()
                .to_owned()
        };
        let changed = changed(&old, &new);
        let from = first_difference(&old, &new, &changed, room);
        rows.extend(changed.into_iter().map(|line| match line {
            LineChange::Old(at) => Row::Removed(row(at, '-', &old[at], from)),
            LineChange::New(at) => Row::Added(row(at, '+', &new[at], from)),
        }));
    }
    if rows.len() > MOST_LINES {
        let more = rows.len() - (MOST_LINES - 1);
        rows.truncate(MOST_LINES - 1);
        rows.push(Row::More(more));
    }
    rows
}

/// Edits of one file on adjacent lines.
struct Hunk<'e> {
    source: SourceId,
    first_line: u32,
    last_line: u32,
    edits: Vec<&'e Edit>,
}

fn hunks<'e>(places: &Places<'_>, edits: &[&'e Edit]) -> Vec<Hunk<'e>> {
    let mut hunks: Vec<Hunk<'e>> = Vec::new();
    for edit in edits {
        let source = places.source(edit.span.source);
        if edit.span.range.range().end > source.bytes().len() {
            return Vec::new();
        }
        let first = source.lines().line_of(edit.span.range.start);
        let last = source.lines().line_of(edit.span.range.end);
        match hunks.last_mut() {
            Some(hunk) if hunk.source == edit.span.source && first <= hunk.last_line + 1 => {
                hunk.last_line = hunk.last_line.max(last);
                hunk.edits.push(edit);
            }
            _ => hunks.push(Hunk {
                source: edit.span.source,
                first_line: first,
                last_line: last,
                edits: vec![edit],
            }),
        }
    }
    hunks
}

impl Hunk<'_> {
    /// The lines before and after.
    fn lines(&self, source: &Source) -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
        let bytes = source.shown();
        let start = source.lines().range(bytes, self.first_line).start;
        let end = source.lines().range(bytes, self.last_line).end.max(start);
        // only the part of a very long line that may be shown
        let ranges = || self.edits.iter().map(|edit| edit.span.range.range());
        let first = ranges().map(|range| range.start).min().unwrap_or(start);
        let last = ranges().map(|range| range.end).max().unwrap_or(end);
        let is_inside = |at: &usize| bytes.get(*at).is_some_and(|byte| byte & 0xc0 == 0x80);
        let start = (start.max(first.saturating_sub(MOST_BESIDE))..first).find(|at| !is_inside(at));
        let start = start.unwrap_or(first);
        let end = end.min(last + MOST_BESIDE);
        let mut new = Vec::new();
        let mut at = start;
        for edit in &self.edits {
            let range = edit.span.range.range();
            new.extend_from_slice(bytes.get(at..range.start).unwrap_or_default());
            new.extend_from_slice(edit.text.as_bytes());
            at = range.end.max(at);
        }
        new.extend_from_slice(bytes.get(at..end).unwrap_or_default());
        (split(&bytes[start..end]), split(&new))
    }
}

fn split(text: &[u8]) -> Vec<Vec<u8>> {
    let line = |line: &[u8]| line.strip_suffix(b"\r").unwrap_or(line).to_vec();
    text.split(|byte| *byte == b'\n').map(line).collect()
}

/// A line that is only in the old version or only in the new one.
#[derive(Clone, Copy)]
enum LineChange {
    Old(usize),
    New(usize),
}

/// The maximum number of lines that are compared pairwise, which is quadratic.
const MOST_COMPARED: usize = 64;

/// The lines that differ, according to the longest common subsequence.
fn changed(old: &[Vec<u8>], new: &[Vec<u8>]) -> Vec<LineChange> {
    if old.len().max(new.len()) > MOST_COMPARED {
        return (0..old.len()).map(LineChange::Old).chain((0..new.len()).map(LineChange::New)).collect();
    }
    let (mut i, mut j) = (0, 0);
    let step = |op: Op| {
        let at = match op {
            Op::Same => None,
            Op::Removed => Some(LineChange::Old(i)),
            Op::Added => Some(LineChange::New(j)),
        };
        i += usize::from(op != Op::Added);
        j += usize::from(op != Op::Removed);
        at
    };
    script(old, new).into_iter().filter_map(step).collect()
}

/// A step of an edit script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// The line is in both versions.
    Same,
    /// The line is only in the old version.
    Removed,
    /// The line is only in the new version.
    Added,
}

/// The shortest edit script between two lists, from their longest common subsequence. Takes time and memory
/// for each pair of elements.
pub fn script<T: PartialEq>(old: &[T], new: &[T]) -> Vec<Op> {
    let width = new.len() + 1;
    let mut common = vec![0_u32; (old.len() + 1) * width];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i * width + j] = if old[i] == new[j] {
                common[(i + 1) * width + j + 1] + 1
            } else {
                common[(i + 1) * width + j].max(common[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut ops = Vec::new();
    while i < old.len() || j < new.len() {
        let op = if i < old.len() && j < new.len() && old[i] == new[j] {
            Op::Same
        // Removed lines come before added ones, as in the diffs of git.
        } else if i < old.len()
            && (j == new.len() || common[(i + 1) * width + j] >= common[i * width + j + 1])
        {
            Op::Removed
        } else {
            Op::Added
        };
        i += usize::from(op != Op::Added);
        j += usize::from(op != Op::Removed);
        ops.push(op);
    }
    ops
}

/// The start of the visible part of long lines: shortly before the first difference.
fn first_difference(old: &[Vec<u8>], new: &[Vec<u8>], changed: &[LineChange], room: usize) -> usize {
    let first = |of: fn(&LineChange) -> Option<usize>| changed.iter().find_map(of);
    let before = first(|line| if let LineChange::Old(at) = line { Some(*at) } else { None });
    let after = first(|line| if let LineChange::New(at) = line { Some(*at) } else { None });
    let (Some(old), Some(new)) = (before.map(|at| &old[at]), after.map(|at| &new[at])) else { return 0 };
    if old.len().max(new.len()) <= room {
        return 0;
    }
    let at = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let last = old.len().max(new.len()) + 1 - room;
    if at <= room / 2 { 0 } else { (at - room / 3).min(last) }
}
