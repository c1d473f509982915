//! Any text as `hclx.toml`.
#![no_main]
#![allow(dead_code, unused_imports, unreachable_pub)]

include!("program.rs");

libfuzzer_sys::fuzz_target!(|text: &str| {
    let folder = std::path::PathBuf::from("/nowhere");
    match config::Config::parse(folder, text, hclx_diag::SourceId(0)) {
        Ok(settings) => drop(settings),
        Err(findings) => assert!(!findings.is_empty(), "what cannot be used is said"),
    }
});
