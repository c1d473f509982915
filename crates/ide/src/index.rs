//! All symbols of a session, indexed by place and by key.

use std::collections::HashMap;
use std::sync::Arc;

use hclx_analysis::Snapshot;
use hclx_analysis::graph::each_reference_of_file;
use hclx_analysis::symbols::{How, Symbol, SymbolKey, SymbolKind, Symbols};
use hclx_diag::{Arrange, OrderedSet, SourceId, Span, TextRange};

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

/// A symbol with all its places.
#[derive(Debug, Default)]
struct Known {
    /// The declarations: more than one is an error that `check` reports.
    declared: Vec<Symbol>,
    places: Vec<Place>,
    /// The declared name, if a mention refers to it: its file may not be selected.
    target: Option<Span>,
}

/// The symbols of one unit, found once as long as its files are the same.
#[derive(Debug, Default)]
struct OfUnit {
    by_key: HashMap<SymbolKey, Known>,
    /// The names of each file, by place.
    by_file: HashMap<SourceId, Vec<(Span, SymbolKey)>>,
    /// The roots of the units that its symbols belong to, each once.
    roots: OrderedSet<Arc<str>>,
}

impl OfUnit {
    fn of(symbols: &Symbols) -> Self {
        let mut index = Self::default();
        for symbol in &symbols.declared {
            index.place(&symbol.key, Place { span: symbol.name, role: Role::Declared });
            let known = index.by_key.entry(symbol.key.clone()).or_default();
            if !known.declared.iter().any(|other| other.name == symbol.name) {
                known.declared.push(symbol.clone());
            }
        }
        for mention in &symbols.mentions {
            index.place(&mention.key, Place { span: mention.place, role: Role::Mentioned(mention.how) });
            let known = index.by_key.entry(mention.key.clone()).or_default();
            known.target = known.target.or(mention.target);
        }
        for names in index.by_file.values_mut() {
            names.arrange();
            names.dedup();
        }
        index.by_key.values_mut().for_each(Known::arrange);
        index
    }

    fn place(&mut self, key: &SymbolKey, place: Place) {
        self.by_file.entry(place.span.source).or_default().push((place.span, key.clone()));
        self.by_key.entry(key.clone()).or_default().places.push(place);
        if !self.roots.contains(&key.root) {
            self.roots.insert(Arc::clone(&key.root));
        }
    }
}

impl Known {
    fn arrange(&mut self) {
        self.places.arrange_by_key(|place| (place.span, place.role));
        self.places.dedup();
    }
}

/// The symbols of all units of a session.
#[derive(Debug, Default)]
pub struct Index {
    units: Vec<Arc<OfUnit>>,
    /// The indexes of the units with names in a file.
    by_file: HashMap<SourceId, Vec<usize>>,
    /// The indexes of the units that refer to symbols of a unit, by the root of the latter.
    by_root: HashMap<Arc<str>, Vec<usize>>,
    /// Files with syntax errors, with the roots of their units.
    torn: Vec<(SourceId, Arc<str>)>,
}

impl Index {
    /// The index of a snapshot, built once. The parts for units with unchanged files are reused.
    pub fn of(snapshot: &Snapshot) -> Arc<Self> {
        snapshot.memo("index of symbols", || {
            let mut index = Self::default();
            for (number, unit) in snapshot.units().iter().enumerate() {
                let symbols = snapshot.symbols(unit);
                index.torn.extend(symbols.torn.iter().map(|file| (*file, Arc::clone(&unit.root))));
                let of_unit = snapshot
                    .memo_of(&unit.root, unit.language.name(), || OfUnit::of(&snapshot.symbols(unit)));
                for file in of_unit.by_file.keys() {
                    index.by_file.entry(*file).or_default().push(number);
                }
                for root in of_unit.roots.iter() {
                    index.by_root.entry(Arc::clone(root)).or_default().push(number);
                }
                index.units.push(of_unit);
            }
            index.torn.arrange();
            index.torn.dedup();
            index
        })
    }

    /// The entries for a symbol, in the order of the units.
    fn known(&self, key: &SymbolKey) -> impl Iterator<Item = &Known> {
        let units = self.by_root.get(&key.root).into_iter().flatten();
        units.filter_map(move |number| self.units[*number].by_key.get(key))
    }

    fn declared(&self, key: &SymbolKey) -> Vec<&Symbol> {
        let mut declared: Vec<&Symbol> = Vec::new();
        for symbol in self.known(key).flat_map(|known| &known.declared) {
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

    /// The symbol at an offset in a file, or the one whose address has begun there: `local.zones` at `local`.
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
        let units = self.by_file.get(&file).map(Vec::as_slice).unwrap_or_default();
        let of_unit = |number: &usize| self.units[*number].by_file.get(&file);
        let names = units.iter().filter_map(of_unit).flatten();
        let mut names: Vec<_> = names.map(|(span, key)| (*span, key)).collect();
        if units.len() > 1 {
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
        let role = |known: &Known| {
            let place = known.places.get(known.places.partition_point(|place| place.span < name))?;
            (place.span == name).then_some(place.role)
        };
        self.known(key).filter_map(role).min()
    }

    /// The symbols with an address in all units.
    pub fn find(&self, address: &str) -> Vec<&SymbolKey> {
        let declared = self.units.iter().flat_map(|unit| &unit.by_key);
        let mut found: Vec<&SymbolKey> = declared
            .filter(|(key, known)| *key.key == *address && !known.declared.is_empty())
            .map(|(key, _)| key)
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The declaration of a symbol, if it is in a selected file.
    pub fn symbol(&self, key: &SymbolKey) -> Option<&Symbol> {
        self.known(key).find_map(|known| known.declared.first())
    }

    /// All symbols with their declarations, by place.
    pub fn symbols(&self) -> Vec<&Symbol> {
        let known = self.units.iter().flat_map(|unit| unit.by_key.values());
        let mut all: Vec<&Symbol> = known.flat_map(|known| &known.declared).collect();
        all.sort_unstable_by(|one, other| (one.name, &one.key).cmp(&(other.name, &other.key)));
        all.dedup_by(|one, other| one.name == other.name && one.key == other.key);
        all
    }

    /// The number of declarations of a key.
    pub fn declarations(&self, key: &SymbolKey) -> usize {
        self.declared(key).len()
    }

    /// The places of the declared name, including those in files that are not selected.
    pub fn definition(&self, key: &SymbolKey) -> Vec<Span> {
        let declared: Vec<Span> = self.declared(key).iter().map(|symbol| symbol.name).collect();
        match declared.is_empty() {
            true => self.known(key).find_map(|known| known.target).into_iter().collect(),
            false => declared,
        }
    }

    /// The declarations of a file, by place.
    pub fn of_file(&self, file: SourceId) -> Vec<&Symbol> {
        let names = self.names(file);
        let declared = |(span, key): &(Span, &SymbolKey)| {
            self.known(key).flat_map(|known| &known.declared).find(|symbol| symbol.name == *span)
        };
        names.iter().filter_map(declared).collect()
    }

    /// All places of a symbol, including its declaration, sorted by place.
    pub fn places(&self, key: &SymbolKey) -> Vec<Place> {
        let mut all = Known::default();
        let mut units = 0;
        for known in self.known(key) {
            all.places.extend_from_slice(&known.places);
            units += 1;
        }
        if units > 1 {
            all.arrange();
        }
        all.places
    }

    /// A file with syntax errors that may contain undetected mentions of a symbol: one of its own unit, or
    /// any file if other units can mention it.
    pub fn torn(&self, symbol: &Symbol) -> Option<SourceId> {
        let is_shared = matches!(symbol.kind, SymbolKind::Variable | SymbolKind::Output);
        let may_mention = |root: &Arc<str>| is_shared || *root == symbol.key.root;
        self.torn.iter().find(|(_, root)| may_mention(root)).map(|(file, _)| *file)
    }
}
