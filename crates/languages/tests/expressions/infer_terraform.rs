//! Types of expressions over variables with known types and unknown values, according to Terraform's
//! own evaluator, and the values and types for three sets of variables.

use std::collections::BTreeMap;
use std::sync::Arc;

use hclx_core::{Defaults, Type, TypeKind, Value, convert};
use hclx_diag::{Diagnostic, SourceId};
use hclx_eval::type_syntax::{TypeOptions, parse_type};
use hclx_eval::{Budget, Dialect, Environment, Outcome, Policy, Scope, evaluate};
use hclx_syntax::ast::{ExprKind, Item, Root};
use hclx_testkit::{Tally, Vector, vectors};
use serde_json::Value as Json;

use crate::listed;
use crate::plain_json::plain;
use crate::terraform::called;

const SOURCE: SourceId = SourceId(0);
const VARIABLES: &str = include_str!("../../../../tests/vectors/terraform/infer_env/variables.tf");
const VALUES: [(&str, &str); 3] = [
    ("A", include_str!("../../../../tests/vectors/terraform/infer_env/A.tfvars.json")),
    ("B", include_str!("../../../../tests/vectors/terraform/infer_env/B.tfvars.json")),
    ("C", include_str!("../../../../tests/vectors/terraform/infer_env/C.tfvars.json")),
];

/// A declared variable.
struct Variable {
    name: String,
    ty: Type,
    defaults: Option<Defaults>,
    sensitive: bool,
    nullable: bool,
}

fn variables() -> Vec<Variable> {
    let parsed = hclx_syntax::parse_body(SOURCE, Arc::from(VARIABLES.as_bytes()));
    let tree = &parsed.tree;
    let Root::Body(body) = tree.root() else { panic!("a file has a body") };
    let blocks = tree.slice(tree.body(body).items).iter().filter_map(|item| match item {
        Item::Block(block) => Some(tree.node(*block)),
        Item::Attribute(_) => None,
    });
    blocks
        .map(|block| {
            let name = tree.text(tree.slice(block.labels)[0].text).to_owned();
            let mut variable =
                Variable { name, ty: Type::ANY, defaults: None, sensitive: false, nullable: true };
            for item in tree.slice(tree.body(block.body).items) {
                let Item::Attribute(attribute) = item else { continue };
                let truth = matches!(tree.expr(attribute.value).kind, ExprKind::Bool(true));
                match tree.text(attribute.name.text) {
                    "type" => {
                        let read = parse_type(tree, SOURCE, attribute.value, &TypeOptions::with_defaults());
                        assert!(!read.has_errors(), "{}", listed(&read.diagnostics));
                        (variable.ty, variable.defaults) = (read.ty, read.defaults);
                    }
                    "sensitive" => variable.sensitive = truth,
                    _ => variable.nullable = truth,
                }
            }
            variable
        })
        .collect()
}

fn scope(value: impl Fn(&Variable) -> Value) -> Scope<'static> {
    let variables = variables();
    let values = variables.iter().map(|variable| {
        let value = value(variable);
        let marked = if variable.sensitive { value.with_mark("sensitive") } else { value };
        (Arc::from(variable.name.as_str()), marked)
    });
    let mut scope = Scope::root();
    scope.define("var", Value::object(values));
    scope
}

/// Variables with known types and unknown values.
fn unknowns() -> Scope<'static> {
    scope(|variable| {
        let range = if variable.nullable { hclx_core::Range::any() } else { hclx_core::Range::not_null() };
        Value::unknown_in(variable.ty.clone(), range)
    })
}

fn terraform() -> &'static Dialect {
    hclx_languages::dialect("terraform").expect("a dialect")
}

/// The values of a file.
fn given(text: &str) -> Scope<'static> {
    let parsed = hclx_syntax::parse_json_expression(SOURCE, Arc::from(text.as_bytes()));
    let Root::Expr(root) = parsed.tree.root() else { panic!("an object") };
    let env = Environment { rules: terraform().rules, ..Environment::without_names() };
    let values = evaluate(&parsed.tree, SOURCE, root, &Scope::root(), &env, &Budget::default()).value;
    scope(|variable| {
        let value = values.get_attr_value(&variable.name).expect("a value");
        let filled = variable
            .defaults
            .as_ref()
            .map_or_else(|| value.clone(), |tree| tree.apply(value, &terraform().rules));
        convert(&filled, &variable.ty, &terraform().rules).expect("a value of the type")
    })
}

fn outcome(vector: &Vector, scope: &Scope<'_>) -> Outcome {
    let parsed = hclx_syntax::parse_expression(SOURCE, Arc::from(vector.str("expr").as_bytes()));
    if parsed.diagnostics.iter().any(Diagnostic::is_error) {
        return Outcome::failed(parsed.diagnostics);
    }
    let Root::Expr(expr) = parsed.tree.root() else { panic!("an expression has no body") };
    let env = Environment {
        unknown_names: Policy::Error,
        unknown_functions: Policy::Error,
        ..Environment::of(terraform())
    };
    evaluate(&parsed.tree, SOURCE, expr, scope, &env, &Budget::default())
}

/// A function of Terraform's library that is not in the table.
fn missing_function(vector: &Vector) -> Option<String> {
    let library = include_str!("../../../../tests/vectors/terraform/functions.json");
    let library: Json = serde_json::from_str(library).expect("a table of functions");
    let parsed = hclx_syntax::parse_expression(SOURCE, Arc::from(vector.str("expr").as_bytes()));
    let mut names = called(&parsed.tree).into_iter();
    names.find(|name| library["functions"].get(name).is_some() && terraform().functions().get(name).is_none())
}

#[derive(Default)]
struct Counts {
    missing: BTreeMap<String, usize>,
    given_up: usize,
    typed: usize,
    open: Vec<String>,
}

#[test]
fn types_and_values() {
    let unknowns = unknowns();
    let given = VALUES.map(|(name, text)| (name, given(text)));
    let mut counts = Counts::default();
    let mut other = 0;
    let mut tally =
        Tally::new("terraform types").except_lines(include_str!("exceptions_infer_terraform.txt"));
    for vector in vectors("terraform/infer.jsonl") {
        if vector["env"] != "vars" {
            // local values, modules and resources are tested with modules
            other += 1;
            continue;
        }
        let found = outcome(&vector, &unknowns);
        match missing_function(&vector) {
            Some(name) => *counts.missing.entry(name).or_default() += 1,
            None => tally.run(&vector, || judge(&vector, &found, &given, &mut counts)),
        }
    }
    println!("terraform/infer.jsonl: {other} lines are about modules");
    println!("terraform/infer.jsonl: lines of functions that do not exist yet: {:?}", counts.missing);
    println!(
        "terraform/infer.jsonl: {} of {} types that terraform gives up are known",
        counts.typed, counts.given_up
    );
    for line in &counts.open {
        println!("  open: {line}");
    }
    tally.finish();
    let enough = counts.typed * 100 >= counts.given_up * 60;
    assert!(enough || !counts.missing.is_empty(), "60 % of what terraform gives up is known");
}

fn judge(
    vector: &Vector,
    found: &Outcome,
    given: &[(&str, Scope<'_>)],
    counts: &mut Counts,
) -> Result<(), String> {
    let src = vector.str("expr");
    let says = || format!("{src}: {} {}", found.value.described_type(), listed(&found.diagnostics));
    let Some(wanted) = vector.value.get("type_json") else {
        return if found.has_errors() { Ok(()) } else { Err(format!("is an error: {}", says())) };
    };
    let ty = found.value.described_type();
    if has_dynamic(wanted) {
        counts.given_up += 1;
        if ty.has_any() && !(found.has_errors() && fails_always(vector)) {
            counts.open.push(says());
        } else {
            counts.typed += 1;
        }
    } else if *wanted != cty(&ty) || found.has_errors() && !fails_always(vector) {
        return Err(format!("must be {wanted}: {}", says()));
    }
    for (name, scope) in given {
        concrete(&vector["concrete"][*name], &outcome(vector, scope), found)
            .map_err(|message| format!("{src} with {name}: {message}"))?;
    }
    Ok(())
}

/// Returns `true` if every set of values is an error, which terraform reports only then.
fn fails_always(vector: &Vector) -> bool {
    vector["concrete"].as_object().is_some_and(|all| all.values().all(|answer| answer["error"] == true))
}

fn cty(ty: &Type) -> Json {
    serde_json::from_str(&ty.to_cty_json()).expect("JSON")
}

fn has_dynamic(ty: &Json) -> bool {
    match ty {
        Json::String(text) => text == "dynamic",
        Json::Array(parts) => parts.iter().any(has_dynamic),
        Json::Object(parts) => parts.values().any(has_dynamic),
        _ => false,
    }
}

/// Checks that the results for concrete values are among those predicted for unknowns.
fn concrete(answer: &Json, found: &Outcome, general: &Outcome) -> Result<(), String> {
    if answer["impure"] == true {
        return Ok(());
    }
    let wrong = answer["error"] == true;
    if wrong != found.has_errors() {
        let verdict = if wrong { "is an error" } else { "is right" };
        return Err(format!("{verdict}, found {} {}", found.value, listed(&found.diagnostics)));
    }
    if wrong {
        return Ok(());
    }
    if general.has_errors() {
        return Err(format!("is right, but certainly wrong: {}", listed(&general.diagnostics)));
    }
    let (wanted, ty) = (&answer["type_json"], cty(found.value.ty()));
    if *wanted != ty {
        return Err(format!("type must be {wanted}, found {ty}"));
    }
    if !admits(&general.value.described_type(), found.value.ty()) {
        return Err(format!("is a {ty}, not said by {}", general.value.described_type()));
    }
    let Some(text) = answer["value_json"].as_str() else { return Ok(()) };
    let wanted: Json = serde_json::from_str(text).expect("JSON");
    let value = plain(&found.value.clone().unmark_deep().0);
    if wanted == value { Ok(()) } else { Err(format!("must be {wanted}, found {value}")) }
}

/// Returns `true` if the type of a description allows a different type. A null has any type, and so do the
/// elements of an empty collection.
fn admits(general: &Type, specific: &Type) -> bool {
    if general.is_any() || specific.is_any() || general == specific {
        return true;
    }
    match (general.kind(), specific.kind()) {
        (TypeKind::List(general), TypeKind::Tuple(parts)) => parts.iter().all(|part| admits(general, part)),
        (TypeKind::Map(general), TypeKind::Object(object)) => {
            object.attributes().iter().all(|attribute| admits(general, &attribute.ty))
        }
        (TypeKind::List(a), TypeKind::List(b))
        | (TypeKind::Set(a), TypeKind::Set(b))
        | (TypeKind::Map(a), TypeKind::Map(b)) => admits(a, b),
        (TypeKind::Tuple(a), TypeKind::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| admits(a, b))
        }
        (TypeKind::Object(a), TypeKind::Object(b)) => {
            let (a, b) = (a.attributes(), b.attributes());
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.name == b.name && admits(&a.ty, &b.ty))
        }
        _ => false,
    }
}
