//! Laws that hold for every input: examples of functions, notation that parses back, soundness for unknown
//! values, limits instead of crashes.

mod agreement;
mod breaking;
mod calls;
mod charges;
mod costs;
mod documentation;
mod findings;
mod function_limits;
mod functions;
mod limits;
mod notation;
mod programs;
mod soundness;
mod trees;
mod unused;

use std::sync::Arc;

use hclx_diag::SourceId;
use hclx_eval::{Budget, Environment, Outcome, Scope, evaluate};
use hclx_syntax::ast::Root;

const SOURCE: SourceId = SourceId(0);

/// Evaluates an expression; one that does not parse fails the test.
fn eval_in(src: &str, scope: &Scope<'_>, env: &Environment<'_>, budget: &Budget) -> Outcome {
    let parsed = hclx_syntax::parse_expression(SOURCE, Arc::from(src.as_bytes()));
    assert!(parsed.diagnostics.is_empty(), "{src}: {:?}", parsed.diagnostics);
    let Root::Expr(expr) = parsed.tree.root() else { panic!("{src}: an expression has no body") };
    evaluate(&parsed.tree, SOURCE, expr, scope, env, budget)
}

/// Evaluates an expression in plain HCL without names.
fn eval(src: &str) -> Outcome {
    let dialect = hclx_languages::dialect("hcl").expect("a dialect");
    eval_in(src, &Scope::root(), &Environment::of(dialect), &Budget::default())
}
