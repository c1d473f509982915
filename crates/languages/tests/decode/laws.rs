//! Laws for random bodies and specifications: nothing panics, and native syntax and JSON give the
//! same value.
//!
//! A case is generated from a number, so that failures are reproducible. `HCLX_LONG=1` runs many
//! more.

use std::fmt::Write;

use hclx_diag::SourceId;
use hclx_eval::Budget;
use hclx_eval::Scope;
use hclx_languages::hcldec::{DecodeResult, Input, check, decode, read_spec, value_json};
use hclx_syntax::ast::Language;
use proptest::prelude::*;
use proptest::test_runner::Config;

/// A pseudorandom number generator with a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % limit
    }

    fn one_of(&mut self, list: &[&'static str]) -> &'static str {
        list[self.below(list.len() as u64) as usize]
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

const ATTRIBUTES: &[&str] = &["a", "b", "c", "d"];
const BLOCKS: &[&str] = &["p", "q", "r"];
const LABELS: &[&str] = &["x", "y", "z"];
/// Types, each with a value of that type.
const TYPES: &[(&str, &str)] = &[
    ("string", "\"t\""),
    ("number", "12"),
    ("bool", "true"),
    ("any", "[\"u\", 1]"),
    ("list(string)", "[\"u\", \"v\"]"),
    ("map(number)", "{\"k\": 1}"),
    ("set(number)", "[1, 2, 2]"),
    ("tuple([string, bool])", "[\"s\", false]"),
    ("object({k = string})", "{\"k\": 1, \"l\": 2}"),
];
const VALUES: &[&str] = &["\"t\"", "\"5\"", "1.5", "true", "null", "[]", "[1, 2, 2]", "{\"k\": \"v\"}"];

/// The items that a specification reads from a body.
#[derive(Default)]
struct Level {
    /// Names, each with a matching value.
    attributes: Vec<(&'static str, &'static str)>,
    /// Block types with the number of labels and the contents.
    blocks: Vec<(&'static str, u64, Level)>,
}

/// A block of a specification, with a name if its context requires one.
fn spec(random: &mut Random, name: Option<&str>, depth: u64, level: &mut Level, out: &mut String) {
    let label = name.map(|name| format!(" \"{name}\"")).unwrap_or_default();
    let kinds: &[&str] = if depth == 0 {
        &["attr", "attr", "literal"]
    } else {
        &[
            "object",
            "object",
            "array",
            "attr",
            "attr",
            "block",
            "block_list",
            "block_set",
            "block_map",
            "block_attrs",
            "default",
            "transform",
            "literal",
        ]
    };
    let kind = random.one_of(kinds);
    let _ = writeln!(out, "{kind}{label} {{");
    match kind {
        "attr" => {
            let (ty, value) = TYPES[random.below(TYPES.len() as u64) as usize];
            let (name, required) = (random.one_of(ATTRIBUTES), random.chance(10));
            let _ = writeln!(out, "name = \"{name}\"\ntype = {ty}\nrequired = {required}");
            level.attributes.push((name, value));
        }
        "literal" => {
            let _ = writeln!(out, "value = {}", random.one_of(VALUES));
        }
        "object" => {
            for name in ["one", "two", "three"].into_iter().take(random.below(4) as usize) {
                spec(random, Some(name), depth - 1, level, out);
            }
        }
        "array" | "default" => {
            for _ in 0..1 + random.below(2) {
                spec(random, None, depth - 1, level, out);
            }
        }
        "transform" => {
            let results = ["nested", "[nested]", "jsonencode(nested)", "nested == null"];
            let _ = writeln!(out, "result = {}", random.one_of(&results));
            spec(random, None, depth - 1, level, out);
        }
        _ => blocks(random, kind, depth, level, out),
    }
    out.push_str("}\n");
}

/// Writes the contents of a specification block that reads blocks.
fn blocks(random: &mut Random, kind: &str, depth: u64, level: &mut Level, out: &mut String) {
    let block_type = random.one_of(BLOCKS);
    let _ = writeln!(out, "block_type = \"{block_type}\"");
    let (mut inner, mut labels) = (Level::default(), 0);
    match kind {
        "block_map" => {
            labels = 1 + random.below(2);
            out.push_str(if labels == 1 { "labels = [\"l\"]\n" } else { "labels = [\"l\", \"m\"]\n" });
        }
        "block_list" | "block_set" => {
            let _ = writeln!(out, "min_items = {}\nmax_items = {}", random.below(2), random.below(4));
        }
        "block_attrs" => {
            let (ty, value) = TYPES[random.below(TYPES.len() as u64) as usize];
            let _ = writeln!(out, "element_type = {ty}");
            inner.attributes.extend(ATTRIBUTES.iter().map(|name| (*name, value)));
        }
        _ => {}
    }
    if kind != "block_attrs" {
        spec(random, None, depth - 1, &mut inner, out);
    }
    level.blocks.push((block_type, labels, inner));
}

/// A body that can be written in both syntaxes: no name is both an attribute and a block.
struct Body {
    attributes: Vec<(&'static str, &'static str)>,
    blocks: Vec<(&'static str, Vec<&'static str>, Body)>,
}

/// A body that mostly matches.
fn body(random: &mut Random, level: &Level) -> Body {
    let mut attributes: Vec<(&str, &str)> = Vec::new();
    for (name, value) in &level.attributes {
        if random.chance(70) && !attributes.iter().any(|(known, _)| known == name) {
            attributes.push((name, if random.chance(95) { value } else { random.one_of(VALUES) }));
        }
    }
    let mut blocks: Vec<(&str, Vec<&str>, Body)> = Vec::new();
    for (block_type, labels, inner) in &level.blocks {
        // all blocks of a type have the same number of labels, because JSON would be ambiguous
        // otherwise
        if blocks.iter().any(|(known, ..)| known == block_type) {
            continue;
        }
        for _ in 0..random.below(3) {
            let labels = (0..*labels).map(|_| random.one_of(LABELS)).collect();
            blocks.push((*block_type, labels, body(random, inner)));
        }
    }
    if random.chance(3) {
        attributes.push(("stranger", "1"));
    }
    Body { attributes, blocks }
}

impl Body {
    fn native(&self, out: &mut String) {
        for (name, value) in &self.attributes {
            let _ = writeln!(out, "{name} = {value}");
        }
        for (block_type, labels, body) in &self.blocks {
            let labels: String = labels.iter().map(|label| format!(" \"{label}\"")).collect();
            let _ = writeln!(out, "{block_type}{labels} {{");
            body.native(out);
            out.push_str("}\n");
        }
    }

    /// Writes every block as a separate property: a type or label may be repeated.
    fn json(&self, out: &mut String) {
        out.push('{');
        let mut comma = "";
        for (name, value) in &self.attributes {
            let _ = write!(out, "{comma}\"{name}\": {value}");
            comma = ", ";
        }
        for (block_type, labels, body) in &self.blocks {
            let _ = write!(out, "{comma}\"{block_type}\": ");
            comma = ", ";
            labels.iter().for_each(|label| out.push_str(&format!("{{\"{label}\": ")));
            body.json(out);
            labels.iter().for_each(|_| out.push('}'));
        }
        out.push('}');
    }
}

fn decoded(spec: &hclx_languages::hcldec::SpecFile, text: &str, language: Language) -> DecodeResult {
    let bytes: std::sync::Arc<[u8]> = text.as_bytes().into();
    let (input, wrong) = Input::read(SourceId(1), bytes.clone(), language);
    assert!(wrong.is_empty(), "{wrong:?}:\n{text}");
    let _ = check(spec, SourceId(1), bytes, language, &Scope::root(), &Budget::default());
    let decoded = decode(spec, std::slice::from_ref(&input), &[], &Budget::default());
    if decoded.findings.is_empty() {
        let _ = value_json(&decoded.value, true, false);
    }
    let _ = decode(spec, &[input.clone(), input], &[], &Budget::default());
    decoded
}

/// Returns `true` if the case had a value.
fn agree(seed: u64) -> bool {
    let random = &mut Random(seed | 1);
    let (mut text, mut native, mut json) = (String::new(), String::new(), String::new());
    let mut level = Level::default();
    spec(random, None, 4, &mut level, &mut text);
    let (Some(spec), _) = read_spec(SourceId(0), text.as_bytes().into(), &Budget::default()) else {
        return false;
    };
    let body = body(random, &level);
    body.native(&mut native);
    body.json(&mut json);
    let one = decoded(&spec, &native, Language::Native);
    let other = decoded(&spec, &json, Language::Json);
    if !one.findings.is_empty() {
        return false;
    }
    assert!(other.findings.is_empty(), "only in JSON: {:#?}\n{text}\n{native}\n{json}", other.findings);
    assert!(one.value.same(&other.value), "{} is not {}:\n{text}\n{native}\n{json}", one.value, other.value);
    true
}

/// The number of cases.
fn cases() -> u32 {
    if std::env::var_os("HCLX_LONG").is_some() { 200_000 } else { 2_000 }
}

/// A generator that gives the same cases in every run.
fn seeded() -> proptest::test_runner::TestRng {
    proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha)
}

fn config(cases: u32) -> Config {
    Config { cases, failure_persistence: None, ..Config::default() }
}

#[test]
fn both_syntaxes_give_one_value() {
    let good = std::cell::Cell::new(0);
    let mut runner = proptest::test_runner::TestRunner::new_with_rng(config(cases()), seeded());
    let result = runner.run(&any::<u64>(), |seed| {
        good.set(good.get() + u32::from(agree(seed)));
        Ok(())
    });
    println!("{} of {} cases have a value", good.get(), cases());
    result.expect("the law holds");
    assert!(good.get() * 20 > cases(), "too few cases have a value: {}", good.get());
}

/// Arbitrary bytes as specification and as configuration, and almost correct ones.
#[test]
fn nothing_panics_on_broken_texts() {
    let runner = config(cases() / 3);
    proptest!(runner, |(seed: u64, cut in 0usize..400, junk in "[ -~\n]{0,12}")| {
        let random = &mut Random(seed | 1);
        let (mut text, mut native, mut level) = (String::new(), String::new(), Level::default());
        spec(random, None, 3, &mut level, &mut text);
        body(random, &level).native(&mut native);
        for broken in [&mut text, &mut native] {
            let at = cut.min(broken.len());
            broken.insert_str(at, &junk);
        }
        let (spec, _) = read_spec(SourceId(0), text.as_bytes().into(), &Budget::default());
        if let Some(spec) = spec {
            for language in [Language::Native, Language::Json] {
                let (input, _) = Input::read(SourceId(1), native.as_bytes().into(), language);
                let _ = decode(&spec, &[input], &[], &Budget::default());
                let _ = check(&spec, SourceId(1), native.as_bytes().into(), language, &Scope::root(), &Budget::default());
            }
        }
    });
}
