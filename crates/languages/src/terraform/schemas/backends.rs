//! The arguments of the backends of Terraform and OpenTofu, as rows.
//!
//! Source of the rows: the documentation of Terraform's and OpenTofu's backends. Nothing is required, because
//! any argument may come from `-backend-config`.

use std::sync::{Arc, LazyLock};

use hclx_core::Type;
use hclx_diag::{Diagnostic, Span, code_names as codes, nearest};
use hclx_schema::{Block, Body, Nested};

use super::attributes::{free, newer, value};

/// The schema of a backend.
struct Row {
    name: &'static str,
    texts: &'static [&'static str],
    switches: &'static [&'static str],
    numbers: &'static [&'static str],
    lists: &'static [&'static str],
    /// The arguments that are objects or maps.
    objects: &'static [&'static str],
    /// Blocks with their string attributes.
    blocks: &'static [(&'static str, &'static [&'static str])],
}

const EMPTY: Row =
    Row { name: "", texts: &[], switches: &[], numbers: &[], lists: &[], objects: &[], blocks: &[] };

const ROWS: &[Row] = &[
    Row { name: "local", texts: &["path", "workspace_dir"], ..EMPTY },
    Row { name: "inmem", texts: &["lock_id"], ..EMPTY },
    Row {
        name: "remote",
        texts: &["hostname", "organization", "token"],
        blocks: &[("workspaces", &["name", "prefix"])],
        ..EMPTY
    },
    Row {
        name: "s3",
        texts: &[
            "bucket",
            "key",
            "region",
            "acl",
            "access_key",
            "custom_ca_bundle",
            "dynamodb_endpoint",
            "dynamodb_table",
            "ec2_metadata_service_endpoint",
            "ec2_metadata_service_endpoint_mode",
            "endpoint",
            "http_proxy",
            "https_proxy",
            "no_proxy",
            "iam_endpoint",
            "kms_key_id",
            "profile",
            "retry_mode",
            "secret_key",
            "shared_credentials_file",
            "sse_customer_key",
            "sts_endpoint",
            "sts_region",
            "token",
            "workspace_key_prefix",
            "role_arn",
            "session_name",
            "external_id",
            "assume_role_policy",
        ],
        switches: &[
            "encrypt",
            "force_path_style",
            "insecure",
            "skip_credentials_validation",
            "skip_metadata_api_check",
            "skip_region_validation",
            "skip_requesting_account_id",
            "skip_s3_checksum",
            "use_dualstack_endpoint",
            "use_fips_endpoint",
            "use_path_style",
            "use_legacy_workflow",
            "use_lockfile",
        ],
        numbers: &["max_retries", "assume_role_duration_seconds"],
        lists: &[
            "allowed_account_ids",
            "forbidden_account_ids",
            "shared_config_files",
            "shared_credentials_files",
            "assume_role_policy_arns",
            "assume_role_transitive_tag_keys",
        ],
        objects: &[
            "assume_role",
            "assume_role_with_web_identity",
            "endpoints",
            "assume_role_tags",
            "lock_tags",
            "state_tags",
        ],
        ..EMPTY
    },
    Row {
        name: "gcs",
        texts: &[
            "bucket",
            "prefix",
            "credentials",
            "access_token",
            "impersonate_service_account",
            "encryption_key",
            "kms_encryption_key",
            "storage_custom_endpoint",
            "universe_domain",
        ],
        lists: &["impersonate_service_account_delegates"],
        ..EMPTY
    },
    Row {
        name: "azurerm",
        texts: &[
            "storage_account_name",
            "container_name",
            "key",
            "resource_group_name",
            "subscription_id",
            "tenant_id",
            "client_id",
            "client_id_file_path",
            "client_secret",
            "client_secret_file_path",
            "client_certificate",
            "client_certificate_path",
            "client_certificate_password",
            "access_key",
            "sas_token",
            "environment",
            "metadata_host",
            "endpoint",
            "msi_endpoint",
            "oidc_request_url",
            "oidc_request_token",
            "oidc_token",
            "oidc_token_file_path",
            "ado_pipeline_service_connection_id",
            "oidc_azure_service_connection_id",
            "ado_service_connection_id",
            "customer_provided_key",
            "encryption_scope",
        ],
        switches: &[
            "snapshot",
            "use_msi",
            "use_oidc",
            "use_cli",
            "use_azuread_auth",
            "use_aks_workload_identity",
            "lookup_blob_endpoint",
        ],
        numbers: &["timeout_seconds"],
        ..EMPTY
    },
    Row {
        name: "http",
        texts: &[
            "address",
            "update_method",
            "lock_address",
            "unlock_address",
            "lock_method",
            "unlock_method",
            "username",
            "password",
            "client_ca_certificate_pem",
            "client_certificate_pem",
            "client_private_key_pem",
        ],
        switches: &["skip_cert_verification"],
        numbers: &["retry_max", "retry_wait_min", "retry_wait_max"],
        objects: &["headers"],
        ..EMPTY
    },
    Row {
        name: "consul",
        texts: &[
            "path",
            "access_token",
            "address",
            "scheme",
            "datacenter",
            "http_auth",
            "ca_file",
            "cert_file",
            "key_file",
        ],
        switches: &["gzip", "lock"],
        ..EMPTY
    },
    Row {
        name: "pg",
        texts: &["conn_str", "schema_name", "table_name", "index_name"],
        switches: &["skip_schema_creation", "skip_table_creation", "skip_index_creation"],
        ..EMPTY
    },
    Row {
        name: "kubernetes",
        texts: &[
            "secret_suffix",
            "namespace",
            "host",
            "username",
            "password",
            "client_certificate",
            "client_key",
            "cluster_ca_certificate",
            "config_path",
            "config_context",
            "config_context_auth_info",
            "config_context_cluster",
            "token",
            "proxy_url",
            "tls_server_name",
        ],
        switches: &["in_cluster_config", "load_config_file", "insecure"],
        lists: &["config_paths"],
        objects: &["labels"],
        blocks: &[("exec", &[])],
        ..EMPTY
    },
];

fn block(row: &Row) -> Arc<Block> {
    let of = |names: &[&'static str], ty: &Type| -> Vec<_> {
        names.iter().map(|name| value(name, ty.clone())).collect()
    };
    let mut block = newer()
        .attributes_of(of(row.texts, &Type::STRING))
        .attributes_of(of(row.switches, &Type::BOOL))
        .attributes_of(of(row.numbers, &Type::NUMBER))
        // Some of these are lists in Terraform; the same values convert to both.
        .attributes_of(of(row.lists, &Type::set(Type::STRING)))
        .attributes_of(of(row.objects, &Type::ANY));
    for (name, texts) in row.blocks {
        let nested = Nested::new(*name);
        block = block.nested(match texts {
            [] => nested.body(free()),
            texts => nested.holding(newer().attributes_of(of(texts, &Type::STRING))),
        });
    }
    Arc::new(block)
}

/// The schema of a backend; an unknown backend accepts anything.
pub(crate) fn backend(name: &str) -> Arc<Block> {
    static MADE: LazyLock<Vec<(&'static str, Arc<Block>)>> =
        LazyLock::new(|| ROWS.iter().map(|row| (row.name, block(row))).collect());
    MADE.iter().find(|(known, _)| *known == name).map_or_else(free, |(_, block)| Arc::clone(block))
}

/// The body of a `backend` block.
pub(crate) fn body() -> Body {
    let known = ROWS.iter().map(|row| row.name);
    Body::by_label(0, |kind| Some(backend(kind))).knowing(known)
}

/// The schema of `cloud`.
pub(crate) fn cloud() -> Arc<Block> {
    static MADE: LazyLock<Arc<Block>> = LazyLock::new(|| {
        let texts = |names: &[&'static str]| -> Vec<_> {
            names.iter().map(|name| value(name, Type::STRING)).collect()
        };
        let workspaces =
            newer().attributes_of(texts(&["name", "project"])).attribute(value("tags", Type::ANY));
        let cloud = newer().attributes_of(texts(&["organization", "hostname", "token"]));
        Arc::new(cloud.nested(Nested::new("workspaces").holding(workspaces).single()))
    });
    Arc::clone(&MADE)
}

/// The backends of Terraform and OpenTofu.
// Those without a row above accept any arguments.
const BACKENDS: &[&str] = &[
    "local",
    "remote",
    "azurerm",
    "consul",
    "cos",
    "gcs",
    "http",
    "inmem",
    "kubernetes",
    "oss",
    "pg",
    "s3",
    "oci",
];

/// Backends that were removed.
// Terraform 1.3 removed most of them.
const REMOVED_BACKENDS: &[&str] = &["artifactory", "atlas", "azure", "etcd", "etcdv3", "manta", "swift"];

/// The finding about the name of an unknown backend.
pub(crate) fn no_backend(name: &str, place: Span) -> Option<Diagnostic> {
    if BACKENDS.contains(&name) {
        return None;
    }
    if REMOVED_BACKENDS.contains(&name) {
        let message = format!("backend `{name}` has been removed");
        return Some(Diagnostic::error(codes::REMOVED_NAME, place, message));
    }
    let finding = Diagnostic::error(codes::VALUE_NOT_ALLOWED, place, format!("unknown backend `{name}`"));
    Some(finding.perhaps_meant(nearest(name, BACKENDS.iter().copied())))
}
