//! Composition of YAML events to markup.
//!
//! Out of scope: the types of scalars. An alias remains an alias; the tree builder copies its target.

use crate::maps::HashMap;
use std::borrow::Cow;
use std::ops::Range;

use hclx_diag::Code;
use hclx_diag::mull_codes::{BAD_ALIAS, SECOND_DOCUMENT, STATIC_LIMIT, UNSUPPORTED_YAML, YAML_SYNTAX};

use super::super::markup::{Markup, RawId, RawKind, Style, Tag};
use super::super::reading::MAX_DEPTH;
use super::events::{Event, Events, Failure};
use super::mistakes::{Mistake, Place};

/// An error in the parsed source.
pub(super) struct Finding {
    pub code: Code,
    pub span: Range<u32>,
    pub message: String,
    pub help: Option<String>,
    pub label: Option<(Range<u32>, &'static str)>,
}

/// The parsed part of the markup of a source, and the errors in it.
pub(super) fn compose<'t>(text: &'t str, events: &mut dyn Events<'t>) -> (Markup<'t>, Vec<Finding>) {
    let mut composer = Composer {
        text,
        markup: Markup::default(),
        open: Vec::new(),
        anchors: HashMap::default(),
        findings: Vec::new(),
        documents: 0,
        last_end: 0,
    };
    while let Some(next) = events.next() {
        let going = match next {
            Ok((event, span)) => composer.event(event, span),
            Err(failure) => composer.fail(failure),
        };
        if !going {
            break;
        }
    }
    (composer.markup, composer.findings)
}

enum Parts {
    Sequence(Vec<RawId>),
    Mapping(Vec<(RawId, RawId)>, Option<RawId>),
}

struct OpenCollection {
    parts: Parts,
    start: u32,
    anchor: usize,
    tag: Option<Box<Tag>>,
}

struct Composer<'t> {
    text: &'t str,
    markup: Markup<'t>,
    open: Vec<OpenCollection>,
    anchors: HashMap<usize, RawId>,
    findings: Vec<Finding>,
    documents: usize,
    /// The end of the last event.
    last_end: u32,
}

impl<'t> Composer<'t> {
    fn report(&mut self, code: Code, span: Range<u32>, message: impl Into<String>) {
        self.findings.push(Finding { code, span, message: message.into(), help: None, label: None });
    }

    /// Handles an event; returns `false` to stop.
    fn event(&mut self, event: Event<'t>, span: Range<u32>) -> bool {
        match event {
            Event::Document => return self.document(span),
            Event::Scalar { text, style, anchor, tag } => {
                let text = if style == Style::Block { self.at_end(text, &span) } else { text };
                let span = if style == Style::Block { self.block_scalar(&span) } else { span };
                self.last_end = span.end;
                let id = self.markup.push(RawKind::Scalar(text, style), span, tag.map(Box::new));
                self.complete(id, anchor);
            }
            Event::Alias(anchor) => {
                self.last_end = span.end;
                // An anchor is known once its node is complete, so the node contains the alias until then.
                let target = anchor.and_then(|anchor| self.anchors.get(&anchor).copied());
                if target.is_none() {
                    let why =
                        if anchor.is_some() { "the node that contains it" } else { "no anchor before it" };
                    self.report(BAD_ALIAS, span.clone(), format!("this alias refers to {why}"));
                }
                let id = self.markup.push(RawKind::Alias(target), span, None);
                self.complete(id, 0);
            }
            Event::Sequence { anchor, tag } => {
                return self.open(Parts::Sequence(Vec::new()), anchor, tag, &span);
            }
            Event::Mapping { anchor, tag } => {
                return self.open(Parts::Mapping(Vec::new(), None), anchor, tag, &span);
            }
            Event::End => self.end(&span),
        }
        true
    }

    fn document(&mut self, span: Range<u32>) -> bool {
        self.documents += 1;
        if self.documents > 1 {
            let end = self.character_end(span.start).max(span.end);
            self.report(
                SECOND_DOCUMENT,
                span.start..end,
                "a file must contain exactly one document; a second one starts here",
            );
        }
        self.documents == 1
    }

    fn open(&mut self, parts: Parts, anchor: usize, tag: Option<Tag>, span: &Range<u32>) -> bool {
        if self.open.len() >= MAX_DEPTH {
            let here = span.start..self.character_end(span.start);
            self.report(STATIC_LIMIT, here, format!("nodes nest deeper than the limit of {MAX_DEPTH}"));
            return false;
        }
        self.last_end = span.end;
        self.open.push(OpenCollection { parts, start: span.start, anchor, tag: tag.map(Box::new) });
        true
    }

    fn end(&mut self, span: &Range<u32>) {
        let Some(open) = self.open.pop() else { return };
        // a block collection ends with its last part, not where the parser detected the end
        let end = if span.is_empty() { self.last_end.max(open.start) } else { span.end };
        self.last_end = end;
        let kind = match open.parts {
            Parts::Sequence(parts) => RawKind::Sequence(parts),
            Parts::Mapping(entries, _) => RawKind::Mapping(entries),
        };
        let id = self.markup.push(kind, open.start..end, open.tag);
        self.complete(id, open.anchor);
    }

    fn complete(&mut self, id: RawId, anchor: usize) {
        if anchor != 0 {
            self.anchors.insert(anchor, id);
        }
        match self.open.last_mut().map(|open| &mut open.parts) {
            None => self.markup.root = Some(id),
            Some(Parts::Sequence(parts)) => parts.push(id),
            Some(Parts::Mapping(entries, key)) => match key.take() {
                None => *key = Some(id),
                Some(key) => entries.push((key, id)),
            },
        }
    }

    /// Removes the line break that the parser adds to an unterminated last line; YAML does not add one.
    fn at_end(&self, text: Cow<'t, str>, content: &Range<u32>) -> Cow<'t, str> {
        let open = content.end as usize == self.text.len() && !self.text.ends_with(['\n', '\r']);
        match text.strip_suffix('\n') {
            Some(text) if open => Cow::Owned(text.to_owned()),
            _ => text,
        }
    }

    /// The range from the indicator of a block scalar to the end of its last line; the parser reports only
    /// its lines.
    fn block_scalar(&self, content: &Range<u32>) -> Range<u32> {
        let bytes = self.text.as_bytes();
        let mut at = self.last_end as usize;
        let end = content.start as usize;
        while at < end {
            // Comments, anchors and tags may contain these characters.
            match bytes[at] {
                b'|' | b'>' => break,
                b'#' => at += memchr::memchr2(b'\n', b'\r', &bytes[at..end]).unwrap_or(end - at),
                b'&' | b'!' => {
                    let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
                    at += bytes[at..end].iter().position(blank).unwrap_or(end - at);
                }
                _ => at += 1,
            }
        }
        let lines = &bytes[end..content.end as usize];
        let breaks = lines.iter().rev().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
        at.min(end) as u32..(content.end as usize - breaks).max(at.min(end)) as u32
    }

    fn character_end(&self, at: u32) -> u32 {
        let rest = self.text.get(at as usize..).unwrap_or_default();
        at + rest.chars().next().map_or(0, char::len_utf8) as u32
    }

    fn fail(&mut self, failure: Failure) -> bool {
        let at = failure.at.min(self.text.len() as u32);
        let here = at..self.character_end(at);
        // A part of the tree would have findings of its own.
        self.markup.root = None;
        match failure.mistake {
            Mistake::Depth => {
                self.report(STATIC_LIMIT, here, format!("nodes nest deeper than the limit of {MAX_DEPTH}"))
            }
            Mistake::TagHandle => self.report(UNSUPPORTED_YAML, here, "this tag is not supported"),
            mistake => {
                let in_brackets = self.open.iter().rev().map(|open| open.start as usize).next();
                let brackets = |start: &usize| matches!(self.text.as_bytes().get(*start), Some(b'[' | b'{'));
                let said = mistake.explain(&Place {
                    text: self.text,
                    at: at as usize,
                    last_end: (self.last_end.min(at)) as usize,
                    bracket: in_brackets.filter(brackets),
                    begun: self.documents > 0,
                });
                let (span, message) = (said.span, said.message);
                self.findings.push(Finding {
                    code: YAML_SYNTAX,
                    span,
                    message,
                    help: said.help,
                    label: said.label,
                });
            }
        }
        false
    }
}
