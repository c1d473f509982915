//! The law of code actions: at any place in the suites, the edits of an offered action cause no errors and parse,
//! and restoring the old texts restores everything.

use std::collections::BTreeMap;

use hclx_testkit::cases;
use serde_json::json;

use super::actions::{applied, capabilities, resolved};
use super::client::{Client, uri};
use super::pages::position;
use crate::hostile::Folder;

/// The number of cases whose actions are tried, and of places in each.
const CASES: usize = 40;
const PLACES: usize = 4;

/// A sequence of numbers without a pattern, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below.max(1)
    }
}

/// The codes of all errors of the workspace.
fn errors(client: &mut Client) -> Vec<String> {
    client.all_findings();
    let found = client.pushed.values().flat_map(|(_, found)| found.as_array().cloned().unwrap_or_default());
    let errors = found.filter(|one| one["severity"] == 1);
    let mut codes: Vec<String> = errors.map(|one| one["code"].to_string()).collect();
    codes.sort();
    codes
}

/// Errors that did not exist before.
fn new(before: &[String], after: &[String]) -> Vec<String> {
    let mut left = before.to_vec();
    let is_new = |code: &&String| match left.iter().position(|one| one == *code) {
        Some(at) => {
            left.swap_remove(at);
            false
        }
        None => true,
    };
    after.iter().filter(is_new).cloned().collect()
}

#[test]
fn actions_keep_the_verdict() {
    let all: Vec<_> = ["tests/suite/terraform", "tests/suite/packer", "tests/suite/nomad"]
        .into_iter()
        .flat_map(cases)
        .filter(|case| case.files.iter().all(|file| !file.name.contains(".json")))
        .collect();
    assert!(all.len() > CASES, "{} cases", all.len());
    let mut numbers = Numbers(7);
    let (mut taken, mut kinds) = (0, BTreeMap::<String, usize>::new());
    for number in 0..CASES {
        let case = &all[numbers.next(all.len())];
        let folder = Folder::new(&format!("lsp-action-law-{number}"));
        let mut texts = BTreeMap::new();
        for file in &case.files {
            let path = folder.0.join(&file.name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            folder.write(&file.name, &file.source);
            texts.insert(uri(&path), file.source.clone());
        }
        let mut client = Client::open(&folder.0, &capabilities());
        texts.iter().for_each(|(uri, text)| client.did_open(uri, text));
        let before = errors(&mut client);
        let mut version = 1;
        for _ in 0..PLACES {
            let (uri, text) = texts.iter().nth(numbers.next(texts.len())).expect("a file");
            let mut at = numbers.next(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            let place = position(text, at);
            let params = json!({
                "textDocument": {"uri": uri},
                "range": {"start": place, "end": place},
                "context": {"diagnostics": []},
            });
            let answer = client.ask("textDocument/codeAction", params);
            let actions = answer["result"].as_array().unwrap_or_else(|| panic!("{answer}")).clone();
            // the edits of findings are for them
            for action in actions.into_iter().filter(|action| action.get("edit").is_none()) {
                let title = action["title"].as_str().expect("a title").to_owned();
                let Ok(edit) = resolved(&mut client, action) else { continue };
                version += 1;
                let now = applied(&edit, &texts);
                show(&mut client, &texts, &now, version);
                let after = errors(&mut client);
                let worse = new(&before, &after);
                assert!(worse.is_empty(), "{}: {title} at {place} of {uri}: {worse:?}\n{now:#?}", case.title);
                version += 1;
                show(&mut client, &now, &texts, version);
                assert_eq!(errors(&mut client), before, "{}: {title} and back", case.title);
                taken += 1;
                *kinds.entry(title.split('`').next().unwrap_or_default().to_owned()).or_default() += 1;
            }
        }
        client.shut_down();
    }
    println!("{taken} actions: {kinds:#?}");
    assert!(taken > 20, "{taken} actions are too few: {kinds:?}");
}

/// Sends other texts to the server; a file that is only among the new ones is opened, and one that is only among the
/// old ones is closed.
fn show(client: &mut Client, old: &BTreeMap<String, String>, new: &BTreeMap<String, String>, version: i64) {
    for (uri, text) in new {
        match old.get(uri) {
            Some(known) if known == text => {}
            Some(_) => client.did_change(uri, version, json!([{"text": text}])),
            None => client.did_open(uri, text),
        }
    }
    for uri in old.keys().filter(|uri| !new.contains_key(*uri)) {
        client.tell("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
    }
}
