//! Laws on random documents: the YAML-like and the JSON-like form of a document mean the same.

use std::collections::BTreeSet;
use std::fmt::Write;

use hclx_analysis::Purpose;
use hclx_mull::answers::Answer;
use hclx_mull::syntax::Form;
use hclx_mull::value::Val;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::asked::Asked;

/// A part of a document that can be written in either form.
#[derive(Clone, Debug)]
enum Part {
    /// A JSON literal, which is also valid YAML.
    Literal(String),
    /// A string.
    Text(String),
    /// A scalar that consists of a quotation.
    Quotation(String),
    /// A string that contains a quotation.
    Mixed(String, String),
    Sequence(Vec<Part>),
    Mapping(Vec<(String, Part)>),
    /// The entries that an `if` contributes, and those of its `else`.
    If(String, Vec<(String, Part)>, Vec<(String, Part)>),
    /// A sequence of the repetitions of a `for`.
    For(String, Box<Part>),
}

fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("a".to_owned()),
        Just("b".to_owned()),
        Just("this.c".to_owned()),
        Just("nowhere".to_owned()),
        Just("undefined".to_owned()),
        Just("null".to_owned()),
        Just("true".to_owned()),
        (0_i64..9).prop_map(|number| number.to_string()),
        Just("1.5".to_owned()),
        Just("\"x y\"".to_owned()),
        Just("'it''s'".to_owned()),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let operator =
            prop_oneof![Just("+"), Just("*"), Just("=="), Just("<"), Just("&&"), Just("??"), Just("/")];
        prop_oneof![
            (inner.clone(), operator, inner.clone()).prop_map(|(a, op, b)| format!("({a} {op} {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("[{a}, {b}]")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{{ \"k\": {a}, \"l\": {b} }}")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("if({a} == 1, {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("for([{a}], [item, {b}])")),
            inner.clone().prop_map(|a| format!("string({a})")),
            inner.clone().prop_map(|a| format!("length({a})")),
            inner.prop_map(|a| format!("{{ \"k\": {a} }}.k")),
        ]
    })
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![Just("a"), Just("b"), Just("c"), Just("d"), Just("key one"), Just("true"), Just("é")]
        .prop_map(str::to_owned)
}

fn entries(part: impl Strategy<Value = Part>) -> impl Strategy<Value = Vec<(String, Part)>> {
    prop::collection::vec((name(), part), 1..4).prop_map(|mut entries| {
        let mut seen = BTreeSet::new();
        entries.retain(|(name, _)| seen.insert(name.clone()));
        entries
    })
}

fn part() -> impl Strategy<Value = Part> {
    let leaf = prop_oneof![
        prop_oneof![Just("null"), Just("true"), Just("17"), Just("2.50"), Just("-3")]
            .prop_map(|text| Part::Literal(text.to_owned())),
        prop_oneof![
            Just("plain"),
            Just("with: colon"),
            Just("# no comment"),
            Just("7"),
            Just(""),
            Just("$${x}")
        ]
        .prop_map(|text| Part::Text(text.to_owned())),
        expression().prop_map(Part::Quotation),
        expression().prop_map(|inner| Part::Mixed("pre ".to_owned(), inner)),
    ];
    leaf.prop_recursive(3, 16, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..4).prop_map(Part::Sequence),
            entries(inner.clone()).prop_map(Part::Mapping),
            (expression(), entries(inner.clone()), entries(inner.clone()))
                .prop_map(|(condition, yes, no)| Part::If(format!("{condition} == 1"), yes, no)),
            (expression(), inner.clone())
                .prop_map(|(subject, body)| Part::For(format!("[{subject}]"), body.into())),
        ]
    })
}

fn json_text(text: &str) -> String {
    serde_json::to_string(text).expect("text")
}

/// The JSON-like form.
fn json(part: &Part, out: &mut String) {
    let object = |entries: &[(String, Part)], out: &mut String| {
        out.push('{');
        for (at, (name, part)) in entries.iter().enumerate() {
            out.push_str(if at > 0 { ", " } else { "" });
            let _ = write!(out, "{}: ", json_text(name));
            json(part, out);
        }
        out.push('}');
    };
    match part {
        Part::Literal(text) => out.push_str(text),
        Part::Text(text) => out.push_str(&json_text(text)),
        Part::Quotation(inner) => out.push_str(&json_text(&format!("${{{inner}}}"))),
        Part::Mixed(head, inner) => out.push_str(&json_text(&format!("{head}${{{inner}}}"))),
        Part::Sequence(parts) => {
            out.push('[');
            for (at, part) in parts.iter().enumerate() {
                out.push_str(if at > 0 { ", " } else { "" });
                json(part, out);
            }
            out.push(']');
        }
        Part::Mapping(entries) => object(entries, out),
        Part::If(condition, yes, no) => {
            let _ = write!(out, "{{{}: ", json_text(&format!("${{if {condition}}}")));
            object(yes, out);
            let _ = write!(out, ", {}: ", json_text("${else}"));
            object(no, out);
            out.push('}');
        }
        Part::For(subject, body) => {
            let _ = write!(out, "{{{}: [", json_text(&format!("${{for {subject}}}")));
            json(body, out);
            out.push_str("]}");
        }
    }
}

/// The YAML-like form: block style, statement lines.
fn yaml(part: &Part, indent: usize, out: &mut String) {
    let pad = " ".repeat(indent);
    let mapping = |entries: &[(String, Part)], out: &mut String| {
        for (name, part) in entries {
            let _ = write!(out, "{pad}{}:", json_text(name));
            value(part, indent + 2, out);
        }
    };
    match part {
        Part::Sequence(parts) => {
            for part in parts {
                // a loop in an item that consists of statements extends the sequence that contains the item
                if let Part::For(..) = part {
                    yaml(part, indent, out);
                    continue;
                }
                let _ = write!(out, "{pad}-");
                value(part, indent + 2, out);
            }
        }
        Part::Mapping(entries) => mapping(entries, out),
        Part::If(condition, yes, no) => {
            let _ = writeln!(out, "{pad}${{if {condition}}}");
            mapping(yes, out);
            let _ = writeln!(out, "{pad}${{else}}");
            mapping(no, out);
            let _ = writeln!(out, "{pad}${{done}}");
        }
        Part::For(subject, body) => {
            let _ = writeln!(out, "{pad}${{for {subject}}}");
            yaml(&Part::Sequence(vec![(**body).clone()]), indent, out);
            let _ = writeln!(out, "{pad}${{done}}");
        }
        scalar => {
            let _ = write!(out, "{pad}");
            value(scalar, indent, out);
        }
    }
}

/// Writes the value after a colon or a dash.
fn value(part: &Part, indent: usize, out: &mut String) {
    let _ = match part {
        Part::Literal(text) => writeln!(out, " {text}"),
        Part::Text(text) => writeln!(out, " {}", json_text(text)),
        Part::Quotation(inner) => writeln!(out, " ${{{inner}}}"),
        Part::Mixed(head, inner) => writeln!(out, " {head}${{{inner}}}"),
        collection => {
            out.push('\n');
            yaml(collection, indent, out);
            Ok(())
        }
    };
}

/// The data, the type of the body, and how often each code was found.
fn summary(answer: &Answer) -> (Option<String>, Option<String>, Vec<String>) {
    let mut codes: Vec<String> =
        answer.diagnostics.iter().map(|finding| finding.code.id().to_owned()).collect();
    codes.sort();
    let value = answer.value.as_ref().and_then(Val::to_json);
    (value, answer.body.as_ref().map(|body| body.own.clone()), codes)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn both_forms_of_a_document_mean_the_same(entries in entries(part())) {
        let document = Part::Mapping(entries);
        let (mut in_json, mut in_yaml) = (String::new(), String::new());
        json(&document, &mut in_json);
        yaml(&document, 0, &mut in_yaml);
        for purpose in [Purpose::Check, Purpose::Eval] {
            let found = summary(&Asked { purpose, ..Asked::eval(&in_yaml) }.answer());
            let expected = summary(&Asked { purpose, form: Form::Json, ..Asked::eval(&in_json) }.answer());
            prop_assert_eq!(&found, &expected, "{}\n{}", in_yaml, in_json);
        }
    }
}

/// The same documents in every run; `HCLX_LONG=1` uses many others.
fn config() -> ProptestConfig {
    let (cases, rng_seed) = match std::env::var_os("HCLX_LONG") {
        Some(_) => (100_000, RngSeed::Random),
        None => (512, RngSeed::Fixed(13)),
    };
    ProptestConfig { cases, rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}
