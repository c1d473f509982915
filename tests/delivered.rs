//! Delivered files are current: completions, man pages, the schema of settings, examples of codes.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::hostile::{Folder, sh, text as text_of};

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn hclx(arguments: &[&str]) -> Output {
    Command::new(crate::program())
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("hclx runs")
}

#[test]
fn completions_are_current() {
    let files = [
        ("bash", "hclx.bash"),
        ("zsh", "_hclx"),
        ("fish", "hclx.fish"),
        ("elvish", "hclx.elv"),
        ("powershell", "_hclx.ps1"),
        ("nushell", "hclx.nu"),
    ];
    for (shell, name) in files {
        kept(&format!("completions/{name}"), &hclx(&["completions", shell]).stdout);
    }
}

#[test]
fn the_schema_of_settings_is_current_and_says_what_the_program_says() {
    let now = hclx(&["config", "--json-schema"]).stdout;
    kept("packaging/hclx.schema.json", &now);
    let schema: serde_json::Value = serde_json::from_slice(&now).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a JSON Schema");
    let page = std::fs::read_to_string(root("docs/hclx-toml.md")).expect("a page");
    let examples = page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut accepted = 0;
    for (text, expected) in
        examples.map(|text| (text, true)).chain(MISTAKES.iter().map(|text| (*text, false)))
    {
        let table: toml::Table = text.parse().expect("TOML");
        let value = serde_json::to_value(&table).expect("JSON");
        assert_eq!(schema.is_valid(&value), expected, "by the schema: {text}");
        let folder = std::env::temp_dir().join(format!("hclx-settings-{}", std::process::id()));
        // the names in the settings of the examples
        for file in ["live/prod/main.tf", "live/prod.tfvars", "daemon/daemon.hcldec", "schemas/aws.json"] {
            let file = folder.join(file);
            std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            std::fs::write(file, "").expect("written");
        }
        std::fs::write(folder.join("hclx.toml"), text).expect("written");
        let said = hclx(&["config", "--config", &folder.join("hclx.toml").to_string_lossy()]);
        std::fs::remove_dir_all(&folder).expect("the folder is ours");
        assert_eq!(
            said.status.success(),
            expected,
            "by the program: {text}\n{}",
            String::from_utf8_lossy(&said.stderr)
        );
        accepted += usize::from(expected);
    }
    assert!(accepted >= 3, "{accepted} examples");
}

/// One error of each kind in a settings file.
const MISTAKES: &[&str] = &[
    "exclud = []",
    "exclude = \"a\"",
    "include = [1]",
    "jobs = -1",
    "jobs = \"2\"",
    "format = \"xml\"",
    "respect-ignore-files = 1",
    "[dialect]\n\"*.x\" = \"pascal\"",
    "[rules]\nHX9999 = \"off\"",
    "[rules]\nstyle = \"loud\"",
    "[spec]\nfiles = []",
    "[[spec]]\nfiles = []",
    "[[per-file]]\nfiles = []\nrules = 1",
    "[[per-file]]\nfiles = []\nrules = {}\nmore = 1",
    "[terraform]\nschema = []",
    "[[terraform.root]]\nvar-files = []",
    "[terraform]\nversions = { a = 1 }",
    "vars = []",
];

/// The man pages are stored as delivered: one for the program, and one for each command.
#[test]
fn man_pages_are_current_and_there_is_one_for_every_command() {
    let page = String::from_utf8(hclx(&["man"]).stdout).expect("text");
    let help = String::from_utf8(hclx(&["--help"]).stdout).expect("text");
    let list =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // an indented line continues the previous one
    let list = list.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let commands: Vec<&str> = list.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.contains(&"check") && commands.len() > 15, "{commands:?}");
    kept("man/hclx.1", page.as_bytes());
    for command in commands.into_iter().filter(|command| *command != "help") {
        assert!(page.contains(&format!(".SH {}", command.to_uppercase())), "{command}");
        let own = String::from_utf8(hclx(&["man", command]).stdout).expect("text");
        assert!(own.contains(&format!("hclx\\-{command}")) && own.contains(".SH OPTIONS"), "{command}");
        kept(&format!("man/hclx-{command}.1"), own.as_bytes());
    }
}

/// A delivered file equals the generated one.
fn kept(path: &str, now: &[u8]) {
    let path = root(path);
    if std::env::var_os("HCLX_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, now).expect("a file that can be written");
    }
    let delivered = std::fs::read(&path).unwrap_or_default();
    assert!(
        delivered == now,
        "{} is not current: HCLX_BLESS=1 cargo test --test main delivered",
        path.display()
    );
}

/// The example of every code causes it, and the fixed example causes no findings.
#[test]
fn examples_of_codes_do_what_they_say() {
    for code in hclx_diag::all_codes() {
        let info = code.info();
        for (text, expected) in [(info.example, true), (info.fixed, false)] {
            if text.is_empty() {
                continue;
            }
            let files = hclx_testkit::files_of_example(text);
            let is_decoded = files.iter().any(|(name, _)| name.ends_with(".hcldec"));
            if text.contains("hclx ") || is_decoded {
                let output = if is_decoded { decoded(&files) } else { sh(text, &root("."), "") };
                let printed = text_of(&output);
                assert_eq!(printed.contains(info.id), expected, "{code}: {text:?} prints {printed}");
                // an error in one line is not an error of `batch`
                assert_eq!(output.status.success(), !expected || text.contains("batch"), "{code}: {text:?}");
                continue;
            }
            let found = match info.id {
                id if !files.is_empty() => codes_of_files(&files, id),
                id if id.starts_with("MU") => codes_of_mull(text),
                id if id.starts_with("HX51") || id.starts_with("HX92") => codes_of_module(text, id),
                _ => codes_of(text),
            };
            let fits = if expected { found.contains(&info.id.to_owned()) } else { found.is_empty() };
            assert!(fits, "{code}: {text:?} gives {found:?}");
        }
    }
}

/// The output of `hclx decode` for a file, with the specification next to it.
fn decoded(files: &[(String, String)]) -> Output {
    let folder = Folder::new("decoded");
    let paths: Vec<String> = files.iter().map(|(name, text)| folder.write(name, text)).collect();
    hclx(&["decode", "--spec", &paths[0], &paths[1]])
}

/// The codes of findings about a text as plain HCL (JSON if it starts with a brace).
fn codes_of(text: &str) -> Vec<String> {
    use hclx_analysis::{Settings, ask, judge};
    use hclx_eval::{Budget, dialect};
    let language = if text.trim_start().starts_with('{') {
        hclx_syntax::ast::Language::Json
    } else {
        hclx_syntax::ast::Language::Native
    };
    let source = hclx_diag::SourceId(0);
    let parsed = ask::parse(source, text.as_bytes().into(), language);
    let judged = judge(source, &parsed, &dialect::HCL, &Settings::default(), &Budget::default());
    judged.diagnostics.iter().map(|finding| finding.code.id().to_owned()).collect()
}

/// The codes of findings about a text as a module of Terraform; findings about unused names count only for
/// their own code.
fn codes_of_module(text: &str, own: &str) -> Vec<String> {
    codes_of_files(&[("main.tf".to_owned(), text.to_owned())], own)
}

/// The codes of findings about several files together.
fn codes_of_files(files: &[(String, String)], own: &str) -> Vec<String> {
    use hclx_analysis::{LintScope, Memory, Question, Session, Settings};
    use hclx_eval::Budget;
    let mut memory = Memory::default();
    files.iter().for_each(|(name, text)| memory.insert(name, text.as_bytes()));
    let memory = std::sync::Arc::new(memory);
    let is_convention = hclx_languages::terraform::CONVENTIONS.iter().any(|code| code.id() == own);
    let lints = if is_convention { LintScope::Conventions } else { LintScope::Mistakes };
    let settings = Settings { lints, shipped_schemas: hclx_schemas::PACKS, ..Settings::default() };
    let mut session = Session::new(hclx_languages::ALL, memory, settings);
    for (name, _) in files {
        session.add(name);
    }
    let snapshot = session.snapshot();
    let is_of_check = is_convention || ["HX9202", "HX9207"].contains(&own);
    let question = if is_of_check { Question::Check } else { Question::Infer };
    let found = snapshot.answer(&snapshot.units()[0], &question, &Budget::default()).findings;
    // an example follows only its own convention
    let found = found.iter().filter(|finding| !is_convention || finding.code.id() == own);
    found.map(|finding| finding.code.id().to_owned()).collect()
}

/// The codes of findings about a Mull document (JSON if it starts with a brace), evaluated without inputs, or
/// checked.
fn codes_of_mull(text: &str) -> Vec<String> {
    use hclx_analysis::{Question, Session, Settings};
    use hclx_eval::Budget;
    let mut session =
        Session::new(&[&hclx_mull::Mull], std::sync::Arc::new(hclx_eval::NoHost), Settings::default());
    session.set(if text.starts_with('{') { "Mu.json" } else { "Mu.yaml" }, text.as_bytes());
    let snapshot = session.snapshot();
    let codes = |question| {
        let found = snapshot.answer(&snapshot.units()[0], &question, &Budget::default()).findings;
        found.into_iter().map(|finding| finding.code.id().to_owned())
    };
    codes(Question::Check).chain(codes(Question::Eval)).collect()
}

/// Commands on the page about CI that users run, in blocks that are not transcripts.
#[test]
fn the_steps_that_the_page_on_ci_shows_do_their_job() {
    let page = std::fs::read_to_string(root("docs/ci.md")).expect("a page");
    let command = |line: &str| {
        let line = line.trim().trim_start_matches("- ");
        let text = line.strip_prefix("run: ").or_else(|| line.strip_prefix("script: "));
        let quoted = line.strip_prefix("sh '").and_then(|rest| rest.strip_suffix('\''));
        text.or(quoted).filter(|text| text.starts_with("hclx ")).map(str::to_owned)
    };
    let commands: Vec<String> = page.lines().filter_map(command).collect();
    assert!(commands.len() >= 3, "{commands:?}");
    let folder = Folder::new("steps");
    folder.write("bad.hcl", "a = [1][2]\n");
    changed_module(&folder.0);
    let outputs: Vec<(i32, bool)> = commands
        .iter()
        .map(|command| {
            let arguments = command.split_whitespace().skip(1).take_while(|word| *word != ">>");
            let output = Command::new(crate::program()).args(arguments).current_dir(&folder.0).output();
            let code = output.expect("hclx runs").status.code().unwrap_or(-1);
            let file = command.split_once("--output ").and_then(|(_, rest)| rest.split_once('='));
            let file = file.and_then(|(_, name)| name.split_whitespace().next());
            let written = file.is_none_or(|name| {
                std::fs::read_to_string(folder.0.join(name)).is_ok_and(|text| text.contains("HX2055"))
            });
            (code, written)
        })
        .collect();
    for (command, (code, written)) in commands.iter().zip(outputs) {
        let accepted =
            ["--exit-zero", "--expect major", "--affected"].iter().any(|flag| command.contains(flag));
        assert_eq!(code, i32::from(!accepted), "{command}");
        assert!(written, "{command}");
    }
    let hooks = std::fs::read_to_string(root(".pre-commit-hooks.yaml")).expect("the hooks");
    let ids: Vec<&str> = page.lines().filter_map(|line| line.trim().strip_prefix("- id: ")).collect();
    assert!(ids.len() >= 2);
    for id in ids {
        let id = id.split(' ').next().unwrap_or_default();
        assert!(hooks.contains(&format!("- id: {id}\n")), "{id}");
    }
}

/// Turns a directory into a repository whose `origin/main` has a module, and changes the module.
fn changed_module(folder: &Path) {
    let git = |arguments: &[&str]| {
        let identity = ["-c", "user.name=hclx", "-c", "user.email=hclx@example.com"];
        let status = Command::new("git").args(identity).args(arguments).current_dir(folder).status();
        assert!(status.is_ok_and(|status| status.success()), "git {arguments:?}");
    };
    std::fs::write(folder.join("main.tf"), "variable \"size\" { type = string }\n").expect("written");
    git(&["init", "--quiet"]);
    git(&["add", "main.tf"]);
    git(&["commit", "--quiet", "--message", "a module"]);
    git(&["update-ref", "refs/remotes/origin/main", "HEAD"]);
    std::fs::write(folder.join("main.tf"), "variable \"size\" { type = number }\n").expect("written");
}

#[test]
fn good_examples_are_good_and_the_bad_one_is_bad() {
    assert!(hclx(&["check", "examples/service.hcl", "examples/service.hcl.json"]).status.success());
    assert_eq!(hclx(&["check", "examples/mistakes.hcl"]).status.code(), Some(1));
}

#[test]
fn good_examples_of_applications_are_good_and_broken_ones_are_not() {
    for application in ["bake", "packer", "nomad", "terragrunt"] {
        let check = |name: &str| hclx(&["check", &format!("examples/{application}/{name}")]);
        let good = check("good");
        assert_eq!(good.status.code(), Some(0), "{application}: {}", String::from_utf8_lossy(&good.stdout));
        assert_eq!(check("broken").status.code(), Some(1), "{application}");
    }
}

#[test]
fn the_good_program_of_pulumi_is_good_and_the_bad_one_is_bad() {
    let check = |name: &str| {
        let folder = format!("examples/pcl/{name}");
        hclx(&["check", &folder, "--provider-schema", "examples/pcl/cloud.json"]).status.code()
    };
    assert_eq!(check("good"), Some(0));
    assert_eq!(check("broken"), Some(1));
}

#[test]
fn good_examples_of_specifications_decode_and_bad_ones_do_not() {
    for (name, bad) in [("daemon", "bad.hcl"), ("pipeline", "bad.hcl"), ("flags", "bad.hcl.json")] {
        let folder = format!("examples/decode/{name}");
        let spec = format!("--spec={folder}/{name}.hcldec");
        let decode = |file: &str| {
            let file = format!("{folder}/{file}");
            hclx(&["decode", &spec, "--vars", "{\"version\": \"1.2\"}", &file]).status.code()
        };
        assert_eq!(decode("good.hcl"), Some(0), "{name}");
        assert_eq!(decode(bad), Some(2), "{name}");
    }
}

#[test]
#[cfg(unix)]
fn a_link_called_hcldec_is_hcldec() {
    let folder = std::env::temp_dir().join(format!("hclx-hcldec-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let link = folder.join("hcldec");
    std::os::unix::fs::symlink(crate::program(), &link).expect("a link");
    let run = |arguments: &[&str]| {
        Command::new(&link)
            .args(arguments)
            .current_dir(root("examples/decode/daemon"))
            .output()
            .expect("it runs")
    };
    // if a flag is given twice, the last one counts
    let good = run(&["-s", "none.hcldec", "-s", "daemon.hcldec", "--with-type", "good.hcl"]);
    let bad = run(&["-s", "daemon.hcldec", "--diags=json", "bad.hcl"]);
    let without = run(&["good.hcl"]);
    let version = run(&["--version"]);
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
    assert!(good.stdout.starts_with(b"{\"type\":[\"object\",{"));
    assert_eq!(bad.status.code(), Some(2));
    assert!(bad.stderr.starts_with(b"{\n  \"diagnostics\": [\n    {\n      \"severity\": \"error\","));
    assert_eq!(version.stdout, concat!(env!("CARGO_PKG_VERSION"), "\n").as_bytes());
    assert_eq!(without.status.code(), Some(1));
    assert!(without.stderr.starts_with(b"Error: the --spec=... argument is required\n"));
}

/// The names in the section `[dependencies]` of a manifest.
fn dependencies(manifest: &str) -> Vec<String> {
    let section = manifest.split("\n[dependencies]\n").nth(1).unwrap_or_default();
    let lines = section.split("\n[").next().unwrap_or_default().lines();
    let name = |line: &str| line.split(['.', ' ', '=']).next().unwrap_or_default().to_owned();
    lines.filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase())).map(name).collect()
}

/// The fuzz targets that need the binary list its modules with their files, and a different list breaks their build.
/// A module with nested modules is a `mod.rs`, because nested modules of another file would be searched in a
/// different directory.
#[test]
fn fuzz_targets_know_all_modules() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &Path| std::fs::read_to_string(name).expect("a source file");
    let modules = |text: &str| -> Vec<String> {
        text.lines().filter(|line| line.starts_with("mod ")).map(str::to_owned).collect()
    };
    let targets = root.join("fuzz/fuzz_targets");
    let program = read(&targets.join("program.rs"));
    let (listed, own) = (modules(&program), modules(&read(&root.join("src/main.rs"))));
    let missing: Vec<&String> = own.iter().filter(|module| !listed.contains(module)).collect();
    let gone: Vec<&String> = listed.iter().filter(|module| !own.contains(module)).collect();
    assert!(
        missing.is_empty() && gone.is_empty(),
        "in fuzz/fuzz_targets/program.rs, add {missing:?} with `#[path]`, and remove {gone:?}"
    );
    let dependencies = |manifest: &str| dependencies(&read(&root.join(manifest)));
    let (of_targets, of_program) = (dependencies("fuzz/Cargo.toml"), dependencies("Cargo.toml"));
    let missing: Vec<&String> = of_program.iter().filter(|name| !of_targets.contains(name)).collect();
    assert!(missing.is_empty(), "in fuzz/Cargo.toml, add {missing:?}, which the modules use");
    let files = program.lines().filter_map(|line| line.strip_prefix("#[path = \"")?.strip_suffix("\"]"));
    for file in files {
        let text = read(&targets.join(file));
        let is_module = |line: &str| line.starts_with("mod ") && line.ends_with(';');
        let has_inner = text.lines().any(|line| is_module(line.trim_start_matches("pub(crate) ")));
        assert!(
            !has_inner || file.ends_with("/mod.rs"),
            "{file} has modules in it, so it has to be a `mod.rs`"
        );
    }
}

/// All other files get the repository's address from this one.
#[test]
fn the_address_of_the_repository_stands_in_one_place() {
    let mut left = vec![root(".")];
    let mut found = Vec::new();
    while let Some(path) = left.pop() {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && !path.is_symlink() {
            if !matches!(&*name, ".git" | "target" | "node_modules" | "corpus" | "golden") {
                left.extend(
                    std::fs::read_dir(&path)
                        .expect("a directory")
                        .map(|entry| entry.expect("an entry").path()),
                );
            }
        } else if std::fs::read(&path)
            .is_ok_and(|bytes| String::from_utf8_lossy(&bytes).contains(concat!("example.com", "/hclx")))
        {
            found.push(name);
        }
    }
    assert_eq!(found, ["Cargo.toml"]);
}

/// Each published crate has the fields that a registry shows.
#[test]
fn published_crates_are_described() {
    let crates =
        std::fs::read_dir(root("crates")).expect("the crates").map(|entry| entry.expect("an entry").path());
    let mut published = 0;
    for folder in crates.filter(|folder| folder.is_dir()).chain([root("")]) {
        let manifest: toml::Table =
            std::fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest").parse().expect("TOML");
        let package = &manifest["package"];
        if package.get("publish").and_then(toml::Value::as_bool) == Some(false) {
            continue;
        }
        published += 1;
        for key in ["description", "repository", "license", "keywords", "categories", "readme"] {
            assert!(package.get(key).is_some(), "{}: no {key}", folder.display());
        }
        for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(folder.join(name).is_file(), "{}: no {name}", folder.display());
        }
    }
    assert!(published > 12, "{published}");
}

/// A published crate is built alone, so files that its sources include are in its own directory.
#[test]
fn sources_include_files_of_their_own_crate() {
    let top = root(".").canonicalize().expect("the workspace");
    let mut included = 0;
    for (path, text) in crate::tidy::sources() {
        let path = path.canonicalize().expect("a source");
        let inside = path.strip_prefix(&top).expect("a source of the project");
        let parts: Vec<_> = inside.components().map(|part| part.as_os_str()).collect();
        let (folder, is_code) = match parts.as_slice() {
            [crates, name, src, ..] if *crates == "crates" => (top.join(crates).join(name), *src == "src"),
            [src, ..] => (top.clone(), *src == "src"),
            [] => continue,
        };
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        if !is_code || path.ends_with("tests.rs") {
            continue;
        }
        let of_folder = code.split("env!(\"CARGO_MANIFEST_DIR\")").skip(1);
        let of_folder = of_folder.map(|rest| (folder.clone(), rest));
        let near =
            ["include_str!(\"", "include_bytes!(\""].into_iter().flat_map(|name| code.split(name).skip(1));
        let near = near.map(|rest| (path.parent().expect("a directory").to_owned(), rest));
        for (from, rest) in of_folder.chain(near) {
            let named = rest.trim_start_matches([',', ' ', '\n', '"']).split('"').next().unwrap_or_default();
            let target = plain(&from.join(named.trim_start_matches('/')));
            assert!(target.starts_with(&folder), "{}: {named}", inside.display());
            included += 1;
        }
    }
    assert!(included > 5, "{included}");
}

/// A path without `..`.
fn plain(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut plain, part| {
        match part {
            std::path::Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
        plain
    })
}

/// The page of all codes, to which formats for machines link.
#[test]
fn the_page_of_codes_is_current() {
    let mut page = String::from(
        "# Codes\n\nEvery finding has a code. `hclx explain CODE` prints the same, with examples of the mistake and of its fix. Lints have a\n\
         group, by which [levels](hclx-toml.md#levels) can choose them; errors have none.\n",
    );
    for code in hclx_diag::all_codes() {
        let info = code.info();
        let group = code.group().map(|group| format!(" (`{}`)", group.name())).unwrap_or_default();
        page += &format!("\n## {code}\n\n**{}**{group}. {}\n", info.title, info.explanation.trim());
    }
    kept("docs/codes.md", page.as_bytes());
}

/// The pages in an archive link to files in it.
#[test]
fn links_of_pages_lead_to_files_of_the_archive() {
    let folder = Folder::new("archive");
    let script = root("packaging/release");
    let command = format!(
        "'{}' archive test '{}' . && tar -xzf hclx-test.tar.gz",
        script.display(),
        root("Cargo.toml").display()
    );
    let made = sh(&command, &folder.0, "");
    assert!(made.status.success(), "{}", text_of(&made));
    let archive = folder.0.join("hclx-test");
    let pages = ignore::WalkBuilder::new(archive.join("docs")).build().filter_map(Result::ok);
    let pages =
        pages.map(ignore::DirEntry::into_path).filter(|path| path.extension().is_some_and(|it| it == "md"));
    for page in pages.chain([archive.join("README.md"), archive.join("CHANGELOG.md")]) {
        let text = std::fs::read_to_string(&page).expect("a page");
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for link in links.map(|link| link.split('#').next().unwrap_or_default()) {
            let is_path = !link.is_empty() && !link.contains([':', ' ', '\n']);
            let leads = page.parent().is_some_and(|above| above.join(link).exists());
            assert!(!is_path || leads, "{}: {link}", page.display());
        }
    }
}
