//! Any line as a request of `hclx batch`.
#![no_main]
#![allow(dead_code, unused_imports, unreachable_pub)]

include!("program.rs");

libfuzzer_sys::fuzz_target!(|line: &[u8]| {
    let mut answers = 0;
    let mut respond = |answer: protocol::Answer<'_>| {
        answers += 1;
        let Ok(bytes) = protocol::text(&answer, false, 8 << 20) else { return };
        let text = String::from_utf8(bytes).expect("an answer is UTF-8");
        assert!(!text.contains('\n'), "an answer is one line");
        assert!(text.chars().all(|c| !c.is_control()), "an answer steers no terminal");
    };
    protocol::answer(line, &hclx_analysis::types::TypeReader::default(), limits::Most::default().limits(), &mut respond);
    assert_eq!(answers, 1, "a line has one answer");
});
