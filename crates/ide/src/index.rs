//! All symbols of a session, indexed by place and by key.

use std::sync::Arc;

use hclx_analysis::graph::each_reference_of_file;
use hclx_analysis::symbols::{FileSymbols, How, Symbol, SymbolKey, SymbolKind, SymbolList, Symbols};
use hclx_analysis::{Snapshot, Unit, query};
use hclx_diag::{Arrange, OrderedSet, SourceId, Span, TextRange};

type HashMap<K, V> = std::collections::HashMap<K, V, foldhash::fast::RandomState>;

/// The role of a place for a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// The name is declared here.
    Declared,
    /// The name is mentioned here.
    Mentioned(How),
}

/// A name in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name alone.
    pub span: Span,
    /// Its role.
    pub role: Role,
}

/// A symbol with its places in a file.
#[derive(Debug, Default)]
struct SymbolUses {
    /// The declarations: more than one is an error that `check` reports.
    declared: Vec<Symbol>,
    /// The places, sorted.
    places: Vec<Place>,
}

/// The symbols in one file, found once and kept while they are the same.
#[derive(Debug, Default)]
struct FileIndex {
    by_key: HashMap<SymbolKey, SymbolUses>,
    /// The names, sorted by place.
    names: Vec<(Span, SymbolKey)>,
    /// The distinct roots of the units that its symbols belong to.
    roots: OrderedSet<Arc<str>>,
}

impl FileIndex {
    fn of(symbols: &SymbolList) -> Self {
        let mut index = Self::default();
        for symbol in &symbols.declared {
            let known = index.place(&symbol.key, Place { span: symbol.name, role: Role::Declared });
            if !known.declared.iter().any(|other| other.name == symbol.name) {
                known.declared.push(symbol.clone());
            }
        }
        for mention in &symbols.mentions {
            index.place(&mention.key, Place { span: mention.place, role: Role::Mentioned(mention.how) });
        }
        index.names.arrange();
        index.names.dedup();
        index.by_key.values_mut().for_each(|known| arrange(&mut known.places));
        index
    }

    fn place(&mut self, key: &SymbolKey, place: Place) -> &mut SymbolUses {
        // most symbols in a file belong to one unit
        let is_of_last = self.names.last().is_some_and(|(_, last)| Arc::ptr_eq(&last.root, &key.root));
        if !is_of_last && !self.roots.contains(&key.root) {
            self.roots.insert(Arc::clone(&key.root));
        }
        self.names.push((place.span, key.clone()));
        let known = self.by_key.entry(key.clone()).or_default();
        known.places.push(place);
        known
    }
}

fn arrange(places: &mut Vec<Place>) {
    places.arrange_by_key(|place| (place.span, place.role));
    places.dedup();
}

/// A file of a unit with its symbols and their index.
type OfUnitFile = (SourceId, Arc<SymbolList>, Arc<FileIndex>);

/// The symbols of one unit.
#[derive(Debug, Default)]
struct UnitIndex {
    /// Its root.
    root: Arc<str>,
    files: Vec<OfUnitFile>,
    /// The files, by their indices, that declare a symbol.
    declaring: Arc<HashMap<SymbolKey, Vec<usize>>>,
    /// The distinct roots of the units that its symbols belong to.
    roots: Arc<OrderedSet<Arc<str>>>,
}

impl UnitIndex {
    /// The index of the unit with this root; `before` is its index in an earlier revision.
    fn of(root: &Arc<str>, symbols: &Symbols, before: Option<&Self>) -> Self {
        let known = |file: SourceId| {
            let files = before.map(|before| &before.files)?;
            files.binary_search_by(|(one, ..)| one.cmp(&file)).ok().map(|at| &files[at])
        };
        let files = symbols.files().iter().map(|FileSymbols { file, list, .. }| {
            let known = known(*file).filter(|(_, before, _)| Arc::ptr_eq(before, list));
            let of_file =
                known.map_or_else(|| Arc::new(FileIndex::of(list)), |(.., of_file)| Arc::clone(of_file));
            (*file, Arc::clone(list), of_file)
        });
        let files: Vec<_> = files.collect();
        // the index of the earlier revision, if the files match
        let alike = |is_like: fn(&OfUnitFile, &OfUnitFile) -> bool| {
            let before = before.filter(|before| before.files.len() == files.len())?;
            let mut pairs = before.files.iter().zip(&files);
            pairs.all(|(one, other)| is_like(one, other)).then_some(before)
        };
        let refers_like = alike(|(.., a), (.., b)| Arc::ptr_eq(a, b) || a.roots.iter().eq(b.roots.iter()));
        let roots = match refers_like {
            Some(before) => Arc::clone(&before.roots),
            None => {
                let mut roots: OrderedSet<Arc<str>> = OrderedSet::new();
                for root in files.iter().flat_map(|(.., of_file)| of_file.roots.iter()) {
                    if !roots.contains(root) {
                        roots.insert(Arc::clone(root));
                    }
                }
                Arc::new(roots)
            }
        };
        let declares_like = alike(|(one, a, _), (other, b, _)| {
            one == other && (Arc::ptr_eq(a, b) || keys_of(a).eq(keys_of(b)))
        });
        let declaring = match declares_like {
            Some(before) => Arc::clone(&before.declaring),
            None => {
                let mut declaring: HashMap<SymbolKey, Vec<usize>> = HashMap::default();
                for (number, (_, list, _)) in files.iter().enumerate() {
                    for key in keys_of(list) {
                        let numbers = declaring.entry(key.clone()).or_default();
                        if numbers.last() != Some(&number) {
                            numbers.push(number);
                        }
                    }
                }
                Arc::new(declaring)
            }
        };
        Self { root: Arc::clone(root), files, declaring, roots }
    }

    /// Returns `true` if it has symbols in the same files as another index and refers to the same units.
    fn is_like(&self, other: &Self) -> bool {
        fn file((file, ..): &OfUnitFile) -> SourceId {
            *file
        }
        let has_same_files = self.files.iter().map(file).eq(other.files.iter().map(file));
        let has_same_roots = || self.roots.iter().eq(other.roots.iter());
        has_same_files && (Arc::ptr_eq(&self.roots, &other.roots) || has_same_roots())
    }
}

fn keys_of(list: &SymbolList) -> impl Iterator<Item = &SymbolKey> {
    list.declared.iter().map(|symbol| &symbol.key)
}

/// The symbols of all units of a session.
#[derive(Debug, Default)]
pub struct Index {
    units: Vec<Arc<UnitIndex>>,
    places: Arc<Places>,
}

/// The indices of units by search key. Revisions share them while units have symbols in the same files and refer to the
/// same units.
#[derive(Debug, Default)]
struct Places {
    /// The units with symbols in a file, and the index of the file there.
    by_file: HashMap<SourceId, Vec<(usize, usize)>>,
    /// The units that refer to symbols of a unit, by the root of that unit.
    by_root: HashMap<Arc<str>, Vec<usize>>,
}

impl Places {
    fn of(units: &[Arc<UnitIndex>]) -> Self {
        let mut places = Self::default();
        for (number, unit) in units.iter().enumerate() {
            for (at, (file, ..)) in unit.files.iter().enumerate() {
                places.by_file.entry(*file).or_default().push((number, at));
            }
            for root in unit.roots.iter() {
                places.by_root.entry(Arc::clone(root)).or_default().push(number);
            }
        }
        places
    }
}

query! {
    /// The index of the symbols of a unit.
    struct UnitSymbolIndex(Unit) -> UnitIndex, of Unit |UnitSymbolIndex(unit)| &unit.root;
    |UnitSymbolIndex(unit), snapshot, cx| {
        UnitIndex::of(&unit.root, &snapshot.symbols(unit), cx.previous().as_deref())
    }
}

query! {
    /// The index of the symbols of all units.
    struct SymbolIndex -> Index;
    |_, snapshot, cx| {
        let units = snapshot.units().iter().map(|unit| snapshot.get(&UnitSymbolIndex(unit.clone())));
        let units: Vec<Arc<UnitIndex>> = units.collect();
        let is_like = |before: &Arc<Index>| {
            let mut pairs = before.units.iter().zip(&units);
            before.units.len() == units.len()
                && pairs.all(|(before, now)| Arc::ptr_eq(before, now) || before.is_like(now))
        };
        let places = match cx.previous().filter(is_like) {
            Some(before) => Arc::clone(&before.places),
            None => Arc::new(Places::of(&units)),
        };
        Index { units, places }
    }
}

impl Index {
    /// The index of a snapshot, built once. The parts for files with the same symbols are reused.
    pub fn of(snapshot: &Snapshot) -> Arc<Self> {
        snapshot.get(&SymbolIndex)
    }

    /// The names in a file, from all units that have symbols in it.
    fn in_file(&self, file: SourceId) -> impl Iterator<Item = &FileIndex> {
        let units = self.places.by_file.get(&file).into_iter().flatten();
        units.map(|(unit, at)| &*self.units[*unit].files[*at].2)
    }

    /// The units that refer to symbols of a unit.
    fn users(&self, root: &Arc<str>) -> impl Iterator<Item = &UnitIndex> {
        self.places.by_root.get(root).into_iter().flatten().map(|number| &*self.units[*number])
    }

    /// The entries for a symbol, in the order of the units.
    fn known(&self, key: &SymbolKey) -> impl Iterator<Item = &SymbolUses> {
        self.users(&key.root)
            .flat_map(|unit| &unit.files)
            .filter_map(move |(.., of_file)| of_file.by_key.get(key))
    }

    /// The entries for a symbol in the files that declare it.
    fn declaring(&self, key: &SymbolKey) -> impl Iterator<Item = &Symbol> {
        self.users(&key.root).flat_map(move |unit| {
            let files = unit.declaring.get(key).into_iter().flatten();
            files.filter_map(|number| unit.files[*number].2.by_key.get(key)).flat_map(|known| &known.declared)
        })
    }

    fn declared(&self, key: &SymbolKey) -> Vec<&Symbol> {
        let mut declared: Vec<&Symbol> = Vec::new();
        for symbol in self.declaring(key) {
            if !declared.iter().any(|other| other.name == symbol.name) {
                declared.push(symbol);
            }
        }
        declared
    }

    /// The symbol whose name covers an offset in a file or ends there, with the place of the name.
    pub fn at(&self, file: SourceId, offset: u32) -> Option<(&SymbolKey, Span)> {
        let names = self.names(file);
        let after = names.partition_point(|(span, _)| span.range.start <= offset);
        let (span, key) = names[..after].last()?;
        (offset <= span.range.end).then_some((*key, *span))
    }

    /// The symbol at an offset in a file, or the symbol whose address starts there: `local.zones` at `local`.
    pub fn meant(&self, snapshot: &Snapshot, file: SourceId, offset: u32) -> Option<(&SymbolKey, Span)> {
        self.at(file, offset).or_else(|| {
            let mut whole: Option<TextRange> = None;
            each_reference_of_file(&snapshot.parsed(file).tree, &mut |mention| {
                let range = mention.range();
                let is_inner = range.start <= offset && offset <= range.end;
                if is_inner && whole.is_none_or(|outer| range.len() < outer.len()) {
                    whole = Some(range);
                }
            });
            let names = whole.map(|_| self.names(file)).unwrap_or_default();
            let is_next = |(span, _): &(Span, &SymbolKey)| {
                span.range.start > offset && whole.is_some_and(|whole| whole.contains(span.range))
            };
            names.into_iter().find(is_next).map(|(span, key)| (key, span))
        })
    }

    /// The names in a file with their symbols, sorted by place.
    pub fn names(&self, file: SourceId) -> Vec<(Span, &SymbolKey)> {
        let names = self.in_file(file).flat_map(|of_file| &of_file.names);
        let mut names: Vec<_> = names.map(|(span, key)| (*span, key)).collect();
        // The names of a single unit are already sorted.
        if self.in_file(file).nth(1).is_some() {
            names.arrange();
            names.dedup();
        }
        names
    }

    /// The symbol of the name before another name in the same file.
    pub fn before(&self, name: Span) -> Option<&SymbolKey> {
        let names = self.names(name.source);
        let before = names.partition_point(|(span, _)| span.range.start < name.range.start);
        names[..before].last().map(|(_, key)| *key)
    }

    /// The role of a place for a symbol.
    pub fn role(&self, key: &SymbolKey, name: Span) -> Option<Role> {
        let role = |known: &SymbolUses| {
            let place = known.places.get(known.places.partition_point(|place| place.span < name))?;
            (place.span == name).then_some(place.role)
        };
        // Of several roles, a declaration comes first in their order.
        self.in_file(name.source).filter_map(|of_file| of_file.by_key.get(key)).filter_map(role).min()
    }

    /// The symbols with an address in all units.
    pub fn find(&self, address: &str) -> Vec<&SymbolKey> {
        let declared = self.units.iter().flat_map(|unit| unit.declaring.keys());
        let mut found: Vec<&SymbolKey> = declared.filter(|key| *key.key == *address).collect();
        // The keys of a map have no order.
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The declaration of a symbol, if it is in a selected file.
    pub fn symbol(&self, key: &SymbolKey) -> Option<&Symbol> {
        self.declaring(key).next()
    }

    /// All symbols with their declarations, by place.
    pub fn symbols(&self) -> Vec<&Symbol> {
        let lists = self.units.iter().flat_map(|unit| &unit.files).map(|(_, list, _)| list);
        let mut all: Vec<&Symbol> = lists.flat_map(|list| &list.declared).collect();
        all.sort_unstable_by(|one, other| (one.name, &one.key).cmp(&(other.name, &other.key)));
        all.dedup_by(|one, other| one.name == other.name && one.key == other.key);
        all
    }

    /// The number of declarations of a key.
    pub fn declarations(&self, key: &SymbolKey) -> usize {
        self.declared(key).len()
    }

    /// The places of the declared name, including those in files that are not selected.
    pub fn definition(&self, snapshot: &Snapshot, key: &SymbolKey) -> Vec<Span> {
        let declared: Vec<Span> = self.declared(key).iter().map(|symbol| symbol.name).collect();
        let languages = snapshot.languages().iter();
        match declared.is_empty() {
            true => languages.filter_map(|one| one.place_of(snapshot, key)).take(1).collect(),
            false => declared,
        }
    }

    /// The declarations of a file, by place.
    pub fn of_file(&self, file: SourceId) -> Vec<&Symbol> {
        let names = self.names(file);
        let declared =
            |(span, key): &(Span, &SymbolKey)| self.declaring(key).find(|symbol| symbol.name == *span);
        names.iter().filter_map(declared).collect()
    }

    /// All places of a symbol, including its declaration, sorted by place.
    pub fn places(&self, key: &SymbolKey) -> Vec<Place> {
        let mut all = Vec::new();
        for known in self.known(key) {
            all.extend_from_slice(&known.places);
        }
        arrange(&mut all);
        all
    }

    /// The files with syntax errors that may contain undetected mentions of a symbol: those of its own unit, or
    /// all files if other units can mention it.
    pub fn torn(&self, symbol: &Symbol) -> impl Iterator<Item = SourceId> {
        let is_shared = matches!(symbol.kind, SymbolKind::Variable | SymbolKind::Output);
        let units = self.units.iter().filter(move |unit| is_shared || unit.root == symbol.key.root);
        units.flat_map(|unit| &unit.files).flat_map(|(_, list, _)| &list.torn).copied()
    }
}
