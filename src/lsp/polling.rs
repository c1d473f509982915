//! Tests of polling, with a client in memory and a clock that the tests move.
//!
//! The server changes the current directory, so one test runs all scripts in turn.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::client::Client;
use super::clock::Clock;
use super::events::{Event, Task};
use super::main_loop::Server;
use super::wire::message::{ClientMessage, ServerMessage};
use crate::cli::Check;
use crate::names;

/// A clock that stands still until it is moved; its time is in milliseconds.
#[derive(Clone, Default)]
struct HandClock(Arc<AtomicU64>);

impl Clock<Task> for HandClock {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.load(Ordering::SeqCst))
    }

    fn wait(&self, tasks: &Receiver<Task>, until: Option<Duration>) -> Result<Task, RecvTimeoutError> {
        loop {
            match tasks.recv_timeout(Duration::from_millis(1)) {
                Err(RecvTimeoutError::Timeout) if until.is_none_or(|until| self.now() < until) => {}
                outcome => return outcome,
            }
        }
    }
}

/// A client of a server in the same process that does not watch files.
struct Editor {
    events: Sender<Event>,
    outgoing: Receiver<ServerMessage>,
    clock: HandClock,
    folder: PathBuf,
    asked: u64,
}

impl Editor {
    /// Writes files, and starts a server for their folder.
    fn start(name: &str, files: &[(&str, &str)]) -> Self {
        let folder = std::env::temp_dir().join(format!("hclx-polling-{}-{name}", std::process::id()));
        let (events, received) = channel();
        let (sender, outgoing) = channel();
        let clock = HandClock::default();
        let mut server = Server::new(&Check::default(), Client::new(sender), events.clone());
        server.clock = Some(Box::new(clock.clone()));
        thread::spawn(move || server.run(&received));
        let mut editor = Self { events, outgoing, clock, folder, asked: 0 };
        files.iter().for_each(|(name, text)| editor.write(name, text));
        let folders = json!([{"uri": names::uri(&editor.folder), "name": "folder"}]);
        let capabilities = json!({"experimental": {"hclxStatus": true}});
        editor.ask("initialize", json!({"workspaceFolders": folders, "capabilities": capabilities}));
        editor
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.folder.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("written");
    }

    fn uri(&self, name: &str) -> String {
        names::uri(&self.folder.join(name))
    }

    fn tell(&self, method: &str, params: Value) {
        let method = method.to_owned();
        self.events.send(Event::Message(ClientMessage::Notification { method, params })).expect("a server");
    }

    /// Asks, and returns the result together with the methods of the messages before it.
    fn ask(&mut self, method: &str, params: Value) -> (Value, Vec<Value>) {
        self.asked += 1;
        let (id, method) = (json!(self.asked), method.to_owned());
        self.events
            .send(Event::Message(ClientMessage::Request { id: id.clone(), method, params }))
            .expect("a server");
        let mut before = Vec::new();
        loop {
            let message = match self.outgoing.recv_timeout(Duration::from_millis(20)) {
                Ok(message) => serde_json::to_value(&message).expect("JSON"),
                // the rest is checked after a pause in typing
                Err(RecvTimeoutError::Timeout) => {
                    self.pass(20);
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => panic!("no answer"),
            };
            if message["id"] == id && message.get("method").is_none() {
                return (message["result"].clone(), before);
            }
            before.push(message);
        }
    }

    fn open(&self, name: &str) {
        let text = std::fs::read_to_string(self.folder.join(name)).expect("a file");
        let document = json!({"uri": self.uri(name), "languageId": "hcl", "version": 1, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// Moves the clock, in small steps as between typed letters.
    fn pass(&self, milliseconds: u64) {
        self.clock.0.fetch_add(milliseconds, Ordering::SeqCst);
    }

    /// The codes of all findings, by file, once they match the expected ones: the worker may not have noticed yet that
    /// time has passed.
    fn expect(&mut self, expected: &[&str], what: &str) {
        let mut found = Vec::new();
        for _ in 0..500 {
            let (result, _) = self.ask("workspace/diagnostic", json!({"previousResultIds": []}));
            let items = result["items"].as_array().cloned().unwrap_or_default();
            let of_item = |item: &Value| {
                let name = item["uri"].as_str().expect("a URI").trim_start_matches(&self.uri("")).to_owned();
                let found = item["items"].as_array().cloned().unwrap_or_default();
                let of_finding =
                    move |one: Value| format!("{name} {}", one["code"].as_str().unwrap_or_default());
                found.into_iter().map(of_finding).collect::<Vec<_>>()
            };
            found = items.iter().flat_map(of_item).collect::<Vec<String>>();
            if found == expected {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        panic!("{what}: the findings never become {expected:?}, but are {found:?}");
    }

    fn end(self) {
        self.tell("exit", Value::Null);
        // the server ends without anyone waiting for it
        for _ in self.outgoing {}
        remove(&self.folder);
    }
}

fn remove(folder: &Path) {
    let _ = std::fs::remove_dir_all(folder);
}

const READS_V: &str = "output \"x\" {\n  value = var.extra\n}\n";
const V: &str = "variable \"extra\" {}\n";

/// A file that is written right after a document was opened.
fn changes_before_the_first_poll_are_seen() {
    let mut editor = Editor::start("first", &[("main.tf", READS_V)]);
    editor.open("main.tf");
    editor.expect(&["main.tf HX3001"], "opened");
    editor.write("v.tf", V);
    editor.pass(2_000);
    editor.expect(&[], "a new file");
    editor.write("v.tf", "variable \"other\" {}\n");
    editor.pass(2_000);
    editor.expect(&["main.tf HX3001"], "a changed file");
    editor.end();
}

/// The deadline is not a pause between letters.
fn typing_does_not_postpone_polls() {
    let mut editor = Editor::start("typing", &[("main.tf", READS_V)]);
    editor.open("main.tf");
    editor.expect(&["main.tf HX3001"], "opened");
    editor.write("v.tf", V);
    for version in 2..32 {
        let document = json!({"uri": editor.uri("main.tf"), "version": version});
        let text = format!("{READS_V}# {version}\n");
        editor.tell(
            "textDocument/didChange",
            json!({"textDocument": document, "contentChanges": [{"text": text}]}),
        );
        editor.ask("hclx/none", Value::Null);
        editor.pass(100);
    }
    editor.expect(&[], "typed for three seconds");
    editor.end();
}

/// Folders that do not exist yet or contain nothing to check, and data that functions read.
fn everything_that_was_read_or_missed_is_polled() {
    let module = "module \"a\" {\n  source = \"./modules/a\"\n}\n";
    let data = "locals {\n  a = jsondecode(file(\"${path.module}/a.json\")).b\n}\n";
    let files = [("main.tf", module), ("data.tf", data), ("a.json", "{\"b\":1}"), ("sub/readme", "")];
    let mut editor = Editor::start("places", &files);
    editor.expect(&["main.tf HX5105"], "a missing folder");
    editor.write("modules/a/main.tf", "");
    editor.pass(2_000);
    editor.expect(&[], "a folder appears");
    editor.write("sub/a.tf", "locals {\n  a = local.none\n}\n");
    editor.pass(2_000);
    editor.expect(&["sub/a.tf HX3001"], "a file in a folder without any");
    editor.write("a.json", "{\"c\":1}");
    editor.pass(2_000);
    editor.expect(&["data.tf HX2054", "sub/a.tf HX3001"], "data that a function reads");
    editor.end();
}

/// Settings that are invalid, until they are corrected on disk.
fn invalid_settings_are_polled_and_requests_are_answered() {
    let mut editor = Editor::start("settings", &[("main.tf", READS_V), ("hclx.toml", "nope = 1\n")]);
    editor.open("main.tf");
    editor.expect(&["hclx.toml HX0021"], "invalid settings");
    let uri = editor.uri("main.tf");
    let (outline, _) = editor.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": uri}}));
    assert_eq!(outline[0]["name"], "output.x", "{outline}");
    editor.write("hclx.toml", "exclude = [\"other.tf\"]\n");
    editor.pass(2_000);
    editor.expect(
        &["hclx.toml HX0021", "main.tf HX3001"],
        "other settings, with a pattern that matches nothing",
    );
    std::fs::remove_file(editor.folder.join("hclx.toml")).expect("removed");
    editor.pass(2_000);
    editor.expect(&["main.tf HX3001"], "no settings");
    let (_, before) = editor.ask("hclx/none", Value::Null);
    assert!(before.iter().all(|message| message["method"] != "window/showMessage"), "{before:?}");
    editor.end();
}

/// A link to an open document with unsaved text, and settings about files that do not exist.
#[cfg(unix)]
fn links_to_documents_have_their_unsaved_texts() {
    let mut editor = Editor::start("links", &[("a/main.tf", V), ("b/other.tf", READS_V)]);
    editor.expect(&["b/other.tf HX3001"], "no link");
    editor.open("a/main.tf");
    std::os::unix::fs::symlink("../a/main.tf", editor.folder.join("b/main.tf")).expect("a link");
    editor.pass(2_000);
    editor.expect(&[], "a link");
    let document = json!({"uri": editor.uri("a/main.tf"), "version": 2});
    let changes = json!([{"text": "variable \"other\" {}\n"}]);
    editor.tell("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
    editor.expect(&["b/other.tf HX3001"], "another text");
    editor.write("hclx.toml", "exclude = [\"nowhere\"]\n");
    editor.pass(2_000);
    editor.expect(&["b/other.tf HX3001", "hclx.toml HX0021"], "a pattern that matches nothing");
    editor.end();
}

/// A module that the settings exclude and a call reads: its file is a link to an open document with unsaved text.
#[cfg(unix)]
fn links_outside_of_the_run_have_unsaved_texts() {
    let call = "module \"m\" {\n  source = \"./m\"\n}\noutput \"x\" {\n  value = module.m.x\n}\n";
    let data = "locals {\n  a = jsondecode(file(\"${path.module}/link.json\")).b\n}\n";
    let files = [
        ("main.tf", call),
        ("data.tf", data),
        ("a.json", "{\"b\":1}"),
        ("hclx.toml", "exclude = [\"m\", \"src\"]\n"),
        ("src/x.tf", "output \"x\" {\n  value = 1\n}\n"),
        ("m/readme", ""),
    ];
    let mut editor = Editor::start("outside", &files);
    let link = |target: &str, name: &str| {
        std::os::unix::fs::symlink(target, editor.folder.join(name)).expect("a link");
    };
    link("../src/x.tf", "m/x.tf");
    link("a.json", "link.json");
    editor.expect(&[], "links to files");
    for (name, text, found) in [
        ("src/x.tf", "output \"y\" {\n  value = 1\n}\n", "main.tf HX2054"),
        ("a.json", "{\"c\":1}", "data.tf HX2054"),
    ] {
        editor.open(name);
        editor.expect(&[], "an open document");
        let document = json!({"uri": editor.uri(name), "version": 2});
        let changes = json!([{"text": text}]);
        editor.tell("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
        editor.expect(&[found], "another text");
        editor.tell("textDocument/didClose", json!({"textDocument": {"uri": editor.uri(name)}}));
        editor.expect(&[], "a closed document");
    }
    editor.end();
}

#[test]
fn polling_notices_every_change_within_two_seconds() {
    let here = std::env::current_dir().expect("a directory");
    changes_before_the_first_poll_are_seen();
    typing_does_not_postpone_polls();
    everything_that_was_read_or_missed_is_polled();
    invalid_settings_are_polled_and_requests_are_answered();
    #[cfg(unix)]
    links_to_documents_have_their_unsaved_texts();
    #[cfg(unix)]
    links_outside_of_the_run_have_unsaved_texts();
    std::env::set_current_dir(here).expect("the directory before");
}
