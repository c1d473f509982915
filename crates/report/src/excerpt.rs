//! Excerpts: the lines of sources around the places of one finding, as one small source.
//!
//! miette draws carets and arcs into a single source. This module builds that source: the lines with places,
//! lines of other files below them, each truncated to the width of the terminal. A row records the line it
//! represents, so that [`crate::full`] can insert its number or the name of its file. The cost depends only
//! on the lines that are shown.

use hclx_diag::{Arrange, Ordered, Source, SourceId, Span};

use crate::line::LineText;
use crate::places::Places;
use crate::text;

/// The number of columns that miette puts before a label: `╰── `.
pub(crate) const LABEL_LEAD: usize = 4;

/// The maximum number of places shown for one finding.
const MOST_PLACES: usize = 20;

/// The maximum number of lines between two shown lines that are also shown.
const SMALL_GAP: u32 = 2;

/// The number of lines shown before and after a place.
const CONTEXT: u32 = 2;

/// The maximum number of places of a finding that is shown with context; with more places, it is long enough.
const MOST_WITH_CONTEXT: usize = 6;

/// The maximum number of columns for a source line, regardless of the terminal's width.
const WIDEST_LINE: usize = 240;

/// The minimum number of columns for a source line, regardless of the terminal's width.
const NARROWEST_LINE: usize = 24;

/// A place of a finding.
pub(crate) struct Annotation<'a> {
    pub(crate) span: Span,
    pub(crate) text: Option<&'a str>,
    pub(crate) primary: bool,
}

/// The meaning of an excerpt's row.
pub(crate) enum Row {
    /// The start of the lines of a file: `path:line:column`.
    Place(String),
    /// A source line, with its number from 1.
    Line(u32),
    /// The previous line repeated for annotations that did not fit, without its contents.
    Again,
    /// Omitted lines.
    Gap,
}

/// An annotation in an excerpt.
#[derive(Default)]
pub(crate) struct PlacedLabel {
    /// Byte offsets in the excerpt.
    pub(crate) range: std::ops::Range<usize>,
    /// The column at which its label is attached; `None` if it spans several lines.
    pub(crate) stem: Option<usize>,
}

/// Source lines, one per row; every row ends with a line break.
pub(crate) struct Excerpt {
    pub(crate) text: String,
    pub(crate) rows: Vec<Row>,
    /// The positions of the annotations, in order; some annotations may be omitted.
    pub(crate) placed: Vec<PlacedLabel>,
    /// The width of the widest line number in columns.
    pub(crate) number_width: usize,
}

/// The part of an annotation that lies on one line.
#[derive(Clone, Copy)]
struct Mark {
    annotation: usize,
    /// The start and end offsets in the source, both on the line.
    start: usize,
    end: usize,
    part: Part,
    /// The minimum number of columns for the label and the line that connects it.
    label_room: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Part {
    Whole,
    First,
    Last,
}

impl Excerpt {
    /// The excerpt for a terminal with `width` columns.
    pub(crate) fn new(places: &Places<'_>, annotations: &[Annotation<'_>], width: usize) -> Self {
        let annotations = &annotations[..annotations.len().min(MOST_PLACES)];
        let mut excerpt = Self {
            text: String::new(),
            rows: Vec::new(),
            placed: annotations.iter().map(|_| PlacedLabel::default()).collect(),
            number_width: 1,
        };
        let files = lines_by_file(places, annotations);
        let last = files.iter().filter_map(|(_, lines)| lines.keys().last()).max();
        excerpt.number_width = last.map_or(1, |line| (line + 1).to_string().len());
        let room = excerpt.room(&files, width);
        for (first, lines) in &files {
            let span = annotations[*first].span;
            excerpt.begin(Row::Place(places.name(span)), "");
            excerpt.file(places.source(span.source), lines, room);
        }
        excerpt
    }

    /// The columns left for the source by the line number, the bar and the arcs of multi-line places.
    fn room(&self, files: &[File], width: usize) -> usize {
        let marks = files.iter().flat_map(|(_, lines)| lines.values()).flatten();
        let arcs = marks.filter(|mark| mark.part == Part::First).count();
        let gutter = if arcs > 0 { arcs + 3 } else { 0 };
        width.saturating_sub(self.number_width + 4 + gutter).clamp(NARROWEST_LINE, WIDEST_LINE)
    }

    fn file(&mut self, source: &Source, lines: &Ordered<u32, Vec<Mark>>, room: usize) {
        let mut before = None;
        for (line, marks) in lines {
            if before.is_some_and(|before| before + 1 < *line) {
                self.begin(Row::Gap, "");
            }
            before = Some(*line);
            let range = source.lines().range(source.bytes(), *line);
            for piece in pieces(source.shown(), range, marks, room) {
                self.piece(*line, &piece);
            }
        }
    }

    fn piece(&mut self, line: u32, piece: &Piece) {
        for (index, marks) in layers(piece).iter().enumerate() {
            let arc = marks.iter().any(|mark| mark.part != Part::Whole);
            let row = if index == 0 || arc { Row::Line(line + 1) } else { Row::Again };
            self.layer(row, piece, marks);
        }
    }

    fn layer(&mut self, row: Row, piece: &Piece, marks: &[Mark]) {
        let start = self.begin(row, &piece.shown.text);
        for mark in marks {
            let placed = &mut self.placed[mark.annotation];
            let from = piece.shown.start_of(mark.start);
            let to = piece.shown.end_of(mark.end).max(from);
            match mark.part {
                Part::Whole => {
                    placed.range = start + from..start + to;
                    placed.stem = Some(piece.stem(from, to));
                }
                Part::First => placed.range.start = start + from,
                // an arc must end after the start of its row, or it would count as part of the
                // previous row
                Part::Last => placed.range.end = start + to.max(1),
            }
        }
    }

    /// Appends a row that ends with a space, so that a place at the end of a line has a column.
    fn begin(&mut self, row: Row, text: &str) -> usize {
        let start = self.text.len();
        self.text.push_str(text);
        self.text.push_str(" \n");
        self.rows.push(row);
        start
    }
}

/// The first annotation of a file, and the lines to show with their marks.
type File = (usize, Ordered<u32, Vec<Mark>>);

/// Groups lines by file, in the order of the annotations.
fn lines_by_file(places: &Places<'_>, annotations: &[Annotation<'_>]) -> Vec<File> {
    let mut files: Vec<(SourceId, File)> = Vec::new();
    for (index, annotation) in annotations.iter().enumerate() {
        let id = annotation.span.source;
        let known = files.iter().position(|(file, _)| *file == id);
        let at = known.unwrap_or_else(|| {
            files.push((id, (index, Ordered::new())));
            files.len() - 1
        });
        for (line, mark) in marks(places.source(id), index, annotation) {
            files[at].1.1.or_default(line).push(mark);
        }
    }
    let context = if annotations.len() <= MOST_WITH_CONTEXT { CONTEXT } else { 0 };
    for (id, (_, lines)) in &mut files {
        add_context(places.source(*id), lines, context);
        fill_small_gaps(lines);
    }
    files.into_iter().map(|(_, file)| file).collect()
}

/// The marks of an annotation, with their lines: one, or the first and the last of several.
fn marks(source: &Source, index: usize, annotation: &Annotation<'_>) -> Vec<(u32, Mark)> {
    let span = annotation.span;
    let length = source.bytes().len();
    let (start, end) = (span.range.start as usize, span.range.end as usize);
    let (start, end) = (start.min(length), end.min(length));
    // a place that ends with a line break ends on the line before it
    let last = if end > start { end - 1 } else { end };
    let first_line = source.lines().line_of(start as u32);
    let last_line = source.lines().line_of(last as u32);
    let last_end = source.lines().range(source.bytes(), last_line).end;
    let label_room = annotation.text.map_or(0, |label| text::width(label).min(text::NARROWEST) + LABEL_LEAD);
    let mark = |start: usize, end: usize, part| Mark { annotation: index, start, end, part, label_room };
    if first_line == last_line {
        return vec![(first_line, mark(start, end, Part::Whole))];
    }
    let end = end.min(last_end);
    vec![(first_line, mark(start, start, Part::First)), (last_line, mark(end, end, Part::Last))]
}

/// Adds the lines before the first and after the last line of each place, except empty lines at the edges.
fn add_context(source: &Source, lines: &mut Ordered<u32, Vec<Mark>>, context: u32) {
    let count = source.lines().count();
    let blank = |line: u32| {
        let range = source.lines().range(source.bytes(), line);
        source.bytes()[range].iter().all(u8::is_ascii_whitespace)
    };
    for line in lines.keys().copied().collect::<Vec<_>>() {
        let before = (line.saturating_sub(context)..line).skip_while(|line| blank(*line));
        let mut after: Vec<u32> = (line + 1..count.min(line + 1 + context)).collect();
        while after.pop_if(|line| blank(*line)).is_some() {}
        for line in before.chain(after) {
            lines.or_default(line);
        }
    }
}

fn fill_small_gaps(lines: &mut Ordered<u32, Vec<Mark>>) {
    let shown: Vec<u32> = lines.keys().copied().collect();
    for pair in shown.windows(2) {
        if pair[1] - pair[0] <= SMALL_GAP + 1 {
            for line in pair[0] + 1..pair[1] {
                lines.or_default(line);
            }
        }
    }
}

/// A part of a line that fits on the terminal, with the marks in it.
struct Piece {
    shown: LineText,
    marks: Vec<Mark>,
}

impl Piece {
    /// The columns of an underlined mark, from 0; an empty mark takes one column.
    fn columns(&self, mark: &Mark) -> (usize, usize) {
        let from = self.shown.start_of(mark.start);
        let start = text::width(&self.shown.text[..from]);
        let end = text::width(&self.shown.text[..self.shown.end_of(mark.end).max(from)]);
        (start, end.max(start + 1))
    }

    /// Returns `true` if every label fits to the right of its mark.
    fn labels_fit(&self, room: usize) -> bool {
        self.marks.iter().filter(|mark| mark.part == Part::Whole).all(|mark| {
            let from = self.shown.start_of(mark.start);
            let to = self.shown.end_of(mark.end).max(from);
            self.stem(from, to) + mark.label_room <= room
        })
    }

    /// The column at which miette attaches the label of a mark.
    fn stem(&self, from: usize, to: usize) -> usize {
        let start = text::width(&self.shown.text[..from]);
        let end = text::width(&self.shown.text[..to]).max(start + 1);
        usize::midpoint(start, end)
    }
}

/// The line in one piece if it fits, otherwise a piece for each group of nearby marks.
fn pieces(bytes: &[u8], line: std::ops::Range<usize>, marks: &[Mark], room: usize) -> Vec<Piece> {
    // a character has at most four bytes, so a longer line cannot fit
    if line.len() <= 4 * room {
        let shown = LineText::new(bytes, line.clone(), line.start, room);
        let whole = Piece { shown, marks: marks.to_vec() };
        if whole.shown.shows(line.end) && whole.labels_fit(room) {
            return vec![whole];
        }
    }
    let mut marks = marks.to_vec();
    marks.arrange_by_key(|mark| (mark.start, mark.end));
    let mut groups: Vec<Vec<Mark>> = Vec::new();
    for mark in marks {
        match groups.last_mut() {
            Some(group) if mark.end - group[0].start <= room / 3 => group.push(mark),
            _ => groups.push(vec![mark]),
        }
    }
    if groups.is_empty() {
        groups.push(Vec::new());
    }
    for group in &mut groups {
        // The primary place comes first again, so it is drawn closest to the source.
        group.arrange_by_key(|mark| mark.annotation);
    }
    groups.into_iter().map(|marks| piece(bytes, line.clone(), marks, room)).collect()
}

/// The part of a long line that shows as much before its marks as possible while leaving room for their
/// labels.
fn piece(bytes: &[u8], line: std::ops::Range<usize>, marks: Vec<Mark>, room: usize) -> Piece {
    let wanted = marks.iter().map(|mark| mark.start.min(line.end)).min().unwrap_or(line.start);
    let mut piece = Piece { shown: LineText::new(bytes, line.clone(), wanted, room), marks };
    for before in [wanted - line.start, room / 2, room / 3, room / 6] {
        if before > room || before > wanted - line.start {
            continue;
        }
        let shown = LineText::new(bytes, line.clone(), wanted - before, room);
        let candidate = Piece { shown, marks: piece.marks.clone() };
        // wide characters or tabs before the mark may take all columns
        if candidate.shown.shows(wanted) && candidate.labels_fit(room) {
            piece = candidate;
            break;
        }
    }
    piece
}

/// The marks of a piece as one list per row, because miette draws neither overlapping places nor two arcs
/// that begin or end in one row. There is at least one row.
fn layers(piece: &Piece) -> Vec<Vec<Mark>> {
    let of = |part| piece.marks.iter().copied().filter(move |mark| mark.part == part);
    let mut firsts = of(Part::First);
    let mut layers = underlined(piece, of(Part::Whole));
    if let Some(arc) = firsts.next() {
        layers.resize_with(layers.len().max(1), Vec::new);
        layers[0].push(arc);
    }
    let mut rows: Vec<Vec<Mark>> = of(Part::Last).map(|arc| vec![arc]).collect();
    rows.append(&mut layers);
    rows.extend(firsts.map(|arc| vec![arc]));
    if rows.is_empty() { vec![Vec::new()] } else { rows }
}

/// Splits marks into layers without overlaps; the primary place is closest to the source.
fn underlined(piece: &Piece, marks: impl Iterator<Item = Mark>) -> Vec<Vec<Mark>> {
    let mut layers: Vec<Vec<Mark>> = Vec::new();
    for mark in marks {
        let (start, end) = piece.columns(&mark);
        let free = |other: &Mark| {
            let (other_start, other_end) = piece.columns(other);
            end <= other_start || other_end <= start
        };
        match layers.iter_mut().find(|layer| layer.iter().all(free)) {
            Some(layer) => layer.push(mark),
            None => layers.push(vec![mark]),
        }
    }
    layers
}

/// The number of annotations that an excerpt leaves out.
pub(crate) fn left_out(annotations: usize) -> usize {
    annotations.saturating_sub(MOST_PLACES)
}
