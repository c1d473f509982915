//! Packer, Nomad, `docker buildx bake` and Terragrunt: seeded mistakes, valid files, and the recorded facts.

mod facts;
mod mistakes;
mod valid;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hclx_analysis::{Memory, Question, Session, Settings};
use hclx_diag::{ColumnUnit, Severity};
use hclx_eval::Budget;

/// The applications with a required score.
pub const APPLICATIONS: &[&str] = &["bake", "packer", "nomad", "terragrunt"];

/// A finding in the form that the tests need.
#[derive(Debug)]
pub struct Found {
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The severity.
    pub severity: Severity,
    /// The message.
    pub text: String,
}

/// A path in the repository.
pub fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// The findings in files that are all part of a session; `texts` are its first sources, which are not judged.
pub fn judged(files: &[(String, Vec<u8>)], texts: &[(String, Vec<u8>)], settings: Settings) -> Vec<Found> {
    let mut memory = Memory::default();
    for (name, bytes) in files {
        memory.insert(name, bytes.clone());
    }
    let mut session = Session::new(hclx_languages::ALL, Arc::new(memory), settings);
    for (name, bytes) in texts {
        session.text(name, bytes.clone());
    }
    for (name, _) in files {
        session.add(name);
    }
    answered(&session)
}

/// The findings in the files of a session.
pub fn answered(session: &Session) -> Vec<Found> {
    let snapshot = session.snapshot();
    let mut findings = Vec::new();
    for unit in snapshot.units() {
        findings.extend(snapshot.answer(unit, &Question::Check, &Budget::default()).findings);
    }
    // a run only shows the other groups on request
    findings.retain(|finding| finding.code.group().is_none_or(hclx_diag::Group::is_on));
    hclx_analysis::sort(&mut findings);
    let sources = snapshot.sources(|_| true);
    let found = |finding: &hclx_diag::Diagnostic| {
        let (file, line) = match finding.span {
            Some(span) => (
                sources.get(span.source).name().to_owned(),
                sources.get(span.source).position(span.range.start, ColumnUnit::Graphemes).line,
            ),
            None => (String::new(), 0),
        };
        let text = format!("{}[{}]: {}", finding.severity.name(), finding.code.id(), finding.message);
        Found { file, line, severity: finding.severity, text }
    };
    findings.iter().map(found).collect()
}
