//! Any line as a request of `hclx batch`.
#![no_main]
#![allow(dead_code, unused_imports, unreachable_pub)]

include!("program.rs");

libfuzzer_sys::fuzz_target!(|line: &[u8]| {
    let answer = protocol::answer(line, &hclx_analysis::types::TypeReader::default());
    if let Ok(text) = protocol::text(&answer, false, 8 << 20) {
        assert!(!text.contains('\n'), "an answer is one line");
        assert!(text.chars().all(|c| !c.is_control()), "an answer steers no terminal");
    }
});
