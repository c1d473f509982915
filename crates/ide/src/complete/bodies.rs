//! Completion of attributes and blocks in a body.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use hclx_analysis::bodies::{Documentation, Header, headers};
use hclx_analysis::symbols::{Declares, SymbolRow};
use hclx_analysis::{Construct, Offer, Snapshot, query};
use hclx_core::TypeKind;
use hclx_diag::{Arrange, SourceId, TextRange};
use hclx_schema::{Attribute, Block, Nested};
use hclx_syntax::ast::{BodyId, Item, Tree};
use hclx_syntax::cursor::{OpenBody, WrittenStep};

use super::frequency::{counts, in_body};
use super::rank::words;
use super::surroundings::last;
use super::workspace_names::{Elsewhere, Names, OWN, Set};
use super::{Candidate, CandidateKind, CompletionRequest, Rank, types};

type HashMap<K, V> = std::collections::HashMap<K, V, foldhash::fast::RandomState>;

impl CompletionRequest<'_> {
    /// Adds the attributes and blocks that are still allowed, required ones first.
    pub(super) fn body(&mut self) {
        // the possible contents of a body of unknown type can only be inferred from other bodies
        let schema = self.expected.body.clone().unwrap_or_else(Block::opaque);
        let Some(open) = self.at.cursor.bodies.last().cloned() else { return };
        let is_given = |name: &str| open.items.iter().any(|item| item.name == name);
        let settable = schema.attributes().iter().filter(|one| one.is_settable() && one.removed.is_none());
        let settable = settable.filter(|one| self.is_typed(&one.name));
        let mut found: Vec<Candidate> =
            settable.filter(|one| !is_given(&one.name)).map(|one| self.attribute(one)).collect();
        let count = |name: &str| open.items.iter().filter(|item| item.name == name).count();
        for nested in schema.blocks().iter().filter(|nested| nested.removed.is_none()) {
            let is_full = nested.most().is_some_and(|most| count(&nested.block_type) >= most);
            let is_attribute =
                // A block that can also be written as an attribute is offered once.
                nested.also_attribute && found.iter().any(|candidate| candidate.name == *nested.block_type);
            let is_named = !nested.block_type.is_empty() && self.is_typed(&nested.block_type);
            if !is_full && !is_attribute && is_named {
                let is_missing = count(&nested.block_type) < nested.min;
                found.push(self.block(nested, is_missing));
            }
        }
        let is_known = self.expected.body.is_some();
        if is_known && schema.blocks().iter().chain(&schema.any_block).any(|nested| nested.dynamic) {
            let docs = self.sentence(|table, _| table.find(&["dynamic"]).map(|(_, sentence)| sentence));
            found.push(Candidate { docs, ..dynamic() });
        }
        found.extend(self.missing_names(&open));
        if schema.any_attribute.is_some() || schema.any_block.is_some() {
            self.names_elsewhere(&open, &mut found);
        } else if self.at.cursor.bodies.len() == 1
            && schema.attributes().is_empty()
            && schema.blocks().is_empty()
        {
            self.names_of_values_files(&open, &mut found);
        }
        let uses = self.uses(&open, &found);
        for (one, used) in found.iter_mut().zip(uses) {
            one.rank.closeness = Reverse(one.rank.closeness.0.saturating_add(used));
        }
        self.order(&mut found);
        self.candidates.extend(found);
    }

    /// Adds the names at the roots of other files of the same kind, for a file of values whose variables are not here.
    fn names_of_values_files(&self, open: &OpenBody, found: &mut Vec<Candidate>) {
        for (name, set) in Elsewhere::of(self.place.snapshot).roots_like(self.place.snapshot, self.at.file) {
            let is_given = open.items.iter().any(|item| item.name == *name);
            if !is_given && self.is_typed(&name) {
                found.push(self.set_elsewhere(&name, set));
            }
        }
    }

    /// Adds the names that bodies of the same type set elsewhere, then the names in similar bodies and the names of
    /// values in scope.
    fn names_elsewhere(&self, open: &OpenBody, found: &mut Vec<Candidate>) {
        let bodies = &self.at.cursor.bodies;
        let known = Elsewhere::of(self.place.snapshot);
        // the word that is being typed does not count
        let word = self.at.text(self.at.cursor.word);
        let is_given = |name: &str| open.items.iter().any(|item| item.name == name);
        let declares = |row: &SymbolRow| row.block == open.block_type && row.declares == Declares::Attributes;
        let is_declaring = self.unit.language.row().symbols.iter().any(declares);
        let akin = if is_declaring { Names::new() } else { known.akin(bodies) };
        let mut taken: HashSet<String> = found.iter().map(|candidate| candidate.name.clone()).collect();
        for (group, names) in [(1, known.like(bodies)), (2, akin)] {
            for (name, set) in names {
                let is_free = (set.count > 1 || *name != *word) && (set.is_block || !is_given(&name));
                if is_free && self.is_typed(&name) && taken.insert(name.to_string()) {
                    let rank = Rank { group, closeness: Reverse(set.count), ..Rank::default() };
                    found.push(Candidate { rank, ..self.set_elsewhere(&name, set) });
                }
            }
        }
        if bodies.len() < 2 || is_declaring {
            return;
        }
        for name in self.names_of_values() {
            if !is_given(&name) && self.is_typed(&name) && taken.insert(name.clone()) {
                let rank = Rank { group: 2, ..Rank::default() };
                let candidate = self.set_elsewhere(&name, Set::default());
                found.push(Candidate { rank, noun: "name of a value".to_owned(), ..candidate });
            }
        }
        let others = self.words_elsewhere(|name| !is_given(name) && !taken.contains(name));
        let candidate = |(name, rank)| Candidate {
            rank,
            ..Candidate::new(name, CandidateKind::Attribute, "written elsewhere")
        };
        found.extend(others.into_iter().map(candidate));
    }

    /// The words of the workspace that match what is typed, those of the unit and those most used first, for places where
    /// no names are known.
    pub(super) fn words_elsewhere(&self, is_new: impl Fn(&str) -> bool) -> Vec<(String, Rank)> {
        // the word that is being written does not count
        let own = self.at.text(self.at.cursor.word).trim_matches('"');
        let is_wanted = |name: &str| self.is_typed(name) && is_new(name);
        let mut words = Elsewhere::words(self.place.snapshot, &self.unit.files, is_wanted);
        words.retain(|(name, count)| **name != *own || *count > OWN);
        words.arrange_by(|(one, count), (other, often)| (often, one).cmp(&(count, other)));
        self.is_cut.set(self.is_cut.get() || words.len() > MOST_WORDS);
        words.truncate(MOST_WORDS);
        let closeness = |count: u32| Reverse(u16::try_from(count).unwrap_or(u16::MAX));
        let rank = |count| Rank { group: UNRELATED, closeness: closeness(count), ..Rank::default() };
        words.into_iter().map(|(name, count)| (name.as_ref().into(), rank(count))).collect()
    }

    /// The names of variables, local values and attributes of elements in scope: an argument often has the name of the value
    /// that it receives.
    pub(super) fn names_of_values(&self) -> Vec<String> {
        let scope = self.scope();
        let values = scope.iter().filter(|name| matches!(name.noun, "variable" | "local value"));
        let mut names: Vec<String> = values.map(|name| last(&name.address).to_owned()).collect();
        let known = Elsewhere::of(self.place.snapshot);
        for element in scope.iter().filter(|name| name.element_of.is_some()) {
            let steps = element.address.split('.').enumerate().map(|(at, name)| match at {
                0 => WrittenStep::Root(name.to_owned()),
                _ => WrittenStep::Name(name.to_owned()),
            });
            let steps: Vec<WrittenStep> = steps.collect();
            let ty = self.type_of((&steps, TextRange::at(0)), &scope);
            match ty.as_ref().and_then(types::object) {
                Some(object) => names.extend(object.attributes().iter().map(|part| part.name.to_string())),
                None => names.extend(known.after(&element.address).into_keys().map(str::to_owned)),
            }
        }
        names
    }

    /// The closeness of an item at the root of a file: the number that the file already has, and the share of other
    /// files with its name that have one.
    fn root_uses(&self) -> impl Fn(&str) -> Reverse<u16> {
        let path = self.place.snapshot.path(self.at.file);
        let known = Elsewhere::of(self.place.snapshot);
        let (files, names) = known.roots(self.place.snapshot, hclx_analysis::file_name(&path));
        let shares =
            names.into_iter().map(|(name, count)| (name.to_owned(), MOST_SHARE * count / files.max(1)));
        let shares: HashMap<String, u16> = shares.collect();
        let given = self.at.cursor.bodies.last().map(|open| &*open.items).unwrap_or_default();
        let file = hclx_analysis::file_name(&path);
        let stem: Vec<_> = words(file.split('.').next().unwrap_or_default()).map(Cow::into_owned).collect();
        let homes = self.unit.language.row().editor.homes.iter();
        let home = homes
            .filter(|(_, home)| words(home).eq(stem.iter().map(String::as_str)))
            .map(|(block, _)| *block);
        let home: Vec<&str> = home.collect();
        move |name| {
            let own = given.iter().filter(|item| item.name == name).count();
            let own = u16::try_from(own).unwrap_or(u16::MAX).saturating_mul(GIVEN);
            let share = shares.get(name).copied().unwrap_or_default();
            Reverse(own.saturating_add(if home.contains(&name) { MOST_SHARE } else { share }))
        }
    }

    /// Returns `true` if an attribute of the body brings names into scope that the body mentions.
    fn is_needed(&self, name: &str) -> bool {
        let mut needs =
            self.unit.language.row().editor.needs.iter().filter(|(_, attribute)| *attribute == name);
        let range = self.at.cursor.bodies.last().and_then(|open| self.at.range_of(open));
        let mentions = counts(self.place.snapshot, self.at.file);
        range.is_some_and(|range| needs.any(|(root, _)| mentions.is_root_in(root, range)))
    }

    /// Orders items of the body as the language offers them, and removes those that it does not offer. At the root of a
    /// file, the most frequent items of the file come first.
    fn order(&self, found: &mut Vec<Candidate>) {
        let around = headers(&self.at.cursor);
        let uses = around.is_empty().then(|| self.root_uses());
        found.retain_mut(|one| {
            if let Some(uses) = &uses {
                one.rank.closeness = uses(&one.name);
            }
            if let Some(releases) = self.offers().releases(&around, &one.name) {
                one.noun = format!("{}, {releases}", one.noun);
            }
            match self.offers().of(Construct::Part(&around, &one.name)) {
                Offer::ByUse => {}
                Offer::At(distance) => {
                    let Rank { group, closeness, .. } = one.rank;
                    one.rank = Rank { group, closeness, distance, ..Rank::default() };
                }
                Offer::Later if around.len() == 1 && self.is_needed(&one.name) => one.rank.group = 0,
                Offer::Later => one.rank.group += 2,
                Offer::Last => one.rank.group = u8::MAX,
                Offer::Nowhere => return false,
            }
            true
        });
    }

    /// The undeclared names that references need, in a body whose attributes are declarations.
    fn missing_names(&self, open: &OpenBody) -> Vec<Candidate> {
        let rows = self.unit.language.row().symbols;
        let is_own = |row: &&SymbolRow| {
            row.block == open.block_type && row.declares == Declares::Attributes && !row.root.is_empty()
        };
        let Some(row) = rows.iter().find(is_own) else { return Vec::new() };
        let symbols = self.place.snapshot.symbols(self.unit);
        let known: HashSet<&str> = symbols.declared().map(|symbol| &*symbol.key.key).collect();
        let name = |address: &str| {
            let name = address.strip_prefix(row.root)?.strip_prefix('.')?;
            (!name.contains('.') && !known.contains(address)).then(|| name.to_owned())
        };
        let missing: BTreeSet<String> =
            self.habits().mentions().filter_map(|(address, _)| name(address)).collect();
        let candidate = |name: String| {
            let text = if self.is_assigned() { name.clone() } else { format!("{name} = ") };
            Candidate { text, ..Candidate::new(name, CandidateKind::Attribute, "used, but not declared") }
        };
        missing.into_iter().filter(|name| self.is_typed(name)).map(candidate).collect()
    }

    /// A name that other bodies set.
    fn set_elsewhere(&self, name: &str, set: Set) -> Candidate {
        let kind = if set.is_block { CandidateKind::Block } else { CandidateKind::Attribute };
        let mut candidate = Candidate::new(name, kind, "set elsewhere");
        candidate.rank = Rank { group: 1, closeness: Reverse(set.count), ..Rank::default() };
        if !self.is_assigned() && !self.is_json() {
            match set.is_block {
                true => candidate.snippet = Some(format!("{name} {{\n  $0\n}}")),
                false => candidate.text = format!("{name} = "),
            }
        }
        candidate
    }

    fn attribute(&self, one: &Attribute) -> Candidate {
        let noun = match (one.required, &one.deprecated) {
            (true, _) => "required",
            (false, Some(_)) => "deprecated",
            (false, None) => "optional",
        };
        let mut candidate = Candidate::new(&*one.name, CandidateKind::Attribute, noun);
        candidate.ty = Some(one.ty.to_string()).filter(|_| !one.ty.is_any());
        candidate.docs =
            one.docs.clone().or_else(|| self.sentence(|table, blocks| table.of_attribute(blocks, &one.name)));
        candidate.is_deprecated = one.deprecated.is_some();
        candidate.rank.group = if one.required { 0 } else { 1 + u8::from(candidate.is_deprecated) };
        candidate.rank.distance = 2 * length(&one.name);
        if !self.is_assigned() && !self.is_json() {
            candidate.text = format!("{} = ", one.name);
            candidate.snippet = snippet(one);
        }
        candidate
    }

    fn block(&self, nested: &Nested, is_missing: bool) -> Candidate {
        let noun = if is_missing { "required block" } else { "block" };
        let mut candidate = Candidate::new(&*nested.block_type, CandidateKind::Block, noun);
        let of_block = |table: &'static Documentation, blocks: &[Header<'_>]| {
            table.of_block(&[blocks, &[(&*nested.block_type, Vec::new())]].concat())
        };
        candidate.docs = nested.docs.clone().or_else(|| self.sentence(of_block));
        candidate.is_deprecated = nested.deprecated.is_some();
        candidate.rank = Rank {
            group: if is_missing { 0 } else { 1 + u8::from(candidate.is_deprecated) },
            distance: 2 * length(&nested.block_type) + 1,
            ..Rank::default()
        };
        if !self.is_assigned() && !self.is_json() {
            let labels: String = nested
                .labels
                .iter()
                .enumerate()
                .map(|(at, label)| format!(" \"${{{}:{label}}}\"", at + 1))
                .collect();
            candidate.snippet = Some(format!("{}{labels} {{\n  $0\n}}", nested.block_type));
        }
        candidate
    }

    /// The language's description of an item of the body.
    fn sentence(
        &self,
        find: impl Fn(&'static Documentation, &[Header<'_>]) -> Option<&'static str>,
    ) -> Option<Arc<str>> {
        find(self.unit.language.row().documentation?, &headers(&self.at.cursor)).map(Into::into)
    }

    fn is_json(&self) -> bool {
        self.place.snapshot.syntax(self.at.file) == hclx_syntax::ast::Language::Json
    }

    /// The closeness of each candidate to the place: the number of similar blocks of the unit that have it, and
    /// whether a value with that name is in scope.
    fn uses(&self, open: &OpenBody, candidates: &[Candidate]) -> Vec<u16> {
        let snapshot = self.place.snapshot;
        let files: Vec<Arc<Similar>> =
            self.unit.files.iter().map(|file| Similar::of(snapshot, *file)).collect();
        let own = open.items.iter().map(|item| &*item.name).collect::<Vec<_>>();
        let scope = if self.at.cursor.bodies.len() > 1 { self.scope() } else { Rc::default() };
        let named = scope.iter().filter(|name| !name.noun.is_empty());
        let mut in_scope: HashMap<&str, u16> =
            candidates.iter().map(|candidate| (&*candidate.name, 0)).collect();
        for name in named.map(|name| last(&name.address)) {
            if let Some(near) = in_scope.get_mut(name) {
                *near = near.saturating_add(2);
            }
        }
        let elsewhere = match self.at.cursor.bodies.len() {
            0 | 1 => Names::new(),
            _ => Elsewhere::of(snapshot).like(&self.at.cursor.bodies),
        };
        let label = open.labels.first().map(String::as_str);
        let of_candidate = |one: &Candidate| {
            let counts = files.iter().map(|file| file.count((&open.block_type, label), &one.name));
            let count = counts.fold(0_u16, u16::saturating_add);
            // the body itself does not count
            let itself = own.iter().filter(|name| ***name == *one.name).count() as u16 * SAME;
            let elsewhere = elsewhere.get(&*one.name).map_or(0, |set| set.count.min(SAME / 2));
            count.saturating_sub(itself).saturating_add(in_scope[&*one.name]).saturating_add(elsewhere)
        };
        candidates.iter().map(of_candidate).collect()
    }
}

/// The group of words without a relation to the place.
const UNRELATED: u8 = 8;

/// The maximum number of words without a relation to the place.
const MOST_WORDS: usize = 500;

/// The weight of an item that the root of a file already has, and the weight of the items that other files with its
/// name have.
const GIVEN: u16 = 2;
const MOST_SHARE: u16 = 4;

/// The weight of a block with the same type and label; a block that only has the same type weighs 1.
const SAME: u16 = 16;

/// The names in the bodies of a file, by the types of blocks.
#[derive(Default)]
pub(super) struct Similar(HashMap<Box<str>, OfType>);

/// The names in the bodies of blocks of a type.
#[derive(Default)]
struct OfType {
    all: HashMap<Box<str>, u16>,
    /// The names in blocks with a first label, which is empty for blocks without labels.
    by_label: HashMap<Box<str>, HashMap<Box<str>, u16>>,
    /// The number of blocks by first label.
    labels: HashMap<Box<str>, u16>,
}

query! {
    /// The bodies in a file, by the types of their blocks.
    struct SimilarInFile(SourceId) -> Similar, of File |SimilarInFile(file)| *file;
    |SimilarInFile(file), snapshot| in_body(snapshot, *file, Similar::add)
}

impl Similar {
    /// The bodies in a file, counted once.
    pub(super) fn of(snapshot: &Snapshot, file: SourceId) -> Arc<Self> {
        snapshot.get(&SimilarInFile(file))
    }

    /// The first labels of blocks of a type, with the number of blocks.
    pub(super) fn labels(&self, block_type: &str) -> impl Iterator<Item = (&str, u16)> {
        let of_type = self.0.get(block_type).into_iter();
        of_type.flat_map(|of_type| of_type.labels.iter().map(|(label, count)| (&**label, *count)))
    }

    fn add(&mut self, tree: &Tree, root: BodyId) {
        let mut left = vec![root];
        while let Some(body) = left.pop() {
            for item in tree.slice(tree.body(body).items) {
                let Item::Block(block) = item else { continue };
                let block = tree.node(*block);
                left.push(block.body);
                let of_type = self.0.entry(tree.text(block.block_type.text).into()).or_default();
                let label = tree.slice(block.labels).first().map(|label| tree.text(label.text));
                if let Some(label) = label {
                    let count = of_type.labels.entry(label.into()).or_default();
                    *count = count.saturating_add(1);
                }
                let own = of_type.by_label.entry(label.unwrap_or_default().into()).or_default();
                for item in tree.slice(tree.body(block.body).items) {
                    let name = match item {
                        Item::Attribute(one) => one.name.text,
                        Item::Block(block) => tree.node(*block).block_type.text,
                    };
                    for counts in [&mut of_type.all, &mut *own] {
                        let count = counts.entry(tree.text(name).into()).or_default();
                        *count = count.saturating_add(1);
                    }
                }
            }
        }
    }

    /// The weight of a name in the bodies of blocks of a type, which is greater for blocks with the same
    /// first label.
    fn count(&self, (block_type, label): (&str, Option<&str>), name: &str) -> u16 {
        let Some(of_type) = self.0.get(block_type) else { return 0 };
        let count = |counts: Option<&HashMap<Box<str>, u16>>| {
            counts.and_then(|counts| counts.get(name)).copied().unwrap_or_default()
        };
        let same = of_type.by_label.get(label.unwrap_or_default());
        // Blocks with the same label are also among all blocks of their type, so they were already counted
        // once.
        count(Some(&of_type.all)).saturating_add(count(same).saturating_mul(SAME - 1))
    }
}

/// The number of words in a name: among otherwise equal names, those with few words are used most.
fn length(name: &str) -> u8 {
    u8::try_from(words(name).count().min(100)).unwrap_or_default()
}

fn dynamic() -> Candidate {
    let mut candidate = Candidate::new("dynamic", CandidateKind::Block, "block for each element");
    candidate.snippet = Some(
        "dynamic \"${1:block}\" {\n  for_each = ${2:collection}\n  content {\n    $0\n  }\n}".to_owned(),
    );
    candidate.rank = Rank { group: 3, ..Rank::default() };
    candidate
}

/// An attribute with a snippet for its value.
fn snippet(one: &Attribute) -> Option<String> {
    let name = &one.name;
    Some(match one.ty.kind() {
        TypeKind::String if one.allowed.is_empty() => format!("{name} = \"$0\""),
        TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_) => format!("{name} = [$0]"),
        TypeKind::Map(_) | TypeKind::Object(_) => format!("{name} = {{\n  $0\n}}"),
        _ => return None,
    })
}
