//! Evaluations that a module reuses after an edit.
//!
//! An unchanged declaration that only uses unchanged ones was already evaluated. Its result is valid if its inputs are
//! equal, as between the calls of a module. Its findings are moved to their new places.

use std::cell::OnceCell;
use std::sync::Arc;

use hclx_analysis::Snapshot;
use hclx_analysis::graph::NodeId;
use hclx_diag::{Findings, Span, locked};

use super::evaluation::Inputs;
use super::records::{self, DeclarationFindings, DeclarationRecord, EvaluationRecord};
use crate::terraform::declare::changes::ModuleDiff;
use crate::terraform::declare::module::Module;
use crate::terraform::resolve::call_targets::Children;
use crate::terraform::schemas::kind::Kind;

/// The evaluations of a module that a new one may reuse, latest last.
pub(crate) fn before(
    snapshot: &Snapshot,
    module: &Module,
    inputs: &Inputs,
    children: &Arc<Children>,
) -> Vec<Arc<EvaluationRecord>> {
    if !records::are_several(snapshot, module, inputs) {
        return Vec::new();
    }
    let mut evaluations = locked(&records::kept(module).evaluations);
    let changes = ModuleDiff::take(module);
    if let Some(changes) = &changes {
        let before = locked(&records::kept(&changes.before).evaluations).clone();
        evaluations.splice(..0, over(changes, &before, module, children));
    }
    let before = evaluations.clone();
    drop(evaluations);
    // also drops the previous version of the module
    drop(changes);
    before
}

/// The evaluations of the previous version that are still valid, latest last.
fn over(
    changes: &ModuleDiff,
    before: &[Arc<EvaluationRecord>],
    module: &Module,
    children: &Arc<Children>,
) -> Vec<Arc<EvaluationRecord>> {
    let Some(last) = before.last() else { return Vec::new() };
    let valid = |cuts: bool| Valid::of(changes, module, (&last.children, children), cuts);
    let (all, strict) = (valid(true), OnceCell::new());
    let mut over: Vec<Arc<EvaluationRecord>> = Vec::new();
    for past in before.iter().rev() {
        // a later evaluation with the same inputs contains more
        if !over.iter().any(|later| later.inputs.are_like(&past.inputs)) {
            let valid = match past.inputs.computed.is_empty() {
                true => &all,
                // variables that are unknown in a plan are followed through local values
                false => strict.get_or_init(|| valid(false)),
            };
            over.push(Arc::new(moved(changes, past, valid, children)));
        }
    }
    over.reverse();
    over
}

/// Returns `true` for declarations whose values may be open.
const fn may_be_open(kind: Kind) -> bool {
    matches!(kind, Kind::Resource | Kind::Module)
}

/// The declarations whose earlier results may still be valid.
struct Valid<'c> {
    changes: &'c ModuleDiff,
    module: &'c Module,
    children: (&'c Arc<Children>, &'c Arc<Children>),
    /// The previous indices, by index, of declarations whose results are valid if the values that they use are the
    /// same.
    notes: Vec<Option<usize>>,
}

impl<'c> Valid<'c> {
    /// The unchanged declarations that only use unchanged ones or, with `cuts`, changed ones that differ only in their
    /// values.
    fn of(
        changes: &'c ModuleDiff,
        module: &'c Module,
        children: (&'c Arc<Children>, &'c Arc<Children>),
        cuts: bool,
    ) -> Self {
        let mut valid = Self { changes, module, children, notes: changes.same.clone() };
        // `above` marks declarations that use a changed one, directly or indirectly; `leads` marks local values that
        // depend on resources or calls
        let mut above = vec![false; module.declarations.len()];
        let mut leads = above.clone();
        let mut alike: Vec<Option<bool>> = vec![None; module.declarations.len()];
        for node in &module.links().order.sorted {
            let declaration = module.declaration(*node);
            let uses = module.links().graph.uses(*node);
            let is_local = declaration.kind == Kind::Local;
            leads[node.index()] = is_local
                && uses
                    .iter()
                    .any(|(used, _)| leads[used.index()] || may_be_open(module.declaration(*used).kind));
            let is_changed = |used: &NodeId| changes.same[used.index()].is_none();
            let is_above = uses.iter().any(|(used, _)| is_changed(used) || above[used.index()]);
            above[node.index()] = is_above;
            let mut holds = |used: &NodeId| match valid.notes[used.index()] {
                Some(_) => true,
                None if cuts && is_changed(used) => {
                    *alike[used.index()].get_or_insert_with(|| valid.is_alike_outside(*used))
                }
                None => false,
            };
            let is_valid = uses.iter().all(|(used, _)| holds(used))
                // the search for computed attributes evaluates local values with other values
                && !(leads[node.index()] && is_above)
                && (declaration.kind != Kind::Module || valid.is_same_call(*node));
            if !is_valid {
                valid.notes[node.index()] = None;
            }
        }
        valid
    }

    fn is_alike_outside(&self, node: NodeId) -> bool {
        let Some(before) = self.changes.numbers[node.index()] else { return false };
        self.changes.is_alike_outside(before, self.module, node.index())
            && (self.module.declaration(node).kind != Kind::Module || self.is_same_call(node))
    }

    /// Returns `true` if a call refers to the same version of the same module.
    fn is_same_call(&self, node: NodeId) -> bool {
        if Arc::ptr_eq(self.children.0, self.children.1) {
            return true;
        }
        let name = &self.module.declaration(node).name;
        let child = |children: &Children| children.modules.get(name).cloned().flatten();
        match (child(self.children.0), child(self.children.1)) {
            (Some(before), Some(now)) => Arc::ptr_eq(&before, &now),
            (None, None) => true,
            _ => false,
        }
    }
}

/// Converts an evaluation to the indices and places of the current version.
fn moved(
    changes: &ModuleDiff,
    past: &EvaluationRecord,
    valid: &Valid<'_>,
    children: &Arc<Children>,
) -> EvaluationRecord {
    // includes values of changed declarations, because results that use them are valid if they are still equal
    let numbers = &changes.numbers;
    let is_in_place = numbers.len() == past.values.len()
        && numbers.iter().enumerate().all(|(number, before)| before.is_none_or(|before| before == number));
    let value =
        |before: &Option<usize>| before.map_or_else(hclx_core::Value::dynamic, |at| past.values[at].clone());
    let note = |before: &Option<usize>| past.notes.get((*before)?)?.clone();
    let (values, mut notes) = match is_in_place {
        true => (past.values.clone(), past.notes.clone()),
        false => (numbers.iter().map(value).collect(), valid.notes.iter().map(note).collect()),
    };
    for (at, is_valid) in valid.notes.iter().map(Option::is_some).enumerate() {
        let Some(note) = &notes[at] else { continue };
        let now = if is_valid { moved_note(changes, note) } else { Relocation::Invalid };
        match now {
            Relocation::Same => {}
            Relocation::To(said) => notes[at] = Some(DeclarationRecord { said: Some(said), ..note.clone() }),
            Relocation::Invalid => notes[at] = None,
        }
    }
    let open =
        |(now, before): (usize, &Option<usize>)| Some((now, past.open_calls.get(&(*before)?)?.clone()));
    let open_calls = numbers.iter().enumerate().filter_map(open).collect();
    let (inputs, children) = (Arc::clone(&past.inputs), Arc::clone(children));
    EvaluationRecord { inputs, values, notes, open_calls, children }
}

/// The result of moving a record to the next version of a module.
enum Relocation {
    Same,
    To(Arc<DeclarationFindings>),
    Invalid,
}

fn moved_note(changes: &ModuleDiff, note: &DeclarationRecord) -> Relocation {
    // other declarations determine the files that a module creates when it runs, and limits count all evaluations
    if note.touched.files || note.touched.limited {
        return Relocation::Invalid;
    }
    match &note.said {
        Some(said) if is_in_edited(changes, said) => {
            moved_said(changes, said).map_or(Relocation::Invalid, Relocation::To)
        }
        _ => Relocation::Same,
    }
}

/// Returns `true` if a place in the findings is in an edited file.
fn is_in_edited(changes: &ModuleDiff, said: &DeclarationFindings) -> bool {
    let is_edited = |source| changes.is_edited(source);
    said.findings.iter().any(|finding| finding.has_place_in(&is_edited))
        || said.approximations.iter().any(|one| is_edited(one.span.source))
}

fn moved_said(changes: &ModuleDiff, said: &Arc<DeclarationFindings>) -> Option<Arc<DeclarationFindings>> {
    let place = |place: Span| changes.moved(place);
    let mut findings = Findings::new();
    for finding in said.findings.iter() {
        findings.push(finding.clone().moved(&place)?);
    }
    let mut approximations = said.approximations.clone();
    for one in &mut approximations {
        one.span = place(one.span)?;
    }
    Some(Arc::new(DeclarationFindings { findings, approximations, limits: said.limits.clone() }))
}
