//! Rules of typing that the recorded cases do not cover: one document each.

use crate::asked::{Asked, errors};

/// The type of the body of a document, or its errors with their locations.
fn answer(source: &str) -> String {
    let answer = Asked::check(source).answer();
    // findings of the evaluation are not about types
    let (_, found): (Vec<_>, Vec<_>) =
        answer.diagnostics.into_iter().partition(|finding| finding.code.id().starts_with("MU5"));
    match found.iter().any(hclx_diag::Diagnostic::is_error) {
        true => errors(source, &found),
        false => answer.body.map_or_else(|| "nothing".to_owned(), |body| body.own),
    }
}

fn all(cases: &[(&str, &str)]) {
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|(source, expected)| {
            let found = answer(source);
            (found != *expected).then(|| format!("{source}\n  expected {expected}\n  found    {found}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const OPTIONAL: &str =
    "properties:\n  a: { type: int, required: false }\n  b: { type: int, required: false }\n";

#[test]
fn tests_for_none_narrow() {
    let cases = [
        ("x: ${if(a == null, 0, a)}", "{x: int}"),
        ("x: ${if(!(a == null), a + 1, 0)}", "{x: int}"),
        ("x: ${if(a != null && b != null, a + b, 0)}", "{x: int}"),
        ("x: ${a == null || a > 1}", "{x: bool}"),
        ("x: ${if(a == null || b == null, 0, a + b)}", "{x: int}"),
        ("x: ${if(defined(a), a + 1, 0)}", "{x: int}"),
        ("x: ${if(this.a != null, a + 1, 0)}", "{x: int}"),
        ("x: ${if(this[\"a\"] != undefined, this.a + 1, 0)}", "{x: int}"),
        ("x: ${if(a != null, 0, a + 1)}", "MU4008 4:23-4:24"),
        ("${if a == null}\nx: 0\n${else}\nx: ${a + 1}\n${done}", "{x: int}"),
        ("${if a == null}\nx: 0\n${else if b == 1}\nx: ${a + 1}\n${done}", "{x?: int}"),
        ("${let c = a}\nx: ${if(c != null, c + 1, 0)}", "{x: int}"),
        ("x: ${for([1], if(a != null, a + item, 0))}\ny: ${a + 1}", "MU4008 5:6-5:7"),
    ];
    let cases: Vec<(String, &str)> =
        cases.iter().map(|(text, expected)| (format!("{OPTIONAL}{text}\n"), *expected)).collect();
    all(&cases.iter().map(|(text, expected)| (&**text, *expected)).collect::<Vec<_>>());
}

#[test]
fn written_values_are_exact_as_indexes_and_keys() {
    all(&[
        ("${let t = [1, \"x\"]}\n${let i = 1}\nx: ${t[i]}\n", "{x: string}"),
        (
            "${let o = { \"a\": 1, \"b\": \"x\" }}\n${let k = \"b\"}\nx: ${o[k]}\ny: ${o.a}\n",
            "{x: string, y: int}",
        ),
        ("${let k = \"z\"}\nx: ${lookup({ \"a\": 1 }, k, \"d\")}\n", "{x: string}"),
        ("x: ${{ \"a\": 1 }[\"b\"]}\n", "MU4007 1:17-1:20"),
        ("x: ${1 == 2}\n", "{x: bool}"),
        ("x: ${1[0]}\n", "MU4007 1:7-1:10"),
    ]);
}

#[test]
fn expected_types_reach_the_innermost_node() {
    let header = "types:\n  t: { properties: { n: int, s: { type: string, required: false } } }\n";
    let cases = [
        ("x: ${t{ n: if(true, 1, \"a\") }}", "MU4001 3:24-3:27"),
        ("x: ${t[]{[{ \"n\": 1 }, { \"n\": \"a\" }]}}", "MU4001 3:30-3:33"),
        ("x: !t\n  n: 1\n  s: ${if(true, \"a\")}", "{x: t}"),
        ("x: !t\n  s: a", "MU4002 4:3-4:4"),
        ("x: !t\n  n: 1\n  m: 2", "MU4003 5:3-5:4"),
        ("x: !t\n  s: a\n  ${if true}\n  n: 1\n  ${done}", "MU4002 4:3-4:4"),
        ("x: !t\n  s: a\n  ${if true}\n  n: 1\n  ${else}\n  n: a\n  ${done}", "MU4001 8:6-8:7"),
        ("x: !t\n  s: a\n  ${if true}\n  n: 1\n  ${else}\n  n: 2\n  ${done}", "{x: t}"),
        ("x: { \"${as map[string, int]}\": { a: 1, b: c } }", "MU4001 3:43-3:44"),
        ("x: ${for([1], t{ n: item })}", "{x: t[]}"),
        ("x: ${t{ 1: 2 }}", "MU1201 3:9-3:10"),
        ("x: ${{ int, string }{[1]}}", "MU4001 3:22-3:25"),
        ("x: ${int{null ?? 1.5}}", "MU4011 3:18-3:21"),
    ];
    let cases: Vec<(String, &str)> =
        cases.iter().map(|(text, expected)| (format!("{header}{text}\n"), *expected)).collect();
    all(&cases.iter().map(|(text, expected)| (&**text, *expected)).collect::<Vec<_>>());
}

#[test]
fn what_shows_later_stays_so() {
    let header = "properties:\n  o: output[int]\n  p: promise[string]\n";
    let cases = [
        ("x: ${o + 1}", "{x: output[int]}"),
        ("x: ${p + \"s\" == \"t\"}", "{x: promise[bool]}"),
        ("x: a-${o}", "{x: output[string]}"),
        ("x: ${upper(p)}", "{x: promise[string]}"),
        ("x: ${if(o > 1, 1, 2)}", "{x: output[int]}"),
        ("x: ${-o}", "{x: output[int]}"),
    ];
    let cases: Vec<(String, &str)> =
        cases.iter().map(|(text, expected)| (format!("{header}{text}\n"), *expected)).collect();
    all(&cases.iter().map(|(text, expected)| (&**text, *expected)).collect::<Vec<_>>());
}

#[test]
fn names_mean_what_their_scope_says() {
    all(&[
        ("x: ${b}\n${let t = 1}\nb: ${t}\n", "{b: int, x: int}"),
        ("a: ${t}\n${let t = a}\n", "MU2006 1:6-1:7"),
        ("${let t = t}\na: 1\n", "MU2006 1:11-1:12"),
        ("${let if = 1}\na: 1\n", "MU2005 1:7-1:9"),
        ("a: 1\n${let a = 2}\n", "MU2004 2:7-2:8"),
        ("a: ${this}\n", "MU2007 1:6-1:10"),
        ("a: 1\n${let t = this}\nb: ${t.a}\n", "MU2007 3:6-3:7"),
        ("x: ${for([[1], [2]], for(item, item))}\n", "{x: int[][]}"),
        ("x: ${for({ \"a\": [1] }, for(value, key + string(item)))}\n", "{x: string[][]}"),
        (
            "x: ${null + 1}\ny: ${for(null, 1)}\nz: ${if(null, 1)}\n",
            "MU4008 1:6-1:10; MU4012 2:10-2:14; MU4006 3:9-3:13",
        ),
        ("x:\n  ${let a = 1}\n  ${a}: 1\n  b: ${a}\ny: [${a}]\n", "MU2001 5:7-5:8"),
    ]);
}

/// The time is proportional to the source, and the stack is not deep.
#[test]
fn long_documents_take_no_long_time() {
    let sum = format!("x: ${{1{}}}\n", " + 1".repeat(5_000));
    assert_eq!(answer(&sum), "{x: int}");
    let and = format!("a: true\nx: ${{a{}}}\n", " && a".repeat(5_000));
    assert_eq!(answer(&and), "{a: bool, x: bool}");
    let chain: String = format!("properties:\n  p: any\nx: ${{p{}}}\n", ".a".repeat(5_000));
    assert_eq!(answer(&chain), "{x: any}");
    let cells: String = (0..1_000).map(|n| format!("k{n}: ${{k{}}}\n", n + 1)).collect();
    assert!(answer(&cells).starts_with("MU2001 1000:"), "only the last is unknown");
    let unknown: String = (0..1_000).map(|n| format!("k{n}: ${{u{n}}}\n")).collect();
    assert_eq!(answer(&unknown).matches("MU2001").count(), 1_000);
}

/// A type may be far larger than its document; messages about it are short.
#[test]
fn types_that_double_are_not_written_out_in_messages() {
    let double = |n: usize| format!("${{let v{n} = {{ \"x\": v{0}, \"y\": v{0} }}}}\n", n - 1);
    let lets: String = (1..60).map(double).collect();
    let wrong: String = (0..200).map(|n| format!("k{n}: ${{v59 + {n}}}\nj{n}: ${{int{{v59}}}}\n")).collect();
    let findings = Asked::check(&format!("${{let v0 = 1}}\n{lets}{wrong}")).answer().diagnostics;
    assert_eq!(findings.len(), 400);
    assert!(findings.iter().all(|found| found.message.len() < 1_000));
}

#[test]
fn joins_and_merges_follow_the_body() {
    all(&[
        ("x: ${for([1], { \"k\" + string(item): item })}\n", "{x: map[string, int]}"),
        ("x: ${for({ \"a\": 1 }, { value: key })}\n", "{x: map[int, string]}"),
        ("x: ${for(for([1], { \"a\": item }), value)}\n", "{x: int[]}"),
        ("x:\n  - 1\n  ${if true}\n  - a\n  ${done}\n", "{x: (int | string)[]}"),
        ("x: [1, null]\ny: [{ a: 1 }, { b: 2 }]\n", "{x: int?[], y: {a?: int, b?: int}[]}"),
        ("x: ${merge({ \"a\": 1 }, jsondecode(\"{}\"))}\n", "{x: any}"),
        (
            "x:\n  ${if true}\n  a: 1\n  b: 1\n  ${else}\n  a: s\n  ${done}\n",
            "{x: {a: int | string, b?: int}}",
        ),
        ("x:\n  a: 1\n  ${jsondecode(\"{}\")}\n", "{x: map[string, any]}"),
        ("x:\n  a: 1\n  ${if(true, { \"b\": 2 })}\n", "{x: {a: int, b?: int}}"),
        ("x: ${[[], [1]]}\n", "{x: int[][]}"),
    ]);
}

#[test]
fn defaults_are_typed_where_they_stand() {
    all(&[
        (
            "types:\n  t: { properties: { a: int, b: { type: int, default: \"${a + 1}\" } } }\nx: 1\n",
            "{x: int}",
        ),
        (
            "types:\n  t: { properties: { a: int, b: { type: int, default: \"${zz}\" } } }\nx: 1\n",
            "MU2001 2:58-2:60",
        ),
        ("types:\n  t: { base: int, default: \"${this}\" }\nx: 1\n", "MU2008 2:31-2:35"),
        (
            "types:\n  t: { properties: { a: { type: int, default: s } } }\n  u: { base: t, properties: { b: int } }\nx: 1\n",
            "MU4001 2:47-2:48",
        ),
        ("${let v = 1}\nproperties:\n  a: { type: int, default: \"${v}\" }\nx: 1\n", "MU2001 3:31-3:32"),
    ]);
}
