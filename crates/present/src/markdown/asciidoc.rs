//! Sections in AsciiDoc, as tables or with a heading for each name.

use super::escape::{Escapes, Place};
use super::rows::{InputRow, ResourceRow, Rows};
use super::{Layout, Section, SectionWriter, Toggle, document, section};

/// The sections as tables, in order.
pub(super) const TABLES: &[SectionWriter] =
    &[requirements, providers, modules, resource_table, input_table, output_table];

/// The sections with headings, in order.
pub(super) const DOCUMENT: &[SectionWriter] =
    &[document::requirements, document::providers, document::modules, resource_list, inputs, output_parts];

/// A table with column titles and rows, each of which is a line of AsciiDoc.
fn table(columns: usize, titles: &str, rows: impl Iterator<Item = String>) -> String {
    let columns = vec!["a"; columns].join(",");
    let rows: Vec<String> = rows.collect();
    format!("[cols=\"{columns}\",options=\"header,autowidth\"]\n|===\n{titles}\n{}\n|===", rows.join("\n"))
}

fn versions(
    layout: &Layout,
    (title, prefix): (&str, &str),
    rows: impl ExactSizeIterator<Item = (String, String)>,
) -> Option<String> {
    section(layout, title, rows.len() == 0, || {
        let row = |(name, version): (String, String)| {
            let version = if version.is_empty() { "n/a" } else { &version };
            format!("|{} |{version}", layout.name(prefix, &name))
        };
        table(2, "|Name |Version", rows.map(row))
    })
}

fn requirements(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let items = rows.requirements.iter().map(|(name, version)| ((*name).to_owned(), (*version).to_owned()));
    layout.shows(Section::Requirements).then(|| versions(layout, ("Requirements", "requirement"), items))?
}

fn providers(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let items = rows.providers.iter().map(|row| (row.full_name(), row.version.clone()));
    layout.shows(Section::Providers).then(|| versions(layout, ("Providers", "provider"), items))?
}

fn modules(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let items = rows.modules.iter();
    let row = |row: &super::rows::ModuleRow<'_>| {
        format!("|{} |{} |{}", layout.name("module", row.name), row.source, row.version)
    };
    let text = || table(3, "|Name |Source |Version", items.map(row));
    layout.shows(Section::Modules).then(|| section(layout, "Modules", rows.modules.is_empty(), text))?
}

/// A resource, as a link to its page in the registry if there is one.
fn link(row: &ResourceRow<'_>) -> String {
    match row.url() {
        Some(url) => format!("{url}[{}]", row.spec()),
        None => row.spec().to_owned(),
    }
}

fn resource_table(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let items = rows.resources.iter().map(|row| format!("|{} |{}", link(row), row.mode()));
    resources(rows, layout, || table(2, "|Name |Type", items))
}

fn resource_list(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let items = rows.resources.iter().map(|row| format!("- {} ({})", link(row), row.mode()));
    resources(rows, layout, || {
        let items: Vec<String> = items.collect();
        format!("The following resources are used by this module:\n\n{}", items.join("\n"))
    })
}

fn resources(rows: &Rows<'_>, layout: &Layout, text: impl FnOnce() -> String) -> Option<String> {
    let is_shown = layout.shows(Section::Resources) || layout.shows(Section::DataSources);
    is_shown.then(|| section(layout, "Resources", rows.resources.is_empty(), text))?
}

fn input_table(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let titles = [(Toggle::Type, "Type"), (Toggle::Default, "Default"), (Toggle::Required, "Required")];
    let shown: Vec<&str> =
        titles.iter().filter(|(toggle, _)| layout.has(*toggle)).map(|(_, title)| *title).collect();
    let row = |row: &InputRow<'_>| {
        let mut lines = vec![layout.name("input", row.name), cell(&row.description)];
        lines.extend(layout.has(Toggle::Type).then(|| code_cell(&row.written)));
        let default = || row.default.as_deref().map_or("n/a".to_owned(), code_cell);
        lines.extend(layout.has(Toggle::Default).then(default));
        let required = || if row.default.is_none() { "yes" } else { "no" }.to_owned();
        lines.extend(layout.has(Toggle::Required).then(required));
        format!("|{}\n", lines.join("\n|"))
    };
    let titles: Vec<String> =
        ["Name", "Description"].iter().chain(&shown).map(|title| format!("|{title}")).collect();
    let text = || table(titles.len(), &titles.join(" "), rows.inputs.iter().map(row));
    layout.shows(Section::Inputs).then(|| section(layout, "Inputs", rows.inputs.is_empty(), text))?
}

/// A description in a cell.
fn cell(text: &str) -> String {
    match text.is_empty() {
        true => "n/a".to_owned(),
        false => Escapes::asciidoc_cell(text),
    }
}

/// Code in a cell.
fn code_cell(text: &str) -> String {
    Escapes::asciidoc_cell(&super::escape::code(text, "").0)
}

fn output_table(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let has_values = rows.outputs.iter().any(|row| row.value.is_some());
    let has_marks = has_values && layout.has(Toggle::Sensitive);
    let titles = match (has_values, has_marks) {
        (false, _) => "|Name |Description",
        (true, false) => "|Name |Description |Value",
        (true, true) => "|Name |Description |Value |Sensitive",
    };
    let row = |row: &super::rows::OutputRow<'_>| {
        let value = row.value.as_ref().map_or_else(String::new, |value| {
            let mark = if value.is_sensitive { " |yes" } else { " |no" };
            let text = if value.text.is_empty() { "n/a".to_owned() } else { fenced_cell(&value.text) };
            format!(" |{text}{}", if has_marks { mark } else { "" })
        });
        format!("|{} |{}{value}", layout.name("output", row.name), cell(&row.description))
    };
    let columns = titles.matches('|').count();
    let text = || table(columns, titles, rows.outputs.iter().map(row));
    layout.shows(Section::Outputs).then(|| section(layout, "Outputs", rows.outputs.is_empty(), text))?
}

/// The value of an output in a cell, for which terraform-docs uses Markdown fences.
fn fenced_cell(text: &str) -> String {
    super::escape::code(text, "").0
}

fn inputs(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    document::by_requirement(rows, layout, |row| document::input_facts(row, layout, code))
}

/// Code as a paragraph, or as a block if it has several lines.
fn code(text: &str, language: &str) -> String {
    match text.contains('\n') {
        true => format!("\n[source,{language}]\n----\n{text}\n----"),
        false => format!("`{text}`"),
    }
}

fn output_parts(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let items = rows.outputs.iter().map(|row| {
        let heading = layout.heading(1, &layout.name("output", row.name));
        let description = layout.escapes().text(&row.description, Place::Paragraph);
        let value =
            row.value.as_ref().map_or_else(String::new, |value| document::output_value(value, layout, code));
        format!("{heading}\n\nDescription: {description}{value}")
    });
    let text = || document::headed("The following outputs are exported:", items);
    layout.shows(Section::Outputs).then(|| section(layout, "Outputs", rows.outputs.is_empty(), text))?
}
