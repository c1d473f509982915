//! Findings as diagnostics of the protocol.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::BuildHasher;
use std::sync::Arc;

use hclx_diag::{
    Applicability, CodeTag, Diagnostic, Severity, SourceId, Span, TextRange, code_names as codes,
};
use serde_json::{Map, Value, json};

use super::message::object;
use super::positions::{Encoding, Lines};

/// The maximum number of findings that are sent for a file.
const MOST: usize = 500;

/// The line and character of the start and the end of a range.
pub(crate) type Ends = ((u32, u32), (u32, u32));

/// The contents of a source, and its lines.
type Text = (Arc<[u8]>, Lines);

/// The sources that findings refer to, in the client's form.
pub(crate) struct View<'a> {
    /// The contents of a source.
    bytes: &'a dyn Fn(SourceId) -> Arc<[u8]>,
    encoding: Encoding,
    /// Returns the URI of a source; `None` if it is not a file.
    uri: &'a dyn Fn(SourceId) -> Option<String>,
    texts: RefCell<HashMap<SourceId, Text>>,
}

impl<'a> View<'a> {
    /// A view of sources.
    pub(crate) fn new(
        bytes: &'a dyn Fn(SourceId) -> Arc<[u8]>,
        encoding: Encoding,
        uri: &'a dyn Fn(SourceId) -> Option<String>,
    ) -> Self {
        Self { bytes, encoding, uri, texts: RefCell::default() }
    }

    /// The range of a span.
    pub(crate) fn range(&self, span: Span) -> Value {
        let (start, end) = self.ends(span);
        let at =
            |(line, character): (u32, u32)| object([("line", line.into()), ("character", character.into())]);
        object([("start", at(start)), ("end", at(end))])
    }

    /// Lines and characters of the ends of a span.
    pub(crate) fn ends(&self, span: Span) -> Ends {
        self.all_ends(span.source, [span.range].into_iter())[0]
    }

    /// Lines and characters of the ends of ranges in a source; efficient if the ranges are in order.
    pub(crate) fn all_ends(&self, source: SourceId, ranges: impl Iterator<Item = TextRange>) -> Vec<Ends> {
        let mut all = self.texts.borrow_mut();
        let (bytes, lines) = all.entry(source).or_insert_with(|| {
            let bytes = (self.bytes)(source);
            let lines = Lines::new(&bytes);
            (bytes, lines)
        });
        let mut line = 0;
        let mut at = |offset: u32| {
            let (line, character) = lines.position(bytes, offset as usize, self.encoding, &mut line);
            (line as u32, character as u32)
        };
        ranges.map(|range| (at(range.start), at(range.end))).collect()
    }

    /// The URI and the range of a span; `None` if it is not in a file.
    pub(crate) fn location(&self, span: Span) -> Option<Value> {
        Some(object([("uri", (self.uri)(span.source)?.into()), ("range", self.range(span))]))
    }

    /// The URI of a source; `None` if it is not a file.
    pub(crate) fn uri(&self, source: SourceId) -> Option<String> {
        (self.uri)(source)
    }

    /// The offset of a line and a character in a source; `None` if the source is not UTF-8.
    pub(crate) fn offset(&self, source: SourceId, (line, character): (usize, usize)) -> Option<u32> {
        let bytes = (self.bytes)(source);
        let text = std::str::from_utf8(&bytes).ok()?;
        let offset = Lines::new(&bytes).offset(text, line, character, self.encoding);
        u32::try_from(offset).ok()
    }

    /// The diagnostics for the findings of one file.
    pub(crate) fn diagnostics(&self, findings: &[&Diagnostic]) -> Vec<Value> {
        let mut all: Vec<Value> =
            findings.iter().take(MOST).map(|finding| self.diagnostic(finding)).collect();
        if findings.len() > MOST {
            all.push(json!({
                "range": at_start(),
                "severity": 3,
                "source": "hclx",
                "message": format!("{} more findings are not shown", findings.len() - MOST),
            }));
        }
        all
    }

    fn diagnostic(&self, finding: &Diagnostic) -> Value {
        let mut message = finding.message.clone();
        for help in &finding.help {
            message.push_str("\nhelp: ");
            message.push_str(help);
        }
        let mut diagnostic = json!({
            "range": finding.span.map_or_else(at_start, |span| self.range(span)),
            "severity": severity(finding),
            "code": finding.code.id(),
            "source": "hclx",
            "message": message,
        });
        // A diagnostic has no label of its own, so the label is shown as related information.
        let own = finding.span.zip(finding.label.as_deref());
        let labels = finding.labels.iter().map(|label| (label.span, &*label.message));
        let related: Vec<Value> = own
            .into_iter()
            .chain(labels)
            .filter_map(|(span, message)| Some(json!({"location": self.location(span)?, "message": message})))
            .collect();
        if !related.is_empty() {
            diagnostic["relatedInformation"] = related.into();
        }
        if let Some(tag) = tag(finding) {
            diagnostic["tags"] = json!([tag]);
        }
        let fixes: Vec<Value> = finding.fixes.iter().filter_map(|fix| self.fix(fix)).collect();
        if !fixes.is_empty() {
            diagnostic["data"] = json!({"fixes": fixes});
        }
        diagnostic
    }

    fn fix(&self, fix: &hclx_diag::Fix) -> Option<Value> {
        let edit = |edit: &hclx_diag::Edit| {
            let mut place = self.location(edit.span)?;
            place["newText"] = self.new_text(edit).into();
            Some(place)
        };
        let edits: Option<Vec<Value>> = fix.edits.iter().map(edit).collect();
        let is_certain = fix.applicability == Applicability::Certain;
        Some(json!({"title": fix.title, "certain": is_certain, "edits": edits?}))
    }

    /// Converts edits of several files.
    pub(crate) fn workspace_edit(&self, edits: &[hclx_diag::Edit]) -> Value {
        let mut changes = Map::new();
        for edit in edits {
            let Some(place) = self.location(edit.span) else { continue };
            let list = changes.entry(place["uri"].as_str().unwrap_or_default()).or_insert_with(|| json!([]));
            if let Some(list) = list.as_array_mut() {
                list.push(json!({"range": place["range"], "newText": self.new_text(edit)}));
            }
        }
        json!({"changes": changes})
    }

    /// The text of an edit, with the line breaks of its document.
    fn new_text(&self, edit: &hclx_diag::Edit) -> String {
        let breaks_lines = edit.text.contains('\n');
        let bytes = if breaks_lines { (self.bytes)(edit.span.source) } else { Arc::from(&[][..]) };
        let first = bytes.iter().position(|byte| *byte == b'\n');
        match first.is_some_and(|at| bytes[..at].ends_with(b"\r")) {
            true => edit.text.replace("\r\n", "\n").replace('\n', "\r\n"),
            false => edit.text.clone(),
        }
    }

    /// Converts edits of one file.
    pub(crate) fn edits(&self, edits: &[hclx_diag::Edit]) -> Vec<Value> {
        edits.iter().map(|edit| json!({"range": self.range(edit.span), "newText": edit.text})).collect()
    }
}

/// The range of a finding without a place.
pub(crate) fn at_start() -> Value {
    let start = json!({"line": 0, "character": 0});
    json!({"start": start, "end": start})
}

/// The severity of a finding. Unused declarations are hints, and opt-in warnings are information.
fn severity(finding: &Diagnostic) -> u8 {
    match finding.severity {
        Severity::Error => 1,
        _ if finding.code == codes::UNUSED_DECLARATION => 4,
        Severity::Warning if finding.code.group() == Some(hclx_diag::Group::Style) => 3,
        Severity::Warning => 2,
        Severity::Note => 3,
    }
}

/// The tag of a finding: unnecessary code is 1, deprecated code 2.
fn tag(finding: &Diagnostic) -> Option<u8> {
    finding.code.info().tag.map(|tag| match tag {
        CodeTag::Unnecessary => 1,
        CodeTag::Deprecated => 2,
    })
}

/// The result id of a list of diagnostics: equal lists have equal ids.
pub(crate) fn result_id(diagnostics: &[Value]) -> String {
    let text = serde_json::to_string(diagnostics).unwrap_or_default();
    format!("{:016x}", foldhash::fast::FixedState::default().hash_one(text))
}
