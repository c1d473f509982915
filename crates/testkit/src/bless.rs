//! Golden files: expected output that is stored and compared.

use std::path::Path;

use crate::diff::diff;
use crate::root::{inside, shown};

/// Returns `true` if expectations should be rewritten: `HCLX_BLESS=1`.
pub fn blessing() -> bool {
    std::env::var_os("HCLX_BLESS").is_some_and(|value| !value.is_empty() && value != "0")
}

/// Compares a string with the golden file at this path in the workspace; writes the file when [blessing].
///
/// # Panics
/// If they differ or the file is missing, with a diff.
#[track_caller]
pub fn golden(path: impl AsRef<Path>, actual: &str) {
    if let Err(problem) = compare(&inside(path), actual, blessing()) {
        panic!("{problem}");
    }
}

/// Compares the file or, if `bless` is set, writes it; an error explains how to resolve the difference.
pub(crate) fn compare(path: &Path, actual: &str, bless: bool) -> Result<(), String> {
    let expected = std::fs::read_to_string(path).ok().map(|text| text.replace("\r\n", "\n"));
    if expected.as_deref() == Some(actual) {
        return Ok(());
    }
    if !bless {
        let differs = diff(expected.as_deref().unwrap_or_default(), actual);
        return Err(format!(
            "{} differs; to rewrite it, run this test again with HCLX_BLESS=1\n{differs}",
            shown(path)
        ));
    }
    let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    folder.and_then(|()| std::fs::write(path, actual)).map_err(|error| format!("{}: {error}", shown(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_files_are_compared_and_blessed() {
        let folder = std::env::temp_dir().join(format!("hclx-testkit-{}", std::process::id()));
        let path = folder.join("a/b.txt");
        assert!(compare(&path, "one\n", false).is_err_and(|text| text.contains("+one")));
        assert_eq!(compare(&path, "one\n", true), Ok(()));
        assert_eq!(compare(&path, "one\n", false), Ok(()));
        assert!(compare(&path, "two\n", false).is_err_and(|text| text.ends_with("-one\n+two\n")));
        std::fs::remove_dir_all(&folder).expect("the folder is ours");
    }
}
