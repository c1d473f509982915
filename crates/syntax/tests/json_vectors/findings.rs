//! Findings about malformed sources. A golden file holds every finding of every malformed vector for review;
//! the locations are compared with the reference.
//!
//! The reference reports structural errors after its recovery point and repeats them for every open bracket;
//! its offsets inside strings count decoded bytes from the start, with the string as the context. The
//! locations of numbers and words agree with ours.

use std::fmt::Write;

use hclx_diag::TextRange;
use hclx_testkit::{Tally, Vector, golden, vectors};

use crate::{FILE, Outcome, Read, list, places_of, range_of, read, run_in, same};

fn is_broken(vector: &Vector) -> bool {
    !list(&vector["parse_diagnostics"]).is_empty()
}

#[test]
fn every_finding_is_shown() {
    let mut shown = String::new();
    for vector in vectors(FILE).into_iter().filter(is_broken) {
        let read = read(&vector);
        writeln!(shown, "{} {:?}", vector.id(), String::from_utf8_lossy(&read.bytes)).unwrap();
        for finding in read.parsed.diagnostics.iter().chain(&read.root) {
            let range = finding.span.expect("a place").range;
            let text = String::from_utf8_lossy(&read.bytes[range.range()]);
            writeln!(shown, "    {range:?} {text:?} {}: {}", finding.code, finding.message).unwrap();
            for fix in &finding.fixes {
                writeln!(shown, "        fix: {}", fix.title).unwrap();
            }
        }
    }
    golden("crates/syntax/tests/json_vectors/findings.txt", &shown);
}

#[test]
fn numbers_and_words_are_placed_alike() {
    let tally = Tally::new("json broken").except_lines(include_str!("exceptions.txt"));
    run_in(tally, broken, is_broken).finish();
}

/// Every number, word or string that the reference rejects must have a finding.
fn broken(vector: &Vector, read: &Read) -> Outcome {
    let found = places_of(&read.parsed.diagnostics);
    same("no findings", found.is_empty() && read.root.is_none(), false)?;
    same("a place twice", found.windows(2).any(|pair| pair[0] == pair[1]), false)?;
    for wanted in list(&vector["parse_diagnostics"]) {
        let subject = range_of(&wanted["subject"]);
        let text = read.bytes.get(subject.range()).unwrap_or_default();
        let is_word =
            !text.is_empty() && text.iter().all(|b| b.is_ascii_alphanumeric() || b"+-._".contains(b));
        let covers =
            |place: &TextRange, wanted: TextRange| place.start <= wanted.start && wanted.end <= place.end;
        let is_found = if wanted["context"].is_object() {
            let string = range_of(&wanted["context"]);
            found.iter().any(|place| (string.start..=string.end).contains(&place.start))
        } else {
            let root = read.root.iter().map(|finding| finding.span.expect("a place").range);
            !is_word || found.iter().copied().chain(root).any(|place| covers(&place, subject))
        };
        if !is_found {
            return Err(format!("nothing at {subject:?} {:?}", String::from_utf8_lossy(text)));
        }
    }
    Ok(())
}
