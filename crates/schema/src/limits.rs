//! Restrictions on the values of attributes: allowed strings, whole numbers in a range, durations, formats.

use std::sync::Arc;

use hclx_core::{Rules, Type, TypeKind, Value, convert};
use hclx_diag::{Diagnostic, Severity, Span, Suggestion, one_edit_apart};
use hclx_syntax::ast::ExprKind;

use crate::{Attribute, ExprMode, Site, ValueFormat, wording};

/// Checks a value of the right type against the restrictions. Allowed strings and learned restrictions apply to
/// each element of a list; attributes of an object have their own.
pub(crate) fn checked(value: &Value, wanted: &Attribute, site: &Site<'_>) -> Vec<Diagnostic> {
    if let (Some(object), ExprKind::Object(items)) = (&wanted.object, site.tree.expr(site.expr).kind) {
        let parts = site.tree.slice(items).iter().filter_map(|item| {
            let name = site.tree.string(item.key)?;
            let (value, wanted) = (value.get_attr_value(name)?, object.find_attribute(name)?);
            Some(checked(value, wanted, &Site { expr: item.value, name, ..*site }))
        });
        return parts.flatten().collect();
    }
    let is_of_elements = !wanted.allowed.is_empty() || wanted.is_learned;
    let listed = value.elements().filter(|_| is_of_elements && !value.is_null());
    let Some(values) = listed else {
        return part(value, wanted, site).into_iter().collect();
    };
    let written = match site.tree.expr(site.expr).kind {
        ExprKind::Tuple(elements) if elements.len() == values.len() => site.tree.slice(elements),
        _ => &[],
    };
    let element = |index: usize| Site { expr: written.get(index).copied().unwrap_or(site.expr), ..*site };
    let each = values.iter().enumerate();
    each.filter_map(|(index, value)| part(value, wanted, &element(index))).collect()
}

fn part(value: &Value, wanted: &Attribute, site: &Site<'_>) -> Option<Diagnostic> {
    match wanted.is_learned {
        true => {
            let finding = learned(value, wanted, site)?;
            Some(Diagnostic { severity: Severity::Warning, ..finding })
        }
        false => whole(value, wanted, site),
    }
}

/// Checks a value against learned restrictions. An empty string is accepted, because it often means that the argument is
/// not set.
fn learned(value: &Value, wanted: &Attribute, site: &Site<'_>) -> Option<Diagnostic> {
    let text = value.as_str().filter(|_| value.is_known() && !value.is_null());
    let is_listed = |text: &str| !wanted.allowed.is_empty() && wanted.allows(text);
    if text.is_some_and(|text| text.is_empty() || is_listed(text))
        || wanted.is_open && !text.is_some_and(|text| is_misspelled(text, &wanted.allowed))
    {
        return None;
    }
    if let (Some(text), Some(format)) = (text, wanted.format)
        && !is_in_format(text, format)
    {
        return Some(wording::not_in_format(site.place(site.expr), site.name, format, text));
    }
    whole(value, wanted, site)
}

/// The minimum length of a string that counts as misspelled where other strings may be valid.
const SHORTEST_MISSPELLED: usize = 5;

/// Returns `true` if a string differs from an allowed one in case, or in one letter of a word without digits. Words with
/// digits are often versions, and newer versions may exist.
fn is_misspelled(text: &str, allowed: &[Arc<str>]) -> bool {
    let is_word = |text: &str| {
        text.len() >= SHORTEST_MISSPELLED
            && text.bytes().all(|byte| byte.is_ascii_alphabetic() || b"_-.".contains(&byte))
    };
    let text = text.to_ascii_lowercase();
    allowed.iter().map(|allowed| allowed.to_ascii_lowercase()).any(|allowed| {
        allowed == text || is_word(&text) && is_word(&allowed) && one_edit_apart(&text, &allowed)
    })
}

fn is_in_format(text: &str, format: ValueFormat) -> bool {
    match format {
        ValueFormat::Arn => text.starts_with("arn:") && text.split(':').count() >= 6,
        ValueFormat::Cidr => hclx_formats::Network::read(text).is_ok(),
        ValueFormat::Json => serde_json::from_str::<serde_json::Value>(text).is_ok(),
        ValueFormat::Time => hclx_formats::Timestamp::parse(text).is_ok(),
    }
}

fn whole(value: &Value, wanted: &Attribute, site: &Site<'_>) -> Option<Diagnostic> {
    let (name, place) = (site.name, site.place(site.expr));
    if !value.is_known() || value.is_null() {
        return None;
    }
    if let Some(text) = value.as_str().filter(|text| !wanted.allows(text)) {
        // an unquoted word stays unquoted
        let is_word = !matches!(site.tree.expr(site.expr).kind, ExprKind::String(_));
        let write = |word: &str| match wanted.reading == ExprMode::Keyword && is_word {
            true => Suggestion::word(word),
            false => Suggestion::quoted(word),
        };
        return Some(wording::not_allowed(place, name, (wanted, text), write));
    }
    if let Some(number) = value.as_number() {
        if wanted.whole && !number.is_integer() {
            return Some(wording::not_whole(place, name, &number.to_text()));
        }
        if let Some(range) = wanted.range.filter(|_| !wanted.admits(number)) {
            return Some(wording::out_of_range(place, name, range, &number.to_text()));
        }
    }
    match wanted.reading {
        ExprMode::Duration => duration(value, name, place),
        ExprMode::LateDuration => late_duration(value, name, place),
        _ => None,
    }
}

fn late_duration(value: &Value, name: &str, place: Span) -> Option<Diagnostic> {
    let finding = duration(value, name, place)?;
    match value.as_str() {
        Some("") => None,
        Some(text) if text.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some(finding.with_severity(Severity::Warning))
        }
        _ => Some(finding),
    }
}

fn duration(value: &Value, name: &str, place: Span) -> Option<Diagnostic> {
    let text = match value.ty().kind() {
        TypeKind::Number | TypeKind::Int => return None,
        TypeKind::String => value.as_str()?.to_owned(),
        _ => match convert(value, &Type::STRING, &Rules::hcl()) {
            Ok(text) => text.as_str()?.to_owned(),
            Err(_) => return Some(wording::not_a_duration(place, name, &value.ty().shown().to_string())),
        },
    };
    hclx_formats::duration(&text).is_err().then(|| wording::not_a_duration(place, name, &text))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::is_misspelled;

    #[test]
    fn one_letter_of_a_word_is_misspelled() {
        let allowed: Vec<Arc<str>> =
            ["dedicated", "host", "PAY_PER_REQUEST", "python3.13", "gp2"].map(Arc::from).into();
        for text in ["dedicatd", "Dedicate", "PAY_PR_REQUEST", "GP2"] {
            assert!(is_misspelled(text, &allowed), "{text}");
        }
        // other words, short words, and versions
        for text in ["reserved", "hose", "python3.14", "gp3", "PAY_REQUEST", "dedicated2"] {
            assert!(!is_misspelled(text, &allowed), "{text}");
        }
    }
}
