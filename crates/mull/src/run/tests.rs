//! Documents without declarations, evaluated without static types, so that only values decide.

use std::sync::Arc;

use crate::syntax::{Form, read};
use hclx_diag::SourceId;

use super::{Inputs, Job, Outcome, Parameters, run};
use crate::declare::{Program, Types};
use crate::value::Val;
use hclx_eval::{Budget, Limits};

fn run_with(source: &str, given: Parameters, limits: Limits) -> Outcome {
    let (document, findings) = read(SourceId(0), source.as_bytes().into(), Form::Yaml);
    assert!(findings.iter().all(|finding| !finding.is_error()), "{findings:?}");
    let mut program = Program::default();
    let root = document.root();
    let doc = program.add(Arc::new(document), SourceId(0), "lib/Mu.yaml");
    program.docs[0].header.root = root;
    let types = Types::new();
    let job = Job {
        program: &program,
        types: &types,
        nodes: &[],
        imported: &|_, _| None,
        budget: &Budget::new(limits),
    };
    run(&job, doc, &Inputs { properties: given, ctx: None })
}

/// The body as JSON, or the findings as `code: message`.
fn eval(source: &str) -> String {
    let outcome = run_with(source, Parameters::Known(Vec::new()), Limits::default());
    if outcome.diagnostics.is_empty() {
        return outcome.value.to_compact_json().expect("all is known");
    }
    findings(source, &outcome)
}

fn findings(source: &str, outcome: &Outcome) -> String {
    let line = |finding: &hclx_diag::Diagnostic| {
        let span = finding.span.expect("a place");
        format!("{} `{}`", finding.code.id(), &source[span.range.range()])
    };
    outcome.diagnostics.iter().map(line).collect::<Vec<_>>().join("; ")
}

#[test]
fn entries_are_computed_on_demand() {
    assert_eq!(eval("a: ${b + 1}\nb: ${c * 2}\nc: 3\n"), r#"{"a":7,"b":6,"c":3}"#);
    assert_eq!(eval("a: ${this.b}\nb: 1\n"), r#"{"a":1,"b":1}"#);
    assert_eq!(eval("${let n = m + 1}\na: ${n}\nm: 1\n"), r#"{"a":2,"m":1}"#);
}

#[test]
fn what_needs_itself_is_said_once_where_the_circle_closes() {
    let source = "a: ${b}\nb: ${c}\nc: ${a}\nd: ${a}\n";
    let outcome = run_with(source, Parameters::Known(Vec::new()), Limits::default());
    assert_eq!(findings(source, &outcome), "MU2007 `a`");
    assert_eq!(outcome.diagnostics[0].message, "`a` depends on itself: a → b → c → a");
    assert_eq!(eval("a: ${this}\n"), "MU2007 `this`");
}

#[test]
fn a_long_chain_costs_no_stack() {
    let mut source = String::new();
    for index in 0..5_000 {
        source += &format!("k{index}: ${{k{} + 1}}\n", index + 1);
    }
    source += "k5000: 0\n";
    let outcome = run_with(&source, Parameters::Known(Vec::new()), Limits::default());
    assert!(outcome.diagnostics.is_empty());
    let first = outcome.value.as_object().and_then(|fields| fields.get("k0").map(Val::show));
    assert_eq!(first.as_deref(), Some("5000"));
}

#[test]
fn each_entry_says_its_first_error() {
    assert_eq!(eval("a: [\"${1 / 0}\", \"${2 / 0}\"]\nb: ${[1][7]}\n"), "MU5003 `0`; MU5002 `7`");
}

#[test]
fn loops_bind_by_what_they_enumerate() {
    assert_eq!(
        eval("item: 7\nx: ${for({ \"b\": 1, \"a\": 2 }, key + string(item))}\n"),
        r#"{"item":7,"x":["a7","b7"]}"#
    );
    assert_eq!(eval("x: ${for([1, 2], for({ \"k\": 3 }, item + value))}\n"), r#"{"x":[[4],[5]]}"#);
}

#[test]
fn blocks_contribute_entries_and_elements() {
    let source =
        "m:\n  ${for [1, 2, 3]}\n  ${if item != 2}\n  k${item}: ${item}\n  ${done}\n  ${done}\n  z: 0\n";
    assert_eq!(eval(source), r#"{"m":{"k1":1,"k3":3,"z":0}}"#);
    let source = "a:\n  - 1\n  ${[2, 3]}\n  - ${if(false, 4)}\n  - 5\n";
    assert_eq!(eval(source), r#"{"a":[1,2,3,5]}"#);
    assert_eq!(eval("m:\n  a: 1\n  ${'a' + ''}: 2\n"), "MU5005 `${'a' + ''}`");
}

#[test]
fn undefined_is_left_out_and_null_is_not() {
    assert_eq!(
        eval("a: ${undefined}\nb: ${null}\nc: [\"${undefined}\", \"${null}\"]\n"),
        r#"{"b":null,"c":[null]}"#
    );
    assert_eq!(eval("${undefined}"), "null");
    assert_eq!(eval("a: ${null.b.c}\nb: ${undefined[0]}\n"), r#"{"a":null}"#);
}

#[test]
fn values_of_type_any_are_checked_when_they_are_there() {
    let data =
        |text: &str, expression: &str| format!("d: ${{jsondecode(\"{text}\")}}\nx: ${{{expression}}}\n");
    for (text, expression, expected) in [
        ("1", "d + 'a'", "MU4004 `d + 'a'`"),
        ("null", "d + 1", "MU4008 `d`"),
        ("1", "if(d, 1, 2)", "MU4006 `d`"),
        ("[1]", "d.a", "MU4007 `a`"),
        ("{}", "d.a", "MU4007 `a`"),
        ("[1]", "d['a']", "MU4007 `'a'`"),
        ("5", "for(d, 1)", "MU4012 `d`"),
        ("[]", "d < 1", "MU4004 `d < 1`"),
        ("1", "true && d", "MU4004 `d`"),
    ] {
        assert_eq!(eval(&data(text, expression)), expected, "{expression} of {text}");
    }
    assert_eq!(eval("d: ${jsondecode(\"[]\")}\nx: a-${d}\n"), "MU4013 `d`");
}

#[test]
fn limits_end_an_evaluation_with_one_finding() {
    let limits = Limits { steps: 1_000, ..Limits::default() };
    let source =
        "a: ${for(range(100), for(range(100), item))}\nb: ${for(range(100), for(range(100), item))}\n";
    let outcome = run_with(source, Parameters::Known(Vec::new()), limits);
    assert_eq!(outcome.diagnostics.len(), 1);
    assert_eq!(outcome.diagnostics[0].code.id(), "MU5008");
    let outcome = run_with("a: ${range(1000000)}\n", Parameters::Known(Vec::new()), Limits::default());
    assert_eq!(outcome.diagnostics.len(), 1);
    let mut doubling = "${let a0 = [1]}\n".to_owned();
    for index in 1..80 {
        doubling += &format!("${{let a{index} = [a{0}, a{0}]}}\n", index - 1);
    }
    doubling += "x: ${a79 == a79}\n";
    assert_eq!(
        findings(&doubling, &run_with(&doubling, Parameters::Known(Vec::new()), limits)),
        "MU5008 `a79 == a79`"
    );
}

#[test]
fn what_is_not_known_stays_so() {
    let source =
        "a: ${ctx.options.x}\nb: ${if(a, 1 / 0, 2)}\nc: ${for(a, item / 0)}\nd: ${\"x\" + a < \"w\"}\n";
    let outcome = run_with(source, Parameters::Unknown(Vec::new()), Limits::default());
    assert_eq!(findings(source, &outcome), "MU9003 `\"x\" + a < \"w\"`");
    assert!(!outcome.value.is_wholly_known());
}

#[test]
fn the_context_says_where_the_document_is() {
    let expected = r#"{"x":{"file":"lib/Mu.yaml","format":"yaml","name":"Mu","options":{}}}"#;
    assert_eq!(eval("x: ${ctx}\n"), expected);
}
