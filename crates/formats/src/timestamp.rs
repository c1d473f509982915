//! RFC 3339 timestamps, and durations in Go's notation. Out of scope: functions on them (`date` in the
//! evaluator).

use chrono::{Datelike, NaiveDate, NaiveDateTime, TimeDelta, Timelike};

/// A date and time in its own offset from UTC.
#[derive(Clone, Copy)]
pub struct Timestamp {
    /// The date and time as written, with fractions of a second.
    pub local: NaiveDateTime,
    /// Seconds east of UTC.
    pub offset: i64,
}

impl Timestamp {
    /// Parses `2006-01-02T15:04:05Z`. The error states what is missing or invalid.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut reader = Reader { text, at: 0 };
        let year = reader.digits(4, "the year", 0..=9999)?;
        reader.expect("-")?;
        let month = reader.digits(2, "the month", 1..=12)?;
        reader.expect("-")?;
        let day = reader.digits(2, "the day", 1..=31)?;
        let date = NaiveDate::from_ymd_opt(year as i32, month, day)
            .ok_or_else(|| format!("the month {month} of {year} has no day {day}"))?;
        reader.expect("T")?;
        let hour = reader.digits(2, "the hour", 0..=23)?;
        reader.expect(":")?;
        let minute = reader.digits(2, "the minute", 0..=59)?;
        reader.expect(":")?;
        // Go has no leap seconds.
        let second = reader.digits(2, "the second", 0..=59)?;
        let nanos = reader.fraction()?;
        let local = date
            .and_hms_nano_opt(hour, minute, second, nanos)
            .ok_or_else(|| format!("no time {hour}:{minute}:{second}"))?;
        let offset = reader.offset()?;
        reader.end()?;
        Ok(Self { local, offset })
    }

    /// The instant in UTC, for comparisons.
    pub fn moment(&self) -> Option<NaiveDateTime> {
        Some(self.add(TimeDelta::try_seconds(-self.offset)?)?.local)
    }

    /// The timestamp plus a duration, with the same offset; `None` if its year has more than four digits.
    pub fn add(&self, duration: TimeDelta) -> Option<Self> {
        let local = self.local.checked_add_signed(duration)?;
        (-9999..=9999).contains(&local.year()).then_some(Self { local, ..*self })
    }

    /// The offset, for example `+02:00`, with or without a colon.
    pub fn zone(&self, colon: bool) -> String {
        let sign = if self.offset < 0 { '-' } else { '+' };
        let minutes = self.offset.abs() / 60;
        let colon = if colon { ":" } else { "" };
        format!("{sign}{:02}{colon}{:02}", minutes / 60, minutes % 60)
    }

    /// RFC 3339 without fractions of a second.
    pub fn text(&self) -> String {
        let local = self.local;
        let zone = if self.offset == 0 { "Z".to_owned() } else { self.zone(true) };
        format!(
            "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}{zone}",
            local.year(),
            local.month(),
            local.day(),
            local.hour(),
            local.minute(),
            local.second()
        )
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// A description of the input at the current position, for messages.
    fn found(&self) -> String {
        match self.rest().chars().next() {
            Some(c) => format!("found `{c}` at byte {}", self.at),
            None => "found the end".to_owned(),
        }
    }

    fn digits(
        &mut self,
        count: usize,
        what: &str,
        range: std::ops::RangeInclusive<u32>,
    ) -> Result<u32, String> {
        let digits = self.rest().get(..count).filter(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
        let Some(value) = digits.and_then(|digits| digits.parse().ok()) else {
            return Err(format!("{what} must have {count} digits, {}", self.found_after_digits()));
        };
        if !range.contains(&value) {
            return Err(format!("{what} must be from {} to {}, found {value}", range.start(), range.end()));
        }
        self.at += count;
        Ok(value)
    }

    fn found_after_digits(&mut self) -> String {
        // The message is about the first character that is not a digit.
        self.at += self.rest().bytes().take_while(u8::is_ascii_digit).count();
        self.found()
    }

    fn expect(&mut self, text: &str) -> Result<(), String> {
        if !self.rest().starts_with(text) {
            return Err(format!("expected `{text}`, {}", self.found()));
        }
        self.at += text.len();
        Ok(())
    }

    /// Parses nanoseconds; additional digits are ignored.
    fn fraction(&mut self) -> Result<u32, String> {
        if !self.rest().starts_with('.') {
            return Ok(0);
        }
        let digits = self.rest()[1..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            self.at += 1;
            return Err(format!("expected digits after the point, {}", self.found()));
        }
        let written = &self.rest()[1..=digits];
        self.at += digits + 1;
        let padded: String = written.chars().chain(std::iter::repeat('0')).take(9).collect();
        Ok(padded.parse().unwrap_or(0))
    }

    fn offset(&mut self) -> Result<i64, String> {
        if self.rest().starts_with('Z') {
            self.at += 1;
            return Ok(0);
        }
        let sign = match self.rest().bytes().next() {
            Some(b'+') => 1,
            Some(b'-') => -1,
            _ => return Err(format!("expected `Z` or an offset such as `+01:00`, {}", self.found())),
        };
        self.at += 1;
        let hours = self.digits(2, "the hours of the offset", 0..=23)?;
        self.expect(":")?;
        let minutes = self.digits(2, "the minutes of the offset", 0..=59)?;
        Ok(sign * i64::from(hours * 3600 + minutes * 60))
    }

    fn end(&self) -> Result<(), String> {
        if self.rest().is_empty() { Ok(()) } else { Err(format!("expected the end, {}", self.found())) }
    }
}

/// The units of durations in nanoseconds.
const UNITS: &[(&str, i128)] = &[
    ("ns", 1),
    ("us", 1_000),
    // Go accepts both characters for "micro": the micro sign and the Greek letter.
    ("µs", 1_000),
    ("μs", 1_000),
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
    ("m", 60_000_000_000),
    ("h", 3_600_000_000_000),
];

/// Parses a duration such as `-1h10m3.5s`. The error states what is invalid.
pub fn duration(text: &str) -> Result<TimeDelta, String> {
    let (negative, mut rest) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    // Only zero needs no unit.
    if rest == "0" {
        return Ok(TimeDelta::zero());
    }
    if rest.is_empty() {
        return Err("is empty".to_owned());
    }
    let mut nanos: i128 = 0;
    while !rest.is_empty() {
        let (part, after) = term(rest)?;
        nanos = nanos.saturating_add(part);
        rest = after;
    }
    let nanos = if negative { -nanos } else { nanos };
    // Go counts nanoseconds in 64 bits.
    match i64::try_from(nanos) {
        Ok(nanos) => Ok(TimeDelta::nanoseconds(nanos)),
        Err(_) => Err("is longer than the limit of 292 years".to_owned()),
    }
}

/// Parses one number with its unit, and returns the rest of the input.
fn term(text: &str) -> Result<(i128, &str), String> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(text);
    let fraction = text[whole..].strip_prefix('.').map(|rest| &rest[..digits(rest)]);
    let end = whole + fraction.map_or(0, |fraction| fraction.len() + 1);
    if whole == 0 && fraction.is_none_or(str::is_empty) {
        return Err(format!("must be numbers with units, found `{text}`"));
    }
    let after = &text[end..];
    let length = after.find(|c: char| c == '.' || c.is_ascii_digit()).unwrap_or(after.len());
    let (name, rest) = after.split_at(length);
    let Some((_, unit)) = UNITS.iter().find(|(unit, _)| *unit == name) else {
        let found = if name.is_empty() { "no unit".to_owned() } else { format!("`{name}`") };
        return Err(format!(
            "must have units `h`, `m`, `s`, `ms`, `us` or `ns`, found {found} after {}",
            &text[..end]
        ));
    };
    let number: i128 = if whole == 0 { 0 } else { text[..whole].parse().unwrap_or(i128::MAX) };
    Ok((number.saturating_mul(*unit).saturating_add(part_of(fraction.unwrap_or_default(), *unit)), rest))
}

/// A fraction of a unit; digits beyond nanoseconds are truncated.
fn part_of(digits: &str, unit: i128) -> i128 {
    // With 18 digits, the product with the nanoseconds of an hour fits in 128 bits.
    let kept = &digits[..digits.len().min(18)];
    let value: i128 = kept.parse().unwrap_or(0);
    value * unit / 10i128.pow(kept.len() as u32)
}

#[cfg(test)]
mod tests {
    use super::duration;

    #[test]
    fn durations_are_those_of_go() {
        for good in ["0", "+0", "5s", "1h30m", "1.5h", ".5s", "1.s", "-1.5h", "10ms", "3µs", "1m0.5s"] {
            assert!(duration(good).is_ok(), "{good}");
        }
        for bad in ["", "-", "5", "s", "1 h", "1d", ".s", "5sm", "1h30", "+-1s", "1e3s"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn durations_are_at_most_292_years() {
        for long in ["9223372036854775808ns", &("9".repeat(60) + "ns"), &("9".repeat(60) + "h"), "2562048h"] {
            assert_eq!(duration(long), Err("is longer than the limit of 292 years".to_owned()), "{long}");
        }
        assert!(duration("9223372036854775807ns").is_ok());
    }
}
