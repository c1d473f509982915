//! The spaces before each token: indentation, spaces inside lines, alignment of `=` and of comments.

use std::ops::Range;

use hclx_syntax::tokens::LexemeKind as Kind;

use crate::spaces::{Gap, brackets, decided, gap, precedes_sign};
use crate::token::{Token, Tokens};

/// The number of spaces per level of indentation.
pub(crate) const INDENT: u32 = 2;

/// A line by indices of tokens: the part from `start` on, the cell from `=` on, and the trailing comment.
struct Line {
    start: u32,
    assign: u32,
    comment: u32,
    end: u32,
}

impl Line {
    fn lead(&self) -> Range<usize> {
        self.start as usize..self.assign as usize
    }

    fn assign(&self) -> Range<usize> {
        self.assign as usize..self.comment as usize
    }

    fn comment(&self) -> Range<usize> {
        self.comment as usize..self.end as usize
    }
}

/// Computes the spaces before all tokens.
pub(crate) fn layout(tokens: &mut Tokens<'_>) {
    let lines = lines(tokens);
    align(tokens, &lines, Line::lead, Line::assign);
    // Comments come second, because the alignment of `=` moves them.
    align(tokens, &lines, |line| line.start as usize..line.comment as usize, Line::comment);
}

/// Computes the indentation and the spaces inside lines. Heredocs, strings and multi-line comments are
/// treated as part of a single line.
fn lines(tokens: &mut Tokens<'_>) -> Vec<Line> {
    tokens.visit(tokens.list.len());
    let mut list = std::mem::take(&mut tokens.list);
    // real files have a line every seven tokens
    let mut lines = Vec::with_capacity(list.len() / 6);
    let mut levels = Levels::default();
    let mut start = 0;
    while start < list.len() {
        let mut line = LineCounts::default();
        let rest = &mut list[start..];
        let length = line.read(tokens, rest);
        let line = line.line(&mut rest[..length], start, &mut levels);
        lines.push(line);
        start += length;
    }
    tokens.list = list;
    lines
}

/// The counters for a line under construction.
#[derive(Default)]
struct LineCounts {
    /// The number of open brackets.
    open: i32,
    /// The first `=` that does not start the line, and the number of open brackets before it.
    assign: Option<(usize, i32)>,
    /// The number of open brackets up to the first heredoc.
    before_heredoc: Option<(usize, i32)>,
}

impl LineCounts {
    /// Reads the tokens of a line and computes the spaces between them; returns the number of tokens.
    fn read(&mut self, tokens: &Tokens<'_>, rest: &mut [Token]) -> usize {
        // the preceding tokens; initially, a missing one is treated like a line break
        let (mut before, mut last) = (Kind::Newline, rest[0]);
        if self.count(tokens, 0, &last) {
            return 1;
        }
        for (index, token) in rest.iter_mut().enumerate().skip(1) {
            token.spaces = match decided(last.kind, token.kind) {
                known @ (0 | 1) => known,
                _ => u32::from(is_space(tokens, before, &last, token.kind)),
            };
            (before, last) = (last.kind, *token);
            if matches!(last.kind, Kind::Newline | Kind::Comment | Kind::Assign | Kind::OpenHeredoc) {
                if self.count(tokens, index, &last) {
                    return index + 1;
                }
            } else {
                self.open += brackets(last.kind);
            }
        }
        rest.len()
    }

    /// Counts a token; returns `true` if it ends the line.
    fn count(&mut self, tokens: &Tokens<'_>, index: usize, token: &Token) -> bool {
        match token.kind {
            Kind::Assign if index > 0 && self.assign.is_none() => self.assign = Some((index, self.open)),
            Kind::OpenHeredoc if self.before_heredoc.is_none() => {
                self.before_heredoc = Some((index, self.open))
            }
            kind => self.open += brackets(kind),
        }
        tokens.ends_line(token)
    }

    /// Builds the line from its tokens, which start at an index of the list, and computes its indentation and
    /// a space before each of its cells.
    fn line(self, list: &mut [Token], start: usize, levels: &mut Levels) -> Line {
        let has_comment = list.len() > 1 && list[list.len() - 1].kind == Kind::Comment;
        let comment = list.len() - usize::from(has_comment);
        // the brackets from `=` on are balanced, so all open ones precede it
        let assign =
            self.assign.filter(|(_, before)| *before == self.open).map_or(comment, |(assign, _)| assign);
        // the contents of heredocs do not count
        let opened = self.before_heredoc.filter(|(at, _)| *at < assign).map_or(self.open, |(_, open)| open);
        list[0].spaces = if list[0].kind == Kind::Newline { 0 } else { levels.indent(opened) };
        // For consecutive lines, alignment replaces this.
        for cell in [assign, comment] {
            if let Some(first) = list.get_mut(cell) {
                first.spaces = 1;
            }
        }
        let place = |index: usize| (start + index) as u32;
        Line { start: place(0), assign: place(assign), comment: place(comment), end: place(list.len()) }
    }
}

/// Returns `true` if there is a space between two tokens.
fn is_space(tokens: &Tokens<'_>, before: Kind, last: &Token, kind: Kind) -> bool {
    match gap(last.kind, kind) {
        Gap::Nothing => false,
        Gap::Space => true,
        Gap::SpaceAfterIn => before == Kind::Ident && last.end - last.start == 2 && tokens.text(last) == "in",
        Gap::SpaceUnlessSign => before != Kind::Newline && !precedes_sign(before),
    }
}

/// The levels of indentation, each with the number of brackets that it opened.
#[derive(Default)]
pub(crate) struct Levels(Vec<i32>);

impl Levels {
    /// The indentation of a line that opens this many more brackets than it closes: the following lines are
    /// indented by one level, regardless of the number of brackets.
    pub(crate) fn indent(&mut self, opened: i32) -> u32 {
        let mut closed = -opened;
        while closed > 0 {
            let Some(level) = self.0.last_mut() else { break };
            if closed < *level {
                *level -= closed;
                break;
            }
            closed -= *level;
            self.0.pop();
        }
        let indent = INDENT * self.0.len() as u32;
        if opened > 0 {
            self.0.push(opened);
        }
        indent
    }
}

/// Aligns the cells of consecutive lines: the widest part before them is followed by one space.
fn align(
    tokens: &mut Tokens<'_>,
    lines: &[Line],
    before: impl Fn(&Line) -> Range<usize>,
    cell: impl Fn(&Line) -> Range<usize>,
) {
    let mut widths: Vec<u32> = Vec::new();
    for run in lines.chunk_by(|one, other| !cell(one).is_empty() && !cell(other).is_empty()) {
        // A cell on a single line keeps its single space.
        let [_, _, ..] = run else { continue };
        widths.clear();
        widths.extend(run.iter().map(|line| tokens.columns(&tokens.list[before(line)])));
        let widest = widths.iter().copied().max().unwrap_or_default();
        for (line, width) in run.iter().zip(&widths) {
            tokens.list[cell(line).start].spaces = widest - width + 1;
        }
    }
}
