//! Lines and columns of places, in the column unit of a format.

use hclx_diag::{ColumnUnit, Position, Source, SourceId, Sources, Span};

/// Converts offsets into lines and columns.
#[derive(Clone, Copy)]
pub(crate) struct Places<'a> {
    sources: &'a Sources,
    unit: ColumnUnit,
}

impl<'a> Places<'a> {
    pub(crate) fn new(sources: &'a Sources, unit: ColumnUnit) -> Self {
        Self { sources, unit }
    }

    pub(crate) fn sources(&self) -> &'a Sources {
        self.sources
    }

    pub(crate) fn source(&self, id: SourceId) -> &'a Source {
        self.sources.get(id)
    }

    /// The line and column of an offset.
    pub(crate) fn position(&self, id: SourceId, offset: u32) -> Position {
        self.sources.get(id).position(offset, self.unit)
    }

    /// The start and end of a span.
    pub(crate) fn positions(&self, span: Span) -> (Position, Position) {
        self.sources.positions(span, self.unit)
    }

    /// The start of a span as `path:line:column`.
    pub(crate) fn name(&self, span: Span) -> String {
        let at = self.position(span.source, span.range.start);
        let name = crate::text::one_line(self.source(span.source).name());
        format!("{name}:{}:{}", at.line, at.column)
    }
}
