//! Findings: their codes, places and wording.

use hclx_diag::Certainty;

use crate::eval;

/// Certain errors: the source, the code, and the source text at the place of the finding.
const CERTAIN: &[(&str, &str, &str)] = &[
    ("\"a\" + 1", "HX2101", "\"a\""),
    ("[1, 2].x", "HX2054", ".x"),
    ("1 ? 2 : 3", "HX2102", "1"),
    ("{}[\"a\"]", "HX2054", "[\"a\"]"),
    ("[1, 2][2]", "HX2055", "[2]"),
    ("max(\"x\")", "HX4004", "\"x\""),
    ("max(1, 2, \"x\")", "HX4004", "\"x\""),
    ("true ? { a = 1, tags = {} } : { a = [] }", "HX2103", "{}"),
    ("true ? { a = [1, { b = [2] }] } : { a = [1, { b = 3 }] }", "HX2103", "[2]"),
    ("true ? { a = 1 } : { a = 1, tags = {} }", "HX2103", "{ a = 1 }"),
    ("[for x in nobody : x].name", "HX2054", ".name"),
    ("\"${[for x in nobody : x]} y\"", "HX2104", "[for x in nobody : x]"),
    ("null.x", "HX2053", ".x"),
    ("\"x ${[1]} y\"", "HX2104", "[1]"),
    ("[for x in 5 : x]", "HX2105", "5"),
    ("{ (null) = 1 }", "HX2108", "(null)"),
    ("{ for x in [1, 2] : \"k\" => x }", "HX2109", "\"k\""),
    ("substr(\"a\")", "HX4002", ")"),
    ("upper(\"a\", \"b\")", "HX4003", "\"b\""),
    ("join(\",\", [\"a\", [1]])", "HX4004", "[1]"),
    ("{ a = { b = 1 } }.a.c.d", "HX2054", ".c"),
    ("!5", "HX2101", "5"),
    ("null + 1", "HX2053", "null"),
    ("[for x in [1] : x if 5]", "HX2102", "5"),
];

#[test]
fn certain_mistakes_are_placed() {
    for &(src, code, place) in CERTAIN {
        let outcome = eval(src);
        let [found] = outcome.diagnostics.as_slice() else { panic!("{src}: {:?}", outcome.diagnostics) };
        let span = found.span.expect("a place").range;
        assert_eq!((found.code.id(), &src[span.range()]), (code, place), "{src}: {}", found.message);
        assert_eq!(found.certainty, Certainty::Must, "{src}");
    }
}

#[test]
fn what_may_not_run_is_no_error() {
    let cases = [
        "true || 1.x == 1",
        "false && [].x",
        "nobody || 1.x",
        "nobody ? 1.x : 2",
        "true ? 1 : 2.x",
        "try(1.x, 2)",
        "can(1.x)",
        "[for x in nobody : 1.x]",
        "[for x in [] : 1.x]",
        "nobody.x + nobody[\"y\"].z",
        "nothing(1, 2).x",
        "{ for k, v in nobody : k => v.x }",
        "nobody[*].a[0].b",
        "\"${nobody}-${nothing()}\"",
    ];
    for src in cases {
        let outcome = eval(src);
        assert!(!outcome.has_errors(), "{src}: {:?}", outcome.diagnostics);
    }
}

#[test]
fn both_arms_wrong_is_certain() {
    let outcome = eval("nobody ? 1.x : 2.y");
    assert_eq!(outcome.diagnostics.iter().filter(|found| found.is_error()).count(), 2);
}

#[test]
fn one_cause_gives_one_finding() {
    let cases = ["(\"a\" + 1).x[0] + upper(\"b\" * 2)", "[for x in [1, 2] : x.y]", "1.x.y.z"];
    let counts = cases.map(|src| eval(src).diagnostics.len());
    assert_eq!(counts, [2, 1, 1]);
}

#[test]
fn suggestions_name_the_nearest() {
    let suggestion = |src: &str| {
        let outcome = eval(src);
        let found = outcome.diagnostics.first().expect("a finding").clone();
        std::iter::once(found.message)
            .chain(found.help.into_iter().map(String::from))
            .collect::<Vec<_>>()
            .join("; ")
    };
    assert!(suggestion("{ region = 1 }.regoin").contains("did you mean `region`?"));
    assert!(suggestion("true ? { a = 1, tags = {} } : { a = [] }").contains(".tags"));
}
