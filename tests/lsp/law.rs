//! The law: after any sequence of edits, the findings equal those of `hclx check` on the same texts, in every byte
//! of message and place.
//!
//! `HCLX_LSP_EDITS` sets a larger number of edits than that of normal runs, and `HCLX_LSP_SEED` a different
//! sequence.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use super::client::{Client, uri};
use crate::hostile::Folder;

/// The number of edits between two comparisons, and of edits in a run.
const EVERY: usize = 20;
const EDITS: usize = 60;

/// Pieces that edits insert.
pub(crate) const PIECES: &[&str] = &[
    "\n",
    "}",
    "{",
    "\"",
    "${",
    "(",
    ")",
    "[",
    "]",
    ".",
    "=",
    " ",
    "x",
    "var.",
    "local.",
    "é",
    "𝄞",
    "\r\n",
    "\r",
    "#",
    "/*",
    "<<EOT\n",
    "resource \"a\" \"b\" {\n",
    "for k, v in ",
    "null",
    "1",
    ",",
    "- ",
    ":",
    "\t",
];

pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most.max(1)
    }

    /// A boundary between characters.
    pub(crate) fn place(&mut self, text: &str) -> usize {
        let at = self.below(text.len() + 1);
        (at..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
    }
}

/// Copies a folder, and returns its files below it.
pub(crate) fn copy(from: &Path, to: &Path, inside: &Path, files: &mut Vec<PathBuf>) {
    std::fs::create_dir_all(to.join(inside)).expect("a folder");
    for entry in std::fs::read_dir(from.join(inside)).expect("a folder") {
        let inside = inside.join(entry.expect("an entry").file_name());
        if from.join(&inside).is_dir() {
            copy(from, to, &inside, files);
        } else {
            std::fs::copy(from.join(&inside), to.join(&inside)).expect("a copy");
            files.push(inside);
        }
    }
}

/// Line and byte of an offset, as the protocol counts them.
fn position(text: &str, offset: usize) -> (u64, u64) {
    let (mut line, mut start) = (0, 0);
    let bytes = text.as_bytes();
    for at in 0..offset {
        let is_end = bytes[at] == b'\n' || bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
        if is_end {
            (line, start) = (line + 1, at + 1);
        }
    }
    (line, (offset - start) as u64)
}

fn at((line, character): (u64, u64)) -> Value {
    json!({"line": line, "character": character})
}

/// The code of failures for allowed inputs, which a server tries when it is idle.
const TRIED: &str = "HX9207";

/// Path, range, code and message.
pub(crate) type Finding = (String, Option<String>, String, String);

/// The report of `hclx check` in a folder. Editors do not show the finding that there is nothing to check.
pub(crate) fn report(folder: &Path) -> Value {
    let output = Command::new(crate::program())
        .args(["check", "--format", "json", "--exit-zero", "--allow-empty"])
        .current_dir(folder)
        .output()
        .expect("a check");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The findings of a report about a folder, with ranges in the form of the protocol.
fn checked(report: &Value, folder: &Path) -> BTreeSet<Finding> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let finding = |one: &Value| {
        let range = &one["range"];
        let path = text(&range["filename"]);
        let source = std::fs::read_to_string(folder.join(&path)).unwrap_or_default();
        let place = |end: &str| {
            let offset = (range[end]["byte"].as_u64()? as usize).min(source.len());
            let (line, character) = position(&source, offset);
            // the end of a line has the place of its terminator
            let is_between = offset > 0
                && source.as_bytes()[..offset].ends_with(b"\r")
                && source[offset..].starts_with('\n');
            Some(at((line, character - u64::from(is_between))))
        };
        let range = place("start")
            .zip(place("end"))
            .map(|(start, end)| json!({"start": start, "end": end}).to_string());
        (path, range, text(&one["code"]), text(&one["summary"]))
    };
    report["diagnostics"].as_array().expect("findings").iter().map(finding).collect()
}

/// The same findings in the server's form.
fn served(folder: &Path, uri_of: &str, found: &[Value]) -> BTreeSet<Finding> {
    let root = uri(folder) + "/";
    let path = uri_of.strip_prefix(&root).unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let finding = |one: &Value| {
        let range = Some(one["range"].to_string()).filter(|_| !path.is_empty());
        let message = text(&one["message"]);
        let message = message.split("\nhelp: ").next().unwrap_or_default().to_owned();
        (path.to_owned(), range, text(&one["code"]), message)
    };
    found.iter().map(finding).collect()
}

/// The directory of a finding.
fn folder_of((path, ..): &Finding) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The differences between the findings of a server in a folder, those of another one without a history, and the report
/// of a check.
pub(crate) fn differences(
    found: &BTreeSet<Finding>,
    fresh: &BTreeSet<Finding>,
    (report, folder): (&Value, &Path),
) -> Vec<String> {
    let lacks = fresh.difference(found).map(|one| format!("lacks {one:?}"));
    let has = found.difference(fresh).map(|one| format!("has {one:?}"));
    // a report contains once, in different words, what an editor shows at each place
    let place = |one: &Finding| (one.0.clone(), one.1.clone(), one.2.clone());
    let places: BTreeSet<_> = found.iter().map(place).collect();
    let expected = checked(report, folder);
    let folders: BTreeSet<&str> = expected.iter().map(folder_of).collect();
    // findings of a report about a path without a place are shown in that file by an editor
    let is_placeless = |one: &Finding| one.0.is_empty() && one.1.is_none();
    let is_said = |all: &BTreeSet<Finding>, said: &Finding| {
        all.iter().any(|one| (&one.2, &one.3) == (&said.2, &said.3))
    };
    let is_told = |one: &Finding| match is_placeless(one) {
        true => is_said(found, one),
        false => places.contains(&place(one)),
    };
    let is_untold = |one: &&Finding| one.2 != TRIED && !is_told(one);
    let untold = expected.iter().filter(is_untold).map(|one| format!("lacks {one:?} of a check"));
    let placeless: BTreeSet<Finding> = expected.iter().filter(|one| is_placeless(one)).cloned().collect();
    // one cause may have findings in a module and in its tests
    let is_of_cause = |one: &Finding| expected.iter().any(|told| told.2 == one.2);
    let is_unknown =
        |one: &&Finding| !folders.contains(folder_of(one)) && !is_of_cause(one) && !is_said(&placeless, one);
    let unknown = found.iter().filter(is_unknown).map(|one| format!("has {one:?}, unlike a check"));
    lacks.chain(has).chain(untold).chain(unknown).collect()
}

/// The findings in a folder of a server, after everything is checked.
pub(super) fn pulled(client: &mut Client, folder: &Path) -> BTreeSet<Finding> {
    let inside = uri(folder);
    let own = |item: &&Value| {
        let rest = item["uri"].as_str().expect("a URI").strip_prefix(&inside);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let served = |item: &Value| {
        let items = item["items"].as_array().expect("findings");
        served(folder, item["uri"].as_str().expect("a URI"), items)
    };
    let found: BTreeSet<Finding> = client.all_findings().iter().filter(own).flat_map(served).collect();
    found.into_iter().filter(|one| one.2 != TRIED).collect()
}

#[test]
fn findings_after_edits_are_those_of_a_fresh_check() {
    let (live, fresh) = (Folder::new("lsp-law"), Folder::new("lsp-law-fresh"));
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut files = Vec::new();
    copy(&examples, &fresh.0, Path::new(""), &mut Vec::new());
    copy(&examples, &live.0, Path::new(""), &mut files);
    files.retain(|file| file.extension().is_some_and(|end| end != "toml" && end != "hcldec"));
    files.sort();
    let mut client = Client::open(&live.0, &json!({}));
    let number = |name: &str, default: usize| {
        std::env::var(name).map_or(default, |number| number.parse().expect("a number"))
    };
    let mut random = Random(number("HCLX_LSP_SEED", 7) as u64);
    let mut open: BTreeMap<PathBuf, (String, i64)> = BTreeMap::new();
    for done in 1..=number("HCLX_LSP_EDITS", EDITS) {
        let file = &files[random.below(files.len())];
        let name = uri(&live.0.join(file));
        let original = std::fs::read_to_string(live.0.join(file)).expect("a file");
        if !open.contains_key(file) {
            client.did_open(&name, &original);
            open.insert(file.clone(), (original.clone(), 1));
        }
        let (text, version) = open.get_mut(file).expect("it is open");
        let start = random.place(text);
        let (end, piece) = match random.below(10) {
            0..=4 => (start, PIECES[random.below(PIECES.len())].to_owned()),
            5..=7 => ((start + random.below(9)).min(text.len()), String::new()),
            8 => (start, text[random.place(text)..].chars().take(40).collect()),
            _ => (text.len(), original[original.len().min(start)..].chars().skip(1).collect()),
        };
        let end = (end..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
        let range = json!({"start": at(position(text, start)), "end": at(position(text, end))});
        // there is no place between `\r` and `\n`
        let is_between = |at: usize| text[..at].ends_with('\r') && text[at..].starts_with('\n');
        if original.is_char_boundary(original.len().min(start)) && !is_between(start) && !is_between(end) {
            *version += 1;
            text.replace_range(start..end, &piece);
            client.did_change(&name, *version, json!([{"range": range, "text": piece}]));
        }
        if done % EVERY == 0 {
            compare(&mut client, &live.0, &fresh.0, &open, done);
        }
    }
    client.shut_down();
}

fn compare(
    client: &mut Client,
    live: &Path,
    fresh: &Path,
    open: &BTreeMap<PathBuf, (String, i64)>,
    done: usize,
) {
    for (file, (text, _)) in open {
        std::fs::write(fresh.join(file), text).expect("written");
    }
    let found = pulled(client, live);
    let pushed: BTreeSet<Finding> = client
        .pushed
        .iter()
        .flat_map(|(uri, (_, found))| served(live, uri, found.as_array().expect("findings")))
        .filter(|one| one.2 != TRIED)
        .collect();
    assert_eq!(pushed, found, "pushed and pulled after {done} edits");
    // a server without a history has the same places
    let mut other = Client::open(fresh, &json!({}));
    let expected = pulled(&mut other, fresh);
    other.shut_down();
    let differences = differences(&found, &expected, (&report(fresh), fresh));
    assert!(differences.is_empty(), "after {done} edits: {differences:#?}");
    if done.is_multiple_of(1_000) {
        println!("{done} edits, 0 differences");
    }
}
