//! Restrictions on the values of attributes: allowed strings, whole numbers in a range, durations.

use hclx_core::{Rules, Type, TypeKind, Value, convert};
use hclx_diag::{Diagnostic, Span};

use crate::{Attribute, Reading, wording};

/// Checks a value of the right type against the restrictions.
pub(crate) fn checked(value: &Value, wanted: &Attribute, name: &str, place: Span) -> Option<Diagnostic> {
    if !value.is_known() || value.is_null() {
        return None;
    }
    if let Some(text) = value.as_str()
        && !wanted.allowed.is_empty()
        && !wanted.allowed.iter().any(|allowed| **allowed == *text)
    {
        return Some(wording::not_allowed(place, name, wanted, text));
    }
    if let Some(number) = value.as_number() {
        if wanted.whole && !number.is_integer() {
            return Some(wording::not_whole(place, name, &number.to_text()));
        }
        if let Some(range) = wanted.range.filter(|_| !wanted.admits(number)) {
            return Some(wording::out_of_range(place, name, range, &number.to_text()));
        }
    }
    if wanted.reading == Reading::Duration {
        return duration(value, name, place);
    }
    None
}

fn duration(value: &Value, name: &str, place: Span) -> Option<Diagnostic> {
    let text = match value.ty().kind() {
        TypeKind::Number | TypeKind::Int => return None,
        TypeKind::String => value.as_str()?.to_owned(),
        _ => convert(value, &Type::STRING, &Rules::hcl()).ok()?.as_str()?.to_owned(),
    };
    (!is_duration(&text)).then(|| wording::not_a_duration(place, name, &text))
}

/// The units of Go's durations in nanoseconds; the prefix for micro has two characters.
const UNITS: [(&str, f64); 8] =
    [("ns", 1.0), ("us", 1e3), ("µs", 1e3), ("μs", 1e3), ("ms", 1e6), ("s", 1e9), ("m", 6e10), ("h", 3.6e12)];

fn is_duration(text: &str) -> bool {
    nanoseconds(text).is_some()
}

/// A duration that Go's `time.ParseDuration` accepts, in nanoseconds: a sign, then numbers with units; or 0.
pub fn nanoseconds(text: &str) -> Option<f64> {
    let mut rest = text.strip_prefix(['-', '+']).unwrap_or(text);
    if rest == "0" {
        return Some(0.0);
    }
    if rest.is_empty() {
        return None;
    }
    let mut sum = 0.0;
    while !rest.is_empty() {
        let digits = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let fraction = match digits.strip_prefix('.') {
            Some(fraction) => fraction.trim_start_matches(|c: char| c.is_ascii_digit()),
            None => digits,
        };
        let numerals = rest.len()
            - fraction.len()
            - usize::from(digits.len() != fraction.len() && digits.starts_with('.'));
        let unit_end = fraction.find(|c: char| c == '.' || c.is_ascii_digit()).unwrap_or(fraction.len());
        let (_, unit) = UNITS.iter().find(|(unit, _)| *unit == &fraction[..unit_end])?;
        if numerals == 0 {
            return None;
        }
        let number: f64 = rest[..rest.len() - fraction.len()].trim_end_matches('.').parse().ok()?;
        sum += number * unit;
        rest = &fraction[unit_end..];
    }
    Some(if text.starts_with('-') { -sum } else { sum })
}

#[cfg(test)]
mod tests {
    use super::is_duration;

    #[test]
    fn durations_are_those_of_go() {
        for good in ["0", "+0", "5s", "1h30m", "1.5h", ".5s", "1.s", "-1.5h", "10ms", "3µs", "1m0.5s"] {
            assert!(is_duration(good), "{good}");
        }
        for bad in ["", "-", "5", "s", "1 h", "1d", ".s", "5sm", "1h30", "+-1s", "1e3s"] {
            assert!(!is_duration(bad), "{bad}");
        }
    }
}
