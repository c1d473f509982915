//! The table of changes in `docs/breaking.md`: each row has an example, for which `hclx breaking` reports what the row
//! states.

use std::path::Path;

use crate::hostile::{Folder, sh};

/// A row of the table.
struct Row<'p> {
    change: &'p str,
    code: &'p str,
    /// The level or certainty.
    verdict: &'p str,
    before: String,
    after: String,
}

/// The rows of the table with examples.
fn rows(page: &str) -> Vec<Row<'_>> {
    let lines = page.lines().skip_while(|line| !line.starts_with("| change | code | | before |"));
    lines.skip(2).take_while(|line| line.starts_with('|')).map(row).collect()
}

fn row(line: &str) -> Row<'_> {
    let cells: Vec<&str> = line.trim_matches('|').split(" |").map(str::trim).collect();
    let [change, code, verdict, before, after] = cells[..] else { panic!("not a row: {line}") };
    Row { change, code, verdict, before: source(before), after: source(after) }
}

/// The configuration in a cell: code spans between line breaks.
fn source(cell: &str) -> String {
    let lines = cell.split("<br>").map(|line| line.trim_matches('`').replace("\\|", "|"));
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

/// The files in an example; a comment with the name of a file precedes its contents.
fn files(text: &str) -> Vec<(&str, String)> {
    let mut files = vec![("main.tf", String::new())];
    for line in text.lines() {
        match line.strip_prefix("# ").filter(|name| name.ends_with(".tf")) {
            Some(name) => files.push((name, String::new())),
            None => files.last_mut().expect("a file").1.push_str(&format!("{line}\n")),
        }
    }
    files
}

/// The difference between a row and the report about its example, in the directory `index`.
fn difference(folder: &Folder, index: usize, row: &Row<'_>) -> Option<String> {
    for (side, text) in [("old", &row.before), ("new", &row.after)] {
        let module = folder.0.join(format!("{index}/{side}"));
        // a version that contains nothing else is also a module
        let base = ("base.tf", "locals {\n  base = 1\n}\n".to_owned());
        for (name, text) in files(text).into_iter().chain([base]) {
            let path = module.join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder for a version");
            std::fs::write(path, text).expect("a file of a version");
        }
    }
    let line =
        format!("hclx breaking {index}/new --against {index}/old --format concise --verbose --no-config");
    let output = sh(&line, &folder.0, "");
    let said = String::from_utf8_lossy(&output.stdout);
    let severity = match row.verdict {
        "certain" => "error",
        "possible" => "warning",
        "minor" => "note",
        _ => "",
    };
    let is_right = match severity {
        "" => said.is_empty() && output.status.success(),
        severity => said.contains(&format!("{severity}[{}]", row.code)) && said.lines().count() == 1,
    };
    (!is_right).then(|| format!("{}: {said}{}", row.change, String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn every_row_of_the_interface_has_an_example() {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/breaking.md"))
        .expect("the page");
    let rows = rows(&page);
    assert!(rows.len() > 40, "{} rows", rows.len());
    let folder = Folder::new("versions");
    let rows = rows.iter().enumerate();
    let wrong: Vec<String> = rows.filter_map(|(index, row)| difference(&folder, index, row)).collect();
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}
