//! Any document of Mull, in both forms, checked and evaluated: nothing may panic, hang or take much memory.
#![no_main]

use std::sync::Arc;

use hclx_analysis::{Memory, Session, Settings};
use hclx_eval::{Budget, Limits};
use hclx_mull::Mull;
use hclx_mull::answers::{DocumentQuestion, Inputs, Question, answer};
use hclx_mull::value::Val;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((first, text)) = bytes.split_first() else { return };
    let name = if first & 1 == 0 { "self" } else { "self.json" };
    let question = match first & 6 {
        0 => Question::Check,
        2 => Question::Infer,
        _ => Question::Eval,
    };
    let mut inputs = Inputs::default();
    if first & 8 != 0 {
        inputs.properties.insert("a".into(), Val::int(3));
        inputs.properties.insert("b".into(), Val::string("text"));
    }
    // the document may import itself, and another one
    let mut host = Memory::default();
    host.insert(name, text);
    host.insert("other", &b"types: { T: { base: int, minimum: 1 } }\na: 1\n"[..]);
    let mut session = Session::new(&[&Mull], Arc::new(host), Settings::default());
    let file = session.add(name);
    let budget = Budget::new(Limits { steps: 200_000, bytes: 64 << 20, ..Limits::default() });
    let asked = DocumentQuestion {
        snapshot: &session.snapshot(),
        file,
        schema: None,
        inputs: &inputs,
        budget: &budget,
    };
    let answered = answer(question, &asked);
    // what runs out is said
    let is_error = |finding: &hclx_diag::Diagnostic| finding.is_error();
    assert!(!budget.is_spent() || answered.diagnostics.iter().any(is_error));
    let _ = answered.value.as_ref().map(|value| (value.to_json(), value.to_yaml()));
});
