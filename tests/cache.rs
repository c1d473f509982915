//! Findings of earlier runs: the same bytes as those of a run that checks everything, whatever happens to the files and
//! to the cache.
//!
//! `HCLX_CACHE_EDITS` sets a larger number of edits than that of normal runs.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::hostile::Folder;
use crate::lsp::law::{PIECES, Random, copy};

/// Edits of a run of the law.
const EDITS: usize = 40;

/// Flags that change the findings or their form.
const WAYS: &[&[&str]] = &[
    &[],
    &["--statistics"],
    &["--max-findings", "3"],
    &["--select", "style"],
    &["--no-ignores"],
    &["--deny-warnings"],
    &["--verbose"],
];

/// These flags, and each format.
fn ways() -> impl Iterator<Item = Vec<&'static str>> {
    let formats = hclx_report::Format::NAMES.iter().map(|format| vec!["--format", format]);
    WAYS.iter().map(|way| way.to_vec()).chain(formats)
}

/// A copy of the examples with a separate cache.
struct Scene {
    folder: Folder,
    files: Vec<PathBuf>,
}

impl Scene {
    fn new(name: &str) -> Self {
        let folder = Folder::new(&format!("cache-{name}"));
        let mut files = Vec::new();
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
        copy(&examples, &folder.0.join("tree"), Path::new(""), &mut files);
        files.sort();
        Self { folder, files }
    }

    fn tree(&self) -> PathBuf {
        self.folder.0.join("tree")
    }

    fn runs(&self) -> PathBuf {
        self.folder.0.join("user/runs")
    }

    fn entries(&self) -> Vec<PathBuf> {
        let Ok(entries) = std::fs::read_dir(self.runs()) else { return Vec::new() };
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let mut entries: Vec<_> =
            paths.filter(|path| path.extension().is_some_and(|end| end == "run")).collect();
        entries.sort();
        entries
    }

    fn check(&self, arguments: &[&str]) -> Output {
        Command::new(crate::program())
            .arg("check")
            .args(arguments)
            .env("HCLX_CACHE", self.folder.0.join("user"))
            .env_remove("HCLX_NO_CACHE")
            .env_remove("HCLX_FORMAT")
            // a page has the time of its run
            .env("SOURCE_DATE_EPOCH", "0")
            .current_dir(self.tree())
            .output()
            .expect("hclx runs")
    }

    /// The output of a run with its exit code.
    fn told(&self, arguments: &[&str]) -> (String, String, Option<i32>) {
        let output = self.check(arguments);
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (text(output.stdout), text(output.stderr), output.status.code())
    }

    /// Compares a run with one that checks everything, and returns `true` if it used the findings of an earlier
    /// one.
    #[track_caller]
    fn hold(&self, arguments: &[&str]) -> bool {
        let (out, said, code) = self.told(&[arguments, &["--verbose"]].concat());
        let anew = self.told(&[arguments, &["--verbose", "--no-cache"]].concat());
        let known = said.contains(KNOWN);
        let said = said.replace(KNOWN, "");
        // a page also contains the command
        let anew = (anew.0.replace(" --no-cache", ""), anew.1, anew.2);
        assert_eq!((out, said, code), anew, "{arguments:?}");
        known
    }

    /// Changes, renames, removes or adds a file, or does nothing.
    fn edit(&mut self, edit: usize, random: &mut Random) {
        let at = random.below(self.files.len());
        let path = self.tree().join(&self.files[at]);
        match random.below(8) {
            0 => drop(std::fs::remove_file(&path)),
            1 => {
                let from = self.tree().join(&self.files[random.below(self.files.len())]);
                let _ = std::fs::rename(from, &path);
            }
            2 => {
                let name = self.files[at].with_file_name(format!("new{edit}.tf"));
                let _ = std::fs::write(self.tree().join(&name), "variable \"x\" { type = strng }\n");
                self.files.push(name);
            }
            3 => {
                let values = path.with_file_name("terraform.tfvars");
                let _ = std::fs::write(values, format!("a{edit} = ["));
            }
            // nothing relevant: the findings are known
            4 => {}
            _ => {
                let Ok(mut text) = std::fs::read_to_string(&path) else { return };
                let place = random.place(&text);
                text.insert_str(place, PIECES[random.below(PIECES.len())]);
                std::fs::write(&path, text).expect("written");
            }
        }
    }
}

const KNOWN: &str = "note: nothing changed since an earlier run: these are its findings; see --no-cache\n";

#[test]
fn a_second_run_prints_the_same_in_every_format() {
    let scene = Scene::new("formats");
    for way in ways() {
        scene.hold(&way);
        assert!(scene.hold(&way), "{way:?}: known");
    }
    let file = scene.folder.0.join("out.sarif").display().to_string();
    let output = format!("sarif={file}");
    scene.check(&["--output", &output]);
    let first = std::fs::read(&file).expect("findings");
    let (_, said, _) = scene.told(&["--output", &output, "-v"]);
    assert!(said.contains(KNOWN), "{said}");
    assert!(first == std::fs::read(&file).expect("findings"), "in a file");
}

#[test]
fn baselines_and_revisions_apply_to_findings_of_an_earlier_run() {
    let scene = Scene::new("later");
    scene.check(&["--baseline", "known.json", "--update-baseline"]);
    for _ in 0..2 {
        scene.hold(&["--baseline", "known.json"]);
    }
    assert!(scene.hold(&["--baseline", "known.json"]));
    std::fs::write(scene.tree().join("known.json"), "{}").expect("written");
    scene.hold(&["--baseline", "known.json"]);
}

/// After any edit of any file, a run prints the same as one without a cache.
#[test]
fn any_edit_is_seen() {
    let mut scene = Scene::new("edits");
    let edits = std::env::var("HCLX_CACHE_EDITS").ok().and_then(|text| text.parse().ok()).unwrap_or(EDITS);
    let mut random = Random(11);
    let mut known = 0;
    for edit in 0..edits {
        scene.edit(edit, &mut random);
        known += usize::from(scene.hold(&["--format", "json"]));
    }
    assert!(known > 0 && known < edits, "{known} of {edits} were known");
}

/// A text of the same length, written so soon that size and times may be the same.
#[test]
fn an_edit_within_a_tick_is_seen() {
    let scene = Scene::new("tick");
    let file = scene.tree().join("tick.tf");
    for round in 0..10 {
        let ty = if round % 2 == 0 { "string" } else { "strimg" };
        std::fs::write(&file, format!("variable \"x\" {{\n  type = {ty}\n}}\n")).expect("written");
        let found = scene.told(&["--format", "concise", "tick.tf"]).0;
        assert_eq!(found.contains("strimg"), round % 2 == 1, "{round}: {found}");
    }
}

#[test]
fn damage_changes_nothing_but_time() {
    let scene = Scene::new("damage");
    assert!(!scene.hold(&[]) && scene.hold(&[]));
    let [entry] = &scene.entries()[..] else { panic!("one entry") };
    let whole = std::fs::read(entry).expect("an entry");
    let mut random = Random(5);
    for round in 0..12 {
        let mut bytes = whole.clone();
        match round {
            0 => bytes.clear(),
            1..5 => bytes.truncate(random.below(bytes.len())),
            _ => {
                let at = random.below(bytes.len());
                bytes[at] ^= 1 << random.below(8);
            }
        }
        std::fs::write(entry, &bytes).expect("written");
        assert!(!scene.hold(&[]), "round {round}: judged anew");
        assert!(scene.hold(&[]), "round {round}: kept again");
    }
    // an entry signed for one run is not valid for another
    scene.check(&["--select", "style"]);
    let other = scene.entries().into_iter().find(|path| path != entry).expect("another entry");
    std::fs::copy(&other, entry).expect("a copy");
    assert!(!scene.hold(&[]));
    // nor is an entry signed with another secret
    std::fs::write(scene.runs().join("secret"), "0".repeat(64)).expect("written");
    assert!(!scene.hold(&[]) && scene.hold(&[]));
}

#[test]
fn values_and_secrets_are_not_kept() {
    let scene = Scene::new("secrets");
    let text = "variable \"key\" {\n  type = number\n  sensitive = true\n}\n";
    std::fs::create_dir(scene.tree().join("own")).expect("a folder");
    std::fs::write(scene.tree().join("own/main.tf"), text).expect("written");
    std::fs::write(scene.tree().join("own/terraform.tfvars"), "key = \"hunter2\"\n").expect("written");
    assert!(!scene.hold(&["own"]) && scene.hold(&["own"]));
    assert!(!scene.hold(&["own", "--var", "key=\"hunter2\""]));
    for entry in scene.entries() {
        let text = String::from_utf8(std::fs::read(entry).expect("an entry")).expect("UTF-8");
        assert!(!text.contains("hunter2"), "{text}");
        // nor in another notation
        assert!(!text.contains("aHVudGVyMg") && !text.contains("h1bnRlcjI"), "{text}");
    }
}

#[test]
fn nothing_is_kept_where_it_must_not_be() {
    let scene = Scene::new("places");
    for arguments in [&["--no-cache"][..], &["--root", "."], &["--diff"], &["-"]] {
        scene.check(arguments);
        assert!(scene.entries().is_empty(), "{arguments:?}");
    }
    std::fs::write(scene.tree().join("hclx.toml"), "cache = false\n").expect("written");
    scene.check(&[]);
    assert!(scene.entries().is_empty(), "switched off by settings");
    std::fs::remove_file(scene.tree().join("hclx.toml")).expect("removed");
    // a repository that is checked cannot supply findings
    std::fs::create_dir_all(scene.folder.0.join(".git")).expect("a folder");
    scene.check(&[]);
    assert!(scene.entries().is_empty(), "in a repository");
    std::fs::remove_dir(scene.folder.0.join(".git")).expect("removed");
    scene.check(&[]);
    assert_eq!(scene.entries().len(), 1);
}

#[cfg(unix)]
#[test]
fn a_directory_that_others_write_to_is_not_used() {
    use std::os::unix::fs::PermissionsExt;
    let scene = Scene::new("shared");
    scene.check(&[]);
    assert_eq!(std::fs::metadata(scene.runs()).expect("a folder").permissions().mode() & 0o777, 0o700);
    assert_eq!(std::fs::metadata(&scene.entries()[0]).expect("a file").permissions().mode() & 0o777, 0o600);
    std::fs::set_permissions(scene.runs(), PermissionsExt::from_mode(0o777)).expect("changed");
    assert!(!scene.hold(&[]));
}

#[test]
fn concurrent_runs_see_whole_entries() {
    let scene = Scene::new("together");
    let anew = scene.told(&["--no-cache"]);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| (0..3).for_each(|_| assert_eq!(scene.told(&[]), anew)));
        }
    });
    let left = std::fs::read_dir(scene.runs()).expect("a folder").count();
    assert_eq!(left, 2, "the entry and the secret");
}

#[test]
fn the_cache_is_printed_and_cleared() {
    let scene = Scene::new("command");
    scene.check(&[]);
    let cache = |action: &str| {
        let mut command = Command::new(crate::program());
        let output = command.args(["cache", action]).env("HCLX_CACHE", scene.folder.0.join("user")).output();
        let output = output.expect("hclx runs");
        (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8"))
    };
    let mut runs = scene.runs().display().to_string();
    if cfg!(windows) {
        // paths are printed with `/` everywhere
        runs = runs.replace('\\', "/");
    }
    assert_eq!(cache("path"), (Some(0), format!("{runs}\n")));
    assert_eq!(cache("clear"), (Some(0), "findings of 1 run removed\n".to_owned()));
    assert!(scene.entries().is_empty() && scene.runs().join("secret").exists());
    assert_eq!(cache("clear"), (Some(0), "findings of 0 runs removed\n".to_owned()));
    let (code, said) = cache("clean");
    assert_eq!(code, Some(2));
    assert!(said.contains("`hclx cache clean`: expected path or clear; did you mean `clear`?"), "{said}");
}

#[test]
fn the_oldest_entries_make_room() {
    let scene = Scene::new("room");
    scene.check(&[]);
    let name = |number: usize| scene.runs().join(format!("{number:04}.run"));
    // a run that was killed leaves a part
    std::fs::write(scene.runs().join("0.1.tmp"), "a part").expect("written");
    (0..1_004).for_each(|number| std::fs::write(name(number), "another run").expect("written"));
    assert!(!scene.hold(&["--select", "style"]) && scene.hold(&["--select", "style"]));
    let left = std::fs::read_dir(scene.runs()).expect("a folder").count();
    assert_eq!(left, 1_000 + 1, "with the secret");
    assert!((500..1_004).all(|number| name(number).exists()), "the oldest went");
    // few of them, and large
    std::fs::write(name(1_003), vec![b' '; 127 << 20]).expect("written");
    std::fs::write(name(1_002), vec![b' '; 3 << 20]).expect("written");
    assert!(!scene.hold(&["--no-ignores"]));
    let sizes = std::fs::read_dir(scene.runs()).expect("a folder");
    let sizes = sizes.map(|entry| entry.expect("an entry").metadata().expect("a file").len());
    assert!(sizes.sum::<u64>() <= 128 << 20);
    assert!(scene.hold(&["--no-ignores"]));
}

/// A pipe supplies its contents only once, to the run that checks them.
#[cfg(unix)]
#[test]
fn a_pipe_is_read_by_the_run_alone() {
    let scene = Scene::new("pipe");
    for (text, code) in [("a = 1\n", 0), ("a = 1 + \"x\"\n", 1), ("a = 2\n", 0)] {
        let line = format!("printf '{}' | \"$0\" check -q /dev/fd/0", text.replace('\n', "\\n"));
        let status = Command::new("sh")
            .args(["-c", &line])
            .arg(crate::program())
            .env("HCLX_CACHE", scene.folder.0.join("user"))
            .env_remove("HCLX_NO_CACHE")
            .current_dir(scene.tree())
            .output()
            .expect("a shell");
        assert_eq!(status.status.code(), Some(code), "{text}: {}", String::from_utf8_lossy(&status.stderr));
    }
    assert!(scene.entries().is_empty());
}
