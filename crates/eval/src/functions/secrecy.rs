//! Functions on marks: sensitive and ephemeral values.

use hclx_core::Value;

use super::{EarlyReturn, FunctionRow};

const SENSITIVE: &str = "sensitive";
const EPHEMERAL: &str = "ephemeral";

pub(super) const ROWS: &[FunctionRow] = &[
    FunctionRow::new(
        "ephemeralasnull",
        "(value: any?) -> any",
        "a value with every ephemeral part replaced by null",
        &[("ephemeralasnull({ a = 1 })", "{ a = 1 }")],
        |args| Ok(without_ephemeral(args.get(0))),
    )
    .sees_marks()
    .since(Some("1.10"), Some("1.11")),
    FunctionRow::new(
        "issensitive",
        "(value: any?) -> bool",
        "true if a value itself is sensitive",
        &[("issensitive(sensitive(\"a\"))", "true"), ("issensitive(\"a\")", "false")],
        |args| {
            let value = args.get(0);
            match () {
                () if value.marks().contains_own(SENSITIVE) => Ok(Value::bool(true)),
                // It is open whether the value will be sensitive.
                () if !value.is_known() || value.marks().contains(SENSITIVE) => Err(EarlyReturn::Unknown),
                () => Ok(Value::bool(false)),
            }
        },
    )
    .sees_marks()
    .since(Some("1.8"), Some("1.7")),
    FunctionRow::new(
        "nonsensitive",
        "(value: any?) -> any",
        "a value without the sensitive mark",
        &[("issensitive(nonsensitive(sensitive(\"a\")))", "false")],
        |args| {
            let (value, marks) = args.get(0).clone().unmark();
            // the mark of an unknown may belong to a part, which keeps it
            let is_own = marks.contains_own(SENSITIVE) || value.is_known() || value.ty().is_primitive();
            Ok(value.with_marks(&if is_own { marks.without(SENSITIVE) } else { marks }))
        },
    )
    .sees_marks(),
    FunctionRow::new(
        "sensitive",
        "(value: any?) -> any",
        "a value marked as sensitive",
        &[("issensitive(sensitive(1))", "true")],
        |args| Ok(args.get(0).clone().with_mark(SENSITIVE)),
    )
    .sees_marks(),
];

/// The value with ephemeral parts replaced by null of their type.
fn without_ephemeral(value: &Value) -> Value {
    if value.marks().contains_own(EPHEMERAL) {
        let kept = value.marks().without(EPHEMERAL);
        return Value::null(value.ty().clone()).with_marks(&kept);
    }
    if !value.contains_marks() {
        return value.clone();
    }
    match value.map_parts(|part| hclx_diag::grow(|| without_ephemeral(part))) {
        Some(parts) => parts.with_marks(value.marks()),
        None => value.clone(),
    }
}
