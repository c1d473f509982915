//! A configuration in which every argument has an implausible value, and the places of its arguments.

use std::fmt::Write;
use std::path::Path;

use hclx_diag::Ordered;
use serde_json::{Map, Value as Json};

/// A string that no argument with a specific meaning accepts.
const BAD: &str = "~bad value~";

/// The maximum nesting of blocks.
const MOST_LEVELS: usize = 5;

/// The numbers and the arguments of a configuration.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Numbers {
    /// Numbers with a fraction, for arguments that must be whole.
    Fraction,
    /// Whole numbers that are too small, for ranges.
    Whole,
    /// Required arguments only, to find sets of which one must be set.
    RequiredOnly,
}

/// The arguments of one resource type.
#[derive(Default)]
pub(super) struct ResourceFile {
    pub(super) text: String,
    lines: usize,
    /// The path of the argument or block on each line.
    pub(super) places: Ordered<usize, Vec<String>>,
}

/// A generated configuration that sets every argument to an implausible value.
pub(super) struct Configuration {
    /// The files, one for each type.
    pub(super) files: Ordered<String, ResourceFile>,
}

impl Configuration {
    /// The configuration for the resource types of a schema; `types` selects some of them.
    pub(super) fn new(schema: &Json, types: &[String], numbers: Numbers) -> Self {
        let mut files = Ordered::new();
        let providers = schema["provider_schemas"].as_object().into_iter().flatten();
        let resources =
            providers.flat_map(|(_, one)| one["resource_schemas"].as_object().into_iter().flatten());
        for (name, schema) in resources.filter(|(name, _)| types.is_empty() || types.contains(name)) {
            // a type is the name of a file
            if !name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-')) {
                continue;
            }
            let mut written = ResourceFile::default();
            written.line(&format!("resource \"{name}\" \"x\" {{"), &[]);
            written.line("  provider = it", &[]);
            written.body(&schema["block"], numbers, &mut Vec::new());
            written.line("}", &[]);
            files.insert(name.clone(), written);
        }
        Self { files }
    }

    pub(super) fn write(&self, folder: &Path) -> std::io::Result<()> {
        for (name, written) in &self.files {
            std::fs::write(folder.join(format!("{name}.tf")), &written.text)?;
        }
        Ok(())
    }

    pub(super) fn remove(&self, folder: &Path) {
        for name in self.files.keys() {
            let _ = std::fs::remove_file(folder.join(format!("{name}.tf")));
        }
    }
}

impl ResourceFile {
    fn line(&mut self, text: &str, path: &[String]) {
        self.lines += 1;
        self.text.push_str(text);
        self.text.push('\n');
        if !path.is_empty() {
            self.places.insert(self.lines, path.to_vec());
        }
    }

    fn body(&mut self, block: &Json, numbers: Numbers, path: &mut Vec<String>) {
        let pad = "  ".repeat(path.len() + 1);
        for (name, attribute) in entries(&block["attributes"]) {
            let is = |flag: &str| attribute[flag].as_bool().unwrap_or_default();
            let is_read_only = is("computed") && !is("optional") && !is("required");
            let is_left_out = numbers == Numbers::RequiredOnly && !is("required");
            let is_id = name == "id" && path.is_empty();
            if is_read_only || is_left_out || is_id || attribute.get("nested_type").is_some() {
                continue;
            }
            path.push(name.clone());
            self.line(&format!("{pad}{name} = {}", value(&attribute["type"], numbers)), path);
            path.pop();
        }
        for (name, nested) in entries(&block["block_types"]) {
            let is_needed = nested["min_items"].as_u64().unwrap_or_default() > 0;
            let is_left_out = numbers == Numbers::RequiredOnly && !is_needed;
            if path.len() >= MOST_LEVELS || name == "timeouts" || is_left_out {
                continue;
            }
            path.push(name.clone());
            self.line(&format!("{pad}{name} {{"), path);
            self.body(&nested["block"], numbers, path);
            self.line(&format!("{pad}}}"), &[]);
            path.pop();
        }
    }
}

fn entries(object: &Json) -> impl Iterator<Item = (&String, &Json)> {
    object.as_object().into_iter().flat_map(Map::iter)
}

/// A value of a type, given in the notation of cty.
fn value(ty: &Json, numbers: Numbers) -> String {
    let number = match numbers {
        Numbers::Fraction => "-98765432.5",
        Numbers::Whole => "-98765432",
        Numbers::RequiredOnly => "1",
    };
    match (ty.as_str(), ty[0].as_str()) {
        (Some("string"), _) => format!("\"{BAD}\""),
        (Some("number"), _) => number.to_owned(),
        (Some("bool"), _) => "true".to_owned(),
        (_, Some("list" | "set")) => format!("[{}]", value(&ty[1], numbers)),
        (_, Some("map")) => format!("{{ k = {} }}", value(&ty[1], numbers)),
        (_, Some("object")) => {
            let mut text = String::new();
            for (name, ty) in entries(&ty[1]) {
                let _ = write!(
                    text,
                    "{}{name} = {}",
                    if text.is_empty() { "" } else { ", " },
                    value(ty, numbers)
                );
            }
            format!("{{ {text} }}")
        }
        _ => "null".to_owned(),
    }
}
