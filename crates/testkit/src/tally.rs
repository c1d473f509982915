//! A tally of passed, failed and excepted cases: no case is skipped silently.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::Vector;

/// The number of failures that are printed in full.
const SHOWN: usize = 20;

/// The ids and reasons in a list of exceptions with one `ID REASON` per line; `#` starts a comment.
pub fn exceptions(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| line.split_once(char::is_whitespace).unwrap_or((line, "")))
        .map(|(id, reason)| (id, reason.trim()))
}

/// The reason why an id is an exception, if it is one.
pub fn excepted<'a>(text: &'a str, id: &str) -> Option<&'a str> {
    exceptions(text).find(|(excepted, _)| *excepted == id).map(|(_, reason)| reason)
}

#[derive(Default)]
struct Counts {
    passed: usize,
    excepted: usize,
    failed: usize,
}

/// The results of vectors, by file.
pub struct Tally {
    name: String,
    /// Reasons by id; `true` once the vector has been run.
    exceptions: BTreeMap<String, (String, bool)>,
    counts: BTreeMap<String, Counts>,
    failures: Vec<String>,
}

impl Tally {
    /// Creates counts with a name for the printed line.
    pub fn new(name: impl Into<String>) -> Self {
        let (exceptions, counts) = (BTreeMap::new(), BTreeMap::new());
        Self { name: name.into(), exceptions, counts, failures: Vec::new() }
    }

    /// Adds vectors, by id, that are expected to deviate, with the reasons.
    ///
    /// # Panics
    /// If an id is listed twice or has no reason.
    #[must_use]
    pub fn except(mut self, list: &[(&str, &str)]) -> Self {
        for (id, reason) in list {
            assert!(!reason.trim().is_empty(), "exception {id} needs a reason");
            let before = self.exceptions.insert((*id).to_owned(), ((*reason).to_owned(), false));
            assert!(before.is_none(), "exception {id} is listed twice");
        }
        self
    }

    /// Adds the exceptions of a list with one `ID REASON` per line; `#` starts a comment.
    ///
    /// # Panics
    /// Same as [`Tally::except`].
    #[must_use]
    pub fn except_lines(self, text: &str) -> Self {
        self.except(&exceptions(text).collect::<Vec<_>>())
    }

    /// Runs the test of a vector and counts it; a panic is a failure.
    pub fn run(&mut self, vector: &Vector, test: impl FnOnce() -> Result<(), String>) {
        let result = catch_unwind(AssertUnwindSafe(test)).unwrap_or_else(|cause| Err(panic_text(&*cause)));
        self.count(vector.file(), &vector.id(), result);
    }

    /// Counts the result for an item with an id.
    pub fn count(&mut self, file: &str, id: &str, result: Result<(), String>) {
        let counts = self.counts.entry(file.to_owned()).or_default();
        let exception = self.exceptions.get_mut(id);
        let failure = match (result, exception) {
            (Ok(()), None) => {
                counts.passed += 1;
                return;
            }
            (Err(_), Some((_, seen))) => {
                *seen = true;
                counts.excepted += 1;
                return;
            }
            (Err(message), None) => message,
            (Ok(()), Some((reason, seen))) => {
                *seen = true;
                format!("passes, but is excepted: {reason}")
            }
        };
        counts.failed += 1;
        self.failures.push(format!("{file} {id}: {failure}"));
    }

    /// Prints the counts.
    ///
    /// # Panics
    /// With the first failures if there are any, if an exception does not match any vector, or if nothing was
    /// counted.
    pub fn finish(self) {
        let (counts, problems) = self.report();
        println!("{counts}");
        assert!(problems.is_empty(), "{counts}\n{problems}");
    }

    fn report(mut self) -> (String, String) {
        let unseen = self.exceptions.iter().filter(|(_, (_, seen))| !seen);
        let unseen = unseen.map(|(id, (reason, _))| format!("exception {id} names no vector: {reason}"));
        self.failures.extend(unseen);
        if self.counts.is_empty() {
            self.failures.push("nothing was counted".to_owned());
        }
        let counts: Vec<String> = self
            .counts
            .iter()
            .map(|(file, Counts { passed, excepted, failed })| {
                format!("{}: {file}: {passed} passed, {excepted} excepted, {failed} failed", self.name)
            })
            .collect();
        let mut problems = String::new();
        for failure in self.failures.iter().take(SHOWN) {
            problems.push_str(failure);
            problems.push('\n');
        }
        let more = self.failures.len().saturating_sub(SHOWN);
        if more > 0 {
            let _ = writeln!(problems, "and {more} more");
        }
        (counts.join("\n"), problems)
    }
}

/// The message of a caught panic.
pub(crate) fn panic_text(cause: &(dyn std::any::Any + Send)) -> String {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| cause.downcast_ref::<&str>().copied());
    format!("panicked: {}", text.unwrap_or("without a text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_counted_and_exceptions_must_hold() {
        let mut tally =
            Tally::new("t").except(&[("b", "why b"), ("c", "why c")]).except_lines("# note\nd  why d\n");
        tally.count("f", "a", Ok(()));
        tally.count("f", "b", Err("no".into()));
        tally.count("f", "c", Ok(()));
        tally.count("g", "e", Err("wrong".into()));
        let (counts, problems) = tally.report();
        assert_eq!(counts, "t: f: 1 passed, 1 excepted, 1 failed\nt: g: 0 passed, 0 excepted, 1 failed");
        assert_eq!(
            problems,
            "f c: passes, but is excepted: why c\ng e: wrong\nexception d names no vector: why d\n"
        );
    }

    #[test]
    fn only_the_first_failures_are_printed() {
        let mut tally = Tally::new("t");
        (0..30).for_each(|i| tally.count("f", &i.to_string(), Err("x".into())));
        let (_, problems) = tally.report();
        assert_eq!(problems.lines().count(), 21);
        assert!(problems.ends_with("and 10 more\n"));
    }

    #[test]
    fn nothing_counted_is_a_problem() {
        assert_eq!(Tally::new("t").report().1, "nothing was counted\n");
    }

    #[test]
    #[should_panic(expected = "exception a needs a reason")]
    fn an_exception_needs_a_reason() {
        let _ = Tally::new("t").except_lines("a\n");
    }
}
