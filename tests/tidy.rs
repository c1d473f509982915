//! The house rules that can be checked automatically: lengths, opening comments, forbidden words.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::uses::parts;

/// No file is longer, in lines.
const LONGEST_FILE: usize = 800;
/// The maximum median length of files.
const HALF_OF_FILES: usize = 250;

/// All Rust files below a folder of the project.
pub(crate) fn rust_files(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    ignore::WalkBuilder::new(root.join(folder))
        .build()
        .map(|entry| entry.expect("an entry of the project").into_path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

pub(crate) fn sources() -> Vec<(PathBuf, String)> {
    ["src", "crates", "tests"]
        .into_iter()
        .flat_map(rust_files)
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("a source file");
            (path, text)
        })
        .collect()
}

#[test]
fn files_are_short() {
    let mut lengths: Vec<(usize, PathBuf)> =
        sources().into_iter().map(|(path, text)| (text.lines().count(), path)).collect();
    lengths.sort();
    let long: Vec<_> = lengths.iter().filter(|(length, _)| *length > LONGEST_FILE).collect();
    assert!(long.is_empty(), "split these files by subject, each has over {LONGEST_FILE} lines: {long:#?}");
    let half = lengths[(lengths.len() - 1) / 2].0;
    assert!(half <= HALF_OF_FILES, "half of the files have over {HALF_OF_FILES} lines: {half}");
}

/// The maximum length of the evaluator with its functions, in lines. Independent parts, such as languages inside
/// strings, belong in other crates.
const LONGEST_EVALUATOR: usize = 13_200;

#[test]
fn the_evaluator_is_short() {
    let lines = |path: PathBuf| std::fs::read_to_string(path).expect("a source file").lines().count();
    let lines: usize = rust_files("crates/eval/src").into_iter().map(lines).sum();
    assert!(lines <= LONGEST_EVALUATOR, "the evaluator has {lines} lines");
}

/// No function is longer, in lines.
const LONGEST_FUNCTION: usize = 80;
/// The rule for a function, in lines.
const FUNCTION: usize = 40;
/// The numbers of functions outside of tests that are longer than the rule, by crate; may only shrink.
const LONG_FUNCTIONS: &[(&str, usize)] = &[
    ("analysis", 9),
    ("core", 7),
    ("eval", 11),
    ("formats", 3),
    ("ide", 7),
    ("languages", 83),
    ("module", 3),
    ("mull", 23),
    ("present", 4),
    ("report", 5),
    ("schema", 6),
    ("src", 25),
    ("syntax", 13),
];
/// The maximum length of 95 % of a crate's functions.
const MOST_FUNCTIONS: usize = 35;
/// The maximum median length of functions.
const HALF_OF_FUNCTIONS: usize = 8;

/// The lengths of the functions of a file formatted by rustfmt: from the line with `fn` to the brace below
/// its first letter.
fn function_lengths(text: &str) -> Vec<(usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut lengths = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let word = line.trim_start();
        let is_function =
            ["fn ", "pub fn ", "pub(crate) fn ", "pub(super) fn ", "const fn ", "pub const fn "]
                .iter()
                .any(|start| word.starts_with(start));
        if !is_function {
            continue;
        }
        let indent = &line[..line.len() - word.len()];
        let closing = format!("{indent}}}");
        let signature_ends = |line: &&str| line.ends_with('{') || line.ends_with('}') || line.ends_with(';');
        let opened = lines[index..].iter().position(signature_ends).unwrap_or_default();
        let length = match lines[index + opened] {
            line if line.ends_with('{') => lines[index..].iter().position(|line| *line == closing),
            _ => Some(opened),
        };
        lengths.push((length.unwrap_or_default() + 1, word.to_owned()));
    }
    lengths
}

/// The crate, or the binary or the tests, that a file belongs to.
pub(crate) fn room(path: &Path) -> String {
    let below = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).expect("a file of the project");
    let mut names = below.iter().map(|name| name.to_string_lossy().into_owned());
    let first = names.next().unwrap_or_default();
    if first == "crates" { names.next().unwrap_or_default() } else { first }
}

#[test]
fn functions_are_short() {
    let mut rooms: BTreeMap<String, Vec<(usize, String)>> = BTreeMap::new();
    for (path, text) in sources() {
        let name = |(length, line): (usize, String)| (length, format!("{}: {line}", path.display()));
        rooms.entry(room(&path)).or_default().extend(function_lengths(&text).into_iter().map(name));
    }
    // a room of data alone
    rooms.retain(|_, lengths| !lengths.is_empty());
    let mut wrong = Vec::new();
    for (room, lengths) in &mut rooms {
        lengths.sort();
        let at = (lengths.len() - 1) * 95 / 100;
        let (longest, most_of_them) = (&lengths[lengths.len() - 1], lengths[at].0);
        if longest.0 > LONGEST_FUNCTION {
            wrong.push(format!("split a function of over {LONGEST_FUNCTION} lines: {longest:?}"));
        }
        if most_of_them > MOST_FUNCTIONS {
            let some = &lengths[at..lengths.len().min(at + 8)];
            wrong.push(format!(
                "`{room}`: over 5 % of the functions have over {MOST_FUNCTIONS} lines: split one of {some:#?}"
            ));
        }
    }
    let mut all: Vec<usize> = rooms.values().flatten().map(|(length, _)| *length).collect();
    all.sort_unstable();
    let half = all[all.len() / 2];
    assert!(half <= HALF_OF_FUNCTIONS, "half of the functions have over {HALF_OF_FUNCTIONS} lines: {half}");
    assert!(wrong.is_empty(), "tests/tidy.rs\n{}", wrong.join("\n"));
}

#[test]
fn no_more_functions_have_over_40_lines() {
    let mut long: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, text) in sources() {
        let code = super::uses::code_lines(&text).join("\n");
        let over = function_lengths(&code).into_iter().filter(|(length, _)| *length > FUNCTION);
        let named = over.map(|(length, line)| format!("{}: {line} ({length})", path.display()));
        long.entry(room(&path)).or_default().extend(named);
    }
    long.remove("tests");
    let mut wrong = Vec::new();
    for (room, functions) in &long {
        let most = LONG_FUNCTIONS.iter().find(|(name, _)| name == room).map_or(0, |(_, most)| *most);
        if functions.len() > most {
            wrong.push(format!(
                "`{room}`: {} functions have over {FUNCTION} lines, at most {most}: {functions:#?}",
                functions.len()
            ));
        } else if functions.len() + SLACK < most {
            wrong.push(format!("`{room}`: lower its row in `LONG_FUNCTIONS` to {}", functions.len()));
        }
    }
    assert!(wrong.is_empty(), "tests/tidy.rs\n{}", wrong.join("\n"));
}

/// The maximum number of functions with six or more arguments, `self` included; may only shrink.
const WIDE_FUNCTIONS: usize = 20;

/// The maximum number of structs with more than three fields of type `bool`; may only shrink.
const STRUCTS_OF_FLAGS: usize = 6;

/// If there are fewer offenders than a maximum by more than this, the maximum must be lowered.
const SLACK: usize = 2;

/// The contents of a bracket, and the rest after it.
fn bracketed(text: &str) -> Option<(&str, &str)> {
    let (mut depth, mut before) = (0, ' ');
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '<' => depth += 1,
            '>' if before == '-' => {}
            ')' | '>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((text.get(1..at)?, &text[at + 1..]));
        }
        before = letter;
    }
    None
}

/// The functions of a file with the numbers of their arguments.
fn arguments(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for function in text.split("fn ").skip(1) {
        let end = function.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let (name, mut rest) = function.split_at(end.unwrap_or(0));
        if rest.starts_with('<') {
            rest = bracketed(rest).map_or("", |(_, rest)| rest);
        }
        let list = rest.starts_with('(').then(|| bracketed(rest)).flatten();
        found.extend(list.map(|(list, _)| (parts(list).len(), name)));
    }
    found
}

/// The structs of a file with the numbers of their fields that are a `bool`.
fn flags(text: &str) -> Vec<(usize, &str)> {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let structs = text.split("struct ").skip(1).filter_map(|text| text.split_once(" {\n"));
    let named = structs.filter(|(name, _)| name.starts_with(is_name) && !name.contains(['(', ';', '\n']));
    let count = |fields: &str| {
        let fields = fields.lines().take_while(|line| line.trim() != "}");
        fields.filter(|line| line.trim_end().ends_with(": bool,")).count()
    };
    named.map(|(name, fields)| (count(fields), name)).collect()
}

/// Fails if there are more offenders than a maximum, or if the maximum can be lowered.
fn hold(what: &str, remedy: &str, constant: &str, most: usize, mut offenders: Vec<String>) {
    offenders.sort();
    let count = offenders.len();
    assert!(count <= most, "{count} {what}, at most {most}: {remedy}: {offenders:#?}");
    assert!(count + SLACK >= most, "only {count} {what} are left: lower `{constant}` in tests/tidy.rs");
}

#[test]
fn functions_take_few_arguments_and_structs_hold_few_flags() {
    let (mut wide, mut flagged) = (Vec::new(), Vec::new());
    for (path, text) in sources().into_iter().filter(|(path, _)| room(path) != "tests") {
        let place = |(count, name): &(usize, &str)| format!("{}: {name} ({count})", path.display());
        let code = super::uses::code_lines(&text).join("\n");
        wide.extend(arguments(&code).iter().filter(|(count, _)| *count >= 6).map(place));
        flagged.extend(flags(&code).iter().filter(|(count, _)| *count > 3).map(place));
    }
    let remedy = "what belongs together becomes a struct";
    hold("functions with six or more arguments", remedy, "WIDE_FUNCTIONS", WIDE_FUNCTIONS, wide);
    let remedy = "what excludes each other becomes an enum, the rest a struct or a set";
    hold("structs with more than three bools", remedy, "STRUCTS_OF_FLAGS", STRUCTS_OF_FLAGS, flagged);
}

#[test]
fn arguments_and_flags_are_counted() {
    let text = "fn a<F: Fn(u8) -> u8>(&self, f: F, g: [(u8, u8); 2]) -> u8 {\n}\nfn b() {}\n\
                struct C {\n    /// a bool\n    d: bool,\n    e: bool,\n}\nstruct F(bool);\n";
    assert_eq!(arguments(text), [(3, "a"), (0, "b")]);
    assert_eq!(flags(text), [(2, "C")]);
}

#[test]
fn lengths_are_counted() {
    let text = "fn a() {\n    fn b() {}\n    1\n}\n\npub fn c(\n    x: u8,\n) -> u8 {\n    x\n}\n";
    let lengths: Vec<usize> = function_lengths(text).into_iter().map(|(length, _)| length).collect();
    assert_eq!(lengths, [4, 1, 5]);
}

#[test]
fn no_test_looks_at_a_clock() {
    let words = [concat!("Inst", "ant"), concat!("elap", "sed("), concat!("System", "Time")];
    for (path, text) in sources() {
        let is_test =
            path.components().any(|part| part.as_os_str() == "tests") || text.contains("#[cfg(test)]");
        for word in words.iter().filter(|_| is_test) {
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            assert!(!code.into_iter().any(|line| line.contains(word)), "{} looks at a clock", path.display());
        }
    }
}

#[test]
fn every_file_says_its_duty() {
    for (path, text) in sources() {
        assert!(text.starts_with("//!"), "{} does not open with its duty", path.display());
    }
}

/// The names of dependencies in a section of a Cargo.toml, in the form used in code.
fn declared(manifest: &str, section: &str) -> Vec<String> {
    let lines = manifest.split(&format!("\n[{section}]\n")).nth(1).unwrap_or_default();
    let lines = lines.split("\n[").next().unwrap_or_default().lines();
    let names = lines.filter(|line| !line.starts_with(['#', ' ', ']']) && line.contains('='));
    names
        .map(|line| line.split(['=', '.', ' ']).next().unwrap_or_default().replace('-', "_"))
        .filter(|name| !name.is_empty())
        .collect()
}

/// Packages whose names differ in code.
const OTHER_NAMES: [(&str, &str); 2] = [("hcl_rs", "hcl"), ("md_5", "md5")];

/// A cold build compiles a limited number of crates, including those of this project.
const MOST_CRATES: usize = 120;

#[test]
fn a_cold_build_compiles_few_crates() {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    // the number for one system, regardless of where the test runs; Windows has two more
    let words = "tree --locked --offline --package hclx --edges normal,build --prefix none --target x86_64-unknown-linux-gnu";
    let mut tree = std::process::Command::new(cargo);
    let output =
        tree.args(words.split(' ')).current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    let lines = text.lines().map(|line| line.trim_end_matches(" (*)")).filter(|line| !line.is_empty());
    let crates: std::collections::BTreeSet<&str> = lines.collect();
    assert!((50..=MOST_CRATES).contains(&crates.len()), "{} crates", crates.len());
}

#[test]
fn what_is_declared_is_used() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = std::fs::read_dir(root.join("crates")).expect("the folder of crates");
    let folders = crates.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_dir());
    for folder in folders.chain([root.to_owned()]) {
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a Cargo.toml");
        let texts = |folders: &[&str]| -> String {
            let inside = folders.iter().map(|inner| folder.join(inner)).filter(|path| path.exists());
            let files = inside.flat_map(|path| rust_files(&path.to_string_lossy()));
            files.map(|path| std::fs::read_to_string(path).expect("a source file")).collect()
        };
        let (own, all) = (texts(&["src"]), texts(&["src", "tests", "benches"]));
        for (section, text) in [("dependencies", &own), ("dev-dependencies", &all)] {
            for name in declared(&manifest, section) {
                let other = OTHER_NAMES.iter().find(|(package, _)| *package == name);
                let name = other.map_or(&*name, |(_, library)| library);
                let used = text.contains(&format!("{name}::")) || text.contains(&format!("use {name}"));
                assert!(used, "{}: `{name}` in [{section}] is not used", folder.display());
            }
        }
    }
}

#[test]
fn nothing_is_left_undone_or_switched_off() {
    // assembled here, so that this file does not contain the words itself
    let words = [
        concat!("to", "do!("),
        concat!("unimple", "mented!("),
        concat!("#[ig", "nore"),
        concat!("db", "g!("),
    ];
    for (path, text) in sources() {
        for word in words {
            assert!(!text.contains(word), "{} holds `{word}`", path.display());
        }
    }
}

/// The only file with unsafe code: the functions of a WebAssembly module, which its page calls by address.
const UNSAFE: &str = "crates/play/src/exports.rs";

#[test]
fn unsafe_code_is_forbidden_but_in_one_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = |path: &str| std::fs::read_to_string(root.join(path)).expect("a Cargo.toml");
    assert!(manifest("Cargo.toml").contains("unsafe_code = \"forbid\""));
    // `forbid` allows no exceptions, so the crate of that file uses `deny`
    assert!(manifest("crates/play/Cargo.toml").contains("unsafe_code = \"deny\""));
    let crates = std::fs::read_dir(root.join("crates")).expect("the folder of crates");
    let folders = crates.map(|entry| entry.expect("an entry").path());
    for folder in folders.filter(|path| path.is_dir() && !path.ends_with("play")) {
        let text = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a Cargo.toml");
        assert!(text.contains("[lints]\nworkspace = true"), "{} has lints of its own", folder.display());
    }
    for (path, text) in sources() {
        let admits =
            ["allow", "expect"].iter().any(|word| text.contains(&format!("{word}(unsafe{}", "_code")));
        assert_eq!(admits, path.ends_with(UNSAFE), "{} and unsafe code", path.display());
    }
}
