//! YAML as Go's `yaml.v3` writes it.

use std::cmp::Ordering;
use std::sync::LazyLock;

use hclx_core::{Number, TypeKind, Value};
use regex::Regex;

use super::node::Node;

/// Writes a document, without a line break at its end.
pub(super) fn document(node: &Node) -> String {
    let mut out = String::new();
    write_node(&mut out, node, 0);
    out.trim_start_matches('\n').to_owned()
}

fn indent(out: &mut String, depth: usize) {
    out.push('\n');
    out.push_str(&"  ".repeat(depth));
}

fn write_node(out: &mut String, node: &Node, depth: usize) {
    match node {
        Node::Value(value) => write_value(out, value, depth),
        Node::Optional(text) if text.is_empty() => out.push_str(" null"),
        Node::Optional(text) => write_text(out, text, depth),
        Node::Items(items) if items.is_empty() => out.push_str(" []"),
        Node::Items(items) => {
            for item in items {
                write_item(out, depth, |out, depth| write_node(out, item, depth));
            }
        }
        Node::Members(members) => {
            for (name, member) in members {
                indent(out, depth);
                out.push_str(name);
                out.push(':');
                write_node(out, member, depth + 1);
            }
        }
    }
}

/// Writes an item of a sequence; a collection in it begins on the line of its dash.
fn write_item(out: &mut String, depth: usize, write: impl FnOnce(&mut String, usize)) {
    let mut inner = String::new();
    write(&mut inner, depth + 1);
    indent(out, depth);
    out.push('-');
    match inner.strip_prefix('\n') {
        Some(lines) => {
            out.push(' ');
            out.push_str(lines.trim_start_matches(' '));
        }
        None => out.push_str(&inner),
    }
}

fn write_value(out: &mut String, value: &Value, depth: usize) {
    if !value.is_known() || value.is_null() {
        return out.push_str(" null");
    }
    if matches!(value.ty().kind(), TypeKind::Object(_) | TypeKind::Map(_)) {
        return write_object(out, value, depth);
    }
    if let Some(elements) = value.elements() {
        if elements.is_empty() {
            return out.push_str(" []");
        }
        for element in elements {
            write_item(out, depth, |out, depth| hclx_diag::grow(|| write_value(out, element, depth)));
        }
        return;
    }
    match (value.as_str(), value.as_bool(), value.as_number()) {
        (Some(text), ..) => write_text(out, text, depth),
        (_, Some(truth), _) => out.push_str(if truth { " true" } else { " false" }),
        (_, _, Some(number)) => {
            out.push(' ');
            out.push_str(&number_text(number));
        }
        _ => out.push_str(" null"),
    }
}

fn write_object(out: &mut String, value: &Value, depth: usize) {
    let mut entries: Vec<_> = value.iter_entries().collect();
    if entries.is_empty() {
        return out.push_str(" {}");
    }
    entries.sort_by(|(a, _), (b, _)| by_key(a, b));
    for (name, member) in entries {
        indent(out, depth);
        out.push_str(scalar(name).trim_start());
        out.push(':');
        hclx_diag::grow(|| write_value(out, member, depth + 1));
    }
}

/// The order of keys: digits count as numbers.
fn by_key(a: &str, b: &str) -> Ordering {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let Some(at) = a.iter().zip(&b).position(|(a, b)| a != b) else { return a.len().cmp(&b.len()) };
    let after_digit = at > 0 && a[at - 1].is_numeric();
    match (a[at].is_alphabetic(), b[at].is_alphabetic()) {
        (true, true) => return a[at].cmp(&b[at]),
        (true, false) => return if after_digit { Ordering::Less } else { Ordering::Greater },
        (false, true) => return if after_digit { Ordering::Greater } else { Ordering::Less },
        (false, false) => {}
    }
    let has_zero = a[at] == '0' || b[at] == '0';
    let before = a[..at].iter().rev().take_while(|c| c.is_ascii_digit());
    let start = u64::from(has_zero && before.into_iter().any(|c| *c != '0'));
    let number = |text: &[char]| {
        let digits = text.iter().map_while(|c| c.to_digit(10));
        digits.fold((start, 0_usize), |(number, count), digit| {
            (number.wrapping_mul(10).wrapping_add(u64::from(digit)), count + 1)
        })
    };
    number(&a[at..]).cmp(&number(&b[at..])).then(a[at].cmp(&b[at]))
}

/// A number as Go's shortest `%g`.
pub(super) fn number_text(number: &Number) -> String {
    let text = number.to_string();
    let Ok(float) = text.parse::<f64>() else { return text };
    let scientific = format!("{float:e}");
    let Some((digits, exponent)) = scientific.split_once('e') else { return text };
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if float != 0.0 && !(-4..6).contains(&exponent) {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{digits}e{sign}{:02}", exponent.abs());
    }
    float.to_string()
}

fn write_text(out: &mut String, text: &str, depth: usize) {
    let has_spaces = text.contains(" \n") || text.ends_with(' ') || text.chars().any(is_special);
    if !text.contains('\n') || has_spaces {
        return out.push_str(&scalar(text));
    }
    let body = text.trim_end_matches('\n');
    out.push_str(" |");
    if text.starts_with([' ', '\n']) {
        out.push('2');
    }
    out.push_str(match text.len() - body.len() {
        0 => "-",
        1 if !body.is_empty() => "",
        _ => "+",
    });
    for line in text.strip_suffix('\n').unwrap_or(text).split('\n') {
        match line.is_empty() {
            true => out.push('\n'),
            false => {
                indent(out, depth);
                out.push_str(line);
            }
        }
    }
}

fn is_special(c: char) -> bool {
    let is_printable =
        matches!(c, '\n' | '\t' | '\u{85}' | ' '..='~' | '\u{a0}'..='\u{fffd}' | '\u{10000}'..);
    !is_printable || c == '\u{feff}'
}

/// A string on one line, after a space.
fn scalar(text: &str) -> String {
    let is_double = text.contains(['\n', '\t']) || text.chars().any(is_special);
    if is_double || !is_string(text) {
        return format!(" {}", double_quoted(text));
    }
    match is_plain(text) {
        true => format!(" {text}"),
        false => format!(" '{}'", text.replace('\'', "''")),
    }
}

fn double_quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\u{b}' => out.push_str("\\v"),
            '\u{c}' => out.push_str("\\f"),
            '\u{1b}' => out.push_str("\\e"),
            '\0' => out.push_str("\\0"),
            c if is_special(c) && u32::from(c) < 256 => out.push_str(&format!("\\x{:02X}", u32::from(c))),
            c if is_special(c) => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Returns `true` if the characters of a string require no quotes.
fn is_plain(text: &str) -> bool {
    let chars: Vec<char> = text.chars().collect();
    let is_edge = |c: Option<&char>| c.is_none_or(|c| matches!(c, ' ' | '\t'));
    if text.starts_with("---") || text.starts_with("...") || text.starts_with(' ') || text.ends_with(' ') {
        return false;
    }
    chars.iter().enumerate().all(|(at, c)| match c {
        '#' | ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@' | '`'
            if at == 0 =>
        {
            false
        }
        '?' | '-' if at == 0 => !is_edge(chars.get(1)),
        ':' => !is_edge(chars.get(at + 1)),
        '#' => !is_edge(chars.get(at - 1)),
        _ => true,
    })
}

/// Returns `true` if YAML readers interpret an unquoted word as a string.
fn is_string(text: &str) -> bool {
    /// Words with another meaning, including those of older versions.
    const WORDS: &[&str] = &["", "~", "null", "true", "false", "y", "yes", "on", "n", "no", "off"];
    static NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| {
        let forms = [
            r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?",
            r"[-+]?(0x[0-9a-fA-F_]+|0b[01_]+|0o?[0-7_]+|[0-9][0-9_]*)",
            r"[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?",
            r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)|<<",
            r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ].*)?",
        ];
        Regex::new(&format!("^({})$", forms.join("|"))).ok()
    });
    // three spellings are recognized: lower case, upper case, and with a capital first letter
    let is_word = |word: &str| {
        let capital = word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1));
        text == word || text == word.to_uppercase() || text.chars().eq(capital)
    };
    !WORDS.iter().copied().any(is_word) && !NUMBER.as_ref().is_some_and(|number| number.is_match(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_quoted_where_readers_need_it() {
        let text = |text: &str| {
            let mut out = String::new();
            write_text(&mut out, text, 1);
            out
        };
        let cases = [
            ("bar", " bar"),
            ("", " \"\""),
            ("19", " \"19\""),
            ("yes", " \"yes\""),
            ("Null", " \"Null\""),
            ("1.2.3", " 1.2.3"),
            (">= 1.0", " '>= 1.0'"),
            ("a: b", " 'a: b'"),
            ("a:b #c", " 'a:b #c'"),
            ("it's", " it's"),
            ("'it", " '''it'"),
            ("2024-01-01", " \"2024-01-01\""),
            ("a\tb", " \"a\\tb\""),
            ("a\nb", " |-\n  a\n  b"),
            ("a\n\nb\n", " |\n  a\n\n  b"),
            ("a \nb", " \"a \\nb\""),
        ];
        for (given, expected) in cases {
            assert_eq!(text(given), expected);
        }
    }

    #[test]
    fn keys_with_numbers_are_in_the_order_of_the_numbers() {
        let mut keys = ["a10", "a2", "b", "a-1", "a"];
        keys.sort_by(|a, b| by_key(a, b));
        assert_eq!(keys, ["a", "a-1", "a2", "a10", "b"]);
    }

    #[test]
    fn numbers_are_short() {
        let text = |text: &str| number_text(&Number::parse_string(text).expect("a number"));
        assert_eq!(
            [text("42"), text("15.75"), text("1000000"), text("0.00001")],
            ["42", "15.75", "1e+06", "1e-05"]
        );
    }
}
