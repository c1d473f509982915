//! Any text as a file with suppressions, and as a baseline.
#![no_main]

use std::sync::Arc;

use hclx_analysis::findings::baseline::Baseline;
use hclx_analysis::findings::{Comments, suppress};
use hclx_diag::{Diagnostic, SourceId, TextRange, code_names as codes};

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(baseline) = Baseline::parse(text) {
        assert!(Baseline::parse(&baseline.text()).is_ok(), "what was written reads back");
    }
    let bytes: Arc<[u8]> = text.as_bytes().into();
    let end = bytes.len() as u32;
    let finding = |at: u32| {
        let place = TextRange { start: at.min(end), end: (at + 1).min(end) }.in_source(SourceId(0));
        Diagnostic::error(codes::CALL_FAILED, place, "something")
    };
    let findings: Vec<Diagnostic> = [0, end / 2, end].into_iter().map(finding).collect();
    for comments in [Comments::Native, Comments::Json, Comments::Yaml] {
        let left = suppress(SourceId(0), &bytes, comments, findings.clone(), &|_| false);
        assert!(left.kept.len() + left.hidden.len() >= findings.len(), "no finding is lost");
    }
});
