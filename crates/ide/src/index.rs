//! All symbols of a session, indexed by place and by key.

use std::collections::HashMap;
use std::sync::Arc;

use hclx_analysis::Snapshot;
use hclx_analysis::symbols::{How, Symbol, SymbolKey, SymbolKind, Symbols};
use hclx_diag::{Arrange, SourceId, Span};

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

/// The symbols of all units of a session.
#[derive(Debug, Default)]
pub struct Index {
    by_key: HashMap<SymbolKey, Known>,
    /// The names of each file, by place.
    by_file: HashMap<SourceId, Vec<(Span, SymbolKey)>>,
    /// Files with syntax errors, with the roots of their units.
    torn: Vec<(SourceId, Arc<str>)>,
}

impl Index {
    /// The index of a snapshot, built once.
    pub fn of(snapshot: &Snapshot) -> Arc<Self> {
        snapshot.memo("index of symbols", || {
            let mut index = Self::default();
            for unit in snapshot.units() {
                let symbols = snapshot.symbols(unit);
                index.torn.extend(symbols.torn.iter().map(|file| (*file, Arc::clone(&unit.root))));
                index.add(&symbols);
            }
            index.arrange();
            index
        })
    }

    fn add(&mut self, symbols: &Symbols) {
        for symbol in &symbols.declared {
            self.place(&symbol.key, Place { span: symbol.name, role: Role::Declared });
            let known = self.by_key.entry(symbol.key.clone()).or_default();
            if !known.declared.iter().any(|other| other.name == symbol.name) {
                known.declared.push(symbol.clone());
            }
        }
        for mention in &symbols.mentions {
            self.place(&mention.key, Place { span: mention.place, role: Role::Mentioned(mention.how) });
            let known = self.by_key.entry(mention.key.clone()).or_default();
            known.target = known.target.or(mention.target);
        }
    }

    fn place(&mut self, key: &SymbolKey, place: Place) {
        self.by_file.entry(place.span.source).or_default().push((place.span, key.clone()));
        self.by_key.entry(key.clone()).or_default().places.push(place);
    }

    fn arrange(&mut self) {
        for names in self.by_file.values_mut() {
            names.arrange();
            names.dedup();
        }
        for known in self.by_key.values_mut() {
            known.places.arrange_by_key(|place| (place.span, place.role));
            known.places.dedup();
        }
        self.torn.arrange();
        self.torn.dedup();
    }

    /// The symbol whose name covers an offset in a file or ends there, with the place of the name.
    pub fn at(&self, file: SourceId, offset: u32) -> Option<(&SymbolKey, Span)> {
        let names = self.by_file.get(&file)?;
        let after = names.partition_point(|(span, _)| span.range.start <= offset);
        let (span, key) = names[..after].last()?;
        (offset <= span.range.end).then_some((key, *span))
    }

    /// The names in a file with their symbols, sorted by place.
    pub fn names(&self, file: SourceId) -> &[(Span, SymbolKey)] {
        self.by_file.get(&file).map(Vec::as_slice).unwrap_or_default()
    }

    /// The symbol of the name before another name in the same file.
    pub fn before(&self, name: Span) -> Option<&SymbolKey> {
        let names = self.names(name.source);
        let before = names.partition_point(|(span, _)| span.range.start < name.range.start);
        names[..before].last().map(|(_, key)| key)
    }

    /// The role of a place for a symbol.
    pub fn role(&self, key: &SymbolKey, name: Span) -> Option<Role> {
        let places = self.places(key);
        let place = places.get(places.partition_point(|place| place.span < name))?;
        (place.span == name).then_some(place.role)
    }

    /// The symbols with an address in all units.
    pub fn find(&self, address: &str) -> Vec<&SymbolKey> {
        let mut found: Vec<&SymbolKey> = self
            .by_key
            .iter()
            .filter(|(key, known)| *key.key == *address && !known.declared.is_empty())
            .map(|(key, _)| key)
            .collect();
        found.sort_unstable();
        found
    }

    /// The declaration of a symbol, if it is in a selected file.
    pub fn symbol(&self, key: &SymbolKey) -> Option<&Symbol> {
        self.by_key.get(key)?.declared.first()
    }

    /// All symbols with their declarations, by place.
    pub fn symbols(&self) -> Vec<&Symbol> {
        let mut all: Vec<&Symbol> = self.by_key.values().flat_map(|known| &known.declared).collect();
        all.sort_unstable_by_key(|symbol| symbol.name);
        all
    }

    /// The number of declarations of a key.
    pub fn declarations(&self, key: &SymbolKey) -> usize {
        self.by_key.get(key).map_or(0, |known| known.declared.len())
    }

    /// The places of the declared name, including those in files that are not selected.
    pub fn definition(&self, key: &SymbolKey) -> Vec<Span> {
        let Some(known) = self.by_key.get(key) else { return Vec::new() };
        match known.declared.is_empty() {
            true => known.target.into_iter().collect(),
            false => known.declared.iter().map(|symbol| symbol.name).collect(),
        }
    }

    /// The declarations of a file, by place.
    pub fn of_file(&self, file: SourceId) -> Vec<&Symbol> {
        let names = self.names(file);
        let declared = |(span, key): &(Span, SymbolKey)| {
            self.by_key.get(key)?.declared.iter().find(|symbol| symbol.name == *span)
        };
        names.iter().filter_map(declared).collect()
    }

    /// All places of a symbol, including its declaration, sorted by place.
    pub fn places(&self, key: &SymbolKey) -> &[Place] {
        self.by_key.get(key).map(|known| known.places.as_slice()).unwrap_or_default()
    }

    /// A file with syntax errors that may contain undetected mentions of a symbol: one of its own unit, or
    /// any file if other units can mention it.
    pub fn torn(&self, symbol: &Symbol) -> Option<SourceId> {
        let is_shared = matches!(symbol.kind, SymbolKind::Variable | SymbolKind::Output);
        let may_mention = |root: &Arc<str>| is_shared || *root == symbol.key.root;
        self.torn.iter().find(|(_, root)| may_mention(root)).map(|(file, _)| *file)
    }
}
