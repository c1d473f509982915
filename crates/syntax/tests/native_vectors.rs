//! Recorded results of Go's hclsyntax for small sources: acceptance, trees, ranges of nodes, and the location
//! of the first error.
//!
//! Out of scope: the error messages, which are our own.

use std::sync::Arc;

use hclx_diag::{LineIndex, SourceId};
use hclx_syntax::{Parsed, parse_body, tree_spans, tree_text};
use hclx_testkit::{Tally, Vector, vectors};

fn bytes(vector: &Vector) -> Arc<[u8]> {
    match vector["source_b64"].as_str() {
        Some(text) => decode_base64(text).into(),
        None => vector.str("source").as_bytes().into(),
    }
}

fn decode_base64(text: &str) -> Vec<u8> {
    let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bits = 0_u32;
    let mut count = 0;
    let mut bytes = Vec::new();
    for byte in text.bytes().filter(|byte| *byte != b'=') {
        let digit = digits.iter().position(|digit| *digit == byte).expect("base64") as u32;
        bits = bits << 6 | digit;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}

fn parse(vector: &Vector) -> Parsed {
    parse_body(SourceId(0), bytes(vector))
}

fn accepts(parsed: &Parsed) -> bool {
    !parsed.diagnostics.iter().any(|finding| finding.is_error())
}

fn messages(parsed: &Parsed) -> Vec<&str> {
    parsed.diagnostics.iter().map(|finding| finding.message.as_str()).collect()
}

fn snippets(accepted: bool) -> impl Iterator<Item = Vector> {
    let all = vectors("syntax/snippets.jsonl").into_iter();
    all.filter(move |vector| vector["accept"] == accepted)
}

#[test]
fn the_same_texts_are_accepted() {
    let mut tally = Tally::new("accepted or rejected");
    for vector in vectors("syntax/snippets.jsonl") {
        tally.run(&vector, || {
            let parsed = parse(&vector);
            let (ours, theirs) = (accepts(&parsed), vector["accept"] == true);
            if ours == theirs { Ok(()) } else { Err(format!("accepted: {ours}; {:?}", messages(&parsed))) }
        });
    }
    tally.finish();
}

#[test]
fn accepted_texts_have_the_same_tree() {
    let mut tally = Tally::new("trees");
    for vector in snippets(true) {
        tally.run(&vector, || {
            let tree = tree_text(&parse(&vector).tree);
            if tree == vector.str("tree") { Ok(()) } else { Err(format!("{tree}\n  not {}", vector["tree"])) }
        });
    }
    tally.finish();
}

#[test]
fn nodes_of_accepted_texts_stand_at_the_same_places() {
    let mut tally = Tally::new("spans");
    for vector in snippets(true) {
        tally.run(&vector, || {
            let theirs: Vec<&str> =
                vector["spans"].as_array().into_iter().flatten().filter_map(|span| span.as_str()).collect();
            let ours = tree_spans(&parse(&vector).tree).collect::<Vec<_>>();
            if ours == theirs { Ok(()) } else { Err(format!("{ours:?}\n  not {theirs:?}")) }
        });
    }
    tally.finish();
}

/// Our errors are in source order, Go's start with those of its lexer, so the line of our first error is
/// compared with the line of Go's earliest.
#[test]
fn the_first_error_is_on_the_same_line() {
    let mut tally = Tally::new("lines of first errors").except_lines(include_str!("exceptions_lines.txt"));
    for vector in snippets(false) {
        tally.run(&vector, || {
            let errors = vector["errors"].as_array().into_iter().flatten();
            let theirs = errors.filter_map(|error| error["start"]["line"].as_u64()).min();
            let parsed = parse(&vector);
            let lines = LineIndex::new(&bytes(&vector));
            let first = parsed.diagnostics.iter().find_map(|finding| finding.span);
            let ours = first.map(|span| u64::from(lines.line_of(span.range.start)) + 1);
            if ours == theirs {
                Ok(())
            } else {
                Err(format!("{ours:?} not {theirs:?}: {:?}", messages(&parsed)))
            }
        });
    }
    tally.finish();
}
