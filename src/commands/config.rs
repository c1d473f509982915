//! `hclx config`: the settings in effect, and the origin of each.

use std::io::Write;

use hclx_diag::ColumnUnit;
use serde_json::{Map, Value, json};

use crate::cli::{self, Subcommand};
use crate::config::{self, Config, KEYS, Key, Shape};
use crate::exit::Exit;
use crate::flags;
use crate::inputs::Inputs;
use crate::output;
use crate::protocol;

/// The subcommand `config`.
pub(super) static COMMAND: Subcommand = Subcommand {
    name: "config",
    about: "Print every setting and its origin",
    more: "Examples:\n  hclx config                      the settings for this directory\n  \
           hclx config --format json        the same for programs\n  \
           hclx config --json-schema        a JSON Schema of hclx.toml\n\n\
           Exit codes: 0, or 2 if a setting is invalid.",
    operands: &[],
    flags: &[&flags::CONFIG, &flags::NO_CONFIG, &flags::JSON_SCHEMA, &flags::FORMAT, &flags::COLOR],
    run: |matches| run(&matches.config()?),
};

/// A setting for printing.
struct Row {
    name: String,
    /// The value as TOML; `None` if it is not set and has no default.
    value: Option<String>,
    origin: String,
}

fn run(asked: &cli::Config) -> anyhow::Result<Exit> {
    if asked.json_schema {
        protocol::answer_json(&asked.look, &config::schema())?;
        return Ok(Exit::Good);
    }
    let mut inputs = Inputs::default();
    inputs.configure(&asked.settings);
    if let Some(exit) = inputs.complain(&asked.look)? {
        return Ok(exit);
    }
    let rows = rows(&inputs.config, &inputs);
    if asked.look.json {
        let row = |row: Row| (row.name, json!({ "value": row.value, "origin": row.origin }));
        protocol::answer_json(&asked.look, &Value::Object(rows.into_iter().map(row).collect::<Map<_, _>>()))?;
        return Ok(Exit::Good);
    }
    let mut out = output::people(asked.look.answer());
    let line = |row: &Row| match &row.value {
        Some(value) => format!("{} = {value}", row.name),
        None => format!("# {}", row.name),
    };
    let width =
        // A few long lines should not move all origins to the right.
        rows.iter().map(|row| line(row).chars().count()).filter(|width| *width < 60).max().unwrap_or(0);
    for row in &rows {
        writeln!(out, "{:width$}  # {}", line(row), row.origin)?;
    }
    out.flush()?;
    Ok(Exit::Good)
}

fn rows(config: &Config, inputs: &Inputs) -> Vec<Row> {
    let mut collector = Collector { config, inputs, rows: Vec::new() };
    collector.collect(KEYS, &config.table, "");
    let mut rows = collector.rows;
    let variable = std::env::var("HCLX_FORMAT").ok().filter(|name| !name.is_empty());
    if let (Some(name), Some(row)) = (variable, rows.iter_mut().find(|row| row.name == "format")) {
        row.value = Some(format!("{name:?}"));
        row.origin = "HCLX_FORMAT".to_owned();
    }
    rows
}

/// The settings collected so far.
struct Collector<'c> {
    config: &'c Config,
    inputs: &'c Inputs,
    rows: Vec<Row>,
}

impl Collector<'_> {
    fn collect(&mut self, keys: &[Key], table: &toml::Table, path: &str) {
        let (config, inputs) = (self.config, self.inputs);
        for key in keys {
            let name = if path.is_empty() { key.name.to_owned() } else { format!("{path}.{}", key.name) };
            let value = table.get(key.name);
            match (&key.shape, value) {
                (Shape::Table(inner), _) => {
                    let empty = toml::Table::new();
                    let table = value.and_then(toml::Value::as_table).unwrap_or(&empty);
                    self.collect(inner, table, &name);
                }
                (Shape::Map { .. }, Some(toml::Value::Table(entries))) => {
                    for (own, value) in entries {
                        let bare = own.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
                        let quoted = if bare { own.clone() } else { format!("{own:?}") };
                        let origin = origin(config, inputs, &format!("{name}.{own}"));
                        self.rows.push(Row {
                            name: format!("{name}.{quoted}"),
                            value: Some(config::as_toml(value)),
                            origin,
                        });
                    }
                }
                (_, Some(value)) => {
                    self.rows.push(Row {
                        origin: origin(config, inputs, &name),
                        name,
                        value: Some(config::as_toml(value)),
                    });
                }
                (_, None) => {
                    let value = Some(key.default).filter(|default| !default.is_empty()).map(str::to_owned);
                    let origin = if value.is_some() { "default" } else { "not set" };
                    self.rows.push(Row { name, value, origin: origin.to_owned() });
                }
            }
        }
    }
}

/// The place of a setting, such as `hclx.toml:3`.
fn origin(config: &Config, inputs: &Inputs, name: &str) -> String {
    match config.places.get(name) {
        Some(span) => {
            let (start, _) = inputs.sources.positions(*span, ColumnUnit::Graphemes);
            format!("{}:{}", inputs.sources.get(span.source).name(), start.line)
        }
        None => config::NAME.to_owned(),
    }
}
