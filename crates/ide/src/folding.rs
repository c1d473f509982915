//! Folding ranges of a file.

use hclx_analysis::Snapshot;
use hclx_diag::{Arrange, SourceId, TextRange};
use hclx_syntax::ast::{ExprKind, Language, Tree};
use hclx_syntax::tokens::{Lexeme, LexemeKind};

use crate::tokens::lexemes;

/// The kind of a fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldKind {
    /// A body, a list, an object or a heredoc.
    Code,
    /// A comment, or comments on consecutive lines.
    Comment,
    /// The lines between `#region` and `#endregion`.
    Region,
}

/// A folding range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// From the first line, which stays visible, to the last hidden one.
    pub range: TextRange,
    /// The kind.
    pub kind: FoldKind,
}

/// The multi-line parts of a file, sorted by place.
pub fn folds(snapshot: &Snapshot, file: SourceId) -> Vec<Fold> {
    let parsed = snapshot.parsed(file);
    let mut found = match snapshot.syntax(file) {
        Language::Json => of_json(&parsed.tree),
        Language::Native => {
            let source = parsed.tree.source();
            of_tokens(source, &lexemes(snapshot, file))
        }
    };
    found.retain(|fold| !parsed.tree.is_on_one_line(fold.range));
    found.arrange_by_key(|fold| (fold.range.start, std::cmp::Reverse(fold.range.end)));
    found
}

/// The lists and objects of a JSON document. The line of the closing bracket stays visible.
fn of_json(tree: &Tree) -> Vec<Fold> {
    let exprs = tree.expr_ids().map(|id| tree.expr(id));
    let brackets = exprs.filter(|expr| matches!(expr.kind, ExprKind::Object(_) | ExprKind::Tuple(_)));
    let source = tree.source();
    brackets.filter_map(|expr| before_line_of(source, expr.range.start, expr.range.end)).collect()
}

/// A fold whose last line, which contains the bracket before `end`, stays visible.
fn before_line_of(source: &[u8], start: u32, end: u32) -> Option<Fold> {
    let before = source.get(start as usize..(end as usize).saturating_sub(1))?;
    let line = before.iter().rposition(|byte| *byte == b'\n')?;
    let before = before[..line].strip_suffix(b"\r").unwrap_or(&before[..line]);
    let range = TextRange::new(start, start + before.len() as u32);
    Some(Fold { range, kind: FoldKind::Code })
}

fn of_tokens(source: &[u8], tokens: &[Lexeme]) -> Vec<Fold> {
    let mut folds = Vec::new();
    let (mut open, mut regions) = (Vec::new(), Vec::new());
    let mut comments = Comments::default();
    let bracket = |open: &mut Vec<Lexeme>, kind, end| {
        closed(open, kind).and_then(|start| before_line_of(source, start, end))
    };
    for token in tokens {
        let range = token.range;
        match token.kind {
            LexemeKind::OpenBrace
            | LexemeKind::OpenBracket
            | LexemeKind::OpenParen
            | LexemeKind::OpenHeredoc => open.push(*token),
            LexemeKind::CloseBrace => folds.extend(bracket(&mut open, LexemeKind::OpenBrace, range.end)),
            LexemeKind::CloseBracket => folds.extend(bracket(&mut open, LexemeKind::OpenBracket, range.end)),
            LexemeKind::CloseParen => folds.extend(bracket(&mut open, LexemeKind::OpenParen, range.end)),
            LexemeKind::CloseHeredoc => {
                let start = closed(&mut open, LexemeKind::OpenHeredoc);
                let whole = start.map(|start| TextRange::new(start, range.end));
                folds.extend(whole.map(|range| Fold { range, kind: FoldKind::Code }));
            }
            LexemeKind::Comment => match region(source, range) {
                Some(true) => regions.push(range.start),
                Some(false) => {
                    let whole = regions.pop().map(|start| TextRange::new(start, ended(source, range).end));
                    folds.extend(whole.map(|range| Fold { range, kind: FoldKind::Region }));
                }
                None => {
                    comments.add(source, range);
                    continue;
                }
            },
            _ => {}
        }
        folds.extend(comments.end());
    }
    folds.extend(comments.end());
    folds
}

/// The maximum number of unclosed brackets that a closing bracket may enclose.
// Otherwise, a file full of unclosed brackets would take quadratic time.
const MOST_UNCLOSED: usize = 16;

/// The start of the last open bracket of a kind, which is closed together with all later ones.
fn closed(open: &mut Vec<Lexeme>, kind: LexemeKind) -> Option<u32> {
    let inner = open.iter().rev().take(MOST_UNCLOSED).position(|opener| opener.kind == kind)?;
    open.truncate(open.len() - inner);
    open.pop().map(|opener| opener.range.start)
}

/// Comments on consecutive lines.
#[derive(Default)]
struct Comments(Option<TextRange>);

impl Comments {
    fn add(&mut self, source: &[u8], comment: TextRange) {
        let line = source[..comment.start as usize].rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        let is_alone = line.iter().all(u8::is_ascii_whitespace);
        let own = ended(source, comment);
        self.0 = match self.0 {
            Some(before) if is_alone => Some(before.cover(own)),
            // a comment after code does not start a group
            _ => Some(own)
                .filter(|own| is_alone || source[own.start as usize..own.end as usize].contains(&b'\n')),
        };
    }

    /// Ends the group.
    fn end(&mut self) -> Option<Fold> {
        self.0.take().map(|range| Fold { range, kind: FoldKind::Comment })
    }
}

/// A comment without its line break.
fn ended(source: &[u8], comment: TextRange) -> TextRange {
    let text = source[comment.start as usize..comment.end as usize].trim_ascii_end();
    TextRange::new(comment.start, comment.start + text.len() as u32)
}

/// Returns `true` for a comment that starts a region, and `false` for one that ends it.
fn region(source: &[u8], comment: TextRange) -> Option<bool> {
    let text = &source[comment.start as usize..comment.end as usize];
    let text = text.strip_prefix(b"//").or_else(|| text.strip_prefix(b"#"))?.trim_ascii_start();
    let is = |word: &[u8]| {
        text.strip_prefix(word).is_some_and(|rest| rest.first().is_none_or(u8::is_ascii_whitespace))
    };
    is(b"region").then_some(true).or_else(|| is(b"endregion").then_some(false))
}
