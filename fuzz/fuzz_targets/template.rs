//! Any text as a template and as an expression, parsed and evaluated.
#![no_main]

use hclx_analysis::Settings;
use hclx_analysis::ask::{Mode, evaluated};
use hclx_diag::SourceId;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let settings = Settings::default();
    let _ = evaluated(SourceId(0), text, Mode::Template, &settings, &hclx_eval::Budget::default()).value.to_string();
    let _ = evaluated(SourceId(0), text, Mode::Expression, &settings, &hclx_eval::Budget::default()).value.to_string();
});
