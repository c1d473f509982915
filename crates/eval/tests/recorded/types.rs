//! Type expressions.

use std::sync::Arc;

use hclx_core::{Defaults, Type};
use hclx_diag::{Diagnostic, SourceId};
use hclx_eval::type_syntax::{TypeExpr, TypeOptions, parse_type};
use hclx_syntax::ast::{Root, Tree};
use hclx_testkit::{Tally, Vector, vectors};
use serde_json::{Map, Value as Json, json};

use crate::support::type_text;
use crate::{first_error, listed, value_json};

const SOURCE: SourceId = SourceId(0);

#[test]
fn type_expressions() {
    let mut tally = Tally::new("type expressions");
    for vector in vectors("cty/typeexpr.jsonl") {
        tally.run(&vector, || judge(&vector));
    }
    tally.finish();
}

fn judge(vector: &Vector) -> Result<(), String> {
    let answer = &vector["out"];
    let bytes: Arc<[u8]> = vector.str("src").as_bytes().into();
    let in_json = vector["syntax"] == "json";
    let parsed = if in_json {
        hclx_syntax::parse_json_expression(SOURCE, bytes)
    } else {
        hclx_syntax::parse_expression(SOURCE, bytes)
    };
    let broken = parsed.diagnostics.iter().any(Diagnostic::is_error);
    if broken != (answer.get("exact").is_none()) {
        return Err(format!("{}: parses or not: {}", vector["src"], listed(&parsed.diagnostics)));
    }
    if broken {
        return Ok(());
    }
    let kinds = [
        ("exact", TypeOptions::exact()),
        ("constraint", TypeOptions::constraint()),
        ("with_defaults", TypeOptions::with_defaults()),
    ];
    for (kind, options) in kinds {
        let read = read(&parsed.tree, &options);
        compare(vector, kind, &answer[kind], &read, in_json)
            .map_err(|message| format!("{} as {kind}: {message}", vector["src"]))?;
    }
    Ok(())
}

fn read(tree: &Tree, options: &TypeOptions) -> TypeExpr {
    let Root::Expr(expr) = tree.root() else { panic!("an expression has no body") };
    parse_type(tree, SOURCE, expr, options)
}

fn compare(vector: &Vector, kind: &str, answer: &Json, read: &TypeExpr, in_json: bool) -> Result<(), String> {
    let says = listed(&read.diagnostics);
    if answer["ok"] == json!(read.has_errors()) {
        return Err(format!("right or not: {} {says}", answer["ok"]));
    }
    let wanted: Type = type_text::read(answer["type"].as_str().expect("a type"));
    if wanted != read.ty {
        return Err(format!("must be {wanted}, found {} {says}", read.ty));
    }
    places(vector, answer, read, in_json)?;
    let Some(wanted) = answer.get("defaults").filter(|_| kind == "with_defaults") else { return Ok(()) };
    let (wanted, found) = (canonical(wanted), read.defaults.as_ref().map_or(Json::Null, written));
    if wanted == found { Ok(()) } else { Err(format!("defaults must be {wanted}, found {found}")) }
}

/// Compares every error and its location. In a JSON string, the reference counts from the quote, but our
/// locations refer to the source.
fn places(vector: &Vector, answer: &Json, read: &TypeExpr, in_json: bool) -> Result<(), String> {
    let list = answer["diags"].as_array().map_or(&[][..], Vec::as_slice);
    let errors = list.iter().filter(|found| found["severity"] == "error").count();
    let spans = crate::error_spans(&read.diagnostics);
    let found: Vec<u64> = spans.iter().map(|span| u64::from(span.range.start)).collect();
    let no_type = read.diagnostics.iter().any(|found| found.code.id() < "HX2");
    if in_json && no_type {
        // The reference reports only that the string is not a type; we report the error in it.
        return if errors == 1 { Ok(()) } else { Err("one error".to_owned()) };
    }
    let shift = |wanted: u64| if in_json { wanted + 1 } else { wanted };
    let escaped = vector.str("src").contains('\\');
    match (first_error(&answer["diags"]), found.first()) {
        _ if errors != found.len() => Err(format!("{errors} errors, found {}", listed(&read.diagnostics))),
        (Some(wanted), Some(found)) if shift(wanted) == *found || wanted == *found || escaped => Ok(()),
        (None, None) => Ok(()),
        (wanted, found) => {
            Err(format!("first error at {wanted:?}, found {found:?}: {}", listed(&read.diagnostics)))
        }
    }
}

/// A recorded tree of defaults in the form that [`written`] produces.
fn canonical(tree: &Json) -> Json {
    let Some(object) = tree.as_object() else { return Json::Null };
    let mut out = Map::new();
    out.insert("type".into(), json!(type_text::read(object["type"].as_str().expect("a type")).to_string()));
    let fields = |name: &str| object.get(name).and_then(Json::as_object).into_iter().flatten();
    let values: Map<String, Json> =
        fields("default_values").map(|(name, value)| (name.clone(), value_json::canonical(value))).collect();
    let children: Map<String, Json> =
        fields("children").map(|(name, tree)| (name.clone(), canonical(tree))).collect();
    out.insert("default_values".into(), Json::Object(values));
    out.insert("children".into(), Json::Object(children));
    Json::Object(out)
}

fn written(defaults: &Defaults) -> Json {
    let values: Map<String, Json> =
        defaults.values.iter().map(|(name, value)| (name.to_string(), value_json::write(value))).collect();
    let children: Map<String, Json> =
        defaults.children.iter().map(|(name, tree)| (name.to_string(), written(tree))).collect();
    let ty = defaults.ty.as_ref().map_or_else(String::new, ToString::to_string);
    json!({"type": ty, "default_values": values, "children": children})
}
