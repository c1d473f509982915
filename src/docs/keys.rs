//! The keys of `.terraform-docs.yml`, and their places.

use hclx_core::Value;
use hclx_present::markdown::Toggle;

/// A mistake in the settings.
#[derive(Debug)]
pub(super) struct Wrong {
    /// The key, with those around it.
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
    Bool,
    Number,
    List,
    /// A string, or a list of strings.
    Texts,
}

/// The keys, except for the properties in `settings`.
const KEYS: &[(&str, Kind)] = &[
    ("formatter", Kind::Text),
    ("version", Kind::Text),
    ("header-from", Kind::Text),
    ("footer-from", Kind::Text),
    ("recursive.enabled", Kind::Bool),
    ("recursive.path", Kind::Text),
    ("recursive.include-main", Kind::Bool),
    ("sections.show", Kind::List),
    ("sections.hide", Kind::List),
    ("content", Kind::Text),
    ("output.file", Kind::Text),
    ("output.mode", Kind::Text),
    ("output.template", Kind::Text),
    ("output.check", Kind::Bool),
    ("output-values.enabled", Kind::Bool),
    ("output-values.from", Kind::Text),
    ("sort.enabled", Kind::Bool),
    ("sort.by", Kind::Texts),
    ("settings.indent", Kind::Number),
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
        Kind::Number => {
            (value.as_number().is_some_and(|number| number.to_usize().is_some()), "a whole number")
        }
        Kind::List => (is_list(), "a list of strings"),
        Kind::Texts => (value.as_str().is_some() || is_list(), "a string"),
    };
    match is_right || value.is_null() {
        true => Ok(()),
        false => Err(Wrong::new(key, format!("`{key}` must be {expected}"))),
    }
}

/// The line of a key, which starts at 1.
pub(super) fn line(text: &str, key: &str) -> usize {
    let mut found = 0;
    let lines: Vec<&str> = text.lines().map(|line| line.trim_start()).collect();
    for part in key.split('.').filter(|part| !part.is_empty()) {
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
    #[test]
    fn keys_have_lines() {
        let text = "formatter: markdown\nsort:\n  enabled: true\n  by: name\nsettings: { by: 1 }\n";
        assert_eq!(super::line(text, "sort.by"), 4);
        assert_eq!(super::line(text, "settings.by"), 5);
        assert_eq!(super::line(text, "other"), 1);
    }
}
