//! Documents in particular forms: with Windows line breaks, with versions, unsaved settings, and behind links.

use serde_json::{Value, json};

use super::client::{Client, uri};
use crate::hostile::Folder;

const TEXT: &str = "resource \"terraform_data\" \"a\" {\n  input = 1\n}\n";

/// Asks for the rename of the resource.
fn renamed(client: &mut Client, document: &str) -> Value {
    let position = json!({"line": 0, "character": 27});
    let params = json!({"textDocument": {"uri": document}, "position": position, "newName": "b"});
    client.ask("textDocument/rename", params)
}

#[test]
fn edits_have_the_line_breaks_of_their_document() {
    let folder = Folder::new("lsp-breaks");
    let text = TEXT.replace('\n', "\r\n");
    folder.write("main.tf", &text);
    let document = uri(&folder.0.join("main.tf"));
    let mut client = Client::open(&folder.0, &json!({}));
    client.did_open(&document, &text);
    let answer = renamed(&mut client, &document);
    let edits = answer["result"]["changes"][&document].as_array().unwrap_or_else(|| panic!("{answer}"));
    let texts: Vec<&str> = edits.iter().map(|edit| edit["newText"].as_str().expect("a text")).collect();
    let moved = "\r\n\r\nmoved {\r\n  from = terraform_data.a\r\n  to   = terraform_data.b\r\n}";
    assert_eq!(texts, ["b", moved]);
    client.shut_down();
}

#[test]
fn edits_have_the_version_of_their_document() {
    let folder = Folder::new("lsp-versions");
    folder.write("main.tf", TEXT);
    folder.write("other.tf", "output \"x\" {\n  value = terraform_data.a.output\n}\n");
    let (document, other) = (uri(&folder.0.join("main.tf")), uri(&folder.0.join("other.tf")));
    let capabilities = json!({"workspace": {"workspaceEdit": {"documentChanges": true}}});
    let mut client = Client::open(&folder.0, &capabilities);
    client.did_open(&document, TEXT);
    client.did_change(&document, 7, json!([{"text": format!("{TEXT}\n")}]));
    let answer = renamed(&mut client, &document);
    let changes = answer["result"]["documentChanges"].as_array().unwrap_or_else(|| panic!("{answer}"));
    let documents: Vec<&Value> = changes.iter().map(|change| &change["textDocument"]).collect();
    let expected = [json!({"uri": document, "version": 7}), json!({"uri": other, "version": null})];
    assert_eq!(documents, expected.iter().collect::<Vec<_>>());
    client.shut_down();
}

/// A text in which two names are misspelled.
const MISSPELLED: &str = "variable \"region\" {}\n\noutput \"x\" {\n  value = [var.regin, var.regin]\n}\n";

/// Requests the action that fixes all unknown names of the line with misspelled ones.
fn fix_of_all(client: &mut Client, document: &str) -> Option<Value> {
    let place = json!({"line": 3, "character": 16});
    let params = json!({
        "textDocument": {"uri": document},
        "range": {"start": place, "end": place},
        "context": {"diagnostics": []},
    });
    let answer = client.ask("textDocument/codeAction", params);
    let actions = answer["result"].as_array().unwrap_or_else(|| panic!("{answer}"));
    actions.iter().find(|action| action["title"] == "fix all of HX3001 in this file").cloned()
}

#[test]
fn suggestions_for_an_older_version_are_refused() {
    let folder = Folder::new("lsp-older-version");
    folder.write("main.tf", MISSPELLED);
    let document = uri(&folder.0.join("main.tf"));
    let mut client = Client::open(&folder.0, &super::actions::capabilities());
    client.did_open(&document, MISSPELLED);
    let action = fix_of_all(&mut client, &document).expect("an action");
    client.did_change(&document, 2, json!([{"text": format!("\n{MISSPELLED}")}]));
    let answer = client.ask("codeAction/resolve", action);
    assert_eq!(answer["error"]["message"], "the document has changed", "{answer}");
    client.shut_down();
}

#[test]
fn actions_for_an_older_version_are_refused() {
    const TEXT: &str = "output \"x\" {\n  value = upper(\"a\")\n}\n";
    let folder = Folder::new("lsp-older-action");
    folder.write("main.tf", TEXT);
    let document = uri(&folder.0.join("main.tf"));
    let mut client = Client::open(&folder.0, &super::actions::capabilities());
    client.did_open(&document, TEXT);
    let place = json!({"line": 1, "character": 17});
    let params = json!({
        "textDocument": {"uri": document},
        "range": {"start": place, "end": place},
        "context": {"diagnostics": []},
    });
    let answer = client.ask("textDocument/codeAction", params);
    let actions = answer["result"].as_array().unwrap_or_else(|| panic!("{answer}"));
    let title = "extract to a local value";
    let action = actions.iter().find(|action| action["title"] == title).cloned().expect("an action");
    client.did_change(&document, 2, json!([{"text": format!("# one\n{TEXT}")}]));
    let answer = client.ask("codeAction/resolve", action);
    assert_eq!(answer["error"]["code"], -32801, "{answer}");
    client.shut_down();
}

/// A block with its line breaks moves to a file that has other ones.
#[test]
fn what_moves_has_the_line_breaks_of_its_file() {
    let main = "locals {\r\n  a = 1\r\n}\r\n\r\n# c\r\nvariable \"k\" {\r\n  default = 2\r\n}\r\n\r\noutput \"o\" {\r\n  value = var.k\r\n}\r\n";
    let variables = "variable \"a\" {\n  default = 1\n}\n";
    let folder = Folder::new("lsp-moved-breaks");
    folder.write("main.tf", main);
    folder.write("variables.tf", variables);
    let (document, other) = (uri(&folder.0.join("main.tf")), uri(&folder.0.join("variables.tf")));
    let mut client = Client::open(&folder.0, &super::actions::capabilities());
    client.did_open(&document, main);
    let place = json!({"line": 5, "character": 11});
    let params = json!({
        "textDocument": {"uri": document},
        "range": {"start": place, "end": place},
        "context": {"diagnostics": []},
    });
    let answer = client.ask("textDocument/codeAction", params);
    let actions = answer["result"].as_array().unwrap_or_else(|| panic!("{answer}"));
    let title = "move the block to `variables.tf`";
    let action = actions.iter().find(|action| action["title"] == title).cloned().expect("an action");
    let edit = super::actions::resolved(&mut client, action).expect("edits");
    client.shut_down();
    let texts = [(document.clone(), main.to_owned()), (other.clone(), variables.to_owned())];
    let now = super::actions::applied(&edit, &texts.into());
    assert_eq!(now[&document], main.replace("# c\r\nvariable \"k\" {\r\n  default = 2\r\n}\r\n\r\n", ""));
    assert_eq!(now[&other], format!("{variables}\n# c\nvariable \"k\" {{\n  default = 2\n}}\n"));
}

#[test]
fn suggestions_are_tried_for_clients_that_resolve_nothing() {
    let folder = Folder::new("lsp-no-resolve");
    folder.write("main.tf", MISSPELLED);
    let document = uri(&folder.0.join("main.tf"));
    let mut client = Client::open(&folder.0, &json!({}));
    client.did_open(&document, MISSPELLED);
    let action = fix_of_all(&mut client, &document).expect("an action");
    assert!(action["edit"]["changes"][&document].is_array(), "{action}");
    let text = MISSPELLED.replace("{}", "{ type = object({}) }").replace("regin]", "regin.name]");
    client.did_change(&document, 2, json!([{"text": text}]));
    assert_eq!(fix_of_all(&mut client, &document), None, "one name has no such attribute");
    client.shut_down();
}

#[test]
fn unsaved_settings_apply() {
    let folder = Folder::new("lsp-unsaved-settings");
    let text = "output \"x\" {\n  value = var.none\n}\n";
    folder.write("main.tf", text);
    let (document, settings) = (uri(&folder.0.join("main.tf")), uri(&folder.0.join("hclx.toml")));
    let mut client = Client::open(&folder.0, &json!({}));
    client.did_open(&document, text);
    assert_eq!(client.messages(&document).len(), 1);
    client.did_open(&settings, "exclude = [\"main.tf\"]\n");
    assert_eq!(client.messages(&document), Vec::<String>::new());
    client.did_change(&settings, 2, json!([{"text": ""}]));
    assert_eq!(client.messages(&document).len(), 1);
    client.did_change(&settings, 3, json!([{"text": "exclude = 1\n"}]));
    let wrong = "`exclude` must be a list\nhelp: write `exclude = [\"…\"]`";
    assert_eq!(client.messages(&settings), [wrong]);
    assert_eq!(client.messages(&document), Vec::<String>::new(), "nothing is checked, as in a shell");
    let shown: Vec<&Value> = client.told.iter().filter(|one| one["method"] == "window/showMessage").collect();
    assert_eq!(shown.len(), 1, "{shown:?}");
    let hover = json!({"textDocument": {"uri": document}, "position": {"line": 1, "character": 3}});
    assert!(client.ask("textDocument/hover", hover)["result"].is_object(), "requests are answered");
    client.tell("textDocument/didClose", json!({"textDocument": {"uri": settings}}));
    assert_eq!(client.messages(&document).len(), 1);
    client.shut_down();
}

#[cfg(unix)]
#[test]
fn a_document_and_its_real_path_are_one() {
    let folder = Folder::new("lsp-real-path");
    std::fs::create_dir_all(folder.0.join("real")).expect("a folder");
    folder.write("real/main.tf", "");
    std::os::unix::fs::symlink(folder.0.join("real"), folder.0.join("link")).expect("a link");
    let mut client = Client::open(&folder.0.join("link"), &json!({}));
    let document = uri(&folder.0.join("real/main.tf"));
    client.did_open(&document, "output \"x\" {\n  value = var.none\n}\n");
    assert_eq!(client.messages(&document).len(), 1, "the text that is open");
    let items = client.all_findings();
    assert_eq!(items.len(), 1, "{items:?}");
    client.shut_down();
}
