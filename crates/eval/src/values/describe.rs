//! Descriptions of values and types in messages.

use hclx_core::{Type, Value};
use hclx_diag::{Path, Step};

/// The maximum length of a string in messages.
const LONGEST: usize = 60;

/// The maximum length of a known prefix in messages; a longer one may reveal an input value.
const LONGEST_PREFIX: usize = 24;

/// A description of a value: `"http"`, `5`, `null`, or the type of a long, unknown or marked value.
pub(crate) fn value(value: &Value) -> String {
    if value.is_null() {
        return "null".to_owned();
    }
    let short = value.is_known() && value.ty().is_primitive() && !value.contains_marks();
    if short && value.text().is_none_or(|text| text.len() <= LONGEST) {
        return format!("`{value}`");
    }
    let prefix = if value.is_known() { None } else { value.range().prefix().map(str::to_owned) };
    match prefix.filter(|prefix| prefix.len() <= LONGEST_PREFIX && !value.contains_marks()) {
        Some(prefix) => format!("a string that starts with {prefix:?}"),
        None if value.shape().is_some() => a(ty(&value.described_type())),
        None => a(ty(value.ty())),
    }
}

/// A type, with an article if it is a single word.
pub(crate) fn a(ty: String) -> String {
    let word = ty.split('(').next().unwrap_or_default();
    match word {
        "list" | "set" | "map" if ty.ends_with("(any)") => format!("a {word}"),
        "string" | "number" | "bool" | "list" | "set" | "map" | "tuple" => format!("a {ty}"),
        "int" | "object" => format!("an {ty}"),
        _ => ty,
    }
}

/// Like [`value`], for the part that a path leads to.
pub(crate) fn part(whole: &Value, path: &Path) -> Option<String> {
    let mut at = whole;
    for step in &path.0 {
        at = match step {
            Step::Index(index) => at.element_at(*index)?,
            Step::Attr(name) | Step::Key(name) => at.get_attr_value(name)?,
            Step::Each | Step::Member(_) => return None,
        };
    }
    (!whole.contains_marks()).then(|| value(at))
}

/// A type: `list(string)`, or its kind if that is too long.
pub(crate) fn ty(ty: &Type) -> String {
    if ty.depth() > 8 {
        return ty.kind_in_words();
    }
    // only the part that is shown is printed
    let text = ty.shown().to_string();
    if text.len() <= LONGEST { text } else { ty.kind_in_words() }
}
