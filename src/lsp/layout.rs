//! The layout of documents that actions change: formatted documents stay formatted, and new ones are
//! formatted.

use std::sync::Arc;

use hclx_analysis::Snapshot;
use hclx_diag::{Edit, SourceId, TextRange};
use serde_json::Value;

use super::query::Query;
use crate::findings::fixing::Change;
use crate::formatting;

/// Replaces the edits of each formatted document in a protocol edit that would leave it unformatted.
pub(crate) fn lay_out(query: &Query<'_>, edit: &mut Value) {
    if let Some(changes) = edit.get_mut("changes").and_then(Value::as_object_mut) {
        changes.iter_mut().for_each(|(uri, edits)| lay_out_document(query, uri, edits));
    }
    let documents = edit.get_mut("documentChanges").and_then(Value::as_array_mut);
    for document in documents.into_iter().flatten() {
        let uri = document["textDocument"]["uri"].as_str().map(str::to_owned);
        if let (Some(uri), Some(edits)) = (uri, document.get_mut("edits")) {
            lay_out_document(query, &uri, edits);
        }
    }
}

/// If the edits would leave a formatted document unformatted, replaces them by a single edit of all lines that
/// change.
fn lay_out_document(query: &Query<'_>, uri: &str, edits: &mut Value) {
    let Some(file) = query.file_at(uri) else { return };
    let own = query.edits_of(file, edits);
    let (Some(own), Ok(before)) = (own, query.snapshot.bytes(file)) else { return };
    let after = Arc::from(hclx_format::apply(&before, &own));
    let after = layout_after(query.snapshot, file, (&before, &after));
    if let Some(edit) = after.and_then(|after| edit_of_lines(file, &before, &after)) {
        *edits = query.view.edits(&[edit]).into();
    }
}

/// A change as one edit of the lines that differ. A file that was formatted stays formatted.
pub(crate) fn of_change(snapshot: &Snapshot, change: &Change) -> Option<Edit> {
    let file = snapshot.find(change.path()).ok()?;
    let (before, after) = (snapshot.bytes(file).ok()?, Arc::from(change.after()));
    let after = layout_after(snapshot, file, (&before, &after)).unwrap_or(after);
    edit_of_lines(file, &before, &after)
}

/// An edit with the line breaks of its file, because its text may come from another file.
pub(crate) fn in_lines_of(snapshot: &Snapshot, edit: Edit) -> Edit {
    Edit { text: with_breaks(snapshot, edit.span.source, &edit.text), ..edit }
}

/// A text with the line breaks of a file.
pub(crate) fn with_breaks(snapshot: &Snapshot, file: SourceId, text: &str) -> String {
    let bytes = snapshot.bytes(file).unwrap_or_else(|_| Arc::from(&[][..]));
    let first = bytes.iter().position(|byte| *byte == b'\n');
    let text = text.replace("\r\n", "\n");
    match first.is_some_and(|at| bytes[..at].ends_with(b"\r")) {
        true => text.replace('\n', "\r\n"),
        false => text,
    }
}

/// The text of a new file, formatted if the file from which it comes can be formatted.
pub(crate) fn of_new_file(snapshot: &Snapshot, from: SourceId, text: String) -> String {
    match formatting::style(snapshot, from) {
        Some(style) => formatting::of_new_file(style, text),
        None => text,
    }
}

/// The contents of a file after a change, if the file was formatted and no longer is.
fn layout_after(
    snapshot: &Snapshot,
    file: SourceId,
    (before, after): (&Arc<[u8]>, &Arc<[u8]>),
) -> Option<Arc<[u8]>> {
    formatting::layout_again(formatting::style(snapshot, file)?, file, (before, after))
}

/// The edit of the lines that differ between two versions of a file.
fn edit_of_lines(file: SourceId, before: &[u8], after: &[u8]) -> Option<Edit> {
    let lines =
        |bytes: &[u8]| bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>();
    let (old, new) = (lines(before), lines(after));
    let same = old.iter().zip(&new).take_while(|(one, other)| one == other).count();
    let rest = old[same..].iter().rev().zip(new[same..].iter().rev());
    let last = rest.take_while(|(one, other)| one == other).count();
    let offset = |lines: &[Vec<u8>]| lines.iter().map(Vec::len).sum::<usize>() as u32;
    let (start, end) = (offset(&old[..same]), offset(&old[..old.len() - last]));
    let text = String::from_utf8(new[same..new.len() - last].concat()).ok()?;
    (old != new).then(|| Edit { span: TextRange::new(start, end).in_source(file), text })
}
