//! Sources of module calls.

use hclx_diag::{Diagnostic, Span, code_names as codes};

/// Checks a source that is not a local directory.
pub(crate) fn wrong(text: &str, place: Span) -> Option<Diagnostic> {
    // Forced getters (`git::`), URLs, SSH addresses and absolute paths are left to Terraform, which accepts
    // nearly all of them.
    let is_absolute = text.starts_with('/') || has_drive(text);
    if text.contains("::") || text.contains("://") || text.contains('@') || is_absolute {
        return None;
    }
    let parts = parts(text);
    let hosts = ["github.com", "bitbucket.org", "gitlab.com"];
    if hosts.contains(&parts[0]) {
        return None;
    }
    // Anything else that starts with a host name may be a source that Terraform detects, such as a bucket.
    if is_registry_address(text)
        || parts[0].contains('.') && parts[0] != "." && parts[0] != ".." && parts.len() > 1
    {
        return None;
    }
    let text = crate::credentials::without(text);
    let finding = Diagnostic::error(codes::MODULE_SOURCE, place, format!("invalid module source `{text}`"));
    Some(finding.help(format!("if it is a directory, write `\"./{text}\"`")))
}

/// Returns `true` for an absolute Windows path, such as `D:/modules/net`.
fn has_drive(text: &str) -> bool {
    let mut signs = text.chars();
    let is_letter = signs.next().is_some_and(|sign| sign.is_ascii_alphabetic());
    is_letter && signs.next() == Some(':') && matches!(signs.next(), Some('/' | '\\'))
}

/// The parts of a source, without the directory inside of it.
fn parts(text: &str) -> Vec<&str> {
    text.split("//").next().unwrap_or_default().split('/').collect()
}

/// Returns `true` for an address in a registry: `NAMESPACE/NAME/PROVIDER`, with an optional host before it.
pub(crate) fn is_registry_address(text: &str) -> bool {
    let is_part = |part: &&str| {
        !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':'))
    };
    let parts = parts(text);
    !is_local(text) && matches!(parts.len(), 3 | 4) && parts.iter().all(is_part)
}

/// Returns `true` if a source is a directory in the same tree.
pub(crate) fn is_local(source: &str) -> bool {
    source.starts_with("./") || source.starts_with("../") || source == "." || source == ".."
}

/// Returns `true` if a local source points into a directory that `terraform init` creates: a module that another call
/// downloads, and that does not exist before. Some authors let one call refer to a repository, and other calls to parts
/// of the downloaded copy.
pub(crate) fn is_made_by_init(source: &str) -> bool {
    is_local(source) && source.split('/').any(|part| part == ".terraform")
}
