//! Questions about texts in memory.

use std::sync::Arc;

use hclx_diag::{ColumnUnit, Diagnostic, Source, SourceId, Sources};
use hclx_mull::answers::{Answer, Given, Question, Text, answer};
use hclx_mull::declare::Imports;
use hclx_mull::syntax::Form;
use hclx_mull::value::Val;

/// A document, the files beside it, and its inputs.
#[derive(Clone, Debug)]
pub struct Asked<'a> {
    pub source: &'a str,
    pub form: Form,
    pub question: Question,
    pub files: Vec<(String, String)>,
    pub inputs: Vec<(Arc<str>, Val)>,
}

impl<'a> Asked<'a> {
    fn new(source: &'a str, question: Question) -> Self {
        Self { source, form: Form::Yaml, question, files: Vec::new(), inputs: Vec::new() }
    }

    /// A YAML-like document of its own, evaluated without inputs.
    pub fn eval(source: &'a str) -> Self {
        Self::new(source, Question::Eval)
    }

    /// The same, checked with unknown inputs.
    pub fn check(source: &'a str) -> Self {
        Self::new(source, Question::Check)
    }

    /// What there is to say about it.
    pub fn answer(self) -> Answer {
        let bytes = self.source.as_bytes().into();
        let text = Text { source: SourceId(0), path: "Mu.yaml".into(), bytes, form: self.form, schema: None };
        let given = Given { properties: self.inputs.into_iter().collect(), ..Given::default() };
        answer(self.question, text, &given, &mut Files(self.files))
    }
}

/// Files in memory, by name.
struct Files(Vec<(String, String)>);

impl Imports for Files {
    fn load(&mut self, _: &str, path: &str) -> Result<(Arc<str>, SourceId, Arc<[u8]>, Form), String> {
        let found = self.0.iter().position(|(name, _)| name == path);
        let index = found.ok_or_else(|| format!("there is no file `{path}`"))?;
        let bytes = self.0[index].1.as_bytes().into();
        Ok((path.into(), SourceId(index as u32 + 1), bytes, Form::Yaml))
    }
}

/// Errors as `MU4001 2:3-2:4`, joined by semicolons.
pub fn errors(source: &str, findings: &[Diagnostic]) -> String {
    let mut sources = Sources::default();
    sources.add(Source::new("Mu.yaml", source.as_bytes()));
    let line = |finding: &Diagnostic| {
        let (start, end) = sources.positions(finding.span.expect("a place"), ColumnUnit::CodePoints);
        format!("{} {}:{}-{}:{}", finding.code, start.line, start.column, end.line, end.column)
    };
    findings.iter().filter(|finding| finding.is_error()).map(line).collect::<Vec<_>>().join("; ")
}
