//! The house rules that a machine can hold: lengths, opening comments, words that stay outside.

use std::path::{Path, PathBuf};

/// No file is longer, in lines.
const LONGEST_FILE: usize = 1000;
/// 95 of 100 files are no longer.
const MOST_FILES: usize = 800;
/// Half of the files are no longer.
const HALF_OF_FILES: usize = 250;

/// All Rust files below a folder of the project.
pub(crate) fn rust_files(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    ignore::WalkBuilder::new(root.join(folder))
        .build()
        .map(|entry| entry.expect("an entry of the project").into_path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

fn sources() -> Vec<(PathBuf, String)> {
    ["src", "crates", "tests"]
        .into_iter()
        .flat_map(rust_files)
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("a source file");
            (path, text)
        })
        .collect()
}

#[test]
fn files_are_short() {
    let mut lengths: Vec<(usize, PathBuf)> =
        sources().into_iter().map(|(path, text)| (text.lines().count(), path)).collect();
    lengths.sort();
    let at = |share: usize| &lengths[(lengths.len() - 1) * share / 100];
    let longest = at(100);
    assert!(longest.0 <= LONGEST_FILE, "too long: {longest:?}");
    assert!(at(95).0 <= MOST_FILES, "too many long files: {:?}", &lengths[lengths.len() * 95 / 100..]);
    assert!(at(50).0 <= HALF_OF_FILES, "the median is {} lines", at(50).0);
}

#[test]
fn every_file_says_its_duty() {
    for (path, text) in sources() {
        assert!(text.starts_with("//!"), "{} does not open with its duty", path.display());
    }
}

#[test]
fn nothing_is_left_undone_or_switched_off() {
    // put together here, so that this file does not hold the words itself
    let words = [
        concat!("to", "do!("),
        concat!("unimple", "mented!("),
        concat!("#[ig", "nore"),
        concat!("db", "g!("),
    ];
    for (path, text) in sources() {
        for word in words {
            assert!(!text.contains(word), "{} holds `{word}`", path.display());
        }
    }
}

#[test]
fn unsafe_code_is_forbidden_everywhere() {
    let manifest = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))
        .expect("a Cargo.toml");
    assert!(manifest.contains("unsafe_code = \"forbid\""));
    for (path, text) in sources() {
        assert!(!text.contains(concat!("allow(unsafe", "_code)")), "{} allows unsafe code", path.display());
    }
}
