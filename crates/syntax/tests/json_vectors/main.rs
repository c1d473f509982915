//! The recorded vectors of HCL's JSON profile: acceptance, names, order, ranges, values that need no
//! evaluation, static analysis, and content under a schema.
//!
//! Two differences from the reference are rules, not exceptions: ranges inside strings refer to the source
//! bytes (`places`), and structural errors are reported once, where they have to be fixed (`findings`). The
//! values of templates are tested where they are evaluated.

mod body;
mod expr;
mod findings;
mod places;
mod values;

use std::sync::Arc;

use base64::source_of;
use hclx_diag::{Diagnostic, SourceId, TextRange};
use hclx_syntax::body::BodyView;
use hclx_syntax::{Parsed, parse_json};
use hclx_testkit::{Tally, Vector, vectors};
use serde_json::Value;

const FILE: &str = "decode/json.jsonl";
const SOURCE: SourceId = SourceId(0);

type Outcome = Result<(), String>;

mod base64 {
    //! The bytes of a vector, which may be invalid UTF-8.

    use hclx_testkit::Vector;

    pub(crate) fn source_of(vector: &Vector) -> Vec<u8> {
        match vector["src"].as_str() {
            Some(text) => text.as_bytes().to_vec(),
            None => decode(vector.str("src_b64")),
        }
    }

    fn decode(text: &str) -> Vec<u8> {
        const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let digits = text.bytes().filter_map(|byte| DIGITS.iter().position(|digit| *digit == byte));
        let (mut bits, mut held, mut bytes) = (0u32, 0, Vec::new());
        for digit in digits {
            bits = bits << 6 | digit as u32;
            held += 6;
            if held >= 8 {
                held -= 8;
                bytes.push((bits >> held) as u8);
            }
        }
        bytes
    }
}

/// A vector with its parsed source.
struct Read {
    bytes: Vec<u8>,
    parsed: Parsed,
    /// The finding about the root as a body.
    root: Option<Diagnostic>,
    /// Set if the reference accepts the source.
    clean: bool,
}

fn read(vector: &Vector) -> Read {
    let bytes = source_of(vector);
    let parsed = parse_json(SOURCE, Arc::from(bytes.as_slice()));
    let root = match vector.str("mode") {
        "expr" => None,
        _ => BodyView::root(&parsed.tree, SOURCE).1,
    };
    let clean = vector["parse_diagnostics"].as_array().is_some_and(Vec::is_empty);
    Read { bytes, parsed, root, clean }
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: T, wanted: T) -> Outcome {
    if found == wanted { Ok(()) } else { Err(format!("{what}: found {found:?}, expected {wanted:?}")) }
}

/// The byte range of a recorded range.
fn range_of(range: &Value) -> TextRange {
    let byte = |end: &str| range[end]["byte"].as_u64().expect("ranges have bytes") as u32;
    TextRange::new(byte("start"), byte("end"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The ranges of recorded diagnostics, sorted.
fn subjects(diagnostics: &Value) -> Vec<TextRange> {
    let mut places: Vec<_> = list(diagnostics).iter().map(|one| range_of(&one["subject"])).collect();
    places.sort();
    places
}

/// The ranges of findings, sorted; all must be errors, because all recorded diagnostics are.
fn places_of(findings: &[Diagnostic]) -> Vec<TextRange> {
    assert!(findings.iter().all(Diagnostic::is_error));
    let mut places: Vec<_> = findings.iter().map(|one| one.span.expect("a place").range).collect();
    places.sort();
    places
}

fn run(name: &str, test: impl Fn(&Vector, &Read) -> Outcome, applies: impl Fn(&Vector) -> bool) -> Tally {
    run_in(Tally::new(name), test, applies)
}

fn run_in(
    mut tally: Tally,
    test: impl Fn(&Vector, &Read) -> Outcome,
    applies: impl Fn(&Vector) -> bool,
) -> Tally {
    for vector in vectors(FILE).into_iter().filter(|vector| applies(vector)) {
        tally.run(&vector, || test(&vector, &read(&vector)));
    }
    tally
}

fn mode(wanted: &'static str) -> impl Fn(&Vector) -> bool {
    move |vector| vector.str("mode") == wanted
}

#[test]
fn every_vector_has_a_mode_that_is_tested() {
    let known = ["body", "expr", "broken", "content"];
    assert!(vectors(FILE).iter().all(|vector| known.contains(&vector.str("mode"))));
}

#[test]
fn the_same_texts_are_accepted() {
    let test = |_: &Vector, read: &Read| {
        let clean = read.parsed.diagnostics.is_empty() && read.root.is_none();
        same("accepted", clean, read.clean)
    };
    run("json accept", test, |_| true).finish();
}
