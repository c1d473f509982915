//! Symbols: the declarations of a unit, with every place that mentions them, including mentions of other
//! units' declarations.
//!
//! They are derived from trees alone, so they are available while a file is being edited. A language either
//! has rows for its blocks ([`SymbolRow`]) or finds symbols itself
//! ([`Language::symbols`](crate::Language::symbols)). Out of scope: values, and answers to an editor (crate
//! `ide`).

use std::collections::HashMap;
use std::sync::Arc;

use hclx_diag::{Arrange, Ordered, SourceId, Span, TextRange};
use hclx_syntax::Parsed;
use hclx_syntax::body::{BlockSchema, BlockView, BodyNames, BodyView, PreparedSchema};
use hclx_syntax::statics;

use crate::graph::{Graph, each_reference_of_file};
use crate::named_strings::{Nested, Visit};
pub use crate::quotes::unquoted;
pub use crate::symbol_row::{Declares, SymbolKind, SymbolRow};
use crate::{Snapshot, Unit};

/// The identity of a declaration.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SymbolKey {
    /// The root of the unit that declares it.
    pub root: Arc<str>,
    /// The key within that unit: `var.region`, `aws_instance.web`.
    pub key: Arc<str>,
}

/// A declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its key.
    pub key: SymbolKey,
    /// Its kind.
    pub kind: SymbolKind,
    /// The kind in prose: `local value`.
    pub noun: &'static str,
    /// The place of the name, without quotes.
    pub name: Span,
    /// The place of the whole declaration.
    pub whole: Span,
    /// The reason why it cannot be renamed, as a clause without a period.
    pub fixed: Option<&'static str>,
}

/// The way in which a place mentions a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum How {
    /// Reads its value.
    Reads,
    /// Reads it as a member of several objects, or of one whose key is computed. Applications then depend on
    /// all of them.
    ReadsOfSome,
    /// Gives it a value: an argument, or an attribute of a values file.
    Gives,
    /// Refers to the old or new address of an object, as in `moved`. Renaming does not change old
    /// addresses.
    Moved,
}

/// A place that mentions a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The place of the name alone.
    pub place: Span,
    /// The symbol.
    pub key: SymbolKey,
    /// The kind of mention.
    pub how: How,
}

/// The reason for a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CallKind {
    /// The unit uses the other one.
    Uses,
    /// Only a test of the unit calls it.
    Tests,
}

/// A call of a unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Call {
    /// The place of its name, or of the path to the called unit if it has no name.
    pub name: Span,
    /// The place of the whole call.
    pub whole: Span,
    /// The root of the called unit.
    pub called: Arc<str>,
    /// The reason.
    pub kind: CallKind,
}

/// The use of an object as a whole, which may involve any of its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeUse {
    /// The symbol of the object.
    pub key: SymbolKey,
    /// The root of the unit whose outputs are the parts.
    pub called: Arc<str>,
    /// The place of the use.
    pub place: Span,
}

/// Symbols in the order in which they are found, or sorted by place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SymbolList {
    /// The declarations.
    pub declared: Vec<Symbol>,
    /// The mentions.
    pub mentions: Vec<Mention>,
    /// The uses of whole objects.
    pub wholes: Vec<WholeUse>,
    /// The calls.
    pub calls: Vec<Call>,
    /// Files with syntax errors, in which mentions may be missing.
    pub torn: Vec<SourceId>,
    /// Files that mention an undeclared name, which may be declared later.
    pub open: Vec<SourceId>,
}

impl SymbolList {
    /// Sorts declarations and mentions by place.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        self.declared.arrange_by_key(|symbol| symbol.name);
        self.mentions.arrange_by_key(|mention| (mention.place, mention.how));
        self.mentions.dedup();
        self
    }

    /// Returns `true` if something in the list refers to the unit with a root.
    fn refers_to(&self, root: &Arc<str>) -> bool {
        self.mentions.iter().any(|mention| mention.key.root == *root)
            || self.calls.iter().any(|call| call.called == *root)
            || self.wholes.iter().any(|whole_use| whole_use.called == *root)
    }

    /// The symbols of each file.
    fn by_file(self) -> Ordered<SourceId, Self> {
        let mut files: Ordered<SourceId, Self> = Ordered::new();
        spread(self.declared, &mut files, |symbol| symbol.name.source, |list| &mut list.declared);
        spread(self.mentions, &mut files, |mention| mention.place.source, |list| &mut list.mentions);
        for whole_use in self.wholes {
            files.or_default(whole_use.place.source).wholes.push(whole_use);
        }
        for call in self.calls {
            files.or_default(call.name.source).calls.push(call);
        }
        for file in self.torn {
            files.or_default(file).torn.push(file);
        }
        // A file is listed once for each undeclared name.
        for file in self.open {
            let open = &mut files.or_default(file).open;
            if open.is_empty() {
                open.push(file);
            }
        }
        files
    }
}

/// Moves items to the lists of their files. Most neighbors are in the same file.
fn spread<T>(
    all: Vec<T>,
    files: &mut Ordered<SourceId, SymbolList>,
    file_of: impl Fn(&T) -> SourceId,
    list: impl Fn(&mut SymbolList) -> &mut Vec<T>,
) {
    let mut left = all.into_iter();
    while let Some(file) = left.as_slice().first().map(&file_of) {
        let count = left.as_slice().iter().take_while(|one| file_of(one) == file).count();
        list(files.or_default(file)).extend(left.by_ref().take(count));
    }
}

/// The symbols in a file.
#[derive(Clone, Debug)]
pub struct FileSymbols {
    /// The file.
    pub file: SourceId,
    /// The symbols, sorted by place.
    pub list: Arc<SymbolList>,
    /// The tree in which they were found, if a later revision may reuse them.
    tree: Option<Arc<Parsed>>,
}

/// The symbols of a file among those of several, sorted by file.
fn find(files: &[FileSymbols], file: SourceId) -> Option<&FileSymbols> {
    files.binary_search_by(|file_symbols| file_symbols.file.cmp(&file)).ok().map(|at| &files[at])
}

/// Names, with the name of a call and the root of a unit.
pub type Names = (Arc<str>, Arc<str>, Graph);

/// The names to which mentions are resolved: those of a unit and of the units that it calls.
#[derive(Debug, Default)]
pub struct Basis {
    /// The files of the unit.
    pub files: Vec<SourceId>,
    /// The names of the unit.
    pub own: Names,
    /// The names of the units that it calls.
    pub called: Arc<Vec<Names>>,
}

/// The changes of the names to which mentions are resolved.
#[derive(Default)]
struct NameChanges {
    /// The names that are no longer declared or have a new meaning, with the root of their unit.
    gone: Vec<(Arc<str>, Arc<str>)>,
    /// Set if other names are declared.
    adds: bool,
    /// The roots of units that are no longer called.
    left: Vec<Arc<str>>,
}

impl Basis {
    /// The changes of names since an earlier revision; `None` if the files are different. `of_call` returns the key
    /// of a call for its name.
    fn changes(&self, before: &Self, of_call: &str) -> Option<NameChanges> {
        if self.files != before.files {
            return None;
        }
        let mut changes = NameChanges::default();
        let is_shared = Arc::ptr_eq(&self.called, &before.called);
        let (old, new) = if is_shared { (&[][..], &[][..]) } else { (&before.called[..], &self.called[..]) };
        // An edit adds and removes calls at one place.
        let is_same = |(old, new): &(&Names, &Names)| old.0 == new.0;
        let start = old.iter().zip(new).take_while(is_same).count();
        let (old_rest, new_rest) = (&old[start..], &new[start..]);
        let end = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(is_same).count();
        let (removed, old_end) = old_rest.split_at(old_rest.len() - end);
        let (added, new_end) = new_rest.split_at(new_rest.len() - end);
        changes.left.extend(removed.iter().map(|call| Arc::clone(&call.1)));
        for call in added {
            // Names after it were unknown before.
            changes.adds = true;
            changes.gone.push((Arc::clone(&self.own.1), format!("{of_call}{}", call.0).into()));
        }
        let called = old[..start].iter().zip(new).chain(old_end.iter().zip(new_end));
        for (old, new) in std::iter::once((&before.own, &self.own)).chain(called) {
            if old.1 != new.1 {
                // the units have no name in common
                changes.left.push(Arc::clone(&old.1));
                changes.adds = true;
            } else if !old.2.has_same_keys(&new.2) {
                let (gone, adds) = old.2.keys_missing_in(&new.2);
                changes.gone.extend(gone.into_iter().map(|key| (Arc::clone(&old.1), key)));
                changes.adds |= adds;
            }
        }
        Some(changes)
    }
}

/// The symbols of a unit, by file. Revisions share those of files in which nothing changed.
#[derive(Debug, Default)]
pub struct Symbols {
    files: Vec<FileSymbols>,
    basis: Basis,
}

impl PartialEq for Symbols {
    /// Compares the symbols, not the data that later revisions reuse.
    fn eq(&self, other: &Self) -> bool {
        let is_same =
            |(one, other): (&FileSymbols, &FileSymbols)| one.file == other.file && one.list == other.list;
        self.files.len() == other.files.len() && self.files.iter().zip(&other.files).all(is_same)
    }
}

impl Symbols {
    /// Groups symbols by file. Lists that are equal in an earlier revision are shared with it.
    pub fn of(list: SymbolList, before: Option<&Self>) -> Self {
        Self::default().with(list, &|_| None, before)
    }

    /// The files of an earlier revision with unchanged symbols: their trees are the same, and so are all names that
    /// they mention. `address` returns the address of a name for its key, and `of_call` the key of a call for its name.
    pub fn same_files<'b>(
        before: Option<&'b Self>,
        basis: &Basis,
        (address, of_call): (fn(&str) -> &str, &str),
        tree: impl Fn(SourceId) -> Arc<Parsed>,
    ) -> Vec<&'b FileSymbols> {
        let changes = before.and_then(|before| Some((before, basis.changes(&before.basis, of_call)?)));
        let Some((before, NameChanges { gone, adds, left })) = changes else { return Vec::new() };
        let is_gone = |mentioned: &SymbolKey| {
            gone.iter().any(|(root, key)| *mentioned.key == *address(key) && mentioned.root == *root)
        };
        let mentions_gone = |list: &SymbolList| {
            let mut mentions = list.mentions.iter().map(|mention| &mention.key);
            // the arguments of a call are names of the called unit
            mentions.any(is_gone) || list.declared.iter().any(|symbol| is_gone(&symbol.key))
        };
        // A new name affects only files that mention an undeclared one, and a removed name only files that
        // mention it.
        let has_same_names = |list: &SymbolList| {
            (!adds || list.open.is_empty())
                && (gone.is_empty() || !mentions_gone(list))
                && !left.iter().any(|root| list.refers_to(root))
        };
        let is_same = |file_symbols: &&FileSymbols| {
            has_same_names(&file_symbols.list)
                && file_symbols
                    .tree
                    .as_ref()
                    .is_some_and(|before| Arc::ptr_eq(before, &tree(file_symbols.file)))
        };
        before.files.iter().filter(is_same).collect()
    }

    /// The symbols of some files, in addition to those of other files in an earlier revision. Trees are given for
    /// files that later revisions may reuse.
    pub fn beside(
        same: &[&FileSymbols],
        list: SymbolList,
        basis: Basis,
        tree: &dyn Fn(SourceId) -> Option<Arc<Parsed>>,
        before: Option<&Self>,
    ) -> Self {
        let same = same.iter().map(|file_symbols| (*file_symbols).clone()).collect();
        Self { files: same, basis }.with(list, tree, before)
    }

    fn with(
        mut self,
        list: SymbolList,
        tree: &dyn Fn(SourceId) -> Option<Arc<Parsed>>,
        before: Option<&Self>,
    ) -> Self {
        let mut files = list.by_file();
        // Files without symbols also have an entry, which tells a later revision that they contain nothing.
        let is_new = |file: &SourceId| find(&self.files, *file).is_none();
        self.basis.files.iter().copied().filter(is_new).for_each(|file| {
            files.or_default(file);
        });
        for (file, list) in files {
            let list = list.sorted();
            let known = before.and_then(|before| before.file(file)).filter(|known| *known.list == list);
            let list = known.map_or_else(|| Arc::new(list), |known| Arc::clone(&known.list));
            self.files.push(FileSymbols { file, list, tree: tree(file) });
        }
        self.files.arrange_by_key(|file_symbols| file_symbols.file);
        self
    }

    /// The symbols by file, sorted by file.
    pub fn files(&self) -> &[FileSymbols] {
        &self.files
    }

    fn file(&self, file: SourceId) -> Option<&FileSymbols> {
        find(&self.files, file)
    }

    /// The declarations, by place.
    pub fn declared(&self) -> impl Iterator<Item = &Symbol> {
        self.files.iter().flat_map(|file_symbols| &file_symbols.list.declared)
    }

    /// The mentions, by place.
    pub fn mentions(&self) -> impl Iterator<Item = &Mention> {
        self.files.iter().flat_map(|file_symbols| &file_symbols.list.mentions)
    }

    /// The uses of whole objects.
    pub fn wholes(&self) -> impl Iterator<Item = &WholeUse> {
        self.files.iter().flat_map(|file_symbols| &file_symbols.list.wholes)
    }

    /// The calls.
    pub fn calls(&self) -> impl Iterator<Item = &Call> {
        self.files.iter().flat_map(|file_symbols| &file_symbols.list.calls)
    }
}

/// Returns `true` if a file could not be parsed completely.
pub fn is_torn(parsed: &Parsed) -> bool {
    parsed.diagnostics.iter().any(hclx_diag::Diagnostic::is_error)
}

/// The symbols of a unit according to the rows of its language.
pub fn by_rows(unit: &Unit, snapshot: &Snapshot) -> SymbolList {
    let rows = unit.language.row().symbols;
    let mut finder = Finder { unit, rows, found: SymbolList::default(), numbers: HashMap::new() };
    if rows.is_empty() {
        return finder.found;
    }
    let prepared = PreparedSchema::new(schema(rows));
    let files: Vec<(SourceId, Arc<Parsed>, bool)> = unit
        .files
        .iter()
        .map(|file| {
            let gives = snapshot.row(*file).is_some_and(|(_, row)| row.role == "values");
            (*file, snapshot.parsed(*file), gives)
        })
        .collect();
    // All declarations come first, because mentions in any file are resolved to them.
    for (file, parsed, _) in files.iter().filter(|(_, _, gives)| !gives) {
        finder.declare(*file, parsed, &prepared);
    }
    finder.nested(&files);
    for (file, parsed, gives) in &files {
        if is_torn(parsed) {
            finder.found.torn.push(*file);
        }
        match gives {
            true => finder.give(*file, parsed),
            false => {
                finder.mention(*file, parsed);
                finder.strings(*file, parsed);
            }
        }
    }
    finder.found
}

fn schema(rows: &[SymbolRow]) -> BodyNames {
    let mut blocks: Vec<BlockSchema> = Vec::new();
    for row in rows.iter().filter(|row| !row.block.is_empty()) {
        let mut labels = vec!["name".to_owned(); row.labels];
        match blocks.iter_mut().find(|block| block.block_type == row.block) {
            // block types may be allowed with and without an additional label
            Some(block) => {
                let fewest = row.labels.min(block.labels.len() - block.optional_labels);
                if labels.len() > block.labels.len() {
                    std::mem::swap(&mut labels, &mut block.labels);
                }
                block.optional_labels = block.labels.len() - fewest;
            }
            None => {
                blocks.push(BlockSchema {
                    block_type: row.block.to_owned(),
                    labels,
                    ..BlockSchema::default()
                });
            }
        }
    }
    BodyNames { attributes: Vec::new(), blocks }
}

struct Finder<'a> {
    unit: &'a Unit,
    rows: &'static [SymbolRow],
    found: SymbolList,
    /// The indices of declarations by key.
    numbers: HashMap<Arc<str>, usize>,
}

impl Finder<'_> {
    fn declare(&mut self, file: SourceId, parsed: &Parsed, prepared: &PreparedSchema) {
        let (root, _) = BodyView::root(&parsed.tree, file);
        if let Some(row) = self.rows.iter().find(|row| row.block.is_empty()) {
            self.attributes(row, &root);
        }
        for block in root.sorted(prepared).content.blocks {
            let rows = self.rows.iter().filter(|row| row.block == block.block_type);
            for row in rows.filter(|row| row.labels == block.labels.len()) {
                match row.declares {
                    Declares::Attributes => self.attributes(row, &block.body),
                    Declares::Labels(words) => self.block(row, &block, words),
                }
            }
        }
    }

    fn block(&mut self, row: &'static SymbolRow, block: &BlockView<'_>, words: usize) {
        let names: Vec<&str> = block.labels.iter().take(words).map(|label| label.text).collect();
        // Without words, there is no such label.
        let Some(last) = block.labels.get(words.wrapping_sub(1)) else { return };
        let whole = block.def_range.cover(block.body.range());
        self.add(row, &names, &block.body, (unquoted(block.body.tree(), last.range), whole));
    }

    fn attributes(&mut self, row: &'static SymbolRow, body: &BodyView<'_>) {
        for attribute in body.just_attributes().0 {
            self.add(
                row,
                &[attribute.name],
                body,
                (unquoted(body.tree(), attribute.name_range), attribute.range),
            );
        }
    }

    fn add(
        &mut self,
        row: &'static SymbolRow,
        words: &[&str],
        body: &BodyView<'_>,
        (name, whole): (TextRange, TextRange),
    ) {
        let key: Arc<str> = row.key(words).into();
        // Mentions of a name that is declared twice belong to its first declaration.
        self.numbers.entry(Arc::clone(&key)).or_insert(self.found.declared.len());
        self.found.declared.push(Symbol {
            key: SymbolKey { root: Arc::clone(&self.unit.root), key },
            kind: row.kind,
            noun: row.noun,
            name: name.in_source(body.source()),
            whole: whole.in_source(body.source()),
            fixed: row.fixed,
        });
    }

    /// Declares the names of nested blocks.
    fn nested(&mut self, files: &[(SourceId, Arc<Parsed>, bool)]) {
        let root = Arc::clone(&self.unit.root);
        for (file, parsed, _) in files.iter().filter(|(_, _, gives)| !gives) {
            let mut declared = |one: Nested<'_>| {
                let key: Arc<str> = one.address.into();
                self.numbers.entry(Arc::clone(&key)).or_insert(self.found.declared.len());
                self.found.declared.push(Symbol {
                    key: SymbolKey { root: Arc::clone(&root), key },
                    kind: SymbolKind::Block,
                    noun: one.row.noun,
                    name: one.name.in_source(*file),
                    whole: one.block.range.in_source(*file),
                    fixed: None,
                });
            };
            let nested = self.unit.language.row().nested_names;
            let (strings, named) = (&[][..], &mut |_, _| {});
            Visit { tree: &parsed.tree, nested, strings, declared: &mut declared, named }.file();
        }
    }

    /// Adds the strings that are names.
    fn strings(&mut self, file: SourceId, parsed: &Parsed) {
        let strings = self.unit.language.row().named_strings;
        let mut named = |addresses: Vec<String>, place: TextRange| {
            let mut known = addresses.iter().filter(|address| self.numbers.contains_key(&***address));
            if let Some(address) = known.next() {
                self.push(address, place.in_source(file), How::Reads);
            }
        };
        let (nested, declared) = (&[][..], &mut |_: Nested<'_>| {});
        Visit { tree: &parsed.tree, nested, strings, declared, named: &mut named }.file();
    }

    /// Adds the attributes of a values file.
    fn give(&mut self, file: SourceId, parsed: &Parsed) {
        let Some(row) = self.rows.iter().find(|row| row.kind == SymbolKind::Variable) else { return };
        let (root, _) = BodyView::root(&parsed.tree, file);
        for attribute in root.just_attributes().0 {
            let place = unquoted(&parsed.tree, attribute.name_range).in_source(file);
            self.push(&row.key(&[attribute.name]), place, How::Gives);
        }
    }

    fn mention(&mut self, file: SourceId, parsed: &Parsed) {
        each_reference_of_file(&parsed.tree, &mut |mention| {
            let named = self.rows.iter().find_map(|row| self.named(row, &mention));
            if let Some((key, place)) = named {
                self.push(&key, place.in_source(file), How::Reads);
            }
        });
    }

    /// The key of a declared name in a mention, and the place of the name's last word.
    fn named(&self, row: &SymbolRow, mention: &statics::Mention<'_>) -> Option<(String, TextRange)> {
        let words = row.words();
        let (key, place) = if row.root.is_empty() {
            let steps = (0..words - 1).map(|at| mention.attribute(at));
            let words: Vec<&str> = std::iter::once(Some(mention.root)).chain(steps).collect::<Option<_>>()?;
            let last = words.len().checked_sub(2).map(|at| mention.name_range(at));
            (row.key(&words), last.unwrap_or(Some(mention.root_range()))?)
        } else if mention.root == row.root {
            let steps: Vec<&str> = (0..words).map(|at| mention.attribute(at)).collect::<Option<_>>()?;
            (row.key(&steps), mention.name_range(words - 1)?)
        } else {
            return None;
        };
        self.numbers.contains_key(&*key).then_some((key, place))
    }

    fn push(&mut self, key: &str, place: Span, how: How) {
        let Some(number) = self.numbers.get(key) else { return };
        let declared = &self.found.declared[*number];
        let mention = Mention { place, key: declared.key.clone(), how };
        self.found.mentions.push(mention);
    }
}
