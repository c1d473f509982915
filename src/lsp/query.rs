//! The requests of a client, with a table row for each and the data available to its handler.

use std::collections::HashMap;
use std::ops::Deref;
use std::path::Path;
use std::sync::{Arc, Mutex};

use hclx_analysis::Snapshot;
use hclx_diag::{Arrange, Edit, SourceId, TextRange};
use hclx_eval::{Budget, Cancel, Limits};
use serde_json::Value;

use super::client::Abilities;
use super::settings::Settings;
use super::wire::findings::View;
use super::wire::message::{Failure, INVALID_PARAMS, REQUEST_FAILED, Reply};
use crate::judging::Run;

/// A request type that the server answers.
pub(crate) struct Row {
    /// Its method.
    pub(crate) method: &'static str,
    /// The capability that announces it; several rows may announce the same capability.
    pub(crate) capability: Option<Capability>,
    /// The handler.
    pub(crate) way: Way,
}

/// A field of the server's capabilities, with its value.
pub(crate) type Capability = (&'static str, fn() -> Value);

/// The kinds of handlers.
#[derive(Clone, Copy)]
pub(crate) enum Way {
    /// For a document, from a snapshot.
    Document(fn(&Query<'_>) -> Result<Value, Failure>),
    /// The same, with all workspace folders that refer to each other.
    Across(fn(&Query<'_>) -> Result<Value, Failure>),
    /// For a document, for an answer that may be long.
    Written(fn(&Query<'_>) -> Result<Reply, Failure>),
    /// For all folders: returns a list for each, and builds the answer from the concatenated lists.
    Folders(fn(&Sight<'_>) -> Vec<Value>, fn(Vec<Value>) -> Value),
    /// Computes edits that are tried in the run before they are sent, with all folders that refer to each other.
    Trial(fn(Trial<'_>) -> Result<TriedEdits, Failure>),
    /// The actions for a selection, in addition to those of findings.
    Actions,
    /// Resolves the edits of an action, which are tried in the run.
    Resolve,
    /// Runs a command by name.
    Command,
    /// Answered from findings, once everything is checked.
    Findings(FindingRequest),
}

/// The answers that are based on findings.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FindingRequest {
    /// The findings of a document.
    OfDocument,
    /// The findings of the workspace.
    OfWorkspace,
    /// The actions for findings in a range of a document.
    Actions,
}

impl Row {
    /// A row for a request about a document.
    pub(crate) const fn document(
        method: &'static str,
        answer: fn(&Query<'_>) -> Result<Value, Failure>,
    ) -> Self {
        Self { method, capability: None, way: Way::Document(answer) }
    }

    /// The same, with all workspace folders that refer to each other.
    pub(crate) const fn across(
        method: &'static str,
        answer: fn(&Query<'_>) -> Result<Value, Failure>,
    ) -> Self {
        Self::new(method, Way::Across(answer))
    }

    /// A row for a request about a document whose answer may be long.
    pub(crate) const fn written(
        method: &'static str,
        answer: fn(&Query<'_>) -> Result<Reply, Failure>,
    ) -> Self {
        Self::new(method, Way::Written(answer))
    }

    /// A row for a request that is handled in a different way.
    pub(crate) const fn new(method: &'static str, way: Way) -> Self {
        Self { method, capability: None, way }
    }

    /// Announces the row with a field of the capabilities.
    #[must_use]
    pub(crate) const fn announced(self, field: &'static str, value: fn() -> Value) -> Self {
        Self { capability: Some((field, value)), ..self }
    }
}

/// A request with its parameters and the state of the client.
#[derive(Clone)]
pub(crate) struct ClientRequest {
    pub(crate) way: Way,
    pub(crate) params: Value,
    pub(crate) settings: Settings,
    pub(crate) abilities: Abilities,
    /// The command of the client that shows references.
    pub(crate) show_references: Option<Arc<str>>,
    /// The client's interest in the answer.
    pub(crate) cancel: Cancel,
}

/// The answers that later requests refer to.
#[derive(Default)]
pub(crate) struct AnswerState {
    /// The tokens that were last sent for each open document, by path, with their result ids.
    pub(crate) tokens: Mutex<HashMap<String, (String, Vec<u32>)>>,
    /// The documentation of the completion items that were last sent, with the number of the list.
    pub(crate) items: Mutex<(u64, Vec<Option<Arc<str>>>)>,
}

/// A folder as seen by a request.
pub(crate) struct Sight<'a> {
    /// The directory of the folder.
    pub(crate) root: &'a Path,
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) view: &'a View<'a>,
    pub(crate) asked: &'a ClientRequest,
    pub(crate) limits: Limits,
    /// The answers that were sent to the client.
    pub(crate) sent: &'a AnswerState,
}

impl Sight<'_> {
    /// A budget for one question.
    pub(crate) fn budget(&self) -> Budget {
        Budget::new(self.limits).until(self.asked.cancel.clone())
    }

    /// The parameters.
    pub(crate) fn params(&self) -> &Value {
        &self.asked.params
    }
}

/// A request about a document.
pub(crate) struct Query<'a> {
    pub(crate) sight: Sight<'a>,
    pub(crate) file: SourceId,
}

impl<'a> Deref for Query<'a> {
    type Target = Sight<'a>;

    fn deref(&self) -> &Sight<'a> {
        &self.sight
    }
}

impl Query<'_> {
    /// The path of the document.
    pub(crate) fn path(&self) -> Arc<str> {
        self.snapshot.path(self.file)
    }

    /// The selected file with a URI.
    pub(crate) fn file_at(&self, uri: &str) -> Option<SourceId> {
        let is_at = |file: &SourceId| self.view.uri(*file).as_deref() == Some(uri);
        let others = self.snapshot.selected();
        std::iter::once(self.file).chain(others.iter().copied()).find(is_at)
    }

    /// The offset of the position that the request refers to.
    ///
    /// # Errors
    /// If it has no valid one.
    pub(crate) fn offset(&self) -> Result<u32, Failure> {
        self.offset_of(&self.params()["position"])
    }

    /// The offset of a position.
    ///
    /// # Errors
    /// If it is invalid.
    pub(crate) fn offset_of(&self, position: &Value) -> Result<u32, Failure> {
        let offset = self.view.offset(self.file, line_and_character(position)?);
        offset.ok_or_else(|| Failure::new(REQUEST_FAILED, "the document is not UTF-8"))
    }

    /// The range that the request is about.
    ///
    /// # Errors
    /// If it has no valid one.
    pub(crate) fn range(&self) -> Result<TextRange, Failure> {
        self.range_of(&self.params()["range"])
    }

    /// The offsets of a range.
    ///
    /// # Errors
    /// If it is invalid.
    pub(crate) fn range_of(&self, range: &Value) -> Result<TextRange, Failure> {
        let (start, end) = (self.offset_of(&range["start"])?, self.offset_of(&range["end"])?);
        Ok(TextRange::new(start.min(end), start.max(end)))
    }

    /// Decodes the edits of a file, and sorts them by place; `None` if they are not a list, one is invalid or two overlap.
    pub(crate) fn edits_of(&self, file: SourceId, edits: &Value) -> Option<Vec<Edit>> {
        let edit = |edit: &Value| {
            let at = |end: &str| self.view.offset(file, line_and_character(&edit["range"][end]).ok()?);
            let (start, end) = (at("start")?, at("end")?);
            let span = (start <= end).then(|| TextRange::new(start, end).in_source(file))?;
            Some(Edit { span, text: edit["newText"].as_str()?.to_owned() })
        };
        let mut edits = edits.as_array()?.iter().map(edit).collect::<Option<Vec<Edit>>>()?;
        edits.arrange_by_key(|edit| (edit.span.range.start, edit.span.range.end));
        let are_apart = edits.windows(2).all(|two| two[0].span.range.end <= two[1].span.range.start);
        are_apart.then_some(edits)
    }
}

/// A request for edits, which are tried in an answered run. Afterwards the run's session contains the changed
/// files.
pub(crate) struct Trial<'a> {
    pub(crate) run: &'a mut Run,
    pub(crate) file: SourceId,
    /// The offset of the position that the request refers to.
    pub(crate) offset: u32,
    pub(crate) params: &'a Value,
    pub(crate) settings: &'a Settings,
    pub(crate) limits: Limits,
}

/// The edits of a request that were tried.
pub(crate) struct TriedEdits {
    pub(crate) edits: Vec<Edit>,
    /// The annotation of one of the edits.
    pub(crate) annotation: Option<Annotation>,
}

/// The purpose of an edit, for clients that show it.
pub(crate) struct Annotation {
    pub(crate) edit: Edit,
    pub(crate) label: &'static str,
    /// The warning that the edit causes, which the user is asked to confirm.
    pub(crate) warning: Option<String>,
}

/// The line and character of a position.
///
/// # Errors
/// If it is invalid.
pub(crate) fn line_and_character(position: &Value) -> Result<(usize, usize), Failure> {
    let number = |name: &str| position[name].as_u64().and_then(|number| usize::try_from(number).ok());
    number("line").zip(number("character")).ok_or_else(|| Failure::new(INVALID_PARAMS, "missing position"))
}
