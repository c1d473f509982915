//! Recorded answers: lines of JSON, and counts of how our answers compare with them.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

/// The lines of `tests/vectors/<file>`.
pub(crate) fn lines(file: &str) -> Vec<Value> {
    let path = format!("{}/../../tests/vectors/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

/// A string field.
pub(crate) fn text<'a>(line: &'a Value, field: &str) -> &'a str {
    line[field].as_str().unwrap_or_else(|| panic!("no text {field} in {line}"))
}

/// Counts of outcomes, and the deviations.
#[derive(Default)]
pub(crate) struct Tally {
    counts: BTreeMap<String, usize>,
    wrong: Vec<String>,
}

impl Tally {
    /// Counts a line under a name for its outcome.
    pub(crate) fn count(&mut self, outcome: impl Into<String>) {
        *self.counts.entry(outcome.into()).or_default() += 1;
    }

    /// Records a deviation.
    pub(crate) fn wrong(&mut self, what: String) {
        self.count("WRONG");
        self.wrong.push(what);
    }

    /// The number of counted lines.
    pub(crate) fn total(&self) -> usize {
        self.counts.values().sum()
    }

    /// Prints the counts; panics if there is a deviation or a line was not counted.
    pub(crate) fn finish(self, name: &str, lines: usize) {
        println!("{name}: {lines} lines, {:?}", self.counts);
        assert_eq!(self.total(), lines, "{name}: every line is counted once");
        let shown: Vec<_> = self.wrong.iter().take(40).cloned().collect();
        assert!(self.wrong.is_empty(), "{name}: {} deviations\n{}", self.wrong.len(), shown.join("\n"));
    }
}
