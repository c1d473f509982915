//! The table `[policy]`.

use std::path::PathBuf;

use hclx_analysis::{AbsentArguments, OpenVerdicts, PolicyLevel, PolicySettings};

/// The table `[policy]`.
#[derive(Clone, Debug, Default)]
pub(crate) struct PolicyConfig {
    /// Files and directories with policies, by absolute path.
    pub(crate) paths: Vec<PathBuf>,
    /// Groups of policies that are part of the program.
    pub(crate) starter: Vec<String>,
    /// Values of inputs.
    pub(crate) inputs: Vec<(String, toml::Value)>,
    /// The other settings.
    pub(crate) settings: PolicySettings,
}

/// The settings about policies, without paths and inputs.
pub(super) fn settings(table: &toml::Table) -> PolicySettings {
    let text = |key: &str| table.get(key).and_then(toml::Value::as_str);
    let level = |(name, level): (&String, &toml::Value)| {
        Some((name.as_str().into(), PolicyLevel::from_name(level.as_str()?)?))
    };
    PolicySettings {
        absent: text("absent").and_then(AbsentArguments::from_name).unwrap_or_default(),
        open: text("open").and_then(OpenVerdicts::from_name).unwrap_or_default(),
        levels: super::pairs(table.get("levels")).filter_map(level).collect(),
        suppressible: table.get("suppressible").and_then(toml::Value::as_bool).unwrap_or_default(),
        ..PolicySettings::default()
    }
}
