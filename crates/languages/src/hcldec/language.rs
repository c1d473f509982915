//! Files with an hcldec specification: `check --spec`, and `[[spec]]` in `hclx.toml`.

use hclx_analysis::{Answer, FileRow, Language, Question, Snapshot, Unit};
use hclx_diag::{Diagnostic, code_names as codes};
use hclx_eval::type_syntax::{TypeOptions, TypeWords};
use hclx_eval::{Budget, Refusal};

use super::read::read_spec_with;
use super::{SpecFile, check};

/// The language of files to which a setting assigns a specification: [`Unit::argument`] is its
/// path.
pub struct Hcldec;

/// A specification, parsed once for all files that it describes.
struct ReadSpec {
    spec: Option<SpecFile>,
    findings: Vec<Diagnostic>,
}

impl Language for Hcldec {
    fn name(&self) -> &'static str {
        "hcldec"
    }

    fn title(&self) -> &'static str {
        "hcldec"
    }

    fn is_shared(&self, _: &Unit, _: &Snapshot) -> bool {
        false
    }

    fn files(&self) -> &'static [FileRow] {
        &[]
    }

    fn answer(&self, unit: &Unit, snapshot: &Snapshot, _: &Question, budget: &Budget) -> Answer {
        let (Some(path), Some(file)) = (&unit.argument, unit.files.first()) else { return Answer::default() };
        let spec_file = match snapshot.find(path) {
            Ok(file) => file,
            Err(refusal) => return unreadable(path, &refusal),
        };
        if let Err(refusal) = snapshot.bytes(spec_file) {
            return unreadable(path, &refusal);
        }
        let read = snapshot.derive(spec_file, |source, bytes| {
            let (spec, findings) = {
                // types that `hcldec` lacks: `int`, `union`, `none`, promises and outputs
                let types = TypeOptions { words: TypeWords::Extended, ..TypeOptions::specification() };
                read_spec_with(&types, source, bytes, &Budget::inside(budget.limits()))
            };
            ReadSpec { spec, findings: findings.into_iter().map(|finding| finding.diagnostic).collect() }
        });
        let mut answer = Answer { refused: read.findings.clone(), ..Answer::default() };
        let (Some(spec), Ok(bytes)) = (&read.spec, snapshot.bytes(*file)) else { return answer };
        let judged = check(spec, *file, bytes, snapshot.syntax(*file), &snapshot.settings().scope, budget);
        answer.findings = judged.diagnostics;
        answer.items = judged.items;
        answer.unresolved = judged.unresolved;
        answer.approximations = judged.approximations;
        answer
    }
}

fn unreadable(path: &str, refusal: &Refusal) -> Answer {
    let reason = refusal.reason();
    let message = format!("cannot read `{path}`: {reason}");
    Answer {
        refused: vec![Diagnostic::placeless(codes::UNREADABLE, message).about(path)],
        ..Answer::default()
    }
}
