//! Hostile input: nothing crashes the binary, whatever is nested or repeated; a limit that is named stops
//! excessive input. Every run has a small stack, and no test depends on a clock.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A directory that is removed when the test ends.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    /// A new directory; `name` distinguishes tests.
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("hclx-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    /// Writes a file, and returns its path in the form for a shell.
    pub(crate) fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).expect("a file of the test");
        let path = path.display().to_string();
        if cfg!(windows) { path.replace('\\', "/") } else { path }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The limit of the stack, where a shell can set one.
const STACK: &str = if cfg!(unix) { "ulimit -s 1024; " } else { "" };

/// Runs a command line of `sh` with the binary on the path and a stack of 1 MB.
pub(crate) fn sh(line: &str, folder: &Path, stdin: &str) -> Output {
    let binary = crate::program();
    let path = std::env::join_paths(
        std::iter::once(binary.parent().expect("a folder").to_owned())
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    let mut child = Command::new("sh")
        .args(["-c", &format!("{STACK}{line}")])
        .env("PATH", path.expect("folders of the path"))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    let mut input = child.stdin.take().expect("a pipe");
    let text = stdin.to_owned();
    let writer = std::thread::spawn(move || drop(input.write_all(text.as_bytes())));
    let output = child.wait_with_output().expect("an end");
    writer.join().expect("the input is written");
    output
}

pub(crate) fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// The exit code; a signal is none.
pub(crate) fn code(output: &Output, what: &str) -> i32 {
    output.status.code().unwrap_or_else(|| panic!("{what} was killed: {}", text(output)))
}

/// A construct that is nested or repeated a number of times.
type Construct = (&'static str, fn(usize) -> String);

const CONSTRUCTS: &[Construct] = &[
    ("brackets", |n| format!("x = {}1{}\n", "[".repeat(n), "]".repeat(n))),
    ("splats", |n| format!("x = [1]{}\n", "[*]".repeat(n))),
    ("conditions", |n| format!("x = {}2\n", "true ? 1 : ".repeat(n))),
    ("operators", |n| format!("x = 1{}\n", " + 1".repeat(n))),
    ("signs", |n| format!("x = {}1\n", "-".repeat(n))),
    ("templates", |n| format!("x = {}1{}\n", "\"${".repeat(n.min(3000)), "}\"".repeat(n.min(3000)))),
    ("calls", |n| format!("x = {}\"a\"{}\n", "upper(".repeat(n), ")".repeat(n))),
    ("blocks", |n| format!("{}{}", "b {\n".repeat(n), "}\n".repeat(n))),
    ("doubled", |n| {
        let levels = n.min(60);
        format!("x = {}[1]{}\n", "[for a in [".repeat(levels), "]: [a, a]]".repeat(levels))
    }),
    ("reversed", |n| {
        format!("x = [for l in [split(\"\", format(\"%0{n}d\", 0))]: length([for a in l: reverse(l)])]\n")
    }),
    ("searched", |n| {
        format!(
            "x = [for l in [split(\"\", format(\"%0{n}d\", 0))]: length([for a in l: a if contains(l, \"z\")])]\n"
        )
    }),
    ("wrong", |n| format!("x = [{}]\n", "upper(), ".repeat(n.min(2000)))),
];

/// More constructs, which only some languages have.
const MORE_CONSTRUCTS: &[Construct] = &[
    ("steps", |n| format!("x = a{}\n", ".b".repeat(n))),
    ("directives", |n| format!("x = \"{}a{}\"\n", "%{if true}".repeat(n), "%{endif}".repeat(n))),
    ("attributes", |n| (0..n).map(|i| format!("a{i} = b{i}\n")).collect()),
    ("locals", |n| {
        let one = |i: usize| format!("  l{i} = [local.l{}, local.l{}]\n", i + 1, i + 1);
        format!("locals {{\n{}  l{n} = 1\n}}\n", (0..n).map(one).collect::<String>())
    }),
    ("unclosed", |n| "b \"a\" { x = [ \"${".repeat(n)),
    ("heredocs", |n| (0..n).map(|i| format!("a{i} = <<E\n${{\nE\n")).collect()),
    ("types", |n| format!("variable \"a\" {{\n  type = {}string{}\n}}\n", "list(".repeat(n), ")".repeat(n))),
    ("defaults", |n| {
        let list = "1, ".repeat(n);
        format!("variable \"a\" {{\n  default = [for a in [{list}]: [for b in [{list}]: a]]\n}}\n")
    }),
];

/// Blocks inside of blocks.
const BLOCKS: &[Construct] = &[
    ("blocks with attributes", |n| format!("{}{}", "b \"l\" {\n  a = 1\n".repeat(n), "}\n".repeat(n))),
    ("dynamic blocks", |n| {
        let (open, close) = ("dynamic \"x\" {\n  for_each = [1, 2]\n  content {\n", "  }\n}\n");
        format!("resource \"a_b\" \"c\" {{\n{}{}}}\n", open.repeat(n), close.repeat(n))
    }),
];

/// The name of a file of each language.
const NAMES: &[(&str, &str)] = &[
    ("hcl", "a.hcl"),
    ("terraform", "main.tf"),
    ("opentofu", "main.tofu"),
    ("packer", "a.pkr.hcl"),
    ("nomad", "a.nomad.hcl"),
    ("bake", "docker-bake.hcl"),
    ("terragrunt", "terragrunt.hcl"),
    ("pcl", "a.pp"),
    ("mull", "a.mull"),
    ("template", "a.tftpl"),
    ("tflint", ".tflint.hcl"),
    ("terraform-lock", ".terraform.lock.hcl"),
    ("terraform-stacks", "a.tfcomponent.hcl"),
];

/// The byte budget of the runs below, and the limits of their processes: a small stack, 512 MiB of address
/// space, and 8 times the budget for everything that may be written.
const BUDGET: &str = "--max-memory 32M --max-steps 1000000 --no-config";
pub(crate) const LIMITS: &str = if cfg!(target_os = "linux") {
    "ulimit -v 524288; ulimit -d 262144; export RAYON_NUM_THREADS=1; "
} else {
    ""
};

/// Checks that a run ended by itself and, if it gave up, named the limit.
fn is_good_end(output: &Output, what: &str) {
    let said = text(output);
    let shown = || said.chars().take(500).collect::<String>();
    match code(output, what) {
        0 | 1 => {}
        _ => assert!(said.contains("longer than the limit of"), "{what}: {}", shown()),
    }
    // an answer of 64 MiB, and the message that it is longer
    assert!(said.len() < (64 << 20) + 1024, "{what} says too much");
}

/// Every construct under every command ends by itself, and names the limit if there is one.
#[test]
fn constructs_end_by_themselves() {
    let folder = Folder::new("constructs");
    for (name, make) in CONSTRUCTS {
        let path = folder.write("a.hcl", &make(12_000));
        for command in ["check", "infer", "eval", "eval --format json", "parse"] {
            let flags = if command == "parse" { "" } else { BUDGET };
            let what = format!("{command} of {name}");
            let output = sh(&format!("{LIMITS}hclx {command} {flags} {path}"), &folder.0, "");
            is_good_end(&output, &what);
        }
        let source = make(12_000).trim_start_matches("x = ").replace('\n', " ");
        let question = serde_json::json!({"op": "eval", "src": source, "id": 1});
        let more = "{\"op\": \"unify\", \"types\": [\"int\"], \"id\": 2}\n";
        let output = sh("hclx batch", &folder.0, &format!("{question}\n{more}"));
        assert_eq!(code(&output, name), 0);
        assert_eq!(text(&output).lines().count(), 2, "batch of {name}");
    }
}

/// An answer costs little more than its text, regardless of the number of parts, because parts are created
/// when they are written.
#[test]
fn answers_of_many_parts_are_written_part_by_part() {
    let folder = Folder::new("parts");
    let attributes = |count: usize| (0..count).map(|at| format!("a{at} = 1\n")).collect::<String>();
    let path = folder.write("many.hcl", &attributes(50_000));
    let block = folder.write("block.hcl", &format!("a {{\n{}}}\n", attributes(50_000)));
    for command in ["eval", "infer"] {
        for path in [&path, &block] {
            let line = format!("{LIMITS}hclx {command} --format json --no-config {path}");
            let output = sh(&line, &folder.0, "");
            assert_eq!(code(&output, command), 0, "{command} of {path}");
            assert_eq!(text(&output).matches("\"name_span\"").count(), 50_000, "{command} of {path}");
        }
    }
    let question = serde_json::json!({"op": "eval_body", "src": attributes(50_000)}).to_string();
    let output = sh(&format!("{LIMITS}hclx batch"), &folder.0, &question);
    assert!(text(&output).contains("the output is longer than the limit of "), "{}", text(&output).len());
}

/// The same for every language. No run takes more than 8 times its memory budget.
#[test]
fn constructs_end_by_themselves_in_all_languages() {
    let folder = Folder::new("languages");
    let constructs = || CONSTRUCTS.iter().chain(MORE_CONSTRUCTS);
    for (language, file) in NAMES {
        for (name, make) in constructs() {
            std::fs::create_dir_all(folder.0.join(language).join(name)).expect("a folder");
            folder.write(&format!("{language}/{name}/{file}"), &make(200));
        }
        for command in
            ["check", "check --format json", "check --diff --unsafe-fixes --select style,pedantic", "infer"]
        {
            let what = format!("{command} in {language}");
            let line =
                format!("{LIMITS}hclx {command} -j 1 {BUDGET} --dialect {language} {language}/*/{file}");
            is_good_end(&sh(&line, &folder.0, ""), &what);
        }
        for (name, _) in constructs() {
            let what = format!("eval of {name} in {language}");
            let unit = format!("{language}/{name}/{file}");
            let line = format!("{LIMITS}hclx eval --format json {BUDGET} --dialect {language} {unit}");
            is_good_end(&sh(&line, &folder.0, ""), &what);
        }
        // blocks are processed differently from schemas
        for (name, make) in BLOCKS {
            // a separate directory, because other files of a directory may belong to the unit
            let place = format!("{language}-{}", name.replace(' ', "-"));
            std::fs::create_dir_all(folder.0.join(&place)).expect("a folder");
            let unit = folder.write(&format!("{place}/{file}"), &make(300));
            for command in ["check", "infer"] {
                let line = format!("{LIMITS}hclx {command} {BUDGET} --dialect {language} {unit}");
                is_good_end(&sh(&line, &folder.0, ""), &format!("{command} of {name} in {language}"));
            }
        }
    }
}

#[test]
fn deep_packed_values_are_refused() {
    for open in ["91", "81a161"] {
        let digits = format!("{}c0", open.repeat(25_000));
        let line = format!("{{\"op\": \"msgpack\", \"decode\": \"{digits}\"}}\n{{\"op\": \"range\"}}\n");
        let output = sh("hclx batch", Path::new("."), &line);
        let text = text(&output);
        assert!(text.contains("limit of 10000 levels of nested values"), "{text}");
        assert_eq!(text.lines().count(), 2);
    }
}

#[test]
fn deep_answers_are_written() {
    let folder = Folder::new("deep");
    let path = folder.write("a.hcl", &format!("x = {}{}\n", "[".repeat(9_900), "]".repeat(9_900)));
    let output = sh(&format!("hclx eval --format json {path}"), &folder.0, "");
    assert_eq!(code(&output, "eval"), 0);
    assert!(output.stdout.len() < 1 << 20, "indentation is limited");
    let ty = format!("{}string{}", "object({a=optional(".repeat(1_500), ")})".repeat(1_500));
    let question = serde_json::json!({"op": "type", "src": ty});
    let output = sh("hclx batch", &folder.0, &format!("{question}\n"));
    assert!(output.stdout.len() < 9_000_000, "{} bytes", output.stdout.len());
    // the form for cty exists at any depth
    let question =
        serde_json::json!({"op": "type", "src": format!("{}string{}", "list(".repeat(300), ")".repeat(300))});
    let said = text(&sh("hclx batch", &folder.0, &format!("{question}\n")));
    assert!(said.contains("\"ctype\":[\"list\",[\"list\","), "{said}");
}

/// The number of attributes of a type in an argument: a command line of Windows has at most 32,767 characters.
const WIDE: usize = if cfg!(windows) { 1_500 } else { 5_000 };

/// Types in messages are truncated, with a description of the whole type; answers contain whole types.
#[test]
fn types_in_messages_are_cut() {
    let wide = format!("object({{{}}})", (0..WIDE).map(|at| format!("a{at}=string,")).collect::<String>());
    let start = "object({a0 = string, a1 = string, a10 = string, a100 = string";
    let folder = Folder::new("cut");
    for (line, end) in [
        (format!("hclx convert '{wide}' string"), format!("… (an object of {WIDE} attributes))\n")),
        (format!("hclx refine '{wide}' --prefix a"), format!("… (an object of {WIDE} attributes)\n")),
        (format!("hclx unify '{wide}' 'list(int)'"), "… (a union of 2 types)\n".to_owned()),
    ] {
        let said = text(&sh(&line, &folder.0, ""));
        assert!(said.len() < 800 && said.ends_with(&*end), "{said}");
    }
    let output = sh(&format!("hclx convert '{wide}' string"), &folder.0, "");
    assert!(text(&output).contains(&format!("found {start}")), "{}", text(&output));
    let answer = text(&sh(&format!("hclx infer -e it --var 'it:{wide}'"), &folder.0, ""));
    assert!(answer.len() > 12 * WIDE && !answer.contains('…'), "{} bytes", answer.len());
    // the parts of a type of Mull
    let fields: String = (0..5000).map(|at| format!("  a{at}: 1\n")).collect();
    let mull = folder.write("a.mull", &format!("b:\n{fields}c: ${{b + 1}}\nd: ${{b.x}}\n"));
    let said = text(&sh(&format!("hclx check {mull}"), &folder.0, ""));
    assert!(
        said.contains('…') && said.len() < 5_000,
        "{} bytes: {}",
        said.len(),
        &said[..1000.min(said.len())]
    );
}

#[test]
fn limits_are_no_answers() {
    for (expression, said) in [
        ("can(format(\"%0300000000d\", 1))", "HX0011"),
        ("try(format(\"%0300000000d\", 1), \"fallback\")", "HX0011"),
        ("can(tonumber(\"1e100001\"))", "HX2051"),
        ("try(tonumber(\"1e100001\"), \"fallback\")", "HX2051"),
    ] {
        let output = sh(&format!("hclx eval --dialect terraform -e '{expression}'"), Path::new("."), "");
        assert_eq!(code(&output, expression), 1);
        assert!(text(&output).contains(said), "{expression}: {}", text(&output));
    }
}

/// Calls of a module with many outputs of one collection: each compares the collection with those of other calls once.
#[test]
fn calls_of_a_module_with_many_outputs_are_within_the_limits() {
    let folder = Folder::new("outputs");
    let name = |at| format!("    kind_{at} = {{ name = join(\"-\", compact([\"k{at}\", local.suffix])) }}\n");
    let output = |at| format!("output \"kind_{at}\" {{\n  value = local.names.kind_{at}\n}}\n");
    let call =
        |at| format!("module \"m{at}\" {{\n  source = \"./naming\"\n  suffix = [\"w{at}\", var.place]\n}}\n");
    let names: String = (0..300).map(name).collect();
    let locals = format!("locals {{\n  suffix = join(\"-\", var.suffix)\n  names = {{\n{names}  }}\n}}\n");
    let variable = |name: &str, ty: &str| format!("variable \"{name}\" {{\n  type = {ty}\n}}\n");
    std::fs::create_dir_all(folder.0.join("naming")).expect("a directory of the test");
    let outputs: String = (0..300).map(output).collect();
    folder.write("naming/main.tf", &(variable("suffix", "list(string)") + &locals + &outputs));
    folder.write("main.tf", &(variable("place", "string") + &(0..40).map(call).collect::<String>()));
    let output = sh("hclx check -q --max-steps 500000 .", &folder.0, "");
    assert_eq!(text(&output), "");
}

#[test]
fn names_and_values_do_not_steer_a_terminal() {
    let folder = Folder::new("names");
    std::fs::create_dir_all(folder.0.join("repo/fixture")).expect("a folder");
    let path = folder.write(
        "a.json",
        "{\"a\\u001b[2J\\nforged = 1\": \"\\u009b31m\\u202e\", \"b\": [\"\\u0007\", {\"\\u200e\": 1}]}",
    );
    let hcl = folder.write("a.hcl", "x = \"\u{9b}2J\u{202e}\"\ny = upper(\"\u{1b}[31m\", 1)\n");
    for line in [
        format!("hclx eval {path}"),
        format!("hclx infer {path}"),
        format!("hclx eval --format json {path}"),
        format!("hclx check {hcl}"),
        format!("hclx eval {hcl}"),
        "hclx explain \"$(printf '\\033[2J')\"".to_owned(),
        "hclx functions \"$(printf '\\033[2J')\"".to_owned(),
        "hclx check --\"$(printf '\\033[2J')\"".to_owned(),
        "hclx check \"$(printf '\\033[2J')\"".to_owned(),
        "hclx eval -e '\"a\u{9b}\"'".to_owned(),
    ] {
        let said = text(&sh(&line, &folder.0, ""));
        let obeyed =
            |c: &char| c.is_control() && *c != '\n' || matches!(c, '\u{202a}'..='\u{202e}' | '\u{200e}');
        assert_eq!(said.chars().find(obeyed), None, "{line}: {said:?}");
        assert!(!said.contains("\nforged"), "{line}: {said}");
    }
}

#[cfg(unix)]
#[test]
fn a_repository_of_somebody_else_leads_nowhere() {
    let folder = Folder::new("leaks");
    let outside = Folder::new("outside");
    let secret = outside.write("secret.hcl", "secret = hunter2(\n");
    let said = |what: &str| {
        let output = sh("hclx check", &folder.0, "");
        let said = text(&output);
        assert!(!said.contains("hunter2"), "{what}: {said}");
        (code(&output, what), said)
    };
    folder.write("a.hcl", "x = 1\n");
    for spec in [secret.as_str(), "/proc/self/environ", "../outside"] {
        folder.write("hclx.toml", &format!("[[spec]]\nfiles = [\"*.hcl\"]\nspec = \"{spec}\"\n"));
        assert_eq!(said(spec).0, 2);
    }
    let config = folder.0.join("hclx.toml");
    std::fs::remove_file(&config).expect("it was written");
    std::os::unix::fs::symlink(&secret, &config).expect("a link");
    assert_eq!(said("a link to settings").0, 2);
    std::fs::remove_file(&config).expect("it was made");
    std::os::unix::fs::symlink(&secret, folder.0.join("b.hcl")).expect("a link");
    let (code, said) = said("a link in the walk");
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("b.hcl` was not read: it is a symbolic link"), "{said}");
}

/// A broken link in a module does not hide errors of the module.
#[cfg(unix)]
#[test]
fn links_to_other_files_hide_nothing() {
    let folder = Folder::new("beside");
    std::fs::create_dir_all(folder.0.join("repo")).expect("a folder");
    folder.write("repo/main.tf", "locals {\n  a = production\n}\n");
    std::os::unix::fs::symlink("nowhere", folder.0.join("repo/.pre-commit-config.yaml")).expect("a link");
    let line = "cd repo; hclx check .";
    let output = sh(line, &folder.0, "");
    let said = text(&output);
    assert_eq!(code(&output, line), 1, "{said}");
    assert!(said.contains("`production` looks like a reference"), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_skipped_in_silence() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new("skipped");
    let name = std::ffi::OsStr::from_bytes(b"bad\xff.hcl");
    std::fs::write(folder.0.join(name), "x = upper()\n").expect("a file of the test");
    for line in ["hclx check .", "hclx check bad*", "hclx check --format json .", "hclx infer ."] {
        let output = sh(line, &folder.0, "");
        let said = text(&output);
        assert_eq!(code(&output, line), 1, "{said}");
        assert!(said.contains("bad\\xff.hcl") || said.contains("bad\\\\xff.hcl"), "{line}: {said}");
    }
    // the file is fixed by that name
    std::fs::write(folder.0.join(name), "x = \"${y}\"\n").expect("a file of the test");
    let output = sh("hclx check --fix --select style .", &folder.0, "");
    assert_eq!(
        std::fs::read_to_string(folder.0.join(name)).expect("it is there"),
        "x = y\n",
        "{}",
        text(&output)
    );
    std::fs::write(folder.0.join("hclx.toml"), vec![b' '; 2 << 20]).expect("a file of the test");
    assert!(text(&sh("hclx check .", &folder.0, "")).contains("larger than the limit of 1048576 bytes"));
}

/// A file that the system does not allow the run to read is named. If the test has too many rights, `setpriv`
/// drops them.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_read_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("unreadable");
    let closed = |name: &str| {
        let path = folder.0.join(name);
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o000)).expect("set");
    };
    std::fs::create_dir_all(folder.0.join("net/closed")).expect("a folder");
    std::fs::create_dir_all(folder.0.join("module")).expect("a folder");
    folder.write(
        "net/main.tf",
        "output \"a\" {\n  value = var.a\n}\nmodule \"m\" {\n  source = \"../module\"\n}\n",
    );
    folder.write("net/other.tf", "variable \"a\" {}\n");
    folder.write("module/main.tf", "");
    closed("net/other.tf");
    closed("net/closed");
    closed("module");
    let drop = "command -v setpriv >/dev/null && [ $(id -u) = 0 ] && setpriv='setpriv --bounding-set=-all --inh-caps=-all --reuid 65534 --clear-groups'";
    for (line, names) in [
        ("hclx check net", &["net/closed", "net/other.tf", "module"][..]),
        ("hclx check net/main.tf", &["net/other.tf", "module"]),
    ] {
        let output = sh(&format!("chmod 755 .; {drop}; $setpriv {line}"), &folder.0, "");
        let said = text(&output);
        if said.contains("setpriv:") || said.contains("nothing wrong") {
            return;
        }
        assert_eq!(code(&output, line), 2, "{said}");
        for name in names {
            assert!(said.contains(&format!("cannot read `{name}`: Permission denied")), "{line}: {said}");
        }
        assert!(
            !said.contains("declare"),
            "what may be declared in a file that was not read is open: {said}"
        );
    }
    for name in ["net/closed", "module", "net/other.tf"] {
        let path = folder.0.join(name);
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("set");
    }
}

/// Links in a module are not followed out of it, and names that are open because of them are not reported.
#[cfg(unix)]
#[test]
fn units_with_links_are_open() {
    let folder = Folder::new("links");
    std::fs::create_dir_all(folder.0.join("repo/.git")).expect("a folder");
    std::fs::create_dir_all(folder.0.join("repo/net")).expect("a folder");
    std::fs::create_dir_all(folder.0.join("repo/module")).expect("a folder");
    std::fs::create_dir_all(folder.0.join("out")).expect("a folder");
    folder.write(
        "repo/net/main.tf",
        "variable \"a\" {}\noutput \"x\" {\n  value = var.secret\n}\noutput \"y\" {\n  value = local.z\n}\n\
         module \"m\" {\n  source = \"../module\"\n  name   = 1\n}\noutput \"m\" {\n  value = module.m.nothing\n}\n\
         module \"o\" {\n  source = \"../../out\"\n}\noutput \"o\" {\n  value = module.o.password\n}\n",
    );
    folder.write(
        "out/s.tf",
        "variable \"a\" { default = \"hunter2\" }\noutput \"password\" { value = \"hunter2\" }\n",
    );
    folder.write("repo/module/main.tf", "locals {\n  b = 1\n}\n");
    let link = |to: &str, name: &str| {
        std::os::unix::fs::symlink(to, folder.0.join(name)).expect("a link");
    };
    link("../../out/s.tf", "repo/net/s.tf");
    link("../../out/s.tf", "repo/module/o.tf");
    for line in ["hclx check net", "hclx check net/main.tf", "hclx check --format json .", "hclx infer net"] {
        let output = sh(&format!("cd repo; {line}"), &folder.0, "");
        let said = text(&output);
        assert_eq!(code(&output, line), 0, "{line}: {said}");
        assert!(!said.contains("hunter2"), "{line}: {said}");
        assert!(
            said.contains("`net/s.tf` was not read") && said.contains("`../out` was not read"),
            "{line}: {said}"
        );
    }
    // what is named is read
    let said = text(&sh("cd repo; hclx check net ../out", &folder.0, ""));
    assert!(!said.contains("`../out` was not read"), "{said}");
    // links inside the repository are followed
    std::fs::remove_file(folder.0.join("repo/net/s.tf")).expect("it was made");
    folder.write("repo/module/s.hcl", "variable \"secret\" {}\nlocals {\n  z = 1\n}\n");
    link("../module/s.hcl", "repo/net/s.tf");
    let output = sh("cd repo; hclx check net", &folder.0, "");
    assert_eq!(code(&output, "links inside"), 0, "{}", text(&output));
    assert!(!text(&output).contains("`net/s.tf` was not read"), "{}", text(&output));
}

/// A baseline that settings name is not written through a link out of the repository. The file that replaces a broken
/// link does not have the permissions of the link.
#[cfg(unix)]
#[test]
fn settings_write_nothing_elsewhere() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("written");
    std::fs::create_dir_all(folder.0.join("repo")).expect("a folder");
    let outside = folder.write("outside.json", "mine");
    folder.write("repo/a.hcl", "x = upper()\n");
    folder.write("repo/hclx.toml", "baseline = \"known.json\"\n");
    std::os::unix::fs::symlink(&outside, folder.0.join("repo/known.json")).expect("a link");
    for line in ["hclx check --update-baseline .", "hclx check ."] {
        let output = sh(&format!("cd repo; {line}"), &folder.0, "");
        let said = text(&output);
        assert_eq!(code(&output, line), 2, "{said}");
        assert!(
            said.contains(
                "`known.json` is outside of the repository; settings can only refer to paths inside"
            ),
            "{said}"
        );
        assert_eq!(std::fs::read_to_string(&outside).expect("it is there"), "mine");
    }
    let line = "cd repo; umask 022; ln -sfn nothing.json known.json; hclx check --update-baseline .";
    let output = sh(line, &folder.0, "");
    assert_eq!(code(&output, line), 0, "{}", text(&output));
    let known = std::fs::symlink_metadata(folder.0.join("repo/known.json")).expect("it is there");
    assert_eq!((known.is_file(), known.permissions().mode() & 0o777), (true, 0o644));
}

/// Ignore files are untrusted too: none of them stops a walk or leads it elsewhere, and unreadable ones are
/// named.
#[cfg(target_os = "linux")]
#[test]
fn files_of_patterns_are_read_as_all_files_are() {
    let folder = Folder::new("patterns");
    std::fs::create_dir_all(folder.0.join("repo/.git")).expect("a folder");
    folder.write("repo/a.hcl", "x = upper()\n");
    folder.write("repo/b.hcl", "x = 1\n");
    folder.write("outside", "*.hcl\n");
    let run = |what: &str, make: &str| {
        let line = format!(
            "cd repo; {make}; {LIMITS}timeout 600 hclx check --format concise .; s=$?; rm -f .gitignore .ignore .hclxignore; exit $s"
        );
        let output = sh(&line, &folder.0, "");
        (code(&output, what), text(&output))
    };
    for name in [".gitignore", ".ignore", ".hclxignore"] {
        for (make, why) in [
            ("mkfifo", "it is a named pipe, not a regular file\n"),
            ("ln -s /dev/zero", "a virtual directory of the system"),
            ("ln -s ../outside", "it is a symbolic link out of the repository"),
            ("truncate -s 300K", "larger than the limit of 262144 bytes"),
        ] {
            let (code, said) = run(name, &format!("{make} {name}"));
            assert_eq!(code, 2, "{make} {name}: {said}");
            assert!(said.contains(&format!("cannot read `{name}`")) && said.contains(why), "{said}");
            assert!(said.contains("a.hcl:1"), "what is not left out is judged: {said}");
        }
        let (code, said) = run(name, &format!("echo a.hcl > {name}"));
        assert!(code == 0 && said.ends_with("\n1 file checked, nothing wrong\n"), "{name}: {code} {said}");
        // the deepest pattern that fits decides
        let (code, said) = run(name, &format!("printf '*.hcl\\n!a.hcl\\n' > {name}"));
        assert_eq!(code, 1, "{name}: {said}");
    }
    let (code, said) = run("a pipe", "mkfifo c.hcl");
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("`c.hcl` was not read: it is not a regular file"), "{said}");
    let named = sh("mkfifo named; hclx check named", &folder.0, "");
    assert!(
        text(&named).contains("it is a named pipe, not a regular file; pipe it in and name `-`\n"),
        "{}",
        text(&named)
    );
}

/// A file with several names through links is reported once, under its own name if that is also checked, and
/// fixed once.
#[cfg(unix)]
#[test]
fn a_file_of_several_names_is_told_once() {
    let folder = Folder::new("same");
    for inner in [".git", "m"] {
        std::fs::create_dir_all(folder.0.join(inner)).expect("a folder");
    }
    let own = folder.write("own.hcl", "x = upper()\ny = \"${z}\"\n");
    let link = |to: &str, name: &str| {
        std::os::unix::fs::symlink(to, folder.0.join(name)).expect("a link");
    };
    link("own.hcl", "b.hcl");
    link("../own.hcl", "m/c.hcl");
    link("m", "n");
    let said = "1:11: error[HX4002] `upper` takes 1 argument, found 0: missing `str`\n";
    for (paths, name, checked) in [
        ("", "own.hcl", 3),
        ("b.hcl own.hcl", "own.hcl", 2),
        ("b.hcl n m", "b.hcl", 3),
        ("n/c.hcl", "n/c.hcl", 1),
    ] {
        let output = sh(&format!("hclx check --format concise {paths}"), &folder.0, "");
        let note = match checked {
            1 => "1 file is".to_owned(),
            count => format!("{count} files are"),
        };
        let note = format!(
            "note: {note} plain HCL of no known application: only syntax and expressions were checked"
        );
        let total = format!("1 error in 1 file ({checked} checked)");
        assert_eq!(text(&output), format!("{name}:{said}{note}\n{total}\n"), "{paths}");
    }
    let output = sh("hclx check --format concise --select style --fix", &folder.0, "");
    let (fixed, total) = ("1 finding fixed\n", "1 error in 1 file (3 checked)\n");
    let note =
        "note: 3 files are plain HCL of no known application: only syntax and expressions were checked\n";
    assert_eq!(text(&output), format!("own.hcl:{said}{fixed}{note}{total}"));
    assert_eq!(std::fs::read_to_string(own).expect("it is there"), "x = upper()\ny = z\n");
    // an error that occurs under only one name is reported under that name
    for module in ["one", "two"] {
        std::fs::create_dir_all(folder.0.join(module)).expect("a folder");
    }
    folder.write("one/main.tf", "output \"a\" {\n  value = var.a\n}\n");
    folder.write("one/variables.tf", "variable \"a\" {}\n");
    link("../one/main.tf", "two/main.tf");
    let output = sh("hclx check --format concise one two", &folder.0, "");
    assert!(
        text(&output).starts_with("two/main.tf:2:11: error[HX3001] unknown variable `var.a`\n"),
        "{}",
        text(&output)
    );
}

/// A schema that was named but cannot be used is an error, and no cached one is used in its place.
#[test]
fn nothing_is_judged_by_another_schema_than_the_named_one() {
    let folder = Folder::new("named-schema");
    let schema = r#"{"format_version":"1.0","provider_schemas":{"registry.terraform.io/a/foo":{"resource_schemas":
        {"foo_bar":{"version":0,"block":{"attributes":{"b":{"type":"string","optional":true}}}}}}}}"#;
    folder.write("schema.json", schema);
    folder.write("broken.json", &schema[..schema.len() - 1]);
    folder.write("main.tf", "terraform {\n  required_providers {\n    foo = { source = \"a/foo\" }\n  }\n}\nresource \"foo_none\" \"x\" {}\n");
    std::fs::create_dir_all(folder.0.join("pcl")).expect("a folder");
    folder.write("pcl/main.pp", "resource \"x\" \"foo:index:None\" {\n}\n");
    folder.write("package.json", r#"{"name":"foo","version":"1.0.0","resources":{"foo:index:Bar":{}}}"#);
    let run = |line: &str| {
        let output = sh(&format!("export HCLX_CACHE=cache; {line}"), &folder.0, "");
        (code(&output, line), text(&output))
    };
    assert_eq!(run("hclx schema import schema.json package.json").0, 0);
    let (kept, said) = run("hclx check --format concise main.tf pcl/main.pp");
    assert!(kept == 1 && said.contains("provider `foo` has no resource `foo_none`"), "{said}");
    assert!(said.contains("foo:index:None"), "{said}");
    for (file, why) in [
        ("broken.json", "error[HX0001]: cannot use `broken.json`: "),
        ("none.json", "hclx: cannot read `none.json`: no such file or directory"),
    ] {
        for path in ["main.tf", "pcl/main.pp"] {
            let (code, said) = run(&format!("hclx check --format concise --provider-schema {file} {path}"));
            assert_eq!(code, 2, "{path}: {said}");
            assert!(said.starts_with(why), "{path}: {said}");
            assert!(
                !said.contains("foo_none")
                    && !said.contains("index:None")
                    && !said.contains("is checked with"),
                "{path}: {said}"
            );
        }
    }
}

/// Edits are applied only to the checked files.
#[cfg(unix)]
#[test]
fn edits_stay_in_the_files_that_were_judged() {
    let folder = Folder::new("edited");
    std::fs::create_dir_all(folder.0.join("repo/.git")).expect("a folder");
    let outside = folder.write("outside.hcl", "x = \"${y}\"\n");
    let own = folder.write("repo/own.hcl", "x = \"${y}\"\n");
    std::os::unix::fs::symlink(&outside, folder.0.join("repo/a.hcl")).expect("a link");
    std::os::unix::fs::symlink("own.hcl", folder.0.join("repo/b.hcl")).expect("a link");
    folder.write("repo/read_only.hcl", "x = \"${y}\"\n");
    let line = "cd repo; chmod 444 read_only.hcl; hclx check --select style --fix .";
    let said = text(&sh(line, &folder.0, ""));
    let read = |path: &str| std::fs::read_to_string(path).expect("it is there");
    assert_eq!(read(&outside), "x = \"${y}\"\n", "{said}");
    assert_eq!(read(&own), "x = y\n", "{said}");
    assert!(folder.0.join("repo/b.hcl").is_symlink(), "a link stays one");
    let left = std::fs::read_dir(folder.0.join("repo")).expect("a folder").count();
    assert_eq!(left, 5, "nothing is left beside the files");
}
