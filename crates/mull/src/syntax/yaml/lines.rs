//! The lines of a YAML-like source, and the quotations of its plain scalars (Mull §2.2 to §2.5).
//!
//! The scanner implements enough of YAML to recognize comments, quoted scalars and block scalars. Out of
//! scope: the validity of the YAML, which the YAML parser checks later.

use std::ops::Range;

use hclx_diag::Code;
use hclx_diag::mull_codes::{QUOTATION_NOT_ALLOWED, SECOND_DOCUMENT, UNTERMINATED_QUOTATION, YAML_SYNTAX};

use super::super::brace::{Keyword, MISPLACED, ON_ITS_LINE, end_of_quotation};

/// The start of a line in block context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    /// A single statement and nothing else.
    Statement(Keyword),
    /// A single quotation and nothing else.
    Quotation,
    /// `- `.
    Dash,
    /// `---`.
    Marker,
    Other,
}

/// A line in block context, including the lines that its scalars and brackets continue on.
#[derive(Debug)]
pub(super) struct Line {
    /// The start of the line in the file.
    pub start: usize,
    /// The start of its contents.
    pub first: usize,
    pub kind: LineKind,
    /// The quotation of a statement or quotation line.
    pub quotation: Range<usize>,
    /// Collections that start inside the line: their columns, and whether they are sequences.
    pub inner: Vec<(usize, bool)>,
    /// Set if it contains more than a key or a dash whose value may follow.
    pub full: bool,
}

impl Line {
    pub(super) fn column(&self) -> usize {
        self.first - self.start
    }
}

/// A syntax error in the file.
#[derive(Debug)]
pub(super) struct SyntaxError {
    pub code: Code,
    pub place: Range<usize>,
    pub message: &'static str,
    pub help: Option<&'static str>,
    pub label: Option<(Range<usize>, &'static str)>,
}

impl SyntaxError {
    pub(super) fn new(code: Code, place: Range<usize>, message: &'static str) -> Self {
        Self { code, place, message, help: None, label: None }
    }
}

/// The result of scanning a source.
#[derive(Debug, Default)]
pub(super) struct Lines {
    pub lines: Vec<Line>,
    /// The quotations of plain scalars, except those of statement and quotation lines.
    pub quotations: Vec<Range<usize>>,
    /// Lines that are comments, without their line breaks.
    pub comments: Vec<Range<usize>>,
    /// The end of the document.
    pub end: usize,
    /// The first statement in a scalar, if there is one.
    pub misplaced: Option<SyntaxError>,
    /// The error after the end, if there is one.
    pub second: Option<SyntaxError>,
}

/// Finds the lines.
///
/// # Errors
/// The first quotation that is unclosed or not allowed, or an unclosed string.
pub(super) fn lines(text: &str) -> Result<Lines, SyntaxError> {
    let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut lexer = Lexer {
        bytes: text.as_bytes(),
        text,
        at: start,
        line: start,
        flow: 0,
        blocks: Vec::new(),
        entry: None,
        node: None,
        value: false,
        json_key: false,
        stage: Stage::Before,
        found: Lines { end: text.len(), ..Lines::default() },
    };
    while lexer.at < lexer.found.end {
        lexer.line()?;
    }
    Ok(lexer.found)
}

/// A quotation alone on its line, and its statement if it is one for lines.
type Lone = (Range<usize>, Option<Keyword>);

/// The part of the stream that is being scanned.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Only directives so far.
    Before,
    /// Inside the document.
    Inside,
    /// After the `...` that ends the document.
    After,
}

struct Lexer<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    /// The start of the current line.
    line: usize,
    /// The number of open brackets.
    flow: usize,
    /// The columns of the open block collections, ascending.
    blocks: Vec<usize>,
    /// The column of the collection whose entry started last on this line.
    entry: Option<usize>,
    /// The start of a node that may turn out to be a key.
    node: Option<usize>,
    /// Set if that node has more than an anchor and a tag.
    value: bool,
    /// Set if a quoted scalar or a closing bracket has just ended.
    json_key: bool,
    stage: Stage,
    found: Lines,
}

const fn is_break(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

const fn is_flow(byte: u8) -> bool {
    matches!(byte, b',' | b'[' | b']' | b'{' | b'}')
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    /// Returns `true` at a space, a line break or the end.
    fn ends_word(&self, at: usize) -> bool {
        self.bytes.get(at).is_none_or(|byte| is_blank(*byte) || is_break(*byte))
    }

    fn skip(&mut self, belongs: impl Fn(u8) -> bool) {
        while self.peek(0).is_some_and(&belongs) {
            self.at += 1;
        }
    }

    fn end_of_line(&self, at: usize) -> usize {
        let rest = &self.bytes[at.min(self.bytes.len())..];
        at + memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())
    }

    /// Skips a line break.
    fn next_line(&mut self) {
        match (self.peek(0), self.peek(1)) {
            (Some(b'\r'), Some(b'\n')) => self.at += 2,
            (Some(byte), _) if is_break(byte) => self.at += 1,
            _ => {}
        }
        self.line = self.at;
    }

    fn column(&self) -> usize {
        self.at - self.line
    }

    /// Scans a line from its start.
    fn line(&mut self) -> Result<(), SyntaxError> {
        self.entry = None;
        self.node = None;
        self.value = false;
        self.json_key = false;
        if self.flow > 0 {
            return self.tokens();
        }
        if self.marker(b"---") {
            return self.start_of_document();
        }
        if self.marker(b"...") {
            self.stage = Stage::After;
            self.at = self.end_of_line(self.at);
            self.next_line();
            return Ok(());
        }
        self.skip(|byte| byte == b' ');
        let column = self.column();
        let content = self.at;
        // Tabs do not indent.
        self.skip(is_blank);
        match self.peek(0) {
            None => return Ok(()),
            Some(byte) if is_break(byte) => {
                self.next_line();
                return Ok(());
            }
            Some(b'#') => {
                let end = self.end_of_line(self.at);
                self.found.comments.push(self.line..end);
                self.at = end;
                self.next_line();
                return Ok(());
            }
            Some(b'%') if column == 0 && self.stage == Stage::Before => {
                self.directive()?;
                self.next_line();
                return Ok(());
            }
            _ => {}
        }
        if self.stage == Stage::After {
            let end = self.at + self.text[self.at..].chars().next().map_or(0, char::len_utf8);
            self.second_document(self.at..end);
            return Ok(());
        }
        self.stage = Stage::Inside;
        self.at = content;
        self.block_line(column)
    }

    /// Skips to the end of the line of a directive.
    fn directive(&mut self) -> Result<(), SyntaxError> {
        let end = self.end_of_line(self.at);
        let line = &self.text[self.at..end];
        let line = line.split_once(" #").map_or(line, |(directive, _)| directive);
        if let Some(found) = line.find("${") {
            let at = self.at + found;
            let place = at..self.quotation(at)?;
            let message = "a directive cannot contain a quotation";
            return Err(SyntaxError::new(QUOTATION_NOT_ALLOWED, place, message));
        }
        self.at = end;
        Ok(())
    }

    fn marker(&self, marker: &[u8]) -> bool {
        self.bytes[self.at..].starts_with(marker) && self.ends_word(self.at + marker.len())
    }

    fn start_of_document(&mut self) -> Result<(), SyntaxError> {
        if self.stage != Stage::Before {
            self.second_document(self.at..self.at + 3);
            return Ok(());
        }
        self.stage = Stage::Inside;
        self.push_line(LineKind::Marker, 0..0);
        self.blocks.clear();
        self.at += 3;
        self.tokens()
    }

    fn second_document(&mut self, place: Range<usize>) {
        self.found.end = self.line;
        let message = "a file must contain exactly one document; a second one starts here";
        self.found.second = Some(SyntaxError::new(SECOND_DOCUMENT, place, message));
    }

    fn push_line(&mut self, kind: LineKind, quotation: Range<usize>) {
        let line = Line { start: self.line, first: self.at, kind, quotation, inner: Vec::new(), full: false };
        self.found.lines.push(line);
    }

    /// Scans a non-empty line in block context.
    fn block_line(&mut self, column: usize) -> Result<(), SyntaxError> {
        while self.blocks.last().is_some_and(|open| *open > column) {
            self.blocks.pop();
        }
        if let Some((quotation, keyword)) = self.lone_quotation(self.at)? {
            let kind = match keyword {
                Some(keyword) => LineKind::Statement(keyword),
                None => LineKind::Quotation,
            };
            self.push_line(kind, quotation.clone());
            self.at = self.end_of_line(quotation.end);
            self.next_line();
            return Ok(());
        }
        let dash = self.peek(0) == Some(b'-') && self.ends_word(self.at + 1);
        self.push_line(if dash { LineKind::Dash } else { LineKind::Other }, 0..0);
        let index = self.found.lines.len() - 1;
        self.tokens()?;
        self.found.lines[index].full = self.value;
        Ok(())
    }

    /// The quotation at `at` if nothing but a comment follows on its line, and its statement if it is one for
    /// lines.
    fn lone_quotation(&self, at: usize) -> Result<Option<Lone>, SyntaxError> {
        if !self.bytes[at..].starts_with(b"${") {
            return Ok(None);
        }
        let end = self.quotation(at)?;
        let rest = &self.bytes[end..];
        let blanks = rest.iter().take_while(|byte| is_blank(**byte)).count();
        let alone = match rest.get(blanks) {
            None => true,
            Some(b'#') => blanks > 0,
            Some(byte) => is_break(*byte),
        };
        let keyword = || Keyword::of(&self.text[at + 2..end - 1]).filter(|keyword| keyword.is_line());
        Ok(alone.then(|| (at..end, keyword())))
    }

    /// Reports a statement in a plain scalar that is not a key. It is reported here because its consequences,
    /// such as an unmatched `done`, would otherwise be reported first.
    fn look_for_statement(&mut self, place: Range<usize>) {
        if self.found.misplaced.is_some() {
            return;
        }
        let Some(keyword) = Keyword::of(&self.text[place.start + 2..place.end - 1]) else { return };
        let rest = self.text[place.end..].trim_start_matches([' ', '\t']);
        let is_key = rest.starts_with(':') || self.text[self.line..place.start].trim_end().ends_with('?');
        if !is_key {
            let is_element = self.text[self.line..place.start].trim_end().ends_with('-');
            let help = (is_element && keyword == Keyword::For).then_some(ON_ITS_LINE);
            let error = SyntaxError { help, ..SyntaxError::new(QUOTATION_NOT_ALLOWED, place, MISPLACED) };
            self.found.misplaced = Some(error);
        }
    }

    /// The end of the quotation at `at`.
    fn quotation(&self, at: usize) -> Result<usize, SyntaxError> {
        end_of_quotation(self.bytes, at)
            .ok_or_else(|| SyntaxError::new(UNTERMINATED_QUOTATION, at..at + 2, "unclosed quotation"))
    }

    /// Scans the rest of a line, and the lines that its scalars continue on.
    fn tokens(&mut self) -> Result<(), SyntaxError> {
        loop {
            self.skip(is_blank);
            let Some(byte) = self.peek(0) else { return Ok(()) };
            let json_key = std::mem::take(&mut self.json_key);
            match byte {
                b'\n' | b'\r' => {
                    self.next_line();
                    return Ok(());
                }
                b'#' if self.at == self.line || is_blank(self.bytes[self.at - 1]) => {
                    self.at = self.end_of_line(self.at);
                }
                b'-' | b'?' if self.flow == 0 && self.ends_word(self.at + 1) => self.indicator(byte == b'-'),
                b':' if self.is_colon(json_key) => self.colon(),
                b'[' | b'{' => {
                    self.start_node();
                    self.flow += 1;
                    self.at += 1;
                }
                b']' | b'}' if self.flow > 0 => {
                    self.flow -= 1;
                    self.at += 1;
                    self.json_key = true;
                }
                b',' if self.flow > 0 => self.at += 1,
                b'&' | b'*' | b'!' => self.property()?,
                b'|' | b'>' if self.flow == 0 => {
                    self.value = true;
                    self.block_scalar();
                    return Ok(());
                }
                b'"' | b'\'' => {
                    self.start_node();
                    self.quoted(byte)?;
                    self.json_key = true;
                }
                _ => {
                    self.start_node();
                    if self.plain()? {
                        return Ok(());
                    }
                }
            }
        }
    }

    fn start_node(&mut self) {
        self.node = Some(self.node.unwrap_or_else(|| self.column()));
        self.value = true;
    }

    fn push_block(&mut self, column: usize, sequence: bool) {
        if self.blocks.last().is_none_or(|open| *open < column) {
            self.blocks.push(column);
        }
        let line = self.found.lines.last_mut().filter(|line| line.column() < column);
        if let Some(line) = line {
            line.inner.push((column, sequence));
        }
    }

    /// Scans `- ` or `? `.
    fn indicator(&mut self, sequence: bool) {
        let column = self.column();
        self.push_block(column, sequence);
        self.entry = Some(column);
        self.node = None;
        self.value = false;
        self.at += 1;
    }

    fn is_colon(&self, json_key: bool) -> bool {
        let next = self.peek(1);
        // In brackets, no blank has to follow the colon after a quoted key.
        self.ends_word(self.at + 1) || (self.flow > 0 && (json_key || next.is_some_and(is_flow)))
    }

    fn colon(&mut self) {
        if self.flow == 0 {
            let column = self.node.take().unwrap_or_else(|| self.column());
            self.value = false;
            self.push_block(column, false);
            self.entry = Some(column);
        }
        self.at += 1;
    }

    /// Scans an anchor, an alias or a tag.
    fn property(&mut self) -> Result<(), SyntaxError> {
        // An alias is a node, while an anchor or a tag only precedes one.
        let value = self.value || self.peek(0) == Some(b'*');
        self.start_node();
        self.value = value;
        let flow = self.flow > 0;
        while let Some(byte) = self.peek(0) {
            if is_blank(byte) || is_break(byte) || (flow && is_flow(byte)) {
                break;
            }
            if self.bytes[self.at..].starts_with(b"${") {
                let end = self.quotation(self.at)?;
                let message = "an anchor, an alias or a tag cannot contain a quotation";
                return Err(SyntaxError::new(QUOTATION_NOT_ALLOWED, self.at..end, message));
            }
            self.at += 1;
        }
        Ok(())
    }

    /// The column of the collection that contains a node at the cursor as an entry; -1 at the root.
    fn parent(&self) -> isize {
        match self.entry {
            Some(column) => column as isize,
            None => {
                let here = self.node.unwrap_or_else(|| self.column());
                self.blocks.iter().rev().find(|open| **open < here).map_or(-1, |open| *open as isize)
            }
        }
    }

    fn block_scalar(&mut self) {
        let parent = self.parent();
        self.at += 1;
        let mut least = parent + 1;
        let mut detected = false;
        while let Some(byte @ (b'+' | b'-' | b'0'..=b'9')) = self.peek(0) {
            if byte.is_ascii_digit() {
                // At the root, the indentation counts from column 0.
                least = parent.max(0) + isize::from(byte - b'0');
                detected = true;
            }
            self.at += 1;
        }
        self.at = self.end_of_line(self.at);
        self.next_line();
        while self.at < self.bytes.len() {
            let rest = &self.bytes[self.at..];
            let indent = rest.iter().take_while(|byte| **byte == b' ').count();
            let blank = rest.get(indent).is_none_or(|byte| is_break(*byte));
            let ended = indent == 0 && (self.marker(b"---") || self.marker(b"..."));
            if !blank && ((indent as isize) < least || ended) {
                return;
            }
            if !blank && !detected {
                least = indent as isize;
                detected = true;
            }
            self.at = self.end_of_line(self.at);
            self.next_line();
        }
    }

    /// Scans a quoted scalar. If an unindented line interrupts it, that is reported here: otherwise the
    /// findings would be about the groups that it swallows.
    fn quoted(&mut self, quote: u8) -> Result<(), SyntaxError> {
        let (open, parent) = (self.at, self.parent());
        let unclosed = SyntaxError {
            help: Some(if quote == b'"' { "close it with `\"`" } else { "close it with `'`" }),
            ..SyntaxError::new(YAML_SYNTAX, open..open + 1, "unclosed string")
        };
        self.at += 1;
        while let Some(byte) = self.peek(0) {
            match byte {
                // A line break is handled below.
                b'\\' if quote == b'"' => self.at += if self.peek(1).is_some_and(is_break) { 1 } else { 2 },
                byte if byte == quote => {
                    self.at += 1;
                    if quote == b'"' || self.peek(0) != Some(quote) {
                        return Ok(());
                    }
                    self.at += 1;
                }
                byte if is_break(byte) => {
                    self.next_line();
                    let rest = &self.bytes[self.at..];
                    let indent = rest.iter().take_while(|byte| **byte == b' ').count();
                    let blank = rest.get(indent).is_none_or(|byte| is_break(*byte) || is_blank(*byte));
                    let marker = indent == 0 && (self.marker(b"---") || self.marker(b"..."));
                    if marker || (!blank && self.flow == 0 && indent as isize <= parent) {
                        return Err(unclosed);
                    }
                }
                _ => self.at += 1,
            }
        }
        Err(unclosed)
    }

    /// Scans a plain scalar; returns `true` if it ends its line.
    fn plain(&mut self) -> Result<bool, SyntaxError> {
        let parent = self.parent();
        loop {
            if !self.plain_line()? {
                return Ok(false);
            }
            if self.flow > 0 {
                self.next_line();
                return Ok(true);
            }
            if !self.plain_goes_on(parent)? {
                return Ok(true);
            }
        }
    }

    /// Scans the part of a plain scalar on one line; returns `true` if the line is over.
    fn plain_line(&mut self) -> Result<bool, SyntaxError> {
        let flow = self.flow > 0;
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\n' | b'\r' => return Ok(true),
                b'$' if self.bytes[self.at..].starts_with(b"$${") => self.at += 3,
                b'$' if self.peek(1) == Some(b'{') => {
                    let end = self.quotation(self.at)?;
                    if !flow {
                        self.look_for_statement(self.at..end);
                    }
                    self.found.quotations.push(self.at..end);
                    self.at = end;
                }
                b':' if self.ends_word(self.at + 1) => return Ok(false),
                b':' if flow && self.peek(1).is_some_and(is_flow) => return Ok(false),
                b'#' if is_blank(self.bytes[self.at - 1]) => return Ok(false),
                byte if flow && is_flow(byte) => return Ok(false),
                _ => self.at += 1,
            }
        }
        Ok(true)
    }

    /// Returns `true` if a plain scalar continues after a line. The cursor is left at the contents of the
    /// continuing line, or at the start of the line that does not continue it.
    fn plain_goes_on(&mut self, parent: isize) -> Result<bool, SyntaxError> {
        loop {
            self.next_line();
            let line = self.at;
            self.skip(|byte| byte == b' ');
            let indent = self.column();
            self.skip(is_blank);
            match self.peek(0) {
                Some(byte) if is_break(byte) => continue,
                None => return Ok(false),
                Some(byte) => {
                    self.at = line;
                    let marker = indent == 0 && (self.marker(b"---") || self.marker(b"..."));
                    if byte == b'#' || marker || indent as isize <= parent {
                        return Ok(false);
                    }
                    // A statement line is never part of a scalar.
                    let statement =
                        self.lone_quotation(line + indent)?.is_some_and(|(_, word)| word.is_some());
                    if statement {
                        return Ok(false);
                    }
                    self.at = line + indent;
                    self.skip(is_blank);
                    return Ok(true);
                }
            }
        }
    }
}
