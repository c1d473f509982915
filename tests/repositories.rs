//! A check of a part of a repository knows the rest: its ignore files, the files that others include, and the directories that
//! relative paths start from may lie above what is checked.
#![cfg(unix)]

use crate::hostile::{Folder, code, sh, text};

/// A repository with these files.
fn repository(name: &str, files: &[(&str, &str)]) -> Folder {
    let folder = Folder::new(name);
    std::fs::create_dir_all(folder.0.join(".git")).expect("a directory");
    for (path, text) in files {
        let above = std::path::Path::new(path).parent().expect("a directory");
        std::fs::create_dir_all(folder.0.join(above)).expect("a directory");
        folder.write(path, text);
    }
    folder
}

/// The exit code and the output of a check in a directory of the repository.
fn checked(folder: &Folder, below: &str, arguments: &str) -> (i32, String) {
    let output = sh(&format!("hclx check --format concise {arguments}"), &folder.0.join(below), "");
    (code(&output, arguments), text(&output))
}

#[test]
fn relative_paths_may_start_above_a_module() {
    let files = [
        ("main.tf", "module \"a\" {\n  source = \"./modules/a\"\n}\n"),
        ("modules/a/main.tf", "output \"o\" {\n  value = file(\"./files/x.txt\")\n}\n"),
        ("files/x.txt", "x"),
        ("modules/b/main.tf", "output \"o\" {\n  value = file(\"./own-name/files/x.txt\")\n}\n"),
        ("modules/c/main.tf", "output \"o\" {\n  value = file(\"./files/y.txt\")\n}\n"),
    ];
    let folder = repository("above", &files);
    for (below, arguments) in
        [("", "modules/a"), ("", "modules/a/main.tf"), ("modules/a", ""), ("modules/b", "")]
    {
        let (code, said) = checked(&folder, below, arguments);
        assert_eq!(code, 0, "{below} {arguments}: {said}");
    }
    let (code, said) = checked(&folder, "modules/c", "");
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("argument `path` of `file` is `./files/y.txt`, which does not exist"), "{said}");
}

#[test]
fn ignore_files_above_the_working_directory_count() {
    let main = "output \"k\" {\n  value = file(\"key.pub\")\n}\n";
    let files =
        [("examples/.gitignore", "*/key.pub\n"), ("examples/x/main.tf", main), ("other/x/main.tf", main)];
    let folder = repository("ignored-above", &files);
    let (code, said) = checked(&folder, "examples/x", "");
    assert_eq!(code, 0, "{said}");
    let (code, said) = checked(&folder, "other/x", "");
    assert_eq!(code, 1, "{said}");
}

#[test]
fn files_that_units_include_are_found_above_the_working_directory() {
    let root = "generate \"tiers\" {\n  path      = \"tiers.tf\"\n  if_exists = \"overwrite\"\n  contents  = <<-EOF\n    locals {\n      tiers = { a = 1 }\n    }\n  EOF\n}\n";
    let unit = "include \"root\" {\n  path = find_in_parent_folders(\"root.hcl\")\n}\n";
    let main = "output \"t\" {\n  value = local.tiers.a\n}\n";
    let files = [("root.hcl", root), ("stacks/s/terragrunt.hcl", unit), ("stacks/s/main.tf", main)];
    let folder = repository("included-above", &files);
    for (below, arguments) in
        [("", "stacks/s"), ("", "stacks/s/main.tf"), ("stacks/s", ""), ("stacks/s", "main.tf")]
    {
        let (code, said) = checked(&folder, below, arguments);
        assert_eq!(code, 0, "{below} {arguments}: {said}");
    }
    folder.write("stacks/s/main.tf", &main.replace("tiers", "tier"));
    let (code, said) = checked(&folder, "stacks/s", "");
    assert_eq!(code, 1, "{said}");
}

#[test]
fn files_that_the_repository_makes_may_be_absent() {
    let main = "output \"o\" {\n  value = [file(\"${path.module}/pkg/lambda.zip\"), file(\"../writer/net.json\"), file(\"../.git/keys/default\")]\n}\n";
    let writer = "resource \"local_file\" \"a\" {\n  filename = \"./net.json\"\n  content  = \"{}\"\n}\n";
    let missing = "output \"o\" {\n  value = file(\"${path.module}/pkg/other.zip\")\n}\n";
    let files = [
        ("reader/main.tf", main),
        ("reader/pkg/Dockerfile", "RUN zip -r9 /build/lambda.zip .\n"),
        ("writer/main.tf", writer),
        ("other/main.tf", missing),
    ];
    let folder = repository("made", &files);
    let (code, said) = checked(&folder, "", "-v reader writer");
    assert_eq!(code, 0, "{said}");
    for maker in ["`reader/pkg/Dockerfile`", "`writer/main.tf`", "files below `.git`"] {
        assert!(said.contains(maker), "{maker}: {said}");
    }
    let (code, said) = checked(&folder, "", "other");
    assert_eq!(code, 1, "{said}");
}

#[test]
fn encrypted_contents_and_pointers_are_unknown() {
    let main = "output \"o\" {\n  value = [file(\"a.pem\"), filesha256(\"b.zip\"), jsondecode(file(\"c.json\"))]\n}\n";
    let folder = repository("stand-ins", &[("main.tf", main)]);
    std::fs::write(folder.0.join("a.pem"), b"\0GITCRYPT\0\xff\xfe").expect("written");
    folder.write("b.zip", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n");
    folder.write("c.json", "{\n\t\"data\": \"ENC[AES256_GCM,data:x]\",\n\t\"sops\": {}\n}\n");
    let (code, said) = checked(&folder, "", "-v");
    assert_eq!(code, 0, "{said}");
    for why in ["encrypted with git-crypt", "a pointer of Git LFS", "encrypted with sops"] {
        assert!(said.contains(why), "{why}: {said}");
    }
}
