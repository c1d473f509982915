//! Binding of headers by itself: declarations, imports, metatypes, hostile headers.

use std::collections::BTreeMap;
use std::sync::Arc;

use hclx_analysis::{Memory, Session, Settings};
use hclx_diag::{Diagnostic, SourceId};
use hclx_mull::declare::{DocId, Header, Program, Types, bind};
use hclx_mull::syntax::{Form, read};
use hclx_mull::{Files, Mull, is_name};

struct Bound {
    program: Program,
    types: Types,
    findings: Vec<Diagnostic>,
}

impl Bound {
    fn of(source: &str, form: Form, files: BTreeMap<&str, &str>) -> Self {
        let mut host = Memory::default();
        for (path, text) in files {
            host.insert(path, text.as_bytes());
        }
        let snapshot = Session::new(&[&Mull], Arc::new(host), Settings::default()).snapshot();
        let (document, mut findings) = read(SourceId(0), source.as_bytes().into(), form);
        let (mut program, mut types) = (Program::default(), Types::new());
        let doc = program.add(Arc::new(document), SourceId(u32::MAX), "Mu.yaml");
        let readable = !findings.iter().any(Diagnostic::is_error);
        findings.retain(|_| false);
        if readable {
            findings = bind(&mut program, &mut types, doc, Files::new(&snapshot, None), None);
        }
        Self { program, types, findings }
    }

    fn yaml(source: &str) -> Self {
        Self::of(source, Form::Yaml, BTreeMap::new())
    }

    fn header(&self) -> &Header {
        &self.program.doc(DocId(0)).header
    }

    fn codes(&self) -> Vec<&'static str> {
        self.findings.iter().map(|found| found.code.id()).collect()
    }
}

#[test]
fn printed_types_read_back() {
    for text in [
        "(int | string)[]",
        "{a: int?, \"x y\"?: bool}",
        "map[string, {int, \"a\" | 1}]",
        "set[promise[any]]",
    ] {
        let source = format!("properties:\n  p: '{text}'\n");
        let bound = Bound::yaml(&source);
        let properties = bound.header().properties.as_ref().expect("parameters");
        assert_eq!(bound.types.show(&properties[0].ty), text);
    }
    assert!(is_name("a_1") && !is_name("1a") && !is_name("é"));
}

/// The parser knows the entries under `types:` and `properties:`, but not which other keys are declarations.
#[test]
fn declarations_are_static_but_for_defaults() {
    let told = |source: &str, codes: &[&str]| {
        let files = [("m", "types: { M: { properties: { t: $types, p: $properties } } }")];
        let bound = Bound::of(&format!("$schema: m#M\n{source}"), Form::Yaml, files.into());
        assert_eq!(bound.codes(), codes, "{source}");
    };
    told(
        "t:\n  a: ${x}\n  b: { base: string, maxLength: \"${1}\", default: \"${this}\" }\n",
        &["MU1104", "MU1104"],
    );
    told("p:\n  a-${1}: int\n  b: { description: \"a ${x}\", default: ${( 1 )} }\n", &["MU1104", "MU1104"]);
    told("t:\n  ${let x = 1}\n  a: { base: int, enum: [1, ${ (2) }] }\n", &["MU1104", "MU1104"]);
    assert_eq!(Bound::yaml("$schema: ${1}\n").codes(), ["MU1104"]);
}

#[test]
fn wrong_declarations_are_told_once() {
    let told = |source: &str, codes: &[&str]| assert_eq!(Bound::yaml(source).codes(), codes, "{source}");
    told("types:\n  a: { base: nope, maxLength: 3 }\n  b: { base: a, minLength: 1 }\n", &["MU2003"]);
    told("types:\n  a: { properties: { p: int }, maximum: 3 }\n", &["MU3005"]);
    told("types:\n  a: { base: int, properties: { p: int } }\n", &["MU3004"]);
    told("types:\n  a: { base: any, enum: [1] }\n", &["MU3006"]);
    told("types:\n  a: { base: int, maxmum: 1 }\n", &["MU3002"]);
    told("types:\n  a: { base: int, enum: [] }\n  b: { base: int, enum: [1, x] }\n", &["MU3007", "MU3007"]);
    told("types:\n  a: { base: int, minimum: 1.2, maximum: 1.8 }\n", &["MU3008"]);
    told("types:\n  a: { base: string, enum: [ab, c] }\n  b: { base: a, minLength: 3 }\n", &["MU3008"]);
    told("types:\n  a: { base: string, enum: [ab] }\n  b: { base: a, enum: [ab, x] }\n", &["MU3008"]);
    told(
        "types:\n  a: { properties: { p: int } }\n  b: { base: a, properties: { p: { type: int, required: false } } }\n",
        &["MU3009"],
    );
    told(
        "types:\n  a: { properties: { b: b } }\n  b: { properties: { a: a } }\n  c: { properties: { a: a } }\n",
        &["MU3012"],
    );
    told("types:\n  a: { properties: { b: \"a | int\", c: \"a[]\", d: \"map[string, a]\" } }\n", &[]);
    told("types:\n  a-b: int\n  1a: int\n  map: int\n", &["MU3002", "MU3002", "MU2005"]);
    told("types: 5\nproperties: [a]\n", &["MU3002", "MU3002"]);
    told(
        "types:\n  m: \"map[any, int]\"\n  k: \"map[string[], int]\"\n  ok: \"map[p, int]\"\n  p: { base: int, minimum: 1 }\n",
        &["MU3011", "MU3011"],
    );
    told(
        "types:\n  a: { base: a }\n  b: { base: \"{x: c}\" }\n  c: { base: \"b?\" }\n  d: { base: c }\n",
        &["MU3003", "MU3003"],
    );
    told("$schema: mull:nope\n", &["MU2009"]);
    told("types: { $import: nope }\n", &["MU3002"]);
    told("types: { $import: [nope] }\n", &["MU2009"]);
}

#[test]
fn words_of_other_languages_are_known() {
    let help = |ty: &str| {
        let finding = &Bound::yaml(&format!("types:\n  port: int\n  t: '{ty}'\n")).findings[0];
        let fixes = finding.fixes.iter().map(|fix| fix.title.clone());
        finding.help.iter().map(ToString::to_string).chain(fixes).collect::<Vec<String>>()
    };
    assert_eq!(help("boolean"), ["write `bool`"]);
    assert_eq!(help("map[string, integer]"), ["write `int`"]);
    assert_eq!(help("prot[]"), ["write `port`"]);
    assert_eq!(help("strng"), ["write `string`"]);
    assert!(help("list(string)")[0].contains("`T[]`"));
}

#[test]
fn imports_are_bound_once_and_never_in_a_circle() {
    let files = |list: &[(&'static str, &'static str)]| list.iter().copied().collect::<BTreeMap<_, _>>();
    let two = files(&[("a", "types: { $import: [b], x: int }"), ("b", "types: { $import: [a], y: int }")]);
    let bound = Bound::of("types: { $import: [a] }", Form::Yaml, two);
    assert_eq!(bound.codes(), ["MU2009"]);
    let diamond = files(&[
        ("a", "types: { $import: [c] }"),
        ("b", "types: { $import: [c] }"),
        ("c", "types: { z: { base: nope } }"),
    ]);
    let bound = Bound::of("types: { $import: [a, b], y: z }", Form::Yaml, diamond);
    assert_eq!(bound.codes(), ["MU2003"]);
    let clash = files(&[("a", "types: { x: int }"), ("b", "types: { x: int }")]);
    let bound = Bound::of("types: { $import: [a, b], x: bool }", Form::Yaml, clash);
    assert_eq!(bound.codes(), ["MU2004", "MU2004"]);
}

#[test]
fn metatypes_say_what_is_header() {
    let files =
        [("m", "types: { M: { properties: { types: { type: $types }, args: $properties, n: string } } }")];
    let source = "$schema: m#M\ntypes: { t: int }\nargs: { p: t }\nn: x\nproperties: 1\n";
    let bound = Bound::of(source, Form::Yaml, files.into());
    assert_eq!(bound.codes(), [] as [&str; 0]);
    let header = bound.header();
    assert_eq!(header.entries, [0, 1, 2]);
    assert_eq!(bound.types.show(&header.property("p").expect("a parameter").ty), "t");
    let bound = Bound::yaml("$schema: mull:data\ntypes: 1\n");
    assert!(bound.header().is_body(1) && !bound.header().is_body(0));
}

#[test]
fn large_headers_take_no_long_time() {
    let chain: String =
        (1..5_000).map(|at| format!("  t{at}: {{ properties: {{ p: t{} }} }}\n", at - 1)).collect();
    let bound = Bound::yaml(&format!("types:\n  t0: int\n{chain}"));
    assert_eq!(bound.codes(), [] as [&str; 0]);
    let chain: String = (1..3_000).map(|at| format!("  t{at}: t{}\n", at - 1)).collect();
    let bound = Bound::yaml(&format!("types:\n{chain}  t0: int\n"));
    assert!(bound.codes().contains(&"MU1008"));
}

/// Pieces that change the meaning of a header.
const PIECES: &[&str] = &[
    "types",
    "properties",
    "base",
    "type",
    "default",
    "enum",
    "pattern",
    "maximum",
    "minLength",
    "required",
    "$import",
    "$schema",
    "a",
    "b",
    "[]",
    "?",
    " | ",
    "map[",
    "{",
    "}",
    "[",
    "]",
    ": ",
    ", ",
    "\n",
    "  ",
    "${",
    "\"",
    "-1",
    "1.5",
    "null",
    "node",
    "\u{e9}",
];

#[test]
fn no_header_breaks_anything() {
    let recorded = crate::vectors::recorded();
    let cases = recorded.iter().flat_map(|(_, cases)| cases);
    let sources: Vec<String> =
        cases.map(|case| case["source"].as_str().expect("a source").to_owned()).collect();
    let long = std::env::var_os("HCLX_LONG").is_some();
    let mut seed: u64 = 42;
    let mut roll = |sides: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % sides.max(1) as u64) as usize
    };
    let (mut bound, mut findings) = (0, 0);
    for round in 0..if long { 200_000 } else { 1_500 } {
        let mut text = sources[round % sources.len()].clone();
        for _ in 0..=roll(3) {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            let (from, to) = (places[roll(places.len())], places[roll(places.len())]);
            let piece = PIECES[roll(PIECES.len())];
            let end = if roll(2) == 0 { from } else { to.clamp(from, text.len().min(from + 8)) };
            let end = (end..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
            text.replace_range(from..end, piece);
        }
        let outcome = Bound::yaml(&text);
        bound += usize::from(outcome.program.doc(DocId(0)).bound == hclx_mull::declare::BindingState::Yes);
        findings += outcome.findings.len();
        for custom in outcome.types.customs() {
            assert!(!matches!(custom.root.kind(), hclx_mull::ty::TyKind::Custom(_)), "{text}");
        }
        for found in &outcome.findings {
            let range = found.span.expect("a place").range;
            assert!(text.get(range.range()).is_some(), "{text}: {found:?}");
        }
    }
    println!("{bound} changed headers bound, {findings} findings");
    assert!(bound > 300 && findings > 60);
}

#[test]
fn enums_and_patterns_of_many_types_stay_small() {
    let members: Vec<String> = (0..5_000).map(|at| format!("m{at}")).collect();
    let based: String = (0..500).map(|at| format!("  t{at}: {{ base: e, minLength: 1 }}\n")).collect();
    let bound =
        Bound::yaml(&format!("types:\n  e: {{ base: string, enum: [{}] }}\n{based}", members.join(", ")));
    assert_eq!(bound.codes(), [] as [&str; 0]);
    let patterns: String = (0..400)
        .map(|at| format!("  t{at}: {{ base: string, pattern: '[a-y]{{900}}[b-z]{{{at}}}' }}\n"))
        .collect();
    let bound = Bound::yaml(&format!("types:\n{patterns}"));
    assert!(bound.codes().iter().all(|code| *code == "MU1008"), "{:?}", bound.codes());
}
