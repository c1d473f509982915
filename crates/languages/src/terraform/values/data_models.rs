//! Data sources that are functions of their arguments, so that their results need no provider.
//!
//! Source of the rules: the provider's documentation and source of `aws_iam_policy_document`.

use std::sync::Arc;

use hclx_core::{Refiner, Type, TypeKind, UnknownOrigin, Value};

/// The arguments of a statement that become lists or single strings in the document.
const LISTS: &[(&str, &str)] = &[
    ("actions", "Action"),
    ("not_actions", "NotAction"),
    ("resources", "Resource"),
    ("not_resources", "NotResource"),
];

/// Deprecated arguments that merge other documents into this one.
const MERGED: &[&str] = &["source_json", "override_json"];

/// The value of a data source with the results that its body determines; `filled` is the value of the body as
/// configured.
pub(crate) fn with_results(of_type: &str, filled: &Value, value: Value) -> Value {
    if of_type != "aws_iam_policy_document" || !value.is_known() {
        return value;
    }
    let Some(document) = document(filled) else { return value };
    let encoded = Value::unknown(Type::STRING).with_origin(Some(UnknownOrigin::Json(Arc::new(document))));
    let begun = Refiner::new(encoded.clone()).not_null().and_then(|text| text.prefix("{"));
    let encoded = begun.and_then(Refiner::finish).unwrap_or(encoded);
    let is_result = |name: &str| matches!(name, "json" | "minified_json");
    let part = |(name, part): (&Arc<str>, &Value)| {
        (Arc::clone(name), if is_result(name) { encoded.clone() } else { part.clone() })
    };
    Value::object(value.iter_entries().map(part).collect::<Vec<_>>())
}

/// The document of a body; `None` if unknown documents are merged into it, or if its statements are unknown.
fn document(filled: &Value) -> Option<Value> {
    let filled = filled.clone().unmark_deep().0;
    let is_set = |name: &&str| filled.get_attr_value(name).is_some_and(|value| !value.is_null());
    if MERGED.iter().any(is_set) {
        return None;
    }
    let statements = filled.get_attr_value("statement")?.elements()?;
    let own = statements.iter().map(statement).collect();
    let sources = others(filled.get_attr_value("source_policy_documents"))?;
    let overrides = others(filled.get_attr_value("override_policy_documents"))?;
    let is_alone = sources.is_empty() && overrides.is_empty();
    let (mut version, mut id) = (
        or_default(filled.get_attr_value("version"), "2012-10-17"),
        present(filled.get_attr_value("policy_id")),
    );
    let statements = match is_alone {
        true => own,
        false => {
            // the greatest version and the last identifier win
            (version, id) = (Value::unknown(Type::STRING), id.map(|id| Value::unknown(id.ty().clone())));
            merge(sources.into_iter().chain([own]).chain(overrides))?
        }
    };
    let mut parts: Vec<(Arc<str>, Value)> = vec![("Version".into(), version)];
    parts.extend(id.map(|id| ("Id".into(), id)));
    parts.push(("Statement".into(), Value::tuple(statements)));
    Some(Value::object(parts))
}

/// The statements of each document in a list; `None` if one is unknown, or is generated neither by `jsonencode` nor by
/// this model.
fn others(list: Option<&Value>) -> Option<Vec<Vec<Value>>> {
    let Some(list) = list.filter(|list| !list.is_null()) else { return Some(Vec::new()) };
    let of_document = |document: &Value| {
        let Some(UnknownOrigin::Json(parts)) = document.origin() else { return None };
        // an identifier of the other document would become that of the whole document
        let statements = parts.get_attr_value("Statement")?.elements()?;
        parts.get_attr_value("Id").is_none().then(|| statements.iter().map(read_back).collect())
    };
    list.elements()?.iter().filter(|document| !document.is_null()).map(of_document).collect()
}

/// A statement of another document after the provider has read and written it, which sorts lists of principals and
/// conditions.
fn read_back(statement: &Value) -> Value {
    let is_sorted = |name: &str| matches!(name, "Principal" | "NotPrincipal" | "Condition");
    let part = |(name, value): (&Arc<str>, &Value)| {
        let value = if is_sorted(name) { without_order(value) } else { value.clone() };
        (Arc::clone(name), value)
    };
    match statement.ty().as_object() {
        Some(_) if statement.is_known() => {
            Value::object(statement.iter_entries().map(part).collect::<Vec<_>>())
        }
        _ => Value::dynamic(),
    }
}

/// A value in which everything except single strings is unknown.
fn without_order(value: &Value) -> Value {
    if value.ty().as_object().is_some() && value.is_known() {
        let parts = value.iter_entries();
        let parts = parts.map(|(name, value)| (Arc::clone(name), hclx_diag::grow(|| without_order(value))));
        return Value::object(parts.collect::<Vec<_>>());
    }
    if *value.ty() == Type::STRING { value.clone() } else { Value::dynamic() }
}

/// The statements of documents in order; one with the `Sid` of an earlier one replaces that. `None` if one is unknown.
fn merge(documents: impl Iterator<Item = Vec<Value>>) -> Option<Vec<Value>> {
    let mut all: Vec<Value> = Vec::new();
    for statement in documents.flatten() {
        let sid = sid(&statement)?;
        let is_same = |other: &Value| sid.is_some() && self::sid(other) == Some(sid.clone());
        match all.iter().position(is_same) {
            Some(at) => all[at] = statement,
            None => all.push(statement),
        }
    }
    Some(all)
}

/// The `Sid` of a statement, if it has one; `None` if this is unknown.
fn sid(statement: &Value) -> Option<Option<Arc<str>>> {
    statement.ty().as_object().filter(|_| statement.is_known())?;
    match statement.get_attr_value("Sid") {
        None => Some(None),
        Some(sid) => Some(Some(sid.as_str()?.into()).filter(|sid: &Arc<str>| !sid.is_empty())),
    }
}

/// A value, unless it is null.
fn present(value: Option<&Value>) -> Option<Value> {
    value.filter(|value| !value.is_null()).cloned()
}

fn or_default(value: Option<&Value>, default: &str) -> Value {
    match value {
        Some(value) if value.is_null() => Value::string(default),
        // an unknown value may be null
        Some(value) if !value.is_known() => Value::unknown(Type::STRING),
        Some(value) => value.clone(),
        None => Value::string(default),
    }
}

/// A statement of the document; it is unknown if its body is.
fn statement(body: &Value) -> Value {
    if !body.is_known() || body.is_null() {
        return Value::dynamic();
    }
    let mut parts: Vec<(Arc<str>, Value)> =
        vec![("Effect".into(), or_default(body.get_attr_value("effect"), "Allow"))];
    parts.extend(present(body.get_attr_value("sid")).map(|sid| ("Sid".into(), sid)));
    for (argument, name) in LISTS {
        parts.extend(words(body.get_attr_value(argument)).map(|value| (Arc::from(*name), value)));
    }
    for (block, name) in [("principals", "Principal"), ("not_principals", "NotPrincipal")] {
        parts.extend(principals(body.get_attr_value(block)).map(|value| (Arc::from(name), value)));
    }
    parts.extend(condition(body.get_attr_value("condition")).map(|value| ("Condition".into(), value)));
    Value::object(parts)
}

/// A set of strings in the form of the document: a single string, or several as a list in descending order; `None` if
/// it is empty.
fn words(set: Option<&Value>) -> Option<Value> {
    let set = set.filter(|set| !set.is_null())?;
    let Some(elements) = set.elements() else { return Some(Value::dynamic()) };
    match elements {
        [] => None,
        [one] => Some(one.clone()),
        // unknown elements of a set may be equal
        _ if !set.is_wholly_known() => Some(Value::dynamic()),
        _ => {
            let mut words: Vec<Value> = elements.to_vec();
            if matches!(set.ty().kind(), TypeKind::Set(_)) {
                words.reverse();
            }
            Some(Value::tuple(words))
        }
    }
}

/// The principals: `"*"`, or the identifiers by type; `None` if there are none.
fn principals(blocks: Option<&Value>) -> Option<Value> {
    let Some(elements) = blocks?.elements() else { return Some(Value::dynamic()) };
    let mut by_type: Vec<(Arc<str>, Value)> = Vec::new();
    for block in elements {
        let (of_type, words) = (block.get_attr_value("type"), words(block.get_attr_value("identifiers")));
        let Some(of_type) = of_type.and_then(Value::as_str) else { return Some(Value::dynamic()) };
        // identifiers in several blocks of the same type are joined
        if by_type.iter().any(|(known, _)| &**known == of_type) {
            return Some(Value::dynamic());
        }
        by_type.push((of_type.into(), words.unwrap_or_else(|| Value::tuple(Vec::new()))));
    }
    match &by_type[..] {
        [] => None,
        [(of_type, one)] if &**of_type == "*" && one.as_str() == Some("*") => Some(Value::string("*")),
        _ => Some(Value::object(by_type)),
    }
}

/// The conditions by test and variable; `None` if there are none.
fn condition(blocks: Option<&Value>) -> Option<Value> {
    let Some(elements) = blocks?.elements() else { return Some(Value::dynamic()) };
    if elements.is_empty() {
        return None;
    }
    let [block] = elements else { return Some(Value::dynamic()) };
    let text = |name: &str| block.get_attr_value(name).and_then(Value::as_str).map(Arc::<str>::from);
    let (Some(test), Some(variable)) = (text("test"), text("variable")) else {
        return Some(Value::dynamic());
    };
    let values = words(block.get_attr_value("values")).unwrap_or_else(|| Value::tuple(Vec::new()));
    Some(Value::object([(test, Value::object([(variable, values)]))]))
}
