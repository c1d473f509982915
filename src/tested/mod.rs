//! Results of test runs, as `hclx test` prints them.

pub(crate) mod coverage;
pub(crate) mod json;
pub(crate) mod reports;
pub(crate) mod text;

use hclx_analysis::{TestFile, TestRun, Verdict};
use hclx_diag::SourceId;

use crate::judging::Run;

/// The results of a run of `hclx test`, by file.
pub(crate) struct Tests {
    /// The files with their names, by path.
    pub(crate) files: Vec<(String, TestFile)>,
}

impl Tests {
    /// The results of a run that some filters select; all results without filters.
    pub(crate) fn of(run: &Run, filters: &[String]) -> Self {
        let name = |file: SourceId| run.sources.get(file).name().to_owned();
        let all = run.units.iter().flat_map(|(_, answer)| &answer.tests);
        let mut files: Vec<(String, TestFile)> = all.map(|file| (name(file.file), file.clone())).collect();
        for (path, file) in &mut files {
            file.runs.retain(|run| {
                filters.is_empty() || filters.iter().any(|one| is_selected(one, path, &run.name))
            });
        }
        files.retain(|(_, file)| !file.runs.is_empty() || filters.is_empty());
        Self { files }
    }

    /// All runs.
    pub(crate) fn runs(&self) -> impl Iterator<Item = &TestRun> {
        self.files.iter().flat_map(|(_, file)| &file.runs)
    }

    /// The number of runs with a result.
    pub(crate) fn count(&self, verdict: Verdict) -> usize {
        self.runs().filter(|run| run.verdict == verdict).count()
    }

    /// Arguments of `terraform test` for the files with open runs.
    pub(crate) fn open_filters(&self) -> String {
        let is_open = |file: &TestFile| file.runs.iter().any(|run| run.verdict == Verdict::Open);
        let files = self.files.iter().filter(|(_, file)| is_open(file));
        files.map(|(path, _)| format!("-filter={path}")).collect::<Vec<_>>().join("\n")
    }
}

/// Returns `true` if a filter `FILE` or `FILE:RUN` selects a run.
fn is_selected(filter: &str, path: &str, run: &str) -> bool {
    match filter.rsplit_once(':') {
        Some((file, name)) => {
            is_like(file.as_bytes(), path.as_bytes()) && is_like(name.as_bytes(), run.as_bytes())
        }
        None => is_like(filter.as_bytes(), path.as_bytes()),
    }
}

/// Returns `true` if a text matches a pattern, in which `*` represents any characters.
fn is_like(pattern: &[u8], text: &[u8]) -> bool {
    let (mut at, mut from) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while from < text.len() {
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at, from));
                at += 1;
            }
            Some(byte) if *byte == text[from] => (at, from) = (at + 1, from + 1),
            _ => match star {
                Some((before, matched)) => {
                    star = Some((before, matched + 1));
                    (at, from) = (before + 1, matched + 1);
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|byte| *byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::is_selected;

    #[test]
    fn filters_select_files_and_runs() {
        assert!(is_selected("tests/*.hcl", "tests/a.tftest.hcl", "one"));
        assert!(is_selected("*:on*", "tests/a.tftest.hcl", "one"));
        assert!(!is_selected("*:two", "tests/a.tftest.hcl", "one"));
        assert!(!is_selected("tests", "tests/a.tftest.hcl", "one"));
        assert!(is_selected("*a*:*", "tests/a.tftest.hcl", "one"));
    }
}
