//! The page about kinds of files, and the rows of the program.

use hclx_analysis::{Language, Pattern};
use hclx_testkit::workspace_root;

/// The rows of the table in `docs/languages.md`: title, files, depth.
fn rows() -> Vec<Vec<String>> {
    let page = std::fs::read_to_string(workspace_root().join("docs/languages.md")).expect("the page");
    let cells = |line: &str| line.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect();
    page.lines().filter(|line| line.starts_with("| ")).skip(2).map(cells).collect()
}

fn shown(pattern: Pattern) -> String {
    match pattern {
        Pattern::Name(name) => format!("`{name}`"),
        Pattern::Suffix(end) => format!("`*{end}`"),
        Pattern::Around(start, end) => format!("`{start}*{end}`"),
    }
}

#[test]
fn every_language_is_on_the_page() {
    let rows = rows();
    let page: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    let missing: Vec<&str> = hclx_program::languages()
        .map(|language| language.row().title)
        .filter(|title| !page.contains(title))
        .collect();
    assert!(missing.is_empty(), "docs/languages.md has no row for {missing:?}");
    let titles: Vec<&str> = hclx_program::languages().map(|language| language.row().title).collect();
    let unknown: Vec<&&str> = page.iter().filter(|title| !titles.contains(title)).collect();
    assert!(unknown.is_empty(), "no language has the title {unknown:?}");
}

#[test]
fn every_pattern_of_files_is_on_the_page() {
    let rows = rows();
    let mut missing = Vec::new();
    for language in hclx_program::languages() {
        let Some(row) = rows.iter().find(|row| row[0] == language.row().title) else { continue };
        let patterns = language.row().files.iter().map(|file| shown(file.pattern));
        missing.extend(patterns.filter(|pattern| !row[1].contains(pattern) && !row[2].contains(pattern)));
    }
    assert!(missing.is_empty(), "docs/languages.md does not list {missing:?}");
}

/// A new small language is one table file and one row; its row on the page is generated with `HCLX_BLESS=1`.
#[test]
fn rows_of_small_languages_are_made_of_their_tables() {
    let page = std::fs::read_to_string(workspace_root().join("docs/languages.md")).expect("the page");
    let before = rows();
    let of_table = |language: &&hclx_languages::tables::TableLanguage| {
        let known = before.iter().find(|row| row[0] == language.row().title).map(|row| row[3].clone());
        let since = known
            .unwrap_or_else(|| env!("CARGO_PKG_VERSION").rsplit_once('.').expect("a release").0.to_owned());
        let (files, depth) = language.files.split_once(" | ").unwrap_or((language.files, "table"));
        format!("| {} | {files} | {depth} | {since} |", language.row().title)
    };
    let made: Vec<String> = hclx_languages::tables::TABLES.iter().map(of_table).collect();
    let is_made = |line: &&str| {
        let title = line.strip_prefix("| ").and_then(|line| line.split(" | ").next());
        hclx_languages::tables::TABLES.iter().any(|language| Some(language.row().title) == title)
    };
    let start = page.lines().position(|line| is_made(&line)).expect("rows of small languages");
    let (above, below): (Vec<&str>, Vec<&str>) = (
        page.lines().take(start).collect(),
        page.lines().skip(start).filter(|line| !is_made(line)).collect(),
    );
    let made: Vec<&str> = made.iter().map(String::as_str).collect();
    hclx_testkit::golden("docs/languages.md", &format!("{}\n", [above, made, below].concat().join("\n")));
    let all: Vec<&str> = hclx_program::languages().map(|language| language.row().name).collect();
    assert!(hclx_languages::tables::TABLES.iter().all(|language| all.contains(&language.row().name)));
}

#[test]
fn editors_start_the_server_for_every_pattern_of_files() {
    let page = std::fs::read_to_string(workspace_root().join("docs/editors.md")).expect("the page");
    let mut missing = Vec::new();
    for heading in ["## Neovim\n", "## Helix\n", "## Emacs with eglot\n"] {
        let section = page.split(heading).nth(1).and_then(|rest| rest.split("\n## ").next()).expect(heading);
        for file in hclx_program::languages().flat_map(|language| language.row().files) {
            let pattern = shown(file.pattern);
            let name = pattern.trim_matches('`');
            // editors support these themselves, templates are named one by one, and Sentinel is not checked
            let is_known = [".hcl", ".tf", ".tfvars"].iter().any(|end| name.ends_with(end));
            if is_known || !file.walked || name == "*.sentinel" {
                continue;
            }
            let mut words =
                name.rsplit(['.', '*', '-']).filter(|word| !["", "override"].contains(word)).take(2);
            if !words.all(|word| section.contains(word)) {
                missing.push(format!("{}: {pattern}", heading.trim()));
            }
        }
    }
    assert!(missing.is_empty(), "docs/editors.md does not lead to {missing:?}");
}

#[test]
fn shipped_tables_have_no_errors() {
    for language in hclx_languages::tables::TABLES {
        assert!(!language.table().root.attributes().is_empty() || !language.table().root.blocks().is_empty());
    }
}

#[test]
fn mistakes_of_a_table_are_told_once_in_each_run() {
    let files = [
        ("hclx.toml", "[[spec]]\nfiles = [\"*.conf\"]\nspec = \"w.table.hcl\"\n"),
        ("w.table.hcl", "language \"w\" {\n  attributes {\n    a = int(3, 1)\n  }\n}\n"),
        ("a.conf", "a = 1\n"),
        ("b.conf", "a = 2\n"),
    ];
    let folder = crate::repositories::repository("table-once", &files);
    for arguments in ["", "-v", "."] {
        let (code, said) = crate::repositories::checked(&folder, "", arguments);
        assert_ne!(code, 0, "{said}");
        assert_eq!(said.matches("the least number, 3, is greater").count(), 1, "{arguments}: {said}");
    }
}
