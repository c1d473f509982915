//! Placeholders: strings that users fill in, or that a pipeline replaces before Terraform runs.

/// The start and the end of placeholders, around a name.
const MARKS: &[(&str, &str)] =
    &[("__", "__"), ("#{", "}#"), ("#{", "}"), ("@@", "@@"), ("{{", "}}"), ("%%", "%%"), ("$(", ")")];

/// Words for values to be replaced, without separators.
const WORDS: &[&str] = &["CHANGEME", "REPLACEME", "TODO", "FIXME", "FILLME", "TOBEREPLACED"];

/// The first words of sentences such as `REPLACE_WITH_ID`.
const BEGINNINGS: &[&str] = &["YOUR_", "YOUR-", "REPLACE_", "CHANGE_ME", "INSERT_"];

/// Returns `true` for a placeholder such as `<your ID>`, `__name__`, `#{name}#`, `YOUR_ID`, `CHANGEME`.
pub(crate) fn is_placeholder(text: &str) -> bool {
    let text = text.trim();
    let is_name = |inner: &str| {
        let mut signs = inner.trim().chars();
        signs.next().is_some_and(char::is_alphabetic)
            && signs.all(|sign| sign.is_alphanumeric() || matches!(sign, '_' | '-' | '.'))
    };
    let is_marked = MARKS.iter().any(|(start, end)| {
        text.strip_prefix(start).and_then(|rest| rest.strip_suffix(end)).is_some_and(is_name)
    });
    let in_angles = text.strip_prefix('<').and_then(|rest| rest.strip_suffix('>'));
    let is_sentence =
        |inner: &str| inner.starts_with(char::is_alphabetic) && !inner.contains(['<', '>', '\n', '=', '"']);
    let plain = text.replace(['_', '-', ' '], "");
    is_marked
        || in_angles.is_some_and(is_sentence)
        || WORDS.contains(&plain.to_uppercase().as_str())
        || BEGINNINGS.iter().any(|start| text.starts_with(start))
}

/// Returns `true` for a placeholder of a version constraint, such as `x.x.x`, `~> X.Y`, `<VERSION>`.
pub(super) fn is_version_placeholder(text: &str) -> bool {
    if is_placeholder(text) {
        return true;
    }
    let text = text.trim().trim_start_matches(['=', '>', '<', '!', '~', ' ']);
    let is_letter = |part: &str| part.len() == 1 && part.chars().all(char::is_alphabetic);
    let are_letters =
        |word: &str| word.contains('.') && word.trim_start_matches('v').split('.').all(is_letter);
    text.split_whitespace().any(are_letters) || text.eq_ignore_ascii_case("version") || is_placeholder(text)
}

#[cfg(test)]
mod tests {
    use super::is_version_placeholder;

    #[test]
    fn letters_and_words_stand_for_versions() {
        for text in [
            "x.x.x",
            "~> X.Y",
            ">=vX.Y.Z",
            "Latest X.X.X",
            "VERSION",
            "<version>",
            "{{ version }}",
            "__VERSION__",
        ] {
            assert!(is_version_placeholder(text), "{text}");
        }
        for text in ["1.x", "x", "latest", "~> 1.0", "master", "a.bc", ""] {
            assert!(!is_version_placeholder(text), "{text}");
        }
    }
}
