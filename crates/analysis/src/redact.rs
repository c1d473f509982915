//! Protection of values from values files, flags and settings: determines which parts may be shown.
//!
//! Values may be secrets, and printed findings are read by others. Excerpts therefore hide the values in such
//! sources, and keep names and structure. If a language knows that a value is not secret, the beginnings of
//! its strings are shown. Out of scope: deciding whether a value is secret (languages).

use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock};

use hclx_core::{Data, Value};
use hclx_diag::{Arrange, Diagnostic, Ordered, Source, Sources, Span, TextRange, locked};

mod edits;
mod visible;

pub use visible::VisibleNames;

/// The maximum number of characters shown of a given string.
pub const MOST_SHOWN: usize = 24;

/// The notation of values in a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// One value.
    Expression,
    /// HCL attributes.
    Native,
    /// JSON.
    Json,
    /// YAML.
    Yaml,
    /// Settings in TOML, where only the table `vars` contains values.
    Settings,
}

impl Notation {
    /// The notation that a file name implies.
    pub fn of(name: &str) -> Self {
        match name.rsplit('.').next() {
            Some("json") => Self::Json,
            Some("yaml" | "yml") => Self::Yaml,
            Some("toml") => Self::Settings,
            _ => Self::Native,
        }
    }

    fn separates(self, byte: u8) -> bool {
        match self {
            Self::Expression => false,
            Self::Native => byte == b'=' || byte == b':',
            Self::Json | Self::Yaml => byte == b':',
            Self::Settings => byte == b'=',
        }
    }
}

/// A source for excerpts: of the same length, with the characters of values replaced. The first
/// characters of each string in `shown` are kept.
pub fn masked(bytes: &[u8], form: Notation, shown: &[TextRange]) -> Vec<u8> {
    let mut scan = Scan {
        bytes,
        form,
        hidden: vec![false; bytes.len()],
        comments: Vec::new(),
        inside: ScanState::Nothing,
        active: true,
    };
    scan.text();
    let (mut hidden, comments) = (scan.hidden, scan.comments);
    for range in shown.iter().map(|range| range.range()) {
        // a comment inside a value that is not secret is as public as the value
        let is_inside = |comment: &&Range<usize>| range.contains(&comment.start) && comment.end <= range.end;
        comments.iter().filter(is_inside).for_each(|comment| hidden[comment.clone()].fill(false));
        show_beginnings(bytes, &mut hidden, range);
    }
    replaced(bytes, &hidden)
}

/// The state at the end of a line.
enum ScanState {
    Nothing,
    /// A heredoc with this marker.
    Heredoc(Vec<u8>),
    /// A TOML string delimited by three of these quotes.
    Quotes(u8),
}

struct Scan<'a> {
    bytes: &'a [u8],
    form: Notation,
    hidden: Vec<bool>,
    /// The hidden parts of comments.
    comments: Vec<Range<usize>>,
    inside: ScanState,
    /// Set if the current lines contain values.
    active: bool,
}

impl Scan<'_> {
    fn text(&mut self) {
        self.active = self.form != Notation::Settings;
        // the number of open brackets in a value of the settings
        let mut open = 0_i64;
        let mut table = false;
        let mut start = 0;
        while start < self.bytes.len() {
            let end = self.bytes[start..].iter().position(|byte| *byte == b'\n');
            let end = end.map_or(self.bytes.len(), |at| start + at);
            if self.form == Notation::Settings {
                let line = self.bytes[start..end].trim_ascii_start();
                let free = open <= 0 && matches!(self.inside, ScanState::Nothing);
                if free && line.starts_with(b"[") {
                    let name = without_brackets(line);
                    table = name.starts_with(b"vars") || name.starts_with(b"\"vars");
                    self.active = false;
                } else if free {
                    open = 0;
                    self.active = table || line.starts_with(b"vars") || line.starts_with(b"\"vars");
                }
            }
            let depth = self.line(start, end);
            open = if self.active { open + depth } else { 0 };
            start = end + 1;
        }
    }

    /// Scans a line, and returns the number of brackets that it leaves open.
    fn line(&mut self, start: usize, end: usize) -> i64 {
        let mut at = start;
        match &self.inside {
            ScanState::Heredoc(marker) => {
                if self.bytes[start..end].trim_ascii() == marker.as_slice() {
                    self.inside = ScanState::Nothing;
                } else {
                    self.hide(start..end);
                }
                return 0;
            }
            ScanState::Quotes(quote) => match self.end_of_quotes(*quote, start, end) {
                Some(close) => {
                    self.hide(start..close);
                    self.inside = ScanState::Nothing;
                    at = close + 3;
                }
                None => {
                    self.hide(start..end);
                    return 0;
                }
            },
            ScanState::Nothing => {}
        }
        if !self.active {
            return 0;
        }
        let mut depth = 0;
        let mut key = true;
        while at < end {
            let byte = self.bytes[at];
            match byte {
                b' ' | b'\t' | b'\r' => at += 1,
                b'-' if self.form == Notation::Yaml && key && self.bytes.get(at + 1) == Some(&b' ') => {
                    at += 1
                }
                b'{' | b',' => {
                    depth += i64::from(byte == b'{');
                    key = true;
                    at += 1;
                }
                b'[' | b'(' => {
                    depth += 1;
                    at += 1;
                }
                b']' | b')' | b'}' => {
                    depth -= 1;
                    at += 1;
                }
                b'=' | b':' => at += 1,
                b'#' => return depth + self.comment(at + 1, end),
                b'/' if self.bytes.get(at + 1) == Some(&b'/') => return depth + self.comment(at + 2, end),
                b'<' if self.heredoc(at, end) => return depth,
                b'"' | b'\'' => at = self.quoted(byte, at, end, &mut key),
                _ => at = self.word(at, end, &mut key),
            }
        }
        depth
    }

    /// A comment is shown, except for the value of an assignment in it, which may have been secret.
    fn comment(&mut self, start: usize, end: usize) -> i64 {
        let separator = match self.form {
            Notation::Yaml | Notation::Json => b':',
            Notation::Expression | Notation::Native | Notation::Settings => b'=',
        };
        let text = &self.bytes[start..end];
        if let Some(at) = text.iter().position(|byte| *byte == separator) {
            let name = text[..at].trim_ascii();
            let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.\"".contains(byte);
            if !name.is_empty() && name.iter().all(is_name) {
                self.hide(start + at + 1..end);
                self.comments.push(start + at + 1..end);
            }
        }
        0
    }

    fn hide(&mut self, range: Range<usize>) {
        if self.active {
            self.hidden[range].fill(true);
        }
    }

    fn end_of_quotes(&self, quote: u8, start: usize, end: usize) -> Option<usize> {
        self.bytes[start..end].windows(3).position(|three| three == [quote; 3]).map(|at| start + at)
    }

    /// Returns `true` if a heredoc starts, which ends the line.
    fn heredoc(&mut self, at: usize, end: usize) -> bool {
        let rest = &self.bytes[at..end];
        let marker = rest.strip_prefix(b"<<-").or_else(|| rest.strip_prefix(b"<<"));
        let Some(marker) = marker.filter(|_| self.form == Notation::Native).map(<[u8]>::trim_ascii) else {
            return false;
        };
        let is_name =
            !marker.is_empty() && marker.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
        if is_name {
            self.inside = ScanState::Heredoc(marker.to_vec());
        }
        is_name
    }

    /// Scans a quoted string and returns its end.
    fn quoted(&mut self, quote: u8, at: usize, end: usize, key: &mut bool) -> usize {
        if self.form == Notation::Settings && self.bytes[at..end].starts_with(&[quote; 3]) {
            let close = self.end_of_quotes(quote, at + 3, end);
            self.hide(at + 3..close.unwrap_or(end));
            if close.is_none() {
                self.inside = ScanState::Quotes(quote);
            }
            return close.map_or(end, |close| close + 3);
        }
        let mut close = at + 1;
        while close < end && self.bytes[close] != quote {
            close += if self.bytes[close] == b'\\' { 2 } else { 1 };
        }
        let close = close.min(end);
        let after = (close + 1).min(end);
        if !(*key && close < end && self.is_key(after, end)) {
            self.hide(at + 1..close);
        }
        *key = false;
        after
    }

    /// Scans an unquoted word, and returns its end. Everything after a YAML key is one value.
    fn word(&mut self, at: usize, end: usize, key: &mut bool) -> usize {
        let stops = |byte: &u8| byte.is_ascii_whitespace() || b"\"'{}[](),=:#".contains(byte);
        let length = self.bytes[at..end].iter().position(stops).unwrap_or(end - at).max(1);
        let after = at + length;
        if *key && self.is_key(after, end) {
            *key = false;
            return after;
        }
        *key = false;
        let after = if self.form == Notation::Yaml { end } else { after };
        // the type and the refinements of an unknown value are not secret
        if self.form == Notation::Expression && self.bytes.trim_ascii_start().starts_with(b"unknown(") {
            return after;
        }
        self.hide(at..after);
        after
    }

    /// Returns `true` if a value follows, so that the preceding token is its name.
    fn is_key(&self, after: usize, end: usize) -> bool {
        let rest = self.bytes[after..end].trim_ascii();
        let Some((separator, value)) = rest.split_first() else { return false };
        let block = self.form == Notation::Yaml || self.form == Notation::Json;
        self.form.separates(*separator) && value.first() != Some(&b'=') && (block || !value.is_empty())
    }
}

/// Strips the brackets before a table name, as in `[[vars.x]]`.
fn without_brackets(line: &[u8]) -> &[u8] {
    let at = line.iter().position(|byte| !matches!(byte, b'[' | b' ' | b'\t')).unwrap_or(line.len());
    &line[at..]
}

/// Shows the first characters of each hidden string in a range.
fn show_beginnings(bytes: &[u8], hidden: &mut [bool], range: Range<usize>) {
    let end = range.end.min(hidden.len());
    let mut shown = 0;
    for at in range.start.min(end)..end {
        if !hidden[at] {
            shown = 0;
            continue;
        }
        let starts_character = bytes[at] & 0xc0 != 0x80;
        shown += usize::from(starts_character);
        hidden[at] = shown > MOST_SHOWN;
    }
}

/// Replaces each hidden character by one of the same length, so that offsets stay valid.
fn replaced(bytes: &[u8], hidden: &[bool]) -> Vec<u8> {
    const OF_LENGTH: [&str; 5] = ["", "*", "\u{b7}", "\u{2022}", "\u{1d7ce}"];
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            let length = c.len_utf8();
            match hidden[at] && !c.is_ascii_whitespace() {
                true => out.extend_from_slice(OF_LENGTH[length].as_bytes()),
                false => out.extend_from_slice(&bytes[at..at + length]),
            }
            at += length;
        }
        for byte in chunk.invalid() {
            out.push(if hidden[at] { b'*' } else { *byte });
            at += 1;
        }
    }
    out
}

/// Removes hidden values from a finding. Edits that would show one are kept, but can only be applied.
#[must_use]
pub fn without_parts(mut finding: Diagnostic, sources: &Sources) -> Diagnostic {
    let place = finding.span.map(|span| (sources.get(span.source), span.range));
    if let Some((source, range)) = place.filter(|(source, _)| source.is_concealed()) {
        let beside = MaskedContext::of(source, range);
        let visible = VisibleNames::of(&finding, sources);
        let cover = |part: &str| if visible.contain(part) { None } else { beside.cover(part) };
        each_text(&mut finding, &|text| cover_parts(text, &|part, _| cover(part)));
    }
    edits::set_apart(&mut finding, &|fix| edits::shows_hidden(fix, sources));
    finding
}

/// The bytes around a place, in the original and in the shown form.
struct MaskedContext<'a> {
    bytes: &'a [u8],
    shown: &'a [u8],
}

impl<'a> MaskedContext<'a> {
    fn of(source: &'a Source, range: TextRange) -> Self {
        let length = source.bytes().len();
        let start = (range.start as usize).saturating_sub(MOST_BESIDE).min(length);
        let end = (range.end as usize).min(range.start as usize + MOST_BESIDE).saturating_add(MOST_BESIDE);
        let end = end.min(length).max(start);
        Self { bytes: &source.bytes()[start..end], shown: &source.shown()[start..end] }
    }

    /// The shown form of a part, if it is hidden at this place.
    fn cover(&self, part: &str) -> Option<String> {
        let part = part.as_bytes();
        let at = self.bytes.windows(part.len().max(1)).position(|window| window == part)?;
        (self.shown[at..at + part.len()] != *part).then(|| "…".to_owned())
    }
}

/// The maximum distance in bytes between a place and the strings that a finding quotes.
const MOST_BESIDE: usize = 256;

/// Applies a change to all strings of a finding.
fn each_text(finding: &mut Diagnostic, change: &dyn Fn(&mut String)) {
    change(&mut finding.message);
    finding.help.iter_mut().for_each(|help| help.reworded(change));
    finding.labels.iter_mut().for_each(|label| change(&mut label.message));
    finding.fixes.iter_mut().for_each(|fix| change(&mut fix.title));
    finding.cause.iter_mut().for_each(|cause| cause.reword(change));
}

/// Covers the quoted parts of a message. The second argument of `cover` is `true` if a part is certain to be inside
/// quotes.
fn cover_parts(text: &mut String, cover: &dyn Fn(&str, bool) -> Option<String>) {
    for quote in ['`', '"'] {
        let mut parts: Vec<String> = text.split(quote).map(str::to_owned).collect();
        let mut changed = false;
        // If quotes occur in pairs, the words between two pairs belong to the finding.
        let is_paired = parts.len() % 2 == 1;
        for (index, part) in parts.iter_mut().enumerate().skip(1) {
            if is_paired && index % 2 == 0 {
                continue;
            }
            if let Some(shown) = cover(part, index % 2 == 1) {
                *part = shown;
                changed = true;
            }
        }
        if changed {
            *text = parts.join(&quote.to_string());
        }
    }
}

/// The values that a run was given.
///
/// A revision is given nearly the same values as the previous one. It keeps them to detect this, because they share
/// their parts with the files that they were read from. In other runs, values may be large and are not kept.
#[derive(Clone, Debug, Default)]
pub struct Redactor {
    taken: Vec<InputValue>,
    visibility: OnceLock<Arc<Visibility>>,
    /// The visibility of values that were given to earlier revisions; `None` if values are not kept.
    earlier: Option<Arc<RedactorCache>>,
}

/// A given value.
#[derive(Clone, Debug)]
struct InputValue {
    value: Value,
    place: Span,
    is_open: bool,
}

/// Facts about given values, computed in the last revisions.
#[derive(Debug, Default)]
pub(crate) struct RedactorCache {
    sets: Mutex<VecDeque<(Vec<InputValue>, Arc<Visibility>)>>,
    /// The strings of the last value at each place: a new set of values has most values in common with the
    /// previous one.
    strings: Mutex<HashMap<Span, (InputValue, Arc<Strings>)>>,
}

/// The maximum number of sets of values whose visibility is kept, for the file being edited and for all files.
const MOST_EARLIER: usize = 4;

impl RedactorCache {
    /// The visibility of some values, computed once.
    fn of(&self, taken: &[InputValue]) -> Arc<Visibility> {
        let mut taken = taken.to_vec();
        taken.arrange_by_key(|input_value| input_value.place);
        taken.dedup_by(|one, other| one.is_same(other));
        let mut earlier = locked(&self.sets);
        let is_known = |(known, _): &&(Vec<InputValue>, Arc<Visibility>)| {
            known.len() == taken.len() && known.iter().zip(&taken).all(|(one, other)| one.is_same(other))
        };
        if let Some((_, visibility)) = earlier.iter().find(is_known) {
            return Arc::clone(visibility);
        }
        self.forget(taken.len());
        let mut visibility = Visibility::default();
        taken.iter().for_each(|one| visibility.take(one.place, &self.strings(one)));
        let visibility = Arc::new(visibility);
        if earlier.len() == MOST_EARLIER {
            earlier.pop_back();
        }
        earlier.push_front((taken, Arc::clone(&visibility)));
        visibility
    }

    /// Drops the strings if most belong to places that edits have moved and that are not requested again.
    fn forget(&self, count: usize) {
        let mut strings = locked(&self.strings);
        if strings.len() > 2 * MOST_EARLIER * count {
            strings.clear();
        }
    }

    /// The strings of a value, computed once.
    fn strings(&self, one: &InputValue) -> Arc<Strings> {
        let mut known = locked(&self.strings);
        if let Some((_, strings)) = known.get(&one.place).filter(|(known, _)| known.is_same(one)) {
            return Arc::clone(strings);
        }
        let strings = Arc::new(Strings::of(&one.value, one.is_open));
        known.insert(one.place, (one.clone(), Arc::clone(&strings)));
        strings
    }
}

impl InputValue {
    fn is_same(&self, other: &Self) -> bool {
        self.place == other.place && self.is_open == other.is_open && self.value.same(&other.value)
    }
}

/// The strings of a given value.
#[derive(Debug)]
struct Strings {
    /// Set if the value is known not to be secret.
    is_open: bool,
    /// The strings that are not shown in full.
    hidden: Vec<Arc<str>>,
    /// The number of visited parts.
    parts: usize,
}

impl Strings {
    fn of(value: &Value, is_open: bool) -> Self {
        let has_marks = value.contains_marks();
        let mut strings = Self { is_open: is_open && !has_marks, hidden: Vec::new(), parts: 0 };
        let unmarked = has_marks.then(|| value.clone().unmark_deep().0);
        let mut stack = vec![unmarked.as_ref().unwrap_or(value)];
        while let Some(value) = stack.pop() {
            strings.parts += 1;
            if strings.parts > MOST_PARTS {
                break;
            }
            match value.data() {
                // an empty string reveals nothing, and every message contains one
                Data::String(text) if text.is_empty() || strings.is_open && is_short(text) => {}
                Data::String(text) => strings.hidden.push(Arc::clone(text)),
                _ => {
                    stack.extend(value.elements().unwrap_or_default());
                    stack.extend(value.iter_entries().map(|(_, part)| part));
                }
            }
        }
        strings
    }
}

impl Redactor {
    /// Creates an empty collection of values for a revision that follows another one.
    pub(crate) fn after(earlier: &Arc<RedactorCache>) -> Self {
        Self { earlier: Some(Arc::clone(earlier)), ..Self::default() }
    }

    /// Adds the value at a place. `is_open` is set if it is known not to be secret, which never applies to a
    /// marked value. A value with several sources may be secret if one of them may be.
    pub fn take(&mut self, value: &Value, place: Span, is_open: bool) {
        if self.earlier.is_some() {
            self.visibility = OnceLock::new();
            self.taken.push(InputValue { value: value.clone(), place, is_open });
            return;
        }
        let mut visibility = self.visibility.take().unwrap_or_default();
        Arc::make_mut(&mut visibility).take(place, &Strings::of(value, is_open));
        let _ = self.visibility.set(visibility);
    }

    fn visibility(&self) -> &Visibility {
        self.visibility.get_or_init(|| match &self.earlier {
            Some(earlier) => earlier.of(&self.taken),
            None => Arc::default(),
        })
    }

    /// Returns `true` if the value at a place was given.
    pub fn knows(&self, place: Span) -> bool {
        self.visibility().places.contains_key(&place)
    }

    /// The places of values that are known not to be secret.
    pub fn open(&self) -> impl Iterator<Item = Span> {
        self.visibility().places.iter().filter(|(_, is_open)| **is_open).map(|(place, _)| *place)
    }

    /// Removes hidden values from a finding.
    #[must_use]
    pub fn redact(&self, finding: Diagnostic) -> Diagnostic {
        self.redact_but(finding, &VisibleNames::default())
    }

    /// Like [`Self::redact`], except for names that are shown.
    #[must_use]
    pub fn redact_but(&self, finding: Diagnostic, visible: &VisibleNames) -> Diagnostic {
        self.visibility().texts.without(finding, visible)
    }
}

/// The visibility of given values.
#[derive(Clone, Debug, Default)]
struct Visibility {
    /// The places of values; `true` if the value is known not to be secret.
    places: Ordered<Span, bool>,
    texts: SecretStrings,
    /// The number of visited parts of values.
    parts: usize,
}

impl Visibility {
    fn take(&mut self, place: Span, strings: &Strings) {
        // `false` is less than `true`, so a place that may be secret stays secret.
        if self.places.get(&place).is_some_and(|known| *known <= strings.is_open) {
            return;
        }
        self.places.insert(place, strings.is_open);
        if self.parts > MOST_PARTS {
            return;
        }
        self.parts += strings.parts;
        self.texts.are_many = self.parts > MOST_PARTS;
        strings.hidden.iter().for_each(|text| self.texts.note(text, strings.is_open));
    }
}

/// The strings of given values, for messages that quote one.
#[derive(Clone, Debug, Default)]
struct SecretStrings {
    /// Strings that messages quote verbatim; `true` if the string is known not to be secret.
    plain: Texts,
    /// Other strings, likewise.
    others: Texts,
    /// The shown forms of the other strings, by their escaped forms in messages.
    escaped: HashMap<String, String>,
    /// Set if there are more strings than are kept, so that any quoted string may be one of them.
    are_many: bool,
}

/// Strings; `true` if the string is known not to be secret.
type Texts = HashMap<Arc<str>, bool, foldhash::fast::RandomState>;

/// The maximum number of parts of given values whose strings are kept.
const MOST_PARTS: usize = 1 << 20;

impl SecretStrings {
    /// Adds a string that is not shown in full.
    fn note(&mut self, text: &Arc<str>, is_open: bool) {
        // a string that may be secret in one place is hidden everywhere
        let is_known = |texts: &Texts| texts.get(text).is_some_and(|known| *known <= is_open);
        if is_known(&self.plain) || is_known(&self.others) {
            return;
        }
        let is_plain = |byte: u8| matches!(byte, b' '..=b'~') & !matches!(byte, b'"' | b'\\' | b'$' | b'%');
        // a fold without early exit compares many bytes at once
        if text.bytes().fold(true, |plain, byte| plain & is_plain(byte)) {
            self.plain.insert(Arc::clone(text), is_open);
            return;
        }
        self.others.insert(Arc::clone(text), is_open);
        let shown = shown(text, is_open);
        // verbatim, and escaped as in messages
        let written = Value::string(text.to_string()).to_string();
        let inside = written.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(&written);
        let inside = inside.to_owned();
        let quoted = format!("\"{shown}\"");
        for (form, shown) in [(text.to_string(), &shown), (inside, &shown), (written, &quoted)] {
            match is_open {
                true => drop(self.escaped.entry(form).or_insert_with(|| shown.clone())),
                false => drop(self.escaped.insert(form, shown.clone())),
            }
        }
    }

    /// The shown form of a string that must be hidden.
    fn cover(&self, part: &str, is_quoted: bool) -> Option<String> {
        let plain = |text: &str| self.plain.get(text).map(|is_open| shown(text, *is_open));
        let inside = || part.strip_prefix('"')?.strip_suffix('"');
        let known = self.escaped.get(part).cloned().or_else(|| plain(part));
        let known = known.or_else(|| Some(format!("\"{}\"", plain(inside()?)?)));
        known.or_else(|| (self.are_many && is_quoted && !part.is_empty()).then(|| "…".to_owned()))
    }

    /// Returns `true` if nothing is hidden.
    fn is_empty(&self) -> bool {
        self.plain.is_empty() && self.escaped.is_empty() && !self.are_many
    }

    /// Removes hidden values from a finding.
    fn without(&self, mut finding: Diagnostic, visible: &VisibleNames) -> Diagnostic {
        if self.is_empty() {
            return finding;
        }
        let cover =
            |part: &str, quoted: bool| if visible.contain(part) { None } else { self.cover(part, quoted) };
        each_text(&mut finding, &|text| cover_parts(text, &cover));
        edits::set_apart(&mut finding, &|fix| fix.edits.iter().any(|edit| self.is_quoted(&edit.text)));
        finding
    }

    /// Returns `true` if a string is hidden, or quotes a hidden string.
    fn is_quoted(&self, text: &str) -> bool {
        let mut parts = std::iter::once(text).chain(text.split('"'));
        parts.any(|part| self.cover(part, true).is_some())
    }
}

/// Returns `true` if a string that is not secret is shown in full.
fn is_short(text: &str) -> bool {
    // a character has at least one byte
    text.len() <= MOST_SHOWN || beginning(text).len() == text.len()
}

/// The part of a non-secret string that is always shown.
fn beginning(text: &str) -> &str {
    let end = text.char_indices().nth(MOST_SHOWN).map_or(text.len(), |(at, _)| at);
    &text[..end]
}

/// The shown form of a string.
fn shown(text: &str, is_open: bool) -> String {
    if is_open { format!("{}…", beginning(text)) } else { "…".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(form: Notation, text: &str) -> String {
        String::from_utf8(masked(text.as_bytes(), form, &[])).expect("text")
    }

    #[test]
    fn names_stay_and_values_do_not() {
        for (form, text, expected) in [
            (Notation::Native, "pw = \"hunter2\"", "pw = \"*******\""),
            (Notation::Native, "o = { a = \"x\", b = [1, true] }", "o = { a = \"*\", b = [*, ****] }"),
            (Notation::Native, "pw = hunter2 # a comment", "pw = ******* # a comment"),
            (Notation::Native, "# pw = \"hunter1\"\n# a rule: b", "# pw = *********\n# a rule: b"),
            (Notation::Native, "pw = \"hunt", "pw = \"****"),
            (
                Notation::Native,
                "pem = <<EOT\nQUJD=\n a = b\nEOT\nx = 1",
                "pem = <<EOT\n*****\n * * *\nEOT\nx = *",
            ),
            (Notation::Native, "QUJD=\n\"a=b\" : 1", "****=\n\"a=b\" : *"),
            (Notation::Json, "{\"a\": \"b\\\"c\", \"d\": [null]}", "{\"a\": \"****\", \"d\": [****]}"),
            (Notation::Json, "{\"a\":\n\"b\"}", "{\"a\":\n\"*\"}"),
            (Notation::Yaml, "- a: b, c: d\n  e: |\n    f g", "- a: ** ** *\n  e: *\n    * *"),
            (Notation::Expression, "a=b,c=d", "*=*,*=*"),
            (Notation::Expression, "\"hünter\"", "\"*\u{b7}****\""),
            (
                Notation::Settings,
                "root = \"a\"\nvars.x = [\n  \"b\",\n]\n[vars]\ny = \"\"\"c\nd\"\"\"\n[rules]\nz = \"on\"",
                "root = \"a\"\nvars.x = [\n  \"*\",\n]\n[vars]\ny = \"\"\"*\n*\"\"\"\n[rules]\nz = \"on\"",
            ),
        ] {
            assert_eq!(shown(form, text), expected, "{text}");
            assert_eq!(shown(form, text).len(), text.len());
        }
    }

    #[test]
    fn what_is_no_secret_shows_its_beginning() {
        let text = format!("a = \"{}\"\nb = \"c\"", "x".repeat(30));
        let shown = masked(text.as_bytes(), Notation::Native, &[TextRange::new(4, 36)]);
        let expected = format!("a = \"{}******\"\nb = \"*\"", "x".repeat(24));
        assert_eq!(String::from_utf8(shown), Ok(expected));
        // bytes that are not UTF-8
        assert_eq!(masked(b"a = \"\xff\"", Notation::Native, &[]), b"a = \"*\"");
    }

    #[test]
    fn comments_inside_open_values_are_shown() {
        let comment = format!("  # b = \"{}\"\n", "x".repeat(30));
        let text = format!("a = {{\n{comment}}}\n# pw = \"hunter2\"\n");
        let open = TextRange::new(4, text.find('}').expect("a brace") as u32 + 1);
        let shown = String::from_utf8(masked(text.as_bytes(), Notation::Native, &[open])).expect("text");
        assert_eq!(shown, format!("a = {{\n{comment}}}\n# pw = *********\n"));
        let hidden = String::from_utf8(masked(text.as_bytes(), Notation::Native, &[])).expect("text");
        assert!(!hidden.contains('x'), "{hidden}");
    }

    #[test]
    fn quoted_texts_are_covered() {
        let long = "a".repeat(40);
        let place = TextRange::at(0).in_source(hclx_diag::SourceId(0));
        let given = |texts: &[(&str, bool)]| {
            let mut given = Redactor::default();
            for (at, (text, is_open)) in (0..).zip(texts) {
                let place = TextRange::at(at).in_source(hclx_diag::SourceId(0));
                given.take(&Value::string((*text).to_owned()), place, *is_open);
            }
            given
        };
        let finding =
            |message: String| Diagnostic::error(hclx_diag::code_names::UNKNOWN_NAME, place, message);
        let texts = given(&[(&long, true), ("short", true)]);
        let covered = texts.redact(finding(format!("found `\"{long}\"`, `{long}` and `short`")));
        let beginning = "a".repeat(24);
        assert_eq!(covered.message, format!("found `\"{beginning}…\"`, `{beginning}…` and `short`"));
        let texts = given(&[("short", false)]);
        let covered = texts.redact(finding("no name `short`".to_owned()).help("the string \"short\""));
        assert_eq!((&*covered.message, &*covered.help[0]), ("no name `…`", "the string \"…\""));
        // a string that is secret at one place is secret everywhere
        for text in [long, "a\"".repeat(20)] {
            for is_open in [[true, false], [false, true]] {
                let texts = given(&is_open.map(|is_open| (&*text, is_open)));
                let covered = texts.redact(finding(format!("found `{}`", text.replace('"', "\\\""))));
                assert_eq!(covered.message, "found `…`");
            }
        }
        let texts = given(&[("", false)]);
        let covered = texts.redact(finding("no name `short`".to_owned()).help("the string \"short\""));
        assert_eq!((&*covered.message, &*covered.help[0]), ("no name `short`", "the string \"short\""));
    }
}
