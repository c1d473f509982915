//! Evaluates the expressions in the bodies of a module, as `fill` requests them.

use std::sync::Arc;

use hclx_core::{Rules, Value};
use hclx_diag::{
    Batch, Certainty, Code, Diagnostic, Findings, Fix, Ordered, Severity, SourceId, TextRange,
    code_names as codes,
};
use hclx_eval::type_syntax::{TypeOptions, parse_type};
use hclx_eval::{
    Approximation, Budget, Environment, FunctionTable, Host, Names, Patterns, Policy, Scope, evaluate,
    is_of_names,
};
use hclx_schema::{Attribute, Evaluate, Evaluated, Expression, Reading, shape};
use hclx_syntax::ast::{ExprId, ExprKind, Language, Root, TraverseKind, Tree};
use hclx_syntax::statics::{self, Reference, ReferenceKey};

use super::expression_references::Looked;
use super::records;
use super::rule::ExpressionRule;
use crate::terraform::declare::module::Module;
use crate::terraform::functions::DIALECT;
use crate::terraform::providers::configurations;
use crate::terraform::resolve::guarded::{Arm, Guards};
use crate::terraform::resolve::guarded_keys::is_asked;
use crate::terraform::resolve::references::Checker;
use crate::terraform::resolve::scope::{Context, Paths, Resolver, Zone};
use crate::terraform::resolve::{quoted, typed_references};
use crate::terraform::schemas::kind::Kind;

/// Arguments that are constants in Terraform, and arbitrary expressions in OpenTofu since 1.12.
const EVALUATED_BY_OPENTOFU: &[&str] = &["prevent_destroy"];

/// Evaluates the expressions of one block.
pub(crate) struct Judge<'a> {
    pub(crate) module: &'a Module,
    pub(crate) values: &'a [Value],
    pub(crate) children: &'a Ordered<Arc<str>, Option<Arc<Module>>>,
    pub(crate) paths: &'a Paths,
    pub(crate) rules: &'static [&'static dyn ExpressionRule],
    /// The provider functions that the module calls.
    pub(crate) functions: Option<&'a FunctionTable>,
    pub(crate) host: &'a dyn Host,
    pub(crate) patterns: &'a Patterns,
    pub(crate) budget: &'a Budget,
    pub(crate) context: Context,
    /// Parts of the block in which other names are in scope.
    pub(crate) zones: Vec<(TextRange, Zone)>,
    /// Expressions that were already evaluated: `count`, `for_each`.
    pub(crate) settled: Vec<(ExprId, Value)>,
    /// Set if the module is judged as OpenTofu.
    pub(crate) is_tofu: bool,
    /// Set if the values come from a call.
    pub(crate) is_call: bool,
    /// Set if variables have values that were given to a root module.
    pub(crate) is_given: bool,
    /// The places where precision was lost.
    pub(crate) approximations: Vec<Approximation>,
}

impl Judge<'_> {
    /// Evaluates an expression, and returns its value with all findings.
    pub(crate) fn expression(
        &mut self,
        tree: &Tree,
        source: SourceId,
        expr: ExprId,
        iterators: &[(Arc<str>, Value)],
    ) -> Evaluated {
        let range = tree.expr(expr).range;
        let zone =
            self.zones.iter().rev().find(|(zone, _)| zone.start <= range.start && range.end <= zone.end);
        let before = self.context.zone;
        self.context.zone = zone.map_or(before, |(_, zone)| *zone);
        let evaluated = self.in_zone(tree, source, expr, iterators);
        self.context.zone = before;
        if self.module.is_broken_behind(tree, source, range) {
            // the intended value is unknown
            return Evaluated { value: Value::dynamic(), diagnostics: Vec::new() };
        }
        evaluated
    }

    fn in_zone(
        &mut self,
        tree: &Tree,
        source: SourceId,
        expr: ExprId,
        iterators: &[(Arc<str>, Value)],
    ) -> Evaluated {
        let mut findings = Findings::new();
        let mut said: Vec<TextRange> = Vec::new();
        let checker = self.checker();
        let check = |reference: &Reference| checker.check(reference, source);
        let look = || Looked::at(tree, expr, |mention| checker.is_always_good(mention));
        // a module is called often; the tree of a JSON string has ids of its own
        let is_of_file = matches!(tree.root(), Root::Body(_));
        let is_kept = self.is_call && is_of_file;
        let is_destroyed = self.context.zone == Zone::Destroy;
        let (known, fresh);
        let all: &Looked<'_> = if is_of_file && !is_destroyed && self.module.of_values.contains(source, expr)
        {
            &Looked::NONE
        } else if is_kept {
            known =
                records::kept(self.module).references((source, expr), || look().checked(check).into_owned());
            &known
        } else {
            fresh = look();
            &fresh
        };
        let own = |reference: &&Reference| !iterators.iter().any(|(name, _)| **name == *reference.root);
        let references = || all.references.iter().filter(own);
        if !is_kept || all.is_wrong {
            for reference in references() {
                if let Some(finding) = check(reference) {
                    said.push(reference.range());
                    let finding = of_iterator(reference, iterators, source, finding);
                    findings.push(self.hidden_by_try(tree, reference, finding, source));
                }
            }
        }
        let resolver = self.resolver();
        let env = self.environment(&resolver);
        let mut scope = Scope::root();
        for (name, value) in iterators {
            scope.define(name.clone(), value.clone());
        }
        // a comparison that is always false in one call may be true in others
        let comparisons = !self.is_call && self.rules.iter().any(|rule| rule.is_worth_a_look(tree, expr));
        let outcome = evaluate(tree, source, expr, &scope, &Environment { comparisons, ..env }, self.budget);
        if comparisons && !outcome.has_errors() {
            findings.extend(self.rules.iter().flat_map(|rule| rule.judge(tree, source, &outcome.trace)));
        }
        // an invalid reference is already reported
        let repeated = |one: &Diagnostic| {
            one.span.is_some_and(|span| said.iter().any(|range| overlap(*range, span.range)))
        };
        let excused = |one: &Diagnostic| {
            one.code == codes::ARMS_DIFFER
                && typed_references::may_be_absent(self.module, self.values, references(), one, source)
        };
        let kept = |one: &Diagnostic| !repeated(one) && !excused(one);
        if !outcome.diagnostics.is_empty() {
            let found = outcome.diagnostics.into_iter().filter(kept).collect();
            findings.extend(self.certain((tree, source, expr), iterators, found, &said));
        }
        let mut batch = Batch::from(findings);
        for reference in references() {
            let Some(finding) = typed_references::no_attribute(self.module, self.values, reference, source)
            else {
                continue;
            };
            let covers = |one: &Diagnostic| one.span.is_some_and(|at| overlap(at.range, reference.range()));
            if !batch.iter().any(|one| one.is_error() && covers(one)) {
                batch = batch.without(covers).and([finding]);
            }
        }
        self.approximations.extend(outcome.approximations);
        Evaluated { value: outcome.value, diagnostics: batch.into_vec() }
    }

    /// Reduces findings in guarded code to warnings, unless they hold for all values: the author may know
    /// more.
    fn certain(
        &self,
        (tree, source, expr): (&Tree, SourceId, ExprId),
        iterators: &[(Arc<str>, Value)],
        found: Vec<Diagnostic>,
        said: &[TextRange],
    ) -> Vec<Diagnostic> {
        if found.iter().all(|one| one.certainty == Certainty::Must) {
            return found;
        }
        let resolver = Resolver { types_only: true, ..self.resolver() };
        let env = self.environment(&resolver);
        let mut scope = Scope::root();
        for (name, _) in iterators {
            scope.define(name.clone(), Value::dynamic());
        }
        let by_types = evaluate(tree, source, expr, &scope, &env, self.budget).diagnostics;
        let guards = self.guards(tree, source);
        let holds = |one: &Diagnostic, place: TextRange| {
            let same = |other: &Diagnostic| other.span == one.span && other.code == one.code;
            let by_values = || {
                is_asked(self.module, &guards, tree, place, one.code)
                    || guards.is_guarded_round(place)
                    || is_about_arguments(one.code)
                    || is_about_null(one.code)
                    || guards.is_constant(tree, place)
            };
            by_types.iter().any(same)
                && !has_computed_key(tree, expr, place)
                && (is_of_names(one.code) || !by_values())
        };
        // the outcome of an invalid condition is unknown
        let wrong: Vec<TextRange> = found
            .iter()
            .filter(|one| one.is_error() && one.certainty == Certainty::Must)
            .filter_map(|one| Some(one.span?.range))
            .chain(said.iter().copied())
            .collect();
        let is_open = |place: TextRange| {
            let mut conditions = guards.conditions(place).map(|arm| tree.expr(arm.condition).range);
            !wrong.is_empty() && conditions.any(|around| wrong.iter().any(|one| overlap(*one, around)))
        };
        let kept = |one: Diagnostic| {
            let Some(place) = one.span.map(|span| span.range) else { return Some(one) };
            match one.certainty {
                Certainty::Must => Some(one),
                Certainty::May if !is_of_names(one.code) && is_open(place) => None,
                // constants of the module show that it never runs; only references are checked before
                Certainty::May
                    if is_evaluated(one.code) && self.never_runs((tree, source), &guards, place) =>
                {
                    let told = Diagnostic { severity: Severity::Warning, ..one };
                    holds(&told, place)
                        .then(|| told.help("the condition is constant, so this is never evaluated"))
                }
                Certainty::May if holds(&one, place) => {
                    Some(Diagnostic { severity: Severity::Error, certainty: Certainty::Must, ..one })
                }
                Certainty::May => (!guards.is_guarded(place)).then_some(one),
            }
        };
        found.into_iter().filter_map(kept).collect()
    }

    /// Returns `true` if a condition excludes a place in every run, because it depends on no variable.
    fn never_runs(&self, (tree, source): (&Tree, SourceId), guards: &Guards, place: TextRange) -> bool {
        let resolver = self.resolver();
        let env = self.environment(&resolver);
        let truth = |condition: ExprId| {
            let value = evaluate(tree, source, condition, &Scope::root(), &env, self.budget).value;
            value.unmark_deep().0.as_bool()
        };
        let excludes = |arm: Arm| arm.runs_if.is_some_and(|wanted| truth(arm.condition) == Some(!wanted));
        !self.is_call && !self.is_given && guards.conditions(place).any(excludes)
    }

    /// The guarded code of a tree, computed once per file.
    fn guards(&self, tree: &Tree, source: SourceId) -> Arc<Guards> {
        match tree.root() {
            Root::Body(_) => records::kept(self.module).guards(source, || Guards::of(tree)),
            Root::Expr(_) => Arc::new(Guards::of(tree)),
        }
    }

    /// Reports missing instances and outputs of modules inside `try` and `can`. Unlike other references,
    /// these are evaluated, so the failure is caught, and the code never works as intended.
    fn hidden_by_try(
        &self,
        tree: &Tree,
        reference: &Reference<'_>,
        finding: Diagnostic,
        source: SourceId,
    ) -> Diagnostic {
        let evaluated = [codes::INSTANCE_KEY, codes::NO_ATTRIBUTE].contains(&finding.code);
        let is_tried = || self.guards(tree, source).is_tried(reference.range());
        if &*reference.root != "module" || !evaluated || !is_tried() {
            return finding;
        }
        let finding = Diagnostic { severity: Severity::Warning, certainty: Certainty::May, ..finding };
        finding.help("always fails, which `try` and `can` hide")
    }

    /// Evaluates an expression with other names than those of the module.
    pub(crate) fn value_by(&self, names: &dyn Names, tree: &Tree, source: SourceId, expr: ExprId) -> Value {
        evaluate(tree, source, expr, &Scope::root(), &self.environment(names), self.budget).value
    }

    pub(crate) fn checker(&self) -> Checker<'_> {
        // results for one call are reused for others
        let values = if self.is_call { &[] } else { self.values };
        Checker { module: self.module, children: self.children, values, context: &self.context }
    }

    pub(crate) fn resolver(&self) -> Resolver<'_> {
        let Judge { module, values, context, paths, .. } = self;
        // code that never runs with the given values cannot fail because of them
        let types_only = context.is_idle && self.is_given;
        Resolver { module, values, context, paths, types_only }
    }

    fn environment<'e>(&'e self, names: &'e dyn Names) -> Environment<'e> {
        Environment {
            names: Some(names),
            provided: self.functions,
            host: self.host,
            patterns: Some(self.patterns),
            unknown_names: Policy::Unknown,
            // since 1.12, the right operand is not evaluated if the left one decides
            rules: Rules { eager_logic: false, ..DIALECT.rules },
            ..Environment::of(&DIALECT)
        }
    }

    /// The value of the smallest expression at a place; iterators of blocks are unknown.
    pub(crate) fn at(&self, tree: &Tree, source: SourceId, offset: u32) -> Option<Value> {
        let resolver = self.resolver();
        let env = self.environment(&resolver);
        let found = hclx_analysis::value_at(tree, source, offset, &Scope::root(), &env, self.budget);
        found.map(|(_, value)| value)
    }

    fn constant(&self, expression: &Expression<'_>) -> Evaluated {
        let Expression { tree, source, expr, name, .. } = *expression;
        let env = Environment { rules: DIALECT.rules, ..Environment::without_names() };
        let outcome = evaluate(tree, source, expr, &Scope::root(), &env, self.budget);
        let told = |finding: Diagnostic| {
            if finding.code != codes::UNKNOWN_NAME && finding.code != codes::UNKNOWN_FUNCTION {
                return finding;
            }
            let message = format!("`{name}` must be constant: it is needed before evaluation");
            Diagnostic { code: codes::NOT_CONSTANT, message, help: Vec::new(), fixes: Vec::new(), ..finding }
        };
        Evaluated { value: outcome.value, diagnostics: outcome.diagnostics.into_iter().map(told).collect() }
    }

    /// Checks references that are not evaluated.
    fn referred(&self, expression: &Expression<'_>, elements: &[ExprId]) -> Vec<Diagnostic> {
        let Expression { tree, source, .. } = *expression;
        let checker = self.checker();
        let found = elements.iter().filter_map(|element| quoted::any_reference(tree, source, *element));
        found.filter_map(|reference| checker.check_whole(&reference, source)).collect()
    }
}

/// Suggests the iterator of a `dynamic` block, which is easily forgotten in its content.
fn of_iterator(
    reference: &Reference<'_>,
    iterators: &[(Arc<str>, Value)],
    source: SourceId,
    finding: Diagnostic,
) -> Diagnostic {
    let attribute = match reference.steps.first().map(|step| &step.kind) {
        Some(ReferenceKey::Attr(name)) if name == "key" || name == "value" => name,
        _ => return finding,
    };
    let Some((name, _)) = iterators.last().filter(|_| finding.code == codes::UNKNOWN_NAME) else {
        return finding;
    };
    let place = reference.root_range.in_source(source);
    Diagnostic { help: Vec::new(), fixes: Vec::new(), ..finding }
        .help(format!("use `{name}.{attribute}`: the iterator of this `dynamic` block is `{name}`"))
        .fix(Fix::suggested(format!("write `{name}`"), place, &**name))
}

/// Returns `true` if a place in an expression is a step `[…]` with a computed key: the existence of such a
/// key may have been tested.
fn has_computed_key(tree: &Tree, expr: ExprId, place: TextRange) -> bool {
    let is_literal = |key: ExprId| matches!(tree.expr(key).kind, ExprKind::Number | ExprKind::String(_));
    tree.inside(expr).any(|part| match tree.expr(part).kind {
        ExprKind::Traversal { steps, .. } => tree.slice(steps).iter().any(|step| match step.kind {
            TraverseKind::Index(key) => step.range == place && !is_literal(key),
            _ => false,
        }),
        ExprKind::Splat { full: true, each, .. } => tree.splat_marker(each) == place,
        _ => false,
    })
}

/// Returns `true` for codes about a function's arguments, which depend on values and files.
fn is_about_arguments(code: Code) -> bool {
    code.id().starts_with("HX4") && !is_of_names(code)
}

/// Returns `true` for codes that evaluation reports, unlike undeclared names.
fn is_evaluated(code: Code) -> bool {
    !is_of_names(code) || code.id().starts_with("HX4")
}

/// Returns `true` for codes about null: types do not determine nullness, and a surrounding condition may have
/// tested it.
fn is_about_null(code: Code) -> bool {
    [codes::NULL_OPERAND, codes::SPLAT_OF_NULL].contains(&code)
}

fn overlap(a: TextRange, b: TextRange) -> bool {
    a.start < b.end && b.start < a.end
}

impl Evaluate for Judge<'_> {
    fn rules(&self) -> &Rules {
        &DIALECT.rules
    }

    fn is_constant(&self, attribute: &Attribute) -> bool {
        let is_evaluated = self.is_tofu && EVALUATED_BY_OPENTOFU.contains(&&*attribute.name);
        attribute.reading == Reading::Literal && !is_evaluated
    }

    fn is_one_run(&self) -> bool {
        self.is_call
    }

    fn evaluate(&mut self, expression: &Expression<'_>) -> Evaluated {
        if let Some((_, value)) = self.settled.iter().find(|(expr, _)| *expr == expression.expr) {
            return Evaluated::good(value.clone());
        }
        if expression.attribute.is_some_and(|attribute| self.is_constant(attribute)) {
            return self.constant(expression);
        }
        let Expression { tree, source, expr, iterators, runs, .. } = *expression;
        if runs {
            return self.expression(tree, source, expr, iterators);
        }
        // findings that depend on values are dropped
        let Evaluated { value, diagnostics } = self.expression(tree, source, expr, iterators);
        let of_names = Batch::from(diagnostics).without(|one| !is_of_names(one.code));
        Evaluated { value, diagnostics: of_names.into_vec() }
    }

    fn read(&mut self, expression: &Expression<'_>, reading: Reading) -> Evaluated {
        let kind = self.context.owner.map(|owner| self.module.declaration(owner).kind);
        // the type of a variable, even of a duplicate one, was already read
        if reading == Reading::TypeExpression && kind != Some(Kind::Output) {
            return Evaluated::good(Value::dynamic());
        }
        if reading == Reading::TypeExpression && kind == Some(Kind::Output) {
            let Expression { tree, source, expr, .. } = *expression;
            let options = TypeOptions { rules: DIALECT.rules, ..TypeOptions::with_defaults() };
            let diagnostics = parse_type(tree, source, expr, &options).diagnostics;
            return Evaluated { value: Value::dynamic(), diagnostics };
        }
        let mut evaluated = shape(expression, reading);
        let Expression { tree, source, expr, iterators, name, .. } = *expression;
        if reading == Reading::StaticReference && name == "provider" {
            if let Some((.., key)) = configurations::chosen(tree, expr) {
                let key = self.expression(tree, source, key, iterators);
                return Evaluated { value: Value::dynamic(), ..key };
            }
            let inner = statics::inner_expression(tree, source, expr);
            let is_json = tree.language() == Language::Json;
            let is_chosen = inner
                .is_some_and(|(inner, root, _)| is_json && configurations::chosen(&inner, root).is_some());
            if is_chosen {
                return Evaluated::good(Value::dynamic());
            }
        }
        let elements: &[ExprId] = match reading {
            Reading::ReferenceList => statics::as_list(tree, expr).unwrap_or_default(),
            Reading::StaticReference => &[expr],
            _ => return evaluated,
        };
        let quoted = elements.iter().filter_map(|one| quoted::warning(tree, source, *one));
        let quoted: Vec<Diagnostic> = quoted.collect();
        if !quoted.is_empty()
            && elements.iter().all(|one| quoted::any_reference(tree, source, *one).is_some())
        {
            evaluated.diagnostics = quoted;
        }
        if reading == Reading::ReferenceList && !evaluated.diagnostics.iter().any(Diagnostic::is_error) {
            evaluated.diagnostics.extend(self.referred(expression, elements));
        }
        evaluated
    }
}
