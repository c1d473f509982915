//! Several workspace folders that refer to each other.

use serde_json::{Value, json};

use super::client::{Client, uri};
use crate::hostile::Folder;

const CALLER: &str = "module \"b\" {\n  source = \"../b\"\n  name   = \"x\"\n}\n";
const CALLED: &str = "variable \"name\" {\n  type = string\n}\n\noutput \"id\" {\n  value = var.name\n}\n";

/// The folders `a`, which calls `b`, and `c`, which is unrelated to them.
struct Scene {
    client: Client,
    caller: String,
    called: String,
    // goes away with the scene
    _folder: Folder,
}

impl Scene {
    fn new(name: &str) -> Self {
        let folder = Folder::new(&format!("lsp-folders-{name}"));
        for inside in ["a", "b", "c"] {
            std::fs::create_dir_all(folder.0.join(inside)).expect("a folder");
        }
        folder.write("a/main.tf", CALLER);
        folder.write("b/main.tf", CALLED);
        folder.write("c/main.tf", CALLED);
        let roots = ["a", "b", "c"].map(|inside| folder.0.join(inside));
        let roots: Vec<&std::path::Path> = roots.iter().map(|root| root.as_path()).collect();
        let (mut client, _) = Client::open_all(&roots, &json!({}), &Value::Null);
        let (caller, called) = (uri(&folder.0.join("a/main.tf")), uri(&folder.0.join("b/main.tf")));
        client.did_open(&called, CALLED);
        client.all_findings();
        Self { client, caller, called, _folder: folder }
    }

    /// Asks about the name of the variable.
    fn ask(&mut self, method: &str, mut params: Value) -> Value {
        params["textDocument"] = json!({"uri": self.called});
        params["position"] = json!({"line": 0, "character": 12});
        self.client.ask(method, params)
    }
}

#[test]
fn a_rename_in_one_folder_changes_the_others_that_refer_to_it() {
    let mut scene = Scene::new("rename");
    let answer = scene.ask("textDocument/rename", json!({"newName": "title"}));
    let changes = answer["result"]["changes"].as_object().unwrap_or_else(|| panic!("{answer}"));
    let places: Vec<(&str, Vec<&Value>)> = changes
        .iter()
        .map(|(uri, edits)| {
            let edits = edits.as_array().expect("edits");
            (&**uri, edits.iter().map(|edit| &edit["range"]["start"]["line"]).collect())
        })
        .collect();
    // the longer name, and the space before its `=`
    assert_eq!(
        places,
        [(&*scene.caller, vec![&json!(2), &json!(2)]), (&*scene.called, vec![&json!(0), &json!(5)])]
    );
    let refused = scene.ask("textDocument/rename", json!({"newName": "source"}));
    let why = refused["error"]["message"].as_str().unwrap_or_else(|| panic!("{refused}"));
    assert_eq!(why, "the new name causes an error: duplicate attribute `source`");
    scene.client.shut_down();
}

#[test]
fn references_are_those_of_all_folders_that_refer_to_each_other() {
    let mut scene = Scene::new("references");
    let answer = scene.ask("textDocument/references", json!({"context": {"includeDeclaration": true}}));
    let found = answer["result"].as_array().unwrap_or_else(|| panic!("{answer}"));
    let mut files: Vec<&str> = found.iter().map(|one| one["uri"].as_str().expect("a URI")).collect();
    files.dedup();
    assert_eq!(files, [&*scene.caller, &*scene.called]);
    scene.client.shut_down();
}

#[test]
fn unsaved_text_of_one_folder_counts_in_the_others() {
    let mut scene = Scene::new("unsaved");
    assert_eq!(scene.client.messages(&scene.caller), Vec::<String>::new());
    let renamed = CALLED.replace("\"name\"", "\"title\"").replace("var.name", "var.title");
    scene.client.did_change(&scene.called, 2, json!([{"text": renamed}]));
    let messages = scene.client.messages(&scene.caller);
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert!(messages.iter().any(|one| one.contains("missing required attribute `title`")), "{messages:?}");
    scene.client.tell("textDocument/didClose", json!({"textDocument": {"uri": scene.called}}));
    assert_eq!(scene.client.messages(&scene.caller), Vec::<String>::new());
    scene.client.shut_down();
}

#[test]
fn a_hidden_directory_is_checked_while_one_of_its_files_is_open() {
    let folder = Folder::new("lsp-folders-hidden");
    for inside in [".parts/child", ".ci"] {
        std::fs::create_dir_all(folder.0.join(inside)).expect("a folder");
        folder.write(&format!("{inside}/variables.tf"), "variable \"size\" {\n  type = number\n}\n");
    }
    folder.write("main.tf", "module \"child\" {\n  source = \"./.parts/child\"\n  size   = 2\n}\n");
    let text = "output \"half\" {\n  value = var.size / 2\n}\n";
    folder.write(".parts/child/outputs.tf", text);
    let wrong = text.replace('2', "var.other");
    folder.write(".ci/outputs.tf", &wrong);
    let [called, alone] = [".parts/child", ".ci"].map(|name| uri(&folder.0.join(name).join("outputs.tf")));
    let (mut client, _) = Client::open_all(&[&folder.0], &Value::Null, &Value::Null);
    assert_eq!(client.messages(&alone), Vec::<String>::new());
    client.did_open(&alone, &wrong);
    let messages = client.messages(&alone);
    assert!(matches!(&*messages, [message] if message.contains("`var.other`")), "{messages:?}");
    let place = |uri: &str| json!({"textDocument": {"uri": uri}, "position": {"line": 1, "character": 14}});
    let offered = client.ask("textDocument/completion", place(&alone))["result"]["items"].clone();
    let offered = offered.as_array().expect("a list");
    assert!(offered.iter().any(|item| item["label"] == "size"), "{offered:?}");
    client.did_open(&called, text);
    let mut asked = place(&called);
    asked["context"] = json!({"includeDeclaration": true});
    let found = client.ask("textDocument/references", asked)["result"].clone();
    // the argument of the call, the declaration and this reference
    assert_eq!(found.as_array().map(Vec::len), Some(3), "{found}");
    client.tell("textDocument/didClose", json!({"textDocument": {"uri": alone}}));
    assert_eq!(client.messages(&alone), Vec::<String>::new());
    client.shut_down();
}
