//! Finds the units affected by changes between two versions of their files: the root units, each with the
//! changes in it and in the units that it calls.
//!
//! A declaration counts as changed if its tokens are: comments, spaces and the order of declarations do not
//! matter. A file that does not belong to a unit, such as a template or a decoded list, affects the units
//! whose strings may refer to it.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use hclx_analysis::symbols::{CallKind, Symbol, SymbolKind};
use hclx_analysis::{Language, Rows, Snapshot, Unit, file_name, file_path, rows_of};
use hclx_diag::{Arrange, SourceId, Span, TextRange};
use hclx_syntax::tokens::{Lexeme, LexemeKind, lexemes};

/// An affected unit that no other unit calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AffectedUnit {
    /// The directory, or the path of the only file.
    pub root: Arc<str>,
    /// The changes in it and in the units that it calls, by path.
    pub causes: Vec<Cause>,
}

/// A change that affects a unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cause {
    /// The path of the file.
    pub path: String,
    /// The root of the unit that contains it.
    pub unit: Arc<str>,
    /// The key of the declaration; `None` for other contents of a file.
    pub key: Option<Arc<str>>,
    /// The place of the declaration in the new version; `None` if it was removed.
    pub place: Option<Span>,
}

/// The affected root units, sorted by path. `files` are the changed files, whether they belong to
/// units or not.
pub fn affected(old: &Snapshot, new: &Snapshot, files: &[String]) -> Vec<AffectedUnit> {
    let rows = Rows::new(rows_of(new.languages().iter().copied()));
    let (before, now) = (Side::of(old, &rows), Side::of(new, &rows));
    let own: HashSet<Arc<str>> = [&before, &now].into_iter().flat_map(Side::all_files).collect();
    let others: Vec<&String> = files.iter().filter(|path| !own.contains(path.as_str())).collect();
    let mut changed: HashMap<&Arc<str>, Vec<Cause>> = HashMap::new();
    for root in before.units.keys().chain(now.units.keys()).collect::<BTreeSet<_>>() {
        let causes = causes(root, &before, &now);
        if !causes.is_empty() {
            changed.insert(root, causes);
        }
    }
    let called: HashSet<&Arc<str>> = now.calls.values().flat_map(|calls| calls.keys()).collect();
    let mut readers = Readers { side: &now, rows: &rows, known: HashMap::new() };
    let mut found = Vec::new();
    for root in now.units.keys().filter(|root| !called.contains(root)) {
        let reached = reached(root, &before, &now);
        let in_reach = reached.iter().filter_map(|root| changed.get(root)).flatten();
        let counts = |cause: &&Cause| cause.unit == *root || is_for_callers(&rows, &cause.path);
        let mut causes: Vec<Cause> = in_reach.filter(counts).cloned().collect();
        let is_open = reached.iter().any(|unit| readers.of(unit).is_open());
        let leads =
            |path: &&&String| reached.iter().any(|unit| readers.may_read(unit, (root, is_open), path));
        causes.extend(others.iter().filter(leads).map(|path| Cause {
            path: (*path).clone(),
            unit: Arc::clone(root),
            key: None,
            place: None,
        }));
        causes.arrange();
        causes.dedup();
        if !causes.is_empty() {
            found.push(AffectedUnit { root: Arc::clone(root), causes });
        }
    }
    found
}

/// The rows of files, each with its language.
type LanguageRows = Rows<&'static dyn Language>;

/// Returns `false` for a file of a unit that its callers do not use: a test of the unit, or values for it, which
/// callers provide themselves.
fn is_for_callers(rows: &LanguageRows, path: &str) -> bool {
    !rows.of(path).is_some_and(|(_, row)| matches!(row.role, "tests" | "mocks" | "queries" | "values"))
}

/// A unit and all units that it calls, in either version.
fn reached<'s>(top: &'s Arc<str>, before: &'s Side<'_>, now: &'s Side<'_>) -> BTreeSet<&'s Arc<str>> {
    let mut reached = BTreeSet::from([top]);
    let mut left = vec![top];
    while let Some(root) = left.pop() {
        let called = [before, now].into_iter().filter_map(|side| side.calls.get(root)).flatten();
        let called = called.filter(|(_, is_for_callers)| root == top || **is_for_callers);
        left.extend(called.map(|(called, _)| called).filter(|root| reached.insert(root)));
    }
    reached
}

/// The units of a version that declare something, by root.
struct Side<'s> {
    snapshot: &'s Snapshot,
    units: BTreeMap<Arc<str>, Vec<&'s Unit>>,
    /// The roots of the units that each unit calls; `false` for those that only its tests call.
    calls: HashMap<Arc<str>, BTreeMap<Arc<str>, bool>>,
}

impl<'s> Side<'s> {
    fn of(snapshot: &'s Snapshot, rows: &LanguageRows) -> Self {
        let mut units: BTreeMap<Arc<str>, Vec<&Unit>> = BTreeMap::new();
        let mut calls: HashMap<Arc<str>, BTreeMap<Arc<str>, bool>> = HashMap::new();
        for unit in snapshot.units() {
            let symbols = snapshot.symbols(unit);
            // templates and lists of values are read by other units
            if symbols.declared().next().is_none() && symbols.calls().next().is_none() {
                continue;
            }
            let uses = symbols.calls().filter(|call| call.kind == CallKind::Uses);
            let own = calls.entry(Arc::clone(&unit.root)).or_default();
            for call in uses.filter(|call| call.called != unit.root) {
                let is_for_callers = is_for_callers(rows, &snapshot.path(call.name.source));
                *own.entry(Arc::clone(&call.called)).or_default() |= is_for_callers;
            }
            units.entry(Arc::clone(&unit.root)).or_default().push(unit);
        }
        Self { snapshot, units, calls }
    }

    /// The paths of all files that belong to units.
    fn all_files(&self) -> Vec<Arc<str>> {
        let files = self.units.values().flatten().flat_map(|unit| &unit.files);
        files.map(|file| self.snapshot.path(*file)).collect()
    }

    /// The files of a unit by path.
    fn files(&self, root: &Arc<str>) -> BTreeMap<Arc<str>, SourceId> {
        let files = self.units.get(root).into_iter().flatten().flat_map(|unit| &unit.files);
        files.map(|file| (self.snapshot.path(*file), *file)).collect()
    }

    /// The declarations of a unit.
    fn declared(&self, root: &Arc<str>) -> Vec<Symbol> {
        let units = self.units.get(root).into_iter().flatten();
        let mut all: Vec<Symbol> = Vec::new();
        for unit in units {
            let symbols = self.snapshot.symbols(unit);
            all.extend(symbols.declared().filter(|one| one.key.root == *root).cloned());
        }
        all.arrange_by_key(|symbol| symbol.whole);
        all.dedup();
        all
    }

    fn bytes(&self, file: SourceId) -> Option<Arc<[u8]>> {
        self.snapshot.bytes(file).ok()
    }
}

/// Hashes of the tokens of a unit: by declaration, and by file for tokens outside of declarations.
#[derive(Default)]
struct Tokens {
    declared: BTreeMap<Arc<str>, Vec<u64>>,
    places: HashMap<Arc<str>, Span>,
    files: BTreeMap<Arc<str>, u64>,
}

impl Tokens {
    fn of(side: &Side<'_>, root: &Arc<str>) -> Self {
        let mut found = Self::default();
        let declared = side.declared(root);
        for symbol in &declared {
            found.places.entry(Arc::clone(&symbol.key.key)).or_insert(symbol.name);
        }
        for (path, file) in side.files(root) {
            let own: Vec<&Symbol> = declared.iter().filter(|one| one.whole.source == file).collect();
            let bytes = side.bytes(file).unwrap_or_default();
            let is_json = path.ends_with(".json");
            match lexemes(&bytes) {
                Ok(lexemes) if !is_json => found.read(&path, &bytes, &lexemes, &own),
                // JSON is compared as a whole, as is a file without tokens.
                _ => drop(found.files.insert(path, number(&bytes))),
            }
        }
        found.declared.values_mut().for_each(|numbers| numbers.arrange());
        found
    }

    fn read(&mut self, path: &Arc<str>, bytes: &[u8], lexemes: &[Lexeme], own: &[&Symbol]) {
        let text = |range: TextRange| &bytes[range.start as usize..range.end as usize];
        let mut rest = DefaultHasher::new();
        let mut numbers = vec![DefaultHasher::new(); own.len()];
        let mut next = 0;
        for lexeme in lexemes {
            if matches!(lexeme.kind, LexemeKind::Newline | LexemeKind::Comment) {
                continue;
            }
            while next < own.len() && own[next].whole.range.end <= lexeme.range.start {
                next += 1;
            }
            let is_in = own.get(next).is_some_and(|one| one.whole.range.start <= lexeme.range.start);
            let into = if is_in { &mut numbers[next] } else { &mut rest };
            (lexeme.kind as u8).hash(into);
            text(lexeme.range).hash(into);
        }
        for (symbol, number) in own.iter().zip(numbers) {
            self.declared.entry(Arc::clone(&symbol.key.key)).or_default().push(number.finish());
        }
        self.files.insert(Arc::clone(path), rest.finish());
    }
}

fn number(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

/// The changes in a unit.
fn causes(root: &Arc<str>, before: &Side<'_>, now: &Side<'_>) -> Vec<Cause> {
    let (old_files, new_files) = (before.files(root), now.files(root));
    let is_same = |(path, file): (&Arc<str>, &SourceId)| {
        old_files.get(path).is_some_and(|old| now.bytes(*file) == before.bytes(*old))
    };
    if new_files.len() == old_files.len() && new_files.iter().all(is_same) {
        return Vec::new();
    }
    let (old, new) = (Tokens::of(before, root), Tokens::of(now, root));
    let mut causes = Vec::new();
    for key in old.declared.keys().chain(new.declared.keys()).collect::<BTreeSet<_>>() {
        if old.declared.get(key) == new.declared.get(key) {
            continue;
        }
        let place = new.places.get(key).copied();
        let path = match (place, old.places.get(key)) {
            (Some(place), _) => now.snapshot.path(place.source),
            (None, Some(place)) => before.snapshot.path(place.source),
            (None, None) => Arc::clone(root),
        };
        let (unit, key) = (Arc::clone(root), Some(Arc::clone(key)));
        causes.push(Cause { path: path.to_string(), unit, key, place });
    }
    for path in old.files.keys().chain(new.files.keys()).collect::<BTreeSet<_>>() {
        if old.files.get(path) != new.files.get(path) {
            causes.push(Cause { path: path.to_string(), unit: Arc::clone(root), key: None, place: None });
        }
    }
    causes
}

/// Returns `true` for functions that read files outside of the configuration, by name.
fn reads_files(name: &str) -> bool {
    name.starts_with("file") || matches!(name, "templatefile" | "sops_decrypt_file" | "read_tfvars_file")
}

/// The files that a unit may read, according to its strings.
#[derive(Default)]
struct Reader {
    /// The ends of paths that functions read and that are not literals; an empty string represents any path.
    computed: BTreeSet<String>,
    /// Paths in strings, or the literal parts of them, without leading `./` and `../`.
    texts: BTreeSet<String>,
    /// Strings without a slash. Each is the name of a file, or of a directory if a path is computed.
    names: BTreeSet<String>,
    /// Values that are absolute paths. They are inside the repository only if a path is computed.
    absolute: BTreeSet<String>,
}

/// Decides whether a unit may read a file, with a cache.
struct Readers<'s> {
    side: &'s Side<'s>,
    rows: &'s LanguageRows,
    known: HashMap<Arc<str>, Reader>,
}

impl Readers<'_> {
    /// The files that a unit may read.
    fn of(&mut self, unit: &Arc<str>) -> &Reader {
        let side = self.side;
        self.known.entry(Arc::clone(unit)).or_insert_with(|| Reader::of(side, unit))
    }

    /// Returns `true` if a unit that is reached from a root may read a file that belongs to no unit. The flag
    /// of the root is `true` if a unit reached from it computes paths.
    fn may_read(&mut self, unit: &Arc<str>, (root, computes): (&Arc<str>, bool), path: &str) -> bool {
        let folder = folder(self.side, root);
        // settings apply to everything below, locks and values only to the directory that contains them
        let is_setting =
            file_name(path) == "hclx.toml" && file_path::is_inside(&folder, file_path::parent(path));
        let is_beside = file_path::parent(path) == folder && self.rows.of(path).is_some();
        if is_setting || is_beside {
            return true;
        }
        let own = self::folder(self.side, unit);
        let reader = self.of(unit);
        let is_below = file_path::is_inside(path, &own) || file_path::is_inside(path, &folder);
        let is_named = match reader.is_open() {
            true => path.split('/').any(|part| reader.names.contains(part)),
            false => reader.names.contains(file_name(path)),
        };
        let absolute = reader.absolute.iter().filter(|_| computes);
        let mut texts = reader.texts.iter().chain(absolute);
        is_below && reader.computes(path) || is_named || texts.any(|text| leads_to(text, path))
    }
}

/// The directory of a unit.
fn folder(side: &Side<'_>, root: &Arc<str>) -> String {
    let is_file = side.files(root).contains_key(root);
    if is_file { file_path::parent(root).to_owned() } else { root.to_string() }
}

/// Returns `true` if a path contains the components of a string in sequence; the last of several components may
/// be longer in the path.
fn leads_to(text: &str, path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    let wanted: Vec<&str> = text.split('/').filter(|part| !part.is_empty()).collect();
    let Some((last, front)) = wanted.split_last() else { return false };
    parts.windows(wanted.len()).any(|window| {
        let (end, start) = (window[front.len()], &window[..front.len()]);
        start == front && if front.is_empty() { end == *last } else { end.starts_with(last) }
    })
}

/// Returns `true` if the literal after these lexemes is a label of a block: in an expression, no string follows a name or
/// another string.
fn is_label(before: &[Lexeme]) -> bool {
    use LexemeKind::{CloseQuote, Ident, OpenQuote};
    matches!(before, [.., Lexeme { kind: Ident | CloseQuote, .. }, Lexeme { kind: OpenQuote, .. }])
}

/// Returns `true` if the literal after these lexemes begins the value of an attribute, or one in an object.
fn begins_value(before: &[Lexeme]) -> bool {
    use LexemeKind::{Assign, OpenQuote};
    matches!(before, [.., Lexeme { kind: Assign, .. }, Lexeme { kind: OpenQuote, .. }])
}

/// The parts of a literal between verbs of `format`.
fn between_verbs(text: &str) -> impl Iterator<Item = &str> {
    fn after_verb(part: &str) -> &str {
        part.trim_start_matches(|c: char| c.is_ascii_digit()).get(1..).unwrap_or("")
    }
    let mut parts = text.split('%');
    parts.next().into_iter().chain(parts.map(after_verb))
}

impl Reader {
    fn of(side: &Side<'_>, root: &Arc<str>) -> Self {
        let mut reader = Self::default();
        let folder = folder(side, root);
        // The source of a call refers to a unit; its files count according to what that unit reads.
        let is_called = |source: &str| {
            let called = side.snapshot.reach(&folder, source).real;
            side.calls.get(root).is_some_and(|all| all.keys().any(|root| **root == *called))
        };
        for (path, file) in side.files(root) {
            let bytes = side.bytes(file).unwrap_or_default();
            match lexemes(&bytes) {
                Ok(lexemes) if !path.ends_with(".json") => reader.read(&bytes, &lexemes, &is_called),
                // the file may contain anything
                _ => drop(reader.computed.insert(String::new())),
            }
        }
        reader
    }

    /// Returns `true` if a function reads a file whose path is not a literal.
    fn is_open(&self) -> bool {
        !self.computed.is_empty()
    }

    /// Returns `true` if a path that is not a literal may be this one.
    fn computes(&self, path: &str) -> bool {
        self.computed.iter().any(|end| path.ends_with(&**end) || end.strip_prefix('/') == Some(path))
    }

    /// Notes a part of a string.
    fn note(&mut self, text: &str, is_absolute: bool) {
        let part = text.trim_start_matches(['.', '/']).trim_end_matches('/');
        let is_path = part.len() > 1 && part.chars().all(|c| c.is_alphanumeric() || "/._-@+".contains(c));
        let into = match text.contains('/') {
            true if is_absolute => &mut self.absolute,
            true => &mut self.texts,
            false => &mut self.names,
        };
        into.extend(is_path.then(|| part.to_owned()));
    }

    fn read(&mut self, bytes: &[u8], lexemes: &[Lexeme], is_called: &dyn Fn(&str) -> bool) {
        use LexemeKind::{Ident, Literal};
        let text = |at: &Lexeme| {
            std::str::from_utf8(&bytes[at.range.start as usize..at.range.end as usize]).unwrap_or("")
        };
        for (index, lexeme) in lexemes.iter().enumerate() {
            let behind = &lexemes[index + 1..];
            let before = &lexemes[..index];
            let is_source = || {
                let named = index.checked_sub(3).map(|at| &lexemes[at]);
                begins_value(before)
                    && named.is_some_and(|name| text(name) == "source")
                    && is_called(text(lexeme))
            };
            if lexeme.kind == Literal
                && !text(lexeme).contains(char::is_whitespace)
                && !is_label(before)
                && !is_source()
            {
                let is_absolute = text(lexeme).starts_with('/') && begins_value(before);
                between_verbs(text(lexeme)).for_each(|part| self.note(part, is_absolute));
            }
            if lexeme.kind != Ident || !reads_files(text(lexeme)) {
                continue;
            }
            // `fileset` lists a directory, and its pattern may match many files there
            if !is_literal_path(behind, &text) || text(lexeme) == "fileset" {
                let index = usize::from(text(lexeme) == "fileset");
                self.computed.insert(end_of_argument(behind, index, &text).to_owned());
            }
        }
    }
}

/// Returns `true` if the first argument of a call is a literal path, or if there is no call.
fn is_literal_path<'t>(call: &[Lexeme], text: &dyn Fn(&Lexeme) -> &'t str) -> bool {
    use LexemeKind::{CloseQuote, CloseTemplate, Dot, Ident, Literal, OpenParen, OpenQuote, OpenTemplate};
    let kinds: Vec<LexemeKind> = call.iter().take(8).map(|lexeme| lexeme.kind).collect();
    match &kinds[..] {
        [OpenParen, OpenQuote, Literal, CloseQuote, ..] => true,
        // The path begins with `${path.module}` or similar, and the rest is a literal.
        [OpenParen, OpenQuote, OpenTemplate, Ident, Dot, Ident, CloseTemplate, Literal, ..] => {
            text(&call[3]) == "path" && call.get(8).is_some_and(|end| end.kind == CloseQuote)
        }
        [OpenParen, ..] => false,
        // an identifier that is not called
        _ => true,
    }
}

/// The literal suffix of the path passed as argument `index` of a call; empty if its end is computed.
fn end_of_argument<'t>(call: &[Lexeme], index: usize, text: &dyn Fn(&Lexeme) -> &'t str) -> &'t str {
    use LexemeKind as Kind;
    let opens =
        |kind| matches!(kind, Kind::OpenTemplate | Kind::OpenBrace | Kind::OpenBracket | Kind::OpenParen);
    let closes =
        |kind| matches!(kind, Kind::CloseTemplate | Kind::CloseBrace | Kind::CloseBracket | Kind::CloseParen);
    let mut depth = 0_usize;
    let mut commas = 0;
    let mut argument: Vec<&Lexeme> = Vec::new();
    for lexeme in call {
        if opens(lexeme.kind) {
            depth += 1;
        } else if closes(lexeme.kind) {
            depth = depth.saturating_sub(1);
        }
        let is_comma = lexeme.kind == Kind::Comma && depth == 1;
        if depth == 0 || is_comma && commas == index {
            break;
        }
        commas += usize::from(is_comma);
        if commas == index && !is_comma && lexeme.kind != Kind::Newline {
            argument.push(lexeme);
        }
    }
    let [.., literal, Lexeme { kind: Kind::CloseQuote, .. }] = argument[..] else { return "" };
    // the part after the last wildcard of a pattern is literal too
    let end = text(literal).rsplit(['*', '?', ']', '}']).next().unwrap_or_default();
    // a string that is an argument of another function may be anything
    let count = |kind| argument.iter().filter(|lexeme| lexeme.kind == kind).count();
    let is_own = count(Kind::CloseQuote) == 1 && count(Kind::Comma) == 0;
    if literal.kind == Kind::Literal && is_own && !end.contains('\\') { end } else { "" }
}

/// The graph nodes of changed declarations.
pub fn changed_nodes(graph: &crate::Graph, causes: &[Cause]) -> Vec<usize> {
    let changed: HashSet<(&str, &str)> =
        causes.iter().filter_map(|cause| Some((&*cause.unit, &**cause.key.as_ref()?))).collect();
    let nodes = graph.nodes.iter().enumerate();
    let is_changed = |symbol: &Symbol| {
        symbol.kind != SymbolKind::Block && changed.contains(&(&*symbol.key.root, &*symbol.key.key))
    };
    nodes.filter(|(_, node)| is_changed(&node.symbol)).map(|(at, _)| at).collect()
}
