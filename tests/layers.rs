//! Dependencies point downward only: reads every Cargo.toml of the workspace.

use std::collections::BTreeMap;
use std::path::Path;

/// Which rooms of the house a room may use.
const ALLOWED: &[(&str, &[&str])] = &[
    ("diag", &[]),
    ("testkit", &[]),
    ("report", &["diag"]),
    ("core", &["diag"]),
    ("syntax", &["diag"]),
    ("eval", &["core", "syntax", "diag"]),
    ("schema", &["eval", "core", "syntax", "diag"]),
    ("analysis", &["schema", "eval", "core", "syntax", "diag"]),
    ("mull", &["analysis", "eval", "core", "syntax", "diag"]),
    ("languages", &["analysis", "schema", "eval", "core", "syntax", "diag"]),
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
        "SystemTime",
        "Instant::now",
        "println!",
    ];
    for room in ["diag", "core", "syntax", "eval", "analysis", "languages", "mull", "report"] {
        for file in super::tidy::rust_files(&format!("crates/{room}/src")) {
            let text = std::fs::read_to_string(&file).expect("a source file");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            for line in lines {
                assert!(
                    !forbidden.iter().any(|word| line.contains(word)),
                    "{} touches the world: {line}",
                    file.display()
                );
            }
        }
    }
}
