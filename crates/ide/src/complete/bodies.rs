//! Completion of attributes and blocks in a body.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use hclx_analysis::bodies::{Documentation, Header, headers};
use hclx_core::TypeKind;
use hclx_schema::{Attribute, Nested};
use hclx_syntax::ast::{Item, Root, Tree};
use hclx_syntax::cursor::OpenBody;

use super::elsewhere::{Set, Written};
use super::{Asked, Candidate, CandidateKind, Rank};

impl Asked<'_> {
    /// Adds the attributes and blocks that are still allowed, required ones first.
    pub(super) fn body(&mut self) {
        let Some(schema) = self.expected.body.clone() else { return };
        let Some(open) = self.at.cursor.bodies.last().cloned() else { return };
        let uses = self.uses(&open);
        let is_given = |name: &str| open.items.iter().any(|item| item.name == name);
        let settable = schema.attributes().iter().filter(|one| one.is_settable() && one.removed.is_none());
        let mut found: Vec<Candidate> =
            settable.filter(|one| !is_given(&one.name)).map(|one| self.attribute(one)).collect();
        let count = |name: &str| open.items.iter().filter(|item| item.name == name).count();
        for nested in schema.blocks().iter().filter(|nested| nested.removed.is_none()) {
            let is_full = nested.most().is_some_and(|most| count(&nested.block_type) >= most);
            let is_attribute =
                nested.also_attribute && found.iter().any(|one| one.name == *nested.block_type);
            if !is_full && !is_attribute && !nested.block_type.is_empty() {
                let is_missing = count(&nested.block_type) < nested.min;
                found.push(self.block(nested, is_missing));
            }
        }
        if schema.blocks().iter().any(|nested| nested.dynamic) {
            let docs = self.sentence(|table, _| table.find(&["dynamic"]).map(|(_, sentence)| sentence));
            found.push(Candidate { docs, ..dynamic() });
        }
        if schema.any_attribute.is_some() || schema.any_block.is_some() {
            let is_known = |name: &str| found.iter().any(|one| one.name == name);
            let written = Written::of(self.place.snapshot);
            let others = written.like(&self.at.cursor.bodies).filter(|(name, _)| !is_known(name));
            // the word that is being written does not count
            let word = self.at.text(self.at.cursor.word);
            let others = others.filter(|(name, set)| set.count > 1 || *name != word);
            let others = others.filter(|(name, set)| set.is_block || !is_given(name));
            let others: Vec<Candidate> = others.map(|(name, set)| self.set_elsewhere(name, set)).collect();
            found.extend(others);
        }
        for one in &mut found {
            let used = uses.get(&*one.name).copied().unwrap_or_default();
            one.rank.closeness = Reverse(one.rank.closeness.0.saturating_add(used));
        }
        self.candidates.extend(found);
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
        find(self.unit.language.documentation()?, &headers(&self.at.cursor)).map(Into::into)
    }

    fn is_json(&self) -> bool {
        self.place.snapshot.syntax(self.at.file) == hclx_syntax::ast::Language::Json
    }

    /// The closeness of each name to the place: the number of similar blocks of the unit that have it, and
    /// whether a value with that name is in scope.
    fn uses(&self, open: &OpenBody) -> HashMap<String, u16> {
        let mut uses: HashMap<String, u16> = HashMap::new();
        for file in &self.unit.files {
            let parsed = self.place.snapshot.parsed(*file);
            count_similar(&parsed.tree, open, &mut uses);
        }
        if self.at.cursor.bodies.len() > 1 {
            for name in self.scope().iter().filter(|name| !name.noun.is_empty()) {
                let last = name.address.rsplit('.').next().unwrap_or_default();
                let near = uses.entry(last.to_owned()).or_default();
                *near = near.saturating_add(2);
            }
        }
        uses
    }
}

/// Counts the names in the bodies of all blocks with the same type and the same first label.
fn count_similar(tree: &Tree, open: &OpenBody, uses: &mut HashMap<String, u16>) {
    let Root::Body(root) = tree.root() else { return };
    let mut left = vec![root];
    while let Some(body) = left.pop() {
        for item in tree.slice(tree.body(body).items) {
            let Item::Block(block) = item else { continue };
            let block = tree.node(*block);
            left.push(block.body);
            let inner = tree.body(block.body);
            if tree.text(block.block_type.text) != open.block_type || inner.range.start == open.start {
                continue;
            }
            let label = tree.slice(block.labels).first().map(|label| tree.text(label.text));
            // a block with the same label weighs more than one that only has the same type
            let is_same = label == open.labels.first().map(String::as_str);
            for item in tree.slice(inner.items) {
                let name = match item {
                    Item::Attribute(one) => one.name.text,
                    Item::Block(block) => tree.node(*block).block_type.text,
                };
                let count = uses.entry(tree.text(name).to_owned()).or_default();
                *count = count.saturating_add(if is_same { 16 } else { 1 });
            }
        }
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
