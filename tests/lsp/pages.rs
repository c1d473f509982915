//! Markdown pages whose sections have files with a mark for the cursor, and the answer of the server.
//!
//! A section has a heading `## …`, files in blocks such as ```` ```tf main.tf ````, of which one has `$0` at the cursor
//! (and `$1` at the start of a selection), and at its end the answer in a block with four backticks.

use std::path::PathBuf;

use hclx_testkit::golden;
use serde_json::{Value, json};

use super::client::{Client, uri};
use crate::hostile::Folder;

/// A section of a page.
pub(super) struct Section {
    pub(super) title: String,
    /// The text between the heading and the files.
    pub(super) words: String,
    /// Names and texts without marks.
    pub(super) files: Vec<(String, String)>,
    /// The file with the mark, by number, and the offsets of the selection; without one, both are the cursor's.
    pub(super) at: (usize, usize, usize),
}

/// A server for a folder with the open files of a section.
pub(super) struct Scene {
    pub(super) client: Client,
    pub(super) uris: Vec<String>,
    // goes away with the scene
    _folder: Folder,
}

impl Section {
    fn read(text: &str) -> Self {
        let title = text.lines().next().unwrap_or_default().to_owned();
        let mut files = Vec::new();
        let mut at = None;
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if line.starts_with("````") {
                break;
            }
            let Some(info) = line.strip_prefix("```") else { continue };
            let name = info.split(' ').nth(1).unwrap_or_else(|| panic!("{title}: a name in `{line}`"));
            let content: String =
                lines.by_ref().take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect();
            let start = content.find("$1");
            let content = content.replace("$1", "");
            if let Some(end) = content.find("$0") {
                at = Some((files.len(), start.unwrap_or(end), end));
            }
            files.push((name.to_owned(), content.replace("$0", "")));
        }
        let at = at.unwrap_or_else(|| panic!("{title}: a cursor `$0`"));
        let words = text.split("\n```").next().unwrap_or_default();
        let words = words.strip_prefix(&title).unwrap_or(words).trim().to_owned();
        Self { title, words, files, at }
    }

    /// Opens the files in a server.
    pub(super) fn open(&self, capabilities: &Value) -> Scene {
        let name: String = self.title.chars().filter(char::is_ascii_alphanumeric).collect();
        let folder = Folder::new(&format!("lsp-page-{name}"));
        for (name, text) in &self.files {
            let path: PathBuf = folder.0.join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            folder.write(name, text);
        }
        let mut client = Client::open(&folder.0, capabilities);
        let uris: Vec<String> = self.files.iter().map(|(name, _)| uri(&folder.0.join(name))).collect();
        for ((_, text), uri) in self.files.iter().zip(&uris) {
            client.did_open(uri, text);
        }
        Scene { client, uris, _folder: folder }
    }

    /// The document with the cursor, and its position.
    pub(super) fn place(&self, scene: &Scene) -> Value {
        let (file, _, end) = self.at;
        json!({"textDocument": {"uri": scene.uris[file]}, "position": position(&self.files[file].1, end)})
    }
}

/// The position of an offset; the client counts bytes.
pub(super) fn position(text: &str, offset: usize) -> Value {
    let line = text[..offset].matches('\n').count();
    let character = text[..offset].rsplit('\n').next().unwrap_or_default().len();
    json!({"line": line, "character": character})
}

/// A text after the edits of a client.
pub(super) fn edited(text: &str, edits: &[Value]) -> String {
    let offset = |place: &Value| {
        let number = |name: &str| place[name].as_u64().expect("a number") as usize;
        let line: usize = text.split_inclusive('\n').take(number("line")).map(str::len).sum();
        line + number("character")
    };
    let mut places: Vec<(usize, usize, &str)> = edits
        .iter()
        .map(|edit| {
            let text = edit["newText"].as_str().expect("a text");
            (offset(&edit["range"]["start"]), offset(&edit["range"]["end"]), text)
        })
        .collect();
    // edits at one place keep their order
    places.sort_by_key(|(start, ..)| *start);
    let mut printed = String::new();
    let mut at = 0;
    for (start, end, new) in places {
        printed.push_str(&text[at..start]);
        printed.push_str(new);
        at = end;
    }
    printed + &text[at..]
}

/// Compares the answers of a page with those of the server.
pub(super) fn compare(page: &str, capabilities: &Value, answer: impl Fn(&Section, &mut Scene) -> String) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(page);
    let text = std::fs::read_to_string(path).expect("a page").replace("\r\n", "\n");
    let mut parts = text.split("\n## ");
    let mut printed = parts.next().unwrap_or_default().trim_end().to_owned();
    for part in parts {
        let section = Section::read(part);
        let asked = part.split("\n````").next().unwrap_or(part).trim_end();
        let mut scene = section.open(capabilities);
        let answer = answer(&section, &mut scene);
        scene.client.shut_down();
        printed.push_str(&format!("\n\n## {asked}\n\n````markdown\n{}\n````", answer.trim_end()));
    }
    golden(page, &format!("{printed}\n"));
}
