//! The reference transformation (Mull §2.5): statement lines become keys, bodies are indented below them, and
//! quotations of plain scalars become words. The result is the input of the YAML parser.
//!
//! Out of scope: the kinds of bodies (see `super::super::statements`).

use std::ops::Range;

use hclx_diag::TextRange;
use hclx_diag::mull_codes::{BODY_COLUMN, GROUP_NOT_CLOSED, PART_COLUMN, STATIC_LIMIT, STRAY_PART};

use super::super::brace::{END_OF_GROUP, Keyword, foreign_statement};
use super::super::markup::{Hole, HoleKind, Origin};
use super::super::reading::{MAX_BYTES, MAX_DEPTH};
use super::lines::{Line, LineKind, Lines, SyntaxError};

/// The maximum length of the source passed to the parser: deeply nested groups add much indentation.
const MAX_REWRITTEN: usize = 8 * MAX_BYTES;

/// The byte that replaces a quotation.
const WORD: char = 'Q';

/// Rewrites a source.
///
/// # Errors
/// The first error in groups of statement lines.
pub(super) fn rewrite(text: &str, found: &Lines) -> Result<(String, Origin), SyntaxError> {
    let body = grouped(&found.lines).map_err(|wrong| with_foreign_word(wrong, text, &found.lines))?;
    let mut writer = Writer {
        text,
        found,
        out: String::with_capacity(text.len() + text.len() / 8),
        origin: Origin { len: Some(text.len() as u32), ..Origin::default() },
        quotation: 0,
        comment: 0,
    };
    let start = found.lines.first().map_or(found.end, |line| line.start);
    writer.copy(0..start, 0);
    writer.body(&body, 0)?;
    Ok((writer.out, writer.origin))
}

/// The kind of a body's contents: entries or elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Mapping,
    Sequence,
}

/// The lines of a body, with each group as one node.
#[derive(Debug, Default)]
struct Body {
    nodes: Vec<Node>,
    /// The column of its first line.
    base: Option<usize>,
}

#[derive(Debug)]
enum Node {
    Line(usize),
    Group { arms: Vec<(usize, Body)>, evidence: Option<Place> },
}

struct Group {
    arms: Vec<(usize, Body)>,
    word: Keyword,
    divided: bool,
}

/// Sorts lines into groups.
fn grouped(lines: &[Line]) -> Result<Body, SyntaxError> {
    let mut root = Body::default();
    let mut open: Vec<Group> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let wrong = |code, message| Err(SyntaxError::new(code, line.quotation.clone(), message));
        match line.kind {
            LineKind::Statement(word @ (Keyword::Else | Keyword::ElseIf | Keyword::Done)) => {
                let done = word == Keyword::Done;
                let belongs =
                    open.last().filter(|group| done || (group.word == Keyword::If && !group.divided));
                let Some(group) = belongs else {
                    return wrong(STRAY_PART, "no group is open here");
                };
                if lines[group.arms[0].0].column() != line.column() {
                    return wrong(PART_COLUMN, "this must start in the column where its group starts");
                }
                if done {
                    let Some(Group { arms, .. }) = open.pop() else { continue };
                    let evidence = arms.iter().find_map(|(_, body)| body_evidence(body, lines));
                    body_of(&mut open, &mut root).nodes.push(Node::Group { arms, evidence });
                } else if let Some(group) = open.last_mut() {
                    group.divided = word == Keyword::Else;
                    group.arms.push((index, Body::default()));
                }
            }
            kind => {
                // The opener of a group is a line of the body around it.
                enter(line, lines, &mut open)?;
                match kind {
                    LineKind::Statement(word @ (Keyword::If | Keyword::For)) => {
                        if open.len() >= MAX_DEPTH {
                            return wrong(STATIC_LIMIT, "groups nest too deep");
                        }
                        open.push(Group { arms: vec![(index, Body::default())], word, divided: false });
                    }
                    _ => body_of(&mut open, &mut root).nodes.push(Node::Line(index)),
                }
            }
        }
    }
    match open.first() {
        None => Ok(root),
        Some(group) => {
            let place = lines[group.arms[0].0].quotation.clone();
            Err(SyntaxError::new(GROUP_NOT_CLOSED, place, "missing `${done}` for this group"))
        }
    }
}

/// Adds a help about the line that was probably meant to end or to open a group, with a keyword of another
/// language.
fn with_foreign_word(wrong: SyntaxError, text: &str, lines: &[Line]) -> SyntaxError {
    let mut words = lines.iter().filter(|line| line.kind == LineKind::Quotation).filter_map(|line| {
        let inside = line.quotation.start + 2..line.quotation.end - 1;
        Some((line.quotation.clone(), foreign_statement(&text[inside])?))
    });
    let meant = if wrong.code == GROUP_NOT_CLOSED {
        words.find(|(line, word)| line.start > wrong.place.start && *word == END_OF_GROUP)
    } else if wrong.code == STRAY_PART {
        words.rfind(|(line, word)| line.start < wrong.place.start && *word != END_OF_GROUP)
    } else {
        None
    };
    SyntaxError { label: meant, ..wrong }
}

/// The body that the next line belongs to.
fn body_of<'b>(open: &'b mut [Group], root: &'b mut Body) -> &'b mut Body {
    match open.last_mut().and_then(|group| group.arms.last_mut()) {
        Some((_, body)) => body,
        None => root,
    }
}

/// Checks the column of a line of a body.
fn enter(line: &Line, lines: &[Line], open: &mut [Group]) -> Result<(), SyntaxError> {
    let Some(group) = open.last_mut() else { return Ok(()) };
    let least = lines[group.arms[0].0].column();
    let Some((_, body)) = group.arms.last_mut() else { return Ok(()) };
    let column = line.column();
    if column < body.base.unwrap_or(least) {
        let message = "this line is indented less than the body that it is in";
        return Err(SyntaxError::new(BODY_COLUMN, line.first..line.first + 1, message));
    }
    body.base.get_or_insert(column);
    Ok(())
}

/// The kind of a group, derived from the lines of its body.
fn body_evidence(body: &Body, lines: &[Line]) -> Option<Place> {
    // Deeper lines are parts of the entries of the body.
    let at_base = |node: &&Node| Some(column(node, lines)) == body.base;
    body.nodes.iter().filter(at_base).find_map(|node| evidence(node, lines))
}

fn column(node: &Node, lines: &[Line]) -> usize {
    match node {
        Node::Line(index) => lines[*index].column(),
        Node::Group { arms, .. } => lines[arms[0].0].column(),
    }
}

fn evidence(node: &Node, lines: &[Line]) -> Option<Place> {
    match node {
        Node::Group { evidence, .. } => *evidence,
        Node::Line(index) => match lines[*index].kind {
            LineKind::Dash => Some(Place::Sequence),
            LineKind::Other => Some(Place::Mapping),
            _ => None,
        },
    }
}

/// The siblings of a node in its block.
#[derive(Clone, Copy, Debug, Default)]
struct Sibling {
    before: bool,
    after: bool,
    place: Option<Place>,
}

/// A block that is open at a line.
struct Block {
    column: usize,
    /// The last node in it.
    last: Option<usize>,
    /// The kind, as far as it is known.
    place: Option<Place>,
    /// Set if the last entry has a value, so that no elements can follow in the same column.
    full: bool,
}

/// For each node of a body: whether it has siblings, and whether it is an entry or an element, judged by
/// itself or by its nearest sibling (the previous one first, for `let` the next one first).
fn siblings(body: &Body, lines: &[Line]) -> Vec<Sibling> {
    let mut found = vec![Sibling::default(); body.nodes.len()];
    let mut next: Vec<Option<usize>> = vec![None; body.nodes.len()];
    let mut carried: Vec<Option<Place>> = vec![None; body.nodes.len()];
    let mut open: Vec<Block> = Vec::new();
    for (index, node) in body.nodes.iter().enumerate() {
        let line = if let Node::Line(line) = node { Some(&lines[*line]) } else { None };
        if line.is_some_and(|line| line.kind == LineKind::Marker) {
            open.clear();
            continue;
        }
        let column = column(node, lines);
        let mut deeper = false;
        while open.last().is_some_and(|block| block.column > column) {
            open.pop();
            deeper = true;
        }
        let mut own = evidence(node, lines);
        if let Some(block) = open.pop_if(|block| block.column == column) {
            found[index].before = true;
            carried[index] = block.place;
            if let Some(last) = block.last {
                next[last] = Some(index);
                found[last].after = true;
            }
            if line.is_none() && block.place == Some(Place::Mapping) && (deeper || block.full) {
                // elements cannot follow here: if the bodies contain some, that error is reported for them
                own = block.place;
            }
        }
        let place = own.or(carried[index]);
        let full = line.map_or(own == Some(Place::Mapping), |line| line.full);
        open.push(Block { column, last: Some(index), place, full });
        found[index].place = if is_let(node, lines) { None } else { place };
        for (column, sequence) in line.map_or(&[][..], |line| &line.inner) {
            let place = if *sequence { Place::Sequence } else { Place::Mapping };
            open.push(Block { column: *column, last: None, place: Some(place), full: false });
        }
    }
    let mut ahead: Vec<Option<Place>> = vec![None; body.nodes.len()];
    for index in (0..body.nodes.len()).rev() {
        let after = next[index].and_then(|next| ahead[next]);
        ahead[index] = found[index].place.or(after);
        let place = found[index].place.or(after).or(carried[index]);
        found[index].place = place;
    }
    found
}

fn is_let(node: &Node, lines: &[Line]) -> bool {
    matches!(node, Node::Line(index) if lines[*index].kind == LineKind::Statement(Keyword::Let))
}

struct Writer<'t> {
    text: &'t str,
    found: &'t Lines,
    out: String,
    origin: Origin,
    /// The first quotation that has not been written yet.
    quotation: usize,
    /// The first comment that has not been written yet.
    comment: usize,
}

impl Writer<'_> {
    /// Writes a body, with its lines moved by `shift` columns.
    fn body(&mut self, body: &Body, shift: isize) -> Result<(), SyntaxError> {
        let lines = &self.found.lines;
        for (node, sibling) in body.nodes.iter().zip(siblings(body, lines)) {
            let sequence = sibling.place == Some(Place::Sequence);
            match node {
                Node::Group { arms, .. } => self.group(arms, shift, sequence)?,
                Node::Line(index) => {
                    let line = &lines[*index];
                    match line.kind {
                        LineKind::Statement(_) => {
                            self.key(line, shift, sequence, 0);
                        }
                        LineKind::Quotation => {
                            // Alone, the quotation is the value; beside others, its contents are inserted.
                            let beside = sibling.before || sibling.after;
                            self.quotation_line(line, shift, beside.then_some(sequence));
                        }
                        _ => {
                            let end = lines.get(*index + 1).map_or(self.found.end, |next| next.start);
                            self.copy(line.start..end, shift);
                        }
                    }
                }
            }
            if self.out.len() > MAX_REWRITTEN {
                let place = match node {
                    Node::Line(index) => lines[*index].first..lines[*index].first + 1,
                    Node::Group { arms, .. } => lines[arms[0].0].quotation.clone(),
                };
                return Err(SyntaxError::new(STATIC_LIMIT, place, "groups nest too deep in a long file"));
            }
        }
        Ok(())
    }

    fn group(&mut self, arms: &[(usize, Body)], shift: isize, sequence: bool) -> Result<(), SyntaxError> {
        for (index, (line, body)) in arms.iter().enumerate() {
            let line = &self.found.lines[*line];
            self.key(line, shift, sequence && index == 0, if sequence && index > 0 { 2 } else { 0 });
            let column = line.column() as isize + shift;
            // A body is below its key, which follows the dash of an element.
            let inside = column + if sequence { 4 } else { 2 };
            if let Some(base) = body.base {
                self.body(body, inside - base as isize)?;
            }
        }
        Ok(())
    }

    /// Writes indentation, and the dash of an element.
    fn indent(&mut self, line: &Line, shift: isize, dash: bool, more: usize) {
        self.origin.step(self.out.len(), line.first);
        let column = (line.column() as isize + shift).max(0) as usize + more;
        self.out.extend(std::iter::repeat_n(' ', column));
        if dash {
            self.out.push_str("- ");
        }
    }

    /// Writes a statement as a key.
    fn key(&mut self, line: &Line, shift: isize, dash: bool, more: usize) {
        self.indent(line, shift, dash, more);
        self.hole(&line.quotation, HoleKind::Line);
        self.out.push_str(":\n");
    }

    /// Writes a quotation line; `beside` is set if it has siblings, and is `true` if these are elements.
    fn quotation_line(&mut self, line: &Line, shift: isize, beside: Option<bool>) {
        self.indent(line, shift, beside == Some(true), 0);
        if beside.is_some() {
            self.hole(&line.quotation, HoleKind::Insert);
            self.out.push_str(": ");
        }
        self.hole(&line.quotation, HoleKind::Quotation);
        // the comment prevents the next line from continuing the word
        self.out.push_str(" #\n");
    }

    fn hole(&mut self, quotation: &Range<usize>, kind: HoleKind) {
        self.origin.step(self.out.len(), quotation.start);
        let range = TextRange::new(quotation.start as u32, quotation.end as u32);
        self.origin.holes.push(Hole { at: self.out.len() as u32, quotation: range, kind });
        self.out.push(WORD);
        self.origin.step(self.out.len(), quotation.end);
    }

    /// Copies a range of whole lines, moved by `shift` columns, with its quotations replaced by words.
    fn copy(&mut self, range: Range<usize>, shift: isize) {
        let bytes = self.text.as_bytes();
        let mut at = range.start;
        while at < range.end {
            at = if shift == 0 { at } else { self.start_of_line(at..range.end, shift) };
            // to the next line break outside of quotations
            loop {
                let stop =
                    memchr::memchr(b'\n', &bytes[at..range.end]).map_or(range.end, |found| at + found + 1);
                let Some(quotation) = self.quotation_before(at, stop) else {
                    self.verbatim(at..stop);
                    at = stop;
                    break;
                };
                self.verbatim(at..quotation.start);
                self.hole(&quotation, HoleKind::Quotation);
                at = quotation.end;
            }
        }
    }

    /// The next quotation if it starts before `stop`.
    fn quotation_before(&mut self, at: usize, stop: usize) -> Option<Range<usize>> {
        let all = &self.found.quotations;
        while all.get(self.quotation).is_some_and(|quotation| quotation.start < at) {
            self.quotation += 1;
        }
        all.get(self.quotation).filter(|quotation| quotation.start < stop).cloned()
    }

    fn verbatim(&mut self, range: Range<usize>) {
        if !range.is_empty() {
            self.origin.step(self.out.len(), range.start);
            self.out.push_str(&self.text[range]);
        }
    }

    /// Writes the indentation of a moved line; returns the start of its contents. Comments move to the first
    /// column, where they cannot become part of a block scalar.
    fn start_of_line(&mut self, rest: Range<usize>, shift: isize) -> usize {
        let all = &self.found.comments;
        while all.get(self.comment).is_some_and(|comment| comment.start < rest.start) {
            self.comment += 1;
        }
        if let Some(comment) = all.get(self.comment).filter(|comment| comment.start == rest.start) {
            self.origin.step(self.out.len(), comment.start);
            self.out.push('#');
            return comment.end;
        }
        let line = &self.text.as_bytes()[rest.clone()];
        let indent = line.iter().take_while(|byte| **byte == b' ').count();
        if indent > 0 || line.first().is_some_and(|byte| !matches!(byte, b'\n' | b'\r')) {
            let column = (indent as isize + shift).max(0) as usize;
            self.origin.step(self.out.len(), rest.start);
            self.out.extend(std::iter::repeat_n(' ', column));
        }
        rest.start + indent
    }
}
