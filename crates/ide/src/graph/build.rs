//! Building a graph: each call of a module adds an instance of the module.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use hclx_analysis::Snapshot;
use hclx_analysis::graph as order;
use hclx_analysis::symbols::{Call, How, Mention, Symbol, SymbolKind, Symbols, WholeUse};
use hclx_diag::{Arrange, Span, TextRange};
use hclx_syntax::ast::{Item, Root, Tree};

use super::{Edge, Graph, Node, Uses};

/// The maximum number of declarations in a graph.
const MOST_NODES: usize = 200_000;

/// The maximum depth of module calls.
pub const MOST_DEPTH: usize = hclx_analysis::calls::MOST_DEPTH as usize;

/// A referring declaration, and the variable if the reference is in the argument of a call.
type Target = (usize, Option<Arc<str>>);

/// The target of a reference: a declaration of the module, and the output if the declaration is a
/// call.
type EdgeTarget = (usize, Option<Arc<str>>);

/// The symbols of the units in each directory.
type UnitsOf = HashMap<Arc<str>, Vec<Arc<Symbols>>>;

/// A module, independent of its callers.
struct Module<'s> {
    symbols: Vec<&'s Symbol>,
    references: Vec<(Target, EdgeTarget, Span)>,
    /// Calls whose value is used as a whole, with the declarations that use it.
    wholes: Vec<(Target, usize, Span)>,
    /// Reads of an instance of a call whose key is only known later: the reader, the call and the place.
    chosen: Vec<(Target, usize, Span)>,
    /// The roots of the called modules.
    calls: BTreeMap<usize, Arc<str>>,
}

pub(super) struct Build<'s> {
    snapshot: &'s Snapshot,
    units: &'s UnitsOf,
    modules: HashMap<Arc<str>, Arc<Module<'s>>>,
    /// The nodes of called modules, by the nodes of the calls.
    inside: HashMap<usize, Range<usize>>,
    /// The roots of the modules that are being expanded.
    open: Vec<Arc<str>>,
    graph: Graph,
}

/// The symbols of a module and of all modules that it calls.
fn units_below(snapshot: &Snapshot, root: &Arc<str>) -> UnitsOf {
    let mut found = UnitsOf::new();
    let mut left = vec![Arc::clone(root)];
    while let Some(root) = left.pop() {
        if found.contains_key(&root) {
            continue;
        }
        let units = snapshot.units().iter().filter(|unit| unit.root == root);
        let units: Vec<Arc<Symbols>> = units.map(|unit| snapshot.symbols(unit)).collect();
        let calls = units.iter().flat_map(|symbols| symbols.calls());
        left.extend(calls.map(|call| Arc::clone(&call.called)));
        found.insert(root, units);
    }
    found
}

impl<'s> Build<'s> {
    /// The graph of the module in a directory, with unsorted edges.
    pub(super) fn graph(snapshot: &Snapshot, root: &str) -> Graph {
        let root = Arc::from(root);
        let units = units_below(snapshot, &root);
        let (modules, inside) = (HashMap::new(), HashMap::new());
        let open = Vec::new();
        let mut build = Build { snapshot, units: &units, modules, inside, open, graph: Graph::default() };
        build.expand("", &root, 0);
        let mut graph = build.graph;
        graph.inside = build.inside.into_iter().collect();
        graph.inside.arrange_by_key(|(call, _)| *call);
        graph
    }

    /// Adds an instance of a module, with a prefix for its addresses.
    fn expand(&mut self, prefix: &str, root: &Arc<str>, depth: usize) {
        let module = match self.modules.get(root) {
            Some(known) => Arc::clone(known),
            None => {
                let made = Arc::new(Module::of(self.snapshot, self.units, root));
                self.modules.insert(Arc::clone(root), Arc::clone(&made));
                made
            }
        };
        if self.graph.nodes.len() + module.symbols.len() > MOST_NODES || depth > MOST_DEPTH {
            self.graph.is_cut = true;
            return;
        }
        let call: Arc<str> = prefix.strip_suffix('.').unwrap_or(prefix).into();
        let nodes = self.declare(prefix, &call, &module);
        self.open.push(Arc::clone(root));
        // a module that calls itself is an error that `check` reports
        for (index, inner) in &module.calls {
            if self.open.contains(inner) {
                continue;
            }
            let start = self.graph.nodes.len();
            self.expand(&format!("{prefix}{}.", module.symbols[*index].key.key), inner, depth + 1);
            self.inside.insert(nodes[*index], start..self.graph.nodes.len());
        }
        self.open.pop();
        self.connect(&nodes, &module);
    }

    /// Adds the declarations of a module, and returns their nodes. A name that is declared twice, which `check`
    /// reports, has one node.
    fn declare(&mut self, prefix: &str, call: &Arc<str>, module: &Module<'_>) -> Vec<usize> {
        let Graph { nodes, names, .. } = &mut self.graph;
        names.reserve(module.symbols.len());
        nodes.reserve(module.symbols.len());
        let declare = |symbol: &&Symbol| {
            let key = &symbol.key.key;
            let address: Arc<str> =
                if prefix.is_empty() { Arc::clone(key) } else { [prefix, key].concat().into() };
            match names.declare(Arc::clone(&address), symbol.name) {
                Ok(node) => {
                    nodes.push(Node { address, module: Arc::clone(call), symbol: (*symbol).clone() });
                    node.index()
                }
                Err(first) => first.index(),
            }
        };
        module.symbols.iter().map(declare).collect()
    }

    fn connect(&mut self, nodes: &[usize], module: &Module<'_>) {
        self.graph.edges.reserve(module.references.len());
        // a value that is assigned to a variable of a called module belongs to the variable
        let user = |graph: &Graph, (from, variable): &Target| {
            let given = variable.as_ref().and_then(|name| inside(graph, nodes[*from], name));
            (given.unwrap_or(nodes[*from]), if given.is_some() { Uses::IsGiven } else { Uses::Refers })
        };
        for (target, (to, output), place) in &module.references {
            let (from, uses) = user(&self.graph, target);
            let read = output.as_ref().and_then(|name| inside(&self.graph, nodes[*to], name));
            // an output also depends on its call, which determines the number of instances
            for to in read.into_iter().chain([nodes[*to]]) {
                self.graph.edges.push(Edge { from, to, place: *place, uses });
            }
        }
        for (target, call, place) in &module.wholes {
            let (from, _) = user(&self.graph, target);
            let edge = |to| Edge { from, to, place: *place, uses: Uses::Refers };
            let inner = self.objects(nodes[*call]);
            self.graph.wholes.push((from, nodes[*call], *place));
            self.graph.edges.extend(inner.into_iter().map(edge));
        }
        for (target, call, place) in &module.chosen {
            let (from, _) = user(&self.graph, target);
            self.graph.wholes.push((from, nodes[*call], *place));
        }
        // the number of instances, and explicit dependencies, affect everything inside
        let general = module.references.iter().filter(|((_, variable), ..)| variable.is_none());
        let calls: BTreeSet<usize> =
            general.map(|((from, _), ..)| *from).filter(|from| module.calls.contains_key(from)).collect();
        for call in calls {
            let (to, place) = (nodes[call], module.symbols[call].name);
            let edge = |from| Edge { from, to, place, uses: Uses::Refers };
            let inner = self.objects(to);
            self.graph.edges.extend(inner.into_iter().map(edge));
        }
    }

    /// The outputs, resources and data sources of a called module and of the modules that it calls.
    fn objects(&self, call: usize) -> Vec<usize> {
        let is_object = |node: &usize| {
            let kind = self.graph.nodes[*node].symbol.kind;
            matches!(kind, SymbolKind::Output | SymbolKind::Resource | SymbolKind::Data)
        };
        self.inside.get(&call).cloned().unwrap_or_default().filter(is_object).collect()
    }
}

/// The node of a declaration in a called module.
fn inside(graph: &Graph, call: usize, name: &str) -> Option<usize> {
    let call = &graph.nodes[call].address;
    graph.names.find_joined(&[call, ".", name]).map(order::NodeId::index)
}

impl<'s> Module<'s> {
    fn of(snapshot: &Snapshot, units: &'s UnitsOf, root: &Arc<str>) -> Self {
        let units = units.get(root).map(Vec::as_slice).unwrap_or_default();
        let declared = units.iter().flat_map(|symbols| symbols.declared());
        let mut symbols: Vec<&Symbol> = declared.filter(|one| one.key.root == *root).collect();
        symbols.arrange_by_key(|symbol| symbol.name);
        symbols.dedup_by(|one, other| one.key == other.key);
        let mut mentions: Vec<&Mention> = units.iter().flat_map(|symbols| symbols.mentions()).collect();
        mentions.arrange_by_key(|mention| (mention.place, mention.how));
        mentions.dedup();
        let mut module = Self {
            symbols,
            references: Vec::new(),
            wholes: Vec::new(),
            chosen: Vec::new(),
            calls: BTreeMap::new(),
        };
        module.read(snapshot, root, units, &mentions);
        module
    }

    /// Finds the references of the declarations, and the modules that they call.
    fn read(&mut self, snapshot: &Snapshot, root: &Arc<str>, units: &[Arc<Symbols>], mentions: &[&Mention]) {
        let mut owners = Owners::of(&self.symbols);
        let mut by_key = order::Graph::default();
        by_key.reserve(self.symbols.len());
        let mut first = Vec::with_capacity(self.symbols.len());
        for (at, symbol) in self.symbols.iter().enumerate() {
            first.extend(by_key.declare(Arc::clone(&symbol.key.key), symbol.name).map(|_| at));
        }
        let find = |key: &str| by_key.find(key).map(|node| first[node.index()]);
        let given = mentions.iter().filter(|mention| mention.how == How::Gives);
        let given: HashMap<Span, &Arc<str>> =
            given.map(|mention| (mention.place, &mention.key.key)).collect();
        let target = |from: usize, place: Span| {
            let name = self.argument(snapshot, from, place);
            (from, name.and_then(|name| given.get(&name)).map(|key| Arc::clone(key)))
        };
        let mut found: Vec<(Target, EdgeTarget, Span)> = Vec::with_capacity(mentions.len());
        let mut chosen = Vec::new();
        let reads = |how| matches!(how, How::Reads | How::ReadsOfSome);
        for mention in mentions.iter().filter(|mention| reads(mention.how)) {
            let Some(from) = owners.at(mention.place) else { continue };
            if mention.key.root == *root {
                let Some(to) = find(&mention.key.key) else { continue };
                found.push((target(from, mention.place), (to, None), mention.place));
            } else if let Some((target, (to, output @ None), call)) = found.last_mut()
                && target.0 == from
            {
                // an output comes after the call that it belongs to
                *output = Some(Arc::clone(&mention.key.key));
                if mention.how == How::ReadsOfSome {
                    chosen.push((target.clone(), *to, *call));
                }
            }
        }
        let whole = |WholeUse { key, place, .. }: &WholeUse| {
            Some((target(owners.at(*place)?, *place), find(&key.key)?, *place))
        };
        let wholes = units.iter().flat_map(|symbols| symbols.wholes()).filter_map(whole).collect();
        let at = |call: &Call| self.symbols.binary_search_by(|symbol| symbol.name.cmp(&call.name)).ok();
        let call = |call: &Call| Some((at(call)?, Arc::clone(&call.called)));
        let calls = units.iter().flat_map(|symbols| symbols.calls()).filter_map(call).collect();
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
struct Owners {
    all: Vec<(Span, usize)>,
    /// The number of declarations up to the last requested place: the next one is usually close to it.
    before: usize,
}

impl Owners {
    fn of(symbols: &[&Symbol]) -> Self {
        let mut all: Vec<(Span, usize)> =
            symbols.iter().enumerate().map(|(at, symbol)| (symbol.whole, at)).collect();
        all.arrange();
        Self { all, before: 0 }
    }

    /// The declaration that contains a place.
    fn at(&mut self, place: Span) -> Option<usize> {
        let start = (place.source, place.range.start);
        let is_before =
            |at: usize| self.all.get(at).is_some_and(|(one, _)| (one.source, one.range.start) <= start);
        let near = self.before..self.before + 2;
        let is_near = (near.start == 0 || is_before(near.start - 1)) && !is_before(near.end);
        self.before = match is_near {
            true => near.start + near.filter(|at| is_before(*at)).count(),
            false => self.all.partition_point(|(one, _)| (one.source, one.range.start) <= start),
        };
        let (whole, at) = self.all[..self.before].last()?;
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
