//! The changes of an output.

use hclx_core::{Conversion, Type};
use hclx_diag::{Certainty, code_names as codes};

use super::types::{accepts, always_fails, because, was};
use super::{Change, new_conditions};
use crate::describe::{DeclaredItem, Flag, Output};

/// The changes of an output that both versions have.
pub(super) fn changes(
    (before, old): (&DeclaredItem, &Output),
    (now, new): (&DeclaredItem, &Output),
) -> Vec<Change> {
    let mut changes: Vec<Change> = type_change((before, old), (now, new)).into_iter().collect();
    let address = &now.address;
    for (flag, word) in [(Flag::Sensitive, "sensitive"), (Flag::Ephemeral, "ephemeral")] {
        let may = |message| Change::compatible(Certainty::May, message);
        changes.extend(match (before.has(flag), now.has(flag)) {
            (false, true) => {
                let message = format!("`{address}` is now {word}");
                Some(Change::breaking(codes::OUTPUT_CONCEALED, Certainty::May, message))
            }
            (true, false) => Some(may(format!("`{address}` is no longer {word}"))),
            _ => None,
        });
    }
    if now.deprecated.is_some() && before.deprecated.is_none() {
        changes.push(Change::compatible(Certainty::Must, format!("`{address}` is now deprecated")));
    }
    changes.extend(new_conditions(address, before, now));
    changes.into_iter().map(|change| change.at(Some(before), Some(now))).collect()
}

/// The change of the type. Users rely on the old type, and get values of the new one.
fn type_change((_, old): (&DeclaredItem, &Output), (now, new): (&DeclaredItem, &Output)) -> Option<Change> {
    let is_known = |ty: &Type| !ty.has_any();
    if old.ty == new.ty || !is_known(&old.ty) || !is_known(&new.ty) {
        return None;
    }
    // an inferred type may be more precise than users rely on
    let is_declared = old.written.is_some() && new.written.is_some();
    let message = was(&now.address, &old.ty, &new.ty);
    match accepts(&new.ty, &old.ty) {
        Conversion::None | Conversion::Unsafe => {
            let is_certain = is_declared && always_fails(&new.ty, &old.ty);
            let certainty = if is_certain { Certainty::Must } else { Certainty::May };
            let message = message + &because(&new.ty, &old.ty);
            Some(Change::breaking(codes::OUTPUT_TYPE_CHANGED, certainty, message))
        }
        Conversion::Safe | Conversion::Same => {
            is_declared.then(|| Change::compatible(Certainty::Must, message))
        }
    }
}
