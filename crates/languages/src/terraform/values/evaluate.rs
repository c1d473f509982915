//! Evaluates a module: every declaration is evaluated once, after its dependencies.
//!
//! *Inference is evaluation with unknown values*: a module without a caller gets unknown values of the types of its
//! variables.

use std::sync::Arc;

use hclx_analysis::graph::NodeId;
use hclx_analysis::{Work, file_name};
use hclx_core::Value;
use hclx_diag::{Findings, Report, code_names as codes};

use super::evaluation::{Inputs, ModuleValues, marked, unknown_of};
use super::instance::Instance;
use super::repeat::Instances;
use super::rule::Evaluator;
use super::{calls, evaluation_cache, open_values, outputs, records, resources, validation};
use crate::terraform::declare::declaration::Declaration;
use crate::terraform::declare::merge;
use crate::terraform::declare::module::Module;
use crate::terraform::plan::open_value::OpenValues;
use crate::terraform::providers::provider_functions;
use crate::terraform::resolve::scope::Context;
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;

/// Evaluates a module. The result is cached with the module, which also records its dependencies.
pub(crate) fn evaluate(evaluator: Evaluator<'_>, module: &Module, inputs: &Arc<Inputs>) -> ModuleValues {
    module.later.beside(|| evaluated(evaluator, module, inputs))
}

fn evaluated(evaluator: Evaluator<'_>, module: &Module, inputs: &Arc<Inputs>) -> ModuleValues {
    let mut instance = Instance::new(evaluator, module, inputs);
    instance.findings.extend(provider_functions::of(evaluator.run, module).findings.iter().cloned());
    instance.each_rule(|rule, instance| rule.module(instance));
    evaluation_cache::start(&mut instance);
    let mut left = module.links().order.groups();
    // the answer of a canceled question is never used
    while !evaluator.budget.is_canceled() {
        let Some(group) = left.next() else {
            of_the_whole(&mut instance);
            break;
        };
        instance.settle_group(group);
    }
    let touched = instance.touched();
    let open_outputs = if inputs.is_call { open_values::outputs(&instance) } else { OpenValues::default() };
    let values = instance.values;
    records::keep(module, inputs, (&values, instance.open_calls), instance.notes, instance.children);
    ModuleValues {
        values,
        arguments: instance.arguments,
        findings: instance.findings,
        approximations: instance.approximations,
        limits: instance.limits,
        touched,
        open_outputs,
        tree: instance.tree,
    }
}

/// Runs all checks that require all values to be known.
fn of_the_whole<'r>(instance: &mut Instance<'r>) {
    let module: &'r Module = instance.module;
    for declaration in &module.duplicates {
        instance.declared(None, declaration);
    }
    instance.each_rule(|rule, instance| rule.evaluated(instance));
}

/// The findings of the variables' validation rules for a module's inputs; only their dependencies are
/// evaluated.
pub(crate) fn validated(evaluator: Evaluator<'_>, module: &Module, inputs: &Inputs) -> Findings {
    let has_rules = |node: &NodeId| {
        module.declaration(*node).variable.as_ref().is_some_and(|variable| variable.has_rules)
    };
    let nodes: Vec<NodeId> = module.names.nodes().filter(has_rules).collect();
    match nodes.is_empty() {
        true => Findings::new(),
        false => evaluate_for(evaluator, module, inputs, nodes).findings,
    }
}

/// Evaluates some declarations and their dependencies; all other values are unknown.
pub(crate) fn evaluate_for(
    evaluator: Evaluator<'_>,
    module: &Module,
    inputs: &Inputs,
    nodes: impl IntoIterator<Item = NodeId>,
) -> ModuleValues {
    let nodes: Vec<NodeId> = nodes.into_iter().collect();
    let mut instance = Instance::new(evaluator, module, inputs);
    // a variable without rules depends on nothing, so the references of the module need not be resolved
    let is_alone = |node: &NodeId| {
        module.declaration(*node).variable.as_ref().is_some_and(|variable| !variable.has_rules)
    };
    if nodes.iter().all(is_alone) {
        nodes.iter().for_each(|node| instance.settle(*node));
        return instance.into_evaluated();
    }
    let needed = module.dependencies(nodes);
    // if one of a group is needed, so are all
    let needed = module.links().order.groups().filter(|group| needed[group[0].index()]);
    needed.for_each(|group| instance.settle_group(group));
    instance.into_evaluated()
}

/// The most evaluations of declarations that depend on each other, until they see each other's values: each call passes values
/// on to others once.
pub(crate) fn most_rounds(module: &Module, group: &[NodeId]) -> usize {
    let calls = group.iter().filter(|node| module.declaration(**node).kind == Kind::Module).count();
    if group.len() > 1 { calls + 2 } else { 1 }
}

impl<'r> Instance<'r> {
    /// The values so far, for a module that is not evaluated as a whole.
    fn into_evaluated(self) -> ModuleValues {
        ModuleValues {
            values: self.values,
            arguments: self.arguments,
            findings: self.findings,
            approximations: self.approximations,
            limits: self.limits,
            tree: self.tree,
            ..ModuleValues::default()
        }
    }

    /// Evaluates a group of declarations whose other dependencies are already evaluated.
    fn settle_group(&mut self, group: &[NodeId]) {
        match group {
            [node] => self.settle(*node),
            _ => self.settle_mutual(group),
        }
    }

    /// Evaluates declarations that depend on each other. That is right where an argument of a call depends on another of its
    /// outputs: the members are evaluated until they see each other's values, which no longer depend on the order in files.
    fn settle_mutual(&mut self, group: &[NodeId]) {
        for node in group {
            // an earlier evaluation saw other values
            self.values[node.index()] = Value::dynamic();
            if !self.notes.is_empty() {
                self.notes[node.index()] = None;
            }
        }
        // consequences of an error are not followed
        let is_error = self.findings.iter().any(|finding| finding.code == codes::CYCLE);
        let rounds = if is_error { 1 } else { most_rounds(self.module, group) };
        for _ in 1..rounds {
            let approximations = std::mem::take(&mut self.approximations);
            let (limits, collected) = (self.limits.clone(), self.tree.len());
            let is_changed = self.quietly(|instance| {
                group.iter().fold(false, |is_changed, node| instance.settle_again(*node) | is_changed)
            });
            (self.approximations, self.limits) = (approximations, limits);
            self.tree.truncate(collected);
            if !is_changed {
                break;
            }
        }
        group.iter().for_each(|node| {
            self.settle_again(*node);
        });
    }

    /// Evaluates a declaration whose dependencies are evaluated in part, and returns `true` if its value changes.
    fn settle_again(&mut self, node: NodeId) -> bool {
        self.run.snapshot.count(Work::DeclarationsEvaluated);
        let value = self.declared(Some(node), self.module.declaration(node));
        let before = self.values[node.index()].clone();
        self.keep(node, value);
        self.comparisons.clear();
        self.values[node.index()] != before
    }

    /// Evaluates a declaration whose dependencies are already evaluated.
    fn settle(&mut self, node: NodeId) {
        if let Some(value) = evaluation_cache::declared(self, node) {
            self.keep(node, value);
        }
    }

    fn keep(&mut self, node: NodeId, value: Value) {
        // A reference to a name that is declared twice may refer to either declaration.
        let is_doubled = self.module.is_doubled(self.module.declaration(node));
        self.values[node.index()] = if is_doubled { Value::dynamic() } else { value };
    }

    pub(crate) fn declared(&mut self, node: Option<NodeId>, declaration: &'r Declaration) -> Value {
        let zones = merge::zones(declaration);
        self.under(&zones, |instance| instance.as_declared(node, declaration))
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
                let filled = self.provider_body(declaration, context, settled);
                if self.collects() {
                    self.collect_provider(declaration, &filled);
                }
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
        let value = self.expression(&declaration.written, expr, &context);
        let is_own = |end: &str| file_name(&self.run.snapshot.path(declaration.written.source)) == end;
        let is_placeholder = self.module.holes.ends_of_templates().any(is_own);
        if is_placeholder { Value::dynamic() } else { value }
    }

    fn variable(&mut self, node: Option<NodeId>, declaration: &'r Declaration) -> Value {
        let Some(variable) = &declaration.variable else { return Value::dynamic() };
        let value = match self.inputs.values.get(&declaration.name).filter(|_| node.is_some()) {
            Some(value) => marked(value.clone(), variable),
            None => unknown_of(variable),
        };
        // The conditions below refer to the variable itself.
        if let Some(node) = node {
            self.values[node.index()] = value.clone();
        }
        if self.is_given(variable) {
            return value;
        }
        let facts = validation::judge(self, node, declaration, &value);
        facts.unwrap_or(value)
    }
}
