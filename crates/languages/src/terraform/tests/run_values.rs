//! Evaluates runs of tests with the values that they set: reports values that variables reject, and
//! assertions that are false.

use std::sync::Arc;

use hclx_analysis::graph;
use hclx_core::Value;
use hclx_diag::{Certainty, Diagnostic, Findings, Ordered, OrderedSet, Span, code_names as codes};
use hclx_eval::Approximation;
use hclx_schema::Filled;
use hclx_syntax::ast::ExprId;
use hclx_syntax::statics;

use crate::terraform::declare::declaration::BlockSource;
use crate::terraform::declare::module::Module;
use crate::terraform::resolve::scope::{Context, TestScope};
use crate::terraform::schemas::kind::Kind;
use crate::terraform::values::evaluate;
use crate::terraform::values::evaluation::{Inputs, ModuleValues};
use crate::terraform::values::instance::Instance;
use crate::terraform::values::rule::Evaluator;

/// The values that a test sets for variables, with places.
pub(crate) type GivenValues = Ordered<Arc<str>, (Value, Span)>;

/// A run with all its inputs.
pub(crate) struct RunWithValues<'r> {
    pub(crate) run: Evaluator<'r>,
    pub(crate) module: &'r Module,
    /// The inputs of the module independent of the test.
    pub(crate) inputs: &'r Inputs,
    pub(crate) given: &'r GivenValues,
}

impl RunWithValues<'_> {
    fn inputs(&self, values: Ordered<Arc<str>, Value>) -> Inputs {
        Inputs {
            values,
            host: Arc::clone(&self.inputs.host),
            paths: self.inputs.paths.clone(),
            computed: Arc::clone(&self.inputs.computed),
            ..*self.inputs
        }
    }

    /// Reports values that a rule of their variable rejects, unless the run expects this.
    pub(crate) fn refused(&self, written: &BlockSource, filled: &Filled<'_>) -> Vec<Diagnostic> {
        if self.given.is_empty() {
            return Vec::new();
        }
        let expected = expected_variables(written, filled);
        let mut values = self.inputs.values.clone();
        values.extend(self.given.iter().map(|(name, (value, _))| (Arc::clone(name), value.clone())));
        let found = evaluate::validated(self.run, self.module, &self.inputs(values));
        let placed = |finding: Diagnostic| {
            let (name, place) = finding.labels.iter().find_map(|label| {
                let of = |name: &&Arc<str>| {
                    let variable = self.module.get(Kind::Variable, "", name);
                    variable.is_some_and(|(_, found)| found.name_span == label.span)
                };
                self.given.keys().find(of).map(|name| (name, self.given[name].1))
            })?;
            let rule = finding.span?;
            if expected.contains(&**name) {
                return None;
            }
            let told = Diagnostic::error(finding.code, place, finding.message)
                .also(rule, "this condition is false")
                .help(format!("use another value, or add `expect_failures = [var.{name}]`"));
            Some(told)
        };
        found.into_iter().filter(|one| one.code == codes::VALIDATION_FAILED).filter_map(placed).collect()
    }

    /// Judges assertions with the values of the run, and defaults for other variables. If values of the
    /// module are replaced, only variables are known.
    pub(crate) fn assertions(
        &self,
        written: &BlockSource,
        filled: &Filled<'_>,
        test: &TestScope,
        is_replaced: bool,
    ) -> Assertions {
        let tree = &written.parsed.tree;
        let roots = |expr: ExprId| graph::references(tree, expr);
        let conditions = filled
            .body
            .blocks("assert")
            .filter_map(|block| block.body.attribute("condition"))
            // An assertion that holds for unknown inputs also holds for those of the run.
            .filter(|one| one.good && one.value.clone().unmark_deep().0.as_bool() != Some(true))
            .map(|one| one.view.value)
            .filter(|expr| !roots(*expr).is_empty());
        let is_plain = filled.body.attribute("expect_failures").is_none() && !self.module.is_unknown();
        let may_be_judged = |expr: &ExprId| {
            is_plain && (!is_replaced || roots(*expr).iter().all(|reference| reference.root == "var"))
        };
        let (conditions, open): (Vec<ExprId>, Vec<ExprId>) = conditions.partition(may_be_judged);
        let mut found = Assertions::default();
        found.not_judged(written, &open);
        if conditions.is_empty() {
            return found;
        }
        let defaults = self.module.variables().filter_map(|(declaration, variable)| {
            Some((Arc::clone(&declaration.name), variable.default.clone()?))
        });
        let mut values: Ordered<Arc<str>, Value> = defaults.collect();
        values.extend(self.inputs.values.clone());
        values.extend(self.given.iter().map(|(name, (value, _))| (Arc::clone(name), value.clone())));
        let inputs = Arc::new(self.inputs(values));
        let evaluated: ModuleValues = evaluate::evaluate(self.run, self.module, &inputs);
        let instance = Instance::over(self.run, self.module, &inputs, &evaluated);
        let outputs = evaluated.outputs(self.module);
        let test = TestScope { outputs: Some(outputs), ..test.clone() };
        let context = Context { test: Some(test), ..Context::default() };
        for expr in conditions {
            // variables that the file itself sets are not variables of the module
            let is_known = |reference: &statics::Reference| match reference.attribute(0) {
                Some(name) if reference.root == "var" => self.module.get(Kind::Variable, "", name).is_some(),
                _ => true,
            };
            let value = instance.judge(context.clone()).value(written.expression(expr), &[]).value;
            match value.unmark_deep().0.as_bool() {
                Some(false) if roots(expr).iter().all(is_known) => found.is_false(written, expr),
                Some(true) => {}
                _ => found.not_judged(written, &[expr]),
            }
        }
        found
    }
}

/// The judgement of a run's assertions.
#[derive(Default)]
pub(crate) struct Assertions {
    /// The assertions that are false.
    pub(crate) findings: Findings,
    /// The assertions that are unknown before the test runs.
    pub(crate) approximations: Vec<Approximation>,
}

impl Assertions {
    fn is_false(&mut self, written: &BlockSource, expr: ExprId) {
        let message = "this assertion is false with the values of the run";
        let finding = Diagnostic::warning(codes::VALIDATION_FAILED, written.expr_span(expr), message);
        let finding = Diagnostic { certainty: Certainty::May, ..finding };
        self.findings.push(finding.help("variables that the run does not set have their defaults here"));
    }

    fn not_judged(&mut self, written: &BlockSource, exprs: &[ExprId]) {
        let what = "this assertion depends on values that are only known when the test runs";
        let told = |expr: &ExprId| Approximation { span: written.expr_span(*expr), what: what.into() };
        self.approximations.extend(exprs.iter().map(told));
    }
}

/// The variables in `expect_failures`.
fn expected_variables(written: &BlockSource, filled: &Filled<'_>) -> OrderedSet<String> {
    let tree = &written.parsed.tree;
    let list = filled.body.attribute("expect_failures");
    let list = list.and_then(|one| statics::as_list(tree, one.view.value)).unwrap_or_default();
    let references = list
        .iter()
        .filter_map(|one| crate::terraform::resolve::quoted::any_reference(tree, written.source, *one));
    references
        .filter(|reference| reference.root == "var")
        .filter_map(|reference| reference.attribute(0).map(str::to_owned))
        .collect()
}
