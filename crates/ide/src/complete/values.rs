//! Completion of values: allowed values, references and functions.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use hclx_analysis::named_strings::NamedString;
use hclx_analysis::symbols::Symbol;
use hclx_core::{Type, TypeKind};
use hclx_diag::{Arrange, Ordered};
use hclx_schema::ExprMode;
use hclx_syntax::cursor::{Context, CursorContext};

use super::bodies::Similar;
use super::rank::words;
use super::workspace_names::Elsewhere;
use super::{Candidate, CandidateKind, CompletionRequest, Rank};

/// The weight of a block of the module beside one elsewhere.
const ELSEWHERE: u16 = 16;

/// The words of type expressions, with snippets and documentation.
const TYPES: &[(&str, &str, &str)] = &[
    ("string", "string", "Text: a sequence of Unicode characters."),
    ("number", "number", "A whole number or a fraction."),
    ("bool", "bool", "`true` or `false`."),
    (
        "any",
        "any",
        "Any type: the one of the value that is given. In a collection, one type for all elements.",
    ),
    ("list", "list(${1:string})", "A sequence of values of one type, numbered from 0: `list(string)`."),
    ("set", "set(${1:string})", "Distinct values of one type, without an order: `set(string)`."),
    ("map", "map(${1:string})", "Values of one type by key, which is a string: `map(number)`."),
    (
        "object",
        "object({\n  ${1:name} = ${2:string}\n})",
        "Named attributes, each of its own type: `object({ name = string, size = number })`.",
    ),
    (
        "tuple",
        "tuple([${1:string}])",
        "A fixed number of values, each of its own type: `tuple([string, number])`.",
    ),
    (
        "optional",
        "optional(${1:string})",
        "An attribute of an object that may be absent, with an optional default: `optional(number, 1)`.",
    ),
];

/// A word of type expressions, with its documentation.
pub(super) fn type_word(word: &str) -> Option<(&'static str, &'static str)> {
    TYPES.iter().find(|(name, ..)| *name == word).map(|(name, _, docs)| (*name, *docs))
}

impl CompletionRequest<'_> {
    /// Adds candidates for an expression, or for the next step of one.
    pub(super) fn value(&mut self) {
        let reading = self.expected.attribute.as_ref().map(|attribute| attribute.reading);
        if reading == Some(ExprMode::TypeExpression) {
            return self.type_words();
        }
        if !self.at.cursor.steps.is_empty() {
            return self.members();
        }
        self.allowed(false);
        match reading {
            Some(ExprMode::Keyword | ExprMode::Literal) => return,
            Some(ExprMode::StaticReference | ExprMode::ReferenceList | ExprMode::Opaque) => {
                return self.references();
            }
            _ => {}
        }
        self.indexes(false);
        if matches!(self.at.cursor.around.last(), Some(CursorContext::Element(0))) {
            self.loop_form("for ${1:item} in ${2:collection} : ${0:item}");
        }
        self.references();
        self.functions("");
    }

    /// Adds a `for` expression.
    pub(super) fn loop_form(&mut self, snippet: &str) {
        let mut candidate = Candidate::new("for", CandidateKind::Keyword, "for expression");
        candidate.snippet = Some(snippet.to_owned());
        candidate.rank = Rank { group: 5, ..Rank::default() };
        self.candidates.push(candidate);
    }

    /// Adds the words of type expressions.
    pub(super) fn type_words(&mut self) {
        let is_in_object = matches!(self.at.cursor.around.last(), Some(CursorContext::ObjectValue(_)));
        for (at, (word, snippet, docs)) in TYPES.iter().enumerate() {
            if *word == "optional" && !is_in_object {
                continue;
            }
            let mut one = Candidate::new(*word, CandidateKind::Type, "type");
            one.snippet = (word != snippet).then(|| (*snippet).to_owned());
            one.docs = Some((*docs).into());
            one.rank = Rank { distance: u8::try_from(at).unwrap_or(u8::MAX), ..Rank::default() };
            self.candidates.push(one);
        }
    }

    /// Adds the strings and words that an attribute allows, and booleans.
    pub(super) fn allowed(&mut self, is_quoted: bool) {
        let is_direct =
            self.at.cursor.around.iter().skip(1).all(|around| matches!(around, CursorContext::Element(_)));
        let attribute =
            self.expected.attribute.as_ref().filter(|_| is_direct).or(self.expected.part.as_ref());
        // what is not evaluated is written without quotes
        let is_word = attribute
            .is_some_and(|attribute| matches!(attribute.reading, ExprMode::Keyword | ExprMode::Opaque));
        let texts: Arc<[Arc<str>]> =
            attribute.map(|attribute| Arc::clone(&attribute.allowed)).unwrap_or_else(|| Arc::from([]));
        for (at, text) in texts.iter().enumerate() {
            let mut candidate = Candidate::new(&**text, CandidateKind::Value, "allowed value");
            if !is_quoted && !is_word {
                candidate.text = format!("\"{text}\"");
            }
            candidate.rank = Rank { distance: u8::try_from(at).unwrap_or(u8::MAX), ..Rank::default() };
            self.candidates.push(candidate);
        }
        let is_bool = self.expected.ty.as_ref().is_some_and(|ty| {
            matches!(ty.kind(), TypeKind::Bool)
                || matches!(ty.kind(), TypeKind::Union(members) if members.contains(&Type::BOOL))
        });
        if is_bool && !is_quoted {
            self.candidates
                .extend(["true", "false"].map(|word| Candidate::new(word, CandidateKind::Value, "bool")));
        }
    }

    /// Adds candidates for the contents of a string.
    pub(super) fn text(&mut self, start: u32, is_whole: bool) {
        if is_whole {
            self.allowed(true);
            self.indexes(true);
            self.named_strings();
        }
        self.paths(start, is_whole);
    }

    /// Adds the declarations that a string in the attribute at this place names.
    fn named_strings(&mut self) {
        let Some(CursorContext::Attribute(name)) = self.at.cursor.around.first() else { return };
        let block = self.at.cursor.bodies.iter().skip(1).last().map_or("", |body| &*body.block_type);
        let found = self.named_by((block, name), false);
        self.candidates.extend(found);
    }

    /// The declarations that strings in an attribute of a block name; without an attribute, in the label of the block.
    fn named_by(&self, (block, attribute): (&str, &str), is_bare: bool) -> Vec<Candidate> {
        let bodies = self.at.cursor.bodies.iter().skip(1);
        let around: Vec<(&str, Option<&str>)> =
            bodies.map(|body| (&*body.block_type, body.labels.first().map(String::as_str))).collect();
        let rows = self.unit.language.row().named_strings.iter();
        let is_here = |row: &&NamedString| {
            row.attribute == attribute && (row.block.is_empty() || row.block == block) && !around.is_empty()
        };
        let symbols = self.place.snapshot.symbols(self.unit);
        let is_around = |symbol: &Symbol| {
            symbol.whole.source == self.at.file && symbol.whole.range.contains(self.at.cursor.word)
        };
        let mut found = Vec::new();
        for row in rows.filter(is_here) {
            for symbol in symbols.declared().filter(|symbol| !is_around(symbol)) {
                if let Some(text) = row.text_of(&around, &symbol.key.key) {
                    let mut one = Candidate::new(text, CandidateKind::Declaration, symbol.noun);
                    if is_bare {
                        one.text = format!("\"{}\"", one.name);
                    }
                    found.push(one);
                }
            }
        }
        found
    }

    /// Adds the labels of a block: those that are known, or else those of other blocks of its type.
    pub(super) fn labels(&mut self, is_quoted: bool) {
        let mut labels = self.expected.labels.clone();
        // more are known once the first letters are typed
        if self.at.text(self.at.typed_range()).trim_start_matches('"').len() < 2 {
            self.is_cut.set(true);
        }
        if let Context::Header { block_type, labels, .. } = &self.at.cursor.context
            && labels.is_empty()
        {
            let found = self.named_by((block_type, ""), !is_quoted);
            self.candidates.extend(found);
        }
        let used = self.labels_elsewhere();
        if labels.is_empty() && self.candidates.is_empty() {
            labels = used.keys().cloned().collect();
        }
        let names = Elsewhere::of(self.place.snapshot);
        let elsewhere = match &self.at.cursor.context {
            Context::Header { block_type, labels, .. } if labels.is_empty() => names.labels(block_type),
            _ => HashMap::default(),
        };
        let uses = LabelUses { missing: self.undeclared_labels(), used, elsewhere };
        labels.extend(uses.others(&labels));
        for label in &labels {
            let mut one = Candidate::new(&**label, CandidateKind::Label, "");
            if !is_quoted {
                one.text = format!("\"{label}\"");
            }
            one.rank = uses.rank(label);
            self.candidates.push(one);
        }
    }

    /// The first labels of blocks of the same type that references need and that nothing declares.
    fn undeclared_labels(&self) -> HashSet<Box<str>> {
        let Context::Header { block_type, labels, .. } = &self.at.cursor.context else {
            return HashSet::default();
        };
        let rows = self.unit.language.row().symbols;
        let Some(row) = rows.iter().find(|row| row.block == block_type && labels.is_empty()) else {
            return HashSet::default();
        };
        let symbols = self.place.snapshot.symbols(self.unit);
        let declared: HashSet<&str> = symbols.declared().map(|symbol| &*symbol.key.key).collect();
        let label = |(address, _): (&str, u16)| {
            let inside = match row.root {
                "" => address,
                root => address.strip_prefix(root)?.strip_prefix('.')?,
            };
            let (label, name) = inside.split_once('.')?;
            (!name.contains('.') && !declared.contains(address)).then(|| label.into())
        };
        self.habits().mentions().filter_map(label).collect()
    }

    /// The first labels of other blocks of the same type with the number of blocks, if a name follows such a label.
    fn labels_elsewhere(&self) -> Ordered<Arc<str>, u16> {
        let mut counts: Ordered<Arc<str>, u16> = Ordered::new();
        let Context::Header { block_type, labels, .. } = &self.at.cursor.context else { return counts };
        let nested = self.expected.body.as_deref().and_then(|body| body.find_block(block_type));
        if !labels.is_empty() || nested.is_none_or(|nested| nested.labels.len() < 2) {
            return counts;
        }
        let typed = self.at.text(self.at.cursor.word).trim_matches('"');
        for file in self.unit.files.iter() {
            let similar = Similar::of(self.place.snapshot, *file);
            for (label, count) in similar.labels(block_type) {
                let known = counts.or_default(label.into());
                *known = known.saturating_add(count);
            }
        }
        // the label that is being typed does not count
        let is_used =
            |(label, count): &(Arc<str>, u16)| !label.is_empty() && (*count > 1 || **label != *typed);
        counts.into_iter().filter(is_used).collect()
    }
}

/// The uses of labels.
struct LabelUses<'n> {
    /// Labels of blocks that references need and that nothing declares.
    missing: HashSet<Box<str>>,
    /// The number of blocks of the module by label.
    used: Ordered<Arc<str>, u16>,
    /// The number of files of the workspace by label.
    elsewhere: HashMap<&'n str, u16>,
}

impl LabelUses<'_> {
    /// The rank of a label: what is missing comes first, then what the module has already, and names of few words.
    fn rank(&self, label: &str) -> Rank {
        let counts = [self.used.get(label), self.elsewhere.get(label)];
        let [used, elsewhere] = counts.map(|count| count.copied().unwrap_or_default());
        let closeness = used.saturating_mul(ELSEWHERE).saturating_add(elsewhere.min(ELSEWHERE - 1));
        Rank {
            group: u8::from(!self.missing.contains(label)),
            closeness: Reverse(closeness),
            distance: u8::try_from(words(label).count()).unwrap_or(u8::MAX),
            ..Rank::default()
        }
    }

    /// The missing labels beside others: types of providers that only other modules require.
    fn others(&self, labels: &[Arc<str>]) -> Vec<Arc<str>> {
        fn provider(name: &str) -> Option<&str> {
            name.split_once('_').map(|(provider, _)| provider)
        }
        // the name of a loop can have an underscore too
        let is_of_known = |label: &&str| {
            let own = provider(label);
            own.is_some() && self.elsewhere.keys().any(|other| provider(other) == own)
        };
        let missing = self.missing.iter().map(|label| &**label);
        let others = missing.filter(is_of_known).map(Arc::from);
        let mut others: Vec<Arc<str>> = others.filter(|label| !labels.contains(label)).collect();
        others.arrange();
        others
    }
}
