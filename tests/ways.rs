//! A file with a given dialect is checked by it, regardless of its name and of how it is passed: every way × every
//! dialect × every command, each with one error that is found, or rejected with the reason.

use std::path::Path;

use crate::hostile::{Folder, code, sh, text};

/// An error for each dialect, in a text that its grammar accepts.
const MISTAKES: &[(&str, &str)] = &[
    ("hcl", "a = [1][2]\n"),
    ("terraform", "locals {\n  a = [1][2]\n}\n"),
    ("opentofu", "locals {\n  a = [1][2]\n}\n"),
    ("packer", "locals {\n  a = [1][2]\n}\n"),
    (
        "nomad",
        "job \"a\" {\n  datacenters = [1][2]\n  group \"b\" {\n    task \"c\" {\n      driver = \"exec\"\n    }\n  }\n}\n",
    ),
    ("bake", "target \"a\" {\n  context = [1][2]\n}\n"),
    ("terragrunt", "locals {\n  a = [1][2]\n}\n"),
    ("pcl", "output \"a\" {\n  value = [1][2]\n}\n"),
    ("mull", "outputs:\n  a: ${[1][2]}\n"),
    ("template", "${[1][2]}\n"),
    ("tflint", "rule \"a\" {\n  enabled = [1][2]\n}\n"),
    ("terraform-lock", "provider \"registry.terraform.io/a/b\" {\n  version = [1][2]\n}\n"),
    ("terraform-stacks", "component \"a\" {\n  source = [1][2]\n}\n"),
];

/// Ways of passing a file, as shell commands: `NAME` is a file whose name belongs to no dialect.
const WAYS: &[(&str, &str)] = &[
    ("standard input", "--dialect DIALECT - < NAME"),
    ("a name for standard input", "--dialect DIALECT --stdin-filename NAME - < NAME"),
    ("a name of Terraform for standard input", "--dialect DIALECT --stdin-filename x.tf~ - < NAME"),
    ("a named file", "--dialect DIALECT NAME"),
    ("a hidden file", "--dialect DIALECT .hidden.tf"),
    ("an open file", "--dialect DIALECT /dev/fd/3 3< NAME"),
    ("a list", "--dialect DIALECT --files-from list"),
    ("settings", "--config hclx.toml NAME"),
];

#[test]
fn a_file_is_judged_by_the_dialect_that_it_is_given() {
    let mut silent = Vec::new();
    for (dialect, mistake) in MISTAKES {
        let folder = Folder::new(&format!("ways-{dialect}"));
        folder.write("conf.txt", mistake);
        folder.write(".hidden.tf", mistake);
        folder.write("list", "conf.txt\n");
        folder.write("hclx.toml", &format!("[dialect]\n\"*.txt\" = \"{dialect}\"\n"));
        for (way, line) in WAYS {
            if cfg!(windows) && line.contains("/dev/fd/") {
                // no file there
                continue;
            }
            for command in ["check", "infer", "eval"] {
                let takes_list = command == "check";
                if line.contains("--files-from") && !takes_list {
                    continue;
                }
                let line = line.replace("DIALECT", dialect).replace("NAME", "conf.txt");
                let line = format!("hclx {command} {line}");
                let output = sh(&line, &folder.0, "");
                let said = text(&output);
                if code(&output, &line) == 0 || !said.contains("error") {
                    silent.push(format!("{way}: {line}: {said}"));
                }
            }
        }
    }
    assert!(silent.is_empty(), "{}\n{} in all", silent.join("\n"), silent.len());
}

/// Two files of a module under other names are one module, and a copy on standard input is not a second one.
#[test]
fn a_copy_that_is_piped_in_is_judged_alone() {
    let folder = Folder::new("ways-copy");
    folder.write("main.tf", "variable \"a\" {}\n\noutput \"a\" {\n  value = var.a\n}\n");
    let run = |line: &str| {
        let output = sh(line, Path::new(&folder.0), "");
        (code(&output, line), text(&output))
    };
    let (ended, said) = run("hclx check --dialect terraform - < main.tf");
    assert_eq!(ended, 0, "{said}");
    folder.write("more.txt", "output \"b\" {\n  value = var.a + local.none\n}\n");
    let (ended, said) = run("hclx check --dialect terraform --format concise -q main.tf more.txt");
    assert_eq!((ended, said.lines().count()), (1, 1), "{said}");
}
