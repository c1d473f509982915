//! Values as indented JSON, with the members of objects sorted by name and numbers as 64-bit floats.

use hclx_core::{EscapeSet, FOR_HTML, JsonText, Number, Value, write_json};

/// The indented JSON of a value; `None` if a part is unknown or infinite. Numbers are rounded to 64-bit floats, as
/// in terraform-docs.
pub fn pretty_json(value: &Value) -> Option<String> {
    // Go escapes these two even if it does not escape for HTML.
    pretty(value, |c| matches!(c, '\u{2028}' | '\u{2029}'))
}

/// Like [`pretty_json`], with characters escaped that have a meaning in HTML, as in terraform-docs' values of
/// outputs.
pub(crate) fn pretty_html_json(value: &Value) -> Option<String> {
    pretty(value, FOR_HTML)
}

fn pretty(value: &Value, escaped: EscapeSet) -> Option<String> {
    let mut out = JsonText::indented(escaped);
    write_json(&mut out, value, number_text).ok()?;
    Some(out.finish())
}

/// A number in the shortest form that parses to the same float, with an exponent from 21 digits on. A number
/// beyond all floats is written in full.
fn number_text(number: &Number) -> String {
    let text = number.to_string();
    let float = match text.parse::<f64>() {
        Ok(float) if float.is_finite() => float,
        _ => return text,
    };
    let size = float.abs();
    // Go writes floats in JSON as JavaScript does: with an exponent below 1e-6 and from 1e21 on.
    if size != 0.0 && !(1e-6..1e21).contains(&size) {
        let text = format!("{float:e}");
        return if text.contains("e-") { text } else { text.replace('e', "e+") };
    }
    float.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_floats() {
        let text = |text: &str| number_text(&Number::parse_string(text).expect("a number"));
        assert_eq!(text("15.75"), "15.75");
        assert_eq!(text("1e21"), "1e+21");
        assert_eq!(text("0.0000001"), "1e-7");
        assert_eq!(text("42"), "42");
        assert_eq!(text("1e400").len(), 401);
    }

    #[test]
    fn members_are_sorted() {
        let object =
            Value::object([("b".into(), Value::tuple(Vec::new())), ("a".into(), Value::string("<"))]);
        assert_eq!(pretty_json(&object).as_deref(), Some("{\n  \"a\": \"<\",\n  \"b\": []\n}"));
    }
}
