//! Test inputs that are wrong on purpose according to their paths, such as `tests/invalid/main.tf`. Their findings are
//! expected, so they are counted instead of listed, unless the user names the inputs.

use crate::{file_name, file_path};

/// The names of directories with tests and their inputs.
const TESTS: &[&str] = &[
    "__fixtures__",
    "__tests__",
    "e2e",
    "fixtures",
    "spec",
    "specs",
    "test",
    "test-cases",
    "test-data",
    "test-fixtures",
    "test_cases",
    "test_data",
    "test_fixtures",
    "testData",
    "testcases",
    "testdata",
    "testfiles",
    "testing",
    "tests",
];

/// The names of directories with examples.
const EXAMPLES: &[&str] = &["example", "examples"];

/// Words anywhere in a name for something that is wrong on purpose.
const WRONG: &[&str] = &[
    "bad",
    "broken",
    "circular",
    "conflict",
    "conflicting",
    "cycle",
    "cyclic",
    "duplicate",
    "duplicates",
    "erroneous",
    "fail",
    "failing",
    "fails",
    "incorrect",
    "invalid",
    "malformed",
    "missing",
    "negative",
    "undefined",
    "unparsable",
    "unparseable",
    "wrong",
];

/// Words that have this meaning only at the end of a name: an `error-page` may be right.
const FAILURES: &[&str] = &["error", "errors", "failure", "failures"];

/// The part of a file's path that marks it as meant to fail: up to the first such directory inside a test directory, or
/// the whole path.
fn place_of_failures(path: &str) -> Option<&str> {
    // examples of errors that users meet, unlike a broken example, which is for the tool itself
    let is_example = |place: &&str| {
        let name = file_name(place);
        let is_shown =
            || file_path::upward(file_path::parent(place)).any(|above| file_name(above) == "examples");
        FAILURES.contains(&name) && is_shown()
    };
    let is_in_test = |place: &&str| is_wrong(file_name(place)) && is_in_tests(file_path::parent(place));
    let is_wrong_place = |place: &&str| is_in_test(place) || is_example(place);
    file_path::upward(path).filter(is_wrong_place).last()
}

/// Returns `true` if a directory is a test directory, or is inside one.
pub fn is_in_tests(folder: &str) -> bool {
    file_path::upward(folder).any(|folder| TESTS.contains(&file_name(folder)))
}

/// Returns `true` if a directory is a directory of tests or examples, or is inside one; leading underscores
/// are ignored.
pub fn is_demonstration(folder: &str) -> bool {
    let names = file_path::upward(folder).map(|folder| file_name(folder).trim_start_matches('_'));
    names.into_iter().any(|name| EXAMPLES.contains(&name) || TESTS.contains(&name))
}

/// The directory of a module that calls another one with arguments that it rejects, if adjacent modules are meant to
/// fail: each of them tests one condition.
fn place_beside_failures<'p>(path: &'p str, has_wrong: &dyn Fn(&str) -> bool) -> Option<&'p str> {
    let folder = file_path::parent(path);
    let above = file_path::parent(folder);
    (folder != above && is_in_tests(above) && has_wrong(above)).then_some(folder)
}

/// The part of a file's path that marks it as meant to fail. `is_refused` is set for a finding about a condition that
/// rejects an input; `has_wrong` returns `true` for a directory that contains one named as wrong.
pub(crate) fn place<'p>(
    path: &'p str,
    is_refused: bool,
    has_wrong: &dyn Fn(&str) -> bool,
) -> Option<&'p str> {
    let beside = || place_beside_failures(path, has_wrong).filter(|_| is_refused);
    place_of_failures(path).or_else(beside)
}

/// Returns `true` if the words of a name, without an extension, mark something as wrong on purpose.
pub(crate) fn is_wrong(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default();
    let mut words = stem.split(['-', '_']);
    let is_failure = stem.rsplit(['-', '_']).next().is_some_and(|last| FAILURES.contains(&last));
    is_failure || words.any(|word| WRONG.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::place_of_failures;

    #[test]
    fn paths_say_what_is_meant_to_fail() {
        let cases = [
            ("tests/invalid/main.tf", Some("tests/invalid")),
            ("a/testdata/x/bad-syntax/b/main.tf", Some("a/testdata/x/bad-syntax")),
            ("test/fixtures/syntax_error.tf", Some("test/fixtures/syntax_error.tf")),
            ("fixtures/should_fail/a.hcl", Some("fixtures/should_fail")),
            ("examples/errors/missing/region/main.tf", Some("examples/errors")),
            ("examples/error-page/main.tf", None),
            ("examples/failing-job/main.tf", None),
            ("invalid/main.tf", None),
            ("invalid/tests/main.tf", None),
            ("tests/error-page/main.tf", None),
            ("tests/failover/main.tf", None),
        ];
        for (path, place) in cases {
            assert_eq!(place_of_failures(path), place, "{path}");
        }
    }
}
