//! A declaration as markdown, for readers of a mention of it.

use std::fmt::Write;

use hclx_analysis::describe::{Declared, Details, Flag};
use hclx_core::Type;

use crate::constraints;
use crate::pretty_json;

/// The maximum length of a default that is shown, in bytes.
const LONGEST_DEFAULT: usize = 400;

/// The maximum number of characters of a type on the first line; a longer one is cut.
const LONGEST_TYPE: usize = 600;

/// A declaration: its kind and address, its type, and what is known of it from outside.
pub fn declaration(noun: &str, address: &str, ty: Option<&Type>, declared: Option<&Declared>) -> String {
    let mut text = format!("```hcl\n{address}");
    if let Some(ty) = ty {
        let ty = ty.to_string();
        let end = ty.char_indices().nth(LONGEST_TYPE).map(|(end, _)| end);
        let _ = write!(text, ": {}{}", &ty[..end.unwrap_or(ty.len())], if end.is_some() { "…" } else { "" });
    }
    let _ = write!(text, "\n```\n{noun}");
    let Some(declared) = declared else { return text };
    for (flag, word) in [(Flag::Sensitive, "sensitive"), (Flag::Ephemeral, "ephemeral")] {
        if declared.has(flag) {
            let _ = write!(text, ", {word}");
        }
    }
    if let Some(instead) = &declared.deprecated {
        let _ = write!(text, "\n\n**Deprecated**: {}", harmless(instead));
    }
    let own =
        declared.description.as_deref().map(str::to_owned).unwrap_or_else(|| declared.comment.join("\n"));
    if !own.trim().is_empty() {
        let _ = write!(text, "\n\n{}", harmless(own.trim()));
    }
    details(&mut text, declared);
    text
}

/// The text of a stranger's repository without images and elements, which an editor would load.
fn harmless(text: &str) -> String {
    text.replace("![", "!\\[").replace('<', "&lt;")
}

fn details(text: &mut String, declared: &Declared) {
    match &declared.details {
        Details::Input(input) => {
            match &input.default {
                None => text.push_str("\n\nRequired"),
                Some(_) if declared.has(Flag::Sensitive) => text.push_str("\n\nDefault: (sensitive)"),
                Some(default) => {
                    let json = pretty_json(&default.given).filter(|json| json.len() <= LONGEST_DEFAULT);
                    match json {
                        Some(json) if !json.contains('\n') => drop(write!(text, "\n\nDefault: `{json}`")),
                        Some(json) => drop(write!(text, "\n\nDefault:\n```json\n{json}\n```")),
                        None => {}
                    }
                }
            }
            let constraints = constraints::text(input);
            if !constraints.is_empty() {
                let _ = write!(text, "\n\nConstraints: {constraints}");
            }
        }
        Details::Output(output) => {
            if let Some(source) = &output.source {
                let _ = write!(text, "\n\nValue: `{}`", source.reference);
            }
        }
        Details::Call(call) => {
            let version = call.version.as_ref().map(|version| format!(", version `{version}`"));
            let _ = write!(text, "\n\nSource: `{}`{}", call.source, version.unwrap_or_default());
        }
        Details::Resource(resource) => {
            let _ = write!(text, "\n\nProvider: `{}`", resource.provider);
        }
        Details::Local(_) | Details::Other(_) => {}
    }
}
