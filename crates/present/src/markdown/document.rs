//! Sections with a heading for each name.

use super::escape::{Place, code};
use super::nested::AttributeRow;
use super::rows::{InputRow, Rows, ValueCell};
use super::{Layout, Section, SectionWriter, Toggle, section};

/// The sections in order.
pub(super) const SECTIONS: &[SectionWriter] = &[requirements, providers, modules, resources, inputs, outputs];

/// A list of items, separated by blank lines.
fn list(intro: &str, items: impl Iterator<Item = (String, String)>) -> String {
    let item = |(name, version): (String, String)| match version.is_empty() {
        true => format!("- {name}"),
        false => format!("- {name} ({version})"),
    };
    format!("{intro}\n\n{}", items.map(item).collect::<Vec<_>>().join("\n\n"))
}

pub(super) fn requirements(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let items = rows.requirements.iter();
    let items = items.map(|(name, version)| (layout.name("requirement", name), (*version).to_owned()));
    let list = || list("The following requirements are needed by this module:", items);
    layout
        .shows(Section::Requirements)
        .then(|| section(layout, "Requirements", rows.requirements.is_empty(), list))?
}

pub(super) fn providers(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let items = rows.providers.iter();
    let items = items.map(|row| (layout.name("provider", &row.full_name()), row.version.clone()));
    let list = || list("The following providers are used by this module:", items);
    layout.shows(Section::Providers).then(|| section(layout, "Providers", rows.providers.is_empty(), list))?
}

pub(super) fn modules(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let items = rows.modules.iter().map(|row| {
        let heading = layout.heading(1, &layout.name("module", row.name));
        format!("{heading}\n\nSource: {}\n\nVersion: {}", row.source, row.version)
    });
    let text = || headed("The following Modules are called:", items);
    layout.shows(Section::Modules).then(|| section(layout, "Modules", rows.modules.is_empty(), text))?
}

/// An introduction and items, separated by blank lines.
pub(super) fn headed(intro: &str, items: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = std::iter::once(intro.to_owned()).chain(items).collect();
    parts.join("\n\n")
}

fn resources(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let items = rows.resources.iter().map(|row| format!("- {} ({})", row.link(), row.mode()));
    let text = || {
        let items: Vec<String> = items.collect();
        format!("The following resources are used by this module:\n\n{}", items.join("\n"))
    };
    let is_shown = layout.shows(Section::Resources) || layout.shows(Section::DataSources);
    is_shown.then(|| section(layout, "Resources", rows.resources.is_empty(), text))?
}

fn inputs(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    by_requirement(rows, layout, |row| input(row, layout))
}

/// The sections about inputs, each printed by `write`: one for all inputs, or one for the required ones and one for
/// the others.
pub(super) fn by_requirement(
    rows: &Rows<'_>,
    layout: &Layout,
    write: impl Fn(&InputRow<'_>) -> String,
) -> Option<String> {
    if !layout.shows(Section::Inputs) {
        return None;
    }
    let all = |title: &str, intro: &str, wanted: &dyn Fn(&InputRow<'_>) -> bool| {
        let rows: Vec<&InputRow<'_>> = rows.inputs.iter().filter(|row| wanted(row)).collect();
        section(layout, title, rows.is_empty(), || headed(intro, rows.iter().map(|row| write(row))))
    };
    if !layout.has(Toggle::Required) {
        return all("Inputs", "The following input variables are supported:", &|_| true);
    }
    let required =
        all("Required Inputs", "The following input variables are required:", &|row| row.default.is_none());
    let intro = "The following input variables are optional (have default values):";
    let optional = all("Optional Inputs", intro, &|row| row.default.is_some());
    let parts: Vec<String> = required.into_iter().chain(optional).collect();
    (!parts.is_empty()).then(|| parts.join("\n\n"))
}

/// The heading, description, type and default of an input; `code` prints code of a language.
pub(super) fn input_facts(row: &InputRow<'_>, layout: &Layout, code: fn(&str, &str) -> String) -> String {
    let heading = layout.heading(1, &layout.name("input", row.name));
    let description = layout.escapes().text(&row.description, Place::Paragraph);
    let mut text = format!("{heading}\n\nDescription: {description}");
    if layout.has(Toggle::Type) {
        text.push_str(&format!("\n\nType: {}", code(&row.written, "hcl")));
    }
    if layout.has(Toggle::Default) && (row.default.is_some() || !layout.has(Toggle::Required)) {
        let value = row.default.as_deref().map_or("n/a".to_owned(), |value| code(value, "json"));
        text.push_str(&format!("\n\nDefault: {value}"));
    }
    text
}

fn input(row: &InputRow<'_>, layout: &Layout) -> String {
    let mut text = input_facts(row, layout, code_block);
    if layout.has(Toggle::More) && !row.constraints.is_empty() {
        let constraints = layout.escapes().text(&row.constraints, Place::Paragraph);
        text.push_str(&format!("\n\nConstraints: {constraints}"));
    }
    if !row.attributes.is_empty() {
        let items = row.attributes.iter().map(|attribute_row| attribute(row.name, attribute_row));
        text.push_str(&format!("\n\nAttributes:\n\n{}", items.collect::<Vec<_>>().join("\n")));
    }
    text
}

/// An attribute as a list item.
fn attribute(input: &str, row: &AttributeRow) -> String {
    let default = match &row.default {
        Some(default) => format!("default `{}`", default.split_whitespace().collect::<Vec<_>>().join(" ")),
        None => "required".to_owned(),
    };
    let constraints =
        if row.constraints.is_empty() { String::new() } else { format!(": {}", row.constraints) };
    format!("- `{input}{}` (`{}`, {default}){constraints}", row.path, row.written)
}

fn outputs(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let items = rows.outputs.iter().map(|row| {
        let heading = layout.heading(1, &layout.name("output", row.name));
        let description = layout.escapes().text(&row.description, Place::Paragraph);
        let kind = layout.escapes().text(&row.kind, Place::Paragraph);
        let kind = if layout.has(Toggle::More) { format!("\n\nType: {kind}") } else { String::new() };
        let value =
            row.value.as_ref().map_or_else(String::new, |value| output_value(value, layout, code_block));
        format!("{heading}\n\nDescription: {description}{kind}{value}")
    });
    let text = || headed("The following outputs are exported:", items);
    layout.shows(Section::Outputs).then(|| section(layout, "Outputs", rows.outputs.is_empty(), text))?
}

/// The paragraphs about the value of an output; `code` prints code of a language.
pub(super) fn output_value(value: &ValueCell, layout: &Layout, code: fn(&str, &str) -> String) -> String {
    let mark = if value.is_sensitive { "yes" } else { "no" };
    let mark = if layout.has(Toggle::Sensitive) { format!("\n\nSensitive: {mark}") } else { String::new() };
    format!("\n\nValue: {}{mark}", code(&value.text, "json"))
}

/// Code in a line, or in a fenced block if it has several lines.
fn code_block(text: &str, language: &str) -> String {
    code(text, language).0
}
