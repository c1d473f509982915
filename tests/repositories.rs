//! A check of a part of a repository considers the rest: its ignore files, the files that others include, and the
//! directories to which paths are relative may be above the checked directory.
#![cfg(unix)]

use crate::hostile::{Folder, code, sh, text};

/// A repository with these files.
pub(crate) fn repository(name: &str, files: &[(&str, &str)]) -> Folder {
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
pub(crate) fn checked(folder: &Folder, below: &str, arguments: &str) -> (i32, String) {
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
    let main = "output \"k\" {\n  value = file(\"facts.txt\")\n}\n";
    let files =
        [("examples/.gitignore", "*/facts.txt\n"), ("examples/x/main.tf", main), ("other/x/main.tf", main)];
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
    let missing = "output \"o\" {\n  value = file(\"${path.module}/pkg/other.txt\")\n}\n";
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
    // declarations are in an encrypted file
    let folder = repository("encrypted-names", &[("main.tf", "output \"o\" {\n  value = var.secret\n}\n")]);
    std::fs::write(folder.0.join("secrets.tf"), b"\0GITCRYPT\0\xff\xfe").expect("written");
    let (code, said) = checked(&folder, "", "");
    assert_eq!(code, 0, "{said}");
}

#[test]
fn names_of_files_alone_do_not_tell_their_language() {
    let files = [
        ("conf/root.hcl", "data_dir  = \"/opt/data\"\nlog_level = \"DEBUG\"\n"),
        ("keys/me.gpg.fp", "8A94ED58A476A13AE0D6E85E9758078DE5308308\n"),
        (
            "main.tf",
            "output \"o\" {\n  value = templatefile(\"${path.module}/templates/region.tf\", { region = \"a\" })\n}\n",
        ),
        ("templates/region.tf", "provider \"aws\" {\n  region = \"${region}\"\n}\n"),
        (
            "one.tm.hcl",
            "generate_hcl \"a.tf\" {\n  content {\n    terraform {\n      tm_dynamic \"required_providers\" {\n        attributes = {}\n      }\n    }\n  }\n}\n",
        ),
    ];
    let folder = repository("other-languages", &files);
    let (code, said) = checked(&folder, "", "");
    assert_eq!(code, 0, "{said}");
    folder.write("conf/root.hcl", "locls {\n  a = 1\n}\n");
    folder.write("templates/region.tf", "provider \"aws\" {\n  region = \"${region\"\n}\n");
    let (code, said) = checked(&folder, "", "");
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("unexpected block `locls`") && said.contains("templates/region.tf:2"), "{said}");
}

#[test]
fn parts_of_versions_exclude_no_later_release() {
    let main = "terraform {\n  required_version = \"~> 1.6\"\n}\n";
    for (version, expected) in [("1", false), ("1.x", false), ("1.11", false), ("1.5", true), ("1.4.2", true)]
    {
        let pinned = format!("[tools]\nterraform = \"{version}\"\n");
        let folder = repository("part-of-version", &[("main.tf", main), ("mise.toml", &pinned)]);
        let (_, said) = checked(&folder, "", "");
        assert_eq!(said.contains("HX5115"), expected, "{version}: {said}");
    }
}

#[test]
fn a_shared_template_of_packer_is_judged_where_it_is_linked() {
    let shared = "source \"null\" \"main\" {\n  ssh_host = var.host\n}\n";
    let main = "variable \"host\" {\n  default = \"a\"\n}\nbuild {\n  sources = [\"source.null.main\"]\n}\n";
    let files = [("files/common.pkr.hcl", shared), ("salt/main.pkr.hcl", main)];
    let folder = repository("linked-template", &files);
    std::os::unix::fs::symlink("../files/common.pkr.hcl", folder.0.join("salt/common.pkr.hcl"))
        .expect("a link");
    let (code, said) = checked(&folder, "", "");
    assert_eq!(code, 0, "{said}");
    folder.write("salt/main.pkr.hcl", &main.replace("\"host\"", "\"hast\""));
    let (code, said) = checked(&folder, "", "");
    assert_eq!(code, 1, "{said}");
}

#[test]
fn shared_templates_of_packer_may_declare_the_same_names() {
    let (a, b) =
        ("variable \"host\" {\n  default = \"a\"\n}\n", "variable \"host\" {\n  default = \"b\"\n}\n");
    let folder = repository(
        "linked-variables",
        &[("common/a.pkr.hcl", a), ("common/b.pkr.hcl", b), ("one/c.pkr.hcl", ""), ("two/c.pkr.hcl", "")],
    );
    let link = |to: &str, from: &str| std::os::unix::fs::symlink(to, folder.0.join(from)).expect("a link");
    link("../common/a.pkr.hcl", "one/a.pkr.hcl");
    let (code, said) = checked(&folder, "", "");
    assert!(code == 1 && said.contains("duplicate declaration of `var.host`"), "{said}");
    link("../common/b.pkr.hcl", "two/b.pkr.hcl");
    let (code, said) = checked(&folder, "", "");
    assert_eq!(code, 0, "{said}");
}

#[test]
fn a_directory_of_tests_belongs_to_the_module_above() {
    let test = "run \"a\" {\n  command = plan\n  module {\n    source = \"./tests/setup\"\n  }\n}\nrun \"b\" {\n  command = plan\n  assert {\n    condition     = module.net.id == 1\n    error_message = \"Wrong.\"\n  }\n}\n";
    let files = [
        ("main.tf", "module \"net\" {\n  source = \"./net\"\n}\n"),
        ("net/main.tf", "output \"id\" {\n  value = 1\n}\n"),
        ("tests/setup/main.tf", "output \"o\" {\n  value = 1\n}\n"),
        ("tests/all.tftest.hcl", test),
    ];
    let folder = repository("above-tests", &files);
    for below in ["", "tests"] {
        let (code, said) = checked(&folder, below, "");
        assert_eq!(code, 0, "{below}: {said}");
    }
    folder.write("tests/main.tf", "output \"runner\" {\n  value = 1\n}\n");
    let (code, said) = checked(&folder, "", "");
    assert_eq!(code, 0, "{said}");
    // the names that a test uses show which of two modules it runs
    folder.write("tests/main.tf", "module \"other\" {\n  source = \"../net\"\n}\n");
    folder.write("tests/all.tftest.hcl", "run \"b\" {\n  command = plan\n  assert {\n    condition     = module.other.id == 1\n    error_message = \"Wrong.\"\n  }\n}\n");
    let (code, said) = checked(&folder, "", "");
    assert_eq!(code, 0, "{said}");
}

#[test]
fn a_file_to_fill_in_is_one_warning() {
    let files = [
        ("agent.hcl", "acl {\n  enabled = {ACL-ENABLED}\n}\nserver {\n  count = {COUNT-OF-SERVERS}\n}\n"),
        ("main.tf", "variable \"project\" {\n  type = string\n}\n"),
        ("terraform.tfvars", "project = <INSERT_PROJECT_HERE>\n"),
    ];
    let folder = repository("to-fill-in", &files);
    let (code, said) = checked(&folder, "", "");
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("this file is a template with placeholders and was not checked"), "{said}");
    assert!(said.contains("1 file of templates with placeholders not checked"), "{said}");
}

#[test]
fn old_terragrunt_is_one_warning() {
    let old = "terragrunt = {\n  terraform {\n    source = \"git::ssh://x\"\n  }\n  include {\n    path = \"a\"\n  }\n}\n";
    let folder = repository("old-terragrunt", &[("live/terraform.tfvars", old)]);
    let (code, said) = checked(&folder, "", "");
    assert_eq!(code, 0, "{said}");
    assert!(
        said.contains("this file has the format of Terragrunt before 0.19 and was not checked"),
        "{said}"
    );
}

#[cfg(unix)]
#[test]
fn links_to_one_absent_file_are_one_warning() {
    let folder = repository("absent-target", &[("envs/a/main.tf", ""), ("envs/b/main.tf", "")]);
    for name in ["a", "b"] {
        let link = folder.0.join(format!("envs/{name}/terraform.tfvars"));
        std::os::unix::fs::symlink("../../terraform.tfvars", link).expect("a link");
    }
    let (_, said) = checked(&folder, "", "");
    assert!(said.contains("`envs/a/terraform.tfvars` and 1 other path are broken symbolic links"), "{said}");
}

#[test]
fn variables_of_workflows_reach_tests() {
    let test = "run \"a\" {\n  command = plan\n}\n";
    let module = "variable \"zone\" {\n  type = string\n}\noutput \"zone\" {\n  value = upper(var.zone)\n}\n";
    let mut files = vec![("main.tf", module), ("tests/a.tftest.hcl", test)];
    let (_, said) = checked(&repository("without-workflow", &files), "", "");
    assert!(said.contains("missing value for variable `zone`"), "{said}");
    files.push((".github/workflows/test.yml", "env:\n  TF_VAR_zone: north\n"));
    let (_, said) = checked(&repository("with-workflow", &files), "", "");
    assert!(!said.contains("missing value"), "{said}");
}

#[test]
fn lowest_release_of_workflows_tells_what_is_refused() {
    let module = "terraform {\n  experiments = [module_variable_optional_attrs]\n}\nvariable \"a\" {\n  type = object({ port = optional(number) })\n}\n\
                  output \"port\" {\n  value = defaults(var.a, { port = 80 }).port\n}\n";
    let mut files = vec![("m/main.tf", module)];
    let (code, said) = checked(&repository("no-release", &files), "", "");
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("experiment"), "{said}");
    files.push((".github/workflows/plan.yml", "steps:\n  - with:\n      terraform_version: 1.1.8\n"));
    let (code, said) = checked(&repository("one-release", &files), "", "-v");
    assert_eq!(code, 0, "{said}");
    let note = "`m` only works with Terraform before 1.3, but was checked by the rules of later releases";
    assert!(said.contains(note), "{said}");
    files[1].1 = "env:\n  TF_VERSION: 1.9.0\n";
    let (code, said) = checked(&repository("later-release", &files), "", "");
    assert_eq!(code, 1, "{said}");
}

#[test]
fn variables_of_workflows_reach_modules_of_runs() {
    let mut files = vec![
        ("main.tf", "variable \"zone\" {}\n"),
        ("setup/main.tf", "variable \"zone\" {}\n"),
        ("tests/a.tftest.hcl", "run \"setup\" {\n  module {\n    source = \"./setup\"\n  }\n}\n"),
    ];
    let (_, said) = checked(&repository("setup-without-workflow", &files), "", "");
    assert!(said.contains("missing value for variable `zone`"), "{said}");
    files.push((".github/workflows/test.yml", "env:\n  TF_VAR_zone: north\n"));
    let (_, said) = checked(&repository("setup-with-workflow", &files), "", "");
    assert!(!said.contains("missing value"), "{said}");
}
