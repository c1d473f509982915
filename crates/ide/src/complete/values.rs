//! Completion of values: allowed values, references and functions.

use std::sync::Arc;

use hclx_core::{Type, TypeKind};
use hclx_schema::ExprMode;
use hclx_syntax::cursor::CursorContext;

use super::{Candidate, CandidateKind, CompletionRequest, Rank};

/// The words of type expressions, with snippets.
const TYPES: &[(&str, &str)] = &[
    ("string", "string"),
    ("number", "number"),
    ("bool", "bool"),
    ("any", "any"),
    ("list", "list(${1:string})"),
    ("set", "set(${1:string})"),
    ("map", "map(${1:string})"),
    ("object", "object({\n  ${1:name} = ${2:string}\n})"),
    ("tuple", "tuple([${1:string}])"),
    ("optional", "optional(${1:string})"),
];

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
        for (at, (word, snippet)) in TYPES.iter().enumerate() {
            if *word == "optional" && !is_in_object {
                continue;
            }
            let mut candidate = Candidate::new(*word, CandidateKind::Type, "type");
            candidate.snippet = (word != snippet).then(|| (*snippet).to_owned());
            candidate.rank = Rank { distance: u8::try_from(at).unwrap_or(u8::MAX), ..Rank::default() };
            self.candidates.push(candidate);
        }
    }

    /// Adds the strings and words that an attribute allows, and booleans.
    pub(super) fn allowed(&mut self, is_quoted: bool) {
        let is_direct =
            self.at.cursor.around.iter().skip(1).all(|around| matches!(around, CursorContext::Element(_)));
        let attribute = self.expected.attribute.as_ref().filter(|_| is_direct);
        let is_word = attribute.is_some_and(|attribute| attribute.reading == ExprMode::Keyword);
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
        }
        self.paths(start, is_whole);
    }

    /// Adds the labels of a block.
    pub(super) fn labels(&mut self, is_quoted: bool) {
        for label in &self.expected.labels {
            let mut candidate = Candidate::new(&**label, CandidateKind::Label, "");
            if !is_quoted {
                candidate.text = format!("\"{label}\"");
            }
            self.candidates.push(candidate);
        }
    }
}
