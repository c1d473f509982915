//! Completion of object keys, if the type of the object is expected.

use std::cmp::Reverse;

use hclx_core::TypeKind;
use hclx_schema::{Attribute, ExprMode};

use super::rank::Fit;
use super::{Candidate, CandidateKind, CompletionRequest, Rank};

impl CompletionRequest<'_> {
    /// Adds the keys that the object does not have yet, required ones first.
    pub(super) fn keys(&mut self, start: u32, given: &[String]) {
        // The keys of an object type are new names.
        if self
            .expected
            .attribute
            .as_ref()
            .is_some_and(|attribute| attribute.reading == ExprMode::TypeExpression)
        {
            return;
        }
        let mut given = given.to_vec();
        given.extend(self.keys_after(start));
        let assigns = !self.is_assigned();
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
        if given.is_empty() {
            self.loop_form("for ${1:key}, ${2:value} in ${3:collection} : ${1:key} => ${0:value}");
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
