//! The spaces before each token: indentation, spaces inside lines, alignment of `=` and of comments.

use std::ops::Range;

use hclx_syntax::tokens::LexemeKind as Kind;

use crate::spaces;
use crate::token::{Token, Tokens};

/// Spaces of one level of indentation.
pub(crate) const INDENT: u32 = 2;

/// A line as ranges of tokens: `lead`, then the cell from `=` on, then the comment at the end.
struct Line {
    lead: Range<usize>,
    assign: Range<usize>,
    comment: Range<usize>,
    /// The brackets that the line opens, less those that it closes.
    opened: i32,
}

/// Sets the spaces before all tokens.
pub(crate) fn layout(tokens: &mut Tokens<'_>) {
    let lines = lines(tokens);
    indent(&mut tokens.list, &lines);
    for line in &lines {
        separate(tokens, line.lead.clone());
        separate(tokens, line.assign.clone());
        for cell in [&line.assign, &line.comment] {
            if let Some(first) = tokens.list.get_mut(cell.clone()).and_then(<[Token]>::first_mut) {
                first.spaces = 1;
            }
        }
    }
    align(tokens, &lines, |line| line.lead.clone(), |line| line.assign.clone());
    align(tokens, &lines, |line| line.lead.start..line.assign.end, |line| line.comment.clone());
}

/// The lines with their cells. Heredocs, strings and comments over several lines are within one line.
fn lines(tokens: &Tokens<'_>) -> Vec<Line> {
    tokens.visit(tokens.list.len());
    // real files have a line for each seven tokens
    let mut lines = Vec::with_capacity(tokens.list.len() / 6);
    let mut line = Counted::default();
    for (index, token) in tokens.list.iter().enumerate() {
        line.count(index, token);
        if tokens.ends_line(token) {
            lines.push(line.line(&tokens.list, index + 1));
            line = Counted { start: index + 1, ..Counted::default() };
        }
    }
    lines.push(line.line(&tokens.list, tokens.list.len()));
    lines
}

/// A line as far as it has been read.
#[derive(Default)]
struct Counted {
    start: usize,
    /// Open brackets.
    open: i32,
    /// The first `=` that does not begin the line, and the open brackets before it.
    assign: Option<(usize, i32)>,
    /// The open brackets up to the first heredoc.
    before_heredoc: Option<(usize, i32)>,
}

impl Counted {
    fn count(&mut self, index: usize, token: &Token) {
        match token.kind {
            Kind::Assign if index > self.start && self.assign.is_none() => {
                self.assign = Some((index, self.open))
            }
            Kind::OpenHeredoc if self.before_heredoc.is_none() => {
                self.before_heredoc = Some((index, self.open))
            }
            _ => self.open += token.brackets(),
        }
    }

    /// The line that ends before a token.
    fn line(&self, list: &[Token], end: usize) -> Line {
        let all = self.start..end;
        let has_comment = all.len() > 1 && list[all.end - 1].kind == Kind::Comment;
        let end = all.end - usize::from(has_comment);
        // the brackets from `=` on balance, so those before it are all that are open
        let middle = self.assign.filter(|(_, before)| *before == self.open).map_or(end, |(middle, _)| middle);
        // the contents of heredocs do not count
        let opened = self.before_heredoc.filter(|(at, _)| *at < middle).map_or(self.open, |(_, open)| open);
        Line { lead: all.start..middle, assign: middle..end, comment: end..all.end, opened }
    }
}

/// Sets the indentation: a line that opens more brackets than it closes indents what follows by one level, however
/// many it opens.
fn indent(list: &mut [Token], lines: &[Line]) {
    let mut levels: Vec<i32> = Vec::new();
    for line in lines.iter().filter(|line| !line.lead.is_empty()) {
        if list[line.lead.start].kind == Kind::Newline {
            continue;
        }
        let opened = line.opened;
        let mut closed = -opened;
        while closed > 0 {
            let Some(level) = levels.last_mut() else { break };
            if closed < *level {
                *level -= closed;
                break;
            }
            closed -= *level;
            levels.pop();
        }
        list[line.lead.start].spaces = INDENT * levels.len() as u32;
        if opened > 0 {
            levels.push(opened);
        }
    }
}

/// Sets the spaces between the tokens of a cell.
fn separate(tokens: &mut Tokens<'_>, cell: Range<usize>) {
    tokens.visit(cell.len());
    for index in cell.start + 1..cell.end {
        let [token, after] = &tokens.list[index - 1..=index] else { break };
        let before = (index - 1 > cell.start).then(|| &tokens.list[index - 2]);
        let is_in = token.kind == Kind::Ident && token.end - token.start == 2 && tokens.text(token) == "in";
        tokens.list[index].spaces = u32::from(spaces::between(before, token, is_in, after));
    }
}

/// Aligns the cells of consecutive lines: the widest part before them gets one space.
fn align(
    tokens: &mut Tokens<'_>,
    lines: &[Line],
    before: impl Fn(&Line) -> Range<usize>,
    cell: impl Fn(&Line) -> Range<usize>,
) {
    for run in lines.chunk_by(|one, other| !cell(one).is_empty() && !cell(other).is_empty()) {
        let [_, _, ..] = run else { continue };
        let widths: Vec<u32> = run.iter().map(|line| tokens.columns(&tokens.list[before(line)])).collect();
        let widest = widths.iter().copied().max().unwrap_or_default();
        for (line, width) in run.iter().zip(widths) {
            tokens.list[cell(line).start].spaces = widest - width + 1;
        }
    }
}
