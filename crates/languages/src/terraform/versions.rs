//! Version constraints.

use hclx_diag::{Diagnostic, Span, code_names as codes};

/// What is wrong with a version constraint.
pub(crate) fn wrong(text: &str, place: Span) -> Option<Diagnostic> {
    let bad = text.split(',').find(|part| !is_condition(part.trim()))?;
    let message = format!("`{}` is not a version constraint", bad.trim());
    let finding = Diagnostic::error(codes::VERSION_CONSTRAINT, place, message);
    Some(match bad.trim().strip_prefix('^') {
        Some(version) => finding.help(format!("write `~> {}`", version.trim())),
        None => finding.help("write an operator and a version, such as `>= 1.2`, `~> 1.5` or `1.2.3`"),
    })
}

fn is_condition(text: &str) -> bool {
    let operators = [">=", "<=", "!=", "~>", "=", ">", "<"];
    let version = operators.iter().find_map(|operator| text.strip_prefix(operator)).unwrap_or(text);
    is_version(version.trim())
}

fn is_version(text: &str) -> bool {
    let text = text.strip_prefix('v').unwrap_or(text);
    let (core, rest) = match text.find(['-', '+']) {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    let numbers: Vec<&str> = core.split('.').collect();
    let is_number = |part: &&str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    numbers.iter().all(is_number)
        && rest.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.'))
        && (rest.is_empty() || rest.len() > 1)
}
