//! Recognizes HCL 1, which Nomad agents, Consul and Vault still read: files that look like HCL but are not HCL 2.
//!
//! Two signs are required: HCL 2 syntax errors, and either root declarations of these programs or source that parses as
//! HCL 1. A file without syntax errors is checked as plain HCL.

use hclx_diag::{Code, Diagnostic, SourceId, code_names as codes};

use crate::shape::{self, Header};

/// Root declarations in the files of these programs.
#[rustfmt::skip]
const ROOTS: &[&str] = &[
    "access_control", "advertise", "agent", "agent_prefix", "api_addr", "apple_id", "auto_auth",
    "autopilot", "bind_addr", "bootstrap_expect", "bundle_id", "capability", "client", "client_addr",
    "cluster_addr", "data_dir", "datacenter", "disable_mlock", "event_prefix", "external_id",
    "key_prefix", "keyring", "limit", "listener", "mount_options", "namespace", "namespace_prefix",
    "node", "node_name", "node_pool", "node_prefix", "notarize", "path", "pid_file", "plugin",
    "plugin_id", "primary_datacenter", "query_prefix", "quota", "region_limit", "retry_join", "seal",
    "server", "service_prefix", "session_prefix", "storage", "telemetry", "ui_config", "volume_id",
];

/// Root declarations without labels in files of Consul agents. Many programs have blocks with these names, so commas
/// between attributes are required as well.
const WITHOUT_LABEL: &[&str] = &["check", "checks", "service", "services"];

/// Root declarations in jobs.
const OF_JOBS: &[&str] = &["job", "variable", "variables", "locals", "group", "task"];

/// HCL 2 syntax errors that indicate HCL 1: quoted names, a `{` on the next line, several blocks or commas on a line.
pub(crate) const SIGNS: &[Code] = &[
    codes::NOT_AN_ITEM,
    codes::BLOCK_HEADER,
    codes::ONE_LINE_BLOCK,
    codes::JUNK_ON_LINE,
    codes::EXTRA_COMMA,
    codes::MISSING_SEPARATOR,
];

/// Returns `true` if a Nomad file is not a job: it describes a volume or a quota, which Nomad parses as
/// HCL 1, or contains nothing that looks like part of a job.
pub(crate) fn is_no_job(bytes: &[u8]) -> bool {
    let headers = shape::headers(bytes);
    let is = |names: &[&str]| headers.iter().any(|header| names.contains(&header.block_type.as_str()));
    let is_near = || {
        headers.iter().any(|header| hclx_diag::nearest(&header.block_type, OF_JOBS.iter().copied()).is_some())
    };
    // A misspelled block type may still be meant as part of a job.
    !is(OF_JOBS) && !headers.is_empty() && (is(ROOTS) || !is_near())
}

/// Returns `true` for JSON from Nomad's API, whose keys are capitalized.
pub(crate) fn is_api_data(bytes: &[u8]) -> bool {
    let mut rest = bytes.trim_ascii_start();
    for part in [&b"{"[..], b"\""] {
        let Some(after) = rest.strip_prefix(part) else { return false };
        rest = after.trim_ascii_start();
    }
    rest.first().is_some_and(u8::is_ascii_uppercase)
}

/// Returns `true` for HCL 1: the file has HCL 2 syntax errors that indicate it, and either parses as HCL 1 or has root
/// declarations of these programs.
pub(crate) fn is_hcl1(bytes: &[u8]) -> bool {
    let inner = bytes.trim_ascii();
    let has = |text: &[u8], is: &dyn Fn(&Header) -> bool| shape::headers(text).iter().any(is);
    let is_theirs = |header: &Header| ROOTS.contains(&header.block_type.as_str());
    // JSON in an HCL file
    if let Some(rest) = inner.strip_prefix(b"{") {
        return has(rest, &is_theirs);
    }
    let is_consul = |header: &Header| {
        header.labels == 0 && !header.is_attribute && WITHOUT_LABEL.contains(&header.block_type.as_str())
    };
    // HCL 1 has neither references nor calls, so parsing a file with these ends here
    let is_whole = || hclx_syntax::parse_hcl1(SourceId(u32::MAX), bytes.into()).diagnostics.is_empty();
    let (signs, other): (&[Code], _) = match has(bytes, &is_theirs) {
        true => (SIGNS, None),
        // blocks in objects are a sign as well
        false if is_whole() => (SIGNS, Some(codes::MISSING_ASSIGN)),
        false if has(bytes, &is_consul) => (&[codes::EXTRA_COMMA], None),
        false => return false,
    };
    let is_sign = |code: &Code| signs.contains(code) || other.as_ref() == Some(code);
    let parsed = hclx_syntax::parse_body(SourceId(u32::MAX), bytes.into());
    let mut errors = parsed.diagnostics.iter().filter(|finding| finding.is_error()).peekable();
    errors.peek().is_some()
        && errors.all(|finding| is_sign(&finding.code) || is_block_in_object(bytes, finding))
}

/// Returns `true` for an error about a block in an object, as in `a = { b "c" { … } }`, which only HCL 1 has.
fn is_block_in_object(bytes: &[u8], finding: &Diagnostic) -> bool {
    let Some(span) = finding.span else { return false };
    let (before, after) = bytes.split_at((span.range.start as usize).min(bytes.len()));
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let end = after.iter().position(|byte| *byte == b'\n').unwrap_or(after.len());
    let line = bytes[start..before.len() + end].trim_ascii();
    let header = line.strip_suffix(b"{").map(<[u8]>::trim_ascii_end);
    header
        .is_some_and(|header| header.ends_with(b"\"") && header.first().is_some_and(u8::is_ascii_alphabetic))
        && [codes::MISSING_ASSIGN, codes::MISSING_SEPARATOR].contains(&finding.code)
}
