//! Printing: one module uses stdout and stderr, and a stream that cannot be written results in exit code 2.

/// Only `src/output.rs` prints. It escapes characters that a terminal would interpret, and never panics.
#[test]
fn one_module_prints() {
    const WAYS: [&str; 6] = ["println!", "print!", "eprintln!", "eprint!", "io::stdout()", "io::stderr()"];
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for (path, text) in crate::tidy::sources() {
        let inside = path.strip_prefix(root).unwrap_or(&path);
        let is_printer = inside == std::path::Path::new("src/output.rs");
        let is_code = inside.components().any(|part| part.as_os_str() == "src")
            && !inside.starts_with("crates/testkit");
        if !is_code || is_printer {
            continue;
        }
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let used = WAYS.iter().find(|way| line.contains(**way));
            assert!(used.is_none(), "{}: use src/output.rs instead: {line}", inside.display());
        }
    }
}

/// Commands that print something, on either stream.
#[cfg(target_os = "linux")]
const COMMANDS: &[&str] = &[
    "eval -e a.b",
    "eval -e 1",
    "check --no-cache .",
    "check --no-cache --format json .",
    "infer .",
    "fmt --check .",
    "fmt - < main.tf",
    "docs nodir",
    "docs .",
    "breaking --against nowhere",
    "generate json-schema .",
    "rename var.a b .",
    "refs var.a .",
    "convert --to nothing -e 1",
    "explain HX9999",
    "functions",
    "schema list",
    "config",
    "cache path",
    "completions nu",
    "nothing",
    "--help",
];

/// A full disk behind a stream is a failure, and never ends a run with a signal.
#[cfg(target_os = "linux")]
#[test]
fn streams_that_cannot_be_written_are_failures() {
    use crate::hostile::{Folder, sh, text};
    let folder = Folder::new("full");
    folder.write("main.tf", "variable \"a\" {\n  type   = strin\n}\n");
    for command in COMMANDS {
        let line = format!("hclx {command} >/dev/full 2>/dev/full; echo code $?");
        let told = text(&sh(&line, &folder.0, ""));
        assert_eq!(told.trim(), "code 2", "{command}");
    }
    // the error could not be reported
    for command in ["eval -e a.b", "docs nodir", "fmt nodir", "check --no-cache ."] {
        let line = format!("hclx {command} >/dev/null 2>/dev/full; echo code $?");
        let told = text(&sh(&line, &folder.0, ""));
        assert_eq!(told.trim(), "code 2", "{command}");
    }
    // a reader that has seen enough
    let told = text(&sh("hclx functions | head -1 >/dev/null; echo end", &folder.0, ""));
    assert_eq!(told.trim(), "end");
}

/// Names of files do not control a terminal, whichever command prints them.
#[cfg(target_os = "linux")]
#[test]
fn names_do_not_steer_a_terminal() {
    use crate::hostile::{Folder, sh, text};
    let folder = Folder::new("steered");
    folder.write("e\u{1b}[31m\nil\u{202e}.tf", "variable \"a\"   {}\n");
    let has_script = text(&sh("command -v script", &folder.0, "")).contains("script");
    if !has_script {
        return;
    }
    for command in [
        "fmt --check .",
        "fmt --diff .",
        "check --no-cache .",
        "infer .",
        "refs var.a .",
        "rename var.a b .",
        "fmt .",
    ] {
        let line = format!("script -qec 'NO_COLOR=1 hclx {command}' /dev/null </dev/null");
        let told = text(&sh(&line, &folder.0, ""));
        assert!(!told.contains("\u{1b}[31m") && !told.contains('\u{202e}'), "{command}: {told:?}");
    }
    // programs get the bytes
    folder.write("e\u{1b}[31m\nil\u{202e}.tf", "variable \"a\"   {}\n");
    let told = text(&sh("hclx fmt --check . 2>/dev/null", &folder.0, ""));
    assert_eq!(told, "e\u{1b}[31m\nil\u{202e}.tf\n");
}
