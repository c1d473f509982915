//! Matching of versions with version constraints.

use std::cmp::Ordering;

use hclx_analysis::compare;

use super::compare_versions;

/// Returns `true` if all conditions of a constraint (`>= 4.9, < 6.0`) allow a version. A malformed condition
/// allows everything.
pub fn admits(constraint: &str, version: &str) -> bool {
    constraint.split(',').all(|condition| condition_admits(condition.trim(), version))
}

fn condition_admits(condition: &str, version: &str) -> bool {
    let Some((operator, bound)) = parts(condition) else { return true };
    let order = compare_versions(version, bound);
    match operator {
        ">=" => order.is_ge(),
        "<=" => order.is_le(),
        "!=" => order.is_ne(),
        ">" => order.is_gt(),
        "<" => order.is_lt(),
        "~>" => order.is_ge() && compare_versions(version, &next(bound)) == Ordering::Less,
        _ => order.is_eq(),
    }
}

/// Returns `true` if no version satisfies all of the given constraints.
pub fn are_contradictory(constraints: &[&str]) -> bool {
    compare::are_contradictory(constraints, &admits)
}

/// Returns `true` if a constraint has a condition that allows only a single version.
pub(super) fn selects_one(constraint: &str) -> bool {
    constraint.split(',').any(|condition| matches!(parts(condition.trim()), Some(("=", _))))
}

/// The lowest and the highest version that the given constraints may allow together, as far as they are bounded. The
/// highest version itself may be excluded.
pub(super) fn bounds<'c>(constraints: impl Iterator<Item = &'c str>) -> (Option<String>, Option<String>) {
    let (mut low, mut high): (Option<String>, Option<String>) = (None, None);
    for condition in constraints.flat_map(|constraint| constraint.split(',')) {
        let Some((operator, bound)) = parts(condition.trim()) else { continue };
        let above = matches!(operator, "=" | ">" | ">=" | "~>").then(|| bound.to_owned());
        let below = match operator {
            "=" | "<" | "<=" => Some(bound.to_owned()),
            "~>" => Some(next(bound)),
            _ => None,
        };
        let is_tighter = |new: &String, old: &Option<String>, wanted: Ordering| {
            old.as_deref().is_none_or(|old| compare_versions(new, old) == wanted)
        };
        low = above.filter(|above| is_tighter(above, &low, Ordering::Greater)).or(low);
        high = below.filter(|below| is_tighter(below, &high, Ordering::Less)).or(high);
    }
    (low, high)
}

/// The operator and the version of a condition; `None` if it is malformed.
fn parts(condition: &str) -> Option<(&'static str, &str)> {
    // Longer operators come first, since `>` and `<` are prefixes of others.
    let operators = [">=", "<=", "!=", "~>", "=", ">", "<"];
    let operator = operators.into_iter().find(|operator| condition.starts_with(operator));
    let bound = condition[operator.map_or(0, str::len)..].trim().trim_start_matches('v');
    bound.starts_with(|c: char| c.is_ascii_digit()).then_some((operator.unwrap_or("="), bound))
}

/// The first version that `~>` excludes: all numbers except the last are kept, and the last of
/// these is incremented.
fn next(bound: &str) -> String {
    let numbers: Vec<u64> = bound
        .split(['-', '+'])
        .next()
        .unwrap_or_default()
        .split('.')
        .map(|part| part.parse().unwrap_or_default())
        .collect();
    let kept = numbers.len().saturating_sub(1).max(1);
    let mut next: Vec<String> = numbers[..kept].iter().map(ToString::to_string).collect();
    if let (Some(last), Some(number)) = (next.last_mut(), numbers.get(kept - 1)) {
        *last = number.saturating_add(1).to_string();
    }
    next.join(".")
}

#[cfg(test)]
mod tests {
    use super::{admits, are_contradictory};

    #[test]
    fn contradictions_are_those_that_no_version_satisfies() {
        let cases: &[(&[&str], bool)] = &[
            (&[">= 1.5, < 1.2"], true),
            (&["~> 5.0", "~> 6.0"], true),
            (&["= 3.0, = 3.1"], true),
            (&["!= 4.0, 4.0"], true),
            (&["> 3, < 3"], true),
            (&["> 3.0.0, < 3.0.1"], true),
            (&["> 3.0.0, < 3.0.2"], false),
            (&[">= 3.0, != 3.0.0, != 3.0.1, < 3.1"], false),
            (&["~> 5.0", ">= 5.30, < 6.1"], false),
            (&["~> 5.0", "!= 5.0.0"], false),
            (&[">= 1.0.0-beta1, < 1.0.0"], false),
            (&["~> 5.0", "latest"], false),
            (&[""], false),
        ];
        for (constraints, expected) in cases {
            assert_eq!(are_contradictory(constraints), *expected, "{constraints:?}");
        }
    }

    #[test]
    fn conditions_are_those_of_terraform() {
        let cases = [
            ("~> 5.1", "5.0.9", false),
            ("~> 5.1", "5.99.0", true),
            ("~> 5.1", "6.0.0", false),
            ("~> 5.1.2", "5.1.9", true),
            ("~> 5.1.2", "5.2.0", false),
            ("~> 5", "5.7.0", true),
            (">= 4.9, < 6.0", "5.0.0", true),
            (">= 4.9, < 6.0", "6.0.0", false),
            ("= 1.2.3", "1.2.3", true),
            ("1.2.3", "1.2.4", false),
            ("!= 1.2.3", "1.2.4", true),
            ("", "1.0.0", true),
            ("latest", "1.0.0", true),
        ];
        for (constraint, version, expected) in cases {
            assert_eq!(admits(constraint, version), expected, "{constraint} {version}");
        }
    }
}
