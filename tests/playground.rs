//! The playground answers like the program: the same bytes for the same files. This compares the library; `browser`
//! compares the WebAssembly module with the library, and tries the page around it.

use std::path::Path;
use std::process::Command;

use hclx_testkit::{Case, cases};
use serde_json::{Value, json};

use crate::hostile::Folder;

/// The number of directories that are checked at once.
const AT_ONCE: usize = 250;

/// The files of all cases of the suites.
fn fixtures() -> Vec<Vec<(String, String)>> {
    let name = |case: &Case, index: usize| {
        let file = &case.files[index];
        match (file.arg("file"), &*file.lang) {
            (Some(name), _) => name.to_owned(),
            (None, "tf") => format!("f{index}.tf"),
            (None, "json") => format!("f{index}.hcl.json"),
            (None, "mull" | "yaml") => format!("f{index}.mull.yaml"),
            (None, _) => format!("f{index}.hcl"),
        }
    };
    let files = |case: &Case| -> Vec<(String, String)> {
        (0..case.files.len()).map(|index| (name(case, index), case.files[index].source.clone())).collect()
    };
    let suites = ["tests/suite", "crates/mull/tests/suite"];
    suites.into_iter().flat_map(cases).map(|case| files(&case)).collect()
}

/// The files of all suites as directories, with each case in a separate directory below one of them.
pub(crate) fn directories() -> Vec<Vec<(String, String)>> {
    let inside = |(index, files): (usize, &Vec<(String, String)>)| -> Vec<(String, String)> {
        files.iter().map(|(name, text)| (format!("c{index}/{name}"), text.clone())).collect()
    };
    fixtures().chunks(AT_ONCE).map(|part| part.iter().enumerate().flat_map(inside).collect()).collect()
}

/// The output of the program for a directory.
fn printed(folder: &Path) -> String {
    let output = Command::new(crate::program())
        .args(["check", "--format", "json", "--no-config", "--no-schemas", "--no-cache", "--quiet", "."])
        .current_dir(folder)
        // a page starts no programs, so its notes name none
        .env("PATH", "")
        .output()
        .expect("hclx runs");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// A question about files.
pub(crate) fn question(files: &[(String, String)]) -> String {
    let files: Vec<Value> = files.iter().map(|(name, text)| json!({"name": name, "text": text})).collect();
    json!({"op": "check", "files": files}).to_string()
}

/// The answer of the library.
pub(crate) fn answer(question: &str) -> String {
    String::from_utf8(hclx_play::answer(question.as_bytes())).expect("UTF-8")
}

/// The first line that differs.
pub(crate) fn differs(one: &str, other: &str) -> Option<String> {
    let pairs = one.lines().zip(other.lines()).find(|(one, other)| one != other);
    let differs = |(one, other): (&str, &str)| format!("program:    {one}\nplayground: {other}");
    pairs.map(differs).or_else(|| (one != other).then(|| "one of them is longer".to_owned()))
}

#[test]
fn findings_are_those_of_the_program_byte_for_byte() {
    let count = fixtures().len();
    let mut wrong = Vec::new();
    for (number, files) in directories().into_iter().enumerate() {
        let folder = Folder::new(&format!("play-{number}"));
        for (name, text) in &files {
            let path = folder.0.join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
        let program = printed(&folder.0);
        assert!(program.contains("\"diagnostics\":["), "{program}");
        wrong.extend(differs(&program, &answer(&question(&files))));
    }
    println!("{count} cases have the same findings");
    assert!(count >= 2_000, "{count} cases");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
