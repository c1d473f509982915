//! Sections as tables.

use std::fmt::Write as _;

use super::escape::{Place, code};
use super::nested::AttributeRow;
use super::rows::{InputRow, Rows};
use super::{Column, Layout, Section, Toggle, Written, section};

/// The sections in order.
pub(super) const SECTIONS: &[Written] = &[requirements, providers, modules, resources, inputs, outputs];

/// A table with column titles, each with its separator, and rows of cells.
fn table(titles: &[(&str, &str)], rows: impl Iterator<Item = Vec<String>>) -> String {
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let mut line = "|".to_owned();
        for cell in cells {
            let _ = write!(line, " {cell} |");
        }
        line
    };
    let mut lines = vec![
        line(&mut titles.iter().map(|(title, _)| *title)),
        line(&mut titles.iter().map(|(_, rule)| *rule)),
    ];
    lines.extend(rows.map(|row| line(&mut row.iter().map(String::as_str))));
    lines.join("\n")
}

const NAME: (&str, &str) = ("Name", "----");
const VERSION: (&str, &str) = ("Version", "-------");
const TYPE: (&str, &str) = ("Type", "----");
const DESCRIPTION: (&str, &str) = ("Description", "-----------");

fn requirements(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let row = |(name, version): &(&str, &str)| vec![layout.name("requirement", name), or_none(version)];
    let table = || table(&[NAME, VERSION], rows.requirements.iter().map(row));
    layout
        .shows(Section::Requirements)
        .then(|| section(layout, "Requirements", rows.requirements.is_empty(), table))?
}

fn providers(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let lines = rows.providers.iter();
    let lines = lines.map(|row| vec![layout.name("provider", &row.full_name()), or_none(&row.version)]);
    let table = || table(&[NAME, VERSION], lines);
    layout
        .shows(Section::Providers)
        .then(|| section(layout, "Providers", rows.providers.is_empty(), table))?
}

fn modules(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let lines = rows.modules.iter();
    let lines =
        lines.map(|row| vec![layout.name("module", row.name), row.source.clone(), or_none(&row.version)]);
    let table = || table(&[NAME, ("Source", "------"), VERSION], lines);
    layout.shows(Section::Modules).then(|| section(layout, "Modules", rows.modules.is_empty(), table))?
}

fn resources(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let lines = rows.resources.iter().map(|row| vec![row.link(), row.mode().to_owned()]);
    let is_shown = layout.shows(Section::Resources) || layout.shows(Section::DataSources);
    let table = || table(&[NAME, TYPE], lines);
    is_shown.then(|| section(layout, "Resources", rows.resources.is_empty(), table))?
}

fn inputs(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let columns = layout.columns();
    let titles: Vec<(&str, &str)> = std::iter::once(NAME).chain(columns.iter().map(title)).collect();
    let lines = rows.inputs.iter().flat_map(|row| {
        let attributes = row.attributes.iter().map(|one| attribute(row.name, one, &columns, layout));
        std::iter::once(input(row, &columns, layout)).chain(attributes)
    });
    let table = || table(&titles, lines);
    layout.shows(Section::Inputs).then(|| section(layout, "Inputs", rows.inputs.is_empty(), table))?
}

const fn title(column: &Column) -> (&'static str, &'static str) {
    match column {
        Column::Description => DESCRIPTION,
        Column::Type => TYPE,
        Column::Default => ("Default", "-------"),
        Column::Required => ("Required", ":------:"),
        Column::Constraints => ("Constraints", "-----------"),
    }
}

fn input(row: &InputRow<'_>, columns: &[Column], layout: &Layout) -> Vec<String> {
    let cell = |text: &str| layout.escapes().text(text, Place::Cell);
    let name = layout.name("input", row.name);
    let description = || cell(&row.description);
    cells(name, columns, &description, (&row.written, row.default.as_deref(), &row.constraints), layout)
}

fn attribute(input: &str, row: &AttributeRow, columns: &[Column], layout: &Layout) -> Vec<String> {
    let values = (&*row.written, row.default.as_deref(), &*row.constraints);
    cells(format!("`{input}{}`", row.path), columns, &String::new, values, layout)
}

/// The cells of a row: type, default and constraints of a value.
fn cells(
    name: String,
    columns: &[Column],
    description: &dyn Fn() -> String,
    (written, default, constraints): (&str, Option<&str>, &str),
    layout: &Layout,
) -> Vec<String> {
    let cell = |text: &str| layout.escapes().text(text, Place::Cell);
    let of_column = |column: &Column| match column {
        Column::Description => description(),
        Column::Type => cell(&code(written, "").0),
        Column::Default => cell(&default.map_or("n/a".to_owned(), |value| code(value, "").0)),
        Column::Required => if default.is_none() { "yes" } else { "no" }.to_owned(),
        // a pipe ends a cell even in code
        Column::Constraints => cell(constraints).replace("\\|", "|").replace('|', "\\|"),
    };
    std::iter::once(name).chain(columns.iter().map(of_column)).collect()
}

fn outputs(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let cell = |text: &str| layout.escapes().text(text, Place::Cell);
    let mut titles = vec![NAME, DESCRIPTION];
    titles.extend(layout.has(Toggle::More).then_some(TYPE));
    if rows.outputs.iter().any(|row| row.value.is_some()) {
        titles.push(("Value", "-----"));
        titles.extend(layout.has(Toggle::Sensitive).then_some(("Sensitive", ":-------:")));
    }
    let lines = rows.outputs.iter().map(|row| {
        let mut cells = vec![layout.name("output", row.name), cell(&row.description)];
        cells.extend(layout.has(Toggle::More).then(|| cell(&row.kind)));
        if let Some(value) = &row.value {
            let is_null = value.text.is_empty();
            cells.push(cell(&if is_null { "n/a".to_owned() } else { code(&value.text, "").0 }));
            let mark = if value.is_sensitive { "yes" } else { "no" };
            cells.extend(layout.has(Toggle::Sensitive).then(|| mark.to_owned()));
        }
        cells
    });
    let table = || table(&titles, lines);
    layout.shows(Section::Outputs).then(|| section(layout, "Outputs", rows.outputs.is_empty(), table))?
}

fn or_none(text: &str) -> String {
    if text.is_empty() { "n/a".to_owned() } else { text.to_owned() }
}
