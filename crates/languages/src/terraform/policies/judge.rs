//! Checks the tree of a module against the policies of the run.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use hclx_analysis::{AbsentArguments, CaseVerdict, OpenVerdicts, PolicyCase, PolicyCounts, PolicyLevel};
use hclx_diag::{Diagnostic, Ordered, OrderedSet, Severity};
use hclx_eval::Approximation;

use super::causes::RootModule;
use super::expressions::Surroundings;
use super::lookup::Candidates;
use super::read::PolicyRule;
use super::report::{self, JudgedInstance};
use super::search::{Policies, policies};
use super::tree::{self, AbsentReading, TreeNode};
use super::verdict::{LeveledPolicy, PolicyVerdict, is_mandatory, verdict};
use crate::terraform::declare::module::Module;
use crate::terraform::files::roles;
use crate::terraform::functions::DIALECT;
use crate::terraform::resolve::callers::is_called;
use crate::terraform::values::calls::no_inputs;
use crate::terraform::values::evaluate::evaluate;
use crate::terraform::values::evaluation::{Inputs, ModuleValues};
use crate::terraform::values::resource_values::ResourceValues;
use crate::terraform::values::rule::Evaluator;

/// The result of checking a module against policies.
#[derive(Default)]
pub(crate) struct PolicyAnswer {
    pub(crate) findings: Vec<Diagnostic>,
    /// Open verdicts with their causes.
    pub(crate) approximations: Vec<Approximation>,
    /// Sentences about open verdicts, if the settings request them.
    pub(crate) notes: Vec<String>,
    pub(crate) counts: PolicyCounts,
}

/// The policies of a run, with their context.
struct PolicyJudge<'j> {
    run: Evaluator<'j>,
    policies: Vec<LeveledPolicy<'j>>,
    /// Set for a module that others of the run call: only its violations are reported, and the rest with its callers.
    is_called: bool,
    /// The violations of modules checked on their own, by directory.
    alone: RefCell<Ordered<String, Arc<OrderedSet<String>>>>,
}

/// Checks the tree of a module against the policies of the run. A module that others call is counted with its callers.
pub(crate) fn judge(run: Evaluator<'_>, module: &Arc<Module>, inputs: &Inputs) -> PolicyAnswer {
    let settings = run.snapshot.settings();
    if !settings.has_policies() {
        return PolicyAnswer::default();
    }
    let policies = policies(run.snapshot);
    let is_called = is_called(run.snapshot, run.flavor, &module.folder);
    let with_levels = policies_with_levels(run, &policies);
    let judge = PolicyJudge { run, policies: with_levels, is_called, alone: RefCell::default() };
    let (evaluated, nodes) = judge.nodes(module, inputs);
    let candidates = tree::candidates(&nodes, is_called);
    let given = |name: &str| settings.policies.inputs.iter().any(|(one, _)| &**one == name);
    let missing = tree::missing_module(&nodes);
    let root = RootModule { module, values: &evaluated, missing: missing.as_deref(), given: &given };
    let mut answer = PolicyAnswer::default();
    for policy in &judge.policies {
        match policy.rule.is_on_source {
            _ if is_called => false,
            true => answer.counts.policies.insert(name(policy)),
            false => answer.counts.not_on_source.insert(name(policy)),
        };
        if policy.rule.is_on_source {
            judge.policy(policy, (&nodes, &candidates), root, &mut answer);
        }
    }
    answer
}

/// The policies of a run that the settings do not turn off, with their severities.
fn policies_with_levels<'p>(run: Evaluator<'_>, policies: &'p Policies) -> Vec<LeveledPolicy<'p>> {
    let settings = &run.snapshot.settings().policies;
    let none = Candidates::default();
    let surroundings = surroundings(run, &none);
    let all = policies.files.iter().flat_map(|file| file.rules.iter().map(move |rule| (file, rule)));
    let leveled = all.filter_map(|(file, rule)| {
        let severity = match settings.level(&rule.name).or_else(|| settings.level(&file.name)) {
            Some(PolicyLevel::Off) => return None,
            Some(PolicyLevel::Error) => Severity::Error,
            Some(PolicyLevel::Warning) => Severity::Warning,
            None if is_mandatory((file, rule), surroundings) => Severity::Error,
            None => Severity::Warning,
        };
        Some(LeveledPolicy { file, rule, severity })
    });
    leveled.collect()
}

fn surroundings<'e>(run: Evaluator<'e>, lookup: &'e Candidates) -> Surroundings<'e> {
    let settings = run.snapshot.settings();
    Surroundings {
        environment: settings.environment(&DIALECT),
        budget: run.budget,
        inputs: &settings.policies.inputs,
        lookup,
    }
}

fn name(policy: &LeveledPolicy<'_>) -> Arc<str> {
    Arc::from(format!("{}/{}", policy.file.name, policy.rule.name))
}

impl PolicyJudge<'_> {
    /// The values of a module with arguments as written, and the instances in its tree.
    fn nodes(&self, module: &Arc<Module>, inputs: &Inputs) -> (ModuleValues, Vec<TreeNode>) {
        let inputs = Arc::new(inputs.with_resources(ResourceValues::AsWritten));
        let evaluated = evaluate(self.run, module, &inputs);
        let nodes = tree::nodes(&evaluated.tree);
        (evaluated, nodes)
    }

    fn policy(
        &self,
        policy: &LeveledPolicy<'_>,
        (nodes, candidates): (&[TreeNode], &Candidates),
        root: RootModule<'_>,
        answer: &mut PolicyAnswer,
    ) {
        for node in nodes.iter().filter(|node| node.target() == policy.rule.target) {
            if self.run.budget.is_canceled() || !is_selected(policy.rule, node) {
                continue;
            }
            candidates.assumed.store(false, Ordering::Relaxed);
            let (verdict, absent) = self.verdict(policy, node, candidates);
            let assumed = candidates.assumed.load(Ordering::Relaxed);
            let is_alone = node.path.last().and_then(|call| call.child.as_ref());
            let known = is_alone.map(|child| self.alone(child)).unwrap_or_default();
            let judged = JudgedInstance { policy, node, absent, assumed, known: &known };
            self.report(&judged, &verdict, root, answer);
        }
    }

    /// The verdict about an instance, and `true` if it is the one for absent arguments as null.
    fn verdict<'p>(
        &self,
        policy: &LeveledPolicy<'p>,
        node: &TreeNode,
        candidates: &Candidates,
    ) -> (PolicyVerdict<'p>, bool) {
        let surroundings = surroundings(self.run, candidates);
        let pair = (policy.file, policy.rule);
        let (configured, stored) =
            (node.subject(AbsentReading::Configured), node.subject(AbsentReading::Stored));
        let found = verdict(pair, &configured, surroundings);
        let found = match configured.attrs == stored.attrs {
            true => found,
            false => found.agreement(&verdict(pair, &stored, surroundings)),
        };
        let is_decided = found.is_violated() || found.is_satisfied();
        let asks = self.run.snapshot.settings().policies.absent == AbsentArguments::Null;
        if is_decided || !asks || !node.has_choices() {
            return (found, false);
        }
        let again = verdict(pair, &node.subject(AbsentReading::Null), surroundings);
        (again, true)
    }

    fn report(
        &self,
        judged: &JudgedInstance<'_>,
        verdict: &PolicyVerdict<'_>,
        root: RootModule<'_>,
        answer: &mut PolicyAnswer,
    ) {
        for (condition, verdict) in &verdict.conditions {
            let finding = report::condition_finding(judged, condition, verdict, root);
            answer.findings.extend(finding.filter(|finding| !answer.findings.contains(finding)));
        }
        if self.is_called {
            return;
        }
        let verdict = if verdict.is_violated() {
            let (places, values) = report::violation_facts(judged, verdict, root);
            CaseVerdict::Violated { places, values }
        } else if verdict.is_satisfied() {
            CaseVerdict::Satisfied
        } else {
            let cause = report::open_cause(judged, verdict, root);
            self.report_open(judged, verdict, report::open_verdict(judged, verdict, &cause, root), answer);
            CaseVerdict::Open(cause)
        };
        let instance = judged.node.address().into();
        answer.counts.judge(PolicyCase { policy: name(judged.policy), instance, verdict });
    }

    fn report_open(
        &self,
        judged: &JudgedInstance<'_>,
        verdict: &PolicyVerdict<'_>,
        open: Approximation,
        answer: &mut PolicyAnswer,
    ) {
        match self.run.snapshot.settings().policies.open {
            OpenVerdicts::Warning => answer.findings.push(report::open_finding(judged, verdict, &open)),
            OpenVerdicts::List => {
                answer.notes.push(open.what.to_string());
                answer.approximations.push(open);
            }
            OpenVerdicts::Count => answer.approximations.push(open),
        }
    }

    /// The violations that are reported for a module on its own; none for a module that is not selected.
    fn alone(&self, child: &Arc<Module>) -> Arc<OrderedSet<String>> {
        if let Some(known) = self.alone.borrow().get(&*child.folder) {
            return Arc::clone(known);
        }
        let mut violations = OrderedSet::new();
        let selected = roles::selected_folders(self.run.snapshot);
        if selected.iter().any(|folder| **folder == *child.folder) {
            let (_, nodes) = self.nodes(child, &no_inputs());
            let candidates = tree::candidates(&nodes, true);
            for policy in self.policies.iter().filter(|policy| policy.rule.is_on_source) {
                let own = nodes.iter().filter(|node| node.path.is_empty());
                for node in own.filter(|node| is_selected(policy.rule, node)) {
                    let (verdict, _) = self.verdict(policy, node, &candidates);
                    let violated = verdict.conditions.iter().filter(|(_, one)| report::is_finding(one));
                    violations.extend(violated.map(|(condition, _)| report::key(policy, condition, node)));
                }
            }
        }
        let violations = Arc::new(violations);
        self.alone.borrow_mut().insert(child.folder.to_string(), Arc::clone(&violations));
        violations
    }
}

/// Returns `true` if a policy applies to an instance; one with an unknown label is only selected by `*`.
fn is_selected(rule: &PolicyRule, node: &TreeNode) -> bool {
    rule.target == node.target() && node.label().map_or(rule.pattern == "*", |label| rule.selects(&label))
}
