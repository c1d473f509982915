//! Validation rules of variables.

use std::sync::Arc;

use hclx_analysis::describe::{Fact, Rule};
use hclx_analysis::graph::{self, NodeId};
use hclx_core::{Refiner, Type, Value};
use hclx_diag::{Certainty, Diagnostic, Report, Span, TextRange, code_names as codes};
use hclx_schema::{Filled, FilledAttribute, FilledBlock};
use hclx_syntax::ast::{BinaryOp, ExprId, Tree};
use hclx_syntax::statics::ReferenceKey;

use super::evaluation::marked;
use super::implied_facts::{ImpliedFacts, Lifter};
use super::instance::Instance;
use super::known_conditions::{self, WithNull};
use super::normal_form;
use crate::terraform::declare::declaration::{BlockSource, Declaration};
use crate::terraform::functions::DIALECT;
use crate::terraform::resolve::scope::Context;
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;

/// Checks the block of a variable with its value, and narrows an unknown value by the rules.
pub(crate) fn judge(
    instance: &mut Instance<'_>,
    node: Option<NodeId>,
    declaration: &Declaration,
    value: &Value,
) -> Option<Value> {
    let variable = declaration.variable.as_ref()?;
    let context = Context { owner: node, ..Context::default() };
    let mut narrowed = value.clone();
    for written in std::iter::once(&declaration.written).chain(&declaration.overrides) {
        let filled = instance.body(written, &schemas::variable(), context.clone(), Vec::new());
        let rules: Vec<&FilledBlock<'_>> = filled.body.blocks("validation").collect();
        for rule in &rules {
            speaks_of_itself(instance, declaration, written, rule);
        }
        let is_null = never_decides(instance, written, &rules);
        if node.is_some() && (value.is_known() || instance.inputs.is_call) {
            for (message, place, _) in refused(written, &filled) {
                let what = format!("invalid value for `{}`: {message}", declaration.name);
                let finding = Diagnostic::error(codes::VALIDATION_FAILED, place, what)
                    .also(declaration.name_span, "declared here");
                instance.findings.push(finding);
            }
        }
        if let (Some(default), Some(node), false) = (&variable.default, node, rules.is_empty())
            && !instance.inputs.is_call
            && !is_null
            && default.is_known()
        {
            with_default(instance, node, declaration, written, marked(default.clone(), variable));
        }
        if refuses_null(instance, node, written, &filled, &narrowed) {
            narrowed = hclx_core::narrow::narrowed(narrowed, Refiner::not_null);
        }
        narrowed = told(instance, declaration, written, &filled, narrowed);
    }
    (!value.is_known()).then_some(narrowed)
}

/// Returns `true` if the rules of a variable accept its value, regardless of the other variables.
pub(crate) fn accepts(instance: &mut Instance<'_>, node: NodeId, declaration: &Declaration) -> bool {
    let context = Context { owner: Some(node), ..Context::default() };
    std::iter::once(&declaration.written).chain(&declaration.overrides).all(|written| {
        let filled = instance
            .quietly(|instance| instance.body(written, &schemas::variable(), context.clone(), Vec::new()));
        filled.body.blocks("validation").all(|rule| {
            let condition = rule.body.attribute("condition").filter(|one| one.good);
            condition.is_some_and(|one| one.value.clone().unmark_deep().0.as_bool() == Some(true))
        })
    })
}

/// Reports a condition that is null for every value; returns `true` if there is one.
fn never_decides(instance: &mut Instance<'_>, written: &BlockSource, rules: &[&FilledBlock<'_>]) -> bool {
    let conditions = rules.iter().filter_map(|rule| rule.body.attribute("condition"));
    let is_null = |condition: &&FilledAttribute<'_>| condition.good && condition.value.is_null();
    let all: Vec<_> = conditions.filter(is_null).collect();
    for condition in all.iter().filter(|_| !instance.inputs.is_call) {
        let message = "`condition` is null; it must be true or false";
        let place = written.expr_span(condition.view.value);
        instance.findings.push(Diagnostic::error(codes::VALIDATION_FAILED, place, message));
    }
    !all.is_empty()
}

/// Returns `true` if the conditions reject null, because one of them fails for it or is false.
fn refuses_null(
    instance: &mut Instance<'_>,
    node: Option<NodeId>,
    written: &BlockSource,
    filled: &Filled<'_>,
    value: &Value,
) -> bool {
    let Some(node) = node.filter(|_| !value.is_known() && !value.definitely_not_null()) else { return false };
    let conditions = filled.body.blocks("validation").filter_map(|rule| rule.body.attribute("condition"));
    let conditions: Vec<ExprId> = conditions.filter(|rule| rule.good).map(|rule| rule.view.value).collect();
    // the conditions are evaluated with null, because this covers every form that a condition may have
    let null = Value::null(value.ty().clone()).with_marks(value.marks());
    let value = std::mem::replace(&mut instance.values[node.index()], null);
    let tree = &*written.parsed.tree;
    let of = |expr: ExprId| {
        let mut judge = instance.judge(Context { owner: Some(node), ..Context::default() });
        let evaluated = judge.value(written.expression(expr), &[]);
        let errors = || evaluated.diagnostics.iter().filter(|one| one.is_error());
        let truth = evaluated.value.clone().unmark_deep().0;
        match errors().next() {
            // if a limit is exceeded, the result is unknown
            Some(_) if errors().any(|one| one.code.is_limit()) => WithNull::Open,
            Some(_) => WithNull::Fails,
            None if truth.is_null() || truth.as_bool() == Some(false) => WithNull::False,
            None => WithNull::Open,
        }
    };
    let refuses =
        conditions.into_iter().any(|rule| known_conditions::with_null(tree, rule, &of) != WithNull::Open);
    instance.values[node.index()] = value;
    refuses
}

/// Narrows an unknown value by the conditions.
fn told(
    instance: &Instance<'_>,
    declaration: &Declaration,
    written: &BlockSource,
    filled: &Filled<'_>,
    value: Value,
) -> Value {
    if value.is_known() {
        return value;
    }
    let conditions = filled.body.blocks("validation").filter_map(|rule| rule.body.attribute("condition"));
    let good = conditions.filter(|condition| condition.good);
    let lifted = good.map(|condition| lifted(instance, declaration, written, condition.view.value));
    let facts: Vec<Fact> = lifted.flat_map(|lifted| lifted.facts).collect();
    known_conditions::narrow(value, &facts, &DIALECT.rules)
}

/// The value of an expression that is the same in every run; `None` if a part of it is unknown.
pub(crate) fn constant(instance: &Instance<'_>, written: &BlockSource, expr: ExprId) -> Option<Value> {
    // an expression with variables differs between runs
    let references = graph::references(&written.parsed.tree, expr);
    if references.iter().any(|reference| reference.root != "local") {
        return None;
    }
    whole_value(instance, written, expr)
}

/// The value of an expression, if it is wholly known and has no findings.
fn whole_value(instance: &Instance<'_>, written: &BlockSource, expr: ExprId) -> Option<Value> {
    let mut judge = instance.judge(Context::default());
    let evaluated = judge.value(written.expression(expr), &[]);
    let value = evaluated.value.unmark_deep().0;
    (value.is_wholly_known() && evaluated.diagnostics.is_empty()).then_some(value)
}

/// The value of an expression if all variables in it have their defaults; `None` if it is still partly unknown.
pub(crate) fn by_defaults(instance: &mut Instance<'_>, written: &BlockSource, expr: ExprId) -> Option<Value> {
    let mut defaults = Vec::new();
    for reference in graph::references(&written.parsed.tree, expr) {
        if reference.root != "var" {
            continue;
        }
        let (node, declaration) = instance.module.get(Kind::Variable, "", reference.attribute(0)?)?;
        let default = declaration.variable.as_ref()?.default.clone()?;
        defaults.push((node, default));
    }
    let mut swap = |instance: &mut Instance<'_>| {
        for (node, value) in &mut defaults {
            std::mem::swap(&mut instance.values[node.index()], value);
        }
        defaults.reverse();
    };
    swap(instance);
    let value = whole_value(instance, written, expr);
    swap(instance);
    value
}

/// The facts of a condition of a variable.
fn lifted(
    instance: &Instance<'_>,
    declaration: &Declaration,
    written: &BlockSource,
    condition: ExprId,
) -> ImpliedFacts {
    let tree = &*written.parsed.tree;
    let value_of = |expr: ExprId| constant(instance, written, expr);
    let ty = declaration.variable.as_ref().map_or(&Type::ANY, |variable| &variable.ty);
    let variable = &*declaration.name;
    Lifter { tree, source: written.source, variable, ty, value_of: &value_of }.lift(condition)
}

/// The facts of all conditions of a variable; a condition that requires more than its facts is kept as source text.
pub(crate) fn facts(instance: &mut Instance<'_>, declaration: &Declaration) -> Vec<Fact> {
    let mut facts = Vec::new();
    for written in std::iter::once(&declaration.written).chain(&declaration.overrides) {
        if !written.view().mentions("validation") {
            continue;
        }
        let filled = instance
            .quietly(|instance| instance.body(written, &schemas::variable(), Context::default(), Vec::new()));
        for rule in filled.body.blocks("validation") {
            let Some(condition) = rule.body.attribute("condition") else { continue };
            let condition = condition.view.value;
            let message = rule.body.attribute("error_message").map(|it| it.value.clone().unmark_deep().0);
            let message: Option<Arc<str>> = message.as_ref().and_then(Value::as_str).map(Arc::from);
            let lifted = lifted(instance, declaration, written, condition);
            let own = lifted.facts.into_iter().map(|fact| Fact { message: message.clone(), ..fact });
            facts.extend(own);
            if lifted.is_partial {
                let rule = text(instance, declaration, written, condition);
                let place = written.expr_span(condition);
                let (path, admits_null, has_fallback) = (Vec::new(), true, false);
                facts.push(Fact { path, rule, admits_null, has_fallback, place, message });
            }
        }
    }
    facts
}

/// The rule for a condition that requires more than its facts.
fn text(
    instance: &Instance<'_>,
    declaration: &Declaration,
    written: &BlockSource,
    condition: ExprId,
) -> Rule {
    let tree = &*written.parsed.tree;
    let parts = normal_form::operands(tree, condition, BinaryOp::And).into_iter();
    let partial = parts.filter(|part| lifted(instance, declaration, written, *part).is_partial);
    let name = &*declaration.name;
    let terms = partial.flat_map(|part| normal_form::terms(instance.module, tree, (part, name)));
    Rule::Text {
        condition: without_comments(tree, tree.expr(condition).range).into(),
        terms: terms.collect(),
    }
}

/// The source text of a range without its comments.
fn without_comments(tree: &Tree, range: TextRange) -> String {
    let inside = |comment: &&TextRange| range.start <= comment.start && comment.end <= range.end;
    let mut text = String::new();
    let mut start = range.start;
    for comment in tree.comments().iter().filter(inside) {
        text.push_str(tree.written(TextRange::new(start, comment.start)).trim_end_matches([' ', '\t']));
        start = comment.end;
    }
    text + &tree.written(TextRange::new(start, range.end))
}

/// Checks the default against the rules of its own variable.
fn with_default(
    instance: &mut Instance<'_>,
    node: NodeId,
    declaration: &Declaration,
    written: &BlockSource,
    default: Value,
) {
    // a rule that refuses `false` demands that the caller agrees
    let is_for_callers = is_left_open(&default) || default == Value::FALSE;
    let value = std::mem::replace(&mut instance.values[node.index()], default);
    let context = Context { owner: Some(node), ..Context::default() };
    let (filled, batch) =
        instance.trial(|instance| instance.body(written, &schemas::variable(), context, Vec::new()));
    instance.values[node.index()] = value;
    let Some(place) = declaration.variable.as_ref().and_then(|variable| variable.default_span) else {
        return;
    };
    for (message, rule, truth) in refused(written, &filled) {
        if is_for_callers && truth == "false" {
            continue;
        }
        let what = format!("the default of `{}` fails its own validation: {message}", declaration.name);
        let finding = Diagnostic::warning(codes::DEFAULT_REFUSED, place, what)
            .also(rule, format!("this condition is {truth} for the default"))
            .also(declaration.written.place(), "declared here");
        instance.findings.push(finding);
    }
    if !is_for_callers {
        with_other_defaults(instance, declaration, written, &filled);
    }
    let conditions = filled.body.blocks("validation").filter_map(|rule| rule.body.attribute("condition"));
    for condition in conditions {
        let rule = written.expr_span(condition.view.value);
        let is_here = |one: &&Diagnostic| {
            let is_certain = one.is_error() && one.certainty == Certainty::Must;
            is_certain && one.span.is_some_and(|span| rule.contains(span))
        };
        // failures that also occur for other values are reported without the default
        let is_of_rule = |said: &Diagnostic| said.is_error() && said.span.is_some_and(|at| rule.contains(at));
        let is_said =
            |one: &Diagnostic| instance.findings.iter().any(|said| said.span == one.span || is_of_rule(said));
        let Some(failure) = batch.iter().find(is_here).filter(|one| !is_said(one)).cloned() else { continue };
        let what =
            format!("a validation of `{}` fails for its default: {}", declaration.name, failure.message);
        let finding = Diagnostic::warning(codes::DEFAULT_REFUSED, place, what)
            .also(failure.span.unwrap_or(rule), "this fails for the default")
            .also(declaration.written.place(), "declared here");
        instance.findings.push(Diagnostic { help: failure.help, ..finding });
    }
}

/// Returns `true` for a default without any value, which a rule rejects on purpose so that callers must set one.
pub(crate) fn is_left_open(default: &Value) -> bool {
    match default.as_str() {
        Some(text) => text.is_empty(),
        None if default.is_null() || default.length() == Some(0) => true,
        None => {
            let mut parts = default.iter_entries().map(|(_, part)| part).peekable();
            parts.peek().is_some() && parts.all(|part| hclx_diag::grow(|| is_left_open(part)))
        }
    }
}

/// Checks the default against rules that also depend on other variables, provided that these have their defaults.
fn with_other_defaults(
    instance: &mut Instance<'_>,
    declaration: &Declaration,
    written: &BlockSource,
    filled: &Filled<'_>,
) {
    let default = declaration.variable.as_ref().and_then(|variable| variable.default_span);
    let Some(place) = default.filter(|_| instance.inputs.values.is_empty()) else { return };
    for rule in filled.body.blocks("validation") {
        let condition = rule
            .body
            .attribute("condition")
            .filter(|condition| condition.good && !condition.value.is_known());
        let Some(condition) = condition else { continue };
        let expr = condition.view.value;
        let references = graph::references(&written.parsed.tree, expr);
        let others = references.iter().filter_map(|reference| reference.attribute(0));
        let others = others.filter_map(|name| instance.module.get(Kind::Variable, "", name));
        let is_other_open =
            others.filter_map(|(_, other)| other.variable.as_ref()?.default.as_ref()).any(is_left_open);
        let is_refused =
            by_defaults(instance, written, expr).and_then(|value| value.as_bool()) == Some(false);
        if is_other_open || !is_refused {
            continue;
        }
        let what = format!(
            "the default of `{}` fails its own validation beside the defaults of other variables",
            declaration.name
        );
        let finding = Diagnostic::warning(codes::DEFAULT_REFUSED, place, what)
            .also(written.expr_span(expr), "this condition is false for the defaults")
            .also(declaration.written.place(), "declared here");
        instance.findings.push(finding);
    }
}

/// The violated rules: their messages, the places of the conditions, and their kinds.
fn refused(written: &BlockSource, filled: &Filled<'_>) -> Vec<(String, Span, &'static str)> {
    let mut found = Vec::new();
    for rule in filled.body.blocks("validation") {
        let Some(condition) = rule.body.attribute("condition") else { continue };
        let value = condition.value.clone().unmark_deep().0;
        if value.as_bool() != Some(false) && !value.is_null() {
            continue;
        }
        let truth = if value.is_null() { "null" } else { "false" };
        // the message of a null condition is never printed
        let message = rule.body.attribute("error_message").filter(|_| !value.is_null()).and_then(|it| {
            let value = it.value.clone().unmark_deep().0;
            value.as_str().map(|text| text.trim_end_matches('.').to_owned())
        });
        let message = message.unwrap_or_else(|| format!("the condition is {truth}"));
        found.push((message, written.expr_span(condition.view.value), truth));
    }
    found
}

/// Reports a condition that does not refer to its variable.
fn speaks_of_itself(
    instance: &mut Instance<'_>,
    declaration: &Declaration,
    written: &BlockSource,
    rule: &FilledBlock<'_>,
) {
    // an error in the condition is already reported
    let Some(condition) = rule.body.attribute("condition").filter(|condition| condition.good) else { return };
    let references = graph::references(&written.parsed.tree, condition.view.value);
    // an undeclared name may be a misspelling of the variable, which is already reported
    let means =
        |name: &str| *name == *declaration.name || instance.module.get(Kind::Variable, "", name).is_none();
    let speaks = references.iter().any(|reference| {
        reference.root == "var"
            && reference.steps.first().is_some_and(|step| match &step.kind {
                ReferenceKey::Attr(name) => means(name),
                _ => false,
            })
    });
    // an invalid name is already reported, and may be a misspelling of the variable
    let place = written.expr_span(condition.view.value);
    let is_said = instance.findings.iter().any(|one| {
        let inside = |span: Span| place.contains(span);
        let of_names = [codes::NOT_IN_SCOPE, codes::REFERENCE_FORM, codes::UNKNOWN_NAME];
        one.is_error() && of_names.contains(&one.code) && one.span.is_some_and(inside)
    });
    if speaks || is_said || instance.module.is_broken(written.source, condition.view.range) {
        return;
    }
    let message = format!("the condition must refer to `var.{}`", declaration.name);
    // without a label of the variable, because a given value is not the cause
    instance.findings.push(Diagnostic::error(codes::VALIDATION_FAILED, place, message));
}
