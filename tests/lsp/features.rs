//! Hovers, renames, actions, symbols and folding over the protocol.

use serde_json::{Value, json};

use super::client::{Client, uri};
use crate::hostile::Folder;

const ROOT: &str = r#"module "net" {
  source = "./net"
  zones  = ["é𝄞", "b"]
}

locals {
  n = length(module.net.ids)
}
"#;

const NET: &str = r#"variable "zones" {
  description = "Zones of ![x](http://example.com) the <b>network</b>"
  type        = list(string)
  validation {
    condition     = length(var.zones) >= 2
    error_message = "At least two."
  }
}

variable "key" {
  description = "A key"
  type        = string
  default     = "hunter2"
  sensitive   = true
}

output "ids" {
  value = [for zone in var.zones : "id-${zone}"]
}
"#;

/// Two modules, open in a client.
struct Scene {
    client: Client,
    main: String,
    net: String,
    // goes away with the scene
    _folder: Folder,
}

impl Scene {
    fn new(name: &str) -> Self {
        let folder = Folder::new(&format!("lsp-{name}"));
        std::fs::create_dir_all(folder.0.join("net")).expect("a folder");
        folder.write("main.tf", ROOT);
        folder.write("net/main.tf", NET);
        let (main, net) = (uri(&folder.0.join("main.tf")), uri(&folder.0.join("net/main.tf")));
        let mut client = Client::open(&folder.0, &json!({}));
        client.did_open(&main, ROOT);
        client.did_open(&net, NET);
        Self { client, main, net, _folder: folder }
    }

    /// Asks about the first place of a text, `skip` UTF-16 units behind its start.
    fn ask(&mut self, method: &str, document: &str, text: &str, more: Value) -> Value {
        let source = if document == self.main { ROOT } else { NET };
        let at = source.find(text).unwrap_or_else(|| panic!("`{text}` is in the document"));
        let line = source[..at].matches('\n').count();
        let character = source[..at].rsplit('\n').next().unwrap_or_default().encode_utf16().count();
        let mut params = more;
        params["textDocument"] = json!({"uri": document});
        params["position"] = json!({"line": line, "character": character});
        self.client.ask(&format!("textDocument/{method}"), params)
    }

    fn hover(&mut self, document: &str, text: &str) -> String {
        let answer = self.ask("hover", document, text, json!({}));
        answer["result"]["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }
}

#[test]
fn a_hover_tells_the_type_and_what_is_known_from_outside() {
    let mut scene = Scene::new("hover");
    let (main, net) = (scene.main.clone(), scene.net.clone());
    let zones = "```hcl\nvar.zones: list(string)\n```\nvariable\n\nZones of !\\[x](http://example.com) the \
                 &lt;b>network&lt;/b>\n\nRequired\n\nConstraints: at least 2 elements";
    assert_eq!(scene.hover(&main, "zones  ="), zones, "an argument");
    assert_eq!(scene.hover(&net, "zones) >="), zones, "a mention");
    assert_eq!(
        scene.hover(&main, "net\" {"),
        "```hcl\nmodule.net: object({ids = tuple([string, string])})\n```\nmodule call\n\nSource: `./net`"
    );
    assert!(scene.hover(&main, "ids)").starts_with("```hcl\noutput.ids: "), "an output");
    let length = scene.hover(&main, "ength(");
    assert!(length.starts_with("```hcl\nlength("), "{length}");
    assert_eq!(
        scene.hover(&net, "key\" {"),
        "```hcl\nvar.key: string\n```\nvariable, sensitive\n\nA key\n\nDefault: (sensitive)"
    );
    assert_eq!(scene.hover(&main, "[\"é"), "```hcl\ntuple([string, string])\n```", "an expression");
    assert_eq!(scene.hover(&main, "locals"), "", "nothing");
    scene.client.shut_down();
}

#[test]
fn a_name_is_renamed_everywhere_or_the_reason_is_said() {
    let mut scene = Scene::new("rename");
    let (main, net) = (scene.main.clone(), scene.net.clone());
    let prepared = scene.ask("prepareRename", &main, "zones", json!({}));
    assert_eq!(prepared["result"]["placeholder"], "zones", "{prepared}");
    let edits = scene.ask("rename", &main, "zones", json!({"newName": "areas"}));
    let of = |uri: &str| {
        let edits = edits["result"]["changes"][uri].as_array().cloned().unwrap_or_default();
        edits.iter().map(|edit| edit["newText"].as_str().expect("a text").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!((of(&main), of(&net)), (vec!["areas".to_owned()], vec!["areas".to_owned(); 3]), "{edits}");
    let moved = scene.ask("rename", &main, "net\" {", json!({"newName": "network"}));
    let texts = moved["result"]["changes"][&main].to_string();
    assert!(texts.contains("moved {\\n  from = module.net\\n  to   = module.network\\n}"), "{texts}");
    for (text, to, why) in [
        ("zones\" {", "key", "`var.key` is declared already"),
        (
            "zones\" {",
            "a b",
            "`a b` is not a name: names consist of letters, digits, `_` and `-`, a letter or `_` first",
        ),
        ("validation", "x", "no name of a declaration is here"),
    ] {
        let answer = scene.ask("rename", &net, text, json!({"newName": to}));
        assert_eq!((&answer["error"]["code"], &answer["error"]["message"]), (&json!(-32803), &json!(why)));
    }
    let answer = scene.ask("prepareRename", &main, "locals", json!({}));
    assert_eq!(answer["error"]["message"], "no name of a declaration is here");
    // the texts are as they were
    assert_eq!(scene.client.messages(&main), [""; 0]);
    scene.client.shut_down();
}

#[test]
fn edits_of_findings_are_actions() {
    let folder = Folder::new("lsp-actions");
    let text = "variable \"a\" {}\n\nlocals {\n  b = var.aa\n  c = \"${var.a}\"\n}\n";
    folder.write("main.tf", text);
    let main = uri(&folder.0.join("main.tf"));
    let mut client = Client::open(&folder.0, &json!({}));
    client.did_open(&main, text);
    let mut actions = |line: u32, only: Value| {
        let range = json!({"start": {"line": line, "character": 0}, "end": {"line": line, "character": 80}});
        let params = json!({"textDocument": {"uri": main}, "range": range, "context": {"diagnostics": [], "only": only}});
        client.ask("textDocument/codeAction", params)["result"].as_array().cloned().expect("actions")
    };
    let found = actions(3, json!(["quickfix"]));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["title"], "did you mean `var.a`?");
    let edit = &found[0]["edit"]["changes"][&main][0];
    assert_eq!((&edit["newText"], &edit["range"]["start"]["character"]), (&json!("a"), &json!(10)), "{edit}");
    assert_eq!(actions(0, json!(["quickfix"])), [Value::Null; 0], "nothing is wrong there");
    assert_eq!(actions(3, json!(["refactor"])), [Value::Null; 0], "another kind");
    client.shut_down();
}

#[test]
fn declarations_of_the_workspace_and_folded_parts_are_listed() {
    let mut scene = Scene::new("symbols");
    let net = scene.net.clone();
    let mut symbols = |query: &str| {
        let found = scene.client.ask("workspace/symbol", json!({"query": query}))["result"].clone();
        let name = |one: &Value| one["name"].as_str().expect("a name").to_owned();
        found.as_array().expect("a list").iter().map(name).collect::<Vec<_>>()
    };
    assert_eq!(symbols("VZ"), ["var.zones"]);
    assert_eq!(symbols(""), ["local.n", "module.net", "output.ids", "var.key", "var.zones"]);
    assert_eq!(symbols("nothing"), [""; 0]);
    let folded = scene.client.ask("textDocument/foldingRange", json!({"textDocument": {"uri": net}}));
    let lines =
        |one: &Value| (one["startLine"].as_u64().expect("a line"), one["endLine"].as_u64().expect("a line"));
    let lines: Vec<_> = folded["result"].as_array().expect("a list").iter().map(lines).collect();
    assert_eq!(lines, [(0, 6), (3, 5), (9, 13), (16, 17)]);
    scene.client.shut_down();
}
