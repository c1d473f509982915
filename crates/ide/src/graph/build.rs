//! Building a graph: each call of a module adds an instance of the module.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use hclx_analysis::Snapshot;
use hclx_analysis::symbols::{Call, How, Symbol, SymbolKind, SymbolList, Whole};
use hclx_diag::{Arrange, Span, TextRange};
use hclx_syntax::ast::{Item, Root, Tree};

use super::{Edge, Graph, Node, Uses};

/// The maximum number of declarations in a graph.
const MOST_NODES: usize = 200_000;

/// The maximum depth of module calls.
pub const MOST_DEPTH: usize = 64;

/// A referring declaration, and the variable if the reference is in the argument of a call.
type Target = (usize, Option<Arc<str>>);

/// The target of a reference: a declaration of the module, and the output if the declaration is a
/// call.
type Referred = (usize, Option<Arc<str>>);

/// A module, independent of its callers.
struct Module {
    symbols: Vec<Symbol>,
    references: Vec<(Target, Referred, Span)>,
    /// Calls that are used as a whole, with the declarations that use them.
    wholes: Vec<(Target, usize, Span)>,
    /// Reads of an instance of a call whose key is only known later: the reader, the call and the place.
    chosen: Vec<(Target, usize, Span)>,
    /// The roots of the called modules.
    calls: BTreeMap<usize, Arc<str>>,
}

pub(super) struct Build<'s> {
    snapshot: &'s Snapshot,
    modules: HashMap<Arc<str>, Arc<Module>>,
    /// The nodes of called modules, by the addresses of the calls.
    inside: HashMap<String, Range<usize>>,
    /// The roots of the modules that are being expanded.
    open: Vec<Arc<str>>,
    graph: Graph,
}

impl<'s> Build<'s> {
    /// The graph of the module in a directory, with unsorted edges.
    pub(super) fn graph(snapshot: &'s Snapshot, root: &str) -> Graph {
        let (modules, inside) = (HashMap::new(), HashMap::new());
        let mut build = Self { snapshot, modules, inside, open: Vec::new(), graph: Graph::default() };
        build.expand("", &Arc::from(root), 0);
        let mut graph = build.graph;
        graph.inside = build
            .inside
            .into_iter()
            .filter_map(|(call, inside)| Some((*graph.by_address.get(&call)?, inside)))
            .collect();
        graph.inside.arrange_by_key(|(call, _)| *call);
        graph
    }

    /// Adds an instance of a module, with a prefix for its addresses.
    fn expand(&mut self, prefix: &str, root: &Arc<str>, depth: usize) {
        let module = match self.modules.get(root) {
            Some(known) => Arc::clone(known),
            None => {
                let made = Arc::new(Module::of(self.snapshot, root));
                self.modules.insert(Arc::clone(root), Arc::clone(&made));
                made
            }
        };
        if self.graph.nodes.len() + module.symbols.len() > MOST_NODES || depth > MOST_DEPTH {
            self.graph.is_cut = true;
            return;
        }
        let call: Arc<str> = prefix.strip_suffix('.').unwrap_or(prefix).into();
        for symbol in &module.symbols {
            let address = format!("{prefix}{}", symbol.key.key);
            // a name that is declared twice, which `check` reports, has one node
            if self.graph.by_address.contains_key(&address) {
                continue;
            }
            self.graph.by_address.insert(address.clone(), self.graph.nodes.len());
            self.graph.nodes.push(Node { address, module: Arc::clone(&call), symbol: symbol.clone() });
        }
        self.open.push(Arc::clone(root));
        // a module that calls itself is an error that `check` reports
        for (index, inner) in &module.calls {
            if self.open.contains(inner) {
                continue;
            }
            let key = &module.symbols[*index].key.key;
            let start = self.graph.nodes.len();
            let address = format!("{prefix}{key}");
            self.expand(&format!("{address}."), inner, depth + 1);
            self.inside.insert(address, start..self.graph.nodes.len());
        }
        self.open.pop();
        self.connect(prefix, &module);
    }

    fn connect(&mut self, prefix: &str, module: &Module) {
        let key = |index: usize| &module.symbols[index].key.key;
        for ((from, variable), (to, output), place) in &module.references {
            let own = self.graph.node(&format!("{prefix}{}", key(*from)));
            let given = variable.as_ref().and_then(|name| self.inside(prefix, key(*from), name));
            let read = output.as_ref().and_then(|name| self.inside(prefix, key(*to), name));
            let whole = self.graph.node(&format!("{prefix}{}", key(*to)));
            let uses = if given.is_some() { Uses::IsGiven } else { Uses::Refers };
            // an output also depends on its call, which determines the number of instances
            for to in read.into_iter().chain(whole) {
                if let Some(from) = given.or(own) {
                    self.graph.edges.push(Edge { from, to, place: *place, uses });
                }
            }
        }
        for ((from, variable), call, place) in &module.wholes {
            let given = variable.as_ref().and_then(|name| self.inside(prefix, key(*from), name));
            let own = self.graph.node(&format!("{prefix}{}", key(*from)));
            let Some(from) = given.or(own) else { continue };
            let edge = |to| Edge { from, to, place: *place, uses: Uses::Refers };
            let address = format!("{prefix}{}", key(*call));
            let inner = self.objects(&address);
            self.graph.wholes.extend(self.graph.node(&address).map(|call| (from, call, *place)));
            self.graph.edges.extend(inner.into_iter().map(edge));
        }
        for ((from, variable), call, place) in &module.chosen {
            let given = variable.as_ref().and_then(|name| self.inside(prefix, key(*from), name));
            let own = self.graph.node(&format!("{prefix}{}", key(*from)));
            let call = self.graph.node(&format!("{prefix}{}", key(*call)));
            self.graph.wholes.extend(given.or(own).zip(call).map(|(from, call)| (from, call, *place)));
        }
        // the number of instances, and explicit dependencies, affect everything inside
        let general = module.references.iter().filter(|((_, variable), ..)| variable.is_none());
        let calls: BTreeSet<usize> =
            general.map(|((from, _), ..)| *from).filter(|from| module.calls.contains_key(from)).collect();
        for call in calls {
            let Some(to) = self.graph.node(&format!("{prefix}{}", key(call))) else { continue };
            let place = module.symbols[call].name;
            let edge = |from| Edge { from, to, place, uses: Uses::Refers };
            let inner = self.objects(&format!("{prefix}{}", key(call)));
            self.graph.edges.extend(inner.into_iter().map(edge));
        }
    }

    /// The outputs, resources and data sources of a called module and of the modules that it calls.
    fn objects(&self, call: &str) -> Vec<usize> {
        let is_object = |node: &usize| {
            let kind = self.graph.nodes[*node].symbol.kind;
            matches!(kind, SymbolKind::Output | SymbolKind::Resource | SymbolKind::Data)
        };
        self.inside.get(call).cloned().unwrap_or_default().filter(is_object).collect()
    }

    /// The node of a declaration in a called module.
    fn inside(&self, prefix: &str, call: &str, name: &str) -> Option<usize> {
        self.graph.node(&format!("{prefix}{call}.{name}"))
    }
}

impl Module {
    fn of(snapshot: &Snapshot, root: &Arc<str>) -> Self {
        let mut all = SymbolList::default();
        for unit in snapshot.units().iter().filter(|unit| unit.root == *root) {
            let symbols = snapshot.symbols(unit);
            all.declared.extend(symbols.declared().filter(|one| one.key.root == *root).cloned());
            all.mentions.extend(symbols.mentions().cloned());
            all.wholes.extend(symbols.wholes().cloned());
            all.calls.extend(symbols.calls().cloned());
        }
        let mut all = all.sorted();
        let mut symbols = std::mem::take(&mut all.declared);
        symbols.dedup_by(|one, other| one.key == other.key);
        let mut module = Self {
            symbols,
            references: Vec::new(),
            wholes: Vec::new(),
            chosen: Vec::new(),
            calls: BTreeMap::new(),
        };
        module.read(snapshot, root, &all);
        module
    }

    /// Finds the references of the declarations, and the modules that they call.
    fn read(&mut self, snapshot: &Snapshot, root: &Arc<str>, all: &SymbolList) {
        let owners = Owners::of(&self.symbols);
        let numbers = || self.symbols.iter().enumerate();
        let by_key: HashMap<&str, usize> = numbers().map(|(at, symbol)| (&*symbol.key.key, at)).collect();
        let by_name: HashMap<Span, usize> = numbers().map(|(at, symbol)| (symbol.name, at)).collect();
        let given = all.mentions.iter().filter(|mention| mention.how == How::Gives);
        let given: HashMap<Span, &Arc<str>> =
            given.map(|mention| (mention.place, &mention.key.key)).collect();
        let target = |from: usize, place: Span| {
            let name = self.argument(snapshot, from, place);
            (from, name.and_then(|name| given.get(&name)).map(|key| Arc::clone(key)))
        };
        let mut found: Vec<(Target, Referred, Span)> = Vec::new();
        let mut chosen = Vec::new();
        let reads = |how| matches!(how, How::Reads | How::ReadsOfSome);
        for mention in all.mentions.iter().filter(|mention| reads(mention.how)) {
            let Some(from) = owners.at(mention.place) else { continue };
            if mention.key.root == *root {
                let Some(to) = by_key.get(&*mention.key.key) else { continue };
                found.push((target(from, mention.place), (*to, None), mention.place));
            } else if let Some((target, (to, output @ None), call)) = found.last_mut()
                && target.0 == from
            {
                // an output follows the call that it belongs to
                *output = Some(Arc::clone(&mention.key.key));
                if mention.how == How::ReadsOfSome {
                    chosen.push((target.clone(), *to, *call));
                }
            }
        }
        let whole = |Whole { key, place, .. }: &Whole| {
            Some((target(owners.at(*place)?, *place), *by_key.get(&*key.key)?, *place))
        };
        let wholes = all.wholes.iter().filter_map(whole).collect();
        let call = |call: &Call| Some((*by_name.get(&call.name)?, Arc::clone(&call.called)));
        let calls = all.calls.iter().filter_map(call).collect();
        (self.references, self.wholes, self.chosen, self.calls) = (found, wholes, chosen, calls);
    }

    /// The name of the argument of a call whose value contains a place.
    fn argument(&self, snapshot: &Snapshot, call: usize, place: Span) -> Option<Span> {
        let symbol = &self.symbols[call];
        if symbol.kind != SymbolKind::Module {
            return None;
        }
        let parsed = snapshot.parsed(place.source);
        Some(argument(&parsed.tree, symbol.whole.range, place.range)?.in_source(place.source))
    }
}

/// Declarations, sorted by place.
struct Owners(Vec<(Span, usize)>);

impl Owners {
    fn of(symbols: &[Symbol]) -> Self {
        let mut places: Vec<(Span, usize)> =
            symbols.iter().enumerate().map(|(at, symbol)| (symbol.whole, at)).collect();
        places.arrange();
        Self(places)
    }

    /// The declaration that contains a place.
    fn at(&self, place: Span) -> Option<usize> {
        let start = (place.source, place.range.start);
        let after = self.0.partition_point(|(whole, _)| (whole.source, whole.range.start) <= start);
        let (whole, at) = self.0[..after].last()?;
        (whole.source == place.source && place.range.end <= whole.range.end).then_some(*at)
    }
}

/// The name of the argument of a block whose value covers a place.
fn argument(tree: &Tree, block: TextRange, place: TextRange) -> Option<TextRange> {
    let Root::Body(root) = tree.root() else { return None };
    let blocks = tree.slice(tree.body(root).items).iter();
    let body = blocks.into_iter().find_map(|item| match item {
        Item::Block(inner) if tree.node(*inner).range == block => Some(tree.node(*inner).body),
        _ => None,
    })?;
    tree.slice(tree.body(body).items).iter().find_map(|item| match item {
        Item::Attribute(attribute)
            if attribute.range.start <= place.start && place.end <= attribute.range.end =>
        {
            Some(attribute.name.range)
        }
        _ => None,
    })
}
