//! Names that do not follow the settings, by default snake case.

use hclx_analysis::Snapshot;
use hclx_diag::{Diagnostic, code_names as codes};
use hclx_formats::{Payment, compile_whole};

use crate::terraform::declare::declaration::Declaration;
use crate::terraform::declare::module::Module;
use crate::terraform::schemas::kind::Kind;

/// Kinds of declarations by their names in the setting `terraform.naming`.
const KINDS: &[(&str, Kind)] = &[
    ("variable", Kind::Variable),
    ("local", Kind::Local),
    ("output", Kind::Output),
    ("resource", Kind::Resource),
    ("data", Kind::Data),
    ("ephemeral", Kind::Ephemeral),
    ("module", Kind::Module),
];

/// Checks a pattern of the setting `terraform.naming`.
///
/// # Errors
/// If the pattern is not a valid regular expression. The message completes a sentence about the pattern.
pub fn check_name_pattern(pattern: &str) -> Result<(), String> {
    match compile_whole(pattern) {
        Ok(_) => Ok(()),
        Err(refusal) => Err(refusal.to_string()),
    }
}

/// Reports names that do not match the pattern of their kind.
pub(crate) fn judge(snapshot: &Snapshot, module: &Module) -> Vec<Diagnostic> {
    module.declarations.iter().filter_map(|declaration| unusual_name(snapshot, declaration)).collect()
}

fn unusual_name(snapshot: &Snapshot, declaration: &Declaration) -> Option<Diagnostic> {
    let (setting, _) = KINDS.iter().find(|(_, kind)| *kind == declaration.kind)?;
    let settings = snapshot.settings();
    let pattern =
        settings.modules.naming.iter().find(|(kind, _)| kind == setting).map(|(_, pattern)| pattern);
    let name = &*declaration.name;
    let noun = declaration.kind.noun();
    let warning = |message| Diagnostic::warning(codes::NAME_CASE, declaration.name_span, message);
    let Some(pattern) = pattern else {
        let message = || format!("the name of {noun} `{name}` is not in snake case");
        return (!is_snake_case(name)).then(|| warning(message()));
    };
    // the settings are already checked; a search that exceeds the limits is inconclusive
    let whole = format!("\\A(?:{pattern})\\z");
    let is_match = settings.patterns.compile(&whole, Payment::Due).ok()?.is_match(name).ok()?;
    let message = || format!("the name of {noun} `{name}` does not match `{pattern}`");
    (!is_match)
        .then(|| warning(message()).help(format!("the pattern is that of `terraform.naming.{setting}`")))
}

/// Returns `true` for lower-case letters and digits joined by single underscores.
fn is_snake_case(name: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty()
            && word.chars().all(|c| c.is_ascii_digit() || c.is_lowercase() || !c.is_alphabetic() && c != '-')
    };
    name.split('_').all(is_word)
}
