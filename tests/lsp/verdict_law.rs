//! The law of results: after any sequence of edits, the result next to each run is that of `hclx test` on the same
//! sources.
//!
//! `HCLX_LSP_EDITS` sets a larger number of edits than that of normal runs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use super::client::{Client, uri};
use super::law::{PIECES, Random, copy};
use crate::hostile::Folder;

/// The number of edits between two comparisons, and of edits in a run.
const EVERY: usize = 4;
const EDITS: usize = 48;

/// Words that change results and leave files readable.
const WORDS: &[&str] =
    &["true", "false", "null", "dev", "logs", "==", "!=", "plan", "apply", "mock_provider", "aws", "random"];

/// A file, the line of a run's header, and the result.
type Verdicts = BTreeMap<(String, u64), String>;

/// The results of `hclx test` in a folder.
fn tested(folder: &Path) -> Verdicts {
    let output = Command::new(crate::program())
        .args(["test", "--format", "json", "--allow-empty", "."])
        .current_dir(folder)
        .output()
        .expect("a test");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let runs = report["runs"].as_array().expect("runs").iter();
    let line = |run: &Value| run["range"]["end"]["line"].as_u64().expect("a line") - 1;
    runs.map(|run| ((text(&run["file"]), line(run)), text(&run["verdict"]))).collect()
}

/// The results next to the runs of the open documents.
fn shown(client: &mut Client, folder: &Path, open: &BTreeMap<PathBuf, String>) -> Verdicts {
    let mut found = Verdicts::new();
    for (file, text) in open {
        let name = file.to_string_lossy().replace('\\', "/");
        if !name.ends_with(".tftest.hcl") {
            continue;
        }
        let range =
            json!({"start": {"line": 0, "character": 0}, "end": {"line": text.len(), "character": 0}});
        let params = json!({"textDocument": {"uri": uri(&folder.join(file))}, "range": range});
        let answer = client.ask("textDocument/inlayHint", params);
        let hints = &answer["result"];
        for hint in hints.as_array().into_iter().flatten().filter(|hint| hint["tooltip"].is_string()) {
            let line = hint["position"]["line"].as_u64().expect("a line");
            found.insert((name.clone(), line), hint["label"].as_str().expect("a word").to_owned());
        }
    }
    found
}

#[test]
fn verdicts_after_edits_are_those_of_a_fresh_test() {
    let (live, fresh) = (Folder::new("lsp-verdicts"), Folder::new("lsp-verdicts-fresh"));
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/terraform/mocked");
    let mut files = Vec::new();
    copy(&examples, &fresh.0, Path::new(""), &mut Vec::new());
    copy(&examples, &live.0, Path::new(""), &mut files);
    files.sort();
    let mut client = Client::open(&live.0, &json!({}));
    let mut open: BTreeMap<PathBuf, String> = BTreeMap::new();
    for file in &files {
        let text = std::fs::read_to_string(live.0.join(file)).expect("a file");
        client.did_open(&uri(&live.0.join(file)), &text);
        open.insert(file.clone(), text);
    }
    let originals = open.clone();
    let mut random = Random(11);
    let edits =
        std::env::var("HCLX_LSP_EDITS").map_or(EDITS, |number| number.parse().expect("a number of edits"));
    let (mut judged, mut version) = (0, 1);
    for done in 1..=edits {
        let file = &files[random.below(files.len())];
        let text = open.get_mut(file).expect("it is open");
        match random.below(8) {
            // the protocol treats a lone `\r` as the end of a line
            0 => text.insert_str(random.place(text), &PIECES[random.below(PIECES.len())].replace('\r', " ")),
            1..=4 => {
                let (old, new) = (WORDS[random.below(WORDS.len())], WORDS[random.below(WORDS.len())]);
                *text = text.replacen(old, new, 1 + random.below(3));
            }
            5 => text.insert_str(text.len(), "# end\n"),
            // most edits concern readable files
            _ => text.clone_from(&originals[file]),
        }
        version += 1;
        client.did_change(&uri(&live.0.join(file)), version, json!([{"text": text}]));
        if done % EVERY == 0 {
            for (file, text) in &open {
                std::fs::write(fresh.0.join(file), text).expect("written");
            }
            let (expected, found) = (tested(&fresh.0), shown(&mut client, &live.0, &open));
            judged += expected.len();
            assert_eq!(found, expected, "after {done} edits");
        }
    }
    assert!(judged > 0, "no run was judged");
    client.shut_down();
}
