//! Limits: an exceeded limit is reported, and files are read once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use hclx_analysis::{Memory, Question, Session, Settings};
use hclx_diag::Diagnostic;
use hclx_eval::{Budget, Entry, Host, Limits, Refusal};
use hclx_mull::Mull;

use crate::asked::Asked;

/// Files in memory that count how often they are read.
#[derive(Debug, Default)]
struct Counting {
    files: Memory,
    reads: AtomicUsize,
}

impl Host for Counting {
    fn read(&self, path: &str) -> Result<Vec<u8>, Refusal> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        self.files.read(path)
    }

    fn look(&self, path: &str) -> Result<Entry, Refusal> {
        self.files.look(path)
    }
}

#[test]
fn a_file_that_many_documents_import_is_read_once() {
    let mut host = Counting::default();
    let types: String = (0..50).map(|n| format!("  T{n}: {{ base: int, minimum: {n} }}\n")).collect();
    host.files.insert("types.yaml", format!("types:\n{types}").into_bytes());
    host.files.insert("data.json", &b"{ \"port\": 8080 }"[..]);
    let host = Arc::new(host);
    let mut session = Session::new(&[&Mull], Arc::clone(&host) as Arc<dyn Host>, Settings::default());
    for n in 0..40 {
        let text =
            format!("types: {{ $import: [types.yaml] }}\nport: ${{T{n}{{import(\"data.json\").port}}}}\n");
        session.set(&format!("{n}.mull"), text.into_bytes());
    }
    let snapshot = session.snapshot();
    assert_eq!(snapshot.units().len(), 40);
    for unit in snapshot.units() {
        let answer = snapshot.answer(unit, &Question::Eval, &Budget::default());
        assert!(answer.findings.is_empty(), "{:?}", answer.findings);
    }
    assert_eq!(host.reads.load(Ordering::Relaxed), 2);
}

/// Types whose defaults create two objects of the next type each.
fn doubling(depth: usize) -> String {
    let mut text = "types:\n".to_owned();
    for n in 0..depth {
        let default = format!("{{ type: T{}, default: {{}} }}", n + 1);
        text += &format!("  T{n}: {{ properties: {{ a: {default}, b: {default} }} }}\n");
    }
    text + &format!("  T{depth}: {{ properties: {{ z: {{ type: int, default: 1 }} }} }}\n")
}

#[test]
fn a_spent_budget_is_said_on_every_road() {
    let unused = doubling(12) + "y: 5\nz: ${fail(\"boom\")}\n";
    let used = doubling(12) + "y: ${T0{ {} }}\n";
    let perhaps = format!("{}properties: {{ p: bool }}\ny: ${{if(p, T0{{ {{}} }}, 1)}}\n", doubling(12));
    let union = format!(
        "{}y: !U ${{jsondecode(\"{{}}\")}}\n",
        doubling(12).replace("types:\n", "types:\n  U: T0 | int | bool\n")
    );
    let looped = "a: ${for(range(2000), contains([1, 2], item))}\n";
    let compared = "${let a = range(3000)}\nb: ${if(a == a, 1)}\n";
    let found = "${let a = range(300)}\nb: ${contains([a, a], concat(range(299), [7]))}\n";
    let kept = "${let a = range(300)}\nb: ${distinct([a, a, a, a])}\n";
    let hidden = "properties: { p: bool }\n${let a = range(300)}\nb: ${if(p, contains([a, a], concat(range(299), [7])))}\n";
    for source in [&unused, &used, &perhaps, &union, looped, compared, found] {
        for asked in [Asked::eval(source), Asked::check(source)] {
            let limits = Limits { steps: 500, ..Limits::default() };
            let found = Asked { limits, ..asked }.answer().diagnostics;
            let limits: Vec<&Diagnostic> = found.iter().filter(|found| found.code.id() == "MU5008").collect();
            assert_eq!(limits.len(), 1, "{source}\n{found:?}");
        }
    }
    let limits = Limits { steps: 500, ..Limits::default() };
    let found = Asked { limits, ..Asked::check(hidden) }.answer().diagnostics;
    assert_eq!(found.iter().filter(|found| found.code.id() == "MU5008").count(), 1, "{found:?}");
    let large = "${let a = range(100000)}\nb: ${length(for(range(100), concat(a, a)))}\n";
    for source in [large, kept] {
        let limits = Limits { bytes: 4_000, ..Limits::default() };
        let found = Asked { limits, ..Asked::eval(source) }.answer().diagnostics;
        assert!(found.iter().any(|found| found.code.id() == "MU5008"), "{source}\n{found:?}");
    }
}
