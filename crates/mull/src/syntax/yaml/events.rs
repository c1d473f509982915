//! The interface to a YAML parser: its events.
//!
//! Out of scope: the tree (see `compose`) and everything beyond YAML.

use std::borrow::Cow;
use std::ops::Range;

use hclx_formats::yaml::{self, ErrorKind, ScalarStyle, Span};

use super::super::markup::{Style, Tag, TagKind};
use super::mistakes::Mistake;

/// An event of a YAML parser.
#[derive(Debug)]
pub(super) enum Event<'t> {
    /// A document starts.
    Document,
    /// A scalar; `anchor` is 0 if it has no anchor.
    Scalar { text: Cow<'t, str>, style: Style, anchor: usize, tag: Option<Tag> },
    /// A copy of the node with this anchor; `None` if there is no such node.
    Alias(Option<usize>),
    /// A sequence starts.
    Sequence { anchor: usize, tag: Option<Tag> },
    /// A mapping starts.
    Mapping { anchor: usize, tag: Option<Tag> },
    /// The innermost collection ends.
    End,
}

/// The reason why the parser stopped, and the offset.
#[derive(Debug)]
pub(super) struct Failure {
    pub at: u32,
    pub mistake: Mistake,
}

/// A YAML parser.
pub(super) trait Events<'t> {
    /// The next event and its byte range; `None` at the end.
    fn next(&mut self) -> Option<Result<(Event<'t>, Range<u32>), Failure>>;
}

/// The events of YAML 1.2, with borrowed scalars and byte offsets.
pub(super) struct YamlEvents<'t> {
    events: yaml::Events<'t>,
    len: usize,
}

impl<'t> YamlEvents<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { events: yaml::Events::with_unresolved_aliases(text), len: text.len() }
    }
}

impl<'t> Events<'t> for YamlEvents<'t> {
    fn next(&mut self) -> Option<Result<(Event<'t>, Range<u32>), Failure>> {
        loop {
            let (event, span) = match self.events.next()? {
                Ok(next) => next,
                Err(error) => {
                    let mistake = mistake(error.kind()).unwrap_or_else(|| Mistake::Other(error.info()));
                    let at = error.marker().byte_offset().unwrap_or(self.len) as u32;
                    return Some(Err(Failure { at, mistake }));
                }
            };
            if let Some(event) = translated(event, &span) {
                let bytes = span.byte_range().unwrap_or_default();
                return Some(Ok((event, bytes.start as u32..bytes.end as u32)));
            }
        }
    }
}

/// The kind of a parser error; `None` for an error that cannot occur in our sources.
fn mistake(kind: &ErrorKind) -> Option<Mistake> {
    use ErrorKind as E;
    Some(match kind {
        E::RecursionLimitExceeded => Mistake::Depth,
        E::UndeclaredTagHandle => Mistake::TagHandle,
        E::ExpectedTagBang
        | E::InvalidGlobalTagCharacter
        | E::InvalidTagTerminator
        | E::MissingTagUri
        | E::UnclosedVerbatimTag
        | E::InvalidTagEscape
        | E::InvalidTagUtf8LeadingByte
        | E::InvalidTagUtf8TrailingByte
        | E::InvalidTagUtf8 => Mistake::Tag,
        E::MismatchedFlowCollectionEnd { close, .. } => Mistake::Bracket(*close),
        E::UnclosedFlowCollection { open } => Mistake::Unclosed(*open),
        E::MisplacedFlowCollectionEnd => Mistake::ClosesNothing,
        E::ExpectedFlowMappingSeparator | E::ExpectedFlowSequenceSeparator | E::InvalidColonPlacement => {
            Mistake::Separator
        }
        E::UnclosedQuotedScalar | E::DocumentIndicatorInQuotedScalar | E::InvalidQuotedScalarIndent => {
            Mistake::UnclosedString
        }
        E::InvalidTrailingSingleQuotedScalar | E::InvalidTrailingDoubleQuotedScalar => Mistake::AfterString,
        E::UnknownQuotedScalarEscape => Mistake::Escape,
        E::InvalidQuotedScalarHexEscape | E::InvalidLowSurrogateHexEscape => Mistake::HexEscape,
        E::InvalidLowSurrogate
        | E::MissingLowSurrogate
        | E::UnpairedLowSurrogate
        | E::InvalidUnicodeEscape => Mistake::Surrogate,
        E::SimpleKeyExpected | E::InvalidSimpleKey => Mistake::NoColon,
        E::MappingValueNotAllowed | E::MappingKeyNotAllowed => Mistake::Colon,
        E::ExpectedBlockMappingKey => Mistake::Entry,
        E::ExpectedBlockSequenceEntry => Mistake::Element,
        E::BlockSequenceEntryNotAllowed | E::InvalidBlockEntryWhitespace => Mistake::Dash,
        E::BlockEntryInFlowCollection | E::PlainScalarStartsWithDashFlowIndicator => Mistake::DashInBrackets,
        E::TabNotAllowed
        | E::TabInBlockIndentation
        | E::TabInIndentation
        | E::TabAtBlockScalarStart
        | E::TabInPlainScalar
        | E::InvalidMappingValueWhitespace => Mistake::Tab,
        E::UnexpectedCharacter { character } => Mistake::Character(*character),
        E::MissingAnchorOrAliasName => Mistake::Anchor,
        E::InvalidBlockScalarHeader => Mistake::BlockHeader,
        E::ZeroBlockScalarIndent => Mistake::ZeroIndent,
        E::InvalidBlockScalarIndent => Mistake::BlockIndent,
        E::CommentInterceptedScalar => Mistake::Comment,
        E::ExpectedTagDirectiveBang
        | E::InvalidDirectiveTerminator
        | E::InvalidDirectiveName
        | E::MissingDirectiveName
        | E::MissingYamlVersion
        | E::MissingYamlVersionSeparator
        | E::YamlVersionTooLong
        | E::UnsupportedYamlMajorVersion
        | E::DuplicateVersionDirective
        | E::DuplicateTagDirective
        | E::InvalidTagDirectiveTerminator
        | E::MissingDocumentEndBeforeDirective => Mistake::Directive,
        E::ExpectedDocumentStart | E::InvalidDocumentEnd => Mistake::Document,
        _ => return None,
    })
}

fn translated<'t>(event: yaml::Event<'t>, span: &Span) -> Option<Event<'t>> {
    Some(match event {
        yaml::Event::DocumentStart(..) => Event::Document,
        yaml::Event::Scalar(text, style, anchor, tag) => {
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
        yaml::Event::Alias(anchor) => Event::Alias(Some(anchor)),
        yaml::Event::UnresolvedAlias(_) => Event::Alias(None),
        yaml::Event::SequenceStart(_, anchor, tag) => Event::Sequence { anchor, tag: tag_of(tag, span) },
        yaml::Event::MappingStart(_, anchor, tag) => Event::Mapping { anchor, tag: tag_of(tag, span) },
        yaml::Event::SequenceEnd | yaml::Event::MappingEnd => Event::End,
        _ => return None,
    })
}

fn tag_of(tag: Option<Cow<'_, yaml::Tag>>, span: &Span) -> Option<Tag> {
    let tag = tag?;
    let bytes = span.tag_span().and_then(|span| span.byte_range()).unwrap_or_default();
    let kind = match tag.suffix_in_namespace("tag:yaml.org,2002:") {
        Some(name) => TagKind::Core(name.into_owned()),
        None if tag.handle() == "!" && !tag.suffix().is_empty() => TagKind::Local(tag.suffix().to_owned()),
        None => TagKind::Other(tag.original()),
    };
    Some(Tag { kind, span: bytes.start as u32..bytes.end as u32 })
}
