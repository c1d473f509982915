//! Validation of `hclx.toml`, which reports every error with its place.

use std::ops::Range;

use hclx_diag::{
    Diagnostic, Ordered, SourceId, Span, Suggestion, TextRange, alternatives, code_names as codes, nearest,
};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::keys::{KEYS, Key, Shape};

/// The result of validating a settings file.
#[derive(Default)]
pub(crate) struct SettingsCheck {
    /// The findings.
    pub(crate) findings: Vec<Diagnostic>,
    /// The places of settings by dotted name.
    pub(crate) places: Ordered<String, Span>,
    /// The places of strings.
    pub(super) strings: Strings,
}

/// The places of all strings in a settings file.
#[derive(Default)]
pub(super) struct Strings(Vec<(String, String, Span)>);

impl Strings {
    /// The first place where a setting, given by its dotted name, has this string as its value or as an item.
    pub(super) fn place(&self, setting: &str, string: &str) -> Option<Span> {
        let found = self.0.iter().find(|(name, value, _)| name == setting && value == string);
        found.map(|(_, _, span)| *span)
    }
}

/// The maximum number of findings in a settings file.
const MOST_FINDINGS: usize = 1000;

/// Validates the contents of a settings file.
pub(crate) fn check(source: SourceId, text: &str) -> SettingsCheck {
    let mut walk = Walk { source, checked: SettingsCheck::default() };
    // The tree is visited manually, because serde stops at the first error.
    match DeTable::parse(text) {
        Ok(table) => walk.table(KEYS, table.get_ref(), "", table.span()),
        Err(error) => {
            let span = walk.span(error.span().unwrap_or(0..0));
            let message = error.message().lines().next().unwrap_or("it cannot be read").to_owned();
            walk.checked.findings.push(Diagnostic::error(codes::CONFIGURATION, span, message));
        }
    }
    if walk.is_full() {
        let message = format!("further errors are not listed after the first {MOST_FINDINGS}");
        walk.checked.findings.push(Diagnostic::placeless(codes::CONFIGURATION, message));
    }
    walk.checked
}

struct Walk {
    source: SourceId,
    checked: SettingsCheck,
}

impl Walk {
    fn span(&self, range: Range<usize>) -> Span {
        TextRange::new(range.start as u32, range.end.max(range.start) as u32).in_source(self.source)
    }

    /// Returns `true` if the limit of findings is reached.
    fn is_full(&self) -> bool {
        self.checked.findings.len() >= MOST_FINDINGS
    }

    fn wrong(&mut self, at: Range<usize>, message: String) -> &mut Diagnostic {
        let finding = Diagnostic::error(codes::CONFIGURATION, self.span(at), message);
        self.checked.findings.push(finding);
        self.checked.findings.last_mut().expect("one was added")
    }

    fn table(&mut self, keys: &'static [Key], table: &DeTable<'_>, path: &str, at: Range<usize>) {
        for (name, value) in table {
            if self.is_full() {
                return;
            }
            let dotted = joined(path, name.get_ref());
            match keys.iter().find(|key| key.name == name.get_ref()) {
                Some(key) => {
                    self.checked.places.insert(dotted.clone(), self.span(name.span()));
                    self.value(&key.shape, value, &dotted);
                }
                None => self.unknown(keys, name, path),
            }
        }
        for key in keys.iter().filter(|key| key.required) {
            if !table.keys().any(|name| name.get_ref() == key.name) {
                let message = format!("missing setting `{}` in `{path}`", key.name);
                let help = format!("{}: `{} = …`", key.doc.to_lowercase(), key.name);
                self.wrong(at.clone(), message).help.push(help.into());
            }
        }
    }

    fn unknown(&mut self, keys: &[Key], name: &Spanned<std::borrow::Cow<'_, str>>, path: &str) {
        let place = if path.is_empty() { String::new() } else { format!(" in `{path}`") };
        let near = nearest(name.get_ref(), keys.iter().map(|key| key.name)).map(str::to_owned);
        let known = alternatives(name.get_ref(), keys.iter().map(|key| key.name), "and");
        let finding = self.wrong(name.span(), format!("unknown setting `{}`{place}", name.get_ref()));
        finding.help.push(match near {
            Some(near) => Suggestion::word(near).into(),
            None => format!("available settings: {known}").into(),
        });
    }

    fn no_switch(&mut self, words: &[&'static str], at: Range<usize>, path: &str) {
        let words = alternatives("", words.iter().copied(), "or");
        self.wrong(at, format!("`{path}` must be `true`, `false`, {words}"));
    }

    fn value(&mut self, shape: &'static Shape, value: &Spanned<DeValue<'_>>, path: &str) {
        let at = value.span();
        let found = value.get_ref();
        match shape {
            Shape::Any => {}
            Shape::Bool | Shape::Switch(_) if found.is_bool() => {}
            Shape::Switch(words) if found.as_str().is_some_and(|word| words.contains(&word)) => {}
            Shape::Text | Shape::Path if found.is_str() => {
                let text = found.as_str().unwrap_or_default().to_owned();
                self.checked.strings.0.push((path.to_owned(), text, self.span(at)));
            }
            Shape::Count => {
                let number = found.as_integer().and_then(|number| number.as_str().parse::<usize>().ok());
                if number.is_none() {
                    self.wrong(at, format!("`{path}` must be a whole number from 0"));
                }
            }
            Shape::Choice(words) => self.choice(&words(), found.as_str(), at, path),
            Shape::List(items) => match found.as_array() {
                Some(list) => {
                    for item in list {
                        if self.is_full() {
                            return;
                        }
                        self.value(items, item, path);
                    }
                }
                None => {
                    let help = if matches!(items, Shape::Table(_)) {
                        format!("write `[[{path}]]`")
                    } else {
                        format!("write `{path} = [\"…\"]`")
                    };
                    self.wrong(at, format!("`{path}` must be a list")).help.push(help.into());
                }
            },
            Shape::Table(keys) => match found.as_table() {
                Some(table) => self.table(keys, table, path, at),
                None => drop(self.wrong(at, format!("`{path}` must be a table"))),
            },
            Shape::Map { keys, values } => match found.as_table() {
                Some(table) => {
                    for (name, value) in table {
                        if self.is_full() {
                            return;
                        }
                        if let Err(why) = keys.check(name.get_ref()) {
                            self.wrong(name.span(), why);
                        }
                        let dotted = joined(path, name.get_ref());
                        self.checked.places.insert(dotted.clone(), self.span(name.span()));
                        self.value(values, value, &dotted);
                    }
                }
                None => drop(self.wrong(at, format!("`{path}` must be a table"))),
            },
            Shape::Switch(words) => self.no_switch(words, at, path),
            Shape::Bool => drop(self.wrong(at, format!("`{path}` must be `true` or `false`"))),
            Shape::Text | Shape::Path => drop(self.wrong(at, format!("`{path}` must be a string"))),
        }
    }

    /// Checks a word against the allowed ones.
    fn choice(&mut self, words: &[&str], found: Option<&str>, at: Range<usize>, path: &str) {
        let words = || words.iter().copied();
        match found {
            Some(word) if words().any(|known| known == word) => {}
            Some(word) => {
                let help = match nearest(word, words()) {
                    Some(near) => Suggestion::word(near.to_owned()).into(),
                    None => format!("write {}", alternatives(word, words(), "or")).into(),
                };
                self.wrong(at, format!("invalid value `{word}` for `{path}`")).help.push(help);
            }
            None => drop(self.wrong(at, format!("`{path}` must be {}", alternatives("", words(), "or")))),
        }
    }
}

fn joined(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn wrong(text: &str, message: &str, help: &str, place: &str) {
        let checked = check(SourceId(0), text);
        let [finding] = checked.findings.as_slice() else { panic!("{:?}", checked.findings) };
        assert_eq!((finding.message.as_str(), finding.help.join("; ").as_str()), (message, help));
        let range = finding.span.expect("a place").range.range();
        assert_eq!(&text[range], place);
    }

    #[test]
    fn mistakes_have_a_place_and_a_suggestion() {
        wrong("exclud = []", "unknown setting `exclud`", "did you mean `exclude`?", "exclud");
        wrong("jobs = -1", "`jobs` must be a whole number from 0", "", "-1");
        wrong("format = \"sarf\"", "invalid value `sarf` for `format`", "did you mean `sarif`?", "\"sarf\"");
        wrong("include = \"a\"", "`include` must be a list", "write `include = [\"…\"]`", "\"a\"");
        wrong("include = [1]", "`include` must be a string", "", "1");
        wrong("[spec]\nfiles = []", "`spec` must be a list", "write `[[spec]]`", "[spec]");
        wrong(
            "[rules]\nstile = \"off\"",
            "unknown code or group `stile`; did you mean `style`?",
            "",
            "stile",
        );
        wrong(
            "[rules]\nstyle = \"warn\"",
            "invalid value `warn` for `rules.style`",
            "write `error`, `warning`, `on` or `off`",
            "\"warn\"",
        );
        wrong("respect-ignore-files = 1", "`respect-ignore-files` must be `true` or `false`", "", "1");
        wrong(
            "[[terraform.root]]\npath = \"a\"\nvar-file = []",
            "unknown setting `var-file` in `terraform.root`",
            "did you mean `var-files`?",
            "var-file",
        );
        wrong(
            "[check]\nrequire-schemas = \"exactly\"",
            "`check.require-schemas` must be `true`, `false`, `admitted` or `exact`",
            "",
            "\"exactly\"",
        );
        assert_eq!(check(SourceId(0), "a = = 1").findings.len(), 1);
    }

    /// Values of wrong types for a setting of this shape, in TOML, each with its wrong part.
    fn wrong_values(shape: &Shape) -> Vec<(String, String)> {
        let whole = |text: &str| (text.to_owned(), text.to_owned());
        let inside = |inner: &Shape, (before, after): (&str, &str)| {
            let around = |(text, part): (String, String)| (format!("{before}{text}{after}"), part);
            wrong_values(inner).into_iter().map(around).collect::<Vec<_>>()
        };
        match shape {
            Shape::Any => Vec::new(),
            Shape::Bool | Shape::Switch(_) | Shape::Text | Shape::Path => vec![whole("27")],
            Shape::Count => vec![whole("-27"), whole("\"27\"")],
            Shape::Choice(_) => vec![whole("\"zzzzzzzz\""), whole("27")],
            Shape::List(items) => [vec![whole("27")], inside(items, ("[", "]"))].concat(),
            Shape::Map { values, keys } => {
                let key = if *keys == super::super::keys::Names::Rules { "style" } else { "aws" };
                [vec![whole("27")], inside(values, (&format!("{{ {key} = "), " }"))].concat()
            }
            Shape::Table(keys) => {
                let of_key = |key: &Key| inside(&key.shape, (&format!("{{ {} = ", key.name), " }"));
                let unknown = ("{ zzzzzzzz = 1 }".to_owned(), "zzzzzzzz".to_owned());
                [vec![whole("27"), unknown], keys.iter().flat_map(of_key).collect()].concat()
            }
        }
    }

    #[test]
    fn every_setting_is_refused_where_it_is_wrong() {
        let mut tried = 0;
        for key in KEYS {
            for (value, part) in wrong_values(&key.shape) {
                let text = format!("{} = {value}\n", key.name);
                let findings = check(SourceId(0), &text).findings;
                let is_there =
                    |finding: &Diagnostic| finding.span.is_some_and(|span| text[span.range.range()] == part);
                assert!(findings.iter().any(is_there), "{text}: {findings:?}");
                tried += 1;
            }
        }
        assert!(tried > 60, "{tried}");
    }

    #[test]
    fn of_many_mistakes_some_are_listed() {
        let unknown: String = (0..2000).map(|number| format!("x{number} = 1\n")).collect();
        let rules = format!("[rules]\n{unknown}");
        for text in [unknown, rules, format!("include = [{}]", "1, ".repeat(2000))] {
            let findings = check(SourceId(0), &text).findings;
            assert_eq!(findings.len(), 1001);
            let said = "further errors are not listed after the first 1000";
            assert_eq!(findings[1000].message, said);
        }
    }

    #[test]
    fn what_is_right_has_places() {
        let text =
            "format = \"json\"\n[rules]\nstyle = \"off\"\nHX9001 = \"error\"\n[vars]\na = { b = [1] }\n";
        let checked = check(SourceId(0), text);
        assert_eq!(checked.findings, []);
        assert!(checked.places.contains_key("rules.HX9001") && checked.places.contains_key("vars.a"));
    }
}
