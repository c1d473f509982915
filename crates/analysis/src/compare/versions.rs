//! The major versions that version constraints allow.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Admits;

/// The greatest major version that is considered.
const MOST_MAJOR: u32 = 100;

/// Describes major versions that are no longer allowed.
pub(super) fn left_out(gone: &[u32]) -> String {
    match gone {
        [one] => format!("major version {one} is left out"),
        several => format!("major versions {} are left out", listed(several)),
    }
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
pub(super) fn majors(constraints: &[Arc<str>], admits: Admits<'_>) -> BTreeSet<u32> {
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
