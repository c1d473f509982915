//! Trees of modules: dropping data while other modules are judged changes no answer, and nothing is read
//! twice.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use hclx_analysis::{Memory, Question, Session, Settings, Snapshot};
use hclx_eval::{Budget, Entry, Host, Refusal};

/// In-memory files that count how often each is read.
#[derive(Debug, Default)]
struct Counting {
    files: Memory,
    reads: Mutex<BTreeMap<String, usize>>,
}

impl Host for Counting {
    fn read(&self, path: &str) -> Result<Vec<u8>, Refusal> {
        let read = self.files.read(path);
        if read.is_ok() {
            *self.reads.lock().expect("no panic").entry(path.to_owned()).or_default() += 1;
        }
        read
    }

    fn look(&self, path: &str) -> Result<Entry, Refusal> {
        self.files.look(path)
    }

    fn list(&self, path: &str) -> Result<Vec<(String, Entry)>, Refusal> {
        self.files.list(path)
    }
}

/// A block that only a root may have, for each of the called modules.
const BACKEND: &str = "terraform {\n  backend \"local\" {}\n}\n";

const FILES: &[(&str, &str)] = &[
    ("a/main.tf", "module \"one\" {\n  source = \"./modules/one\"\n}\n"),
    (
        "a/versions.tf",
        "terraform {\n  required_providers {\n    x = {\n      source = \"y/x\"\n    }\n  }\n}\n",
    ),
    ("a/examples/all/main.tf", "module \"all\" {\n  source = \"../..\"\n}\nresource \"x_y\" \"z\" {}\n"),
    (
        "a/modules/one/main.tf",
        "module \"two\" {\n  source = \"../two\"\n  b      = var.a\n}\nvariable \"a\" {}\n",
    ),
    ("a/modules/two/main.tf", BACKEND),
    ("a/modules/two/variables.tf", "variable \"b\" {\n  type = number\n}\n"),
    ("a/tests/setup/main.tf", BACKEND),
    ("a/tests/a.tftest.hcl", "run \"setup\" {\n  module {\n    source = \"./tests/setup\"\n  }\n}\n"),
    // a source that only the parser can determine
    ("b/main.tf", "module \"brackets\" {\n  source = (\"./brackets\")\n}\n"),
    ("b/brackets/main.tf", BACKEND),
    ("b/more.tf.json", r#"{"mod\u0075le": {"escaped": {"source": "./escap\u0065d"}}}"#),
    ("b/escaped/main.tf", BACKEND),
    ("b/text.tf", "module \"text\" {\n  source = <<E\n./text\nE\n}\n"),
    ("b/template.tf", "module \"template\" {\n  source = \"./${\"template\"}\"\n}\n"),
    ("b/template/main.tf", BACKEND),
    // cyclic calls
    ("c/d/main.tf", "module \"e\" {\n  source = \"../e\"\n}\n"),
    ("c/e/main.tf", "module \"d\" {\n  source = \"../d\"\n}\n"),
    ("f/main.tf", BACKEND),
];

fn tree() -> (Arc<Counting>, Snapshot) {
    let mut host = Counting::default();
    FILES.iter().for_each(|(path, text)| host.files.insert(path, text.as_bytes()));
    let host = Arc::new(host);
    let mut session = Session::new(hclx_languages::ALL, host.clone(), Settings::default());
    FILES.iter().for_each(|(path, _)| {
        session.add(path);
    });
    (host, session.snapshot())
}

/// The findings of all units; with `drops`, data is dropped after each answer.
fn findings(snapshot: &Snapshot, drops: bool) -> Vec<String> {
    let mut told = Vec::new();
    for unit in snapshot.units() {
        let answer = snapshot.answer(unit, &Question::Check, &Budget::default());
        told.extend(answer.findings.iter().map(|one| {
            let place = one.span.expect("a place");
            format!("{}:{}: {}", snapshot.path(place.source), place.range.start, one.message)
        }));
        if drops {
            snapshot.release(unit, |_| false);
        }
    }
    told.sort();
    told
}

#[test]
fn what_is_dropped_changes_nothing_and_is_not_read_again() {
    let (_, kept) = tree();
    let expected = findings(&kept, false);
    let (host, dropped) = tree();
    assert_eq!(findings(&dropped, true), expected);
    let reads = host.reads.lock().expect("no panic");
    let again: Vec<_> = reads.iter().filter(|(_, count)| **count > 1).collect();
    assert!(again.is_empty(), "{again:?}");
    let ignored: Vec<&str> = expected
        .iter()
        .filter(|told| told.ends_with("a `backend` block has no effect in a child module"))
        .filter_map(|told| told.split(':').next())
        .collect();
    assert_eq!(
        ignored,
        ["a/modules/two/main.tf", "b/brackets/main.tf", "b/escaped/main.tf", "b/template/main.tf"]
    );
}
