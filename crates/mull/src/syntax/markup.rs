//! Uninterpreted markup: scalars, sequences and mappings of YAML or JSON, with a map from the parsed source
//! to the file.
//!
//! Out of scope: statements and expressions. In markup, quotations are scalars or parts of scalars.

use std::borrow::Cow;
use std::ops::Range;

use hclx_diag::TextRange;

/// A node of [`Markup`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct RawId(pub u32);

/// The style of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// An empty scalar.
    Empty,
    /// Without quotes.
    Plain,
    /// In single quotes.
    Single,
    /// In double quotes.
    Double,
    /// Introduced by `|` or `>`.
    Block,
}

/// The meaning of a tag in Mull.
#[derive(Clone, Debug)]
pub(super) enum TagKind {
    /// `!!name`.
    Core(String),
    /// `!name`: a type.
    Local(String),
    /// Anything else.
    Other(String),
}

/// A tag with its range in the parsed source.
#[derive(Clone, Debug)]
pub(super) struct Tag {
    pub kind: TagKind,
    pub span: Range<u32>,
}

/// The forms of nodes.
#[derive(Debug)]
pub(super) enum RawKind<'t> {
    /// The decoded contents, in which a quotation is a single byte.
    Scalar(Cow<'t, str>, Style),
    Sequence(Vec<RawId>),
    Mapping(Vec<(RawId, RawId)>),
    /// A copy of another node; `None` for an undefined alias.
    Alias(Option<RawId>),
}

/// A node.
#[derive(Debug)]
pub(super) struct RawNode<'t> {
    pub kind: RawKind<'t>,
    /// The range in the parsed source.
    pub span: Range<u32>,
    pub tag: Option<Box<Tag>>,
}

/// The kind of quotation that a byte of the parsed source replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HoleKind {
    /// A quotation in a plain scalar.
    Quotation,
    /// A statement on a line of its own.
    Line,
    /// The key of a quotation line with siblings; the quotation becomes its value.
    Insert,
}

/// A byte of the parsed source that replaces a quotation of the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hole {
    /// The offset in the parsed source.
    pub at: u32,
    /// The range of the quotation in the file, including `${` and `}`.
    pub quotation: TextRange,
    pub kind: HoleKind,
}

/// A map from the parsed source to the file.
#[derive(Debug, Default)]
pub(super) struct Origin {
    /// Pairs of (offset in the parsed source, offset in the file), ascending; empty if both are the same.
    pub steps: Vec<(u32, u32)>,
    /// The holes, ascending.
    pub holes: Vec<Hole>,
    /// The length of the file if it differs from the parsed source. Inserted bytes have no range of their
    /// own, and must not be mapped beyond the end.
    pub len: Option<u32>,
}

impl Origin {
    /// Adds a step, from which on both advance together.
    pub(super) fn step(&mut self, parsed: usize, file: usize) {
        let (parsed, file) = (parsed as u32, file as u32);
        match self.steps.last_mut() {
            Some(last) if last.0 == parsed => last.1 = file,
            Some(last) if parsed - last.0 == file.wrapping_sub(last.1) => {}
            _ => self.steps.push((parsed, file)),
        }
    }

    /// The offset in the file of the byte at `at`.
    pub(super) fn start(&self, at: u32) -> u32 {
        match self.steps.partition_point(|(parsed, _)| *parsed <= at) {
            0 => at,
            next => {
                let (parsed, file) = self.steps[next - 1];
                (file + (at - parsed)).min(self.len.unwrap_or(u32::MAX))
            }
        }
    }

    /// The offset in the file of the end of the source before `at`.
    pub(super) fn end(&self, at: u32) -> u32 {
        match at.checked_sub(1) {
            None => self.start(0),
            Some(last) => match self.holes_in(&(last..at)).first() {
                Some(hole) => hole.quotation.end,
                None => (self.start(last) + 1).min(self.len.unwrap_or(u32::MAX)),
            },
        }
    }

    /// The range of the file for a range of the parsed source.
    pub(super) fn range(&self, span: &Range<u32>) -> TextRange {
        let start = self.start(span.start);
        if span.is_empty() {
            TextRange::at(start)
        } else {
            TextRange::new(start, self.end(span.end).max(start))
        }
    }

    /// The holes in a range of the parsed source.
    pub(super) fn holes_in(&self, span: &Range<u32>) -> &[Hole] {
        let from = self.holes.partition_point(|hole| hole.at < span.start);
        let after = &self.holes[from..];
        // most ranges contain no holes
        match after.first() {
            Some(next) if next.at < span.end => &after[..after.partition_point(|hole| hole.at < span.end)],
            _ => &[],
        }
    }
}

/// A parsed document of markup.
#[derive(Debug, Default)]
pub(super) struct Markup<'t> {
    pub nodes: Vec<RawNode<'t>>,
    pub root: Option<RawId>,
}

impl<'t> Markup<'t> {
    pub(super) fn push(&mut self, kind: RawKind<'t>, span: Range<u32>, tag: Option<Box<Tag>>) -> RawId {
        self.nodes.push(RawNode { kind, span, tag });
        RawId(self.nodes.len() as u32 - 1)
    }

    pub(super) fn node(&self, id: RawId) -> &RawNode<'t> {
        &self.nodes[id.0 as usize]
    }
}
