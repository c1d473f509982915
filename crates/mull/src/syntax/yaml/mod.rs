//! The YAML-like form: parsing a source into markup.
//!
//! A source without quotations is passed to the YAML parser unchanged. In all others, quotations in plain
//! scalars and statement lines are rewritten first, so that YAML sees words and mappings (Mull §2.5).

mod compose;
mod events;
mod lines;
mod mistakes;
mod rewrite;

use std::ops::Range;

use hclx_diag::{Diagnostic, TextRange};

use super::brace::Keyword;
use super::markup::Origin;
use super::quotation::{HoleSource, parse_quotation};
use super::reading::ParseState;
use super::scalar::has_quotation;
use events::YamlEvents;
use lines::{Line, LineKind};

/// Parses a source.
pub(super) fn read(reading: &mut ParseState, text: &str) {
    if reading.options.literal || !has_quotation(text) {
        return parse(reading, text, &Origin::default(), text);
    }
    match rewritten(reading, text) {
        Ok((parsed, origin)) => parse(reading, &parsed, &origin, text),
        Err(wrong) => report(reading, wrong),
    }
}

fn rewritten(reading: &mut ParseState, text: &str) -> Result<(String, Origin), lines::SyntaxError> {
    let mut found = lines::lines(text)?;
    for wrong in [found.misplaced.take(), found.second.take()].into_iter().flatten() {
        report(reading, wrong);
    }
    check_done(reading, text, &found.lines);
    rewrite::rewrite(text, &found)
}

/// Checks the lines that end groups, which are removed by the rewriting.
fn check_done(reading: &mut ParseState, text: &str, lines: &[Line]) {
    for line in lines.iter().filter(|line| line.kind == LineKind::Statement(Keyword::Done)) {
        let range = TextRange::new(line.quotation.start as u32, line.quotation.end as u32);
        let inside = TextRange::new(range.start + 2, range.end - 1);
        let inside = HoleSource { text: &text[inside.range()], places: vec![(0, inside.start)].into() };
        parse_quotation(&mut reading.builder, &inside, range);
    }
}

fn report(reading: &mut ParseState, wrong: lines::SyntaxError) {
    let place = TextRange::new(wrong.place.start as u32, wrong.place.end as u32);
    let mut diagnostic = Diagnostic::error(wrong.code, place.in_source(reading.source), wrong.message);
    diagnostic.help.extend(wrong.help.map(Into::into));
    if let Some((label, text)) = wrong.label {
        let place = TextRange::new(label.start as u32, label.end as u32).in_source(reading.source);
        diagnostic = diagnostic.also(place, text);
    }
    reading.structural(diagnostic);
}

/// Parses YAML, and builds the tree.
fn parse(reading: &mut ParseState, text: &str, origin: &Origin, file: &str) {
    let (markup, findings) = compose::compose(text, &mut YamlEvents::new(text));
    for finding in findings {
        let place = |span: &Range<u32>| origin.range(span).in_source(reading.source);
        let mut diagnostic = Diagnostic::error(finding.code, place(&finding.span), finding.message);
        diagnostic.help.extend(finding.help.map(Into::into));
        if let Some((span, label)) = finding.label {
            diagnostic = diagnostic.also(place(&span), label);
        }
        reading.structural(diagnostic);
    }
    super::tree::build(reading, &markup, origin, text, file);
}
