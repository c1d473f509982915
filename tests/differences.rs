//! `docs/differences.md` is generated from the lists of exceptions: each list is on the page, and tests read the
//! same lists.

use std::fmt::Write;
use std::path::{Path, PathBuf};

const PAGE: &str = "docs/differences.md";
const BEGIN: &str = "<!-- exceptions: ";
const END: &str = "<!-- end -->";

/// The table of a list, where answers with the same reason share a row.
fn table(list: &str) -> String {
    let comment = list.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default();
    let mut rows: Vec<(&str, Vec<String>)> = Vec::new();
    for (id, reason) in hclx_testkit::exceptions(list) {
        match rows.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, ids)) => ids.push(format!("`{id}`")),
            None => rows.push((reason, vec![format!("`{id}`")])),
        }
    }
    let mut out = format!("{comment}\n");
    if !rows.is_empty() {
        out.push_str("\n| recorded answer | why |\n|---|---|\n");
    }
    for (reason, ids) in rows {
        writeln!(out, "| {} | {reason} |", ids.join(", ")).expect("a string takes text");
    }
    out
}

/// All lists of exceptions, by their paths in the workspace.
fn lists(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() && name != "target" {
            lists(&path, found);
        } else if name.starts_with("exceptions") && name.ends_with(".txt") {
            found.push(path);
        }
    }
}

#[test]
fn the_page_of_differences_is_current() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join(PAGE)).expect("the page");
    let (mut made, mut rest) = (String::new(), page.as_str());
    let mut shown = Vec::new();
    while let Some((before, after)) = rest.split_once(BEGIN) {
        let (path, after) = after.split_once(" -->").expect("a path");
        let (_, after) = after.split_once(END).expect("the end of a table");
        let list = std::fs::read_to_string(root.join(path)).expect("a list of exceptions");
        write!(made, "{before}{BEGIN}{path} -->\n\n{}\n{END}", table(&list)).expect("a string takes text");
        shown.push(root.join(path));
        rest = after;
    }
    made.push_str(rest);
    hclx_testkit::golden(PAGE, &made);
    let mut all = Vec::new();
    lists(&root.join("crates"), &mut all);
    for list in all {
        let text = std::fs::read_to_string(&list).expect("a list of exceptions");
        let empty = hclx_testkit::exceptions(&text).next().is_none();
        assert!(
            empty || shown.contains(&list),
            "{} is not in {PAGE}: add `{BEGIN}PATH -->` and `{END}` there, then HCLX_BLESS=1 cargo test --test main differences",
            list.display()
        );
    }
}
