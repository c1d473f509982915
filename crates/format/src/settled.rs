//! A first pass that recognizes sources that are already formatted, as most are: it compares while reading and stores nothing.
//!
//! Its rules are those of the layout (`spaces`, `layout::Levels`). Where the answer would need more than one look at a
//! line, the answer is no, and the layout decides.

use hclx_diag::Severity;
use hclx_syntax::Parsed;
use hclx_syntax::ast::Root;
use hclx_syntax::tokens::{LexemeKind as Kind, Taken};

use crate::edits::is_blank;
use crate::layout::Levels;
use crate::spaces::{Gap, brackets, gap, precedes_sign};
use crate::token::clusters;
use crate::{Style, rewrite};

/// Returns `true` only if formatting changes nothing: there are no errors, nothing to rewrite, and all spaces are right.
pub(crate) fn is_settled(parsed: &Parsed, taken: &Taken, style: Style) -> bool {
    let has_error = || parsed.diagnostics.iter().any(|finding| finding.severity == Severity::Error);
    let Root::Body(root) = parsed.tree.root() else { return false };
    if has_error() || style == Style::Terraform && !rewrite::is_settled(&parsed.tree, root) {
        return false;
    }
    let Ok(text) = std::str::from_utf8(parsed.tree.source()) else { return false };
    let mut pass = Pass::new(text);
    taken.pass(parsed, |kind, range| pass.take(kind, range.start, range.end)).is_ok() && pass.finish()
}

/// The state after the tokens read so far.
struct Pass<'s> {
    text: &'s str,
    /// Set if every grapheme cluster is one byte.
    is_ascii: bool,
    /// The last two tokens of the line; a line break if there are none.
    before: Kind,
    last: Kind,
    last_start: u32,
    /// The end of the last token.
    at: u32,
    line: Line,
    levels: Levels,
    equals: Run,
    comments: Run,
}

/// The state of the current line.
#[derive(Default)]
struct Line {
    start: u32,
    is_begun: bool,
    /// The spaces before the first token.
    indent: u32,
    /// The number of bytes that take no column.
    wide: u32,
    /// The number of open brackets.
    open: i32,
    /// The first `=` after the start of the line.
    assign: Option<Assign>,
    /// The number of open brackets before the first heredoc, and whether it precedes the `=`.
    before_heredoc: Option<(i32, bool)>,
    /// The comment that ends the line.
    comment: Option<Cell>,
}

/// A `=` that starts a cell if the brackets after it balance.
struct Assign {
    cell: Cell,
    open: i32,
    /// Set if it has the spacing of a token that starts no cell.
    is_spaced: bool,
}

/// The start of a cell.
#[derive(Clone, Copy)]
struct Cell {
    column: u32,
    spaces: u32,
}

/// Consecutive lines with a cell: its column, and the minimum number of spaces before it.
#[derive(Default)]
struct Run(Option<Cell>);

impl Run {
    /// Continues with a line. The cells of a run start in one column, with one space after the widest part before them.
    #[inline]
    fn line(&mut self, cell: Option<Cell>) -> bool {
        match (&mut self.0, cell) {
            (Some(run), Some(cell)) => {
                run.spaces = run.spaces.min(cell.spaces);
                run.column == cell.column
            }
            (run, cell) => std::mem::replace(run, cell).is_none_or(|run| run.spaces == 1),
        }
    }
}

impl<'s> Pass<'s> {
    fn new(text: &'s str) -> Self {
        Self {
            text,
            is_ascii: text.is_ascii(),
            before: Kind::Newline,
            last: Kind::Newline,
            last_start: 0,
            at: 0,
            line: Line::default(),
            levels: Levels::default(),
            equals: Run::default(),
            comments: Run::default(),
        }
    }

    #[inline]
    fn part(&self, start: u32, end: u32) -> &'s [u8] {
        &self.text.as_bytes()[start as usize..end as usize]
    }

    /// Handles the next token. Returns `false` if something changes or may change.
    #[inline]
    fn take(&mut self, kind: Kind, start: u32, end: u32) -> bool {
        let ends = kind == Kind::Newline || kind == Kind::Comment && self.part(start, end).ends_with(b"\n");
        let spaces = start - self.at;
        let is_fine = if self.line.is_begun {
            let is_fine = self.inside(kind, start, spaces, ends);
            self.before = self.last;
            is_fine
        } else {
            self.line.is_begun = true;
            self.line.indent = spaces;
            self.before = Kind::Newline;
            true
        };
        if !is_fine || spaces > 0 && !is_blank(self.part(self.at, start)) {
            return false;
        }
        self.line.open += brackets(kind);
        if kind == Kind::OpenHeredoc && self.line.before_heredoc.is_none() {
            self.line.before_heredoc = Some((self.line.open, self.line.assign.is_none()));
        }
        if !self.is_ascii {
            self.line.wide += end - start - clusters(&self.text[start as usize..end as usize]);
        }
        (self.last, self.last_start, self.at) = (kind, start, end);
        !ends || self.end_line(kind == Kind::Newline && start == self.line.start + self.line.indent)
    }

    /// Handles a token that does not start its line.
    #[inline]
    fn inside(&mut self, kind: Kind, start: u32, spaces: u32, ends: bool) -> bool {
        let is_space = match gap(self.last, kind) {
            Gap::Nothing => false,
            Gap::Space => true,
            Gap::SpaceAfterIn => self.before == Kind::Ident && self.part(self.last_start, self.at) == b"in",
            Gap::SpaceUnlessSign => self.before != Kind::Newline && !precedes_sign(self.before),
        };
        let is_spaced = spaces == u32::from(is_space);
        match kind {
            Kind::Assign if self.line.assign.is_none() => {
                let cell = self.cell(start, spaces);
                self.line.assign = Some(Assign { cell, open: self.line.open, is_spaced });
                true
            }
            Kind::Comment if ends => {
                self.line.comment = Some(self.cell(start, spaces));
                true
            }
            _ => is_spaced,
        }
    }

    fn cell(&self, start: u32, spaces: u32) -> Cell {
        Cell { column: start - self.line.start - self.line.wide, spaces }
    }

    fn end_line(&mut self, is_empty: bool) -> bool {
        let line = std::mem::replace(&mut self.line, Line { start: self.at, ..Line::default() });
        let is_cell = line.assign.as_ref().is_some_and(|assign| assign.open == line.open);
        let opened = match line.before_heredoc {
            // the contents of heredocs do not count
            Some((open, is_before)) if is_before || !is_cell => open,
            _ => line.open,
        };
        let indent = if is_empty { 0 } else { self.levels.indent(opened) };
        let is_spaced = is_cell || line.assign.as_ref().is_none_or(|assign| assign.is_spaced);
        let equals = line.assign.filter(|_| is_cell).map(|assign| assign.cell);
        indent == line.indent && is_spaced && self.equals.line(equals) && self.comments.line(line.comment)
    }

    /// Handles the end of the source.
    fn finish(mut self) -> bool {
        // a comment without a line break only becomes a cell at the end of the source
        let is_ended = !self.line.is_begun || self.last != Kind::Comment && self.end_line(false);
        let rest = &self.text.as_bytes()[self.at as usize..];
        is_ended && self.equals.line(None) && self.comments.line(None) && is_blank(rest)
    }
}
