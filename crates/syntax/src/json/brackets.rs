//! Mismatched brackets: which one is missing, surplus, or of the wrong kind.
//!
//! Each possible repair is tried against the following source, within a bounded lookahead; the cheapest one
//! that fits is applied and reported. Out of scope: errors between brackets.

use hclx_diag::TextRange;

use super::complaint;
use super::reader::{Frame, Kind, Reader, State};
use crate::ast::{ExprId, ExprKind};

/// The maximum number of missing brackets that a repair assumes before a closing bracket.
const MOST_MISSING: usize = 8;

/// The maximum number of consecutive closing brackets that a repair considers.
const MOST_CLOSERS: usize = 32;

/// The repair of a closing bracket that does not match.
#[derive(Clone, Copy, Debug)]
enum Repair {
    /// This many inner brackets are not closed.
    Unclosed(usize),
    /// Replace it with the other kind.
    OtherKind,
    /// Remove it.
    Extra,
}

impl Reader<'_> {
    /// Handles a closing bracket other than the expected one; `expected` describes what was expected.
    pub(super) fn wrong_closer(&mut self, byte: u8, expected: State) -> State {
        let at = self.scan.pos;
        let repair = self.repair(Kind::of_closer(byte), at, expected);
        // Contents that belong in the other kind of bracket have already been reported.
        if !(matches!(repair, Repair::Extra) && self.top().told) {
            self.tell_repair(repair, at, byte);
        }
        self.brackets_told = true;
        match repair {
            Repair::Unclosed(missing) => {
                for _ in 0..missing {
                    self.finish_property(expected);
                    self.close_at(at);
                }
                self.close()
            }
            Repair::OtherKind => {
                self.finish_property(expected);
                self.close()
            }
            Repair::Extra => {
                self.scan.pos += 1;
                self.after_extra(expected)
            }
        }
    }

    /// Adds a placeholder for a property whose value is missing.
    fn finish_property(&mut self, expected: State) {
        let frame = self.top();
        if expected == State::Value && frame.kind == Kind::Object {
            self.put_missing(TextRange::at(self.scan.pos as u32));
        }
    }

    fn after_extra(&mut self, expected: State) -> State {
        let next = self.scan.after_blanks(self.scan.pos);
        match (expected, self.top().kind, self.scan.bytes.get(next)) {
            (State::Value, Kind::Object, Some(b',' | b'}' | b']') | None) => {
                self.put_missing(TextRange::at(self.scan.pos as u32))
            }
            (State::After, Kind::Array, _) if self.scan.is_element(next) => State::Value,
            (State::After, Kind::Object, _) if self.scan.is_property(next) => State::Key,
            _ => expected,
        }
    }

    fn repair(&self, kind: Kind, at: usize, expected: State) -> Repair {
        let depth = self.frames.len();
        let missing = self.frames.iter().rev().take(MOST_MISSING + 1).position(|frame| frame.kind == kind);
        let unclosed = missing.map(|missing| {
            let fits = self.continues(depth - missing - 1, at + 1);
            let aligned = self.aligned(&self.frames[depth - missing - 1]);
            (cost(missing, fits, aligned), Repair::Unclosed(missing))
        });
        let fits = self.continues(depth - 1, at + 1);
        let other = (cost(1, fits, self.aligned(&self.frames[depth - 1])), Repair::OtherKind);
        let extra = (cost(1, self.continues_without(depth, at + 1, expected), false), Repair::Extra);
        let all = [unclosed, Some(other), Some(extra)];
        // The first of equally cheap repairs is chosen.
        all.into_iter().flatten().min_by_key(|(cost, _)| *cost).expect("there are two at least").1
    }

    /// Returns `true` if the cursor starts a line that is indented like the line that opened `frame`.
    fn aligned(&self, frame: &Frame) -> bool {
        self.scan.leads_line() && frame.line != self.scan.line && frame.indent == self.scan.indent()
    }

    /// Returns `true` if the source from `at` on can follow a value inside the outermost `depth` open
    /// brackets.
    fn continues(&self, depth: usize, at: usize) -> bool {
        let (mut depth, mut at) = (depth, at);
        for _ in 0..MOST_CLOSERS {
            at = self.scan.after_blanks(at);
            let top = depth.checked_sub(1).map(|top| self.frames[top].kind);
            match (self.scan.bytes.get(at), top) {
                (None, top) => return top.is_none(),
                (Some(_), None) => return false,
                (Some(b']'), Some(Kind::Array)) | (Some(b'}'), Some(Kind::Object)) => depth -= 1,
                (Some(b','), Some(Kind::Array)) => {
                    return self.scan.is_element(self.scan.after_blanks(at + 1));
                }
                (Some(b','), Some(Kind::Object)) => {
                    return self.scan.is_property(self.scan.after_blanks(at + 1));
                }
                _ => return false,
            }
            at += 1;
        }
        // Beyond the lookahead, the source counts as fitting.
        true
    }

    /// Returns `true` if the source parses well without the closing bracket before `at`.
    fn continues_without(&self, depth: usize, at: usize, expected: State) -> bool {
        let next = self.scan.after_blanks(at);
        let kind = self.frames[depth - 1].kind;
        let starts = match (kind, expected) {
            (Kind::Object, State::Value) => {
                self.scan.bytes.get(next).copied().is_some_and(super::scan::starts_value)
            }
            (Kind::Object, _) => self.scan.is_property(next),
            (Kind::Array, _) => self.scan.is_element(next),
        };
        starts || self.continues(depth, at)
    }

    fn tell_repair(&mut self, repair: Repair, at: usize, byte: u8) {
        let closer = self.place(at, at + 1);
        let frame = *self.top();
        let open = self.place(frame.open, frame.open + 1);
        let finding = match repair {
            Repair::Unclosed(missing) => {
                let closers: String =
                    self.frames.iter().rev().take(missing).map(|f| f.kind.closer()).collect();
                complaint::unclosed_before(open, frame.kind, closer, &closers)
            }
            Repair::OtherKind => complaint::wrong_closer(closer, char::from(byte), open, frame.kind),
            Repair::Extra => complaint::closes_nothing(closer, char::from(byte)),
        };
        self.tell(finding);
    }

    /// Handles the end of the source: open brackets are unclosed, which is reported once.
    pub(super) fn end_of_text(&mut self) -> State {
        let end = self.scan.pos;
        if self.frames.is_empty() {
            if self.findings.is_empty() {
                self.tell(complaint::empty(self.place(end, end)));
            }
            return State::End;
        }
        // If the source ends inside another reported construct, the brackets are not separate errors.
        if !self.cut {
            let finding = self.unclosed_at_end(end);
            self.tell(finding);
        }
        self.brackets_told = true;
        while !self.frames.is_empty() {
            if self.top().kind == Kind::Object && self.top().key.is_some() {
                self.put_missing(TextRange::at(end as u32));
            }
            self.close_at(end);
        }
        State::End
    }

    fn unclosed_at_end(&mut self, end: usize) -> hclx_diag::Diagnostic {
        // A bracket whose closer was indented less than its opener is a better guess than the innermost
        // bracket.
        if let Some(suspect) = self.suspect {
            let open = self.place(suspect.open, suspect.open + 1);
            let closer = self.place(suspect.closer, suspect.closer + 1);
            return complaint::unclosed_by_indent(open, suspect.kind, closer);
        }
        let closers: String = self.frames.iter().rev().take(MOST_MISSING).map(|f| f.kind.closer()).collect();
        let (depth, frame) = (self.frames.len(), *self.top());
        complaint::unclosed(
            self.place(frame.open, frame.open + 1),
            frame.kind,
            self.place(end, end),
            depth,
            &closers,
        )
    }

    /// Handles a bracket beyond the nesting limit: its contents are skipped.
    pub(super) fn too_deep(&mut self) -> State {
        let start = self.scan.pos;
        // After another error in brackets, the depth may be a consequence of that error.
        if !self.brackets_told {
            let finding = complaint::too_deep(self.place(start, start + 1), self.options.max_nesting);
            self.tell(finding);
        }
        self.brackets_told = true;
        self.skip_brackets();
        self.cut |= self.scan.pos == self.scan.bytes.len();
        self.put_missing(self.scan.since(start))
    }

    /// Skips the bracket at the cursor with its contents.
    pub(super) fn skip_brackets(&mut self) {
        let mut depth = 0usize;
        while let Some(byte) = self.scan.skip_blanks() {
            self.scan.pos += 1;
            match byte {
                b'{' | b'[' => depth += 1,
                b'}' | b']' => {
                    // The cursor was at an opening bracket, so the depth is at least 1 here.
                    depth -= 1;
                    if depth == 0 {
                        return;
                    }
                }
                b'"' => self.skip_string(),
                _ => {}
            }
        }
    }

    /// Skips the rest of a string, to its closing quote or the end of the line.
    fn skip_string(&mut self) {
        while let Some(byte) = self.scan.peek() {
            match byte {
                b'\n' => return,
                b'\\' => self.scan.pos = (self.scan.pos + 2).min(self.scan.bytes.len()),
                _ => self.scan.pos += 1,
            }
            if byte == b'"' {
                return;
            }
        }
    }

    /// Returns `true` if the object at `at` is closed within a short lookahead and the next token fits.
    pub(super) fn object_fits(&self, at: usize) -> bool {
        let mut depth = 0usize;
        for (offset, byte) in self.scan.near(at).iter().enumerate() {
            match byte {
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth = depth.saturating_sub(1),
                _ => continue,
            }
            if depth == 0 {
                return self.continues(self.frames.len(), at + offset + 1);
            }
        }
        false
    }

    pub(super) fn is_string(&self, id: ExprId) -> bool {
        matches!(self.build.tree.expr(id).kind, ExprKind::String(_) | ExprKind::JsonString { .. })
    }

    /// Handles a colon after an array element: the array was not closed before the name of the next property,
    /// or an array was written in place of an object.
    pub(super) fn colon_in_array(&mut self) -> State {
        if let Some(name) = self.name_after_unclosed_array() {
            return self.close_array_before(name);
        }
        let at = self.scan.pos;
        let told = std::mem::replace(&mut self.top().told, true);
        if !told {
            let finding = complaint::colon_in_array(self.place(at, at + 1));
            self.tell(finding);
        }
        self.scan.pos += 1;
        State::Value
    }

    /// The last element, if it is a string at the start of a line that is not indented deeper than the line
    /// that opened the array, inside an object.
    fn name_after_unclosed_array(&self) -> Option<ExprId> {
        let [.., outer, frame] = self.frames.as_slice() else { return None };
        let last = *self.elements.last().filter(|_| self.elements.len() > frame.base)?;
        let start = self.build.tree.expr(last).range.start as usize;
        let leads = self.scan.first == start && self.scan.line != frame.line;
        let shallow = self.scan.indent() <= frame.indent;
        (outer.kind == Kind::Object && leads && shallow && self.is_string(last)).then_some(last)
    }

    /// Returns `true` if the innermost bracket is an object that is an element of an array.
    pub(super) fn in_element(&self) -> bool {
        matches!(self.frames.as_slice(), [.., outer, frame]
            if outer.kind == Kind::Array && frame.kind == Kind::Object && frame.comma.is_some())
    }

    /// Handles the start of the next element of the enclosing array after the comma at the end of an object.
    pub(super) fn close_before_element(&mut self) -> State {
        let (at, frame) = (self.scan.pos, *self.top());
        let comma = frame.comma.unwrap_or(at);
        let finding = complaint::unclosed_before(
            self.place(frame.open, frame.open + 1),
            frame.kind,
            self.place(comma, comma + 1),
            "}",
        );
        self.tell(finding);
        self.close_at(comma);
        // The comma separates elements of the array, not properties of the object.
        self.top().comma = Some(comma);
        State::Value
    }

    fn close_array_before(&mut self, name: ExprId) -> State {
        let frame = *self.top();
        let range = self.build.tree.expr(name).range;
        let finding = complaint::unclosed_before_name(
            self.place(frame.open, frame.open + 1),
            range.in_source(self.build.source_id()),
        );
        self.tell(finding);
        // The last element turned out to be the name of a property.
        self.elements.pop();
        let end = self.elements[frame.base..]
            .last()
            .map_or(frame.open + 1, |last| self.build.tree.expr(*last).range.end as usize);
        self.close_at(end);
        self.top().key = Some(name);
        self.scan.pos += 1;
        State::Value
    }
}

/// The cost of a repair: repairs that contradict the rest come last, those that match the indentation first.
fn cost(edits: usize, fits: bool, aligned: bool) -> i64 {
    2 * edits as i64 + if fits { 0 } else { 5 } - if aligned { 3 } else { 0 }
}
