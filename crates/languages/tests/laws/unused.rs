//! Uses in files beside a module are determined from their trees, not from their text.

use std::sync::Arc;

use hclx_analysis::{Memory, Question, Session, Settings};
use hclx_diag::code_names::UNUSED_DECLARATION;
use hclx_eval::Budget;

const MODULE: &str = "locals {\n  abc = 1\n  abcd = 2\n}\ndata \"d\" \"x\" {}\n";

/// The unused declarations of a module with a file beside it.
fn unused(name: &str, text: &str) -> Vec<String> {
    let mut memory = Memory::default();
    memory.insert("main.tf", MODULE.as_bytes());
    memory.insert(name, text.as_bytes());
    let mut session = Session::new(hclx_languages::ALL, Arc::new(memory), Settings::default());
    session.add("main.tf");
    session.add(name);
    let snapshot = session.snapshot();
    let answers =
        snapshot.units().iter().map(|unit| snapshot.answer(unit, &Question::Check, &Budget::default()));
    let findings = answers.flat_map(|answer| answer.findings);
    let unused = findings.filter(|one| one.code == UNUSED_DECLARATION);
    unused.filter_map(|one| Some(one.message.split('`').nth(1)?.to_owned())).collect()
}

/// An assertion of a test.
fn asserted(condition: &str) -> String {
    format!("run \"a\" {{\n  assert {{\n    condition = {condition}\n    error_message = \"x\"\n  }}\n}}\n")
}

#[test]
fn references_use_and_texts_do_not() {
    let all = ["abc", "abcd", "x"];
    let of = |text: &str| unused("a.tftest.hcl", text);
    assert_eq!(of(""), all);
    assert_eq!(of(&asserted("\"local.abc\" != \"\"")), all);
    assert_eq!(of(&asserted("true # local.abc, data.d.x")), all);
    assert_eq!(of(&asserted("output.local.abc == 1")), all);
    assert_eq!(of(&asserted("[for local in [{ abc = 1 }] : local.abc] != []")), all);
    // one name is a prefix of the other
    assert_eq!(of(&asserted("local.abcd == 2")), ["abc", "x"]);
    assert_eq!(of(&asserted("local . abc == 1")), ["abcd", "x"]);
    assert_eq!(of(&asserted("\"${local.abc}\" == \"1\"")), ["abcd", "x"]);
    assert_eq!(of(&asserted("data.d.x[0].id != null")), ["abc", "abcd"]);
    // a string is a reference here
    assert_eq!(of("run \"a\" {\n  expect_failures = [\"data.d.x\"]\n}\n"), ["abc", "abcd"]);
    assert_eq!(of("override_data {\n  target = data.d.x\n  values = {}\n}\n"), ["abc", "abcd"]);
    // the uses in a file with syntax errors are unknown
    assert_eq!(of("run \"a\" {"), [""; 0]);
}

#[test]
fn strings_of_json_are_references_where_the_schema_wants_them() {
    let of = |text: &str| unused("a.tftest.json", text);
    assert_eq!(of(r#"{"run": {"a": {"expect_failures": ["data.d.x"]}}}"#), ["abc", "abcd"]);
    assert_eq!(of(r#"{"run": {"data.d.x": {"variables": {"a": "local.abc"}}}}"#), ["abc", "abcd", "x"]);
    assert_eq!(of(r#"{"run": {"a": {"variables": {"a": "${local.abc}"}}}}"#), ["abcd", "x"]);
}
