//! Messages about malformed JSON: one function per kind of error.
//!
//! Out of scope: detecting errors. A fix is offered only if exactly one edit corrects the error.

use hclx_diag::code_names as codes;
use hclx_diag::{Applicability, Diagnostic, Edit, Fix, MAX_SOURCE_BYTES, SourceId, Span, TextRange, nearest};

use super::number::is_number;
use super::reader::Kind;
use crate::errors::shown;

/// The maximum number of ranges of one error that are labeled or edited.
const MOST_PLACES: usize = 32;

fn fix(title: impl Into<String>, applicability: Applicability, edits: Vec<(Span, String)>) -> Fix {
    let edits = edits.into_iter().map(|(span, text)| Edit { span, text }).collect();
    Fix { title: title.into(), edits, applicability }
}

fn certain(title: impl Into<String>, span: Span, text: impl Into<String>) -> Fix {
    fix(title, Applicability::Certain, vec![(span, text.into())])
}

fn suggested(title: impl Into<String>, span: Span, text: impl Into<String>) -> Fix {
    fix(title, Applicability::Suggested, vec![(span, text.into())])
}

/// A part of the source as shown in a message.
fn quoted(text: &str) -> String {
    format!("`{}`", shown(text))
}

fn starting(span: Span) -> Span {
    TextRange::at(span.range.start).in_source(span.source)
}

pub(super) fn source_too_long(source: SourceId, len: usize) -> Diagnostic {
    let place = TextRange::at(0).in_source(source);
    Diagnostic::error(
        codes::JSON_TOO_LONG,
        place,
        format!("the file has {len} bytes, more than the limit of {MAX_SOURCE_BYTES}"),
    )
}

pub(super) fn utf16(place: Span) -> Diagnostic {
    Diagnostic::error(codes::JSON_CHARACTER, place, "expected UTF-8, found UTF-16")
        .help("save the file as UTF-8")
}

pub(super) fn byte_order_mark(place: Span) -> Diagnostic {
    Diagnostic::error(codes::JSON_CHARACTER, place, "unexpected byte order mark: JSON does not allow it")
        .help("save the file as UTF-8 without a byte order mark")
        .fix(certain("remove the byte order mark", place, ""))
}

pub(super) fn comment(place: Span) -> Diagnostic {
    Diagnostic::error(codes::JSON_COMMENT, place, "JSON has no comments")
        .help("use a property named `\"//\"`, which is ignored in configuration bodies")
        .fix(suggested("remove the comment", place, ""))
}

pub(super) fn empty(place: Span) -> Diagnostic {
    Diagnostic::error(codes::JSON_VALUE_MISSING, place, "expected a JSON value, found an empty file")
        .help("write `{}` for an empty body")
}

pub(super) fn no_value(place: Span, found: char) -> Diagnostic {
    Diagnostic::error(codes::JSON_VALUE_MISSING, place, format!("expected a JSON value, found `{found}`"))
}

pub(super) fn no_property_value(place: Span, name: Option<&str>, found: char) -> Diagnostic {
    let message = match name {
        Some(name) => format!("missing value for property {}", quoted(name)),
        None => "missing value for property".to_owned(),
    };
    Diagnostic::error(codes::JSON_VALUE_MISSING, place, message)
        .label(format!("expected an expression, found `{found}`"))
}

pub(super) fn trailing_comma(place: Span, holder: &str) -> Diagnostic {
    Diagnostic::error(codes::JSON_EXTRA_COMMA, place, format!("unexpected comma at the end of an {holder}"))
        .fix(certain("remove the comma", place, ""))
}

pub(super) fn extra_comma(place: Span) -> Diagnostic {
    Diagnostic::error(codes::JSON_EXTRA_COMMA, place, "unexpected comma: expected a value before it")
        .fix(suggested("remove the comma", place, ""))
}

pub(super) fn missing_comma(place: Span, holder: &str) -> Diagnostic {
    Diagnostic::error(codes::JSON_COMMA_MISSING, place, format!("missing comma in an {holder}"))
        .label("expected `,`")
        .fix(certain("insert a comma", place, ","))
}

pub(super) fn semicolon(place: Span) -> Diagnostic {
    Diagnostic::error(codes::JSON_COMMA_MISSING, place, "expected `,`, found `;`").fix(suggested(
        "use a comma",
        place,
        ",",
    ))
}

pub(super) fn wrong_for_comma(place: Span) -> Diagnostic {
    Diagnostic::error(codes::JSON_COMMA_MISSING, place, "expected `,` before the next property, found `{`")
        .fix(suggested("use a comma", place, ","))
}

pub(super) fn no_colon(place: Span, after_name: Span) -> Diagnostic {
    Diagnostic::error(codes::JSON_COLON, place, "missing `:` after the property name")
        .label("expected `:` before this")
        .fix(suggested("insert a colon", after_name, ":"))
}

pub(super) fn equals_for_colon(place: Span) -> Diagnostic {
    Diagnostic::error(codes::JSON_COLON, place, "expected `:` after the property name").fix(certain(
        "use a colon",
        place,
        ":",
    ))
}

pub(super) fn wrong_for_colon(place: Span) -> Diagnostic {
    Diagnostic::error(codes::JSON_COLON, place, "expected `:` after the property name, found `{`")
        .fix(suggested("use a colon", place, ":"))
}

pub(super) fn colon_in_array(place: Span) -> Diagnostic {
    Diagnostic::error(codes::JSON_COLON, place, "unexpected `:`: array elements have no names")
        .help("use an object: `{\"name\": value}`")
}

pub(super) fn property_in_array(place: Span) -> Diagnostic {
    Diagnostic::error(codes::JSON_COLON, place, "unexpected property: array elements have no names")
        .help("check whether the object before it is closed too early")
}

pub(super) fn extra_colon(place: Span) -> Diagnostic {
    Diagnostic::error(codes::JSON_COLON, place, "unexpected second `:` between a name and its value")
        .fix(certain("remove the colon", place, ""))
}

pub(super) fn second_colon(place: Span) -> Diagnostic {
    Diagnostic::error(codes::JSON_COLON, place, "expected `,` or `}` after the property value, found `:`")
        .help("check whether the property before it has a value")
}

pub(super) fn unclosed(open: Span, kind: Kind, end: Span, depth: usize, closers: &str) -> Diagnostic {
    let message = match depth {
        1 => format!("unclosed `{}`", kind.opener()),
        _ => {
            format!("unexpected end of file with {depth} open brackets, the last is this `{}`", kind.opener())
        }
    };
    let more = if closers.len() < depth { " and so on" } else { "" };
    Diagnostic::error(codes::JSON_UNCLOSED, open, message)
        .also(end, "the file ends here")
        .help(format!("close it with `{closers}`{more}"))
}

pub(super) fn unclosed_by_indent(open: Span, kind: Kind, closer: Span) -> Diagnostic {
    Diagnostic::error(codes::JSON_UNCLOSED, open, format!("unclosed `{}`", kind.opener()))
        .also(closer, format!("by its indentation, this `{}` closes an outer bracket", kind.closer()))
        .help(format!("close it with `{}`", kind.closer()))
}

pub(super) fn unclosed_before(open: Span, kind: Kind, closer: Span, closers: &str) -> Diagnostic {
    Diagnostic::error(codes::JSON_UNCLOSED, open, format!("unclosed `{}`", kind.opener()))
        .also(closer, format!("expected `{closers}` before this"))
        .fix(suggested(format!("insert `{closers}`"), starting(closer), closers))
}

pub(super) fn unclosed_before_name(open: Span, name: Span) -> Diagnostic {
    Diagnostic::error(codes::JSON_UNCLOSED, open, "unclosed `[`")
        .also(name, "expected `]` before this property")
}

pub(super) fn wrong_closer(place: Span, found: char, open: Span, kind: Kind) -> Diagnostic {
    let (opener, closer) = (kind.opener(), kind.closer());
    Diagnostic::error(
        codes::JSON_WRONG_CLOSER,
        place,
        format!("expected `{closer}` to close `{opener}`, found `{found}`"),
    )
    .also(open, format!("unclosed `{opener}`"))
    .fix(suggested(format!("write `{closer}`"), place, closer))
}

pub(super) fn closes_nothing(place: Span, found: char) -> Diagnostic {
    Diagnostic::error(codes::JSON_WRONG_CLOSER, place, format!("unexpected `{found}`: no bracket is open"))
        .fix(suggested("remove it", place, ""))
}

pub(super) fn extra_data(place: Span, value: bool) -> Diagnostic {
    let finding = Diagnostic::error(codes::JSON_EXTRA_DATA, place, "unexpected content after the JSON value");
    if value { finding.help("use an array for several values") } else { finding }
}

pub(super) fn too_deep(place: Span, limit: u32) -> Diagnostic {
    Diagnostic::error(
        codes::JSON_NESTING,
        place,
        format!("nesting is deeper than the limit of {limit} brackets"),
    )
    .help("deeper levels were not read")
}

pub(super) fn unclosed_string(place: Span, end: Span, line_ends: bool) -> Diagnostic {
    let mut finding = Diagnostic::error(codes::JSON_UNCLOSED_STRING, place, "unclosed string");
    // Nothing follows the opening quote, so there is no string to close.
    if end.range.start > place.range.start + 1 {
        let note =
            if line_ends { "the line ends here" } else { "the closing quote is probably missing here" };
        finding = finding.also(end, note).fix(suggested("close the string", end, "\""));
    }
    finding
}

pub(super) fn inner_quotes(string: Span, inner: &[Span]) -> Diagnostic {
    let first = inner.first().copied().unwrap_or(string);
    let mut finding =
        Diagnostic::error(codes::JSON_UNCLOSED_STRING, first, "unescaped quote inside a string")
            .label("this quote closes the string");
    for place in inner.iter().skip(1) {
        finding = finding.also(*place, "this one too");
    }
    let edits = inner.iter().map(|place| (*place, "\\\"".to_owned())).collect();
    finding.fix(fix("escape the quotes inside the string", Applicability::Suggested, edits))
}

pub(super) fn no_opening_quote(place: Span, text: &str) -> Diagnostic {
    Diagnostic::error(
        codes::JSON_UNCLOSED_STRING,
        place,
        format!("missing opening quote before {}", quoted(text)),
    )
    .fix(suggested("insert the quote", starting(place), "\""))
}

pub(super) fn other_quotes(place: Span, text: &str) -> Diagnostic {
    let finding = Diagnostic::error(codes::JSON_QUOTES, place, "JSON strings use double quotes");
    if text.contains(['"', '\\']) {
        return finding.help("use double quotes, with `\\\"` for a quote inside the string");
    }
    finding.fix(certain("use double quotes", place, format!("\"{text}\"")))
}

pub(super) fn bad_escape(text: &str, places: &[Span]) -> Diagnostic {
    let message = match text.strip_prefix("\\u") {
        Some(_) => format!("{} is not a JSON escape: `\\u` takes four hexadecimal digits", quoted(text)),
        None => format!("{} is not a JSON escape", quoted(text)),
    };
    let mut finding = Diagnostic::error(codes::JSON_ESCAPE, places[0], message);
    for place in places.iter().skip(1).take(MOST_PLACES) {
        finding = finding.also(*place, "also invalid");
    }
    // A fix for only some of the places would leave the others broken.
    if places.len() > MOST_PLACES {
        return finding.help("double each backslash of the string");
    }
    let edits = places.iter().map(|place| (starting(*place), "\\".to_owned())).collect();
    finding.fix(fix("double the backslash", Applicability::Suggested, edits))
}

pub(super) fn control_in_string(controls: &[(Span, u8)]) -> Diagnostic {
    let (first, byte) = controls[0];
    let (name, escape) = (control_name(byte), control_escape(byte));
    let mut finding = Diagnostic::error(
        codes::JSON_CONTROL,
        first,
        format!("unescaped {name} in a JSON string: write `{escape}`"),
    );
    for (place, _) in controls.iter().skip(1).take(MOST_PLACES) {
        finding = finding.also(*place, "also here");
    }
    if controls.len() > MOST_PLACES {
        return finding;
    }
    let edits = controls.iter().map(|(place, byte)| (*place, control_escape(*byte))).collect();
    finding.fix(fix("escape it", Applicability::Certain, edits))
}

fn control_name(byte: u8) -> String {
    match byte {
        b'\t' => "a tab".to_owned(),
        b'\n' => "a line break".to_owned(),
        b'\r' => "a carriage return".to_owned(),
        0 => "a NUL".to_owned(),
        _ => format!("the control character U+{byte:04X}"),
    }
}

fn control_escape(byte: u8) -> String {
    match byte {
        b'\t' => "\\t".to_owned(),
        b'\n' => "\\n".to_owned(),
        b'\r' => "\\r".to_owned(),
        0x8 => "\\b".to_owned(),
        0xc => "\\f".to_owned(),
        _ => format!("\\u{byte:04x}"),
    }
}

pub(super) fn bad_number(place: Span, text: &str, why: &str, meant: Option<String>) -> Diagnostic {
    let finding =
        Diagnostic::error(codes::JSON_NUMBER, place, format!("{} is not a JSON number: {why}", quoted(text)));
    match meant {
        Some(meant) => finding.fix(suggested(format!("write `{meant}`"), place, meant)),
        None if text.bytes().any(|byte| byte.is_ascii_digit()) => {
            finding.help(format!("if this is a string, quote it: `\"{text}\"`"))
        }
        None => finding,
    }
}

pub(super) fn bare_word(place: Span, text: &str) -> Diagnostic {
    let finding =
        Diagnostic::error(codes::JSON_BARE_WORD, place, format!("{} is not a JSON value", quoted(text)));
    match text {
        "None" | "nil" | "undefined" | "NULL" | "Null" => {
            finding.fix(suggested("write `null`", place, "null"))
        }
        "NaN" | "Infinity" => finding.help("JSON has no such number; use `null` or a string"),
        "yes" | "on" => finding.help("did you mean `true`, or a quoted string?"),
        "no" | "off" => finding.help("did you mean `false`, or a quoted string?"),
        _ => match nearest(&text.to_ascii_lowercase(), ["true", "false", "null"]) {
            Some(word) => finding.meant_at(place, word),
            None => quoting(finding, place, text),
        },
    }
}

/// Suggests quoting a word: as a template, if it looks like an expression.
fn quoting(finding: Diagnostic, place: Span, text: &str) -> Diagnostic {
    if text.contains(['"', '\\']) {
        return finding.help("use double quotes for strings");
    }
    if text.contains(['.', '(', '[']) && !text.contains(' ') {
        return finding
            .help("use a template for an expression: `\"${…}\"`")
            .fix(suggested("use a template", place, format!("\"${{{text}}}\"")))
            .fix(suggested("quote the string", place, format!("\"{text}\"")));
    }
    finding.help("use double quotes for strings").fix(suggested(
        "quote the string",
        place,
        format!("\"{text}\""),
    ))
}

pub(super) fn not_a_name(place: Span, found: String) -> Diagnostic {
    let value = is_number(&found) || matches!(found.as_str(), "true" | "false" | "null");
    let finding = Diagnostic::error(
        codes::JSON_NAME,
        place,
        format!("expected a property name in double quotes, found {}", quoted(&found)),
    );
    if value { finding.help("use `[…]` for a list of values") } else { finding }
}

pub(super) fn no_name(place: Span) -> Diagnostic {
    Diagnostic::error(codes::JSON_NAME, place, "expected a property name in double quotes, found `:`")
}

pub(super) fn unquoted_name(place: Span, text: &str, equals: Option<Span>) -> Diagnostic {
    let finding = Diagnostic::error(
        codes::JSON_NAME,
        place,
        format!("the property name {} must be in double quotes", quoted(text)),
    );
    let quoted_name = (place, format!("\"{text}\""));
    match equals {
        None => finding.fix(fix("quote the name", Applicability::Certain, vec![quoted_name])),
        Some(equals) => finding.also(equals, "use `:`").fix(fix(
            "write it as JSON",
            Applicability::Certain,
            vec![quoted_name, (equals, ":".to_owned())],
        )),
    }
}

/// Returns `true` for an invisible character.
pub(super) fn is_invisible(text: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(text) else { return false };
    let mut chars = text.chars();
    matches!(
        (chars.next(), chars.next()),
        (Some('\0'..='\u{1f}' | '\u{7f}'..='\u{a0}' | '\u{ad}' | '\u{200b}'..='\u{200f}'), None)
            | (Some('\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{2000}'..='\u{200a}' | '\u{2060}'), None)
            | (Some('\u{feff}' | '\u{3000}'), None)
    )
}

pub(super) fn odd_characters(place: Span, text: &str) -> Diagnostic {
    if is_invisible(text.as_bytes()) {
        let char = text.chars().next().unwrap_or_default();
        return Diagnostic::error(
            codes::JSON_CHARACTER,
            place,
            format!("the invisible character U+{:04X} is not JSON whitespace", u32::from(char)),
        )
        .fix(suggested("replace it with a space", place, " "));
    }
    let finding = Diagnostic::error(codes::JSON_CHARACTER, place, format!("unexpected {}", quoted(text)));
    match text {
        "\\" => finding.help("use a backslash only inside strings"),
        "'" | "`" | "“" | "”" | "‘" | "’" => finding.help("use double quotes for strings"),
        _ => finding,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees() {
        assert!(is_invisible("\u{feff}".as_bytes()) && is_invisible(b"\0"));
        assert!(!is_invisible(b"x") && !is_invisible("\u{a0}x".as_bytes()) && !is_invisible(b"\xff"));
    }
}
