//! Questions about sources in memory.

use std::sync::Arc;

use hclx_analysis::{Memory, Purpose, Session, Settings};
use hclx_diag::{ColumnUnit, Diagnostic, Source, Sources};
use hclx_eval::{Budget, Limits};
use hclx_mull::Mull;
use hclx_mull::answers::{self, Answer, Inputs};
use hclx_mull::syntax::Form;
use hclx_mull::value::Val;

/// A document, the files next to it, and its inputs.
#[derive(Clone, Debug)]
pub(crate) struct Asked<'a> {
    pub source: &'a str,
    pub form: Form,
    pub purpose: Purpose,
    pub files: Vec<(String, String)>,
    pub inputs: Vec<(Arc<str>, Val)>,
    pub limits: Limits,
}

impl<'a> Asked<'a> {
    fn new(source: &'a str, purpose: Purpose) -> Self {
        Self {
            source,
            form: Form::Yaml,
            purpose,
            files: Vec::new(),
            inputs: Vec::new(),
            limits: Limits::default(),
        }
    }

    /// A single YAML-like document, evaluated without inputs.
    pub(crate) fn eval(source: &'a str) -> Self {
        Self::new(source, Purpose::Eval)
    }

    /// A single YAML-like document, checked with unknown inputs.
    pub(crate) fn check(source: &'a str) -> Self {
        Self::new(source, Purpose::Check)
    }

    /// The answer about the document.
    pub(crate) fn answer(self) -> Answer {
        let mut host = Memory::default();
        for (path, text) in self.files {
            host.insert(&path, text.into_bytes());
        }
        let mut session = Session::new(&[&Mull], Arc::new(host), Settings::default());
        let file =
            session.set(if self.form == Form::Json { "Mu.json" } else { "Mu.yaml" }, self.source.as_bytes());
        let inputs = Inputs { properties: self.inputs.into_iter().collect(), ..Inputs::default() };
        let budget = Budget::new(self.limits);
        let asked = answers::DocumentQuestion {
            snapshot: &session.snapshot(),
            file,
            schema: None,
            inputs: &inputs,
            budget: &budget,
        };
        answers::answer(self.purpose, &asked)
    }
}

/// Errors as `MU4001 2:3-2:4`, joined by semicolons.
pub(crate) fn errors(source: &str, findings: &[Diagnostic]) -> String {
    let mut sources = Sources::default();
    sources.add(Source::new("Mu.yaml", source.as_bytes()));
    let line = |finding: &Diagnostic| {
        let (start, end) = sources.positions(finding.span.expect("a place"), ColumnUnit::CodePoints);
        format!("{} {}:{}-{}:{}", finding.code, start.line, start.column, end.line, end.column)
    };
    findings.iter().filter(|finding| finding.is_error()).map(line).collect::<Vec<_>>().join("; ")
}
