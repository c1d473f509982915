//! Expressions and templates, under rules that must reproduce the reference implementation.

use std::collections::BTreeMap;
use std::sync::Arc;

use hclx_diag::{Diagnostic, SourceId};
use hclx_eval::{Budget, Environment, Outcome, Scope, evaluate};
use hclx_syntax::ast::Root;
use hclx_testkit::{Tally, Vector, vectors};
use serde_json::Value as Json;

use crate::{error_spans, first_error, has_error, listed, value_json};

const SOURCE: SourceId = SourceId(0);

#[test]
fn expressions() {
    run("cty/eval.jsonl", include_str!("exceptions_eval.txt"));
}

#[test]
fn operations() {
    run("cty/ops.jsonl", include_str!("exceptions_ops.txt"));
}

/// The locations of first errors, and the number of lines that need a missing function.
#[derive(Default)]
struct Counts {
    placed: usize,
    misplaced: Vec<String>,
    methods: usize,
    missing: BTreeMap<String, usize>,
}

fn run(file: &str, exceptions: &str) {
    let mut tally = Tally::new("exact evaluation").except_lines(exceptions);
    let mut counts = Counts::default();
    for vector in vectors(file) {
        if vector["method"].is_string() {
            // Methods of values are tested in the crate below.
            counts.methods += 1;
            continue;
        }
        if let Some(function) = missing_function(&vector) {
            *counts.missing.entry(function).or_default() += 1;
            continue;
        }
        tally.run(&vector, || judge(&vector, &mut counts));
    }
    let places = counts.placed + counts.misplaced.len();
    println!("{file}: {} lines are of methods", counts.methods);
    println!("{file}: lines of functions that do not exist yet: {:?}", counts.missing);
    println!("{file}: {} of {places} first errors start where the reference's does", counts.placed);
    for line in &counts.misplaced {
        println!("  elsewhere: {line}");
    }
    tally.finish();
    assert!(counts.missing.is_empty(), "every function of the library exists");
    assert!(counts.placed * 100 >= places * 95, "95 % of first errors are where the reference's do");
}

/// A function of the reference's library that is missing in the table.
pub(crate) fn missing_function(vector: &Vector) -> Option<String> {
    let library: Json = serde_json::from_str(include_str!("library.json")).expect("a list of names");
    let known = hclx_eval::functions::reference();
    let calls = vector["calls"].as_array()?;
    let names = calls.iter().filter_map(Json::as_str);
    let in_library = |name: &&str| library.as_array().is_some_and(|list| list.iter().any(|own| own == name));
    names.filter(in_library).find(|name| known.get(name).is_none()).map(str::to_owned)
}

fn source(vector: &Vector) -> Vec<u8> {
    match vector["src_hex"].as_str() {
        Some(hex) => (0..hex.len() / 2)
            .map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).expect("hexadecimal digits"))
            .collect(),
        None => vector.str("src").as_bytes().to_vec(),
    }
}

/// The outcome of a line; `None` if it does not parse.
pub(crate) fn outcome(vector: &Vector, env: &Environment<'_>) -> (Option<Outcome>, Vec<Diagnostic>) {
    let bytes: Arc<[u8]> = source(vector).into();
    let template = vector["mode"] == "template";
    let parsed = if template {
        hclx_syntax::parse_template(SOURCE, bytes)
    } else {
        hclx_syntax::parse_expression(SOURCE, bytes)
    };
    if parsed.diagnostics.iter().any(Diagnostic::is_error) {
        return (None, parsed.diagnostics);
    }
    let Root::Expr(expr) = parsed.tree.root() else { panic!("an expression has no body") };
    let mut scope = Scope::root();
    for (name, value) in vector["vars"].as_object().into_iter().flatten() {
        scope.define(name.as_str(), value_json::read(value));
    }
    let no_context = vector["mode"] == "noctx";
    let functions = if no_context { hclx_eval::functions::none() } else { env.functions };
    let env = Environment { functions, ..*env };
    (Some(evaluate(&parsed.tree, SOURCE, expr, &scope, &env, &Budget::default())), Vec::new())
}

fn judge(vector: &Vector, counts: &mut Counts) -> Result<(), String> {
    let (outcome, broken) = outcome(vector, &Environment::exact());
    let answers: Vec<&Json> = match vector["any_of"].as_array() {
        Some(list) => list.iter().collect(),
        None => vec![&vector["out"]],
    };
    let mut first = None;
    for answer in answers {
        match compare(vector, answer, outcome.as_ref(), &broken, counts) {
            Ok(()) => return Ok(()),
            Err(message) => {
                first.get_or_insert(message);
            }
        }
    }
    Err(format!("{}: {}", vector["src"], first.unwrap_or_default()))
}

fn compare(
    vector: &Vector,
    answer: &Json,
    outcome: Option<&Outcome>,
    broken: &[Diagnostic],
    counts: &mut Counts,
) -> Result<(), String> {
    let parse_failed = answer.get("parse_diags").is_some() && answer.get("result").is_none();
    let Some(outcome) = outcome else {
        return if parse_failed { Ok(()) } else { Err(format!("does not parse: {}", listed(broken))) };
    };
    if parse_failed {
        return Err("parses, but not for the reference".to_owned());
    }
    if answer.get("panic").is_some() {
        // The reference crashed, so any answer is right.
        return Ok(());
    }
    let (wanted, found) = (has_error(&answer["diags"]), outcome.has_errors());
    if wanted != found {
        let says = listed(&outcome.diagnostics);
        return Err(format!(
            "{}, found {} {says}",
            if wanted { "is an error" } else { "is right" },
            outcome.value
        ));
    }
    if wanted {
        place(vector, answer, outcome, counts);
        return Ok(());
    }
    let (wanted, found) = (without_marks_kept(&answer["result"], outcome), value_json::write(&outcome.value));
    if wanted == found { Ok(()) } else { Err(format!("must be {wanted}, found {found}")) }
}

/// Checks that the first error starts where the recorded one does.
fn place(vector: &Vector, answer: &Json, outcome: &Outcome, counts: &mut Counts) {
    let wanted = first_error(&answer["diags"]);
    let found = error_spans(&outcome.diagnostics).into_iter().next().map(|span| u64::from(span.range.start));
    if wanted == found {
        counts.placed += 1;
    } else {
        let says = listed(&outcome.diagnostics);
        counts.misplaced.push(format!("{} {}: {wanted:?}, found {says}", vector.id(), vector["src"]));
    }
}

/// The recorded value, in the order used for comparison. Where the reference loses the marks of the whole
/// value, keeping them is right.
fn without_marks_kept(result: &Json, outcome: &Outcome) -> Json {
    let mut wanted = value_json::canonical(result);
    let kept = outcome.value.marks();
    if !kept.is_empty() && wanted["value"].get("$marks").is_none() {
        let names: Vec<&str> = kept.iter().map(|name| &**name).collect();
        let value = wanted["value"].take();
        wanted["value"] = serde_json::json!({"$marks": names, "$value": value});
    }
    wanted
}
