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

    /// Sends a request about the first place of a text. The client counts bytes.
    fn ask(&mut self, method: &str, document: &str, text: &str, more: Value) -> Value {
        let source = if document == self.main { ROOT } else { NET };
        let at = source.find(text).unwrap_or_else(|| panic!("`{text}` is in the document"));
        let line = source[..at].matches('\n').count();
        let character = source[..at].rsplit('\n').next().unwrap_or_default().len();
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
    let zones = "```hcl\nvariable \"zones\" : list(string)\n```\n\nNot null\n\nArgument of `module.net` in main.tf:3\n\n\
                 Required\n\nConstraints: at least 2 elements\n\nZones of !\\[x](http://example.com) the \
                 &lt;b>network&lt;/b>";
    assert_eq!(scene.hover(&main, "zones  ="), zones, "an argument");
    assert_eq!(scene.hover(&net, "zones) >="), zones, "a mention");
    let call = scene.hover(&main, "net\" {");
    assert!(call.starts_with("```hcl\nmodule \"net\" : object({ids = tuple([string, string])})\n"), "{call}");
    assert!(call.ends_with("\n\nSource: `./net`"), "{call}");
    assert!(scene.hover(&main, "ids)").starts_with("```hcl\noutput \"ids\" : "), "an output");
    let length = scene.hover(&main, "ength(");
    assert!(length.starts_with("```hcl\nlength("), "{length}");
    assert_eq!(
        scene.hover(&net, "key\" {"),
        "```hcl\nvariable \"key\" : string\n= (sensitive)\n```\n\nSensitive\n\nDefault: (sensitive)\n\nA key"
    );
    let zones = scene.hover(&main, "[\"é");
    assert_eq!(zones, "```hcl\ntuple([string, string])\n= [\"é𝄞\", \"b\"]\n```", "an expression");
    assert_eq!(scene.hover(&main, "}\n\nlocals"), "", "nothing");
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
        ("zones\" {", "key", "`var.key` is already declared"),
        (
            "zones\" {",
            "a b",
            "`a b` is not a name: names consist of letters, digits, `_` and `-`, a letter or `_` first",
        ),
        ("validation", "x", "no declared name at this position"),
    ] {
        let answer = scene.ask("rename", &net, text, json!({"newName": to}));
        assert_eq!((&answer["error"]["code"], &answer["error"]["message"]), (&json!(-32803), &json!(why)));
    }
    let answer = scene.ask("prepareRename", &main, "locals", json!({}));
    assert_eq!(answer["error"]["message"], "no declared name at this position");
    // the texts are the same as before
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
    let titles: Vec<&Value> = found.iter().map(|one| &one["title"]).collect();
    assert_eq!(titles, ["did you mean `var.a`?", "suppress here: HX3001"]);
    let edit = &found[0]["edit"]["changes"][&main][0];
    assert_eq!((&edit["newText"], &edit["range"]["start"]["character"]), (&json!("a"), &json!(10)), "{edit}");
    assert_eq!(actions(0, json!(["quickfix"])), [Value::Null; 0], "nothing is wrong there");
    assert_eq!(actions(2, json!(["refactor"])), [Value::Null; 0], "another kind");
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

/// The labels offered at the mark `▮` of a text, where a prefix may be typed; functions are omitted.
fn offered(client: &mut Client, uri: &str, version: i64, marked: &str) -> Option<Vec<String>> {
    let at = marked.find('▮').expect("a mark");
    let text = marked.replace('▮', "");
    client.did_change(uri, version, json!([{"text": text}]));
    let line = text[..at].matches('\n').count();
    let character = text[..at].rsplit('\n').next().unwrap_or_default().len();
    let params = json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": character}});
    let answer = client.ask("textDocument/completion", params);
    assert!(answer.get("error").is_none(), "{answer}");
    let answer = answer["result"].clone();
    let items = answer["items"].as_array()?;
    let names = items.iter().filter(|item| item["kind"] != 3);
    Some(names.map(|item| item["label"].as_str().expect("a label").to_owned()).collect())
}

#[test]
fn names_are_completed_where_a_reference_is_written() {
    let folder = Folder::new("lsp-complete");
    std::fs::create_dir_all(folder.0.join("net")).expect("a folder");
    folder.write(
        "net/main.tf",
        "output \"ids\" {\n  value = [\"a\"]\n}\noutput \"name\" {\n  value = \"x\"\n}\n",
    );
    let base = "variable \"cfg\" {\n  type = object({ host = string, ports = list(object({ n = number })) })\n}\nvariable \"zones\" {}\n\
                module \"net\" {\n  source = \"./net\"\n}\nresource \"terraform_data\" \"web\" {}\ndata \"terraform_remote_state\" \"s\" {\n  backend = \"local\"\n}\n";
    folder.write("main.tf", base);
    let main = uri(&folder.0.join("main.tf"));
    let mut client = Client::open(&folder.0, &json!({}));
    client.did_open(&main, base);
    let mut version = 1;
    let mut ask = |text: &str| {
        version += 1;
        offered(&mut client, &main, version, &format!("{base}{text}"))
    };
    let names = |list: &[&str]| Some(list.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
    let roots = names(&["data", "module", "path", "terraform", "terraform_data", "var"]);
    assert_eq!(ask("locals {\n  a = ▮\n}\n"), roots);
    assert_eq!(ask("locals {\n  a = \"é𝄞-${▮}\"\n}\n"), roots, "in a template");
    assert_eq!(ask("locals {\n  a = [for z in ▮"), roots, "while it is typed");
    let typed = ask("locals {\n  a = \"é𝄞-${va▮}\"\n}\n");
    assert_eq!(typed, names(&["var"]), "names with the typed letters");
    let typed = ask("locals {\n  a = [for z in ta▮");
    assert_eq!(typed, names(&["data", "terraform", "terraform_data"]), "anywhere in them, in order");
    assert_eq!(ask("locals {\n  a = var.▮\n}\n"), names(&["cfg", "zones"]));
    assert_eq!(ask("locals {\n  a = length(var.z▮"), names(&["zones"]));
    assert_eq!(ask("locals {\n  a = var.cfg.▮\n}\n"), names(&["host", "ports"]));
    assert_eq!(ask("locals {\n  a = var.cfg.ports[0].▮\n}\n"), names(&["n"]), "behind an index");
    assert_eq!(ask("locals {\n  a = module.▮\n}\n"), names(&["net"]));
    assert_eq!(ask("locals {\n  a = module.net.▮\n}\n"), names(&["ids", "name"]));
    assert_eq!(ask("locals {\n  a = data.terraform_remote_state.▮\n}\n"), names(&["s"]));
    assert_eq!(
        ask("locals {\n  a = terraform_data.web.i▮\n}\n"),
        names(&["id", "input", "triggers_replace"])
    );
    assert_eq!(ask("locals {\n  b = 1\n  a = local.▮\n}\n"), names(&["b"]), "not the one that is written");
    for nothing in [
        "locals {\n  ▮\n}\n",
        "locals {\n  a = \"va▮\"\n}\n",
        "# va▮\n",
        "locals {\n  a = 1 /* v▮ */\n}\n",
        "locals {\n  a = <<E\nva▮\nE\n}\n",
    ] {
        assert_eq!(ask(nothing), names(&[]), "{nothing}");
    }
    let blocks = [
        "variable",
        "resource",
        "data",
        "module",
        "output",
        "locals",
        "provider",
        "terraform",
        "moved",
        "import",
        "removed",
        "check",
        "ephemeral",
        "action",
        "language",
    ];
    assert_eq!(ask("▮"), names(&blocks));
    assert_eq!(ask("resour▮"), names(&["resource"]));
    client.shut_down();
}

/// Nothing is known of an undeclared variable, so the words of the workspace are offered.
#[test]
fn words_are_completed_after_an_undeclared_variable() {
    let folder = Folder::new("lsp-complete-undeclared");
    let base = "variable \"zones\" {}\n";
    folder.write("main.tf", base);
    let main = uri(&folder.0.join("main.tf"));
    let mut client = Client::open(&folder.0, &json!({}));
    client.did_open(&main, base);
    let text = format!("{base}locals {{\n  a = var.nothing.▮\n}}\n");
    let names = ["a", "locals", "nothing", "zones"].map(str::to_owned);
    assert_eq!(offered(&mut client, &main, 2, &text), Some(names.to_vec()));
    client.shut_down();
}

/// Completion answers at every offset of a file, and where a declaration of the module is mentioned, it is offered.
#[test]
fn completion_answers_everywhere() {
    let folder = Folder::new("lsp-prefixes");
    let shop = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/terraform/shop");
    super::law::copy(&shop, &folder.0, std::path::Path::new(""), &mut Vec::new());
    let text = std::fs::read_to_string(folder.0.join("main.tf")).expect("a file");
    let main = uri(&folder.0.join("main.tf"));
    let mut client = Client::open(&folder.0, &json!({}));
    client.did_open(&main, &text);
    let mut found = 0;
    for (at, _) in text.char_indices() {
        let line = text[..at].matches('\n').count();
        let character = text[..at].rsplit('\n').next().unwrap_or_default().len();
        let params =
            json!({"textDocument": {"uri": main}, "position": {"line": line, "character": character}});
        let answer = client.ask("textDocument/completion", params);
        assert!(answer.get("error").is_none(), "{at}: {answer}");
        for root in ["var.", "local.", "module."] {
            let Some(name) = text[at..].strip_prefix("").filter(|_| text[..at].ends_with(root)) else {
                continue;
            };
            let name: String = name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let items = answer["result"]["items"].as_array().cloned().unwrap_or_default();
            assert!(items.iter().any(|item| item["label"] == *name), "{at}: `{root}{name}`: {items:?}");
            found += 1;
        }
    }
    assert!(found > 6, "{found} references");
    client.shut_down();
}

const FAILS_BY_DEFAULT: &str = r#"variable "names" {
  type    = list(string)
  default = null
}

output "number" {
  value = length(var.names)
}
"#;

/// The messages about allowed inputs, once there are as many as expected: the server searches for them when it is idle.
fn failing_inputs(client: &mut Client, expected: usize) -> Vec<String> {
    for _ in 0..500 {
        let items: Vec<Value> = client
            .all_findings()
            .iter()
            .flat_map(|item| item["items"].as_array().cloned())
            .flatten()
            .collect();
        let own = items.iter().filter(|one| one["code"] == "HX9207");
        let messages: Vec<String> =
            own.filter_map(|one| one["message"].as_str().map(str::to_owned)).collect();
        if messages.len() == expected {
            return messages;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    panic!("never {expected} findings about inputs")
}

#[test]
fn allowed_inputs_of_open_documents_are_tried_last() {
    let folder = Folder::new("lsp-inputs");
    folder.write("main.tf", FAILS_BY_DEFAULT);
    std::fs::create_dir_all(folder.0.join("other")).expect("a folder");
    folder.write("other/main.tf", FAILS_BY_DEFAULT);
    let document = uri(&folder.0.join("main.tf"));
    let mut client = Client::open(&folder.0, &json!({}));
    client.did_open(&document, FAILS_BY_DEFAULT);
    let expected =
        "fails with the default of `names`, which is null: argument `value` of `length` must not be null";
    assert_eq!(failing_inputs(&mut client, 1), [expected]);
    let mended = FAILS_BY_DEFAULT.replace("null", "[]");
    client.did_change(&document, 2, json!([{"text": mended}]));
    assert_eq!(failing_inputs(&mut client, 0), Vec::<String>::new());
    client.did_change(&document, 3, json!([{"text": FAILS_BY_DEFAULT}]));
    assert_eq!(failing_inputs(&mut client, 1), [expected]);
    client.shut_down();
}
