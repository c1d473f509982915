//! The rows of a page, selected and sorted, before escaping.

use std::borrow::Cow;
use std::sync::Arc;

use hclx_analysis::compare::ACCEPT;
use hclx_analysis::describe::{
    Call, DeclaredItem, Description, Fact, Flag, Input, Output, PathStep, Requirement, Resource,
};
use hclx_core::{TypeKind, Value};
use hclx_diag::Arrange;

use super::nested::{self, AttributeRow};
use super::{Column, Layout, OutputValue, Page, Section, Sort, Toggle};
use crate::constraints;
use crate::default_json::{pretty_html_json, pretty_json};

/// The rows of a page.
pub(super) struct Rows<'a> {
    pub(super) requirements: Vec<(&'a str, &'a str)>,
    pub(super) providers: Vec<ProviderRow<'a>>,
    pub(super) modules: Vec<ModuleRow<'a>>,
    pub(super) resources: Vec<ResourceRow<'a>>,
    pub(super) inputs: Vec<InputRow<'a>>,
    pub(super) outputs: Vec<OutputRow<'a>>,
}

/// A provider that resources use.
pub(super) struct ProviderRow<'a> {
    name: &'a str,
    alias: &'a str,
    pub(super) version: String,
}

/// A called module.
pub(super) struct ModuleRow<'a> {
    /// The comment above it, if comments are read.
    pub(super) comment: String,
    pub(super) name: &'a str,
    pub(super) source: String,
    pub(super) version: String,
}

/// A resource or data source.
pub(super) struct ResourceRow<'a> {
    pub(super) is_data: bool,
    /// The type without the name of its provider.
    pub(super) own_type: &'a str,
    pub(super) name: &'a str,
    pub(super) provider: &'a str,
    /// The source of the provider.
    pub(super) source: String,
    /// The exact version of the provider, or `latest`.
    pub(super) version: &'a str,
    /// The comment above it, if comments are read.
    pub(super) comment: String,
    spec: String,
    url: Option<String>,
}

/// An input.
pub(super) struct InputRow<'a> {
    pub(super) name: &'a str,
    pub(super) description: Cow<'a, str>,
    pub(super) written: Cow<'a, str>,
    /// The default as JSON; `None` for a required input.
    pub(super) default: Option<String>,
    /// The default.
    pub(super) value: Option<&'a Value>,
    pub(super) constraints: String,
    /// Its attributes, if they have their own rows.
    pub(super) attributes: Vec<AttributeRow>,
}

/// An output.
pub(super) struct OutputRow<'a> {
    pub(super) name: &'a str,
    pub(super) description: Cow<'a, str>,
    /// The type or the source of the value.
    pub(super) kind: String,
    /// The value, if values are shown.
    pub(super) value: Option<ValueCell>,
}

/// The value of an output.
pub(super) struct ValueCell {
    /// The value as JSON; empty for null.
    pub(super) text: String,
    /// The value, or its placeholder.
    pub(super) given: Value,
    pub(super) is_sensitive: bool,
}

impl ProviderRow<'_> {
    /// The local name, and the alias.
    pub(super) fn names(&self) -> (&str, &str) {
        (self.name, self.alias)
    }

    /// The local name with the alias.
    pub(super) fn full_name(&self) -> String {
        if self.alias.is_empty() { self.name.to_owned() } else { format!("{}.{}", self.name, self.alias) }
    }
}

impl ResourceRow<'_> {
    /// The address.
    pub(super) fn spec(&self) -> &str {
        &self.spec
    }

    /// The address of its page in the registry.
    pub(super) fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }

    /// The address, as a link to its page in the registry if there is one.
    pub(super) fn link(&self) -> String {
        let mut out = String::new();
        self.write_link(&mut out);
        out
    }

    /// Writes the link.
    pub(super) fn write_link(&self, out: &mut String) {
        match &self.url {
            Some(url) => ["[", &self.spec, "](", url, ")"].into_iter().for_each(|part| out.push_str(part)),
            None => out.push_str(&self.spec),
        }
    }

    /// The name of its kind.
    pub(super) fn mode(&self) -> &'static str {
        if self.is_data { "data source" } else { "resource" }
    }
}

/// The marker in the comment above a declaration that excludes it from the page.
const IGNORED: &str = "terraform-docs-ignore";

fn is_shown(declared: &DeclaredItem) -> bool {
    !declared.comment.iter().any(|line| line.contains(IGNORED))
}

impl<'a> Rows<'a> {
    pub(super) fn new(page: &Page<'a>, layout: &Layout) -> Self {
        let description = page.description;
        let shown = || description.declarations.iter().filter(|declared_item| is_shown(declared_item));
        let of_inputs = (layout, layout.columns().contains(&Column::Constraints));
        let mut rows = Self {
            requirements: requirements(description),
            providers: providers(page),
            modules: shown().filter_map(|one| Some(module(one, one.call()?, layout))).collect(),
            resources: shown()
                .filter_map(|one| resource(description, (one, one.resource()?), layout))
                .collect(),
            inputs: shown().filter_map(|one| Some(input(one, one.input()?, of_inputs))).collect(),
            outputs: shown().filter_map(|one| Some(output(page, one, one.output()?, layout))).collect(),
        };
        rows.resources
            .retain(|row| layout.shows(if row.is_data { Section::DataSources } else { Section::Resources }));
        rows.sort(layout.sort);
        rows
    }

    fn sort(&mut self, sort: Sort) {
        // terraform-docs always sorts resources.
        self.resources.arrange_by(|a, b| (a.is_data, &a.spec).cmp(&(b.is_data, &b.spec)));
        match sort {
            Sort::Source => return,
            Sort::Name => self.inputs.arrange_by_key(|row| row.name),
            Sort::Required => self.inputs.arrange_by_key(|row| (row.default.is_some(), row.name)),
            Sort::Type => self.inputs.arrange_by(|a, b| (&a.written, a.name).cmp(&(&b.written, b.name))),
        }
        match sort {
            Sort::Type => self.modules.arrange_by(|a, b| (&a.source, a.name).cmp(&(&b.source, b.name))),
            _ => self.modules.arrange_by_key(|row| row.name),
        }
        self.outputs.arrange_by_key(|row| row.name);
        self.providers.arrange_by_key(|row| (row.name, row.alias));
    }
}

fn requirements(description: &Description) -> Vec<(&str, &str)> {
    let of_language = description.versions.iter().map(|version| ("terraform", &**version));
    let of_providers = description.requirements.iter().flat_map(|requirement| {
        requirement.constraints.iter().map(|version| (&*requirement.name, &**version))
    });
    of_language.chain(of_providers).collect()
}

fn required<'a>(description: &'a Description, name: &str) -> Option<&'a Requirement> {
    description.requirements.iter().find(|requirement| *requirement.name == *name)
}

/// The providers in the order of their first resources.
fn providers<'a>(page: &Page<'a>) -> Vec<ProviderRow<'a>> {
    let mut found: Vec<ProviderRow<'a>> = Vec::new();
    for declared in page.description.declarations.iter().filter(|declared_item| is_shown(declared_item)) {
        let Some(resource) = declared.resource().filter(|one| is_documented(one)) else { continue };
        let (name, alias) = (&*resource.provider, resource.alias.as_deref().unwrap_or_default());
        if found.iter().any(|row| row.name == name && row.alias == alias) {
            continue;
        }
        let locked = page.locked.iter().find(|(known, _)| known == name).map(|(_, version)| version.clone());
        let constraints =
            || required(page.description, name).map(|requirement| requirement.constraints.join(" "));
        let version = locked.or_else(constraints).unwrap_or_default();
        found.push(ProviderRow { name, alias, version });
    }
    found
}

fn is_documented(resource: &Resource) -> bool {
    // terraform-docs supports no other modes.
    matches!(resource.mode, "resource" | "data")
}

/// The comment above a declaration, if comments are read.
fn comment(declared: &DeclaredItem, layout: &Layout) -> String {
    let lines = declared.comment.iter().filter(|line| !line.starts_with(ACCEPT)).map(String::as_str);
    let lines = lines.filter(|_| layout.has(Toggle::ReadComments));
    lines.collect::<Vec<_>>().join(" ")
}

fn module<'a>(declared: &'a DeclaredItem, call: &'a Call, layout: &Layout) -> ModuleRow<'a> {
    let source = &*call.source;
    // Without an argument `version`, terraform-docs uses the version in `?ref=`.
    let (source, version) = match (&call.version, source.rsplit_once("?ref=")) {
        (Some(version), _) if !version.is_empty() => (source, &**version),
        (_, Some((source, version))) if !version.is_empty() => (source, version),
        _ => (source, ""),
    };
    let (source, version) = (source.to_owned(), version.to_owned());
    ModuleRow { comment: comment(declared, layout), name: &declared.name, source, version }
}

fn resource<'a>(
    description: &'a Description,
    (declared, resource): (&'a DeclaredItem, &'a Resource),
    layout: &Layout,
) -> Option<ResourceRow<'a>> {
    if !is_documented(resource) {
        return None;
    }
    let provider = &*resource.provider;
    let own = resource.of_type.strip_prefix(provider).and_then(|rest| rest.strip_prefix('_'));
    let own = own.unwrap_or(&resource.of_type);
    let is_data = resource.mode == "data";
    let required = required(description, provider);
    let source = required.and_then(|requirement| requirement.source.as_deref());
    // For a provider without a source, Terraform looks in the namespace `hashicorp`.
    let source = source.map_or_else(|| format!("hashicorp/{provider}"), str::to_owned);
    let version = required.map_or("latest", |one| exact_version(&one.constraints));
    let pages = if is_data { "data-sources" } else { "resources" };
    // A source of three parts begins with the host of another registry.
    let in_registry = source.matches('/').count() <= 1;
    Some(ResourceRow {
        is_data,
        own_type: own,
        name: &declared.name,
        provider,
        version,
        comment: comment(declared, layout),
        spec: format!("{provider}_{own}.{}", declared.name),
        url: in_registry.then(|| {
            format!("https://registry.terraform.io/providers/{source}/{version}/docs/{pages}/{own}")
        }),
        source,
    })
}

/// The exact version that the last constraint requires, if it does.
fn exact_version(constraints: &[Arc<str>]) -> &str {
    let Some(last) = constraints.last() else { return "latest" };
    match last.split(' ').collect::<Vec<_>>()[..] {
        [one] if one.starts_with(|c: char| c.is_ascii_digit()) => one,
        [one] => one.strip_prefix('=').unwrap_or("latest"),
        ["=", version] => version,
        _ => "latest",
    }
}

fn described<'a>(declared: &'a DeclaredItem, layout: &Layout) -> Cow<'a, str> {
    let own = declared.description.as_deref().unwrap_or_default();
    if !own.is_empty() || !layout.has(Toggle::ReadComments) {
        return if own.contains('\r') { own.replace("\r\n", "\n").into() } else { own.into() };
    }
    let mut lines = declared.comment.iter().filter(|line| !line.starts_with(ACCEPT)).map(String::as_str);
    match (lines.next(), lines.next()) {
        (None, _) => "".into(),
        (Some(line), None) => line.into(),
        (Some(one), Some(next)) => [one, next].into_iter().chain(lines).collect::<Vec<_>>().join(" ").into(),
    }
}

fn input<'a>(
    declared: &'a DeclaredItem,
    input: &'a Input,
    (layout, has_constraints): (&Layout, bool),
) -> InputRow<'a> {
    // terraform-docs shows the defaults of sensitive variables, so a page that imitates it does too.
    let is_hidden = layout.has(Toggle::More) && declared.has(Flag::Sensitive);
    let default = input.default.as_ref().map(|default| match is_hidden {
        true => "(sensitive)".to_owned(),
        false => pretty_json(&default.given).unwrap_or_else(|| "null".to_owned()),
    });
    let attributes = if layout.is_nested { nested::attributes(input) } else { Vec::new() };
    let written = match &input.written {
        Some(_) if !attributes.is_empty() => input.ty.without_attributes().into(),
        Some(written) if !written.is_empty() => (&**written).into(),
        _ => implied(input.default.as_ref().map(|default| &default.given)).into(),
    };
    let constraints = match (has_constraints, attributes.is_empty()) {
        (false, _) => String::new(),
        (true, true) => constraints::text(input),
        // the constraints of attributes are in the attributes' own rows
        (true, false) => {
            let is_whole =
                |fact: &&Fact| !fact.path.iter().any(|step| matches!(step, PathStep::Attribute(_)));
            let facts = input.facts.iter().filter(is_whole).cloned().collect();
            constraints::text(&Input { facts, ..input.clone() })
        }
    };
    let description = described(declared, layout);
    let value = input.default.as_ref().map(|default| &default.given).filter(|_| !is_hidden);
    InputRow { name: &declared.name, description, written, default, value, constraints, attributes }
}

/// The type that a default implies.
fn implied(default: Option<&Value>) -> &'static str {
    let Some(default) = default.filter(|value| !value.is_null()) else { return "any" };
    match default.ty().kind() {
        TypeKind::String => "string",
        TypeKind::Number => "number",
        TypeKind::Bool => "bool",
        TypeKind::Tuple(_) | TypeKind::List(_) | TypeKind::Set(_) => "list",
        TypeKind::Object(_) | TypeKind::Map(_) => "map",
        _ => "any",
    }
}

fn output<'a>(
    page: &Page<'a>,
    declared: &'a DeclaredItem,
    output: &'a Output,
    layout: &Layout,
) -> OutputRow<'a> {
    let kind = match (&output.written, &output.source) {
        (Some(written), _) => format!("`{written}`"),
        (None, _) if !output.ty.has_any() => format!("`{}`", output.ty),
        (None, Some(source)) => match &source.attribute {
            Some(attribute) => format!("attribute `{attribute}` of `{}`", source.of),
            None => format!("`{}`", source.of),
        },
        (None, None) => format!("`{}`", output.ty),
    };
    let value = page.values.map(|values| value(values, declared));
    OutputRow { name: &declared.name, description: described(declared, layout), kind, value }
}

/// The value of an output; an output without a value is the string `null`, as in terraform-docs.
fn value(values: &[OutputValue], declared: &DeclaredItem) -> ValueCell {
    let found = values.iter().find(|output_value| output_value.name == *declared.name);
    let is_sensitive = declared.has(Flag::Sensitive) || found.is_some_and(|one| one.is_sensitive);
    let text = match found {
        _ if is_sensitive => "<sensitive>".to_owned(),
        Some(found) if found.value.is_null() => String::new(),
        Some(found) => pretty_html_json(&found.value).unwrap_or_default(),
        None => "\"null\"".to_owned(),
    };
    let given = match found {
        _ if is_sensitive => Value::string("<sensitive>"),
        Some(found) => found.value.clone(),
        None => Value::string("null"),
    };
    ValueCell { text, given, is_sensitive }
}
