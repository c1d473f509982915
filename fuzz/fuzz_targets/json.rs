//! Any bytes as a file in the JSON profile: parsed, printed, judged, and the findings rendered.
#![no_main]

use hclx_syntax::ast::Language;

mod judged;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| judged::judge_and_render(bytes, Language::Json));
