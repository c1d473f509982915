//! The changes between two versions of a unit that affect its users: types are compared by conversion, rules
//! by the sets of values that they accept.
//!
//! Out of scope: finding the two versions, and matching units with each other.

mod objects;
mod requirements;
mod rules;
mod types;

use std::collections::HashMap;

use hclx_core::{Conversion, Type};
use hclx_diag::{Certainty, Code, Span, code_names as codes};

use crate::describe::{Declared, Description, Flag, Input, Output};

pub use requirements::Called;

use types::{accepts, always_fails, because, was};

/// The level of a change by semantic versioning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Users need not change anything, but get something new or a different behavior.
    Minor,
    /// Some users need to change something.
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
    /// The code of the change.
    pub code: Code,
    /// The level.
    pub level: Level,
    /// Certain if it breaks every user of the changed declaration; possible if it breaks some.
    pub certainty: Certainty,
    /// The address of the changed declaration, or the name of the requirement.
    pub subject: String,
    /// The change as a clause.
    pub message: String,
    /// An alternative explanation of the change that its author may have intended.
    pub hint: Option<String>,
    /// The reason for accepting it, given by a comment at the new declaration or by the settings.
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

    /// A change that breaks no user.
    fn compatible(certainty: Certainty, message: String) -> Self {
        Self::new(codes::COMPATIBLE_CHANGE, Level::Minor, certainty, message)
    }

    fn at(self, old: Option<&Declared>, new: Option<&Declared>) -> Self {
        let subject = new.or(old).map(|one| one.address.clone()).unwrap_or_default();
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
    inputs(&before, &now, &mut changes);
    outputs(&before, &now, &mut changes);
    objects::compare(&before, &now, &mut changes);
    requirements::compare((old, of_old), (new, of_new), admits, &mut changes);
    changes
}

/// A version of a unit, and the requirements of the units that it calls.
pub type Version<'v> = (&'v Description, &'v Called);

/// The declarations of a version.
struct Side<'d> {
    all: &'d Description,
    by_address: HashMap<&'d str, &'d Declared>,
}

impl<'d> Side<'d> {
    fn of(all: &'d Description) -> Self {
        let mut by_address = HashMap::new();
        for declared in &all.declarations {
            by_address.entry(&*declared.address).or_insert(declared);
        }
        Self { all, by_address }
    }

    /// The declaration with the address of one in the other version.
    fn like(&self, other: &Declared) -> Option<&'d Declared> {
        self.by_address.get(&*other.address).copied()
    }

    /// Returns `true` if the other version has a declaration that this one does not have.
    fn lacks(&self, other: &Declared) -> bool {
        self.like(other).is_none()
    }
}

fn inputs(old: &Side<'_>, new: &Side<'_>, changes: &mut Vec<Change>) {
    for (declared, input) in new.all.inputs() {
        match old.like(declared).and_then(|before| Some((before, before.input()?))) {
            Some(before) => changes.extend(self::input(before, (declared, input))),
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
    for (declared, was) in old.all.inputs().filter(|(before, _)| new.lacks(before)) {
        let message = format!("`{}` was removed", declared.address);
        // Only something new can be the new name of what is gone.
        let now = new.all.inputs().filter(|(one, input)| old.lacks(one) && input.ty == was.ty);
        changes.push(
            Change::breaking(codes::INPUT_REMOVED, Certainty::Must, message)
                .at(Some(declared), None)
                .hint(renamed(declared, now.map(|(one, _)| one))),
        );
    }
}

/// The question whether a removed declaration was renamed to a similar new one: the one with the same
/// description, otherwise the only one, unless both have descriptions.
fn renamed<'d>(gone: &Declared, new: impl Iterator<Item = &'d Declared>) -> Option<String> {
    let new: Vec<&Declared> = new.collect();
    let same = |one: &&&Declared| one.description.is_some() && one.description == gone.description;
    let alike = match (new.iter().find(same), &new[..]) {
        (Some(same), _) => Some(*same),
        (None, [one]) if one.description.is_none() || gone.description.is_none() => Some(*one),
        _ => None,
    };
    Some(format!("was it renamed to `{}`, which is new and has the same type?", alike?.address))
}

/// The changes of one input.
fn input((before, old): (&Declared, &Input), (now, new): (&Declared, &Input)) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut push = |change: Change| changes.push(change.at(Some(before), Some(now)));
    let address = &now.address;
    match (&old.default, &new.default) {
        (Some(_), None) => push(Change::breaking(
            codes::DEFAULT_REMOVED,
            Certainty::Must,
            format!("`{address}` had a default and is now required"),
        )),
        (None, Some(_)) => {
            push(Change::compatible(Certainty::Must, format!("`{address}` now has a default")))
        }
        (Some(one), Some(other)) if !one.given.same(&other.given) => {
            push(Change::compatible(Certainty::May, format!("the default of `{address}` changed")))
        }
        _ => {}
    }
    // Users give values of the old type.
    if old.ty != new.ty {
        match accepts(&old.ty, &new.ty) {
            Conversion::None | Conversion::Unsafe => {
                let certainty = if always_fails(&old.ty, &new.ty) { Certainty::Must } else { Certainty::May };
                let message = was(address, &old.ty, &new.ty) + &because(&old.ty, &new.ty);
                push(Change::breaking(codes::INPUT_TYPE_NARROWED, certainty, message));
            }
            Conversion::Safe | Conversion::Same => {
                push(Change::compatible(Certainty::Must, was(address, &old.ty, &new.ty)));
            }
        }
    }
    if now.has(Flag::NotNullable) && !before.has(Flag::NotNullable) {
        match new.default {
            // null means the default
            Some(_) => push(Change::compatible(
                Certainty::May,
                format!("null for `{address}` now means its default"),
            )),
            None => push(Change::breaking(
                codes::NULL_REFUSED,
                Certainty::May,
                format!("`{address}` no longer accepts null"),
            )),
        }
    }
    // Otherwise null was never accepted, or the change is reported above.
    let may_be_null = !before.has(Flag::NotNullable) && !now.has(Flag::NotNullable);
    for (certainty, words) in rules::narrower((&old.facts, &new.facts), may_be_null, old.ty == new.ty) {
        push(Change::breaking(codes::VALIDATION_NARROWED, certainty, format!("`{address}` {words}")));
    }
    if now.deprecated.is_some() && before.deprecated.is_none() {
        push(Change::compatible(Certainty::Must, format!("`{address}` is now deprecated")));
    }
    changes
}

fn outputs(old: &Side<'_>, new: &Side<'_>, changes: &mut Vec<Change>) {
    for (declared, output) in new.all.outputs() {
        match old.like(declared).and_then(|before| Some((before, before.output()?))) {
            Some(before) => changes.extend(self::output(before, (declared, output))),
            None => changes.push(
                Change::compatible(Certainty::Must, format!("`{}` is new", declared.address))
                    .at(None, Some(declared)),
            ),
        }
    }
    for (declared, was) in old.all.outputs().filter(|(before, _)| new.lacks(before)) {
        let message = format!("`{}` was removed", declared.address);
        // Equal types that are partly unknown say nothing.
        let alike = |output: &Output| !was.ty.has_any() && output.ty == was.ty;
        let now = new.all.outputs().filter(|(one, output)| old.lacks(one) && alike(output));
        changes.push(
            Change::breaking(codes::OUTPUT_REMOVED, Certainty::Must, message)
                .at(Some(declared), None)
                .hint(renamed(declared, now.map(|(one, _)| one))),
        );
    }
}

/// The changes of one output.
fn output((before, old): (&Declared, &Output), (now, new): (&Declared, &Output)) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut push = |code, certainty, message: String| {
        changes.push(Change::breaking(code, certainty, message).at(Some(before), Some(now)));
    };
    let is_known = |ty: &Type| !ty.has_any();
    if old.ty != new.ty && is_known(&old.ty) && is_known(&new.ty) {
        // an inferred type may be more precise than users rely on
        let is_declared = old.written.is_some() && new.written.is_some();
        // Users rely on the old type, and get values of the new one.
        match accepts(&new.ty, &old.ty) {
            Conversion::None => {
                let is_certain = is_declared && always_fails(&new.ty, &old.ty);
                let certainty = if is_certain { Certainty::Must } else { Certainty::May };
                let message = was(&now.address, &old.ty, &new.ty) + &because(&new.ty, &old.ty);
                push(codes::OUTPUT_TYPE_CHANGED, certainty, message);
            }
            Conversion::Unsafe => {
                let message = was(&now.address, &old.ty, &new.ty) + &because(&new.ty, &old.ty);
                push(codes::OUTPUT_TYPE_CHANGED, Certainty::May, message);
            }
            Conversion::Safe | Conversion::Same => {}
        }
    }
    for (flag, word) in [(Flag::Sensitive, "sensitive"), (Flag::Ephemeral, "ephemeral")] {
        if now.has(flag) && !before.has(flag) {
            push(codes::OUTPUT_CONCEALED, Certainty::May, format!("`{}` is now {word}", now.address));
        }
    }
    changes
}
