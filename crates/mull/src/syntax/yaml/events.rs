//! What is needed of a parser of YAML: its events. The only place that knows which parser that is.
//!
//! Deliberately absent: the tree (see `compose`) and everything that YAML does not know.

use std::borrow::Cow;
use std::ops::Range;

use granit_parser::{
    ErrorKind, Event as Granit, Options, Parser, ScalarStyle, Span, StrInput, Tag as GranitTag,
};

use super::super::markup::{Style, Tag, TagKind};

/// An event of a parser of YAML.
#[derive(Debug)]
pub(super) enum Event<'t> {
    /// A document starts.
    Document,
    /// A scalar; `anchor` is 0 where it has no name.
    Scalar { text: Cow<'t, str>, style: Style, anchor: usize, tag: Option<Tag> },
    /// A copy of the node with this anchor; `None` where no node had the name.
    Alias(Option<usize>),
    /// A sequence starts.
    Sequence { anchor: usize, tag: Option<Tag> },
    /// A mapping starts.
    Mapping { anchor: usize, tag: Option<Tag> },
    /// The innermost collection ends.
    End,
}

/// Why the parser stopped.
#[derive(Debug)]
pub(super) enum Wrong {
    Syntax,
    Depth,
    Tag,
    /// A bracket is closed by another one, which stands after the event before.
    Bracket(char),
}

/// A text that is no YAML.
#[derive(Debug)]
pub(super) struct Failure {
    pub at: u32,
    pub message: String,
    pub wrong: Wrong,
}

/// A parser of YAML.
pub(super) trait Events<'t> {
    /// The next event and the bytes that it is about; `None` at the end.
    fn next(&mut self) -> Option<Result<(Event<'t>, Range<u32>), Failure>>;
}

/// `granit-parser`, which follows YAML 1.2, borrows its scalars and knows offsets in bytes.
pub(super) struct GranitEvents<'t> {
    parser: Parser<'t, StrInput<'t>>,
    len: usize,
}

impl<'t> GranitEvents<'t> {
    pub fn new(text: &'t str) -> Self {
        let mut options = Options::default();
        options.set_emit_comments(false);
        options.emit_unresolved_aliases = true;
        Self { parser: Parser::new_from_str_with_options(text, options), len: text.len() }
    }
}

impl<'t> Events<'t> for GranitEvents<'t> {
    fn next(&mut self) -> Option<Result<(Event<'t>, Range<u32>), Failure>> {
        loop {
            let (event, span) = match self.parser.next_event()? {
                Ok(next) => next,
                Err(error) => {
                    let wrong = match error.kind() {
                        ErrorKind::RecursionLimitExceeded => Wrong::Depth,
                        ErrorKind::UndeclaredTagHandle => Wrong::Tag,
                        ErrorKind::MismatchedFlowCollectionEnd { close, .. } => Wrong::Bracket(*close),
                        _ => Wrong::Syntax,
                    };
                    let at = error.marker().byte_offset().unwrap_or(self.len) as u32;
                    return Some(Err(Failure { at, message: error.info(), wrong }));
                }
            };
            if let Some(event) = translated(event, &span) {
                let bytes = span.byte_range().unwrap_or_default();
                return Some(Ok((event, bytes.start as u32..bytes.end as u32)));
            }
        }
    }
}

fn translated<'t>(event: Granit<'t>, span: &Span) -> Option<Event<'t>> {
    Some(match event {
        Granit::DocumentStart(..) => Event::Document,
        Granit::Scalar(text, style, anchor, tag) => {
            let style = match style {
                ScalarStyle::Plain if span.is_empty() => Style::Empty,
                ScalarStyle::Plain => Style::Plain,
                ScalarStyle::SingleQuoted => Style::Single,
                ScalarStyle::DoubleQuoted => Style::Double,
                ScalarStyle::Literal | ScalarStyle::Folded => Style::Block,
            };
            let text = if style == Style::Empty { Cow::Borrowed("") } else { text };
            Event::Scalar { text, style, anchor, tag: tag_of(tag, span) }
        }
        Granit::Alias(anchor) => Event::Alias(Some(anchor)),
        Granit::UnresolvedAlias(_) => Event::Alias(None),
        Granit::SequenceStart(_, anchor, tag) => Event::Sequence { anchor, tag: tag_of(tag, span) },
        Granit::MappingStart(_, anchor, tag) => Event::Mapping { anchor, tag: tag_of(tag, span) },
        Granit::SequenceEnd | Granit::MappingEnd => Event::End,
        _ => return None,
    })
}

fn tag_of(tag: Option<Cow<'_, GranitTag>>, span: &Span) -> Option<Tag> {
    let tag = tag?;
    let bytes = span.tag_span().and_then(|span| span.byte_range()).unwrap_or_default();
    let kind = match tag.suffix_in_namespace("tag:yaml.org,2002:") {
        Some(name) => TagKind::Core(name.into_owned()),
        None if tag.handle() == "!" && !tag.suffix().is_empty() => TagKind::Local(tag.suffix().to_owned()),
        None => TagKind::Other(tag.original()),
    };
    Some(Tag { kind, span: bytes.start as u32..bytes.end as u32 })
}
