//! A client: it starts the server, and reads and writes messages.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// A server with its streams.
pub(super) struct Client {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    asked: u64,
    /// The findings that were last pushed, with their version, by URI.
    pub(super) pushed: BTreeMap<String, (Option<i64>, Value)>,
    /// Other messages of the server.
    pub(super) told: Vec<Value>,
}

/// The URI of an absolute path.
pub(super) fn uri(path: &Path) -> String {
    let name = path.display().to_string();
    hclx_diag::uri::absolute(&if cfg!(windows) { name.replace('\\', "/") } else { name })
}

impl Client {
    /// Starts a server.
    pub(super) fn start() -> Self {
        let mut child = Command::new(crate::program())
            .args(["lsp", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a server");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Self { child, input, output, asked: 0, pushed: BTreeMap::new(), told: Vec::new() }
    }

    /// Starts a server for a folder. Positions count bytes.
    pub(super) fn open(folder: &Path, capabilities: &Value) -> Self {
        Self::open_with(folder, capabilities, &Value::Null).0
    }

    /// Starts a server with settings, and also returns its capabilities.
    pub(super) fn open_with(folder: &Path, capabilities: &Value, settings: &Value) -> (Self, Value) {
        Self::open_all(&[folder], capabilities, settings)
    }

    /// Starts a server for several folders.
    pub(super) fn open_all(folders: &[&Path], capabilities: &Value, settings: &Value) -> (Self, Value) {
        let mut client = Self::start();
        let mut capabilities = if capabilities.is_null() { json!({}) } else { capabilities.clone() };
        capabilities["general"] = json!({"positionEncodings": ["utf-8"]});
        let folders: Vec<Value> =
            folders.iter().map(|folder| json!({"uri": uri(folder), "name": "folder"})).collect();
        let params = json!({"processId": null, "rootUri": null, "workspaceFolders": folders, "capabilities": capabilities, "initializationOptions": settings});
        let answer = client.ask("initialize", params);
        assert_eq!(answer["result"]["capabilities"]["positionEncoding"], "utf-8", "{answer}");
        client.tell("initialized", json!({}));
        (client, answer["result"]["capabilities"].clone())
    }

    /// Sends bytes as they are.
    pub(super) fn send(&mut self, bytes: &[u8]) {
        self.input.write_all(bytes).expect("written");
        self.input.flush().expect("written");
    }

    /// Sends the content of a frame.
    pub(super) fn write(&mut self, content: &str) {
        self.send(format!("Content-Length: {}\r\n\r\n{content}", content.len()).as_bytes());
    }

    /// Sends a notification.
    pub(super) fn tell(&mut self, method: &str, params: Value) {
        self.write(&json!({"jsonrpc": "2.0", "method": method, "params": params}).to_string());
    }

    /// The next message; `None` at the end of the stream.
    fn read(&mut self) -> Option<Value> {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line).expect("a header") == 0 {
                return None;
            }
            match line.trim().split_once(": ") {
                Some((_, number)) => length = number.parse().expect("a length"),
                None => break,
            }
        }
        let mut content = vec![0; length];
        self.output.read_exact(&mut content).expect("a content");
        Some(serde_json::from_slice(&content).expect("JSON"))
    }

    /// Reads messages up to an answer.
    pub(super) fn answer(&mut self, id: &Value) -> Value {
        loop {
            let message = self.read().expect("an answer");
            if message["method"] == "textDocument/publishDiagnostics" {
                let params = &message["params"];
                let uri = params["uri"].as_str().expect("a URI").to_owned();
                self.pushed.insert(uri, (params["version"].as_i64(), params["diagnostics"].clone()));
            } else if message.get("method").is_none() && message["id"] == *id {
                return message;
            } else {
                self.told.push(message);
            }
        }
    }

    /// Asks, and waits for the answer.
    pub(super) fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = json!(self.asked);
        self.write(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string());
        self.answer(&id)
    }

    /// Opens a document.
    pub(super) fn did_open(&mut self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": "hcl", "version": 1, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// Replaces the text of a document.
    pub(super) fn did_change(&mut self, uri: &str, version: i64, changes: Value) {
        let document = json!({"uri": uri, "version": version});
        self.tell("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
    }

    /// The findings of the workspace, after everything is checked.
    pub(super) fn all_findings(&mut self) -> Vec<Value> {
        let answer = self.ask("workspace/diagnostic", json!({"previousResultIds": []}));
        answer["result"]["items"].as_array().unwrap_or_else(|| panic!("{answer}")).clone()
    }

    /// The messages that were pushed for a document, after everything is checked.
    pub(super) fn messages(&mut self, uri: &str) -> Vec<String> {
        self.all_findings();
        let Some((_, found)) = self.pushed.get(uri) else { return Vec::new() };
        let found = found.as_array().expect("a list");
        found.iter().map(|one| one["message"].as_str().expect("a message").to_owned()).collect()
    }

    /// Closes the input, and returns the exit code and the output on standard error.
    pub(super) fn end(self) -> (Option<i32>, String) {
        let Self { child, input, mut output, .. } = self;
        drop(input);
        let mut rest = Vec::new();
        output.read_to_end(&mut rest).expect("the rest");
        let end = child.wait_with_output().expect("an end");
        (end.status.code(), String::from_utf8_lossy(&end.stderr).into_owned())
    }

    /// Shuts the server down.
    pub(super) fn shut_down(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null)["result"], Value::Null);
        self.tell("exit", Value::Null);
        assert_eq!(self.end(), (Some(0), String::new()));
    }
}
