//! JUnit XML, shown as tests by Jenkins and most other servers: one suite per file.
//!
//! An error is a failed test. A warning is a passed test with output, because it does not fail the run either. A file
//! without findings is one passed test. A policy with an instance that satisfies it is one passed test, and an open
//! result is a skipped one.

use std::io::{self, Write};

use hclx_diag::{ColumnUnit, Diagnostic, Severity, counted, portable_path};

use crate::by_file::{FileFindings, by_file};
use crate::places::Places;
use crate::policies::{CaseValue, JudgedCase, JudgedVerdict, PolicyTotals, policy_of};
use crate::xml::Xml;
use crate::{Report, prose};

/// Writes one document.
pub(crate) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let places = Places::new(report.sources, ColumnUnit::CodePoints);
    let files = by_file(report);
    let policies = report.summary.policies.as_ref();
    let of_policies = policies.map_or(0, cases_of_policies);
    let tests: usize = files.iter().map(tests).sum::<usize>() + of_policies;
    let failures = report.count(Severity::Error).to_string();
    let mut xml = Xml::new(out)?;
    xml.open(
        "testsuites",
        // In JUnit, errors are tests that could not run.
        &[("name", "hclx"), ("tests", &tests.to_string()), ("failures", &failures), ("errors", "0")],
    )?;
    for file in &files {
        let name = file.name.map_or_else(|| "hclx".to_owned(), portable_path);
        let (tests, failures) = (tests_text(file), file.errors().to_string());
        let counts = [("name", name.as_str()), ("tests", &tests), ("failures", &failures), ("errors", "0")];
        xml.open("testsuite", &counts)?;
        if file.findings.is_empty() {
            xml.empty("testcase", &[("name", file.verdict), ("classname", &name)])?;
        }
        for finding in &file.findings {
            case(&mut xml, &places, (&name, policies), finding)?;
        }
        xml.close()?;
    }
    if let Some(totals) = policies.filter(|_| of_policies > 0) {
        policy_suite(&mut xml, totals)?;
    }
    xml.close()
}

/// The number of cases in the suite of policies.
fn cases_of_policies(totals: &PolicyTotals) -> usize {
    let is_listed = |case: &&JudgedCase| !matches!(case.verdict, JudgedVerdict::Violated { .. });
    totals.cases.iter().filter(is_listed).count() + usize::from(totals.left_out() > 0)
}

/// The results of policies that are not violations; violations are findings.
fn policy_suite(xml: &mut Xml<'_>, totals: &PolicyTotals) -> io::Result<()> {
    let tests = cases_of_policies(totals).to_string();
    let counts = [("name", "policies"), ("tests", tests.as_str()), ("failures", "0"), ("errors", "0")];
    xml.open("testsuite", &counts)?;
    for case in &totals.cases {
        let name = format!("policy/{} for {}", case.policy, case.instance);
        let attributes = [("name", name.as_str()), ("classname", "policies")];
        match &case.verdict {
            JudgedVerdict::Satisfied => xml.empty("testcase", &attributes)?,
            JudgedVerdict::Violated { .. } => {}
            JudgedVerdict::Open { cause } => {
                xml.open("testcase", &attributes)?;
                xml.empty("skipped", &[("message", cause)])?;
                xml.close()?;
            }
        }
    }
    if totals.left_out() > 0 {
        let name = format!("{} more are not listed", counted(totals.left_out(), "judgement"));
        xml.open("testcase", &[("name", name.as_str()), ("classname", "policies")])?;
        xml.empty("skipped", &[("message", "a report lists the first")])?;
        xml.close()?;
    }
    xml.close()
}

fn tests(file: &FileFindings<'_>) -> usize {
    file.findings.len().max(1)
}

fn tests_text(file: &FileFindings<'_>) -> String {
    tests(file).to_string()
}

fn case(
    xml: &mut Xml<'_>,
    places: &Places<'_>,
    (file, policies): (&str, Option<&PolicyTotals>),
    finding: &Diagnostic,
) -> io::Result<()> {
    let start = finding.span.map(|span| places.positions(span).0);
    let place = start.map(|at| format!(" at {}:{}", at.line, at.column)).unwrap_or_default();
    let rule = policy_of(places.sources(), finding).map(|policy| policy.rule_id());
    let name = format!("{}{place}", rule.as_deref().unwrap_or(finding.code.id()));
    let line = start.map(|at| at.line.to_string());
    let mut attributes = vec![("name", name.as_str()), ("classname", file)];
    if let Some(line) = &line {
        attributes.extend([("file", file), ("line", line.as_str())]);
    }
    xml.open("testcase", &attributes)?;
    if let Some(totals) = policies {
        properties(xml, totals, places, finding)?;
    }
    let at = if place.is_empty() { String::new() } else { format!("{file}{}\n", place.replace(" at ", ":")) };
    let text = format!("{at}{}", prose::whole(places, finding));
    match finding.severity {
        Severity::Error => {
            let code = finding.code.id();
            xml.text("failure", &[("type", code), ("message", &finding.message)], &text)?;
        }
        severity => xml.text("system-out", &[], &format!("{}: {text}", severity.name()))?,
    }
    xml.close()
}

/// The instances that a finding about a policy concerns, and the values that decide.
fn properties(
    xml: &mut Xml<'_>,
    totals: &PolicyTotals,
    places: &Places<'_>,
    finding: &Diagnostic,
) -> io::Result<()> {
    let violations: Vec<_> = totals.violations(places.sources(), finding).collect();
    if violations.is_empty() {
        return Ok(());
    }
    xml.open("properties", &[])?;
    for (case, values) in violations {
        xml.empty("property", &[("name", "instance"), ("value", &case.instance)])?;
        for CaseValue { name, value } in values {
            xml.empty("property", &[("name", name), ("value", value)])?;
        }
    }
    xml.close()
}
