//! JSON output: indented by two spaces in source order, or compact with sorted keys.
//!
//! Numbers have no exponent, and undefined values are omitted. Out of scope: parsing.

use hclx_core::write_json_string_escaping;

use super::{Val, deep, number_text};

/// The maximum length of compact JSON: at least four bytes per character of the longest string.
const MAX_LENGTH: usize = 1 << 23;

impl Val {
    /// JSON as printed by `eval`, without a final line break; `None` if a part is unknown.
    pub fn to_json(&self) -> Option<String> {
        let mut out = String::new();
        pretty(&mut out, self, 0)?;
        Some(out)
    }

    /// Compact JSON with sorted keys (`jsonencode`); `None` if a part is unknown. It is truncated beyond the
    /// length of any string.
    pub fn to_compact_json(&self) -> Option<String> {
        let mut out = String::new();
        compact(&mut out, self)?;
        Some(out)
    }
}

impl Val {
    /// Returns `true` if the value takes more than a number of bytes as indented JSON or YAML. Values share
    /// strings, so a small document may result in much data.
    pub fn is_longer_than(&self, limit: u64) -> bool {
        spend(self, 0, &mut { limit }).is_none()
    }
}

/// Charges the minimum size of a value on a line with this indentation; `None` if the limit is exceeded.
fn spend(value: &Val, indent: u64, left: &mut u64) -> Option<()> {
    let own = match value {
        Val::String(text) => text.len() as u64,
        _ => 1,
    };
    *left = left.checked_sub(own + indent)?;
    match value {
        Val::Array(elements) => {
            elements.iter().try_for_each(|element| deep(|| spend(element, indent + 2, left)))
        }
        Val::Object(fields) => fields.iter().try_for_each(|(name, inner)| {
            *left = left.checked_sub(name.len() as u64)?;
            deep(|| spend(inner, indent + 2, left))
        }),
        _ => Some(()),
    }
}

/// Writes everything except collections.
fn scalar(out: &mut String, value: &Val) -> Option<()> {
    match value {
        Val::Undefined | Val::Null => out.push_str("null"),
        Val::Bool(true) => out.push_str("true"),
        Val::Bool(false) => out.push_str("false"),
        Val::Number(number) => out.push_str(&number_text(number)),
        Val::String(text) => write_string(out, text),
        Val::Unknown(_) | Val::Array(_) | Val::Object(_) => return None,
    }
    Some(())
}

fn compact(out: &mut String, value: &Val) -> Option<()> {
    let mut comma = "";
    if out.len() > MAX_LENGTH {
        return Some(());
    }
    match value {
        Val::Array(elements) => {
            out.push('[');
            for element in elements.iter().filter(|element| !matches!(element, Val::Undefined)) {
                out.push_str(comma);
                comma = ",";
                deep(|| compact(out, element))?;
            }
            out.push(']');
        }
        Val::Object(fields) => {
            out.push('{');
            for (name, inner) in fields.sorted(super::KeyKind::String) {
                if matches!(inner, Val::Undefined) {
                    continue;
                }
                out.push_str(comma);
                comma = ",";
                write_string(out, name);
                out.push(':');
                deep(|| compact(out, inner))?;
            }
            out.push('}');
        }
        _ => scalar(out, value)?,
    }
    Some(())
}

fn pretty(out: &mut String, value: &Val, indent: usize) -> Option<()> {
    let start = out.len();
    match value {
        Val::Array(elements) => {
            out.push('[');
            for element in elements.iter().filter(|element| !matches!(element, Val::Undefined)) {
                line(out, start, indent + 2);
                deep(|| pretty(out, element, indent + 2))?;
            }
            close(out, start, indent, ']');
        }
        Val::Object(fields) => {
            out.push('{');
            for (name, inner) in fields.iter().filter(|(_, inner)| !matches!(inner, Val::Undefined)) {
                line(out, start, indent + 2);
                write_string(out, name);
                out.push_str(": ");
                deep(|| pretty(out, inner, indent + 2))?;
            }
            close(out, start, indent, '}');
        }
        _ => scalar(out, value)?,
    }
    Some(())
}

/// Starts the line of an element; `start` is the offset of the bracket.
fn line(out: &mut String, start: usize, indent: usize) {
    out.push_str(if out.len() == start + 1 { "\n" } else { ",\n" });
    out.extend(std::iter::repeat_n(' ', indent));
}

fn close(out: &mut String, start: usize, indent: usize, bracket: char) {
    if out.len() > start + 1 {
        out.push('\n');
        out.extend(std::iter::repeat_n(' ', indent));
    }
    out.push(bracket);
}

/// Writes a JSON string; besides the characters that JSON requires to be escaped, only `DEL` is escaped.
pub(super) fn write_string(out: &mut String, text: &str) {
    write_json_string_escaping(out, text, |c| c == '\u{7f}');
}
