//! Error recovery: each error is reported once, and parsing resumes at the next suitable place.
//!
//! Out of scope: mismatched closing brackets (see `brackets`), quotes (see `quotes`) and the wording (see
//! `complaint`).

use hclx_diag::{Diagnostic, Span, TextRange};

use super::complaint;
use super::number;
use super::reader::{Kind, Reader, State};
use super::scan::{is_blank, is_delimiter, is_wordy, starts_value};
use crate::ast::ExprKind;
use crate::errors;
use crate::limits::MAX_DIAGNOSTICS;

impl Reader<'_> {
    /// Adds a finding, unless the error at the cursor was already reported.
    pub(super) fn tell(&mut self, finding: Diagnostic) {
        if self.quiet == Some(self.scan.pos) {
            return;
        }
        if self.findings.len() < MAX_DIAGNOSTICS {
            self.findings.push(finding);
        } else {
            self.more_findings += 1;
        }
    }

    pub(super) fn place(&self, start: usize, end: usize) -> Span {
        TextRange::new(start as u32, end as u32).in_source(self.build.source_id())
    }

    /// The spans of single bytes.
    pub(super) fn places(&self, offsets: &[usize]) -> Vec<Span> {
        offsets.iter().map(|at| self.place(*at, at + 1)).collect()
    }

    pub(super) fn text_of(&self, range: TextRange) -> String {
        String::from_utf8_lossy(&self.scan.bytes[range.range()]).into_owned()
    }

    /// Handles the start of the source: a byte order mark, or an encoding other than UTF-8.
    pub(super) fn start_of_text(&mut self) -> State {
        let bytes = self.scan.bytes;
        // In another encoding, every following byte would be an error.
        if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
            self.tell(complaint::utf16(self.place(0, 2)));
            return State::End;
        }
        if bytes.starts_with("\u{feff}".as_bytes()) {
            self.tell(complaint::byte_order_mark(self.place(0, 3)));
            self.scan.pos = 3;
            // The mark does not count as indentation of the first line.
            self.scan.line = 3;
        }
        State::Value
    }

    /// Skips a comment at the cursor, if there is one, and reports it: JSON has no comments.
    pub(super) fn comment(&mut self) -> bool {
        let (start, bytes) = (self.scan.pos, self.scan.bytes);
        let rest = &bytes[start..];
        let len = if rest.starts_with(b"/*") {
            memchr::memmem::find(&rest[2..], b"*/").map_or(rest.len(), |found| found + 4)
        } else if rest.starts_with(b"//") || rest.starts_with(b"#") {
            let line = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            rest[..line].trim_ascii_end().len()
        } else {
            return false;
        };
        self.scan.pos += len;
        if let Some(newline) = memchr::memrchr(b'\n', &rest[..len]) {
            self.scan.line = start + newline + 1;
            self.scan.first = self.scan.line;
        }
        let range = self.scan.since(start);
        self.build.tree.comments.push(range);
        self.tell(complaint::comment(range.in_source(self.build.source_id())));
        true
    }

    /// Skips a marker of a merge conflict at the cursor, and the sides of the conflict after the first.
    pub(super) fn marker(&mut self) -> bool {
        let start = self.scan.pos;
        if start != self.scan.line {
            return false;
        }
        self.scan.pos = self.conflicts.skip_marker(self.scan.bytes, start);
        self.scan.pos > start
    }

    /// Reports the merge conflicts of the source.
    pub(super) fn tell_conflicts(&mut self) {
        self.quiet = None;
        for conflict in std::mem::take(&mut self.conflicts.found) {
            self.tell(errors::merge_conflict(self.build.source_id(), conflict));
        }
    }

    /// Handles what follows the root value.
    pub(super) fn after_root(&mut self, byte: Option<u8>) -> State {
        let Some(byte) = byte else { return State::End };
        let start = self.scan.pos;
        if !self.brackets_told {
            let end = self.token_end(start);
            let finding = match byte {
                b'}' | b']' => complaint::closes_nothing(self.place(start, end), char::from(byte)),
                _ => complaint::extra_data(self.place(start, end), starts_value(byte)),
            };
            self.tell(finding);
        }
        State::End
    }

    /// The end of the token at `at`, of any kind.
    fn token_end(&self, at: usize) -> usize {
        let byte = self.scan.bytes[at];
        if byte == b'"' {
            let near = self.scan.near(at);
            let close = near.iter().skip(1).position(|byte| *byte == b'"');
            return at + close.map_or(1, |close| close + 2);
        }
        match self.odd_run(at) {
            end if end > at && !is_delimiter(byte) => end,
            _ => at + 1,
        }
    }

    /// The end of a run of bytes from `at` on, which are either all word bytes or all other bytes, excluding
    /// whitespace and delimiters. An invisible character forms its own run.
    fn odd_run(&self, at: usize) -> usize {
        let end = self.scan.char_end(at);
        if complaint::is_invisible(&self.scan.bytes[at..end]) {
            return end;
        }
        let wordy = is_wordy(self.scan.bytes[at]);
        let belongs = |byte| is_wordy(byte) == wordy && !is_blank(byte) && !is_delimiter(byte);
        self.scan.end_of(at, belongs).max(at + 1)
    }

    /// Reports a comma at `comma` before a closing bracket.
    pub(super) fn trailing_comma(&mut self, comma: usize) {
        let kind = self.top().kind;
        let finding = complaint::trailing_comma(self.place(comma, comma + 1), kind.name());
        self.tell(finding);
    }

    /// Handles an unexpected byte at the start of a value.
    pub(super) fn no_value(&mut self, byte: u8) -> State {
        let Some(frame) = self.frames.last().copied() else { return self.no_root(byte) };
        match (byte, frame.kind) {
            (b']', Kind::Array) => {
                if let Some(comma) = frame.comma {
                    self.trailing_comma(comma);
                }
                self.close()
            }
            (b'}', Kind::Array) | (b']', Kind::Object) => self.wrong_closer(byte, State::Value),
            // `{"a": , 1}`: the value follows the surplus comma.
            (b',', Kind::Object) if self.scan.is_element(self.scan.after_blanks(self.scan.pos + 1)) => {
                self.extra_commas()
            }
            (b'}' | b',', Kind::Object) => self.no_property_value(byte),
            (b',', Kind::Array) => self.extra_commas(),
            (b':', _) => {
                self.colon_for_value(frame.kind);
                State::Value
            }
            _ => self.odd_value(byte),
        }
    }

    fn no_root(&mut self, byte: u8) -> State {
        if !matches!(byte, b',' | b':' | b']' | b'}') {
            return self.odd_value(byte);
        }
        let start = self.scan.pos;
        if !self.brackets_told {
            let finding = complaint::no_value(self.place(start, start + 1), char::from(byte));
            self.tell(finding);
        }
        self.brackets_told = true;
        self.scan.pos += 1;
        State::Value
    }

    fn no_property_value(&mut self, byte: u8) -> State {
        let at = self.scan.pos;
        let key = self.top().key;
        let name = key.map(|key| self.text_of(self.build.tree.expr(key).range));
        let finding = complaint::no_property_value(self.place(at, at + 1), name.as_deref(), char::from(byte));
        self.tell(finding);
        let hole = self.put_missing(TextRange::at(at as u32));
        // The comma or bracket itself is correct.
        self.quiet = Some(at);
        hole
    }

    /// Reports commas where a value or property should start.
    fn extra_commas(&mut self) -> State {
        let at = self.scan.pos;
        let finding = complaint::extra_comma(self.place(at, at + 1));
        self.tell(finding);
        while self.next() == Some(b',') {
            self.scan.pos += 1;
        }
        let frame = self.top();
        // These commas were reported; a closing bracket after them is not a second error.
        frame.comma = None;
        match (frame.kind, frame.key) {
            (Kind::Array, _) if self.scan.peek() == Some(b']') => self.close(),
            (Kind::Object, Some(_)) => State::Value,
            _ => self.next_member(),
        }
    }

    fn colon_for_value(&mut self, kind: Kind) {
        let at = self.scan.pos;
        let told = std::mem::replace(&mut self.top().told, true);
        if !told {
            let place = self.place(at, at + 1);
            self.tell(match kind {
                Kind::Array => complaint::colon_in_array(place),
                Kind::Object => complaint::extra_colon(place),
            });
        }
        self.scan.pos += 1;
    }

    /// Handles a token that is not a JSON value: other quotes, bare words, odd characters.
    fn odd_value(&mut self, byte: u8) -> State {
        if let Some(string) = self.other_quotes() {
            return self.put(string);
        }
        // Numbers of other languages may start this way.
        if matches!(byte, b'+' | b'.') {
            return self.bad_number();
        }
        let start = self.scan.pos;
        if byte == b'_' || byte == b'$' || byte.is_ascii_alphabetic() || byte >= 0x80 {
            let end = self.bare_text_end(start);
            if !complaint::is_invisible(&self.scan.bytes[start..self.scan.char_end(start)]) && end > start {
                return self.bare_text(start, end);
            }
        }
        self.odd_characters();
        match self.next() {
            Some(b',' | b']' | b'}') | None => self.put_missing(TextRange::at(start as u32)),
            Some(_) => State::Value,
        }
    }

    /// The end of an unquoted string in place of a value: the next delimiter or line end.
    fn bare_text_end(&self, start: usize) -> usize {
        let near = self.scan.near(start);
        let call = near.iter().position(|byte| matches!(byte, b'(' | b'"' | b',' | b':' | b'}'));
        // A call counts as a unit, including the commas between its arguments.
        if let Some(b'(') = call.map(|at| near[at])
            && let Some(close) = memchr::memchr(b')', near)
        {
            return start + close + 1;
        }
        let end = near.iter().position(|byte| is_delimiter(*byte)).unwrap_or(near.len());
        start + near[..end].trim_ascii_end().len()
    }

    fn bare_text(&mut self, start: usize, end: usize) -> State {
        let text = self.text_of(TextRange::new(start as u32, end as u32));
        // In `abc"`, only the opening quote is missing.
        let opens_late = self.scan.bytes.get(end) == Some(&b'"') && self.scan.ends_token(end + 1);
        let place = self.place(start, end);
        if opens_late {
            self.tell(complaint::no_opening_quote(place, &text));
            self.scan.pos = end + 1;
        } else {
            self.tell(complaint::bare_word(place, &text));
            self.scan.pos = end;
        }
        self.put_missing(TextRange::new(start as u32, self.scan.pos as u32))
    }

    /// Reports a number that is not valid in JSON.
    pub(super) fn bad_number(&mut self) -> State {
        let start = self.scan.pos;
        self.scan.pos = self.scan.end_of(start, is_wordy);
        let range = self.scan.since(start);
        let text = self.text_of(range);
        let (why, meant) = number::diagnose(&text);
        let finding = complaint::bad_number(range.in_source(self.build.source_id()), &text, why, meant);
        // the finding is located before the cursor, so it is not reported yet
        self.tell(finding);
        self.put_missing(range)
    }

    /// Skips characters that have no meaning in JSON.
    fn odd_characters(&mut self) {
        let start = self.scan.pos;
        let end = self.odd_run(start);
        let text = self.text_of(TextRange::new(start as u32, end as u32));
        let finding = complaint::odd_characters(self.place(start, end), &text);
        self.tell(finding);
        self.scan.pos = end;
    }

    /// Handles an unexpected byte at the start of a property name.
    pub(super) fn no_key(&mut self, byte: u8) -> State {
        if let Some(end) = self.name_without_opening_quote() {
            return self.name_from_middle(end);
        }
        match byte {
            b',' => self.extra_commas(),
            b']' => self.wrong_closer(byte, State::Key),
            b':' => {
                let at = self.scan.pos;
                let finding = complaint::no_name(self.place(at, at + 1));
                self.tell(finding);
                // Without a name, the following value is dropped.
                self.top().key = None;
                State::Colon
            }
            b'{' | b'[' => self.bracket_for_key(byte),
            _ => match self.other_quotes() {
                Some(key) => self.named(key),
                None => self.bare_key(),
            },
        }
    }

    fn name_from_middle(&mut self, end: usize) -> State {
        let start = self.scan.pos;
        let content = TextRange::new(start as u32, end as u32 - 1);
        let text = self.text_of(content);
        let finding = complaint::no_opening_quote(self.place(start, end), &text);
        self.tell(finding);
        self.scan.pos = end;
        let range = self.scan.since(start);
        let text = self.build.text(&text);
        let key = self.build.expr(ExprKind::JsonString { text, template: None }, range);
        self.named(key)
    }

    /// Handles a bracket in place of a name: a surplus one, a value without a name, or the next element of an
    /// array whose last object is not closed.
    fn bracket_for_key(&mut self, byte: u8) -> State {
        let start = self.scan.pos;
        if byte == b'{' && self.in_element() && self.scan.is_property(self.scan.after_blanks(start + 1)) {
            return self.close_before_element();
        }
        let finding = complaint::not_a_name(self.place(start, start + 1), char::from(byte).to_string());
        self.tell_once(finding);
        // After a surplus brace, the properties belong to this object.
        if byte == b'{' && self.scan.is_property(self.scan.after_blanks(start + 1)) {
            self.scan.pos += 1;
            return State::Key;
        }
        self.skip_brackets();
        self.after_what_is_no_name()
    }

    /// Reports a finding unless one was reported for the innermost bracket.
    fn tell_once(&mut self, finding: Diagnostic) {
        if !std::mem::replace(&mut self.top().told, true) {
            self.tell(finding);
        }
    }

    fn after_what_is_no_name(&mut self) -> State {
        let frame = self.top();
        (frame.key, frame.comma) = (None, None);
        match self.next() {
            Some(b':') => State::Colon,
            _ => State::After,
        }
    }

    /// Handles an unquoted name, or a value that is not a name.
    fn bare_key(&mut self) -> State {
        let start = self.scan.pos;
        let end = self.odd_run(start);
        let range = TextRange::new(start as u32, end as u32);
        let text = self.text_of(range);
        let next = self.scan.byte_after_blanks(end);
        let wordy = text.bytes().all(is_wordy) && !complaint::is_invisible(text.as_bytes());
        if wordy && matches!(next, Some(b':' | b'=')) {
            return self.unquoted_name(range, &text);
        }
        if !wordy {
            self.odd_characters();
            return State::Key;
        }
        let finding = complaint::not_a_name(self.place(start, end), text);
        self.tell_once(finding);
        self.scan.pos = end;
        if self.scan.is_property(self.scan.after_blanks(end)) {
            return State::Key;
        }
        self.after_what_is_no_name()
    }

    fn unquoted_name(&mut self, range: TextRange, text: &str) -> State {
        let place = range.in_source(self.build.source_id());
        self.scan.pos = range.end as usize;
        let equals = (self.next() == Some(b'=')).then(|| self.over_equals());
        self.tell(complaint::unquoted_name(place, text, equals));
        let text = self.build.text(text);
        let key = self.build.expr(ExprKind::JsonString { text, template: None }, range);
        let state = self.named(key);
        // `=` took the place of the colon.
        if equals.is_some() { State::Value } else { state }
    }

    /// Skips `=`, `=>`, `:=` and similar tokens.
    fn over_equals(&mut self) -> Span {
        let start = self.scan.pos;
        self.scan.pos = self.scan.end_of(start, |byte| matches!(byte, b'=' | b'>' | b':'));
        self.scan.since(start).in_source(self.build.source_id())
    }

    /// Handles an unexpected byte in place of the colon after a name.
    pub(super) fn no_colon(&mut self, byte: u8) -> State {
        let at = self.scan.pos;
        match byte {
            b'=' => {
                let place = self.over_equals();
                self.tell(complaint::equals_for_colon(place));
                State::Value
            }
            b',' | b'}' => self.no_property_value(byte),
            b']' => self.wrong_closer(byte, State::Value),
            b'{' if self.stands_for_colon(at) => {
                let finding = complaint::wrong_for_colon(self.place(at, at + 1));
                self.tell(finding);
                self.scan.pos += 1;
                if self.next() == Some(b':') { State::Colon } else { State::Value }
            }
            // In `"a" b: 1`, the colon after the surplus word belongs to the property.
            _ if is_wordy(byte) && self.scan.is_property(at) => {
                self.odd_characters();
                State::Colon
            }
            _ if starts_value(byte) => {
                let finding = complaint::no_colon(self.place(at, self.token_end(at)), self.last_byte(at));
                self.tell(finding);
                State::Value
            }
            _ => {
                self.odd_characters();
                if self.next() == Some(b':') {
                    self.scan.pos += 1;
                }
                State::Value
            }
        }
    }

    /// Returns `true` if the `{` at `at`, after a name, was typed instead of a colon.
    fn stands_for_colon(&self, at: usize) -> bool {
        let next = self.scan.after_blanks(at + 1);
        self.scan.bytes.get(next) == Some(&b':') || self.scan.is_element(next)
    }

    /// The last byte before the whitespace before `at`.
    fn last_byte(&self, at: usize) -> Span {
        let end = self.scan.bytes[..at].trim_ascii_end().len();
        self.place(end, end)
    }

    /// Handles an unexpected byte in place of a comma or closing bracket.
    pub(super) fn no_comma(&mut self, byte: u8) -> State {
        let at = self.scan.pos;
        let frame = *self.top();
        match (byte, frame.kind) {
            (b']' | b'}', _) => self.wrong_closer(byte, State::After),
            (b':', Kind::Array) => self.colon_in_array(),
            (b':', Kind::Object) => self.second_colon(),
            (b'{', Kind::Object) => self.brace_for_comma(),
            (_, Kind::Array) if self.scan.is_property(at) || self.name_without_opening_quote().is_some() => {
                self.property_in_array()
            }
            (b'"', _) => self.missing_comma(),
            (_, Kind::Array) if starts_value(byte) => self.missing_comma(),
            (_, Kind::Object) if self.name_without_opening_quote().is_some() || self.scan.is_property(at) => {
                self.missing_comma()
            }
            _ => self.odd_separator(byte),
        }
    }

    /// Handles a property among the elements of an array: an object was closed too early, or never opened.
    fn property_in_array(&mut self) -> State {
        let at = self.scan.pos;
        let end = self.name_without_opening_quote().unwrap_or_else(|| self.token_end(at));
        let finding = complaint::property_in_array(self.place(at, end));
        self.tell_once(finding);
        self.scan.pos = end;
        State::After
    }

    fn missing_comma(&mut self) -> State {
        let end = self.last_end;
        let finding = complaint::missing_comma(self.place(end, end), self.top().kind.name());
        self.tell(finding);
        self.next_member()
    }

    /// Handles an unexpected token between two values, either in place of the comma or superfluous.
    fn odd_separator(&mut self, byte: u8) -> State {
        let start = self.scan.pos;
        if byte == b'[' {
            self.scan.pos += 1;
            self.tell(complaint::odd_characters(self.place(start, start + 1), "["));
        } else if byte == b';' {
            self.scan.pos += 1;
            self.tell(complaint::semicolon(self.place(start, start + 1)));
        } else if is_wordy(byte) {
            let end = self.odd_run(start);
            let text = self.text_of(TextRange::new(start as u32, end as u32));
            let finding = complaint::odd_characters(self.place(start, end), &text);
            self.tell(finding);
            self.scan.pos = end;
        } else {
            self.odd_characters();
        }
        match self.next() {
            Some(b',' | b']' | b'}') | None => State::After,
            Some(b':') => State::After,
            Some(_) => self.next_member(),
        }
    }

    /// Handles `{` in place of a comma: a typo, or an object without a name.
    fn brace_for_comma(&mut self) -> State {
        let at = self.scan.pos;
        let finding = complaint::wrong_for_comma(self.place(at, at + 1));
        if self.scan.is_property(self.scan.after_blanks(at + 1)) && !self.object_fits(at) {
            self.tell(finding);
            self.scan.pos += 1;
            return State::Key;
        }
        self.tell_once(complaint::not_a_name(self.place(at, at + 1), "{".to_owned()));
        // Without a name, the following object is dropped.
        self.top().key = None;
        State::Value
    }

    /// Handles a second colon in a property: the first value was the name of the next property.
    fn second_colon(&mut self) -> State {
        let at = self.scan.pos;
        let finding = complaint::second_colon(self.place(at, at + 1));
        self.tell(finding);
        self.scan.pos += 1;
        let Some(last) = self.items.last().copied().filter(|_| self.items.len() > self.top().base) else {
            return State::Value;
        };
        if !self.is_string(last.value) {
            return State::Value;
        }
        // The preceding property has no value.
        let hole = TextRange::at(self.build.tree.expr(last.value).range.start);
        let hole = self.build.expr(ExprKind::Missing, hole);
        self.items.last_mut().expect("there is one").value = hole;
        self.top().key = Some(last.value);
        State::Value
    }
}
