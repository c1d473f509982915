//! The layout of HCL native syntax: edits that format a parsed source like `terraform fmt`.
//!
//! Tokens are rewritten as in Terraform ([`Style::Terraform`]), laid out in lines and cells, and compared
//! with the source: only the space between tokens changes, apart from rewrites and the breaking of long lines
//! ([`Form::width`]). Source of the rules: the formatter of hashicorp/hcl (`hclwrite`) and `terraform fmt`
//! 1.11. Out of scope: joining of lines, files.

mod edits;
mod groups;
pub mod laws;
mod layout;
mod lines;
mod rewrite;
mod settled;
mod spaces;
mod token;
mod width;

use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex};

use hclx_diag::{Diagnostic, Edit, Severity, SourceId, TextRange, locked};
use hclx_syntax::Parsed;
use hclx_syntax::ast::Root;
use hclx_syntax::tokens::ParsedTokens;

use crate::token::{Token, Tokens};

/// The rewrites other than spacing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Rewrites values that consist of a single `"${…}"`, types in Terraform 0.11 notation, and labels, as
    /// `terraform fmt` does.
    Terraform,
    /// No rewrites: `packer fmt` and `nomad fmt` only change spaces.
    Plain,
}

/// The reason why a source is not formatted: it has syntax errors or duplicate attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnformattableError;

/// The requested format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The rewrites other than spacing.
    pub style: Style,
    /// The maximum column of lists, objects and calls on one line: longer ones are broken, with one element
    /// per line.
    pub width: Option<u32>,
    /// The lines (from 1) whose items are formatted; `None` formats all lines.
    pub lines: Option<RangeInclusive<u32>>,
}

impl From<Style> for Form {
    fn from(style: Style) -> Self {
        Self { style, width: None, lines: None }
    }
}

/// A formatter for successive files, on one or more threads, which reuses memory.
#[derive(Debug, Default)]
pub struct Formatter(Mutex<Vec<Room>>);

/// The length from which a source's memory is not kept.
const LARGE: usize = 1 << 20;

/// The memory of a thread.
#[derive(Debug, Default)]
struct Room {
    syntax: hclx_syntax::ParserArena,
    tokens: Vec<Token>,
}

impl Formatter {
    /// The edits that format a file, in source order, without adjacent edits.
    ///
    /// # Errors
    /// The findings of a file with errors.
    ///
    /// # Panics
    /// Same as [`hclx_syntax::parse_body`].
    pub fn edits(
        &self,
        source: SourceId,
        bytes: Arc<[u8]>,
        form: &Form,
    ) -> Result<Vec<Edit>, Vec<Diagnostic>> {
        let hand_on = |tokens: &Tokens<'_>, range| edits::edits(tokens, source, range);
        Ok(self.laid_out(source, bytes, form, hand_on)?.unwrap_or_default())
    }

    /// The contents of a formatted file; `None` if nothing changes. This is faster than applying the edits.
    ///
    /// # Errors
    /// Same as [`Formatter::edits`].
    ///
    /// # Panics
    /// Same as [`hclx_syntax::parse_body`].
    pub fn formatted(
        &self,
        source: SourceId,
        bytes: &Arc<[u8]>,
        form: &Form,
    ) -> Result<Option<Vec<u8>>, Vec<Diagnostic>> {
        let hand_on = |tokens: &Tokens<'_>, range| match range {
            None => edits::written(tokens),
            range => apply(bytes, &edits::edits(tokens, source, range)),
        };
        let laid_out = self.laid_out(source, Arc::clone(bytes), form, hand_on)?;
        Ok(laid_out.filter(|formatted| **formatted != **bytes))
    }

    /// Parses a source and passes on its tokens in the requested format, and the range to format; `None` if it is clear
    /// in advance that nothing changes.
    fn laid_out<T>(
        &self,
        source: SourceId,
        bytes: Arc<[u8]>,
        form: &Form,
        hand_on: impl FnOnce(&Tokens<'_>, Option<TextRange>) -> T,
    ) -> Result<Option<T>, Vec<Diagnostic>> {
        let mut room = locked(&self.0).pop().unwrap_or_default();
        let (mut parsed, taken) = ParsedTokens::parse(source, bytes, &mut room.syntax);
        // most files are already formatted, and detecting this is faster than formatting
        let is_settled = form.width.is_none() && settled::is_settled(&parsed, &taken, form.style);
        let result = if is_settled {
            Ok(None)
        } else {
            let mut list = std::mem::take(&mut room.tokens);
            let tokens = |parsed: &Parsed| taken.lexemes(parsed, &mut list, Token::new).ok().map(|()| list);
            match laid_out(&parsed, tokens, form) {
                Ok((tokens, range)) => {
                    let result = hand_on(&tokens, range);
                    room.tokens = tokens.list;
                    room.tokens.clear();
                    Ok(Some(result))
                }
                Err(UnformattableError) => Err(std::mem::take(&mut parsed.diagnostics)),
            }
        };
        let is_large = parsed.tree.source().len() > LARGE;
        taken.give_back(parsed, &mut room.syntax);
        if !is_large {
            locked(&self.0).push(room);
        }
        result
    }
}

/// Like [`Formatter::edits`], for a source that is already parsed.
///
/// # Errors
/// If the source has an error, which is among the findings of `parsed`.
pub fn edits(parsed: &Parsed, source: SourceId, form: &Form) -> Result<Vec<Edit>, UnformattableError> {
    let (tokens, range) = laid_out(parsed, tokens_of, form)?;
    Ok(edits::edits(&tokens, source, range))
}

/// The tokens of a source.
fn tokens_of(parsed: &Parsed) -> Option<Vec<Token>> {
    let lexemes = hclx_syntax::tokens::lexemes(parsed.tree.source()).ok()?;
    Some(lexemes.into_iter().map(|one| Token::new(one.kind, one.range)).collect())
}

/// The tokens in the requested format, and the range of the source to format.
fn laid_out<'s>(
    parsed: &'s Parsed,
    tokens: impl FnOnce(&Parsed) -> Option<Vec<Token>>,
    form: &Form,
) -> Result<(Tokens<'s>, Option<TextRange>), UnformattableError> {
    let Root::Body(root) = parsed.tree.root() else { return Err(UnformattableError) };
    if parsed.diagnostics.iter().any(|finding| finding.severity == Severity::Error) {
        return Err(UnformattableError);
    }
    let text = std::str::from_utf8(parsed.tree.source()).map_err(|_| UnformattableError)?;
    let mut tokens = Tokens::new(text, tokens(parsed).ok_or(UnformattableError)?);
    if form.style == Style::Terraform {
        rewrite::rewrite(&mut tokens, &parsed.tree, root);
    }
    layout::layout(&mut tokens);
    let range = form.lines.clone().map(|lines| lines::touched(&parsed.tree, root, lines));
    if let Some(width) = form.width {
        width::fit(&mut tokens, width, range);
    }
    Ok((tokens, range))
}

/// The source with edits applied; they must be sorted and must not overlap.
pub fn apply(bytes: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() + 64);
    let mut at = 0;
    for edit in edits {
        let range = edit.span.range;
        out.extend_from_slice(&bytes[at..range.start as usize]);
        out.extend_from_slice(edit.text.as_bytes());
        at = range.end as usize;
    }
    out.extend_from_slice(&bytes[at..]);
    out
}
