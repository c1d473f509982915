//! Terraform's library, as `terraform console` answers: every line whose functions exist.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use hclx_core::{Number, Value};
use hclx_diag::{Diagnostic, SourceId};
use hclx_eval::{Budget, Environment, Policy, Scope, evaluate};
use hclx_syntax::ast::{ExprKind, Item, Root, Tree};
use hclx_testkit::{Tally, Vector, vectors};
use serde_json::Value as Json;

use crate::json::plain;
use crate::listed;

const SOURCE: SourceId = SourceId(0);

#[test]
fn console() {
    let library: Json =
        serde_json::from_str(include_str!("../../../../tests/vectors/terraform/functions.json"))
            .expect("a table of functions");
    let library: BTreeSet<String> =
        library["functions"].as_object().expect("functions").keys().cloned().collect();
    let table = hclx_eval::functions::terraform();
    let mut missing: BTreeMap<String, usize> = BTreeMap::new();
    let mut tally = Tally::new("terraform console").except_lines(include_str!("exceptions_terraform.txt"));
    for vector in vectors("terraform/console.jsonl") {
        // Line breaks end an attribute, as they did when the answers were recorded.
        let text = format!("v = {}\n", vector.str("expr"));
        let parsed = hclx_syntax::parse_body(SOURCE, Arc::from(text.as_bytes()));
        let wanting =
            called(&parsed.tree).into_iter().find(|name| library.contains(name) && table.get(name).is_none());
        match wanting {
            Some(name) => *missing.entry(name).or_default() += 1,
            None => tally.run(&vector, || judge(&vector, &parsed.tree, &parsed.diagnostics)),
        }
    }
    let lines: usize = missing.values().sum();
    println!(
        "terraform/console.jsonl: {lines} lines need {} functions that do not exist yet: {missing:?}",
        missing.len()
    );
    tally.finish();
}

/// The names of the functions that an expression calls.
pub fn called(tree: &Tree) -> BTreeSet<String> {
    let exprs = (0..tree.expr_count()).map(|id| tree.expr(hclx_syntax::ast::ExprId(id as u32)));
    let names = exprs.filter_map(|expr| match expr.kind {
        ExprKind::Call(call) => Some(tree.text(tree.node(call).name.text)),
        _ => None,
    });
    names.map(|name| name.strip_prefix("core::").unwrap_or(name).to_owned()).collect()
}

fn scope() -> Scope<'static> {
    let text = |name: &str, text: &str| (Arc::from(name), Value::string(text));
    let templates = Value::object([text("a", "A ${name}"), text("b", "B")]);
    let locals = Value::object([
        (Arc::from("num"), Value::number(Number::from(5i64))),
        text("tpl", "Hello, ${name}!"),
        text("tpl_list", "%{ for i in items ~}<${i}>%{ endfor ~}"),
        text("tpl_bad", "Hello ${name"),
        text("tpl_only", "${v}"),
        text("tpl_func", "${upper(v)}"),
        (Arc::from("tpls"), templates),
    ]);
    let mut scope = Scope::root();
    scope.define("local", locals);
    scope.define("path", Value::object(["module", "root"].map(|name| text(name, "."))));
    scope.define("terraform", Value::object([text("workspace", "default")]));
    scope
}

fn judge(vector: &Vector, tree: &Tree, broken: &[Diagnostic]) -> Result<(), String> {
    let src = vector.str("expr");
    let wanted = vector["error"] == true;
    let (found, outcome) = if broken.iter().any(Diagnostic::is_error) {
        (true, None)
    } else {
        let Root::Body(body) = tree.root() else { panic!("a file has a body") };
        let [Item::Attribute(attribute)] = tree.slice(tree.body(body).items) else {
            return Err(format!("{src}: is no attribute"));
        };
        let expr = attribute.value;
        let dialect = hclx_eval::dialect::find("terraform").expect("a dialect");
        let env = Environment {
            unknown_names: Policy::Error,
            unknown_functions: Policy::Error,
            ..Environment::of(dialect)
        };
        let outcome = evaluate(tree, SOURCE, expr, &scope(), &env, &Budget::default());
        (outcome.has_errors(), Some(outcome))
    };
    if wanted != found {
        let says = outcome.map_or_else(
            || listed(broken),
            |outcome| format!("{} {}", outcome.value, listed(&outcome.diagnostics)),
        );
        return Err(format!("{src}: {}, found {says}", if wanted { "is an error" } else { "is right" }));
    }
    match outcome.filter(|_| !wanted) {
        Some(outcome) => compare(vector, outcome.value).map_err(|message| format!("{src}: {message}")),
        None => Ok(()),
    }
}

fn compare(vector: &Vector, value: Value) -> Result<(), String> {
    let ty: Json = serde_json::from_str(&value.ty().to_cty_json()).expect("JSON");
    if vector["type_json"] == "dynamic" && !value.is_known() {
        // Where terraform gives up, the type may be known.
        return Ok(());
    }
    if vector["type_json"] != ty {
        return Err(format!("type must be {}, found {ty}", vector["type_json"]));
    }
    let Some(wanted) = vector["value_json"].as_str() else { return Ok(()) };
    let wanted: Json = serde_json::from_str(wanted).expect("JSON");
    let found = plain(&value.unmark_deep().0);
    if wanted == found { Ok(()) } else { Err(format!("must be {wanted}, found {found}")) }
}
