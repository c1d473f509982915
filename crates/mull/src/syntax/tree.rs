//! Building of the tree from markup: scalars become values or expressions, aliases become copies, tags become
//! assertions.
//!
//! Out of scope: mappings with statements (see `statements`).

use crate::maps::{HashMap, HashSet};
use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

use hclx_diag::mull_codes::{
    DUPLICATE_ENTRY, FINAL_LINE_BREAK, MERGE_KEY, QUOTATION_NOT_ALLOWED, STATIC_LIMIT, UNSUPPORTED_YAML,
    UNTERMINATED_QUOTATION,
};
use hclx_diag::{Diagnostic, TextRange};

use super::ast::{Entry, NodeId, NodeKind, TypeExpr, TypeKind};
use super::brace::{Keyword, MISPLACED};
use super::markup::{Markup, Origin, RawId, RawKind, RawNode, Style, Tag, TagKind};
use super::quotation::{HoleSource, Parsed, parse_quotation};
use super::reading::{MAX_DEPTH, MAX_EXPANSION, ParseState};
use super::scalar::{MAX_DIGITS, Piece, Pieces, Quotation, Sources, kept, resolve};
use super::statements::Kind;

/// The maximum depth of the tree: an alias repeats nested nodes.
const MAX_TREE_DEPTH: usize = 2 * MAX_DEPTH;

/// Builds the tree of a document. `parsed` is the source of the markup.
pub(super) fn build(
    reading: &mut ParseState,
    markup: &Markup<'_>,
    origin: &Origin,
    parsed: &str,
    file: &str,
) {
    let Some(root) = markup.root else { return };
    let sources = Sources { parsed, file, origin, literal: reading.options.literal };
    let mut tree = Tree {
        reading,
        markup,
        sources,
        expanded: 0,
        copied: None,
        depth: 0,
        zone: Region::Free,
        kinds: HashMap::default(),
        keywords: RefCell::default(),
    };
    if tree.is_empty(root) {
        return;
    }
    let root = tree.root(root);
    tree.reading.root = Some(root);
}

/// Regions of a document by their possible contents: declarations are static except for defaults (Mull §3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Region {
    Free,
    /// The outermost mapping of a document with a header.
    Root,
    /// A mapping of names to declarations.
    Declarations,
    /// Part of a declaration.
    Declaration,
}

impl Region {
    /// The region of the value of a key.
    fn of(self, key: Option<&str>) -> Self {
        match (self, key) {
            (Region::Root, Some("types" | "properties")) | (Region::Declaration, Some("properties")) => {
                Region::Declarations
            }
            (Region::Free | Region::Root, _) | (Region::Declaration, Some("default")) => Region::Free,
            _ => Region::Declaration,
        }
    }
}

/// The state of building.
pub(super) struct Tree<'r, 'm> {
    pub reading: &'r mut ParseState,
    pub markup: &'m Markup<'m>,
    pub sources: Sources<'m>,
    /// The number of nodes created by aliases.
    expanded: usize,
    /// The outermost alias that is being copied.
    copied: Option<TextRange>,
    depth: usize,
    pub zone: Region,
    /// The kinds of mappings that consist of statements.
    pub kinds: HashMap<RawId, Kind>,
    /// The statements in keys with quotations.
    pub keywords: RefCell<HashMap<RawId, Option<Keyword>>>,
}

impl<'m> Tree<'_, 'm> {
    fn root(&mut self, id: RawId) -> NodeId {
        if let RawKind::Mapping(entries) = &self.markup.node(id).kind {
            let schema = entries.iter().find(|(key, _)| self.plain_text(*key) == Some("$schema"));
            let says = || schema.is_none_or(|(_, value)| self.plain_text(*value) == Some("mull:document"));
            if self.reading.options.header.unwrap_or_else(says) {
                self.zone = Region::Root;
            }
        }
        self.node(id)
    }

    /// The decoded contents of a scalar.
    pub(super) fn plain_text(&self, id: RawId) -> Option<&'m str> {
        match &self.markup.node(id).kind {
            RawKind::Scalar(text, _) => Some(text),
            _ => None,
        }
    }

    /// Returns `true` for an empty node.
    pub(super) fn is_empty(&self, id: RawId) -> bool {
        let node = self.markup.node(id);
        matches!(node.kind, RawKind::Scalar(_, Style::Empty)) && node.tag.is_none()
    }

    pub(super) fn range(&self, id: RawId) -> TextRange {
        self.sources.origin.range(&self.markup.node(id).span)
    }

    /// Adds a node.
    pub(super) fn make(&mut self, kind: NodeKind, range: TextRange) -> NodeId {
        self.reading.builder.node(kind, range)
    }

    /// Builds the node of the tree for a node of the markup.
    pub(super) fn node(&mut self, id: RawId) -> NodeId {
        let raw = self.markup.node(id);
        if self.depth >= MAX_TREE_DEPTH {
            let range = self.range(id);
            self.reading.wrong(
                STATIC_LIMIT,
                range,
                format!("nodes nest deeper than the limit of {MAX_TREE_DEPTH}"),
            );
            return self.make(NodeKind::Missing, range);
        }
        self.depth += 1;
        let node = match &raw.tag {
            Some(tag) => self.tagged(id, raw, tag),
            None => self.untagged(id, raw),
        };
        self.depth -= 1;
        node
    }

    fn untagged(&mut self, id: RawId, raw: &'m RawNode<'m>) -> NodeId {
        if self.copied.is_some() {
            self.expanded += 1;
            if self.expanded > MAX_EXPANSION {
                return self.too_many_copies();
            }
        }
        match &raw.kind {
            RawKind::Scalar(text, style) => {
                let pieces = self.sources.pieces(raw);
                match pieces {
                    Pieces::None => self.literal(text, *style, &raw.span),
                    pieces => self.quoted(pieces, raw, *style),
                }
            }
            RawKind::Sequence(items) => self.sequence(id, items),
            RawKind::Mapping(pairs) => self.mapping(id, pairs),
            RawKind::Alias(None) => {
                let range = self.range(id);
                self.make(NodeKind::Missing, range)
            }
            RawKind::Alias(Some(target)) => self.alias(id, *target),
        }
    }

    fn alias(&mut self, id: RawId, target: RawId) -> NodeId {
        let outer = self.copied;
        self.copied = outer.or(Some(self.range(id)));
        let told = self.reading.builder.diagnostics.len();
        let node = self.node(target);
        // findings in a copy have already been reported at the original
        self.reading.builder.diagnostics.truncate(told);
        self.copied = outer;
        node
    }

    fn too_many_copies(&mut self) -> NodeId {
        let range = self.copied.unwrap_or(TextRange::at(0));
        let message = format!("aliases expand to more than the limit of {MAX_EXPANSION} nodes");
        self.reading.wrong(STATIC_LIMIT, range, message);
        self.make(NodeKind::Missing, range)
    }

    // Scalars.

    fn literal(&mut self, text: &str, style: Style, span: &Range<u32>) -> NodeId {
        let range = self.sources.origin.range(span);
        let kind = match style {
            Style::Empty => NodeKind::Null,
            Style::Plain => resolve(text).unwrap_or_else(|_| {
                let message = format!("`{text}` is not supported: JSON has no such number");
                self.reading.wrong(UNSUPPORTED_YAML, range, message);
                NodeKind::Missing
            }),
            _ => NodeKind::String(text.into()),
        };
        if let NodeKind::Number { text, integral: true } = &kind
            && text.len() > MAX_DIGITS
        {
            self.reading.wrong(
                STATIC_LIMIT,
                range,
                format!("this integer has more than the limit of {MAX_DIGITS} digits"),
            );
        }
        let is_string = matches!(kind, NodeKind::String(_));
        let node = self.make(kind, range);
        if is_string {
            self.keep_places(node, text, style, span);
        }
        node
    }

    pub(super) fn keep_places(&mut self, node: NodeId, text: &str, style: Style, span: &Range<u32>) {
        if let Some(places) = kept(self.sources.places(text, style, span)) {
            self.reading.builder.places.push((node, places));
        }
    }

    /// Builds a value from a scalar with quotations.
    fn quoted(&mut self, pieces: Pieces, raw: &RawNode<'_>, style: Style) -> NodeId {
        let range = self.sources.origin.range(&raw.span);
        if style == Style::Block
            && let Pieces::Some(parts) = &pieces
            && let [Piece::Quotation(_), Piece::Text(text, _)] = &parts[..]
            && text.bytes().all(|byte| byte == b'\n')
        {
            let message = "the final line break makes this a string";
            let place = range.in_source(self.reading.source);
            let warning = Diagnostic::warning(FINAL_LINE_BREAK, place, message)
                .help("write `|-` to drop the line break");
            self.reading.builder.diagnostics.push(warning);
        }
        self.text(pieces, range)
    }

    /// Builds the value or key from pieces.
    pub(super) fn text(&mut self, pieces: Pieces, range: TextRange) -> NodeId {
        let pieces = match pieces {
            Pieces::Some(pieces) => pieces,
            Pieces::Unterminated(place) => {
                self.reading.wrong(UNTERMINATED_QUOTATION, place, "unclosed quotation");
                return self.make(NodeKind::Missing, range);
            }
            Pieces::None => Vec::new(),
        };
        let sole = pieces.len() == 1;
        let mut parts = Vec::with_capacity(pieces.len());
        for piece in pieces {
            parts.push(match piece {
                Piece::Text(text, place) => {
                    // A scalar without quotations includes its quotes.
                    let place = if sole { range } else { place };
                    self.make(NodeKind::String(text.into()), place)
                }
                Piece::Quotation(quoted) => self.expression(&quoted),
            });
        }
        match &parts[..] {
            [] => self.make(NodeKind::String("".into()), range),
            [node] if sole => *node,
            _ => self.make(NodeKind::Text(parts.into()), range),
        }
    }

    /// Builds an expression from a quotation.
    fn expression(&mut self, quoted: &Quotation) -> NodeId {
        self.static_place(quoted.range);
        if Keyword::of(&quoted.inside).is_some() {
            self.reading.wrong(QUOTATION_NOT_ALLOWED, quoted.range, MISPLACED);
            return self.make(NodeKind::Missing, quoted.range);
        }
        match self.parse(quoted) {
            Parsed::Expression(node) => node,
            Parsed::Statement(_) => self.make(NodeKind::Missing, quoted.range),
        }
    }

    /// Reports a quotation where only static values are allowed.
    pub(super) fn static_place(&mut self, range: TextRange) {
        if matches!(self.zone, Region::Declarations | Region::Declaration) {
            let message = "declarations are static: only a `default` can contain a quotation";
            self.reading.wrong(QUOTATION_NOT_ALLOWED, range, message);
        }
    }

    pub(super) fn parse(&mut self, quoted: &Quotation) -> Parsed {
        let inside = HoleSource { text: &quoted.inside, places: (&quoted.places[..]).into() };
        parse_quotation(&mut self.reading.builder, &inside, quoted.range)
    }

    // Collections.

    fn sequence(&mut self, id: RawId, items: &'m [RawId]) -> NodeId {
        let mut entries = Vec::with_capacity(items.len());
        for item in items {
            self.item(*item, &mut entries);
        }
        let range = self.range(id);
        self.make(NodeKind::Sequence(entries.into()), range)
    }

    fn mapping(&mut self, id: RawId, pairs: &'m [(RawId, RawId)]) -> NodeId {
        if pairs.iter().any(|(key, _)| self.keyword(*key).is_some()) {
            return self.with_statements(id, pairs);
        }
        let mut entries = Vec::with_capacity(pairs.len());
        let mut seen = Keys::new(pairs.len());
        for (key, value) in pairs {
            entries.push(self.pair(*key, *value, &mut seen));
        }
        let range = self.range(id);
        self.make(NodeKind::Mapping(entries.into()), range)
    }

    /// Builds a plain entry.
    pub(super) fn pair(&mut self, key: RawId, value: RawId, seen: &mut Keys) -> Entry {
        let outer = self.zone;
        let key = self.key(key, seen);
        let text = match &self.reading.builder.nodes[key.0 as usize].kind {
            NodeKind::String(text) => Some(text.as_ref()),
            _ => None,
        };
        // As an ordinary key, `<<` is only surprising if its value could be merged.
        if text.is_some_and(|text| text == "<<") && self.is_inserted(value) {
            let place = self.reading.builder.nodes[key.0 as usize].range.in_source(self.reading.source);
            let finding = Diagnostic::warning(
                MERGE_KEY,
                place,
                "`<<` is an ordinary key: merge keys are not supported",
            );
            self.reading.builder.diagnostics.push(finding.help("write `${insert}` in place of `<<`"));
        }
        let text = text.map(|text| text.to_owned());
        self.zone = outer.of(text.as_deref());
        let value = self.node(value);
        self.zone = outer;
        Entry::Pair { key, value }
    }

    /// Returns `true` for a node that is a valid value of a YAML 1.1 merge key: a mapping, or several.
    fn is_inserted(&self, value: RawId) -> bool {
        match &self.markup.node(value).kind {
            RawKind::Mapping(_) => true,
            RawKind::Alias(Some(target)) => matches!(self.markup.node(*target).kind, RawKind::Mapping(_)),
            RawKind::Sequence(items) => !items.is_empty() && items.iter().all(|item| self.is_inserted(*item)),
            _ => false,
        }
    }

    /// Builds a key that consists of a quotation; even a constant in it is not a static key.
    fn computed_key(&mut self, node: NodeId, range: TextRange) -> NodeId {
        if matches!(self.reading.builder.nodes[node.0 as usize].kind, NodeKind::String(_)) {
            return self.make(NodeKind::Text([node].into()), range);
        }
        self.reading.builder.keys.push((node, range));
        node
    }

    /// Builds the key of a pair.
    pub(super) fn key(&mut self, id: RawId, seen: &mut Keys) -> NodeId {
        let raw = self.markup.node(id);
        let range = self.range(id);
        match &raw.kind {
            RawKind::Scalar(text, style) => {
                if let Some(tag) = &raw.tag
                    && !matches!(tag.kind, TagKind::Core(_))
                {
                    self.reading.wrong(UNSUPPORTED_YAML, range, "a key cannot have a tag");
                }
                match self.sources.pieces(raw) {
                    Pieces::None => {
                        let text: Arc<str> = text.as_ref().into();
                        self.unique(&text, range, seen);
                        let node = self.make(NodeKind::String(text.clone()), range);
                        self.keep_places(node, &text, *style, &raw.span);
                        node
                    }
                    pieces => {
                        let sole = pieces.sole().is_some();
                        let node = self.text(pieces, range);
                        if sole {
                            return self.computed_key(node, range);
                        }
                        if let NodeKind::String(text) = &self.reading.builder.nodes[node.0 as usize].kind {
                            let text = text.clone();
                            self.unique(&text, range, seen);
                        }
                        node
                    }
                }
            }
            RawKind::Alias(Some(target)) if self.plain_text(*target).is_some() => self.key(*target, seen),
            RawKind::Alias(None) => self.make(NodeKind::Missing, range),
            _ => {
                let first = self.first_character(range);
                let help = self.braces(range);
                self.reading.wrong_but((UNSUPPORTED_YAML, first), "a key must be a scalar", help);
                self.make(NodeKind::Missing, range)
            }
        }
    }

    /// The help for `{{ … }}`, which inserts a value in template languages: the equivalent quotation.
    fn braces(&self, inner: TextRange) -> Option<String> {
        let file = &self.sources.file;
        let before = file.get(..inner.start as usize)?.ends_with('{');
        let after = file.get(inner.end as usize..)?.starts_with('}');
        let inside = file.get(inner.range())?.strip_prefix('{')?.strip_suffix('}')?.trim();
        let inside = inside.trim_matches('-').trim().trim_start_matches('.');
        let is_short = !inside.is_empty() && inside.len() <= 60 && !inside.contains('\n');
        (before && after && is_short).then(|| format!("write `${{{inside}}}` to insert a value"))
    }

    fn first_character(&self, range: TextRange) -> TextRange {
        let rest = self.sources.file.get(range.range()).unwrap_or_default();
        let len = rest.chars().next().map_or(0, char::len_utf8);
        TextRange::new(range.start, range.start + len as u32)
    }

    fn unique(&mut self, text: &Arc<str>, range: TextRange, seen: &mut Keys) {
        if !seen.insert(text) {
            self.reading.wrong(DUPLICATE_ENTRY, range, format!("duplicate key `{text}`"));
        }
    }

    // Tags.

    fn tagged(&mut self, id: RawId, raw: &'m RawNode<'m>, tag: &Tag) -> NodeId {
        let place = self.sources.origin.range(&tag.span);
        match &tag.kind {
            TagKind::Core(name) => self.core_tag(id, raw, name),
            TagKind::Local(name) => {
                let value = self.untagged(id, raw);
                match self.type_of_tag(name, place) {
                    Some(ty) => {
                        let range = place.cover(self.reading.builder.nodes[value.0 as usize].range);
                        self.make(NodeKind::Assert { ty: Arc::new(ty), value, entries: false }, range)
                    }
                    None => value,
                }
            }
            TagKind::Other(name) => {
                let message = format!("the tag `{name}` is not supported");
                let node = self.range(id);
                self.reading.wrong_but((UNSUPPORTED_YAML, node), message, Some(KNOWN_TAGS.to_owned()));
                self.untagged(id, raw)
            }
        }
    }

    fn type_of_tag(&mut self, name: &str, place: TextRange) -> Option<TypeExpr> {
        let range = TextRange::new((place.start + 1).min(place.end), place.end);
        let inside = HoleSource { text: name, places: vec![(0, range.start)].into() };
        match super::types::parse_inside(&inside, self.reading.source) {
            Ok(ty) => Some(ty),
            Err(diagnostic) => {
                self.reading.builder.diagnostics.push(diagnostic);
                None
            }
        }
    }

    /// Applies tags such as `!!str`, which re-resolve a scalar or check a node.
    fn core_tag(&mut self, id: RawId, raw: &'m RawNode<'m>, name: &str) -> NodeId {
        let range = self.range(id);
        let fits = match (&raw.kind, name) {
            (RawKind::Sequence(_), "seq") | (RawKind::Mapping(_), "map") => true,
            (RawKind::Scalar(text, style), "str" | "int" | "float" | "bool" | "null") => {
                match self.sources.pieces(raw) {
                    Pieces::None => return self.retyped(raw, text, *style, name),
                    pieces => {
                        // The value is not known yet, so the tag becomes an assertion.
                        let value = self.quoted(pieces, raw, *style);
                        let ty = TypeExpr { kind: basic(name), range };
                        let kind = NodeKind::Assert { ty: Arc::new(ty), value, entries: false };
                        return self.make(kind, range);
                    }
                }
            }
            _ => false,
        };
        if !fits {
            let known = matches!(name, "str" | "int" | "float" | "bool" | "null" | "seq" | "map");
            let (what, help) = if known {
                ("does not apply to this node", None)
            } else {
                ("is not supported", Some(KNOWN_TAGS.to_owned()))
            };
            let message = format!("the tag `!!{name}` {what}");
            self.reading.wrong_but((UNSUPPORTED_YAML, range), message, help);
        }
        self.untagged(id, raw)
    }

    fn retyped(&mut self, raw: &RawNode<'_>, text: &str, style: Style, name: &str) -> NodeId {
        let range = self.sources.origin.range(&raw.span);
        let kind = match (name, resolve(text)) {
            ("str", _) => {
                let node = self.make(NodeKind::String(text.into()), range);
                self.keep_places(node, text, style, &raw.span);
                return node;
            }
            ("int", Ok(kind @ NodeKind::Number { integral: true, .. }))
            | ("bool", Ok(kind @ NodeKind::Bool(_)))
            | ("null", Ok(kind @ NodeKind::Null)) => kind,
            ("float", Ok(NodeKind::Number { text, .. })) => NodeKind::Number { text, integral: false },
            _ => {
                let message = format!("`{text}` is not a value of the tag `!!{name}`");
                self.reading.wrong(UNSUPPORTED_YAML, range, message);
                NodeKind::Missing
            }
        };
        self.make(kind, range)
    }
}

/// The help with the supported tags.
const KNOWN_TAGS: &str = "supported tags: `!!str`, `!!int`, `!!float`, `!!bool`, `!!null`, `!!seq`, `!!map`, and `!T` for a type T";

fn basic(tag: &str) -> TypeKind {
    match tag {
        "str" => TypeKind::String,
        "int" => TypeKind::Int,
        "float" => TypeKind::Number,
        "bool" => TypeKind::Bool,
        _ => TypeKind::None,
    }
}

/// The keys of a mapping so far. Small mappings are searched, large ones hashed.
pub(super) enum Keys {
    Few(Vec<Arc<str>>),
    Many(HashSet<Arc<str>>),
}

impl Keys {
    pub(super) fn new(keys: usize) -> Self {
        if keys <= 8 {
            Keys::Few(Vec::new())
        } else {
            Keys::Many(HashSet::with_capacity_and_hasher(keys, Default::default()))
        }
    }

    /// Adds a key; returns `true` if it is new.
    fn insert(&mut self, key: &Arc<str>) -> bool {
        match self {
            Keys::Few(keys) if keys.contains(key) => false,
            Keys::Few(keys) => {
                keys.push(key.clone());
                true
            }
            Keys::Many(keys) => keys.insert(key.clone()),
        }
    }
}
