//! Pages as data: JSON, TOML and YAML, with the members of terraform-docs.

use hclx_core::Value;

use super::node::Node;
use super::rows::{InputRow, ModuleRow, OutputRow, ProviderRow, ResourceRow, Rows};
use super::{Form, Layout, Page, Section, Toggle};
use super::{toml, yaml};
use crate::default_json::pretty_json;

/// A string that is null if it is empty.
fn optional(text: &str) -> Node {
    Node::Optional(text.to_owned())
}

fn text(text: &str) -> Node {
    Node::Value(Value::string(text))
}

/// Writes a page as JSON.
pub(super) fn json(page: &Page<'_>, rows: &Rows<'_>, layout: &Layout) -> String {
    let mut out = String::new();
    write_json(&mut out, &document(page, rows, layout), 0);
    // Go escapes these only if it escapes for HTML; none of them occurs outside of strings
    match layout.has(Toggle::Escape) {
        true => out.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026"),
        false => out,
    }
}

/// Writes a page as YAML.
pub(super) fn yaml(page: &Page<'_>, rows: &Rows<'_>, layout: &Layout) -> String {
    yaml::document(&document(page, rows, layout))
}

/// Writes a page as TOML.
///
/// # Errors
/// If a list contains null, for which TOML has no value.
pub(super) fn toml(page: &Page<'_>, rows: &Rows<'_>, layout: &Layout) -> Result<String, String> {
    toml::document(&document(page, rows, layout))
}

fn document(page: &Page<'_>, rows: &Rows<'_>, layout: &Layout) -> Node {
    let shown = |section, own: &str| text(if layout.shows(section) { own } else { "" });
    let items =
        |section, items: Vec<Node>| Node::Items(if layout.shows(section) { items } else { Vec::new() });
    let requirement = |(name, version): &(&str, &str)| {
        Node::Members(vec![("name", text(name)), ("version", optional(version))])
    };
    Node::Members(vec![
        ("header", shown(Section::Header, page.header)),
        ("footer", shown(Section::Footer, page.footer)),
        ("inputs", items(Section::Inputs, rows.inputs.iter().map(input).collect())),
        ("modules", items(Section::Modules, rows.modules.iter().map(module).collect())),
        ("outputs", items(Section::Outputs, rows.outputs.iter().map(|row| output(row, layout)).collect())),
        ("providers", items(Section::Providers, rows.providers.iter().map(provider).collect())),
        ("requirements", items(Section::Requirements, rows.requirements.iter().map(requirement).collect())),
        // the rows are those of the sections that are shown
        ("resources", Node::Items(rows.resources.iter().map(resource).collect())),
    ])
}

fn input(row: &InputRow<'_>) -> Node {
    let null = || Value::null(hclx_core::Type::ANY);
    Node::Members(vec![
        ("name", text(row.name)),
        ("type", optional(&row.written)),
        ("description", optional(&row.description)),
        ("default", Node::Value(row.value.cloned().unwrap_or_else(null))),
        ("required", Node::Value(Value::bool(row.default.is_none()))),
    ])
}

fn module(row: &ModuleRow<'_>) -> Node {
    Node::Members(vec![
        ("name", text(row.name)),
        ("source", text(&row.source)),
        ("version", text(&row.version)),
        ("description", optional(&row.comment)),
    ])
}

fn output(row: &OutputRow<'_>, layout: &Layout) -> Node {
    let mut members = vec![("name", text(row.name)), ("description", optional(&row.description))];
    if let Some(value) = &row.value {
        members.push(("value", Node::Value(value.given.clone())));
        if value.is_sensitive || layout.form != Form::Toml {
            members.push(("sensitive", Node::Value(Value::bool(value.is_sensitive))));
        }
    }
    Node::Members(members)
}

fn provider(row: &ProviderRow<'_>) -> Node {
    let (name, alias) = row.names();
    Node::Members(vec![("name", text(name)), ("alias", optional(alias)), ("version", optional(&row.version))])
}

fn resource(row: &ResourceRow<'_>) -> Node {
    Node::Members(vec![
        ("type", text(row.own_type)),
        ("name", text(row.name)),
        ("provider", text(row.provider)),
        ("source", text(&row.source)),
        ("mode", text(if row.is_data { "data" } else { "managed" })),
        ("version", optional(row.version)),
        ("description", optional(&row.comment)),
    ])
}

fn write_json(out: &mut String, node: &Node, depth: usize) {
    let indent = |depth: usize| format!("\n{}", "  ".repeat(depth));
    match node {
        Node::Value(value) => {
            let json = pretty_json(value).unwrap_or_else(|| "null".to_owned());
            out.push_str(&json.replace('\n', &indent(depth)));
        }
        Node::Optional(text) if text.is_empty() => out.push_str("null"),
        Node::Optional(text) => write_json(out, &self::text(text), depth),
        Node::Items(items) if items.is_empty() => out.push_str("[]"),
        Node::Items(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                out.push_str(&indent(depth + 1));
                write_json(out, item, depth + 1);
            }
            out.push_str(&indent(depth));
            out.push(']');
        }
        Node::Members(members) => {
            out.push('{');
            for (at, (name, member)) in members.iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                out.push_str(&format!("{}\"{name}\": ", indent(depth + 1)));
                write_json(out, member, depth + 1);
            }
            out.push_str(&indent(depth));
            out.push('}');
        }
    }
}
