//! The state of parsing a file: the tree under construction, and the findings that are kept.
//!
//! Out of scope: the two forms (see `yaml` and `json`), and the choice between them (`read`).

use std::sync::Arc;

use hclx_diag::{Code, Diagnostic, SourceId, TextRange};

use super::ast::{Document, Form, NodeId};
use super::build::Builder;

/// The maximum size of a file in bytes (Mull §13).
pub(super) const MAX_BYTES: usize = 8 << 20;
/// The maximum depth of collections.
pub(super) const MAX_DEPTH: usize = 128;
/// The maximum number of nodes that the aliases of a document expand to.
pub(super) const MAX_EXPANSION: usize = 100_000;

/// Options of the parser.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions {
    /// Set for plain data, in which `${` is literal.
    pub literal: bool,
    /// Set if declarations are allowed in the root; by default `$schema` decides.
    pub header: Option<bool>,
}

/// The state of parsing.
pub(super) struct ParseState {
    pub source: SourceId,
    pub options: ReadOptions,
    pub builder: Builder,
    /// The first finding about markup and statements; later ones are not reported.
    first: Option<Diagnostic>,
    pub root: Option<NodeId>,
}

impl ParseState {
    pub(super) fn new(source: SourceId, options: ReadOptions) -> Self {
        Self { source, options, builder: Builder::new(source), first: None, root: None }
    }

    /// The document, with its findings by place.
    pub(super) fn finish(mut self, form: Form, bytes: Arc<[u8]>) -> (Document, Vec<Diagnostic>) {
        self.builder.diagnostics.extend(self.first);
        Diagnostic::sort_by_place(&mut self.builder.diagnostics);
        self.builder.finish(form, bytes, self.root)
    }

    /// Reports an error in the markup or in a statement; only the first is kept.
    pub(super) fn structural(&mut self, diagnostic: Diagnostic) {
        let place = |diagnostic: &Diagnostic| diagnostic.span.map(|span| span.range.start);
        // Findings are not created in the order of the file.
        match &self.first {
            Some(first) if place(first) <= place(&diagnostic) => {}
            _ => self.first = Some(diagnostic),
        }
    }

    /// Like [`Self::structural`], from the parts of an error.
    pub(super) fn wrong(&mut self, code: Code, range: TextRange, message: impl Into<String>) {
        self.structural(Diagnostic::error(code, range.in_source(self.source), message));
    }

    /// Like [`Self::wrong`], with a suggested action.
    pub(super) fn wrong_but(
        &mut self,
        (code, range): (Code, TextRange),
        message: impl Into<String>,
        help: Option<String>,
    ) {
        let mut finding = Diagnostic::error(code, range.in_source(self.source), message);
        finding.help.extend(help.map(Into::into));
        self.structural(finding);
    }
}
