//! Strings that name things: definitions, references and renames.

use serde_json::{Value, json};

use super::client::{Client, uri};
use super::pages::{edited, position};
use crate::hostile::Folder;

/// The text of a file after the name that ends at `▮` is renamed to `renamed`, with the lines of its definition and of all its
/// places.
fn renamed(name: &str, text: &str) -> (Vec<u64>, Vec<u64>, String) {
    let folder = Folder::new(&format!("lsp-strings-{name}"));
    let offset = text.find('▮').expect("a cursor");
    let text = text.replace('▮', "");
    folder.write(name, &text);
    let document = uri(&folder.0.join(name));
    let mut client = Client::open(&folder.0, &json!({}));
    client.did_open(&document, &text);
    let place = json!({"textDocument": {"uri": document}, "position": position(&text, offset)});
    let lines = |answer: &Value| -> Vec<u64> {
        let places = answer["result"].as_array().unwrap_or_else(|| panic!("{answer}"));
        places.iter().map(|one| one["range"]["start"]["line"].as_u64().expect("a line")).collect()
    };
    let definition = lines(&client.ask("textDocument/definition", place.clone()));
    let mut params = place.clone();
    params["context"] = json!({"includeDeclaration": true});
    let references = lines(&client.ask("textDocument/references", params));
    let mut params = place;
    params["newName"] = "renamed".into();
    let answer = client.ask("textDocument/rename", params);
    let edits = answer["result"]["changes"][&document].as_array().unwrap_or_else(|| panic!("{answer}"));
    let after = edited(&text, edits);
    client.shut_down();
    (definition, references, after)
}

#[test]
fn sources_of_a_packer_build_are_names() {
    let text = "source \"null\" \"x\" {\n  communicator = \"none\"\n}\n\nbuild {\n  sources = [\"source.null.x▮\"]\n  provisioner \"shell-local\" {\n    only   = [\"null.x\"]\n    inline = [\"echo\"]\n  }\n}\n";
    let (definition, references, after) = renamed("main.pkr.hcl", text);
    assert_eq!((definition, references), (vec![0], vec![0, 5, 7]));
    let expected =
        text.replace('▮', "").replace("\"x\"", "\"renamed\"").replace("null.x\"", "null.renamed\"");
    assert_eq!(after, expected);
}

#[test]
fn targets_of_bake_are_names() {
    let text = "target \"base\" {}\n\ntarget \"app\" {\n  inherits = [\"base▮\"]\n  contexts = {\n    base = \"target:base\"\n  }\n}\n\ngroup \"all\" {\n  targets = [\"app\", \"base\"]\n}\n";
    let (definition, references, after) = renamed("docker-bake.hcl", text);
    assert_eq!((definition, references), (vec![0], vec![0, 3, 5, 10]));
    let expected =
        text.replace('▮', "").replace("\"base\"", "\"renamed\"").replace("target:base", "target:renamed");
    assert_eq!(after, expected);
}

#[test]
fn ports_of_nomad_are_names_of_their_group() {
    let group = |name: &str, cursor: &str| {
        format!(
            "  group \"{name}\" {{\n    network {{\n      port \"http\" {{}}\n    }}\n    task \"t\" {{\n      driver = \"docker\"\n      config {{\n        image = \"x\"\n        ports = [\"http{cursor}\"]\n      }}\n    }}\n  }}\n"
        )
    };
    let text = format!("job \"web\" {{\n{}{}}}\n", group("a", ""), group("b", "▮"));
    let (definition, references, after) = renamed("web.nomad", &text);
    assert_eq!((definition, references), (vec![15], vec![15, 21]));
    let changed = group("b", "").replace("\"http\"", "\"renamed\"");
    assert_eq!(after, format!("job \"web\" {{\n{}{changed}}}\n", group("a", "")));
}
