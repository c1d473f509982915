//! Equality and output of values.

use hclx_core::value::Tri;
use hclx_core::{Refiner, Type, Value};

use super::super::ty::read_numeral;
use super::{KeyKind, Val};

fn sample() -> Val {
    Val::object([
        ("b".into(), Val::array(vec![Val::int(1), Val::Undefined, Val::string("q\"\n")])),
        ("a".into(), Val::Null),
        ("gone".into(), Val::Undefined),
        ("e".into(), Val::object([])),
        ("n".into(), Val::Number(read_numeral("1e-7").unwrap())),
    ])
}

#[test]
fn json_keeps_the_order_of_writing() {
    let expected =
        "{\n  \"b\": [\n    1,\n    \"q\\\"\\n\"\n  ],\n  \"a\": null,\n  \"e\": {},\n  \"n\": 0.0000001\n}";
    assert_eq!(sample().to_json().unwrap(), expected);
    assert_eq!(Val::Undefined.to_json().unwrap(), "null");
    assert_eq!(Val::array(vec![Val::unknown()]).to_json(), None);
}

#[test]
fn compact_json_sorts_keys() {
    let expected = r#"{"a":null,"b":[1,"q\"\n"],"e":{},"n":0.0000001}"#;
    assert_eq!(sample().to_compact_json().unwrap(), expected);
}

#[test]
fn yaml_quotes_what_is_not_plain() {
    let value = Val::object([
        (
            "list".into(),
            Val::array(vec![sample(), Val::array(vec![Val::array(vec![])]), Val::array(vec![Val::int(2)])]),
        ),
        ("no".into(), Val::string("on")),
        ("t".into(), Val::string("a b.c")),
        ("v".into(), Val::string("1")),
        ("w".into(), Val::string("a: b")),
    ]);
    let expected = "list:\n  - b:\n      - 1\n      - \"q\\\"\\n\"\n    a: null\n    e: {}\n    \"n\": 0.0000001\n  - - []\n  - - 2\n\
                    \"no\": \"on\"\nt: a b.c\nv: \"1\"\nw: \"a: b\"\n";
    assert_eq!(value.to_yaml().unwrap(), expected);
    assert_eq!(Val::array(vec![]).to_yaml().unwrap(), "[]\n");
    assert_eq!(Val::int(1).to_yaml().unwrap(), "1\n");
}

#[test]
fn equality_is_by_value_and_undefined_is_null() {
    let one = Val::Number(read_numeral("1.0").unwrap());
    assert_eq!(Val::int(1).same(&one), Tri::Yes);
    assert_eq!(Val::Undefined.same(&Val::Null), Tri::Yes);
    assert_eq!(Val::int(1).same(&Val::string("1")), Tri::No);
    assert_eq!(sample().same(&sample()), Tri::Yes);
    let open = |unknown| Val::array(vec![unknown, Val::int(2)]);
    assert_eq!(open(Val::unknown()).same(&open(Val::int(1))), Tri::Unknown);
    assert_eq!(
        Val::array(vec![Val::unknown(), Val::int(2)]).same(&Val::array(vec![Val::int(1), Val::int(3)])),
        Tri::No
    );
    let url = Refiner::new(Value::unknown(Type::STRING)).prefix_full("https://").unwrap().finish().unwrap();
    assert_eq!(Val::Unknown(url.clone()).same(&Val::string("ftp://x")), Tri::No);
    assert_eq!(Val::Unknown(url).same(&Val::string("https://x")), Tri::Unknown);
}

#[test]
fn keys_are_enumerated_by_their_kind() {
    let fields = Val::object(["443", "80", "9"].map(|key| (key.into(), Val::Null)));
    let keys = |kind| -> Vec<String> {
        fields.as_object().unwrap().sorted(kind).iter().map(|entry| entry.0.to_string()).collect()
    };
    assert_eq!(keys(KeyKind::Number), ["9", "80", "443"]);
    assert_eq!(keys(KeyKind::String), ["443", "80", "9"]);
}

#[test]
fn deep_values_cost_no_stack() {
    let mut value = Val::Null;
    for _ in 0..200_000 {
        value = Val::array(vec![value]);
    }
    assert!(value.is_wholly_known());
    assert_eq!(value.same(&value), Tri::Yes);
    assert_eq!(value.count(1000), 1001);
    assert_eq!(value.to_compact_json().unwrap().len(), 400_004);
    value.dismantle();
}

#[test]
fn shared_parts_are_counted_as_often_as_they_are_printed() {
    let mut value = Val::Null;
    for _ in 0..200 {
        value = Val::array(vec![value.clone(), value]);
    }
    assert!(value.count(1_000_000) > 1_000_000);
    assert!(value.show().len() < 100);
}

#[test]
fn yaml_and_json_read_back_to_the_same_value() {
    use crate::syntax::{Form, read};
    let texts = [
        "",
        " ",
        "a",
        "a ",
        " a",
        "a: b",
        "a #b",
        "- a",
        "null",
        "Null",
        "~",
        "true",
        "yes",
        "1",
        "1.5",
        "0x1",
        ".5",
        "é",
        "a\nb\n",
        "\t",
        "\u{85}\u{2028}\u{feff}",
        "\"'\\",
        "#",
        "&a",
        "*a",
        "!a",
        "|",
        ">",
        "%",
        "@",
        "a-b/c.d",
        "---",
        "...",
        "[x]",
        "{x}",
        "a,b",
        "<<",
        "a\u{7f}\u{0}",
        "\u{1f600}",
    ];
    let entries = texts.iter().map(|text| ((*text).into(), Val::array(vec![Val::string(*text), Val::Null])));
    let value =
        Val::array(vec![Val::object(entries), sample(), Val::array(vec![Val::Bool(true), Val::object([])])]);
    for (text, form) in [(value.to_yaml().unwrap(), Form::Yaml), (value.to_json().unwrap(), Form::Json)] {
        let (document, findings) = read(hclx_diag::SourceId(0), text.as_bytes().into(), form);
        assert!(findings.is_empty(), "{findings:?}\n{text}");
        let back = Val::from_document(&document).unwrap();
        // undefined elements are omitted from arrays
        assert_eq!(back.to_json(), value.to_json(), "{text}");
    }
}
