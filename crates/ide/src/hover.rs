//! The subject of a place: a declaration or a mention of one, a function, or an expression.

use std::sync::Arc;

use hclx_analysis::describe::{Declared, Description};
use hclx_analysis::symbols::Symbol;
use hclx_analysis::{Question, Snapshot, Unit};
use hclx_core::Type;
use hclx_diag::{SourceId, Span};
use hclx_eval::Budget;
use hclx_syntax::tokens::{LexemeKind, lexemes};

use crate::Index;

/// The subject of a place.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A declaration, or a mention of one.
    Name {
        /// The name at the place.
        span: Span,
        /// The declaration.
        symbol: Symbol,
        /// The type of its value.
        ty: Option<Type>,
        /// Its description from outside.
        declared: Option<Box<Declared>>,
    },
    /// The name of a function that is called.
    Function {
        /// The name at the place.
        span: Span,
        /// The name, namespaces joined by `::`.
        name: String,
    },
    /// An expression.
    Expression(Type),
}

/// The subject of an offset in a file; `None` if there is nothing to say. Questions are answered within `budget` each.
pub fn subject(
    snapshot: &Snapshot,
    file: SourceId,
    offset: u32,
    budget: &dyn Fn() -> Budget,
) -> Option<Subject> {
    let index = Index::of(snapshot);
    if let Some((key, span)) = index.at(file, offset) {
        let symbol = index.symbol(key)?.clone();
        let unit = unit_of(snapshot, symbol.name.source)?;
        let ty = type_at(snapshot, unit, (symbol.name.source, symbol.name.range.start), budget);
        let description = description(snapshot, unit, budget);
        let is_meant = |declared: &&Declared| declared.place == symbol.name || declared.address == *key.key;
        let declared = description.iter().flat_map(|one| &one.declarations).find(is_meant).cloned();
        return Some(Subject::Name { span, symbol, ty, declared: declared.map(Box::new) });
    }
    if let Some((span, name)) = function_at(snapshot, file, offset) {
        return Some(Subject::Function { span, name });
    }
    type_at(snapshot, unit_of(snapshot, file)?, (file, offset), budget).map(Subject::Expression)
}

/// The first unit that reads a file.
fn unit_of(snapshot: &Snapshot, file: SourceId) -> Option<&Unit> {
    snapshot.units().iter().find(|unit| unit.files.contains(&file))
}

/// The type of the smallest expression or declaration at a place.
fn type_at(
    snapshot: &Snapshot,
    unit: &Unit,
    (file, offset): (SourceId, u32),
    budget: &dyn Fn() -> Budget,
) -> Option<Type> {
    let answer = snapshot.answer(unit, &Question::TypeAt { file, offset }, &budget());
    answer.value.map(|value| value.described_type())
}

/// The description of a unit, made once.
fn description(
    snapshot: &Snapshot,
    unit: &Unit,
    budget: &dyn Fn() -> Budget,
) -> Arc<Option<Box<Description>>> {
    let key = format!("description of {}", unit.root);
    snapshot.memo(&key, || snapshot.answer(unit, &Question::Describe, &budget()).description)
}

/// The function whose name in a call covers an offset.
fn function_at(snapshot: &Snapshot, file: SourceId, offset: u32) -> Option<(Span, String)> {
    let bytes = snapshot.bytes(file).ok()?;
    let tokens = lexemes(&bytes).ok()?;
    let after = tokens.partition_point(|token| token.range.start <= offset);
    let at = tokens[..after].len().checked_sub(1)?;
    let is_name = tokens[at].kind == LexemeKind::Ident && offset <= tokens[at].range.end;
    let is_called = tokens.get(at + 1).is_some_and(|next| next.kind == LexemeKind::OpenParen);
    let text = |index: usize| {
        let range = tokens[index].range;
        std::str::from_utf8(bytes.get(range.start as usize..range.end as usize)?).ok()
    };
    if !is_name || !is_called {
        return None;
    }
    // `provider::name::function`
    let mut start = at;
    while start >= 2 && text(start - 1) == Some("::") && tokens[start - 2].kind == LexemeKind::Ident {
        start -= 2;
    }
    let name: Option<String> = (start..=at).map(text).collect();
    Some((tokens[at].range.in_source(file), name?))
}
