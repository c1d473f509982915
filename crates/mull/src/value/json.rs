//! JSON output: indented by two spaces in source order, or compact with sorted keys.
//!
//! Numbers have no exponent, and undefined values are omitted. Out of scope: parsing.

use std::sync::Arc;

use hclx_core::{EscapeSet, JsonText};

use super::{Val, deep, number_text};

/// The maximum length of compact JSON: at least four bytes per character of the longest string.
const MAX_LENGTH: usize = 1 << 23;

impl Val {
    /// JSON as printed by `eval`, without a final line break; `None` if a part is unknown.
    pub fn to_json(&self) -> Option<String> {
        let mut out = JsonText::indented(ESCAPED);
        write(&mut out, self, Layout { sorted: false, limit: usize::MAX })?;
        Some(out.finish())
    }

    /// Compact JSON with sorted keys (`jsonencode`); `None` if a part is unknown. It is truncated beyond the
    /// length of any string.
    pub fn to_compact_json(&self) -> Option<String> {
        let mut out = JsonText::compact(ESCAPED);
        write(&mut out, self, Layout { sorted: true, limit: MAX_LENGTH })?;
        Some(out.finish())
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

/// Besides the characters that JSON requires to be escaped, only `DEL` is escaped.
const ESCAPED: EscapeSet = |c| c == '\u{7f}';

#[derive(Clone, Copy)]
struct Layout {
    /// Sorts the keys of objects.
    sorted: bool,
    /// The length beyond which nothing more is written.
    limit: usize,
}

fn write(out: &mut JsonText, value: &Val, layout: Layout) -> Option<()> {
    if out.as_str().len() > layout.limit {
        return Some(());
    }
    match value {
        Val::Undefined | Val::Null => out.scalar("null"),
        Val::Bool(known) => out.scalar(known),
        Val::Number(number) => out.scalar(number_text(number)),
        Val::String(text) => out.string(text),
        Val::Unknown(_) => return None,
        Val::Array(elements) => {
            out.open('[');
            for element in elements.iter().filter(|element| !matches!(element, Val::Undefined)) {
                out.element();
                deep(|| write(out, element, layout))?;
            }
            out.close(']');
        }
        Val::Object(fields) => {
            out.open('{');
            let mut member = |(name, inner): (&Arc<str>, &Val)| {
                if matches!(inner, Val::Undefined) {
                    return Some(());
                }
                out.member(name);
                deep(|| write(out, inner, layout))
            };
            match layout.sorted {
                true => fields.sorted(super::KeyKind::String).into_iter().try_for_each(&mut member)?,
                false => fields.iter().try_for_each(&mut member)?,
            }
            out.close('}');
        }
    }
    Some(())
}

/// A JSON string.
pub(super) fn quoted(text: &str) -> String {
    let mut out = JsonText::compact(ESCAPED);
    out.string(text);
    out.finish()
}
