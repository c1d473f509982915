//! Patterns of dates, as go-cty's `formatdate` reads them.

use chrono::{Datelike, Timelike};

use crate::Timestamp;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

impl Timestamp {
    /// The result of a verb of `formatdate`.
    ///
    /// # Errors
    /// A suggestion if the verb is invalid.
    pub fn verb_text(&self, verb: &str) -> Result<String, &'static str> {
        let (local, length) = (self.local, verb.len());
        let number = |value: u32, what: &'static str| match length {
            1 => Ok(value.to_string()),
            2 => Ok(format!("{value:02}")),
            _ => Err(what),
        };
        let month = MONTHS[local.month() as usize - 1];
        let day = DAYS[local.weekday().num_days_from_monday() as usize];
        let half = if local.hour() < 12 { "am" } else { "pm" };
        match (&verb[..1], length) {
            ("Y", 2) => Ok(format!("{:02}", local.year() % 100)),
            ("Y", 4) => Ok(format!("{:04}", local.year())),
            ("Y", _) => Err("`YY` or `YYYY` for the year"),
            ("M", 3) => Ok(month[..3].to_owned()),
            ("M", 4) => Ok(month.to_owned()),
            ("M", _) => number(local.month(), "`M`, `MM`, `MMM` or `MMMM` for the month"),
            ("D", _) => number(local.day(), "`D` or `DD` for the day of the month"),
            ("E", 3) => Ok(day[..3].to_owned()),
            ("E", 4) => Ok(day.to_owned()),
            ("E", _) => Err("`EEE` or `EEEE` for the day of the week"),
            ("h", _) => number(local.hour(), "`h` or `hh` for the hour of 24"),
            ("H", _) => number((local.hour() + 11) % 12 + 1, "`H` or `HH` for the hour on a 12-hour clock"),
            ("A", 2) => Ok(half.to_uppercase()),
            ("a", 2) => Ok(half.to_owned()),
            ("A", _) => Err("`AA` for AM or PM"),
            ("a", _) => Err("`aa` for am or pm"),
            ("m", _) => number(local.minute(), "`m` or `mm` for the minute"),
            ("s", _) => number(local.second(), "`s` or `ss` for the second"),
            ("Z", 1) if self.offset == 0 => Ok("Z".to_owned()),
            ("Z", 3) if self.offset == 0 => Ok("UTC".to_owned()),
            ("Z", 1 | 5) => Ok(self.zone(true)),
            ("Z", 3 | 4) => Ok(self.zone(false)),
            ("Z", _) => Err("`Z`, `ZZZ`, `ZZZZ` or `ZZZZZ` for the offset from UTC"),
            _ => Err(""),
        }
    }
}

/// A literal in single quotes, in which two quotes represent one, and the rest of the format.
pub fn quotation(text: &str) -> Option<(String, &str)> {
    let mut out = String::new();
    let mut rest = &text[1..];
    loop {
        let (part, after) = rest.split_once('\'')?;
        out.push_str(part);
        match after.strip_prefix('\'') {
            Some(more) => {
                out.push('\'');
                rest = more;
            }
            None => return Some((out, after)),
        }
    }
}
