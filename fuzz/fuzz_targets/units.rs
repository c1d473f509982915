//! Files of a unit of any language: modules of Terraform and OpenTofu with values and tests, configurations of
//! Packer, Nomad, bake and Terragrunt, programs of Pulumi, in both syntaxes. The first byte chooses, and the files
//! are parted by lines of `---`. What runs out is said.
#![no_main]

mod unit_files;

use std::sync::Arc;

use hclx_analysis::{Memory, Question, Session, Settings};
use hclx_eval::{Budget, Limits};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some((first, text)) = bytes.split_first() else { return };
    let names = unit_files::names(*first);
    let question = match first / 64 {
        0 => Question::Eval,
        1 => Question::Infer,
        _ => Question::Check,
    };
    let mut files = Memory::default();
    for (name, text) in names.iter().zip(unit_files::texts(text, names.len())) {
        files.insert(name, text);
    }
    let mut session = Session::new(&unit_files::languages(), Arc::new(files), Settings::default());
    for name in names {
        session.add(name);
    }
    let snapshot = session.snapshot();
    for unit in snapshot.units() {
        let limits = Limits { steps: 100_000, bytes: 16 << 20, per_source_byte: 0, ..Limits::default() };
        let budget = Budget::new(limits);
        let answer = snapshot.answer(unit, &question, &budget);
        let said = answer.findings.iter().chain(&answer.refused).any(hclx_diag::Diagnostic::is_error);
        assert!(!budget.is_spent() || said, "what runs out is said");
    }
});
