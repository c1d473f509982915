//! Sources of module calls.

use hclx_diag::{Diagnostic, Span, code_names as codes};

/// Checks a source that is not a local directory.
pub(crate) fn wrong(text: &str, place: Span) -> Option<Diagnostic> {
    // Forced getters (`git::`), URLs, SSH addresses and absolute paths are left to Terraform, which accepts
    // nearly all of them.
    if text.contains("::") || text.contains("://") || text.contains('@') || text.starts_with('/') {
        return None;
    }
    let path = text.split("//").next().unwrap_or_default();
    let parts: Vec<&str> = path.split('/').collect();
    let hosts = ["github.com", "bitbucket.org", "gitlab.com"];
    if hosts.contains(&parts[0]) {
        return None;
    }
    let good = |part: &&str| {
        !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':'))
    };
    // An address in a registry is `NAMESPACE/NAME/PROVIDER`, with an optional host before it. Anything else
    // that starts with a host name may be a source that Terraform detects, such as a bucket.
    let is_registry = matches!(parts.len(), 3 | 4) && parts.iter().all(good);
    if is_registry || parts[0].contains('.') && parts[0] != "." && parts[0] != ".." && parts.len() > 1 {
        return None;
    }
    let text = crate::credentials::without(text);
    let finding = Diagnostic::error(codes::MODULE_SOURCE, place, format!("invalid module source `{text}`"));
    Some(finding.help(format!("if it is a directory, write `\"./{text}\"`")))
}

/// Returns `true` if a source is a directory in the same tree.
pub(crate) fn is_local(source: &str) -> bool {
    source.starts_with("./") || source.starts_with("../") || source == "." || source == ".."
}

/// Returns `true` if a local source leads into a directory that `terraform init` creates: a module that
/// another call downloads, and that does not exist before. Some authors let one call refer to a repository,
/// and others to parts of the downloaded copy.
pub(crate) fn is_made_by_init(source: &str) -> bool {
    is_local(source) && source.split('/').any(|part| part == ".terraform")
}
