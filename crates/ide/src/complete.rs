//! The names that may be written at a place of an expression: declarations, attributes of values, functions.

use std::collections::BTreeMap;

use hclx_analysis::symbols::SymbolKind;
use hclx_analysis::{Question, Snapshot, Unit};
use hclx_core::{Type, TypeKind};
use hclx_diag::{SourceId, Span, TextRange};
use hclx_eval::Budget;
use hclx_syntax::tokens::{Lexeme, LexemeKind, lexemes_before};

use crate::Index;

/// A name that may be written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate {
    /// The name.
    pub name: String,
    /// The kind of the declaration; `None` for an attribute of a value and for the first word of references.
    pub kind: Option<&'static str>,
    /// The type of an attribute.
    pub ty: Option<String>,
}

/// The names that may be written at a place, and the part that is written already.
#[derive(Clone, Debug)]
pub struct Completion {
    /// The part that a candidate replaces.
    pub span: Span,
    /// The names, in order.
    pub candidates: Vec<Candidate>,
    /// Set where an expression may start, so that functions may be called.
    pub starts: bool,
}

/// The names at an offset of a file in native syntax; `None` where no reference is written. Questions are answered within
/// `budget` each.
pub fn complete(
    snapshot: &Snapshot,
    file: SourceId,
    offset: u32,
    budget: &dyn Fn() -> Budget,
) -> Option<Completion> {
    let bytes = snapshot.bytes(file).ok()?;
    let tokens = lexemes_before(&bytes, offset as usize)?;
    let written = Written::of(&bytes, &tokens, offset)?;
    let unit = snapshot.units().iter().find(|unit| unit.files.contains(&file))?;
    let candidates = match &written.path[..] {
        [] => first_words(snapshot, unit),
        path => {
            let mut found = declared(snapshot, unit, path);
            if found.is_empty() {
                found = attributes(snapshot, unit, path, budget).unwrap_or_default();
            }
            found
        }
    };
    let span = TextRange::new(written.start, offset).in_source(file);
    Some(Completion { span, candidates, starts: written.path.is_empty() })
}

/// A reference as far as it is written.
struct Written<'s> {
    /// The parts before the last dot; an index is `None`.
    path: Vec<Option<&'s str>>,
    /// The start of the part that is being written.
    start: u32,
}

impl<'s> Written<'s> {
    /// The reference at the end of tokens; `None` where none can stand.
    fn of(bytes: &'s [u8], tokens: &[Lexeme], offset: u32) -> Option<Self> {
        let text = |token: &Lexeme| {
            std::str::from_utf8(&bytes[token.range.start as usize..token.range.end as usize]).ok()
        };
        let mut rest = tokens;
        let mut start = offset;
        // the name that is being written
        if let [before @ .., last] = rest
            && last.kind == LexemeKind::Ident
            && last.range.end == offset
        {
            (rest, start) = (before, last.range.start);
        }
        let mut path = Vec::new();
        let mut next = start;
        while let [before @ .., dot] = rest
            && dot.kind == LexemeKind::Dot
            && dot.range.end == next
        {
            let mut before = before;
            while let [.., last] = before
                && last.kind == LexemeKind::CloseBracket
            {
                before = &before[..opening(before)?];
                path.push(None);
            }
            let [inner @ .., name] = before else { return None };
            if !matches!(name.kind, LexemeKind::Ident | LexemeKind::Number) {
                return None;
            }
            path.push(Some(text(name)?).filter(|_| name.kind == LexemeKind::Ident));
            (rest, next) = (inner, name.range.start);
        }
        path.reverse();
        // the name of an attribute or of a block is no reference
        let begins_line = matches!(
            rest.last().map(|token| token.kind),
            None | Some(
                LexemeKind::Newline | LexemeKind::Comment | LexemeKind::OpenBrace | LexemeKind::CloseBrace
            )
        );
        let follows_name = matches!(
            rest.last().map(|token| token.kind),
            Some(LexemeKind::Ident | LexemeKind::CloseQuote | LexemeKind::Number | LexemeKind::Dot)
        ) && !rest.last().and_then(text).is_some_and(|word| matches!(word, "in" | "if"));
        let is_name = follows_name || begins_line && path.is_empty();
        (!is_name).then_some(Self { path, start })
    }
}

/// The index of the bracket that the last token closes.
fn opening(tokens: &[Lexeme]) -> Option<usize> {
    let mut open = 0;
    tokens.iter().rposition(|token| {
        match token.kind {
            LexemeKind::CloseBracket => open += 1,
            LexemeKind::OpenBracket => open -= 1,
            _ => {}
        }
        open == 0
    })
}

/// The words that references of a unit begin with.
fn first_words(snapshot: &Snapshot, unit: &Unit) -> Vec<Candidate> {
    let index = Index::of(snapshot);
    let mut words: BTreeMap<String, Candidate> = BTreeMap::new();
    let own = index.symbols().into_iter().filter(|symbol| symbol.key.root == unit.root);
    for symbol in own.filter(|symbol| symbol.kind != SymbolKind::Output) {
        let word = symbol.key.key.split('.').next().unwrap_or_default();
        let is_whole = word.len() == symbol.key.key.len();
        let candidate = Candidate { name: word.to_owned(), kind: is_whole.then_some(symbol.noun), ty: None };
        words.entry(word.to_owned()).or_insert(candidate);
    }
    words.into_values().collect()
}

/// The declarations whose addresses go on after a path.
fn declared(snapshot: &Snapshot, unit: &Unit, path: &[Option<&str>]) -> Vec<Candidate> {
    let Some(path) = path.iter().copied().collect::<Option<Vec<&str>>>() else { return Vec::new() };
    let prefix = path.join(".") + ".";
    let index = Index::of(snapshot);
    let mut found: BTreeMap<String, Candidate> = BTreeMap::new();
    let own = index.symbols().into_iter().filter(|symbol| symbol.key.root == unit.root);
    for symbol in own.filter(|symbol| symbol.kind != SymbolKind::Output) {
        let Some(rest) = symbol.key.key.strip_prefix(&*prefix) else { continue };
        let name = rest.split('.').next().unwrap_or_default();
        let kind = (name.len() == rest.len()).then_some(symbol.noun);
        found.entry(name.to_owned()).or_insert(Candidate { name: name.to_owned(), kind, ty: None });
    }
    found.into_values().collect()
}

/// The attributes of the value at a path.
fn attributes(
    snapshot: &Snapshot,
    unit: &Unit,
    path: &[Option<&str>],
    budget: &dyn Fn() -> Budget,
) -> Option<Vec<Candidate>> {
    let index = Index::of(snapshot);
    let named = path.iter().take_while(|part| part.is_some()).count();
    // the longest address that the path begins with
    let (length, symbol) = (1..=named).rev().find_map(|length| {
        let address: Vec<&str> = path[..length].iter().flatten().copied().collect();
        let address = address.join(".");
        let own = index.find(&address).into_iter().find(|key| key.root == unit.root)?;
        Some((length, index.symbol(own)?.clone()))
    })?;
    let place = Question::TypeAt { file: symbol.name.source, offset: symbol.name.range.start };
    let mut ty = snapshot.answer(unit, &place, &budget()).value?.described_type();
    for part in &path[length..] {
        ty = step(&ty, *part)?;
    }
    let TypeKind::Object(object) = ty.kind() else { return None };
    let candidate = |attribute: &hclx_core::Attribute| Candidate {
        name: attribute.name.to_string(),
        kind: None,
        ty: Some(attribute.ty.to_string()),
    };
    Some(object.attributes().iter().map(candidate).collect())
}

/// The type of a part of a value; an index is `None`.
fn step(ty: &Type, part: Option<&str>) -> Option<Type> {
    match (ty.kind(), part) {
        (TypeKind::Object(object), Some(name)) => Some(object.get(name)?.ty.clone()),
        (TypeKind::Map(element), _) | (TypeKind::List(element) | TypeKind::Set(element), None) => {
            Some(element.clone())
        }
        (TypeKind::Tuple(elements), None) => elements.first().cloned(),
        // the instances of `for_each`
        (TypeKind::Object(object), None) => Some(object.attributes().first()?.ty.clone()),
        _ => None,
    }
}
