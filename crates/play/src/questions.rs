//! Questions about files: one JSON object with `op` and `files`. A question without `files` is handled like
//! one of `hclx batch`.
//!
//! | `op` | beside `files` | answer |
//! |---|---|---|
//! | `check` | | what `hclx check --format json` prints |
//! | `infer` | | what `hclx infer --format json` prints |
//! | `eval` | `file`, `src` | the value of an expression in the scope of the file's unit, as JSON and `shown` as HCL |
//! | `hover` | `file`, `at` | `text`, markdown about the place at a byte |
//! | `complete` | `file`, `at` | `start` and `end`, the bytes that a name replaces, and `candidates` |

use std::borrow::Cow;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use hclx_analysis::types::TypeReader;
use hclx_analysis::{Question, Unit};
use hclx_diag::{Diagnostic, Fallible, Fault, SourceId, bail, code_names as codes};
use hclx_eval::{Budget, Limits};
use hclx_program::findings::{Treatment, by_file, conceal, joined, of_selected};
use hclx_program::templates::UnlistedTemplates;
use hclx_program::{editor, gaps, hover, notes, protocol};
use hclx_report::{Summary, UncheckedProvider, render_json};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::files::{File, Files};

/// A question in its serialized form.
#[derive(Deserialize)]
struct QuestionJson<'q> {
    #[serde(borrow, default)]
    op: Cow<'q, str>,
    #[serde(borrow)]
    files: Option<Vec<FileJson<'q>>>,
    #[serde(borrow)]
    file: Option<Cow<'q, str>>,
    #[serde(borrow)]
    src: Option<Cow<'q, str>>,
    at: Option<u32>,
}

/// A file in its serialized form: its contents are a string, or base64 if they are not UTF-8.
#[derive(Deserialize)]
struct FileJson<'q> {
    #[serde(borrow)]
    name: Cow<'q, str>,
    #[serde(borrow)]
    text: Option<Cow<'q, str>>,
    #[serde(borrow)]
    base64: Option<Cow<'q, str>>,
}

impl FileJson<'_> {
    fn file(self) -> Fallible<File> {
        let bytes = match (self.text, self.base64) {
            (Some(text), None) => text.into_owned().into_bytes(),
            (None, Some(text)) => BASE64
                .decode(&*text)
                .map_err(|_| Fault::new(codes::BAD_REQUEST, format!("`{}`: malformed base64", self.name)))?,
            _ => bail!(codes::BAD_REQUEST, "`{}`: expected either `text` or `base64`", self.name),
        };
        Ok(File { name: self.name.into_owned(), bytes })
    }
}

/// Answers a question; an invalid one gets an error answer.
pub fn answer(question: &[u8]) -> Vec<u8> {
    let limits = Limits::default();
    let answered = match serde_json::from_slice::<QuestionJson<'_>>(question) {
        Ok(asked) if asked.files.is_some() => about_files(asked),
        // A malformed question is rejected with the same message as on a line of `hclx batch`.
        _ => protocol::answered(question, &TypeReader::default(), limits).map_err(of_text),
    };
    answered.unwrap_or_else(|fault| {
        protocol::text(&protocol::failed(&fault), false, limits.answer).unwrap_or_default()
    })
}

/// A failure that has only a message, such as an answer that is too long.
fn of_text(why: String) -> Fault {
    Fault::new(codes::EVALUATION_LIMIT, why)
}

fn about_files(asked: QuestionJson<'_>) -> Fallible<Vec<u8>> {
    let files = asked.files.unwrap_or_default();
    let files = files.into_iter().map(FileJson::file).collect::<Fallible<_>>()?;
    let missing = |field: &str| Fault::new(codes::BAD_REQUEST, format!("missing `{field}`"));
    let file = || asked.file.as_deref().ok_or_else(|| missing("file"));
    let at = || asked.at.ok_or_else(|| missing("at"));
    match &*asked.op {
        "check" => Ok(checked(&Files::new(files, None)?)),
        "infer" => inferred(&Files::new(files, None)?),
        "eval" => {
            let text = asked.src.as_deref().ok_or_else(|| missing("src"))?;
            evaluated(&Files::new(files, Some(text))?, file()?, text)
        }
        "hover" => written(&hovered(&Files::new(files, None)?, file()?, at()?)?),
        "complete" => written(&completed(&Files::new(files, None)?, file()?, at()?)?),
        other => bail!(
            codes::BAD_REQUEST,
            "unknown operation `{other}` on files: expected `check`, `infer`, `eval`, `hover` or `complete`"
        ),
    }
}

/// Serializes an answer.
fn written(answer: &impl serde::Serialize) -> Fallible<Vec<u8>> {
    protocol::text(answer, false, Limits::default().answer).map_err(of_text)
}

/// The processing of findings without settings or flags.
struct Plain;

impl Treatment for Plain {
    fn levels_of(&self, _: &str) -> hclx_analysis::findings::levels::Levels {
        hclx_analysis::findings::levels::Levels::default()
    }

    fn ignores(&self) -> bool {
        true
    }
}

fn checked(files: &Files) -> Vec<u8> {
    let snapshot = &files.snapshot;
    let mut answered = files.answers(&Question::Check, |_| true);
    let found = answered.units.iter_mut().flat_map(|(_, answer)| std::mem::take(&mut answer.findings));
    let found = of_selected(snapshot, found.collect(), files.texts);
    let found = by_file(snapshot, found, &mut Default::default(), &|_| false);
    let mut treated = joined(snapshot, found.into_iter().map(|file| file.treated(snapshot, &Plain)));
    conceal(&mut treated, &answered.sources);
    let mut templates = UnlistedTemplates::default();
    treated.findings = templates.first_of_each(snapshot, treated.findings);
    let mut findings = notes::refusals(&answered.units);
    findings.extend(Diagnostic::one_for_each_cause(treated.findings));
    let mut unchecked = gaps::unchecked_providers(&answered.units);
    unchecked.retain(UncheckedProvider::is_reported);
    let mut approximations = gaps::provider_notes(&unchecked, false);
    approximations.extend(notes::notes(snapshot, &answered.units));
    approximations.extend(templates.notes());
    approximations.extend(notes::assumed(snapshot, &answered.sources, &answered.units));
    let summary = Summary {
        files: notes::judged_files(snapshot, &answered.units),
        approximations,
        unchecked,
        suppressed: treated.suppressed,
        ..Summary::default()
    };
    let mut out = Vec::new();
    // writing to a vector cannot fail
    let _ = render_json(&answered.sources, &findings, &summary, &mut out);
    out
}

fn inferred(files: &Files) -> Fallible<Vec<u8>> {
    let answered = files.answers(&Question::Infer, |_| true);
    let mut out = br#"{"files":["#.to_vec();
    for (index, answer) in protocol::inferred_units(&answered.sources, &answered.units).enumerate() {
        out.extend(if index > 0 { &b","[..] } else { b"" });
        out.extend(written(&answer)?);
    }
    out.extend(b"]}");
    Ok(out)
}

/// Evaluates an expression in the unit of a file.
fn evaluated(files: &Files, file: &str, text: &str) -> Fallible<Vec<u8>> {
    let id = files.find(file)?;
    let question = Question::Expression { source: SourceId(0), text: text.into() };
    let unit = files.snapshot.unit_of(id);
    // Another unit can have the same root and the same files, so units are compared by their addresses.
    let is_meant = |one: &Unit| unit.is_some_and(|unit| std::ptr::eq(unit, one));
    let answered = files.answers(&question, is_meant);
    let Some((_, answer)) = answered.units.first() else {
        bail!(codes::BAD_REQUEST, "`{file}` is not a file of a known application");
    };
    let findings = of_selected(&files.snapshot, answer.findings.clone(), files.texts);
    let mut found = protocol::evaluated_value(&answered.sources, answer, &findings).beside(&findings);
    if let Some(value) = &answer.value {
        let mut shown = String::new();
        // writing to a string cannot fail
        let _ = value.write_pretty(&mut shown);
        found = found.shown("type", value.described_type().to_string()).shown("shown", shown);
    }
    written(&found)
}

/// Checks that an offset is within a file.
fn offset(files: &Files, file: &str, at: u32) -> Fallible<(SourceId, u32)> {
    let id = files.find(file)?;
    let length = files.snapshot.bytes(id).map_or(0, |bytes| bytes.len() as u32);
    Ok((id, at.min(length)))
}

fn hovered(files: &Files, file: &str, at: u32) -> Fallible<Json> {
    let (file, at) = offset(files, file, at)?;
    let found = hover::text(&files.snapshot, file, at, true, &Budget::default);
    Ok(match found {
        None => json!({"ok": true, "text": null}),
        Some((None, text)) => json!({"ok": true, "text": text}),
        Some((Some(span), text)) => {
            json!({"ok": true, "text": text, "start": span.range.start, "end": span.range.end})
        }
    })
}

fn completed(files: &Files, file: &str, at: u32) -> Fallible<Json> {
    let (file, at) = offset(files, file, at)?;
    let budget = Budget::default;
    let Some(found) = hclx_ide::complete(&editor::place(&files.snapshot, file, at, &budget)) else {
        return Ok(json!({"ok": true, "start": at, "end": at, "candidates": []}));
    };
    let candidates = found.candidates.iter().map(|one| {
        json!({"name": one.name, "text": one.text, "kind": one.noun, "type": one.ty, "summary": one.docs.as_deref()})
    });
    let candidates: Vec<Json> = candidates.collect();
    let replaced = found.replaced.range;
    Ok(json!({"ok": true, "start": replaced.start, "end": replaced.end, "candidates": candidates}))
}
