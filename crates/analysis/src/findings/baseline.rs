//! The baseline: known findings, identified by fingerprint, that are not reported again.
//!
//! Findings in the baseline are hidden until they are fixed. An entry that no longer occurs is stale, so the
//! baseline only shrinks. The file is JSON, sorted by path and code, with one entry per line, so that version
//! control can merge it.

use std::borrow::Cow;
use std::collections::HashMap;

use hclx_diag::{Arrange, Diagnostic, Sources, fingerprints_by};
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// The version of the file format.
const VERSION: u64 = 1;

/// A known finding.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// The file, relative to the directory of the baseline; empty for a finding without a place.
    pub path: String,
    /// The code.
    pub code: String,
    /// The hash that identifies the finding when lines move.
    pub fingerprint: String,
    /// The message, for people who read the file; it is ignored in comparisons.
    pub message: String,
}

/// A list of known findings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    /// The entries, sorted.
    pub entries: Vec<Entry>,
}

/// Findings, split by a baseline.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BaselineSplit {
    /// Findings that are not in the baseline.
    pub new: Vec<Diagnostic>,
    /// Findings that are in the baseline.
    pub known: Vec<Diagnostic>,
    /// Entries whose finding is no longer reported.
    pub stale: Vec<Entry>,
}

impl Baseline {
    /// Creates a baseline from findings. `path_of` returns the path that entries have for the name of a source.
    pub fn of(path_of: &dyn Fn(&str) -> String, sources: &Sources, findings: &[Diagnostic]) -> Self {
        let entry = |(finding, fingerprint): (&Diagnostic, String)| Entry {
            path: finding.span.map(|span| path_of(sources.get(span.source).name())).unwrap_or_default(),
            code: finding.code.id().to_owned(),
            fingerprint,
            message: finding.message.clone(),
        };
        let mut entries: Vec<Entry> =
            findings.iter().zip(fingerprints_by(path_of, sources, findings)).map(entry).collect();
        entries.arrange();
        Self { entries }
    }

    /// Parses the contents of a baseline file.
    ///
    /// # Errors
    /// The error in it, on one line.
    pub fn parse(text: &str) -> Result<Self, String> {
        let not_json = |_| format!("it is {}", hclx_syntax::not_json(text.as_bytes()));
        // entries are parsed one at a time, because a JSON tree of all entries would take ten times the
        // memory
        let document: HashMap<Cow<'_, str>, &RawValue> = match serde_json::from_str(text) {
            // JSON that is not an object has no version.
            Err(error) if error.is_data() => HashMap::new(),
            document => document.map_err(not_json)?,
        };
        let version = document.get("version").and_then(|version| version.get().parse::<u64>().ok());
        match version {
            Some(VERSION) => {}
            Some(other) => return Err(format!("its version is {other}, and this program reads {VERSION}")),
            None => return Err("it is not a baseline: missing `version`".to_owned()),
        }
        let list = document.get("findings").map(|list| serde_json::from_str::<Vec<&RawValue>>(list.get()));
        let Some(Ok(list)) = list else { return Err("missing array `findings`".to_owned()) };
        let entry = |(index, entry): (usize, &&RawValue)| {
            let mut entry: Value = serde_json::from_str(entry.get()).map_err(not_json)?;
            let mut text = |key: &str| match entry.get_mut(key).map(Value::take) {
                Some(Value::String(text)) => Some(text),
                _ => None,
            };
            let mut required =
                |key: &str| text(key).ok_or_else(|| format!("`findings[{index}]`: missing string `{key}`"));
            Ok(Entry {
                path: required("path")?,
                code: required("code")?,
                fingerprint: required("fingerprint")?,
                message: text("message").unwrap_or_default(),
            })
        };
        let entries: Result<Vec<Entry>, String> = list.iter().enumerate().map(entry).collect();
        Ok(Self { entries: entries? })
    }

    /// The contents of the file.
    pub fn text(&self) -> String {
        // Not serialized as a whole, because each entry has a line of its own.
        let mut text = format!("{{\n  \"version\": {VERSION},\n  \"findings\": [");
        for (index, entry) in self.entries.iter().enumerate() {
            let line = json!({
                "path": entry.path, "code": entry.code, "fingerprint": entry.fingerprint, "message": entry.message,
            });
            text.push_str(&format!("{}\n    {line}", if index > 0 { "," } else { "" }));
        }
        text.push_str(if self.entries.is_empty() { "]\n}\n" } else { "\n  ]\n}\n" });
        text
    }

    /// Splits findings into new and known ones. `path_of` returns the path that entries have for the name of a
    /// source. `judged` returns `true` for the paths of this run; entries for other paths are never stale.
    pub fn compare(
        &self,
        path_of: &dyn Fn(&str) -> String,
        sources: &Sources,
        findings: Vec<Diagnostic>,
        judged: &dyn Fn(&str) -> bool,
    ) -> BaselineSplit {
        // An entry accounts for a single finding; another one with the same fingerprint is new.
        let mut left: HashMap<&str, Vec<&Entry>> = HashMap::new();
        for entry in &self.entries {
            left.entry(entry.fingerprint.as_str()).or_default().push(entry);
        }
        let prints = fingerprints_by(path_of, sources, &findings);
        let mut compared = BaselineSplit::default();
        for (finding, print) in findings.into_iter().zip(prints) {
            match left.get_mut(print.as_str()).and_then(Vec::pop) {
                Some(_) => compared.known.push(finding),
                None => compared.new.push(finding),
            }
        }
        let mut stale: Vec<&Entry> =
            left.into_values().flatten().filter(|entry| judged(&entry.path)).collect();
        stale.arrange();
        compared.stale = stale.into_iter().cloned().collect();
        compared
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hclx_diag::{Source, TextRange, code_names as codes, portable_path};

    fn findings(text: &str) -> (Sources, Vec<Diagnostic>) {
        let mut sources = Sources::new();
        let id = sources.add(Source::new("./a.hcl", text.as_bytes()));
        let places = text.match_indices('?').map(|(at, _)| TextRange::new(at as u32 - 1, at as u32 + 1));
        let findings =
            places.map(|range| Diagnostic::error(codes::NO_INDEX, range.in_source(id), "m")).collect();
        (sources, findings)
    }

    #[test]
    fn what_is_known_is_hidden_until_it_is_gone() {
        let (sources, before) = findings("a?\nb?\na?\n");
        let baseline = Baseline::of(&portable_path, &sources, &before);
        assert_eq!(Baseline::parse(&baseline.text()), Ok(baseline.clone()));
        let (sources, after) = findings("# more\n\n   a?  \nc?\na?\n");
        let compared = baseline.compare(&portable_path, &sources, after, &|_| true);
        assert_eq!((compared.known.len(), compared.new.len(), compared.stale.len()), (2, 1, 1));
        assert_eq!(compared.stale[0].path, "a.hcl");
        let (sources, after) = findings("");
        assert_eq!(baseline.compare(&portable_path, &sources, after, &|path| path != "a.hcl").stale, []);
        assert_eq!(Baseline::default().text(), "{\n  \"version\": 1,\n  \"findings\": []\n}\n");
    }

    #[test]
    fn what_is_no_baseline_says_why() {
        let why = |text: &str| Baseline::parse(text).expect_err("no baseline");
        assert!(why("{").starts_with("it is not JSON at "));
        assert_eq!(why("[]"), "it is not a baseline: missing `version`");
        assert_eq!(why("{\"version\": 7}"), "its version is 7, and this program reads 1");
        assert_eq!(why("{\"version\": 1, \"findings\": [{}]}"), "`findings[0]`: missing string `path`");
    }
}
