//! The law for a workspace of two folders that refer to each other, and a client that does not watch files: after any
//! sequence of edits, including edits of files on disk, of settings and of links, the findings equal those of `hclx
//! check` in each folder.
//!
//! `HCLX_LSP_EDITS` sets a larger number of edits than that of normal runs, and `HCLX_LSP_SEED` a different
//! sequence.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

use super::client::{Client, uri};
use super::law::{Finding, PIECES, Random, copy, differences, pulled, report};
use crate::hostile::Folder;

/// The number of edits between two comparisons, and of edits in a run.
const EVERY: usize = 40;
const EDITS: usize = 120;

/// The number of comparisons, a tenth of a second apart, until a change on disk is noticed and checked; polls are two
/// seconds apart.
const TRIES: usize = 300;

/// The folders of the workspace.
const FOLDERS: [&str; 2] = ["one", "two"];

/// Settings, some of which are invalid.
const SETTINGS: &[&str] = &[
    "",
    "nope = 1\n",
    "exclude = [\"terraform/broken\"]\n",
    "exclude = 1\n",
    "[levels]\nHX3001 = \"warning\"\n",
    "[[",
    "[rules]\nHX3001 = \"off\"\n",
];

const CALLER: &str = r#"variable "name" {
  type = string
}

module "network" {
  source = "../one/terraform/shop/modules/network"
  name   = var.name
  zones  = ["a", "b"]
}

module "local" {
  source = "./part"
  given  = module.network.subnet_ids
}

output "ids" {
  value = module.local.count
}
"#;

const PART: &str =
    "variable \"given\" {\n  type = map(string)\n}\n\noutput \"count\" {\n  value = length(var.given)\n}\n";

/// Two copies of a workspace: the server works on one, and a check on the other, in which all texts are saved.
struct Workspace {
    live: Folder,
    fresh: Folder,
    client: Client,
    random: Random,
    /// The files that exist from the beginning, with their texts.
    originals: BTreeMap<PathBuf, String>,
    /// The open documents.
    open: BTreeMap<PathBuf, String>,
    /// Files and links that were added.
    added: BTreeSet<PathBuf>,
    version: i64,
}

impl Workspace {
    fn new(seed: u64) -> Self {
        let (live, fresh) = (Folder::new("lsp-workspace-law"), Folder::new("lsp-workspace-law-fresh"));
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
        let mut files = Vec::new();
        for root in [&live, &fresh] {
            copy(&examples, &root.0.join("one"), Path::new(""), &mut files);
            std::fs::create_dir_all(root.0.join("two/part")).expect("a folder");
            root.write("two/main.tf", CALLER);
            root.write("two/part/main.tf", PART);
        }
        let names = files.iter().map(|file| Path::new("one").join(file));
        let names = names.chain(["two/main.tf", "two/part/main.tf"].map(PathBuf::from));
        let is_text = |name: &PathBuf| name.extension().is_some_and(|end| end != "toml" && end != "hcldec");
        let text = |name: PathBuf| {
            let text = std::fs::read_to_string(live.0.join(&name)).expect("a file");
            (name, text)
        };
        let originals = names.filter(is_text).map(text).collect();
        let roots = FOLDERS.map(|inside| live.0.join(inside));
        let roots: Vec<&Path> = roots.iter().map(PathBuf::as_path).collect();
        let (client, _) = Client::open_all(&roots, &json!({}), &Value::Null);
        let random = Random(seed);
        let (open, added) = (BTreeMap::new(), BTreeSet::new());
        Self { live, fresh, client, random, originals, open, added, version: 1 }
    }

    /// A file that existed from the beginning.
    fn file(&mut self) -> PathBuf {
        let at = self.random.below(self.originals.len());
        self.originals.keys().nth(at).expect("a file").clone()
    }

    /// A text with a small change, or a different text.
    fn changed(&mut self, file: &Path, text: &str) -> String {
        let mut text = text.to_owned();
        match self.random.below(8) {
            0..=3 => {
                let at = self.random.place(&text);
                text.insert_str(at, &PIECES[self.random.below(PIECES.len())].replace('\r', " "));
            }
            4..=5 => {
                let start = self.random.place(&text);
                let end = (start + self.random.below(9)).min(text.len());
                let end = (end..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
                text.replace_range(start..end, "");
            }
            // most edits concern readable files
            _ => text.clone_from(&self.originals[file]),
        }
        text
    }

    /// Applies an operation to both copies.
    fn on_disk(&self, apply: impl Fn(&Path)) {
        [&self.live, &self.fresh].iter().for_each(|root| apply(&root.0));
    }

    fn write(&self, file: &Path, text: &str) {
        self.on_disk(|root| {
            // a file that was replaced by a link is created again
            std::fs::create_dir_all(root.join(file).parent().expect("a folder")).expect("a folder");
            std::fs::write(root.join(file), text).expect("written");
        });
    }

    fn remove(&mut self, file: &Path) {
        self.on_disk(|root| {
            let _ = std::fs::remove_file(root.join(file));
        });
        self.added.remove(file);
    }

    fn edit(&mut self) {
        match self.random.below(24) {
            0..=11 => self.type_something(),
            12 => self.close(),
            13..=16 => {
                let file = self.file();
                if !self.open.contains_key(&file) {
                    let before = std::fs::read_to_string(self.live.0.join(&file)).unwrap_or_default();
                    let text = self.changed(&file, &before);
                    self.write(&file, &text);
                }
            }
            17 => {
                let file = self.file();
                if !self.open.contains_key(&file) {
                    self.remove(&file);
                }
            }
            18 => {
                let file = self.file();
                let name = file.with_file_name(format!("new{}.tf", self.random.below(3)));
                let text = self.originals[&file].clone();
                self.write(&name, &text);
                self.added.insert(name);
            }
            19 | 20 => {
                let folder = FOLDERS[self.random.below(2)];
                let name = Path::new(folder).join("hclx.toml");
                match SETTINGS[self.random.below(SETTINGS.len())] {
                    "" => self.remove(&name),
                    text => self.write(&name, text),
                }
            }
            21 => self.link(),
            _ => {
                let at = self.random.below(self.added.len());
                if let Some(name) = self.added.iter().nth(at).cloned() {
                    self.remove(&name);
                }
            }
        }
    }

    fn type_something(&mut self) {
        let file = self.file();
        let name = uri(&self.live.0.join(&file));
        if !self.open.contains_key(&file) {
            let Ok(text) = std::fs::read_to_string(self.live.0.join(&file)) else { return };
            self.client.did_open(&name, &text);
            self.open.insert(file.clone(), text);
        }
        let before = self.open[&file].clone();
        let text = self.changed(&file, &before);
        self.version += 1;
        self.client.did_change(&name, self.version, json!([{"text": text}]));
        self.open.insert(file, text);
    }

    /// Closes a document, either without saving it or after saving.
    fn close(&mut self) {
        let at = self.random.below(self.open.len());
        let Some((file, text)) = self.open.iter().nth(at).map(|(file, text)| (file.clone(), text.clone()))
        else {
            return;
        };
        if self.random.below(2) == 0 {
            self.write(&file, &text);
        }
        let name = uri(&self.live.0.join(&file));
        self.client.tell("textDocument/didClose", json!({"textDocument": {"uri": name}}));
        self.open.remove(&file);
        let text = std::fs::read_to_string(self.live.0.join(&file)).expect("it was open");
        std::fs::write(self.fresh.0.join(&file), text).expect("written");
    }

    /// Adds a link to a file or a folder.
    fn link(&mut self) {
        let target = self.file();
        let (number, to_folder) = (self.random.below(3), self.random.below(3) == 0);
        let folder = self.file().parent().expect("a folder").to_owned();
        // the tests of a module that is only a link are checked like those of its target
        if self.live.0.join(&folder).join("tests").exists() {
            return;
        }
        let (target, name) = match to_folder {
            true => (target.parent().expect("a folder").to_owned(), format!("linked{number}")),
            false => (target, format!("link{number}.tf")),
        };
        let name = folder.join(name);
        let up = "../".repeat(folder.components().count());
        let target = Path::new(&up).join(target);
        #[cfg(unix)]
        self.on_disk(|root| {
            let _ = std::os::unix::fs::symlink(&target, root.join(&name));
        });
        #[cfg(not(unix))]
        drop(target);
        self.added.insert(name);
    }

    /// The findings in each folder of a newly started server.
    fn expected(&self) -> [BTreeSet<Finding>; 2] {
        let roots = FOLDERS.map(|inside| self.fresh.0.join(inside));
        let paths: Vec<&Path> = roots.iter().map(PathBuf::as_path).collect();
        let (mut other, _) = Client::open_all(&paths, &json!({}), &Value::Null);
        let found = roots.map(|root| pulled(&mut other, &root));
        other.shut_down();
        found
    }

    /// The differences between the findings of the server, those of one without a history, and the reports of a check.
    fn differences(&mut self, expected: &[BTreeSet<Finding>; 2], reports: &[Value; 2]) -> Vec<String> {
        let mut all = Vec::new();
        for (number, folder) in FOLDERS.iter().enumerate() {
            let found = pulled(&mut self.client, &self.live.0.join(folder));
            let checked = (&reports[number], &*self.fresh.0.join(folder));
            let here = differences(&found, &expected[number], checked);
            all.extend(here.into_iter().map(|one| format!("{folder} {one}")));
        }
        all
    }

    /// Compares the findings once the server can have noticed everything.
    fn compare(&mut self, done: usize) {
        for (file, text) in &self.open {
            std::fs::write(self.fresh.0.join(file), text).expect("written");
        }
        let reports = FOLDERS.map(|folder| report(&self.fresh.0.join(folder)));
        let expected = self.expected();
        let mut differences = Vec::new();
        for _ in 0..TRIES {
            differences = self.differences(&expected, &reports);
            if differences.is_empty() {
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        let target = |name: &PathBuf| (name.clone(), std::fs::read_link(self.live.0.join(name)).ok());
        let (added, open) = (self.added.iter().map(target).collect::<Vec<_>>(), self.open.keys());
        panic!("after {done} edits: {differences:#?}\nadded: {added:#?}\nopen: {open:?}");
    }
}

#[test]
fn findings_of_two_folders_without_events_are_those_of_fresh_checks() {
    let number = |name: &str, default: usize| {
        std::env::var(name).map_or(default, |number| number.parse().expect("a number"))
    };
    let mut workspace = Workspace::new(number("HCLX_LSP_SEED", 3) as u64);
    let edits = number("HCLX_LSP_EDITS", EDITS);
    for done in 1..=edits {
        workspace.edit();
        if done % EVERY == 0 {
            workspace.compare(done);
            if done % 1_000 == 0 {
                println!("{done} edits, 0 differences");
            }
        }
    }
    workspace.client.shut_down();
}
