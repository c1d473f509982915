//! Sections in AsciiDoc, as tables or with a heading for each name.

use super::escape::{Escapes, Place};
use super::rows::{InputRow, ResourceRow, Rows, ValueCell};
use super::{Layout, Section, SectionWriter, Toggle, section};

/// The sections as tables, in order.
pub(super) const TABLES: &[SectionWriter] =
    &[requirements, providers, modules, resource_table, input_table, output_table];

/// The sections with headings, in order.
pub(super) const DOCUMENT: &[SectionWriter] =
    &[requirement_list, provider_list, module_parts, resource_list, inputs, output_parts];

/// A table with column titles; each row is a text.
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

/// The value of an output in a cell, which terraform-docs writes with fences of markdown.
fn fenced_cell(text: &str) -> String {
    super::escape::code(text, "").0
}

/// A list of items, separated by blank lines.
fn list(
    layout: &Layout,
    (intro, prefix): (&str, &str),
    items: impl Iterator<Item = (String, String)>,
) -> String {
    let item = |(name, version): (String, String)| match version.is_empty() {
        true => format!("- {}", layout.name(prefix, &name)),
        false => format!("- {} ({version})", layout.name(prefix, &name)),
    };
    format!("{intro}\n\n{}", items.map(item).collect::<Vec<_>>().join("\n\n"))
}

fn requirement_list(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let items = rows.requirements.iter().map(|(name, version)| ((*name).to_owned(), (*version).to_owned()));
    let intro = ("The following requirements are needed by this module:", "requirement");
    let text = || list(layout, intro, items);
    layout
        .shows(Section::Requirements)
        .then(|| section(layout, "Requirements", rows.requirements.is_empty(), text))?
}

fn provider_list(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let items = rows.providers.iter().map(|row| (row.full_name(), row.version.clone()));
    let text = || list(layout, ("The following providers are used by this module:", "provider"), items);
    layout.shows(Section::Providers).then(|| section(layout, "Providers", rows.providers.is_empty(), text))?
}

fn list_with_intro(intro: &str, items: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = std::iter::once(intro.to_owned()).chain(items).collect();
    parts.join("\n\n")
}

fn module_parts(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let items = rows.modules.iter().map(|row| {
        let heading = layout.heading(1, &layout.name("module", row.name));
        format!("{heading}\n\nSource: {}\n\nVersion: {}", row.source, row.version)
    });
    let text = || list_with_intro("The following Modules are called:", items);
    layout.shows(Section::Modules).then(|| section(layout, "Modules", rows.modules.is_empty(), text))?
}

fn inputs(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    if !layout.shows(Section::Inputs) {
        return None;
    }
    let all = |title: &str, intro: &str, wanted: &dyn Fn(&InputRow<'_>) -> bool| {
        let rows: Vec<&InputRow<'_>> = rows.inputs.iter().filter(|row| wanted(row)).collect();
        section(layout, title, rows.is_empty(), || {
            list_with_intro(intro, rows.iter().map(|row| input(row, layout)))
        })
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

/// Code as a paragraph, or as a block if it has several lines.
fn code(text: &str, language: &str) -> String {
    match text.contains('\n') {
        true => format!("\n[source,{language}]\n----\n{text}\n----"),
        false => format!("`{text}`"),
    }
}

fn input(row: &InputRow<'_>, layout: &Layout) -> String {
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

fn output_parts(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let items = rows.outputs.iter().map(|row| {
        let heading = layout.heading(1, &layout.name("output", row.name));
        let description = layout.escapes().text(&row.description, Place::Paragraph);
        let value = row.value.as_ref().map_or_else(String::new, |value| output_value(value, layout));
        format!("{heading}\n\nDescription: {description}{value}")
    });
    let text = || list_with_intro("The following outputs are exported:", items);
    layout.shows(Section::Outputs).then(|| section(layout, "Outputs", rows.outputs.is_empty(), text))?
}

fn output_value(value: &ValueCell, layout: &Layout) -> String {
    let mark = if value.is_sensitive { "yes" } else { "no" };
    let mark = if layout.has(Toggle::Sensitive) { format!("\n\nSensitive: {mark}") } else { String::new() };
    format!("\n\nValue: {}{mark}", code(&value.text, "json"))
}
