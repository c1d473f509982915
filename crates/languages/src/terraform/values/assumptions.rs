//! Evaluations of a module under an assumption: some variables have given values, and nothing is known about the
//! others. Only declarations affected by these values are evaluated, based on an evaluation without the assumption.

use std::collections::HashSet;
use std::sync::Arc;

use hclx_analysis::graph::NodeId;
use hclx_core::Value;
use hclx_diag::{Certainty, Diagnostic, Report, SharedList, code_names as codes};

use super::evaluate::most_rounds;
use super::evaluation::{Inputs, ModuleValues, marked};
use super::instance::Instance;
use super::rule::Evaluator;
use super::validation;
use crate::terraform::declare::module::Module;
use crate::terraform::resolve::call_targets::Children;

type Nodes = HashSet<NodeId, foldhash::fast::RandomState>;

/// The consequences of an assumption.
#[derive(Default)]
struct Outcome {
    errors: Vec<(NodeId, Diagnostic)>,
    /// The declarations that fail, possibly because of files, and those that use them.
    failed: Nodes,
}

/// A module under an assumption about its inputs.
pub(crate) struct Assumptions<'r> {
    pub(crate) evaluator: Evaluator<'r>,
    pub(crate) module: &'r Module,
    /// The module evaluated without the assumption.
    pub(crate) evaluated: &'r ModuleValues,
    /// The inputs of that evaluation.
    pub(crate) inputs: &'r Inputs,
    /// Its calls, whose modules are treated as unknown, because failures inside of them are found when these modules
    /// are checked.
    children: Arc<Children>,
    /// The values without an assumption.
    values: SharedList<Value>,
}

impl<'r> Assumptions<'r> {
    pub(crate) fn new(
        evaluator: Evaluator<'r>,
        module: &'r Module,
        evaluated: &'r ModuleValues,
        inputs: &'r Inputs,
    ) -> Self {
        let values = evaluated.values_of(module);
        Self { evaluator, module, evaluated, inputs, children: Arc::default(), values }
    }

    /// The errors in the declarations to `reach` if some variables have the given values. `None` if the rules of one of
    /// them reject its value regardless of the other variables, or if a limit was exceeded.
    pub(crate) fn errors(
        &self,
        assumed: &[(NodeId, Value)],
        reach: &[NodeId],
    ) -> Option<Vec<(NodeId, Diagnostic)>> {
        let accepts = |instance: &mut Instance<'_>, node: NodeId| {
            let declaration = self.module.declaration(node);
            let has_rules = declaration.variable.as_ref().is_some_and(|variable| variable.has_rules);
            !has_rules || validation::accepts(instance, node, declaration)
        };
        let are_accepted =
            |instance: &mut Instance<'_>| assumed.iter().all(|(node, _)| accepts(instance, *node));
        Some(self.outcome(assumed, reach, &are_accepted)?.errors)
    }

    /// The declarations to `reach` that fail if some variables have the given values, or that use a failing one. `None`
    /// if a limit was exceeded.
    pub(crate) fn failed(&self, assumed: &[(NodeId, Value)], reach: &[NodeId]) -> Option<Nodes> {
        Some(self.outcome(assumed, reach, &|_| true)?.failed)
    }

    fn outcome(
        &self,
        assumed: &[(NodeId, Value)],
        reach: &[NodeId],
        are_accepted: &dyn Fn(&mut Instance<'_>) -> bool,
    ) -> Option<Outcome> {
        let name = |node: NodeId| Arc::clone(&self.module.declaration(node).name);
        let inputs = Inputs {
            values: assumed.iter().map(|(node, value)| (name(*node), value.clone())).collect(),
            paths: self.inputs.paths.clone(),
            is_root: self.inputs.is_root,
            // Evaluated like a call, so that findings about the module itself are not repeated.
            is_call: true,
            computed: Arc::clone(&self.inputs.computed),
            depth: self.inputs.depth,
            host: Arc::clone(&self.inputs.host),
            resources: self.inputs.resources,
        };
        let start = (self.values.clone(), Arc::clone(&self.children));
        let mut instance = Instance::with_values(self.evaluator, self.module, &inputs, start);
        self.trial(&mut instance, (assumed, reach), are_accepted)
    }

    fn trial<'i>(
        &self,
        instance: &mut Instance<'i>,
        (assumed, reach): (&[(NodeId, Value)], &[NodeId]),
        are_accepted: &dyn Fn(&mut Instance<'_>) -> bool,
    ) -> Option<Outcome>
    where
        'r: 'i,
    {
        let mut changed = Nodes::default();
        for (node, value) in assumed {
            let variable = self.module.declaration(*node).variable.as_ref()?;
            instance.values[node.index()] = marked(value.clone(), variable);
            changed.insert(*node);
        }
        if !are_accepted(instance) {
            return None;
        }
        let mut outcome = Outcome::default();
        let order = &self.module.links().order;
        for group in reach.chunk_by(|node, next| order.are_mutual(*node, *next)) {
            for _ in 0..most_rounds(self.module, group) {
                outcome.errors.retain(|(node, _)| !group.contains(node));
                let mut is_changed = false;
                for node in group {
                    is_changed |= self.declaration(instance, *node, &mut changed, &mut outcome)?;
                }
                if !is_changed {
                    break;
                }
            }
        }
        Some(outcome)
    }

    /// Evaluates a declaration if it uses a changed value, and returns `true` if its own value changes. `None` if a limit
    /// was exceeded.
    fn declaration<'i>(
        &self,
        instance: &mut Instance<'i>,
        node: NodeId,
        changed: &mut Nodes,
        outcome: &mut Outcome,
    ) -> Option<bool>
    where
        'r: 'i,
    {
        let uses = self.module.links().graph.uses(node);
        // A declaration that uses no changed value fails only if it failed before.
        if !uses.iter().any(|(used, _)| changed.contains(used)) {
            return Some(false);
        }
        let declaration = self.module.declaration(node);
        let (value, batch) = instance.trial(|instance| instance.declared(Some(node), declaration));
        if self.evaluator.budget.is_spent() {
            return None;
        }
        // if newer releases are allowed, a missing argument is a warning regardless of the inputs
        let is_missing = |finding: &Diagnostic| {
            finding.code == codes::MISSING_ATTRIBUTE && finding.certainty == Certainty::Must
        };
        let errors = batch.into_vec().into_iter().filter(|one| one.is_error() || is_missing(one));
        let errors: Vec<_> = errors.map(|finding| (node, finding)).collect();
        // the value of a failed declaration is unknown, so failures that it would cause are not detected
        if !errors.is_empty() || uses.iter().any(|(used, _)| outcome.failed.contains(used)) {
            outcome.failed.insert(node);
        }
        // results that depend on files are not determined by the inputs alone
        let is_read = std::mem::take(&mut instance.touched).files | instance.host.was_asked();
        if !is_read {
            outcome.errors.extend(errors);
        }
        let is_changed = value != instance.values[node.index()];
        if is_changed {
            changed.insert(node);
            instance.values[node.index()] = value;
        }
        Some(is_changed)
    }
}
