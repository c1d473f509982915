//! JSON numbers: the grammar, and the probable intention of malformed ones.
//!
//! Out of scope: values. A number is kept as digits.

/// The length of the JSON number at the start of `text` (RFC 8259, section 6).
pub fn length(text: &[u8]) -> Option<usize> {
    let mut at = usize::from(text.first() == Some(&b'-'));
    at = match text.get(at)? {
        b'0' => at + 1,
        b'1'..=b'9' => digits(text, at),
        _ => return None,
    };
    if text.get(at) == Some(&b'.') {
        let end = digits(text, at + 1);
        if end == at + 1 {
            return None;
        }
        at = end;
    }
    if matches!(text.get(at), Some(b'e' | b'E')) {
        let start = at + 1 + usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
        at = digits(text, start);
        if at == start {
            return None;
        }
    }
    Some(at)
}

fn digits(text: &[u8], at: usize) -> usize {
    at + text[at.min(text.len())..].iter().take_while(|byte| byte.is_ascii_digit()).count()
}

/// Returns `true` if the whole string is a JSON number.
pub(super) fn is_number(text: &str) -> bool {
    length(text.as_bytes()) == Some(text.len())
}

/// The maximum length of sources for which a fix is offered.
const LONGEST_MENDED: usize = 64;

/// The reason why a string that looks like a number is malformed, and the number that was probably meant.
pub(super) fn diagnose(text: &str) -> (&'static str, Option<String>) {
    if text.len() > LONGEST_MENDED {
        return ("invalid number syntax", None);
    }
    let (negative, rest) = match text.strip_prefix(['-', '+']) {
        Some(rest) => (text.starts_with('-'), rest),
        None => (false, text),
    };
    let (why, meant) = diagnose_unsigned(rest, text.starts_with('+'));
    let sign = if negative { "-" } else { "" };
    // Other parts of the guess may still be wrong, as in `0x1.5`.
    (why, meant.map(|meant| format!("{sign}{meant}")).filter(|meant| is_number(meant)))
}

fn diagnose_unsigned(rest: &str, plus: bool) -> (&'static str, Option<String>) {
    let lower = rest.to_ascii_lowercase();
    if rest.is_empty() {
        ("missing number after the sign", None)
    } else if matches!(lower.as_str(), "infinity" | "inf" | "nan") {
        ("JSON has neither infinity nor NaN", None)
    } else if let Some(meant) = with_base(&lower) {
        ("JSON numbers must be decimal", meant)
    } else if rest.contains('_') && is_number(&rest.replace('_', "")) {
        ("JSON numbers cannot contain `_`", Some(rest.replace('_', "")))
    } else if rest.starts_with('.') {
        ("missing digit before the decimal point", Some(format!("0{rest}")))
    } else if lower.ends_with(['e', '+', '-']) && lower.contains('e') {
        ("missing digits in the exponent", None)
    } else if rest.contains(".e") || rest.contains(".E") || rest.ends_with('.') {
        ("missing digit after the decimal point", Some(rest.replacen('.', "", 1)))
    } else if rest.len() > 1 && rest.starts_with('0') && rest[1..].starts_with(|c: char| c.is_ascii_digit()) {
        ("leading zeros are not allowed", Some(without_zeros(rest)))
    } else if plus {
        ("a leading `+` is not allowed", Some(rest.to_owned()))
    } else {
        ("invalid number syntax", None)
    }
}

/// Removes leading zeros: `007` becomes `7`, `00` becomes `0`, `00.5` becomes `0.5`.
fn without_zeros(text: &str) -> String {
    let rest = text.trim_start_matches('0');
    if rest.starts_with(|c: char| c.is_ascii_digit()) { rest.to_owned() } else { format!("0{rest}") }
}

/// Converts hexadecimal, octal and binary numbers of other languages to decimal.
fn with_base(lower: &str) -> Option<Option<String>> {
    let digits = lower.strip_prefix('0')?;
    let base = [("x", 16), ("o", 8), ("b", 2)].into_iter().find(|(prefix, _)| digits.starts_with(prefix))?.1;
    Some(u128::from_str_radix(&digits[1..], base).ok().map(|value| value.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grammar_is_that_of_json() {
        for good in ["0", "-0", "10", "1.5", "-0.0", "1e5", "1E+3", "1.50e-3"] {
            assert!(is_number(good), "{good}");
        }
        for bad in ["", "-", "+1", "01", "1.", ".5", "1e", "1e+", "1.e3", "1x", "--1", "0x1"] {
            assert!(!is_number(bad), "{bad}");
        }
    }

    #[test]
    fn what_was_meant() {
        let meant = |text| diagnose(text).1;
        assert_eq!(meant("+1").as_deref(), Some("1"));
        assert_eq!(meant("-.5").as_deref(), Some("-0.5"));
        assert_eq!(meant("007").as_deref(), Some("7"));
        assert_eq!(meant("00").as_deref(), Some("0"));
        assert_eq!(meant("1.").as_deref(), Some("1"));
        assert_eq!(meant("1.e3").as_deref(), Some("1e3"));
        assert_eq!(meant("1_000").as_deref(), Some("1000"));
        assert_eq!(meant("0xFF").as_deref(), Some("255"));
        assert_eq!(meant("1e"), None);
        assert_eq!(meant("1.2.3"), None);
    }
}
