//! A module with values: every declaration is evaluated once, after its dependencies.
//!
//! *Inference is evaluation with unknown values*: a module without a caller gets unknowns of the types of its
//! variables.

use std::cell::OnceCell;
use std::sync::Arc;

use hclx_analysis::graph::NodeId;
use hclx_core::{Refiner, Type, Value};
use hclx_diag::{Diagnostic, Findings, Ordered, OrderedSet, Policy, Report, Severity, Span};
use hclx_eval::{Approximation, Host};
use hclx_schema::{Block, Filled, Header, fill, fill_parts};
use hclx_syntax::ast::ExprId;

use super::evaluation_cache::{self, Note, Past, Touched, Watched};
use super::judge::Judge;
use super::repeat::{self, Instances};
use super::rule::{Evaluator, Rules};
use super::{calls, outputs, resources, unknown_keys, validation};
use crate::terraform::declare::declaration::{Declaration, Variable, Written};
use crate::terraform::declare::module::{Module, header};
use crate::terraform::files::roles::Flavor;
use crate::terraform::files::run::Run;
use crate::terraform::plan::reachable::Reach;
use crate::terraform::providers::provider_functions;
use crate::terraform::resolve::call_targets::{self, Children};
use crate::terraform::resolve::scope::{Context, Paths};
use crate::terraform::resolve::zones;
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;

/// The inputs of a module.
pub(crate) struct Inputs {
    /// Values of variables, in their types.
    pub(crate) values: Ordered<Arc<str>, Value>,
    pub(crate) paths: Paths,
    pub(crate) is_root: bool,
    /// The values are those of a call.
    pub(crate) is_call: bool,
    /// Variables whose value may be unknown in a plan.
    pub(crate) computed: Arc<OrderedSet<Arc<str>>>,
    /// The nesting of calls around it.
    pub(crate) depth: usize,
    pub(crate) host: Arc<dyn Host>,
}

/// The requirements on a filled body.
#[derive(Clone, Copy)]
pub(crate) enum BodyKind<'k> {
    /// The values of its attributes.
    Parts,
    /// These, and messages call it by a name.
    Named(&'k Arc<str>),
    /// With its value.
    Valued,
}

/// A module that is being evaluated.
pub(crate) struct Instance<'r> {
    pub(crate) run: Run<'r>,
    pub(crate) rules: &'static Rules,
    pub(crate) module: &'r Module,
    pub(crate) inputs: &'r Inputs,
    /// Evaluations of the module that it may be like, the latest last.
    pub(crate) before: Vec<Arc<Past>>,
    pub(crate) children: Arc<Children>,
    pub(crate) host: Watched,
    /// The dependencies so far, beside values.
    pub(crate) touched: Touched,
    /// Local values that may be unknown in a plan, computed on demand.
    pub(crate) open: OnceCell<Option<Vec<bool>>>,
    /// By the numbers of declarations.
    pub(crate) values: Vec<Value>,
    /// In the same order, if later evaluations may reuse them.
    pub(crate) notes: Vec<Option<Note>>,
    pub(crate) findings: Findings,
    pub(crate) approximations: Vec<Approximation>,
    /// Limits of calls that were met here or in a module that is called.
    pub(crate) limits: OrderedSet<String>,
}

/// The result of evaluating a module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Evaluated {
    /// By the numbers of declarations.
    pub(crate) values: Arc<Vec<Value>>,
    pub(crate) findings: Findings,
    pub(crate) approximations: Vec<Approximation>,
    /// Limits of calls that were met here or in a module that is called.
    pub(crate) limits: OrderedSet<String>,
    /// The dependencies beside values.
    pub(crate) touched: Touched,
}

impl Evaluated {
    /// The outputs as an object.
    pub(crate) fn outputs(&self, module: &Module) -> Value {
        if module.unread.is_lost || module.unread.has_nameless(Kind::Output) {
            return Value::dynamic();
        }
        let outputs = module.graph.nodes().filter(|node| module.declaration(*node).kind == Kind::Output);
        let outputs = outputs.map(|node| {
            let value = self.values.get(node.index()).cloned().unwrap_or_else(Value::dynamic);
            (Arc::clone(&module.declaration(node).name), value)
        });
        // a block of unknown type may have been meant as an output
        let mistaken = module.unread.mistaken.iter().map(|name| (Arc::clone(name), Value::dynamic()));
        Value::object(mistaken.chain(outputs))
    }
}

/// Evaluates a module.
pub(crate) fn evaluate(evaluator: Evaluator<'_>, module: &Module, inputs: &Arc<Inputs>) -> Evaluated {
    let mut instance = Instance::new(evaluator, module, inputs);
    instance.findings.extend(provider_functions::of(evaluator.run, module).findings.iter().cloned());
    instance.each_rule(|rule, instance| rule.module(instance));
    module.order.sorted.iter().for_each(|node| instance.settle(*node));
    for declaration in &module.duplicates {
        instance.declared(None, declaration);
    }
    instance.each_rule(|rule, instance| rule.evaluated(instance));
    let touched = instance.touched();
    let values = Arc::new(instance.values);
    evaluation_cache::keep(module, inputs, &values, instance.notes);
    Evaluated {
        values,
        findings: instance.findings,
        approximations: instance.approximations,
        limits: instance.limits,
        touched,
    }
}

/// The findings of the variables' validation rules about a module's inputs; only their dependencies are
/// evaluated.
pub(crate) fn validated(evaluator: Evaluator<'_>, module: &Module, inputs: &Inputs) -> Findings {
    let has_rules = |node: &NodeId| {
        module.declaration(*node).variable.as_ref().is_some_and(|variable| variable.has_rules)
    };
    let mut left: Vec<NodeId> = module.graph.nodes().filter(has_rules).collect();
    if left.is_empty() {
        return Findings::new();
    }
    let mut needed = vec![false; module.declarations.len()];
    while let Some(node) = left.pop() {
        if !std::mem::replace(&mut needed[node.index()], true) {
            left.extend(module.graph.uses(node).iter().map(|(used, _)| *used));
        }
    }
    let mut instance = Instance::new(evaluator, module, inputs);
    let needed = module.order.sorted.iter().filter(|node| needed[node.index()]);
    needed.for_each(|node| instance.settle(*node));
    instance.findings
}

impl<'r> Instance<'r> {
    /// A module before evaluation.
    fn new(evaluator: Evaluator<'r>, module: &'r Module, inputs: &'r Inputs) -> Self {
        let Evaluator { run, rules } = evaluator;
        let children = call_targets::children(run, module);
        Self {
            run,
            rules,
            module,
            inputs,
            before: evaluation_cache::before(module, inputs),
            values: vec![Value::dynamic(); module.declarations.len()],
            notes: evaluation_cache::notes(module, inputs),
            findings: children.findings.clone(),
            approximations: Vec::new(),
            limits: OrderedSet::new(),
            children,
            host: Watched::new(&inputs.host, module),
            touched: Touched::default(),
            open: OnceCell::new(),
        }
    }

    /// Evaluates a declaration whose dependencies are evaluated.
    fn settle(&mut self, node: NodeId) {
        let value = evaluation_cache::declared(self, node);
        let is_doubled = self.module.is_doubled(self.module.declaration(node));
        self.values[node.index()] = if is_doubled { Value::dynamic() } else { value };
    }

    /// The dependencies so far, beside values.
    pub(crate) fn touched(&mut self) -> Touched {
        self.touched.files |= self.host.was_asked();
        self.touched
    }

    fn reach(&self) -> &'r Reach {
        Reach::of(self.run, self.module)
    }

    /// The local values that may be unknown in a plan, given the variables that may be.
    fn open(&self) -> Option<&Vec<bool>> {
        let given = &self.inputs.computed;
        self.open.get_or_init(|| self.reach().open(self.module, given)).as_ref()
    }

    /// Returns `true` if an expression may depend on a value unknown in a plan.
    pub(crate) fn may_need(&self, written: &Written, expr: ExprId) -> bool {
        let given = &self.inputs.computed;
        let open = if given.is_empty() { None } else { self.open() };
        self.reach().may_need(self.module, given, open, (written, expr))
    }

    /// Returns `true` if a declaration may depend on a variable that is unknown in a plan. Called only for
    /// numbers and keys of instances, and for arguments of calls.
    pub(crate) fn may_be_given(&self, node: NodeId) -> bool {
        let declaration = self.module.declaration(node);
        let given = &self.inputs.computed;
        let asks = !matches!(declaration.kind, Kind::Variable | Kind::Local | Kind::Output);
        let mut bodies = std::iter::once(&declaration.written).chain(&declaration.overrides);
        !given.is_empty()
            && asks
            && bodies.any(|written| self.reach().may_be_given(self.module, given, self.open(), written))
    }

    pub(crate) fn declared(&mut self, node: Option<NodeId>, declaration: &'r Declaration) -> Value {
        if declaration.overrides.is_empty() {
            return self.as_declared(node, declaration);
        }
        let (value, batch) = self.trial(|instance| instance.as_declared(node, declaration));
        let batch = crate::terraform::declare::merge::replaced_is_not_read(declaration, batch);
        self.findings.keep(batch, Policy::AsIs);
        value
    }

    fn as_declared(&mut self, node: Option<NodeId>, declaration: &'r Declaration) -> Value {
        match declaration.kind {
            Kind::Variable => self.variable(node, declaration),
            Kind::Local => self.local(node, declaration),
            Kind::Output => outputs::judge(self, node, declaration),
            Kind::Module => calls::judge(self, node, declaration),
            Kind::Resource | Kind::Data | Kind::Ephemeral | Kind::Action | Kind::List => {
                resources::judge(self, node, declaration)
            }
            Kind::Provider => {
                self.each_rule(|rule, instance| {
                    rule.declaration(instance, declaration, &schemas::provider())
                });
                let base = Context { owner: node, ..Context::default() };
                let (instances, settled) = self.instances(declaration, &schemas::provider(), &base);
                let each = matches!(instances, Instances::ForEach(..)).then(|| instances.contexts(&base));
                let context = each.into_iter().flatten().next().unwrap_or(base);
                self.provider_body(declaration, context, settled);
                Value::dynamic()
            }
            Kind::Check => {
                let context = Context { owner: node, ..Context::default() };
                self.body(&declaration.written, &schemas::check(), context, Vec::new());
                Value::dynamic()
            }
        }
    }

    fn local(&mut self, node: Option<NodeId>, declaration: &Declaration) -> Value {
        let Some(expr) = declaration.expr else { return Value::dynamic() };
        let context = Context { owner: node, ..Context::default() };
        self.expression(&declaration.written, expr, &context)
    }

    /// Returns `true` if a variable is judged by the value from a call alone: its block is judged with the
    /// module by itself.
    pub(crate) fn is_given(&self, variable: &Variable) -> bool {
        self.inputs.is_call && !variable.has_rules
    }

    fn variable(&mut self, node: Option<NodeId>, declaration: &'r Declaration) -> Value {
        let Some(variable) = &declaration.variable else { return Value::dynamic() };
        let value = match self.inputs.values.get(&declaration.name).filter(|_| node.is_some()) {
            Some(value) => marked(value.clone(), variable),
            None => unknown_of(variable),
        };
        if let Some(node) = node {
            self.values[node.index()] = value.clone();
        }
        if self.is_given(variable) {
            return value;
        }
        let facts = validation::judge(self, node, declaration, &value);
        facts.unwrap_or(value)
    }

    /// Evaluates one expression of a block, and keeps its findings.
    pub(crate) fn expression(
        &mut self,
        written: &Written,
        expr: hclx_syntax::ast::ExprId,
        context: &Context,
    ) -> Value {
        let mut judge = self.judge(context.clone());
        let evaluated = judge.expression(&written.parsed.tree, written.source, expr, &[]);
        let failed = evaluated.diagnostics.iter().any(Diagnostic::is_error);
        let approximations = std::mem::take(&mut judge.approximations);
        self.approximations.extend(approximations);
        self.findings.extend(evaluated.diagnostics);
        if failed && evaluated.value.is_wholly_known() { Value::dynamic() } else { evaluated.value }
    }

    /// The evaluator for the expressions of a block.
    pub(crate) fn judge(&self, context: Context) -> Judge<'_> {
        Judge {
            module: self.module,
            values: &self.values,
            children: &self.children.modules,
            paths: &self.inputs.paths,
            functions: provider_functions::of(self.run, self.module).table.as_ref(),
            host: &self.host,
            rules: self.rules.of_expressions,
            patterns: &self.run.snapshot.settings().patterns,
            budget: self.run.budget,
            context,
            zones: Vec::new(),
            settled: Vec::new(),
            is_tofu: self.run.flavor == Flavor::OpenTofu,
            is_call: self.inputs.is_call,
            is_given: !self.inputs.is_call && !self.inputs.values.is_empty(),
            approximations: Vec::new(),
        }
    }

    /// Fills a body, and keeps its findings.
    pub(crate) fn body<'w>(
        &mut self,
        written: &'w Written,
        block: &Arc<Block>,
        context: Context,
        settled: Vec<(hclx_syntax::ast::ExprId, Value)>,
    ) -> Filled<'w> {
        self.filled(written, block, context, settled, BodyKind::Parts)
    }

    /// Like [`Self::body`], for a block with further requirements.
    pub(crate) fn filled<'w>(
        &mut self,
        written: &'w Written,
        block: &Arc<Block>,
        context: Context,
        settled: Vec<(hclx_syntax::ast::ExprId, Value)>,
        kind: BodyKind<'_>,
    ) -> Filled<'w> {
        let view = written.view();
        let name = match kind {
            BodyKind::Named(name) => name,
            _ => &written.block_type,
        };
        let header = Header { place: written.place(), name: Some(Arc::clone(name)) };
        let mut judge = self.judge(context);
        judge.zones = zones::zones(&view);
        judge.settled = settled;
        let fill = if matches!(kind, BodyKind::Valued) { fill } else { fill_parts };
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

    /// The instances of a block with `count` or `for_each`, with the values of these.
    pub(crate) fn instances(
        &mut self,
        declaration: &Declaration,
        block: &Block,
        base: &Context,
    ) -> (Instances, Vec<(hclx_syntax::ast::ExprId, Value)>) {
        let found = |name: &str| {
            declaration.attribute(block, name).map(|(written, it)| (written, it.value, it.name_range))
        };
        let (count, for_each) = (found("count"), found("for_each"));
        let mut settled = Vec::new();
        let mut both = false;
        let mut exclusive = false;
        if let (Some((first, _, count)), Some((second, _, for_each))) = (&count, &for_each) {
            let finding = excluded(second.span(*for_each), first.span(*count));
            both = first.source != second.source;
            exclusive = !both;
            self.findings.push(if both { of_override(finding) } else { finding });
        }
        if let Some((written, expr, _)) = for_each.as_ref().filter(|_| both) {
            let (_, batch) = self.trial(|instance| instance.expression(written, *expr, base));
            let batch = batch.changed(Diagnostic::is_error, |one| {
                let one = one.with_severity(Severity::Warning);
                one.help("`for_each` is ignored here, as `count` is set too")
            });
            self.findings.keep(batch, Policy::AsIs);
            settled.push((*expr, Value::dynamic()));
        }
        let mut instances = Instances::One;
        let unclear = Instances::Unclear { count: true, each: true };
        let both_ways = exclusive.then(|| unclear.contexts(base));
        let base = both_ways.as_deref().and_then(<[_]>::first).unwrap_or(base);
        for (name, part) in [("count", count), ("for_each", for_each.filter(|_| !both))] {
            let Some((written, expr, _)) = part else { continue };
            let (value, batch) = self.trial(|instance| instance.expression(written, expr, base));
            let failed = batch.has_errors();
            self.findings.keep(batch, Policy::AsIs);
            let value = if failed { Value::dynamic() } else { value };
            let place = written.expr_span(expr);
            if exclusive {
                // one of the two has to go, and nobody knows which
                instances = unclear.clone();
                settled.push((expr, Value::dynamic()));
                continue;
            }
            let (made, finding) =
                if name == "count" { repeat::count(&value, place) } else { repeat::for_each(&value, place) };
            // what a provider needs early is looked at with it
            let is_early = declaration.kind == Kind::Provider;
            if finding.is_none() && !failed && !made.are_known() && !is_early {
                let warning = unknown_keys::warning(self, written, expr, name, base);
                self.findings.extend(warning);
            }
            self.findings.extend(finding);
            instances = made;
            settled.push((expr, Value::dynamic()));
        }
        if settled.is_empty()
            && let Some(is_list) = self.meant_instances(declaration)
        {
            instances = Instances::Unclear { count: is_list, each: !is_list };
        }
        (instances, settled)
    }

    /// Returns `true` if a misspelled `count` or `for_each` meant a list. An argument that a module has is
    /// not misspelled.
    fn meant_instances(&self, declaration: &Declaration) -> Option<bool> {
        let slip = crate::terraform::declare::typos::repetition(declaration)?;
        let child = self.children.modules.get(&declaration.name).and_then(Option::as_ref);
        let is_argument = |child: &Arc<Module>| child.get(Kind::Variable, "", slip.found()).is_some();
        let is_meant = declaration.kind != Kind::Module || !child.is_some_and(is_argument);
        is_meant.then_some(slip.is_count())
    }
}

impl Report for Instance<'_> {
    fn findings(&mut self) -> &mut Findings {
        &mut self.findings
    }
}

fn excluded(second: Span, first: Span) -> Diagnostic {
    let message = "`count` and `for_each` exclude each other";
    Diagnostic::error(hclx_diag::code_names::EXCLUSIVE, second, message)
        .also(first, "`count` is set here")
        .help("keep one of them")
}

/// A block and its override may have one each: the number counts.
fn of_override(finding: Diagnostic) -> Diagnostic {
    Diagnostic { severity: Severity::Warning, help: Vec::new(), ..finding }
        .help("`for_each` is ignored: remove `count` from the block that is overridden")
}

/// The value of a variable without a value.
pub(crate) fn unknown_of(variable: &Variable) -> Value {
    let ty = if variable.is_doubtful { Type::ANY } else { variable.ty.without_optional() };
    let value = Value::unknown(ty);
    let value = match variable.nullable {
        true => value,
        false => Refiner::new(value.clone()).not_null().and_then(Refiner::finish).unwrap_or(value),
    };
    marked(value, variable)
}

pub(crate) fn marked(value: Value, variable: &Variable) -> Value {
    let value = if variable.sensitive { value.with_mark("sensitive") } else { value };
    if variable.ephemeral { value.with_mark("ephemeral") } else { value }
}

/// A place in the header of a declaration, for findings about the whole.
pub(crate) fn place_of(declaration: &Declaration) -> Span {
    header(declaration)
}
