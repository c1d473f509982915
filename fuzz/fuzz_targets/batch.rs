//! Any line as a request of `hclx batch`.
#![no_main]

use hclx_eval::Limits;
use hclx_program::protocol;

libfuzzer_sys::fuzz_target!(|line: &[u8]| {
    let types = hclx_analysis::types::TypeReader::default();
    let bytes = protocol::answered(line, &types, Limits::default()).expect("an answer that can be serialized");
    let text = String::from_utf8(bytes).expect("an answer is UTF-8");
    assert!(!text.contains('\n'), "an answer is one line");
    assert!(text.chars().all(|c| !c.is_control()), "an answer steers no terminal");
});
