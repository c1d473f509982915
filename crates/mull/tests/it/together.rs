//! Types and values together.

use hclx_mull::value::Val;

use crate::asked::Asked;

/// The body as JSON, or the findings as code and message.
fn said(asked: Asked<'_>) -> String {
    let source = asked.source;
    let reply = asked.answer();
    let line = |finding: &hclx_diag::Diagnostic| {
        let span = finding.span.expect("a place");
        format!("{} `{}`", finding.code.id(), &source[span.range.range()])
    };
    let findings: Vec<String> = reply.diagnostics.iter().map(line).collect();
    if findings.is_empty() {
        let value = reply.value.expect("nothing is wrong");
        return value.to_compact_json().unwrap_or_else(|| "not known".to_owned());
    }
    findings.join("; ")
}

fn eval(source: &str) -> String {
    said(Asked::eval(source))
}

fn check(source: &str) -> String {
    said(Asked::check(source))
}

fn eval_with(source: &str, inputs: &[(&str, Val)]) -> String {
    let inputs = inputs.iter().map(|(name, value)| ((*name).into(), value.clone())).collect();
    said(Asked { inputs, ..Asked::eval(source) })
}

#[test]
fn defaults_see_the_object_that_is_made() {
    let source = "types:\n  t:\n    properties:\n      a: { type: int, default: \"${b + 1}\" }\n      b: { type: int, default: 1 }\n";
    assert_eq!(
        eval(&format!("{source}x: ${{t{{ b: 5 }}}}\ny: ${{t{{}}}}\n")),
        r#"{"x":{"a":6,"b":5},"y":{"a":2,"b":1}}"#
    );
    let circle = source.replace("default: 1 ", "default: \"${a}\" ");
    assert_eq!(eval(&format!("{circle}x: ${{t{{}}}}\n")), "MU2007 `a`");
}

#[test]
fn constraints_hold_wherever_values_meet_them() {
    let types = "types:\n  port: { base: int, minimum: 1 }\n  web: { properties: { ports: \"port[]\" } }\nproperties:\n  n: any\n";
    for (body, expected) in [
        ("x: ${web{ ports: [1, n] }}", "MU5001 `n`"),
        ("x: ${port[]{[1, n]}}", "MU5001 `n`"),
        ("x: ${map[string, port]{ a: 1, b: n }}", "MU2001 `a`; MU2001 `b`"),
        ("x: ${map[string, port]{ 'a': 1, 'b': n }}", "MU5001 `n`"),
        ("x: !web\n  ports:\n  - ${n}", "MU5001 `n`"),
        ("x: !web\n  ports: ${[n]}", "MU5001 `n`"),
        ("${let p = port{n}}\nx: ${p}", "MU5001 `n`"),
    ] {
        assert_eq!(eval_with(&format!("{types}{body}\n"), &[("n", Val::int(0))]), expected, "{body}");
    }
}

#[test]
fn a_value_of_a_derived_type_keeps_what_it_has() {
    let source = "types:\n  addr: { properties: { line: string } }\n  work: { base: addr, properties: { co: string } }\n\
                  ${let w = work{ line: 'l', co: 'c' }}\nx: ${addr[]{[w]}}\ny: ${addr[]{for([1], w)}}\nz:\n  ? \"${as addr[]}\"\n  :\n    - ${w}\n    - \"${insert}\": \"${[w]}\"\n";
    let one = r#"{"co":"c","line":"l"}"#;
    assert_eq!(eval(source), format!(r#"{{"x":[{one}],"y":[{one}],"z":[{one},{one}]}}"#));
}

#[test]
fn what_is_checked_says_only_what_is_certain() {
    let types = "types:\n  port: { base: int, minimum: 1, maximum: 65535 }\nproperties:\n  p: port\n  b: bool\n  s: string\n  o: { type: int, required: false }\n  xs: \"int[]\"\n";
    for (body, expected) in [
        ("x: ${port{p + 1}}", "not known"),
        ("x: ${port{p * -1}}", "MU5001 `p * -1`"),
        ("x: ${if(b, port{p * -1}, 1)}", "HX9207 `p * -1`"),
        ("x: ${if(p > 0, 1, 2)}", "MU9003 `p > 0`"),
        ("x: ${p > 80}", "not known"),
        ("x: ${for(xs, item / 0)}", "not known"),
        ("x: ${o != null && o > 1}", "not known"),
        ("${let x = 'a-' + s}\ny: ${x < 'a'}", "MU9003 `x < 'a'`"),
        ("${let x = 'a-' + s}\ny: ${startswith(x, 'b')}", r#"{"y":false}"#),
        ("x:\n  ${if b}\n  a: 1\n  ${done}\n  c: ${1 / 0}", "MU5003 `0`"),
        ("x: ${length([o])}\ny: ${length({ 'a': o })}", "not known"),
    ] {
        assert_eq!(check(&format!("{types}{body}\n")), expected, "{body}");
    }
}

#[test]
fn inputs_are_blamed_at_their_declarations() {
    let source = "types:\n  t: { properties: { a: int, b: { type: int, default: 2 } } }\nproperties:\n  p: t\n  q: { type: string, required: false }\nx: ${p}\n";
    let object = |entries: &[(&str, Val)]| {
        Val::object(entries.iter().map(|(name, value)| ((*name).into(), value.clone())))
    };
    let given = |value: Val| eval_with(source, &[("p", value)]);
    assert_eq!(given(object(&[("a", Val::int(1))])), r#"{"x":{"a":1,"b":2}}"#);
    assert_eq!(given(object(&[])), "MU4002 `p`");
    assert_eq!(given(object(&[("a", Val::string("1"))])), "MU4001 `p`");
    assert_eq!(given(object(&[("a", Val::int(1)), ("c", Val::Null)])), "MU4003 `p`");
    assert_eq!(eval_with(source, &[]), "MU4002 `p`");
    assert_eq!(
        eval_with(source, &[("p", object(&[("a", Val::int(1))])), ("zz", Val::Null)]),
        "MU4003 `properties`"
    );
}

#[test]
fn imports_run_in_a_scope_of_their_own() {
    let files = vec![(
        "lib.yaml".to_owned(),
        "properties:\n  n: int\n${let k = 10}\ny: ${n * k}\nfile: ${ctx.name}\n".to_owned(),
    )];
    let source = "k: 1\na: ${for([1, 2], import('lib.yaml', { 'n': item }).y)}\nb: ${import('lib.yaml', { 'n': k }).file}\n";
    assert_eq!(said(Asked { files, ..Asked::eval(source) }), r#"{"a":[10,20],"b":"lib","k":1}"#);
}

#[test]
fn defaults_are_judged_even_if_nobody_uses_them() {
    let types = "types:\n  port: { base: int, minimum: 1, default: 0 }\n";
    assert_eq!(check(&format!("{types}x: 1\n")), "MU5001 `0`");
    let source = "properties:\n  a: { type: { base: int, minimum: 1 }, default: \"${1 - 1}\" }\nx: 1\n";
    assert_eq!(check(source), "MU5001 `1 - 1`");
    assert_eq!(eval_with(source, &[("a", Val::int(5))]), "MU5001 `1 - 1`");
    // a default that must not be used is not an error
    assert_eq!(
        check("properties:\n  a: { type: int, default: \"${fail('give a')}\" }\nx: 1\n"),
        r#"{"x":1}"#
    );
}

#[test]
fn bodies_of_type_any_are_collected_with_a_warning() {
    assert_eq!(eval("x: ${for([1], jsondecode('{}'))}\n"), "MU9004 `jsondecode('{}')`");
    assert_eq!(eval("x: ${for([1], map[string, any]{jsondecode('{\"a\": 1}')})}\n"), r#"{"x":{"a":1}}"#);
}

#[test]
fn what_shows_later_gives_no_structure() {
    let source = "properties:\n  o: output[int]\n";
    assert_eq!(check(&format!("{source}x: ${{o + 1}}\n")), "not known");
    assert_eq!(check(&format!("{source}x:\n  ${{for range(3)}}\n  k${{o}}: 1\n  ${{done}}\n")), "not known");
    assert_eq!(check(&format!("{source}x:\n  ${{if o > 1}}\n  k: 1\n  ${{done}}\n")), "MU5007 `o > 1`");
}

#[test]
fn sets_hold_each_element_once_in_order() {
    assert_eq!(
        eval("x: ${set[int]{[3, 1, 3]}}\ny: ${set[string]{for(['b', 'a'], item)}}\n"),
        r#"{"x":[1,3],"y":["a","b"]}"#
    );
}

#[test]
fn unions_take_the_member_that_fits() {
    let types = "types:\n  a: { properties: { k: int, d: { type: int, default: 1 } } }\n  b: { properties: { k: string } }\nproperties:\n  v: any\n";
    let with = |value: Val| {
        let object = Val::object([("k".into(), value)]);
        eval_with(&format!("{types}${{let u = (a | b){{v}}}}\nx: ${{u}}\n"), &[("v", object)])
    };
    assert_eq!(with(Val::int(2)), r#"{"x":{"d":1,"k":2}}"#);
    assert_eq!(with(Val::string("s")), r#"{"x":{"k":"s"}}"#);
    assert_eq!(with(Val::Bool(true)), "MU4011 `v`");
}

#[test]
fn the_entry_that_is_too_large_is_blamed() {
    assert_eq!(eval("a: 1\nx: ${for(range(1000), range(1001))}\n"), "MU5008 `for(range(1000), range(1001))`");
}
