//! The settings of terraform-docs, `.terraform-docs.yml`, insofar as they apply to markdown.

use std::path::{Path, PathBuf};

use hclx_analysis::Settings as Judging;
use hclx_core::Value;
use hclx_present::markdown::{Column, Form, Layout, OutputValue, Section, Sort, Toggle};

use super::keys::{self, Wrong};
use super::marked::PageMarkers;
use super::template;
use crate::dir_cache::DirCache;
use crate::inputs::Inputs;
use crate::open_file;

/// The settings of a module's documentation.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// The layout of the page.
    pub layout: Layout,
    /// The file with the text above the page, relative to the module.
    pub header_from: String,
    /// The file with the text below the page.
    pub footer_from: Option<String>,
    /// The template of the page.
    pub content: Option<String>,
    /// The file that contains the page.
    pub file: Option<String>,
    /// The markers in that file.
    pub marked: Option<PageMarkers>,
    /// Set if the page replaces the whole file.
    pub replaces: bool,
    /// Set if the file is only compared with the page.
    pub is_check: bool,
    /// The modules below that are also documented.
    pub recursive: Option<Recursion>,
    /// The file with the values of outputs, as `terraform output -json` prints them, relative to the module.
    pub values_from: Option<String>,
    /// The mapping that the settings are read from.
    written: Value,
}

/// The modules below a module that are documented with it.
#[derive(Clone, Debug)]
pub(crate) struct Recursion {
    /// Their directory, relative to the module.
    pub path: String,
    /// The names of directories that are left out.
    pub exclude: Vec<String>,
    /// Set if the module itself is not documented, only the modules below it.
    pub leaves_out_main: bool,
    /// The place of the setting.
    pub place: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            layout: Layout::of_terraform_docs(),
            header_from: "main.tf".to_owned(),
            footer_from: None,
            content: None,
            file: None,
            marked: None,
            replaces: false,
            is_check: false,
            recursive: None,
            values_from: None,
            written: Value::null(hclx_core::Type::ANY),
        }
    }
}

/// The places of settings in a directory.
const NAMES: &[&str] = &[".terraform-docs.yml", ".terraform-docs.yaml", ".config/.terraform-docs.yml"];

/// The maximum size of settings in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// The settings of a module: those in its directory, otherwise those in the directories `above`.
///
/// # Errors
/// The part that cannot be read or is not supported, with the name of the file.
pub(crate) fn read(folders: &[&Path], inputs: &mut Inputs) -> anyhow::Result<Settings> {
    match folders.iter().find_map(|folder| find(folder, &DirCache::default())) {
        Some(path) => read_file(&path, None, inputs),
        None => Ok(Settings::default()),
    }
}

/// The file with the settings of a directory.
pub(crate) fn find(folder: &Path, seen: &DirCache) -> Option<PathBuf> {
    let mut candidates = NAMES.iter().map(|name| folder.join(name));
    candidates.find(|path| !seen.lacks(path) && path.is_file())
}

/// The settings in a file, combined with those of the module above its module.
///
/// # Errors
/// The part that cannot be read or is not supported, with the name of the file.
pub(crate) fn read_file(
    path: &Path,
    above: Option<&Settings>,
    inputs: &mut Inputs,
) -> anyhow::Result<Settings> {
    let name = hclx_analysis::file_path::clean(&crate::names::text(path));
    let bytes = open_file::read_named(path, MAX_BYTES)
        .map_err(|error| anyhow::anyhow!("cannot read `{}`: {error}", crate::names::text(path)))?;
    let text = String::from_utf8_lossy(&bytes);
    if let Some((line, key)) = keys::repetition(&text) {
        anyhow::bail!("`{name}:{line}`: the key `{key}` is already set");
    }
    let read = match keys::is_empty(&text) {
        true => Ok(Value::null(hclx_core::Type::ANY)),
        false => decoded("yamldecode", &bytes, inputs),
    };
    let own = read.map_err(|why| {
        let of_text = why.strip_prefix("argument `src` of `yamldecode` ").map(str::to_owned);
        let why = of_text.unwrap_or_else(|| format!("is not YAML: {why}"));
        anyhow::anyhow!("`{}` {why}", crate::names::text(path))
    })?;
    let place = |key: &str| format!("`{name}:{}`", keys::line(&String::from_utf8_lossy(&bytes), key));
    let settings = keys::check(&own).and_then(|()| match above {
        Some(above) => settings(keys::over(&above.written, &own)),
        None => settings(own),
    });
    let mut settings = settings.map_err(|Wrong { key, why }| anyhow::anyhow!("{}: {why}", place(&key)))?;
    if let Some(recursive) = &mut settings.recursive {
        recursive.place = place("recursive.path");
    }
    Ok(settings)
}

/// The value that a function parses from a text.
fn decoded(function: &str, bytes: &[u8], inputs: &mut Inputs) -> Result<Value, String> {
    let text = String::from_utf8_lossy(bytes);
    // The evaluator's functions read YAML and JSON, so no other parser is needed.
    let quoted = hclx_schema::plain_hcl::of_value(&Value::string(&*text));
    let quoted = quoted.map_err(|fault| format!("{fault:?}"))?;
    let judging = Judging { dialect: crate::dialect("terraform"), ..Judging::default() };
    let outcome = inputs.ask(&format!("{function}({quoted})"), &judging, hclx_eval::Limits::default());
    match outcome.diagnostics.into_iter().find(|one| one.is_error()) {
        Some(error) => Err(error.message),
        None => Ok(outcome.value),
    }
}

/// The values of outputs in the file that settings name; `None` if they name none.
///
/// # Errors
/// If the file cannot be read, or is not what `terraform output -json` prints.
pub(crate) fn output_values(
    folder: &Path,
    settings: &Settings,
    inputs: &mut Inputs,
) -> anyhow::Result<Option<Vec<OutputValue>>> {
    let Some(name) = &settings.values_from else { return Ok(None) };
    let path = folder.join(name);
    let shown = crate::names::text(&path);
    let bytes = open_file::read_below(&path, folder, MAX_BYTES)
        .map_err(|error| anyhow::anyhow!("cannot read `{shown}`: {error}"))?;
    let read = decoded("jsondecode", &bytes, inputs);
    let outputs = read.map_err(|why| anyhow::anyhow!("`{shown}` is not JSON: {why}"))?;
    anyhow::ensure!(outputs.ty().as_object().is_some(), "`{shown}` has no outputs: expected an object");
    let value = |(name, one): (&std::sync::Arc<str>, &Value)| OutputValue {
        name: name.to_string(),
        value: member(one, "value").cloned().unwrap_or_else(|| Value::null(hclx_core::Type::ANY)),
        is_sensitive: member(one, "sensitive").and_then(Value::as_bool) == Some(true),
    };
    Ok(Some(outputs.iter_entries().map(value).collect()))
}

/// A member of a mapping; `None` if it is absent or null.
fn member<'v>(value: &'v Value, name: &str) -> Option<&'v Value> {
    let mut entries = value.is_known().then(|| value.iter_entries()).into_iter().flatten();
    entries.find(|(key, _)| ***key == *name).map(|(_, value)| value).filter(|value| !value.is_null())
}

fn text(value: &Value, name: &str) -> Option<String> {
    member(value, name).and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned)
}

fn list(value: &Value, name: &str) -> Vec<String> {
    let elements = member(value, name).and_then(Value::elements).unwrap_or_default();
    elements.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Reads the settings from their mapping, whose keys were checked.
fn settings(written: Value) -> Result<Settings, Wrong> {
    let value = &written;
    let mut settings = Settings::default();
    if let Some(formatter) = text(value, "formatter") {
        settings.layout.form = form(&formatter).ok_or_else(|| {
            let why =
                format!("formatter `{formatter}` is not supported; expected one of {}", formatter_names());
            Wrong::new("formatter", why)
        })?;
    }
    version(value)?;
    for key in ["header-from", "footer-from"] {
        if let Some(name) = text(value, key).filter(|name| Path::new(name).is_absolute()) {
            let why =
                format!("`{name}` is not a file of the module: expected a name relative to its directory");
            return Err(Wrong::new(key, why));
        }
    }
    settings.header_from = text(value, "header-from").unwrap_or(settings.header_from);
    settings.footer_from = text(value, "footer-from");
    settings.content = text(value, "content");
    if let Some(content) = &settings.content {
        template::parts(content).map_err(|why| Wrong::new("content", format!("`content`: {why}")))?;
    }
    if let Some(sections) = member(value, "sections") {
        let shown = shown(&list(sections, "show"), &list(sections, "hide"));
        settings.layout.sections = shown.map_err(|why| Wrong::new("sections", why))?;
    }
    if settings.footer_from.as_ref() == Some(&settings.header_from) {
        let why = "`footer-from` must be another file than `header-from`";
        return Err(Wrong::new("footer-from", why));
    }
    if let Some(of_output) = member(value, "output") {
        output(&mut settings, of_output)?;
    }
    if let Some(sort) = member(value, "sort") {
        settings.layout.sort = sorted(sort)?;
    }
    if let Some(values) = member(value, "output-values")
        && is_on(values, "enabled")
    {
        let missing = || Wrong::new("output-values", "missing `output-values.from`: Terraform is not run");
        settings.values_from = Some(text(values, "from").ok_or_else(missing)?);
    }
    if let Some(toggles) = member(value, "settings") {
        toggle(&mut settings.layout, toggles);
    }
    settings.recursive = member(value, "recursive").and_then(recursion);
    settings.written = written;
    Ok(settings)
}

fn recursion(value: &Value) -> Option<Recursion> {
    is_on(value, "enabled").then(|| Recursion {
        // This is the default of terraform-docs.
        path: text(value, "path").unwrap_or_else(|| "modules".to_owned()),
        exclude: list(value, "exclude"),
        leaves_out_main: member(value, "include-main").and_then(Value::as_bool) == Some(false),
        place: String::new(),
    })
}

fn is_on(value: &Value, name: &str) -> bool {
    member(value, name).and_then(Value::as_bool) == Some(true)
}

/// The version of terraform-docs whose pages are imitated.
const VERSION: &str = "0.24.0";

/// Checks the requirement on the version of terraform-docs.
fn version(value: &Value) -> Result<(), Wrong> {
    let Some(wanted) = text(value, "version") else { return Ok(()) };
    match hclx_languages::terraform::packages::admits(&wanted, VERSION) {
        true => Ok(()),
        false => {
            let why = format!("`{wanted}` is required, but pages are those of terraform-docs {VERSION}");
            Err(Wrong::new("version", why))
        }
    }
}

/// Reads the settings about the file with the page.
fn output(settings: &mut Settings, output: &Value) -> Result<(), Wrong> {
    settings.file = text(output, "file");
    if let Some(file) = &settings.file {
        let is_inside = crate::modules::ensure_inside(Path::new(file));
        is_inside.map_err(|error| Wrong::new("output.file", error.to_string()))?;
    }
    settings.is_check = is_on(output, "check");
    settings.replaces = match text(output, "mode").as_deref() {
        // a page without markers in the file is appended
        None | Some("inject" | "append") => false,
        Some("replace") => true,
        Some(other) => {
            let why = format!("`{other}` is not a mode; expected `inject` or `replace`");
            return Err(Wrong::new("output.mode", why));
        }
    };
    let read = |template: String| match settings.replaces {
        true => PageMarkers::free(&template),
        false => PageMarkers::read(&template),
    };
    // without a template, the page replaces the file as it is
    let template = member(output, "template").and_then(Value::as_str);
    let template = template.filter(|text| !text.is_empty() || !settings.replaces && settings.file.is_some());
    let marked = template.map(|text| read(text.to_owned())).transpose();
    settings.marked =
        marked.map_err(|why| Wrong::new("output.template", format!("`output.template`: {why}")))?;
    Ok(())
}

/// The order in the settings: a name, a list of names in older settings, or none.
fn sorted(sort: &Value) -> Result<Sort, Wrong> {
    let names = match text(sort, "by") {
        Some(name) => vec![name],
        None => list(sort, "by"),
    };
    let orders: Result<Vec<Sort>, String> = names.iter().map(|name| order(name)).collect();
    let orders = orders.map_err(|why| Wrong::new("sort.by", why))?;
    if member(sort, "enabled").and_then(Value::as_bool) == Some(false) {
        return Ok(Sort::Source);
    }
    Ok(orders.into_iter().find(|order| *order != Sort::Name).unwrap_or(Sort::Name))
}

/// The formatters with their names in settings, the usual name first.
const FORMATTERS: &[(Form, &[&str])] = &[
    (Form::Table, &["markdown table", "markdown", "markdown tbl", "md", "md table", "md tbl"]),
    (Form::Document, &["markdown document", "markdown doc", "md document", "md doc"]),
    (Form::AsciidocTable, &["asciidoc table", "asciidoc", "asciidoc tbl", "adoc", "adoc table", "adoc tbl"]),
    (Form::AsciidocDocument, &["asciidoc document", "asciidoc doc", "adoc document", "adoc doc"]),
    (Form::Json, &["json"]),
    (Form::Yaml, &["yaml"]),
    (Form::Toml, &["toml"]),
    (Form::TfvarsHcl, &["tfvars hcl"]),
    (Form::TfvarsJson, &["tfvars json"]),
];

fn form(formatter: &str) -> Option<Form> {
    let found = FORMATTERS.iter().find(|(_, names)| names.contains(&formatter));
    found.map(|(form, _)| *form)
}

/// Returns `true` for the first word of a formatter.
pub(crate) fn is_formatter(word: &str) -> bool {
    FORMATTERS.iter().flat_map(|(_, names)| *names).any(|name| name.split(' ').next() == Some(word))
}

fn formatter_names() -> String {
    let names = FORMATTERS.iter().filter_map(|(_, names)| names.first());
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// The order with a name.
///
/// # Errors If the order is unknown.
pub(crate) fn order(by: &str) -> Result<Sort, String> {
    match by {
        "name" => Ok(Sort::Name),
        "required" => Ok(Sort::Required),
        "type" => Ok(Sort::Type),
        "source" => Ok(Sort::Source),
        _ => Err(format!("`{by}` is not a sort order; expected `name`, `required` or `type`")),
    }
}

/// The columns with some names.
///
/// # Errors
/// If a name is unknown.
pub(crate) fn columns(names: &[String]) -> anyhow::Result<Vec<Column>> {
    let column = |name: &String| {
        let found = Column::ALL.iter().find(|(known, _)| known == name).map(|(_, column)| *column);
        found.ok_or_else(|| {
            let names = Column::ALL.iter().map(|(known, _)| *known);
            anyhow::anyhow!(
                "unknown column `{name}`: expected {}",
                hclx_diag::alternatives(name, names, "or")
            )
        })
    };
    names.iter().map(column).collect()
}

/// The sections to show, given the names to show or to hide.
///
/// # Errors
/// If a name is unknown, or both are given.
pub(crate) fn shown(show: &[String], hide: &[String]) -> Result<Vec<Section>, String> {
    if !show.is_empty() && !hide.is_empty() {
        return Err("sections cannot be shown and hidden at once".to_owned());
    }
    let is_known = |name: &&String| *name == "all" || Section::ALL.iter().any(|(known, _)| known == *name);
    if let Some(unknown) = show.iter().chain(hide).find(|name| !is_known(name)) {
        let names: Vec<&str> = Section::ALL.iter().map(|(name, _)| *name).collect();
        let hint = match hclx_diag::nearest(unknown, names.iter().copied()) {
            Some(near) => hclx_diag::did_you_mean(Some(near)),
            None => format!("; expected all, {}", names.join(", ")),
        };
        return Err(format!("unknown section `{unknown}`{hint}"));
    }
    let has = |names: &[String], name: &str| names.iter().any(|one| one == "all" || one == name);
    // terraform-docs has no section `usage`, so `all` does not include it
    let is_shown = |name: &str| match (show, hide) {
        ([], []) => name != "usage",
        (show, []) => has(show, name) && (name != "usage" || show.iter().any(|one| one == name)),
        (_, hide) => !has(hide, name) && name != "usage",
    };
    Ok(Section::ALL.iter().filter(|(name, _)| is_shown(name)).map(|(_, section)| *section).collect())
}

fn toggle(layout: &mut Layout, toggles: &Value) {
    for (name, toggle) in Toggle::ALL {
        let Some(is_on) = member(toggles, name).and_then(Value::as_bool) else { continue };
        layout.toggles.retain(|one| one != toggle);
        layout.toggles.extend(is_on.then_some(*toggle));
    }
    let indent = member(toggles, "indent").and_then(Value::as_number).and_then(|number| number.to_usize());
    layout.indent = indent.unwrap_or(layout.indent);
}
