//! Any line as a request of `hclx batch`.
#![no_main]

#[allow(dead_code, unused_imports)]
#[path = "../../src/protocol/mod.rs"]
mod protocol;

libfuzzer_sys::fuzz_target!(|line: &[u8]| {
    let answer = protocol::answer(line, &hclx_analysis::types::TypeReader::default());
    serde_json::to_string(&answer).expect("an answer can be written");
});
