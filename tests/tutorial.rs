//! The tutorial of Mull: every fenced block `mull` in `docs/mull.md` is run, and its output is in the
//! following block: the plain data of `hclx eval`, or the findings, one per line. A block `mull check` is
//! checked instead. `HCLX_BLESS=1` rewrites the output.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The output for a document; its kind is the info string of the opening fence.
fn printed(document: &str, kind: &str) -> String {
    let arguments: &[&str] = match kind {
        "mull check" => &["check", "--lang", "mull", "--format", "concise", "--quiet", "-"],
        _ => &["eval", "--lang", "mull", "-"],
    };
    let mut child = Command::new(crate::program())
        .args(arguments)
        .args(["--stdin-filename", "Mu.yaml"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("hclx runs");
    child.stdin.take().expect("a pipe").write_all(document.as_bytes()).expect("hclx reads");
    let output = child.wait_with_output().expect("hclx ends");
    let text = if output.stdout.is_empty() { output.stderr } else { output.stdout };
    String::from_utf8(text).expect("text")
}

#[test]
fn every_example_prints_what_the_tutorial_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/mull.md");
    let page = std::fs::read_to_string(&path).expect("the tutorial");
    let mut now = String::new();
    let mut lines = page.split_inclusive('\n').peekable();
    let mut examples = 0;
    while let Some(line) = lines.next() {
        now.push_str(line);
        let Some(kind) = line.trim_end().strip_prefix("```").filter(|kind| kind.starts_with("mull")) else {
            continue;
        };
        let document: String = lines.by_ref().take_while(|line| line.trim_end() != "```").collect();
        let output = printed(&document, kind);
        let language = if output.starts_with(['{', '[']) { "json" } else { "text" };
        now += &format!("{document}```\n```{language}\n{output}```\n");
        examples += 1;
        // what was printed before
        if lines.peek().is_some_and(|line| line.starts_with("```json") || line.starts_with("```text")) {
            let _ = lines.by_ref().take_while(|line| line.trim_end() != "```").count();
        }
    }
    assert!(examples > 10, "only {examples} examples");
    if std::env::var_os("HCLX_BLESS").is_some() {
        std::fs::write(&path, &now).expect("a file that can be written");
    }
    let differs = page.lines().zip(now.lines()).find(|(before, now)| before != now);
    assert!(page == now, "docs/mull.md is not current: run the tests with HCLX_BLESS=1\n{differs:?}");
}
