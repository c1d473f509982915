//! Parts of providers that were not checked against the schema of the release that a module runs with.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A provider with parts that were not checked against the schema of one release.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UncheckedProvider {
    /// The provider, as people write it.
    pub provider: String,
    /// The reason, as a clause.
    pub reason: String,
    /// The number of its parts: resources, provider configurations and function calls.
    pub count: usize,
    /// Their number with a noun, such as `3 resources`.
    pub parts: String,
    /// The extent to which they were checked nevertheless.
    pub extent: CheckedExtent,
    /// The remedy.
    pub step: NextStep,
}

/// The extent to which the parts of a provider were checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CheckedExtent {
    /// Without any schema.
    Unchecked,
    /// With a schema that is not used, or cannot be used.
    Unused,
    /// For misspelled names.
    Names,
    /// With neighbors of the selected release.
    Neighbors,
    /// With all releases that may be selected.
    Admitted,
}

/// The step after which the parts of a provider are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NextStep {
    /// Have the provider print the schema.
    Fetch,
    /// Import the schema again.
    Import,
    /// Select one release.
    Pin,
}

impl NextStep {
    /// The command to run; `can_fetch` is set if there is a program that can print schemas.
    pub const fn command(self, can_fetch: bool) -> &'static str {
        match self {
            Self::Fetch if can_fetch => "run `hclx schema fetch`",
            Self::Fetch => {
                "run `hclx schema import FILE` with what `terraform providers schema -json` prints"
            }
            Self::Import => "run `hclx schema import FILE` again",
            Self::Pin => "run `terraform init` for a lock file, or write an exact version",
        }
    }
}

impl UncheckedProvider {
    /// Returns `true` if reports name the provider, because its parts were not checked against a release that
    /// may be selected.
    pub const fn is_reported(&self) -> bool {
        !matches!(self.extent, CheckedExtent::Admitted | CheckedExtent::Neighbors)
    }

    /// The object for machines.
    pub(crate) fn object(&self) -> Value {
        json!({
            "provider": self.provider,
            "reason": self.reason,
            "count": self.count,
            "next": self.step.command(true),
        })
    }
}
