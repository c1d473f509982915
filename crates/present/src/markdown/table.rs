//! Sections as tables.

use super::escape::Place;
use super::nested::AttributeRow;
use super::rows::{InputRow, OutputRow, Rows};
use super::{Column, Layout, Section, SectionWriter, Toggle, section};

/// The sections in order.
pub(super) const SECTIONS: &[SectionWriter] = &[requirements, providers, modules, resources, inputs, outputs];

/// A table that is being written.
struct Table<'l> {
    layout: &'l Layout,
    text: String,
}

impl<'l> Table<'l> {
    /// A table with column titles, each with its separator.
    fn new(layout: &'l Layout, titles: &[(&str, &str)]) -> Self {
        let mut table = Self { layout, text: "|".to_owned() };
        titles.iter().for_each(|(title, _)| table.plain(title));
        table.row();
        titles.iter().for_each(|(_, rule)| table.plain(rule));
        table
    }

    /// Begins a row.
    fn row(&mut self) {
        self.text.push_str("\n|");
    }

    /// Adds a cell to the row.
    fn cell(&mut self, write: impl FnOnce(&mut String)) {
        self.text.push(' ');
        let start = self.text.len();
        write(&mut self.text);
        // Markdown ends a cell at every other pipe, even in code, where terraform-docs does not escape it.
        if self.layout.has(Toggle::More) && self.text[start..].contains('|') {
            let cell = self.text.split_off(start);
            self.text.push_str(&with_pipes(&cell));
        }
        self.text.push_str(" |");
    }

    /// Adds a cell with an unescaped string.
    fn plain(&mut self, text: &str) {
        self.cell(|out| out.push_str(text));
    }

    /// Adds a cell with an unescaped string, or "n/a" if it is empty.
    fn or_none(&mut self, text: &str) {
        self.plain(if text.is_empty() { "n/a" } else { text });
    }

    /// Adds a cell with an escaped string.
    fn escaped(&mut self, text: &str) {
        let escapes = self.layout.escapes();
        self.cell(|out| escapes.write(out, text, Place::Cell));
    }

    /// Adds a cell with code.
    fn code(&mut self, text: &str) {
        let escapes = self.layout.escapes();
        self.cell(|out| escapes.write_code(out, text, Place::Cell));
    }

    /// Adds a cell with the name of a declaration.
    fn name(&mut self, prefix: &str, name: &str) {
        let layout = self.layout;
        self.cell(|out| layout.write_name(out, prefix, name));
    }
}

/// A cell in which all pipes are escaped.
fn with_pipes(cell: &str) -> String {
    let mut out = String::with_capacity(cell.len() + 8);
    let mut is_escaped = false;
    for c in cell.chars() {
        if c == '|' && !is_escaped {
            out.push('\\');
        }
        is_escaped = c == '\\' && !is_escaped;
        out.push(c);
    }
    out
}

/// A table with a row for each item.
fn table<T>(
    layout: &Layout,
    titles: &[(&str, &str)],
    items: impl IntoIterator<Item = T>,
    write: impl Fn(&mut Table<'_>, T),
) -> String {
    let mut table = Table::new(layout, titles);
    for item in items {
        table.row();
        write(&mut table, item);
    }
    table.text
}

const NAME: (&str, &str) = ("Name", "----");
const VERSION: (&str, &str) = ("Version", "-------");
const TYPE: (&str, &str) = ("Type", "----");
const DESCRIPTION: (&str, &str) = ("Description", "-----------");

fn requirements(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let table = || {
        table(layout, &[NAME, VERSION], &rows.requirements, |table, (name, version)| {
            table.name("requirement", name);
            table.or_none(version);
        })
    };
    layout
        .shows(Section::Requirements)
        .then(|| section(layout, "Requirements", rows.requirements.is_empty(), table))?
}

fn providers(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let table = || {
        table(layout, &[NAME, VERSION], &rows.providers, |table, row| {
            table.name("provider", &row.full_name());
            table.or_none(&row.version);
        })
    };
    layout
        .shows(Section::Providers)
        .then(|| section(layout, "Providers", rows.providers.is_empty(), table))?
}

fn modules(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let table = || {
        table(layout, &[NAME, ("Source", "------"), VERSION], &rows.modules, |table, row| {
            table.name("module", row.name);
            table.plain(&row.source);
            table.or_none(&row.version);
        })
    };
    layout.shows(Section::Modules).then(|| section(layout, "Modules", rows.modules.is_empty(), table))?
}

fn resources(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let table = || {
        table(layout, &[NAME, TYPE], &rows.resources, |table, row| {
            table.cell(|out| row.write_link(out));
            table.plain(row.mode());
        })
    };
    let is_shown = layout.shows(Section::Resources) || layout.shows(Section::DataSources);
    is_shown.then(|| section(layout, "Resources", rows.resources.is_empty(), table))?
}

fn inputs(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let columns = layout.columns();
    let titles: Vec<(&str, &str)> = std::iter::once(NAME).chain(columns.iter().map(title)).collect();
    let table = || {
        let mut table = Table::new(layout, &titles);
        for row in &rows.inputs {
            input(&mut table, row, &columns);
            row.attributes
                .iter()
                .for_each(|attribute_row| attribute(&mut table, row.name, attribute_row, &columns));
        }
        table.text
    };
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

fn input(table: &mut Table<'_>, row: &InputRow<'_>, columns: &[Column]) {
    table.row();
    table.name("input", row.name);
    let description = |table: &mut Table<'_>| table.escaped(&row.description);
    cells(table, columns, description, (&row.written, row.default.as_deref(), &row.constraints));
}

fn attribute(table: &mut Table<'_>, input: &str, row: &AttributeRow, columns: &[Column]) {
    table.row();
    table.cell(|out| ["`", input, &row.path, "`"].into_iter().for_each(|part| out.push_str(part)));
    let values = (&*row.written, row.default.as_deref(), &*row.constraints);
    cells(table, columns, |table| table.plain(""), values);
}

/// The cells of a row after its name: type, default and constraints of a value.
fn cells(
    table: &mut Table<'_>,
    columns: &[Column],
    description: impl Fn(&mut Table<'_>),
    (written, default, constraints): (&str, Option<&str>, &str),
) {
    for column in columns {
        match column {
            Column::Description => description(table),
            Column::Type => table.code(written),
            Column::Default => match default {
                Some(default) => table.code(default),
                None => table.plain("n/a"),
            },
            Column::Required => table.plain(if default.is_none() { "yes" } else { "no" }),
            Column::Constraints if constraints.contains('|') => {
                let cell = table.layout.escapes().text(constraints, Place::Cell);
                // a pipe ends a cell even in code
                table.plain(&cell.replace("\\|", "|").replace('|', "\\|"));
            }
            Column::Constraints => table.escaped(constraints),
        }
    }
}

fn outputs(rows: &Rows<'_>, layout: &Layout) -> Option<String> {
    let mut titles = vec![NAME, DESCRIPTION];
    titles.extend(layout.has(Toggle::More).then_some(TYPE));
    if rows.outputs.iter().any(|row| row.value.is_some()) {
        titles.push(("Value", "-----"));
        titles.extend(layout.has(Toggle::Sensitive).then_some(("Sensitive", ":-------:")));
    }
    let write = |table: &mut Table<'_>, row: &OutputRow<'_>| {
        table.name("output", row.name);
        table.escaped(&row.description);
        if layout.has(Toggle::More) {
            table.escaped(&row.kind);
        }
        let Some(value) = &row.value else { return };
        match value.text.is_empty() {
            true => table.plain("n/a"),
            false => table.code(&value.text),
        }
        if layout.has(Toggle::Sensitive) {
            table.plain(if value.is_sensitive { "yes" } else { "no" });
        }
    };
    let table = || table(layout, &titles, &rows.outputs, write);
    layout.shows(Section::Outputs).then(|| section(layout, "Outputs", rows.outputs.is_empty(), table))?
}
