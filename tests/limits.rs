//! The page of limits: a command or a test reaches each limit, and each limit in the sources is on the page.

use std::collections::BTreeSet;
use std::path::Path;

use crate::hostile::{Folder, sh, text};

fn page() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(root.join("docs/spec/limits.md")).expect("the page of limits")
}

/// The cells of the rows that state what shows a limit.
fn rows(page: &str) -> Vec<[String; 6]> {
    let is_row = |line: &&str| line.starts_with("| ") && (line.contains("`sh:") || line.contains("`test:"));
    let cells = |line: &str| -> [String; 6] {
        let cells: Vec<String> = line
            .trim_matches('|')
            .split(" | ")
            .map(|cell| cell.trim().trim_matches('`').to_owned())
            .collect();
        cells.try_into().unwrap_or_else(|_| panic!("a row has six cells: {line}"))
    };
    page.lines().filter(is_row).map(cells).collect()
}

/// Each row of the table of limits has a command or a test that reaches it, and contains the message.
#[test]
fn every_limit_speaks() {
    let folder = Folder::new("limits");
    let rows = rows(&page());
    for [limit, _, _, said, shown, _] in &rows {
        if let Some(command) = shown.strip_prefix("sh:") {
            let output = text(&sh(&command.replace("\\|", "|"), &folder.0, ""));
            let beginning: String = output.chars().take(600).collect();
            assert!(output.contains(said), "{limit}: `{command}` says {beginning}");
        } else {
            let (file, name) = shown.trim_start_matches("test:").split_once(' ').expect("a file and a test");
            let source = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file));
            let source = source.unwrap_or_else(|error| panic!("{limit}: {file}: {error}"));
            assert!(source.contains(&format!("fn {name}()")), "{limit}: {file} has no test {name}");
            assert!(source.contains(said), "{limit}: {file} does not hold {said}");
        }
    }
    assert!(rows.len() >= 25, "{} rows", rows.len());
}

/// Words in names of constants that are limits.
const WORDS: [&str; 7] = ["MAX", "MOST", "LONGEST", "LIMIT", "DEPTH", "STEPS", "LEVELS"];

/// The limits in the sources, as `file NAME`; limits of Mull are in its specification.
fn limits_of_sources() -> BTreeSet<String> {
    let mut limits = BTreeSet::new();
    for (path, text) in crate::tidy::sources() {
        let path = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(&path);
        let path = path.to_str().expect("a path of the project").replace('\\', "/");
        let in_crate = path.strip_prefix("crates/").map(|path| path.replacen("/src/", "/", 1));
        let is_other = ["crates/mull/", "crates/testkit/"].iter().any(|other| path.starts_with(other));
        let is_test = !path.contains("/src/") && (path.contains("tests/") || path.contains("/benches/"));
        if is_other || is_test {
            continue;
        }
        let path = in_crate.unwrap_or_else(|| path.to_owned());
        for line in text.lines() {
            let line = line.trim_start();
            let visible = ["pub ", "pub(crate) ", "pub(super) "];
            let line = visible.iter().find_map(|word| line.strip_prefix(word)).unwrap_or(line);
            let Some((name, ty)) = line.strip_prefix("const ").and_then(|line| line.split_once(": ")) else {
                continue;
            };
            let is_number =
                ["usize =", "u64 =", "u32 =", "i64 ="].iter().any(|number| ty.starts_with(number));
            if is_number && name.split('_').any(|word| WORDS.contains(&word)) {
                limits.insert(format!("{path} {name}"));
            }
        }
    }
    limits
}

#[test]
fn every_limit_of_the_sources_is_on_the_page() {
    let page = page();
    let quoted = page.split('`').skip(1).step_by(2);
    let named: BTreeSet<String> = quoted
        .filter(|part| part.contains(".rs ") && !part.starts_with("test:"))
        .map(str::to_owned)
        .collect();
    let limits = limits_of_sources();
    let missing: Vec<&String> = limits.difference(&named).collect();
    assert!(
        missing.is_empty(),
        "add rows to docs/spec/limits.md, or to its list of constants, for {missing:?}"
    );
    let gone: Vec<&String> = named.difference(&limits).collect();
    assert!(
        gone.is_empty(),
        "remove from docs/spec/limits.md, because the sources do not have them: {gone:?}"
    );
    assert!(limits.len() > 80, "{} limits", limits.len());
}

/// The budget of a question is created at its entry point: the binary, a request of the protocol or the playground.
/// Lower layers pass it on or take a part of it.
#[test]
fn nothing_below_a_question_makes_a_budget() {
    for (path, text) in crate::tidy::sources() {
        let path = path.to_str().expect("a path of the project").replace('\\', "/");
        let asks = ["crates/testkit/", "crates/play/", "program/src/protocol/requests.rs"]
            .iter()
            .any(|name| path.contains(name));
        let is_below = path.contains("crates/") && path.contains("/src/") && !asks;
        if !is_below || path.ends_with("core/src/budget.rs") || path.ends_with("/tests.rs") {
            continue;
        }
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for made in ["Budget::new(", "Budget::default()", "Budget::full("] {
            assert!(!code.contains(made), "{path} has `{made}…`");
        }
    }
}
