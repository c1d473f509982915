//! Comparisons of interfaces, checked against the values that both versions accept: a value that the old
//! version accepts and the new one rejects is reported, and for a certain change there is such a value.

use std::fmt::Write;
use std::sync::Arc;

use hclx_analysis::compare::{CalledUnits, Change, Level, compare};
use hclx_analysis::describe::Description;
use hclx_analysis::{Extent, Memory, Question, Session, Settings};
use hclx_diag::Certainty;
use hclx_eval::Budget;

/// Types with rules that apply to them.
const INPUTS: &[(&str, &[&str])] = &[
    (
        "string",
        &[
            "contains([\"a\", \"b\"], var.x)",
            "contains([\"a\", \"b\", \"ab\"], var.x)",
            "var.x == \"a\"",
            "var.x != \"b\"",
            "!contains([\"b\", \"ab\"], var.x)",
            "startswith(var.x, \"a\")",
            "startswith(var.x, \"ab\")",
            "length(var.x) >= 1",
            "length(var.x) > 2",
            "length(var.x) <= 2",
            "length(var.x) < 4 && length(var.x) > 0",
            "can(regex(\"^[ab]+$\", var.x))",
            "can(regex(\"^a\", var.x))",
            "var.x == null || contains([\"a\", \"b\"], var.x)",
            "var.x == null ? true : length(var.x) > 0",
            "var.x != null",
            "upper(var.x) != var.x",
        ],
    ),
    (
        "number",
        &[
            "var.x > 1",
            "var.x >= 1",
            "var.x < 4",
            "var.x <= 4 && var.x >= 2",
            "var.x != 3",
            "contains([1, 2, 3], var.x)",
            "contains([2, 3], var.x)",
            "floor(var.x) == var.x",
            "var.x == null || var.x > 1",
            "var.x % 2 == 0",
        ],
    ),
    ("bool", &["var.x == true", "var.x", "var.x != null"]),
    (
        "list(string)",
        &[
            "length(var.x) > 0",
            "length(var.x) >= 2",
            "length(var.x) <= 2",
            "length(var.x) == 2",
            "length(distinct(var.x)) == length(var.x)",
            "alltrue([for v in var.x : contains([\"a\", \"b\"], v)])",
            "alltrue([for v in var.x : v != \"b\"])",
            "alltrue([for v in var.x : length(v) > 1])",
        ],
    ),
    ("set(string)", &["length(var.x) > 0", "alltrue([for v in var.x : startswith(v, \"a\")])"]),
    (
        "map(number)",
        &[
            "length(var.x) > 0",
            "alltrue([for k, v in var.x : v > 1])",
            "alltrue([for k, v in var.x : v >= 2 && v < 9])",
            "alltrue([for k in keys(var.x) : length(k) <= 1])",
        ],
    ),
    (
        "object({ a = string, b = optional(number) })",
        &[
            "var.x.a != \"\"",
            "contains([\"a\", \"b\"], var.x.a)",
            "var.x.b == null || var.x.b > 1",
            "length(var.x.a) > 1",
        ],
    ),
    ("object({ a = string, b = number })", &["var.x.b > 1"]),
    ("object({ a = string })", &["var.x.a == \"a\""]),
    ("list(number)", &["length(var.x) > 0", "alltrue([for v in var.x : v > 1])"]),
    ("any", &[]),
];

/// Values that callers may pass.
const VALUES: &[&str] = &[
    "null",
    "true",
    "false",
    "-1",
    "0",
    "0.5",
    "1",
    "1.5",
    "2",
    "2.5",
    "3",
    "4",
    "4.5",
    "5",
    "9",
    "\"\"",
    "\"a\"",
    "\"b\"",
    "\"A\"",
    "\"ab\"",
    "\"ax\"",
    "\"abx\"",
    "\"x\"",
    "\"xx\"",
    "\"xxx\"",
    "\"aaaa\"",
    "\"abcd\"",
    "\"true\"",
    "\"2\"",
    "[]",
    "[\"a\"]",
    "[\"b\"]",
    "[\"ax\"]",
    "[\"\"]",
    "[\"a\", \"a\"]",
    "[\"a\", \"b\"]",
    "[\"ab\", \"ax\", \"abc\"]",
    "[\"a\", \"b\", \"a\"]",
    "[\"x\", \"y\", \"z\"]",
    "[\"xx\", \"yy\"]",
    "[\"xx\", \"xx\"]",
    "[\"ax\", \"ax\"]",
    "[\"ax\", \"ab\", \"ac\"]",
    "[1, 2]",
    "[5]",
    "[null]",
    "{}",
    "{ k = 1 }",
    "{ k = 3 }",
    "{ k = 10 }",
    "{ kk = 3 }",
    "{ kk = 0 }",
    "{ k = null }",
    "{ a = \"a\" }",
    "{ a = \"b\" }",
    "{ a = \"\" }",
    "{ a = \"ax\" }",
    "{ a = \"ax\", b = 1 }",
    "{ a = \"a\", b = 1 }",
    "{ a = \"b\", b = 1 }",
    "{ a = \"abc\", b = 5 }",
    "{ a = \"a\", b = 5 }",
    "{ a = \"\", b = 5 }",
    "{ a = null }",
    "{ a = \"a\", b = null }",
    "{ a = null, b = 5 }",
    "{ a = 1, b = 2 }",
];

/// A pseudorandom sequence that is always the same (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % count as u64) as usize
    }
}

/// A variable of a type with some of its rules.
fn variable(random: &mut Random, (ty, rules): (&str, &[&str])) -> String {
    let mut text = format!("variable \"x\" {{\n  type = {ty}\n");
    if random.below(6) == 0 {
        text.push_str("  nullable = false\n");
    }
    for _ in 0..random.below(3).min(rules.len()) {
        let rule = rules[random.below(rules.len())];
        let _ = write!(text, "  validation {{\n    condition = {rule}\n    error_message = \"No.\"\n  }}\n");
    }
    text + "}\n"
}

/// The description of a module, and whether it accepts each of the values.
fn judged(module: &str) -> (Description, Vec<bool>) {
    let calls: Vec<String> = VALUES
        .iter()
        .enumerate()
        .map(|(number, value)| {
            format!("module \"m{number}\" {{ # {number}\n  source = \"./m\"\n  x = {value}\n}}\n")
        })
        .collect();
    let main = calls.concat();
    let mut memory = Memory::default();
    memory.insert("main.tf", main.as_bytes());
    memory.insert("m/main.tf", module.as_bytes());
    let mut session = Session::new(hclx_languages::ALL, Arc::new(memory), Settings::default());
    let file = session.add("main.tf");
    session.add("m/main.tf");
    let snapshot = session.snapshot();
    let (mut description, mut accepted) = (None, vec![true; VALUES.len()]);
    for unit in snapshot.units() {
        let is_root = unit.files.contains(&file);
        let question = if is_root { Question::Check } else { Question::Describe(Extent::Interface) };
        let answer = snapshot.answer(unit, &question, &Budget::default());
        if !is_root {
            description = answer.description.map(|one| *one);
            continue;
        }
        for finding in answer.findings.iter().filter(|finding| finding.is_error()) {
            let at = finding.span.filter(|span| span.source == file).expect("a place in a call").range.start;
            let line = main[..at as usize].matches('\n').count();
            accepted[line / 4] = false;
        }
    }
    (description.expect("a description"), accepted)
}

#[test]
fn what_is_refused_now_is_reported() {
    let pairs = if std::env::var_os("HCLX_LONG").is_some() { 20_000 } else { 2_000 };
    let mut random = Random(7);
    let (none, admits) = (CalledUnits::default(), |_: &str, _: &str| true);
    let mut known: std::collections::HashMap<String, (Description, Vec<bool>)> =
        std::collections::HashMap::new();
    let (mut reported, mut certain, mut without) = (0, 0, 0);
    for _ in 0..pairs {
        let first = random.below(INPUTS.len());
        let second = if random.below(3) == 0 { random.below(INPUTS.len()) } else { first };
        let old = variable(&mut random, INPUTS[first]);
        let new = variable(&mut random, INPUTS[second]);
        for text in [&old, &new] {
            known.entry(text.clone()).or_insert_with(|| judged(text));
        }
        let ((before, was), (now, is)) = (&known[&old], &known[&new]);
        let changes = compare((before, &none), (now, &none), &admits);
        let breaks: Vec<&Change> = changes.iter().filter(|one| one.level == Level::Major).collect();
        let refused: Vec<&str> =
            (0..VALUES.len()).filter(|at| was[*at] && !is[*at]).map(|at| VALUES[at]).collect();
        let told = || breaks.iter().map(|one| &*one.message).collect::<Vec<_>>();
        assert!(refused.is_empty() || !breaks.is_empty(), "not reported: {refused:?}\n{old}{new}");
        let is_certain = breaks.iter().any(|one| one.certainty == Certainty::Must);
        // contradictory rules accept nothing
        let accepts_some = was.iter().any(|was| *was);
        assert!(!is_certain || !accepts_some || !refused.is_empty(), "certain: {:?}\n{old}{new}", told());
        reported += usize::from(!breaks.is_empty());
        certain += usize::from(is_certain);
        without += usize::from(!breaks.is_empty() && refused.is_empty());
    }
    assert!(certain > pairs / 8 && reported > certain, "{certain} of {reported}");
    // for most possible changes, there is such a value
    assert!(without * 8 < reported, "{without} of {reported} without a value");
}
