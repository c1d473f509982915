//! Types of expressions under the extended model, compared with the answers of Pulumi's model package
//! where the specification follows it.
//!
//! Lines of class `agree` must match. Lines of class `differs` contain the type and the verdict that
//! the specification requires; `fails` lines contain the algebra's decision where the specification
//! has no common type: the union.

use std::collections::BTreeMap;
use std::sync::Arc;

use hclx_core::{Rules, Type, TypeKind, Value};
use hclx_diag::{Diagnostic, SourceId};
use hclx_eval::functions::{ALL, EarlyReturn, FunctionRow};
use hclx_eval::{Budget, Environment, FunctionTable, Outcome, Policy, Scope, evaluate};
use hclx_syntax::ast::Root;
use hclx_testkit::{Tally, Vector, vectors};
use serde_json::Value as Json;

use crate::listed;
use crate::support::type_text::read;

const SOURCE: SourceId = SourceId(0);

#[test]
fn types() {
    let mut tally =
        Tally::new("types of the extended model").except_lines(include_str!("exceptions_infer_pulumi.txt"));
    let mut guidance: BTreeMap<(String, String), [usize; 2]> = BTreeMap::new();
    for vector in vectors("pulumi/infer.jsonl") {
        let found = outcome(&vector);
        match vector.str("class") {
            "agree" | "differs" | "fails" => tally.run(&vector, || judge(&vector, &found)),
            class => {
                let row = guidance.entry((class.to_owned(), vector.str("family").to_owned())).or_default();
                let as_recorded = compare(&vector["type"], errors(&vector["diagnostics"]) > 0, &found);
                row[usize::from(as_recorded.is_err())] += 1;
                if std::env::var_os("HCLX_LONG").is_some()
                    && let Err(message) = as_recorded
                {
                    println!("  {class} {}: {message}", described(&vector));
                }
            }
        }
    }
    for ((class, family), [same, others]) in guidance {
        println!("pulumi/infer.jsonl: {class} {family}: {same} as recorded, {others} not");
    }
    tally.finish();
}

fn described(vector: &Vector) -> String {
    format!("{} {} with {}", vector.id(), vector.str("expr"), vector["scope"])
}

fn errors(diagnostics: &Json) -> usize {
    let list = diagnostics.as_array().map_or(&[][..], Vec::as_slice);
    list.iter().filter(|found| found["severity"] == "error").count()
}

fn outcome(vector: &Vector) -> Outcome {
    let parsed = hclx_syntax::parse_expression(SOURCE, Arc::from(vector.str("expr").as_bytes()));
    if parsed.diagnostics.iter().any(Diagnostic::is_error) {
        return Outcome::failed(parsed.diagnostics);
    }
    let Root::Expr(expr) = parsed.tree.root() else { panic!("an expression has no body") };
    let mut scope = Scope::root();
    for (name, ty) in vector["scope"].as_object().into_iter().flatten() {
        let ty = read(ty.as_str().expect("a type"));
        scope.define(name.as_str(), Value::unknown_under(ty, &Rules::extended()));
    }
    let functions = functions(&vector["functions"]);
    let lenient = vector["options"]["allow_missing_variables"] == true;
    let dialect = hclx_languages::dialect("pcl").expect("a dialect");
    let env = Environment {
        functions: &functions,
        unknown_names: if lenient { Policy::Unknown } else { Policy::Error },
        unknown_functions: Policy::Error,
        ..Environment::of(dialect)
    };
    evaluate(&parsed.tree, SOURCE, expr, &scope, &env, &Budget::default())
}

/// Functions of which only the signatures are known. Their strings are leaked, because there are
/// few.
fn functions(recorded: &Json) -> FunctionTable {
    let parameter = |parameter: &Json, rest: &str| {
        let ty = read(parameter["type"].as_str().expect("a type"));
        let null = if ty.has_any() || ty.to_string().contains("none") { "?" } else { "" };
        format!("{}: {ty}{null}{rest}", parameter["name"].as_str().expect("a name"))
    };
    let rows = recorded.as_object().into_iter().flatten().map(|(name, function)| {
        let mut parameters: Vec<String> =
            function["params"].as_array().expect("parameters").iter().map(|own| parameter(own, "")).collect();
        parameters.extend(function.get("varargs").map(|own| parameter(own, "...")));
        let result = read(function["return"].as_str().expect("a type"));
        let signature = format!("({}) -> {result}", parameters.join(", "));
        // known by its signature only; rows consist of constants, so the strings stay in memory
        FunctionRow::new(name.clone().leak(), signature.leak(), "", &[], |_| Err(EarlyReturn::Unknown))
            .any(ALL)
    });
    FunctionTable::new(rows)
}

fn judge(vector: &Vector, found: &Outcome) -> Result<(), String> {
    let recorded = || compare(&vector["type"], errors(&vector["diagnostics"]) > 0, found);
    let spec = &vector["spec"];
    let outcome = match vector.str("class") {
        "differs" => compare(&spec["type"], spec["errors"].as_u64() != Some(0), found)
            .or_else(|message| if is_decided(vector) { recorded() } else { Err(message) }),
        _ => recorded(),
    };
    outcome.map_err(|message| format!("{}: {message}", described(vector)))
}

/// Rules of the specification that the algebra deliberately violates, with its behavior.
const DECIDED: &[(&str, &str)] = &[
    ("U-tuple-sequence", "rule 5: tuples and lists meet in a list"),
    ("U-object-optional", "rule 6: an attribute that is missing somewhere may be none"),
    ("U-eventual-plain", "rule 4: eventual if any input is"),
    ("U-union-other", "rule 1: an input to which all others convert safely"),
];

fn is_decided(vector: &Vector) -> bool {
    let rules = vector["rules"].as_array().map_or(&[][..], Vec::as_slice);
    rules.iter().all(|rule| DECIDED.iter().any(|(id, _)| rule == id))
}

/// After an error, the type results from recovery and has no meaning.
fn compare(ty: &Json, wrong: bool, found: &Outcome) -> Result<(), String> {
    let own = found.value.described_type();
    let says = || format!("found {own} {}", listed(&found.diagnostics));
    match (wrong, found.has_errors()) {
        (true, true) => Ok(()),
        (true, false) => Err(format!("is an error, {}", says())),
        (false, true) => Err(format!("is right, {}", says())),
        _ if read(ty.as_str().expect("a type")) == own => Ok(()),
        _ if is_narrower(&own, &read(ty.as_str().expect("a type"))) => Ok(()),
        _ => Err(format!("must be {ty}, {}", says())),
    }
}

/// Returns `true` if a type is more precise: a tuple in place of a list, or the member of a union for a
/// branch that is known to run.
fn is_narrower(own: &Type, said: &Type) -> bool {
    if own == said {
        return true;
    }
    match (own.kind(), said.kind()) {
        (TypeKind::Tuple(parts), TypeKind::List(element)) => {
            parts.iter().all(|part| is_narrower(part, element))
        }
        (TypeKind::Promise(own), TypeKind::Promise(said))
        | (TypeKind::Output(own), TypeKind::Output(said)) => is_narrower(own, said),
        (_, TypeKind::Union(members)) => {
            !own.has_any() && members.iter().any(|member| is_narrower(own, member))
        }
        (TypeKind::Int, TypeKind::Number) => true,
        _ => false,
    }
}

/// The meaning of a type expression, for readers of failures.
#[test]
fn texts_of_types_are_read() {
    assert_eq!(read("union(none,string)"), Type::union([Type::STRING, Type::NONE]));
}
