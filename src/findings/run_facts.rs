//! Facts about a run for its report.

use hclx_report::RunFacts;

use crate::{git, names};

/// The flags whose values may be secret.
const WITH_VALUES: &[&str] = &["--var", "-var"];

/// The facts about this run, with the seconds since 1970.
pub(crate) fn found(now: Option<u64>) -> RunFacts {
    let folder = || {
        let root = git::root().or_else(|| std::env::current_dir().ok())?;
        Some(names::text(std::path::Path::new(root.file_name()?)))
    };
    RunFacts {
        date: date(now),
        version: format!("hclx {}", env!("CARGO_PKG_VERSION")),
        commit: git::head().unwrap_or_default(),
        command: command(std::env::args_os().map(|one| names::text(std::path::Path::new(&one)))),
        repository: git::repository_name().or_else(folder).unwrap_or_default(),
    }
}

/// The date in UTC, or the date set by a reproducible build.
fn date(now: Option<u64>) -> String {
    let fixed = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse().ok());
    let Some(seconds) = fixed.or(now) else { return String::new() };
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = civil(days);
    format!("{year}-{month:02}-{day:02} {:02}:{:02} UTC", rest / 3_600, rest / 60 % 60)
}

/// The date of a day, counted from 1970.
fn civil(mut days: u64) -> (u64, u64, u64) {
    let is_leap = |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let mut year = 1970;
    loop {
        let length = if is_leap(year) { 366 } else { 365 };
        if days < length || year > 9_999 {
            break;
        }
        days -= length;
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

/// The command line without the values of variables.
fn command(arguments: impl Iterator<Item = String>) -> String {
    let mut words = vec!["hclx".to_owned()];
    let mut is_value = false;
    for word in arguments.skip(1) {
        let flag = WITH_VALUES
            .iter()
            .find(|flag| word.strip_prefix(**flag).is_some_and(|rest| rest.starts_with('=')));
        words.push(match flag {
            _ if is_value => hidden(&word),
            Some(flag) => format!("{flag}={}", hidden(&word[flag.len() + 1..])),
            None => word.clone(),
        });
        is_value = !is_value && WITH_VALUES.contains(&&*word);
    }
    words.join(" ")
}

/// An assignment without its value.
fn hidden(assignment: &str) -> String {
    match assignment.split_once('=') {
        Some((name, _)) => format!("{name}=…"),
        None => "…".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_not_in_the_command() {
        let words = ["x", "check", "--var", "a=secret", "--var=b=secret", "dir"].map(str::to_owned);
        assert_eq!(command(words.into_iter()), "hclx check --var a=… --var=b=… dir");
    }

    #[test]
    fn days_have_dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(19_782), (2024, 2, 29));
        assert_eq!(civil(20_454), (2026, 1, 1));
    }
}
