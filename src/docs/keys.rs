//! The keys of `.terraform-docs.yml`, and their places.

use std::sync::Arc;

use hclx_core::Value;
use hclx_present::markdown::Toggle;

/// A mistake in the settings.
#[derive(Debug)]
pub(super) struct Wrong {
    /// The key, with the enclosing keys.
    pub(super) key: String,
    pub(super) why: String,
}

impl Wrong {
    pub(super) fn new(key: &str, why: impl Into<String>) -> Self {
        Self { key: key.to_owned(), why: why.into() }
    }
}

/// The kind of value that a key has.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    /// A string that is not empty.
    Word,
    Bool,
    /// A level of headings.
    Level,
    List,
    /// A string that is not empty, or a list of strings.
    Words,
}

/// The keys, except for the properties in `settings`.
const KEYS: &[(&str, Kind)] = &[
    ("formatter", Kind::Word),
    ("version", Kind::Text),
    ("header-from", Kind::Word),
    ("footer-from", Kind::Text),
    ("recursive.enabled", Kind::Bool),
    ("recursive.path", Kind::Word),
    ("recursive.include-main", Kind::Bool),
    ("recursive.exclude", Kind::List),
    ("sections.show", Kind::List),
    ("sections.hide", Kind::List),
    ("content", Kind::Text),
    ("output.file", Kind::Text),
    ("output.mode", Kind::Word),
    ("output.template", Kind::Text),
    ("output.check", Kind::Bool),
    ("output-values.enabled", Kind::Bool),
    ("output-values.from", Kind::Text),
    ("sort.enabled", Kind::Bool),
    ("sort.by", Kind::Words),
    ("settings.indent", Kind::Level),
    // this concerns a format for terminals alone
    ("settings.color", Kind::Bool),
];

/// All keys.
fn all() -> impl Iterator<Item = (String, Kind)> {
    let toggles = Toggle::ALL.iter().map(|(name, _)| (format!("settings.{name}"), Kind::Bool));
    KEYS.iter().map(|(key, kind)| ((*key).to_owned(), *kind)).chain(toggles)
}

/// Checks that all keys are known and have values of the right kind.
///
/// # Errors
/// The first wrong key.
pub(super) fn check(value: &Value) -> Result<(), Wrong> {
    if value.is_null() {
        return Ok(());
    }
    if value.ty().as_object().is_none() {
        return Err(Wrong::new("", "expected a mapping"));
    }
    for (name, inner) in value.iter_entries() {
        let prefix = format!("{name}.");
        let is_table = all().any(|(key, _)| key.starts_with(&prefix));
        if let Some((table, own)) = name.split_once('.') {
            let why = format!("unknown key `{name}`; write `{own}` below `{table}`");
            return Err(Wrong::new(name, why));
        }
        if !is_table {
            one(name, inner)?;
        } else if inner.ty().as_object().is_some() {
            inner.iter_entries().try_for_each(|(own, value)| one(&format!("{prefix}{own}"), value))?;
        } else if !inner.is_null() {
            return Err(Wrong::new(name, format!("`{name}` must be a mapping")));
        }
    }
    Ok(())
}

fn one(key: &str, value: &Value) -> Result<(), Wrong> {
    let Some((_, kind)) = all().find(|(known, _)| known == key) else {
        let keys: Vec<String> = all().map(|(known, _)| known).collect();
        let hint = hclx_diag::did_you_mean(hclx_diag::nearest(key, keys.iter().map(String::as_str)));
        return Err(Wrong::new(key, format!("unknown key `{key}`{hint}")));
    };
    let is_list = || value.elements().is_some_and(|all| all.iter().all(|one| one.as_str().is_some()));
    let (is_right, expected) = match kind {
        Kind::Text => (value.as_str().is_some(), "a string"),
        Kind::Bool => (value.as_bool().is_some(), "true or false"),
        Kind::Word => (value.as_str().is_some_and(|text| !text.is_empty()), "a string that is not empty"),
        Kind::Level => {
            let level = value.as_number().and_then(|number| number.to_usize());
            (level.is_some_and(|level| (1..=5).contains(&level)), "a whole number from 1 to 5")
        }
        Kind::List => (is_list(), "a list of strings"),
        Kind::Words => {
            (value.as_str().is_some_and(|text| !text.is_empty()) || is_list(), "a string that is not empty")
        }
    };
    match is_right || value.is_null() {
        true => Ok(()),
        false => Err(Wrong::new(key, format!("`{key}` must be {expected}"))),
    }
}

/// Combines the settings of a module with those of the module above it, which apply where the module sets
/// nothing.
pub(super) fn over(above: &Value, own: &Value) -> Value {
    if above.ty().as_object().is_none() || own.ty().as_object().is_none() {
        return if own.is_null() { above.clone() } else { own.clone() };
    }
    let mut members: Vec<(Arc<str>, Value)> = own
        .iter_entries()
        .map(|(name, inner)| {
            let outer = above.iter_entries().find(|(known, _)| *known == name);
            // the sections to show replace those to hide, and vice versa
            let outer = outer.filter(|_| **name != *"sections");
            (name.clone(), outer.map_or_else(|| inner.clone(), |(_, outer)| over(outer, inner)))
        })
        .collect();
    for (name, outer) in above.iter_entries() {
        if !members.iter().any(|(known, _)| known == name) {
            members.push((name.clone(), outer.clone()));
        }
    }
    Value::object(members)
}

/// The first repeated key in a block mapping, with its line, which starts at 1: YAML does not allow repetitions.
pub(super) fn repetition(text: &str) -> Option<(usize, &str)> {
    let mut open: Vec<(usize, Vec<&str>)> = Vec::new();
    // the indentation of the key whose value is a multi-line text
    let mut scalar: Option<usize> = None;
    for (index, line) in text.lines().enumerate() {
        let own = line.trim_start();
        let indent = line.len() - own.len();
        if own.is_empty() || scalar.is_some_and(|outer| indent > outer) {
            continue;
        }
        scalar = None;
        let Some((key, value)) = own.split_once(':').filter(|_| !own.starts_with(['#', '-', '{', '[']))
        else {
            continue;
        };
        open.retain(|(outer, _)| *outer <= indent);
        if open.last().is_none_or(|(outer, _)| *outer < indent) {
            open.push((indent, Vec::new()));
        }
        let key = key.trim().trim_matches(['"', '\'']);
        let (_, keys) = open.last_mut()?;
        if keys.contains(&key) {
            return Some((index + 1, key));
        }
        keys.push(key);
        scalar = value.trim_start().starts_with(['|', '>']).then_some(indent);
    }
    None
}

/// Returns `true` for a text that contains no settings.
pub(super) fn is_empty(text: &str) -> bool {
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    lines.into_iter().all(|line| line.is_empty() || line.starts_with('#') || line == "---")
}

/// The line of a key, which starts at 1.
pub(super) fn line(text: &str, key: &str) -> usize {
    let mut found = 0;
    let lines: Vec<&str> = text.lines().map(|line| line.trim_start()).collect();
    // a dot may also be a part of a key
    let is_whole = lines.iter().any(|line| line.trim_start_matches(['"', '\'']).starts_with(key));
    let parts: Vec<&str> = if is_whole { vec![key] } else { key.split('.').collect() };
    for part in parts.into_iter().filter(|part| !part.is_empty()) {
        let is_here = |line: &&str| {
            let line = line.trim_start_matches(['"', '\'']);
            line.strip_prefix(part)
                .is_some_and(|rest| rest.trim_start_matches(['"', '\'', ' ']).starts_with(':'))
        };
        // In flow style, several keys are on one line.
        found += lines[found..].iter().position(is_here).unwrap_or_default();
    }
    found + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_of_a_module_are_over_those_above() {
        let texts = |entries: &[(&str, &str)]| {
            Value::object(entries.iter().map(|(name, text)| ((*name).into(), Value::string(*text))))
        };
        let above = Value::object([
            ("formatter".into(), Value::string("json")),
            ("sections".into(), texts(&[("hide", "a")])),
            ("sort".into(), texts(&[("by", "name"), ("enabled", "x")])),
        ]);
        let own = Value::object([
            ("sections".into(), texts(&[("show", "b")])),
            ("sort".into(), texts(&[("by", "type")])),
            ("version".into(), Value::string("1")),
        ]);
        let expected = Value::object([
            ("formatter".into(), Value::string("json")),
            ("sections".into(), texts(&[("show", "b")])),
            ("sort".into(), texts(&[("by", "type"), ("enabled", "x")])),
            ("version".into(), Value::string("1")),
        ]);
        assert_eq!(over(&above, &own), expected);
        assert_eq!(over(&above, &Value::null(hclx_core::Type::ANY)), above);
    }

    #[test]
    fn keys_of_a_mapping_are_given_once() {
        assert_eq!(repetition("a: 1\nb:\n  a: 1\nc:\n  a: 1\n"), None);
        assert_eq!(repetition("a: 1\nb:\n  c: 1\n  c: 2\n"), Some((4, "c")));
        assert_eq!(repetition("b:\n  c: 1\nb: 2\n"), Some((3, "b")));
        assert_eq!(repetition("content: |\n  a: 1\n  a: 2\nb: 1\n"), None);
    }

    #[test]
    fn comments_are_no_settings() {
        assert!(is_empty("") && is_empty("---\n# nothing\n\n"));
        assert!(!is_empty("a: 1"));
    }

    #[test]
    fn keys_with_dots_are_unknown() {
        let settings = Value::object([("settings.anchor".into(), Value::bool(false))]);
        let Wrong { key, why } = check(&settings).expect_err("a key with a dot");
        assert_eq!(key, "settings.anchor");
        assert_eq!(why, "unknown key `settings.anchor`; write `anchor` below `settings`");
    }

    #[test]
    fn keys_have_lines() {
        assert_eq!(super::line("a: 1\nsettings.b: 1\n", "settings.b"), 2);
        let text = "formatter: markdown\nsort:\n  enabled: true\n  by: name\nsettings: { by: 1 }\n";
        assert_eq!(super::line(text, "sort.by"), 4);
        assert_eq!(super::line(text, "settings.by"), 5);
        assert_eq!(super::line(text, "other"), 1);
    }
}
