//! The releases of a pack that a module may be run with.
//!
//! Releases that are missing from the pack may be allowed too: newer ones, or others in a gap. The certainty of a
//! finding depends on that.

use std::cmp::Ordering;

use super::compare_versions;
use super::constraint::{admits, bounds, selects_one};
use super::pack::Release;

/// The version requirement of one tree of modules on a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// The version that a lock file selects.
    Version(String),
    /// Constraints that the version must satisfy.
    Constraints(Vec<String>),
}

impl Requirement {
    /// Returns `true` if a version satisfies the requirement.
    pub fn admits(&self, version: &str) -> bool {
        match self {
            Self::Version(wanted) => wanted == version,
            Self::Constraints(all) => all.iter().all(|constraint| admits(constraint, version)),
        }
    }

    /// Returns `true` if a lock file or an exact constraint selects this version.
    pub(super) fn is_locked_to(&self, version: &str) -> bool {
        self.is_exact() && self.admits(version)
    }

    /// Returns `true` if the requirement selects a single version.
    fn is_exact(&self) -> bool {
        match self {
            Self::Version(_) => true,
            Self::Constraints(all) => all.iter().any(|constraint| selects_one(constraint)),
        }
    }
}

/// The relation between the allowed releases of a pack and all allowed releases, from the most to the least certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// The schema was given explicitly and applies as it is.
    Given,
    /// No other release can be selected: a lock file selects it, or the pack has a newer one that is not allowed.
    Closed,
    /// The release is between two releases of the pack: it has everything that both have.
    Between,
    /// Releases newer than those in the pack may be allowed.
    Open,
    /// The pack has no allowed release; the nearest one is used in their place.
    Nearest,
}

/// The relation between the releases that findings are based on and those that may be selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// The only release that may be selected, or a schema that was given explicitly.
    Exact,
    /// Some of the releases that may be selected.
    Admitted,
    /// Releases near those that may be selected.
    Beside,
    /// All releases that may be selected are older.
    Newer,
    /// All releases that may be selected are newer.
    Older,
}

/// The releases of a pack that a module may be run with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Admission {
    /// Positions of releases, oldest first; never empty.
    pub releases: Vec<usize>,
    /// The relation to all allowed releases.
    pub reach: Reach,
    /// The relation to those that may be selected.
    pub fit: Fit,
    /// Set if releases before the oldest one of the pack may be selected.
    pub has_older: bool,
}

impl Admission {
    /// The admission of a single release, which applies as it is.
    pub(super) fn given(release: usize) -> Self {
        Self { releases: vec![release], reach: Reach::Given, fit: Fit::Exact, has_older: false }
    }

    /// The releases that any of several trees allows; `releases` are all releases of a pack, oldest first.
    pub(super) fn of(releases: &[Release], requirements: &[Requirement]) -> Self {
        let has_older = requirements.iter().any(|requirement| admits_older(releases, requirement));
        let mut all = Self { releases: Vec::new(), reach: Reach::Given, fit: Fit::Exact, has_older };
        let trees: Vec<_> = requirements.iter().map(|one| in_tree(releases, one)).collect();
        // where the pack has releases that one tree allows, it does not guess for another
        let has_some = trees.iter().any(|(_, reach)| *reach != Reach::Nearest);
        for (requirement, (admitted, reach)) in requirements.iter().zip(trees) {
            if has_some && reach == Reach::Nearest {
                // the parts are checked, but not for this tree
                all.fit = all.fit.max(Fit::Beside);
                continue;
            }
            all.fit = all.fit.max(fit(releases, requirement, &admitted));
            all.releases.extend(admitted);
            all.reach = all.reach.max(reach);
        }
        all.releases.sort_unstable();
        all.releases.dedup();
        all
    }
}

/// The relation between the releases that one tree is checked with and those that it may select.
fn fit(releases: &[Release], requirement: &Requirement, judging: &[usize]) -> Fit {
    let version = |at: usize| releases[at].version.as_deref().unwrap_or_default();
    if judging.iter().any(|at| requirement.admits(version(*at))) {
        return if requirement.is_exact() { Fit::Exact } else { Fit::Admitted };
    }
    let (low, high) = match requirement {
        Requirement::Version(wanted) => (Some(wanted.clone()), Some(wanted.clone())),
        Requirement::Constraints(all) => bounds(all.iter().map(|one| &**one)),
    };
    let is_below = |wanted: String| compare_versions(&wanted, version(0)).is_le();
    let is_above = |wanted: String| compare_versions(&wanted, version(releases.len() - 1)).is_ge();
    match (low, high) {
        (_, Some(high)) if is_below(high.clone()) => Fit::Newer,
        (Some(low), _) if is_above(low.clone()) => Fit::Older,
        _ => Fit::Beside,
    }
}

/// Returns `true` if one tree allows releases before the oldest one.
fn admits_older(releases: &[Release], requirement: &Requirement) -> bool {
    let oldest = releases[0].version.as_deref().unwrap_or_default();
    let low = match requirement {
        Requirement::Version(wanted) => Some(wanted.clone()),
        Requirement::Constraints(all) => bounds(all.iter().map(String::as_str)).0,
    };
    low.is_none_or(|low| compare_versions(&low, oldest).is_lt())
}

/// The releases that one tree allows.
fn in_tree(releases: &[Release], requirement: &Requirement) -> (Vec<usize>, Reach) {
    let version = |at: usize| releases[at].version.as_deref().unwrap_or_default();
    let last = releases.len() - 1;
    let admitted: Vec<usize> = (0..=last).filter(|at| requirement.admits(version(*at))).collect();
    match requirement {
        Requirement::Version(_) if !admitted.is_empty() => (admitted, Reach::Closed),
        Requirement::Version(wanted) => {
            match (compare_versions(wanted, version(0)), beside(releases, wanted)) {
                (Ordering::Less, _) => (vec![0], Reach::Nearest),
                (_, Some(before)) => (vec![before, before + 1], Reach::Between),
                (_, None) => (vec![last], Reach::Open),
            }
        }
        Requirement::Constraints(all) => {
            let (low, high) = bounds(all.iter().map(|one| &**one));
            let is_above =
                |at: usize| high.as_deref().is_none_or(|high| compare_versions(high, version(at)).is_gt());
            if !admitted.is_empty() {
                return (admitted, if is_above(last) { Reach::Open } else { Reach::Closed });
            }
            let before = low.as_deref().and_then(|low| beside(releases, low));
            if let Some(before) = before.filter(|before| !is_above(before + 1)) {
                return (vec![before, before + 1], Reach::Between);
            }
            // the newest one that is not too new, or else the oldest
            let nearest = (0..=last).rev().find(|at| is_above(*at)).unwrap_or_default();
            (vec![nearest], Reach::Nearest)
        }
    }
}

/// The position of the newest release not above a version, unless it is the last one.
fn beside(releases: &[Release], version: &str) -> Option<usize> {
    let is_before = |release: &Release| {
        release.version.as_deref().is_some_and(|known| compare_versions(known, version).is_le())
    };
    releases.iter().rposition(is_before).filter(|at| at + 1 < releases.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [&str; 4] = ["4.67.0", "5.99.0", "5.100.0", "6.25.0"];

    fn admitted(requirement: Requirement) -> (Vec<&'static str>, Reach) {
        let releases = KNOWN.map(|version| Release::new(Some(version.to_owned()), "", false, &[]));
        let Admission { releases, reach, .. } = Admission::of(&releases, &[requirement]);
        (releases.into_iter().map(|at| KNOWN[at]).collect(), reach)
    }

    #[test]
    fn constraints_are_closed_if_a_newer_release_is_not_admitted() {
        let cases: [(&[&str], &[&str], Reach); 12] = [
            (&[], &KNOWN, Reach::Open),
            (&[">= 4.0"], &KNOWN, Reach::Open),
            (&["~> 5.0"], &["5.99.0", "5.100.0"], Reach::Closed),
            (&[">= 5.100", "< 6.0"], &["5.100.0"], Reach::Closed),
            (&["~> 6.0"], &["6.25.0"], Reach::Open),
            (&["= 6.25.0"], &["6.25.0"], Reach::Closed),
            (&["!= 6.25.0"], &["4.67.0", "5.99.0", "5.100.0"], Reach::Open),
            (&["~> 2.0"], &["4.67.0"], Reach::Nearest),
            (&["~> 7.0"], &["6.25.0"], Reach::Nearest),
            (&["~> 6.10.0"], &["5.100.0", "6.25.0"], Reach::Between),
            (&["= 5.50.0"], &["4.67.0", "5.99.0"], Reach::Between),
            (&["> 6.25, < 6.20"], &["5.100.0"], Reach::Nearest),
        ];
        for (constraints, releases, reach) in cases {
            let requirement =
                Requirement::Constraints(constraints.iter().map(|one| (*one).to_owned()).collect());
            assert_eq!(admitted(requirement), (releases.to_vec(), reach), "{constraints:?}");
        }
    }

    #[test]
    fn a_lock_file_decides() {
        let cases: [(&str, &[&str], Reach); 4] = [
            ("5.100.0", &["5.100.0"], Reach::Closed),
            ("6.0.0", &["5.100.0", "6.25.0"], Reach::Between),
            ("6.47.0", &["6.25.0"], Reach::Open),
            ("3.76.1", &["4.67.0"], Reach::Nearest),
        ];
        for (version, releases, reach) in cases {
            let requirement = Requirement::Version(version.to_owned());
            assert_eq!(admitted(requirement), (releases.to_vec(), reach), "{version}");
        }
    }

    #[test]
    fn what_one_tree_admits_is_admitted() {
        let releases = KNOWN.map(|version| Release::new(Some(version.to_owned()), "", false, &[]));
        let trees =
            [Requirement::Version("5.99.0".to_owned()), Requirement::Constraints(vec!["~> 6.0".to_owned()])];
        let admission = Admission::of(&releases, &trees);
        let fit = Fit::Admitted;
        assert_eq!(admission, Admission { releases: vec![1, 3], reach: Reach::Open, fit, has_older: false });
    }

    #[test]
    fn releases_before_the_oldest_one_are_admitted_without_a_lower_bound() {
        let releases = KNOWN.map(|version| Release::new(Some(version.to_owned()), "", false, &[]));
        let has_older = |requirement: Requirement| Admission::of(&releases, &[requirement]).has_older;
        let constraint = |text: &str| has_older(Requirement::Constraints(vec![text.to_owned()]));
        let cases = [">= 3.0", "< 6.0", "~> 3.1", ">= 4.67", "~> 5.0", "= 6.25.0"].map(constraint);
        assert_eq!(cases, [true, true, true, false, false, false]);
        assert!(has_older(Requirement::Constraints(Vec::new())));
        assert!(has_older(Requirement::Version("3.45.0".to_owned())));
        assert!(!has_older(Requirement::Version("5.100.0".to_owned())));
    }

    #[test]
    fn a_fit_is_exact_for_a_lock_file_and_for_an_exact_constraint() {
        let releases = KNOWN.map(|version| Release::new(Some(version.to_owned()), "", false, &[]));
        let fit = |requirement: Requirement| Admission::of(&releases, &[requirement]).fit;
        let constraint = |text: &str| fit(Requirement::Constraints(vec![text.to_owned()]));
        let cases = ["= 6.25.0", "~> 5.0", "~> 2.0", "~> 7.0", "~> 6.10.0", "> 6.25, < 6.20"].map(constraint);
        let expected = [Fit::Exact, Fit::Admitted, Fit::Newer, Fit::Older, Fit::Beside, Fit::Older];
        assert_eq!(cases, expected);
        let locked =
            ["5.100.0", "6.0.0", "6.47.0", "3.76.1"].map(|one| fit(Requirement::Version(one.to_owned())));
        assert_eq!(locked, [Fit::Exact, Fit::Beside, Fit::Older, Fit::Newer]);
    }
}
