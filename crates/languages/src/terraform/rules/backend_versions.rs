//! Backends and their arguments with the versions of Terraform and OpenTofu that introduced or removed them.
//!
//! Source of the rows: the schemas of the backends in all releases of Terraform from 1.0 and of OpenTofu.

use super::since::{Since, both, old, only_opentofu, only_terraform};
use crate::terraform::files::versions::Version;

/// The versions that support a backend and its arguments.
pub(super) struct BackendVersions {
    pub(super) name: &'static str,
    /// The backend itself, if only some versions support it.
    pub(super) since: Option<Since>,
    /// The arguments that only some versions support.
    pub(super) arguments: &'static [Since],
    /// The arguments that Terraform removed; OpenTofu still has most of them.
    pub(super) removed: &'static [Removal],
}

/// The version of Terraform that removed an argument.
pub(super) struct Removal {
    pub(super) name: &'static str,
    pub(super) until: Version,
    pub(super) instead: &'static str,
}

const NONE: BackendVersions = BackendVersions { name: "", since: None, arguments: &[], removed: &[] };

const fn of_assumed_role(name: &'static str, instead: &'static str) -> Removal {
    Removal { name, until: (1, 10), instead }
}

const S3: BackendVersions = BackendVersions {
    name: "s3",
    arguments: &[
        old("allowed_account_ids", (1, 6)),
        old("assume_role", (1, 6)),
        old("assume_role_with_web_identity", (1, 6)),
        old("custom_ca_bundle", (1, 6)),
        old("ec2_metadata_service_endpoint", (1, 6)),
        old("ec2_metadata_service_endpoint_mode", (1, 6)),
        old("endpoints", (1, 6)),
        old("forbidden_account_ids", (1, 6)),
        old("http_proxy", (1, 6)),
        old("https_proxy", (1, 7)),
        old("insecure", (1, 6)),
        old("no_proxy", (1, 7)),
        old("retry_mode", (1, 6)),
        old("shared_config_files", (1, 6)),
        old("shared_credentials_files", (1, 6)),
        old("skip_requesting_account_id", (1, 6)),
        old("skip_s3_checksum", (1, 6)),
        old("sts_region", (1, 6)),
        old("use_dualstack_endpoint", (1, 6)),
        old("use_fips_endpoint", (1, 6)),
        both("use_lockfile", (1, 10), (1, 10)),
        old("use_path_style", (1, 6)),
        only_opentofu("lock_tags", (1, 11)),
        only_opentofu("state_tags", (1, 11)),
    ],
    removed: &[
        of_assumed_role("assume_role_duration_seconds", "duration"),
        of_assumed_role("assume_role_policy", "policy"),
        of_assumed_role("assume_role_policy_arns", "policy_arns"),
        of_assumed_role("assume_role_tags", "tags"),
        of_assumed_role("assume_role_transitive_tag_keys", "transitive_tag_keys"),
        of_assumed_role("external_id", "external_id"),
        of_assumed_role("role_arn", "role_arn"),
        of_assumed_role("session_name", "session_name"),
    ],
    ..NONE
};

/// The backends and arguments that only some versions support.
pub(super) const BACKENDS: &[BackendVersions] = &[
    S3,
    BackendVersions {
        name: "gcs",
        arguments: &[
            old("kms_encryption_key", (1, 4)),
            old("storage_custom_endpoint", (1, 4)),
            only_opentofu("universe_domain", (1, 12)),
        ],
        ..NONE
    },
    BackendVersions {
        name: "azurerm",
        arguments: &[
            old("oidc_request_token", (1, 2)),
            old("oidc_request_url", (1, 2)),
            old("use_oidc", (1, 2)),
            old("oidc_token", (1, 4)),
            old("oidc_token_file_path", (1, 4)),
            both("client_certificate", (1, 11), (1, 11)),
            both("client_id_file_path", (1, 11), (1, 11)),
            both("client_secret_file_path", (1, 11), (1, 11)),
            both("use_aks_workload_identity", (1, 11), (1, 11)),
            both("use_cli", (1, 11), (1, 11)),
            only_terraform("ado_pipeline_service_connection_id", (1, 12)),
            only_terraform("lookup_blob_endpoint", (1, 12)),
            only_opentofu("timeout_seconds", (1, 9)),
            only_opentofu("ado_service_connection_id", (1, 12)),
            only_opentofu("customer_provided_key", (1, 12)),
            only_opentofu("encryption_scope", (1, 12)),
        ],
        ..NONE
    },
    BackendVersions {
        name: "http",
        arguments: &[
            old("client_ca_certificate_pem", (1, 4)),
            old("client_certificate_pem", (1, 4)),
            old("client_private_key_pem", (1, 4)),
            only_opentofu("headers", (1, 7)),
        ],
        ..NONE
    },
    BackendVersions {
        name: "pg",
        arguments: &[only_opentofu("index_name", (1, 10)), only_opentofu("table_name", (1, 10))],
        ..NONE
    },
    BackendVersions {
        name: "kubernetes",
        arguments: &[old("config_paths", (1, 1)), only_terraform("proxy_url", (1, 6))],
        ..NONE
    },
    BackendVersions { name: "oci", since: Some(only_terraform("oci", (1, 12))), ..NONE },
];
