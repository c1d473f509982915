//! Any bytes as a file of Mull, in both forms: read, with every place inside the file.
#![no_main]

use std::sync::Arc;

use hclx_diag::SourceId;
use hclx_mull::syntax::ast::NodeId;
use hclx_mull::syntax::{Form, read};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for form in [Form::Yaml, Form::Json] {
        let (document, diagnostics) = read(SourceId(0), Arc::from(bytes), form);
        for diagnostic in &diagnostics {
            let range = diagnostic.span.expect("every finding has a place").range;
            assert!(range.start <= range.end && range.end as usize <= bytes.len());
        }
        for node in 0..document.node_count() {
            let range = document.range(NodeId(node as u32));
            assert!(range.start <= range.end && range.end as usize <= bytes.len());
        }
    }
});
