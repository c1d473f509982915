//! Completion at a cursor, best candidates first.
//!
//! The cursor determines what may come next (`syntax::cursor`), and the language what is expected and in
//! scope (`analysis::expected`); each kind of place has a file here. Out of scope: protocols.

mod bodies;
mod frequency;
mod keys;
mod names;
mod paths;
mod rank;
mod scoped;
mod signature;
mod surroundings;
mod types;
mod values;
mod workspace_names;

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};
use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;

use hclx_analysis::{
    CursorAt, Expectation, Offers, Question, ScopeName, Snapshot, Unit, file_name, file_path,
};
use hclx_core::{Rules, Type};
use hclx_diag::{Arrange, SourceId, Span, TextRange};
use hclx_eval::{Budget, Dialect};
use hclx_syntax::cursor::{Context, CursorContext};

use frequency::Habits;
pub(crate) use paths::{FOLDERS, is_path};
pub use rank::Rank;
pub(crate) use scoped::{ScopedName, scoped};
pub use signature::{SignatureHelp, signature_help};
use surroundings::Surroundings;

/// The maximum number of candidates in an answer.
const MOST_CANDIDATES: usize = 2_000;

/// The kind of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CandidateKind {
    /// A declaration.
    Declaration,
    /// The first name of references, such as `var`.
    Root,
    /// An attribute of a value.
    Member,
    /// An attribute of a body or a key of an object.
    Attribute,
    /// A block.
    Block,
    /// A label of a block.
    Label,
    /// A function.
    Function,
    /// A value.
    Value,
    /// A word of the language.
    Keyword,
    /// A type.
    Type,
    /// A directory.
    Folder,
    /// A file.
    File,
    /// A code of findings.
    Code,
}

/// A completion candidate.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The name.
    pub name: String,
    /// The kind.
    pub kind: CandidateKind,
    /// The type, shown after the name.
    pub ty: Option<String>,
    /// The kind in prose, or the reason for choosing it.
    pub noun: String,
    /// The text to insert.
    pub text: String,
    /// The same text as a snippet with placeholders.
    pub snippet: Option<String>,
    /// Documentation in Markdown.
    pub docs: Option<Arc<str>>,
    /// Set if something else should be used.
    pub is_deprecated: bool,
    /// The rank for sorting.
    pub rank: Rank,
}

impl Candidate {
    fn new(name: impl Into<String>, kind: CandidateKind, noun: impl Into<String>) -> Self {
        let name = name.into();
        Self {
            text: name.clone(),
            name,
            kind,
            ty: None,
            noun: noun.into(),
            snippet: None,
            docs: None,
            is_deprecated: false,
            rank: Rank::default(),
        }
    }
}

/// The result of completion at a cursor.
#[derive(Clone, Debug)]
pub struct Completion {
    /// The range that a candidate replaces: the entire word.
    pub replaced: Span,
    /// The part of it before the cursor.
    pub inserted: Span,
    /// The candidates, best first.
    pub candidates: Vec<Candidate>,
    /// Set if candidates were omitted: those without the typed letters, or those beyond the maximum of an
    /// answer.
    pub is_incomplete: bool,
}

/// A completion request at a place.
#[derive(Clone, Copy)]
pub struct CompletionPlace<'a> {
    /// The session.
    pub snapshot: &'a Snapshot,
    /// The file.
    pub file: SourceId,
    /// The offset in bytes.
    pub offset: u32,
    /// The functions and rules of the file's language.
    pub dialect: Option<&'a Dialect>,
    /// Creates the budget for each question about values.
    pub budget: &'a dyn Fn() -> Budget,
}

/// Indexes the names in all files of a session before requests, so that later revisions index only edited files.
/// Returns `false` if canceled.
pub fn index_names(snapshot: &Snapshot, is_canceled: &dyn Fn() -> bool) -> bool {
    if !workspace_names::read(snapshot, is_canceled) {
        return false;
    }
    crate::Index::of(snapshot);
    !is_canceled()
}

/// The unit of a file. While a word that tells its language is missing, the file belongs to no unit: it is then
/// completed as its name says, or as files with the same ending in its directory or in the workspace.
fn unit_of(snapshot: &Snapshot, file: SourceId) -> Option<Cow<'_, Unit>> {
    if let Some(unit) = snapshot.unit_of(file) {
        return Some(Cow::Borrowed(unit));
    }
    let path = snapshot.path(file);
    let ending = |path: &str| file_name(path).rsplit_once('.').map(|(_, ending)| ending.to_owned());
    let own = ending(&path);
    let language = snapshot.row(file).map(|(language, _)| language).or_else(|| {
        let mut counts: Vec<(bool, usize, &Unit)> = Vec::new();
        for unit in snapshot.units() {
            let files = unit.files.iter().map(|file| snapshot.path(*file));
            let like: Vec<_> = files.filter(|path| ending(path) == own).collect();
            let is_beside = like.iter().any(|other| file_path::parent(other) == file_path::parent(&path));
            let name = unit.language.row().name;
            match counts.iter_mut().find(|(_, _, known)| known.language.row().name == name) {
                Some(known) => *known = (known.0 || is_beside, known.1 + like.len(), known.2),
                None => counts.push((is_beside, like.len(), unit)),
            }
        }
        let most = counts
            .iter()
            .filter(|(_, files, _)| *files > 0)
            .max_by_key(|(beside, files, _)| (*beside, *files));
        most.map(|(_, _, unit)| unit.language)
    })?;
    Some(Cow::Owned(Unit { language, files: vec![file], root: path, argument: None }))
}

/// The candidates at a place; `None` if the file has no known language or cannot be read.
pub fn complete(place: &CompletionPlace<'_>) -> Option<Completion> {
    let unit = &*unit_of(place.snapshot, place.file)?;
    let at = CursorAt::new(place.snapshot, unit, place.file, place.offset)?;
    let expected = unit.language.expected(unit, place.snapshot, &at, place.dialect);
    let mut asked = CompletionRequest::new(place, unit, &at, &expected);
    match &at.cursor.context {
        Context::Body => asked.body(),
        Context::Header { text, .. } => asked.labels(text.is_some()),
        Context::Value => asked.value(),
        Context::ObjectKey { start, given } => asked.keys(*start, given),
        Context::Text { start, is_whole } => asked.text(*start, *is_whole),
        Context::FunctionName { namespace } => asked.functions(namespace),
        Context::Directive => asked.keywords(&["if", "else", "endif", "for", "endfor"]),
        Context::Comment { start } => asked.codes(*start),
        Context::Nothing | Context::NewName => {}
    }
    asked.keep_typed();
    let mut candidates = std::mem::take(&mut asked.candidates);
    by_rank(&mut candidates, at.text(at.typed_range()).trim_start_matches('"'));
    let mut seen = HashSet::new();
    candidates.retain(|candidate| seen.insert((candidate.name.clone(), candidate.text.clone())));
    let is_incomplete = asked.is_cut.get() || candidates.len() > MOST_CANDIDATES;
    candidates.truncate(MOST_CANDIDATES);
    let (replaced, inserted) = (at.cursor.word.in_source(at.file), at.typed_range().in_source(at.file));
    Some(Completion { replaced, inserted, candidates, is_incomplete })
}

/// Sorts candidates, best first: those that start with the typed letters, then by rank.
fn by_rank(candidates: &mut [Candidate], typed: &str) {
    let is_apart = |candidate: &Candidate| {
        let start = candidate.name.get(..typed.len());
        !start.is_some_and(|start| start.eq_ignore_ascii_case(typed))
    };
    candidates.arrange_by(|one, other| {
        (is_apart(one), &one.rank, &one.name).cmp(&(is_apart(other), &other.rank, &other.name))
    });
}

/// Returns `true` if a name contains the typed letters in order.
fn has_letters(name: &str, typed: &str) -> bool {
    if name.is_ascii() && typed.is_ascii() {
        let mut letters = name.bytes();
        return typed.bytes().all(|wanted| letters.any(|letter| letter.eq_ignore_ascii_case(&wanted)));
    }
    let mut letters = name.chars().flat_map(char::to_lowercase);
    typed.chars().flat_map(char::to_lowercase).all(|wanted| letters.any(|letter| letter == wanted))
}

/// A request with all known facts about the place.
struct CompletionRequest<'a> {
    place: &'a CompletionPlace<'a>,
    unit: &'a Unit,
    at: &'a CursorAt<'a>,
    expected: &'a Expectation,
    habits: OnceCell<Habits>,
    surroundings: OnceCell<Surroundings>,
    scope: OnceCell<Rc<Vec<ScopeName>>>,
    offers: OnceCell<Offers<'a>>,
    candidates: Vec<Candidate>,
    /// Set if candidates were left out.
    is_cut: Cell<bool>,
}

impl<'a> CompletionRequest<'a> {
    fn new(
        place: &'a CompletionPlace<'a>,
        unit: &'a Unit,
        at: &'a CursorAt<'a>,
        expected: &'a Expectation,
    ) -> Self {
        Self {
            place,
            unit,
            at,
            expected,
            habits: OnceCell::new(),
            surroundings: OnceCell::new(),
            scope: OnceCell::new(),
            offers: OnceCell::new(),
            candidates: Vec::new(),
            is_cut: Cell::new(false),
        }
    }

    fn rules(&self) -> Rules {
        self.place.dialect.map_or_else(Rules::hcl, |dialect| dialect.rules)
    }

    /// The attribute whose value contains the cursor, or the object key within it.
    fn filled(&self) -> Option<&str> {
        let names = self.at.cursor.around.iter().rev();
        names
            .filter_map(|around| match around {
                CursorContext::Attribute(name) | CursorContext::ObjectValue(name) => Some(&**name),
                _ => None,
            })
            .find(|name| !name.is_empty())
    }

    /// The names that the unit mentions.
    fn habits(&self) -> &Habits {
        let word = self.at.cursor.word.in_source(self.at.file);
        let around = self.at.cursor.around.first();
        self.habits.get_or_init(|| Habits::of(self.place.snapshot, self.unit, word, around))
    }

    /// The order in which the language offers items.
    fn offers(&self) -> &Offers<'a> {
        self.offers.get_or_init(|| self.unit.language.offers(self.unit, self.place.snapshot))
    }

    /// The words around the place.
    fn surroundings(&self) -> &Surroundings {
        self.surroundings.get_or_init(|| Surroundings::of(self.at, &self.scope()))
    }

    /// The names in scope.
    fn scope(&self) -> Rc<Vec<ScopeName>> {
        let names = self.scope.get_or_init(|| {
            let mut names = self.unit.language.scope(self.unit, self.place.snapshot, self.at);
            names.extend(self.at.iterators.iter().cloned());
            Rc::new(names)
        });
        Rc::clone(names)
    }

    /// Returns `true` if a name contains the letters typed so far in order, as clients match names. Other names
    /// are omitted: creating, sending and reading hundreds that are never shown takes longer than finding the
    /// rest.
    fn is_typed(&self, name: &str) -> bool {
        // The word of a string may begin with its quote.
        let typed = self.at.text(self.at.typed_range()).trim_start_matches('"');
        let is_typed = has_letters(name, typed);
        self.is_cut.set(self.is_cut.get() || !is_typed);
        is_typed
    }

    /// Removes the candidates that do not contain the letters typed so far.
    fn keep_typed(&mut self) {
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.retain(|candidate| self.is_typed(&candidate.name));
        self.candidates = candidates;
    }

    /// The type of an expression in the file.
    fn evaluated(&self, range: TextRange) -> Option<Type> {
        let text = self.at.text(range);
        if text.trim().is_empty() {
            return None;
        }
        let question = Question::Expression { source: self.at.file, text: text.into() };
        let answer = self.place.snapshot.answer(self.unit, &question, &(self.place.budget)());
        answer.value.map(|value| value.described_type()).filter(|ty| !ty.is_any())
    }

    fn keywords(&mut self, words: &[&str]) {
        self.candidates
            .extend(words.iter().map(|word| Candidate::new(*word, CandidateKind::Keyword, "keyword")));
    }

    /// Adds the codes for a comment that suppresses findings.
    fn codes(&mut self, start: u32) {
        let comment = self.at.text(TextRange::new(start, self.at.cursor.word.start));
        if !hclx_analysis::findings::awaits_code(comment) {
            return;
        }
        self.candidates.extend(hclx_diag::all_codes().map(|code| {
            let mut candidate = Candidate::new(code.id(), CandidateKind::Code, code.info().title);
            candidate.docs = Some(code.info().title.into());
            candidate
        }));
    }
}
