//! Evaluates the expressions in the bodies of a module, as `fill` requests them.

use std::sync::Arc;

use hclx_analysis::graph::NodeId;
use hclx_analysis::{Snapshot, graph};
use hclx_core::{Rules, Type, TypeKind, Value};
use hclx_diag::{
    Arrange, Batch, Certainty, Code, Diagnostic, Findings, Fix, Ordered, Severity, SharedList, SourceId,
    Stage, TextRange, code_names as codes,
};
use hclx_eval::type_syntax::{TypeOptions, parse_type};
use hclx_eval::{
    Budget, Environment, NameSteps, Names, Outcome, Policy, Resolution, Scope, evaluate, is_of_names,
};
use hclx_module::{ExprRef, ExpressionContext, Expressions, Iterators, constant};
use hclx_schema::{Attribute, Evaluated, ExprMode, Expression, Site, shape};
use hclx_syntax::ast::{ExprId, ExprKind, Language, Root, TraverseKind, Tree};
use hclx_syntax::statics::{self, Reference};

use super::deprecated_reads;
use super::expression_references::ExprReferences;
use super::rule::ExpressionRule;
use super::{logic, records, splat_index};
use crate::terraform::declare::deployment::is_inner;
use crate::terraform::declare::module::Module;
use crate::terraform::files::roles::Flavor;
use crate::terraform::files::versions::RightSide;
use crate::terraform::functions::DIALECT;
use crate::terraform::providers::configurations;
use crate::terraform::resolve::guarded_keys::is_asked;
use crate::terraform::resolve::references::Checker;
use crate::terraform::resolve::scope::{Context, Paths, Resolver, Zone};
use crate::terraform::resolve::typed_references::{may_be_absent, no_instance};
use crate::terraform::resolve::{callers, quoted, typed_references};
use crate::terraform::schemas::kind::Kind;
use hclx_module::{GuardedCode, Guards};

/// Arguments that must be constant in Terraform, and may be any expression in OpenTofu since 1.12.
const EVALUATED_BY_OPENTOFU: &[&str] = &["prevent_destroy"];

/// An evaluator for the expressions of one block.
pub(crate) type Judge<'a> = hclx_module::Judge<'a, BlockNames<'a>>;

/// Resolves the names in the expressions of one block.
pub(crate) struct BlockNames<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) module: &'a Module,
    pub(crate) values: &'a SharedList<Value>,
    /// The arguments of resources without a schema, if they are used as written.
    pub(crate) arguments: &'a Ordered<NodeId, Value>,
    pub(crate) children: &'a Ordered<Arc<str>, Option<Arc<Module>>>,
    pub(crate) paths: &'a Paths,
    pub(crate) rules: &'static [&'static dyn ExpressionRule],
    pub(crate) context: Context,
    /// The zone of the block itself.
    pub(crate) zone: Zone,
    /// Parts of the block with other names in scope.
    pub(crate) zones: Vec<(TextRange, Zone)>,
    /// Expressions that were already evaluated: `count`, `for_each`.
    pub(crate) settled: Vec<(ExprId, Value)>,
    pub(crate) right_side: RightSide,
    pub(crate) flavor: Flavor,
    /// Set if the values come from a call.
    pub(crate) is_call: bool,
    /// Set if variables have values that were given to a root module.
    pub(crate) is_given: bool,
}

/// The rules of expressions in a module.
pub(crate) fn environment() -> Environment<'static> {
    // since 1.12, the right operand is not evaluated if the left one decides
    let rules = Rules { eager_logic: false, ..DIALECT.rules };
    Environment { unknown_names: Policy::Unknown, rules, ..Environment::of(&DIALECT) }
}

/// The references of an expression that may be wrong, with the findings about them.
pub(crate) struct ExprCheck<'t> {
    fresh: ExprReferences<'t>,
    /// References that are stored with the module; they replace `fresh`.
    known: Option<Arc<ExprReferences<'static>>>,
    findings: Findings,
    /// The ranges of wrong references.
    said: Vec<TextRange>,
}

impl ExprCheck<'_> {
    /// The references, except those to iterators.
    fn references<'s>(&'s self, iterators: Iterators<'s>) -> impl Iterator<Item = &'s Reference<'s>> {
        let looked: &ExprReferences<'s> = self.known.as_deref().unwrap_or(&self.fresh);
        let own =
            move |reference: &&Reference<'_>| !iterators.iter().any(|(name, _)| **name == *reference.root);
        looked.references.iter().filter(own)
    }
}

impl Names for BlockNames<'_> {
    fn resolve(&self, root: &str, steps: NameSteps<'_>) -> Option<Resolution> {
        self.resolver().resolve(root, steps)
    }
}

impl Expressions for BlockNames<'_> {
    type ReferenceCheck<'t> = ExprCheck<'t>;

    fn enter(&mut self, place: TextRange) {
        let zone = self.zones.iter().rev().find(|(zone, _)| zone.contains(place));
        self.context.zone = zone.map_or(self.zone, |(_, zone)| *zone);
    }

    fn check<'t>(&self, written: ExprRef<'t>, iterators: Iterators<'_>) -> ExprCheck<'t> {
        let ExprRef { tree, source, expr } = written;
        let checker = self.checker();
        let check = |reference: &Reference<'_>| checker.check(reference, source);
        let look = || ExprReferences::at(tree, expr, |mention| checker.is_always_good(mention));
        // a module may be called often; the tree of a JSON string has its own ids
        let is_of_file = matches!(tree.root(), Root::Body(_));
        let is_kept = self.is_call && is_of_file;
        let is_destroyed = self.context.zone == Zone::Destroy;
        let mut checked = ExprCheck {
            fresh: ExprReferences::NONE,
            known: None,
            findings: Findings::new(),
            said: Vec::new(),
        };
        if is_of_file && !is_destroyed && self.module.knows_values(source, expr) {
            return checked;
        }
        if is_kept {
            let look = || look().checked(check).into_owned();
            checked.known = Some(records::kept(self.module).references((source, expr), look));
        } else {
            checked.fresh = look();
        }
        if checked.known.as_ref().is_none_or(|known| known.is_wrong) {
            let (mut findings, mut said) = (Findings::new(), Vec::new());
            for reference in checked.references(iterators) {
                if let Some(finding) = check(reference) {
                    said.push(reference.range());
                    let finding = of_iterator(reference, iterators, source, finding);
                    let finding = of_loop(tree, reference, source, finding);
                    findings.push(self.hidden_by_try(tree, reference, finding, source));
                }
            }
            (checked.findings, checked.said) = (findings, said);
        }
        checked
    }

    fn is_compared(&self, written: ExprRef<'_>) -> bool {
        // a comparison that is always false in one call may be true in others
        !self.is_call && self.rules.iter().any(|rule| rule.is_worth_a_look(written.tree, written.expr))
    }

    fn conclude(
        &self,
        context: &ExpressionContext<'_>,
        mut checked: ExprCheck<'_>,
        outcome: Outcome,
    ) -> Evaluated {
        let ExprRef { tree, source, expr } = context.written;
        if self.module.is_broken_behind(tree, source, tree.expr(expr).range) {
            // the intended value is unknown
            return Evaluated { value: Value::dynamic(), diagnostics: Vec::new() };
        }
        let mut findings = Findings::new();
        let of_references = std::mem::take(&mut checked.findings).into_iter();
        findings.extend(of_references.map(|finding| self.unless_never_evaluated(context, &checked, finding)));
        if !outcome.trace.is_empty() && !outcome.has_errors() {
            findings.extend(self.rules.iter().flat_map(|rule| rule.judge(tree, source, &outcome.trace)));
        }
        let references = || checked.references(context.iterators);
        // an invalid reference is already reported
        let repeated = |one: &Diagnostic| {
            one.span.is_some_and(|span| checked.said.iter().any(|range| overlap(*range, span.range)))
        };
        let excused = |one: &Diagnostic| {
            one.code == codes::ARMS_DIFFER
                && may_be_absent(self.module, self.values, references(), one, context.written)
        };
        let kept = |one: &Diagnostic| !repeated(one) && !excused(one);
        if !outcome.diagnostics.is_empty() {
            let found = outcome.diagnostics.into_iter().filter(kept).collect();
            let found = self.certain(context, found, &checked.said).into_iter();
            findings.extend(match self.right_side {
                RightSide::Evaluated => found.map(|one| logic::explained(tree, expr, one)).collect(),
                _ => found.collect::<Vec<_>>(),
            });
        }
        if self.right_side == RightSide::Either && !findings.iter().any(Diagnostic::is_error) {
            let failure = logic::skipped_failure(self.module, context)
                .or_else(|| self.skipped_failure_of_default(context));
            findings.extend(failure);
        }
        let named = |one: Diagnostic| {
            let found = references().find_map(|it| no_instance(self.module, self.values, it, &one, source));
            found.unwrap_or(one)
        };
        let meant = |finding| splat_index::with_meant_index(tree, expr, finding);
        let findings: Vec<Diagnostic> = findings.into_iter().map(named).map(meant).collect();
        let mut batch = Batch::from(findings);
        if !self.is_call {
            let found = references().filter_map(|one| {
                deprecated_reads::warning((self.snapshot, self.flavor), self.module, one, source)
            });
            batch = batch.and(found.collect::<Vec<_>>());
        }
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
        Evaluated { value: outcome.value, diagnostics: batch.into_vec() }
    }

    fn is_constant(&self, attribute: &Attribute) -> bool {
        let is_evaluated =
            self.flavor == Flavor::OpenTofu && EVALUATED_BY_OPENTOFU.contains(&&*attribute.name);
        attribute.reading == ExprMode::Literal && !is_evaluated
    }

    fn is_one_run(&self) -> bool {
        self.is_call
    }

    fn apart(&self, expression: &Expression<'_>, _: &Rules, budget: &Budget) -> Option<Evaluated> {
        if let Some((_, value)) = self.settled.iter().find(|(expr, _)| *expr == expression.site.expr) {
            return Some(Evaluated::good(value.clone()));
        }
        let is_constant = expression.attribute.is_some_and(|attribute| self.is_constant(attribute));
        is_constant.then(|| literal(expression, budget))
    }

    fn holds_unevaluated(&self, finding: &Diagnostic) -> bool {
        is_of_names(finding.code)
    }

    fn read(
        judge: &mut hclx_module::Judge<'_, Self>,
        expression: &Expression<'_>,
        reading: ExprMode,
    ) -> Evaluated {
        let names = &mut judge.language;
        names.context.zone = names.zone;
        let kind = names.context.owner.map(|owner| names.module.declaration(owner).kind);
        // the type of a variable, even of a duplicate one, was already read
        if reading == ExprMode::TypeExpression && kind != Some(Kind::Output) {
            return Evaluated::good(Value::dynamic());
        }
        if reading == ExprMode::TypeExpression && kind == Some(Kind::Output) {
            let Site { tree, source, expr, .. } = expression.site;
            let options = TypeOptions { rules: DIALECT.rules, ..TypeOptions::with_defaults() };
            let diagnostics = parse_type(tree, source, expr, &options).diagnostics;
            return Evaluated { value: Value::dynamic(), diagnostics };
        }
        let mut evaluated = shape(expression, reading);
        let Expression { site: Site { tree, source, expr, name }, iterators, .. } = *expression;
        if reading == ExprMode::StaticReference && name == "provider" {
            if let Some((.., key)) = configurations::chosen(tree, expr) {
                let key = judge.value(ExprRef { tree, source, expr: key }, iterators);
                return Evaluated { value: Value::dynamic(), ..key };
            }
            let inner = statics::inner_expression(tree, source, expr);
            let is_json = tree.language() == Language::Json;
            let is_chosen = inner
                .is_some_and(|(inner, root, _)| is_json && configurations::chosen(&inner, root).is_some());
            // The key is part of a JSON string, so it is not evaluated.
            if is_chosen {
                return Evaluated::good(Value::dynamic());
            }
        }
        let elements: &[ExprId] = match reading {
            ExprMode::ReferenceList => statics::as_list(tree, expr).unwrap_or_default(),
            ExprMode::StaticReference => &[expr],
            _ => return evaluated,
        };
        let quoted = elements.iter().filter_map(|one| quoted::warning(tree, source, *one));
        let quoted: Vec<Diagnostic> = quoted.collect();
        if !quoted.is_empty()
            && elements.iter().all(|one| quoted::any_reference(tree, source, *one).is_some())
        {
            evaluated.diagnostics = quoted;
        }
        if reading == ExprMode::ReferenceList && !evaluated.diagnostics.iter().any(Diagnostic::is_error) {
            let checker = judge.language.checker();
            let found = elements.iter().filter_map(|element| quoted::any_reference(tree, source, *element));
            evaluated.diagnostics.extend(found.filter_map(|one| checker.check_whole(&one, source)));
        }
        evaluated
    }
}

/// Names of missing functions that authors call in an arm to fail with a message, because Terraform quotes the line.
const RAISING: &[&str] = &["abort", "assert", "error", "fail", "panic", "raise", "throw"];

/// The help for code in an arm that is never selected.
const NEVER_EVALUATED: &str = "the condition is constant, so this is never evaluated";

impl BlockNames<'_> {
    /// Reduces findings in guarded code to warnings, unless they apply to all values, because the author may know more.
    fn certain(
        &self,
        context: &ExpressionContext<'_>,
        found: Vec<Diagnostic>,
        said: &[TextRange],
    ) -> Vec<Diagnostic> {
        let ExprRef { tree, source, expr } = context.written;
        if found.iter().all(|one| one.certainty == Certainty::Must) {
            return found;
        }
        let resolver = Resolver { types_only: true, ..self.resolver() };
        let env = Environment { names: Some(&resolver), ..context.env };
        let mut scope = Scope::root();
        for (name, _) in context.iterators {
            scope.define(name.clone(), Value::dynamic());
        }
        let by_types = evaluate(tree, source, expr, &scope, &env, context.budget).diagnostics;
        let guards = records::guards(self.module, tree, source);
        let collection =
            |expr: ExprId| evaluate(tree, source, expr, &scope, &env, context.budget).value.ty().clone();
        let holds = |one: &Diagnostic, place: TextRange| {
            let same = |other: &Diagnostic| other.span == one.span && other.code == one.code;
            let by_values = || {
                is_asked(self.module, &guards, tree, place, one.code)
                    || guards.is_guarded_round(place) && !is_of_one_type(tree, place, &collection)
                    || is_about_arguments(one.code)
                    || is_about_null(one.code)
                    || guards.is_constant(tree, place) && !is_operand(tree, expr, place)
            };
            by_types.iter().any(same)
                && !has_computed_key(tree, expr, place)
                && (is_of_names(one.code) || is_null(tree, expr, place) || !by_values())
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
                // constants of the module show that the code never runs; before that, only references are checked
                Certainty::May if one.code == codes::NO_ATTRIBUTE && is_tested(tree, &guards, place) => None,
                Certainty::May if is_evaluated(one.code) && self.never_runs(context, &guards, place) => {
                    let told = Diagnostic { severity: Severity::Warning, ..one };
                    holds(&told, place).then(|| told.help(NEVER_EVALUATED))
                }
                // functions are only looked up where they are called
                Certainty::May if one.code == codes::UNKNOWN_FUNCTION => {
                    let name = tree.written(place);
                    (!RAISING.contains(&&*name)).then_some(one)
                }
                Certainty::May if holds(&one, place) => {
                    Some(Diagnostic { severity: Severity::Error, certainty: Certainty::Must, ..one })
                }
                Certainty::May => (!guards.is_guarded(place)).then_some(one),
            }
        };
        found.into_iter().filter_map(kept).collect()
    }

    /// Reduces an error about an output or instance of a module to a warning if a constant condition excludes it,
    /// because such references, unlike others, are only checked when they are evaluated.
    fn unless_never_evaluated(
        &self,
        context: &ExpressionContext<'_>,
        checked: &ExprCheck<'_>,
        finding: Diagnostic,
    ) -> Diagnostic {
        let Some(place) = finding.span.map(|span| span.range).filter(|_| finding.is_error()) else {
            return finding;
        };
        let is_evaluated = |reference: &Reference<'_>| {
            is_evaluated_reference(reference, &finding) && reference.range().contains(place)
        };
        let guards = records::guards(self.module, context.written.tree, context.written.source);
        let is_excluded = guards.is_guarded(place)
            && checked.references(context.iterators).any(is_evaluated)
            && self.never_runs(context, &guards, place);
        if !is_excluded {
            return finding;
        }
        let told = finding.with_severity(Severity::Warning).with_certainty(Certainty::May);
        told.help(NEVER_EVALUATED)
    }

    /// Returns `true` if a condition excludes a place in every run, because it does not depend on variables.
    fn never_runs(&self, context: &ExpressionContext<'_>, guards: &Guards, place: TextRange) -> bool {
        let ExprRef { tree, source, .. } = context.written;
        let truth = |condition: ExprId| {
            let (env, budget) = (&context.env, context.budget);
            let value = evaluate(tree, source, condition, &Scope::root(), env, budget).value;
            value.unmark_deep().0.as_bool()
        };
        let excludes =
            |arm: GuardedCode| arm.runs_if.is_some_and(|wanted| truth(arm.condition) == Some(!wanted));
        !self.is_call && !self.is_given && guards.conditions(place).any(excludes)
    }

    /// Reports missing instances and outputs of modules inside `try` and `can`. Such references, unlike others, are
    /// checked when they are evaluated, so the failure is caught, and the code never works as intended.
    fn hidden_by_try(
        &self,
        tree: &Tree,
        reference: &Reference<'_>,
        finding: Diagnostic,
        source: SourceId,
    ) -> Diagnostic {
        let is_tried = || records::guards(self.module, tree, source).is_tried(reference.range());
        if !is_evaluated_reference(reference, &finding) || !is_tried() {
            return finding;
        }
        let finding = Diagnostic { severity: Severity::Warning, certainty: Certainty::May, ..finding };
        finding.help("correct it: it always fails, and `try` or `can` hides the error")
    }

    /// The warning about a default that causes a failure in versions that evaluate both sides of `&&` and `||`. Inner
    /// modules are exempt, because their variables are mostly set by calls.
    fn skipped_failure_of_default(&self, context: &ExpressionContext<'_>) -> Option<Diagnostic> {
        // a call passes the arguments that it needs
        if self.is_call {
            return None;
        }
        let folder = &self.module.folder;
        if is_inner(folder) && callers::is_called(self.snapshot, self.flavor, folder) {
            return None;
        }
        logic::skipped_failure_of_default(self.module, context, &self.resolver())
    }

    pub(crate) fn checker(&self) -> Checker<'_> {
        // results for one call are reused for others
        let values = Some(self.values).filter(|_| !self.is_call);
        Checker { module: self.module, children: self.children, values, context: &self.context }
    }

    pub(crate) fn resolver(&self) -> Resolver<'_> {
        let Self { module, values, arguments, context, paths, .. } = self;
        // code that never runs with the given values cannot fail because of them
        let types_only = context.is_idle && self.is_given;
        Resolver { module, values, arguments, context, paths, types_only }
    }
}

/// Returns `true` for a finding about a missing instance or output of a module or a run, which Terraform looks up when
/// it evaluates the reference.
fn is_evaluated_reference(reference: &Reference<'_>, finding: &Diagnostic) -> bool {
    ["module", "run"].contains(&&*reference.root)
        && [codes::INSTANCE_KEY, codes::NO_ATTRIBUTE].contains(&finding.code)
}

/// Evaluates an argument that must be constant.
fn literal(expression: &Expression<'_>, budget: &Budget) -> Evaluated {
    let name = expression.site.name;
    let told = |finding: Diagnostic| {
        if !finding.code.is_undeclared() {
            return finding;
        }
        let message = format!("`{name}` must be constant: it is needed before evaluation");
        Diagnostic { code: codes::NOT_CONSTANT, message, help: Vec::new(), fixes: Vec::new(), ..finding }
    };
    let Evaluated { value, diagnostics } = constant(expression, &DIALECT.rules, budget);
    Evaluated { value, diagnostics: diagnostics.into_iter().map(told).collect() }
}

/// Suggests the iterator of a `dynamic` block, which is often forgotten in its content.
fn of_iterator(
    reference: &Reference<'_>,
    iterators: &[(Arc<str>, Value)],
    source: SourceId,
    finding: Diagnostic,
) -> Diagnostic {
    let Some(attribute @ ("key" | "value")) = reference.attribute(0) else { return finding };
    let is_of_each = finding.code == codes::NOT_IN_SCOPE && &*reference.root == "each";
    let Some((name, _)) = iterators.last().filter(|_| is_of_each || finding.code == codes::UNKNOWN_NAME)
    else {
        return finding;
    };
    let place = reference.root_range.in_source(source);
    Diagnostic { help: Vec::new(), fixes: Vec::new(), ..finding }
        .help(format!("use `{name}.{attribute}`: the iterator of this `dynamic` block is `{name}`"))
        .fix(Fix::suggested(format!("write `{name}`"), place, &**name))
}

/// Explains a name that is introduced by a `for` expression in the same file, and is only in scope inside of it.
fn of_loop(tree: &Tree, reference: &Reference<'_>, source: SourceId, finding: Diagnostic) -> Diagnostic {
    let root = &*reference.root;
    let is_unknown = [codes::UNKNOWN_NAME, codes::REFERENCE_FORM].contains(&finding.code);
    if !is_unknown || !finding.fixes.iter().all(|fix| fix.edits.iter().all(|edit| edit.text.starts_with('"')))
    {
        return finding;
    }
    // the nearest loop before the reference, or the first one after it
    let mut places: Vec<TextRange> =
        statics::loop_names(tree).iter().filter(|one| one.text == root).map(|one| one.place).collect();
    places.arrange_by_key(|place| place.start);
    let before = places.iter().rev().find(|place| place.start < reference.root_range.start);
    let Some(place) = before.or(places.first()) else { return finding };
    let message = format!("`{root}` is only available inside its `for`");
    Diagnostic { message, help: Vec::new(), fixes: Vec::new(), ..finding }
        .also(place.in_source(source), format!("this `for` introduces `{root}`"))
}

/// Returns `true` if a place in an expression is a step `[…]` with a computed key, whose existence may have been
/// tested.
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

/// Returns `true` for a literal `null`, which fails by itself, regardless of any condition.
fn is_null(tree: &Tree, expr: ExprId, place: TextRange) -> bool {
    let is_here = |part: ExprId| tree.expr(part).range == place;
    tree.inside(expr).any(|part| is_here(part) && matches!(tree.expr(part).kind, ExprKind::Null))
}

/// Returns `true` for an operand if another operand contains a reference, so that the operation is not constant.
fn is_operand(tree: &Tree, expr: ExprId, place: TextRange) -> bool {
    let range = |part: &ExprId| tree.expr(*part).range;
    let around = tree.inside(expr).filter(|part| range(part).contains(place) && range(part) != place);
    around.min_by_key(|part| range(part).len()).is_some_and(|part| {
        matches!(tree.expr(part).kind, ExprKind::Binary { .. }) && !graph::references(tree, part).is_empty()
    })
}

/// Returns `true` for an attribute of the element of a loop over a collection whose elements have the same type,
/// because no condition can say more about one of them.
fn is_of_one_type(tree: &Tree, place: TextRange, collection: &dyn Fn(ExprId) -> Type) -> bool {
    let element = tree.expr_ids().find_map(|id| match tree.expr(id).kind {
        ExprKind::Traversal { base, steps } => {
            let steps = tree.slice(steps);
            let taken = steps.iter().position(|step| step.range == place)?;
            let are_names = steps[..taken].iter().all(|step| matches!(step.kind, TraverseKind::Attr(_)));
            let ExprKind::Variable(name) = tree.expr(base).kind else { return None };
            are_names.then(|| tree.text(name))
        }
        _ => None,
    });
    // the innermost loop that defines the name
    let around = tree.expr_ids().filter_map(|id| match tree.expr(id).kind {
        ExprKind::For(repeat) if tree.expr(id).range.contains(place) => {
            Some((tree.expr(id).range.start, tree.node(repeat)))
        }
        _ => None,
    });
    let of_element = around.filter(|(_, repeat)| Some(tree.text(repeat.value_name.text)) == element);
    let Some((_, repeat)) = of_element.max_by_key(|(start, _)| *start) else { return false };
    match collection(repeat.collection).kind() {
        TypeKind::Map(element) | TypeKind::List(element) | TypeKind::Set(element) => !element.has_any(),
        _ => false,
    }
}

/// Functions by which a condition tests if a part exists.
const ASKING: &[&str] = &["try", "can", "lookup", "contains"];

/// Returns `true` if a condition around a place tests if the attribute there exists.
fn is_tested(tree: &Tree, guards: &Guards, place: TextRange) -> bool {
    let name = tree.written(place);
    let name = name.trim_start_matches('.').trim_matches(['[', ']', '"']);
    let is_call_with_name = |part: ExprId| match tree.expr(part).kind {
        ExprKind::Call(call) if ASKING.contains(&tree.text(tree.node(call).name.text)) => {
            let text = tree.written(tree.expr(part).range);
            let mut words = text.split(|sign: char| !sign.is_alphanumeric() && !matches!(sign, '_' | '-'));
            words.any(|word| word == name)
        }
        _ => false,
    };
    guards.conditions(place).any(|arm| tree.inside(arm.condition).any(is_call_with_name))
}

/// Returns `true` for codes about a function's arguments, which depend on values and files.
fn is_about_arguments(code: Code) -> bool {
    code.stage() == Stage::Arguments
}

/// Returns `true` for codes that evaluation reports, unlike undeclared names.
fn is_evaluated(code: Code) -> bool {
    !is_of_names(code) || code.stage() == Stage::Calls
}

/// Returns `true` for codes about null: types do not determine nullness, and a surrounding condition may have
/// tested it.
fn is_about_null(code: Code) -> bool {
    code.stage() == Stage::Nulls
}

fn overlap(a: TextRange, b: TextRange) -> bool {
    a.start < b.end && b.start < a.end
}
