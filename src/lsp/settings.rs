//! The settings of an editor. They change how findings are shown; `hclx.toml` says what is wrong.

use serde_json::Value;

/// The settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    /// Findings of open documents only.
    pub(crate) open_only: bool,
    /// Documents are formatted.
    pub(crate) formats: bool,
    /// The maximum length of a checked document in bytes.
    pub(crate) max_file_bytes: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { open_only: false, formats: true, max_file_bytes: 16 << 20 }
    }
}

impl Settings {
    /// Reads settings, with or without the section `hclx` around them, and the sentences about those that cannot be used.
    pub(crate) fn read(options: &Value) -> (Self, Vec<String>) {
        let options = options.get("hclx").unwrap_or(options);
        let mut settings = Self::default();
        let mut refused = Vec::new();
        let mut rows = Vec::new();
        flatten("", options, &mut rows);
        for (name, value) in rows {
            let is_used = match (&*name, value) {
                ("diagnostics.scope", Value::String(scope)) if scope == "open" || scope == "workspace" => {
                    settings.open_only = scope == "open";
                    true
                }
                ("format.enable", Value::Bool(formats)) => {
                    settings.formats = *formats;
                    true
                }
                ("maxFileBytes", Value::Number(most)) if most.is_u64() => {
                    settings.max_file_bytes = most.as_u64().map_or(0, |most| most as usize);
                    true
                }
                ("diagnostics.scope" | "format.enable" | "maxFileBytes", _) => {
                    refused.push(format!("the setting `hclx.{name}` cannot be {value}"));
                    continue;
                }
                _ => false,
            };
            if !is_used {
                refused.push(format!("unknown setting `hclx.{name}`"));
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
    use serde_json::json;

    use super::*;

    #[test]
    fn settings_are_read_and_others_refused() {
        let options = json!({"hclx": {"diagnostics": {"scope": "open"}, "maxFileBytes": 9}});
        let read = Settings { open_only: true, max_file_bytes: 9, ..Settings::default() };
        assert_eq!(Settings::read(&options), (read, Vec::new()));
        let (settings, refused) = Settings::read(&json!({"format.enable": 1, "lens": {"references": true}}));
        assert_eq!(settings, Settings::default());
        let messages =
            ["the setting `hclx.format.enable` cannot be 1", "unknown setting `hclx.lens.references`"];
        assert_eq!(refused, messages);
        assert_eq!(Settings::read(&Value::Null), (Settings::default(), Vec::new()));
    }
}
