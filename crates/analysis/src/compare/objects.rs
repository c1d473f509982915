//! Resources and module calls. Removing one, or changing its kind of instances, destroys the objects that it
//! manages unless a `moved` or `removed` block covers it.

use hclx_diag::{Certainty, code_names as codes};

use super::{Change, Side};
use crate::describe::{Declared, Description, Details, Repetition};

pub(super) fn compare(old: &Side<'_>, new: &Side<'_>, changes: &mut Vec<Change>) {
    for declared in &new.all.declarations {
        let Some((noun, repetition)) = managed(declared) else { continue };
        let before = old.like(declared).and_then(|before| Some((before, managed(before)?.1)));
        match before {
            // An object that was moved here existed before.
            None if !is_moved_to(new.all, &declared.address) => changes.push(
                Change::compatible(Certainty::May, format!("{noun} `{}` is new", declared.address))
                    .at(None, Some(declared)),
            ),
            Some((before, was)) if moves(was, repetition) && !is_moved(new.all, &declared.address) => {
                // With `count` or `for_each`, there may have been no instances.
                let certainty = if was == Repetition::One { Certainty::Must } else { Certainty::May };
                let message = format!(
                    "{noun} `{}` changed from {} to {} without `moved` blocks",
                    declared.address,
                    instances(was),
                    instances(repetition)
                );
                changes.push(
                    Change::breaking(codes::INSTANCES_CHANGED, certainty, message)
                        .at(Some(before), Some(declared)),
                );
            }
            _ => {}
        }
    }
    for declared in &old.all.declarations {
        let Some((noun, repetition)) = managed(declared) else { continue };
        if !new.lacks(declared) || is_moved(new.all, &declared.address) {
            continue;
        }
        // With `count` or `for_each`, there may have been no instances.
        let certainty = if repetition == Repetition::One { Certainty::Must } else { Certainty::May };
        let message =
            format!("{noun} `{}` was removed without a `moved` or `removed` block", declared.address);
        let hint = moved_to(declared, old, new).map(|to| {
            format!("if it was renamed, add a `moved` block from `{}` to `{to}`", declared.address)
        });
        changes.push(
            Change::breaking(codes::OBJECT_GONE, certainty, message).at(Some(declared), None).hint(hint),
        );
    }
}

/// The address of the only similar new object: one of the same type, or with the same source.
fn moved_to(gone: &Declared, old: &Side<'_>, new: &Side<'_>) -> Option<String> {
    let alike = |one: &&Declared| match (&gone.details, &one.details) {
        (Details::Resource(gone), Details::Resource(one)) => {
            gone.of_type == one.of_type && gone.mode == one.mode
        }
        (Details::Call(gone), Details::Call(one)) => gone.source == one.source,
        _ => false,
    };
    let mut found = new.all.declarations.iter().filter(alike).filter(|one| old.lacks(one));
    match (found.next(), found.next()) {
        (Some(one), None) if !is_moved_to(new.all, &one.address) => Some(one.address.clone()),
        _ => None,
    }
}

/// The kind in prose and the repetition of a declaration that manages objects.
fn managed(declared: &Declared) -> Option<(&'static str, Repetition)> {
    match &declared.details {
        Details::Resource(resource) if resource.mode == "resource" => Some(("resource", resource.repetition)),
        Details::Call(call) => Some(("module call", call.repetition)),
        _ => None,
    }
}

/// Returns `true` if instances get different addresses. A single instance and the first one of `count` are
/// moved automatically.
fn moves(was: Repetition, is: Repetition) -> bool {
    was != is && (was == Repetition::ForEach || is == Repetition::ForEach)
}

const fn instances(repetition: Repetition) -> &'static str {
    match repetition {
        Repetition::One => "one instance",
        Repetition::Count => "`count`",
        Repetition::ForEach => "`for_each`",
    }
}

/// Returns `true` if a `moved` or `removed` block covers an object or one of its instances.
fn is_moved(new: &Description, address: &str) -> bool {
    new.moves.iter().any(|one| is_instance(&one.from, address))
}

fn is_moved_to(new: &Description, address: &str) -> bool {
    new.moves.iter().any(|one| one.to.as_ref().is_some_and(|to| is_instance(to, address)))
}

/// Returns `true` if an address is that of an object, or of an instance or a part of it.
fn is_instance(address: &str, object: &str) -> bool {
    address.strip_prefix(object).is_some_and(|rest| rest.is_empty() || rest.starts_with(['[', '.']))
}
