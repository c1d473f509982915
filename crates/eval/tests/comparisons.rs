//! Recorded comparisons and conditionals agree with a trace of everything.

use std::sync::Arc;

use hclx_core::{Number, Type, Value};
use hclx_diag::SourceId;
use hclx_eval::dialect::HCL;
use hclx_eval::{Budget, Environment, Outcome, Scope, evaluate};
use hclx_syntax::ast::{BinaryOp, ExprId, ExprKind, Root, Tree};

const EXPRESSIONS: &[&str] = &[
    "n == 1",
    "u != \"a\" ? n : 2",
    "n == 1 == (u == \"b\") != t",
    "n + 1 == 2 && u != \"c\" || !(t == true)",
    "t ? 1 : u == \"a\" ? 2 : u == \"b\" ? 3 : n",
    "[for x in [1, 2, n] : x == n ? x : x + 1 if x != 3]",
    "{for k, v in {a = 1, b = u} : k => v == u if k == \"a\"}",
    "[for x in many : x == \"a\" ? x == u : x.y]",
    "[{a = 1}, {a = n}][*].a == [1] ? t : \"${u == \"a\"}-${n == 2 ? \"x\" : u}\"",
    "try(u == n.x, t ? 1 : 2)",
    "many[n == 1 ? 0 : 1] == u",
    "\"%{ if u == \"a\" }yes%{ else }${n != 1}%{ endif }\"",
    "1 == 1 ? \"a\" == \"b\" : null",
];

fn outcome(tree: &Tree, expr: ExprId, trace: bool, comparisons: bool) -> Outcome {
    let mut scope = Scope::root();
    scope.define("n", Value::number(Number::from(1i64)));
    scope.define("t", Value::TRUE);
    scope.define("u", Value::unknown(Type::STRING));
    scope.define("many", Value::unknown(Type::list(Type::STRING)));
    let env = Environment { trace, comparisons, ..Environment::of(&HCL) };
    evaluate(tree, SourceId(0), expr, &scope, &env, &Budget::default())
}

#[test]
fn comparisons_are_kept_as_a_trace_has_them() {
    for text in EXPRESSIONS {
        let parsed = hclx_syntax::parse_expression(SourceId(0), Arc::from(text.as_bytes()));
        let tree = &parsed.tree;
        let Root::Expr(root) = tree.root() else { panic!("an expression has no body") };
        let whole = outcome(tree, root, true, false);
        let kept = outcome(tree, root, false, true);
        let is_comparison = |expr| match tree.expr(expr).kind {
            ExprKind::Binary { op: BinaryOp::Equal | BinaryOp::NotEqual, left, right } => Some([left, right]),
            _ => None,
        };
        let compared: Vec<ExprId> =
            whole.trace.iter().filter_map(|(expr, _)| is_comparison(*expr)).flatten().collect();
        let mut expected = Vec::new();
        for (expr, value) in &whole.trace {
            if is_comparison(*expr).is_some() || compared.contains(expr) {
                expected.push((*expr, value.clone()));
            } else if matches!(tree.expr(*expr).kind, ExprKind::Conditional { .. }) {
                expected.push((*expr, Value::TRUE));
            }
        }
        assert!(!expected.is_empty(), "{text}");
        assert_eq!(format!("{:?}", kept.trace), format!("{expected:?}"), "{text}");
        assert_eq!(format!("{:?}", kept.value), format!("{:?}", whole.value), "{text}");
        assert_eq!(kept.diagnostics, whole.diagnostics, "{text}");
    }
}
