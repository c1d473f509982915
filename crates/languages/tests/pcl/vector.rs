//! A recorded program and its outcome.

use std::path::Path;
use std::sync::Arc;

use hclx_analysis::{Memory, Question, Session, Settings};
use hclx_core::Type;
use hclx_diag::{ColumnUnit, Diagnostic, Sources, Span};
use hclx_eval::Budget;
use hclx_eval::type_syntax::{TypeOptions, parse_type_text};
use hclx_testkit::workspace_root;
use serde_json::Value as Json;

use crate::compare::says_as_much;

/// A recorded program.
pub(crate) struct Case {
    json: Json,
    files: Vec<(String, String)>,
}

/// The findings and types of a program, to compare with the recorded answers.
pub(crate) struct Outcome {
    findings: Vec<Diagnostic>,
    rows: Vec<(String, String, Type)>,
    sources: Sources,
}

impl Outcome {
    pub(crate) fn has_errors(&self) -> bool {
        self.findings.iter().any(Diagnostic::is_error)
    }

    fn place(&self, span: Span) -> (String, u32) {
        let name = self.sources.get(span.source).name().to_owned();
        (name, self.sources.positions(span, ColumnUnit::CodePoints).0.line)
    }

    /// The file and line of each finding and its labels.
    fn places(&self, errors_only: bool) -> Vec<(String, u32)> {
        let findings = self.findings.iter().filter(|finding| !errors_only || finding.is_error());
        let spans = findings.flat_map(|finding| {
            finding.span.into_iter().chain(finding.labels.iter().map(|label| label.span))
        });
        spans.map(|span| self.place(span)).collect()
    }
}

impl Case {
    pub(crate) fn read(line: &str, checkout: Option<&Path>) -> Self {
        let json: Json = serde_json::from_str(line).expect("a line of JSON");
        let mut files: Vec<(String, String)> = match (json["files"].as_object(), checkout) {
            (Some(files), _) => files
                .iter()
                .map(|(name, text)| (name.clone(), text.as_str().expect("a string").to_owned()))
                .collect(),
            (None, Some(checkout)) => from_checkout(&json, checkout),
            (None, None) => panic!("the files are elsewhere"),
        };
        for edit in json["edits"].as_array().into_iter().flatten() {
            let name = edit["file"].as_str().expect("a file");
            let (_, text) = files.iter_mut().find(|(file, _)| file == name).expect("the edited file");
            apply(edit, text);
        }
        Self { json, files }
    }

    pub(crate) fn id(&self) -> &str {
        self.json["id"].as_str().expect("an id")
    }

    pub(crate) fn is_free(&self) -> bool {
        self.json["free"].as_bool().unwrap_or_default()
    }

    fn verdict(&self) -> &str {
        self.json["verdict"].as_str().unwrap_or("binds")
    }

    pub(crate) fn run(&self) -> Outcome {
        let mut memory = Memory::default();
        for (name, text) in &self.files {
            memory.insert(name, text.as_bytes());
        }
        let mut settings = Settings::default();
        for name in self.json["schemas"].as_array().into_iter().flatten() {
            let file =
                workspace_root().join("tests/vectors/pcl/schemas").join(name.as_str().expect("a name"));
            let text = std::fs::read(file).expect("a schema");
            let path = format!("schema {}", settings.provider_schemas.len());
            memory.insert(&path, text);
            settings.provider_schemas.push(path.into());
        }
        let mut session = Session::new(hclx_languages::ALL, Arc::new(memory), settings);
        for (name, _) in &self.files {
            session.add(name);
        }
        let snapshot = session.snapshot();
        let (mut findings, mut rows) = (Vec::new(), Vec::new());
        for unit in snapshot.units() {
            let answer = snapshot.answer(unit, &Question::Infer, &Budget::default());
            findings.extend(answer.findings);
            for row in answer.rows {
                rows.push((snapshot.path(row.name_span.source).to_string(), row.path, row.ty));
            }
        }
        Outcome { findings, rows, sources: snapshot.sources(|_| true) }
    }

    fn has_beyond(&self) -> bool {
        self.json["beyond"].is_object()
    }

    pub(crate) fn should_be_clean(&self) -> bool {
        matches!(self.verdict(), "binds" | "unjudged") && !self.has_beyond()
    }

    pub(crate) fn verdict_holds(&self, outcome: &Outcome) -> bool {
        match self.verdict() {
            "fails" => outcome.has_errors(),
            _ => self.has_beyond() || !outcome.has_errors(),
        }
    }

    /// Returns `true` if a finding is at one of the recorded places; `None` if there are none.
    pub(crate) fn place_is_hit(&self, outcome: &Outcome) -> Option<bool> {
        let wanted = self.json["places"].as_array().filter(|places| !places.is_empty())?;
        if self.verdict() != "fails" {
            return None;
        }
        let found = outcome.places(true);
        Some(wanted.iter().any(|place| found.iter().any(|found| covers(place, found))))
    }

    pub(crate) fn beyond_is_found(&self, outcome: &Outcome) -> Option<bool> {
        let place = self.json.get("beyond").filter(|place| place.is_object())?;
        Some(outcome.places(false).iter().any(|found| covers(place, found)))
    }

    /// Each recorded type, and the difference of ours from it.
    pub(crate) fn types(&self, outcome: &Outcome) -> Vec<(bool, String)> {
        if self.is_free() || self.verdict() != "binds" {
            return Vec::new();
        }
        let types = self.json["types"].as_array().into_iter().flatten();
        types.filter(|one| one["odd"].is_null()).map(|one| self.compared(one, outcome)).collect()
    }

    fn compared(&self, recorded: &Json, outcome: &Outcome) -> (bool, String) {
        let text = |key: &str| recorded[key].as_str().expect("a string");
        let (file, path, ty) = (text("file"), text("path"), text("type"));
        // attribute names are recorded without the escapes of templates
        let ty = &ty.replace("${", "$${").replace("%{", "%%{");
        let theirs = parse_type_text(hclx_diag::SourceId(0), ty, &TypeOptions::signature());
        assert!(theirs.diagnostics.is_empty(), "`{ty}`: {:?}", theirs.diagnostics);
        let ours = outcome.rows.iter().find(|(in_file, name, _)| in_file == file && name == path);
        match ours {
            None => (false, format!("no row `{path}` in {file}")),
            Some((_, _, ours)) => (
                says_as_much(ours, &theirs.ty),
                format!("`{path}` in {file}:\n    ours   {ours}\n    theirs {ty}"),
            ),
        }
    }

    /// A description of a failed case.
    pub(crate) fn told(&self, what: &str, outcome: &Outcome) -> String {
        let mut text = format!("{what} {} ({}): {}", self.id(), self.verdict(), self.json["places"]);
        for finding in &outcome.findings {
            let place = finding.span.map(|span| outcome.place(span));
            text += &format!("\n    {place:?} {} {}", finding.severity.name(), finding.message);
        }
        text
    }
}

fn covers(place: &Json, (file, line): &(String, u32)) -> bool {
    let number = |key: &str| place[key].as_u64().expect("a number") as u32;
    place["file"].as_str() == Some(file) && (number("first")..=number("last")).contains(line)
}

fn from_checkout(json: &Json, checkout: &Path) -> Vec<(String, String)> {
    let source = checkout.join(json["source"].as_str().expect("a source"));
    if let Some(line) = json["literal"].as_u64() {
        let text = std::fs::read_to_string(&source).expect("a file of Go");
        let from: usize = text.split_inclusive('\n').take(line as usize - 1).map(str::len).sum();
        let literal = text[from..].split('`').nth(1).expect("a raw string");
        return vec![("main.pp".to_owned(), literal.to_owned())];
    }
    let names = json["files"].as_array().expect("files").iter();
    let read = |name: &Json| {
        let name = name.as_str().expect("a name");
        let text = std::fs::read_to_string(source.join(name)).expect("a file of the checkout");
        (name.to_owned(), text)
    };
    names.map(read).collect()
}

/// Applies the seeded mistake: it replaces characters of a line, or appends a line.
fn apply(edit: &Json, text: &mut String) {
    if let Some(line) = edit["append"].as_str() {
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(line);
        return;
    }
    let number = |key: &str| edit[key].as_u64().expect("a number") as usize;
    let line_start: usize = text.split_inclusive('\n').take(number("line") - 1).map(str::len).sum();
    let offset = |from: usize, count: usize| {
        from + text[from..].chars().take(count).map(char::len_utf8).sum::<usize>()
    };
    let start = offset(line_start, number("column") - 1);
    let end = offset(start, number("length"));
    text.replace_range(start..end, edit["text"].as_str().expect("a string"));
}
