//! Nested and repeated constructs under every command that accepts types, values, specifications or questions: each
//! run ends by itself, in 512 MiB of address space and on a stack of 1 MB, with an answer or the name of a limit.
//! Commands that accept files are in `hostile`.

use std::path::Path;

use crate::hostile::{Folder, LIMITS, code, sh, text};

/// A construct that is nested or repeated a number of times.
type Construct = (&'static str, fn(usize) -> String);

/// Constructs as types.
const TYPES: &[Construct] = &[
    ("lists", |n| format!("{}string{}", "list(".repeat(n), ")".repeat(n))),
    ("objects", |n| format!("{}string{}", "object({a=".repeat(n), "})".repeat(n))),
    ("optional", |n| format!("{}string{}", "object({a=optional(".repeat(n), ")})".repeat(n))),
    ("tuples", |n| format!("{}string{}", "tuple([".repeat(n), "])".repeat(n))),
    ("unions", |n| format!("{}string{}", "union(int, list(".repeat(n), "))".repeat(n))),
    ("attributes", |n| {
        format!("object({{{}}})", (0..n).map(|at| format!("a{at}=string,")).collect::<String>())
    }),
    ("elements", |n| format!("tuple([{}])", "union(int, string),".repeat(n))),
    ("members", |n| {
        format!("union({})", (0..n).map(|at| format!("object({{a{at}=string}}),")).collect::<String>())
    }),
    ("defaults", |n| format!("object({{a=optional(any, {}1{})}})", "[".repeat(n), "]".repeat(n))),
    ("unclosed", |n| "map(".repeat(n)),
];

/// Constructs as expressions.
const VALUES: &[Construct] = &[
    ("brackets", |n| format!("{}1{}", "[".repeat(n), "]".repeat(n))),
    ("braces", |n| format!("{}1{}", "{a=".repeat(n), "}".repeat(n))),
    ("splats", |n| format!("[1]{}", "[*]".repeat(n))),
    ("conditions", |n| format!("{}2", "true ? 1 : ".repeat(n))),
    ("operators", |n| format!("1{}", " + 1".repeat(n))),
    ("templates", |n| format!("{}1{}", "\"${".repeat(n), "}\"".repeat(n))),
    ("calls", |n| format!("{}\"a\"{}", "upper(".repeat(n), ")".repeat(n))),
    ("doubled", |_| format!("{}[1]{}", "[for a in [".repeat(60), "]: [a, a]]".repeat(60))),
    ("elements", |n| format!("[{}]", "{}, \"\", 1,".repeat(n))),
    ("unclosed", |n| "[\"${".repeat(n)),
];

/// The depth or number of constructs in an argument: a command line of Windows has at most 32,767 characters.
const DEPTH: usize = if cfg!(windows) { 500 } else { 3_000 };

/// The dialects by which functions and rules are named.
const DIALECTS: &[&str] = &[
    "hcl",
    "terraform",
    "packer",
    "nomad",
    "bake",
    "terragrunt",
    "pcl",
    "mull",
    "opentofu",
    "template",
    "tflint",
    "terraform-lock",
    "terraform-stacks",
];

/// The commands that accept a memory limit.
const LIMITED: &[&str] = &[
    "check",
    "infer",
    "eval",
    "convert",
    "unify",
    "refine",
    "type",
    "assignable",
    "decode",
    "parse",
    "batch",
];

/// A command line in which each command that accepts a memory limit has one.
fn limited(line: &str) -> String {
    LIMITED.iter().fold(format!("{LIMITS}{line}"), |line, command| {
        line.replace(&format!("hclx {command} "), &format!("hclx {command} --max-memory 32M "))
    })
}

/// Checks that a run ended by itself, without a panic, and with limited output.
fn is_good_end(line: &str, folder: &Path, input: &str) {
    let output = sh(&limited(line), folder, input);
    let said = text(&output);
    let shown = || said.chars().take(500).collect::<String>();
    assert!((0..=2).contains(&code(&output, line)), "{line}: {}", shown());
    assert!(!said.contains("fault of hclx") && !said.contains("memory allocation"), "{line}: {}", shown());
    assert!(said.len() < 16 << 20, "{line} says {} bytes", said.len());
}

#[test]
fn types_end_by_themselves() {
    let folder = Folder::new("matrix-types");
    for (name, make) in TYPES {
        folder.write(name, &make(DEPTH));
        let ty = format!("\"$(cat {name})\"");
        for line in [
            format!("hclx type {ty}"),
            format!("hclx type --format json {ty}"),
            format!("hclx convert {ty} any"),
            format!("hclx convert --format json {ty} 'set(string)'"),
            format!("hclx convert --rules hcl {ty} {ty}"),
            format!("hclx convert --value '[{{a = [{{}}]}}]' {ty}"),
            format!("hclx assignable {ty} {ty}"),
            format!("hclx assignable --format json 'list(any)' {ty}"),
            format!("hclx unify {ty} 'list(int)' {ty}"),
            format!("hclx unify --format json --union {ty} 'map(object({{b = int}}))'"),
            format!("hclx refine {ty} --not-null --length 100000"),
            format!("hclx refine --format json {ty} -e '[it, it.a, it[0], it[*].a]'"),
            format!("hclx infer -e '[it, it[0]]' --var \"it:$(cat {name})\""),
            format!("hclx explain {ty}"),
        ] {
            is_good_end(&line, &folder.0, "");
        }
    }
}

#[test]
fn values_end_by_themselves_in_all_dialects() {
    let folder = Folder::new("matrix-values");
    for (name, make) in VALUES {
        folder.write(name, &make(DEPTH.min(2_000)));
        let value = format!("\"$(cat {name})\"");
        for to in ["string", "list(list(any))", "object({a = optional(any)})"] {
            is_good_end(&format!("hclx convert --value {value} '{to}'"), &folder.0, "");
        }
        for line in [
            format!("hclx refine --value {value} --one-of {value}"),
            format!("hclx refine 'list(any)' --length-max {value} --format json"),
            format!("hclx refine string --prefix {value}"),
            format!("hclx refine any -e {value}"),
            format!("hclx functions {value}"),
            format!("hclx schema show {value}"),
            format!("hclx config --config {value}"),
            format!("(printf 'x = '; cat {name}) | hclx parse -"),
            format!("(printf 'x = '; cat {name}) | hclx parse --format json -"),
            format!("(printf '[['; cat {name}) | hclx parse --lang json -"),
        ] {
            is_good_end(&line, &folder.0, "");
        }
        for dialect in DIALECTS {
            let flags = format!("--dialect {dialect} -e {value}");
            is_good_end(&format!("hclx eval {flags}"), &folder.0, "");
            is_good_end(&format!("hclx infer {flags} --format json"), &folder.0, "");
        }
    }
}

#[test]
fn specifications_and_bodies_end_by_themselves() {
    let folder = Folder::new("matrix-decode");
    let attribute = "attr {\n  name = \"x\"\n  type = any\n}\n";
    let inside = |open: &str, n: usize| format!("{}{attribute}{}", open.repeat(n), "}\n".repeat(n));
    for (name, spec) in [
        ("attr", attribute.to_owned()),
        ("blocks", inside("block {\n  block_type = \"b\"\n", 300)),
        ("lists", inside("block_list {\n  block_type = \"b\"\n", 300)),
        ("maps", inside("block_map {\n  block_type = \"b\"\n  labels = [\"k\"]\n", 300)),
        (
            "objects",
            inside("object {\nobject \"a\" {\n", 200).replace("attr {", "attr \"x\" {") + &"}\n".repeat(200),
        ),
        ("defaults", inside("default {\nliteral {\n  value = 1\n}\n", 300)),
        ("transforms", inside("transform {\n  result = [nested, nested]\n", 300)),
        (
            "wide",
            format!(
                "object {{\n{}}}\n",
                (0..3_000).map(|at| format!("attr \"a{at}\" {{\n  type = any\n}}\n")).collect::<String>()
            ),
        ),
        ("unclosed", "object {\n".repeat(3_000)),
        (
            "types",
            format!(
                "attr {{\n  name = \"x\"\n  type = {}string{}\n}}\n",
                "list(".repeat(3_000),
                ")".repeat(3_000)
            ),
        ),
    ] {
        folder.write("spec.hcldec", &spec);
        folder.write("blocks.hcl", &format!("{}{}", "b {\n".repeat(300), "}\n".repeat(300)));
        folder.write("labels.hcl", &format!("{}{}", "b \"k\" {\n".repeat(300), "}\n".repeat(300)));
        folder.write("many.hcl", &format!("x = 1\n{}", "b {\n}\n".repeat(3_000)));
        for body in ["blocks.hcl", "labels.hcl", "many.hcl"] {
            is_good_end(&format!("hclx decode --spec spec.hcldec {body} # {name}"), &folder.0, "");
        }
        is_good_end(
            &format!(
                "hclx decode --with-type --var-refs --diags json --spec spec.hcldec blocks.hcl # {name}"
            ),
            &folder.0,
            "",
        );
    }
    folder.write("spec.hcldec", attribute);
    for (name, make) in VALUES {
        folder.write("a.hcl", &format!("x = {}\n", make(DEPTH.min(2_000))));
        is_good_end(&format!("hclx decode --with-type --spec spec.hcldec a.hcl # {name}"), &folder.0, "");
        is_good_end(
            &format!("hclx decode --spec spec.hcldec --vars \"$(cat a.hcl)\" a.hcl # {name}"),
            &folder.0,
            "",
        );
    }
    for (name, make) in TYPES {
        // a provider's schema has types in cty's JSON form
        let ty = serde_json::to_string(&make(3_000)).expect("JSON");
        folder.write("schema.json", &format!(r#"{{"provider_schemas":{{"a/b/c":{{"resource_schemas":{{"c_r":{{"block":{{"attributes":{{"x":{{"type":{ty}}}}}}}}}}}}}}}}}"#));
        is_good_end(&format!("hclx schema show c_r --provider-schema schema.json # {name}"), &folder.0, "");
    }
}

#[test]
fn questions_end_by_themselves() {
    use serde_json::{Value, json};
    let ask = |questions: &[Value]| {
        let lines: String = questions.iter().map(|question| format!("{question}\n")).collect();
        let output = sh(&limited("hclx batch "), Path::new("."), &lines);
        let said = text(&output);
        let answers = said.lines().filter(|line| line.starts_with("{\"ok\":")).count();
        assert_eq!(code(&output, "batch"), 0);
        assert_eq!(answers, questions.len(), "{}", said.chars().rev().take(500).collect::<String>());
    };
    let unknown = json!({"$unknown": {}});
    for (_, make) in TYPES {
        let ty = make(3_000);
        let value = json!({"type": ty, "value": unknown});
        ask(&[
            json!({"op": "type", "src": ty}),
            json!({"op": "assignable", "from": ty, "to": ty}),
            json!({"op": "convert", "from": ty, "to": "set(any)"}),
            json!({"op": "convert", "from": "list(any)", "to": ty}),
            json!({"op": "convert_value", "to": ty, "value": {"type": "any", "value": null}}),
            json!({"op": "convert_value", "to": "any", "value": value}),
            json!({"op": "unify", "types": [ty, "list(int)", ty]}),
            json!({"op": "refine", "value": value, "ops": [{"op": "not_null"}]}),
            json!({"op": "range", "value": value}),
            json!({"op": "range", "value": value, "includes": value}),
            json!({"op": "msgpack", "encode": value}),
            json!({"op": "msgpack", "decode": "91".repeat(3_000) + "c0", "as": ty}),
            json!({"op": "eval", "src": "[it, it[0], it.a, it[*].a]", "vars": {"it": value}}),
            json!({"op": "infer", "src": "[it, it[0], it.a, it[*].a]", "scope": {"it": ty}}),
        ]);
    }
    for (_, make) in VALUES {
        let src = make(2_000);
        let mut questions = vec![
            json!({"op": "parse", "src": format!("x = {src}\n")}),
            json!({"op": "parse", "src": json!({"x": src}).to_string(), "lang": "json"}),
            json!({"op": "eval_body", "src": format!("x = {src}\n")}),
            json!({"op": "eval_body", "src": json!({"x": src}).to_string(), "lang": "json"}),
            json!({"op": "eval", "src": format!("${{{src}}}"), "mode": "template"}),
        ];
        for dialect in &DIALECTS[..8] {
            questions.push(json!({"op": "eval", "src": src, "dialect": dialect}));
            questions.push(json!({"op": "infer", "src": src, "dialect": dialect}));
        }
        ask(&questions);
    }
}

/// The limits of flags apply to the input of each command, and to nested evaluations of a question.
#[test]
fn given_limits_hold_in_all_commands() {
    let folder = Folder::new("matrix-limits");
    folder.write("a.hcl", &format!("x = [{}]\n", "1, ".repeat(100_000)));
    folder.write("a.hcldec", "attr {\n  name = \"x\"\n  type = any\n}\n");
    let question = serde_json::json!({"op": "eval", "src": "[for a in range(1000): [a]]"});
    folder.write("eval.jsonl", &format!("{question}\n"));
    let given = format!("{{\"type\":\"list(bool)\",\"value\":[{}true]}}", "true,".repeat(1_000));
    let question = format!("{{\"op\":\"convert_value\",\"value\":{given},\"to\":\"list(string)\"}}");
    folder.write("convert.jsonl", &format!("{question}\n"));
    let many = "[for a in range(1000): [for b in range(100): a]]";
    let default = "'object({a = optional(any, [for a in [1, 2, 3, 4]: [for b in [1, 2, 3, 4]: a]])})'";
    for (line, limit) in [
        (format!("hclx convert --max-memory 64K --value '{many}' any"), "65536 bytes of results"),
        (format!("hclx convert --max-steps 1000 --value '{many}' any"), "1000 evaluation steps"),
        (format!("hclx refine --max-steps 1000 --value '{many}'"), "1000 evaluation steps"),
        (format!("hclx refine --max-steps 1000 any --one-of '{many}'"), "1000 evaluation steps"),
        (format!("hclx refine --max-memory 64K any -e '{many}'"), "65536 bytes of results"),
        (format!("hclx type --max-steps 10 {default}"), "10 evaluation steps"),
        (format!("hclx unify --max-steps 10 {default}"), "10 evaluation steps"),
        (format!("hclx assignable --max-steps 10 {default} any"), "10 evaluation steps"),
        (
            "hclx type --max-memory 20 --format json 'list(string)'".to_owned(),
            "longer than the limit of 20 bytes",
        ),
        ("hclx parse --max-memory 1M a.hcl".to_owned(), "larger than the limit of 65536 bytes"),
        ("hclx decode --max-steps 1000 --spec a.hcldec a.hcl".to_owned(), "1000 evaluation steps"),
        (
            "hclx decode --max-memory 1M --spec a.hcldec a.hcl".to_owned(),
            "larger than the limit of 65536 bytes",
        ),
        ("hclx batch --max-steps 1000 < eval.jsonl".to_owned(), "1000 evaluation steps"),
        ("hclx batch --max-memory 64K < convert.jsonl".to_owned(), "limit of 4096 bytes"),
        ("hclx batch --max-memory 8K < convert.jsonl".to_owned(), "limit of 4096 bytes"),
        ("hclx batch --max-memory 90K < convert.jsonl".to_owned(), "92160 bytes of results"),
        (
            "hclx batch --max-memory 1X < eval.jsonl".to_owned(),
            "expected a number of bytes, such as 64M or 1G",
        ),
    ] {
        let output = sh(&line, &folder.0, "");
        let said = text(&output);
        assert!(said.contains(limit), "{line}: {}", said.chars().take(600).collect::<String>());
        let is_batch = line.contains("batch") && !line.contains("1X");
        assert!(is_batch || code(&output, &line) > 0, "{line}");
    }
}
