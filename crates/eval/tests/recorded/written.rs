//! The values of literals without evaluation are the same as with evaluation.

use std::sync::Arc;

use hclx_core::{Rules, Type, convert};
use hclx_diag::SourceId;
use hclx_eval::{Budget, Environment, Scope, evaluate, written};
use hclx_syntax::ast::{Language, Root};
use hclx_syntax::{Parsed, parse_expression, parse_json};

fn settled(text: &str, wanted: &Type, language: Language) -> bool {
    let bytes = Arc::from(text.as_bytes());
    let Parsed { tree, .. } = match language {
        Language::Native => parse_expression(SourceId(0), bytes),
        Language::Json => parse_json(SourceId(0), bytes),
    };
    let Root::Expr(expr) = tree.root() else { panic!("an expression") };
    let env = Environment::exact();
    let Some(value) = written(&tree, expr, wanted, &env.rules) else { return false };
    let outcome = evaluate(&tree, SourceId(0), expr, &Scope::root(), &env, &Budget::default());
    assert!(outcome.diagnostics.is_empty(), "{text}");
    let converted = convert(&outcome.value, wanted, &env.rules).expect("it converts");
    assert_eq!(value, converted, "{text} as {wanted}");
    true
}

#[test]
fn it_is_what_evaluation_and_conversion_give() {
    let types = [Type::STRING, Type::NUMBER, Type::BOOL, Type::ANY];
    let lists = types.clone().map(Type::list);
    let maps = types.clone().map(Type::map);
    let deep = [Type::map(Type::list(Type::STRING)), Type::list(Type::map(Type::NUMBER))];
    let all: Vec<Type> = types.into_iter().chain(lists).chain(maps).chain(deep).collect();
    let both = ["\"a\"", "\"\"", "7", "1.50", "1e3", "true", "null", "[]", "{}", "[1, 2]", "[\"a\", 1]"];
    let native = ["{ a = 1, a = 2, b = 3 }", "{ z = [\"x\"], (\"a\") = [] }", "[{ a = 1 }, {}]", "\"${1}\""];
    let json =
        ["{\"a\": 1, \"b\": 2}", "{\"e\\u0301\": \"e\\u0301\"}", "-7", "[{\"a\": -0.0}]", "{\"a\": null}"];
    let count = |own: &[&str], language| {
        let texts = both.iter().chain(own);
        texts.map(|text| all.iter().filter(|ty| settled(text, ty, language)).count()).sum::<usize>()
    };
    assert_eq!((count(&native, Language::Native), count(&json, Language::Json)), (17, 18));
}

#[test]
fn a_key_that_comes_again_is_left_to_the_evaluator() {
    let numbers = Type::map(Type::NUMBER);
    assert!(settled("{ a = 1, a = 2 }", &numbers, Language::Native));
    let tree = parse_json(SourceId(0), Arc::from(&br#"{"a": 1, "a": 2}"#[..])).tree;
    let Root::Expr(expr) = tree.root() else { panic!("an expression") };
    assert!(written(&tree, expr, &numbers, &Rules::exact()).is_none());
}
