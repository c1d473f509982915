//! Completion of values: allowed values, references and functions.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use hclx_analysis::named_strings::NamedString;
use hclx_analysis::symbols::Symbol;
use hclx_analysis::{file_name, file_path};
use hclx_core::{Type, TypeKind};
use hclx_diag::{Arrange, Ordered, OrderedSet};
use hclx_schema::ExprMode;
use hclx_syntax::cursor::{Context, CursorContext};

use super::bodies::Similar;
use super::frequency::call_key;
use super::rank::words;
use super::workspace_names::Elsewhere;
use super::{Candidate, CandidateKind, CompletionRequest, Rank};

/// The weight of a block of the module, relative to one elsewhere.
const ELSEWHERE: u16 = 16;

/// The weight of a type whose words all occur nearby.
const KINSHIP: u16 = 4 * ELSEWHERE;

/// The keywords of type expressions, with snippets and documentation.
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

/// A keyword of type expressions, with its documentation.
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
            Some(ExprMode::ReferenceList) if self.new_names() => return,
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

    /// Adds the names that the block needs, in a list that declares names; returns `false` if there are none.
    fn new_names(&mut self) -> bool {
        let needs = self.needs_of_block();
        let has_some = !needs.is_empty();
        for (name, count) in needs {
            let mut candidate = Candidate::new(name, CandidateKind::Declaration, "used, but not declared");
            candidate.rank = Rank { closeness: Reverse(count), ..Rank::default() };
            self.candidates.push(candidate);
        }
        has_some
    }

    /// Adds a `for` expression.
    pub(super) fn loop_form(&mut self, snippet: &str) {
        let mut candidate = Candidate::new("for", CandidateKind::Keyword, "for expression");
        candidate.snippet = Some(snippet.to_owned());
        candidate.rank = Rank { group: 5, ..Rank::default() };
        self.candidates.push(candidate);
    }

    /// Adds the keywords of type expressions.
    pub(super) fn type_words(&mut self) {
        let is_in_object = matches!(self.at.cursor.around.last(), Some(CursorContext::ObjectValue(_)));
        let is_called = self.at.bytes.get(self.at.cursor.word.end as usize) == Some(&b'(');
        for (at, (word, snippet, docs)) in TYPES.iter().enumerate() {
            if *word == "optional" && !is_in_object {
                continue;
            }
            let mut one = Candidate::new(*word, CandidateKind::Type, "type");
            one.snippet = (word != snippet).then(|| (*snippet).to_owned());
            one.docs = Some((*docs).into());
            // arguments come after those that have arguments
            let (_, uses) = self.habits().counts(&call_key(word));
            one.rank = Rank {
                group: u8::from(is_called && word == snippet),
                closeness: Reverse(if is_called { uses } else { 0 }),
                distance: u8::try_from(at).unwrap_or(u8::MAX),
                ..Rank::default()
            };
            self.candidates.push(one);
        }
    }

    /// Adds the strings and keywords that an attribute allows, and booleans.
    pub(super) fn allowed(&mut self, is_quoted: bool) {
        let is_direct =
            self.at.cursor.around.iter().skip(1).all(|around| matches!(around, CursorContext::Element(_)));
        let attribute =
            self.expected.attribute.as_ref().filter(|_| is_direct).or(self.expected.part.as_ref());
        // values that are not evaluated are written without quotes
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
            self.texts_elsewhere();
        }
        self.paths(start, is_whole);
    }

    /// Adds the declarations that a string in the attribute at this place may name.
    fn named_strings(&mut self) {
        let Some(CursorContext::Attribute(name)) = self.at.cursor.around.first() else { return };
        let block = self.at.cursor.bodies.iter().skip(1).last().map_or("", |body| &*body.block_type);
        let found = self.named_by((block, name), false);
        self.candidates.extend(found);
    }

    /// Adds the strings to which several other bodies of the same type set the attribute at this place.
    fn texts_elsewhere(&mut self) {
        let [CursorContext::Attribute(name)] = &*self.at.cursor.around else { return };
        let texts = Elsewhere::of(self.place.snapshot).texts(&self.at.cursor.bodies, name);
        let word = self.at.text(self.at.cursor.word);
        for (text, set) in texts {
            let others = set.count.saturating_sub(u16::from(*text == *word));
            if others > 1 && !self.candidates.iter().any(|known| *known.name == *text) {
                let rank = Rank { group: 1, closeness: Reverse(others), ..Rank::default() };
                let candidate = Candidate::new(&*text, CandidateKind::Value, "set elsewhere");
                self.candidates.push(Candidate { rank, ..candidate });
            }
        }
        let block = self.at.cursor.bodies.last().map_or("", |body| &*body.block_type);
        for (at, text) in self.usual((block, name)).iter().enumerate() {
            let distance = u8::try_from(at).unwrap_or(u8::MAX);
            let rank = Rank { group: 2, distance, ..Rank::default() };
            self.candidates
                .push(Candidate { rank, ..Candidate::new(*text, CandidateKind::Value, "usual value") });
        }
    }

    /// Common strings for an attribute of a block that accepts any string.
    fn usual(&self, (block, attribute): (&str, &str)) -> &'static [&'static str] {
        let rows = self.unit.language.row().editor.usual.iter();
        let mut texts = rows.filter(|(of_type, name, _)| *of_type == block && *name == attribute);
        texts.next().map_or(&[], |(.., texts)| texts)
    }

    /// The declarations that strings in an attribute of a block name or, without an attribute, in the block's label.
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

    /// Adds the labels of a block: the known ones, otherwise those of other blocks of its type.
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
        let names = Elsewhere::of(self.place.snapshot);
        if self.is_generated() {
            let bodies = &self.at.cursor.bodies;
            let all = names.like(bodies).into_iter().chain(names.akin(bodies));
            let blocks =
                all.filter(|(name, set)| set.is_block && !name.is_empty()).map(|(name, _)| Arc::from(name));
            labels.extend(blocks.filter(|name| !labels.contains(name)).collect::<OrderedSet<_>>());
            if self.expected.labels.is_empty() {
                let others = self.words_elsewhere(|name| !labels.iter().any(|label| **label == *name));
                labels.extend(others.into_iter().map(|(name, _)| Arc::from(name)));
            }
        }
        let usual = match &self.at.cursor.context {
            Context::Header { block_type, labels, .. } if labels.is_empty() => self.usual((block_type, "")),
            _ => &[],
        };
        let new = usual.iter().map(|text| Arc::from(*text)).filter(|text| !labels.contains(text));
        labels.extend(new.collect::<Vec<Arc<str>>>());
        let used = self.labels_elsewhere(!labels.is_empty());
        if labels.is_empty() && self.candidates.is_empty() {
            labels = used.keys().cloned().collect();
        }
        let elsewhere = match &self.at.cursor.context {
            Context::Header { block_type, labels, .. } if labels.is_empty() => names.labels(block_type),
            _ => HashMap::default(),
        };
        let uses = LabelUses {
            missing: self.undeclared_labels(),
            used,
            elsewhere,
            usual,
            around: self.words_of_header(),
        };
        labels.extend(uses.others(&labels));
        if self.is_type_label() {
            let used = uses.used.keys().cloned().chain(uses.elsewhere.keys().map(|label| Arc::from(*label)));
            let known: HashSet<&str> = labels.iter().map(|label| &**label).collect();
            let typed = self.at.text(self.at.cursor.word).trim_matches('"');
            let is_new = |label: &Arc<str>| !known.contains(&**label) && (**label != *typed);
            let new: OrderedSet<Arc<str>> = used.filter(is_new).collect();
            labels.extend(new);
        }
        for label in &labels {
            let mut one = Candidate::new(&**label, CandidateKind::Label, "");
            if !is_quoted {
                one.text = format!("\"{label}\"");
            }
            one.rank = uses.rank(label);
            self.candidates.push(one);
        }
    }

    /// Returns `true` for a label that a name follows, so that it is the type of what the block declares.
    fn is_type_label(&self) -> bool {
        let Context::Header { block_type, labels, .. } = &self.at.cursor.context else { return false };
        let nested = self.expected.body.as_deref().and_then(|body| body.find_block(block_type));
        labels.is_empty() && nested.is_some_and(|nested| nested.labels.len() > 1)
    }

    /// Returns `true` for the label of a `dynamic` block.
    fn is_generated(&self) -> bool {
        matches!(&self.at.cursor.context, Context::Header { block_type, labels, .. }
            if block_type == "dynamic" && labels.is_empty())
    }

    /// The words of the following labels, and of the names of the file and its directory.
    fn words_of_header(&self) -> HashSet<String> {
        let rest = self.at.bytes.get(self.at.cursor.word.end as usize..).unwrap_or_default();
        let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'{')).unwrap_or(rest.len());
        let rest = std::str::from_utf8(&rest[..end]).unwrap_or_default();
        let path = self.place.snapshot.path(self.at.file);
        let folder = file_path::parent(&path).rsplit('/').next().unwrap_or_default();
        // most files with this name contain any kind of block
        let file = file_name(&path).strip_prefix("main.").map_or(file_name(&path), |_| "");
        let all = words(rest).chain(words(file)).chain(words(folder));
        all.map(std::borrow::Cow::into_owned).collect()
    }

    /// The undeclared first labels of blocks of the same type that references need.
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
        let files: Vec<Arc<Similar>> =
            self.unit.files.iter().map(|file| Similar::of(self.place.snapshot, *file)).collect();
        let iterators: HashSet<&str> =
            files.iter().flat_map(|file| file.labels("dynamic").map(|(label, _)| label)).collect();
        let label = |(address, _): (&str, u16)| {
            let inside = match row.root {
                "" => address,
                root => address.strip_prefix(root)?.strip_prefix('.')?,
            };
            let (label, name) = inside.split_once('.')?;
            let is_missing = !name.contains('.') && !declared.contains(address);
            // the iterator of a block may also have an underscore
            let is_type = !row.root.is_empty() || words(label).count() > 1 && !iterators.contains(label);
            (is_missing && is_type).then(|| label.into())
        };
        self.habits().mentions().filter_map(label).collect()
    }

    /// The first labels of other blocks of the same type with the number of blocks, if a name follows such a label or labels are
    /// known.
    fn labels_elsewhere(&self, is_known: bool) -> Ordered<Arc<str>, u16> {
        let mut counts: Ordered<Arc<str>, u16> = Ordered::new();
        let Context::Header { block_type, labels, .. } = &self.at.cursor.context else { return counts };
        if !labels.is_empty() || !is_known && !self.is_type_label() {
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
    /// Undeclared labels of blocks that references need.
    missing: HashSet<Box<str>>,
    /// The number of blocks of the module by label.
    used: Ordered<Arc<str>, u16>,
    /// The number of files of the workspace by label.
    elsewhere: HashMap<&'n str, u16>,
    /// Usual labels.
    usual: &'static [&'static str],
    /// The words of the following name, and of the names of the file and its directory.
    around: HashSet<String>,
}

impl LabelUses<'_> {
    /// The rank of a label: undeclared ones first, then those that the module already has, and names with few
    /// words.
    fn rank(&self, label: &str) -> Rank {
        let counts = [self.used.get(label), self.elsewhere.get(label)];
        let [used, elsewhere] = counts.map(|count| count.copied().unwrap_or_default());
        let closeness = used.saturating_mul(ELSEWHERE).saturating_add(elsewhere.min(ELSEWHERE - 1));
        let closeness = closeness.saturating_add(self.kinship(label));
        Rank {
            group: u8::from(!self.missing.contains(label)),
            closeness: Reverse(closeness),
            distance: match self.usual.iter().position(|text| *text == label) {
                Some(at) => u8::try_from(at).unwrap_or(u8::MAX),
                None => u8::try_from(self.usual.len() + words(label).count()).unwrap_or(u8::MAX),
            },
            ..Rank::default()
        }
    }

    /// The share of a type's words, except that of its provider, that occur nearby.
    fn kinship(&self, label: &str) -> u16 {
        let own: Vec<_> = words(label).skip(1).collect();
        let around = own.iter().filter(|word| self.around.contains(&***word)).count();
        u16::try_from(usize::from(KINSHIP) * around / own.len().max(1)).unwrap_or_default()
    }

    /// The missing labels that are not in a list.
    fn others(&self, labels: &[Arc<str>]) -> Vec<Arc<str>> {
        let missing = self.missing.iter().map(|label| Arc::from(&**label));
        let mut others: Vec<Arc<str>> = missing.filter(|label| !labels.contains(label)).collect();
        others.arrange();
        others
    }
}
