//! Version requirements, and the provider configurations that callers pass.

use std::sync::Arc;

use hclx_diag::{Certainty, code_names as codes};

use super::versions::{are_disjoint, early_left_out, early_minors, left_out, majors};
use super::{Admits, CalledUnits, Change, Version};
use crate::describe::{Description, Requirement};

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
    let configures =
        |version: &Description| version.requirements.iter().any(|requirement| requirement.is_configured);
    let was_configured = configures(old);
    for requirement in &new.requirements {
        let before = old.requirements.iter().find(|before| before.name == requirement.name);
        changes.extend(before.and_then(|before| address(before, requirement)));
        changes.extend(added_configurations(before, requirement));
        if requirement.is_configured && !was_configured {
            changes.push(own_configuration(requirement));
        }
        let before = before.map_or(&[][..], |before| &before.constraints);
        let name = &*requirement.name;
        let what = format!("provider `{name}`");
        let both = [(before, called(of_old, name)), (&*requirement.constraints, called(of_new, name))];
        constraints((name, &what), both, admits, changes);
    }
    for requirement in &old.requirements {
        let now = new.requirements.iter().find(|now| now.name == requirement.name);
        changes.extend(removed_configurations(requirement, now));
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
    let shown = |all: &[Arc<str>]| match all {
        [] => "any version".to_owned(),
        all => format!("`{}`", all.join(", ")),
    };
    let message = format!("{what}: {} was required, {} is", shown(old), shown(new));
    // versions that a called module excludes were never allowed
    let (before, now) = ([old, of_old].concat(), [new, of_new].concat());
    // without a constraint, support for older versions was never promised
    let exclusion = if old.is_empty() { None } else { exclusion(&before, &now, admits) };
    let change = match exclusion {
        Some(exclusion) => {
            // callers can select another release of a provider without a change, but not of the language
            let is_certain = exclusion.is_major || exclusion.is_total && what == subject;
            let certainty = if is_certain { Certainty::Must } else { Certainty::May };
            Change::breaking(codes::VERSION_EXCLUDED, certainty, format!("{message}: {}", exclusion.words))
        }
        None => Change::compatible(Certainty::May, message),
    };
    changes.push(Change { subject: subject.to_owned(), ..change });
}

/// Versions that were allowed but no longer are.
struct Exclusion {
    words: String,
    /// Set if a complete major version that is known to exist is excluded.
    is_major: bool,
    /// Set if every version is excluded.
    is_total: bool,
}

/// The versions that old constraints allow and new ones do not, if callers may depend on them.
fn exclusion(old: &[Arc<str>], new: &[Arc<str>], admits: Admits<'_>) -> Option<Exclusion> {
    let is_total = are_disjoint(old, new, admits);
    let allowed = majors(new, admits);
    let gone: Vec<u32> = majors(old, admits).difference(&allowed).copied().collect();
    if !gone.is_empty() {
        // A version above all allowed ones may not exist yet.
        let is_major = gone.iter().any(|gone| allowed.last().is_none_or(|last| gone < last));
        return Some(Exclusion { words: left_out(&gone), is_major, is_total });
    }
    let gone: Vec<u32> = early_minors(old, admits).difference(&early_minors(new, admits)).copied().collect();
    let words = match (is_total, gone.is_empty()) {
        (true, _) => "no version satisfies both".to_owned(),
        (false, false) => early_left_out(&gone),
        (false, true) => return None,
    };
    Some(Exclusion { words, is_major: false, is_total })
}

/// The change of the provider that a name refers to.
fn address(old: &Requirement, new: &Requirement) -> Option<Change> {
    let (old, new, name) = (full_address(old), full_address(new), &new.name);
    let message = format!("provider `{name}` was `{old}`, is `{new}`");
    (old != new).then(|| Change {
        subject: name.to_string(),
        ..Change::breaking(codes::PROVIDER_CHANGED, Certainty::May, message)
    })
}

/// The address of the provider that a name refers to, without the host of the public registry.
fn full_address(requirement: &Requirement) -> String {
    let source = requirement.source.as_deref().unwrap_or(&requirement.name).to_ascii_lowercase();
    match source.matches('/').count() {
        // without an address, it is the official provider of this name
        0 => format!("{OFFICIAL}{source}"),
        // the host of the public registry is optional
        2 => {
            let hosts = ["registry.terraform.io/", "registry.opentofu.org/"];
            hosts.iter().find_map(|host| source.strip_prefix(host)).unwrap_or(&source).to_owned()
        }
        _ => source,
    }
}

/// The namespace of the providers that need no address.
const OFFICIAL: &str = "hashicorp/";

/// The provider configurations that callers must pass now. Callers who passed one in place of a block without
/// arguments change nothing.
fn added_configurations(old: Option<&Requirement>, new: &Requirement) -> Vec<Change> {
    let of_old = |get: fn(&Requirement) -> &Vec<Arc<str>>| old.map(|old| &**get(old)).unwrap_or_default();
    let (passed, proxies) = (of_old(|old| &old.aliases), of_old(|old| &old.proxies));
    let name = &new.name;
    let added = new.aliases.iter().filter(|alias| !passed.contains(alias));
    let change = |alias: &Arc<str>| {
        let certainty = if proxies.contains(alias) { Certainty::May } else { Certainty::Must };
        let message = format!("callers must now pass the provider configuration `{name}.{alias}`");
        let change = Change::breaking(codes::CONFIGURATION_REQUIRED, certainty, message);
        Change { subject: name.to_string(), ..change }
    };
    added.map(change).collect()
}

/// The provider configurations that callers passed and that the new version does not declare. Terraform rejects them,
/// except for official providers, where it only warns; their resources then have a different configuration.
fn removed_configurations(old: &Requirement, new: Option<&Requirement>) -> Vec<Change> {
    let is_passed =
        |one: &Arc<str>| new.is_some_and(|new| new.aliases.contains(one) || new.proxies.contains(one));
    let is_refused = new.is_some_and(|new| !full_address(new).starts_with(OFFICIAL));
    let change = |alias: &Arc<str>, is_required: bool| {
        let certainty = if is_required && is_refused { Certainty::Must } else { Certainty::May };
        let name = &old.name;
        let message = format!("the provider configuration `{name}.{alias}` is no longer declared");
        let change = Change::breaking(codes::CONFIGURATION_REMOVED, certainty, message);
        Change { subject: name.to_string(), ..change }
    };
    let required = old.aliases.iter().map(|alias| (alias, true));
    let all = required.chain(old.proxies.iter().map(|alias| (alias, false)));
    all.filter(|(alias, _)| !is_passed(alias))
        .map(|(alias, is_required)| change(alias, is_required))
        .collect()
}

/// The change by the first provider configuration in the unit itself.
fn own_configuration(new: &Requirement) -> Change {
    let message = format!(
        "provider `{}` is now configured here: calls with `count`, `for_each` or `depends_on` are errors",
        new.name
    );
    let change = Change::breaking(codes::OWN_CONFIGURATION, Certainty::May, message);
    Change { subject: new.name.to_string(), ..change }
}
