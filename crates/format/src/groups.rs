//! Groups: lists, objects and calls on one line, which can be broken over several lines. Strings and heredocs
//! contain no groups.

use hclx_diag::Arrange;
use hclx_syntax::tokens::LexemeKind as Kind;

use crate::token::Tokens;

/// A list, object or call; the fields are indices of tokens.
pub(crate) struct Group {
    pub open: usize,
    pub close: usize,
    /// The last token before a missing trailing comma, which is added when the last element gets its own
    /// line.
    pub comma_after: Option<usize>,
}

/// All groups of a source.
pub(crate) struct Groups {
    /// The non-empty groups that are on one line, sorted by `open`.
    pub list: Vec<Group>,
    /// For each token that separates the elements of a group, the `open` of the group.
    owners: Vec<Option<u32>>,
}

impl Groups {
    /// Returns `true` if a token separates the elements of a group.
    pub(crate) fn parts(&self, token: usize, group: &Group) -> bool {
        self.owners[token] == Some(group.open as u32)
    }
}

/// Finds the groups among tokens without syntax errors.
pub(crate) fn groups(tokens: &Tokens<'_>) -> Groups {
    let found = Groups { list: Vec::new(), owners: vec![None; tokens.list.len()] };
    let mut scanner = Scanner {
        tokens,
        found,
        frames: Vec::new(),
        in_value: false,
        strings: 0,
        lines: 0,
        before: None,
        ends_value: false,
    };
    (0..tokens.list.len()).for_each(|index| scanner.token(index));
    scanner.found.list.arrange_by_key(|group| group.open);
    scanner.found
}

/// The enclosure of a pair of brackets.
#[derive(Clone, Copy)]
enum Frame {
    /// The items of a block.
    Body,
    /// A list, object or call.
    Group { open: usize, line: usize, shape: Shape },
    /// An index, parentheses, a template sequence, or any bracket inside a string.
    Other,
}

#[derive(Clone, Copy)]
enum Shape {
    /// A list or an object.
    Elements,
    Call,
    /// A `for` expression: the index of `in`, and whether its `if` has been passed.
    For {
        keyword: usize,
        has_condition: bool,
    },
}

struct Scanner<'t, 's> {
    tokens: &'t Tokens<'s>,
    found: Groups,
    frames: Vec<Frame>,
    /// Set after the `=` of an attribute.
    in_value: bool,
    /// The number of open strings and heredocs.
    strings: usize,
    /// The number of line breaks so far.
    lines: usize,
    /// The previous token, ignoring comments and line breaks.
    before: Option<usize>,
    /// Set if that token ends an operand, so that a following `[` opens an index and `(` a call.
    ends_value: bool,
}

impl Scanner<'_, '_> {
    fn token(&mut self, index: usize) {
        let token = &self.tokens.list[index];
        let is_in_body = matches!(self.frames.last(), None | Some(Frame::Body));
        match token.kind {
            Kind::Newline | Kind::Comment => {
                let breaks = usize::from(self.tokens.text(token).contains('\n'));
                self.lines += breaks;
                self.in_value &= !(is_in_body && self.tokens.ends_line(token));
                return;
            }
            Kind::Assign if is_in_body => self.in_value = true,
            Kind::OpenQuote => self.strings += 1,
            Kind::CloseQuote | Kind::CloseHeredoc => self.strings -= 1,
            Kind::OpenHeredoc => {
                self.strings += 1;
                self.lines += 1;
            }
            Kind::Literal => self.lines += usize::from(self.tokens.text(token).ends_with('\n')),
            Kind::Comma => {
                if let Some(Frame::Group { open, shape: Shape::Elements | Shape::Call, .. }) =
                    self.frames.last()
                {
                    self.found.owners[index] = Some(*open as u32);
                }
            }
            _ if token.brackets() > 0 => {
                let frame = self.opened(index);
                self.frames.push(frame);
            }
            _ if token.brackets() < 0 => self.closed(index),
            _ => {}
        }
        self.ends_value = self.is_end_of_value(index);
        self.before = Some(index);
    }

    fn opened(&self, open: usize) -> Frame {
        let kind = self.tokens.list[open].kind;
        let group = |shape| Frame::Group { open, line: self.lines, shape };
        let is_behind_name =
            self.ends_value && self.before.is_some_and(|before| self.tokens.list[before].kind == Kind::Ident);
        match kind {
            // Outside of a value, a brace opens the body of a block.
            Kind::OpenBrace if !self.in_value => Frame::Body,
            _ if self.strings > 0 => Frame::Other,
            Kind::OpenBracket if self.ends_value => Frame::Other,
            Kind::OpenBracket | Kind::OpenBrace => group(match self.keyword_in(open) {
                Some(keyword) => Shape::For { keyword, has_condition: false },
                None => Shape::Elements,
            }),
            Kind::OpenParen if is_behind_name => group(Shape::Call),
            _ => Frame::Other,
        }
    }

    /// The `in` of the `for` expression that a bracket opens.
    fn keyword_in(&self, open: usize) -> Option<usize> {
        let list = &self.tokens.list;
        let mut rest = (open + 1..list.len())
            .filter(|index| !matches!(list[*index].kind, Kind::Comment | Kind::Newline));
        let mut next = |kind: Kind| rest.next().filter(|index| list[*index].kind == kind);
        next(Kind::Ident).filter(|word| self.tokens.text(&list[*word]) == "for")?;
        next(Kind::Ident)?;
        let word = rest.next()?;
        if list[word].kind == Kind::Ident {
            return Some(word);
        }
        // The word was followed by a comma: the second name and then `in` follow.
        rest.nth(1)
    }

    fn closed(&mut self, close: usize) {
        match self.frames.pop() {
            Some(Frame::Group { open, line, shape }) if line == self.lines && self.before != Some(open) => {
                let is_comma = |before: &usize| self.tokens.list[*before].kind == Kind::Comma;
                let last = self.before.filter(|before| !is_comma(before));
                let comma_after = last.filter(|_| matches!(shape, Shape::Elements));
                self.found.list.push(Group { open, close, comma_after });
            }
            Some(Frame::Body) => self.in_value = false,
            _ => {}
        }
    }

    /// Returns `true` if a token ends an operand.
    fn is_end_of_value(&mut self, index: usize) -> bool {
        let token = &self.tokens.list[index];
        let text = self.tokens.text(token);
        match token.kind {
            Kind::Number | Kind::CloseQuote | Kind::CloseHeredoc | Kind::Ellipsis => true,
            Kind::Ident => match self.frames.last_mut() {
                Some(Frame::Group { shape: Shape::For { keyword, has_condition }, .. }) => {
                    // Everywhere else, `if` and `in` are ordinary names.
                    let is_if = text == "if" && self.ends_value && !*has_condition && index > *keyword;
                    *has_condition |= is_if;
                    index != *keyword && !is_if
                }
                _ => true,
            },
            // the `*` of a splat
            Kind::Operator => {
                text == "*" && self.before.is_some_and(|before| self.tokens.list[before].kind == Kind::Dot)
            }
            _ => token.brackets() < 0,
        }
    }
}
