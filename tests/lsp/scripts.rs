//! Scripts: the messages that are sent, and the replies.

use serde_json::{Value, json};

use super::client::{Client, uri};
use crate::hostile::Folder;

const BROKEN: &str = "variable \"n\" {\n  type    = number\n  default = \"é𝄞\"\n}\n";

#[test]
fn findings_come_with_the_version_and_go() {
    let folder = Folder::new("lsp-push");
    folder.write("main.tf", BROKEN);
    let main = uri(&folder.0.join("main.tf"));
    let mut client = Client::open(&folder.0, &json!({}));
    client.did_open(&main, BROKEN);
    client.all_findings();
    let (version, found) = client.pushed[&main].clone();
    assert_eq!((version, found.as_array().map(Vec::len)), (Some(1), Some(1)), "{found}");
    let range = json!({"start": {"line": 2, "character": 12}, "end": {"line": 2, "character": 20}});
    assert_eq!(
        (&found[0]["range"], &found[0]["source"], &found[0]["severity"]),
        (&range, &json!("hclx"), &json!(1))
    );
    let change = json!([{"range": range, "text": "5"}]);
    client.did_change(&main, 2, change);
    client.all_findings();
    assert_eq!(client.pushed[&main], (Some(2), json!([])));
    // closing returns to the file
    client.tell("textDocument/didClose", json!({"textDocument": {"uri": main}}));
    client.all_findings();
    assert_eq!(client.pushed[&main], (None, found));
    client.shut_down();
}

#[test]
fn open_texts_are_read_by_functions_and_by_other_files() {
    let folder = Folder::new("lsp-shadow");
    folder.write("hclx.toml", "root = \".\"\n");
    folder.write("main.tf", "output \"n\" {\n  value = file(\"${path.module}/n.txt\") + var.n\n}\n");
    folder.write("n.txt", "1");
    folder.write("variables.tf", "variable \"n\" {\n  type = number\n}\n");
    let [main, text, variables] = ["main.tf", "n.txt", "variables.tf"].map(|name| uri(&folder.0.join(name)));
    let mut client = Client::open(&folder.0, &json!({}));
    assert_eq!(client.messages(&main), [""; 0]);
    client.did_open(&text, "one");
    let found = client.messages(&main);
    assert_eq!(found.len(), 1, "{found:?}");
    client.did_change(&text, 2, json!([{"text": "2"}]));
    assert_eq!(client.messages(&main), [""; 0]);
    client.did_open(&variables, "");
    let found = client.messages(&main);
    assert!(found.len() == 1 && found[0].contains("var.n"), "{found:?}");
    // a file that was not saved yet
    let other = uri(&folder.0.join("other.tf"));
    client.did_open(&other, "variable \"n\" {\n  type = number\n}\n");
    assert_eq!(client.messages(&main), [""; 0]);
    client.tell("textDocument/didClose", json!({"textDocument": {"uri": other}}));
    assert_eq!(client.messages(&main).len(), 1);
    client.shut_down();
}

#[test]
fn findings_are_pulled_where_the_client_asks_for_them() {
    let folder = Folder::new("lsp-pull");
    folder.write("main.tf", BROKEN);
    let main = uri(&folder.0.join("main.tf"));
    let mut client = Client::open(&folder.0, &json!({"textDocument": {"diagnostic": {}}}));
    let of_main = json!({"textDocument": {"uri": main}});
    let report = client.ask("textDocument/diagnostic", of_main.clone())["result"].clone();
    assert_eq!((&report["kind"], report["items"].as_array().map(Vec::len)), (&json!("full"), Some(1)));
    let name = &report["resultId"];
    let again = json!({"textDocument": {"uri": main}, "previousResultId": name});
    assert_eq!(
        client.ask("textDocument/diagnostic", again)["result"],
        json!({"kind": "unchanged", "resultId": name})
    );
    let known = json!({"previousResultIds": [{"uri": main, "value": name}]});
    let all = client.ask("workspace/diagnostic", known)["result"].clone();
    assert_eq!(all["items"], json!([{"kind": "unchanged", "resultId": name, "uri": main, "version": null}]));
    client.did_open(&main, "");
    assert_eq!(client.ask("textDocument/diagnostic", of_main)["result"]["items"], json!([]));
    assert!(client.pushed.is_empty(), "{:?}", client.pushed);
    client.shut_down();
}

#[test]
fn files_on_disk_and_folders_come_and_go() {
    let (one, two) = (Folder::new("lsp-one"), Folder::new("lsp-two"));
    one.write("main.tf", "");
    two.write("main.tf", BROKEN);
    let mut client =
        Client::open(&one.0, &json!({"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}}));
    assert_eq!(client.all_findings(), [json!(null); 0]);
    assert!(
        client.told.iter().any(|told| told["method"] == "client/registerCapability"),
        "{:?}",
        client.told
    );
    one.write("main.tf", BROKEN);
    let main = uri(&one.0.join("main.tf"));
    client.tell("workspace/didChangeWatchedFiles", json!({"changes": [{"uri": main, "type": 2}]}));
    assert_eq!(client.messages(&main).len(), 1);
    let event = json!({"added": [{"uri": uri(&two.0), "name": "two"}], "removed": [{"uri": uri(&one.0), "name": "one"}]});
    client.tell("workspace/didChangeWorkspaceFolders", json!({"event": event}));
    assert_eq!(client.messages(&uri(&two.0.join("main.tf"))).len(), 1);
    assert_eq!(client.messages(&main), [""; 0]);
    // a file without a folder is checked alone
    client.did_open(&main, BROKEN);
    assert_eq!(client.messages(&main).len(), 1);
    client.shut_down();
}

#[test]
fn documents_are_formatted() {
    let folder = Folder::new("lsp-format");
    folder.write("main.tf", "");
    let main = uri(&folder.0.join("main.tf"));
    let mut client = Client::open(&folder.0, &json!({}));
    client.did_open(&main, "locals {\na =  1\n}\n");
    let params = json!({"textDocument": {"uri": main}, "options": {}});
    let edits = client.ask("textDocument/formatting", params.clone())["result"].clone();
    let texts: Vec<&Value> = edits.as_array().expect("edits").iter().map(|edit| &edit["newText"]).collect();
    assert_eq!(texts, ["  ", " "], "{edits}");
    client.did_change(&main, 2, json!([{"text": "locals {"}]));
    assert_eq!(client.ask("textDocument/formatting", params)["result"], Value::Null, "it has syntax errors");
    client.shut_down();
}

#[test]
fn names_lead_to_their_places_in_all_modules() {
    let folder = Folder::new("lsp-names");
    std::fs::create_dir_all(folder.0.join("net")).expect("a folder");
    let child = "variable \"zones\" {}\noutput \"count\" {\n  value = length(var.zones)\n}\n";
    let root = "module \"net\" {\n  source = \"./net\"\n  zones  = [\"é\", \"b\"]\n}\nlocals {\n  n = module.net.count\n}\n";
    folder.write("main.tf", root);
    folder.write("net/main.tf", child);
    let (main, net) = (uri(&folder.0.join("main.tf")), uri(&folder.0.join("net/main.tf")));
    let mut client = Client::open(&folder.0, &json!({}));
    client.did_open(&main, root);
    client.did_open(&net, child);
    let mut ask = |method: &str, uri: &str, line: u32, character: u32| {
        let params = json!({
            "textDocument": {"uri": uri},
            "position": {"line": line, "character": character},
            "context": {"includeDeclaration": false},
        });
        client.ask(&format!("textDocument/{method}"), params)["result"].clone()
    };
    let range = |line: u32, start: u32, end: u32| json!({"start": {"line": line, "character": start}, "end": {"line": line, "character": end}});
    assert_eq!(
        ask("definition", &main, 2, 3),
        json!([{"uri": net, "range": range(0, 10, 15)}]),
        "an argument"
    );
    assert_eq!(ask("definition", &main, 5, 18), json!([{"uri": net, "range": range(1, 8, 13)}]), "an output");
    assert_eq!(ask("definition", &main, 5, 14), json!([{"uri": main, "range": range(0, 8, 11)}]), "a call");
    assert_eq!(ask("definition", &main, 4, 2), Value::Null, "no name");
    let given = json!({"uri": main, "range": range(2, 2, 7)});
    let used = json!({"uri": net, "range": range(2, 21, 26)});
    let mut references = ask("references", &net, 0, 12).as_array().cloned().expect("places");
    references.sort_by_key(|one| one["uri"] != given["uri"]);
    assert_eq!(references, [given, used]);
    assert_eq!(
        ask("documentHighlight", &net, 0, 12),
        json!([{"range": range(0, 10, 15), "kind": 3}, {"range": range(2, 21, 26), "kind": 2}])
    );
    let outline = ask("documentSymbol", &net, 0, 0);
    let names: Vec<&Value> =
        outline.as_array().expect("declarations").iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["var.zones", "output.count"]);
    client.shut_down();
}

#[test]
fn settings_of_the_editor_are_read() {
    let folder = Folder::new("lsp-settings");
    folder.write("main.tf", BROKEN);
    let main = uri(&folder.0.join("main.tf"));
    let mut client = Client::start();
    let options = json!({"hclx": {"diagnostics": {"scope": "open"}, "maxFileBytes": 100, "nothing": 1}});
    let params = json!({"rootUri": uri(&folder.0), "capabilities": {}, "initializationOptions": options});
    client.ask("initialize", params);
    assert_eq!(client.messages(&main), [""; 0], "it is not open");
    assert_eq!(client.told[0]["params"]["message"], "hclx: unknown setting `hclx.nothing`");
    client.did_open(&main, BROKEN);
    assert_eq!(client.messages(&main).len(), 1);
    client.did_change(&main, 2, json!([{"text": " ".repeat(101)}]));
    let long = "this document has 101 bytes, more than the limit of 100, and is not checked\n\
                help: raise the setting `hclx.maxFileBytes`";
    assert_eq!(client.messages(&main), [long]);
    client.shut_down();
}

#[test]
fn findings_wait_for_a_save_where_that_is_set() {
    let folder = Folder::new("lsp-save");
    folder.write("main.tf", "");
    let main = uri(&folder.0.join("main.tf"));
    let mut client = Client::start();
    let options = json!({"diagnostics": {"on": "save"}, "threads": 1});
    let params = json!({"rootUri": uri(&folder.0), "capabilities": {}, "initializationOptions": options});
    client.ask("initialize", params);
    client.did_open(&main, "");
    assert_eq!(client.messages(&main), [""; 0]);
    client.did_change(&main, 2, json!([{"text": BROKEN}]));
    assert_eq!(client.messages(&main), [""; 0], "it is not saved");
    let outline = client.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": main}}));
    assert_eq!(outline["result"][0]["name"], "var.n", "other answers are about what was typed");
    client.tell("textDocument/didSave", json!({"textDocument": {"uri": main}}));
    assert_eq!(client.messages(&main).len(), 1);
    assert_eq!(client.pushed[&main].0, Some(2));
    // actions of findings with outdated places are not offered
    client.did_change(&main, 3, json!([{"text": format!("\n\n{BROKEN}")}]));
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}});
    let params = json!({"textDocument": {"uri": main}, "range": range, "context": {"only": ["quickfix"], "diagnostics": []}});
    assert_eq!(client.ask("textDocument/codeAction", params)["result"], json!([]));
    client.shut_down();
}

#[test]
fn requests_are_logged_where_that_is_set() {
    let folder = Folder::new("lsp-log");
    folder.write("main.tf", BROKEN);
    let main = uri(&folder.0.join("main.tf"));
    let mut client = Client::open(&folder.0, &json!({}));
    let outline = json!({"textDocument": {"uri": main}});
    let settings = json!({"settings": {"hclx": {"log": "requests", "threads": 2}}});
    client.tell("workspace/didChangeConfiguration", settings);
    // a document that is not open is read from the disk
    let answer = client.ask("textDocument/documentSymbol", outline);
    assert_eq!(answer["result"][0]["name"], "var.n");
    let logged = client.told.last().expect("a message")["params"]["message"].to_string();
    assert!(logged.starts_with("\"textDocument/documentSymbol: answered after"), "{logged}");
    client.shut_down();
}

#[test]
fn messages_that_are_wrong_are_answered() {
    let mut client = Client::start();
    let code = |answer: &Value| answer["error"]["code"].as_i64();
    assert_eq!(code(&client.ask("textDocument/formatting", json!({}))), Some(-32002));
    client.tell("textDocument/didOpen", json!(1));
    client.ask("initialize", json!({"capabilities": 1, "workspaceFolders": [1, {"uri": "untitled:x"}]}));
    assert_eq!(code(&client.ask("initialize", json!({}))), Some(-32600));
    assert_eq!(code(&client.ask("no/such", json!({}))), Some(-32601));
    assert_eq!(code(&client.ask("textDocument/formatting", json!([]))), Some(-32602));
    assert_eq!(code(&client.ask("textDocument/diagnostic", json!({}))), Some(-32602));
    for (content, number) in
        [("{", -32700), ("[]", -32600), ("null", -32600), ("{\"jsonrpc\": \"2.0\"}", -32600)]
    {
        client.write(content);
        assert_eq!(code(&client.answer(&Value::Null)), Some(number), "{content}");
    }
    // halves of characters, lines that end in `\r`, documents that are not open, and URIs that are not files
    client.write("{\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":{\"uri\":\"untitled:a\",\"version\":1,\"text\":\"a\\ud800\\rb\"}}}");
    client.did_change(
        "untitled:a",
        2,
        json!([{"range": {"start": {"line": 9, "character": 9}, "end": {"line": 0}}, "text": "x"}]),
    );
    client.did_change("file:///nowhere/main.tf", 2, json!([{"text": "x"}]));
    assert_eq!(client.all_findings(), [json!(null); 0]);
    assert_eq!(client.told.last().map(|told| told["method"].clone()), Some(json!("window/logMessage")));
    client.shut_down();
}

#[test]
fn the_server_ends_as_its_client_does() {
    assert_eq!(Client::start().end(), (Some(1), String::new()));
    let mut client = Client::start();
    client.tell("exit", Value::Null);
    assert_eq!(client.end().0, Some(1), "without `shutdown`");
    for frame in [&b"\r\n\r\n"[..], b"Content-Length: 99999999999999\r\n\r\n{}", b"Content-Length: x\r\n\r\n"]
    {
        let mut client = Client::start();
        client.send(frame);
        let (code, said) = client.end();
        assert_eq!((code, said.lines().count()), (Some(1), 1), "{said}");
    }
}
