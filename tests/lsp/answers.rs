//! Answers about files with marks, in markdown: `tests/lsp/answers/*.md`.
//!
//! Under a heading are files (```` ```tf file=main.tf ````), the client's settings or capabilities as JSON
//! (```` ```json settings ````, ```` ```json capabilities ````) and requests with their answers
//! (```` ```answer textDocument/definition {…} ````; the object is added to the parameters). `$0` marks the position, `$0` and
//! `$1` a range; the document is the one with the mark, or the first. In answers a range is written `LINE:COL-COL` or
//! `LINE:COL-LINE:COL` from 1, and a URI as the path in the folder. `HCLX_BLESS=1` writes the answers.

use std::fmt::Write;
use std::path::Path;

use hclx_testkit::{golden, workspace_root};
use serde_json::{Map, Value, json};

use super::client::{Client, uri};
use crate::hostile::Folder;

/// The contents under one heading.
#[derive(Default)]
struct Scene {
    files: Vec<(String, String)>,
    settings: Value,
    capabilities: Value,
    open: Option<Opened>,
}

/// A server for the files of a scene.
struct Opened {
    client: Client,
    folder: Folder,
    document: String,
    start: Value,
    end: Value,
    legend: Value,
}

#[test]
fn answers_are_as_written() {
    let folder = workspace_root().join("tests/lsp/answers");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").flatten().map(|one| one.path()).collect();
    files.sort();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a file");
        golden(&file, &run(&file, &text));
    }
}

/// The text with the current answers.
fn run(file: &Path, text: &str) -> String {
    let mut out = String::new();
    let mut scene = Scene::default();
    let mut number = 0;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        out.push_str(line);
        out.push('\n');
        if line.starts_with('#') {
            scene.end();
            scene = Scene::default();
        }
        let Some(info) = line.strip_prefix("```") else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let block: String = block.iter().map(|line| format!("{line}\n")).collect();
        let answer = info.strip_prefix("answer ").map(|asked| {
            number += 1;
            scene.answer(&format!("{}-{number}", file.file_stem().expect("a name").to_string_lossy()), asked)
        });
        match (info.split_once("file="), info) {
            (Some((_, name)), _) => scene.files.push((name.to_owned(), block.clone())),
            (None, "json settings") => scene.settings = serde_json::from_str(&block).expect("JSON"),
            (None, "json capabilities") => scene.capabilities = serde_json::from_str(&block).expect("JSON"),
            _ => {}
        }
        out.push_str(&answer.unwrap_or(block));
        out.push_str("```\n");
    }
    scene.end();
    out
}

impl Scene {
    fn answer(&mut self, name: &str, asked: &str) -> String {
        let opened = match self.open.take() {
            Some(opened) => opened,
            None => self.start(name),
        };
        let opened = self.open.insert(opened);
        let (method, more) = asked.split_once(' ').unwrap_or((asked, "{}"));
        let mut params = json!({
            "textDocument": {"uri": opened.document},
            "position": opened.start,
            "positions": [opened.start],
            "range": {"start": opened.start, "end": opened.end},
            "context": {"includeDeclaration": true},
            "options": {},
        });
        let more = more.replace("$FOLDER", &uri(&opened.folder.0));
        let more: Map<String, Value> = serde_json::from_str(&more).expect("an object");
        params.as_object_mut().expect("an object").extend(more);
        let answer = opened.client.ask(method, params);
        let folder = format!("{}/", uri(&opened.folder.0));
        match (answer.get("error"), &answer["result"]) {
            (Some(error), _) => format!("error: {}\n", error["message"].as_str().expect("a message")),
            (None, result) if result["data"].is_array() => {
                let (_, text) =
                    self.files.iter().find(|(name, _)| opened.document.ends_with(name)).expect("it");
                tokens(&unmarked(text), &opened.legend, &result["data"])
            }
            // a fence would end the answer
            (None, result) => shown(&written(result, &folder)).replace("```", "~~~"),
        }
    }

    fn start(&self, name: &str) -> Opened {
        let folder = Folder::new(&format!("lsp-{name}"));
        for (name, text) in &self.files {
            let path = folder.0.join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            folder.write(name, &unmarked(text));
        }
        let marked = self.files.iter().find(|(_, text)| text.contains("$0")).unwrap_or(&self.files[0]);
        let start = position(&marked.1, "$0").unwrap_or_else(|| json!({"line": 0, "character": 0}));
        let end = json!({"line": marked.1.lines().count(), "character": 0});
        let end =
            position(&marked.1, "$1").unwrap_or(if marked.1.contains("$0") { start.clone() } else { end });
        let document = uri(&folder.0.join(&marked.0));
        let (mut client, capabilities) = Client::open_with(&folder.0, &self.capabilities, &self.settings);
        for (name, text) in &self.files {
            client.did_open(&uri(&folder.0.join(name)), &unmarked(text));
        }
        let legend = capabilities["semanticTokensProvider"]["legend"].clone();
        Opened { client, folder, document, start, end, legend }
    }

    fn end(&mut self) {
        if let Some(opened) = self.open.take() {
            opened.client.shut_down();
        }
    }
}

fn unmarked(text: &str) -> String {
    text.replace("$0", "").replace("$1", "")
}

/// The position of a mark, in bytes.
fn position(text: &str, mark: &str) -> Option<Value> {
    let at = text.find(mark)?;
    let before = unmarked(&text[..at]);
    let line = before.matches('\n').count();
    Some(json!({"line": line, "character": before.rsplit('\n').next().unwrap_or_default().len()}))
}

/// A value with ranges and URIs in the notation of these pages.
fn written(value: &Value, folder: &str) -> Value {
    match value {
        Value::Object(fields) if is_range(fields) => {
            let at = |end: &str, field: &str| value[end][field].as_u64().expect("a number") + 1;
            let (line, last) = (at("start", "line"), at("end", "line"));
            let (start, end) = (at("start", "character"), at("end", "character"));
            let end = if line == last { end.to_string() } else { format!("{last}:{end}") };
            format!("{line}:{start}-{end}").into()
        }
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| (name.replace(folder, ""), written(value, folder));
            Value::Object(fields.iter().map(field).collect())
        }
        Value::Array(list) => list.iter().map(|one| written(one, folder)).collect(),
        Value::String(text) => text.replace(folder, "").into(),
        _ => value.clone(),
    }
}

fn is_range(fields: &Map<String, Value>) -> bool {
    fields.len() == 2 && fields.get("start").is_some_and(|start| start.get("line").is_some())
}

/// An answer, with each element of a list on its own line.
fn shown(value: &Value) -> String {
    match value {
        Value::Array(list) if list.is_empty() => "nothing\n".to_owned(),
        Value::Null => "nothing\n".to_owned(),
        Value::Array(list) => list.iter().map(|one| element(one) + "\n").collect(),
        Value::Object(fields) if fields.len() == 1 => {
            let (name, inner) = fields.iter().next().expect("one");
            match inner {
                Value::Object(_) => format!("{name}:\n{}", indented(inner)),
                _ => format!("{name}: {}\n", element(inner)),
            }
        }
        _ => element(value) + "\n",
    }
}

/// The fields of an object, one per line, with their lists below.
fn indented(fields: &Value) -> String {
    let mut out = String::new();
    for (name, value) in fields.as_object().expect("an object") {
        let _ = writeln!(out, "  {name}");
        for one in value.as_array().expect("a list") {
            let _ = writeln!(out, "    {}", element(one));
        }
    }
    out
}

fn element(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(fields) if fields.len() == 2 && fields.contains_key("uri") => {
            format!("{}:{}", element(&value["uri"]), element(&value["range"]))
        }
        // parts around a position
        Value::Object(fields) if fields.contains_key("range") && fields.len() == 1 => {
            element(&value["range"])
        }
        Value::Object(fields) if fields.contains_key("parent") => {
            format!("{} < {}", element(&value["range"]), element(&value["parent"]))
        }
        Value::Object(fields) => {
            let field =
                |(name, value): (&String, &Value)| format!("{name} {}", element(value).replace('\n', "\\n"));
            fields.iter().map(field).collect::<Vec<_>>().join(", ")
        }
        _ => value.to_string(),
    }
}

/// The tokens with their source, one line for each line of the document.
fn tokens(text: &str, legend: &Value, data: &Value) -> String {
    let data: Vec<usize> =
        data.as_array().expect("a list").iter().map(|one| one.as_u64().expect("a number") as usize).collect();
    let lines: Vec<&str> = text.lines().collect();
    let (mut line, mut character) = (0, 0);
    let mut out = String::new();
    for token in data.chunks(5) {
        if token[0] > 0 && !out.is_empty() {
            out.push('\n');
        }
        (line, character) = (line + token[0], if token[0] == 0 { character + token[1] } else { token[1] });
        let name = |list: &str, at: usize| legend[list][at].as_str().expect("a name").to_owned();
        let mut kind = name("tokenTypes", token[3]);
        (0..32).filter(|bit| token[4] & 1 << bit != 0).for_each(|bit| {
            kind.push('.');
            kind.push_str(&name("tokenModifiers", bit));
        });
        let separator = if out.is_empty() || out.ends_with('\n') { "" } else { "  " };
        let _ = write!(out, "{separator}{} {kind}", &lines[line][character..character + token[2]]);
    }
    out + "\n"
}
