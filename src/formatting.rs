//! The style for formatting a file, for `hclx fmt` and editors, and edits that keep formatted files formatted.

use std::sync::Arc;

use hclx_analysis::Snapshot;
use hclx_diag::{Edit, Ordered, SourceId, TextRange};
use hclx_format::{Form, Formatter, Style};
use hclx_syntax::ast::Language as Syntax;

use crate::registered::MULL;

/// The formatting style of a file in native syntax; `None` if its language is not formatted.
pub(crate) fn style(snapshot: &Snapshot, file: SourceId) -> Option<Style> {
    let language = snapshot.language(file).filter(|language| language.row().name != MULL)?;
    // `terraform fmt` also rewrites old syntax such as `"${var.x}"`; formatters of other applications only
    // change the layout.
    let style = if language.row().rewrites_old_syntax { Style::Terraform } else { Style::Plain };
    (snapshot.syntax(file) == Syntax::Native).then_some(style)
}

/// Edits, extended by those that align the lines of formatted files again.
pub(crate) fn alignment(snapshot: &Snapshot, edits: Vec<Edit>) -> Vec<Edit> {
    let formatter = Formatter::default();
    let mut by_file: Ordered<SourceId, Vec<Edit>> = Ordered::new();
    for edit in edits {
        by_file.or_default(edit.span.source).push(edit);
    }
    let of_file = |(file, mut edits): (SourceId, Vec<Edit>)| {
        edits.sort_by_key(|edit| (edit.span.range.start, edit.span.range.end));
        let spaces = spaces(snapshot, (file, &edits), &formatter).unwrap_or_default();
        edits.extend(spaces);
        edits.sort_by_key(|edit| (edit.span.range.start, edit.span.range.end));
        edits
    };
    by_file.into_iter().flat_map(of_file).collect()
}

/// The edits that format a file after sorted edits, with places in the current text; `None` if it is not formatted now,
/// or other edits would have to change.
fn spaces(
    snapshot: &Snapshot,
    (file, edits): (SourceId, &[Edit]),
    formatter: &Formatter,
) -> Option<Vec<Edit>> {
    let form: Form = style(snapshot, file)?.into();
    let before = snapshot.bytes(file).ok()?;
    let after = Arc::from(hclx_format::apply(&before, edits));
    let is_formatted = |bytes| formatter.formatted(file, bytes, &form).is_ok_and(|change| change.is_none());
    if !is_formatted(&before) {
        return None;
    }
    let spaces = formatter.edits(file, after, &form).ok()?.into_iter();
    let in_present = |mut edit: Edit| {
        let TextRange { start, end } = edit.span.range;
        edit.span.range = TextRange::new(before_edits(edits, start, true)?, before_edits(edits, end, false)?);
        Some(edit)
    };
    spaces.map(in_present).collect()
}

/// The place, before sorted edits, of the start or end of a range in the text after them; `None` if it is in the text
/// of an edit.
fn before_edits(edits: &[Edit], place: u32, is_start: bool) -> Option<u32> {
    let (mut old_end, mut new_end) = (0, 0);
    for edit in edits {
        let start = new_end + (edit.span.range.start - old_end);
        if place < start || place == start && !is_start {
            break;
        }
        let end = start + u32::try_from(edit.text.len()).ok()?;
        if place < end {
            return None;
        }
        (old_end, new_end) = (edit.span.range.end, end);
    }
    Some(old_end + (place - new_end))
}

/// The text of a new file, formatted if possible.
pub(crate) fn of_new_file(style: Style, text: String) -> String {
    let formatted = Formatter::default().formatted(SourceId(0), &text.as_bytes().into(), &style.into());
    let formatted = formatted.ok().flatten().and_then(|bytes| String::from_utf8(bytes).ok());
    formatted.unwrap_or(text)
}

/// The contents of a file after a change, formatted if they were formatted before; `None` if nothing needs
/// formatting.
pub(crate) fn layout_again(
    style: Style,
    file: SourceId,
    (before, after): (&Arc<[u8]>, &Arc<[u8]>),
) -> Option<Arc<[u8]>> {
    let formatter = Formatter::default();
    let form: Form = style.into();
    let is_formatted = formatter.formatted(file, before, &form).is_ok_and(|change| change.is_none());
    if !is_formatted {
        return None;
    }
    formatter.formatted(file, after, &form).ok()?.map(Arc::from)
}
