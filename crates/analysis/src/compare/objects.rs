//! Resources and module calls. Removing one, or changing the keys of its instances, destroys the objects that it
//! manages unless a `moved` or `removed` block covers it.

use std::sync::Arc;

use hclx_diag::{Certainty, code_names as codes};

use super::{CalledUnits, Change, Side, new_conditions};
use crate::describe::{DeclaredItem, Details, Keys, Move, Repetition};

/// The maximum number of `moved` blocks between an old address and the current one.
const MAX_MOVES: usize = 64;
/// The maximum number of instances in a message.
const MAX_LISTED: usize = 5;

pub(super) fn compare(
    (old, of_old): (&Side<'_>, &CalledUnits),
    (new, of_new): (&Side<'_>, &CalledUnits),
    changes: &mut Vec<Change>,
) {
    for declared in &new.all.declarations {
        let Some(now) = ManagedObjects::of(declared, of_new) else { continue };
        let before =
            old.like(declared).and_then(|before| Some((before, ManagedObjects::of(before, of_old)?)));
        match before {
            // An object that was moved to this address existed before.
            None if !is_moved_to(new, &declared.address) => changes.push(
                Change::compatible(Certainty::May, format!("{} `{}` is new", now.noun, declared.address))
                    .at(None, Some(declared)),
            ),
            None => {}
            Some((before, was)) => {
                changes.extend(
                    instances((before, &was), (declared, &now), new)
                        .into_iter()
                        .chain(new_conditions(&declared.address, before, declared))
                        .map(|change| change.at(Some(before), Some(declared))),
                );
            }
        }
    }
    for declared in &old.all.declarations {
        let Some(was) = ManagedObjects::of(declared, of_old).filter(|was| !was.is_empty) else { continue };
        if new.lacks(declared) {
            changes.extend(gone(declared, &was, old, new).map(|change| change.at(Some(declared), None)));
        }
    }
    for one in &old.all.moves {
        changes.extend(forgotten(one, old, new));
    }
}

/// A declaration that manages objects.
struct ManagedObjects<'d> {
    noun: &'static str,
    repetition: Repetition,
    keys: &'d Keys,
    /// Set if each instance has an object.
    is_certain: bool,
    /// Set if no instance has an object, because the called module only computes values.
    is_empty: bool,
}

impl<'d> ManagedObjects<'d> {
    fn of(declared: &'d DeclaredItem, called: &CalledUnits) -> Option<Self> {
        let (noun, repetition, keys, managed) = match &declared.details {
            Details::Resource(resource) if resource.mode == "resource" => {
                ("resource", resource.repetition, &resource.keys, Some(true))
            }
            Details::Call(call) => {
                let managed = called.managed.get(&*declared.address).copied();
                ("module call", call.repetition, &call.keys, managed)
            }
            _ => return None,
        };
        let (is_certain, is_empty) = (managed == Some(true), managed == Some(false));
        Some(Self { noun, repetition, keys, is_certain, is_empty })
    }

    /// With `count` or `for_each`, there may have been no instances.
    fn certainty(&self) -> Certainty {
        let is_certain = self.is_certain && self.repetition == Repetition::One;
        if is_certain { Certainty::Must } else { Certainty::May }
    }
}

/// The change of the instances of an object that both versions have.
fn instances(
    (before, was): (&DeclaredItem, &ManagedObjects<'_>),
    (declared, now): (&DeclaredItem, &ManagedObjects<'_>),
    new: &Side<'_>,
) -> Option<Change> {
    let address = &declared.address;
    if was.is_empty {
        return None;
    }
    // the object at this address has moved to another one
    if matches!(destination(new, address), Destination::Known) {
        return None;
    }
    let has_moves = new.all.moves.iter().any(|one| is_instance(&one.from, address));
    if moves(was.repetition, now.repetition) && !has_moves {
        let message = format!(
            "{} `{address}` changed from {} to {} without `moved` blocks",
            now.noun,
            kind(was.repetition),
            kind(now.repetition)
        );
        return Some(Change::breaking(codes::INSTANCES_CHANGED, was.certainty(), message));
    }
    let (old_keys, new_keys, is_usual) = match (was.keys, now.keys) {
        (Keys::Unknown, _) | (_, Keys::Unknown) => return None,
        (Keys::Always(old), Keys::Always(new)) => (old, new, false),
        (Keys::Always(old) | Keys::ByDefault(old), Keys::Always(new) | Keys::ByDefault(new)) => {
            (old, new, true)
        }
    };
    let is_lost = |key: &&Arc<str>| {
        let is_moved = !matches!(destination(new, &format!("{address}{key}")), Destination::Stays);
        !is_moved && !new_keys.iter().any(|other| is_same_key(key, other))
    };
    let lost: Vec<&Arc<str>> = old_keys.iter().filter(is_lost).collect();
    let listed: Vec<String> =
        lost.iter().take(MAX_LISTED).map(|key| format!("`{}{key}`", before.address)).collect();
    let more = match lost.len().saturating_sub(MAX_LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let verb = if lost.len() == 1 { "was" } else { "were" };
    let condition = if is_usual { "by default, " } else { "" };
    let message = format!(
        "{condition}{} {}{more} {verb} removed without a `moved` or `removed` block",
        now.noun,
        listed.join(", ")
    );
    (!lost.is_empty()).then(|| Change::breaking(codes::INSTANCES_CHANGED, Certainty::May, message))
}

/// Returns `true` if two keys are those of one instance: a single instance and the first instance of `count` are
/// moved automatically.
fn is_same_key(one: &str, other: &str) -> bool {
    one == other || matches!((one, other), ("", "[0]") | ("[0]", ""))
}

/// The change for an object that the new version does not have.
fn gone(declared: &DeclaredItem, was: &ManagedObjects<'_>, old: &Side<'_>, new: &Side<'_>) -> Option<Change> {
    let address = &declared.address;
    let reason = match destination(new, address) {
        Destination::Known => return None,
        Destination::Nowhere(to) => format!("moved to `{to}`, which does not exist"),
        // If all keys are known, each instance needs a block.
        Destination::Stays => {
            let is_moved =
                |key: &Arc<str>| !matches!(destination(new, &format!("{address}{key}")), Destination::Stays);
            let has_moves = new.all.moves.iter().any(|one| is_instance(&one.from, address));
            let is_covered = match was.keys {
                Keys::Always(keys) if was.repetition != Repetition::One => keys.iter().all(is_moved),
                _ => true,
            };
            if has_moves && is_covered {
                return None;
            }
            "removed without a `moved` or `removed` block".to_owned()
        }
    };
    let message = format!("{} `{address}` was {reason}", was.noun);
    let hint = moved_to(declared, old, new)
        .map(|to| format!("if it was renamed, add a `moved` block from `{address}` to `{to}`"));
    Some(Change::breaking(codes::OBJECT_GONE, was.certainty(), message).hint(hint))
}

/// The change for a `moved` block that the new version no longer has, although its target still exists.
fn forgotten(one: &Move, old: &Side<'_>, new: &Side<'_>) -> Option<Change> {
    let to = one.to.as_deref()?;
    let is_gone =
        |address: &str| matches!(destination(new, address), Destination::Stays) && !exists(new, address);
    // an object that the old version declares is compared on its own
    let is_old =
        exists(old, &one.from) || old.all.moves.iter().any(|other| other.from == one.from && other != one);
    if is_old || !is_gone(&one.from) || is_gone(to) {
        return None;
    }
    let message = format!("the `moved` block from `{}` to `{to}` was removed", one.from);
    let change = Change::breaking(codes::MOVE_REMOVED, Certainty::May, message);
    Some(Change { subject: one.from.to_string(), old: Some(one.place), ..change })
}

/// The current address of an object with an old address.
enum Destination {
    /// No block concerns the address.
    Stays,
    /// Blocks move it to an object of this version, or remove it.
    Known,
    /// Blocks move it to this address, which does not exist.
    Nowhere(String),
}

/// Follows `moved` blocks from an address.
fn destination(new: &Side<'_>, address: &str) -> Destination {
    let mut at: Option<String> = None;
    for _ in 0..MAX_MOVES {
        let here = at.as_deref().unwrap_or(address);
        let covering = new.all.moves.iter().filter_map(|block| Some((block, rest_in(block, here)?)));
        let Some((next, rest)) = covering.max_by_key(|(block, _)| block.from.len()) else {
            return match at {
                None => Destination::Stays,
                Some(at) if exists(new, &at) => Destination::Known,
                Some(at) => Destination::Nowhere(at),
            };
        };
        match &next.to {
            Some(to) => at = Some(format!("{to}{rest}")),
            None => return Destination::Known,
        }
    }
    Destination::Known
}

/// The rest of an address after that of a block that covers it. A block about a module covers everything in it, and one
/// about all instances covers each of them.
fn rest_in<'a>(block: &Move, address: &'a str) -> Option<&'a str> {
    let rest = address.strip_prefix(&*block.from)?;
    // an address without a key means the single instance if the other address has a key
    let is_about_all = block.to.as_ref().is_none_or(|to| !to.ends_with(']'));
    let is_covered = rest.is_empty() || rest.starts_with('.') || rest.starts_with('[') && is_about_all;
    is_covered.then_some(rest)
}

/// Returns `true` if a version declares an object, or the object of an instance or of a part of a called module.
fn exists(version: &Side<'_>, address: &str) -> bool {
    let ends = address.match_indices(['.', '[']).map(|(end, _)| end).chain([address.len()]);
    ends.into_iter().any(|end| {
        version.by_address.get(&address[..end]).is_some_and(|declared| {
            declared.call().is_some()
                || declared.resource().is_some_and(|resource| resource.mode == "resource")
        })
    })
}

/// The address of the only similar new object: one of the same type, or with the same source.
fn moved_to(gone: &DeclaredItem, old: &Side<'_>, new: &Side<'_>) -> Option<String> {
    let alike = |declared_item: &&DeclaredItem| match (&gone.details, &declared_item.details) {
        (Details::Resource(gone), Details::Resource(one)) => {
            gone.of_type == one.of_type && gone.mode == one.mode
        }
        (Details::Call(gone), Details::Call(one)) => gone.source == one.source,
        _ => false,
    };
    let mut found = new.all.declarations.iter().filter(alike).filter(|one| old.lacks(one));
    // only one of several removed objects can be the same object
    let is_gone = |item: &&DeclaredItem| {
        new.lacks(item) && matches!(destination(new, &item.address), Destination::Stays)
    };
    let is_single = old.all.declarations.iter().filter(alike).filter(is_gone).nth(1).is_none();
    match (found.next(), found.next()) {
        (Some(one), None) if is_single && !is_moved_to(new, &one.address) => Some(one.address.clone()),
        _ => None,
    }
}

/// Returns `true` if instances get different addresses. A single instance and the first one of `count` are
/// moved automatically.
fn moves(was: Repetition, is: Repetition) -> bool {
    was != is && (was == Repetition::ForEach || is == Repetition::ForEach)
}

const fn kind(repetition: Repetition) -> &'static str {
    match repetition {
        Repetition::One => "one instance",
        Repetition::Count => "`count`",
        Repetition::ForEach => "`for_each`",
    }
}

fn is_moved_to(new: &Side<'_>, address: &str) -> bool {
    new.all.moves.iter().any(|one| one.to.as_ref().is_some_and(|to| is_instance(to, address)))
}

/// Returns `true` if an address is that of an object, or of an instance or a part of it.
fn is_instance(address: &str, object: &str) -> bool {
    address.strip_prefix(object).is_some_and(|rest| rest.is_empty() || rest.starts_with(['[', '.']))
}
