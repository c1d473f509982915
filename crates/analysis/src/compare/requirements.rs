//! Version requirements: major versions that were allowed before and no longer are.

use std::collections::BTreeSet;
use std::sync::Arc;

use hclx_diag::{Certainty, Ordered, code_names as codes};

use super::{Admits, Change, Version};

/// The greatest major version that is considered.
const MOST_MAJOR: u32 = 100;

/// The requirements of the units that a unit calls: version constraints by provider name; those of the
/// language have an empty name.
pub type Called = Ordered<Arc<str>, Vec<Arc<str>>>;

/// The constraints of a unit, and those of the units that it calls.
type Constraints<'c> = (&'c [Arc<str>], &'c [Arc<str>]);

pub(super) fn compare(
    (old, of_old): Version<'_>,
    (new, of_new): Version<'_>,
    admits: Admits<'_>,
    changes: &mut Vec<Change>,
) {
    fn called<'c>(all: &'c Called, name: &str) -> &'c [Arc<str>] {
        all.get(name).map_or(&[], |constraints| &**constraints)
    }
    let language = new.language;
    let versions = [(&*old.versions, called(of_old, "")), (&*new.versions, called(of_new, ""))];
    constraints((language, language), versions, admits, changes);
    for requirement in &new.requirements {
        let before = old.requirements.iter().find(|before| before.name == requirement.name);
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
    let gone: Vec<u32> = all(old, of_old).difference(&all(new, of_new)).copied().collect();
    let shown = |all: &[Arc<str>]| match all {
        [] => "any version".to_owned(),
        all => format!("`{}`", all.join(", ")),
    };
    let change = format!("{what}: {} was required, {} is", shown(old), shown(new));
    // without a constraint, support for older versions was never promised
    let is_break = !gone.is_empty() && !old.is_empty();
    let change = match is_break {
        true => {
            let left_out = match &gone[..] {
                [one] => format!("major version {one} is left out"),
                several => format!("major versions {} are left out", listed(several)),
            };
            let message = format!("{change}: {left_out}");
            Change::breaking(codes::VERSION_EXCLUDED, Certainty::Must, message)
        }
        false => Change::compatible(Certainty::May, change),
    };
    changes.push(Change { subject: subject.to_owned(), ..change });
}

/// Formats sorted numbers, with runs shortened to their ends.
fn listed(versions: &[u32]) -> String {
    let runs = versions.chunk_by(|one, next| one + 1 == *next).map(|run| match run {
        [first, .., MOST_MAJOR] => format!("{first} and later"),
        [first, .., last] if run.len() > 2 => format!("{first} to {last}"),
        few => few.iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
    });
    runs.collect::<Vec<_>>().join(", ")
}

/// The major versions with at least one version that all constraints allow.
fn majors(constraints: &[Arc<str>], admits: Admits<'_>) -> BTreeSet<u32> {
    let is_part = |c: char| c.is_ascii_digit() || c == '.';
    let mut candidates: Vec<String> = Vec::new();
    for constraint in constraints {
        // A constraint can only change its verdict next to the versions that it names: these, their
        // successors, and the first and a late version of each major one stand for all.
        let versions = constraint.split(|c| !is_part(c)).filter(|version| !version.is_empty());
        for version in versions {
            let mut parts: Vec<u64> = version.split('.').filter_map(|part| part.parse().ok()).collect();
            parts.resize(3, 0);
            candidates.push(format!("{}.{}.{}", parts[0], parts[1], parts[2]));
            candidates.push(format!("{}.{}.{}", parts[0], parts[1], parts[2].saturating_add(1)));
        }
    }
    let all = (0..=MOST_MAJOR).flat_map(|major| [format!("{major}.0.0"), format!("{major}.99999.0")]);
    candidates.extend(all);
    let is_admitted = |version: &&String| constraints.iter().all(|constraint| admits(constraint, version));
    let major = |version: &String| version.split('.').next().and_then(|major| major.parse().ok());
    candidates.iter().filter(is_admitted).filter_map(major).filter(|major| *major <= MOST_MAJOR).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn runs_of_versions_have_ends() {
        assert_eq!(super::listed(&[3, 4]), "3, 4");
        assert_eq!(super::listed(&[2, 3, 4, 5, 7]), "2 to 5, 7");
        assert_eq!(super::listed(&[3, 99, 100]), "3, 99 and later");
    }
}
