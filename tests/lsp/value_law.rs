//! The law of values: after a refactoring, a module has the same outputs as before, and fails where it failed, for the
//! defaults of its inputs and for other values of each of them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::{Map, Value, json};

use super::actions::{applied, capabilities, resolved};
use super::client::{Client, uri};
use super::pages::position;
use crate::hostile::Folder;

/// Other values for inputs, by type.
const ALTERNATIVES: &[(&str, &[&str])] = &[
    ("bool", &["true", "false"]),
    ("number", &["0", "2"]),
    ("string", &["\"\"", "\"zz\"", "null"]),
    ("list(string)", &["[]", "[\"b\", \"a\", \"b\"]"]),
    ("set(string)", &["[]", "[\"b\", \"a\"]"]),
    ("map(string)", &["{}", "{ z = \"1\", a = \"2\" }"]),
];

/// Modules whose values change if an edit is careless: files by name.
const MODULES: &[&[(&str, &str)]] = &[
    &[(
        "main.tf",
        r#"variable "names" {
  type    = list(string)
  default = ["c", "a"]
}

variable "first" {
  type    = string
  default = null
}

variable "is_on" {
  type    = bool
  default = true
}

locals {
  sorted = sort(var.names)
  head   = var.first != null ? var.first : var.names[0]
  upper  = [for name in var.names : upper(name)]
  sum    = 1 + 2
}

output "safe" {
  value = try(local.head, "none")
}

output "guarded" {
  value = length(var.names) > 1 ? var.names[1] : "none"
}

output "early" {
  value = var.is_on && length(var.names) > 0
}

output "loop" {
  value = { for index, name in local.sorted : name => index... }
}

output "product" {
  value = local.sum * 2
}

output "text" {
  value = "${local.sum}"
}

output "upper" {
  value = "${join("-", local.upper)}!"
}
"#,
    )],
    &[(
        "main.tf",
        r#"variable "size" {
  type    = number
  default = 3
}

variable "zones" {
  type    = set(string)
  default = ["y", "x"]
}

variable "tags" {
  type    = map(string)
  default = { b = "2" }
}

variable "port" {
  default = "80"
}

resource "terraform_data" "counted" {
  count = length(var.zones)
  input = sort(var.zones)[count.index]
}

resource "terraform_data" "named" {
  count = length(["m", "k"])
  input = ["m", "k"][count.index]
}

resource "terraform_data" "keyed" {
  for_each = var.tags
  input    = "${each.key}=${each.value}"
}

output "inputs" {
  value = terraform_data.counted[*].input
}

output "named" {
  value = terraform_data.named.*.input
}

output "keyed" {
  value = [for key, one in terraform_data.keyed : one.input]
}

output "document" {
  value = <<-EOT
    {"size": ${var.size}, "zones": ${jsonencode(var.zones)}}
  EOT
}

output "port" {
  value = [var.port, var.port == "80"]
}
"#,
    )],
    &[
        (
            "main.tf",
            r#"variable "secret" {
  type      = string
  default   = "s"
  sensitive = true
}

locals {
  token  = "${var.secret}-x"
  server = { size = "1", name = "a" }
}

module "child" {
  source = "./child"
  server = local.server
  token  = local.token
}

output "size" {
  value = module.child.size
}

output "token" {
  value     = local.token
  sensitive = true
}
"#,
        ),
        (
            "child/main.tf",
            r#"variable "server" {
  type = object({ size = number, zone = optional(string, "z") })
}

variable "token" {}

output "size" {
  value = var.server.size + 1
}

output "zone" {
  value = var.server.zone
}
"#,
        ),
    ],
];

/// Files by name.
type Texts = BTreeMap<String, String>;

/// The name and the value of an input.
type Input = (String, String);

/// The outputs of a module, if it can be evaluated.
type Outputs = Option<Map<String, Value>>;

/// Alternatives to the defaults of inputs, each with another value of one input: its name, and the argument of `--var`.
fn alternatives(texts: &Texts) -> Vec<Option<Input>> {
    let mut found = vec![None];
    for text in texts.iter().filter(|(name, _)| !name.contains('/')).map(|(_, text)| text) {
        let mut variable = None;
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix("variable \"") {
                variable = rest.split('"').next();
            }
            let ty = line.trim().strip_prefix("type").map(|rest| rest.trim_start_matches([' ', '=']));
            let (Some(ty), Some(name)) = (ty, variable) else { continue };
            let row = ALTERNATIVES.iter().find(|(known, _)| *known == ty);
            for value in row.into_iter().flat_map(|(_, values)| *values) {
                found.push(Some((name.to_owned(), format!("{name}={value}"))));
            }
            variable = None;
        }
    }
    found
}

/// The outputs of the module in a folder, where what is known of an unknown does not count; `None` if it fails.
fn outputs(folder: &Path, input: Option<&str>) -> Outputs {
    let mut command = Command::new(crate::program());
    command.args(["eval", ".", "--format", "json", "-q", "--no-config"]).current_dir(folder);
    command.args(input.into_iter().flat_map(|input| ["--var", input]));
    let output = command.output().expect("an evaluation");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| {
        panic!("{}", String::from_utf8_lossy(&output.stderr));
    });
    let files = report["files"].as_array().expect("files");
    if files.iter().any(|file| file["ok"] != true) {
        return None;
    }
    let mut values = files[0]["value"]["value"].clone();
    normalize(&mut values);
    Some(values.as_object().cloned().unwrap_or_default())
}

/// Removes what is known of unknowns, and the layout of JSON in strings.
fn normalize(value: &mut Value) {
    if let Value::String(text) = value
        && let Ok(parsed @ (Value::Array(_) | Value::Object(_))) = serde_json::from_str(text)
    {
        *text = parsed.to_string();
    }
    match value {
        Value::Array(elements) => elements.iter_mut().for_each(normalize),
        Value::Object(members) => {
            if let Some(known) = members.get_mut("$unknown") {
                *known = json!({});
            }
            members.values_mut().for_each(normalize);
        }
        _ => {}
    }
}

/// Places where words begin or end.
fn places(text: &str) -> Vec<usize> {
    let is_word = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_alphanumeric);
    (1..text.len()).filter(|at| text.is_char_boundary(*at) && is_word(*at) && !is_word(at - 1)).collect()
}

/// A module with a client, and the edits that were tried.
struct Scene<'m> {
    folder: Folder,
    after: Folder,
    files: &'m [(&'m str, &'m str)],
    alternatives: Vec<(Option<Input>, Outputs)>,
    client: Client,
    tried: BTreeSet<String>,
}

impl<'m> Scene<'m> {
    fn open(number: usize, files: &'m [(&'m str, &'m str)]) -> Self {
        let [folder, after] = ["before", "after"].map(|when| {
            let folder = Folder::new(&format!("lsp-value-law-{number}-{when}"));
            write(&folder, files.iter().map(|(name, text)| (*name, *text)));
            folder
        });
        let texts: Texts = files.iter().map(|(name, text)| ((*name).into(), (*text).into())).collect();
        let known = alternatives(&texts).into_iter().map(|input| {
            let before = outputs(&folder.0, input.as_ref().map(|(_, value)| &**value));
            (input, before)
        });
        let alternatives = known.collect();
        let mut client = Client::open(&folder.0, &capabilities());
        files.iter().for_each(|(name, text)| client.did_open(&uri(&folder.0.join(name)), text));
        Self { folder, after, files, alternatives, client, tried: BTreeSet::new() }
    }

    /// Tries all refactorings of a selection.
    fn try_all(&mut self, (file, text): (&str, &str), start: usize, end: usize) {
        let params = json!({
            "textDocument": {"uri": uri(&self.folder.0.join(file))},
            "range": {"start": position(text, start), "end": position(text, end)},
            "context": {"diagnostics": []},
        });
        let answer = self.client.ask("textDocument/codeAction", params);
        let actions = answer["result"].as_array().unwrap_or_else(|| panic!("{answer}")).clone();
        for action in actions {
            if !action["kind"].as_str().is_some_and(|kind| kind.starts_with("refactor")) {
                continue;
            }
            let title = action["title"].as_str().expect("a title").to_owned();
            let Ok(edit) = resolved(&mut self.client, action) else { continue };
            if self.tried.insert(format!("{title} {edit}")) {
                self.keeps_values(&title, &edit);
            }
        }
    }

    /// Compares the outputs after an edit.
    fn keeps_values(&mut self, title: &str, edit: &Value) {
        let root = uri(&self.folder.0);
        let texts = self.files.iter().map(|(name, text)| (format!("{root}/{name}"), (*text).to_owned()));
        let now = applied(edit, &texts.collect());
        let named: Texts =
            now.into_iter().map(|(uri, text)| (uri[root.len() + 1..].to_owned(), text)).collect();
        write(&self.after, named.iter().map(|(name, text)| (&**name, &**text)));
        for (input, before) in &self.alternatives {
            let (name, value) = input.as_ref().map(|(name, value)| (&**name, &**value)).unzip();
            let is_declared =
                |name: &str| named.values().any(|text| text.contains(&format!("variable \"{name}\"")));
            if !name.is_none_or(is_declared) {
                continue;
            }
            let after = outputs(&self.after.0, value);
            let is_kept = match (before, &after) {
                (Some(before), Some(after)) => {
                    before.iter().all(|(name, value)| after.get(name) == Some(value))
                }
                (before, after) => before.is_none() && after.is_none(),
            };
            assert!(is_kept, "{title}, for {value:?}: {before:#?}\n{after:#?}\n{named:#?}");
        }
        for name in named.keys().filter(|name| self.files.iter().all(|(known, _)| known != name)) {
            std::fs::remove_file(self.after.0.join(name)).expect("a file of the edit");
        }
    }
}

fn write<'t>(folder: &Folder, files: impl Iterator<Item = (&'t str, &'t str)>) {
    for (name, text) in files {
        let path = folder.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        folder.write(name, text);
    }
}

#[test]
fn refactorings_keep_the_outputs_for_all_inputs() {
    let mut kinds = BTreeMap::<String, usize>::new();
    for (number, files) in MODULES.iter().enumerate() {
        let mut scene = Scene::open(number, files);
        for (name, text) in *files {
            for start in places(text) {
                scene.try_all((name, text), start, start);
                // the rest of the line, as a value
                let rest = text[start..].split('\n').next().unwrap_or_default();
                if text[..start].ends_with("= ") && !rest.ends_with(['{', '[']) {
                    scene.try_all((name, text), start, start + rest.len());
                }
            }
        }
        for title in &scene.tried {
            *kinds.entry(title.split('`').next().unwrap_or_default().to_owned()).or_default() += 1;
        }
        scene.client.shut_down();
    }
    let tried: usize = kinds.values().sum();
    println!("{tried} actions: {kinds:#?}");
    assert!(tried > 40, "{tried} actions are too few: {kinds:?}");
}
