//! Terraform's library, compared with the answers of `terraform console`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hclx_core::{Number, Value};
use hclx_diag::{Diagnostic, SourceId};
use hclx_eval::{Budget, Entry, Environment, Host, Policy, Refusal, Scope, evaluate};
use hclx_syntax::ast::{ExprKind, Item, Root, Tree};
use hclx_testkit::{Tally, Vector, vectors};
use serde_json::Value as Json;

use crate::listed;
use crate::plain_json::plain;

const SOURCE: SourceId = SourceId(0);

/// The files that were beside the expressions.
#[derive(Debug)]
struct Files;

fn place(path: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/terraform/console_env")).join(path)
}

fn entry(path: &Path) -> Result<Entry, Refusal> {
    match std::fs::metadata(path) {
        Ok(found) if found.is_dir() => Ok(Entry::Directory),
        Ok(_) => Ok(Entry::File),
        Err(_) => Err(Refusal::Missing),
    }
}

impl Host for Files {
    fn read(&self, path: &str) -> Result<Vec<u8>, Refusal> {
        match entry(&place(path))? {
            Entry::File => std::fs::read(place(path)).map_err(|_| Refusal::Missing),
            _ => Err(Refusal::Other("a directory".to_owned())),
        }
    }

    fn look(&self, path: &str) -> Result<Entry, Refusal> {
        entry(&place(path))
    }

    fn list(&self, path: &str) -> Result<Vec<(String, Entry)>, Refusal> {
        let found = std::fs::read_dir(place(path)).map_err(|_| Refusal::Missing)?;
        let named = found.filter_map(|found| {
            let found = found.ok()?;
            Some((found.file_name().into_string().ok()?, entry(&found.path()).ok()?))
        });
        Ok(named.collect())
    }
}

/// The functions have the same parameters as Terraform's, and a result type that is at least as
/// precise.
#[test]
fn signatures() {
    let library: Json =
        serde_json::from_str(include_str!("../../../../tests/vectors/terraform/functions.json"))
            .expect("a table of functions");
    let library = library["functions"].as_object().expect("functions");
    let table = hclx_languages::dialect("terraform").expect("a dialect").functions();
    for (name, wanted) in library {
        let signature = &table.get(name).unwrap_or_else(|| panic!("unknown function `{name}`")).signature;
        let parameter = |found: &hclx_eval::functions::Parameter, wanted: &Json| {
            assert_eq!(found.name, wanted["name"], "{name}");
            assert_eq!(found.ty.to_cty_json(), text_of_type(&wanted["type"]), "{name}: {}", found.name);
            // Terraform 1.16 takes null here; an evaluator for older versions refuses it
            let is_later = (&**name, found.name) == ("contains", "value");
            assert_eq!(found.nullable, is_later || wanted["nullable"] == true, "{name}: {}", found.name);
        };
        let parameters = wanted["params"].as_array().expect("parameters");
        assert_eq!(signature.parameters.len(), parameters.len(), "{name}");
        signature.parameters.iter().zip(parameters).for_each(|(found, wanted)| parameter(found, wanted));
        assert_eq!(signature.variadic.is_some(), !wanted["variadic"].is_null(), "{name}");
        signature.variadic.iter().for_each(|found| parameter(found, &wanted["variadic"]));
        let result = text_of_type(&wanted["return_type"]);
        let found = signature.result.to_cty_json().replace("int", "number");
        assert!(result.contains("dynamic") || result == found, "{name} gives {result}, found {found}");
    }
    println!("terraform/functions.json: {} functions", library.len());
    let minor = |version: &str| version.strip_prefix("1.").and_then(|minor| minor.parse::<u32>().ok());
    let recorded = |function: &&hclx_eval::functions::Function| {
        let since = function.row.since.terraform.and_then(minor);
        since.is_some_and(|minor| minor <= 11) && !function.row.name.contains("::")
    };
    let since_1_11 = table.functions().iter().filter(recorded).map(|function| function.row.name);
    let unrecorded: Vec<&str> = since_1_11.filter(|name| !library.contains_key(*name)).collect();
    assert!(
        unrecorded.is_empty(),
        "`tests/vectors/terraform/functions.json` does not have {unrecorded:?}: record them with `terraform metadata functions \
         -json`, or set the version that introduced them with `.since(…)` in their rows"
    );
}

fn text_of_type(ty: &Json) -> String {
    serde_json::to_string(ty).expect("JSON")
}

#[test]
fn console() {
    let mut tally = Tally::new("terraform console").except_lines(include_str!("exceptions_terraform.txt"));
    for vector in vectors("terraform/console.jsonl") {
        // line breaks end an attribute, as they did when the answers were recorded
        let text = format!("v = {}\n", vector.str("expr"));
        let parsed = hclx_syntax::parse_body(SOURCE, Arc::from(text.as_bytes()));
        tally.run(&vector, || judge(&vector, &parsed.tree, &parsed.diagnostics));
    }
    tally.finish();
}

/// The names of the functions that an expression calls.
pub(crate) fn called(tree: &Tree) -> BTreeSet<String> {
    let exprs = tree.expr_ids().map(|id| tree.expr(id));
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
            return Err(format!("{src}: is not an attribute"));
        };
        let expr = attribute.value;
        let dialect = hclx_languages::dialect("terraform").expect("a dialect");
        let env = Environment {
            unknown_names: Policy::Error,
            unknown_functions: Policy::Error,
            host: &Files,
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
        // where terraform gives up, the type may be known
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
