//! Any text as a table, and as a file in HCL 1 that a shipped table describes.
#![no_main]

use hclx_diag::SourceId;
use hclx_eval::Budget;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let (table, findings) = hclx_languages::tables::read(SourceId(0), bytes.into(), &Budget::default());
    assert!(table.is_some() || !findings.is_empty(), "a table that cannot be used is reported");
    let parsed = hclx_syntax::parse_hcl1(SourceId(0), bytes.into());
    for finding in &parsed.diagnostics {
        let range = finding.span.expect("a place").range;
        assert!(range.start <= range.end && range.end as usize <= bytes.len());
    }
});
