//! The versions that version constraints allow.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Admits;

/// The greatest major version that is considered, and the greatest minor one of major version 0.
const GREATEST: u32 = 100;

/// Describes major versions that are no longer allowed.
pub(super) fn left_out(gone: &[u32]) -> String {
    match gone {
        [one] => format!("major version {one} is left out"),
        several => format!("major versions {} are left out", listed(several, "")),
    }
}

/// Describes minor versions of major version 0 that are no longer allowed.
pub(super) fn early_left_out(gone: &[u32]) -> String {
    match gone {
        [one] => format!("version 0.{one} is left out"),
        several => format!("versions {} are left out", listed(several, "0.")),
    }
}

/// Lists sorted numbers with a prefix, abbreviating runs to their ends.
fn listed(versions: &[u32], prefix: &str) -> String {
    let runs = versions.chunk_by(|one, next| one + 1 == *next).map(|run| match run {
        [first, .., GREATEST] => format!("{prefix}{first} and later"),
        [first, .., last] if run.len() > 2 => format!("{prefix}{first} to {prefix}{last}"),
        few => few.iter().map(|number| format!("{prefix}{number}")).collect::<Vec<_>>().join(", "),
    });
    runs.collect::<Vec<_>>().join(", ")
}

/// The major versions with at least one version that all constraints allow.
pub(super) fn majors(constraints: &[Arc<str>], admits: Admits<'_>) -> BTreeSet<u32> {
    let releases = releases(constraints, candidates(constraints), admits);
    releases.into_iter().filter_map(|version| u32::try_from(version[0]).ok()).filter(is_considered).collect()
}

/// The minor versions of major version 0 that have at least one version that all constraints allow. They may be
/// incompatible with each other.
pub(super) fn early_minors(constraints: &[Arc<str>], admits: Admits<'_>) -> BTreeSet<u32> {
    let releases = releases(constraints, candidates(constraints), admits);
    let minors = releases.into_iter().filter(|version| version[0] == 0).map(|version| version[1]);
    minors.filter_map(|minor| u32::try_from(minor).ok()).filter(is_considered).collect()
}

/// Returns `true` if both lists of constraints allow versions, but none in common.
pub(super) fn are_disjoint(one: &[Arc<str>], other: &[Arc<str>], admits: Admits<'_>) -> bool {
    let is_empty = |lists: &[&[Arc<str>]]| {
        let constraints: Vec<&str> =
            lists.iter().copied().flatten().map(|constraint| &**constraint).collect();
        are_contradictory(&constraints, admits)
    };
    is_empty(&[one, other]) && !is_empty(&[one]) && !is_empty(&[other])
}

/// Returns `true` if no version satisfies all of several constraints. The lowest version that satisfies them is in one
/// of the constraints, or follows an excluded version. Constraints with words, or with pre-releases, which have rules
/// of their own, are never contradictory.
pub fn are_contradictory(constraints: &[&str], admits: Admits<'_>) -> bool {
    let is_of_releases = |c: char| c.is_ascii_digit() || c.is_whitespace() || ".,=!<>~".contains(c);
    let conditions = constraints.iter().flat_map(|constraint| constraint.split(','));
    let versions = conditions.map(|condition| {
        let version = condition.trim_start_matches(|c: char| !c.is_ascii_digit()).trim_end();
        release(version).filter(|_| condition.chars().all(is_of_releases))
    });
    let Some(versions) = versions.collect::<Option<Vec<Release>>>() else { return false };
    let mut lowest = versions.iter().chain(&[[0, 0, 0]]).flat_map(|[major, minor, patch]| {
        [*patch, patch.saturating_add(1)].map(|patch| format!("{major}.{minor}.{patch}"))
    });
    !lowest.any(|version| constraints.iter().all(|constraint| admits(constraint, &version)))
}

/// The numbers of a version, which may omit the last ones.
fn release(version: &str) -> Option<Release> {
    let mut numbers = [0; 3];
    let mut parts = version.split('.');
    for number in &mut numbers {
        *number = parts.next().map_or(Some(0), |part| part.parse().ok())?;
    }
    parts.next().is_none().then_some(numbers)
}

fn is_considered(number: &u32) -> bool {
    *number <= GREATEST
}

/// A version without a suffix.
type Release = [u64; 3];

/// The versions that represent all others. The result of a constraint can only change next to the versions in it, so
/// these, their neighbors, and the first and a late version of each series are enough.
fn candidates(constraints: &[Arc<str>]) -> Vec<Release> {
    /// A version that is later than all others in its series.
    const LATE: u64 = 99_999;
    let is_part = |c: char| c.is_ascii_digit() || c == '.';
    let named = constraints.iter().flat_map(|constraint| constraint.split(move |c| !is_part(c)));
    let mut found: Vec<Release> = Vec::new();
    for version in named.filter(|version| !version.is_empty()) {
        let mut parts = version.split('.').filter_map(|part| part.parse().ok());
        let mut next = || parts.next().unwrap_or_default();
        let [major, minor, patch] = [next(), next(), next()];
        found.push([major, minor, patch]);
        found.push([major, minor, patch.saturating_add(1)]);
        found.extend(match (minor, patch) {
            (_, 1..) => Some([major, minor, patch - 1]),
            (1.., 0) => Some([major, minor - 1, LATE]),
            (0, 0) => None,
        });
    }
    let series = (0..=u64::from(GREATEST)).map(|number| [[number, 0], [number, LATE], [0, number]]);
    found.extend(series.flatten().flat_map(|[major, minor]| [[major, minor, 0], [major, minor, LATE]]));
    found
}

/// The versions that all constraints allow.
fn releases(constraints: &[Arc<str>], mut versions: Vec<Release>, admits: Admits<'_>) -> Vec<Release> {
    versions.retain(|[major, minor, patch]| {
        let version = format!("{major}.{minor}.{patch}");
        constraints.iter().all(|constraint| admits(constraint, &version))
    });
    versions
}

#[cfg(test)]
mod tests {
    #[test]
    fn runs_of_versions_have_ends() {
        assert_eq!(super::listed(&[3, 4], ""), "3, 4");
        assert_eq!(super::listed(&[2, 3, 4, 5, 7], ""), "2 to 5, 7");
        assert_eq!(super::listed(&[3, 99, 100], ""), "3, 99 and later");
        assert_eq!(super::listed(&[12, 13, 14], "0."), "0.12 to 0.14");
    }
}
