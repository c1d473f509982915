//! Completion of object keys, if the type of the object is expected.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use hclx_core::TypeKind;
use hclx_diag::is_identifier;
use hclx_schema::{Attribute, ExprMode};
use hclx_syntax::cursor::CursorContext;

use super::frequency::counts;
use super::rank::Fit;
use super::workspace_names::Elsewhere;
use super::{Candidate, CandidateKind, CompletionRequest, Rank};

impl CompletionRequest<'_> {
    /// Adds the keys that the object does not have yet, required ones first.
    pub(super) fn keys(&mut self, start: u32, given: &[String]) {
        let mut given = given.to_vec();
        given.extend(self.keys_after(start));
        let assigns = !self.is_assigned();
        // The keys of an object type are new names, but values may already have them.
        let reading = self.expected.attribute.as_ref().map(|attribute| attribute.reading);
        if reading == Some(ExprMode::TypeExpression) {
            let body = self.at.cursor.bodies.last();
            let Some(name) = body.and_then(|body| body.labels.first().cloned()) else { return };
            self.keys_elsewhere((&name, None), &given, assigns);
            let read = self.members_of(body.map(|body| &*body.block_type), &name);
            self.new_keys((2, "read elsewhere"), read, &given, assigns);
            return self.other_keys(&given, assigns);
        }
        let mut add = |name: &str, ty: String, is_required: bool, schema: Option<&Attribute>| {
            if given.iter().any(|given| given == name) {
                return;
            }
            let noun = if is_required { "required" } else { "optional" };
            let mut candidate = Candidate::new(name, CandidateKind::Attribute, noun);
            candidate.text = if assigns { format!("{name} = ") } else { name.to_owned() };
            candidate.ty = Some(ty);
            candidate.docs = schema.and_then(|schema| schema.docs.clone());
            candidate.is_deprecated = schema.is_some_and(|schema| schema.deprecated.is_some());
            let distance = u8::from(!is_required) + 2 * u8::from(candidate.is_deprecated);
            candidate.rank = Rank { fit: Fit::Same, closeness: Reverse(0), distance, ..Rank::default() };
            self.candidates.push(candidate);
        };
        if let Some(object) = &self.expected.object {
            for one in object.attributes().iter().filter(|one| one.is_settable()) {
                add(&one.name, one.ty.to_string(), one.required, Some(one));
            }
        } else if let Some(TypeKind::Object(object)) = self.expected.ty.as_ref().map(hclx_core::Type::kind) {
            for object_attribute in object.attributes() {
                add(
                    &object_attribute.name,
                    object_attribute.ty.to_string(),
                    !object_attribute.optional,
                    None,
                );
            }
        }
        let is_object = |ty: &hclx_core::Type| matches!(ty.kind(), TypeKind::Object(_));
        let is_closed = self.expected.object.is_some() || self.expected.ty.as_ref().is_some_and(is_object);
        let around = &self.at.cursor.around;
        if let Some(CursorContext::Attribute(name)) = around.first().filter(|_| !is_closed) {
            let is_level = |one: &&CursorContext| {
                matches!(one, CursorContext::ObjectValue(_) | CursorContext::Element(_))
            };
            let (name, depth) = (name.clone(), around.iter().filter(is_level).count());
            self.keys_elsewhere((&name, Some(depth)), &given, assigns);
        }
        if !is_closed {
            self.new_keys((0, "used, but not declared"), self.needs_of_block(), &given, assigns);
            let values = self.names_of_values().into_iter().map(|name| (name, 0)).collect();
            self.new_keys((2, "name of a value"), values, &given, assigns);
            self.other_keys(&given, assigns);
        }
        if given.is_empty() {
            self.loop_form("for ${1:key}, ${2:value} in ${3:collection} : ${1:key} => ${0:value}");
        }
    }

    /// Adds the keys of objects in attributes with a name, at a depth of this many objects and lists, or at any depth.
    fn keys_elsewhere(&mut self, (attribute, depth): (&str, Option<usize>), given: &[String], assigns: bool) {
        let names = Elsewhere::of(self.place.snapshot).keys(attribute, depth);
        // the word that is being typed does not count
        let word = self.at.text(self.at.cursor.word).trim_matches('"');
        for (key_name, set) in names {
            if given.iter().any(|given| **given == *key_name) || set.count < 2 && *key_name == *word {
                continue;
            }
            let rank = Rank { group: 1, closeness: Reverse(set.count), ..Rank::default() };
            self.candidates.push(key(&key_name, "used elsewhere", rank, assigns));
        }
    }

    /// The members read from the declaration of a block with a name, with the number of mentions.
    fn members_of(&self, block_type: Option<&str>, name: &str) -> Vec<(String, u16)> {
        let rows = self.unit.language.row().symbols.iter();
        let roots = rows.filter(|row| block_type.is_some_and(|block_type| row.block == block_type));
        let known = Elsewhere::of(self.place.snapshot);
        let read = roots.map(|row| match row.root {
            "" => name.to_owned(),
            root => format!("{root}.{name}"),
        });
        let read: Vec<String> = read.collect();
        let read = read.iter().flat_map(|address| known.after(address));
        read.map(|(name, count)| (name.to_owned(), count)).collect()
    }

    /// The names that the block mentions and that nothing declares, with the number of mentions, if the attribute that
    /// contains the cursor declares names.
    pub(super) fn needs_of_block(&self) -> Vec<(String, u16)> {
        let declaring = self.unit.language.row().editor.declaring;
        let is_declaring = |around: &CursorContext| matches!(around, CursorContext::Attribute(name) if declaring.contains(&name.as_str()));
        let block = self.at.cursor.bodies.get(1).and_then(|open| self.at.range_of(open));
        let Some(block) = block.filter(|_| self.at.cursor.around.first().is_some_and(is_declaring)) else {
            return Vec::new();
        };
        let scope = self.scope();
        let declared = scope.iter().map(|name| name.address.split('.').next().unwrap_or_default());
        let declared: HashSet<&str> = declared.collect();
        let word = self.at.cursor.word;
        let counts = counts(self.place.snapshot, self.at.file);
        let mut found: BTreeMap<&str, u16> = BTreeMap::new();
        for (place, root) in counts.roots_in(block) {
            let is_typed = place.start <= word.end && word.start <= place.end;
            if !is_typed && !declared.contains(root) {
                *found.entry(root).or_default() += 1;
            }
        }
        found.into_iter().map(|(name, count)| (name.to_owned(), count)).collect()
    }

    /// Adds keys that the object and the candidates do not have yet, in a group and with a noun.
    fn new_keys(
        &mut self,
        (group, noun): (u8, &'static str),
        names: Vec<(String, u16)>,
        given: &[String],
        assigns: bool,
    ) {
        let mut taken = self.names_of_keys(given);
        let mut new = Vec::new();
        for (name, count) in &names {
            if self.is_typed(name) && taken.insert(name) {
                let rank = Rank { group, closeness: Reverse(*count), ..Rank::default() };
                new.push(key(name, noun, rank, assigns));
            }
        }
        self.candidates.extend(new);
    }

    /// Adds words that may be keys, after everything else.
    fn other_keys(&mut self, given: &[String], assigns: bool) {
        let taken = self.names_of_keys(given);
        let others = self.words_elsewhere(|name| !taken.contains(name));
        let others = others.into_iter().map(|(name, rank)| key(&name, "written elsewhere", rank, assigns));
        self.candidates.extend(others);
    }

    /// The names of the keys that the object and the candidates have.
    fn names_of_keys<'s>(&'s self, given: &'s [String]) -> HashSet<&'s str> {
        let candidates = self.candidates.iter().map(|candidate| &*candidate.name);
        candidates.chain(given.iter().map(String::as_str)).collect()
    }

    /// The keys of the object after the cursor.
    fn keys_after(&self, start: u32) -> Vec<String> {
        use hclx_syntax::ast::ExprKind;
        let parsed = self.place.snapshot.parsed(self.at.file);
        let tree = &parsed.tree;
        let word = self.at.cursor.word;
        let objects = tree.expr_ids().map(|id| tree.expr(id));
        let object = objects.filter(|expr| expr.range.start == start).find_map(|one| match one.kind {
            ExprKind::Object(items) => Some(items),
            _ => None,
        });
        let Some(items) = object else { return Vec::new() };
        let key = |item: &hclx_syntax::ast::ObjectItem| {
            let key = tree.expr(item.key);
            let is_typed = key.range.start <= word.end && word.start <= key.range.end;
            match key.kind {
                ExprKind::String(text) if !is_typed => Some(tree.text(text).to_owned()),
                _ => None,
            }
        };
        tree.slice(items).iter().filter_map(key).collect()
    }

    /// Returns `true` if `=` follows the word at the cursor.
    pub(super) fn is_assigned(&self) -> bool {
        let rest = self.at.bytes.get(self.at.cursor.word.end as usize..).unwrap_or_default();
        // A string or a brace follows the type of a block.
        let next = rest.iter().find(|byte| !matches!(byte, b' ' | b'\t'));
        matches!(next, Some(b'=' | b':' | b'"' | b'{'))
    }
}

/// A candidate for a key, with `=` where none follows.
fn key(name: &str, noun: &'static str, rank: Rank, assigns: bool) -> Candidate {
    let written = if is_identifier(name) { name.to_owned() } else { format!("\"{name}\"") };
    let text = if assigns { format!("{written} = ") } else { written };
    Candidate { text, rank, ..Candidate::new(name, CandidateKind::Attribute, noun) }
}
