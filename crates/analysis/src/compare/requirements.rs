//! Version requirements: major versions that were allowed before and no longer are.

use std::sync::Arc;

use hclx_diag::{Certainty, code_names as codes};

use super::versions::{left_out, majors};
use super::{Admits, CalledUnits, Change, Version};
use crate::describe::Requirement;

/// The constraints of a unit, and those of the units that it calls.
type Constraints<'c> = (&'c [Arc<str>], &'c [Arc<str>]);

pub(super) fn compare(
    (old, of_old): Version<'_>,
    (new, of_new): Version<'_>,
    admits: Admits<'_>,
    changes: &mut Vec<Change>,
) {
    fn called<'c>(all: &'c CalledUnits, name: &str) -> &'c [Arc<str>] {
        all.requirements.get(name).map_or(&[], |constraints| &**constraints)
    }
    let language = new.language;
    let versions = [(&*old.versions, called(of_old, "")), (&*new.versions, called(of_new, ""))];
    constraints((language, language), versions, admits, changes);
    for requirement in &new.requirements {
        let before = old.requirements.iter().find(|before| before.name == requirement.name);
        changes.extend(before.and_then(|before| address(before, requirement)));
        changes.extend(configurations(before, requirement));
        let before = before.map_or(&[][..], |before| &before.constraints);
        let name = &*requirement.name;
        let what = format!("provider `{name}`");
        let both = [(before, called(of_old, name)), (&*requirement.constraints, called(of_new, name))];
        constraints((name, &what), both, admits, changes);
    }
}

fn constraints(
    (subject, what): (&str, &str),
    [(old, of_old), (new, of_new)]: [Constraints<'_>; 2],
    admits: Admits<'_>,
    changes: &mut Vec<Change>,
) {
    if old == new {
        return;
    }
    // versions that a called module excludes were never allowed
    let all = |own: &[Arc<str>], called: &[Arc<str>]| majors(&[own, called].concat(), admits);
    let allowed = all(new, of_new);
    let gone: Vec<u32> = all(old, of_old).difference(&allowed).copied().collect();
    // A version above all that are allowed may not exist yet.
    let is_used = gone.iter().any(|gone| allowed.last().is_none_or(|last| gone < last));
    let certainty = if is_used { Certainty::Must } else { Certainty::May };
    let shown = |all: &[Arc<str>]| match all {
        [] => "any version".to_owned(),
        all => format!("`{}`", all.join(", ")),
    };
    let change = format!("{what}: {} was required, {} is", shown(old), shown(new));
    // without a constraint, support for older versions was never promised
    let is_break = !gone.is_empty() && !old.is_empty();
    let change = match is_break {
        true => {
            let message = format!("{change}: {}", left_out(&gone));
            Change::breaking(codes::VERSION_EXCLUDED, certainty, message)
        }
        false => Change::compatible(Certainty::May, change),
    };
    changes.push(Change { subject: subject.to_owned(), ..change });
}

/// The change of the provider that a name stands for.
fn address(old: &Requirement, new: &Requirement) -> Option<Change> {
    let full = |requirement: &Requirement| {
        let source = requirement.source.as_deref().unwrap_or(&requirement.name).to_ascii_lowercase();
        match source.matches('/').count() {
            // without an address, it is the official provider of this name
            0 => format!("hashicorp/{source}"),
            // the host of the public registry is optional
            2 => {
                let hosts = ["registry.terraform.io/", "registry.opentofu.org/"];
                hosts.iter().find_map(|host| source.strip_prefix(host)).unwrap_or(&source).to_owned()
            }
            _ => source,
        }
    };
    let (old, new, name) = (full(old), full(new), &new.name);
    let message = format!("provider `{name}` was `{old}`, is `{new}`");
    (old != new).then(|| Change {
        subject: name.to_string(),
        ..Change::breaking(codes::PROVIDER_CHANGED, Certainty::May, message)
    })
}

/// The changes of the provider configurations that callers pass.
fn configurations(old: Option<&Requirement>, new: &Requirement) -> Vec<Change> {
    let (before, name) = (old.map(|old| &*old.aliases).unwrap_or_default(), &new.name);
    let added = new.aliases.iter().filter(|one| !before.contains(one));
    let added = added.map(|one| format!("callers must now pass the provider configuration `{name}.{one}`"));
    let removed = before.iter().filter(|one| !new.aliases.contains(one));
    let removed =
        removed.map(|one| format!("the provider configuration `{name}.{one}` is no longer declared"));
    let added =
        added.map(|message| Change::breaking(codes::CONFIGURATION_REQUIRED, Certainty::Must, message));
    // Terraform only warns about a configuration that no provider of the module uses.
    let removed = removed.map(|message| Change::compatible(Certainty::May, message));
    added.chain(removed).map(|change| Change { subject: name.to_string(), ..change }).collect()
}
