//! Hovers of an editor: the facts about a place, as markdown.

use hclx_analysis::Snapshot;
use hclx_analysis::symbols::{Symbol, SymbolKind};
use hclx_diag::{SourceId, Span};
use hclx_eval::Budget;
use hclx_ide::{Origin, Subject};
use hclx_present::Hover;

use crate::dialect;
use crate::redaction::{GivenValues, SETTINGS};

/// The facts about an offset of a file as markdown, and the place of their subject unless it is an
/// expression; `None` if there are no facts. Each evaluation is limited by `budget`.
pub fn text(
    snapshot: &Snapshot,
    file: SourceId,
    offset: u32,
    shows_values: bool,
    budget: &dyn Fn() -> Budget,
) -> Option<(Option<Span>, String)> {
    let found = hclx_ide::hover(snapshot, file, offset, budget)?;
    let text = match &found.subject {
        Subject::Function(name) => function(snapshot, file, name)?,
        Subject::Code(code) => hclx_present::explanation(*code),
        subject => {
            let mut page = shown(snapshot, subject, found.value.as_ref());
            page.hides_values = !shows_values;
            page.markdown()
        }
    };
    // Headers, notes and docs can also quote values, so the finished text is searched for them.
    Some((found.span, GivenValues::of(snapshot).hide_in_text(text)))
}

/// The facts to show about a subject with a value.
fn shown<'h>(snapshot: &Snapshot, subject: &'h Subject, value: Option<&'h hclx_core::Value>) -> Hover<'h> {
    match subject {
        Subject::Name { symbol, header, declared, origins, docs } => Hover {
            header: header.clone(),
            value,
            declared: declared.as_deref(),
            origins: all_origins(snapshot, symbol, origins),
            docs: docs.as_deref(),
            ..Hover::default()
        },
        Subject::Attribute { row, docs, releases } => Hover {
            header: row.name.to_string(),
            value,
            ty: Some(row.ty.clone()).filter(|ty| !ty.is_any()),
            notes: notes(row).into_iter().chain(releases.as_deref().map(capitalized)).collect(),
            docs: docs.as_deref(),
            deprecated: row.deprecated.as_deref(),
            ..Hover::default()
        },
        Subject::ScopedName { header, ty, docs } => {
            Hover { header: header.clone(), value, ty: ty.clone(), docs: docs.as_deref(), ..Hover::default() }
        }
        Subject::Block { header, shape, docs, deprecated, releases } => Hover {
            header: header.clone(),
            notes: shape.iter().chain(releases).map(|note| capitalized(note)).collect(),
            docs: docs.as_deref(),
            deprecated: deprecated.as_deref(),
            ..Hover::default()
        },
        Subject::Function(_) | Subject::Code(_) | Subject::Expression => Hover { value, ..Hover::default() },
    }
}

/// Describes the places that set the value of a declaration. A value in the settings counts for variables
/// that no call sets.
fn all_origins(snapshot: &Snapshot, symbol: &Symbol, origins: &[Origin]) -> Vec<String> {
    let in_words = |origin: &Origin| match origin {
        Origin::Given(span) => format!("given in {}", place(snapshot, *span)),
        Origin::Argument(call, span) => format!("argument of `{call}` in {}", place(snapshot, *span)),
    };
    let name = symbol.key.key.rsplit('.').next().unwrap_or_default();
    let is_called = origins.iter().any(|origin| matches!(origin, Origin::Argument(..)));
    let mut set = snapshot.settings().assignments.iter().map(|assignment| &*assignment.name);
    let is_set = symbol.kind == SymbolKind::Variable && !is_called && set.any(|known| known == name);
    let of_settings = is_set.then(|| format!("given in {}", SETTINGS));
    of_settings.into_iter().chain(origins.iter().map(in_words)).collect()
}

/// Formats a place as file and line.
fn place(snapshot: &Snapshot, span: Span) -> String {
    let bytes = snapshot.bytes(span.source).unwrap_or_else(|_| [].into());
    let before = bytes.get(..span.range.start as usize).unwrap_or_default();
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    format!("{}:{line}", snapshot.path(span.source))
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Sentences about an attribute in a schema.
fn notes(row: &hclx_schema::Attribute) -> Vec<String> {
    let mut notes = Vec::new();
    let access = match (row.required, row.optional, row.computed) {
        (true, ..) => Some("Required"),
        (false, false, true) => Some("Read-only"),
        (false, true, true) => Some("Optional, computed if it is absent"),
        (false, true, false) => Some("Optional"),
        (false, false, false) => None,
    };
    notes.extend(access.map(str::to_owned));
    if row.sensitive {
        notes.push("Sensitive".to_owned());
    }
    if !row.allowed.is_empty() {
        let values: Vec<String> = row.allowed.iter().map(|value| format!("`\"{value}\"`")).collect();
        let words = if row.is_open { "Known values:" } else { "One of" };
        notes.push(format!("{words} {}", values.join(", ")));
    }
    if let Some((least, most)) = row.range {
        notes.push(match most {
            i64::MAX => format!("At least {least}"),
            most => format!("{least} to {most}"),
        });
    }
    notes
}

/// The documentation of a function in the dialect of a file.
fn function(snapshot: &Snapshot, file: SourceId, name: &str) -> Option<String> {
    let unit = snapshot.unit_of(file)?;
    let row = dialect(unit.language.row().name)?.functions().get(name)?.row.described;
    let example = row.examples.first().map(|(call, result)| format!("\n\n```hcl\n{call} = {result}\n```"));
    let example = example.unwrap_or_default();
    Some(format!("```hcl\n{}{}\n```\n{}{example}", row.name, row.signature, row.summary))
}
