//! What the project depends on: not more than it may, and nothing that it does not use.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A cold build compiles at most so many crates, those of this project included.
const MOST_CRATES: usize = 120;

/// Packages whose library has another name than they have.
const OTHER_NAMES: [(&str, &str); 2] = [("hcl-rs", "hcl"), ("md-5", "md5")];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_cold_build_compiles_few_crates() {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let tree =
        ["tree", "--locked", "--offline", "--package", "hclx", "--edges", "normal,build", "--prefix", "none"];
    let output = Command::new(cargo).args(tree).current_dir(root()).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("text");
    let crates: BTreeSet<&str> =
        text.lines().map(|line| line.trim_end_matches(" (*)")).filter(|line| !line.is_empty()).collect();
    assert!(crates.len() <= MOST_CRATES, "{} crates", crates.len());
    assert!(crates.len() > 50, "{text}");
}

#[test]
fn every_dependency_that_is_declared_is_used() {
    let mut folders: Vec<PathBuf> = vec![root().to_owned()];
    let crates = std::fs::read_dir(root().join("crates")).expect("the crates");
    folders.extend(crates.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_dir()));
    let mut unused = Vec::new();
    let mut declared = 0;
    for folder in folders {
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        let manifest: toml::Table = manifest.parse().expect("TOML");
        let code = |parts: &[&str]| parts.iter().map(|part| sources(&folder.join(part))).collect::<String>();
        for (section, text) in
            [("dependencies", code(&["src"])), ("dev-dependencies", code(&["src", "tests", "benches"]))]
        {
            for name in manifest
                .get(section)
                .and_then(|table| table.as_table())
                .into_iter()
                .flatten()
                .map(|(name, _)| name)
            {
                declared += 1;
                let other = OTHER_NAMES.iter().find(|(package, _)| package == name);
                let library =
                    other.map_or_else(|| name.replace('-', "_"), |(_, library)| (*library).to_owned());
                if !uses(&text, &library) {
                    unused.push(format!("{}: {name}", folder.display()));
                }
            }
        }
    }
    assert!(declared > 80, "{declared}");
    assert!(unused.is_empty(), "{unused:?}");
}

/// The code below a folder, without comments.
fn sources(folder: &Path) -> String {
    let files = ignore::WalkBuilder::new(folder).build().filter_map(Result::ok);
    let files = files.filter(|entry| entry.path().extension().is_some_and(|extension| extension == "rs"));
    let text: String = files.map(|entry| std::fs::read_to_string(entry.path()).expect("code")).collect();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(|line| [line, "\n"]).collect()
}

/// Whether a path begins with a name: `name::…`, `use name;`, `use name as …`.
fn uses(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = &text[at + name.len()..];
        let starts = before.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != ':');
        let used = text[..at].ends_with("use ") && after.starts_with([';', ' ']);
        starts && (after.starts_with("::") || used)
    })
}
