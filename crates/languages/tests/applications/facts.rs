//! The facts in the crate equal those recorded for the applications. `HCLX_BLESS=1` rewrites them from the
//! record, so that a newer record needs no manual work.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::root;

/// The fields of a recorded body that are read.
const READ: &[&str] = &["attributes", "blocks", "any_attribute", "any_block", "unknown", "component"];

fn recorded(application: &str) -> Value {
    let text = std::fs::read_to_string(root(&format!("tests/vectors/applications/{application}.json")));
    serde_json::from_str(&text.expect("recorded")).expect("JSON")
}

/// One body per line, so that a newer release gives a readable diff.
fn written(record: &Value) -> String {
    let bodies = record["bodies"].as_object().expect("bodies");
    let line = |(name, body): (&String, &Value)| {
        let parts =
            body.as_object().expect("an object").iter().filter(|(key, _)| READ.contains(&key.as_str()));
        let parts: Map<String, Value> = parts.map(|(key, value)| (key.clone(), value.clone())).collect();
        format!("  {}: {}", Value::String(name.clone()), Value::Object(parts))
    };
    let bodies: BTreeSet<String> = bodies.iter().map(line).collect();
    let bodies: Vec<String> = bodies.into_iter().collect();
    let components = record.get("components").cloned().unwrap_or_else(|| Value::Object(Map::new()));
    format!("{{\"bodies\": {{\n{}\n}}, \"components\": {components}}}\n", bodies.join(",\n"))
}

#[test]
fn facts_are_those_that_are_recorded() {
    for application in ["bake", "packer", "nomad", "terragrunt"] {
        let expected = written(&recorded(application));
        let path = root(&format!("crates/languages/src/{application}/facts.json"));
        if std::env::var_os("HCLX_BLESS").is_some() {
            std::fs::write(&path, &expected).expect("written");
        }
        let kept: Value = serde_json::from_str(&std::fs::read_to_string(&path).expect("kept")).expect("JSON");
        let expected: Value = serde_json::from_str(&expected).expect("JSON");
        assert!(
            kept == expected,
            "{} differs from the record: HCLX_BLESS=1 cargo test -p hclx-languages --test applications facts",
            path.display()
        );
    }
}

#[test]
fn functions_are_those_that_are_recorded() {
    for application in ["bake", "packer", "nomad", "terragrunt"] {
        let record = recorded(application);
        let own =
            record["functions"].as_array().expect("functions").iter().filter_map(|one| one["name"].as_str());
        let others = record["functions_as_in_terraform"]["names"].as_array();
        let others = others.into_iter().flatten().filter_map(Value::as_str);
        // these two only exist to fail whenever they are called
        let recorded: BTreeSet<&str> =
            own.chain(others).filter(|name| !matches!(*name, "list" | "map")).collect();
        let known: BTreeSet<&str> =
            hclx_languages::dialect(application).expect("a dialect").functions().names().collect();
        let missing: Vec<_> = recorded.difference(&known).collect();
        let extra: Vec<_> = known.difference(&recorded).collect();
        assert!(
            missing.is_empty() && extra.is_empty(),
            "crates/languages/src/{application}/functions.rs: add rows for {missing:?}, remove {extra:?}"
        );
    }
}
