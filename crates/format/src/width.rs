//! Breaking of lists, objects and calls on one line that extend beyond a column, with one element per line.
//!
//! Layout and breaking alternate until nothing needs to be broken, because alignment moves the following
//! tokens. Within a round, the columns after a break are estimated, so that nested lists and many calls on
//! one line need few rounds. Strings, heredocs, indexes, parentheses and blocks are never broken, and lines
//! are never joined.

use hclx_diag::TextRange;
use hclx_syntax::tokens::LexemeKind as Kind;

use crate::groups::{Groups, groups};
use crate::layout::{INDENT, layout};
use crate::token::{Token, Tokens, clusters};

/// Breaks groups that end beyond `width` columns and start within a range of the source, if one is given. The
/// tokens are laid out both before and after this.
pub(crate) fn fit(tokens: &mut Tokens<'_>, width: u32, within: Option<TextRange>) {
    // Each round breaks a group, and there are finitely many.
    while let Some(after) = turn(tokens, i64::from(width), within) {
        insert(tokens, &after);
        layout(tokens);
    }
}

/// The tokens to insert after a token.
#[derive(Clone, Copy, Default)]
struct Insertion {
    comma: bool,
    line_break: bool,
}

/// The tokens that one round inserts after each token; `None` if nothing must be broken.
fn turn(tokens: &Tokens<'_>, width: i64, within: Option<TextRange>) -> Option<Vec<Insertion>> {
    tokens.visit(tokens.list.len());
    let columns = Columns::new(tokens);
    if columns.0.iter().all(|(_, end)| *end <= width) {
        return None;
    }
    // the pass that finds groups, and the pass that selects among them
    tokens.visit(2 * tokens.list.len());
    let groups = groups(tokens);
    let after = vec![Insertion::default(); tokens.list.len()];
    let mut turn =
        Turn { tokens, columns, groups, width, within, after, around: Vec::new(), indent: 0, shift: 0 };
    turn.run();
    turn.after.iter().any(|after| after.line_break).then_some(turn.after)
}

/// The columns, from 0, at which each token starts and ends in its lines.
struct Columns(Vec<(i64, i64)>);

impl Columns {
    fn new(tokens: &Tokens<'_>) -> Self {
        let mut at = 0;
        let place = |token: &Token| {
            let start = at + i64::from(token.spaces);
            at = match tokens.text(token).rsplit_once('\n') {
                Some((_, last)) => i64::from(clusters(last)),
                None => start + i64::from(clusters(tokens.text(token))),
            };
            (start, at)
        };
        Self(tokens.list.iter().map(place).collect())
    }

    fn start(&self, token: usize) -> i64 {
        self.0[token].0
    }

    fn end(&self, token: usize) -> i64 {
        self.0[token].1
    }

    /// Returns `true` if a token is the first one on its line.
    fn is_first(&self, token: usize) -> bool {
        // A token with a line break at its end ends in column 0.
        token == 0 || self.end(token - 1) == 0
    }
}

/// A walk over the tokens that selects groups to break, outer ones first.
struct Turn<'t, 's> {
    tokens: &'t Tokens<'s>,
    columns: Columns,
    groups: Groups,
    width: i64,
    within: Option<TextRange>,
    after: Vec<Insertion>,
    /// The broken groups around the current token, with the indentation of their lines.
    around: Vec<(usize, i64)>,
    /// The indentation of the current line.
    indent: i64,
    /// The number of columns by which an earlier break moves the rest of the line.
    shift: i64,
}

impl Turn<'_, '_> {
    fn run(&mut self) {
        let mut groups = 0;
        let mut index = 0;
        while index < self.tokens.list.len() {
            if self.columns.is_first(index) {
                self.begin_line(index, self.columns.start(index));
            }
            if let Some((group, indent)) = self.around.last().copied()
                && self.groups.list[group].close == index
            {
                self.around.pop();
                self.begin_line(index, indent);
            }
            while self.groups.list.get(groups).is_some_and(|group| group.open < index) {
                groups += 1;
            }
            if self.groups.list.get(groups).is_some_and(|group| group.open == index) {
                index = self.group(groups);
            }
            let owner = self.around.last().map(|(group, _)| &self.groups.list[*group]);
            self.after[index].line_break |= owner.is_some_and(|group| self.groups.parts(index, group));
            index += 1;
            if self.after[index - 1].line_break && index < self.tokens.list.len() {
                self.begin_line(index, self.indent);
            }
        }
    }

    fn begin_line(&mut self, token: usize, indent: i64) {
        self.indent = indent;
        self.shift = indent - self.columns.start(token);
    }

    /// Breaks or skips a group; returns the last token that was handled.
    fn group(&mut self, index: usize) -> usize {
        let group = &self.groups.list[index];
        if self.columns.end(group.close) + self.shift <= self.width {
            return group.close;
        }
        let start = self.tokens.list[group.open].start;
        let is_asked = self.within.is_none_or(|within| within.start <= start && start < within.end);
        // breaking tokens that are indented beyond the width has no benefit
        if is_asked && self.indent < self.width {
            self.after[group.open].line_break = true;
            self.after[group.close - 1].line_break = true;
            if let Some(last) = group.comma_after {
                self.after[last].comma = true;
            }
            self.around.push((index, self.indent));
            self.indent += i64::from(INDENT);
        }
        group.open
    }
}

/// Inserts commas and line breaks, with the line endings of the source.
fn insert(tokens: &mut Tokens<'_>, after: &[Insertion]) {
    // The first line break of the source represents all of them.
    let has_crlf = tokens.source().split_once('\n').is_some_and(|(line, _)| line.ends_with('\r'));
    let line_break = tokens.make(Kind::Newline, if has_crlf { "\r\n" } else { "\n" });
    let comma = tokens.make(Kind::Comma, ",");
    let mut list = Vec::with_capacity(tokens.list.len() + tokens.list.len() / 4);
    for (token, after) in tokens.list.iter().zip(after) {
        list.push(*token);
        list.extend(after.comma.then_some(comma));
        list.extend(after.line_break.then_some(line_break));
    }
    tokens.list = list;
}
