//! Names that are in scope at a place and that no file declares: names of the language, such as `each.value`, and names
//! of loops, with their types.

use std::sync::Arc;

use hclx_analysis::{CursorAt, ScopeName};
use hclx_core::Type;
use hclx_diag::{Span, TextRange};
use hclx_schema::ExprMode;
use hclx_syntax::cursor::WrittenStep;
use hclx_syntax::tokens::{Lexeme, LexemeKind};

use super::names::address_of;
use super::values::type_word;
use super::{CompletionPlace, CompletionRequest};
use crate::Locals;
use crate::tokens::lexemes;

/// A name in scope.
#[derive(Clone, Debug)]
pub(crate) struct ScopedName {
    /// Its place.
    pub span: Span,
    /// The name as one line.
    pub header: String,
    /// Its type, if it is known.
    pub ty: Option<Type>,
    /// Its documentation.
    pub docs: Option<Arc<str>>,
}

/// The name at a place; `None` for declared names, and for anything else.
pub(crate) fn scoped(place: &CompletionPlace<'_>) -> Option<ScopedName> {
    let unit = place.snapshot.unit_of(place.file)?;
    let tokens = lexemes(place.snapshot, place.file);
    let after = tokens.partition_point(|token| token.range.start <= place.offset);
    let covers = |at: &usize| is_word(&tokens[*at]) && place.offset <= tokens[*at].range.end;
    // at the end of a word, the next token may begin
    let word = after.checked_sub(1).filter(covers).or_else(|| after.checked_sub(2).filter(covers))?;
    // the first word refers to the name that it begins
    let next = |at: usize| {
        let dot = tokens.get(at + 1).is_some_and(|token| token.kind == LexemeKind::Dot);
        tokens.get(at + 2).filter(|token| dot && is_word(token)).map(|_| at + 2)
    };
    let ends = std::iter::successors(Some(word), |at| next(*at)).take(2);
    let mut found = ends.filter_map(|at| {
        let cursor = CursorAt::new(place.snapshot, unit, place.file, tokens[at].range.end)?;
        let expected = unit.language.expected(unit, place.snapshot, &cursor, place.dialect);
        CompletionRequest::new(place, unit, &cursor, &expected).scoped(tokens[word].range)
    });
    found.next().or_else(|| declared_loop(place))
}

fn is_word(token: &Lexeme) -> bool {
    token.kind == LexemeKind::Ident
}

/// A loop variable at its declaration, with the facts of its first use.
fn declared_loop(place: &CompletionPlace<'_>) -> Option<ScopedName> {
    let locals = Locals::of(place.snapshot, place.file);
    let (name, here) = locals.at(place.offset)?;
    let used = name.uses.iter().find(|used| **used != here && here == name.place)?;
    let at = CompletionPlace { offset: used.end, ..*place };
    let found = scoped(&at)?;
    Some(ScopedName { span: here.in_source(place.file), ..found })
}

impl CompletionRequest<'_> {
    /// The facts about the name that ends at the cursor and starts with or contains the word in a range.
    fn scoped(&self, word: TextRange) -> Option<ScopedName> {
        let last = self.at.text(self.at.cursor.word);
        let span = word.in_source(self.at.file);
        let is_type =
            self.expected.attribute.as_ref().is_some_and(|one| one.reading == ExprMode::TypeExpression);
        if is_type && self.at.cursor.steps.is_empty() {
            let (header, docs) = type_word(last)?;
            return Some(ScopedName { span, header: header.to_owned(), ty: None, docs: Some(docs.into()) });
        }
        let mut steps = self.at.cursor.steps.clone();
        steps.push(match steps.is_empty() {
            true => WrittenStep::Root(last.to_owned()),
            false => WrittenStep::Name(last.to_owned()),
        });
        let address = address_of(&steps)?;
        let is_loop = self.at.cursor.loops.iter().any(|one| one.name == address);
        let names = self.scope();
        let name: Option<&ScopeName> = names.iter().find(|one| one.address == address && one.place.is_none());
        if !is_loop && name.is_none() {
            return None;
        }
        let start = self.at.cursor.traversal.start.min(self.at.cursor.word.start);
        let whole = TextRange::new(start, self.at.cursor.word.end);
        let ty = self.type_of((&steps, whole), &names);
        let docs = match (is_loop, name) {
            (true, _) => Some("A name of this `for` expression.".into()),
            (false, name) => name.and_then(|name| name.docs.clone()),
        };
        Some(ScopedName { span, header: address, ty, docs })
    }
}
