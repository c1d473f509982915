//! Quotations: statements and expressions (Mull §2.5, §2.6, §6).
//!
//! The parser stops at the first error in a quotation, which then becomes a missing node. Out of scope: where
//! quotations are allowed, and where they end.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use hclx_diag::mull_codes::{
    EMPTY_QUOTATION, FORM_ARGUMENTS, QUOTATION_SYNTAX, STATIC_LIMIT, TYPE_SYNTAX, UNKNOWN_TYPE,
};
use hclx_diag::{Code, Diagnostic, SourceId, TextRange};

use super::ast::{self, BinaryOp, NodeId, NodeKind, TypeExpr, TypeKind, UnaryOp, Word};
use super::brace::foreign_statement;
use super::build::Builder;
use super::lexer::{Mistake, Token, TokenKind, blanks, tokens};
use super::scalar::MAX_DIGITS;

/// The maximum nesting of expressions.
pub(crate) const MAX_EXPRESSION_DEPTH: u32 = 64;

/// The decoded source between `${` and `}`, with a map to the file.
pub(crate) struct HoleSource<'a> {
    /// The decoded source.
    pub(crate) text: &'a str,
    /// Pairs of (offset in the decoded source, offset in the file), ascending, the first for offset 0.
    pub(crate) places: Cow<'a, [(u32, u32)]>,
}

impl HoleSource<'_> {
    /// The range in the file of a range of the decoded source.
    pub(super) fn place(&self, range: Range<usize>) -> TextRange {
        ast::stretch(&self.places, 0, range.start as u32..range.end as u32)
    }
}

/// The contents of a quotation.
pub(crate) enum Parsed {
    /// An expression.
    Expression(NodeId),
    /// A statement.
    Statement(Statement),
}

/// A statement without its body.
#[derive(Debug)]
pub(crate) enum Statement {
    /// `let name = value`, `let name`.
    Let { name: Word, value: Option<NodeId> },
    /// `if condition`.
    If(NodeId),
    /// `else if condition`.
    ElseIf(NodeId),
    /// `else`.
    Else,
    /// `for subject`.
    For(NodeId),
    /// `done`.
    Done,
    /// `insert`.
    Insert,
    /// `as T`.
    As(Arc<TypeExpr>),
}

/// The keywords of statements.
const STATEMENTS: &[&str] = &["let", "if", "else", "for", "done", "insert", "as"];

/// Returns `true` if a quotation is a statement: a keyword, then a space or the end.
pub(crate) fn is_statement(inside: &str) -> bool {
    let text = &inside[blanks(inside)..];
    let end = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    STATEMENTS.contains(&&text[..end])
        && (end == text.len() || text[end..].starts_with([' ', '\t', '\r', '\n']))
        && !is_form(&text[..end], &text[end..])
}

/// Returns `true` for a call such as `if (a, b)`. Despite the space, it is a call if the parenthesis closes
/// at the end and contains a comma at its top level, because that would be invalid as a condition.
fn is_form(word: &str, rest: &str) -> bool {
    let rest = rest.trim();
    if !matches!(word, "if" | "for") || !rest.starts_with('(') || !rest.ends_with(')') {
        return false;
    }
    let (tokens, mistake) = tokens(rest);
    let mut depth = 0_i32;
    let mut comma = false;
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Symbol("(" | "[" | "{") => depth += 1,
            TokenKind::Symbol(")" | "]" | "}") => {
                depth -= 1;
                // The closing parenthesis is followed only by the end token.
                if depth == 0 && at + 2 < tokens.len() {
                    return false;
                }
            }
            TokenKind::Symbol(",") => comma |= depth == 1,
            _ => {}
        }
    }
    comma && mistake.is_none()
}

/// Parses the inside of the quotation at `quotation`; errors are reported to the builder.
pub(crate) fn parse_quotation(
    builder: &mut Builder,
    inside: &HoleSource<'_>,
    quotation: TextRange,
) -> Parsed {
    let close = TextRange::new(quotation.end - 1, quotation.end);
    let source = builder.source;
    if inside.text.trim_matches([' ', '\t', '\r', '\n']).is_empty() {
        builder.error(EMPTY_QUOTATION, quotation, "empty quotation");
        return Parsed::Expression(builder.node(NodeKind::Missing, quotation));
    }
    let statement = is_statement(inside.text);
    let mut parser = Parser::new(builder, inside, close, QUOTATION_SYNTAX);
    let parsed = if statement {
        parser.statement().map(Parsed::Statement)
    } else {
        parser.expression().map(Parsed::Expression)
    };
    match parsed.and_then(|parsed| parser.end().map(|()| parsed)) {
        Ok(parsed) => parsed,
        Err(mut failure) => {
            failure.help = failure.help.or_else(|| foreign_statement(inside.text));
            builder.diagnostics.push(failure.diagnostic(source));
            Parsed::Expression(builder.node(NodeKind::Missing, quotation))
        }
    }
}

/// The reason why parsing failed.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    code: Code,
    range: TextRange,
    message: String,
    help: Option<&'static str>,
}

impl Failure {
    /// The failure for HCL's notation `list(T)`.
    pub(super) fn of_hcl(name: TextRange) -> Self {
        let message = "unknown type `list`".to_owned();
        Self { code: UNKNOWN_TYPE, range: name, message, help: Some("write `T[]` for an array of T") }
    }

    pub(super) fn diagnostic(self, source: SourceId) -> Diagnostic {
        let diagnostic = Diagnostic::error(self.code, self.range.in_source(source), self.message);
        match self.help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }
}

/// A parser of one quotation.
pub(super) struct Parser<'a> {
    builder: &'a mut Builder,
    inside: &'a HoleSource<'a>,
    tokens: Vec<Token>,
    mistake: Option<Mistake>,
    at: usize,
    /// The range of the closing token in the file.
    close: TextRange,
    /// The code of an unexpected token.
    syntax: Code,
    depth: u32,
    pub(super) type_depth: u32,
}

/// A node, and its range with the parentheses around it.
type NodeWithRange = (NodeId, TextRange);

impl<'a> Parser<'a> {
    pub(super) fn new(
        builder: &'a mut Builder,
        inside: &'a HoleSource<'a>,
        close: TextRange,
        syntax: Code,
    ) -> Self {
        let (mut tokens, mistake) = tokens(inside.text);
        // The parser fails when it arrives there, so an earlier error comes first.
        if let Some(mistake) = &mistake {
            tokens.push(Token { kind: TokenKind::End, range: mistake.range.clone() });
        }
        Self { builder, inside, tokens, mistake, at: 0, close, syntax, depth: 0, type_depth: 0 }
    }

    // Tokens.

    pub(super) fn token(&self) -> &Token {
        &self.tokens[self.at]
    }

    pub(super) fn text(&self, token: &Token) -> &'a str {
        let text: &'a str = self.inside.text;
        &text[token.range.clone()]
    }

    /// The range of the current token in the file.
    pub(super) fn here(&self) -> TextRange {
        match (&self.token().kind, &self.mistake) {
            // The closing brace is the unexpected token.
            (TokenKind::End, None) => self.close,
            _ => self.inside.place(self.token().range.clone()),
        }
    }

    /// Advances to the next token; returns the range of the previous one.
    pub(super) fn advance(&mut self) -> TextRange {
        let here = self.here();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        here
    }

    #[inline]
    pub(super) fn is_at(&self, ahead: usize, symbol: &str) -> bool {
        matches!(self.tokens.get(self.at + ahead), Some(Token { kind: TokenKind::Symbol(found), .. }) if *found == symbol)
    }

    #[inline]
    pub(super) fn is(&self, symbol: &str) -> bool {
        self.is_at(0, symbol)
    }

    /// Returns `true` inside a type, where `??` is not an operator.
    pub(super) fn in_type(&self) -> bool {
        self.syntax == TYPE_SYNTAX
    }

    fn is_word(&self, word: &str) -> bool {
        self.token().kind == TokenKind::Name && self.text(self.token()) == word
    }

    #[inline]
    pub(super) fn eat(&mut self, symbol: &str) -> bool {
        let found = self.is(symbol);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn expect(&mut self, symbol: &str) -> Result<TextRange, Failure> {
        if self.is(symbol) { Ok(self.advance()) } else { Err(self.unexpected(&format!("`{symbol}`"))) }
    }

    /// Expects the end of the source.
    pub(super) fn end(&self) -> Result<(), Failure> {
        if self.token().kind == TokenKind::End && self.mistake.is_none() {
            return Ok(());
        }
        Err(self.unexpected(if self.syntax == TYPE_SYNTAX { "the end" } else { "an operator or the end" }))
    }

    // Failures.

    pub(super) fn failure_here(&self, code: Code, message: impl Into<String>) -> Failure {
        Failure { code, range: self.here(), message: message.into(), help: None }
    }

    pub(super) fn unexpected(&self, expected: &str) -> Failure {
        let token = self.token();
        if let (TokenKind::End, Some(mistake)) = (&token.kind, &self.mistake) {
            let code = if self.syntax == TYPE_SYNTAX { TYPE_SYNTAX } else { mistake.code };
            let range = self.inside.place(mistake.range.clone());
            return Failure { code, range, message: mistake.message.clone(), help: mistake.help };
        }
        let found = match &token.kind {
            TokenKind::End if self.syntax == TYPE_SYNTAX => "the end of the type".to_owned(),
            TokenKind::End => "the end of the quotation".to_owned(),
            _ => format!("`{}`", self.text(token)),
        };
        let mut failure = self.failure_here(self.syntax, format!("expected {expected}, found {found}"));
        failure.help = match &token.kind {
            TokenKind::Symbol("?") if self.syntax == QUOTATION_SYNTAX => {
                Some("there is no `? :` operator; write `if(condition, a, b)`")
            }
            TokenKind::Symbol("=") => Some("write `==` to compare"),
            _ if self.is_word("and") => Some("write `&&`"),
            _ if self.is_word("or") => Some("write `||`"),
            _ => None,
        };
        failure
    }

    // Statements.

    fn statement(&mut self) -> Result<Statement, Failure> {
        let token = self.token().clone();
        self.advance();
        match self.text(&token) {
            "let" => self.let_statement(),
            "if" => Ok(Statement::If(self.expression()?)),
            "for" => Ok(Statement::For(self.expression()?)),
            "else" if self.is_word("if") => {
                self.advance();
                Ok(Statement::ElseIf(self.expression()?))
            }
            "else" => Ok(Statement::Else),
            "done" => Ok(Statement::Done),
            "insert" => Ok(Statement::Insert),
            _ => {
                let syntax = std::mem::replace(&mut self.syntax, TYPE_SYNTAX);
                let ty = self.ty()?;
                self.end()?;
                self.syntax = syntax;
                Ok(Statement::As(Arc::new(ty)))
            }
        }
    }

    fn let_statement(&mut self) -> Result<Statement, Failure> {
        let name = self.word("the name of a variable")?;
        let value = if self.eat("=") { Some(self.expression()?) } else { None };
        Ok(Statement::Let { name, value })
    }

    fn word(&mut self, what: &str) -> Result<Word, Failure> {
        if self.token().kind != TokenKind::Name {
            return Err(self.unexpected(what));
        }
        let text = self.text(self.token()).into();
        Ok(Word { text, range: self.advance() })
    }

    // Expressions, weakest operator first.

    pub(super) fn expression(&mut self) -> Result<NodeId, Failure> {
        Ok(self.placed()?.0)
    }

    fn node(&mut self, kind: NodeKind, range: TextRange) -> NodeWithRange {
        (self.builder.node(kind, range), range)
    }

    /// Parses `a ?? b`, which is right-associative.
    fn placed(&mut self) -> Result<NodeWithRange, Failure> {
        self.deeper(|parser| {
            let mut operands = vec![parser.binary(0)?];
            while parser.eat("??") {
                operands.push(parser.binary(0)?);
            }
            let last = operands.pop().expect("at least one");
            Ok(operands.into_iter().rev().fold(last, |(right, end), (left, start)| {
                parser.node(NodeKind::Coalesce { left, right }, start.cover(end))
            }))
        })
    }

    /// Enters one level of nesting; the stack grows if necessary.
    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T, Failure>) -> Result<T, Failure> {
        self.depth += 1;
        if self.depth > MAX_EXPRESSION_DEPTH {
            let message = format!("this expression nests deeper than the limit of {MAX_EXPRESSION_DEPTH}");
            return Err(self.failure_here(STATIC_LIMIT, message));
        }
        let parsed = hclx_diag::grow(|| parse(self));
        self.depth -= 1;
        parsed
    }

    /// Parses an operand and the following binary operators from a level of [`LEVELS`] on, by precedence
    /// climbing.
    fn binary(&mut self, least: usize) -> Result<NodeWithRange, Failure> {
        let (mut left, mut range) = self.unary()?;
        let mut before = None;
        while let Some((level, op)) = self.operator().filter(|(level, _)| *level >= least) {
            if before == Some(level) && !LEVELS[level].1 {
                let mut failure = self.unexpected("the end of the comparison");
                failure.help = Some("comparisons cannot be chained; combine them with `&&`");
                return Err(failure);
            }
            before = Some(level);
            let at = self.advance();
            let (right, end) = self.binary(level + 1)?;
            (left, range) = self.node(NodeKind::Binary { op, left, right, at }, range.cover(end));
        }
        Ok((left, range))
    }

    /// The binary operator that comes next, and its level.
    fn operator(&self) -> Option<(usize, BinaryOp)> {
        let TokenKind::Symbol(symbol) = self.token().kind else { return None };
        // the symbols that end most operands
        if matches!(symbol, ")" | "]" | "}" | "," | ":") {
            return None;
        }
        let of_level = |(level, (operators, _)): (usize, &(&[BinaryOp], bool))| {
            operators.iter().find(|op| op.text() == symbol).map(|op| (level, *op))
        };
        LEVELS.iter().enumerate().find_map(of_level)
    }

    fn unary(&mut self) -> Result<NodeWithRange, Failure> {
        let op = match &self.token().kind {
            TokenKind::Symbol("!") => UnaryOp::Not,
            TokenKind::Symbol("-") => UnaryOp::Negate,
            _ => return self.postfix(),
        };
        let start = self.advance();
        let (operand, end) = self.deeper(Self::unary)?;
        Ok(self.node(NodeKind::Unary { op, operand }, start.cover(end)))
    }

    /// Parses `.name` and `[index]` after an expression.
    fn postfix(&mut self) -> Result<NodeWithRange, Failure> {
        let (mut base, mut range) = self.primary()?;
        loop {
            if self.eat(".") {
                let name = self.word("the name of a property")?;
                range = range.cover(name.range);
                (base, range) = self.node(NodeKind::Member { base, name }, range);
            } else if self.is("[") {
                let bracket = self.advance();
                let index = self.expression()?;
                range = range.cover(self.expect("]")?);
                (base, range) = self.node(NodeKind::Index { base, index, bracket }, range);
            } else {
                return Ok((base, range));
            }
        }
    }

    fn primary(&mut self) -> Result<NodeWithRange, Failure> {
        // A brace after a name makes it a type, so types are tried first.
        if let Some(ty) = self.asserted_type() {
            return self.assertion(ty);
        }
        let token = self.token().clone();
        match token.kind {
            TokenKind::Name => self.name(&token),
            TokenKind::Number { integral } => {
                if integral && token.range.len() > MAX_DIGITS {
                    let message = format!("this integer has more than the limit of {MAX_DIGITS} digits");
                    return Err(self.failure_here(STATIC_LIMIT, message));
                }
                let text = self.text(&token).into();
                let range = self.advance();
                Ok(self.node(NodeKind::Number { text, integral }, range))
            }
            TokenKind::String(text) => {
                let range = self.advance();
                Ok(self.node(NodeKind::String(text.into()), range))
            }
            TokenKind::Symbol("(") => {
                let open = self.advance();
                let (inner, _) = self.placed()?;
                let close = self.expect(")")?;
                Ok((inner, open.cover(close)))
            }
            TokenKind::Symbol("[") => {
                let open = self.advance();
                let (elements, close) = self.list("]", Self::expression)?;
                Ok(self.node(NodeKind::Array(elements.into()), open.cover(close)))
            }
            TokenKind::Symbol("{") => {
                let open = self.advance();
                let (entries, close) = self.list("}", Self::entry)?;
                Ok(self.node(NodeKind::Map(entries.into()), open.cover(close)))
            }
            _ => Err(self.unexpected("an expression")),
        }
    }

    /// Parses elements up to the closing symbol, separated by commas, with an optional trailing comma.
    fn list<T>(
        &mut self,
        close: &str,
        element: impl Fn(&mut Self) -> Result<T, Failure>,
    ) -> Result<(Vec<T>, TextRange), Failure> {
        let mut elements = Vec::new();
        while !self.is(close) {
            elements.push(element(self)?);
            if !self.eat(",") && !self.is(close) {
                return Err(self.unexpected(&format!("`,` or `{close}`")));
            }
        }
        Ok((elements, self.advance()))
    }

    fn entry(&mut self) -> Result<(NodeId, NodeId), Failure> {
        let key = self.expression()?;
        self.expect(":")?;
        Ok((key, self.expression()?))
    }

    fn name(&mut self, token: &Token) -> Result<NodeWithRange, Failure> {
        let text = self.text(token);
        let range = self.advance();
        // Keywords are not functions; a parenthesis after one is reported.
        if self.is("(") && !matches!(text, "true" | "false" | "null" | "undefined" | "this" | "type" | "ctx")
        {
            return self.call(Word { text: text.into(), range });
        }
        let kind = match text {
            "true" => NodeKind::Bool(true),
            "false" => NodeKind::Bool(false),
            "null" => NodeKind::Null,
            "undefined" => NodeKind::Undefined,
            "this" => NodeKind::This,
            "type" => NodeKind::Type,
            "ctx" => NodeKind::Ctx,
            name => NodeKind::Name(name.into()),
        };
        Ok(self.node(kind, range))
    }

    fn call(&mut self, name: Word) -> Result<NodeWithRange, Failure> {
        self.advance();
        let (args, close) = self.list(")", Self::expression)?;
        let range = name.range.cover(close);
        let kind = match (&*name.text, &args[..]) {
            ("if", &[condition, yes]) => NodeKind::If { condition, yes, no: None },
            ("if", &[condition, yes, no]) => NodeKind::If { condition, yes, no: Some(no) },
            ("for", &[subject, body]) => NodeKind::For { subject, body },
            ("if" | "for", _) => {
                let takes = if &*name.text == "if" { "2 or 3" } else { "2" };
                let message = format!("`{}` takes {takes} arguments, found {}", name.text, args.len());
                return Err(Failure { code: FORM_ARGUMENTS, range: name.range, message, help: None });
            }
            _ => NodeKind::Call { name, args: args.into() },
        };
        Ok(self.node(kind, range))
    }

    // Assertions.

    /// Parses a type directly followed by `{`, if there is one here.
    fn asserted_type(&mut self) -> Option<TypeExpr> {
        let (start, syntax) = (self.at, self.syntax);
        let ty = self.postfix_type();
        // The attempt may have stopped inside a nested type.
        self.type_depth = 0;
        self.syntax = syntax;
        match ty {
            Ok(ty) if self.is("{") => Some(ty),
            _ => {
                self.at = start;
                None
            }
        }
    }

    /// Parses `{…}` after a type.
    fn assertion(&mut self, ty: TypeExpr) -> Result<NodeWithRange, Failure> {
        let open = self.advance();
        if self.is("}") {
            if takes_no_entries(&ty) {
                return Err(self.unexpected("a value"));
            }
            let range = open.cover(self.advance());
            let (value, _) = self.node(NodeKind::Map(Box::default()), range);
            return Ok(self.asserted(ty, value, true, range));
        }
        let first = self.expression()?;
        if !self.is(":") {
            let close = self.expect("}")?;
            return Ok(self.asserted(ty, first, false, close));
        }
        self.advance();
        let mut entries = vec![(first, self.expression()?)];
        let close = if self.eat(",") {
            let (more, close) = self.list("}", Self::entry)?;
            entries.extend(more);
            close
        } else {
            self.expect("}")?
        };
        let (value, range) = self.node(NodeKind::Map(entries.into()), open.cover(close));
        Ok(self.asserted(ty, value, true, range))
    }

    fn asserted(&mut self, ty: TypeExpr, value: NodeId, entries: bool, end: TextRange) -> NodeWithRange {
        let range = ty.range.cover(end);
        self.node(NodeKind::Assert { ty: Arc::new(ty), value, entries }, range)
    }
}

/// Binary operators by level, weakest first, and whether operators of the level can be chained.
const LEVELS: &[(&[BinaryOp], bool)] = &[
    (&[BinaryOp::Or], true),
    (&[BinaryOp::And], true),
    (&[BinaryOp::Equal, BinaryOp::NotEqual], false),
    (&[BinaryOp::LessEqual, BinaryOp::Less, BinaryOp::GreaterEqual, BinaryOp::Greater], false),
    (&[BinaryOp::Add, BinaryOp::Subtract], true),
    (&[BinaryOp::Multiply, BinaryOp::Divide, BinaryOp::Modulo], true),
];

/// Returns `true` if empty braces are an error in an assertion of this type, because it has no empty value.
fn takes_no_entries(ty: &TypeExpr) -> bool {
    matches!(
        ty.kind,
        TypeKind::Bool
            | TypeKind::Int
            | TypeKind::Number
            | TypeKind::String
            | TypeKind::None
            | TypeKind::Array(_)
            | TypeKind::Tuple(_)
            | TypeKind::Set(_)
            | TypeKind::Text(_)
            | TypeKind::Numeral(_)
            | TypeKind::Truth(_)
    )
}
