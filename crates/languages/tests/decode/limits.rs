//! Hostile specifications and configurations: deep nesting, and values that grow without bound.

use hclx_languages::hcldec::{Answer, Reply, Request, run};

fn reply(spec: &str, text: &str) -> Reply {
    let request = Request {
        spec: "spec",
        vars: &[],
        files: &["a.hcl".to_owned()],
        with_type: false,
        keep_nulls: false,
        var_refs: false,
    };
    let Answer { reply, .. } = run(
        &request,
        &mut |name| Ok(if name == Some("spec") { spec } else { text }.as_bytes().to_vec()),
        &hclx_eval::Budget::default(),
    );
    reply
}

fn messages(reply: Reply) -> Vec<String> {
    match reply {
        Reply::Refused(findings) => findings.into_iter().map(|finding| finding.diagnostic.message).collect(),
        other => panic!("{other:?}"),
    }
}

/// A literal nested `depth` times in blocks that start with `what`.
fn nested(what: &str, depth: usize) -> String {
    format!("{}literal {{\n value = 1\n}}\n{}", what.repeat(depth), "}\n".repeat(depth))
}

/// The stack is smaller than that of any system.
#[test]
fn nesting_is_no_danger() {
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    thread.spawn(nested_blocks_are_decoded).expect("a thread").join().expect("no panic");
}

fn nested_blocks_are_decoded() {
    let depth = 9_000;
    let text = format!("{}{}", "b {\n".repeat(depth), "}\n".repeat(depth));
    for (what, text) in [
        ("block {\nblock_type = \"b\"\n", &*text),
        ("default {\n", ""),
        ("transform {\nresult = nested\n", ""),
    ] {
        match reply(&nested(what, depth), text) {
            Reply::Text(value) => assert_eq!(value, "1"),
            other => panic!("{other:?}"),
        }
    }
    assert!(matches!(reply(&nested("array {\n", depth), ""), Reply::Text(_)));
    assert!(!messages(reply(&nested("array {\n", 20_000), "")).is_empty());
}

#[test]
fn values_that_grow_without_end_are_refused() {
    let spec = nested("transform {\nresult = [nested, nested]\n", 60);
    let found = messages(reply(&spec, ""));
    assert_eq!(found, ["this needs more than the limit of 134217728 bytes of results"]);
    let spec = "function \"twice\" {\nparams = [a]\nresult = [a, a]\n}\nattr {\nname = \"a\"\n}\n";
    let text = format!("a = {}1{}", "twice(".repeat(60), ")".repeat(60));
    let found = messages(reply(spec, &text));
    assert_eq!(
        found,
        ["this call of `twice` fails: this needs more than the limit of 134217728 bytes of results"]
    );
}
