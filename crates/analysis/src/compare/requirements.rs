//! Requirements of versions: a major version that was allowed and is not any more.

use std::collections::BTreeSet;
use std::sync::Arc;

use hclx_diag::{Certainty, code_names as codes};

use super::{Admits, Change, Level};
use crate::describe::Description;

/// The greatest major version that is looked at.
const MOST_MAJOR: u32 = 100;

pub(super) fn compare(old: &Description, new: &Description, admits: Admits<'_>, changes: &mut Vec<Change>) {
    let language = old.language;
    constraints(language, (&old.versions, &new.versions), admits, changes);
    for requirement in &new.requirements {
        let before = old.requirements.iter().find(|before| before.name == requirement.name);
        let none = Vec::new();
        let before = before.map_or(&none, |before| &before.constraints);
        let name = format!("provider `{}`", requirement.name);
        constraints(&name, (before, &requirement.constraints), admits, changes);
    }
}

fn constraints(
    what: &str,
    (old, new): (&[Arc<str>], &[Arc<str>]),
    admits: Admits<'_>,
    changes: &mut Vec<Change>,
) {
    if old == new {
        return;
    }
    let (before, now) = (majors(old, admits), majors(new, admits));
    let gone: Vec<String> = before.difference(&now).map(u32::to_string).collect();
    let shown = |all: &[Arc<str>]| match all {
        [] => "any version".to_owned(),
        all => format!("`{}`", all.join(", ")),
    };
    let change = format!("{what}: {} was required, {} is", shown(old), shown(new));
    // without a constraint nobody said that older versions work
    let is_break = !gone.is_empty() && !old.is_empty();
    changes.push(match is_break {
        true => {
            let left_out = match &gone[..] {
                [one] => format!("major version {one} is left out"),
                several => format!("major versions {} are left out", shortened(several)),
            };
            let message = format!("{change}: {left_out}");
            Change::new(codes::VERSION_EXCLUDED, Level::Major, Certainty::Must, message)
        }
        false => Change::new(codes::COMPATIBLE_CHANGE, Level::Minor, Certainty::May, change),
    });
}

fn shortened(versions: &[String]) -> String {
    match versions {
        [first, .., last] if *last == MOST_MAJOR.to_string() => format!("{first} and later"),
        [first, .., last] if versions.len() > 3 => format!("{first} to {last}"),
        few => few.join(", "),
    }
}

/// The major versions some version of which is admitted by all constraints.
fn majors(constraints: &[Arc<str>], admits: Admits<'_>) -> BTreeSet<u32> {
    let is_part = |c: char| c.is_ascii_digit() || c == '.';
    let mut candidates: Vec<String> = Vec::new();
    for constraint in constraints {
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
