//! `hclx schema fetch` with a program that replaces Terraform (`programs/terraform`) and records its input.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value as Json;

/// A directory that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("hclx-of-fetch-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(path.join("temporary")).expect("a directory");
        Self(path)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        std::fs::write(path, text).expect("written");
    }

    /// A command in the directory `repository`, with the replacement as the only program.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(crate::program());
        command.current_dir(self.0.join("repository")).args(arguments);
        command.env("PATH", format!("{}:/usr/bin:/bin", programs())).env("HCLX_CACHE", self.0.join("cache"));
        command.env("STAND_IN_RECORD", self.0.join("record")).env("TMPDIR", self.0.join("temporary"));
        command.env_remove("HCLX_FORMAT").env_remove("HCLX_SCHEMAS").env("HOME", &self.0);
        // the settings of whoever runs the tests
        let of_user = std::env::vars_os().map(|(name, _)| name);
        for name in of_user.filter(|name| name.to_string_lossy().starts_with("TF_")) {
            command.env_remove(name);
        }
        command
    }

    fn run(&self, arguments: &[&str]) -> (i32, String) {
        told(&self.command(arguments).output().expect("hclx runs"))
    }

    /// The text that the replacement recorded.
    fn record(&self) -> String {
        let text = std::fs::read_to_string(self.0.join("record")).unwrap_or_default();
        text.replace(&*self.0.to_string_lossy(), "FOLDER")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn programs() -> &'static str {
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs")
}

fn told(output: &Output) -> (i32, String) {
    let text = [&output.stdout[..], &output.stderr].concat();
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&text).into_owned())
}

const MODULE: &str = "terraform {\n  required_providers {\n    acme = {\n      source = \"acme/dns\"\n    }\n  }\n  backend \"s3\" {}\n}\n\
    variable \"secret\" {}\nresource \"acme_zone\" \"a\" {}\nprovider \"acme\" {\n  token = var.secret\n}\n";

const LOCK: &str = "provider \"registry.terraform.io/acme/dns\" {\n  version = \"1.2.3\"\n  hashes = [\"h1:abc\"]\n}\n\
    provider \"registry.terraform.io/acme/other\" {\n  version = \"9.9.9\"\n}\n";

#[test]
fn fetch_gives_the_program_one_provider_with_its_lock_entry_and_nothing_else() {
    let folder = Folder::new("one");
    folder.write("repository/main.tf", MODULE);
    folder.write("repository/.terraform.lock.hcl", LOCK);
    folder.write("repository/terraform.tfvars", "secret = \"hunter2\"\n");
    let (code, said) = folder.run(&["schema", "fetch"]);
    assert_eq!((code, said.contains("acme/dns  1.2.3  fetched")), (0, true), "{said}");
    let first = said.lines().next().unwrap_or_default();
    assert_eq!(
        first,
        "`init` downloads the providers that these modules name, and `providers schema` runs them: this is as safe as \
         `terraform init` in these directories"
    );
    assert_eq!(
        folder.record(),
        "arguments: init -backend=false -input=false -no-color\n\
         files: .terraform.lock.hcl versions.tf.json \n\
         versions: {\"terraform\":{\"required_providers\":{\"it\":{\"source\":\"acme/dns\",\"version\":\"= 1.2.3\"}}}}\n\
         lock: provider \"registry.terraform.io/acme/dns\" {\n  version = \"1.2.3\"\n  hashes = [\"h1:abc\"]\n}\n\
         CHECKPOINT_DISABLE=1\nTF_IN_AUTOMATION=1\n\
         arguments: providers schema -json\n\
         files: .terraform.lock.hcl versions.tf.json \n\
         versions: {\"terraform\":{\"required_providers\":{\"it\":{\"source\":\"acme/dns\",\"version\":\"= 1.2.3\"}}}}\n\
         lock: provider \"registry.terraform.io/acme/dns\" {\n  version = \"1.2.3\"\n}\n\
         CHECKPOINT_DISABLE=1\nTF_IN_AUTOMATION=1\n"
    );
    let left = std::fs::read_dir(folder.0.join("temporary")).expect("a directory").count();
    assert_eq!(left, 0, "the directories are removed");
    // the schema is used, and not fetched again
    let (_, said) = folder.run(&["check", "--format", "concise"]);
    assert!(said.contains("provider `acme` has no resource `acme_zone`"), "{said}");
    assert!(folder.run(&["schema", "fetch"]).1.starts_with("nothing to fetch"));
    assert_eq!(folder.run(&["schema", "fetch", "--force", "--quiet"]), (0, String::new()));
}

#[test]
fn fetch_cleans_the_environment_and_keeps_what_finds_providers() {
    let folder = Folder::new("environment");
    folder.write("repository/main.tf", MODULE);
    folder.write("repository/rc", "");
    let given = [
        ("TF_CLI_ARGS", "-bad"),
        ("TF_CLI_ARGS_init", "-bad"),
        ("TF_DATA_DIR", "bad"),
        ("TF_WORKSPACE", "bad"),
        ("TF_VAR_secret", "bad"),
        ("TF_LOG", "trace"),
        ("TF_LOG_PATH", "bad"),
        ("TF_REATTACH_PROVIDERS", "{}"),
        ("TF_CLI_CONFIG_FILE", "rc"),
        ("TF_TOKEN_example", "good"),
    ];
    let output = folder.command(&["schema", "fetch", "--yes"]).envs(given).output().expect("hclx runs");
    assert_eq!(told(&output).0, 0);
    let record = folder.record();
    let kept: Vec<&str> = record.lines().filter(|line| line.starts_with("TF_")).take(3).collect();
    assert_eq!(
        kept,
        ["TF_CLI_CONFIG_FILE=FOLDER/repository/rc", "TF_IN_AUTOMATION=1", "TF_TOKEN_example=good"],
        "{record}"
    );
    assert!(!record.contains("bad"), "{record}");
}

#[test]
fn a_provider_that_nobody_vouches_for_needs_an_answer() {
    let folder = Folder::new("answer");
    folder.write("repository/main.tf", MODULE);
    let (code, said) = folder.run(&["schema", "fetch", "--quiet"]);
    let expected = "acme/dns (any version): not fetched: no pack and no lock file has it; `--yes` downloads and runs it \
                    all the same\n";
    assert_eq!((code, said.as_str(), folder.record()), (1, expected, String::new()));
    // the dry run starts no program, and its rows are for scripts
    let (code, said) = folder.run(&["schema", "fetch", "--dry-run", "--format", "json"]);
    let rows: Json = serde_json::from_str(&said).expect("JSON");
    assert_eq!((code, rows.as_array().map(Vec::len), folder.record()), (0, Some(1), String::new()));
    assert_eq!((&rows[0]["status"], &rows[0]["confirmed"]), (&Json::from("planned"), &Json::from(false)));
    assert_eq!(folder.run(&["schema", "fetch", "--yes", "--quiet"]), (0, String::new()));
}

#[test]
fn failures_keep_what_was_had_and_are_one_line_each() {
    let folder = Folder::new("failures");
    folder.write("repository/main.tf", MODULE);
    let fetch = |mode: &str, version: &str| {
        let mut command = folder.command(&["schema", "fetch", "--yes", "--quiet", "--force"]);
        told(&command.env("STAND_IN", mode).env("STAND_IN_VERSION", version).output().expect("hclx runs"))
    };
    assert_eq!(fetch("", "1.2.3").0, 0);
    let cases = [
        (
            "unreachable",
            "`init` failed: Error: Failed to query available provider packages could not connect to the registry",
        ),
        ("silent", "`init` failed: it printed no reason"),
        ("garbage", "the program printed no schemas: expected ident at line 1 column 2"),
        ("other", "the program printed no schema of this provider"),
    ];
    for (mode, why) in cases {
        assert_eq!(fetch(mode, "1.2.3"), (1, format!("acme/dns (any version): {why}\n")), "{mode}");
    }
    let (code, said) = folder.run(&["schema", "list", "--format", "json"]);
    assert!(code == 0 && said.contains("registry.terraform.io/acme/dns"), "{said}");
    // a version that the modules do not require is not stored
    let asks = MODULE.replace("source = \"acme/dns\"", "source = \"acme/dns\"\n version = \"~> 2.0\"");
    folder.write("repository/main.tf", &asks);
    let why = "acme/dns ~> 2.0: the program selected 1.2.3, which is not what the modules ask for\n";
    assert_eq!(fetch("", "1.2.3"), (1, why.to_owned()));
}

#[test]
fn without_a_program_or_a_directory_fetch_fails() {
    let folder = Folder::new("nothing");
    folder.write("repository/main.tf", MODULE);
    let mut command = folder.command(&["schema", "fetch"]);
    let (code, said) = told(&command.env("PATH", "/nowhere").output().expect("hclx runs"));
    assert_eq!(code, 2);
    assert_eq!(
        said,
        "hclx: neither terraform nor tofu is in the directories of PATH; `--with PROGRAM` names one, and \
         `hclx schema import FILE` takes what `terraform providers schema -json` or `pulumi package get-schema` prints\n"
    );
    let (code, said) = folder.run(&["schema", "fetch", "main.tf"]);
    assert_eq!(
        (code, said.as_str()),
        (2, "hclx: `main.tf` is not a directory\n  help: name the directory of a module\n")
    );
    let (code, said) = folder.run(&["schema", "fetch", "--with", "nothing"]);
    assert_eq!(
        (code, said.as_str()),
        (2, "hclx: `--with nothing`: no such program in the directories of PATH\n")
    );
    // the note of `check` names a different step if nothing can be fetched
    let mut command = folder.command(&["check"]);
    let (_, said) = told(&command.env("PATH", "/nowhere").output().expect("hclx runs"));
    assert!(
        said.contains("run `hclx schema import FILE` with what `terraform providers schema -json` prints"),
        "{said}"
    );
}

/// A program that the repository brings.
fn bring(folder: &Folder, at: &str) {
    folder.write(at, &format!("#!/bin/sh\ntouch '{}/started'\nexit 1\n", folder.0.display()));
    let file = folder.0.join(at);
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755)).expect("a program");
}

#[test]
fn programs_of_the_repository_are_never_started() {
    let folder = Folder::new("brought");
    folder.write("repository/main.tf", MODULE);
    for at in ["repository/terraform", "repository/bin/terraform", "repository/bin/tofu"] {
        bring(&folder, at);
    }
    let below = folder.0.join("repository/bin");
    let linked = folder.0.join("linked");
    std::os::unix::fs::symlink(&below, &linked).expect("a link");
    for path in [
        format!(".:{}", programs()),
        format!("bin:{}", programs()),
        format!("{}:{}", below.display(), programs()),
        format!("{}:{}", linked.display(), programs()),
        format!(":{}", programs()),
    ] {
        let mut command = folder.command(&["schema", "fetch", "--yes", "--force"]);
        let path = format!("{path}:/usr/bin:/bin");
        let (code, said) = told(&command.env("PATH", &path).output().expect("hclx runs"));
        assert_eq!(code, 0, "{path}: {said}");
        assert!(!folder.0.join("started").exists(), "{path}");
    }
    // the repository is larger than the named directory
    folder.write("repository/.git/HEAD", "ref: refs/heads/main\n");
    folder.write("repository/live/main.tf", MODULE);
    let mut command = folder.command(&["schema", "fetch", "--yes", "--force", "live"]);
    let path = format!("{}:{}:/usr/bin:/bin", below.display(), programs());
    let (code, said) = told(&command.env("PATH", &path).output().expect("hclx runs"));
    assert!(code == 0 && !folder.0.join("started").exists(), "{said}");
}

#[test]
fn printed_commands_are_lines_that_a_shell_takes() {
    let folder = Folder::new("printed");
    folder.write(
        "repository/main.tf",
        &MODULE.replace("\"acme/dns\"", "\"acme/dns\"\n      version = \"1.0\\n2.0\""),
    );
    let spaced = folder.0.join("with space");
    std::os::unix::fs::symlink(programs(), &spaced).expect("a link");
    let mut command = folder.command(&["schema", "fetch", "--dry-run"]);
    let path = format!("{}:/usr/bin:/bin", spaced.display());
    let (_, said) = told(&command.env("PATH", &path).output().expect("hclx runs"));
    let lines: Vec<&str> = said.lines().skip(1).collect();
    assert_eq!(lines.len(), 3, "{said}");
    assert_eq!(lines[0], "acme/dns 1.0 2.0");
    assert!(lines[1].ends_with("with space/terraform' init -backend=false -input=false -no-color"), "{said}");
    assert!(lines[1].trim_start().starts_with('\''), "{said}");
}

#[test]
fn hostile_rows_neither_leave_the_directory_nor_become_arguments() {
    let folder = Folder::new("hostile");
    let required = |source: &str, version: &str| {
        format!(
            "terraform {{\n  required_providers {{\n    acme = {{\n      source = \"{source}\"\n      version = \"{version}\"\n    }}\n  }}\n}}\n\
             resource \"acme_zone\" \"a\" {{}}\n"
        )
    };
    let rows = [
        ("a", required("../../escape", "1.0.0")),
        ("b", required("acme/..", "1.0.0")),
        ("c", required("acme/dns", "\\\"}}}, \\\"x\\\": \\\"\\n")),
        ("-chdir=evil", required("acme/dns", "-plugin-dir=/evil")),
        ("name with = and space", required("acme/=x", "1.0.0")),
        ("e", required("--help/dns", "1.0.0")),
    ];
    for (name, text) in &rows {
        folder.write(&format!("repository/{name}/main.tf"), text);
    }
    let lock = "provider \"registry.terraform.io/acme/locked\" {\n  version = \"../../../../escape\"\n}\n";
    folder.write("repository/l/.terraform.lock.hcl", lock);
    folder.write("repository/l/main.tf", &required("acme/locked", "1.2.3"));
    let (code, said) = folder.run(&["schema", "fetch", "--yes"]);
    assert!(matches!(code, 0 | 1), "{said}");
    let record = folder.record();
    for line in record.lines().filter(|line| line.starts_with("arguments: ")) {
        let known =
            ["arguments: init -backend=false -input=false -no-color", "arguments: providers schema -json"];
        assert!(known.contains(&line), "{line}");
    }
    for line in record.lines().filter_map(|line| line.strip_prefix("versions: ")) {
        let json: Json = serde_json::from_str(line).expect("JSON");
        let required = json["terraform"]["required_providers"].as_object().expect("an object");
        assert_eq!((json.as_object().map(|all| all.len()), required.len()), (Some(1), 1), "{line}");
    }
    assert!(!record.contains("escape"), "{record}");
    let mut stored = Vec::new();
    let mut folders = vec![folder.0.clone()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).expect("a directory").flatten() {
            match entry.path().is_dir() {
                true => folders.push(entry.path()),
                false => stored.push(entry.path()),
            }
        }
    }
    let is_schema = |path: &&PathBuf| path.extension().is_some_and(|ending| ending == "schema");
    let below = folder.0.join("cache/schemas/registry.terraform.io/acme");
    for path in stored.iter().filter(is_schema) {
        assert!(path.starts_with(&below), "{}", path.display());
    }
    assert!(Path::new(&below).join("locked/1.2.3.schema").exists(), "{said}");
}

#[test]
fn probe_learns_from_answers_about_a_configuration_of_its_own() {
    let folder = Folder::new("probe");
    let module = "terraform {\n  required_providers {\n    dns = {\n      source = \"acme/dns\"\n    }\n  }\n}\n\
        resource \"dns_thing\" \"a\" {\n  name = \"x\"\n  mode = \"fats\"\n  size = 1.5\n}\n\
        resource \"dns_thing\" \"b\" {\n  name = \"x\"\n  size = 12\n}\n\
        resource \"dns_thing\" \"c\" {\n  name = \"x\"\n  mode = \"Slow\"\n  size = null\n}\n";
    folder.write("repository/main.tf", module);
    let (code, said) = folder.run(&["schema", "probe", "acme/dns@1.2.3"]);
    assert_eq!((code, said.contains("acme/dns  1.2.3  3 restrictions learned, in ")), (0, true), "{said}");
    let record = folder.record();
    let asked: Vec<&str> = record.lines().filter(|line| line.starts_with("arguments: ")).collect();
    let validate = "arguments: validate -json";
    assert_eq!(
        asked,
        [
            "arguments: init -backend=false -input=false -no-color",
            "arguments: providers schema -json",
            validate,
            validate,
            validate,
            validate,
            validate,
            validate,
            validate
        ]
    );
    let (code, said) = folder.run(&["check", "--format", "concise", "--quiet"]);
    assert_eq!(
        (code, said.as_str()),
        (
            0,
            "main.tf:10:10: warning[HX5013] `mode` must be `fast` or `slow`, found `fats`\n\
             main.tf:11:3: warning[HX5119] `mode` and `size` cannot be used together (the other is at main.tf:10:3)\n\
             main.tf:11:10: warning[HX5013] `size` must be a whole number, found 1.5\n\
             main.tf:15:10: warning[HX5013] `size` must be from 1 to 9, found 12\n"
        )
    );
    // learned restrictions are kept when releases are merged into a pack
    let stored = folder.0.join("cache/schemas/registry.terraform.io/acme/dns/1.2.3.schema");
    let stored = stored.to_string_lossy();
    assert_eq!(folder.run(&["schema", "pack", "dns.pack", &stored, "--quiet"]), (0, String::new()));
    let arguments =
        ["check", "--format", "concise", "--quiet", "--provider-schema", "dns.pack", "--no-schema-cache"];
    assert_eq!(folder.run(&arguments), (code, said));
    let expected =
        "hclx: `acme/dns@..`: expected a provider, such as hashicorp/aws or hashicorp/aws@5.100.0\n";
    assert_eq!(folder.run(&["schema", "probe", "acme/dns@.."]), (2, expected.to_owned()));
}
