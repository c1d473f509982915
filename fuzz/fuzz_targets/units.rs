//! Files of a unit of any language: modules of Terraform and OpenTofu with values and tests, configurations of
//! Packer, Nomad, bake and Terragrunt, programs of Pulumi, in both syntaxes. The first byte chooses, and the files
//! are parted by lines of `---`. What runs out is said.
#![no_main]

use std::sync::Arc;

use hclx_analysis::{Language, Memory, Question, Session, Settings};
use hclx_eval::{Budget, Limits};

/// The names of files of a unit.
const UNITS: [&[&str]; 10] = [
    &["main.tf", "mod/main.tf", "terraform.tfvars", "a.tftest.hcl"],
    &["main.tf.json", "mod/main.tf.json", "terraform.tfvars.json", "override.tf"],
    &["main.tofu", "mod/main.tofu", "a.auto.tfvars", "a.tofutest.hcl"],
    &["a.pkr.hcl", "b.pkr.json", "a.auto.pkrvars.hcl", "b.pkrvars.hcl"],
    &["a.nomad.hcl"],
    &["docker-bake.hcl", "docker-bake.override.json"],
    &["a/terragrunt.hcl", "root.hcl", "terragrunt.stack.hcl"],
    &["main.pp", "component/main.pp"],
    &["a.hcl", "a.json"],
    &["a.tftpl", "a.hcl.tmpl"],
];

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some((first, text)) = bytes.split_first() else { return };
    let names = UNITS[usize::from(*first) % UNITS.len()];
    let question = match first / 64 {
        0 => Question::Eval,
        1 => Question::Infer,
        _ => Question::Check,
    };
    let mut files = Memory::default();
    let mut rest = text;
    for name in names {
        let end = rest.windows(5).position(|window| window == b"\n---\n");
        files.insert(name, &rest[..end.unwrap_or(rest.len())]);
        rest = end.map_or(&[][..], |end| &rest[end + 5..]);
    }
    let languages: Vec<&'static dyn Language> =
        hclx_languages::ALL.iter().copied().chain([&hclx_mull::Mull as &dyn Language]).collect();
    let mut session = Session::new(&languages, Arc::new(files), Settings::default());
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
