//! Findings grouped by the file of their place, for formats with a section for each file.

use hclx_diag::{Arrange, Diagnostic, Severity, SourceId};

use crate::Report;

/// The findings of one file; those without a place come first, without a file.
pub(crate) struct FileFindings<'a> {
    /// The file's name; `None` for findings without a place.
    pub(crate) name: Option<&'a str>,
    /// The findings in the order of the report.
    pub(crate) findings: Vec<&'a Diagnostic>,
    /// The verdict on a file without findings.
    pub(crate) verdict: &'static str,
}

impl FileFindings<'_> {
    pub(crate) fn errors(&self) -> usize {
        self.findings.iter().filter(|finding| finding.severity == Severity::Error).count()
    }
}

/// Files in the order of their first findings, followed by the checked files without any.
pub(crate) fn by_file<'a>(report: &Report<'a>) -> Vec<FileFindings<'a>> {
    let mut order: std::collections::HashMap<Option<SourceId>, usize> = std::collections::HashMap::new();
    let mut files: Vec<FileFindings<'a>> = Vec::new();
    for finding in report.diagnostics {
        let source = finding.span.map(|span| span.source);
        let at = *order.entry(source).or_insert_with(|| {
            let name = source.map(|source| report.sources.get(source).name());
            files.push(FileFindings { name, findings: Vec::new(), verdict: "" });
            files.len() - 1
        });
        files[at].findings.push(finding);
    }
    // The sort is stable, so files with the same name keep their order.
    files.arrange_by_key(|file| file.name.is_some());
    let named: std::collections::HashSet<&str> = files.iter().filter_map(|file| file.name).collect();
    let good = report.summary.checked.iter().map(String::as_str).filter(|name| !named.contains(name));
    let known =
        report.summary.known().filter_map(|found| Some(report.sources.get(found.span?.source).name()));
    let known: std::collections::HashSet<&str> = known.collect();
    let good = good.map(|name| {
        let verdict = report.summary.verdict(known.contains(name));
        FileFindings { name: Some(name), findings: Vec::new(), verdict }
    });
    let good: Vec<_> = good.collect();
    files.extend(good);
    files
}
