//! The extended model: recorded answers of Pulumi's model package, where the specification determines them.
//!
//! Lines of class `agree` must match. For the others, the recorded answer, the specification's (`spec`) or
//! the algebra's is right; the last are listed with the rule that decides.

use hclx_core::{
    Conversion, Number, Rules, Type, TypeKey, TypeKind, Unification, assignable, convertible, type_attribute,
    type_index, unify,
};
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
        // A3: every member of a union source must be accepted.
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

/// Lines for which a rule of the algebra decides against both the recorded answer and the specification.
const DECIDED_UNIFICATIONS: &str = include_str!("exceptions_unify.txt");

#[test]
fn unify_as_recorded() {
    let lines = lines("pulumi/unify.jsonl");
    let mut tally = Tally::default();
    for line in &lines {
        let types: Vec<Type> =
            line["types"].as_array().unwrap().iter().map(|ty| read(ty.as_str().unwrap())).collect();
        let unified = unify(&types, &RULES);
        let class = text(line, "class");
        match unify_outcome(line, class, &unified) {
            Some(outcome) => tally.count(format!("{class} {outcome}")),
            None => tally.wrong(format!("{types:?}: {unified:?}; {line}")),
        }
    }
    tally.finish("pulumi/unify", lines.len());
}

/// The relation of an answer to a recorded line; `None` if the answer is wrong.
fn unify_outcome(line: &Value, class: &str, unified: &Unification) -> Option<&'static str> {
    let is = |ty: &Option<Type>, text: &Value| {
        text.as_str().is_some_and(|text| text != "error" && Some(read(text)) == *ty)
    };
    let is_spec = |ty: &Option<Type>| is(ty, &line["spec"]) || is(ty, &line["spec_with_U1_as_output"]);
    let fails = unified.safe.is_none();
    let mut orders = line["other_orders"].as_array().into_iter().flatten();
    let answer = unified.safe.clone().or(Some(unified.union.clone()));
    if is(&unified.safe, &line["safe"]) {
        Some("as recorded")
    } else if is(&answer, &line["safe"]) {
        Some("only the union, as recorded")
    } else if class == "agree" {
        None
    } else if fails && line["spec"] == "error" {
        Some("fails, as spec")
    } else if is_spec(&unified.safe) {
        Some("as spec")
    } else if fails && is_spec(&unified.unsafe_) {
        Some("as spec, but some inputs convert unsafely")
    } else if orders.any(|other| is(&answer, &other["safe"])) {
        Some("as recorded in another order")
    } else if class == "silent" {
        Some("decided")
    } else {
        let id = text(line, "id");
        hclx_testkit::excepted(DECIDED_UNIFICATIONS, id)
    }
}

#[test]
fn eventual() {
    let lines = lines("pulumi/eventual.jsonl");
    let mut tally = Tally::default();
    for line in &lines {
        let ty = read(text(line, "type"));
        let types = [
            ("canonical", ty.clone()),
            ("resolve_outputs", ty.resolve_outputs()),
            ("resolve_promises", ty.resolve_promises()),
            ("input_type", ty.input_type()),
            ("promise_of", Type::promise(ty.clone())),
            ("output_of", Type::output(ty.clone())),
            ("optional_of", ty.optional()),
        ];
        let facts = [
            ("contains_outputs", ty.contains_outputs()),
            ("contains_promises", ty.contains_promises()),
            ("is_optional", ty.is_optional()),
        ];
        let mut wrong: Vec<String> = types
            .iter()
            .filter(|(field, answer)| read(text(line, field)) != *answer)
            .map(|(field, answer)| format!("{ty}: {field} {answer}, recorded {}", text(line, field)))
            .collect();
        wrong.extend(
            facts
                .iter()
                .filter(|(field, answer)| line[field] != *answer)
                .map(|(field, _)| format!("{ty}: {field}")),
        );
        if wrong.is_empty() {
            tally.count("as recorded");
        } else {
            tally.wrong(wrong.join("; "));
        }
    }
    tally.finish("pulumi/eventual", lines.len());
}

/// One step of a recorded traversal.
fn step(ty: &Type, step: &Value) -> Option<Type> {
    if let Some(name) = step["attr"].as_str() {
        return type_attribute(ty, name, &RULES).ok();
    }
    let key = match &step["index"] {
        _ if step["index_type"].is_string() => TypeKey::Type(read(text(step, "index_type"))),
        Value::String(text) => TypeKey::String(text.as_str().into()),
        Value::Bool(value) => TypeKey::Bool(*value),
        Value::Number(number) => {
            TypeKey::Number(Number::parse_string(&number.to_string()).expect("a number"))
        }
        Value::Null => TypeKey::Null,
        other => panic!("no key {other}"),
    };
    type_index(ty, &key, &RULES).ok()
}

#[test]
fn traverse() {
    let lines = lines("pulumi/traverse.jsonl");
    let mut tally = Tally::default();
    for line in &lines {
        let start = read(text(line, "type"));
        let steps = line["traversal"].as_array().unwrap();
        let answer = steps.iter().try_fold(start.clone(), |ty, key| step(&ty, key));
        let class = text(line, "class");
        let recorded = (line["error"] == false).then(|| read(text(line, "result")));
        let spec = line.get("spec").map(|spec| (spec["error"] == false).then(|| read(text(spec, "result"))));
        if answer == recorded {
            tally.count(format!("{class} as recorded"));
        } else if spec == Some(answer.clone()) {
            tally.count(format!("{class} as spec"));
        } else if class == "silent" {
            tally.count("silent decided");
        } else if let Some(rule) = hclx_testkit::excepted(DECIDED_TRAVERSALS, text(line, "id")) {
            tally.count(format!("{class} decided: {rule}"));
        } else if excepted(start, steps, recorded.as_ref()) {
            tally.count("agree, but excepted: string or bool into a list, or an eventual key");
        } else {
            tally.wrong(format!("{answer:?}; {line}"));
        }
    }
    tally.finish("pulumi/traverse", lines.len());
}

/// Lines for which the algebra decides against both the recorded answer and the specification.
const DECIDED_TRAVERSALS: &str = include_str!("exceptions_traverse.txt");

/// Returns `true` for lines that the algebra excepts: a constant that is not a number (a string, a bool) as a
/// key into a list, and eventual keys, which make the result eventual.
fn excepted(start: Type, steps: &[Value], recorded: Option<&Type>) -> bool {
    let mut ty = start;
    for key in steps {
        let constant = key["index"].is_boolean()
            || key["index"].as_str().is_some_and(|text| Number::parse_string(text).is_none());
        let is_list = |ty: &Type| matches!(ty.kind(), TypeKind::List(_));
        if constant && ty.resolve_outputs().members().iter().any(is_list) {
            return true;
        }
        let Some(next) = step(&ty, key) else { return false };
        ty = next;
    }
    let eventual = |key: &Value| key["index_type"].as_str().is_some_and(|ty| read(ty).is_eventual());
    steps.iter().any(eventual) && recorded.is_some_and(|ours| ours.resolve_outputs() == ty.resolve_outputs())
}
