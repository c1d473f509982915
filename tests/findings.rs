//! Findings on the command line, in directories created for each test.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use snapbox::assert_data_eq;

/// A folder that goes away with this.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("hclx-findings-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("written");
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).expect("a string")
    }

    /// Standard output of `hclx` with these arguments, after checking the exit code.
    #[track_caller]
    fn hclx(&self, arguments: &[&str], code: i32) -> String {
        let output = self.command().args(arguments).assert().code(code).get_output().stdout.clone();
        String::from_utf8(output).expect("UTF-8")
    }

    fn command(&self) -> Command {
        let mut command = Command::new(crate::program());
        for variable in ["HCLX_FORMAT", "GITHUB_STEP_SUMMARY", "CLICOLOR_FORCE"] {
            command.env_remove(variable);
        }
        command.current_dir(&self.0);
        command
    }

    /// Runs git, which is available wherever this project is built.
    fn git(&self, arguments: &[&str]) {
        let identity =
            ["-c", "user.name=hclx", "-c", "user.email=hclx@example.com", "-c", "init.defaultBranch=main"];
        let mut git = Command::new("git");
        git.current_dir(&self.0).args(identity).args(arguments).assert().success();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const BAD: &str = "a = [1][2]\n";

#[test]
fn several_outputs_of_one_run() {
    let folder = Folder::new("outputs");
    folder.write("bad.hcl", BAD);
    let arguments =
        ["check", "--format", "concise", "--output", "json=a.json", "--output", "sarif=a.sarif", "-q"];
    assert_data_eq!(
        folder.hclx(&arguments, 1),
        "bad.hcl:1:8: error[HX2055] index 2 is out of range: there is 1 element\n"
    );
    assert!(folder.read("a.json").contains("\"valid\":false") && folder.read("a.sarif").contains("HX2055"));
    assert_data_eq!(folder.hclx(&["check", "--output-file", "b.txt", "-q"], 1), "");
    assert!(folder.read("b.txt").starts_with("error[HX2055]"));
    let environment = folder.command().env("HCLX_FORMAT", "agent").args(["check", "-q"]).assert().code(1);
    environment.stdout("bad.hcl:1:8: error HX2055: index 2 is out of range: there is 1 element\n");
    folder.command().env("HCLX_FORMAT", "xml").args(["check"]).assert().code(2);
    folder.hclx(&["check", "--output", "sarif"], 2);
    folder.hclx(&["check", "--output", "sarif=no/such/folder.sarif"], 2);
}

#[test]
fn what_is_cut_off_is_counted_and_fails_all_the_same() {
    let folder = Folder::new("cut");
    folder.write("bad.hcl", BAD.to_owned() + "b = [1][3]\nc = null + 1\n");
    assert_eq!(
        folder.hclx(&["check", "--format", "concise", "--max-findings", "1", "-q"], 1).lines().count(),
        1
    );
    assert!(folder.hclx(&["check", "--format", "json", "--max-findings", "0"], 1).contains("\"left_out\":3"));
    folder.hclx(&["check", "--exit-zero", "-q"], 0);
    let counted = folder.hclx(&["check", "--statistics", "-q"], 1);
    assert_data_eq!(
        counted,
        "2 HX2055 invalid index (bad.hcl:1:8)\n1 HX2053 unexpected null (bad.hcl:3:5)\n"
    );
}

#[test]
fn levels_choose_lints_and_leave_what_is_certainly_wrong() {
    let folder = Folder::new("levels");
    folder.write("a.hcl", "a = b.0\nc = \"${d}\"\n");
    let codes = |arguments: &[&str], code| {
        let all = [&["check", "--format", "concise", "-q"], arguments].concat();
        let text = folder.hclx(&all, code);
        text.lines()
            .map(|line| line.split(['[', ']']).nth(1).unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(codes(&[], 0), [""; 0]);
    assert_eq!(codes(&["--warn", "style"], 0), ["HX9102", "HX9101"]);
    assert_eq!(codes(&["--deny", "style"], 1), ["HX9102", "HX9101"]);
    assert_eq!(codes(&["--deny", "style", "--ignore", "HX9101"], 1), ["HX9102"]);
    assert_eq!(codes(&["--select", "HX9101"], 0), ["HX9101"]);
    assert_eq!(codes(&["--warn", "style", "--deny-warnings"], 1).len(), 2);
    folder.write("a.hcl", BAD);
    assert_eq!(codes(&["--ignore", "HX2055"], 1), ["HX2055"]);
    folder.hclx(&["check", "--ignore", "HX99999"], 2);
}

#[test]
fn only_what_changed_is_reported_since_a_revision() {
    let folder = Folder::new("since");
    folder.git(&["init", "--quiet"]);
    folder.write("old.hcl", "a = [1][2]\n\n\nb = 1\n");
    folder.git(&["add", "."]);
    folder.git(&["commit", "--quiet", "-m", "old"]);
    folder.write("old.hcl", "a = [1][2]\n\n\nb = [1][3]\n");
    folder.write("sub/new ü.hcl", BAD);
    let since = ["check", "--format", "concise", "-q", "--since", "HEAD"];
    assert_data_eq!(
        folder.hclx(&since, 1),
        "old.hcl:4:8: error[HX2055] index 3 is out of range: there is 1 element\n\
         sub/new ü.hcl:1:8: error[HX2055] index 2 is out of range: there is 1 element\n"
    );
    folder.git(&["add", "."]);
    folder.git(&["commit", "--quiet", "-m", "new"]);
    assert_data_eq!(folder.hclx(&since, 0), "");
    assert_eq!(
        folder.hclx(&["check", "--format", "concise", "-q", "--since", "HEAD~1"], 1).lines().count(),
        2
    );
    folder.hclx(&["check", "--since", "nowhere"], 2);
    folder.hclx(&["check", "--since", "--output=x"], 2);
}

/// A git checkout on Windows has different line breaks, but the same baseline.
#[test]
fn line_breaks_change_no_finding() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let files = ["mistakes.hcl", "terraform/broken/main.tf", "nomad/broken/web.nomad.hcl"];
    let found = ["\n", "\r\n"].map(|end| {
        let folder = Folder::new(if end == "\n" { "line-breaks" } else { "line-breaks-of-windows" });
        for name in files {
            let text = std::fs::read_to_string(examples.join(name)).expect("an example");
            folder.write(name, text.replace("\r\n", "\n").replace('\n', end));
        }
        folder.hclx(&["check", "-q", "--no-cache", "--format", "gitlab", "."], 1)
    });
    assert!(found[0].matches("fingerprint").count() > 15, "{}", found[0]);
    assert_eq!(found[0], found[1]);
}

/// Every filter, driver and hook that a repository can configure writes a file when it runs; none of them
/// runs.
#[test]
#[cfg(unix)]
fn nothing_that_a_repository_configures_is_run() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("configured");
    folder.git(&["init", "--quiet"]);
    folder.write("a.hcl", "a = [1][2]\nb = 1\n");
    folder.git(&["add", "."]);
    folder.git(&["commit", "--quiet", "-m", "old"]);
    folder.write("ran.sh", "#!/bin/sh\necho \"$0 $*\" >> ran\ncat\n");
    let script = folder.0.join("ran.sh");
    let make_executable = |path: &Path| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("a mode");
    };
    make_executable(&script);
    let script = script.display().to_string();
    folder.write(".git/info/attributes", "* filter=x diff=x merge=x ident text eol=crlf\n");
    // these two would replace the hooks and the address below
    let instead = ["core.hooksPath", "remote.origin.vcs"];
    for key in crate::git::SETTINGS.iter().filter(|key| !instead.contains(key)) {
        let alias = if key.starts_with("alias.") { format!("!{script}") } else { script.clone() };
        folder.git(&["config", key, &alias]);
    }
    folder.git(&["config", "filter.x.required", "true"]);
    folder.git(&["config", "remote.origin.url", "ext::ran.sh"]);
    folder.git(&["config", "remote.origin.promisor", "true"]);
    folder.git(&["config", "extensions.partialClone", "origin"]);
    folder.git(&["config", "protocol.ext.allow", "always"]);
    folder.git(&["config", "core.untrackedCache", "true"]);
    for hook in [
        "post-index-change",
        "fsmonitor-watchman",
        "reference-transaction",
        "pre-commit",
        "post-checkout",
        "query-watchman",
        "proc-receive",
    ] {
        let path = folder.0.join(".git/hooks").join(hook);
        folder.write(&format!(".git/hooks/{hook}"), format!("#!/bin/sh\necho {hook} >> ran\n"));
        make_executable(&path);
    }
    let _ = std::fs::remove_file(folder.0.join("ran"));
    folder.write("a.hcl", "a = [1][2]\r\nb = [1][3]\r\n");
    assert_data_eq!(
        folder.hclx(&["check", "--format", "concise", "-q", "--since", "HEAD", "a.hcl"], 1),
        "a.hcl:2:8: error[HX2055] index 3 is out of range: there is 1 element\n"
    );
    // a missing object is not fetched
    let object = std::fs::read_dir(folder.0.join(".git/objects")).expect("a folder");
    for entry in object.flatten().filter(|entry| entry.file_name().len() == 2) {
        let _ = std::fs::remove_dir_all(entry.path());
    }
    folder.hclx(&["check", "--since", "HEAD", "a.hcl"], 2);
    assert!(!folder.0.join("ran").exists(), "{}", folder.read("ran"));
}

#[test]
#[cfg(unix)]
fn findings_are_not_written_through_links_that_lead_out() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("led-out");
    let outside = Folder::new("led-out-target");
    outside.write("keys", "mine");
    outside.write("other/.git/HEAD", "");
    folder.write("repo/.git/HEAD", "");
    folder.write("repo/a.hcl", "a = 1\n");
    folder.write("repo/kept/known", "");
    let link = |target: &Path, name: &str| symlink(target, folder.0.join("repo").join(name)).expect("a link");
    link(&outside.0.join("keys"), "out.sarif");
    link(&outside.0.join("none"), "new.sarif");
    link(&outside.0, "out");
    link(&outside.0.join("other"), "repository");
    link(Path::new("kept/known"), "inside.sarif");
    let check = |arguments: &[&str], code: i32| {
        let mut command = folder.command();
        let command = command.current_dir(folder.0.join("repo"));
        let run = command.args(["check", "a.hcl"]).args(arguments).assert().code(code);
        String::from_utf8_lossy(&run.get_output().stderr).into_owned()
    };
    for name in ["out.sarif", "new.sarif", "out/keys", "out/new", "repository/new", "kept/../out/keys"] {
        let said = check(&["--output", &format!("sarif={name}")], 2);
        assert!(said.contains("is a link that leads out of the repository"), "{name}: {said}");
        check(&["--format", "sarif", "--output-file", name], 2);
    }
    assert_eq!(outside.read("keys"), "mine");
    assert!(!outside.0.join("none").exists() && !outside.0.join("new").exists());
    assert!(!outside.0.join("other/new").exists());
    check(&["--output", "sarif=inside.sarif"], 0);
    assert!(folder.read("repo/kept/known").contains("sarif"));
    let elsewhere = outside.0.join("named.sarif").display().to_string();
    check(&["--output", &format!("sarif={elsewhere}")], 0);
    assert!(outside.read("named.sarif").contains("sarif"));
}

#[test]
fn a_baseline_hides_what_is_known_and_only_shrinks() {
    let folder = Folder::new("baseline");
    folder.write("a.hcl", BAD);
    let check = |more: &[&str], code| {
        folder.hclx(&[&["check", "--baseline", "b.json", "-q", "--format", "concise"], more].concat(), code)
    };
    check(&[], 2);
    check(&["--update-baseline"], 0);
    assert_data_eq!(check(&[], 0), "");
    let run = folder.command().args(["check", "--baseline", "b.json"]).assert().code(0);
    assert_data_eq!(
        String::from_utf8_lossy(&run.get_output().stderr).into_owned(),
        "note: 1 finding listed in the baseline\n\
         note: 1 file is plain HCL of no known application: only syntax and expressions were checked\n\
         1 file checked, nothing new\n"
    );
    folder.write("a.hcl", format!("# more\n\n{BAD}b = null + 1\n"));
    assert_data_eq!(check(&[], 1), "a.hcl:4:5: error[HX2053] the left operand of `+` is null\n");
    folder.write("a.hcl", "a = 1\n");
    assert!(check(&[], 0).starts_with("warning[HX9005]"));
    assert!(check(&["--strict-baseline"], 1).starts_with("error[HX9005]"));
    check(&["--update-baseline"], 0);
    check(&["--strict-baseline"], 0);
    folder.hclx(&["check", "--update-baseline"], 2);
}

#[test]
fn fixes_change_what_they_say_and_nothing_else() {
    let folder = Folder::new("fix");
    let text = "# ünïcode\r\n  name='web'\r\n\r\nport: 80\r\n\tlast = \"é\" # end";
    folder.write("a.hcl", text);
    folder.write("untouched.hcl", "a = 1");
    let diff = folder.hclx(&["check", "--diff", "-q"], 1);
    assert!(diff.contains("-port: 80\r\n+port = 80\r\n"), "{diff}");
    assert_eq!(folder.read("a.hcl"), text);
    folder.hclx(&["check", "--fix", "-q"], 0);
    assert_eq!(folder.read("a.hcl"), text.replace("'web'", "\"web\"").replace("port:", "port ="));
    assert_eq!(folder.read("untouched.hcl"), "a = 1");
    assert_eq!(
        std::fs::read_dir(&folder.0).expect("a folder").count(),
        2,
        "nothing is left beside the files"
    );
    folder.hclx(&["check", "--diff", "-q"], 0);
    folder.write("a.hcl", "a = 'x'\n");
    folder.hclx(&["check", "--fix", "--exit-nonzero-on-fix", "-q"], 1);
    // a finding that a comment suppresses is not fixed
    folder.write("a.hcl", "a = 'x' # hclx: ignore[HX1015] as the generator writes it\n");
    folder.hclx(&["check", "--fix", "-q"], 0);
    assert!(folder.read("a.hcl").contains("'x'"));
}

/// A run that is killed while writing, here by a limit on the size of files, loses nothing.
#[test]
#[cfg(target_os = "linux")]
fn an_interrupted_write_loses_nothing() {
    let folder = Folder::new("interrupted");
    let text = "a = 'x'\n".to_owned() + &"# more\n".repeat(2000);
    folder.write("a.hcl", &text);
    let mut limited = Command::new("sh");
    let inside = format!("ulimit -f 8; exec {} check --fix -q", crate::program().display());
    let run = limited.current_dir(&folder.0).args(["-c", &inside]).assert();
    assert_ne!(run.get_output().status.code(), Some(0));
    assert_eq!(folder.read("a.hcl"), text);
    folder.hclx(&["check", "--fix", "-q"], 0);
    assert_eq!(folder.read("a.hcl"), text.replace("'x'", "\"x\""));
}

#[test]
fn names_from_a_list_and_ignore_files() {
    let folder = Folder::new("names");
    folder.write("a b.hcl", BAD);
    folder.write("c.hcl", "a = 1\n");
    let from = |list: &str, code| {
        let list = list.to_owned();
        let run = folder
            .command()
            .args(["check", "--files-from", "-", "--format", "concise", "-q"])
            .write_stdin(list)
            .assert();
        String::from_utf8(run.code(code).get_output().stdout.clone()).expect("UTF-8").lines().count()
    };
    assert_eq!(from("a b.hcl\0c.hcl\0", 1), 1);
    assert_eq!(from("c.hcl\r\n", 0), 0);
    assert_eq!(from("", 0), 0);
    assert_eq!(from("none.hcl\n", 2), 0);
    folder.write(".hclxignore", "a*\n");
    assert_data_eq!(folder.hclx(&["check", "-q"], 0), "");
    // a named file is always checked
    folder.hclx(&["check", "-q", "a b.hcl"], 1);
    folder.write("hclx.toml", "respect-ignore-files = false\n");
    folder.hclx(&["check", "-q"], 1);
    folder.write("hclx.toml", "exclude = [\"a*\"]\nrespect-ignore-files = false\n");
    folder.hclx(&["check", "-q"], 0);
    folder.hclx(&["check", "-q", "--no-config"], 0);
}

#[test]
fn the_summary_of_a_step_is_appended() {
    let folder = Folder::new("summary");
    folder.write("bad.hcl", BAD);
    folder.write("page.md", "before\n");
    let page = folder.0.join("page.md");
    let mut command = folder.command();
    command.env("GITHUB_STEP_SUMMARY", &page).args(["check", "--format", "github"]).assert().code(1);
    let text = folder.read("page.md");
    assert!(
        text.starts_with("before\n### hclx: 1 error") && text.contains("| error | bad.hcl:1:8 | HX2055 |"),
        "{text}"
    );
}

/// On a terminal no row is wider than the terminal, and in a pipe nothing is colored. Runs where `script`
/// provides a terminal.
#[test]
#[cfg(target_os = "linux")]
fn no_row_is_wider_than_the_terminal() {
    let has_script = std::process::Command::new("script").arg("--version").output().is_ok();
    if !has_script {
        println!("left out: `script` is not installed");
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for columns in [40, 80, 120, 200] {
        let inside = format!("stty cols {columns} rows 50; {} check -v examples", crate::program().display());
        let mut script = Command::new("script");
        script.env_remove("COLUMNS").env_remove("NO_COLOR").env("TERM", "xterm").current_dir(root);
        let run = script.args(["-qec", &inside, "/dev/null"]).write_stdin("").assert();
        let text = String::from_utf8_lossy(&run.get_output().stdout).replace('\r', "");
        assert!(text.contains("\x1b[1;31merror") && text.contains("\nnote: "), "{text}");
        for row in text.lines() {
            let plain: String = row
                .split("\x1b[")
                .enumerate()
                .map(
                    |(at, part)| {
                        if at == 0 { part } else { part.split_once('m').map_or("", |(_, rest)| rest) }
                    },
                )
                .collect();
            // only the name of a file may be longer
            let is_name = plain.contains("─[");
            assert!(plain.chars().count() <= columns || is_name, "{columns}: {plain}");
        }
    }
}

#[test]
fn notes_are_broken_at_the_width_of_the_terminal_and_in_pipes_are_one_line() {
    let folder = Folder::new("notes");
    let block = |name: &str| format!("resource \"{name}_thing\" \"a\" {{\n}}\n");
    folder.write("main.tf", ["first", "second", "third", "fourth"].map(block).concat());
    // the directory of the program that replaces Terraform
    let programs = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs");
    let said = |columns: Option<&str>| {
        let mut command = folder.command();
        command.env_remove("COLUMNS").args(["check"]).env("PATH", programs);
        columns.map(|columns| command.env("COLUMNS", columns));
        let run = command.assert().code(0);
        String::from_utf8_lossy(&run.get_output().stderr).into_owned()
    };
    assert_data_eq!(
        said(None),
        "note: no schema for 4 providers (hashicorp/first, hashicorp/fourth, hashicorp/second, …): 4 resources were only \
         partly checked; run `hclx schema fetch`\n1 file checked, nothing wrong\n"
    );
    assert_data_eq!(
        said(Some("40")),
        "note: no schema for 4 providers\n    (hashicorp/first, hashicorp/fourth,\n    hashicorp/second, …): 4 resources\n    \
         were only partly checked; run `hclx\n    schema fetch`\n1 file checked, nothing wrong\n"
    );
}

/// A report must not overwrite a checked file; other files are overwritten.
#[test]
fn findings_are_not_written_over_what_is_checked() {
    let folder = Folder::new("over");
    folder.write("a.hcl", BAD);
    folder.write("old.json", "{}");
    let refused = |args: &[&str]| {
        let run = folder.command().arg("check").args(args).assert().code(2);
        assert_eq!(folder.read("a.hcl"), BAD);
        let output = run.get_output();
        assert_data_eq!(String::from_utf8_lossy(&output.stdout).into_owned(), "");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert_data_eq!(
        refused(&["--output", "json=a.hcl", "a.hcl"]),
        "hclx: `a.hcl` is checked and cannot be overwritten with findings; use another file\n"
    );
    refused(&["--output", "json=./a.hcl"]);
    refused(&["--fix", "--format", "json", "--output-file", "a.hcl"]);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("a.hcl", folder.0.join("link.json")).expect("a link");
        assert_data_eq!(
            refused(&["--output", "json=link.json"]),
            "hclx: `link.json` is `a.hcl`, which is checked and cannot be overwritten with findings; use another file\n"
        );
    }
    folder.hclx(&["check", "-q", "a.hcl", "--output", "json=old.json", "--output", "sarif=new.sarif"], 1);
    assert!(folder.read("old.json").contains("HX2055") && folder.read("new.sarif").contains("HX2055"));
}

#[test]
fn findings_are_the_same_whether_they_are_printed_at_once_or_at_the_end() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let run = |folder: &str, more: &[&str]| {
        let mut command = Command::new(crate::program());
        command.env_remove("HCLX_FORMAT").env_remove("CLICOLOR_FORCE").current_dir(here);
        command.args(["check", "--no-config", "-v", folder]).args(more);
        let output = command.output().expect("it runs");
        (String::from_utf8(output.stdout), String::from_utf8(output.stderr), output.status.code())
    };
    // each language separately, then all of them in one run
    for folder in ["examples/nomad", "examples/terraform", "examples/mull", "examples"] {
        for format in ["full", "concise"] {
            let asked = ["--format", format, "--warn", "style"];
            let at_once = run(folder, &asked);
            let at_the_end = run(folder, &[&asked[..], &["--max-findings", "1000000"]].concat());
            assert!(at_once.0.as_ref().is_ok_and(|text| !text.is_empty()), "{folder} has findings");
            assert_eq!(at_once, at_the_end, "{folder} as {format}");
        }
    }
}

/// Units first have a part of the limits. Results that one of them could not compute within it are computed again with
/// the full limits, even in a module that another unit has called.
#[cfg(unix)]
#[test]
fn calls_that_exceed_the_first_round_are_computed_again() {
    use crate::hostile::{Folder, code, sh, text};
    let folder = Folder::new("first-round");
    for name in ["a", "b", "m"] {
        std::fs::create_dir_all(folder.0.join(name)).expect("a directory");
    }
    let long = "join(\"\", [for i in range(1000) : \"0123456789012345678901234567890123456789\"])";
    folder.write(
        "m/main.tf",
        &format!(
            "variable \"n\" {{\n  type = string\n}}\nlocals {{\n  long = {long}\n  many = [for i in range(1000) : \
             \"${{local.long}}${{i}}${{var.n}}\"]\n}}\noutput \"size\" {{\n  value = length(local.many)\n}}\n\
             output \"kind\" {{\n  value = var.n\n}}\n"
        ),
    );
    for name in ["a/main.tf", "b/main.tf"] {
        folder.write(
            name,
            "module \"m\" {\n  source = \"../m\"\n  n      = \"n\"\n}\noutput \"kind\" {\n  value = module.m.kind\n}\n\
             output \"more\" {\n  value = module.m.size + \"a\"\n}\n",
        );
    }
    let output = sh("hclx check --no-cache --format concise .", &folder.0, "");
    let said = text(&output);
    assert_eq!(code(&output, "a check"), 1, "{said}");
    assert!(said.contains("2 errors in 2 files (3 checked)") && !said.contains("HX0011"), "{said}");
}
