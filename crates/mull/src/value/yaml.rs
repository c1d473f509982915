//! YAML output: blocks of plain data that parse to the same values.
//!
//! A string is plain only if no YAML parser, old or new, parses it as something else.

use std::fmt::Write;

use super::{Val, deep, number_text};

/// Words that some version of YAML does not parse as strings.
const WORDS: &[&str] = &["null", "true", "false", "yes", "no", "on", "off", "y", "n"];

impl Val {
    /// YAML with a final line break; `None` if a part is unknown.
    pub fn to_yaml(&self) -> Option<String> {
        let mut out = String::new();
        block(&mut out, self, 0, false)?;
        if !out.ends_with('\n') {
            out.push('\n');
        }
        Some(out)
    }
}

/// Writes a value at the end of the last line; `inside` is set if the line is not empty.
fn block(out: &mut String, value: &Val, indent: usize, inside: bool) -> Option<()> {
    match value {
        Val::Array(elements) => {
            let mut first = true;
            for element in elements.iter().filter(|element| !matches!(element, Val::Undefined)) {
                line(out, indent, first, inside);
                first = false;
                out.push('-');
                below(out, element, indent + 2)?;
            }
            if first {
                out.push_str("[]");
            }
        }
        Val::Object(fields) => {
            let mut first = true;
            for (name, inner) in fields.iter().filter(|(_, inner)| !matches!(inner, Val::Undefined)) {
                line(out, indent, first, inside);
                first = false;
                text(out, name);
                out.push(':');
                if matches!(inner, Val::Array(_) | Val::Object(_)) && !is_empty(inner) {
                    out.push('\n');
                    spaces(out, indent + 2);
                    deep(|| block(out, inner, indent + 2, true))?;
                } else {
                    out.push(' ');
                    deep(|| block(out, inner, indent + 2, true))?;
                }
            }
            if first {
                out.push_str("{}");
            }
        }
        Val::Undefined | Val::Null => out.push_str("null"),
        Val::Bool(value) => _ = write!(out, "{value}"),
        Val::Number(number) => out.push_str(&number_text(number)),
        Val::String(value) => text(out, value),
        Val::Unknown(_) => return None,
    }
    Some(())
}

/// Writes an element after its dash: collections start on the same line.
fn below(out: &mut String, element: &Val, indent: usize) -> Option<()> {
    out.push(' ');
    deep(|| block(out, element, indent, true))
}

fn is_empty(value: &Val) -> bool {
    match value {
        Val::Array(elements) => elements.iter().all(|element| matches!(element, Val::Undefined)),
        Val::Object(fields) => fields.iter().all(|(_, inner)| matches!(inner, Val::Undefined)),
        _ => false,
    }
}

/// Starts the line of an entry; the first one is on the line on which its collection starts.
fn line(out: &mut String, indent: usize, first: bool, inside: bool) {
    if first && inside {
        return;
    }
    if !first {
        out.push('\n');
    }
    spaces(out, indent);
}

fn spaces(out: &mut String, count: usize) {
    out.extend(std::iter::repeat_n(' ', count));
}

fn text(out: &mut String, text: &str) {
    if is_plain(text) {
        out.push_str(text);
    } else {
        quote(out, text);
    }
}

/// Returns `true` if a string needs no quotes in any version of YAML: it starts with a letter and contains no
/// special characters.
fn is_plain(text: &str) -> bool {
    let harmless = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | ' ');
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && !text.ends_with(' ')
        && text.chars().all(harmless)
        && !WORDS.iter().any(|word| word.eq_ignore_ascii_case(text))
}

fn quote(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if !is_printable(c) => _ = write!(out, "\\U{:08x}", u32::from(c)),
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Returns `true` for characters that quoted scalars can contain, except line breaks.
fn is_printable(c: char) -> bool {
    // The first three are line breaks in YAML 1.1.
    let separator = matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}');
    !c.is_control() && !separator
}
