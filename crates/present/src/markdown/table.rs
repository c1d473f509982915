//! Sections as tables.

use std::fmt::Write as _;

use super::escape::{Place, code};
use super::rows::{InputRow, Rows};
use super::{Layout, Section, Toggle, Written, section};

/// The sections in their order.
pub(super) const SECTIONS: &[Written] = &[requirements, providers, modules, resources, inputs, outputs];

/// A table of titles, each with the line below it, and rows of cells.
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
    let mut titles = vec![NAME, DESCRIPTION];
    let columns = [
        (Toggle::Type, TYPE),
        (Toggle::Default, ("Default", "-------")),
        (Toggle::Required, ("Required", ":------:")),
        (Toggle::More, ("Constraints", "-----------")),
    ];
    titles.extend(columns.iter().filter(|(toggle, _)| layout.has(*toggle)).map(|(_, title)| *title));
    let table = || table(&titles, rows.inputs.iter().map(|row| input(row, layout)));
    layout.shows(Section::Inputs).then(|| section(layout, "Inputs", rows.inputs.is_empty(), table))?
}

fn input(row: &InputRow<'_>, layout: &Layout) -> Vec<String> {
    let cell = |text: &str| layout.escapes().text(text, Place::Cell);
    let mut cells = vec![layout.name("input", row.name), cell(&row.description)];
    if layout.has(Toggle::Type) {
        cells.push(cell(&code(&row.written, "").0));
    }
    if layout.has(Toggle::Default) {
        cells.push(cell(&row.default.as_deref().map_or("n/a".to_owned(), |value| code(value, "").0)));
    }
    if layout.has(Toggle::Required) {
        cells.push(if row.default.is_none() { "yes" } else { "no" }.to_owned());
    }
    if layout.has(Toggle::More) {
        // a pipe ends a cell even in code
        cells.push(cell(&row.constraints).replace("\\|", "|").replace('|', "\\|"));
    }
    cells
}

fn outputs(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let cell = |text: &str| layout.escapes().text(text, Place::Cell);
    let mut titles = vec![NAME, DESCRIPTION];
    titles.extend(layout.has(Toggle::More).then_some(TYPE));
    let lines = rows.outputs.iter().map(|row| {
        let mut cells = vec![layout.name("output", row.name), cell(&row.description)];
        cells.extend(layout.has(Toggle::More).then(|| cell(&row.kind)));
        cells
    });
    let table = || table(&titles, lines);
    layout.shows(Section::Outputs).then(|| section(layout, "Outputs", rows.outputs.is_empty(), table))?
}

fn or_none(text: &str) -> String {
    if text.is_empty() { "n/a".to_owned() } else { text.to_owned() }
}
