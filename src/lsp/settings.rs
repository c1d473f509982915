//! The settings of an editor. They change how findings are shown; `hclx.toml` determines what is
//! reported.

use serde_json::Value;

/// The settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    /// The findings that are reported.
    pub(crate) findings: ReportLevel,
    /// Format documents.
    pub(crate) formats: bool,
    /// The kinds of inlay hints.
    pub(crate) hints: hclx_ide::HintKinds,
    /// Add a `moved` block for renamed objects.
    pub(crate) moved: bool,
    /// The optional details.
    pub(crate) shown: DisplayOptions,
    /// The maximum length of a checked document in bytes.
    pub(crate) max_file_bytes: usize,
    /// The number of threads; 0 means the value from the command line.
    pub(crate) threads: usize,
    /// Log requests.
    pub(crate) logs: bool,
}

/// The findings that are reported, and when.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ReportLevel {
    /// Report findings of open documents only.
    pub(crate) open_only: bool,
    /// Set to report findings when a document is saved, not while the user types.
    pub(crate) on_save: bool,
}

/// Details that can be shown or hidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DisplayOptions {
    /// Show values in hovers.
    pub(crate) values: bool,
    /// Insert placeholders with completions.
    pub(crate) snippets: bool,
    /// Show the number of references of declarations.
    pub(crate) lenses: bool,
}

impl Default for Settings {
    fn default() -> Self {
        let mut settings = Self {
            findings: ReportLevel::default(),
            formats: false,
            hints: hclx_ide::HintKinds::default(),
            moved: false,
            shown: DisplayOptions::default(),
            max_file_bytes: 0,
            threads: 0,
            logs: false,
        };
        for row in TABLE {
            row.form.set(&mut settings, &row.form.default());
        }
        settings
    }
}

/// A setting.
struct Row {
    /// Its name in the section `hclx`.
    name: &'static str,
    /// Its meaning, as a sentence without a period.
    #[cfg_attr(not(test), expect(dead_code, reason = "pages and packages are made of it, by a test"))]
    about: &'static str,
    form: Form,
}

/// The form of a setting: its accepted values, its default, and the field that it sets.
enum Form {
    /// One of two words, the default first, and the setter for the second one.
    Words([&'static str; 2], fn(&mut Settings, bool)),
    /// True or false.
    Flag(bool, fn(&mut Settings, bool)),
    /// A number.
    Size(usize, fn(&mut Settings, usize)),
}

/// The table, from which the documentation, the schema and the packages of editors are generated.
static TABLE: &[Row] = &[
    Row {
        name: "diagnostics.scope",
        about: "Findings of all files of the workspace, or of open documents only",
        form: Form::Words(["workspace", "open"], |settings, is_open| settings.findings.open_only = is_open),
    },
    Row {
        name: "diagnostics.on",
        about: "Report findings while you type, or when a document is saved",
        form: Form::Words(["type", "save"], |settings, is_save| settings.findings.on_save = is_save),
    },
    Row {
        name: "inlayHints.types",
        about: "Types of local values, outputs and variables without a declared type, and numbers of instances",
        form: Form::Flag(true, |settings, on| settings.hints.types = on),
    },
    Row {
        name: "inlayHints.values",
        about: "Known values behind references",
        form: Form::Flag(false, |settings, on| settings.hints.values = on),
    },
    Row {
        name: "inlayHints.parameters",
        about: "Names of parameters in calls with several arguments",
        form: Form::Flag(true, |settings, on| settings.hints.parameters = on),
    },
    Row {
        name: "hover.values",
        about: "Values in hovers, beside types",
        form: Form::Flag(true, |settings, on| settings.shown.values = on),
    },
    Row {
        name: "completion.snippets",
        about: "Completion inserts blocks and attributes with placeholders, if the editor supports them",
        form: Form::Flag(true, |settings, on| settings.shown.snippets = on),
    },
    Row {
        name: "rename.moved",
        about: "A rename of a resource or a module call adds a `moved` block",
        form: Form::Words(["always", "never"], |settings, is_never| settings.moved = !is_never),
    },
    Row {
        name: "lens.references",
        about: "The number of references above declarations, and of calls above modules",
        form: Form::Flag(false, |settings, on| settings.shown.lenses = on),
    },
    Row {
        name: "format.enable",
        about: "Documents are formatted",
        form: Form::Flag(true, |settings, on| settings.formats = on),
    },
    Row {
        name: "maxFileBytes",
        about: "Longer documents are not checked; a warning is shown",
        form: Form::Size(16 << 20, |settings, most| settings.max_file_bytes = most),
    },
    Row {
        name: "threads",
        about: "Number of files checked at a time; 0 is one per core, or the value in `hclx.toml`",
        form: Form::Size(0, |settings, threads| settings.threads = threads),
    },
    Row {
        name: "log",
        about: "Log requests and their durations in the editor's output",
        form: Form::Words(["off", "requests"], |settings, on| settings.logs = on),
    },
];

impl Form {
    /// Sets the field to a value; returns `false` if the value is invalid.
    fn set(&self, settings: &mut Settings, value: &Value) -> bool {
        match (self, value) {
            (Self::Words(words, set), Value::String(word)) if words.contains(&&**word) => {
                set(settings, words[1] == word);
                true
            }
            (Self::Flag(_, set), Value::Bool(on)) => {
                set(settings, *on);
                true
            }
            (Self::Size(_, set), Value::Number(most)) if most.is_u64() => {
                set(settings, most.as_u64().map_or(0, |most| most as usize));
                true
            }
            _ => false,
        }
    }

    fn default(&self) -> Value {
        match self {
            Self::Words([word, _], _) => (*word).into(),
            Self::Flag(on, _) => (*on).into(),
            Self::Size(most, _) => (*most).into(),
        }
    }
}

impl Settings {
    /// Reads settings, with or without the section `hclx` around them, and returns messages about the invalid
    /// ones.
    pub(crate) fn read(options: &Value) -> (Self, Vec<String>) {
        let options = options.get("hclx").unwrap_or(options);
        let mut settings = Self::default();
        let mut refused = Vec::new();
        let mut rows = Vec::new();
        flatten("", options, &mut rows);
        for (name, value) in rows {
            match TABLE.iter().find(|row| row.name == name) {
                Some(row) if row.form.set(&mut settings, value) => {}
                Some(_) => refused.push(format!("the setting `hclx.{name}` cannot be {value}")),
                None => refused.push(format!("unknown setting `hclx.{name}`")),
            }
        }
        (settings, refused)
    }
}

/// The values in nested objects, by their dotted names.
fn flatten<'v>(prefix: &str, value: &'v Value, rows: &mut Vec<(String, &'v Value)>) {
    let Value::Object(fields) = value else { return };
    for (name, value) in fields {
        let name = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
        match value {
            Value::Object(_) => flatten(&name, value, rows),
            _ => rows.push((name, value)),
        }
    }
}

#[cfg(test)]
mod tests {
    use hclx_testkit::{golden, workspace_root};
    use serde_json::json;

    use super::*;

    #[test]
    fn settings_are_read_and_others_refused() {
        let options = json!({"hclx": {"diagnostics": {"scope": "open"}, "maxFileBytes": 9}});
        let findings = ReportLevel { open_only: true, on_save: false };
        let read = Settings { findings, max_file_bytes: 9, ..Settings::default() };
        assert_eq!(Settings::read(&options), (read, Vec::new()));
        let (settings, refused) = Settings::read(&json!({"format.enable": 1, "lens": {"colors": true}}));
        assert_eq!(settings, Settings::default());
        let messages = ["the setting `hclx.format.enable` cannot be 1", "unknown setting `hclx.lens.colors`"];
        assert_eq!(refused, messages);
        assert_eq!(Settings::read(&Value::Null), (Settings::default(), Vec::new()));
    }

    /// Replaces the text between two others in a file.
    fn holds(path: &str, start: &str, end: &str, text: &str) {
        let file = workspace_root().join(path);
        let whole = std::fs::read_to_string(&file).expect("a file").replace("\r\n", "\n");
        let from = whole.find(start).expect("the start") + start.len();
        let to = from + whole[from..].find(end).expect("the end");
        golden(&file, &format!("{}{text}{}", &whole[..from], &whole[to..]));
    }

    #[test]
    fn pages_and_packages_have_the_settings() {
        let line = |row: &Row| {
            let values = match &row.form {
                Form::Words(words, _) => format!("`{}`, `{}`", words[0], words[1]),
                Form::Flag(..) => "`true`, `false`".to_owned(),
                Form::Size(..) => "a number".to_owned(),
            };
            let default = row.form.default();
            let default = default.as_str().map_or_else(|| default.to_string(), str::to_owned);
            format!("| `{}` | {} | {values} | `{default}` |\n", row.name, row.about)
        };
        let lines: String = TABLE.iter().map(line).collect();
        holds(
            "docs/editors.md",
            "| setting | meaning | values | default |\n|---|---|---|---|\n",
            "\n\n",
            lines.trim_end(),
        );
        let property = |row: &Row| {
            let (ty, more) = match &row.form {
                Form::Words(words, _) => ("string", format!(", \"enum\": {}", json!(words))),
                Form::Flag(..) => ("boolean", String::new()),
                Form::Size(..) => ("integer", ", \"minimum\": 0".to_owned()),
            };
            let about = json!(format!("{}.", row.about));
            (
                row.name,
                format!(
                    "{{ \"type\": \"{ty}\"{more}, \"default\": {}, \"description\": {about} }}",
                    row.form.default()
                ),
            )
        };
        let properties = TABLE.iter().map(property);
        let of_code: String =
            properties.clone().map(|(name, text)| format!("        \"hclx.{name}\": {text},\n")).collect();
        let start = "      \"title\": \"hclx\",\n      \"properties\": {\n";
        holds("packaging/vscode/package.json", start, "        \"hclx.path\"", &of_code);
        let of_schema: Vec<String> =
            properties.map(|(name, text)| format!("    \"{name}\": {text}")).collect();
        let schema = format!(
            "{{\n  \"$schema\": \"http://json-schema.org/draft-07/schema#\",\n  \"title\": \"The section `hclx` of an \
             editor's settings\",\n  \"type\": \"object\",\n  \"additionalProperties\": false,\n  \"properties\": \
             {{\n{}\n  }}\n}}\n",
            of_schema.join(",\n")
        );
        golden(workspace_root().join("packaging/editor-settings.schema.json"), &schema);
    }
}
