//! Verdicts about runs of test files, compared with what Terraform 1.11.4 reports.

use std::collections::BTreeMap;
use std::sync::Arc;

use hclx_analysis::{Memory, Question, Session, Settings, TestRun, Verdict, row_of};
use hclx_eval::Budget;
use hclx_testkit::{Vector, vectors};
use serde_json::Value as Json;

/// The minimum numbers of decided runs, by group. They may only grow.
const DECIDED: &[(&str, usize)] = &[
    ("calls", 58),
    ("computed-keys", 39),
    ("conditions", 184),
    ("data", 504),
    ("ephemeral", 2),
    ("ephemeral-opened", 22),
    ("expect2", 466),
    ("expect3", 14),
    ("generated-json", 10),
    ("generated-message", 1),
    ("halted", 32),
    ("late-null", 8),
    ("messages", 7),
    ("messages2", 11),
    ("mocks", 148),
    ("modules", 29),
    ("null-output", 12),
    ("outputs", 26),
    ("paths", 44),
    ("refresh-only", 253),
    ("refresh-only-check", 2),
    ("state", 422),
    ("state2", 492),
    ("static-references", 9),
    ("target", 68),
    ("total-functions", 32),
    ("unmet", 7),
    ("values", 23),
    ("variables", 20),
];

/// The verdicts about some test files of a module, by file.
fn verdicts(vector: &Vector, tests: &[&Json]) -> BTreeMap<String, Vec<TestRun>> {
    let mut memory = Memory::default();
    let mut names = Vec::new();
    let tests = tests.iter().map(|test| (text(&test["path"]), text(&test["text"])));
    let module = vector["module"].as_object().expect("files").iter();
    for (name, contents) in module.map(|(name, contents)| (name.as_str(), text(contents))).chain(tests) {
        memory.insert(name, contents.as_bytes());
        names.push(name);
    }
    let mut settings = Settings::default();
    if let Some(schema) = vector["schema"].as_str() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/terraform/");
        let bytes = std::fs::read(format!("{root}{schema}")).expect("the recorded schema");
        memory.insert("schemas/schema.json", bytes);
        settings.provider_schemas = vec!["schemas/schema.json".into()];
    }
    let mut session = Session::new(hclx_languages::ALL, Arc::new(memory), settings);
    for name in names.into_iter().filter(|name| row_of(hclx_languages::ALL.iter().copied(), name).is_some()) {
        session.add(name);
    }
    let snapshot = session.snapshot();
    let question = Question::Tests { directory: "tests".into(), has_values: false };
    let answers = snapshot.units().iter().map(|unit| snapshot.answer(unit, &question, &Budget::default()));
    let files = answers.flat_map(|answer| answer.tests);
    files.map(|file| (snapshot.path(file.file).to_string(), file.runs)).collect()
}

/// The steps of the verdicts about a number of runs of a module with a local value that takes long and depends on nothing.
fn steps(runs: usize) -> u64 {
    let module = "locals {\n  sum = sum([for a in range(100) : sum([for b in range(100) : a * b])])\n}\n\
                  variable \"name\" {\n  type = string\n}\noutput \"name\" {\n  value = \"${var.name}-${local.sum}\"\n}\n";
    let run = |index: usize| {
        format!(
            "run \"r{index}\" {{\n  command = plan\n  variables {{\n    name = \"n{index}\"\n  }}\n  assert {{\n    \
             condition     = output.name == \"n{index}-24502500\"\n    error_message = \"wrong\"\n  }}\n}}\n"
        )
    };
    let mut memory = Memory::default();
    memory.insert("main.tf", module.as_bytes());
    memory.insert("tests/a.tftest.hcl", (0..runs).map(run).collect::<String>().as_bytes());
    let mut session = Session::new(hclx_languages::ALL, Arc::new(memory), Settings::default());
    for name in ["main.tf", "tests/a.tftest.hcl"] {
        session.add(name);
    }
    let (snapshot, budget) = (session.snapshot(), Budget::default());
    let question = Question::Tests { directory: "tests".into(), has_values: false };
    let answer = snapshot.answer(&snapshot.units()[0], &question, &budget);
    let verdicts = answer.tests.iter().flat_map(|file| &file.runs).map(|run| run.verdict);
    assert_eq!(verdicts.collect::<Vec<_>>(), vec![Verdict::Passes; runs]);
    budget.used().0
}

#[test]
fn what_no_run_changes_is_evaluated_once() {
    let (few, many) = (steps(2), steps(40));
    assert!(many < 2 * few, "{few} steps for 2 runs, {many} for 40");
}

fn text(json: &Json) -> &str {
    json.as_str().expect("a string")
}

/// The runs of a test file with Terraform's answers.
fn recorded(test: &Json) -> Vec<(&str, &str)> {
    let runs = test["runs"].as_array().expect("runs");
    runs.iter().map(|run| (text(&run[0]), text(&run[1]))).collect()
}

/// Returns `true` if a verdict contradicts what Terraform reports.
fn contradicts(run: &TestRun, reported: &str) -> bool {
    // a verdict holds if the run is reached
    let is_unreached = reported == "skip" && run.reached_if.is_some();
    // the configuration of a test file may be wrong as a whole; where Terraform panics, nothing is said
    let is_failure = ["fail", "error", "config"].contains(&reported);
    match run.verdict {
        Verdict::Passes => reported != "pass" && !is_unreached,
        Verdict::Fails => !is_failure && !is_unreached,
        Verdict::Skipped => reported != "skip",
        Verdict::Open => false,
    }
}

/// The verdicts about all runs of a vector, each with its test file and Terraform's answer.
fn judged(vector: &Vector) -> Vec<(String, TestRun, String)> {
    let tests = vector["tests"].as_array().expect("tests");
    let is_broken = |test: &&Json| recorded(test).iter().any(|(_, reported)| *reported == "config");
    let (broken, good): (Vec<&Json>, Vec<&Json>) = tests.iter().partition(is_broken);
    // a test file that Terraform cannot read fails those beside it, so each is judged alone
    let groups = std::iter::once(good).chain(broken.into_iter().map(|test| vec![test]));
    let mut all = Vec::new();
    for group in groups.filter(|group| !group.is_empty()) {
        let mut verdicts = verdicts(vector, &group);
        for test in group {
            let path = text(&test["path"]);
            let runs = verdicts.remove(path).expect("the verdicts about each file");
            for (run, (name, reported)) in runs.into_iter().zip(recorded(test)) {
                assert_eq!(&*run.name, name);
                all.push((path.to_owned(), run, reported.to_owned()));
            }
        }
    }
    all
}

#[test]
fn no_verdict_contradicts_terraform() {
    let mut decided: BTreeMap<String, usize> = BTreeMap::new();
    let (mut all, mut wrong) = (0, Vec::new());
    for vector in vectors("terraform/runs.jsonl") {
        for (path, run, reported) in judged(&vector) {
            all += 1;
            *decided.entry(vector.id()).or_default() += usize::from(run.verdict != Verdict::Open);
            if contradicts(&run, &reported) {
                wrong.push(format!("{path}: {} {} {reported}", run.name, run.verdict.word()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(all >= 2_990, "{all} runs");
    for (group, least) in DECIDED {
        let found = decided.get(*group).copied().unwrap_or_default();
        assert!(found >= *least, "{group}: {found} decided, {least} expected; all: {decided:?}");
    }
}
