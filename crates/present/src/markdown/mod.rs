//! Descriptions as markdown, as tables or as a document, and in the other formats of terraform-docs. With only the
//! columns of terraform-docs, the output is identical to its output, byte for byte.

mod asciidoc;
mod data;
mod document;
mod escape;
mod nested;
mod node;
mod rows;
mod table;
mod toml;
mod usage;
mod values;
mod yaml;

use hclx_analysis::describe::Description;
use hclx_core::Value;

use escape::{Escapes, Place};

/// A section of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// The text at the top.
    Header,
    /// The text at the bottom.
    Footer,
    /// Required versions.
    Requirements,
    /// Providers that resources use.
    Providers,
    /// Called modules.
    Modules,
    /// Resources.
    Resources,
    /// Data sources.
    DataSources,
    /// Inputs.
    Inputs,
    /// Outputs.
    Outputs,
    /// A call with the required inputs.
    Usage,
}

impl Section {
    /// The sections by their names in settings.
    pub const ALL: &[(&str, Self)] = &[
        ("header", Self::Header),
        ("footer", Self::Footer),
        ("requirements", Self::Requirements),
        ("providers", Self::Providers),
        ("modules", Self::Modules),
        ("resources", Self::Resources),
        ("data-sources", Self::DataSources),
        ("inputs", Self::Inputs),
        ("outputs", Self::Outputs),
        ("usage", Self::Usage),
    ];
}

/// A property of a page that settings can enable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toggle {
    /// Names are link targets.
    Anchor,
    /// Headings also end with `#`.
    AtxClosed,
    /// Defaults are shown.
    Default,
    /// Values files contain descriptions.
    Description,
    /// Characters with a meaning in markdown are escaped.
    Escape,
    /// Empty sections are omitted.
    HideEmpty,
    /// Cells contain HTML where markdown has no equivalent.
    Html,
    /// Versions of providers come from the lock file.
    LockFile,
    /// Comments replace missing descriptions.
    ReadComments,
    /// Required inputs are marked.
    Required,
    /// Sensitive outputs are marked.
    Sensitive,
    /// Types of inputs are shown.
    Type,
    /// Constraints of inputs and types of outputs are shown, which terraform-docs does not support.
    More,
}

impl Toggle {
    /// The properties by their names in settings.
    pub const ALL: &[(&str, Self)] = &[
        ("anchor", Self::Anchor),
        ("atx-closed", Self::AtxClosed),
        ("default", Self::Default),
        ("description", Self::Description),
        ("escape", Self::Escape),
        ("hide-empty", Self::HideEmpty),
        ("html", Self::Html),
        ("lockfile", Self::LockFile),
        ("read-comments", Self::ReadComments),
        ("required", Self::Required),
        ("sensitive", Self::Sensitive),
        ("type", Self::Type),
    ];
}

/// A column of the table of inputs, in addition to the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The description.
    Description,
    /// The type of the input.
    Type,
    /// The default.
    Default,
    /// Set for required inputs.
    Required,
    /// The rules that the value of an input must satisfy.
    Constraints,
}

impl Column {
    /// The columns by their names.
    pub const ALL: &[(&str, Self)] = &[
        ("description", Self::Description),
        ("type", Self::Type),
        ("default", Self::Default),
        ("required", Self::Required),
        ("constraints", Self::Constraints),
    ];
}

/// The order of inputs, outputs, modules and providers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// The order of the source.
    Source,
    /// By name.
    Name,
    /// Required inputs first, then by name.
    Required,
    /// By type.
    Type,
}

/// The form of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A table for each section.
    Table,
    /// A heading for each name.
    Document,
    /// A table of AsciiDoc for each section.
    AsciidocTable,
    /// A heading of AsciiDoc for each name.
    AsciidocDocument,
    /// An object of JSON.
    Json,
    /// A mapping of YAML.
    Yaml,
    /// A table of TOML.
    Toml,
    /// A values file in HCL.
    TfvarsHcl,
    /// A values file in JSON.
    TfvarsJson,
}

impl Form {
    /// Returns `true` for data formats, which have no sections of text.
    pub fn is_data(self) -> bool {
        matches!(self, Self::Json | Self::Yaml | Self::Toml | Self::TfvarsHcl | Self::TfvarsJson)
    }

    fn is_asciidoc(self) -> bool {
        matches!(self, Self::AsciidocTable | Self::AsciidocDocument)
    }
}

/// The layout of a page.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The shape of the page, such as tables.
    pub form: Form,
    /// The sections that are shown; their order is fixed.
    pub sections: Vec<Section>,
    /// The properties that are on.
    pub toggles: Vec<Toggle>,
    /// The level of headings, from 1 to 5.
    pub indent: usize,
    /// The order of rows.
    pub sort: Sort,
    /// The columns of inputs; with `None`, the properties determine them.
    pub columns: Option<Vec<Column>>,
    /// Attributes of inputs have their own rows.
    pub is_nested: bool,
}

impl Layout {
    /// The default layout of terraform-docs.
    pub fn of_terraform_docs() -> Self {
        let is_shown = |section: &Section| *section != Section::Usage;
        let is_on =
            |toggle: &Toggle| !matches!(toggle, Toggle::AtxClosed | Toggle::Description | Toggle::HideEmpty);
        Self {
            form: Form::Table,
            sections: Section::ALL.iter().map(|(_, section)| *section).filter(is_shown).collect(),
            toggles: Toggle::ALL.iter().map(|(_, toggle)| *toggle).filter(is_on).collect(),
            indent: 2,
            sort: Sort::Name,
            columns: None,
            is_nested: false,
        }
    }

    fn has(&self, toggle: Toggle) -> bool {
        self.toggles.contains(&toggle)
    }

    fn shows(&self, section: Section) -> bool {
        self.sections.contains(&section)
    }

    /// The columns of the table of inputs.
    fn columns(&self) -> Vec<Column> {
        let default = || {
            let toggles = [
                (Toggle::Type, Column::Type),
                (Toggle::Default, Column::Default),
                (Toggle::Required, Column::Required),
                (Toggle::More, Column::Constraints),
            ];
            let shown = toggles.into_iter().filter(|(toggle, _)| self.has(*toggle));
            std::iter::once(Column::Description).chain(shown.map(|(_, column)| column)).collect()
        };
        self.columns.clone().unwrap_or_else(default)
    }

    fn escapes(&self) -> Escapes {
        let is_asciidoc = self.form.is_asciidoc();
        Escapes { characters: self.has(Toggle::Escape) && !is_asciidoc, html: self.has(Toggle::Html) }
    }

    fn heading(&self, extra: usize, text: &str) -> String {
        // terraform-docs replaces all other levels by this one.
        let level = if (1..=5).contains(&self.indent) { self.indent } else { 2 };
        let marks = if self.form.is_asciidoc() { "=" } else { "#" }.repeat(level + extra);
        let end = if self.has(Toggle::AtxClosed) && !self.form.is_asciidoc() {
            format!(" {marks}")
        } else {
            String::new()
        };
        format!("{marks} {text}{end}")
    }

    /// A name, as a link target if the layout has them.
    fn name(&self, prefix: &str, name: &str) -> String {
        let mut out = String::new();
        self.write_name(&mut out, prefix, name);
        out
    }

    /// Writes a name, as a link target if the layout has them.
    fn write_name(&self, out: &mut String, prefix: &str, name: &str) {
        let escapes = self.escapes();
        if !self.has(Toggle::Anchor) {
            return escapes.write_name(out, name);
        }
        if self.form.is_asciidoc() {
            return out.push_str(&format!("[[{prefix}_{name}]] <<{prefix}_{name},{name}>>"));
        }
        ["<a name=\"", prefix, "_", name, "\"></a> ["].into_iter().for_each(|part| out.push_str(part));
        escapes.write_name(out, name);
        out.push_str("](#");
        [prefix, "_", name].into_iter().for_each(|part| escapes.write_name(out, part));
        out.push(')');
    }
}

/// The contents of a page.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// The unit.
    pub description: &'a Description,
    /// The text at the top.
    pub header: &'a str,
    /// The text at the bottom.
    pub footer: &'a str,
    /// Versions of providers by local name, which replace their constraints.
    pub locked: &'a [(String, String)],
    /// The values of outputs, if they are shown.
    pub values: Option<&'a [OutputValue]>,
}

/// The value of an output.
#[derive(Clone, Debug)]
pub struct OutputValue {
    /// The name.
    pub name: String,
    /// The value; that of a sensitive output is not shown.
    pub value: Value,
    /// Set for a sensitive output.
    pub is_sensitive: bool,
}

/// Writes a page, without a line break at its end.
///
/// # Errors
/// If the form has no place for a value, with the name of the declaration.
pub fn page(page: &Page<'_>, layout: &Layout) -> Result<String, String> {
    let rows = rows::Rows::new(page, layout);
    match layout.form {
        Form::Json => return Ok(data::json(page, &rows, layout)),
        Form::Yaml => return Ok(data::yaml(page, &rows, layout)),
        Form::Toml => return data::toml(page, &rows, layout),
        Form::TfvarsHcl => return Ok(values::hcl(&rows, layout)),
        Form::TfvarsJson => return Ok(values::json(&rows)),
        _ => {}
    }
    let mut parts = Vec::new();
    let own = |text: &str, section| {
        let text = Some(text).filter(|text| !text.is_empty() && layout.shows(section));
        text.map(|text| layout.escapes().text(text, Place::Section))
    };
    parts.extend(own(page.header, Section::Header));
    parts.extend(layout.shows(Section::Usage).then(|| usage::section(page, layout)));
    let sections = match layout.form {
        Form::AsciidocTable => asciidoc::TABLES,
        Form::AsciidocDocument => asciidoc::DOCUMENT,
        Form::Document => document::SECTIONS,
        _ => table::SECTIONS,
    };
    parts.extend(sections.iter().filter_map(|section| section(&rows, layout)));
    parts.extend(own(page.footer, Section::Footer));
    Ok(escape::tidied(&parts.join("\n\n")))
}

/// The text of a section; `None` if it is hidden.
type SectionWriter = fn(&rows::Rows<'_>, &Layout) -> Option<String>;

/// A section with a heading, or with a sentence that it is empty.
fn section(
    layout: &Layout,
    title: &str,
    is_empty: bool,
    contents: impl FnOnce() -> String,
) -> Option<String> {
    if is_empty && layout.has(Toggle::HideEmpty) {
        return None;
    }
    let contents = if is_empty { format!("No {}.", title.to_lowercase()) } else { contents() };
    Some(format!("{}\n\n{contents}", layout.heading(0, title)))
}
