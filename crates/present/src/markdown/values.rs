//! Pages as values files: the inputs with their defaults.

use hclx_core::Value;

use super::rows::{InputRow, Rows};
use super::{Layout, Toggle};
use crate::default_json::pretty_json;

/// Writes the inputs as a values file in HCL.
pub(super) fn hcl(rows: &Rows<'_>, layout: &Layout) -> String {
    let is_described = |row: &InputRow<'_>| layout.has(Toggle::Description) && !row.description.is_empty();
    let mut out = String::new();
    for (row, width) in rows.inputs.iter().zip(widths(&rows.inputs, &is_described)) {
        if is_described(row) {
            let comment = row.description.replace('\n', "\n# ");
            out.push_str(&format!("\n# {comment}\n"));
        }
        // a required input has an empty value to fill in
        let value = row.default.as_deref().unwrap_or("\"\"");
        out.push_str(&format!("{:width$} = {value}\n", row.name));
        if is_described(row) {
            out.push('\n');
        }
    }
    super::escape::tidied(out.trim_matches('\n'))
}

/// The widths of names: consecutive lines are aligned.
fn widths(rows: &[InputRow<'_>], is_described: &dyn Fn(&InputRow<'_>) -> bool) -> Vec<usize> {
    let mut widths = Vec::new();
    let mut waiting = 0;
    let mut most = 0;
    for row in rows {
        if has_lines(row) || is_described(row) {
            widths.extend(std::iter::repeat_n(most, waiting));
            widths.push(row.name.len());
            (waiting, most) = (0, 0);
        } else {
            (waiting, most) = (waiting + 1, most.max(row.name.len()));
        }
    }
    widths.extend(std::iter::repeat_n(most, waiting));
    widths
}

/// Returns `true` if the default of an input is a collection with elements.
fn has_lines(row: &InputRow<'_>) -> bool {
    row.value.is_some_and(|value| {
        let has_elements = value.elements().is_some_and(|elements| !elements.is_empty());
        has_elements || value.is_known() && value.iter_entries().next().is_some()
    })
}

/// Writes the inputs as a values file in JSON.
pub(super) fn json(rows: &Rows<'_>) -> String {
    if rows.inputs.is_empty() {
        return "{}".to_owned();
    }
    let member = |row: &InputRow<'_>| {
        let name = pretty_json(&Value::string(row.name)).unwrap_or_default();
        format!("  {name}: {}", row.default.as_deref().unwrap_or("null").replace('\n', "\n  "))
    };
    format!("{{\n{}\n}}", rows.inputs.iter().map(member).collect::<Vec<_>>().join(",\n"))
}
