//! The layout of HCL native syntax: a parsed source to edits that make it what `terraform fmt` writes.
//!
//! Tokens are rewritten where Terraform does ([`Style::Terraform`]), laid out in lines and cells, and compared with the
//! source: only what lies between tokens changes, but for the rewrites and the breaks of long lines ([`Form::width`]). Source of the rules: the formatter of
//! hashicorp/hcl (`hclwrite`) and `terraform fmt` 1.11. Deliberately absent: joining of lines, files.

mod edits;
mod groups;
pub mod laws;
mod layout;
mod lines;
mod rewrite;
mod spaces;
mod token;
mod width;

use std::ops::RangeInclusive;
use std::sync::Arc;

use hclx_diag::{Diagnostic, Edit, Severity, SourceId, TextRange};
use hclx_syntax::Parsed;
use hclx_syntax::ast::Root;
use hclx_syntax::tokens::Taken;

use crate::token::{Token, Tokens};

/// The rewrites beside spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Values that are nothing but `"${…}"`, types in the notation of Terraform 0.11 and labels, as `terraform fmt`
    /// rewrites them.
    Terraform,
    /// Nothing: `packer fmt` and `nomad fmt` change spaces alone.
    Plain,
}

/// Why a source is left as it is: it has syntax errors or duplicate attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken;

/// The form that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The rewrites beside spaces.
    pub style: Style,
    /// The column beyond which no list, object or call on one line ends: it is broken, one element on each line.
    pub width: Option<u32>,
    /// The lines (from 1) whose items are formatted; `None` formats all.
    pub lines: Option<RangeInclusive<u32>>,
}

impl From<Style> for Form {
    fn from(style: Style) -> Self {
        Self { style, width: None, lines: None }
    }
}

/// The edits that format a file, by place, none touching another.
///
/// # Errors
/// The findings of a file that has errors.
///
/// # Panics
/// As [`hclx_syntax::parse_body`].
pub fn format(source: SourceId, bytes: Arc<[u8]>, form: &Form) -> Result<Vec<Edit>, Vec<Diagnostic>> {
    let (parsed, taken) = Taken::parse(source, bytes);
    match laid_out(&parsed, |parsed| taken.lexemes(parsed, Token::new).ok(), form) {
        Ok((tokens, range)) => Ok(edits::edits(&tokens, source, range)),
        Err(Broken) => Err(parsed.diagnostics),
    }
}

/// The edits of [`format`] for a source that is parsed already.
///
/// # Errors
/// If the source has an error, which the findings of `parsed` name.
pub fn edits(parsed: &Parsed, source: SourceId, form: &Form) -> Result<Vec<Edit>, Broken> {
    let (tokens, range) = laid_out(parsed, tokens_of, form)?;
    Ok(edits::edits(&tokens, source, range))
}

/// The tokens of a source.
fn tokens_of(parsed: &Parsed) -> Option<Vec<Token>> {
    let lexemes = hclx_syntax::tokens::lexemes(parsed.tree.source()).ok()?;
    Some(lexemes.into_iter().map(|one| Token::new(one.kind, one.range)).collect())
}

/// The tokens of the form that is asked for, and the part of the source that it is asked of.
fn laid_out<'s>(
    parsed: &'s Parsed,
    tokens: impl FnOnce(&Parsed) -> Option<Vec<Token>>,
    form: &Form,
) -> Result<(Tokens<'s>, Option<TextRange>), Broken> {
    let Root::Body(root) = parsed.tree.root() else { return Err(Broken) };
    if parsed.diagnostics.iter().any(|finding| finding.severity == Severity::Error) {
        return Err(Broken);
    }
    let text = std::str::from_utf8(parsed.tree.source()).map_err(|_| Broken)?;
    let mut tokens = Tokens::new(text, tokens(parsed).ok_or(Broken)?);
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

/// A source with edits applied, which are by place and do not overlap.
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
