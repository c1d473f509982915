//! Any line as a request of `hclx batch`.
#![no_main]

#[allow(dead_code, unused_imports)]
#[path = "../../src/protocol/mod.rs"]
mod protocol;

libfuzzer_sys::fuzz_target!(|line: &[u8]| {
    let _ = protocol::answer(line, &hclx_analysis::types::TypeReader::default()).to_string();
});
