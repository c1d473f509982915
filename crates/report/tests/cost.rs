//! The cost of writing: allocated and written bytes grow with the number of findings, in every format and for
//! all places of findings. A single test in its own binary, because the count covers the whole process.

use std::alloc::System;

use hclx_diag::{Diagnostic, Fix, Source, Sources, Span, TextRange, code_names};
use hclx_report::{Format, Style, Summary, Suppressed, Suppression, render};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Findings at a number of places in a text that repeats a piece, each with a different place, a help and an
/// edit.
fn case(piece: &str, count: usize) -> (Sources, Vec<Diagnostic>) {
    let mut sources = Sources::new();
    let id = sources.add(Source::new("a.hcl", piece.repeat(count).as_bytes()));
    let place = |at: usize| -> Span {
        let start = (at * piece.len()) as u32;
        TextRange::new(start, start + 1).in_source(id)
    };
    let finding = |at: usize| {
        Diagnostic::error(code_names::NOT_CONVERTIBLE, place(at), format!("it is wrong {at}"))
            .also(place(count - 1 - at), "declared here")
            .help("write it anew")
            .fix(Fix::certain("write `b`", place(at), "b"))
    };
    (sources, (0..count).map(finding).collect())
}

/// The number of allocated bytes and the number of written bytes.
fn cost(format: Format, piece: &str, count: usize) -> [usize; 2] {
    let (sources, findings) = case(piece, count);
    let hidden = |finding: &Diagnostic| Suppressed {
        finding: finding.clone(),
        by: Suppression::Comment,
        reason: "known".into(),
    };
    let suppressed = findings.iter().map(hidden).collect();
    let summary = Summary { files: 1, suppressed, ..Summary::default() };
    let mut written = Counted(0);
    let region = Region::new(ALLOCATOR);
    let style = Style { color: false, width: 80 };
    render(format, &sources, &findings, &summary, style, &mut written).expect("it takes everything");
    [region.change().bytes_allocated, written.0]
}

/// A writer that counts its bytes.
struct Counted(usize);

impl std::io::Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn writing_costs_in_proportion_to_findings() {
    const FEW: usize = 1000;
    for format in Format::ALL {
        for (where_, piece) in [("on one line", "abcdefgh, "), ("on lines of their own", "abcdefgh\n")] {
            let (few, many) = (cost(*format, piece, FEW), cost(*format, piece, 4 * FEW));
            for (what, few, many) in [("allocated", few[0], many[0]), ("written", few[1], many[1])] {
                let most = 5 * few + 100_000;
                let name = format.name();
                assert!(many <= most, "{name}, {where_}: {few} bytes {what}, four times as many: {many}");
            }
        }
    }
}
