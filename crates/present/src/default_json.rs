//! Values as indented JSON, with the members of objects by name and numbers as 64-bit floats.

use hclx_core::{Data, Number, Value, write_json_string_escaping};

/// The indented JSON of a value; `None` if a part is unknown. Numbers are rounded to 64-bit floats, as in
/// terraform-docs.
pub fn pretty_json(value: &Value) -> Option<String> {
    pretty(value, |c| matches!(c, '\u{2028}' | '\u{2029}'))
}

/// The same with characters escaped that mean something in HTML, as terraform-docs has values of outputs.
pub(crate) fn pretty_html_json(value: &Value) -> Option<String> {
    pretty(value, |c| matches!(c, '\u{2028}' | '\u{2029}' | '<' | '>' | '&'))
}

/// Characters of strings that are escaped beside those that JSON wants escaped.
type Escaped = fn(char) -> bool;

fn pretty(value: &Value, escaped: Escaped) -> Option<String> {
    let mut out = String::new();
    write(&mut out, value, 0, escaped)?;
    Some(out)
}

fn write(out: &mut String, value: &Value, depth: usize, escaped: Escaped) -> Option<()> {
    match value.data() {
        Data::Unknown(_) => return None,
        Data::Null => out.push_str("null"),
        Data::Bool(known) => out.push_str(if *known { "true" } else { "false" }),
        Data::Number(number) => out.push_str(&number_text(number)?),
        Data::String(text) => write_json_string_escaping(out, text, escaped),
        Data::Sequence(_) if value.ty().as_object().is_none() => {
            let elements = value.elements()?.iter().map(|element| (None, element));
            members(out, ['[', ']'], elements, (depth, escaped))?;
        }
        Data::Sequence(_) | Data::Map(_) => {
            let mut entries: Vec<(Option<&str>, &Value)> =
                value.iter_entries().map(|(name, value)| (Some(&**name), value)).collect();
            entries.sort_unstable_by_key(|(name, _)| *name);
            members(out, ['{', '}'], entries.into_iter(), (depth, escaped))?;
        }
    }
    Some(())
}

fn members<'v>(
    out: &mut String,
    brackets: [char; 2],
    members: impl Iterator<Item = (Option<&'v str>, &'v Value)>,
    (depth, escaped): (usize, Escaped),
) -> Option<()> {
    out.push(brackets[0]);
    let mut is_empty = true;
    for (name, value) in members {
        out.push_str(if is_empty { "\n" } else { ",\n" });
        is_empty = false;
        out.extend(std::iter::repeat_n("  ", depth + 1));
        if let Some(name) = name {
            write_json_string_escaping(out, name, escaped);
            out.push_str(": ");
        }
        hclx_diag::grow(|| write(out, value, depth + 1, escaped))?;
    }
    if !is_empty {
        out.push('\n');
        out.extend(std::iter::repeat_n("  ", depth));
    }
    out.push(brackets[1]);
    Some(())
}

/// A number in the shortest form that parses to the same float, with an exponent from 21 digits on.
fn number_text(number: &Number) -> Option<String> {
    let float: f64 = number.to_string().parse().ok()?;
    let size = float.abs();
    if size != 0.0 && !(1e-6..1e21).contains(&size) {
        let text = format!("{float:e}");
        return Some(if text.contains("e-") { text } else { text.replace('e', "e+") });
    }
    Some(format!("{float}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_floats() {
        let text = |text: &str| number_text(&Number::parse_string(text).expect("a number"));
        assert_eq!(text("15.75").as_deref(), Some("15.75"));
        assert_eq!(text("1e21").as_deref(), Some("1e+21"));
        assert_eq!(text("0.0000001").as_deref(), Some("1e-7"));
        assert_eq!(text("42").as_deref(), Some("42"));
    }

    #[test]
    fn members_are_sorted() {
        let object =
            Value::object([("b".into(), Value::tuple(Vec::new())), ("a".into(), Value::string("<"))]);
        assert_eq!(pretty_json(&object).as_deref(), Some("{\n  \"a\": \"<\",\n  \"b\": []\n}"));
    }
}
