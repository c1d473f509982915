//! Semantic tokens, derived from lexical tokens, the tree, and symbols.

use hclx_analysis::symbols::{How, SymbolKind, unquoted};
use hclx_analysis::{EditorRow, Snapshot, query};
use hclx_diag::{SourceId, TextRange};
use hclx_eval::Dialect;
use hclx_syntax::ast::{Block, BodyId, ExprKind, Item, Language, Root, Traverse, TraverseKind, Tree};
use hclx_syntax::statics::step_name;
use hclx_syntax::tokens::{Lexeme, LexemeKind, lexemes_around_errors};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::locals::{LocalKind, Locals};
use crate::{Index, Role};

type HashMap<K, V> = std::collections::HashMap<K, V, foldhash::fast::RandomState>;

/// The meaning of a token, in the order of [`TOKEN_KINDS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A variable, a local value, a resource.
    Variable,
    /// The name of a loop.
    Parameter,
    /// An attribute, a key of an object, a member of a value.
    Property,
    /// A function.
    Function,
    /// A word of the language.
    Keyword,
    /// A string, or a part of one.
    String,
    /// A number.
    Number,
    /// An operator.
    Operator,
    /// A block type, or a keyword of a type expression.
    Type,
    /// A call of a module.
    Namespace,
    /// A label from a fixed set, such as a resource type.
    EnumMember,
}

/// The names of kinds in the language server protocol.
pub const TOKEN_KINDS: &[&str] = &[
    "variable",
    "parameter",
    "property",
    "function",
    "keyword",
    "string",
    "number",
    "operator",
    "type",
    "namespace",
    "enumMember",
];

/// The names of modifiers in the protocol, starting from the lowest bit.
pub const TOKEN_MODIFIERS: &[&str] = &["declaration", "defaultLibrary", "deprecated", "readonly", "unused"];

const DECLARATION: u32 = 1;
const DEFAULT_LIBRARY: u32 = 1 << 1;
const DEPRECATED: u32 = 1 << 2;
const READONLY: u32 = 1 << 3;
const UNUSED: u32 = 1 << 4;

/// A token with its meaning, on one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SemanticToken {
    /// The place.
    pub range: TextRange,
    /// The kind.
    pub kind: TokenKind,
    /// The modifiers, as bits.
    pub modifiers: u32,
}

/// First names of references to declarations.
const ROOTS: &[&str] = &[
    "var",
    "local",
    "module",
    "data",
    "ephemeral",
    "output",
    "run",
    "dependency",
    "include",
    "feature",
    "source",
    "target",
    "group",
];

/// The keywords of type expressions.
const TYPES: &[&str] = &[
    "any", "bool", "dynamic", "list", "map", "null", "number", "object", "optional", "set", "string", "tuple",
];

/// Words of expressions and templates.
const KEYWORDS: &[&str] = &["for", "in", "if", "else", "endif", "endfor", "true", "false", "null"];

/// Returns `true` for a keyword of expressions or types.
pub(crate) fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word) || TYPES.contains(&word)
}

/// The lexemes of a file, computed once per version.
pub(crate) fn lexemes(snapshot: &Snapshot, file: SourceId) -> Arc<Vec<Lexeme>> {
    snapshot.get(&Lexemes(file))
}

query! {
    /// The lexemes of a file.
    struct Lexemes(SourceId) -> Vec<Lexeme>, of File |Lexemes(file)| *file;
    |Lexemes(file), snapshot| lexemes_around_errors(&snapshot.contents(*file))
}

/// The meaningful tokens of a file in native syntax, sorted by place; undeclared names are omitted. They are computed
/// once, so the dialect must be that of the file's language.
pub fn tokens(
    snapshot: &Snapshot,
    file: SourceId,
    dialect: Option<&'static Dialect>,
) -> Arc<Vec<SemanticToken>> {
    snapshot.get(&SemanticTokens(ColoredFile { file, dialect }))
}

/// A file with the dialect of its language, which is not part of the key.
#[derive(Clone)]
struct ColoredFile {
    file: SourceId,
    dialect: Option<&'static Dialect>,
}

impl PartialEq for ColoredFile {
    fn eq(&self, other: &Self) -> bool {
        self.file == other.file
    }
}

impl Eq for ColoredFile {}

impl Hash for ColoredFile {
    fn hash<H: Hasher>(&self, to: &mut H) {
        self.file.hash(to);
    }
}

query! {
    /// The meaningful tokens of a file.
    struct SemanticTokens(ColoredFile) -> Vec<SemanticToken>;
    |SemanticTokens(ColoredFile { file, dialect }), snapshot| {
        let parsed = snapshot.parsed(*file);
        if snapshot.syntax(*file) != Language::Native {
            return Vec::new();
        }
        let functions = dialect.map(Dialect::functions);
        // provider functions are only known from schemas
        let is_function = |name: &str| {
            name.contains("::") || functions.is_some_and(|functions| functions.get(name).is_some())
        };
        let names = Names::of(snapshot, *file, &parsed.tree, &is_function);
        let lexemes = lexemes(snapshot, *file);
        let out = Vec::with_capacity(lexemes.len());
        let mut colors = Colors { source: parsed.tree.source(), names: &names.0, out };
        lexemes.iter().for_each(|token| colors.take(token));
        colors.out
    }
}

/// The meaning of names, by their start offset.
struct Names(HashMap<u32, Meaning>);

/// The end of a name, its kind and its modifiers; without a kind, it is not highlighted.
type Meaning = (u32, Option<TokenKind>, u32);

/// Collects the names of a file.
struct Finder<'a> {
    tree: &'a Tree,
    /// First names of references that have no declaration.
    built_in: &'static [&'static str],
    found: HashMap<u32, Meaning>,
}

impl Names {
    fn of(snapshot: &Snapshot, file: SourceId, tree: &Tree, is_function: &dyn Fn(&str) -> bool) -> Self {
        let built_in = snapshot
            .language(file)
            .map_or(EditorRow::PLAIN.built_in, |language| language.row().editor.built_in);
        let mut finder = Finder { tree, built_in, found: HashMap::default() };
        if let Root::Body(root) = tree.root() {
            finder.body(root, 0);
        }
        // The order matters: symbols override the meaning of labels, and references require names that were
        // already found.
        finder.expressions(is_function);
        finder.symbols(snapshot, file);
        finder.references();
        Self(finder.found)
    }
}

impl Finder<'_> {
    fn put(&mut self, range: TextRange, kind: TokenKind, modifiers: u32) {
        self.found.insert(range.start, (range.end, Some(kind), modifiers));
    }

    fn put_none(&mut self, range: TextRange) {
        self.found.insert(range.start, (range.end, None, 0));
    }

    fn body(&mut self, body: BodyId, depth: usize) {
        let tree = self.tree;
        for item in tree.slice(tree.body(body).items) {
            match item {
                Item::Attribute(one) => self.put(one.name.range, TokenKind::Property, 0),
                Item::Block(block) => {
                    let block = tree.node(*block);
                    self.put(block.block_type.range, TokenKind::Type, 0);
                    self.labels(block);
                    if depth == 0 && tree.is_text(block.block_type.text, "variable") {
                        self.type_of(block);
                    }
                    hclx_diag::grow(|| self.body(block.body, depth + 1));
                }
            }
        }
    }

    fn labels(&mut self, block: &Block) {
        for label in self.tree.slice(block.labels) {
            self.put(unquoted(self.tree, label.range), TokenKind::EnumMember, 0);
        }
    }

    /// Marks the type expression of a variable.
    fn type_of(&mut self, block: &Block) {
        let tree = self.tree;
        for item in tree.slice(tree.body(block.body).items) {
            let Item::Attribute(one) = item else { continue };
            if !tree.is_text(one.name.text, "type") {
                continue;
            }
            for id in tree.inside(one.value).collect::<Vec<_>>() {
                let expr = tree.expr(id);
                let name = match expr.kind {
                    ExprKind::Variable(name) => (name, expr.range),
                    ExprKind::Call(call) => (tree.node(call).name.text, tree.node(call).name.range),
                    _ => continue,
                };
                if TYPES.contains(&tree.text(name.0)) {
                    self.put(name.1, TokenKind::Type, DEFAULT_LIBRARY);
                }
            }
        }
    }

    /// Marks calls and object keys.
    fn expressions(&mut self, is_function: &dyn Fn(&str) -> bool) {
        let tree = self.tree;
        for id in tree.expr_ids() {
            match tree.expr(id).kind {
                ExprKind::Call(call) => {
                    let name = tree.node(call).name;
                    let text = tree.text(name.text);
                    match is_function(text) {
                        // Keywords of type expressions look like calls and are already marked.
                        _ if self.found.contains_key(&name.range.start) => {}
                        true => self.function(text, name.range),
                        false => self.put_none(name.range),
                    }
                }
                ExprKind::Object(items) => {
                    for item in tree.slice(items).iter().filter(|item| item.bare) {
                        self.put(tree.expr(item.key).range, TokenKind::Property, 0);
                    }
                }
                _ => {}
            }
        }
    }

    /// Marks a function; the parts before the last `::` are namespaces.
    fn function(&mut self, text: &str, range: TextRange) {
        let mut start = range.start;
        let written = self.tree.written(range).into_owned();
        let parts: Vec<&str> = written.split("::").collect();
        let last = parts.len() - 1;
        let library = if text.contains("::") { 0 } else { DEFAULT_LIBRARY };
        for (number, part) in parts.into_iter().enumerate() {
            let place = TextRange::new(start, start + part.len() as u32);
            match number == last {
                true => self.put(place, TokenKind::Function, library),
                false => self.put(place, TokenKind::Namespace, 0),
            }
            start = place.end + 2;
        }
    }

    /// Marks names of declarations and loops.
    fn symbols(&mut self, snapshot: &Snapshot, file: SourceId) {
        let index = Index::of(snapshot);
        let mut modifiers = HashMap::default();
        for (span, key) in index.names(file) {
            let Some(symbol) = index.symbol(key) else { continue };
            let kind = match symbol.kind {
                SymbolKind::Module => TokenKind::Namespace,
                SymbolKind::Output => TokenKind::Property,
                // an argument, or an entry of a values file, is highlighted as an attribute
                _ if index.role(key, span) == Some(Role::Mentioned(How::Gives)) => TokenKind::Property,
                _ => TokenKind::Variable,
            };
            let of_all = *modifiers.entry(key).or_insert_with(|| {
                let is_used = index.places(key).len() > index.declarations(key);
                // Resources and outputs have an effect even if nothing refers to them.
                let is_read =
                    matches!(symbol.kind, SymbolKind::Variable | SymbolKind::Local | SymbolKind::Data);
                let unused = if is_read && !is_used { UNUSED } else { 0 };
                unused | if crate::names::is_deprecated(snapshot, symbol) { DEPRECATED } else { 0 }
            });
            let declared = if span == symbol.name { DECLARATION } else { 0 };
            self.put(span.range, kind, of_all | declared);
        }
        for (place, name) in Locals::of(snapshot, file).places() {
            let modifiers = if place == name.place { DECLARATION } else { 0 };
            match name.kind {
                LocalKind::Loop => self.put(place, TokenKind::Parameter, modifiers),
                LocalKind::Iterator { is_label } if !is_label || place != name.place => {
                    self.put(place, TokenKind::Parameter, modifiers);
                }
                LocalKind::Iterator { .. } => {}
                LocalKind::Instance if place != name.place => {
                    self.put(place, TokenKind::Variable, DEFAULT_LIBRARY | READONLY);
                }
                LocalKind::Instance => {}
            }
        }
    }

    /// Marks the first names and members of references.
    fn references(&mut self) {
        let tree = self.tree;
        for id in tree.expr_ids() {
            let (base, steps) = match tree.expr(id).kind {
                ExprKind::Traversal { base, steps } => (base, tree.slice(steps)),
                _ => (id, &[][..]),
            };
            match tree.expr(base).kind {
                ExprKind::Variable(name) => self.reference((tree.text(name), tree.expr(base).range), steps),
                // members of an expression's value
                _ => self.members(steps),
            }
        }
    }

    /// Marks a reference: its members are highlighted if their base is.
    fn reference(&mut self, (root, place): (&str, TextRange), steps: &[Traverse]) {
        if self.found.contains_key(&place.start) {
            return self.members(steps);
        }
        if self.built_in.contains(&root) {
            self.put(place, TokenKind::Variable, DEFAULT_LIBRARY | READONLY);
            return self.members(steps);
        }
        let is_declared = |step: &Traverse| is_declared_at(&self.found, self.tree, step);
        let Some(declared) = steps.iter().position(is_declared) else { return };
        let kind = if ROOTS.contains(&root) { TokenKind::Keyword } else { TokenKind::EnumMember };
        self.put(place, kind, 0);
        for step in &steps[..declared] {
            self.put(step_name(self.tree, step), TokenKind::EnumMember, 0);
        }
        // the name after a call is an output of its module, if the module declares it
        let is_call = self.found.get(&step_name(self.tree, &steps[declared]).start);
        let is_call = is_call.is_some_and(|(_, kind, _)| *kind == Some(TokenKind::Namespace));
        let rest = &steps[declared + 1..];
        let output = rest.iter().position(|step| matches!(step.kind, TraverseKind::Attr(_)));
        match output.filter(|_| is_call) {
            None => self.members(rest),
            Some(at) if is_declared_at(&self.found, self.tree, &rest[at]) => self.members(&rest[at + 1..]),
            Some(_) => {}
        }
    }

    fn members(&mut self, steps: &[Traverse]) {
        for step in steps.iter().filter(|step| matches!(step.kind, TraverseKind::Attr(_))) {
            let place = step_name(self.tree, step);
            self.found.entry(place.start).or_insert((place.end, Some(TokenKind::Property), 0));
        }
    }
}

fn is_declared_at(found: &HashMap<u32, Meaning>, tree: &Tree, step: &Traverse) -> bool {
    found.contains_key(&step_name(tree, step).start)
}

/// Assigns meanings to lexical tokens.
struct Colors<'a> {
    source: &'a [u8],
    names: &'a HashMap<u32, Meaning>,
    out: Vec<SemanticToken>,
}

impl Colors<'_> {
    fn take(&mut self, token: &Lexeme) {
        let range = token.range;
        let text = &self.source[range.range()];
        match token.kind {
            LexemeKind::Ident | LexemeKind::Literal if self.is_name(range) => {}
            LexemeKind::Ident => {
                let is_keyword = KEYWORDS.iter().any(|word| word.as_bytes() == text);
                if is_keyword {
                    self.put(range, TokenKind::Keyword, 0);
                }
            }
            LexemeKind::Number => self.put(range, TokenKind::Number, 0),
            LexemeKind::OpenQuote | LexemeKind::CloseQuote => self.put(range, TokenKind::String, 0),
            LexemeKind::Literal | LexemeKind::OpenHeredoc | LexemeKind::CloseHeredoc => {
                // Clients cannot show a token that extends into the next line.
                let length =
                    text.iter().rposition(|byte| !matches!(byte, b'\n' | b'\r')).map_or(0, |at| at + 1);
                let range = TextRange::new(range.start, range.start + length as u32);
                if !range.is_empty() {
                    self.put(range, TokenKind::String, 0);
                }
            }
            LexemeKind::Operator | LexemeKind::Bang | LexemeKind::Minus | LexemeKind::FatArrow => {
                self.put(range, TokenKind::Operator, 0);
            }
            _ => {}
        }
    }

    /// Adds a name, highlighted or not; returns `true` if the range starts one.
    fn is_name(&mut self, range: TextRange) -> bool {
        let Some((end, kind, modifiers)) = self.names.get(&range.start).copied() else { return false };
        if let Some(kind) = kind.filter(|_| end == range.end) {
            self.put(range, kind, modifiers);
        }
        end == range.end
    }

    fn put(&mut self, range: TextRange, kind: TokenKind, modifiers: u32) {
        match self.out.last_mut() {
            // merge the parts of a quoted string
            Some(last) if kind == TokenKind::String && last.kind == kind && last.range.end == range.start => {
                last.range.end = range.end;
            }
            _ => self.out.push(SemanticToken { range, kind, modifiers }),
        }
    }
}
