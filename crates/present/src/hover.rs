//! The facts about a place in a configuration as markdown, for hovers in an editor.

use std::fmt::Write;

use hclx_analysis::describe::{DeclaredItem, Details, Flag, Rule};
use hclx_core::{Data, ObjectType, Type, TypeKind, Value};
use hclx_diag::{Arrange, Code, listed};

use crate::constraints;
use crate::pretty_json;

/// The maximum length of a default in bytes.
const LONGEST_DEFAULT: usize = 400;

/// The maximum number of characters of a type; longer ones are truncated.
const LONGEST_TYPE: usize = 1200;

/// The maximum number of attributes of an object type on one line.
const WIDEST_OBJECT: usize = 6;

/// The maximum length of an object type on one line, in bytes.
const LONGEST_LINE: usize = 80;

/// The maximum number of lines of a value.
const MOST_LINES: usize = 10;

/// The maximum size of a value that is printed.
const LARGEST_VALUE: u64 = 100_000;

/// The maximum number of places that set a value.
const MOST_ORIGINS: usize = 3;

/// The facts about a place; absent ones are omitted.
#[derive(Debug, Default)]
pub struct Hover<'h> {
    /// The subject as one line of HCL: `variable "zones"`.
    pub header: String,
    /// The value; parts may be unknown.
    pub value: Option<&'h Value>,
    /// A type that takes precedence over the type of the value.
    pub ty: Option<Type>,
    /// The declaration, as its callers see it.
    pub declared: Option<&'h DeclaredItem>,
    /// The places that the value comes from, for example `given in prod.tfvars:3`.
    pub origins: Vec<String>,
    /// Set if types are shown without values.
    pub hides_values: bool,
    /// Additional sentences, for example that it is required.
    pub notes: Vec<String>,
    /// The documentation, in markdown.
    pub docs: Option<&'h str>,
    /// The replacement of a deprecated subject, which may be empty; `None` if it is not deprecated.
    pub deprecated: Option<&'h str>,
}

impl Hover<'_> {
    /// The hover text.
    pub fn markdown(&self) -> String {
        let is_secret = self.declared.is_some_and(|declared| declared.has(Flag::Sensitive));
        let mut text = format!("```hcl\n{}", self.header);
        let ty = self.ty.clone().or_else(|| self.value.map(Value::described_type));
        if let Some(ty) = &ty {
            let separator = if self.header.is_empty() { "" } else { " : " };
            let _ = write!(text, "{separator}{}", type_text(ty));
        }
        let shown = self
            .value
            .filter(|_| !self.hides_values)
            .and_then(|value| if is_secret { Some(SECRET.into()) } else { shown(value) });
        if let Some(shown) = shown {
            let _ = write!(text, "\n= {shown}");
        }
        text.push_str("\n```");
        let mut known = self.value.filter(|_| !is_secret).map(known_of).unwrap_or_default();
        let constraints =
            self.declared.and_then(DeclaredItem::input).map(constraints::text).unwrap_or_default();
        // the constraints already contain these facts
        known.retain(|words| !constraints.split(", ").any(|one| one == words));
        let mut facts: Vec<String> = Vec::new();
        if !known.is_empty() {
            facts.push(capitalized(&known.join(", ")));
        }
        facts.extend(origins(&self.origins));
        facts.extend(self.notes.iter().cloned());
        if let Some(declared) = self.declared {
            facts.extend(details(declared));
        }
        for fact in facts {
            let _ = write!(text, "\n\n{fact}");
        }
        let own = self.declared.map(own_words).unwrap_or_default();
        for words in [own.trim(), self.docs.unwrap_or_default().trim()] {
            if !words.is_empty() {
                let _ = write!(text, "\n\n{}", harmless(words));
            }
        }
        let of_declared = self.declared.and_then(|declared| declared.deprecated.as_deref());
        match self.deprecated.or(of_declared) {
            Some("") => text.push_str("\n\n**Deprecated**"),
            Some(instead) => drop(write!(text, "\n\n**Deprecated**: {}", harmless(instead))),
            None => {}
        }
        text
    }
}

/// The explanation of a code, as markdown.
pub fn explanation(code: Code) -> String {
    let info = code.info();
    let mut text = format!("**{code}**: {}\n\n{}", info.title, info.explanation);
    for (title, example) in [("Example", info.example), ("Fixed", info.fixed)] {
        if !example.is_empty() {
            let _ = write!(text, "\n\n{title}:\n```hcl\n{}\n```", example.trim_end());
        }
    }
    text
}

/// The placeholder for a secret.
const SECRET: &str = "(sensitive)";

/// Text from an untrusted repository, without images and elements that an editor would load.
fn harmless(text: &str) -> String {
    text.replace("![", "!\\[").replace('<', "&lt;")
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The description, otherwise the comment above the declaration.
fn own_words(declared: &DeclaredItem) -> String {
    declared.description.as_deref().map_or_else(|| declared.comment.join("\n"), str::to_owned)
}

/// A type as text; an object with many attributes has one per line.
fn type_text(ty: &Type) -> String {
    let mut text = String::new();
    write_type(&mut text, ty, 0);
    match text.char_indices().nth(LONGEST_TYPE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Returns `true` if an object type is easier to read with one attribute per line.
fn is_wide(object: &ObjectType, ty: &Type) -> bool {
    object.attributes().len() > WIDEST_OBJECT || ty.to_string().len() > LONGEST_LINE
}

fn write_type(out: &mut String, ty: &Type, indent: usize) {
    // A character has at most four bytes, so no later part is shown.
    if out.len() > LONGEST_TYPE * 4 {
        return;
    }
    let around = |out: &mut String, word: &str, element: &Type| {
        let _ = write!(out, "{word}(");
        write_type(out, element, indent);
        out.push(')');
    };
    hclx_diag::grow(|| match ty.kind() {
        TypeKind::List(element) => around(out, "list", element),
        TypeKind::Set(element) => around(out, "set", element),
        TypeKind::Map(element) => around(out, "map", element),
        TypeKind::Object(object) if is_wide(object, ty) => {
            out.push_str("object({");
            for attribute in object.attributes() {
                let _ = write!(out, "\n{:width$}{} = ", "", attribute.name, width = indent + 2);
                match attribute.optional {
                    true => {
                        out.push_str("optional(");
                        write_type(out, &attribute.ty, indent + 2);
                        out.push(')');
                    }
                    false => write_type(out, &attribute.ty, indent + 2),
                }
            }
            let _ = write!(out, "\n{:indent$}}})", "");
        }
        _ => drop(write!(out, "{ty}")),
    });
}

/// A value in at most ten lines, with secrets hidden; `None` if nothing is known about it.
fn shown(value: &Value) -> Option<String> {
    if value.marks().contains("sensitive") {
        return Some(SECRET.to_owned());
    }
    if matches!(value.data(), Data::Unknown(_)) || value.size() > LARGEST_VALUE {
        return None;
    }
    let mut printed = String::new();
    match value.marks_within().contains("sensitive") {
        true => concealed(&mut printed, value, 0),
        false => printed = value.pretty(),
    }
    let lines: Vec<&str> = printed.lines().collect();
    Some(match lines.len() > MOST_LINES {
        true => format!("{}\n…", lines[..MOST_LINES - 1].join("\n")),
        false => printed,
    })
}

/// Writes a value with one part per line, down to the maximum depth.
fn concealed(out: &mut String, value: &Value, indent: usize) {
    if value.marks().contains("sensitive") {
        return out.push_str(SECRET);
    }
    if !value.marks_within().contains("sensitive") {
        let _ = write!(out, "{value}");
        return;
    }
    // Each enclosing level has its own line, so the parts of this one are beyond the shown lines.
    if indent > 2 * MOST_LINES {
        return out.push('…');
    }
    let width = indent + 2;
    let keyed: Vec<_> = value.iter_entries().collect();
    let (open, close) = if keyed.is_empty() { ('[', ']') } else { ('{', '}') };
    out.push(open);
    for (name, part) in &keyed {
        let _ = write!(out, "\n{:width$}{name} = ", "");
        concealed(out, part, width);
    }
    for part in value.elements().filter(|_| keyed.is_empty()).unwrap_or_default() {
        let _ = write!(out, "\n{:width$}", "");
        concealed(out, part, width);
        out.push(',');
    }
    let _ = write!(out, "\n{:indent$}{close}", "");
}

/// Describes the known facts about an unknown value.
fn known_of(value: &Value) -> Vec<String> {
    if !matches!(value.data(), Data::Unknown(_)) || value.marks().contains("sensitive") {
        return Vec::new();
    }
    let range = value.range();
    let mut rules = Vec::new();
    rules.extend(range.is_not_null().then_some(Rule::NotNull));
    rules.extend(range.prefix().map(|prefix| Rule::Prefix(prefix.into())));
    rules.extend(range.min().cloned().map(Rule::Min));
    rules.extend(range.max().cloned().map(Rule::Max));
    rules.extend((range.len_min() > 0).then(|| Rule::LengthMin(range.len_min())));
    rules.extend(range.len_max().map(Rule::LengthMax));
    rules.extend(range.one_of().map(|values| Rule::OneOf(values.into())));
    let unit = if *value.ty() == Type::STRING { "character" } else { "element" };
    let mut words = constraints::words(&rules.iter().map(|rule| (rule, None)).collect::<Vec<_>>(), unit);
    // the most important fact comes first
    words.arrange_by_key(|word| word != "not null");
    words
}

/// The places that a value comes from, on one line.
fn origins(all: &[String]) -> Option<String> {
    let more = all.len().saturating_sub(MOST_ORIGINS);
    let mut shown: Vec<String> = all.iter().take(MOST_ORIGINS).cloned().collect();
    if more > 0 {
        shown.push(format!("{more} more"));
    }
    (!shown.is_empty()).then(|| capitalized(&listed(&shown, "and")))
}

/// Sentences about the kind of a declaration.
fn details(declared: &DeclaredItem) -> Vec<String> {
    let mut facts = Vec::new();
    let flags = [(Flag::Sensitive, "sensitive"), (Flag::Ephemeral, "ephemeral")];
    let flags: Vec<&str> =
        flags.into_iter().filter(|(flag, _)| declared.has(*flag)).map(|(_, word)| word).collect();
    if !flags.is_empty() {
        facts.push(capitalized(&flags.join(", ")));
    }
    match &declared.details {
        Details::Input(input) => {
            match &input.default {
                None => facts.push("Required".to_owned()),
                Some(_) if declared.has(Flag::Sensitive) => facts.push(format!("Default: {SECRET}")),
                Some(default) => {
                    let json = pretty_json(&default.given).filter(|json| json.len() <= LONGEST_DEFAULT);
                    match json {
                        Some(json) if !json.contains('\n') => facts.push(format!("Default: `{json}`")),
                        Some(json) => facts.push(format!("Default:\n```json\n{json}\n```")),
                        None => {}
                    }
                }
            }
            let constraints = constraints::text(input);
            if !constraints.is_empty() {
                facts.push(format!("Constraints: {constraints}"));
            }
        }
        Details::Output(output) => {
            facts.extend(output.source.iter().map(|source| format!("Value: `{}`", source.reference)));
        }
        Details::Call(call) => {
            let version = call.version.as_ref().map(|version| format!(", version `{version}`"));
            facts.push(format!("Source: `{}`{}", call.source, version.unwrap_or_default()));
        }
        Details::Resource(resource) => facts.push(format!("Provider: `{}`", resource.provider)),
        Details::Local(_) | Details::Other(_) => {}
    }
    facts
}
