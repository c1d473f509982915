//! Table files, which are checked like any other file.

use std::sync::Arc;

use hclx_analysis::{Answer, Ask, Language, LanguageRow, Purpose, ReportedFiles, Snapshot};
use hclx_schema::Block;

use super::read;
use super::rows::CertainContents;
use super::schema::FILE;

/// The language of table files.
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

    fn judge(&self, ask: Ask<'_>, _: Purpose) -> Answer {
        let Some(file) = ask.unit.files.first() else { return Answer::default() };
        let Ok(bytes) = ask.snapshot.bytes(*file) else { return Answer::default() };
        Answer { findings: read(*file, bytes, ask.budget).1, ..Answer::default() }
    }
}
