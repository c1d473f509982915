//! Expressions: ranges, values without a scope, static analysis.

use hclx_diag::TextRange;
use hclx_syntax::ast::{ExprId, ExprKind, Root, Tree};
use hclx_syntax::statics::{self, Reference, ReferenceKey};
use hclx_testkit::Vector;
use serde_json::{Value, json};

use crate::places::Strings;
use crate::values::{literal, recorded};
use crate::{Outcome, Read, SOURCE, list, mode, places_of, range_of, run, same, subjects};

/// The root expression of a source that is one expression.
fn root(read: &Read) -> ExprId {
    let Root::Expr(root) = read.parsed.tree.root() else { panic!("JSON is an expression") };
    root
}

/// The start of a value: the bracket of an object or array, the whole range of any other value.
fn start_range(tree: &Tree, id: ExprId) -> TextRange {
    let expr = tree.expr(id);
    match expr.kind {
        ExprKind::Object(_) | ExprKind::Tuple(_) => TextRange::new(expr.range.start, expr.range.start + 1),
        _ => expr.range,
    }
}

/// Compares everything that is recorded about an expression, except its evaluation.
pub(crate) fn compare(read: &Read, id: ExprId, wanted: &Value, range: &str) -> Outcome {
    let tree = &read.parsed.tree;
    same("range", tree.expr(id).range, range_of(&wanted[range]))?;
    same("start", start_range(tree, id), range_of(&wanted["start_range"]))?;
    compare_literal(tree, id, &wanted["literal"])?;
    let strings = Strings::of(&read.bytes);
    compare_references(tree, id, wanted, &strings)?;
    compare_call(tree, id, &wanted["as_call"], &strings)?;
    let elements = statics::as_list(tree, id);
    let elements = elements.map(|list| list.iter().map(|one| tree.expr(*one).range).collect::<Vec<_>>());
    same("list", elements, wanted["as_list"].as_array().map(|list| list.iter().map(range_of).collect()))?;
    let items = statics::as_map(tree, id).map(|items| {
        items.iter().map(|item| (tree.expr(item.key).range, tree.expr(item.value).range)).collect::<Vec<_>>()
    });
    let pairs = wanted["as_map"].as_array();
    let pairs = pairs.map(|list| list.iter().map(|pair| (range_of(&pair["key"]), range_of(&pair["value"]))));
    same("map", items, pairs.map(Iterator::collect))
}

fn compare_literal(tree: &Tree, id: ExprId, wanted: &Value) -> Outcome {
    let mut found = literal(tree, id);
    same("type", &found.cty_type, &wanted["type"])?;
    same("value", &found.value, &recorded(&wanted["value"]))?;
    found.repeated.sort();
    same("repeated keys", found.repeated, subjects(&wanted["diagnostics"]))
}

fn compare_references(tree: &Tree, id: ExprId, wanted: &Value, strings: &Strings) -> Outcome {
    let variables: Vec<_> = statics::variables(tree, id).iter().map(shown).collect();
    let expected: Vec<_> = list(&wanted["variables"]).iter().map(|one| translated(one, strings, 1)).collect();
    same("variables", variables, expected)?;
    let reference = statics::as_reference(tree, SOURCE, id);
    let expected = &wanted["as_traversal"];
    let expected = expected.is_array().then(|| translated(expected, strings, 0));
    same("reference", reference.as_ref().map(shown), expected)?;
    let keyword = statics::as_keyword(tree, SOURCE, id).unwrap_or_default();
    same("keyword", keyword.as_str(), wanted["keyword"].as_str().unwrap_or_default())
}

/// A step in printed form, with its range.
type Shown = Vec<(TextRange, String)>;

fn shown(reference: &Reference<'_>) -> Shown {
    let root = (reference.root_range, format!("root {}", reference.root));
    let steps = reference.steps.iter().map(|step| {
        let what = match &step.kind {
            ReferenceKey::Attr(name) => format!("attr {name}"),
            ReferenceKey::Text(text) => format!("index {}", json!(text)),
            ReferenceKey::Number(text) => format!("index {text}"),
            other => format!("{other:?}"),
        };
        (step.range, what)
    });
    std::iter::once(root).chain(steps).collect()
}

/// A recorded traversal with ranges in the source.
fn translated(steps: &Value, strings: &Strings, lead: usize) -> Shown {
    let step = |step: &Value| {
        let range = strings.source_range(range_of(&step["range"]), lead);
        let what = match (step["root"].as_str(), step["attr"].as_str()) {
            (Some(root), _) => format!("root {root}"),
            (_, Some(attr)) => format!("attr {attr}"),
            _ => format!("index {}", step["index"]),
        };
        (range, what)
    };
    list(steps).iter().map(step).collect()
}

fn compare_call(tree: &Tree, id: ExprId, wanted: &Value, strings: &Strings) -> Outcome {
    let call = statics::as_call(tree, SOURCE, id).map(|call| {
        let inner = call.tree.as_deref().unwrap_or(tree);
        let args: Vec<_> = call.args.iter().map(|arg| inner.expr(*arg).range).collect();
        (call.name, call.name_range, call.args_range, args)
    });
    let range = |value: &Value| strings.source_range(range_of(value), 0);
    let expected = wanted.is_object().then(|| {
        let args = list(&wanted["args"]).iter().map(range).collect();
        let name = wanted["name"].as_str().unwrap_or_default().to_owned();
        (name, range(&wanted["name_range"]), range(&wanted["args_range"]), args)
    });
    same("call", call, expected)
}

#[test]
fn values_are_the_same() {
    let test = |vector: &Vector, read: &Read| compare(read, root(read), &vector["expr"], "range");
    let clean = |vector: &Vector| list(&vector["parse_diagnostics"]).is_empty();
    run("json expr", test, |vector| mode("expr")(vector) && clean(vector)).finish();
}

#[test]
fn a_broken_value_is_still_a_tree() {
    // The reference returns an unknown for a broken value; here the readable parts are kept.
    let test = |_: &Vector, read: &Read| {
        let _ = read.parsed.tree.expr(root(read));
        same("places", places_of(&read.parsed.diagnostics).is_empty(), false)
    };
    let broken = |vector: &Vector| !list(&vector["parse_diagnostics"]).is_empty();
    run("json expr, broken", test, |vector| mode("expr")(vector) && broken(vector)).finish();
}

#[test]
fn templates_that_are_broken_say_so_apart() {
    // The reference finds these during evaluation; the locations of the first findings are the same.
    let test = |vector: &Vector, read: &Read| {
        let tree = &read.parsed.tree;
        let found = tree.template_diagnostics(root(read));
        let unknown = vector["expr"]["eval"]["type"] == "dynamic" && vector["expr"]["variables"] == json!([]);
        let errors = !list(&vector["expr"]["eval"]["diagnostics"]).is_empty();
        let called = statics_calls(tree, root(read));
        same("broken template", !found.is_empty(), unknown && errors && !called)
    };
    let clean = |vector: &Vector| list(&vector["parse_diagnostics"]).is_empty();
    let string = |vector: &Vector| vector.str("src").starts_with('"');
    run("json templates", test, |vector| mode("expr")(vector) && clean(vector) && string(vector)).finish();
}

/// Returns `true` if the template calls a function, in which case an evaluation error does not concern the
/// template.
fn statics_calls(tree: &Tree, id: ExprId) -> bool {
    let ExprKind::JsonString { template: Some(template), .. } = tree.expr(id).kind else { return false };
    let ExprKind::TemplateWrap(inner) = tree.expr(template.into()).kind else { return false };
    matches!(tree.expr(inner).kind, ExprKind::Call(_))
}
