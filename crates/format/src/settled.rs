//! A first pass that recognizes sources that are already formatted, as most are: it compares while reading and stores nothing.
//!
//! Its rules are those of the layout (`spaces`, `layout::Levels`). If an answer would require reading a line more than
//! once, the answer is no, and the layout decides.

use hclx_diag::{Severity, TextRange};
use hclx_syntax::Parsed;
use hclx_syntax::ast::Root;
use hclx_syntax::tokens::{LexemeKind as Kind, ParsedTokens, Take};

use crate::edits::is_blank;
use crate::layout::Levels;
use crate::spaces::{Gap, brackets, decided, gap, precedes_sign};
use crate::token::clusters;
use crate::{Style, rewrite};

/// Returns `true` only if formatting changes nothing: there are no errors, nothing to rewrite, and all spaces are
/// correct.
pub(crate) fn is_settled(parsed: &Parsed, taken: &ParsedTokens, style: Style) -> bool {
    let has_error = || parsed.diagnostics.iter().any(|finding| finding.severity == Severity::Error);
    let Root::Body(root) = parsed.tree.root() else { return false };
    if has_error() {
        return false;
    }
    let source = parsed.tree.source();
    let wide = if source.is_ascii() { Ok(None) } else { std::str::from_utf8(source).map(Some) };
    let Ok(wide) = wide else { return false };
    let mut pass = Pass::new(source, wide);
    let is_spaced = taken.pass(parsed, &mut pass).is_ok() && pass.finish();
    is_spaced && (style != Style::Terraform || rewrite::is_settled(&parsed.tree, root))
}

/// The state after the tokens read so far.
struct Pass<'s> {
    source: &'s [u8],
    /// The source if it is not ASCII; otherwise every grapheme cluster is one byte.
    wide: Option<&'s str>,
    /// The last two tokens of the line; line breaks if there are none.
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
    /// The spaces before the first token.
    indent: u32,
    /// The number of bytes that occupy no column.
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
    /// Set if it has the spacing of a token that does not start a cell.
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

impl Take for &mut Pass<'_> {
    // called in a single place for most tokens
    #[inline(always)]
    fn take(&mut self, kind: Kind, range: TextRange) -> bool {
        if self.is_expected(kind, range.start) || self.begins(kind, range.start) {
            self.go_on(kind, range);
            return true;
        }
        self.take_other(kind, range)
    }

    #[inline]
    fn take_break(&mut self, range: TextRange) -> bool {
        let is_near = range.start == self.at;
        let is_empty = self.last == Kind::Newline;
        self.at = range.end;
        is_near && self.end_line(is_empty)
    }

    #[inline]
    fn take_string(&mut self, range: TextRange) -> bool {
        let is_fine = self.is_expected(Kind::OpenQuote, range.start)
            || self.begins(Kind::OpenQuote, range.start)
            || self.is_fine(Kind::OpenQuote, range.start, false);
        // its parts follow each other without spaces
        (self.before, self.last) = (Kind::Literal, Kind::CloseQuote);
        (self.last_start, self.at) = (range.end - 1, range.end);
        if self.wide.is_some() {
            self.widen(range.start + 1, range.end - 1);
        }
        is_fine
    }
}

impl<'s> Pass<'s> {
    fn new(source: &'s [u8], wide: Option<&'s str>) -> Self {
        Self {
            source,
            wide,
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
        &self.source[start as usize..end as usize]
    }

    /// Returns `true` if the kinds of both tokens show that the space before a token is correct.
    #[inline]
    fn is_expected(&self, kind: Kind, start: u32) -> bool {
        let spaces = start - self.at;
        let is_cell = matches!(kind, Kind::Comment | Kind::Assign | Kind::OpenHeredoc);
        !is_cell
            && spaces == decided(self.last, kind)
            && (spaces == 0 || self.source.get(self.at as usize) == Some(&b' '))
    }

    /// Returns `true` for a token that starts a line after spaces, unless it is also a cell or a heredoc.
    #[inline]
    fn begins(&mut self, kind: Kind, start: u32) -> bool {
        let begins = self.last == Kind::Newline && !matches!(kind, Kind::Comment | Kind::OpenHeredoc);
        self.line.indent = if begins { start - self.at } else { self.line.indent };
        begins && is_blank(self.part(self.at, start))
    }

    /// Continues after a token.
    #[inline]
    fn go_on(&mut self, kind: Kind, range: TextRange) {
        self.line.open += brackets(kind);
        if self.wide.is_some() {
            self.widen(range.start, range.end);
        }
        self.before = self.last;
        (self.last, self.last_start, self.at) = (kind, range.start, range.end);
    }

    /// Counts the bytes of a token that occupy no column.
    #[inline(never)]
    fn widen(&mut self, start: u32, end: u32) {
        if let Some(text) = self.wide {
            self.line.wide += end - start - clusters(&text[start as usize..end as usize]);
        }
    }

    /// Handles a token that starts a cell or ends a line, or whose space depends on more tokens. Returns `false` if
    /// something changes or may change.
    #[inline(never)]
    fn take_other(&mut self, kind: Kind, range: TextRange) -> bool {
        let ends = kind == Kind::Comment && self.part(range.start, range.end).ends_with(b"\n");
        if !self.is_fine(kind, range.start, ends) {
            return false;
        }
        self.go_on(kind, range);
        if kind == Kind::OpenHeredoc && self.line.before_heredoc.is_none() {
            self.line.before_heredoc = Some((self.line.open, self.line.assign.is_none()));
        }
        !ends || self.end_line(false)
    }

    /// Checks the space before a token.
    fn is_fine(&mut self, kind: Kind, start: u32, ends: bool) -> bool {
        let spaces = start - self.at;
        let is_fine = if self.last == Kind::Newline {
            self.line.indent = spaces;
            true
        } else {
            self.inside(kind, start, spaces, ends)
        };
        is_fine && (spaces == 0 || is_blank(self.part(self.at, start)))
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
        let line = &self.line;
        let is_cell = line.assign.as_ref().is_some_and(|assign| assign.open == line.open);
        let opened = match line.before_heredoc {
            // the contents of heredocs do not count
            Some((open, is_before)) if is_before || !is_cell => open,
            _ => line.open,
        };
        let indent = if is_empty { 0 } else { self.levels.indent(opened) };
        let is_spaced = is_cell || line.assign.as_ref().is_none_or(|assign| assign.is_spaced);
        let equals = line.assign.as_ref().filter(|_| is_cell).map(|assign| assign.cell);
        let is_fine = indent == line.indent
            && is_spaced
            && self.equals.line(equals)
            && self.comments.line(line.comment);
        self.line = Line { start: self.at, ..Line::default() };
        self.last = Kind::Newline;
        is_fine
    }

    /// Handles the end of the source.
    fn finish(mut self) -> bool {
        // a comment without a line break only becomes a cell at the end of the source
        let is_ended = self.last == Kind::Newline || self.last != Kind::Comment && self.end_line(false);
        let rest = &self.source[self.at as usize..];
        is_ended && self.equals.line(None) && self.comments.line(None) && is_blank(rest)
    }
}
