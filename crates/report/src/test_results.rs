//! The outcomes of tests as JUnit XML: one suite per file.

use std::io::{self, Write};

use crate::xml::Xml;

/// The outcomes of the tests of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestSuite {
    /// The path of the file.
    pub name: String,
    /// The tests.
    pub cases: Vec<TestCase>,
}

/// The outcome of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestCase {
    /// The name.
    pub name: String,
    /// The line of the test in its file, from 1.
    pub line: u32,
    /// The outcome.
    pub outcome: TestOutcome,
}

/// The outcome of a test, with its reasons, one per line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestOutcome {
    /// It passes.
    Passed,
    /// It fails.
    Failed(String),
    /// It has no outcome.
    Skipped(String),
}

impl TestSuite {
    fn count(&self, is_counted: impl Fn(&TestOutcome) -> bool) -> usize {
        self.cases.iter().filter(|case| is_counted(&case.outcome)).count()
    }

    fn counts(&self) -> [usize; 3] {
        let failures = self.count(|outcome| matches!(outcome, TestOutcome::Failed(_)));
        let skipped = self.count(|outcome| matches!(outcome, TestOutcome::Skipped(_)));
        [self.cases.len(), failures, skipped]
    }
}

/// Writes one JUnit document.
///
/// # Errors
/// The errors of the writer.
pub fn render_tests(suites: &[TestSuite], out: &mut impl Write) -> io::Result<()> {
    let mut xml = Xml::new(out)?;
    let counts = suites
        .iter()
        .map(TestSuite::counts)
        .fold([0; 3], |all, one| std::array::from_fn(|at| all[at] + one[at]));
    xml.open("testsuites", &counted("hclx test", &counts.map(|count| count.to_string())))?;
    for suite in suites {
        xml.open("testsuite", &counted(&suite.name, &suite.counts().map(|count| count.to_string())))?;
        for case in &suite.cases {
            written(&mut xml, suite, case)?;
        }
        xml.close()?;
    }
    xml.close()
}

fn counted<'a>(name: &'a str, [tests, failures, skipped]: &'a [String; 3]) -> [(&'a str, &'a str); 5] {
    [("name", name), ("tests", tests), ("failures", failures), ("errors", "0"), ("skipped", skipped)]
}

fn written(xml: &mut Xml<'_>, suite: &TestSuite, case: &TestCase) -> io::Result<()> {
    let line = case.line.to_string();
    let attributes =
        [("name", case.name.as_str()), ("classname", &suite.name), ("file", &suite.name), ("line", &line)];
    let first = |text: &str| text.lines().next().unwrap_or_default().to_owned();
    match &case.outcome {
        TestOutcome::Passed => xml.empty("testcase", &attributes),
        TestOutcome::Failed(reasons) => {
            xml.open("testcase", &attributes)?;
            xml.text("failure", &[("message", &first(reasons))], reasons)?;
            xml.close()
        }
        TestOutcome::Skipped(reasons) => {
            xml.open("testcase", &attributes)?;
            xml.empty("skipped", &[("message", reasons)])?;
            xml.close()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_counted_by_file_and_in_all() {
        let case = |name: &str, outcome| TestCase { name: name.to_owned(), line: 3, outcome };
        let cases = vec![
            case("a", TestOutcome::Passed),
            case("b", TestOutcome::Failed("`x` is 1, not 2\nmore".to_owned())),
            case("c", TestOutcome::Skipped("mock: <generated>".to_owned())),
        ];
        let mut out = Vec::new();
        let suite = TestSuite { name: "tests/a.tftest.hcl".to_owned(), cases };
        render_tests(&[suite], &mut out).expect("a vector takes everything");
        let text = String::from_utf8(out).expect("UTF-8");
        assert!(
            text.contains(r#"<testsuites name="hclx test" tests="3" failures="1" errors="0" skipped="1">"#)
        );
        assert!(text.contains(r#"<failure message="`x` is 1, not 2">`x` is 1, not 2"#));
        assert!(text.contains(r#"<skipped message="mock: &lt;generated&gt;"/>"#));
    }
}
