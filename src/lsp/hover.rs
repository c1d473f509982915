//! The text that an editor shows beside the pointer: the facts about a name or an expression.

use hclx_analysis::Snapshot;
use hclx_diag::SourceId;
use hclx_ide::Subject;
use serde_json::{Value, json};

use super::query::Query;
use super::wire::message::Failure;
use crate::dialect;

/// The answer at a position; null if there is nothing to say.
pub(crate) fn of(query: &Query<'_>) -> Result<Value, Failure> {
    Ok(at(query, query.offset()?).unwrap_or_default())
}

fn at(query: &Query<'_>, offset: u32) -> Option<Value> {
    let (snapshot, file) = (query.snapshot, query.file);
    let (span, text) = match hclx_ide::subject(snapshot, file, offset, &|| query.budget())? {
        Subject::Name { span, symbol, ty, declared } => {
            let text = hclx_present::hover(symbol.noun, &symbol.key.key, ty.as_ref(), declared.as_deref());
            (Some(span), text)
        }
        Subject::Function { span, name } => (Some(span), function(snapshot, file, &name)?),
        Subject::Expression(ty) => (None, format!("```hcl\n{ty}\n```")),
    };
    let mut answer = json!({"contents": {"kind": "markdown", "value": text}});
    if let Some(span) = span {
        answer["range"] = query.view.range(span);
    }
    Some(answer)
}

/// The documentation of a function in the dialect of a file.
fn function(snapshot: &Snapshot, file: SourceId, name: &str) -> Option<String> {
    let unit = snapshot.units().iter().find(|unit| unit.files.contains(&file))?;
    let row = dialect(unit.language.name())?.functions().get(name)?.row.described;
    let examples: String =
        row.examples.iter().map(|(expression, result)| format!("{expression} = {result}\n")).collect();
    let examples = if examples.is_empty() { examples } else { format!("\n\n```hcl\n{examples}```") };
    Some(format!("```hcl\n{}{}\n```\n{}{examples}", row.name, row.signature, row.summary))
}
