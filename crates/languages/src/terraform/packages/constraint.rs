//! Matching of versions with version constraints.

use std::cmp::Ordering;

use super::compare_versions;

/// Returns `true` if all conditions of a constraint (`>= 4.9, < 6.0`) allow a version. A malformed condition
/// allows everything.
pub fn admits(constraint: &str, version: &str) -> bool {
    constraint.split(',').all(|condition| condition_admits(condition.trim(), version))
}

fn condition_admits(condition: &str, version: &str) -> bool {
    // Longer operators come first, since `>` and `<` are prefixes of others.
    let operators = [">=", "<=", "!=", "~>", "=", ">", "<"];
    let operator = operators.into_iter().find(|operator| condition.starts_with(operator));
    let bound = condition[operator.map_or(0, str::len)..].trim().trim_start_matches('v');
    if bound.is_empty() || !bound.starts_with(|c: char| c.is_ascii_digit()) {
        return true;
    }
    let order = compare_versions(version, bound);
    match operator.unwrap_or("=") {
        ">=" => order.is_ge(),
        "<=" => order.is_le(),
        "!=" => order.is_ne(),
        ">" => order.is_gt(),
        "<" => order.is_lt(),
        "~>" => order.is_ge() && compare_versions(version, &next(bound)) == Ordering::Less,
        _ => order.is_eq(),
    }
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
    use super::admits;

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
