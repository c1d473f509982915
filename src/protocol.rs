//! Prints answers as JSON. Out of scope: their contents (`hclx_program::protocol`).

use std::io::Write;

pub(crate) use hclx_program::protocol::{
    Answer, answered, code, conversion, evaluated, evaluated_document, evaluated_file, evaluated_value,
    files_of, function, inferred, inferred_units, inferred_value, parsed, parting, place, refined, refused,
    text, too_long, typed, unified, value_or_fault,
};

use crate::output::Look;

/// Prints one JSON value on stdout.
///
/// # Errors
/// If it cannot be written, or exceeds the maximum length of an answer.
pub(crate) fn answer_json(look: &Look, value: &impl serde::Serialize) -> anyhow::Result<()> {
    let text = text(value, true, look.answer()).map_err(|reason| anyhow::anyhow!(reason))?;
    Ok(crate::output::answer(&text)?)
}

/// Prints `{"files": […]}` on stdout, each answer as it is computed.
///
/// # Errors
/// If it cannot be written, or one of the answers exceeds the maximum length.
pub(crate) fn answer_files<'a>(look: &Look, answers: impl Iterator<Item = Answer<'a>>) -> anyhow::Result<()> {
    const BEFORE: &str = "\n    ";
    let mut out = crate::output::data();
    write!(out, "{{\n  \"files\": [")?;
    let mut is_empty = true;
    for answer in answers {
        let text = text(&answer, true, look.answer()).map_err(|reason| anyhow::anyhow!(reason))?;
        let between = if is_empty { "" } else { "," };
        write!(out, "{between}")?;
        // JSON strings contain no line breaks
        for line in text.split(|byte| *byte == b'\n') {
            write!(out, "{BEFORE}")?;
            out.write_all(line)?;
        }
        is_empty = false;
    }
    writeln!(out, "{}]\n}}", if is_empty { "" } else { "\n  " })?;
    Ok(out.flush()?)
}
