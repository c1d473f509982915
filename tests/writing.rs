//! Writing: a rename changes all files or none, other commands write each file separately, and the next command
//! undoes what an interrupted one left behind.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::hostile::{Folder, code, sh, text};

const CALLED: &str = "variable \"aa\" {\n  type = string\n}\noutput \"o\" {\n  value = var.aa\n}\n";
const CALLER: &str = "module \"x\" {\n  source = \"./m\"\n  aa     = \"1\"\n}\n";

/// A module and its caller, with a separate cache.
fn modules(name: &str) -> Folder {
    let folder = Folder::new(name);
    std::fs::create_dir_all(folder.0.join("repo/m")).expect("a directory");
    std::fs::create_dir_all(folder.0.join("cache")).expect("a directory");
    folder.write("repo/m/main.tf", CALLED);
    folder.write("repo/main.tf", CALLER);
    folder
}

/// The answer of a command in the repository, and its exit code. Root may write everything, so files are read-only only
/// for other users.
fn run(folder: &Folder, line: &str) -> (i32, String) {
    let line = format!("export HCLX_CACHE=\"$PWD/cache\"; cd repo; {line}");
    let output = sh(&line, &folder.0, "");
    (code(&output, &line), text(&output))
}

fn mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("permissions");
}

fn read(folder: &Folder, path: &str) -> String {
    std::fs::read_to_string(folder.0.join(path)).expect("a file")
}

/// The files in the directories of the modules, and the journals.
fn names(folder: &Folder) -> Vec<String> {
    let mut names = Vec::new();
    for inside in ["repo", "repo/m", "cache/writing"] {
        let entries = std::fs::read_dir(folder.0.join(inside)).into_iter().flatten().flatten();
        names.extend(entries.map(|entry| entry.file_name().to_string_lossy().into_owned()));
    }
    names.sort();
    names
}

#[test]
fn a_rename_changes_all_files_or_none() {
    let folder = modules("renamed");
    let is_root = text(&sh("id -u", &folder.0, "")).trim() == "0";
    if !is_root {
        for (path, closed, open, why) in [
            ("repo", 0o555, 0o755, "cannot write `main.tf`: its directory is read-only; nothing was changed"),
            ("repo/main.tf", 0o444, 0o644, "cannot write `main.tf`: it is read-only; nothing was changed"),
        ] {
            mode(&folder.0.join(path), closed);
            let (code, told) = run(&folder, "hclx rename var.aa bb m");
            mode(&folder.0.join(path), open);
            assert!(code == 2 && told.contains(why), "{told}");
            assert_eq!(
                (read(&folder, "repo/m/main.tf"), read(&folder, "repo/main.tf")),
                (CALLED.into(), CALLER.into())
            );
        }
    }
    let (code, told) = run(&folder, "hclx rename var.aa bb m");
    assert_eq!(code, 0, "{told}");
    assert!(
        read(&folder, "repo/m/main.tf").contains("\"bb\"") && read(&folder, "repo/main.tf").contains("bb ")
    );
    assert_eq!(names(&folder), ["m", "main.tf", "main.tf"]);
}

/// A full disk: the new contents are written before any file changes.
#[test]
fn a_disk_that_is_full_changes_nothing() {
    let folder = modules("filled");
    let long = format!("# {}\n{CALLED}", "x".repeat(40_000));
    folder.write("repo/m/main.tf", &long);
    // a limit of the size of files fails like a full disk
    let (code, told) = run(&folder, "trap '' XFSZ; ulimit -f 16; hclx rename var.aa bb m");
    assert!(code == 2 && told.contains("nothing was changed"), "{told}");
    assert_eq!((read(&folder, "repo/m/main.tf"), read(&folder, "repo/main.tf")), (long, CALLER.into()));
    assert_eq!(names(&folder), ["m", "main.tf", "main.tf"]);
}

#[test]
fn other_names_of_a_written_file_are_told() {
    let folder = modules("named");
    folder.write("repo/main.tf", "a   =1\n");
    std::fs::hard_link(folder.0.join("repo/main.tf"), folder.0.join("repo/other.txt")).expect("a link");
    mode(&folder.0.join("repo/main.tf"), 0o640);
    let (code, told) = run(&folder, "hclx fmt main.tf");
    assert!(
        code == 0
            && told.contains("note: `main.tf` was replaced; its other hard link keeps the old contents"),
        "{told}"
    );
    assert_eq!(
        (read(&folder, "repo/main.tf"), read(&folder, "repo/other.txt")),
        ("a = 1\n".into(), "a   =1\n".into())
    );
    let metadata = std::fs::metadata(folder.0.join("repo/main.tf")).expect("it is there");
    assert_eq!(metadata.permissions().mode() & 0o777, 0o640);
}

/// The text after the rename.
fn renamed(text: &str) -> String {
    text.replace("aa", "bb")
}

/// The SHA-256 of a text.
fn hash(folder: &Folder, text: &str) -> String {
    folder.write("hashed", text);
    let told = run(folder, "sha256sum ../hashed || shasum -a 256 ../hashed").1;
    told.split_whitespace().find(|word| word.len() == 64).expect("a hash").to_owned()
}

/// Writes the journal of a rename of both files.
fn write_journal(folder: &Folder, ending: &str, is_whole: bool) {
    let entry = |path: &str, beside: &str, text: &str| {
        let at = |name: &str| folder.0.join("repo").join(name).display().to_string();
        let (target, beside, backup) = (at(path), at(beside), at("none.old"));
        let (old, new) = (hash(folder, text), hash(folder, &renamed(text)));
        format!(
            "{{\"target\":\"{target}\",\"beside\":\"{beside}\",\"backup\":\"{backup}\",\"old\":\"{old}\",\"new\":\"{new}\"}}"
        )
    };
    let files = [entry("m/main.tf", "m/.hclx-1-0.tmp", CALLED), entry("main.tf", ".hclx-1-1.tmp", CALLER)];
    std::fs::create_dir_all(folder.0.join("cache/writing")).expect("a directory");
    let journal = format!("{{\"is_whole\":{is_whole},\"files\":[{}]}}", files.join(","));
    folder.write(&format!("cache/writing/1-0.{ending}"), &journal);
}

/// The journal of a killed rename: one file has its new contents, and the old ones lie beside it.
#[test]
fn what_a_killed_command_left_is_undone() {
    for (ending, is_whole, called, caller) in [
        ("journal", true, CALLED.to_owned(), CALLER.to_owned()),
        ("journal", false, renamed(CALLED), CALLER.to_owned()),
        ("done", true, renamed(CALLED), CALLER.to_owned()),
    ] {
        let folder = modules("killed");
        folder.write("repo/m/main.tf", &renamed(CALLED));
        folder.write("repo/m/.hclx-1-0.tmp", CALLED);
        folder.write("repo/.hclx-1-1.tmp", "half");
        write_journal(&folder, ending, is_whole);
        let (_, told) = run(&folder, "hclx eval -e 1");
        let note = "note: an earlier command was interrupted: 1 file got the old contents back";
        assert_eq!(told.contains(note), called == CALLED, "{told}");
        assert_eq!((read(&folder, "repo/m/main.tf"), read(&folder, "repo/main.tf")), (called, caller));
        assert_eq!(names(&folder), ["m", "main.tf", "main.tf"]);
    }
}

/// Formatted files, with words whose lengths change by a rename or an edit.
const ALIGNED: &[(&str, &str)] = &[
    (
        "repo/main.tf",
        "locals {\n  aa = 1 # first\n  bb = 2 # second\n  cc = {\n    \"Id\" : local.aa,\n    \"Version\" : 2,\n  }\n}\nvariable \"zz\" {\n  type    = string\n  default = \"x\" # none\n}\noutput \"o\" {\n  value = [local.aa, var.zz, local.cc]\n}\n",
    ),
    ("repo/terraform.tfvars", "zz = \"y\" # a value\n"),
    ("repo/one.tftest.hcl", "run \"r\" {\n  variables {\n    zz = \"1\" # a test\n  }\n}\n"),
    ("repo/examples/e/main.tf", "module \"m\" {\n  source = \"../..\"\n  zz     = \"z\" # a call\n}\n"),
];

#[test]
fn formatted_files_stay_formatted() {
    for (index, line) in [
        "hclx rename local.aa longer .",
        "hclx rename local.cc c .",
        "hclx rename var.zz z .",
        "hclx rename var.zz much_longer .",
        "hclx check --fix --warn style,pedantic",
    ]
    .into_iter()
    .enumerate()
    {
        let folder = Folder::new(&format!("aligned{index}"));
        for name in ["repo/examples/e", "cache"] {
            std::fs::create_dir_all(folder.0.join(name)).expect("a directory");
        }
        for (name, text) in ALIGNED {
            folder.write(name, text);
        }
        assert_eq!(run(&folder, "hclx fmt --check ."), (0, String::new()), "before `{line}`");
        let (_, told) = run(&folder, line);
        let is_changed = ALIGNED.iter().any(|(name, text)| read(&folder, name) != *text);
        assert!(is_changed, "`{line}` changed nothing: {told}");
        assert_eq!(run(&folder, "hclx fmt --check ."), (0, String::new()), "after `{line}`");
    }
}
