//! The parser of native syntax: its state, and the primitives that all of its parts use.
//!
//! One token of lookahead, and no backtracking over built nodes. The first error in a construct puts the
//! parser into panic mode: everything returns immediately without reporting, until a construct that can
//! resume (a body, a list, an object, arguments, a template) takes over. Out of scope: messages (`errors`),
//! and finding a place to resume (`recovery`).

mod body;
mod collections;
mod expressions;
mod item;
mod item_recovery;
mod loops;
mod terms;
mod traversals;
mod value_recovery;
mod watch;

pub(crate) use collections::ElementEnd;
pub(crate) use loops::ForHead;

use hclx_diag::code_names::{FOREIGN_TEMPLATE, NOT_UTF8};
use hclx_diag::{Code, Diagnostic, SourceId, Span, TextRange};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::ast::*;
use crate::build::{Checkpoint, TreeBuilder};
use crate::errors;
use crate::indent::Guide;
use crate::lexer::Lexer;
use crate::limits::{MAX_DIAGNOSTICS, MAX_HEREDOC_RESUMES, MAX_NESTING};
use crate::template::Part;
use crate::token::{Kind, NO_NEWLINE, Token};

/// The number of open brackets of each kind; a closing bracket that matches one of them ends the inner
/// constructs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OpenBrackets {
    pub braces: u32,
    pub brackets: u32,
    pub parens: u32,
}

/// Lists under construction, used as stacks: a nested construct uses the part above the entries of its
/// parents.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub exprs: Vec<ExprId>,
    pub steps: Vec<Traverse>,
    pub objects: Vec<ObjectItem>,
    pub items: Vec<Item>,
    pub names: Vec<Name>,
    pub parts: Vec<Part>,
    /// The decoded literals among `parts`.
    pub text: String,
}

impl Scratch {
    /// Removes everything, but keeps the space.
    pub(crate) fn clear(&mut self) {
        let Self { exprs, steps, objects, items, names, parts, text } = self;
        exprs.clear();
        steps.clear();
        objects.clear();
        items.clear();
        names.clear();
        parts.clear();
        text.clear();
    }
}

/// A saved state of the parser and the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ParserCheckpoint {
    tree: Checkpoint,
    comments: usize,
    conflicts: usize,
}

/// The parser.
pub(crate) struct Parser<'a, 'b> {
    pub src: &'a [u8],
    pub lexer: Lexer<'a>,
    /// The tokens consumed so far, if requested.
    pub taken: Option<Vec<Token>>,
    /// The next token.
    pub tok: Token,
    /// The start of the previous token.
    pub prev_start: u32,
    /// The end of the previous token.
    pub prev_end: u32,
    /// Set if line breaks are significant, as they are outside of brackets and in objects.
    newlines: bool,
    /// The kind of the next token, which may be a significant line break.
    next: Kind,
    pub build: &'b mut TreeBuilder,
    pub source: SourceId,
    pub diagnostics: Vec<Diagnostic>,
    /// The number of findings beyond the limit.
    pub more_diagnostics: usize,
    pub panicking: bool,
    pub depth: u32,
    /// Set if the source is a decoded string whose ranges are mapped afterwards.
    pub embedded: bool,
    pub open: OpenBrackets,
    /// Set if the innermost construct with significant line breaks is an object.
    pub in_object: bool,
    /// The enclosing `${` or `%{`, if it is in a quoted string.
    pub in_quotes: Option<TextRange>,
    /// Set inside `${ }` or `%{ }`.
    pub in_sequence: bool,
    /// The first part of the current template.
    pub template_start: usize,
    pub scratch: Scratch,
    /// Results of the first pass about missing braces.
    pub guide: Guide,
    pub heredoc_resumes: u32,
    /// Codes that are reported at most once per source, and were reported.
    pub told: Vec<Code>,
    /// Set if the rest of the source is not read, because the tree is full, which was reported.
    pub is_cut: bool,
    /// Set if a missing token at the end of the source was reported.
    pub told_end: bool,
    /// Closing braces whose opening brace is missing, which was reported.
    pub owed_braces: u32,
    /// Set if an unclosed token swallowed the rest of the source and was reported: missing tokens are not
    /// reported again.
    pub swallowed: bool,
    /// Set if a malformed single-line block was reported: its closing brace may follow an item.
    pub brace_may_follow: bool,
    pub line_cache: crate::indent::LineCache,
    /// Observations at the end of the source, if the cursor is there.
    pub watch: Option<Box<watch::Watch>>,
}

impl<'a, 'b> Parser<'a, 'b> {
    /// Creates a parser at the first token of `src`.
    pub(crate) fn new(src: &'a [u8], build: &'b mut TreeBuilder, embedded: bool) -> Self {
        let lexer = Lexer::new(src);
        let start = lexer.pos as u32;
        let tok = Token::at(start);
        let source = build.source_id;
        Self {
            src,
            lexer,
            taken: None,
            tok,
            prev_start: start,
            prev_end: start,
            newlines: true,
            next: Kind::Eof,
            build,
            source,
            diagnostics: Vec::new(),
            more_diagnostics: 0,
            panicking: false,
            depth: 0,
            embedded,
            open: OpenBrackets::default(),
            in_object: false,
            in_quotes: None,
            in_sequence: false,
            template_start: 0,
            scratch: Scratch::default(),
            guide: Guide::default(),
            heredoc_resumes: MAX_HEREDOC_RESUMES,
            told: Vec::new(),
            is_cut: false,
            told_end: false,
            owed_braces: 0,
            swallowed: false,
            brace_may_follow: false,
            line_cache: crate::indent::LineCache::default(),
            watch: None,
        }
    }

    /// Parses a source that is one expression. Line breaks are insignificant, as inside parentheses.
    pub(crate) fn bare_expression(&mut self) -> ExprId {
        self.count_newlines(false);
        self.advance();
        let expr = self.expression();
        if !self.panicking && self.kind() != Kind::Eof {
            let error = errors::extra_text(self.span(self.tok.range()), &self.found());
            self.report(error);
        }
        expr
    }

    /// The state of the parser and the tree, to roll back to.
    pub(crate) fn checkpoint(&self) -> ParserCheckpoint {
        ParserCheckpoint {
            tree: self.build.checkpoint(),
            comments: self.lexer.comments.len(),
            conflicts: self.lexer.conflicts.found.len(),
        }
    }

    /// Rolls the parser and the tree back.
    pub(crate) fn rollback(&mut self, before: ParserCheckpoint) {
        self.build.rollback(before.tree);
        self.lexer.comments.truncate(before.comments);
        self.lexer.conflicts.found.truncate(before.conflicts);
    }

    /// Finishes the parse: adds the lexer's findings, and moves the comments to the tree (those of an
    /// embedded string are dropped, because they are part of the string).
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        // Panic mode would suppress the lexer's findings, which have causes of their own.
        self.panicking = false;
        for conflict in std::mem::take(&mut self.lexer.conflicts.found) {
            let error = errors::merge_conflict(self.source, conflict);
            self.report(error);
        }
        if let Some(start) = self.lexer.unclosed_comment {
            // the missing end may be inside the comment
            self.told_end = false;
            self.diagnostics.pop_if(|last| last.span.is_some_and(|span| span.range.start >= self.prev_end));
            let error = errors::unclosed_comment(self.span(TextRange::new(start, start + 2)));
            self.report(error);
        }
        if !self.embedded {
            self.build.tree.comments = std::mem::take(&mut self.lexer.comments);
        }
        Diagnostic::sort_by_place(&mut self.diagnostics);
        if let Some(last) = self.diagnostics.last().filter(|_| self.more_diagnostics > 0) {
            // If the last finding is at the same place, the count still follows it.
            let at = last.span.unwrap_or(TextRange::at(0).in_source(self.source));
            self.diagnostics.push(errors::too_many(at, self.more_diagnostics));
        }
        self.diagnostics
    }

    /// The kind of the next token, which may be a significant line break.
    #[inline]
    pub(crate) fn kind(&self) -> Kind {
        self.next
    }

    /// Recomputes the kind of the next token.
    #[inline]
    pub(crate) fn look(&mut self) {
        let newline = self.newlines && self.tok.newline != NO_NEWLINE;
        self.next = if newline { Kind::Newline } else { self.tok.kind };
    }

    /// Sets the significance of line breaks, and returns the previous one.
    #[inline]
    pub(crate) fn count_newlines(&mut self, count: bool) -> bool {
        let before = std::mem::replace(&mut self.newlines, count);
        self.look();
        before
    }

    /// Returns `true` if line breaks are significant.
    pub(crate) fn newlines_count(&self) -> bool {
        self.newlines
    }

    /// Treats the next token as a different kind.
    #[cold]
    pub(crate) fn read_as(&mut self, kind: Kind) {
        self.tok.kind = kind;
        self.look();
    }

    /// Reads the next token from the lexer.
    #[inline]
    pub(crate) fn advance(&mut self) {
        self.lexer.next(&mut self.tok);
        if let Some(taken) = &mut self.taken {
            taken.push(self.tok);
        }
        self.look();
    }

    /// Consumes the next token.
    #[inline]
    pub(crate) fn bump(&mut self) -> Token {
        let taken = self.tok;
        self.prev_start = taken.start;
        self.prev_end = taken.end;
        self.advance();
        taken
    }

    /// Consumes the next token if it is of this kind.
    #[inline]
    pub(crate) fn eat(&mut self, kind: Kind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.bump();
        }
        found
    }

    /// Continues with the token at or after `pos`; everything before it has been consumed.
    pub(crate) fn resume_at(&mut self, pos: usize) {
        self.prev_start = pos as u32;
        self.prev_end = pos as u32;
        self.lexer.pos = pos;
        self.advance();
    }

    /// Peeks at the token after the next one.
    pub(crate) fn second(&mut self) -> Token {
        // tokens can be scanned twice, because comments are recorded only once
        let pos = self.lexer.pos;
        let mut token = Token::at(0);
        self.lexer.next(&mut token);
        self.lexer.pos = pos;
        token
    }

    /// Skips a line break, so that the token after it is next.
    pub(crate) fn skip_newline(&mut self) {
        self.tok.newline = NO_NEWLINE;
        self.next = self.tok.kind;
    }

    /// The token before the next.
    pub(crate) fn previous(&self) -> TextRange {
        TextRange::new(self.prev_start, self.prev_end)
    }

    /// The range of the next token, or of the end of the previous line if a significant line break is next.
    pub(crate) fn here(&self) -> TextRange {
        match self.kind() {
            Kind::Newline | Kind::Eof => TextRange::at(self.prev_end),
            _ => self.tok.range(),
        }
    }

    pub(crate) fn span(&self, range: TextRange) -> Span {
        range.in_source(self.source)
    }

    /// The source of a range, for messages.
    pub(crate) fn words(&self, range: TextRange) -> String {
        String::from_utf8_lossy(&self.src[range.range()]).into_owned()
    }

    /// The next token as described in messages.
    pub(crate) fn found(&self) -> String {
        match self.kind() {
            Kind::Newline => "end of line".into(),
            Kind::Eof => "end of file".into(),
            Kind::Quote => "a string".into(),
            Kind::Heredoc => "a heredoc".into(),
            _ => format!("`{}`", errors::shown(&self.words(self.tok.range()))),
        }
    }

    /// Returns `true` if the next word directly follows a string: then the quote between them was probably
    /// not meant as the end of the string.
    pub(crate) fn quote_inside_text(&self) -> bool {
        let string = self.src.get(self.prev_start as usize) == Some(&b'"');
        string && self.tok.start == self.prev_end && matches!(self.tok.kind, Kind::Ident | Kind::Number)
    }

    /// Returns `true` if the next token is this word.
    #[inline]
    pub(crate) fn at_word(&self, word: &str) -> bool {
        self.kind() == Kind::Ident && &self.src[self.tok.range().range()] == word.as_bytes()
    }

    /// Reports an error that does not prevent parsing from continuing.
    #[cold]
    pub(crate) fn report(&mut self, error: Diagnostic) {
        if self.panicking || self.is_cut || self.told.contains(&error.code) || self.is_end_told(&error) {
            return;
        }
        // One such finding represents all others, because they have the same cause.
        if [NOT_UTF8, FOREIGN_TEMPLATE].contains(&error.code) {
            self.told.push(error.code);
        }
        if self.diagnostics.len() < MAX_DIAGNOSTICS {
            self.diagnostics.push(error);
        } else {
            self.more_diagnostics += 1;
        }
    }

    /// Returns `true` if an error is about the end of the source, and another one was already reported there.
    fn is_end_told(&mut self, error: &Diagnostic) -> bool {
        let at_end =
            self.tok.kind == Kind::Eof && error.span.is_some_and(|span| span.range.start >= self.prev_end);
        at_end && std::mem::replace(&mut self.told_end, true)
    }

    /// Reports an error and starts panic mode: only an enclosing construct can resume.
    #[cold]
    pub(crate) fn fail(&mut self, error: Diagnostic) {
        self.report(error);
        self.panicking = true;
    }

    /// Adds a placeholder for an expression that could not be parsed.
    #[cold]
    pub(crate) fn missing(&mut self, range: TextRange) -> ExprId {
        self.build.expr(ExprKind::Missing, range)
    }

    /// Runs `f` one nesting level deeper, with enough room on the stack.
    #[inline]
    pub(crate) fn deeper<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        self.depth += 1;
        // A few levels fit on any stack, so the stack is checked only for deeper ones.
        let result = if self.depth < 16 { f(self) } else { hclx_diag::grow(|| f(self)) };
        self.depth -= 1;
        result
    }

    /// Returns `true` if the nesting limit is reached; then the construct at the next token is skipped.
    #[inline]
    pub(crate) fn too_deep(&mut self) -> bool {
        self.depth >= MAX_NESTING && self.refuse_depth()
    }

    /// Ignores the rest of the source, because the tree is full; returns a placeholder.
    #[cold]
    pub(crate) fn cut(&mut self) -> ExprId {
        let error = errors::too_large(self.span(self.tok.range()));
        self.report(error);
        self.is_cut = true;
        self.resume_at(self.src.len());
        self.missing(TextRange::at(self.prev_end))
    }

    #[cold]
    fn refuse_depth(&mut self) -> bool {
        let error = errors::too_deep(self.span(self.tok.range()));
        self.report(error);
        true
    }

    /// The string at `range`, NFC-normalized (HCL native syntax spec, Template literals).
    #[inline]
    pub(crate) fn text_at(&mut self, range: TextRange, wide: bool) -> Str {
        if !wide && !self.embedded { self.build.verbatim(range) } else { self.text_at_slowly(range) }
    }

    /// The name at `range`, which is compared as written.
    #[inline]
    pub(crate) fn raw_text(&mut self, range: TextRange) -> Str {
        if self.embedded { self.raw_text_slowly(range) } else { self.build.verbatim(range) }
    }

    fn raw_text_slowly(&mut self, range: TextRange) -> Str {
        let text = self.words(range);
        self.build.text(&text)
    }

    fn text_at_slowly(&mut self, range: TextRange) -> Str {
        let bytes: &'a [u8] = &self.src[range.range()];
        match std::str::from_utf8(bytes) {
            // "Maybe" counts as "no": normalizing a string that is normal already changes nothing.
            Ok(text) if !self.embedded && is_nfc_quick(text.chars()) == IsNormalized::Yes => {
                self.build.verbatim(range)
            }
            Ok(text) => self.text_of(text),
            Err(_) => self.text_of(&String::from_utf8_lossy(bytes)),
        }
    }

    /// Adds a string that is not in the source, NFC-normalized.
    pub(crate) fn text_of(&mut self, text: &str) -> Str {
        if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
            self.build.text(text)
        } else {
            self.build.text(&text.nfc().collect::<String>())
        }
    }

    /// The name in a token.
    #[inline]
    pub(crate) fn name(&mut self, token: Token) -> Name {
        Name { text: self.raw_text(token.range()), range: token.range() }
    }
}
