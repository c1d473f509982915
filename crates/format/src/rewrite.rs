//! Rewrites of `terraform fmt` beside spaces: values, types and labels in the notation of old versions.

use hclx_syntax::ast::{Attribute, Block, BodyId, Item, Tree};
use hclx_syntax::tokens::LexemeKind as Kind;
use unicode_normalization::UnicodeNormalization;

use crate::token::{Token, Tokens};

/// Rewrites the tokens of a body and all bodies in it.
pub(crate) fn rewrite(tokens: &mut Tokens<'_>, tree: &Tree, root: BodyId) {
    let list = std::mem::take(&mut tokens.list);
    let out = Vec::with_capacity(list.len() + 8);
    let mut rewriter = Rewriter { tokens, tree, rest: &list, out };
    rewriter.body(root, Depth::Top);
    rewriter.out.extend_from_slice(rewriter.rest);
    rewriter.tokens.list = rewriter.out;
}

/// The kind of body an attribute is in.
#[derive(Clone, Copy, PartialEq)]
enum Depth {
    Top,
    /// A `variable` block of the top level, whose `type` is a type.
    Variable,
    Other,
}

struct Rewriter<'t, 's> {
    tokens: &'t mut Tokens<'s>,
    tree: &'t Tree,
    /// The tokens that are not in `out` yet.
    rest: &'t [Token],
    out: Vec<Token>,
}

impl<'t> Rewriter<'t, '_> {
    fn body(&mut self, body: BodyId, depth: Depth) {
        let tree = self.tree;
        for item in tree.slice(tree.body(body).items) {
            match item {
                Item::Attribute(attribute) => self.attribute(attribute, depth),
                Item::Block(block) => {
                    let block = tree.node(*block);
                    self.labels(block);
                    let is_variable = depth == Depth::Top && tree.text(block.block_type.text) == "variable";
                    self.body(block.body, if is_variable { Depth::Variable } else { Depth::Other });
                }
            }
        }
    }

    /// The tokens before an offset.
    fn before(&mut self, offset: u32) -> &'t [Token] {
        let count = self.rest.iter().take_while(|token| token.start < offset).count();
        self.tokens.visit(count + 1);
        let (before, rest) = self.rest.split_at(count);
        self.rest = rest;
        before
    }

    fn attribute(&mut self, attribute: &Attribute, depth: Depth) {
        let header = self.before(attribute.name.range.end);
        self.out.extend_from_slice(header);
        let value = self.before(attribute.range.end);
        let is_before_value = |token: &Token| matches!(token.kind, Kind::Assign | Kind::Comment);
        let (equals, value) = value.split_at(value.iter().take_while(|token| is_before_value(token)).count());
        self.out.extend_from_slice(equals);
        if depth == Depth::Variable && self.tree.text(attribute.name.text) == "type" {
            self.legacy_type(value);
        } else {
            self.value(value);
        }
    }

    /// `"${x}"` is `x`.
    fn value(&mut self, value: &[Token]) {
        let Some(inside) = self.interpolation(value) else { return self.out.extend_from_slice(value) };
        let is_newline = |token: &Token| token.kind == Kind::Newline;
        let first = inside.iter().take_while(|token| is_newline(token)).count();
        let inside = &inside[first..];
        let inside =
            &inside[..inside.len() - inside.iter().rev().take_while(|token| is_newline(token)).count()];
        let is_in_parens = inside.len() > 1
            && inside[0].kind == Kind::OpenParen
            && inside[inside.len() - 1].kind == Kind::CloseParen;
        let needs_parens = inside.iter().any(is_newline) && !is_in_parens;
        if needs_parens {
            let open = self.tokens.make(Kind::OpenParen, "(");
            self.out.push(open);
        }
        self.out.extend_from_slice(inside);
        if needs_parens {
            let close = self.tokens.make(Kind::CloseParen, ")");
            self.out.push(close);
        }
    }

    /// The inside of the only template sequence of a string that has nothing else.
    fn interpolation<'v>(&self, value: &'v [Token]) -> Option<&'v [Token]> {
        let [open, sequence, inside @ .., end, close] = value else { return None };
        let kinds = [open.kind, sequence.kind, end.kind, close.kind];
        let is_whole = kinds == [Kind::OpenQuote, Kind::OpenTemplate, Kind::CloseTemplate, Kind::CloseQuote]
            && self.tokens.text(sequence).starts_with('$')
            && !inside.is_empty();
        let mut depth = 0;
        let stays = inside.iter().any(|token| match token.kind {
            Kind::OpenQuote => {
                depth += 1;
                false
            }
            Kind::CloseQuote => {
                depth -= 1;
                false
            }
            // the reference takes the parts of heredocs for no part of a string
            kind => depth == 0 && matches!(kind, Kind::OpenTemplate | Kind::CloseTemplate),
        });
        (is_whole && !stays).then_some(inside)
    }

    /// Types as Terraform 0.11 wrote them.
    fn legacy_type(&mut self, value: &[Token]) {
        let words = match value {
            [word] if word.kind == Kind::Ident => match self.tokens.text(word) {
                "list" => "list(any)",
                "map" => "map(any)",
                "set" => "set(any)",
                _ => "",
            },
            [open, literal, _] if open.kind == Kind::OpenQuote => match self.tokens.text(literal) {
                "string" => "string",
                "list" => "list(string)",
                "map" => "map(string)",
                _ => "",
            },
            _ => "",
        };
        if words.is_empty() {
            return self.out.extend_from_slice(value);
        }
        for word in words.split_inclusive(['(', ')']) {
            let (name, bracket) = word.split_at(word.trim_end_matches(['(', ')']).len());
            let kind = if bracket == "(" { Kind::OpenParen } else { Kind::CloseParen };
            for (kind, text) in [(Kind::Ident, name), (kind, bracket)] {
                if !text.is_empty() {
                    let token = self.tokens.make(kind, text);
                    self.out.push(token);
                }
            }
        }
    }

    /// Writes labels as quoted strings and drops comments between them.
    fn labels(&mut self, block: &Block) {
        let header = self.before(block.block_type.range.end);
        self.out.extend_from_slice(header);
        let between = self.before(block.open.start);
        let labels = self.tree.slice(block.labels);
        let Some(last) = labels.last() else { return self.out.extend_from_slice(between) };
        let is_comment = |token: &Token| token.kind == Kind::Comment;
        let (written, rest) = between
            .split_at(between.len() - between.iter().rev().take_while(|token| is_comment(token)).count());
        debug_assert!(rest.iter().all(|token| token.start >= last.range.start));
        let mut left = written;
        for label in labels {
            let skipped = left.iter().take_while(|token| token.start < label.range.start).count();
            let length = left[skipped..].iter().take_while(|token| token.end <= label.range.end).count();
            self.tokens.visit(skipped + length + 1);
            let (own, rest) = left[skipped..].split_at(length);
            left = rest;
            let text = self.tree.text(label.text);
            let is_written = |escaped: &str| match own {
                [_, _] => escaped.is_empty(),
                [_, literal, _] => self.tokens.text(literal) == escaped,
                _ => false,
            };
            // most labels are plain and in quotes
            if is_plain(text) && is_written(text) {
                self.out.extend_from_slice(own);
                continue;
            }
            let escaped = escaped(&text.nfc().collect::<String>());
            if is_written(&escaped) {
                self.out.extend_from_slice(own);
                continue;
            }
            for (kind, text) in
                [(Kind::OpenQuote, "\""), (Kind::Literal, &*escaped), (Kind::CloseQuote, "\"")]
            {
                if !text.is_empty() {
                    let token = self.tokens.make(kind, text);
                    self.out.push(token);
                }
            }
        }
        self.out.extend_from_slice(rest);
    }
}

/// True if a string is its own quoted literal in NFC.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'-'..=b'/' | b'_'))
}

/// A string as a quoted literal.
fn escaped(text: &str) -> String {
    use std::fmt::Write;
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '$' | '%' if rest.peek() == Some(&'{') => out.extend([c, c]),
            c if is_printable(c) => out.push(c),
            c => {
                let code = u32::from(c);
                let _ =
                    if code < 0x1_0000 { write!(out, "\\u{code:04x}") } else { write!(out, "\\U{code:08x}") };
            }
        }
    }
    out
}

/// Returns true if a character is a letter, mark, number, punctuation, symbol or the space.
fn is_printable(c: char) -> bool {
    // behind another character marks are not escaped
    c.is_ascii_graphic()
        || c == ' '
        || !['a', c].iter().collect::<String>().escape_debug().any(|part| part == '{')
}
