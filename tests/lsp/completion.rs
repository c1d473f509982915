//! Completion over the protocol: a page of cases, each with files, a cursor and the list, and the law that a reference
//! is offered at its own place.

use serde_json::{Value, json};

use super::client::{Client, uri};
use crate::hostile::Folder;

/// The page.
const PAGE: &str = "tests/lsp/completion.md";

/// The number of items of a list that the page shows.
const SHOWN: usize = 8;

/// A block of code: the info string of its fence, and the code.
fn fences(case: &str) -> Vec<(&str, &str)> {
    case.split("\n```").skip(1).step_by(2).filter_map(|fence| fence.split_once('\n')).collect()
}

fn capabilities() -> Value {
    json!({"textDocument": {"completion": {"completionItem": {
        "snippetSupport": true, "insertReplaceSupport": true, "labelDetailsSupport": true,
    }}}})
}

/// Line and character of the cursor `$0`, and the text without it.
fn without_cursor(text: &str) -> Option<(Value, String)> {
    let (before, after) = text.split_once("$0")?;
    let line = before.matches('\n').count();
    let character = before.rsplit('\n').next().unwrap_or_default().len();
    Some((json!({"line": line, "character": character}), format!("{before}{after}")))
}

/// The list at the cursor of a case, or the signature, as lines.
fn answer(number: usize, case: &str) -> String {
    let folder = Folder::new(&format!("lsp-completion-{number}"));
    let mut asked = None;
    for (info, code) in fences(case).into_iter().filter(|(info, _)| *info != "text") {
        let path = folder.0.join(info);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        let found = without_cursor(&format!("{code}\n"));
        let text = found.as_ref().map_or_else(|| format!("{code}\n"), |(_, text)| text.clone());
        folder.write(info, &text);
        if let Some((position, text)) = found {
            asked = Some((uri(&path), position, text));
        }
    }
    let (document, position, text) = asked.expect("a cursor");
    let mut client = Client::open(&folder.0, &capabilities());
    client.did_open(&document, &text);
    let params = json!({"textDocument": {"uri": document}, "position": position});
    let answer = match case.starts_with("Signature") {
        true => signature(&client.ask("textDocument/signatureHelp", params)["result"]),
        false => list(&client.ask("textDocument/completion", params)["result"]),
    };
    client.shut_down();
    answer
}

fn list(result: &Value) -> String {
    let items = result["items"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut lines: Vec<String> = items.iter().take(SHOWN).map(line).collect();
    if items.len() > SHOWN {
        lines.push(format!("… and {} more", items.len() - SHOWN));
    }
    if lines.is_empty() {
        lines.push("nothing".to_owned());
    }
    lines.join("\n")
}

/// An item: name and type, the kind in prose, and the inserted text if it differs.
fn line(item: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let label = text(&item["label"]);
    let mut line = format!("{label}{}", text(&item["labelDetails"]["detail"]));
    let noun = text(&item["labelDetails"]["description"]);
    if !noun.is_empty() {
        line += &format!(" — {noun}");
    }
    let written = text(&item["textEdit"]["newText"]);
    if written != label {
        line += &format!(" ⇒ {}", written.replace('\n', "⏎"));
    }
    line
}

fn signature(result: &Value) -> String {
    let one = &result["signatures"][0];
    let active = result["activeParameter"].as_u64().and_then(|active| usize::try_from(active).ok());
    let parameter = active.and_then(|active| one["parameters"][active]["label"].as_str()).unwrap_or("none");
    match one["label"].as_str() {
        Some(label) => format!("{label}\nparameter: {parameter}"),
        None => "nothing".to_owned(),
    }
}

#[test]
fn the_page_of_completion_is_what_the_server_says() {
    let page = std::fs::read_to_string(hclx_testkit::workspace_root().join(PAGE)).expect("the page");
    let mut cases = page.split("\n## ");
    let mut actual = cases.next().unwrap_or_default().to_owned();
    for (number, case) in cases.enumerate() {
        let start = case.rfind("\n```text\n").unwrap_or_else(|| panic!("no list: {case}"));
        let answer = answer(number, case);
        actual += &format!("\n## {}\n```text\n{answer}\n```\n", &case[..start]);
    }
    hclx_testkit::golden(PAGE, &actual);
}

/// Files of several languages with references everywhere.
const LAW: &[(&str, &str)] = &[
    (
        "main.tf",
        "variable \"a\" {\n  type = object({ x = number, y = list(string) })\n}\n\nlocals {\n  b = { c = var.a.x, d = \"${var.a.y[0]}-${local.e}\" }\n  e = [for k, v in var.a.y : \"${k}${v}\" if v != local.f]\n  f = upper(join(\"-\", var.a.y))\n}\n\nmodule \"net\" {\n  source = \"./net\"\n  zones  = toset(local.e)\n}\n\nresource \"aws_vpc\" \"this\" {\n  for_each = module.net.ids\n  name     = each.key\n  cidr     = each.value.cidr\n  dynamic \"tag\" {\n    for_each = local.b\n    content {\n      key = tag.key\n    }\n  }\n}\n\noutput \"o\" {\n  value      = aws_vpc.this[\"a\"].id\n  depends_on = [module.net, aws_vpc.this]\n}\n",
    ),
    (
        "net/main.tf",
        "variable \"zones\" {\n  type = set(string)\n}\n\noutput \"ids\" {\n  value = { for zone in var.zones : zone => { cidr = zone } }\n}\n",
    ),
    (
        "docker-bake.hcl",
        "variable \"TAG\" {\n  default = \"x\"\n}\n\ntarget \"app\" {\n  tags = [\"app:${TAG}\"]\n}\n",
    ),
    (
        "web.nomad.hcl",
        "variable \"n\" {\n  type = number\n}\n\njob \"web\" {\n  group \"g\" {\n    count = var.n\n    task \"t\" {\n      driver = \"docker\"\n    }\n  }\n}\n",
    ),
    (
        "app.pkr.hcl",
        "variable \"r\" {\n  type = string\n}\n\nlocals {\n  s = \"${var.r}-x\"\n}\n\nsource \"null\" \"x\" {\n  ssh_host = local.s\n}\n",
    ),
    ("terragrunt.hcl", "locals {\n  a = \"x\"\n}\n\ninputs = {\n  b = local.a\n}\n"),
];

#[test]
fn at_every_offset_there_is_an_answer_and_a_reference_is_offered() {
    let folder = Folder::new("lsp-completion-law");
    for (name, text) in LAW {
        let path = folder.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        folder.write(name, text);
    }
    let mut client = Client::open(&folder.0, &capabilities());
    let mut offered = 0;
    for (name, text) in LAW {
        let document = uri(&folder.0.join(name));
        client.did_open(&document, text);
        for offset in 0..=text.len() {
            let before = &text[..offset];
            let position = json!({"line": before.matches('\n').count(), "character": before.rsplit('\n').next().unwrap_or_default().len()});
            let params = json!({"textDocument": {"uri": document}, "position": position});
            let answer = client.ask("textDocument/completion", params.clone());
            assert!(answer.get("error").is_none(), "{name}:{offset}: {answer}");
            let definition = client.ask("textDocument/definition", params);
            // a string that refers to a file is not a reference
            let is_place = |one: &Value| one["range"]["end"] != json!({"line": 0, "character": 0});
            let is_name = definition["result"].as_array().is_some_and(|found| found.iter().any(is_place));
            // declarations have no list, because their names are new
            let word: String = text[word_start(text, offset)..].chars().take_while(|c| is_part(*c)).collect();
            if is_name && is_reference(text, offset) {
                let items = answer["result"]["items"].as_array().cloned().unwrap_or_default();
                assert!(
                    items.iter().any(|item| item["label"] == *word),
                    "{name}:{offset}: `{word}` is missing in {items:?}"
                );
                offered += 1;
            }
        }
    }
    assert!(offered > 40, "{offered}");
    client.shut_down();
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '-'
}

fn word_start(text: &str, offset: usize) -> usize {
    text[..offset].rfind(|c: char| !is_part(c)).map_or(0, |at| at + 1)
}

/// Returns `true` if a word follows a dot, or is alone in an expression.
fn is_reference(text: &str, offset: usize) -> bool {
    text[..word_start(text, offset)].ends_with('.')
}
