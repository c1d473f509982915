//! Pulumi programs, compared with the results of Pulumi's own binder: verdicts, places, types, and
//! errors that the binder does not find.
//!
//! `made.jsonl` and `other.jsonl` contain their files. First-party programs are read from a checkout
//! of pulumi/pulumi at commit 1b5949891b3c that `HCLX_PULUMI` names; without it they are skipped.

mod compare;
mod vector;

use std::path::{Path, PathBuf};

use hclx_testkit::workspace_root;

use vector::{Case, Outcome};

/// The required percentage for a kind.
struct Goal {
    name: &'static str,
    least: f64,
    good: usize,
    all: usize,
    wrong: Vec<String>,
}

impl Goal {
    fn new(name: &'static str, least: f64) -> Self {
        Self { name, least, good: 0, all: 0, wrong: Vec::new() }
    }

    fn count(&mut self, good: bool, what: impl FnOnce() -> String) {
        self.all += 1;
        self.good += usize::from(good);
        if !good {
            self.wrong.push(what());
        }
    }

    fn percent(&self) -> f64 {
        if self.all == 0 { 100.0 } else { 100.0 * self.good as f64 / self.all as f64 }
    }

    fn is_met(&self) -> bool {
        self.percent() >= self.least
    }
}

fn judge(cases: &[Case]) {
    let mut verdicts = Goal::new("verdicts", 98.0);
    let mut clean = Goal::new("no false errors", 100.0);
    let mut places = Goal::new("places", 93.0);
    let mut types = Goal::new("types", 97.0);
    let mut beyond = Goal::new("beyond", 90.0);
    for case in cases {
        let outcome = case.run();
        if !case.is_free() {
            verdicts.count(case.verdict_holds(&outcome), || case.told("verdict", &outcome));
            if case.should_be_clean() {
                clean.count(!outcome.has_errors(), || case.told("false error", &outcome));
            }
            if let Some(hit) = case.place_is_hit(&outcome) {
                places.count(hit, || case.told("place", &outcome));
            }
        }
        for (good, what) in case.types(&outcome) {
            types.count(good, || format!("{}: {what}", case.id()));
        }
        if let Some(found) = case.beyond_is_found(&outcome) {
            beyond.count(found, || case.told("beyond", &outcome));
        }
    }
    let goals = [verdicts, clean, places, types, beyond];
    for goal in &goals {
        goal.wrong.iter().for_each(|wrong| println!("{}: {wrong}", goal.name));
        println!("{}: {} of {} ({:.1} %)", goal.name, goal.good, goal.all, goal.percent());
    }
    for goal in &goals {
        assert!(goal.is_met(), "{}: {:.1} % of at least {}", goal.name, goal.percent(), goal.least);
    }
}

fn read(name: &str, checkout: Option<&Path>) -> Vec<Case> {
    let file = workspace_root().join("tests/vectors/pcl").join(name);
    let text = std::fs::read_to_string(file).expect("the vectors");
    text.lines().map(|line| Case::read(line, checkout)).collect()
}

fn checkout() -> Option<PathBuf> {
    let path = std::env::var_os("HCLX_PULUMI").map(PathBuf::from);
    if path.is_none() {
        println!("skipped: HCLX_PULUMI does not name a checkout of pulumi/pulumi at 1b5949891b3c");
    }
    path
}

#[test]
fn made_programs() {
    judge(&read("made.jsonl", None));
}

#[test]
fn first_party_programs() {
    if let Some(checkout) = checkout() {
        judge(&read("programs.jsonl", Some(checkout.as_path())));
    }
}

#[test]
fn first_party_programs_with_a_mistake() {
    if let Some(checkout) = checkout() {
        judge(&read("seeded.jsonl", Some(checkout.as_path())));
    }
}

#[test]
fn other_languages_are_left_alone() {
    for case in read("other.jsonl", None) {
        let outcome: Outcome = case.run();
        assert!(!outcome.has_errors(), "{}", case.told("false error", &outcome));
    }
}
