//! The rewrites of `terraform fmt` other than spacing: values, types and labels in the notation of old
//! versions.

use std::ops::Range;

use hclx_syntax::ast::{Attribute, Block, BodyId, ExprKind, Item, Tree};
use hclx_syntax::tokens::LexemeKind as Kind;
use unicode_normalization::UnicodeNormalization;

use crate::edits::is_blank;
use crate::token::{Token, Tokens};

/// Rewrites the tokens of a body and of all nested bodies.
pub(crate) fn rewrite(tokens: &mut Tokens<'_>, tree: &Tree, root: BodyId) {
    let mut rewriter = Rewriter { tokens, tree, next: 0, changes: Vec::new() };
    rewriter.body(root, Depth::Top);
    let Rewriter { tokens, changes, .. } = rewriter;
    // most files have nothing to rewrite
    if changes.is_empty() {
        return;
    }
    let list = std::mem::take(&mut tokens.list);
    tokens.list.reserve(list.len() + changes.len());
    let mut at = 0;
    for change in changes {
        tokens.list.extend_from_slice(&list[at..change.place.start]);
        tokens.list.extend(change.with);
        at = change.place.end;
    }
    tokens.list.extend_from_slice(&list[at..]);
}

/// Returns `true` only if the tree alone shows that a body and its nested bodies contain nothing to rewrite.
pub(crate) fn is_settled(tree: &Tree, root: BodyId) -> bool {
    is_body_settled(tree, root, Depth::Top)
}

fn is_body_settled(tree: &Tree, body: BodyId, depth: Depth) -> bool {
    tree.slice(tree.body(body).items).iter().all(|item| match item {
        Item::Attribute(attribute) => is_attribute_settled(tree, attribute, depth),
        Item::Block(block) => {
            let block = tree.node(*block);
            are_labels_settled(tree, block) && is_body_settled(tree, block.body, depth.inside(tree, block))
        }
    })
}

/// Returns `true` only if the kind of an attribute's value shows that the attribute is unchanged.
fn is_attribute_settled(tree: &Tree, attribute: &Attribute, depth: Depth) -> bool {
    match tree.expr(attribute.value).kind {
        ExprKind::TemplateWrap(_) => false,
        ExprKind::Variable(text) if depth.is_type(tree, attribute) => {
            !["list", "map", "set"].contains(&tree.text(text))
        }
        ExprKind::String(_) => !depth.is_type(tree, attribute),
        _ => true,
    }
}

/// Returns `true` if each label is a plain quoted string, and only spaces separate them.
fn are_labels_settled(tree: &Tree, block: &Block) -> bool {
    let source = tree.source();
    let mut at = block.block_type.range.end as usize;
    tree.slice(block.labels).iter().all(|label| {
        let (start, end) = (label.range.start as usize, label.range.end as usize);
        let before = std::mem::replace(&mut at, end);
        let text = tree.text(label.text);
        let is_quoted = source[start..end].strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\""));
        is_quoted == Some(text.as_bytes()) && is_plain(text) && is_blank(&source[before..start])
    })
}

/// A replacement of tokens.
struct Change {
    /// The indices of the replaced tokens.
    place: Range<usize>,
    with: Vec<Token>,
}

/// The kind of body an attribute is in.
#[derive(Clone, Copy, PartialEq)]
enum Depth {
    Top,
    /// A top-level `variable` block, in which `type` is a type.
    Variable,
    Other,
}

impl Depth {
    /// The kind of the body of a block in a body of this kind.
    fn inside(self, tree: &Tree, block: &Block) -> Self {
        let is_variable = self == Self::Top && tree.is_text(block.block_type.text, "variable");
        if is_variable { Self::Variable } else { Self::Other }
    }

    /// Returns `true` for the attribute of such a body that is a type.
    fn is_type(self, tree: &Tree, attribute: &Attribute) -> bool {
        self == Self::Variable && tree.is_text(attribute.name.text, "type")
    }
}

struct Rewriter<'t, 's> {
    tokens: &'t mut Tokens<'s>,
    tree: &'t Tree,
    /// The index of the next unvisited token.
    next: usize,
    /// The replacements, in source order.
    changes: Vec<Change>,
}

impl Rewriter<'_, '_> {
    fn body(&mut self, body: BodyId, depth: Depth) {
        let tree = self.tree;
        for item in tree.slice(tree.body(body).items) {
            match item {
                Item::Attribute(attribute) if is_attribute_settled(tree, attribute, depth) => {}
                Item::Attribute(attribute) => self.attribute(attribute, depth),
                Item::Block(block) => {
                    let block = tree.node(*block);
                    if !are_labels_settled(tree, block) {
                        self.labels(block);
                    }
                    self.body(block.body, depth.inside(tree, block));
                }
            }
        }
    }

    /// Skips the tokens before an offset; returns their indices.
    fn before(&mut self, offset: u32) -> Range<usize> {
        let start = self.next;
        let rest = &self.tokens.list[start..];
        // exponential search: most parts are short, but some have thousands of tokens
        let (mut from, mut step) = (0, 1);
        while rest.get(from + step).is_some_and(|token| token.start < offset) {
            from += step;
            step *= 2;
        }
        let last = rest.len().min(from + step);
        let count = from + rest[from..last].partition_point(|token| token.start < offset);
        self.tokens.visit(2 * step.ilog2() as usize + 1);
        self.next = start + count;
        start..self.next
    }

    fn change(&mut self, place: Range<usize>, with: Vec<Token>) {
        self.changes.push(Change { place, with });
    }

    fn attribute(&mut self, attribute: &Attribute, depth: Depth) {
        self.before(attribute.name.range.end);
        let mut value = self.before(attribute.range.end);
        let is_before_value = |token: &Token| matches!(token.kind, Kind::Assign | Kind::Comment);
        let all = &self.tokens.list[value.clone()];
        value.start += all.iter().take_while(|token| is_before_value(token)).count();
        if depth.is_type(self.tree, attribute) {
            self.legacy_type(value);
        } else {
            self.value(value);
        }
    }

    /// Rewrites `"${x}"` to `x`.
    fn value(&mut self, place: Range<usize>) {
        let Some(inside) = self.interpolation(&self.tokens.list[place.clone()]) else { return };
        let is_newline = |token: &Token| token.kind == Kind::Newline;
        let first = inside.iter().take_while(|token| is_newline(token)).count();
        let inside = &inside[first..];
        let inside =
            &inside[..inside.len() - inside.iter().rev().take_while(|token| is_newline(token)).count()];
        let is_in_parens = inside.len() > 1
            && inside[0].kind == Kind::OpenParen
            && inside[inside.len() - 1].kind == Kind::CloseParen;
        // Outside of the string, line breaks are only allowed in brackets.
        let needs_parens = inside.iter().any(is_newline) && !is_in_parens;
        let mut with = inside.to_vec();
        if needs_parens {
            with.insert(0, self.tokens.make(Kind::OpenParen, "("));
            with.push(self.tokens.make(Kind::CloseParen, ")"));
        }
        self.change(place, with);
    }

    /// The tokens inside the template sequence of a string that contains nothing else.
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
            // the reference does not treat the parts of heredocs as parts of a string
            kind => depth == 0 && matches!(kind, Kind::OpenTemplate | Kind::CloseTemplate),
        });
        (is_whole && !stays).then_some(inside)
    }

    /// Rewrites a type in Terraform 0.11 notation.
    fn legacy_type(&mut self, place: Range<usize>) {
        // As in Terraform, a bare `list` has elements of any type, but the quoted form of Terraform 0.11 has
        // strings.
        let words = match &self.tokens.list[place.clone()] {
            [word] if word.kind == Kind::Ident => match self.tokens.text(word) {
                "list" => "list(any)",
                "map" => "map(any)",
                "set" => "set(any)",
                _ => return,
            },
            [open, literal, _] if open.kind == Kind::OpenQuote => match self.tokens.text(literal) {
                "string" => "string",
                "list" => "list(string)",
                "map" => "map(string)",
                _ => return,
            },
            _ => return,
        };
        let mut with = Vec::new();
        for word in words.split_inclusive(['(', ')']) {
            let (name, bracket) = word.split_at(word.trim_end_matches(['(', ')']).len());
            let kind = if bracket == "(" { Kind::OpenParen } else { Kind::CloseParen };
            let parts =
                [(Kind::Ident, name), (kind, bracket)].into_iter().filter(|(_, text)| !text.is_empty());
            with.extend(parts.map(|(kind, text)| self.tokens.make(kind, text)));
        }
        self.change(place, with);
    }

    /// Writes labels as quoted strings and drops comments between them.
    fn labels(&mut self, block: &Block) {
        self.before(block.block_type.range.end);
        let mut place = self.before(block.open.start);
        let labels = self.tree.slice(block.labels);
        if labels.is_empty() {
            return;
        }
        let between = &self.tokens.list[place.clone()];
        let is_comment = |token: &Token| token.kind == Kind::Comment;
        place.end -= between.iter().rev().take_while(|token| is_comment(token)).count();
        let mut at = place.start;
        let mut with = Vec::new();
        let mut is_changed = false;
        for label in labels {
            let left = &self.tokens.list[at..place.end];
            let skipped = left.iter().take_while(|token| token.start < label.range.start).count();
            let length = left[skipped..].iter().take_while(|token| token.end <= label.range.end).count();
            self.tokens.visit(skipped + length + 1);
            let own = at + skipped..at + skipped + length;
            at = own.end;
            let made = self.label(self.tree.text(label.text), own.clone());
            is_changed |= skipped > 0 || made.is_some();
            match made {
                Some(made) => with.extend(made),
                None => with.extend_from_slice(&self.tokens.list[own]),
            }
        }
        if is_changed {
            self.change(place, with);
        }
    }

    /// The quoted tokens of a label; `None` if its tokens are already correct.
    fn label(&mut self, text: &str, own: Range<usize>) -> Option<Vec<Token>> {
        let is_written = |tokens: &Tokens<'_>, escaped: &str| match &tokens.list[own.clone()] {
            [_, _] => escaped.is_empty(),
            [_, literal, _] => tokens.text(literal) == escaped,
            _ => false,
        };
        // most labels are plain and quoted
        if is_plain(text) && is_written(self.tokens, text) {
            return None;
        }
        let escaped = hclx_syntax::escaped(&text.nfc().collect::<String>());
        if is_written(self.tokens, &escaped) {
            return None;
        }
        let parts = [(Kind::OpenQuote, "\""), (Kind::Literal, &*escaped), (Kind::CloseQuote, "\"")];
        let parts = parts.into_iter().filter(|(_, text)| !text.is_empty());
        Some(parts.map(|(kind, text)| self.tokens.make(kind, text)).collect())
    }
}

/// Returns `true` if quoting and NFC leave a string unchanged.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| PLAIN[byte as usize])
}

static PLAIN: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || matches!(byte as u8, b' ' | b'-'..=b'/' | b'_');
        byte += 1;
    }
    table
};
