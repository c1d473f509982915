//! Assumptions about the policy language, in one place until an implementation is at hand.

/// Functions of policies beyond those of Terraform, without their namespace.
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

/// Operations of a policy that are judged on source: whatever is configured is created, or stays.
pub(crate) const OPERATIONS_ON_SOURCE: &[&str] = &["create", "no-op"];

/// The operations of a policy that names none.
pub(crate) const DEFAULT_OPERATIONS: &[&str] = &["create", "update", "no-op"];

/// Levels that fail a run; others, and no level, are advisory.
pub(crate) const MANDATORY: &[&str] = &["mandatory", "mandatory_overridable"];

/// Functions whose results only a run of Terraform has.
pub(crate) const OF_RUNS: &[&str] = &["getdatasource", "gethttprequest", "timestamp"];

/// Attributes of `meta` of a module call that are null if the call does not set them.
pub(crate) const NULL_IF_ABSENT: &[&str] = &["version"];

/// Arguments that are true where they are absent, by resource type, of providers whose plans are not recorded.
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
