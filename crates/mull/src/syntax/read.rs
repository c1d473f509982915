//! Parsing of a document in either form.

use std::sync::Arc;

use hclx_diag::mull_codes::{NOT_UTF8, STATIC_LIMIT};
use hclx_diag::{Code, Diagnostic, SourceId, TextRange};

use super::ast::{Document, Form};
use super::reading::{MAX_BYTES, ParseState, ReadOptions};
use super::{json, yaml};

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
    let mut reading = ParseState::new(source, options);
    match checked(&bytes) {
        Err((code, place, message)) => {
            reading.structural(Diagnostic::error(code, place.in_source(source), message));
        }
        Ok(text) => match form {
            Form::Yaml => yaml::read(&mut reading, text),
            Form::Json => json::read(&mut reading, text),
        },
    }
    reading.finish(form, bytes)
}

fn checked(bytes: &[u8]) -> Result<&str, (Code, TextRange, String)> {
    if bytes.len() > MAX_BYTES {
        let message = format!("the file has {} bytes, more than the limit of {MAX_BYTES}", bytes.len());
        return Err((STATIC_LIMIT, TextRange::at(0), message));
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let start = error.valid_up_to();
        // An incomplete character extends to the end of the file.
        let end = start + error.error_len().unwrap_or(bytes.len() - start);
        (NOT_UTF8, TextRange::new(start as u32, end as u32), "these bytes are not valid UTF-8".to_owned())
    })
}
