//! Decisions in code are based on data: code does not edit findings that are already reported, does not
//! interpret messages, helps or labels, and does not read the source of a file that has a tree.
//!
//! Each exception lists a file, the number of places and the reason. The numbers may only decrease: a place that is
//! gone is removed from the list.

use std::path::Path;

use crate::tidy::rust_files;

/// A file that may break a rule: the number of times, and the reason.
type Exception = (&'static str, usize, &'static str);

/// Names that code uses for lists of findings.
const LISTS: &[&str] = &["findings", "diagnostics", "fresh", "misfits", "earlier"];

/// Methods that change elements of a list.
const EDITS: &[&str] = &[
    "truncate",
    "split_off",
    "retain",
    "drain",
    "extract_if",
    "swap_remove",
    "iter_mut",
    "last_mut",
    "splice",
];

/// Texts of a finding.
const TEXTS: &[&str] = &["message", "message()", "help", "title", "label"];

/// Methods that examine a text.
const READS: &[&str] = &[
    "contains",
    "starts_with",
    "ends_with",
    "strip_prefix",
    "strip_suffix",
    "split",
    "split_once",
    "find",
    "replace",
];

const EDITED: &[Exception] = &[
    ("crates/analysis/src/ask/mod.rs", 2, "the answer about an expression is put together"),
    ("crates/analysis/src/unread.rs", 1, "what may be declared in files that were not read"),
    ("crates/core/src/budget.rs", 1, "a limit is reported once"),
    ("crates/eval/src/eval/call.rs", 1, "two arguments that are swapped are one mistake"),
    ("crates/eval/src/eval/for_.rs", 1, "the evaluator excuses parts that may not run"),
    ("crates/eval/src/eval/mod.rs", 3, "the evaluator excuses parts that may not run"),
    ("crates/eval/src/type_syntax/mod.rs", 1, "findings of the parser come first"),
    ("crates/eval/src/type_syntax/parse.rs", 1, "findings of the parser come first"),
    ("crates/mull/src/linked.rs", 1, "an import that fails is reported with both places"),
    ("crates/mull/src/run/document.rs", 1, "defaults are run on trial"),
    ("crates/mull/src/syntax/tree.rs", 1, "a parser forgets what a copy repeats"),
    ("crates/mull/src/typing/report.rs", 1, "the finding that was pushed is completed"),
    ("crates/program/src/findings.rs", 2, "suppressions and levels choose what is reported"),
    ("crates/syntax/src/json/string.rs", 1, "a parser keeps few findings of broken templates"),
    ("crates/syntax/src/parser/item_recovery.rs", 1, "a parser recovers"),
    ("crates/syntax/src/template/heredoc.rs", 1, "a parser recovers"),
    ("crates/syntax/src/template/quoted.rs", 1, "a parser recovers"),
    ("src/commands/check.rs", 2, "the command line chooses what is printed"),
    ("src/config/check.rs", 1, "the finding that was pushed is completed"),
    ("src/duplicates.rs", 1, "the command line chooses what is printed"),
];

const READ: &[Exception] = &[
    ("crates/languages/src/pcl/recognise.rs", 1, "a title in a file of Puppet, not of a finding"),
    ("crates/report/src/sarif.rs", 1, "the name of a rule is made of its title"),
];

/// Edits of a batch of findings, whose subject is known only afterwards, by their codes or places. A place that is
/// known in advance is a `Zone`, and a fact from a schema is part of its row.
const WEIGHED: &[Exception] = &[
    ("crates/analysis/src/session.rs", 1, "inputs that are meant to fail are counted instead"),
    ("crates/languages/src/bake/unit.rs", 2, "a call repeats the finding about its function"),
    ("crates/languages/src/packer/unit.rs", 1, "the unexpected argument of a local value is the missing one"),
    ("crates/languages/src/pcl/judge.rs", 1, "a name may be declared in a part that could not be read"),
    (
        "crates/languages/src/terraform/rules/typos.rs",
        3,
        "what follows from a misspelled name is known by what is found",
    ),
    ("crates/languages/src/terraform/rules/undeclared.rs", 1, "files elsewhere may declare the names"),
    ("crates/languages/src/terraform/values/calls.rs", 3, "the child reports its own findings"),
    ("crates/languages/src/terraform/values/judge.rs", 1, "one reference is one finding"),
    ("crates/languages/src/terraform/values/resources.rs", 1, "postconditions are read twice"),
    ("crates/module/src/judge.rs", 1, "the language knows what holds for code that is not evaluated"),
    ("crates/module/src/source_files.rs", 1, "syntax errors tell what follows from them"),
    ("crates/schema/src/dynamic.rs", 2, "without iterations, the iterator does not matter"),
];

/// The code of all crates and the binary, by path, without comments and without tests.
fn code() -> Vec<(String, Vec<String>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = ["src", "crates"].into_iter().flat_map(rust_files);
    files
        .filter_map(|path| {
            let name = path.strip_prefix(root).ok()?.to_string_lossy().replace('\\', "/");
            let is_source = name.starts_with("src/") || name.contains("/src/");
            let text = std::fs::read_to_string(&path).ok().filter(|_| is_source)?;
            let text = text.split("#[cfg(test)]\nmod").next().unwrap_or_default();
            let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            Some((name, lines.map(str::to_owned).collect()))
        })
        .collect()
}

/// Returns `true` if a line calls one of the methods on a value with one of the names.
fn calls(line: &str, names: &[&str], methods: &[&str]) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    names.iter().any(|name| {
        line.match_indices(name).any(|(at, _)| {
            let rest = line[at + name.len()..].strip_prefix('.');
            let whole = !line[..at].ends_with(is_word);
            whole
                && rest.is_some_and(|rest| {
                    methods
                        .iter()
                        .any(|method| rest.strip_prefix(method).is_some_and(|rest| rest.starts_with('(')))
                })
        })
    })
}

/// Compares the lines that break a rule with its exceptions.
fn compare(
    files: impl IntoIterator<Item = (String, Vec<String>)>,
    exceptions: &[Exception],
    breaks: impl Fn(&str) -> bool,
    instead: &str,
) {
    let mut wrong = Vec::new();
    for (path, lines) in files {
        let places: Vec<&String> = lines.iter().filter(|line| breaks(line)).collect();
        let allowed = exceptions.iter().find(|(file, ..)| *file == path).map_or(0, |(_, count, _)| *count);
        if places.len() > allowed {
            wrong.push(format!("{path}: {instead}: {places:#?}"));
        } else if places.len() < allowed {
            wrong.push(format!("{path}: {} of {allowed} places are left: lower the number", places.len()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn findings_are_not_edited() {
    let instead = "run it on trial (`Report::trial`) and keep the batch under a policy";
    compare(code(), EDITED, |line| calls(line, LISTS, EDITS), instead);
}

/// Returns `true` if a line edits a batch of findings.
fn edits_batch(line: &str) -> bool {
    let selections = ["|one|", "|finding|", "is_", "covers", "follows"];
    let mut edits = [".without(", ".changed("].into_iter().flat_map(|edit| line.split(edit).skip(1));
    edits.any(|rest| rest.is_empty() || selections.iter().any(|selection| rest.starts_with(selection)))
}

#[test]
fn batches_are_not_edited() {
    compare(code(), WEIGHED, edits_batch, "give the part a `Zone`, or the schema a fact");
}

#[test]
fn messages_decide_nothing() {
    let instead = "give the finding or fault a field, or look at the tree";
    compare(code(), READ, |line| calls(line, TEXTS, READS), instead);
}

#[test]
fn calls_are_seen() {
    assert!(calls("self.findings.retain(|one| true);", LISTS, EDITS));
    assert!(!calls("self.findings.retained(1);", LISTS, EDITS));
    assert!(!calls("self.my_findings.push(1)", LISTS, EDITS));
    assert!(calls("if finding.message.contains(\"no run\") {", TEXTS, READS));
    assert!(!calls("labels.contains(&label)", TEXTS, READS));
}

/// Places that read the source of a parsed file, and the reasons.
const SOURCES: &[Exception] = &[
    (
        "crates/languages/src/terraform/values/admitted.rs",
        1,
        "the misspelled word of a finding, to measure its distance",
    ),
    ("crates/analysis/src/lints/mod.rs", 1, "lints about layout: line breaks, comments and parentheses"),
    ("crates/languages/src/tables/check.rs", 1, "a duplicate of HCL 1 is told apart by its `=`"),
    (
        "crates/languages/src/hcldec/decode.rs",
        1,
        "a place in a string of JSON is counted through its escapes",
    ),
    (
        "crates/languages/src/terraform/declare/changes.rs",
        1,
        "what two versions of a file have in common at its ends, whatever is in it",
    ),
    ("crates/languages/src/terraform/declare/part.rs", 2, "a file that could not be parsed has words only"),
    ("crates/languages/src/terragrunt/outline.rs", 1, "the contents of a generated file are a source"),
    ("crates/mull/src/declare/written.rs", 2, "the tree of Mull has no node for `${…}` and its parentheses"),
    ("crates/mull/src/typing/collections.rs", 1, "the tree of Mull has no node for parentheses"),
    ("crates/mull/src/typing/mappings.rs", 1, "the width of a character, for a place"),
    ("crates/mull/src/typing/scope.rs", 1, "a message quotes an expression"),
];

/// Returns `true` if a line takes the bytes of a tree, except for their length.
fn takes_bytes(line: &str) -> bool {
    let trees = ["tree.source()", "tree().source()", "document.source()"];
    let mut after = trees.iter().filter_map(|tree| line.split_once(tree)).map(|(_, after)| after);
    after.any(|after| !after.starts_with(".len()"))
}

#[test]
fn sources_are_parsed() {
    let rooms = ["crates/analysis/", "crates/languages/", "crates/mull/", "crates/schema/", "src/"];
    let files = code().into_iter().filter(|(path, _)| rooms.iter().any(|room| path.starts_with(room)));
    compare(files, SOURCES, takes_bytes, "ask the tree or the tokens");
}

#[test]
fn bytes_of_trees_are_seen() {
    assert!(takes_bytes("let text = tree.source().get(range);"));
    assert!(takes_bytes("is_go_template(parsed.tree.source())"));
    assert!(!takes_bytes("budget.allow_for_source(parsed.tree.source().len());"));
    assert!(!takes_bytes("let place = range.in_source(view.source());"));
}
