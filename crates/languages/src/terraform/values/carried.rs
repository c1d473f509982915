//! Evaluations that a module reuses after an edit.
//!
//! An unchanged declaration that only uses unchanged ones was already evaluated: its result is valid if its
//! inputs are equal, as between the calls of one module. Its findings are moved to their new places.

use std::sync::Arc;

use hclx_analysis::Snapshot;
use hclx_diag::{Findings, Span, locked};

use super::evaluation::Inputs;
use super::records::{self, Note, Past, Said};
use crate::terraform::declare::changes::Changes;
use crate::terraform::declare::module::Module;
use crate::terraform::resolve::call_targets::Children;
use crate::terraform::schemas::kind::Kind;

/// The evaluations of a module that a new one may reuse, latest last.
pub(crate) fn before(
    snapshot: &Snapshot,
    module: &Module,
    inputs: &Inputs,
    children: &Arc<Children>,
) -> Vec<Arc<Past>> {
    if !records::are_several(snapshot, module, inputs) {
        return Vec::new();
    }
    let mut evaluations = locked(&records::kept(module).evaluations);
    let changes = Changes::take(module);
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
    changes: &Changes,
    before: &[Arc<Past>],
    module: &Module,
    children: &Arc<Children>,
) -> Vec<Arc<Past>> {
    let Some(last) = before.last() else { return Vec::new() };
    let same = untouched(changes, module, (&last.children, children));
    let mut over: Vec<Arc<Past>> = Vec::new();
    for past in before.iter().rev() {
        // a later evaluation with the same inputs contains more
        if !over.iter().any(|later| later.inputs.are_like(&past.inputs)) {
            over.push(Arc::new(moved(changes, past, &same, children)));
        }
    }
    over.reverse();
    over
}

/// The previous indices of the declarations that are unchanged together with everything that they use.
fn untouched(
    changes: &Changes,
    module: &Module,
    (before, now): (&Children, &Children),
) -> Vec<Option<usize>> {
    let mut same = changes.same.clone();
    for node in &module.order.sorted {
        let declaration = module.declaration(*node);
        let is_same_call = || {
            let child = |children: &Children| children.modules.get(&declaration.name).cloned().flatten();
            match (child(before), child(now)) {
                (Some(before), Some(now)) => Arc::ptr_eq(&before, &now),
                (None, None) => true,
                _ => false,
            }
        };
        let uses_same = module.graph.uses(*node).iter().all(|(used, _)| same[used.index()].is_some());
        if !uses_same || declaration.kind == Kind::Module && !is_same_call() {
            same[node.index()] = None;
        }
    }
    same
}

/// Converts an evaluation to the indices and places of the current version.
fn moved(changes: &Changes, past: &Past, same: &[Option<usize>], children: &Arc<Children>) -> Past {
    let is_in_place = same.len() == past.values.len()
        && same.iter().enumerate().all(|(number, before)| before.is_none_or(|before| before == number));
    let values = match is_in_place {
        true => Arc::clone(&past.values),
        false => {
            let value = |before: &Option<usize>| {
                before.map_or_else(hclx_core::Value::dynamic, |at| past.values[at].clone())
            };
            Arc::new(same.iter().map(value).collect())
        }
    };
    let note = |before: &Option<usize>| moved_note(changes, past.notes.get((*before)?)?.as_ref()?);
    let notes = same.iter().map(note).collect();
    Past { inputs: Arc::clone(&past.inputs), values, notes, children: Arc::clone(children) }
}

fn moved_note(changes: &Changes, note: &Note) -> Option<Note> {
    // other declarations determine the files that a module creates when it runs, and limits count all
    // evaluations
    if note.touched.files || note.touched.limited {
        return None;
    }
    let said = match &note.said {
        Some(said) if is_in_edited(changes, said) => Some(moved_said(changes, said)?),
        Some(said) => Some(Arc::clone(said)),
        None => None,
    };
    Some(Note { said, ..note.clone() })
}

/// Returns `true` if a place in the findings is in an edited file.
fn is_in_edited(changes: &Changes, said: &Said) -> bool {
    let is_edited = |source| changes.is_edited(source);
    said.findings.iter().any(|finding| finding.has_place_in(&is_edited))
        || said.approximations.iter().any(|one| is_edited(one.span.source))
}

fn moved_said(changes: &Changes, said: &Arc<Said>) -> Option<Arc<Said>> {
    let place = |place: Span| changes.moved(place);
    let mut findings = Findings::new();
    for finding in said.findings.iter() {
        findings.push(finding.clone().moved(&place)?);
    }
    let mut approximations = said.approximations.clone();
    for one in &mut approximations {
        one.span = place(one.span)?;
    }
    Some(Arc::new(Said { findings, approximations, limits: said.limits.clone() }))
}
