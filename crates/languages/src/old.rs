//! HCL1, which Nomad's agents, Consul and Vault still read: files that look like HCL and are not HCL2.
//!
//! Two signs are needed: what the file declares at its root is theirs, and the text is no HCL2. A file
//! with the first sign alone is judged as plain HCL.

use hclx_diag::{Code, SourceId, code_names as codes};

use crate::shape;

/// What files of these programs declare at their root.
#[rustfmt::skip]
const ROOTS: &[&str] = &[
    "access_control", "agent", "agent_prefix", "apple_id", "bind_addr", "bundle_id",
    "capability", "client", "data_dir", "datacenter", "event_prefix", "external_id",
    "key_prefix", "keyring", "listener", "mount_options", "namespace", "namespace_prefix",
    "node", "node_prefix", "notarize", "path", "plugin_id", "query_prefix",
    "seal", "server", "service_prefix", "session_prefix", "storage", "telemetry",
    "volume_id",
];

/// What HCL2 says of a text that HCL1 reads: names in quotes, several blocks or commas on a line.
const SIGNS: &[Code] = &[
    codes::NOT_AN_ITEM,
    codes::ONE_LINE_BLOCK,
    codes::JUNK_ON_LINE,
    codes::EXTRA_COMMA,
    codes::MISSING_SEPARATOR,
];

/// Whether a file of Nomad describes something else than a job: a volume, a quota, which Nomad reads as HCL1.
pub(crate) fn is_no_job(bytes: &[u8]) -> bool {
    let headers = shape::headers(bytes);
    let is = |names: &[&str]| headers.iter().any(|header| names.contains(&header.block_type.as_str()));
    !is(&["job", "variable", "variables", "locals", "group", "task"]) && is(ROOTS)
}

/// Whether a text is HCL1.
pub(crate) fn is_hcl1(bytes: &[u8]) -> bool {
    let inner = bytes.trim_ascii();
    let is_theirs =
        |text: &[u8]| shape::headers(text).iter().any(|header| ROOTS.contains(&header.block_type.as_str()));
    // JSON in a file of HCL
    if let Some(rest) = inner.strip_prefix(b"{") {
        return is_theirs(rest);
    }
    if !is_theirs(bytes) {
        return false;
    }
    let parsed = hclx_syntax::parse_body(SourceId(u32::MAX), bytes.into());
    let mut errors = parsed.diagnostics.iter().filter(|finding| finding.is_error()).peekable();
    errors.peek().is_some() && errors.all(|finding| SIGNS.contains(&finding.code))
}
