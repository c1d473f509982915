//! Completion of attributes and blocks in a body.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use hclx_analysis::bodies::{Documentation, Header, headers};
use hclx_analysis::symbols::{Declares, SymbolRow};
use hclx_analysis::{Construct, Offer, Snapshot, query};
use hclx_core::TypeKind;
use hclx_diag::SourceId;
use hclx_schema::{Attribute, Nested};
use hclx_syntax::ast::{BodyId, Item, Tree};
use hclx_syntax::cursor::OpenBody;

use super::frequency::in_body;
use super::surroundings::last;
use super::workspace_names::{Elsewhere, Names, Set};
use super::{Candidate, CandidateKind, CompletionRequest, Rank};

type HashMap<K, V> = std::collections::HashMap<K, V, foldhash::fast::RandomState>;

impl CompletionRequest<'_> {
    /// Adds the attributes and blocks that are still allowed, required ones first.
    pub(super) fn body(&mut self) {
        let Some(schema) = self.expected.body.clone() else { return };
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
                // A block that can be written as an attribute too is offered once.
                nested.also_attribute && found.iter().any(|candidate| candidate.name == *nested.block_type);
            let is_named = !nested.block_type.is_empty() && self.is_typed(&nested.block_type);
            if !is_full && !is_attribute && is_named {
                let is_missing = count(&nested.block_type) < nested.min;
                found.push(self.block(nested, is_missing));
            }
        }
        if schema.blocks().iter().chain(&schema.any_block).any(|nested| nested.dynamic) {
            let docs = self.sentence(|table, _| table.find(&["dynamic"]).map(|(_, sentence)| sentence));
            found.push(Candidate { docs, ..dynamic() });
        }
        found.extend(self.missing_names(&open));
        if schema.any_attribute.is_some() || schema.any_block.is_some() {
            let is_known = |name: &str| found.iter().any(|one| one.name == name);
            let others = Elsewhere::of(self.place.snapshot);
            let others = others.like(&self.at.cursor.bodies);
            let others = others.iter().map(|(name, set)| (&**name, *set)).filter(|(name, _)| !is_known(name));
            // the word that is being written does not count
            let word = self.at.text(self.at.cursor.word);
            let others = others.filter(|(name, set)| set.count > 1 || *name != word);
            let others = others.filter(|(name, set)| set.is_block || !is_given(name));
            let others = others.filter(|(name, _)| self.is_typed(name));
            let others: Vec<Candidate> = others.map(|(name, set)| self.set_elsewhere(name, set)).collect();
            found.extend(others);
        }
        let uses = self.uses(&open, &found);
        for (one, used) in found.iter_mut().zip(uses) {
            one.rank.closeness = Reverse(one.rank.closeness.0.saturating_add(used));
        }
        self.order(&mut found);
        self.candidates.extend(found);
    }

    /// Orders parts of the body as the language offers them, and leaves out those that it does not. At the root of a file,
    /// what the file has most comes first.
    fn order(&self, found: &mut Vec<Candidate>) {
        let around = headers(&self.at.cursor);
        let given = self.at.cursor.bodies.last().map(|open| &*open.items).unwrap_or_default();
        let uses = |name: &str| given.iter().filter(|one| one.name == name && one.is_block).count();
        found.retain_mut(|one| {
            if let Some(releases) = self.offers().releases(&around, &one.name) {
                one.noun = format!("{}, {releases}", one.noun);
            }
            match self.offers().of(Construct::Part(&around, &one.name)) {
                Offer::ByUse => {}
                Offer::At(distance) => {
                    let closeness = Reverse(u16::try_from(uses(&one.name)).unwrap_or(u16::MAX));
                    one.rank = Rank { group: one.rank.group, closeness, distance, ..Rank::default() };
                }
                Offer::Later => one.rank.group += 2,
                Offer::Last => one.rank.group = u8::MAX,
                Offer::Nowhere => return false,
            }
            true
        });
    }

    /// The names that references need and that nothing declares, in a body whose attributes are declarations.
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
        if !self.is_assigned() && !self.is_json() {
            candidate.text = format!("{} = ", one.name);
            candidate.snippet = snippet(one);
        }
        candidate
    }

    fn block(&self, nested: &Nested, is_missing: bool) -> Candidate {
        let noun = if is_missing { "required block" } else { "block" };
        let mut candidate = Candidate::new(&*nested.block_type, CandidateKind::Block, noun);
        let of_block = |table: &Documentation, blocks: &[Header<'_>]| {
            table.of_block(&[blocks, &[(&*nested.block_type, Vec::new())]].concat())
        };
        candidate.docs = nested.docs.clone().or_else(|| self.sentence(of_block));
        candidate.is_deprecated = nested.deprecated.is_some();
        candidate.rank = Rank {
            group: if is_missing { 0 } else { 1 + u8::from(candidate.is_deprecated) },
            distance: 1,
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

    /// The language's description of a part of the body.
    fn sentence(
        &self,
        find: impl Fn(&Documentation, &[Header<'_>]) -> Option<&'static str>,
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

/// The weight of a block with the same type and label; one that only has the same type weighs 1.
const SAME: u16 = 16;

/// The names in the bodies of a file, by the types of blocks.
#[derive(Default)]
pub(super) struct Similar(HashMap<Box<str>, OfType>);

/// The names in the bodies of blocks of a type.
#[derive(Default)]
struct OfType {
    all: HashMap<Box<str>, u16>,
    /// Those of blocks with a first label; it is empty for blocks without labels.
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

    /// The weight of a name in the bodies of blocks with a type and, if it is the same, a first label.
    fn count(&self, (block_type, label): (&str, Option<&str>), name: &str) -> u16 {
        let Some(of_type) = self.0.get(block_type) else { return 0 };
        let count = |counts: Option<&HashMap<Box<str>, u16>>| {
            counts.and_then(|counts| counts.get(name)).copied().unwrap_or_default()
        };
        let same = of_type.by_label.get(label.unwrap_or_default());
        // Blocks with the same label are among all of their type, so they count once already.
        count(Some(&of_type.all)).saturating_add(count(same).saturating_mul(SAME - 1))
    }
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
