//! A module being evaluated: the values computed so far, and the evaluation of expressions and bodies.

use std::cell::OnceCell;
use std::sync::Arc;

use hclx_analysis::graph::NodeId;
use hclx_core::{Rules as ValueRules, Value};
use hclx_diag::{Diagnostic, Findings, Ordered, OrderedSet, Report, SharedList, Span};
use hclx_eval::{Approximation, Environment};
use hclx_schema::{Block, Filled, Header, fill, fill_parts};
use hclx_syntax::ast::ExprId;

use super::evaluation::{Inputs, ModuleValues, UsedInputs};
use super::judge::{self, BlockNames, Judge};
use super::records::{
    self, Comparisons, DeclarationRecord, EvaluationRecord, ModuleHost, PreviousEvaluation,
};
use super::reuse;
use super::rule::{Evaluator, Rules};
use super::tree::TreePart;
use crate::terraform::declare::declaration::{BlockSource, Declaration, Variable};
use crate::terraform::declare::module::{Module, header};
use crate::terraform::declare::required_versions;
use crate::terraform::files::run::Run;
use crate::terraform::files::versions::RightSide;
use crate::terraform::plan::open_value::OpenValue;
use crate::terraform::plan::reachable::{Leads, Reach, UnknownSearch};
use crate::terraform::providers::provider_functions;
use crate::terraform::resolve::call_targets::{self, Children};
use crate::terraform::resolve::scope::Context;
use crate::terraform::resolve::zones;
use crate::terraform::schemas::kind::Kind;

/// The results to compute from a filled body.
#[derive(Clone, Copy)]
pub(crate) enum BodyKind<'k> {
    /// The values of its attributes.
    Parts,
    /// The values of its attributes; messages refer to the body by a name.
    Named(&'k Arc<str>),
    /// Its attributes, and its value as a whole; messages refer to the body by a name.
    Valued(&'k Arc<str>),
}

/// A module being evaluated.
pub(crate) struct Instance<'r> {
    pub(crate) run: Run<'r>,
    pub(crate) rules: &'static Rules,
    pub(crate) module: &'r Module,
    pub(crate) inputs: &'r Inputs,
    /// Evaluations that may be reused, latest last.
    pub(crate) before: Vec<Arc<EvaluationRecord>>,
    /// The results of comparisons of their values with those of this one.
    pub(crate) comparisons: Comparisons,
    /// The previous evaluation that this one follows.
    pub(crate) base: Option<PreviousEvaluation>,
    pub(crate) children: Arc<Children>,
    pub(crate) host: ModuleHost,
    /// The dependencies so far, other than values.
    pub(crate) touched: UsedInputs,
    /// Local values that may be unknown in a plan, computed on demand.
    open: OnceCell<Leads>,
    /// The values of declarations, by index.
    pub(crate) values: SharedList<Value>,
    /// Calls whose outputs may be unknown in a plan, by index.
    pub(crate) open_calls: Ordered<usize, OpenValue>,
    /// The arguments of resources without a schema, if they are used as written.
    pub(crate) arguments: Ordered<NodeId, Value>,
    /// The results of declarations by index, if later evaluations may reuse them.
    pub(crate) notes: SharedList<Option<DeclarationRecord>>,
    pub(crate) findings: Findings,
    pub(crate) approximations: Vec<Approximation>,
    /// The limits of calls that were exceeded here or in a called module.
    pub(crate) limits: OrderedSet<String>,
    /// The instances so far, if they are collected.
    pub(crate) tree: Vec<TreePart>,
}

impl<'r> Instance<'r> {
    /// A module before evaluation.
    pub(crate) fn new(evaluator: Evaluator<'r>, module: &'r Module, inputs: &'r Inputs) -> Self {
        let Evaluator { run, rules } = evaluator;
        let children = call_targets::children(run, module);
        let before = reuse::before(run.snapshot, module, inputs, &children);
        Self {
            run,
            rules,
            module,
            inputs,
            base: PreviousEvaluation::of(&before, module, inputs),
            before,
            comparisons: Comparisons::default(),
            values: SharedList::repeat(&Value::dynamic(), module.declarations.len()),
            open_calls: Ordered::new(),
            arguments: Ordered::new(),
            notes: records::notes(run.snapshot, module, inputs),
            findings: children.findings.clone(),
            approximations: Vec::new(),
            limits: OrderedSet::new(),
            tree: Vec::new(),
            children,
            host: ModuleHost::new(&inputs.host, module),
            touched: UsedInputs::default(),
            open: OnceCell::new(),
        }
    }

    /// A module with the values of a finished evaluation, for checking more expressions.
    pub(crate) fn over(
        evaluator: Evaluator<'r>,
        module: &'r Module,
        inputs: &'r Inputs,
        evaluated: &ModuleValues,
    ) -> Self {
        let values = evaluated.values_of(module);
        let children = call_targets::children(evaluator.run, module);
        let arguments = evaluated.arguments.clone();
        Self { arguments, ..Self::with_values(evaluator, module, inputs, (values, children)) }
    }

    /// A module with these values and calls.
    pub(crate) fn with_values(
        Evaluator { run, rules }: Evaluator<'r>,
        module: &'r Module,
        inputs: &'r Inputs,
        (values, children): (SharedList<Value>, Arc<Children>),
    ) -> Self {
        Self {
            run,
            rules,
            module,
            inputs,
            before: Vec::new(),
            comparisons: Comparisons::default(),
            base: None,
            open_calls: Ordered::new(),
            arguments: Ordered::new(),
            notes: SharedList::default(),
            children,
            host: ModuleHost::new(&inputs.host, module),
            touched: UsedInputs::default(),
            open: OnceCell::new(),
            values,
            findings: Findings::new(),
            approximations: Vec::new(),
            limits: OrderedSet::new(),
            tree: Vec::new(),
        }
    }

    /// The dependencies so far, other than values.
    pub(crate) fn touched(&mut self) -> UsedInputs {
        self.touched.files |= self.host.was_asked();
        self.touched
    }

    fn reach(&self) -> &'r Reach {
        Reach::of(self.module)
    }

    /// The search for local values that may be unknown in a plan, given the variables that may be.
    fn asked(&self) -> UnknownSearch<'_> {
        let given = &self.inputs.computed;
        let leads = match given.is_empty() {
            true => &self.reach().leads,
            false => self.open.get_or_init(|| Leads::of(self.module)),
        };
        UnknownSearch { run: self.run, module: self.module, given, leads }
    }

    /// Returns `true` if an expression may depend on a value unknown in a plan.
    pub(crate) fn may_need(&self, written: &BlockSource, expr: ExprId) -> bool {
        self.reach().may_need(self.asked(), (written, expr))
    }

    /// Returns `true` if a declaration may depend on a variable that is unknown in a plan. Only used for the numbers
    /// and keys of instances, and for arguments of calls.
    pub(crate) fn may_be_given(&self, node: NodeId) -> bool {
        let declaration = self.module.declaration(node);
        let given = &self.inputs.computed;
        let asks = !matches!(declaration.kind, Kind::Variable | Kind::Local | Kind::Output);
        let mut bodies = std::iter::once(&declaration.written).chain(&declaration.overrides);
        !given.is_empty() && asks && bodies.any(|written| self.reach().may_be_given(self.asked(), written))
    }

    /// Returns `true` if only the value from the call matters for a variable, because its block is checked with the
    /// module itself.
    pub(crate) fn is_given(&self, variable: &Variable) -> bool {
        self.inputs.is_call && !variable.has_rules
    }

    /// Evaluates one expression of a block, and keeps its findings.
    pub(crate) fn expression(
        &mut self,
        written: &BlockSource,
        expr: hclx_syntax::ast::ExprId,
        context: &Context,
    ) -> Value {
        let mut judge = self.judge(context.clone());
        let evaluated = judge.value(written.expression(expr), &[]);
        let failed = evaluated.diagnostics.iter().any(Diagnostic::is_error);
        let approximations = std::mem::take(&mut judge.approximations);
        self.approximations.extend(approximations);
        self.findings.extend(evaluated.diagnostics);
        // A known value would be too precise for an evaluation with an error.
        if failed && evaluated.value.is_wholly_known() { Value::dynamic() } else { evaluated.value }
    }

    /// Creates the evaluator for the expressions of a block.
    pub(crate) fn judge(&self, context: Context) -> Judge<'_> {
        let env = Environment {
            provided: provider_functions::of(self.run, self.module).table.as_ref(),
            host: &self.host,
            patterns: Some(&self.run.snapshot.settings().patterns),
            ..judge::environment()
        };
        let right_side = required_versions::right_side(self.run, self.module);
        let eager_logic = right_side == RightSide::Evaluated;
        // a block without instances is only validated, with the reference's knowledge of unknown values
        let exact_ranges = context.is_idle || env.rules.exact_ranges;
        let env = Environment { rules: ValueRules { eager_logic, exact_ranges, ..env.rules }, ..env };
        let names = BlockNames {
            snapshot: self.run.snapshot,
            module: self.module,
            values: &self.values,
            arguments: &self.arguments,
            children: &self.children.modules,
            paths: &self.inputs.paths,
            rules: self.rules.of_expressions,
            zone: context.zone,
            context,
            zones: Vec::new(),
            settled: Vec::new(),
            right_side,
            flavor: self.run.flavor,
            is_call: self.inputs.is_call,
            is_given: !self.inputs.is_call && !self.inputs.values.is_empty(),
        };
        Judge::new(names, env, self.run.budget)
    }

    /// Fills a body, and keeps its findings.
    pub(crate) fn body<'w>(
        &mut self,
        written: &'w BlockSource,
        block: &Arc<Block>,
        context: Context,
        settled: Vec<(hclx_syntax::ast::ExprId, Value)>,
    ) -> Filled<'w> {
        self.filled(written, block, context, settled, BodyKind::Parts)
    }

    /// Like [`Self::body`], for a block with additional requirements.
    pub(crate) fn filled<'w>(
        &mut self,
        written: &'w BlockSource,
        block: &Arc<Block>,
        context: Context,
        settled: Vec<(hclx_syntax::ast::ExprId, Value)>,
        kind: BodyKind<'_>,
    ) -> Filled<'w> {
        let view = written.view();
        let name = match kind {
            BodyKind::Named(name) | BodyKind::Valued(name) => name,
            BodyKind::Parts => &written.block_type,
        };
        let header = Header { place: written.place(), name: Some(Arc::clone(name)) };
        let mut judge = self.judge(context);
        judge.language.zones = zones::zones(&view);
        judge.language.settled = settled;
        // Only resources need a value as a whole, which takes time to build.
        let fill = if matches!(kind, BodyKind::Valued(_)) { fill } else { fill_parts };
        let mut filled = fill(&view, block, &header, &mut judge);
        let approximations = std::mem::take(&mut judge.approximations);
        self.approximations.extend(approximations);
        let findings = std::mem::take(&mut filled.findings);
        let findings: Vec<Diagnostic> = findings.into_iter().filter(|one| !self.is_torn(one)).collect();
        self.findings.extend(findings);
        self.each_rule(|rule, instance| rule.body(instance, written, &filled.body));
        filled
    }

    /// Returns `true` if a finding is about code that could not be parsed.
    fn is_torn(&self, finding: &Diagnostic) -> bool {
        let is_broken = |span: Span| {
            let parsed = || self.run.snapshot.parsed(span.source);
            self.module.has_broken(span.source)
                && self.module.is_broken_behind(&parsed().tree, span.source, span.range)
        };
        finding.span.is_some_and(is_broken) || self.module.is_swallowed(finding)
    }
}

impl Report for Instance<'_> {
    fn findings(&mut self) -> &mut Findings {
        &mut self.findings
    }
}

/// A place in the header of a declaration, for findings about the whole declaration.
pub(crate) fn place_of(declaration: &Declaration) -> Span {
    header(declaration)
}
