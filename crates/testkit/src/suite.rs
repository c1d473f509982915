//! Running the markdown suites of a directory.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use crate::bless::{blessing, compare};
use crate::document::{Case, Document};
use crate::markers::Outcome;
use crate::root::{inside, shown};
use crate::tally::panic_text;

/// Runs every case of a markdown file, or of all markdown files below a directory, given by its path in the
/// workspace; prints the counts.
///
/// A case passes if its markers are exactly the outcome of `check`; with `HCLX_BLESS=1` the markers are
/// rewritten instead.
///
/// # Panics With the differences; also if `check` panics or refers to a file that the case does not have, if
/// a suite is malformed, or if there are no cases.
pub fn run_suites(path: impl AsRef<Path>, check: impl Fn(&Case) -> Outcome) {
    let path = inside(path);
    let mut files = Vec::new();
    markdown_files(&path, &mut files);
    let mut problems = Vec::new();
    let mut cases = 0;
    for file in &files {
        match run_file(file, &check) {
            Ok(count) => cases += count,
            Err(text) => problems.push(text),
        }
    }
    println!("{}: {cases} cases pass in {} suites, {} fail", shown(&path), files.len(), problems.len());
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(cases > 0, "{}: no cases", shown(&path));
}

/// The cases of a markdown file, or of all markdown files below a directory, given by its path in the
/// workspace, for tests of other properties.
///
/// # Panics
/// If a file cannot be read or is not well-formed.
pub fn cases(path: impl AsRef<Path>) -> Vec<Case> {
    let mut files = Vec::new();
    markdown_files(&inside(path), &mut files);
    let mut cases = Vec::new();
    for file in files {
        let text =
            std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let document = Document::parse(&text).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        cases.extend(document.cases);
    }
    cases
}

fn markdown_files(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let entries = std::fs::read_dir(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut entries: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        entries.sort();
        entries.iter().for_each(|entry| markdown_files(entry, files));
    } else if path.extension().is_some_and(|extension| extension == "md") {
        files.push(path.to_path_buf());
    }
}

/// Compares a suite; returns its number of cases.
fn run_file(file: &Path, check: &impl Fn(&Case) -> Outcome) -> Result<usize, String> {
    let named = |problem: String| format!("{}: {problem}", shown(file));
    let text = std::fs::read_to_string(file).map_err(|error| named(error.to_string()))?;
    let document = Document::parse(&text).map_err(named)?;
    let mut problems = Vec::new();
    let mut outcomes = Vec::new();
    for case in &document.cases {
        let outcome = run_case(case, check);
        if let Err(problem) = &outcome {
            problems.push(format!("{}:{}: {}: {problem}", shown(file), case.line, case.title));
        }
        outcomes.push(outcome.ok());
    }
    problems.extend(compare(file, &document.rewrite(&outcomes), blessing()).err());
    if problems.is_empty() { Ok(outcomes.len()) } else { Err(problems.join("\n")) }
}

fn run_case(case: &Case, check: &impl Fn(&Case) -> Outcome) -> Result<Outcome, String> {
    let outcome = catch_unwind(AssertUnwindSafe(|| check(case))).map_err(|cause| panic_text(&*cause))?;
    let stray = outcome.findings.iter().find(|finding| finding.file >= case.files.len());
    match stray {
        Some(finding) => Err(format!("no file {} for: {}", finding.file, finding.message)),
        None => Ok(outcome),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markers::Finding;

    /// A check that finds every `!`.
    fn marks(case: &Case) -> Outcome {
        let mut outcome = Outcome::default();
        for (index, file) in case.files.iter().enumerate() {
            for (line, number) in file.source.lines().zip(1..) {
                assert!(!line.contains("panic"), "as asked for");
                for (at, _) in line.match_indices('!') {
                    let column = at as u32 + 1;
                    let finding = Finding::new("error", Some("X1"), "a mark");
                    outcome.findings.push(finding.at(index, (number, column), (number, column + 1)));
                }
            }
        }
        outcome
    }

    fn with_suite(name: &str, text: &str, test: impl FnOnce(&Path)) {
        let folder = std::env::temp_dir().join(format!("hclx-suite-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join("a.md");
        std::fs::write(&file, text).expect("a file");
        test(&file);
        std::fs::remove_dir_all(&folder).expect("the folder is ours");
    }

    #[test]
    fn a_suite_passes_if_it_says_what_is_found() {
        let text = "# T\n\n```hcl\na = !\n#   ^ error[X1] a mark\n```\n";
        with_suite("good", text, |file| {
            assert_eq!(run_file(file, &marks), Ok(1));
            run_suites(file.parent().expect("a folder"), marks);
        });
    }

    #[test]
    fn a_suite_fails_with_what_differs() {
        let text = "# T\n\n```hcl\na = !\n#   ^ error[X1] another\n```\n\n```hcl\npanic\n```\n";
        with_suite("bad", text, |file| {
            let problem = run_file(file, &marks).expect_err("it differs");
            assert!(problem.contains("a.md:8: T: panicked: as asked for"), "{problem}");
            assert!(problem.contains("-#   ^ error[X1] another\n+#   ^ error[X1] a mark\n"), "{problem}");
        });
    }
}
