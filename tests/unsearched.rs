//! Notes about skipped parts of a search, and about inputs that select nothing: each is printed once, so that nobody
//! assumes that these were checked.
#![cfg(unix)]

use crate::hostile::{Folder, code, sh, text};

/// A directory to search, with configuration in `repo`, in a hidden directory, behind links, and in directories of
/// tools.
fn tree(name: &str) -> Folder {
    let folder = Folder::new(name);
    let files = [
        "outer/bad.tf",
        "outer/empty/a.txt",
        "repo/main.tf",
        "repo/own/main.tf",
        "repo/.infra/prod/bad.tf",
        "repo/.github/workflows/ci.yml",
        "repo/.terraform/modules/a/bad.tf",
        "repo/.terragrunt-cache/a/bad.tf",
        "repo/.git/bad.tf",
    ];
    for file in files {
        let path = folder.0.join(file);
        std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        std::fs::write(path, if file.contains("bad") { "locals { a = }\n" } else { "" }).expect("a file");
    }
    let links = [("repo/elsewhere", "../outer"), ("repo/nothing", "../outer/empty"), ("repo/inside", "own")];
    for (link, target) in links {
        std::os::unix::fs::symlink(target, folder.0.join(link)).expect("a link");
    }
    folder
}

#[test]
fn a_search_names_hidden_directories_and_links_with_configuration() {
    let folder = tree("unsearched");
    let output = sh("cd repo; hclx check --no-cache .", &folder.0, "");
    let said = "note: `.infra` was not read: hidden directories are not searched; name it to check its files\n\
        note: `elsewhere` was not read: it is a link to a directory outside of the searched one; name it to check its files\n\
        2 files checked, nothing wrong\n";
    assert_eq!((code(&output, "a search"), text(&output).as_str()), (0, said));
    for named in [".infra", "elsewhere"] {
        let output = sh(&format!("cd repo; hclx check --no-cache {named}"), &folder.0, "");
        assert_eq!(code(&output, named), 1, "what is named is judged: {}", text(&output));
    }
}

#[test]
fn an_ignored_hidden_directory_is_not_named() {
    let folder = tree("unsearched-ignored");
    folder.write("repo/.ignore", ".infra\nelsewhere\n");
    let output = sh("cd repo; hclx check --no-cache .", &folder.0, "");
    assert!(!text(&output).contains(".infra"), "{}", text(&output));
}

#[test]
fn dependencies_of_other_languages_are_not_searched() {
    let folder = Folder::new("unsearched-dependencies");
    let files = [
        "go/go.mod",
        "go/vendor/example.org/a/b/examples/bad.tf",
        "js/node_modules/a/bad.tf",
        "own/vendor/a.tf",
    ];
    for file in files {
        let path = folder.0.join(file);
        std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        std::fs::write(
            path,
            if file.contains("bad") {
                "locals { a = }
"
            } else {
                ""
            },
        )
        .expect("a file");
    }
    let output = sh("hclx check --no-cache .", &folder.0, "");
    let said = "note: `go/vendor` was not read: dependencies of other languages are not searched; name it to check its files\n\
        note: `js/node_modules` was not read: dependencies of other languages are not searched; name it to check its files\n\
        1 file checked, nothing wrong\n";
    assert_eq!((code(&output, "a search"), text(&output).as_str()), (0, said));
    let output = sh("hclx check --no-cache go/vendor", &folder.0, "");
    assert_eq!(code(&output, "named"), 1, "what is named is judged: {}", text(&output));
}

#[test]
fn inputs_that_select_nothing_are_named() {
    let folder = Folder::new("nothing");
    folder.write("names", "");
    let cases = [
        ("hclx check --files-from names", "note: `--files-from` lists no files\n0 files checked\n"),
        ("hclx check --files-from - < /dev/null", "note: `--files-from` lists no files\n0 files checked\n"),
        ("hclx fmt --files-from names", "note: `--files-from` lists no files\n"),
        ("hclx check - < /dev/null", "note: standard input is empty\n1 file checked, nothing wrong\n"),
        ("hclx check - <&-", "note: standard input is empty\n1 file checked, nothing wrong\n"),
    ];
    for (line, said) in cases {
        let output = sh(line, &folder.0, "");
        assert_eq!((code(&output, line), text(&output).as_str()), (0, said), "{line}");
    }
}

#[test]
fn devices_are_refused_where_a_file_is_expected() {
    let folder = Folder::new("devices");
    folder.write("main.tf", "");
    folder.write("a.mull", "a: 1\n");
    let cases = [
        (
            "hclx check --provider-schema /dev/zero main.tf",
            "cannot read `/dev/zero`: it is not a regular file",
        ),
        (
            "hclx check --var-file /dev/zero main.tf",
            "cannot read `/dev/zero`: it is a device, not a regular file",
        ),
        ("hclx eval --ctx /dev/zero a.mull", "cannot read `/dev/zero`: it is a device, not a regular file"),
        ("hclx check --files-from /dev/zero", "cannot read `/dev/zero`: it is a device, not a regular file"),
        ("hclx check --baseline /dev/zero main.tf", "`/dev/zero`"),
        ("hclx check --config /dev/zero main.tf", "`/dev/zero`"),
    ];
    for (line, said) in cases {
        let output = sh(&format!("ulimit -t 20; {line}"), &folder.0, "");
        assert_eq!(code(&output, line), 2, "{line}: {}", text(&output));
        assert!(text(&output).contains(said), "{line}: {}", text(&output));
    }
}
