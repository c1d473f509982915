//! The extended model: the answers of Pulumi's model package, where the text binds it.
//!
//! Lines of class `agree` must match. For the others the recorded answer, the text's (`spec`) or
//! what the algebra decides is right; the last are listed with the rule that decides.

use std::collections::BTreeMap;

use hclx_core::{Conversion, Rules, Type, assignable, convertible, unify};
use serde_json::Value;

use crate::support::type_text::read;
use crate::support::vectors::{Tally, lines, text};

const RULES: Rules = Rules::extended();

#[test]
fn assignable_as_recorded() {
    let lines = lines("pulumi/assignable.jsonl");
    let mut tally = Tally::default();
    for line in &lines {
        let (to, from) = (read(text(line, "dest")), read(text(line, "src")));
        let answer = Value::Bool(assignable(&to, &from));
        // A3: a union source needs every member taken.
        let expected = line["ambiguous"].get("A3").unwrap_or(&line["assignable"]);
        if answer == *expected {
            tally.count(text(line, "class"));
        } else {
            tally.wrong(format!("{to} from {from}: {answer}; {line}"));
        }
    }
    tally.finish("pulumi/assignable", lines.len());
}

#[test]
fn convert() {
    let lines = lines("pulumi/convert.jsonl");
    let mut tally = Tally::default();
    for line in &lines {
        let (from, to) = (read(text(line, "from")), read(text(line, "to")));
        let answer = match convertible(&from, &to, &RULES) {
            Conversion::Same => "safe".to_owned(),
            other => other.to_string(),
        };
        let class = text(line, "class");
        if answer == text(line, "kind") {
            tally.count(format!("{class} as recorded"));
        } else if class == "differs" && line["spec"] == answer.as_str() {
            tally.count("differs as spec");
        } else {
            tally.wrong(format!("{from} -> {to}: {answer}; {line}"));
        }
    }
    tally.finish("pulumi/convert", lines.len());
}

#[test]
fn unify_as_recorded() {
    let lines = lines("pulumi/unify.jsonl");
    let mut tally = Tally::default();
    let mut by_rule: BTreeMap<String, usize> = BTreeMap::new();
    for line in &lines {
        let types: Vec<Type> =
            line["types"].as_array().unwrap().iter().map(|ty| read(ty.as_str().unwrap())).collect();
        let unified = unify(&types, &RULES);
        let class = text(line, "class");
        let is = |ty: &Option<Type>, text: &Value| {
            text.as_str() != Some("error") && text.as_str().map(read) == *ty
        };
        let outcome = if is(&unified.safe, &line["safe"]) {
            "as recorded"
        } else if unified.safe.is_none() && is(&Some(unified.union.clone()), &line["safe"]) {
            "only the union, as recorded"
        } else if class == "agree" {
            tally.wrong(format!("{types:?}: {unified:?}; {line}"));
            continue;
        } else if line["spec"] == "error" && unified.safe.is_none() {
            "fails, as spec"
        } else if is(&unified.safe, &line["spec"]) || is(&unified.safe, &line["spec_with_U1_as_output"]) {
            "as spec"
        } else if let Some(orders) = line["other_orders"].as_array()
            && orders.iter().any(|other| is(&unified.safe, &other["safe"]))
        {
            "as recorded in another order"
        } else {
            let rules: Vec<_> =
                line["rules"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            *by_rule.entry(rules.join(" ")).or_default() += 1;
            if std::env::var("SHOW").is_ok() {
                println!("{types:?}: safe {:?} unsafe {:?}; {line}", unified.safe, unified.unsafe_);
            }
            "decided"
        };
        tally.count(format!("{class} {outcome}"));
    }
    println!("{by_rule:#?}");
    tally.finish("pulumi/unify", lines.len());
}
