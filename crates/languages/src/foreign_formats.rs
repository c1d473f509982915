//! Files in languages that look like HCL 2 but are not. They are not checked; a single finding names the language.

use hclx_diag::TextRange;

use crate::shape::{Header, headers};

/// A language that looks like HCL 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForeignFormat {
    /// The settings of Terragrunt before 0.19, in HCL 1.
    OldTerragrunt,
    /// Grafana Alloy, whose components have dotted names.
    Alloy,
    /// Object items that a program inserts into another file.
    ObjectItems,
}

impl ForeignFormat {
    /// The words for the format at the end of a sentence about a file.
    pub fn title(self) -> &'static str {
        match self {
            Self::OldTerragrunt => "has the format of Terragrunt before 0.19",
            Self::Alloy => "is in the language of Grafana Alloy",
            Self::ObjectItems => "holds items of an object without the object",
        }
    }

    /// The help of the finding about such a file.
    pub fn help(self) -> &'static str {
        match self {
            Self::OldTerragrunt => {
                "later versions read `terragrunt.hcl`, without `terragrunt = { … }` around its settings"
            }
            Self::ObjectItems => {
                "if a program inserts it into another file, leave it out with `exclude` in `hclx.toml`"
            }
            Self::Alloy => "name it `*.alloy`, or leave it out with `exclude` in `hclx.toml`",
        }
    }
}

/// Detects a language other than HCL 2. Returns it with the place that identifies it.
pub fn foreign_format(bytes: &[u8]) -> Option<(ForeignFormat, TextRange)> {
    let old = old_terragrunt(bytes).map(|place| (ForeignFormat::OldTerragrunt, place));
    let alloy = || component(bytes).map(|place| (ForeignFormat::Alloy, place));
    let items = || first_of_items(bytes).map(|place| (ForeignFormat::ObjectItems, place));
    old.or_else(alloy).or_else(items)
}

/// The name of the only attribute in a file of Terragrunt before 0.19.
const TERRAGRUNT: &str = "terragrunt";

/// The place of `terragrunt` in a file of Terragrunt before 0.19, whose settings are blocks in an object:
/// `terragrunt = { … }`.
fn old_terragrunt(bytes: &[u8]) -> Option<TextRange> {
    let mut roots = headers(bytes).into_iter();
    roots.find(|header| header.is_attribute && header.block_type == TERRAGRUNT)?;
    let at = memchr::memmem::find_iter(bytes, TERRAGRUNT).find(|at| {
        let value = bytes[at + TERRAGRUNT.len()..].trim_ascii_start().strip_prefix(b"=");
        value.is_some_and(|value| value.trim_ascii_start().starts_with(b"{"))
    })?;
    Some(TextRange::new(at as u32, (at + TERRAGRUNT.len()) as u32))
}

/// The place of the first item of an object, if all items at the root of a file have the form `"NAME" = {`.
fn first_of_items(bytes: &[u8]) -> Option<TextRange> {
    let headers = headers(bytes);
    let is_item = |header: &Header| header.is_attribute && header.quoted;
    if headers.len() < 2 || !headers.iter().all(is_item) {
        return None;
    }
    let mut start = 0;
    let mut first = None;
    for line in bytes.split(|byte| *byte == b'\n') {
        if line.starts_with(b"\"") {
            let is_object = line.trim_ascii_end().ends_with(b"{");
            first =
                first.filter(|_| is_object).or(is_object
                    .then(|| TextRange::new(start as u32, (start + line.trim_ascii_end().len()) as u32)));
            if !is_object {
                return None;
            }
        }
        start += line.len() + 1;
    }
    first
}

/// The namespaces of Alloy's components.
const NAMESPACES: &[&str] =
    &["beyla", "discovery", "faro", "local", "loki", "mimir", "otelcol", "prometheus", "pyroscope", "remote"];

/// The place of the first Alloy component, a line such as `discovery.relabel "pods" {`.
fn component(bytes: &[u8]) -> Option<TextRange> {
    let mut start = 0;
    for line in bytes.split(|byte| *byte == b'\n') {
        if let Some(length) = name_of_component(line) {
            return Some(TextRange::new(start as u32, (start + length) as u32));
        }
        start += line.len() + 1;
    }
    None
}

/// The length of the component name, if the line is the header of a component.
fn name_of_component(line: &[u8]) -> Option<usize> {
    let line = std::str::from_utf8(line).ok()?.trim_end();
    let (name, quoted) = line.strip_suffix('{')?.split_once(' ')?;
    let (namespace, rest) = name.split_once('.')?;
    let is_name = rest.chars().all(|sign| sign.is_ascii_lowercase() || sign == '.' || sign == '_');
    let quoted = quoted.trim();
    let is_quoted = quoted.len() > 2 && quoted.starts_with('"') && quoted.ends_with('"');
    (NAMESPACES.contains(&namespace) && is_name && (quoted.is_empty() || is_quoted)).then_some(name.len())
}
