//! Reuses earlier evaluations of declarations, because a module is often called, and most of its declarations see the
//! same values in every call.
//!
//! A declaration that sees the same values has the same value and the same findings. It sees the values of the
//! declarations that it refers to and, in some cases, the path of the module and the existence of files.

use std::sync::Arc;

use hclx_analysis::Work;
use hclx_analysis::graph::NodeId;
use hclx_core::Value;

use super::evaluation::Inputs;
use super::instance::Instance;
use super::records::{DeclarationFindings, DeclarationRecord, EvaluationRecord};
use crate::terraform::resolve::call_targets;
use crate::terraform::schemas::kind::Kind;

impl EvaluationRecord {
    /// Returns `true` if the same parts of a call's outputs may be unknown in a plan in an instance of the module.
    fn is_as_open(&self, instance: &Instance<'_>, number: usize) -> bool {
        self.open_calls.get(&number) == instance.open_calls.get(&number)
    }

    /// The value of a declaration, for an instance of the module.
    fn value_for(&self, instance: &mut Instance<'_>, node: NodeId) -> Value {
        if let Some(open) = self.open_calls.get(&node.index()) {
            instance.open_calls.insert(node.index(), open.clone());
        }
        self.values[node.index()].clone()
    }

    /// Returns `true` if a declaration sees the same values in another instance of its module.
    fn holds(&self, instance: &Instance<'_>, node: NodeId) -> bool {
        let Some(note) = &self.notes[node.index()] else { return false };
        let (module, before, now) = (instance.module, &self.inputs, instance.inputs);
        let declaration = module.declaration(node);
        let given = |inputs: &Inputs| match declaration.kind {
            Kind::Variable => inputs.values.get(&declaration.name).cloned(),
            _ => None,
        };
        let mut used = module.links().graph.uses(node).iter().map(|(used, _)| used.index());
        let has_value = |used| instance.comparisons.is_same(self, used, &instance.values[used]);
        let same_computed = || {
            let same = Arc::ptr_eq(&before.computed, &now.computed) || before.computed == now.computed;
            same || !note.is_open && !instance.may_be_given(node)
        };
        before.is_call == now.is_call
            && before.is_root == now.is_root
            // the values of other variables matter if any values are given at all
            && before.values.is_empty() == now.values.is_empty()
            && used.all(|used| has_value(used) && self.is_as_open(instance, used))
            && given(before) == given(now)
            && note.touched.holds_below(before.depth, now.depth)
            && (!note.touched.files || Arc::ptr_eq(&before.host, &now.host))
            && (before.paths == now.paths || !is_told(instance, node))
            && same_computed()
    }
}

impl DeclarationFindings {
    /// Moves the findings out of an instance, if there are any.
    fn take(instance: &mut Instance<'_>) -> Option<Self> {
        let is_silent =
            instance.findings.is_empty() && instance.approximations.is_empty() && instance.limits.is_empty();
        (!is_silent).then(|| Self {
            findings: std::mem::take(&mut instance.findings),
            approximations: std::mem::take(&mut instance.approximations),
            limits: std::mem::take(&mut instance.limits),
        })
    }

    /// Copies the findings to an instance.
    fn tell(&self, instance: &mut Instance<'_>) {
        instance.findings.extend(self.findings.iter().cloned());
        instance.approximations.extend(self.approximations.iter().cloned());
        instance.limits.extend(self.limits.iter().cloned());
    }

    /// Moves earlier findings back to an instance.
    fn put_back(self, instance: &mut Instance<'_>) {
        instance.findings = self.findings;
        instance.approximations = self.approximations;
        instance.limits = self.limits;
    }
}

/// Returns `true` if a declaration refers to the path of its module, or calls a module that does.
fn is_told(instance: &Instance<'_>, node: NodeId) -> bool {
    let declaration = instance.module.declaration(node);
    let child = || instance.children.modules.get(&declaration.name)?.as_ref();
    let calls_told = || child().is_some_and(|child| call_targets::is_told(instance.run, child));
    instance.module.node_mentions_path(node) || declaration.kind == Kind::Module && calls_told()
}

/// Starts an evaluation of all declarations with the values and results of the previous one, and then replaces the few
/// that differ.
pub(crate) fn start(instance: &mut Instance<'_>) {
    if let Some(base) = &mut instance.base {
        base.is_start = true;
        instance.values = base.past.values.clone();
        instance.notes = base.past.notes.clone();
        instance.open_calls = base.past.open_calls.clone();
    }
}

/// The value of a declaration, unless it is already in place; its findings are added to the instance.
pub(crate) fn declared(instance: &mut Instance<'_>, node: NodeId) -> Option<Value> {
    let Some(base) = &mut instance.base else { return Some(shared_or_evaluated(instance, node)) };
    let (past, is_start) = (Arc::clone(&base.past), base.is_start);
    if base.holds(instance.module, node)
        && let Some(note) = &past.notes[node.index()]
    {
        base.is_same[node.index()] = true;
        tell(instance, note);
        if is_start {
            return None;
        }
        instance.notes[node.index()] = Some(note.clone());
        return Some(past.value_for(instance, node));
    }
    if is_start && past.notes[node.index()].is_some() {
        instance.notes[node.index()] = None;
    }
    let value = shared_or_evaluated(instance, node);
    let is_same = past.values[node.index()] == value && past.is_as_open(instance, node.index());
    if let Some(base) = &mut instance.base {
        base.is_same[node.index()] = is_same;
    }
    Some(value)
}

/// Adds the earlier findings of a declaration.
fn tell(instance: &mut Instance<'_>, note: &DeclarationRecord) {
    if let Some(said) = &note.said {
        said.tell(instance);
    }
    instance.touched.join(note.touched);
}

/// The value of a declaration, which any earlier evaluation may already have computed.
fn shared_or_evaluated(instance: &mut Instance<'_>, node: NodeId) -> Value {
    let module = instance.module;
    let declaration = module.declaration(node);
    let is_given = declaration.variable.as_ref().is_some_and(|variable| instance.is_given(variable));
    if instance.notes.is_empty() || is_given {
        if !is_given {
            instance.run.snapshot.count(Work::DeclarationsEvaluated);
        }
        return instance.declared(Some(node), declaration);
    }
    let same = instance.before.iter().rev().find(|past| past.holds(instance, node)).cloned();
    if let Some(past) = same
        && let Some(note) = past.notes[node.index()].clone()
    {
        tell(instance, &note);
        instance.notes[node.index()] = Some(note);
        return past.value_for(instance, node);
    }
    let said_before = DeclarationFindings::take(instance);
    let touched_before = std::mem::take(&mut instance.touched);
    instance.run.snapshot.count(Work::DeclarationsEvaluated);
    let value = instance.declared(Some(node), declaration);
    let touched = instance.touched();
    let said = DeclarationFindings::take(instance).map(Arc::new);
    if let Some(before) = said_before {
        before.put_back(instance);
    }
    if let Some(said) = &said {
        said.tell(instance);
    }
    instance.touched = touched_before;
    instance.touched.join(touched);
    // a result that exceeded a limit may be more precise elsewhere
    if !hclx_core::is_question_spent() {
        let is_open = instance.may_be_given(node);
        instance.notes[node.index()] = Some(DeclarationRecord { touched, is_open, said });
    }
    value
}
