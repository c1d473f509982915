//! Short constructors for sources, places and findings.

use hclx_diag::{Code, Diagnostic, Source, SourceId, Sources, Span, TextRange, code_names, find_code};
use hclx_report::{Format, Style, Summary, render};

/// An arbitrary code: the texts of the tests do not depend on its meaning.
pub(crate) fn code() -> Code {
    find_code("HX1001").unwrap_or(code_names::NOT_CONVERTIBLE)
}

/// Sources under construction.
#[derive(Default)]
pub(crate) struct Files(pub Sources);

impl Files {
    pub(crate) fn one(name: &str, text: impl AsRef<[u8]>) -> (Self, SourceId) {
        let mut files = Self::default();
        let id = files.add(name, text);
        (files, id)
    }

    pub(crate) fn add(&mut self, name: &str, text: impl AsRef<[u8]>) -> SourceId {
        self.0.add(Source::new(name, text.as_ref()))
    }

    /// The first occurrence of `needle`.
    pub(crate) fn find(&self, id: SourceId, needle: impl AsRef<[u8]>) -> Span {
        let needle = needle.as_ref();
        let start = self.0.get(id).bytes().windows(needle.len()).position(|w| w == needle).expect("needle");
        span(id, start, start + needle.len())
    }

    pub(crate) fn full(&self, finding: &Diagnostic, width: usize) -> String {
        self.text(Format::Full, std::slice::from_ref(finding), Style { width, ..Style::default() })
    }

    pub(crate) fn text(&self, format: Format, findings: &[Diagnostic], style: Style) -> String {
        let mut out = Vec::new();
        let summary = Summary { files: self.0.len(), ..Summary::default() };
        render(format, &self.0, findings, &summary, style, &mut out).expect("a Vec takes everything");
        String::from_utf8(out).expect("UTF-8")
    }
}

pub(crate) fn span(id: SourceId, start: usize, end: usize) -> Span {
    TextRange::new(start as u32, end as u32).in_source(id)
}

/// Compares texts that begin with a line break for readability.
#[track_caller]
pub(crate) fn same(actual: &str, expected: &str) {
    let expected = expected.strip_prefix('\n').unwrap_or(expected);
    assert!(actual == expected, "--- expected\n{expected}\n--- actual\n{actual}");
}
