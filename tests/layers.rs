//! Dependencies point downward only: between crates, between the directories of Terraform, and inside directories
//! without cycles, except for listed ones.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

use super::uses::{Modules, circles, code_lines};

/// The modules of a directory that each module uses, with the places.
type Uses = BTreeMap<(String, String), BTreeSet<String>>;

/// The rooms that each room may use.
const ALLOWED: &[(&str, &[&str])] = &[
    ("diag", &[]),
    ("testkit", &[]),
    ("schemas", &[]),
    ("report", &["diag"]),
    ("core", &["diag"]),
    ("syntax", &["diag"]),
    ("formats", &["core"]),
    ("format", &["syntax", "diag"]),
    ("eval", &["formats", "core", "syntax", "diag"]),
    ("schema", &["eval", "formats", "core", "syntax", "diag"]),
    ("ide", &["analysis", "schema", "eval", "core", "syntax", "diag"]),
    ("analysis", &["schema", "eval", "formats", "core", "syntax", "diag"]),
    ("present", &["analysis", "core", "diag"]),
    ("mull", &["analysis", "eval", "formats", "core", "syntax", "diag"]),
    ("module", &["analysis", "schema", "eval", "core", "syntax", "diag"]),
    ("languages", &["module", "analysis", "schema", "eval", "formats", "core", "syntax", "diag"]),
    (
        "program",
        &[
            "report",
            "present",
            "ide",
            "mull",
            "languages",
            "analysis",
            "schema",
            "eval",
            "core",
            "syntax",
            "diag",
        ],
    ),
    ("play", &["program", "report", "ide", "analysis", "eval", "diag"]),
];

/// The crates of this project in the section `[dependencies]` of a Cargo.toml.
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

/// Files and directories of one directory that need each other: the directory, the members of the cycle, and
/// the reason. The list may only shrink.
const CIRCLES: &[(&str, &[&str], &str)] = &[
    (
        "analysis",
        &["cursor_at", "expected", "group", "language", "session", "symbols"],
        "a language is asked through snapshots, which hold languages",
    ),
    (
        "analysis::db",
        &["cell", "node", "readers", "recording"],
        "a query knows its readers, which are queries",
    ),
    ("core", &["notation", "range", "value"], "a value has a range, whose alternatives are values"),
    (
        "core",
        &["convert", "unify"],
        "types unify where they convert, and collections convert to what their elements unify to",
    ),
    ("core", &["join", "lift"], "an operation on alternatives joins its results"),
    ("core", &["memo", "stack", "ty"], "the table of types is a memo, and types tell how deep they are"),
    ("core::value", &["data", "facts"], "an unknown value is data, and its range holds values"),
    ("diag", &["source", "span"], "a span names its source"),
    (
        "eval",
        &["custom", "dialect", "environment", "eval", "functions", "type_syntax"],
        "functions such as `templatefile` evaluate, and the evaluator calls functions",
    ),
    ("languages::hcldec", &["blocks", "decode", "read"], "specifications of blocks hold specifications"),
    ("languages::nomad", &["policies", "server", "services", "tasks"], "tables of blocks name each other"),
    (
        "languages::pcl",
        &["calls", "fit", "judge", "resource", "wording"],
        "arguments of calls are expressions, which hold calls",
    ),
    (
        "languages::terraform::declare",
        &["declaration", "mentions", "typos"],
        "a declaration knows its mentions and its misspelled arguments",
    ),
    ("languages::terraform::declare", &["merge", "module"], "a module merges overrides while it is read"),
    ("languages::terraform::rules", &["moved", "statements"], "`moved` is a statement"),
    ("languages::terraform::tests", &["mocks", "test_files"], "runs have mocks, which are test files"),
    ("languages::terraform::values", &["calls", "evaluate"], "a call evaluates the module that it calls"),
    (
        "languages::terraform::values",
        &["instance", "judge", "rule"],
        "rules see the instance that holds them",
    ),
    ("languages::terragrunt", &["modules", "parents", "stacks", "unit"], "units include units"),
    ("mull", &["answers", "linked"], "documents are linked while answers are made"),
    (
        "mull",
        &["constraint", "declare", "members", "print"],
        "declarations hold constraints, which are printed",
    ),
    ("mull::declare", &["draft", "limit"], "a limit is drafted with what it limits"),
    ("mull::run", &["collection", "expected", "loops", "sequence"], "values are made within values"),
    (
        "mull::syntax",
        &["brace", "quotation", "scalar"],
        "a scalar may be quoted, and a quotation holds scalars",
    ),
    ("mull::syntax", &["statements", "tree"], "statements have keys, whose values are trees"),
    ("mull::typing", &["collections", "mappings"], "collections hold mappings, and the reverse"),
    ("schema", &["block", "body", "nested", "values"], "a block has nested bodies, which are blocks"),
    ("schema", &["dynamic", "fill"], "bodies are filled within bodies"),
    ("schema", &["evaluate", "reading"], "a language reads what it does not evaluate by its form"),
    (
        "syntax",
        &["embedded", "indent", "parser", "template"],
        "templates hold expressions, which hold templates",
    ),
    ("syntax::json", &["reader", "string"], "a string of JSON is read as a template, which is read"),
];

/// The binary among crates.
const BINARY: &str = "hclx";

/// The uses between files and directories, for each directory of the crates and of the binary.
static USES: LazyLock<BTreeMap<String, Uses>> = LazyLock::new(|| {
    let mut all = BTreeMap::new();
    for room in manifests().into_keys().chain([BINARY.to_owned()]) {
        let folder = if room == BINARY { "src".to_owned() } else { format!("crates/{room}/src") };
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(&folder);
        let files = super::tidy::rust_files(&folder);
        let texts: Vec<String> =
            files.iter().map(|file| std::fs::read_to_string(file).expect("a source file")).collect();
        let below = files.iter().map(|file| file.strip_prefix(&root).expect("below the folder"));
        let files: Vec<(&Path, &str)> = below.zip(texts.iter().map(|text| &**text)).collect();
        for (level, uses) in Modules::of(&files).uses() {
            let names = std::iter::once(room.clone()).chain(level).collect::<Vec<_>>();
            all.insert(names.join("::"), uses);
        }
    }
    all
});

/// The maximum number of modules that need each other.
const LARGEST_CIRCLE: usize = 6;

#[test]
fn modules_need_each_other_only_where_a_reason_is_given() {
    let mut wrong = Vec::new();
    let large = CIRCLES.iter().filter(|(_, names, _)| names.len() > LARGEST_CIRCLE);
    wrong.extend(large.map(|(folder, names, _)| format!("`{folder}`: {names:?} are too many: part them")));
    let mut seen = vec![false; CIRCLES.len()];
    for (folder, uses) in USES.iter() {
        for circle in circles(uses.keys()) {
            let is_here = |(known, names, _): &(&str, &[&str], &str)| {
                known == folder && circle.iter().all(|name| names.contains(&&**name))
            };
            match CIRCLES.iter().position(is_here) {
                None => wrong.push(format!("`{folder}`: {circle:?} need each other: break the circle")),
                Some(at) if CIRCLES[at].1.len() == circle.len() => seen[at] = true,
                Some(at) => {
                    seen[at] = true;
                    wrong.push(format!(
                        "`{folder}`: only {circle:?} are left: shorten their row in `CIRCLES`"
                    ));
                }
            }
        }
    }
    let gone = CIRCLES.iter().zip(&seen).filter(|(_, seen)| !**seen);
    wrong
        .extend(gone.map(|((folder, names, _), _)| format!("`{folder}`: {names:?} is gone: remove its row")));
    assert!(wrong.is_empty(), "tests/layers.rs\n{}", wrong.join("\n"));
}

/// The directories of Terraform from the bottom to the top; each may use those before it.
const TERRAFORM: &[&str] = &[
    "functions",
    "packages",
    "schemas",
    "files",
    "declare",
    "resolve",
    "providers",
    "plan",
    "values",
    "policies",
    "simulation",
    "provider_choices",
    "expected",
    "in_scope",
    "rules",
    "lints",
    "ruleset",
    "offers",
    "tests",
    "symbols",
    "queries",
    "interface",
    "bodies",
    "describe",
    "failing_calls",
    "answers",
    "unmatched_names",
];

/// The upward uses between Terraform's directories. The list may only shrink.
const UP: &[(&str, &str)] = &[];

#[test]
fn the_folders_of_terraform_use_what_is_below_them() {
    let uses = &USES["languages::terraform"];
    let height = |name: &str| TERRAFORM.iter().position(|known| *known == name);
    let mut wrong = Vec::new();
    for ((user, used), places) in uses {
        let (Some(from), Some(to)) = (height(user), height(used)) else {
            wrong.push(format!("`{user}` or `{used}` is not in `TERRAFORM`"));
            continue;
        };
        let is_listed = UP.contains(&(&**user, &**used));
        if to > from && !is_listed {
            let places: Vec<&str> = places.iter().map(|place| &**place).collect();
            wrong.push(format!(
                "`{user}` may not use `{used}`, which is above it:\n    {}",
                places.join("\n    ")
            ));
        }
    }
    let is_gone =
        |(user, used): &&(&str, &str)| !uses.contains_key(&((*user).to_owned(), (*used).to_owned()));
    let gone = UP.iter().filter(is_gone);
    wrong.extend(gone.map(|(user, used)| format!("{user} uses {used} no more: remove the row of `UP`")));
    assert!(wrong.is_empty(), "tests/layers.rs\n{}", wrong.join("\n"));
}

/// Names of applications, and the lines of `ide` and `analysis` that may contain one, each with its reason.
const APPLICATIONS: &[&str] =
    &["terraform", "tofu", "terragrunt", "packer", "nomad", "bake", "pulumi", "tflint"];
const NAMED: &[(&str, &str)] = &[
    ("analysis/src/findings/foreign.rs", "comments of other tools are recognized by the names of these"),
    ("analysis/src/compare/requirements.rs", "hosts of registries that an address may leave out"),
];

#[test]
fn answers_of_editors_name_no_application() {
    let mut wrong = Vec::new();
    for room in ["ide", "analysis"] {
        for file in super::tidy::rust_files(&format!("crates/{room}/src")) {
            let path = file.to_string_lossy().replace('\\', "/");
            if NAMED.iter().any(|(end, _)| path.ends_with(end)) || path.ends_with("tests.rs") {
                continue;
            }
            let text = std::fs::read_to_string(&file).expect("a source file");
            for line in code_lines(&text) {
                let mut strings = line.split('"').skip(1).step_by(2).map(str::to_lowercase);
                if strings.any(|string| APPLICATIONS.iter().any(|name| string.contains(name))) {
                    wrong.push(format!("{path}: {}", line.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "what differs between applications is a fact of a row:\n{}", wrong.join("\n"));
}

/// The part of a source between an opening bracket, which precedes it, and the closing one.
fn inside(text: &str, brackets: (char, char)) -> &str {
    let mut depth = 1;
    let end = text.char_indices().find(|(_, letter)| {
        depth += i32::from(*letter == brackets.0) - i32::from(*letter == brackets.1);
        depth == 0
    });
    end.map_or(text, |(end, _)| &text[..end])
}

/// The texts of keys that a source builds or splits.
fn keys_of_text(text: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for request in [".get(&", ".get_within(&"] {
        for rest in text.split(request).skip(1).filter(|rest| rest.starts_with(char::is_uppercase)) {
            let query = inside(rest, ('(', ')'));
            wrong.extend(query.contains("format!(").then(|| query.to_owned()));
        }
    }
    for rest in text.split("query! {").skip(1) {
        let query = inside(rest, ('{', '}'));
        let names = query.split_once('|').and_then(|(_, rest)| rest.split_once('|'));
        let Some((names, body)) = names else { continue };
        let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
        for name in names.split(|letter: char| !is_letter(letter)) {
            for end in [".split", ".rsplit", ".strip_"] {
                let parting = format!("{name}{end}");
                let is_apart = body.match_indices(&parting).any(|(at, _)| !body[..at].ends_with(is_letter));
                wrong.extend((!name.is_empty() && is_apart).then_some(parting));
            }
        }
    }
    wrong
}

#[test]
fn queries_are_their_own_keys() {
    for (path, text) in super::tidy::sources() {
        let code = code_lines(&text).join("\n");
        let wrong = keys_of_text(&code);
        assert!(wrong.is_empty(), "{}: a key is a value of a type: {wrong:?}", path.display());
        let path = path.to_string_lossy().replace('\\', "/");
        let has_door = ["analysis/src/session", "analysis/src/db/"].iter().any(|part| path.contains(part));
        assert!(!has_door || !code.contains("key: &str"), "{path}: values are asked for by queries");
    }
}

#[test]
fn keys_of_text_are_seen() {
    let request = ["snapshot.get(&Calls(format", "!(\"{flavor:?} calls {folder}\").into()))"].concat();
    assert_eq!(keys_of_text(&request).len(), 1);
    let query =
        ["query", "! { struct Calls(Folder) -> bool; |Calls(key), snapshot| key.split_once(' ').is_some() }"];
    assert_eq!(keys_of_text(&query.concat()), ["key.split"]);
    let query = [
        "query",
        "! { struct Calls(Folder) -> bool; |Calls(key), snapshot| my_key.split_once(' ').is_some() }",
    ];
    assert!(keys_of_text(&query.concat()).is_empty());
}

/// The crates without access to the outside world.
const PURE: &[&str] = &[
    "diag",
    "core",
    "syntax",
    "eval",
    "analysis",
    "module",
    "languages",
    "mull",
    "report",
    "program",
    "play",
];

/// Functions whose cost is not charged where the work is done; `hclx_core` and `hclx_formats` have alternatives that
/// charge it. Strings are forbidden by the lints of `crates/eval/clippy.toml`.
const UNPAID: &[&str] = &[
    ".graphemes(",
    ".nfc()",
    ".nfd()",
    ".nfkc()",
    ".sort(",
    ".sort_by(",
    ".sort_by_key(",
    ".sort_unstable",
    "BigUint",
    "Regex::new",
    "regex_automata",
];

#[test]
fn functions_do_only_work_that_is_paid_for() {
    let rooms = ["eval", "languages", "mull"].map(|room| format!("crates/{room}/src"));
    let files = rooms.iter().flat_map(|room| super::tidy::rust_files(room));
    let is_of_functions = |file: &std::path::PathBuf| {
        file.components().any(|part| part.as_os_str().to_string_lossy().starts_with("functions"))
    };
    let mut seen = 0;
    for file in files.filter(is_of_functions) {
        seen += 1;
        let text = std::fs::read_to_string(&file).expect("a source file");
        for line in code_lines(&text) {
            assert!(
                !UNPAID.iter().any(|work| line.contains(work)),
                "{} does work that nobody pays for: {line}",
                file.display()
            );
        }
    }
    assert!(seen > 30, "{seen} files");
}

#[test]
fn only_the_binary_touches_the_world() {
    // `std::time` and threads are also searched for, because results must not depend on them
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
    for room in PURE {
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
