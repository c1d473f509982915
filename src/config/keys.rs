//! The table of settings in `hclx.toml`, from which validation, the JSON Schema and `hclx config` are
//! derived.
//!
//! Out of scope: the effect of the settings (`config`).

use hclx_analysis::findings::levels::Rule;
use hclx_analysis::{AbsentArguments, OpenVerdicts, PolicyLevel};
use hclx_diag::{Group, Stage, all_codes, nearest};
use hclx_languages::terraform::packages::ProviderAddress;
use hclx_report::Format;
use serde_json::{Map, Value, json};

use super::required::RequiredSchemas;

/// The type of a setting.
pub(crate) enum Shape {
    /// `true` or `false`.
    Bool,
    /// A whole number from 0.
    Count,
    /// A string.
    Text,
    /// A string that names a file or directory of the repository.
    Path,
    /// `true`, `false` or one of several words.
    Switch(&'static [&'static str]),
    /// One of several words.
    Choice(fn() -> Vec<&'static str>),
    /// A list.
    List(&'static Shape),
    /// A table with these keys.
    Table(&'static [Key]),
    /// A table with user-defined keys.
    Map {
        /// The constraint on the keys.
        keys: Names,
        /// The type of the values.
        values: &'static Shape,
    },
    /// Any value, for a variable.
    Any,
}

/// The constraint on user-defined keys of a table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Names {
    /// Anything.
    Free,
    /// A code or a group of lints.
    Rules,
    /// A language of modules, or a provider by name or address.
    Versions,
}

impl Names {
    /// Checks a name; the error states what is wrong with it.
    pub(crate) fn check(self, name: &str) -> Result<(), String> {
        match self {
            Names::Free => Ok(()),
            Names::Rules => Rule::from_name(name).map(|_| ()),
            // the name of a provider may be anything, but is hardly a misspelled language
            Names::Versions if APPLICATIONS.contains(&name) => Ok(()),
            Names::Versions if name == "tofu" => Err(unknown(name, "opentofu")),
            Names::Versions if ProviderAddress::parse(name).is_none() => Err(format!(
                "`{name}` is no name of a provider: expected for example `aws` or `hashicorp/aws`"
            )),
            Names::Versions => match nearest(name, APPLICATIONS.iter().copied()) {
                Some(near) if !name.contains('/') => Err(unknown(name, near)),
                _ => Ok(()),
            },
        }
    }
}

/// The names in `terraform.versions` that are not providers.
const APPLICATIONS: &[&str] = &["terraform", "opentofu"];

fn unknown(name: &str, near: &str) -> String {
    format!("unknown language or provider `{name}`; did you mean `{near}`?")
}

/// A setting.
pub(crate) struct Key {
    /// The name.
    pub(crate) name: &'static str,
    /// The type.
    pub(crate) shape: Shape,
    /// Set if the table requires it.
    pub(crate) required: bool,
    /// The default as TOML; empty if there is none.
    pub(crate) default: &'static str,
    /// A description in one sentence.
    pub(crate) doc: &'static str,
}

const fn key(name: &'static str, shape: Shape, default: &'static str, doc: &'static str) -> Key {
    Key { name, shape, required: false, default, doc }
}

const fn required(name: &'static str, shape: Shape, doc: &'static str) -> Key {
    Key { name, shape, required: true, default: "", doc }
}

/// All settings.
pub(crate) static KEYS: &[Key] = &[
    key("include", PATTERNS, "", "Files to check in directories: patterns relative to this file"),
    key(
        "exclude",
        PATTERNS,
        "[]",
        "Files and directories to skip unless they are given on the command line; units still read them",
    ),
    key("extend-exclude", PATTERNS, "[]", "Additional patterns for exclude"),
    key(
        "respect-ignore-files",
        Shape::Bool,
        "true",
        "Honor .gitignore (in a repository), .ignore and .hclxignore",
    ),
    key(
        "dialect",
        Shape::Map { keys: Names::Free, values: &Shape::Choice(languages) },
        "",
        "The language of files: pattern = \"language\"",
    ),
    key(
        "spec",
        Shape::List(&Shape::Table(SPEC)),
        "",
        "hcldec specifications, each for the files that match some patterns",
    ),
    key("rules", RULES, "", "Levels of codes and groups of lints"),
    key(
        "per-file",
        Shape::List(&Shape::Table(PER_FILE)),
        "",
        "Levels for the files that match some patterns",
    ),
    key("terraform", Shape::Table(TERRAFORM), "", "Settings for Terraform modules"),
    key("policy", Shape::Table(POLICY), "", "Policies of Terraform"),
    key(
        "vars",
        Shape::Map { keys: Names::Free, values: &Shape::Any },
        "",
        "Values or types of variables, like --var; PATTERN = { … } for the plain HCL files that match a pattern",
    ),
    key("format", Shape::Choice(formats), "\"full\"", "Output format of findings"),
    key("baseline", Shape::Path, "", "Baseline file, like --baseline"),
    key("jobs", Shape::Count, "", "Number of files checked at a time; 0 is one per core"),
    key(
        "cache",
        Shape::Bool,
        "true",
        "Keep findings in the user's cache directory for runs in which nothing changed",
    ),
    key("root", Shape::Path, "", "Directory that functions such as `file` may read"),
    key("breaking", Shape::Table(BREAKING), "", "Settings of hclx breaking"),
    key("check", Shape::Table(CHECK), "", "Settings of hclx check"),
];

const PATTERNS: Shape = Shape::List(&Shape::Text);
const RULES: Shape = Shape::Map { keys: Names::Rules, values: &Shape::Choice(levels) };

static SPEC: &[Key] = &[
    required("files", PATTERNS, "File patterns, relative to this file"),
    required("spec", Shape::Text, "The specification"),
];

static PER_FILE: &[Key] = &[
    required("files", PATTERNS, "File patterns, relative to this file"),
    required("rules", RULES, "Levels of codes and groups of lints"),
];

static TERRAFORM: &[Key] = &[
    key("schemas", Shape::List(&Shape::Path), "", "Provider schemas, like --provider-schema"),
    key(
        "versions",
        Shape::Map { keys: Names::Versions, values: &Shape::Text },
        "",
        "Versions in use: of terraform, opentofu, and of providers by name or address",
    ),
    key(
        "naming",
        Shape::Table(NAMING),
        "",
        "Regular expressions that whole names must match; turns HX9217 on as a warning",
    ),
    key(
        "root",
        Shape::List(&Shape::Table(ROOT)),
        "",
        "Root modules, with the values files that they are run with",
    ),
];

static NAMING: &[Key] = &[
    key("variable", Shape::Text, "", "Names of variables"),
    key("local", Shape::Text, "", "Names of local values"),
    key("output", Shape::Text, "", "Names of outputs"),
    key("resource", Shape::Text, "", "Names of resources"),
    key("data", Shape::Text, "", "Names of data sources"),
    key("ephemeral", Shape::Text, "", "Names of ephemeral resources"),
    key("module", Shape::Text, "", "Names of module calls"),
];

static POLICY: &[Key] = &[
    key("dirs", Shape::List(&Shape::Path), "", "Directories and files with policies, like --policy"),
    key("starter", Shape::List(&Shape::Choice(starter)), "[]", "Groups of the policies that hclx has itself"),
    key(
        "absent",
        Shape::Choice(absent),
        "\"open\"",
        "What policies read for an absent argument that the provider may choose",
    ),
    key("open", Shape::Choice(open), "\"count\"", "How verdicts that are open are reported"),
    key(
        "inputs",
        Shape::Map { keys: Names::Free, values: &Shape::Any },
        "",
        "Values of inputs, like --policy-input",
    ),
    key(
        "levels",
        Shape::Map { keys: Names::Free, values: &Shape::Choice(policy_levels) },
        "",
        "Levels of policies by name, instead of their own",
    ),
    key("suppressible", Shape::Bool, "false", "Let comments suppress violations of mandatory policies"),
];

static CHECK: &[Key] = &[key(
    "require-schemas",
    Shape::Switch(RequiredSchemas::NAMES),
    "false",
    "Exit with 2 unless each provider has a schema, like --require-schemas; exact: of the selected release",
)];

static BREAKING: &[Key] = &[
    key("internal", PATTERNS, "", "Modules without callers outside of the repository, like --internal"),
    key("accept", Shape::List(&Shape::Table(ACCEPT)), "", "Changes that are accepted, as by a comment"),
];

static ACCEPT: &[Key] = &[
    required("code", Shape::Choice(breaking_codes), "The code of the change"),
    required(
        "name",
        Shape::Text,
        "The address of what changed, or the name of the provider or of the language",
    ),
    required("reason", Shape::Text, "The reason, which the changelog shows"),
    key("module", Shape::Text, "", "The directory of the module; without it all modules"),
];

static ROOT: &[Key] = &[
    required("path", Shape::Path, "The directory of the module"),
    key("var-files", Shape::List(&Shape::Path), "", "Values files, in order, like --var-file"),
];

fn formats() -> Vec<&'static str> {
    Format::NAMES.to_vec()
}

fn starter() -> Vec<&'static str> {
    hclx_languages::terraform::STARTER_GROUPS.to_vec()
}

fn absent() -> Vec<&'static str> {
    AbsentArguments::NAMES.to_vec()
}

fn open() -> Vec<&'static str> {
    OpenVerdicts::NAMES.to_vec()
}

fn policy_levels() -> Vec<&'static str> {
    PolicyLevel::NAMES.to_vec()
}

fn breaking_codes() -> Vec<&'static str> {
    all_codes().filter(|code| code.info().stage == Stage::Versions).map(hclx_diag::Code::id).collect()
}

fn levels() -> Vec<&'static str> {
    vec!["error", "warning", "on", "off"]
}

fn languages() -> Vec<&'static str> {
    crate::registered::assignable().collect()
}

/// The JSON Schema of the whole file.
pub(crate) fn schema() -> Value {
    let mut schema = table(KEYS);
    let object = schema.as_object_mut().expect("a table is an object");
    let mut whole = Map::new();
    whole.insert("$schema".into(), "http://json-schema.org/draft-07/schema#".into());
    whole.insert("title".into(), "hclx.toml".into());
    whole
        .insert("description".into(), "Settings of hclx, the validator of HCL and JSON configuration".into());
    whole.append(object);
    Value::Object(whole)
}

fn table(keys: &[Key]) -> Value {
    let mut properties = Map::new();
    for key in keys {
        let mut property = of(&key.shape);
        property["description"] = key.doc.into();
        properties.insert(key.name.into(), property);
    }
    let required: Vec<&str> = keys.iter().filter(|key| key.required).map(|key| key.name).collect();
    let mut table = json!({ "type": "object", "properties": properties, "additionalProperties": false });
    if !required.is_empty() {
        table["required"] = json!(required);
    }
    table
}

fn of(shape: &Shape) -> Value {
    match shape {
        Shape::Bool => json!({ "type": "boolean" }),
        Shape::Count => json!({ "type": "integer", "minimum": 0 }),
        Shape::Text | Shape::Path => json!({ "type": "string" }),
        Shape::Switch(words) => json!({ "anyOf": [{ "type": "boolean" }, { "enum": words }] }),
        Shape::Choice(words) => json!({ "enum": words() }),
        Shape::List(items) => json!({ "type": "array", "items": of(items) }),
        Shape::Table(keys) => table(keys),
        Shape::Map { keys: Names::Free | Names::Versions, values } => {
            json!({ "type": "object", "additionalProperties": of(values) })
        }
        Shape::Map { keys: Names::Rules, values } => {
            let names =
                all_codes().map(hclx_diag::Code::id).chain(Group::ALL.iter().map(|group| group.name()));
            let names: Vec<&str> = names.collect();
            json!({ "type": "object", "propertyNames": { "enum": names }, "additionalProperties": of(values) })
        }
        Shape::Any => json!({}),
    }
}
