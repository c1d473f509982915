//! Any text as the content of an entry of the cache.
#![no_main]
#![allow(dead_code, unused_imports, unreachable_pub)]

include!("program.rs");

libfuzzer_sys::fuzz_target!(|text: &[u8]| {
    let mut sources = hclx_diag::Sources::new();
    sources.add(hclx_diag::Source::new("--var a", &b"[1]"[..]));
    if let Some(outcome) = findings::run_cache::read(text, &mut sources, &disk::Disk::default()) {
        let places = outcome.treated.findings.iter().flat_map(hclx_diag::Diagnostic::sources);
        assert!(places.into_iter().all(|id| (id.0 as usize) < sources.len()), "findings point into sources");
    }
});
