//! The JSON parser: a state machine over the bytes, with the open brackets on an explicit stack.
//!
//! Out of scope: recovery. Every arm for an unexpected byte calls a function of the neighboring modules.

use std::sync::Arc;

use hclx_diag::{Diagnostic, TextRange};

use super::scan::{Scanner, is_wordy};
use super::string::DecodedString;
use super::{JsonOptions, number};
use crate::ast::{ExprId, ExprKind, ObjectItem, Root};
use crate::build::TreeBuilder;
use crate::conflicts::{Conflicts, begins_marker};
use crate::{Parsed, errors};

/// The approximate number of source bytes per expression; a guess for the first allocation.
const BYTES_PER_NODE: usize = 16;

/// The next expected item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// A value: of the root, an element or a property.
    Value,
    /// The name of a property.
    Key,
    /// The colon after a name.
    Colon,
    /// A comma, a closing bracket or the end of the source after a value.
    After,
    /// The end.
    End,
}

/// The kind of an open bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Array,
    Object,
}

impl Kind {
    pub(super) fn of_closer(byte: u8) -> Self {
        if byte == b']' { Kind::Array } else { Kind::Object }
    }

    pub(super) fn opener(self) -> char {
        if self == Kind::Array { '[' } else { '{' }
    }

    pub(super) fn closer(self) -> char {
        if self == Kind::Array { ']' } else { '}' }
    }

    pub(super) fn name(self) -> &'static str {
        if self == Kind::Array { "array" } else { "object" }
    }
}

/// An open bracket.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub kind: Kind,
    /// The offset of the bracket.
    pub open: usize,
    /// The start and the indentation of its line.
    pub line: usize,
    pub indent: usize,
    /// The index of the first of its elements or items on the stack of unfinished ones.
    pub base: usize,
    /// The last comma, if nothing follows it yet.
    pub comma: Option<usize>,
    /// The name of the property whose value is expected; if `None`, the value is dropped.
    pub key: Option<ExprId>,
    /// Set once an error in its contents was reported.
    pub told: bool,
}

/// A location where a closing bracket is indented less than the line of its opening bracket.
#[derive(Clone, Copy, Debug)]
pub(super) struct Suspect {
    pub kind: Kind,
    pub open: usize,
    pub closer: usize,
}

/// The state of the parser.
pub(super) struct Reader<'s> {
    pub scan: Scanner<'s>,
    pub build: TreeBuilder,
    pub options: JsonOptions,
    pub findings: Vec<Diagnostic>,
    /// The merge conflicts found so far.
    pub conflicts: Conflicts,
    /// The number of findings beyond the limit.
    pub more_findings: usize,
    /// The number of strings that are malformed templates.
    pub broken_templates: usize,
    pub frames: Vec<Frame>,
    pub elements: Vec<ExprId>,
    pub items: Vec<ObjectItem>,
    /// A buffer that is shared by all strings with escapes.
    pub scratch: DecodedString,
    root: Option<ExprId>,
    /// The end of the last value.
    pub last_end: usize,
    /// An offset whose error was already reported.
    pub quiet: Option<usize>,
    /// Set if the end of the source was already explained, because it is inside an unclosed string.
    pub cut: bool,
    /// Set if an error in brackets was reported; input after the root is then not reported.
    pub brackets_told: bool,
    pub suspect: Option<Suspect>,
    /// Set if all bytes are UTF-8.
    pub utf8: bool,
}

impl<'s> Reader<'s> {
    pub(super) fn new(bytes: &'s [u8], mut build: TreeBuilder, options: JsonOptions) -> Self {
        build.tree.exprs.reserve(bytes.len() / BYTES_PER_NODE);
        Self {
            scan: Scanner::new(bytes),
            build,
            options,
            findings: Vec::new(),
            conflicts: Conflicts::default(),
            more_findings: 0,
            broken_templates: 0,
            frames: Vec::new(),
            elements: Vec::new(),
            items: Vec::new(),
            scratch: DecodedString::default(),
            root: None,
            last_end: 0,
            quiet: None,
            cut: false,
            brackets_told: false,
            suspect: None,
            utf8: std::str::from_utf8(bytes).is_ok(),
        }
    }

    /// Parses the whole source.
    pub(super) fn read(mut self) -> Parsed {
        let mut state = self.start_of_text();
        while state != State::End {
            state = self.step(state);
        }
        let root = match self.root {
            Some(root) => root,
            // Without any value, the root is a placeholder.
            None => self.build.expr(ExprKind::Missing, TextRange::at(self.scan.pos as u32)),
        };
        self.tell_conflicts();
        Diagnostic::sort_by_place(&mut self.findings);
        // The count of omitted findings comes last, wherever it is located.
        if self.more_findings > 0 {
            let end = self.place(self.scan.pos, self.scan.pos);
            self.findings.push(errors::too_many(end, self.more_findings));
        }
        let tree = Arc::new(self.build.finish(Root::Expr(root)));
        Parsed { tree, diagnostics: self.findings }
    }

    /// Parses the expected item and returns the next expected one.
    #[inline]
    pub(super) fn step(&mut self, state: State) -> State {
        match state {
            State::Value => self.value(),
            State::Key => self.key(),
            State::Colon => self.colon(),
            State::After => self.after(),
            State::End => State::End,
        }
    }

    /// The next byte outside of whitespace, comments and markers of conflicts.
    #[inline]
    pub(super) fn next(&mut self) -> Option<u8> {
        loop {
            match self.scan.skip_blanks() {
                Some(b'/' | b'#') if self.comment() => {}
                Some(byte) if begins_marker(byte) && self.marker() => {}
                byte => return byte,
            }
        }
    }

    fn value(&mut self) -> State {
        match self.next() {
            Some(b'"') => {
                let string = self.string(false);
                self.put(string)
            }
            Some(b'{') => self.open(Kind::Object),
            Some(b'[') => self.open(Kind::Array),
            Some(b'-' | b'0'..=b'9') => self.number(),
            // In place of a later element, the bracket follows a comma, so a value is missing.
            Some(b']') if self.at_empty_array() => self.close(),
            Some(byte) => match self.keyword(byte) {
                Some(kind) => self.put_word(kind),
                None => self.no_value(byte),
            },
            None => self.end_of_text(),
        }
    }

    fn at_empty_array(&self) -> bool {
        self.frames.last().is_some_and(|frame| {
            frame.kind == Kind::Array && frame.comma.is_none() && frame.base == self.elements.len()
        })
    }

    fn key(&mut self) -> State {
        match self.next() {
            Some(b'"') => {
                let key = self.string(true);
                // A string that was cut short is a name only if a colon follows.
                let cut_short = self.quiet.is_some();
                if cut_short && self.scan.byte_after_blanks(self.scan.pos) != Some(b':') {
                    return State::After;
                }
                self.named(key)
            }
            Some(b'}') => {
                if let Some(comma) = self.top().comma.take() {
                    self.trailing_comma(comma);
                }
                self.close()
            }
            Some(byte) => self.no_key(byte),
            None => self.end_of_text(),
        }
    }

    /// Sets the name of the current property.
    pub(super) fn named(&mut self, key: ExprId) -> State {
        let frame = self.top();
        frame.key = Some(key);
        frame.comma = None;
        State::Colon
    }

    fn colon(&mut self) -> State {
        match self.next() {
            Some(b':') => {
                self.scan.pos += 1;
                State::Value
            }
            Some(byte) => self.no_colon(byte),
            None => self.end_of_text(),
        }
    }

    fn after(&mut self) -> State {
        let byte = self.next();
        let Some(kind) = self.frames.last().map(|frame| frame.kind) else {
            return self.after_root(byte);
        };
        match (byte, kind) {
            (Some(b','), _) => self.comma(),
            (Some(b']'), Kind::Array) | (Some(b'}'), Kind::Object) => self.close(),
            (Some(byte), _) => self.no_comma(byte),
            (None, _) => self.end_of_text(),
        }
    }

    /// Skips a comma.
    pub(super) fn comma(&mut self) -> State {
        let at = self.scan.pos;
        self.scan.pos += 1;
        self.top().comma = Some(at);
        self.next_member()
    }

    /// The expected item at the start of an element or property.
    pub(super) fn next_member(&self) -> State {
        match self.frames.last().map(|frame| frame.kind) {
            Some(Kind::Object) => State::Key,
            _ => State::Value,
        }
    }

    /// The innermost open bracket. There must be one.
    pub(super) fn top(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a bracket is open")
    }

    fn number(&mut self) -> State {
        let start = self.scan.pos;
        match number::length(&self.scan.bytes[start..]) {
            // `1x` is one malformed word rather than a number before a word.
            Some(len) if !self.scan.bytes.get(start + len).copied().is_some_and(is_wordy) => {
                self.scan.pos += len;
                let range = self.scan.since(start);
                let number = self.build.expr(ExprKind::Number, range);
                self.put(number)
            }
            _ => self.bad_number(),
        }
    }

    /// The keyword at the cursor.
    fn keyword(&self, byte: u8) -> Option<ExprKind> {
        let (word, kind) = match byte {
            b't' => ("true", ExprKind::Bool(true)),
            b'f' => ("false", ExprKind::Bool(false)),
            b'n' => ("null", ExprKind::Null),
            _ => return None,
        };
        let rest = self.scan.bytes[self.scan.pos..].strip_prefix(word.as_bytes())?;
        (!rest.first().copied().is_some_and(is_wordy)).then_some(kind)
    }

    fn put_word(&mut self, kind: ExprKind) -> State {
        let start = self.scan.pos;
        self.scan.pos += if matches!(kind, ExprKind::Bool(false)) { 5 } else { 4 };
        let word = self.build.expr(kind, self.scan.since(start));
        self.put(word)
    }

    /// Ignores the rest of the source, because the tree is full.
    #[cold]
    fn leave_rest_out(&mut self) {
        let at = self.scan.pos;
        let finding = crate::errors::too_large(self.place(at, at));
        self.tell(finding);
        (self.cut, self.brackets_told) = (true, true);
        self.scan.pos = self.scan.bytes.len();
    }

    /// Adds a parsed value to its parent.
    pub(super) fn put(&mut self, value: ExprId) -> State {
        self.last_end = self.scan.pos;
        if self.build.is_full() && !self.cut {
            self.leave_rest_out();
        }
        match self.frames.last_mut() {
            None => self.root = Some(value),
            Some(frame) => {
                frame.comma = None;
                match (frame.kind, frame.key.take()) {
                    (Kind::Array, _) => self.elements.push(value),
                    (Kind::Object, Some(key)) => self.items.push(ObjectItem { key, bare: false, value }),
                    (Kind::Object, None) => {}
                }
            }
        }
        State::After
    }

    /// Adds a placeholder over `range`, which was already reported.
    pub(super) fn put_missing(&mut self, range: TextRange) -> State {
        let hole = self.build.expr(ExprKind::Missing, range);
        self.put(hole)
    }

    fn open(&mut self, kind: Kind) -> State {
        if self.frames.len() >= self.options.max_nesting as usize {
            return self.too_deep();
        }
        let base = if kind == Kind::Array { self.elements.len() } else { self.items.len() };
        let scan = &mut self.scan;
        let (line, indent, open) = (scan.line, scan.indent(), scan.pos);
        scan.pos += 1;
        self.frames.push(Frame { kind, open, line, indent, base, comma: None, key: None, told: false });
        self.next_member()
    }

    /// Skips the closing bracket at the cursor, which matches the innermost open one.
    pub(super) fn close(&mut self) -> State {
        let closer = self.scan.pos;
        let frame = *self.top();
        // The first such place is kept, because indentation and brackets begin to differ there.
        if self.suspect.is_none() && frame.line != self.scan.line && self.scan.indent() < frame.indent {
            self.suspect = Some(Suspect { kind: frame.kind, open: frame.open, closer });
        }
        self.scan.pos += 1;
        self.close_at(self.scan.pos)
    }

    /// Closes the innermost open bracket, whose contents end at `end`.
    pub(super) fn close_at(&mut self, end: usize) -> State {
        let frame = self.frames.pop().expect("a bracket is open");
        let range = TextRange::new(frame.open as u32, end as u32);
        let kind = match frame.kind {
            Kind::Array => {
                let list = self.build.list(&self.elements[frame.base..]);
                self.elements.truncate(frame.base);
                ExprKind::Tuple(list)
            }
            Kind::Object => {
                let list = self.build.list(&self.items[frame.base..]);
                self.items.truncate(frame.base);
                ExprKind::Object(list)
            }
        };
        let value = self.build.expr(kind, range);
        self.put(value)
    }
}
