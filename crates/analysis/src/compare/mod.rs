//! The changes between two versions of a unit that affect its users: types are compared by conversion, and
//! rules by the sets of values that they accept.
//!
//! Out of scope: finding the two versions, and matching units with each other.

mod calls;
mod inputs;
mod objects;
mod outputs;
mod requirements;
mod rules;
mod strings;
mod types;
mod versions;

use std::collections::HashMap;
use std::sync::Arc;

use hclx_diag::{Certainty, Code, Ordered, Span, code_names as codes, counted};

use crate::describe::{DeclaredItem, Description, Input, Output};

pub use rules::{example_number, satisfies};
pub use strings::example_string;
pub use versions::are_contradictory;

/// The level of a change by semantic versioning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Users need not change anything, but get a new feature or a different behavior.
    Minor,
    /// Some users must change something.
    Major,
}

impl Level {
    /// The name of the level: `minor` or `major`.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Minor => "minor",
            Level::Major => "major",
        }
    }
}

/// A change that affects users of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The code.
    pub code: Code,
    /// The level by semantic versioning.
    pub level: Level,
    /// Certain if it breaks every user of the changed declaration; possible if it breaks some.
    pub certainty: Certainty,
    /// The address of the changed declaration, or the name of the requirement.
    pub subject: String,
    /// The change as a clause.
    pub message: String,
    /// An alternative explanation of the change that its author may have intended.
    pub hint: Option<String>,
    /// The reason for accepting the change, from a comment at the new declaration or from the settings.
    pub accepted: Option<String>,
    /// The place in the old version.
    pub old: Option<Span>,
    /// The place in the new version.
    pub new: Option<Span>,
}

impl Change {
    fn new(code: Code, level: Level, certainty: Certainty, message: String) -> Self {
        let subject = String::new();
        Self { code, level, certainty, subject, message, hint: None, accepted: None, old: None, new: None }
    }

    fn breaking(code: Code, certainty: Certainty, message: String) -> Self {
        Self::new(code, Level::Major, certainty, message)
    }

    /// A change that does not break any user.
    fn compatible(certainty: Certainty, message: String) -> Self {
        Self::new(codes::COMPATIBLE_CHANGE, Level::Minor, certainty, message)
    }

    fn at(self, old: Option<&DeclaredItem>, new: Option<&DeclaredItem>) -> Self {
        let subject = new.or(old).map(|declared_item| declared_item.address.clone()).unwrap_or_default();
        let accepted = new.and_then(|new| accepted(&new.comment, self.code.id()));
        Self { old: old.map(|one| one.place), new: new.map(|one| one.place), subject, accepted, ..self }
    }

    fn hint(self, hint: Option<String>) -> Self {
        Self { hint, ..self }
    }
}

/// The marker of a comment that accepts a change.
pub const ACCEPT: &str = "hclx:accept";

/// The reason given by a comment that accepts a code: `hclx:accept HX7003 REASON`.
fn accepted(comment: &[String], code: &str) -> Option<String> {
    comment.iter().find_map(|line| {
        let (own, reason) = line.trim().strip_prefix(ACCEPT)?.trim_start().split_once(char::is_whitespace)?;
        (own == code && !reason.trim().is_empty()).then(|| reason.trim().to_owned())
    })
}

/// Decides whether a version constraint allows a version.
pub type Admits<'a> = &'a dyn Fn(&str, &str) -> bool;

/// The changes from an old version of a unit to a new one, in the order of the new declarations, followed by
/// removals.
pub fn compare((old, of_old): Version<'_>, (new, of_new): Version<'_>, admits: Admits<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    let (before, now) = (Side::of(old), Side::of(new));
    all_inputs(&before, &now, &mut changes);
    all_outputs(&before, &now, &mut changes);
    objects::compare((&before, of_old), (&now, of_new), &mut changes);
    calls::compare(&before, &now, admits, &mut changes);
    requirements::compare((old, of_old), (new, of_new), admits, &mut changes);
    changes
}

/// The changes of the objects that a unit manages, without those of its interface.
pub fn compare_objects(
    (old, of_old): Version<'_>,
    (new, of_new): Version<'_>,
    admits: Admits<'_>,
) -> Vec<Change> {
    let mut changes = Vec::new();
    let (before, now) = (Side::of(old), Side::of(new));
    objects::compare((&before, of_old), (&now, of_new), &mut changes);
    calls::compare(&before, &now, admits, &mut changes);
    changes
}

/// A version of a unit, with the units that it calls.
pub type Version<'v> = (&'v Description, &'v CalledUnits);

/// Facts about the units that a unit calls.
#[derive(Debug, Default)]
pub struct CalledUnits {
    /// The version constraints of all of them by provider name; those on the language itself have an empty
    /// name.
    pub requirements: Ordered<Arc<str>, Vec<Arc<str>>>,
    /// By address: the calls whose unit is certain to manage an object (`true`) and those whose unit manages none
    /// (`false`).
    pub managed: Ordered<Arc<str>, bool>,
}

/// The declarations of a version.
struct Side<'d> {
    all: &'d Description,
    by_address: HashMap<&'d str, &'d DeclaredItem>,
}

impl<'d> Side<'d> {
    fn of(all: &'d Description) -> Self {
        let mut by_address = HashMap::new();
        for declared in &all.declarations {
            by_address.entry(&*declared.address).or_insert(declared);
        }
        Self { all, by_address }
    }

    /// The declaration with the same address as one in the other version.
    fn like(&self, other: &DeclaredItem) -> Option<&'d DeclaredItem> {
        self.by_address.get(&*other.address).copied()
    }

    /// Returns `true` if this version does not have a declaration of the other version.
    fn lacks(&self, other: &DeclaredItem) -> bool {
        self.like(other).is_none()
    }
}

fn all_inputs(old: &Side<'_>, new: &Side<'_>, changes: &mut Vec<Change>) {
    let is_new_null = |name: &str| {
        let is_null = |input: &Input| input.default.as_ref().is_some_and(|default| default.value.is_null());
        let mut all = new.all.inputs().filter(|(item, _)| *item.name == *name);
        all.any(|(item, input)| old.lacks(item) && is_null(input))
    };
    for (declared, input) in new.all.inputs() {
        match old.like(declared).and_then(|before| Some((before, before.input()?))) {
            Some(before) => changes.extend(inputs::changes(before, (declared, input), &is_new_null)),
            None if input.default.is_none() => changes.push(
                Change::breaking(
                    codes::NEW_REQUIRED_INPUT,
                    Certainty::Must,
                    format!("`{}` is new and has no default", declared.address),
                )
                .at(None, Some(declared)),
            ),
            None => changes.push(
                Change::compatible(Certainty::Must, format!("`{}` is new", declared.address))
                    .at(None, Some(declared)),
            ),
        }
    }
    // nobody can set an input whose name is malformed
    let is_usable = |before: &DeclaredItem| hclx_diag::is_identifier(&before.name);
    for (declared, was) in old.all.inputs().filter(|(before, _)| new.lacks(before) && is_usable(before)) {
        let message = format!("`{}` was removed", declared.address);
        // Only a new name can replace one that is gone.
        let now = new.all.inputs().filter(|(one, input)| old.lacks(one) && input.ty == was.ty);
        let gone = old.all.inputs().filter(|(item, input)| new.lacks(item) && input.ty == was.ty);
        changes.push(
            Change::breaking(codes::INPUT_REMOVED, Certainty::Must, message)
                .at(Some(declared), None)
                .hint(renamed(declared, &items(gone), &items(now))),
        );
    }
}

/// Asks whether a declaration that is gone was renamed to a similar new one. Asks nothing if several may be the
/// same declaration.
fn renamed(gone: &DeclaredItem, all_gone: &[&DeclaredItem], new: &[&DeclaredItem]) -> Option<String> {
    let name = &similar(gone, new)?.address;
    let is_similar = |item: &&&DeclaredItem| similar(item, new).is_some_and(|other| other.address == *name);
    let is_single = all_gone.iter().filter(is_similar).nth(1).is_none();
    renamed_to(Some(name.as_str()).filter(|_| is_single))
}

/// The new declaration with the same description; otherwise the only new one, unless both have descriptions.
fn similar<'d>(gone: &DeclaredItem, new: &[&'d DeclaredItem]) -> Option<&'d DeclaredItem> {
    let is_same = |item: &&&DeclaredItem| item.description.is_some() && item.description == gone.description;
    match (new.iter().find(is_same), new) {
        (Some(same), _) => Some(*same),
        (None, [one]) if one.description.is_none() || gone.description.is_none() => Some(*one),
        _ => None,
    }
}

/// The declarations without their details.
fn items<'d, T>(all: impl Iterator<Item = (&'d DeclaredItem, T)>) -> Vec<&'d DeclaredItem> {
    all.map(|(item, _)| item).collect()
}

/// The question whether a declaration was renamed to a similar new name.
fn renamed_to(name: Option<&str>) -> Option<String> {
    Some(format!("was it renamed to `{}`, which is new and has the same type?", name?))
}

/// The change by preconditions and postconditions that the old version of a declaration does not have.
fn new_conditions(what: &str, before: &DeclaredItem, now: &DeclaredItem) -> Option<Change> {
    let is_new = |condition: &&Arc<str>| !before.conditions.contains(condition);
    let count = now.conditions.iter().filter(is_new).count();
    let message = format!("`{what}` has {}", counted(count, "new or changed condition"));
    (count > 0).then(|| Change::compatible(Certainty::May, message))
}

fn all_outputs(old: &Side<'_>, new: &Side<'_>, changes: &mut Vec<Change>) {
    for (declared, output) in new.all.outputs() {
        match old.like(declared).and_then(|before| Some((before, before.output()?))) {
            Some(before) => changes.extend(outputs::changes(before, (declared, output))),
            None => changes.push(
                Change::compatible(Certainty::Must, format!("`{}` is new", declared.address))
                    .at(None, Some(declared)),
            ),
        }
    }
    for (declared, was) in old.all.outputs().filter(|(before, _)| new.lacks(before)) {
        let message = format!("`{}` was removed", declared.address);
        // Equal types that are partly unknown prove nothing.
        let alike = |output: &Output| !was.ty.has_any() && output.ty == was.ty;
        let now = new.all.outputs().filter(|(one, output)| old.lacks(one) && alike(output));
        let gone = old.all.outputs().filter(|(item, output)| new.lacks(item) && alike(output));
        changes.push(
            Change::breaking(codes::OUTPUT_REMOVED, Certainty::Must, message)
                .at(Some(declared), None)
                .hint(renamed(declared, &items(gone), &items(now))),
        );
    }
}
