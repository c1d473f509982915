//! Statements as keys of mappings, and the kinds of bodies (Mull §2.6).
//!
//! A body is normalized to the kind of the collection that it contributes to. Out of scope: statement lines,
//! which are rewritten to keys first (see `yaml`).

use hclx_diag::TextRange;
use hclx_diag::mull_codes::{BODY_KIND, QUOTATION_SYNTAX, STRAY_PART, UNTERMINATED_QUOTATION};

use super::ast::{Arm, Entry, NodeId, NodeKind};
use super::brace::Keyword;
use super::markup::{HoleKind, RawId, RawKind, Style};
use super::quotation::{Parsed, Statement};
use super::scalar::{Pieces, Quotation, has_quotation};
use super::tree::{Keys, Tree};

/// The kind of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Mapping,
    Sequence,
    Scalar,
    /// Empty, a quotation, an insert or a `let`: matches every kind.
    Neutral,
}

/// The target of the contributions of statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Into {
    Mapping,
    /// A sequence, for bodies of this kind: for scalars, each body is an element.
    Sequence(Kind),
    /// Not a collection: the single statement is the value.
    Value,
}

type Pairs<'m> = &'m [(RawId, RawId)];

impl<'m> Tree<'_, 'm> {
    /// The statement in a key.
    pub(super) fn keyword(&self, key: RawId) -> Option<Keyword> {
        let raw = self.markup.node(key);
        let RawKind::Scalar(text, style) = &raw.kind else { return None };
        if *style == Style::Block || !(has_quotation(text) || self.sources.has_hole(&raw.span)) {
            return None;
        }
        let known = self.keywords.borrow().get(&key).copied();
        known.unwrap_or_else(|| {
            let pieces = self.sources.pieces(raw);
            let found = pieces.sole().and_then(|sole| match sole.hole {
                // The key of a quotation line is only a placeholder.
                Some(HoleKind::Insert) => Some(Keyword::Insert),
                _ => Keyword::of(&sole.inside),
            });
            self.keywords.borrow_mut().insert(key, found);
            found
        })
    }

    /// Returns `true` if a mapping consists only of statements; `as` counts as a value.
    fn is_statements(&self, pairs: Pairs<'m>) -> bool {
        !pairs.is_empty()
            && pairs.iter().all(|(key, _)| self.keyword(*key).is_some_and(|word| word != Keyword::As))
    }

    /// The kind of a body; a body with a tag is a value.
    fn kind(&mut self, id: RawId) -> Kind {
        if self.markup.node(id).tag.is_some() { Kind::Neutral } else { self.untagged_kind(id) }
    }

    fn untagged_kind(&mut self, id: RawId) -> Kind {
        let raw = self.markup.node(id);
        match &raw.kind {
            RawKind::Scalar(_, Style::Empty) => Kind::Neutral,
            RawKind::Scalar(..) if self.sources.pieces(raw).sole().is_some() => Kind::Neutral,
            RawKind::Scalar(..) => Kind::Scalar,
            RawKind::Sequence(_) => Kind::Sequence,
            RawKind::Alias(None) => Kind::Neutral,
            RawKind::Alias(Some(target)) => self.kind(*target),
            RawKind::Mapping(pairs) => {
                // Without the cache, nested statements would be searched once per level.
                if let Some(known) = self.kinds.get(&id) {
                    return *known;
                }
                let kind = self.kind_of_mapping(pairs);
                self.kinds.insert(id, kind);
                kind
            }
        }
    }

    fn kind_of_mapping(&mut self, pairs: Pairs<'m>) -> Kind {
        if pairs.first().is_some_and(|(key, _)| self.keyword(*key) == Some(Keyword::As)) {
            return Kind::Neutral;
        }
        if !self.is_statements(pairs) {
            return Kind::Mapping;
        }
        let mut found = Kind::Neutral;
        for (key, value) in pairs {
            let has_body = matches!(
                self.keyword(*key),
                Some(Keyword::If | Keyword::ElseIf | Keyword::Else | Keyword::For)
            );
            // A body of another kind is reported when it is built.
            if has_body && found == Kind::Neutral {
                found = self.kind(*value);
            }
        }
        found
    }

    /// The number of statements, without `let`s and later branches.
    fn count(&self, pairs: Pairs<'m>) -> usize {
        let counts = |word| matches!(word, Keyword::If | Keyword::For | Keyword::Insert);
        pairs.iter().filter(|(key, _)| self.keyword(*key).is_some_and(counts)).count()
    }

    /// Builds a mapping with at least one statement.
    pub(super) fn with_statements(&mut self, id: RawId, pairs: Pairs<'m>) -> NodeId {
        let range = self.range(id);
        if let [(key, value)] = pairs
            && self.keyword(*key) == Some(Keyword::As)
        {
            return self.assertion(*key, *value, range);
        }
        if !self.is_statements(pairs) {
            let entries = self.entries(pairs, Into::Mapping);
            return self.make(NodeKind::Mapping(entries.into()), range);
        }
        let kind = match self.untagged_kind(id) {
            // Several statements contribute entries, while a single one is a value.
            Kind::Scalar | Kind::Neutral if self.count(pairs) != 1 => Kind::Mapping,
            kind => kind,
        };
        match kind {
            Kind::Mapping => {
                let entries = self.entries(pairs, Into::Mapping);
                self.make(NodeKind::Mapping(entries.into()), range)
            }
            Kind::Sequence => {
                let entries = self.entries(pairs, Into::Sequence(kind));
                self.make(NodeKind::Sequence(entries.into()), range)
            }
            Kind::Scalar | Kind::Neutral => {
                let entries = self.entries(pairs, Into::Value);
                self.make(NodeKind::Statement(entries.into()), range)
            }
        }
    }

    /// Builds an item of a sequence.
    pub(super) fn item(&mut self, id: RawId, out: &mut Vec<Entry>) {
        let raw = self.markup.node(id);
        if let RawKind::Mapping(pairs) = &raw.kind
            && raw.tag.is_none()
            && self.is_statements(pairs)
        {
            let kind = self.kind(id);
            // Statements with entries form one object, which is an element.
            if kind != Kind::Mapping {
                let entries = self.entries(pairs, Into::Sequence(kind));
                out.extend(entries);
                return;
            }
        }
        let node = self.node(id);
        out.push(Entry::Element(node));
    }

    /// Builds the entries of a mapping that contains statements.
    fn entries(&mut self, pairs: Pairs<'m>, into: Into) -> Vec<Entry> {
        let mut entries = Vec::with_capacity(pairs.len());
        let mut seen = Keys::new(pairs.len());
        let mut rest = pairs;
        while let [(key, value), after @ ..] = rest {
            rest = after;
            let Some(word) = self.keyword(*key) else {
                let pair = self.pair(*key, *value, &mut seen);
                entries.push(pair);
                continue;
            };
            let quoted = self.marker(*key);
            self.static_place(quoted.range);
            match word {
                Keyword::If => {
                    let (entry, arms) = self.cascade(&quoted, *value, rest, into);
                    entries.push(entry);
                    rest = &rest[arms..];
                }
                Keyword::For => entries.push(self.loop_of(&quoted, *value, into)),
                Keyword::Let => entries.extend(self.binding(&quoted, *value)),
                Keyword::Insert => {
                    if quoted.hole != Some(HoleKind::Insert) {
                        // for its findings about anything after the keyword
                        self.parse(&quoted);
                    }
                    let value = self.node(*value);
                    entries.push(Entry::Insert(value));
                }
                Keyword::ElseIf | Keyword::Else | Keyword::Done => {
                    let message = "missing `if` directly before this";
                    self.reading.wrong(STRAY_PART, quoted.range, message);
                }
                Keyword::As => {
                    let message = "`as` must be the only entry of its mapping";
                    self.reading.wrong(BODY_KIND, quoted.range, message);
                }
            }
        }
        entries
    }

    /// The quotation in a key.
    fn marker(&mut self, key: RawId) -> Quotation {
        let raw = self.markup.node(key);
        match self.sources.pieces(raw) {
            Pieces::Some(mut pieces) => match pieces.pop() {
                Some(super::scalar::Piece::Quotation(quoted)) => quoted,
                _ => self.no_marker(key),
            },
            _ => self.no_marker(key),
        }
    }

    fn no_marker(&mut self, key: RawId) -> Quotation {
        let range = self.range(key);
        self.reading.wrong(UNTERMINATED_QUOTATION, range, "unclosed quotation");
        Quotation { inside: String::new(), places: vec![(0, range.start)], range, hole: None }
    }

    /// Builds an `if` with the branches that follow it; also returns their number.
    fn cascade(&mut self, first: &Quotation, body: RawId, rest: Pairs<'m>, into: Into) -> (Entry, usize) {
        let mut arms = vec![self.arm(first, body, into)];
        for (key, body) in rest {
            let word = self.keyword(*key);
            if !matches!(word, Some(Keyword::ElseIf | Keyword::Else)) {
                break;
            }
            let quoted = self.marker(*key);
            self.static_place(quoted.range);
            arms.push(self.arm(&quoted, *body, into));
            if word == Some(Keyword::Else) {
                break;
            }
        }
        let count = arms.len() - 1;
        (Entry::If(arms.into()), count)
    }

    fn arm(&mut self, quoted: &Quotation, body: RawId, into: Into) -> Arm {
        let condition = match self.parse(quoted) {
            // A quotation with an error is a missing expression.
            Parsed::Statement(Statement::If(node) | Statement::ElseIf(node)) | Parsed::Expression(node) => {
                Some(node)
            }
            Parsed::Statement(_) => None,
        };
        let body = self.body(body, into, quoted.range);
        Arm { condition, body, marker: quoted.range }
    }

    fn loop_of(&mut self, quoted: &Quotation, body: RawId, into: Into) -> Entry {
        let subject = match self.parse(quoted) {
            Parsed::Statement(Statement::For(node)) | Parsed::Expression(node) => node,
            Parsed::Statement(_) => self.make(NodeKind::Missing, quoted.range),
        };
        let body = self.body(body, into, quoted.range);
        Entry::For { subject, body, marker: quoted.range }
    }

    fn binding(&mut self, quoted: &Quotation, value: RawId) -> Option<Entry> {
        let Parsed::Statement(Statement::Let { name, value: given }) = self.parse(quoted) else {
            return None;
        };
        let given = match given {
            None if quoted.hole == Some(HoleKind::Line) => {
                let close = TextRange::new(quoted.range.end - 1, quoted.range.end);
                let message = "expected `=`: the value of a `let` on a line of its own is in the quotation";
                self.reading.builder.error(QUOTATION_SYNTAX, close, message);
                self.make(NodeKind::Missing, quoted.range)
            }
            None => self.node(value),
            Some(given) => {
                let node = self.node(value);
                let kind = &self.reading.builder.nodes[node.0 as usize].kind;
                // An explicit null has the same meaning as no value.
                if !matches!(kind, NodeKind::Null | NodeKind::Missing) {
                    let message = "the value is already in the quotation; nothing can follow the key";
                    self.reading.wrong(BODY_KIND, quoted.range, message);
                }
                given
            }
        };
        Some(Entry::Let { name, value: given })
    }

    fn assertion(&mut self, key: RawId, value: RawId, range: TextRange) -> NodeId {
        let quoted = self.marker(key);
        self.static_place(quoted.range);
        let parsed = self.parse(&quoted);
        let value = self.node(value);
        match parsed {
            Parsed::Statement(Statement::As(ty)) => {
                self.make(NodeKind::Assert { ty, value, entries: false }, range)
            }
            _ => value,
        }
    }

    /// Builds a body of the kind that it contributes to.
    fn body(&mut self, id: RawId, into: Into, marker: TextRange) -> NodeId {
        let kind = self.kind(id);
        let range = self.range(id);
        let entries = match (into, kind) {
            (Into::Value, _) if self.is_empty(id) => return self.make(NodeKind::Undefined, range),
            (Into::Value, Kind::Mapping | Kind::Sequence) => return self.misfit(id, marker),
            (Into::Value, _) => return self.node(id),
            (Into::Mapping, Kind::Mapping) => return self.node(id),
            (Into::Mapping, Kind::Neutral) => self.neutral(id, into),
            (Into::Sequence(_), Kind::Neutral) => self.neutral(id, into),
            (Into::Sequence(Kind::Sequence), Kind::Sequence) => self.elements(id),
            (Into::Sequence(Kind::Scalar | Kind::Neutral), Kind::Scalar) => self.elements(id),
            _ => return self.misfit(id, marker),
        };
        match into {
            Into::Mapping => self.make(NodeKind::Mapping(entries.into()), range),
            _ => self.make(NodeKind::Sequence(entries.into()), range),
        }
    }

    fn misfit(&mut self, id: RawId, marker: TextRange) -> NodeId {
        let message = "wrong kind of body: a mapping requires entries, a list requires elements, and all branches must agree";
        self.reading.wrong(BODY_KIND, marker, message);
        self.node(id)
    }

    /// Builds the contributions of a neutral body.
    fn neutral(&mut self, id: RawId, into: Into) -> Vec<Entry> {
        if self.is_empty(id) {
            return Vec::new();
        }
        let raw = self.markup.node(id);
        if let RawKind::Mapping(pairs) = &raw.kind
            && raw.tag.is_none()
            && self.is_statements(pairs)
        {
            return self.entries(pairs, into);
        }
        let node = self.node(id);
        match into {
            Into::Sequence(Kind::Scalar | Kind::Neutral) => vec![Entry::Element(node)],
            _ => vec![Entry::Insert(node)],
        }
    }

    /// Builds the elements of a body of a sequence: its items, or the body itself.
    fn elements(&mut self, id: RawId) -> Vec<Entry> {
        let raw = self.markup.node(id);
        let mut entries = Vec::new();
        match &raw.kind {
            RawKind::Sequence(items) => {
                for item in items {
                    self.item(*item, &mut entries);
                }
            }
            RawKind::Mapping(pairs) => {
                let kind = self.kind(id);
                entries = self.entries(pairs, Into::Sequence(kind));
            }
            RawKind::Alias(Some(target))
                if !matches!(self.markup.node(*target).kind, RawKind::Scalar(..)) =>
            {
                return self.elements(*target);
            }
            _ => {
                let node = self.node(id);
                entries.push(Entry::Element(node));
            }
        }
        entries
    }
}
