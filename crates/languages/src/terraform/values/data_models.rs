//! Data sources that are functions of their arguments: their results need no provider.
//!
//! Source of the rules: the provider's documentation and source of `aws_iam_policy_document`.

use std::sync::Arc;

use hclx_core::{Type, TypeKind, UnknownOrigin, Value};

/// The arguments of a statement that become lists or single strings of the document.
const LISTS: &[(&str, &str)] = &[
    ("actions", "Action"),
    ("not_actions", "NotAction"),
    ("resources", "Resource"),
    ("not_resources", "NotResource"),
];

/// The arguments that merge other documents into this one.
const MERGED: &[&str] =
    &["source_json", "override_json", "source_policy_documents", "override_policy_documents"];

/// The value of a data source with the results that its body determines; `filled` has the body as configured.
pub(crate) fn with_results(of_type: &str, filled: &Value, value: Value) -> Value {
    if of_type != "aws_iam_policy_document" || !value.is_known() {
        return value;
    }
    let Some(document) = document(filled) else { return value };
    let encoded = Value::unknown(Type::STRING).with_origin(Some(UnknownOrigin::Json(Arc::new(document))));
    let is_result = |name: &str| matches!(name, "json" | "minified_json");
    let part = |(name, part): (&Arc<str>, &Value)| {
        (Arc::clone(name), if is_result(name) { encoded.clone() } else { part.clone() })
    };
    Value::object(value.iter_entries().map(part).collect::<Vec<_>>())
}

/// The document of a body; `None` if other documents are merged into it, or its statements are not known.
fn document(filled: &Value) -> Option<Value> {
    let filled = filled.clone().unmark_deep().0;
    let is_set = |name: &&str| filled.get_attr_value(name).is_some_and(|value| !value.is_null());
    if MERGED.iter().any(is_set) {
        return None;
    }
    let statements = filled.get_attr_value("statement")?.elements()?;
    let mut parts: Vec<(Arc<str>, Value)> =
        vec![("Version".into(), or_default(filled.get_attr_value("version"), "2012-10-17"))];
    parts.extend(present(filled.get_attr_value("policy_id")).map(|id| ("Id".into(), id)));
    parts.push(("Statement".into(), Value::tuple(statements.iter().map(statement).collect())));
    Some(Value::object(parts))
}

/// A value that is not null.
fn present(value: Option<&Value>) -> Option<Value> {
    value.filter(|value| !value.is_null()).cloned()
}

fn or_default(value: Option<&Value>, default: &str) -> Value {
    match value {
        Some(value) if value.is_null() => Value::string(default),
        // what is not known may be null
        Some(value) if !value.is_known() => Value::unknown(Type::STRING),
        Some(value) => value.clone(),
        None => Value::string(default),
    }
}

/// A statement; one whose body is not known is unknown.
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

/// A set of strings as the document has it: one string alone, several as a list in descending order; `None` without any.
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

/// The principals: `"*"`, or the identifiers by type; `None` without any.
fn principals(blocks: Option<&Value>) -> Option<Value> {
    let Some(elements) = blocks?.elements() else { return Some(Value::dynamic()) };
    let mut by_type: Vec<(Arc<str>, Value)> = Vec::new();
    for block in elements {
        let (of_type, words) = (block.get_attr_value("type"), words(block.get_attr_value("identifiers")));
        let Some(of_type) = of_type.and_then(Value::as_str) else { return Some(Value::dynamic()) };
        // identifiers of several blocks of one type are joined
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

/// The conditions by test and variable; `None` without any.
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
