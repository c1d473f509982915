//! The signature of the function call at the cursor.

use hclx_eval::functions::read_signature;
use hclx_syntax::cursor::{CursorContext, cursor};

use super::CompletionPlace;

/// A signature with its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureHelp {
    /// The name with parameters and result.
    pub label: String,
    /// The byte range of each parameter in the label.
    pub parameters: Vec<(usize, usize)>,
    /// The parameter for the argument at the cursor, if there is one.
    pub active: Option<usize>,
    /// A sentence that describes the result, and an example, in Markdown.
    pub docs: String,
}

/// The signature of the innermost call that contains a place.
pub fn signature_help(place: &CompletionPlace<'_>) -> Option<SignatureHelp> {
    let bytes = place.snapshot.bytes(place.file).ok()?;
    let found = cursor(&bytes, place.offset, place.snapshot.syntax(place.file));
    let call = found.around.iter().rev().find_map(|around| match around {
        CursorContext::Argument { function, index, .. } => Some((function, *index)),
        _ => None,
    });
    let (name, index) = call?;
    let function = place.dialect?.functions().get(name)?;
    let row = &function.row.described;
    let label = format!("{name}{}", row.signature);
    let (parameters, _) = read_signature(row.signature);
    let mut from = name.len();
    let mut ranges = Vec::new();
    for parameter in &parameters {
        let start = from + label[from..].find(parameter.name)?;
        let end = start + label[start..].find(parameter.ty)? + parameter.ty.len();
        let dots = if parameter.rest { label[end..].find("...").map_or(0, |at| at + 3) } else { 0 };
        ranges.push((start, end + dots));
        from = end;
    }
    let is_rest = parameters.last().is_some_and(|last| last.rest);
    let active = match index < parameters.len() {
        true => Some(index),
        false => (is_rest).then(|| parameters.len() - 1),
    };
    let example = row.examples.first().map(|(call, result)| format!("\n\n```hcl\n{call} = {result}\n```"));
    let docs = format!("{}{}", row.summary, example.unwrap_or_default());
    Some(SignatureHelp { label, parameters: ranges, active, docs })
}
