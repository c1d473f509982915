//! Files with tables, which are checked like any other file.

use std::sync::Arc;

use hclx_analysis::{Answer, Language, LanguageRow, Question, ReportedFiles, Snapshot, Unit};
use hclx_eval::Budget;
use hclx_schema::Block;

use super::read;
use super::rows::CertainContents;
use super::schema::FILE;

/// The language of tables.
pub struct TableFiles;

static ROW: LanguageRow =
    LanguageRow { reports_in: ReportedFiles::OwnUnit, ..LanguageRow::new("table", "tables", &[]) };

impl Language for TableFiles {
    fn row(&self) -> &'static LanguageRow {
        &ROW
    }

    fn claims(&self, path: &str, snapshot: &Snapshot) -> bool {
        CertainContents::of(path, snapshot).is_table
    }

    fn file_schemas(&self) -> Vec<(&'static str, Arc<Block>)> {
        vec![("table", Arc::clone(&FILE))]
    }

    fn answer(&self, unit: &Unit, snapshot: &Snapshot, _: &Question, budget: &Budget) -> Answer {
        let Some(file) = unit.files.first() else { return Answer::default() };
        let Ok(bytes) = snapshot.bytes(*file) else { return Answer::default() };
        Answer { findings: read(*file, bytes, budget).1, ..Answer::default() }
    }
}
