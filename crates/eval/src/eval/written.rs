//! Literals that are written in the very type that their place wants: nothing has to be computed,
//! converted or said. Most of a configuration is of this kind.
//!
//! Deliberately absent: everything else. What is not plainly so is the evaluator's.

use std::sync::Arc;

use hclx_core::{Data, Rules, Type, TypeKind, Value};
use hclx_syntax::ast::{ExprId, ExprKind, Language, ObjectItem, Tree};

use crate::values::literal;

/// The value of an expression that is a literal of the wanted type: a string without templates, a bool,
/// a number, a list or map of such literals. `None` says nothing about it.
///
/// It is what the evaluator and a conversion would give under these rules.
pub fn written(tree: &Tree, expr: ExprId, wanted: &Type, rules: &Rules) -> Option<Value> {
    match (tree.expr(expr).kind, wanted.kind()) {
        (ExprKind::String(text), TypeKind::String) => Some(Value::string(tree.text(text))),
        (ExprKind::Bool(truth), TypeKind::Bool) => Some(Value::bool(truth)),
        (ExprKind::Number, TypeKind::Number) if !rules.int_literals => {
            literal(tree.number(tree.expr(expr).range)).ok().map(Value::number)
        }
        (ExprKind::Tuple(elements), TypeKind::List(element)) if is_settled(wanted) => {
            list(tree, tree.slice(elements), wanted, element, rules)
        }
        (ExprKind::Object(items), TypeKind::Map(element)) if is_settled(wanted) => {
            map(tree, tree.slice(items), wanted, element, rules)
        }
        _ => None,
    }
}

/// Whether values of a type have that very type.
fn is_settled(wanted: &Type) -> bool {
    !wanted.has_optional() && !wanted.has_any()
}

/// A literal inside another, which types may nest deeply.
fn inner(tree: &Tree, expr: ExprId, wanted: &Type, rules: &Rules) -> Option<Value> {
    if wanted.is_primitive() {
        return written(tree, expr, wanted, rules);
    }
    hclx_diag::grow(|| written(tree, expr, wanted, rules))
}

fn list(tree: &Tree, elements: &[ExprId], ty: &Type, element: &Type, rules: &Rules) -> Option<Value> {
    let mut values = Vec::with_capacity(elements.len());
    for expr in elements {
        values.push(inner(tree, *expr, element, rules)?);
    }
    Some(Value::list_like(ty, values))
}

fn map(tree: &Tree, items: &[ObjectItem], ty: &Type, element: &Type, rules: &Rules) -> Option<Value> {
    let mut entries: Vec<(Arc<str>, Value)> = Vec::with_capacity(items.len());
    for item in items {
        let ExprKind::String(key) = tree.expr(item.key).kind else { return None };
        entries.push((tree.text(key).into(), inner(tree, item.value, element, rules)?));
    }
    let map = Value::map_like(ty, entries);
    let Data::Map(kept) = map.data() else { return None };
    // in JSON a key that is given twice is an error
    let clash = tree.language() == Language::Json && kept.len() < items.len();
    (!clash).then_some(map)
}

#[cfg(test)]
mod tests {
    use hclx_core::convert;
    use hclx_diag::SourceId;
    use hclx_syntax::ast::Root;
    use hclx_syntax::{Parsed, parse_expression, parse_json};

    use super::*;
    use crate::{Budget, Environment, Scope, evaluate};

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
        let native =
            ["{ a = 1, a = 2, b = 3 }", "{ z = [\"x\"], (\"a\") = [] }", "[{ a = 1 }, {}]", "\"${1}\""];
        let json = [
            "{\"a\": 1, \"b\": 2}",
            "{\"e\\u0301\": \"e\\u0301\"}",
            "-7",
            "[{\"a\": -0.0}]",
            "{\"a\": null}",
        ];
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
}
