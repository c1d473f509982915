//! The next step after an error in an expression from the command line.

use hclx_diag::{Diagnostic, code_names as codes};

/// A finding about an expression that is evaluated without files, with the next step if it has none.
pub(crate) fn with_next_step(finding: Diagnostic, text: &str) -> Diagnostic {
    let place = finding.span.filter(|_| !finding.advises()).map(|span| span.range);
    let Some(place) = place else { return finding };
    let (start, end) = (place.start as usize, place.end as usize);
    let (Some(name), Some(rest)) = (text.get(start..end), text.get(end..)) else { return finding };
    let step = if finding.code == codes::UNKNOWN_FUNCTION {
        dialects_with(name).map(|dialects| format!("use `--dialect` with {dialects}"))
    } else {
        let is_word = finding.code == codes::UNKNOWN_NAME && !rest.starts_with(['.', '[']);
        is_word.then(|| format!("quote it if it is a string: `\"{name}\"`"))
    };
    match step {
        Some(step) => finding.help(step),
        None => finding,
    }
}

/// The names of dialects that have a function; `None` if no dialect has it.
pub(crate) fn dialects_with(function: &str) -> Option<String> {
    let having = crate::dialects().filter(|dialect| dialect.functions().get(function).is_some());
    let names: Vec<&str> = having.map(|dialect| dialect.name).take(3).collect();
    (!names.is_empty()).then(|| hclx_diag::listed_names(names, "or"))
}
