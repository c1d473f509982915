//! The cost of every function of every dialect grows at most linearly with its arguments. Steps and bytes
//! are counted, never time.

use std::collections::BTreeSet;

use hclx_core::{Number, Type, TypeKind, Value};
use hclx_eval::functions::Function;
use hclx_eval::{Budget, Dialect, Environment, Scope};

use crate::eval_in;

/// Functions that visit all their arguments, so that their cost must grow with these.
const WALKERS: &[&str] = &[
    "chunklist",
    "concat",
    "contains",
    "distinct",
    "flatten",
    "format",
    "index",
    "join",
    "jsonencode",
    "keys",
    "lower",
    "merge",
    "reverse",
    "setunion",
    "sort",
    "split",
    "strrev",
    "substr",
    "sum",
    "toset",
    "upper",
    "values",
    "zipmap",
];

/// The functions that compile one of their arguments as a pattern.
const PATTERNS: &[&str] = &["fileset", "regex", "regexall", "regex_replace", "replace"];

/// An argument with about the given number of parts for a parameter of a type; `kind` selects the type if it
/// is open.
fn argument(ty: &Type, size: usize, kind: usize) -> Value {
    let text = |n: usize| Value::string(format!("{n:06}"));
    let texts = || (0..size).map(text).collect::<Vec<_>>();
    match ty.kind() {
        TypeKind::Bool => Value::TRUE,
        TypeKind::Number | TypeKind::Int => Value::number(Number::from(2i64)),
        TypeKind::String => match kind {
            0 => Value::string("a".repeat(size)),
            1 => Value::string("2"),
            2 => Value::string(format!("[{}1]", "1,".repeat(size))),
            _ => Value::string("10.0.0.0/8"),
        },
        TypeKind::Map(_) | TypeKind::Object(_) => {
            Value::map(Type::STRING, (0..size).map(|n| (format!("{n:06}").into(), text(n))))
        }
        TypeKind::List(element) | TypeKind::Set(element) => {
            let parts: Vec<Value> = match element.kind() {
                TypeKind::List(_) | TypeKind::Set(_) => {
                    (0..size).map(|n| Value::list(Type::STRING, vec![text(n)])).collect()
                }
                TypeKind::Number | TypeKind::Int => {
                    (0..size).map(|n| Value::number(Number::from_len(n))).collect()
                }
                TypeKind::Bool => vec![Value::TRUE; size],
                _ => texts(),
            };
            let element = parts.first().map_or(Type::STRING, |part| part.ty().clone());
            if matches!(ty.kind(), TypeKind::Set(_)) {
                Value::set(element, parts)
            } else {
                Value::list(element, parts)
            }
        }
        _ => match kind {
            0 => Value::list(Type::STRING, texts()),
            1 => Value::map(Type::STRING, (0..size).map(|n| (format!("{n:06}").into(), text(n)))),
            2 => Value::set(Type::STRING, texts()),
            _ => Value::string("a".repeat(size)),
        },
    }
}

/// The cost of a call that has a result, and the total size of its arguments and result.
#[derive(Debug, PartialEq)]
struct Cost {
    steps: u64,
    bytes: u64,
    weight: u64,
}

fn cost(function: &Function, dialect: &Dialect, size: usize, kind: usize) -> Option<Cost> {
    let mut scope = Scope::root();
    let parameters = function.signature.parameters.iter().chain(&function.signature.variadic);
    let (mut names, mut weight) = (Vec::new(), 0);
    for (position, parameter) in parameters.enumerate() {
        let name = format!("a{position}");
        let value = argument(&parameter.ty, size, kind);
        weight += value.size();
        scope.define(name.clone(), value);
        names.push(name);
    }
    let src = format!("{}({})", function.row.name, names.join(", "));
    let budget = Budget::default();
    let outcome = eval_in(&src, &scope, &Environment::of(dialect), &budget);
    budget.collect().expect("there is enough");
    let (steps, bytes) = budget.used();
    weight += outcome.value.size();
    outcome.diagnostics.is_empty().then_some(Cost { steps, bytes, weight })
}

#[test]
fn what_is_charged_grows_with_what_is_given() {
    const SIZE: usize = 400;
    let mut growing = BTreeSet::new();
    let mut measured = BTreeSet::new();
    for dialect in hclx_languages::DIALECTS {
        for function in dialect.functions().functions() {
            let name = function.row.name;
            for kind in 0..4 {
                let costs = [SIZE, 2 * SIZE, 4 * SIZE].map(|size| cost(function, dialect, size, kind));
                let [Some(small), Some(twice), Some(large)] = &costs else { continue };
                measured.insert(name);
                for Cost { steps, bytes, weight } in [small, twice, large] {
                    // a search costs for each state of its pattern and each byte of its string
                    if PATTERNS.contains(&name) {
                        assert!(
                            *steps <= weight * weight && *bytes <= 1000 + 6 * weight,
                            "{name}: {costs:?}"
                        );
                        continue;
                    }
                    assert!(*steps <= 100 + weight / 4 && *bytes <= 1000 + 6 * weight, "{name}: {costs:?}");
                }
                if (small.steps, small.bytes) != (large.steps, large.bytes) {
                    growing.insert(name);
                }
            }
        }
    }
    assert!(measured.len() > 60, "{} functions", measured.len());
    let free: Vec<_> =
        WALKERS.iter().filter(|name| measured.contains(*name) && !growing.contains(*name)).collect();
    assert!(free.is_empty(), "these cost nothing: {free:?}");
}
