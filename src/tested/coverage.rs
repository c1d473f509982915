//! The policies for which tests have no passing mock, or no failing one.

use std::sync::Arc;

use hclx_analysis::{TestRun, Verdict};
use hclx_diag::{Ordered, Sources};

use super::Tests;

/// The mocks of a policy.
#[derive(Default)]
struct MockCoverage {
    passes: bool,
    fails: bool,
}

/// One line for each policy that is not covered, and a summary.
pub(crate) fn report(tests: &Tests, sources: &Sources) -> String {
    let mut policies: Ordered<(String, Arc<str>), MockCoverage> = Ordered::new();
    for (_, file) in &tests.files {
        for tested in &file.policies {
            let name = sources.get(tested.file).name().to_owned();
            let covered = policies.or_default((name, Arc::clone(&tested.name)));
            for run in &file.runs {
                let verdicts = verdicts(run, &tested.conditions);
                covered.fails |= verdicts.contains(&Verdict::Fails);
                covered.passes |=
                    !verdicts.is_empty() && verdicts.iter().all(|verdict| *verdict == Verdict::Passes);
            }
        }
    }
    let mut text = String::new();
    let mut uncovered = 0;
    for ((file, name), covered) in policies.iter() {
        let missing = match (covered.passes, covered.fails) {
            (true, true) => continue,
            (true, false) => "no mock fails",
            (false, true) => "no mock passes",
            (false, false) => "no mock",
        };
        uncovered += 1;
        text.push_str(&format!("{file}: policy `{name}`: {missing}\n"));
    }
    let all = policies.len();
    let policies = if all == 1 { "1 policy".to_owned() } else { format!("{all} policies") };
    text.push_str(&format!("{policies}: {} covered\n", all - uncovered));
    text
}

/// The results of some conditions in a run.
fn verdicts(run: &TestRun, conditions: &[hclx_diag::Span]) -> Vec<Verdict> {
    let own = run.assertions.iter().filter(|assertion| conditions.contains(&assertion.place));
    own.map(|assertion| assertion.verdict).collect()
}
