//! The two promises of generated schemas: everything that a schema accepts, the module accepts, except for rules that
//! no keyword can express; and the exact form accepts everything that the module accepts.

use std::process::Command;

use serde_json::{Value, json};

use crate::hostile::Folder;

/// Inputs: the contents of `variable` blocks.
const INPUTS: &[&str] = &[
    "type = string",
    "type = number",
    "type = bool",
    "type = any",
    "type = list(string)",
    "type = set(number)",
    "type = map(bool)",
    "type = tuple([string, number])",
    "type = object({ a = string, b = optional(number), c = optional(list(string), []) })",
    "type = list(object({ a = string }))",
    "type = string\n  nullable = false",
    "type = string\n  default = null",
    "type = string\n  validation {\n    condition = contains([\"a\", \"b\"], var.x)\n    error_message = \"No.\"\n  }",
    "type = number\n  validation {\n    condition = var.x > 1 && var.x <= 8\n    error_message = \"No.\"\n  }",
    "type = string\n  validation {\n    condition = length(var.x) <= 2\n    error_message = \"No.\"\n  }",
    "type = string\n  validation {\n    condition = length(var.x) >= 2\n    error_message = \"No.\"\n  }",
    "type = string\n  validation {\n    condition = can(regex(\"^[a-z]+$\", var.x))\n    error_message = \"No.\"\n  }",
    "type = string\n  validation {\n    condition = startswith(var.x, \"a.\")\n    error_message = \"No.\"\n  }",
    "type = list(string)\n  validation {\n    condition = length(var.x) > 1\n    error_message = \"No.\"\n  }",
    "type = map(number)\n  validation {\n    condition = alltrue([for k, v in var.x : v < 5])\n    error_message = \"No.\"\n  }",
    "type = object({ a = string, b = optional(number) })\n  validation {\n    condition = contains([\"a\"], var.x.a)\n    error_message = \"No.\"\n  }",
    "type = object({ a = optional(string), b = optional(number) })\n  validation {\n    condition = contains([\"a\"], var.x.a)\n    error_message = \"No.\"\n  }",
    "type = object({ a = optional(string, \"a\"), b = optional(number) })\n  validation {\n    condition = contains([\"a\"], var.x.a)\n    error_message = \"No.\"\n  }",
    "type = list(object({ a = optional(string) }))\n  validation {\n    condition = alltrue([for one in var.x : contains([\"x\"], one.a)])\n    error_message = \"No.\"\n  }",
    "type = string\n  default = null\n  validation {\n    condition = var.x == null || contains([\"a\"], var.x)\n    error_message = \"No.\"\n  }",
];

/// Values that are assigned to each input.
fn values() -> Vec<Value> {
    vec![
        json!(null),
        json!("a"),
        json!("ab"),
        json!("a.x"),
        json!("A"),
        json!("\u{65}\u{301}"),
        json!("true"),
        json!("8"),
        json!("1e1"),
        json!(""),
        json!(true),
        json!(0),
        json!(1),
        json!(2),
        json!(8),
        json!(8.5),
        json!(-3),
        json!([]),
        json!(["a"]),
        json!(["a", "b"]),
        json!(["a", 1]),
        json!([1, 1]),
        json!([null]),
        json!([{"a": "x"}]),
        json!([{"a": "x", "z": 1}]),
        json!([{}]),
        json!({}),
        json!({"a": "a"}),
        json!({"a": "a", "b": 1}),
        json!({"a": "a", "b": null}),
        json!({"a": "a", "b": "x"}),
        json!({"a": null}),
        json!({"a": "a", "c": ["x"]}),
        json!({"a": 1, "z": true}),
        json!({"k": true}),
        json!({"k": 4}),
        json!({"k": 9}),
    ]
}

/// The answer of the program with its exit code.
fn hclx(folder: &Folder, arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(crate::program()).args(arguments).current_dir(&folder.0).output();
    let output = output.expect("hclx runs");
    (output.status.code(), String::from_utf8(output.stdout).expect("UTF-8"))
}

fn schema(folder: &Folder, more: &[&str]) -> Value {
    let (code, text) = hclx(folder, &[&["generate", "json-schema"], more].concat());
    assert_eq!(code, Some(0), "{text}");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn schemas_keep_their_promises() {
    let mut accepted = [0; 2];
    for input in INPUTS {
        let folder = Folder::new("generate-promises");
        folder.write("main.tf", &format!("variable \"x\" {{\n  {input}\n}}\n"));
        let (plain, exact, old) =
            (schema(&folder, &[]), schema(&folder, &["--exact"]), schema(&folder, &["--draft", "07"]));
        let is_whole = plain["properties"]["x"].get("x-hclx-rules").is_none();
        let validators = [&plain, &exact, &old].map(|one| jsonschema::validator_for(one).expect("a schema"));
        for value in values() {
            let given = json!({ "x": value });
            folder.write("x.tfvars.json", &given.to_string());
            let (code, found) =
                hclx(&folder, &["check", "-q", "--format", "concise", "--var-file", "x.tfvars.json", "."]);
            let passes = code == Some(0) && !found.contains("HX5016");
            let [plain, exact, old] = validators.each_ref().map(|one| one.is_valid(&given));
            let naming_its_schema = json!({ "$schema": "x.schema.json", "x": value });
            assert_eq!(validators[0].is_valid(&naming_its_schema), plain, "{input}: {value}");
            assert!(!plain || passes || !is_whole, "A: {input}: {value} is refused: {found}");
            assert!(!passes || exact, "B: {input}: {value} is accepted");
            assert_eq!(plain, old, "the drafts: {input}: {value}");
            accepted[0] += usize::from(plain);
            accepted[1] += usize::from(exact);
        }
    }
    assert!(accepted[0] > 80 && accepted[1] > accepted[0], "{accepted:?}");
}

#[test]
fn a_skeleton_is_formatted_and_passes() {
    let folder = Folder::new("generate-skeleton");
    let inputs = INPUTS.iter().filter(|input| !input.contains("regex") && !input.contains("any"));
    let variables = inputs.enumerate().map(|(number, input)| {
        let input = input.replace("var.x", &format!("var.x{number}"));
        format!("variable \"x{number}\" {{\n  {input}\n}}\n")
    });
    folder.write("main.tf", &variables.collect::<String>());
    let (code, _) = hclx(&folder, &["generate", "tfvars", "--out", "prod.tfvars"]);
    assert_eq!(code, Some(0));
    let (code, changed) = hclx(&folder, &["fmt", "--check", "prod.tfvars"]);
    assert_eq!((code, &*changed), (Some(0), ""));
    let (code, found) = hclx(&folder, &["check", "--format", "concise", "--var-file", "prod.tfvars", "."]);
    assert_eq!(code, Some(0), "{found}");
    assert_eq!(hclx(&folder, &["generate", "tfvars", "--out", "prod.tfvars", "--check"]).0, Some(0));
    folder.write("prod.tfvars", "x0 = 1\n");
    assert_eq!(hclx(&folder, &["generate", "tfvars", "--out", "prod.tfvars", "--check", "-q"]).0, Some(1));
}
