//! Names of types, functions and bindings: a type is named by a noun of the field, and a binding by its type.
//!
//! Every list and every number here may only shrink.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::LazyLock;

use super::tidy::{room, sources};
use super::uses::code_lines;

/// Names of types that are participles but terms of the field, or that many files use.
const PARTICIPLE_TYPES: &[&str] = &[
    "Encoding",
    "Evaluated",
    "Filled",
    "Finding",
    "Meaning",
    "Missing",
    "Misspelling",
    "Naming",
    "Nested",
    "Nesting",
    "Ordered",
    "Parsed",
    "Pooled",
    "Read",
    "Seen",
    "Sibling",
    "Simulated",
    "Suppressed",
    "Tested",
    "Typing",
    "Undeclared",
    "Unresolved",
];

/// Participles without a typical ending, and words that name nothing: prepositions, pronouns, superlatives.
const WORDS: &str = "Above After Again Alike Around At Before Behind Below Beside Both Broken Built Chosen Cut Drawn Either \
    Found Given Grown Held Hidden Inside Kept Known Laid Later Least Left Lent Made Meant Met Most Neither Of Once Other \
    Outside Past Put Read Said Same Seen Sent Shown Sought Spent Split Taken Thrown Told Torn Whole Whose Within Written";

/// Returns `true` for a single word that is a participle or not a noun.
fn is_participle(name: &str) -> bool {
    let is_one_word = !name.contains('_') && !name.chars().skip(1).any(char::is_uppercase);
    let capital: String =
        name.chars().take(1).flat_map(char::to_uppercase).chain(name.chars().skip(1)).collect();
    let ends = ["ed", "ing"].iter().any(|end| name.len() > end.len() + 2 && name.ends_with(end));
    is_one_word && (ends || WORDS.split_whitespace().any(|word| word == capital))
}

/// The word after one of some keywords at the start of a line of code, with or without `pub`: whether it is exported,
/// and its name.
fn declared<'t>(line: &'t str, keywords: &[&str]) -> Option<(bool, &'t str)> {
    let line = line.trim_start();
    let is_exported = line.starts_with("pub ");
    let line = line.strip_prefix("pub").map_or(line, |rest| {
        let rest = rest.trim_start();
        if rest.starts_with('(') { rest.split_once(") ").map_or(rest, |(_, rest)| rest) } else { rest }
    });
    let line = line.strip_prefix("const ").unwrap_or(line);
    let rest = keywords.iter().find_map(|keyword| line.strip_prefix(keyword))?.strip_prefix(' ')?;
    let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
    Some((is_exported, &rest[..end])).filter(|(_, name)| !name.is_empty())
}

const TYPES: &[&str] = &["struct", "enum", "trait", "type", "union"];

/// The code of a file outside of tests.
struct Code {
    path: PathBuf,
    room: String,
    text: String,
}

static CODE: LazyLock<Vec<Code>> = LazyLock::new(|| {
    // `languages/src/terraform/tests` contains code about tests
    let is_test = |path: &PathBuf| {
        let has = |name: &str| path.components().any(|part| part.as_os_str() == name);
        (has("tests") && !has("src")) || has("benches") || path.ends_with("tests.rs")
    };
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let below = |path: PathBuf| path.strip_prefix(&root).expect("a file of the project").to_owned();
    let files = sources().into_iter().filter(|(path, _)| !is_test(&below(path.clone())));
    files
        .map(|(path, text)| Code { room: room(&path), path: below(path), text: code_lines(&text).join("\n") })
        .collect()
});

#[test]
fn no_type_is_named_by_a_participle() {
    let mut names: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for code in CODE.iter() {
        // an associated type is inside a trait or an implementation
        let lines = code
            .text
            .lines()
            .filter(|line| !line.starts_with(' ') || !line.trim_start().starts_with("type "));
        for (_, name) in
            lines.filter_map(|line| declared(line, TYPES)).filter(|(_, name)| is_participle(name))
        {
            names.entry(name).or_default().push(code.path.display().to_string());
        }
    }
    let fresh: Vec<_> = names.iter().filter(|(name, _)| !PARTICIPLE_TYPES.contains(name)).collect();
    assert!(fresh.is_empty(), "a type is a noun of the field: rename {fresh:#?}");
    let gone: Vec<_> = PARTICIPLE_TYPES.iter().filter(|name| !names.contains_key(**name)).collect();
    assert!(gone.is_empty(), "remove from `PARTICIPLE_TYPES` in tests/names.rs: {gone:?}");
}

/// Names of types that several crates export, or one crate exports twice, except nodes of `syntax::ast`.
const EXPORTED_TWICE: &[&str] = &[
    "Answer",
    "Call",
    "Calls",
    "Cause",
    "CharacterSet",
    "Declaration",
    "Defaults",
    "Document",
    "Edge",
    "Entries",
    "Entry",
    "Fit",
    "Form",
    "Function",
    "Graph",
    "Header",
    "Hover",
    "Input",
    "Inputs",
    "Items",
    "Kind",
    "Level",
    "LoopName",
    "Members",
    "Mention",
    "Move",
    "Names",
    "Node",
    "NodeId",
    "Origin",
    "Outcome",
    "Package",
    "Parameter",
    "Pattern",
    "Place",
    "Places",
    "Policy",
    "Property",
    "Reference",
    "Requirement",
    "Resource",
    "Role",
    "Rule",
    "Shape",
    "Source",
    "Style",
    "Subject",
    "Text",
    "TypeExpr",
    "TypeKind",
    "Verdict",
];

#[test]
fn exported_types_have_names_of_their_own() {
    let mut names: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for code in CODE.iter().filter(|code| code.room != "src" && !code.path.ends_with("syntax/src/ast.rs")) {
        for (is_exported, name) in code.text.lines().filter_map(|line| declared(line, TYPES)) {
            if is_exported {
                names.entry(name).or_default().push(code.path.display().to_string());
            }
        }
    }
    names.retain(|_, places| places.len() > 1);
    let fresh: Vec<_> = names.iter().filter(|(name, _)| !EXPORTED_TWICE.contains(name)).collect();
    assert!(fresh.is_empty(), "an exported name is unique in the workspace: rename one of {fresh:#?}");
    let gone: Vec<_> = EXPORTED_TWICE.iter().filter(|name| !names.contains_key(**name)).collect();
    assert!(gone.is_empty(), "remove from `EXPORTED_TWICE` in tests/names.rs: {gone:?}");
}

/// The crates with the numbers of bindings named `one`, and of functions named by a participle.
const COUNTS: &[(&str, usize, usize)] = &[
    ("analysis", 26, 121),
    ("core", 10, 90),
    ("diag", 2, 29),
    ("eval", 11, 93),
    ("format", 1, 11),
    ("formats", 4, 26),
    ("ide", 41, 78),
    ("languages", 529, 421),
    ("module", 12, 17),
    ("mull", 4, 117),
    ("play", 2, 10),
    ("present", 9, 19),
    ("program", 9, 31),
    ("report", 1, 29),
    ("schema", 27, 44),
    ("schemas", 0, 0),
    ("src", 114, 206),
    ("syntax", 6, 62),
    ("testkit", 0, 6),
];

/// If an actual number is lower by more than this, the recorded number must be lowered.
const SLACK: usize = 5;

/// The number of bindings named `one`: arguments of closures and of `let`, `for` and `if let`.
fn ones(text: &str) -> usize {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let starts = [
        "|one|",
        "|one:",
        "|&one|",
        "|&&one|",
        "let one ",
        "let mut one ",
        "for one in ",
        "let Some(one)",
        "Some(one) =>",
    ];
    starts
        .iter()
        .map(|start| {
            text.match_indices(start)
                .filter(|(at, _)| !text[..*at].ends_with(is_part) || start.starts_with('|'))
                .count()
        })
        .sum()
}

/// The names of functions, except in implementations of traits, where the trait determines them.
fn own_functions(text: &str) -> impl Iterator<Item = &str> {
    let mut end = None;
    text.lines().filter_map(move |line| {
        let start = line.trim_start();
        if end.is_none() && start.starts_with("impl") && line.contains(" for ") && line.ends_with('{') {
            end = Some(format!("{}}}", &line[..line.len() - start.len()]));
        } else if end.as_deref() == Some(line) {
            end = None;
        }
        declared(line, &["fn"]).filter(|_| end.is_none()).map(|(_, name)| name)
    })
}

#[test]
fn bindings_and_functions_have_names_of_their_own() {
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for code in CODE.iter() {
        let count = counts.entry(&code.room).or_default();
        count.0 += ones(&code.text);
        count.1 += own_functions(&code.text).filter(|name| is_participle(name)).count();
    }
    let known: BTreeSet<&str> = COUNTS.iter().map(|(room, ..)| *room).collect();
    let mut wrong = Vec::new();
    for (room, (ones, participles)) in &counts {
        let most =
            COUNTS.iter().find(|(name, ..)| name == room).map_or((0, 0), |(_, ones, fns)| (*ones, *fns));
        if *ones > most.0 {
            wrong.push(format!(
                "`{room}`: {ones} bindings are named `one`, at most {}: name them by their types",
                most.0
            ));
        }
        if *participles > most.1 {
            wrong.push(format!(
                "`{room}`: {participles} functions are named by a participle, at most {}: a function that computes is a noun, \
                 one that changes a verb",
                most.1
            ));
        }
        if ones + SLACK < most.0 || participles + SLACK < most.1 {
            wrong.push(format!("`{room}`: lower its row in `COUNTS` to ({ones}, {participles})"));
        }
    }
    wrong.extend(
        known.iter().filter(|room| !counts.contains_key(**room)).map(|room| format!("`{room}` is gone")),
    );
    assert!(wrong.is_empty(), "tests/names.rs\n{}", wrong.join("\n"));
}

#[test]
fn no_code_is_read_by_the_letters_of_its_id() {
    let reads = [
        ".id().starts_with(",
        "code.starts_with(\"HX",
        "code.starts_with(\"MU",
        "starts_with(\"HX",
        "starts_with(\"MU",
    ];
    for code in CODE.iter() {
        for line in code.text.lines() {
            let is_read = reads.iter().any(|read| line.contains(read));
            assert!(!is_read, "{}: facts about a code stand on its row: {line}", code.path.display());
        }
    }
}

#[test]
fn participles_and_bindings_are_seen() {
    for name in ["Kept", "Evaluated", "Naming", "told", "Of"] {
        assert!(is_participle(name), "{name}");
    }
    for name in ["Redactor", "ParsedType", "is_used", "Text", "king"] {
        assert!(!is_participle(name), "{name}");
    }
    assert_eq!(declared("pub(crate) struct Kept<'a> {", TYPES), Some((false, "Kept")));
    assert_eq!(declared("pub const fn told() {", &["fn"]), Some((true, "told")));
    assert_eq!(declared("structure", TYPES), None);
    let text = "impl Clone for Kept {\n    fn told() {}\n}\nimpl Kept {\n    fn held() {}\n}\nfn said() {}";
    assert_eq!(own_functions(text).collect::<Vec<_>>(), ["held", "said"]);
    assert_eq!(ones("let one = all.iter().find(|one| one.x); let someone = 1;"), 2);
}

#[test]
fn files_of_walks_exist() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("crates/README.md")).expect("a page");
    let is_plain =
        |word: &str| word.chars().all(|letter| letter.is_alphanumeric() || "/._-".contains(letter));
    let is_path = |word: &&str| {
        let is_file = [".rs", ".md", ".tsv"].iter().any(|end| word.ends_with(end));
        is_plain(word)
            && word.contains('/')
            && (is_file || word.ends_with('/') && word.matches('/').count() > 1)
    };
    let paths: Vec<&str> = text.split('`').skip(1).step_by(2).filter(is_path).collect();
    assert!(paths.len() > 20, "{paths:?}");
    for path in paths {
        let places = [root.join("crates").join(path), root.join(path)];
        assert!(places.iter().any(|place| place.exists()), "crates/README.md: there is no `{path}`");
    }
}

/// The maximum number of lines in the section "Unreleased" of the changelog, and of rows on the page of measurements.
const MOST_UNRELEASED: usize = 60;
const MOST_MEASUREMENTS: usize = 80;

#[test]
fn pages_about_changes_and_figures_stay_short() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let read = |page: &str| std::fs::read_to_string(root.join(page)).expect("a page");
    let changes = read("CHANGELOG.md");
    let section = changes
        .split("\n## ")
        .find(|section| section.starts_with("[Unreleased]"))
        .expect("the section of changes");
    let lines = section.lines().count();
    assert!(
        lines <= MOST_UNRELEASED,
        "CHANGELOG.md: {lines} lines are not released, at most {MOST_UNRELEASED}"
    );
    let kinds = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security", "Performance"];
    for kind in changes.lines().filter_map(|line| line.strip_prefix("### ")) {
        assert!(kinds.contains(&kind), "CHANGELOG.md: `{kind}` is none of {kinds:?}");
    }
    let rows = read("docs/measurements.md").lines().filter(|line| line.starts_with("| ")).count();
    assert!(
        rows <= MOST_MEASUREMENTS,
        "docs/measurements.md has {rows} rows, at most {MOST_MEASUREMENTS}: replace one"
    );
}
