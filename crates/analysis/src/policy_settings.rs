//! Settings about policies.

use std::sync::Arc;

use hclx_core::Value;
use hclx_diag::SourceId;

/// The interpretation of an absent argument that the provider may choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AbsentArguments {
    /// As unknown.
    #[default]
    Open,
    /// As null, where a violation is a warning.
    Null,
}

/// The reporting of open results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpenVerdicts {
    /// They are counted.
    #[default]
    Count,
    /// They are listed with their causes.
    List,
    /// They are warnings.
    Warning,
}

/// The level of a policy, which replaces its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolicyLevel {
    /// Not checked.
    Off,
    /// A violation is a warning.
    Warning,
    /// A violation is an error.
    Error,
}

/// Settings about policies.
#[derive(Clone, Debug, Default)]
pub struct PolicySettings {
    /// Files with policies, and directories that are searched for them.
    pub paths: Vec<Arc<str>>,
    /// Policies that are part of the program, by name.
    pub texts: Vec<(Arc<str>, SourceId)>,
    /// The interpretation of absent arguments.
    pub absent: AbsentArguments,
    /// The reporting of open results.
    pub open: OpenVerdicts,
    /// Values of inputs; later ones replace earlier ones.
    pub inputs: Vec<(Arc<str>, Value)>,
    /// Levels by the name of a policy.
    pub levels: Vec<(Arc<str>, PolicyLevel)>,
    /// Set if comments may suppress violations of mandatory policies.
    pub suppressible: bool,
}

impl AbsentArguments {
    /// The names in settings, in the order of the variants.
    pub const NAMES: &'static [&'static str] = &["open", "null"];

    /// The interpretation with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Open, Self::Null].into_iter().zip(Self::NAMES).find(|(_, one)| **one == name).map(|(it, _)| it)
    }
}

impl OpenVerdicts {
    /// The names in settings.
    pub const NAMES: &'static [&'static str] = &["count", "list", "warning"];

    /// The report with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        let all = [Self::Count, Self::List, Self::Warning];
        all.into_iter().zip(Self::NAMES).find(|(_, one)| **one == name).map(|(it, _)| it)
    }
}

impl PolicyLevel {
    /// The names in settings.
    pub const NAMES: &'static [&'static str] = &["off", "warning", "error"];

    /// The level with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        let all = [Self::Off, Self::Warning, Self::Error];
        all.into_iter().zip(Self::NAMES).find(|(_, one)| **one == name).map(|(it, _)| it)
    }
}

impl PolicySettings {
    /// Returns `true` if there may be policies.
    pub fn has_any(&self) -> bool {
        !self.paths.is_empty() || !self.texts.is_empty()
    }

    /// The level that the settings assign to a policy.
    pub fn level(&self, name: &str) -> Option<PolicyLevel> {
        self.levels.iter().rev().find(|(one, _)| &**one == name).map(|(_, level)| *level)
    }
}
