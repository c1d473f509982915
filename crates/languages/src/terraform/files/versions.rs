//! Version constraints.

use hclx_diag::{Certainty, Diagnostic, Span, code_names as codes};

use super::placeholders::is_version_placeholder;
use crate::terraform::packages::are_contradictory;

/// Checks a version constraint. In an example, a placeholder is not an error.
pub(crate) fn wrong(text: &str, place: Span) -> Option<Diagnostic> {
    let Some(bad) = text.split(',').find(|part| !is_condition(part.trim())) else {
        let message = || format!("no version satisfies `{text}`");
        return are_contradictory(&[text])
            .then(|| Diagnostic::error(codes::VERSION_CONSTRAINT, place, message()));
    };
    if is_version_placeholder(bad) {
        let message = format!("`{}` is a placeholder for a version constraint", bad.trim());
        let finding = Diagnostic::warning(codes::VERSION_CONSTRAINT, place, message);
        return Some(finding.with_certainty(Certainty::May).help("replace it, for example by `~> 1.5`"));
    }
    let message = format!("invalid version constraint `{}`", bad.trim());
    let finding = Diagnostic::error(codes::VERSION_CONSTRAINT, place, message);
    Some(match bad.trim().strip_prefix('^') {
        Some(version) => finding.help(format!("write `~> {}`", version.trim())),
        None => finding.help("use an operator and a version, such as `>= 1.2`, `~> 1.5` or `1.2.3`"),
    })
}

/// Returns `true` for a version constraint.
pub fn is_constraint(text: &str) -> bool {
    text.split(',').all(|part| is_condition(part.trim()))
}

fn is_condition(text: &str) -> bool {
    let operators = [">=", "<=", "!=", "~>", "=", ">", "<"];
    let version = operators.iter().find_map(|operator| text.strip_prefix(operator)).unwrap_or(text);
    is_version(version.trim())
}

fn is_version(text: &str) -> bool {
    let text = text.strip_prefix('v').unwrap_or(text);
    let (core, rest) = match text.find(['-', '+']) {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    let numbers: Vec<&str> = core.split('.').collect();
    let is_number = |part: &&str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    numbers.iter().all(is_number)
        && rest.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.'))
        && (rest.is_empty() || rest.len() > 1)
}

/// The evaluation of the right side of `&&` and `||` in the versions that a module allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RightSide {
    /// Skipped if the left side decides.
    Skipped,
    /// Evaluated in every case.
    Evaluated,
    /// Skipped in some of the versions.
    Either,
}

/// The versions that a constraint allows, by major and minor numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// The lowest allowed version, if there is a lower bound.
    least: Option<(u32, u32)>,
    /// The lowest excluded version, if there is an upper bound.
    below: Option<(u32, u32)>,
}

impl Bounds {
    /// The bounds of the versions within both.
    pub(crate) fn and(self, other: Self) -> Self {
        let below = match (self.below, other.below) {
            (Some(one), Some(another)) => Some(one.min(another)),
            (one, another) => one.or(another),
        };
        Self { least: self.least.max(other.least), below }
    }

    /// The bounds of a version and all later ones.
    pub(crate) const fn since(first: Version) -> Self {
        Self { least: Some(first), below: None }
    }

    /// The same bounds restricted to versions from `first` on, if any of these are allowed.
    pub(crate) fn among(self, first: Version) -> Self {
        match self.are_all_before(first) {
            true => self,
            false => Self { least: self.least.map(|least| least.max(first)), ..self },
        }
    }

    /// Returns `true` if versions older than this one are allowed.
    pub(crate) fn leave_out(&self, since: (u32, u32)) -> bool {
        self.least.is_some_and(|least| least < since) || self.below.is_some_and(|below| below <= since)
    }

    /// Returns `true` if every allowed version is older than this one.
    pub(crate) fn are_all_before(&self, since: Version) -> bool {
        self.below.is_some_and(|below| below <= since)
    }

    /// Returns `true` if no allowed version is older than this one.
    pub(crate) fn are_all_from(&self, since: Version) -> bool {
        self.least.is_some_and(|least| least >= since)
    }

    /// Returns `true` if every allowed version is newer than this one.
    pub(crate) fn are_all_after(&self, last: Version) -> bool {
        self.least.is_some_and(|least| least > last)
    }

    /// Returns `true` if no version is within both.
    pub(crate) fn exclude(&self, other: &Self) -> bool {
        let Self { least, below } = self.and(*other);
        least.zip(below).is_some_and(|(least, below)| least >= below)
    }

    /// Returns `true` if a version from `since` up to but excluding `until` is allowed.
    pub(crate) fn meet(&self, since: (u32, u32), until: (u32, u32)) -> bool {
        self.least.is_none_or(|least| least < until) && self.below.is_none_or(|below| below > since)
    }
}

/// The bounds of a constraint; `None` if it is malformed.
pub(crate) fn bounds(text: &str) -> Option<Bounds> {
    let mut bounds = Bounds::default();
    for part in text.split(',').map(str::trim) {
        if !is_condition(part) {
            return None;
        }
        let digits = part.find(|c: char| c.is_ascii_digit())?;
        let operator = part[..digits].trim().trim_end_matches('v').trim();
        let mut numbers = part[digits..].split(['.', '-', '+']).map_while(|one| one.parse::<u32>().ok());
        let (major, minor) = (numbers.next()?, numbers.next().unwrap_or(0));
        let exact = numbers.next().is_some();
        let here = (major, minor);
        let least = |bounds: &mut Bounds| bounds.least = bounds.least.max(Some(here));
        let below = |bounds: &mut Bounds, end: (u32, u32)| {
            bounds.below = Some(bounds.below.map_or(end, |known| known.min(end)));
        };
        match operator {
            // Only major and minor numbers count: `> 1.4.0` still allows 1.4.1, a version of 1.4.
            ">=" | ">" => least(&mut bounds),
            "~>" => {
                least(&mut bounds);
                // The last given number may grow: `~> 1.4.1` stays below 1.5, and `~> 1.4` below 2.0.
                below(&mut bounds, if exact { (major, minor + 1) } else { (major + 1, 0) });
            }
            "" | "=" => {
                least(&mut bounds);
                below(&mut bounds, (major, minor + 1));
            }
            "<" => below(&mut bounds, here),
            "<=" => below(&mut bounds, (major, minor + 1)),
            _ => {}
        }
    }
    Some(bounds)
}

/// The major and minor number of a version.
pub(crate) type Version = (u32, u32);

/// Parses a version into its major and minor number.
pub(crate) fn version(text: &str) -> Option<Version> {
    let (major, rest) = text.split_once('.')?;
    let minor = rest.split('.').next().unwrap_or_default();
    Some((major.parse().ok()?, minor.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::bounds;

    #[test]
    fn constraints_leave_versions_out() {
        let leaves_out = |text: &str, since| bounds(text).expect("a constraint").leave_out(since);
        assert!(leaves_out(">= 1.0", (1, 5)));
        assert!(!leaves_out(">= 1.5.2", (1, 5)));
        assert!(leaves_out("< 1.5", (1, 5)));
        assert!(!leaves_out("< 2.0", (1, 5)));
        assert!(leaves_out("~> 1.4.1", (1, 5)));
        assert!(!leaves_out("~> 1.5", (1, 5)));
        assert!(!leaves_out(">= 0.13, >= 1.7", (1, 5)));
        assert!(bounds("soon").is_none());
    }

    #[test]
    fn constraints_meet_a_range_of_versions() {
        let meets = |text: &str| bounds(text).expect("a constraint").meet((1, 8), (1, 13));
        assert!(meets(">= 1.0"));
        assert!(meets("~> 1.12"));
        assert!(!meets(">= 1.13"));
        assert!(!meets("< 1.8"));
        assert!(meets("<= 1.8"));
        assert!(!meets("1.7.5"));
    }
}
