//! Dependencies point downward only: reads every Cargo.toml of the workspace.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Which rooms of the house a room may use.
const ALLOWED: &[(&str, &[&str])] = &[
    ("diag", &[]),
    ("testkit", &[]),
    ("report", &["diag"]),
    ("core", &["diag"]),
    ("syntax", &["diag"]),
    ("formats", &["core"]),
    ("eval", &["formats", "core", "syntax", "diag"]),
    ("schema", &["eval", "core", "syntax", "diag"]),
    ("analysis", &["schema", "eval", "core", "syntax", "diag"]),
    ("mull", &["analysis", "eval", "formats", "core", "syntax", "diag"]),
    ("languages", &["analysis", "schema", "eval", "formats", "core", "syntax", "diag"]),
];

/// The rooms that the section `[dependencies]` of a Cargo.toml names.
fn dependencies(manifest: &str) -> Vec<String> {
    let section = manifest.split("\n[dependencies]").nth(1).unwrap_or_default();
    let section = section.split("\n[").next().unwrap_or_default();
    section
        .lines()
        .filter_map(|line| line.trim().strip_prefix("hclx-"))
        .map(|rest| rest.split(['.', ' ', '=']).next().unwrap_or_default().to_owned())
        .collect()
}

fn manifests() -> BTreeMap<String, String> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let folders = std::fs::read_dir(crates).expect("the folder of crates");
    folders
        .map(|entry| entry.expect("an entry of the folder of crates").path())
        .filter(|path| path.is_dir())
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path.join("Cargo.toml")).expect("a Cargo.toml in every crate"))
        })
        .collect()
}

#[test]
fn every_room_is_on_the_map() {
    let rooms: Vec<String> = manifests().into_keys().collect();
    let mut mapped: Vec<&str> = ALLOWED.iter().map(|(room, _)| *room).collect();
    mapped.sort_unstable();
    assert_eq!(rooms, mapped);
}

#[test]
fn dependencies_point_downward() {
    for (room, manifest) in manifests() {
        let (_, allowed) = ALLOWED.iter().find(|(name, _)| *name == room).expect("a room on the map");
        for dependency in dependencies(&manifest) {
            assert!(allowed.contains(&dependency.as_str()), "{room} may not use {dependency}");
        }
    }
}

#[test]
fn an_upward_dependency_is_seen() {
    let manifest = "[package]\nname = \"x\"\n\n[dependencies]\nhclx-eval.workspace = true\nserde = \"1\"\n\n[dev-dependencies]\nhclx-testkit.workspace = true\n";
    assert_eq!(dependencies(manifest), ["eval"]);
}

/// The lines of a file that run outside of tests: without comments, and without what `#[cfg(test)]` is
/// written before, up to the brace or semicolon that ends it.
fn code_lines(text: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut rest = text.lines();
    while let Some(line) = rest.next() {
        let word = line.trim_start();
        if word.starts_with("//") {
            continue;
        }
        if word != "#[cfg(test)]" {
            lines.push(line);
            continue;
        }
        let indent = &line[..line.len() - word.len()];
        let closing = format!("{indent}}}");
        rest.by_ref()
            .find(|line| *line == closing || line.ends_with(';') && !line.starts_with(&format!("{indent} ")));
    }
    lines
}

#[test]
fn what_runs_in_tests_only_is_passed_over() {
    let text = "a\n#[cfg(test)]\nmod tests;\nb\n#[cfg(test)]\nmod tests {\n    x;\n}\n// c\nd\n";
    assert_eq!(code_lines(text), ["a", "b", "d"]);
}

/// Modules of one crate that need each other, each with the reason.
const CIRCLES: &[(&str, &[&str], &str)] = &[
    (
        "analysis",
        &["file_row", "group", "language", "session"],
        "a language is asked through snapshots, which hold languages",
    ),
    (
        "core",
        &["budget", "meter", "notation", "range", "value"],
        "a value has a range, whose alternatives are values; making either is charged",
    ),
    (
        "core",
        &["convert", "unify"],
        "types unify where they convert, and collections convert to what their elements unify to",
    ),
    ("core", &["join", "lift"], "an operation on alternatives joins its results"),
    ("core", &["memo", "stack", "ty"], "the table of types is a memo, and types tell how deep they are"),
    ("diag", &["source", "span"], "a span names its source"),
    (
        "eval",
        &[
            "custom",
            "dialect",
            "environment",
            "eval",
            "functions",
            "outcome",
            "prepared",
            "type_syntax",
            "unknown_syntax",
        ],
        "functions such as `templatefile` evaluate, and the evaluator calls functions",
    ),
    ("mull", &["answers", "linked"], "documents are linked while answers are made"),
    ("report", &["excerpt", "full"], "excerpts are painted by what `full` prints"),
    ("schema", &["block", "body", "nested", "values"], "a block has nested bodies, which are blocks"),
    (
        "schema",
        &["conform", "dynamic", "evaluate", "fill", "lay", "limits", "plainer", "reading", "wording"],
        "bodies are filled within bodies",
    ),
    (
        "syntax",
        &["embedded", "indent", "parser", "template"],
        "templates hold expressions, which hold templates",
    ),
];

/// The binary among crates.
const BINARY: &str = "hclx";

/// Which modules of a crate use which, by their names below the root.
fn uses(room: &str) -> BTreeMap<String, BTreeSet<String>> {
    let (folder, root) = match room {
        BINARY => ("src".to_owned(), "main.rs"),
        _ => (format!("crates/{room}/src"), "lib.rs"),
    };
    let files = super::tidy::rust_files(&folder);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let root = std::fs::read_to_string(folder.join(root)).expect("the root of a crate");
    let mut exported: BTreeMap<String, String> = BTreeMap::new();
    for line in root.split("pub use ").skip(1) {
        let Some((module, names)) = line.split(';').next().and_then(|line| line.split_once("::")) else {
            continue;
        };
        for name in words(names) {
            exported.entry(name).or_insert_with(|| module.to_owned());
        }
    }
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in files {
        let path = file.strip_prefix(&folder).expect("below the folder");
        let first = path.components().next().expect("a name").as_os_str().to_string_lossy();
        let module = first.trim_end_matches(".rs").to_owned();
        if module == "lib" || module == "main" {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("a source file");
        let code = code_lines(&text).join("\n");
        let used = uses.entry(module).or_default();
        for part in code.split("crate::").skip(1) {
            let names = match part.strip_prefix('{') {
                Some(list) => list
                    .split('}')
                    .next()
                    .unwrap_or_default()
                    .split(',')
                    .filter_map(|name| words(name).into_iter().next())
                    .collect(),
                None => words(part).into_iter().take(1).collect::<Vec<_>>(),
            };
            used.extend(names.into_iter().map(|name| exported.get(&name).cloned().unwrap_or(name)));
        }
    }
    let modules: BTreeSet<String> = uses.keys().cloned().collect();
    for (module, used) in &mut uses {
        used.retain(|name| modules.contains(name) && name != module);
    }
    uses
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Everything that can be reached from a module.
fn reached(uses: &BTreeMap<String, BTreeSet<String>>, from: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> = vec![from];
    while let Some(module) = open.pop() {
        for next in uses.get(module).into_iter().flatten() {
            if found.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    found
}

#[test]
fn modules_of_a_crate_need_each_other_only_where_a_reason_is_given() {
    for room in manifests().into_keys().chain([BINARY.to_owned()]) {
        let uses = uses(&room);
        let mut circles: BTreeSet<Vec<String>> = BTreeSet::new();
        for module in uses.keys() {
            let there = reached(&uses, module);
            if there.contains(module) {
                let back = |other: &&String| reached(&uses, other).contains(module);
                circles.insert(there.iter().filter(back).cloned().collect());
            }
        }
        let known: BTreeSet<Vec<String>> = CIRCLES
            .iter()
            .filter(|(name, ..)| *name == room)
            .map(|(_, modules, _)| modules.iter().map(|module| (*module).to_owned()).collect())
            .collect();
        for circle in &circles {
            // fewer than listed is better than listed
            let listed = known.iter().any(|known| circle.iter().all(|module| known.contains(module)));
            assert!(listed, "modules of `{room}` need each other: {circle:?}");
        }
    }
}

#[test]
fn only_the_binary_touches_the_world() {
    // `std::time` and threads are looked for too, because results may not depend on them
    let forbidden = [
        "std::fs",
        "std::env::",
        "std::process",
        "TcpStream",
        "UdpSocket",
        "ToSocketAddrs",
        concat!("System", "Time"),
        concat!("Inst", "ant::now"),
        "thread::spawn",
        "thread::scope",
        "thread::Builder",
        "println!",
    ];
    for room in ["diag", "core", "syntax", "eval", "analysis", "languages", "mull", "report"] {
        for file in super::tidy::rust_files(&format!("crates/{room}/src")) {
            let text = std::fs::read_to_string(&file).expect("a source file");
            for line in code_lines(&text) {
                assert!(
                    !forbidden.iter().any(|word| line.contains(word)),
                    "{} touches the world: {line}",
                    file.display()
                );
            }
        }
    }
}
