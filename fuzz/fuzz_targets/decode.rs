//! Any specification with any configuration in either syntax: both are decoded and checked, and what
//! is found is printed. The input is the specification, a line of `---`, then the configuration.
#![no_main]

use std::sync::Arc;

use hclx_diag::SourceId;
use hclx_eval::{Budget, Scope};
use hclx_languages::hcldec::{Reply, Request, check, diagnostics_json, read_spec, run};
use hclx_syntax::ast::Language;

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let marker = b"\n---\n";
    let at = input.windows(marker.len()).position(|window| window == marker);
    let (spec, text) = match at {
        Some(at) => (&input[..at], &input[at + marker.len()..]),
        None => input.split_at(input.len() / 2),
    };
    let vars = ["{\"a\": 1, \"b\": {\"$hclx\": \"unknown(string)\"}}".to_owned()];
    for (file, var_refs) in [("a.hcl", false), ("a.json", false), ("a.hcl", true), ("a.json", true)] {
        let request = Request {
            spec: "spec",
            vars: if var_refs { &[] } else { &vars },
            files: &[file.to_owned()],
            with_type: true,
            keep_nulls: false,
            var_refs,
        };
        let mut read = |name: Option<&str>| Ok(if name == Some("spec") { spec } else { text }.to_vec());
        let answer = run(&request, &mut read, &Budget::default());
        if let Reply::Refused(findings) = &answer.reply {
            let _ = diagnostics_json(findings, &answer.sources);
        }
    }
    if let (Some(spec), _) = read_spec(SourceId(0), Arc::from(spec), &Budget::default()) {
        for language in [Language::Native, Language::Json] {
            let _ = check(&spec, SourceId(1), Arc::from(text), language, &Scope::root(), &Budget::default());
        }
    }
});
