//! Templates: quoted strings, heredocs and bare templates.
//!
//! A template is parsed in three steps: its parts in order, with decoded literals (here and in `literal`),
//! then the indentation of flush heredocs (`flush`), then the tree of its directives (`directives`). Out of
//! scope: expressions.

mod directives;
mod flush;
mod heredoc;
mod literal;
mod quoted;
mod sequences;

use hclx_diag::{Diagnostic, TextRange};

use crate::ast::*;
use crate::build::{OffsetMap, TreeBuilder};
use crate::parser::{ForHead, Parser};

pub(crate) use heredoc::pass_heredoc;
pub(crate) use quoted::pass_quoted;

/// The contents of a literal part.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LiteralText {
    /// A slice of the source.
    Source(TextRange),
    /// A decoded string: a slice of the scratch buffer.
    Decoded(TextRange),
}

/// A part of a template.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    /// A literal.
    Literal { text: LiteralText, range: TextRange },
    /// `${ … }`.
    Interpolation(ExprId),
    /// `%{ if c }`.
    If { condition: ExprId, marker: TextRange },
    /// `%{ for … }`.
    For { head: ForHead, marker: TextRange },
    /// `%{ else }`.
    Else(TextRange),
    /// `%{ endif }`.
    EndIf(TextRange),
    /// `%{ endfor }`.
    EndFor(TextRange),
    /// A directive that could not be parsed.
    Unknown,
}

/// The start of a template's parts among those of the enclosing templates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    parts: usize,
    text: usize,
    /// The mark of the enclosing template.
    around: usize,
}

impl Parser<'_, '_> {
    fn begin_template(&mut self) -> Mark {
        let parts = self.scratch.parts.len();
        let around = std::mem::replace(&mut self.template_start, parts);
        Mark { parts, text: self.scratch.text.len(), around }
    }

    fn forget_template(&mut self, mark: Mark) {
        self.scratch.parts.truncate(mark.parts);
        self.scratch.text.truncate(mark.text);
    }

    /// Builds the template from the parts since `mark`.
    fn end_template(&mut self, mark: Mark, range: TextRange) -> ExprId {
        let template = self.template_of_parts(mark, range);
        self.forget_template(mark);
        self.template_start = mark.around;
        template
    }

    /// Skips a template that is nested too deep; it starts at the next token.
    fn skip_template(&mut self, mark: Mark) -> ExprId {
        self.forget_template(mark);
        self.template_start = mark.around;
        let start = self.tok.start;
        self.skip_balanced();
        self.missing(TextRange::new(start, self.prev_end.max(start)))
    }
}

/// Parses a decoded JSON string as a template into the tree of `builder`; `map` maps its bytes to the source.
/// The result is a string, a template or `"${x}"` alone, as for a quoted template; its range is that of the
/// whole string (without the JSON quotes).
pub fn parse_into(builder: &mut TreeBuilder, decoded: &str, map: &OffsetMap) -> (ExprId, Vec<Diagnostic>) {
    crate::embedded::read(builder, decoded, map, |parser| parser.bare_template())
}
