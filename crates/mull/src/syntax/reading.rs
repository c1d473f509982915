//! The state of parsing a file: the tree under construction, and the findings that are kept.
//!
//! Out of scope: the two forms (see `yaml` and `json`).

use std::sync::Arc;

use hclx_diag::mull_codes::{NOT_UTF8, STATIC_LIMIT};
use hclx_diag::{Code, Diagnostic, SourceId, TextRange};

use super::ast::{Document, Form, NodeId};
use super::build::Builder;
use super::{json, yaml};

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

/// Parses a document like [`read_in`]; the document itself determines its header.
pub fn read(source: SourceId, bytes: Arc<[u8]>, form: Form) -> (Document, Vec<Diagnostic>) {
    read_in(source, bytes, form, ReadOptions::default())
}

/// Parses a document. There is always a document; parts that could not be parsed are missing from it. Only
/// the first error in the markup and in statements (MU10xx, MU11xx) is reported, but all errors in quotations
/// (MU12xx).
pub fn read_in(
    source: SourceId,
    bytes: Arc<[u8]>,
    form: Form,
    options: ReadOptions,
) -> (Document, Vec<Diagnostic>) {
    let mut reading = Reading { source, options, builder: Builder::new(source), first: None, root: None };
    match checked(&bytes) {
        Err((code, place, message)) => {
            reading.structural(Diagnostic::error(code, place.in_source(source), message));
        }
        Ok(text) => match form {
            Form::Yaml => yaml::read(&mut reading, text),
            Form::Json => json::read(&mut reading, text),
        },
    }
    let Reading { mut builder, first, root, .. } = reading;
    builder.diagnostics.extend(first);
    Diagnostic::sort_by_place(&mut builder.diagnostics);
    builder.finish(form, bytes, root)
}

fn checked(bytes: &[u8]) -> Result<&str, (Code, TextRange, String)> {
    if bytes.len() > MAX_BYTES {
        let message = format!("the file has {} bytes, more than the limit of {MAX_BYTES}", bytes.len());
        return Err((STATIC_LIMIT, TextRange::at(0), message));
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let start = error.valid_up_to();
        let end = start + error.error_len().unwrap_or(bytes.len() - start);
        (NOT_UTF8, TextRange::new(start as u32, end as u32), "these bytes are not valid UTF-8".to_owned())
    })
}

/// The state of parsing.
pub(super) struct Reading {
    pub source: SourceId,
    pub options: ReadOptions,
    pub builder: Builder,
    /// The first finding about markup and statements; later ones are not reported.
    first: Option<Diagnostic>,
    pub root: Option<NodeId>,
}

impl Reading {
    /// Reports an error in the markup or in a statement; only the first is kept.
    pub(super) fn structural(&mut self, diagnostic: Diagnostic) {
        let place = |diagnostic: &Diagnostic| diagnostic.span.map(|span| span.range.start);
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
