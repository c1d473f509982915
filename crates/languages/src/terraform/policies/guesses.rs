//! Assumptions about the policy language, collected here until an implementation is available.

/// Functions that policies have in addition to Terraform's, without their namespace.
pub(crate) const FUNCTIONS: &[&str] = &[
    "alltrue",
    "anytrue",
    "contains_substring",
    "getdatasource",
    "gethttprequest",
    "getresources",
    "semverconstraint",
];

/// The namespace of all functions.
pub(crate) const NAMESPACE: &str = "core::";

/// Operations of a policy that apply to source files: everything that is configured is created or stays unchanged.
pub(crate) const OPERATIONS_ON_SOURCE: &[&str] = &["create", "no-op"];

/// The operations of a policy that does not list any.
pub(crate) const DEFAULT_OPERATIONS: &[&str] = &["create", "update", "no-op"];

/// Levels that fail a run; all others are advisory, and so is a missing level.
pub(crate) const MANDATORY: &[&str] = &["mandatory", "mandatory_overridable"];

/// Functions whose results are only available in a Terraform run.
pub(crate) const OF_RUNS: &[&str] = &["getdatasource", "gethttprequest", "timestamp"];

/// Attributes of `meta` of a module call that are null if the call does not set them.
pub(crate) const NULL_IF_ABSENT: &[&str] = &["version"];

/// Arguments that default to true, by resource type, for providers whose plans are not recorded.
pub(crate) const TRUE_BY_DEFAULT: &[(&str, &str)] = &[
    ("azurerm_key_vault", "public_network_access_enabled"),
    ("azurerm_linux_web_app", "public_network_access_enabled"),
    ("azurerm_mssql_server", "public_network_access_enabled"),
    ("azurerm_storage_account", "allow_nested_items_to_be_public"),
    ("azurerm_storage_account", "https_traffic_only_enabled"),
    ("azurerm_storage_account", "public_network_access_enabled"),
    ("azurerm_storage_account", "shared_access_key_enabled"),
    ("azurerm_windows_web_app", "public_network_access_enabled"),
];

/// The names at the root of references.
pub(crate) const NAMES: &[&str] = &["attrs", "prior_attrs", "meta", "input", "local"];
