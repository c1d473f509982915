//! Completion of object keys, if the type of the object is expected.

use std::cmp::Reverse;

use hclx_core::TypeKind;
use hclx_diag::is_identifier;
use hclx_schema::{Attribute, ExprMode};
use hclx_syntax::cursor::CursorContext;

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
            return self.keys_elsewhere((&name, None), &given, assigns);
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
        if given.is_empty() {
            self.loop_form("for ${1:key}, ${2:value} in ${3:collection} : ${1:key} => ${0:value}");
        }
    }

    /// Adds the keys of objects in attributes with a name, at a depth of this many objects and lists, or at any depth.
    fn keys_elsewhere(&mut self, (attribute, depth): (&str, Option<usize>), given: &[String], assigns: bool) {
        let names = Elsewhere::of(self.place.snapshot).keys(attribute, depth);
        // the word that is being typed does not count
        let word = self.at.text(self.at.cursor.word).trim_matches('"');
        for (key, set) in names {
            if given.iter().any(|given| **given == *key) || set.count < 2 && *key == *word {
                continue;
            }
            let mut candidate = Candidate::new(&*key, CandidateKind::Attribute, "used elsewhere");
            let written = if is_identifier(&key) { key.to_string() } else { format!("\"{key}\"") };
            candidate.text = if assigns { format!("{written} = ") } else { written };
            candidate.rank = Rank { group: 1, closeness: Reverse(set.count), ..Rank::default() };
            self.candidates.push(candidate);
        }
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
