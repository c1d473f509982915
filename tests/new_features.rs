//! The table of new features in `docs/new-features.md`: a suite has a case for each row.

use std::fs;

use hclx_testkit::workspace_root;

#[test]
fn every_new_feature_has_a_case() {
    let root = workspace_root();
    let page = fs::read_to_string(root.join("docs/new-features.md")).expect("the page");
    let rows = page.lines().filter(|line| line.starts_with("| ")).skip(1);
    let mut count = 0;
    for row in rows {
        let case = row.trim_end_matches(" |").rsplit(" | ").next().expect("a column");
        let (file, title) = case.split_once(": ").unwrap_or_else(|| panic!("`{case}` is `FILE: TITLE`"));
        let suite = fs::read_to_string(root.join("tests/suite").join(file));
        let suite = suite.unwrap_or_else(|_| panic!("`{file}` is a suite"));
        let heading = format!("## {title}");
        assert!(suite.lines().any(|line| line == heading), "`{file}` has no case `{title}`");
        count += 1;
    }
    assert!(count > 10, "the table has {count} rows");
}
