//! Files with an hcldec specification: `check --spec`, and `[[spec]]` in `hclx.toml`.

use std::sync::Arc;

use hclx_analysis::symbols::Symbols;
use hclx_analysis::{
    Answer, Ask, CursorAt, Language, LanguageRow, Purpose, ScopeName, Snapshot, Unit, query,
};
use hclx_diag::{Diagnostic, SourceId, Stage, code_names as codes};
use hclx_eval::type_syntax::{TypeOptions, TypeWords};
use hclx_eval::{Budget, Refusal};
use hclx_schema::Block;

use super::read::read_spec_with;
use super::{SpecFile, check};
use crate::tables;

/// The language of files to which a setting assigns a specification: [`Unit::argument`] is its
/// path.
pub struct Hcldec;

/// A specification, parsed once for all files that it describes.
struct ReadSpec {
    spec: Option<SpecFile>,
    findings: Vec<Diagnostic>,
}

query! {
    /// The specification in a file.
    struct ReadSpecQuery(SourceId) -> ReadSpec, within Budget, of File |ReadSpecQuery(file)| *file;
    |ReadSpecQuery(file), snapshot, cx| {
        // types that `hcldec` lacks: `int`, `union`, `none`, promises and outputs
        let types = TypeOptions { words: TypeWords::Extended, ..TypeOptions::specification() };
        let budget = Budget::inside(cx.budget().limits());
        let (spec, findings) = read_spec_with(&types, *file, snapshot.contents(*file), &budget);
        ReadSpec { spec, findings: findings.into_iter().map(|finding| finding.diagnostic).collect() }
    }
}

static ROW: LanguageRow = LanguageRow::new("hcldec", "hcldec", &[]);

impl Language for Hcldec {
    fn row(&self) -> &'static LanguageRow {
        &ROW
    }

    fn is_shared(&self, _: &Unit, _: &Snapshot) -> bool {
        false
    }

    /// The schema of a table; those of specifications have other forms.
    fn schema(&self, unit: &Unit, snapshot: &Snapshot, _: SourceId) -> Option<Arc<Block>> {
        table_of_editor(unit, snapshot)?.table.as_ref().map(|table| Arc::clone(&table.root))
    }

    fn symbols(&self, unit: &Unit, snapshot: &Snapshot, before: Option<&Symbols>) -> Symbols {
        let read = table_of_editor(unit, snapshot);
        let table = read.as_ref().and_then(|read| read.table.as_ref());
        let list = table.map(|table| tables::symbols_of(table, unit, snapshot)).unwrap_or_default();
        Symbols::of(list, before)
    }

    fn scope(&self, unit: &Unit, snapshot: &Snapshot, at: &CursorAt<'_>) -> Vec<ScopeName> {
        let read = table_of_editor(unit, snapshot);
        let table = read.as_ref().and_then(|read| read.table.as_ref());
        table.map(|table| tables::names_at(table, snapshot, at)).unwrap_or_default()
    }

    fn judge(&self, ask: Ask<'_>, purpose: Purpose) -> Answer {
        let Ask { unit, snapshot, budget } = ask;
        let (Some(path), Some(file)) = (&unit.argument, unit.files.first()) else { return Answer::default() };
        let spec_file = match snapshot.find(path) {
            Ok(file) => file,
            Err(refusal) => return unreadable(path, &refusal),
        };
        match snapshot.bytes(spec_file) {
            Err(refusal) => return unreadable(path, &refusal),
            Ok(bytes) if tables::is_table(&bytes) => {
                let read = snapshot.get_within(&ReadTableQuery(spec_file), budget);
                let Some(known) = &read.table else {
                    let notes = vec!["a file was not checked because its table has errors".to_owned()];
                    return Answer { refused: read.findings.clone(), notes, ..Answer::default() };
                };
                let answer = tables::judge(known, ask, purpose);
                let explained =
                    answer.findings.into_iter().map(|finding| match rests_on(&finding, spec_file) {
                        true => finding.help(format!("see the table of this file, `{path}`")),
                        false => finding,
                    });
                let findings = explained.collect();
                return Answer { refused: read.findings.clone(), findings, ..answer };
            }
            Ok(_) => {}
        }
        let read = snapshot.get_within(&ReadSpecQuery(spec_file), budget);
        let mut answer = Answer { refused: read.findings.clone(), ..Answer::default() };
        let (Some(spec), Ok(bytes)) = (&read.spec, snapshot.bytes(*file)) else { return answer };
        let judged = check(spec, *file, bytes, snapshot.syntax(*file), &snapshot.settings().scope, budget);
        answer.findings = judged.diagnostics;
        answer.items = judged.items;
        answer.unresolved = judged.unresolved;
        answer.approximations = judged.approximations;
        answer
    }

    fn expression(&self, ask: Ask<'_>, source: SourceId, text: &str) -> Option<Answer> {
        table_of(ask)?.table.as_ref().map(|_| tables::expression(ask, source, text))
    }

    fn value_at(&self, ask: Ask<'_>, file: SourceId, offset: u32) -> Option<Answer> {
        table_of(ask)?.table.as_ref().map(|table| tables::value_at(table, ask, file, offset))
    }
}

/// The table of a unit; `None` if its argument is a specification.
fn table_of(ask: Ask<'_>) -> Option<Arc<ReadTable>> {
    let spec_file = ask.snapshot.find(ask.unit.argument.as_ref()?).ok()?;
    let bytes = ask.snapshot.bytes(spec_file).ok()?;
    tables::is_table(&bytes).then(|| ask.snapshot.get_within(&ReadTableQuery(spec_file), ask.budget))
}

/// Like `table_of`, for requests of an editor.
fn table_of_editor(unit: &Unit, snapshot: &Snapshot) -> Option<Arc<ReadTable>> {
    let length = snapshot.bytes(snapshot.find(unit.argument.as_ref()?).ok()?).ok()?.len();
    table_of(Ask { unit, snapshot, budget: &Budget::constant(length) })
}

/// Returns `true` if a finding is based on a table without pointing into it.
fn rests_on(finding: &Diagnostic, table: SourceId) -> bool {
    let is_of_body = finding.code.stage() == Stage::Schema;
    is_of_body && !finding.sources().any(|source| source == table)
}

/// A table, read once for all files that it describes.
struct ReadTable {
    table: Option<tables::Table>,
    findings: Vec<Diagnostic>,
}

query! {
    /// The table in a file.
    struct ReadTableQuery(SourceId) -> ReadTable, within Budget, of File |ReadTableQuery(file)| *file;
    |ReadTableQuery(file), snapshot, cx| {
        let budget = Budget::inside(cx.budget().limits());
        let (table, findings) = tables::read(*file, snapshot.contents(*file), &budget);
        ReadTable { table, findings }
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
